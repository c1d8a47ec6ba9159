//! The rules of a game as one sequence of values.
//!
//! [`Variant::rules`] returns every rule in the order of a rule page, and [`RuleRef::parts`] splits a rule into
//! pairs of a [`super::Role`] and a [`super::Filler`]. Pages, comparisons, sources, and lints are built on these
//! two functions.
//!
//! [`RuleKind`] is declared from a table of facts about each kind of rule. [`Variant`] is destructured here without
//! `..`, so that a new kind does not compile until it is part of the sequence.

use super::{
    Action, Admission, ArrayInfo, Arrival, Border, Castling, CastlingRule, ClockRule, Ending, FenCount,
    First, FollowUp, Immunity, Mention, MoveRule, Moves, Origin, PieceType, Right, Royalty, Turns, Variant,
    Zone,
};
use crate::base::{Board, PieceTypeId};

/// One rule of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RuleRef<'v> {
    Board(&'v Board),
    /// A region with the place of its declaration.
    Region(&'v Zone, Origin),
    Array(&'v ArrayInfo),
    /// The game has hands. Captured pieces go to a hand or leave the game.
    Hands,
    /// A piece type with its name, token, and value.
    Piece(PieceTypeId, &'v PieceType),
    /// A piece type that is royal, with its rank.
    Royal(PieceTypeId, u8),
    /// A piece type that belongs to neither side.
    Neutral(PieceTypeId),
    /// The points of a piece type.
    Points(PieceTypeId, u32),
    Moves(PieceTypeId, &'v Moves),
    /// A zone that a piece type may not leave.
    Stays(PieceTypeId, &'v Zone),
    /// An effect on pieces of a type, after an arrival or automatically.
    Arrival(PieceTypeId, &'v Arrival),
    /// The piece type that another piece type becomes in hand.
    InHand(PieceTypeId, PieceTypeId),
    Right(usize, &'v Right),
    Action(&'v Action),
    FollowUp(&'v FollowUp),
    Castling(&'v Castling),
    CastlingRule(&'v CastlingRule),
    Admission(&'v Admission),
    Border(&'v Border),
    Immunity(&'v Immunity),
    MoveRule(&'v MoveRule),
    Royalty(&'v Royalty),
    FirstMove(First),
    Turns(&'v Turns),
    Ending(&'v Ending),
    Clock(&'v ClockRule),
    /// A counter in the FENs of another program.
    FenCount(&'v FenCount),
}

/// Declares [`RuleKind`] from the table of kinds, and the functions that follow from its columns. The kinds of rules
/// about a single piece type have a list of their own, because their references begin with that type.
macro_rules! kinds {
    (
        $($before:ident $moves_before:literal)*;
        of a piece type: $($own:ident $moves_own:literal)*;
        $($after:ident $moves_after:literal)*;
    ) => {
        /// The kinds of rules, in the order of a rule page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum RuleKind { $($before,)* $($own,)* $($after,)* }

        impl RuleKind {
            /// Returns true if rules of this kind can bring a piece to a square or keep it away. The rules of a piece
            /// type count under the kind [`RuleKind::Piece`].
            pub fn moves_pieces(self) -> bool {
                match self {
                    $(RuleKind::$before => $moves_before,)*
                    $(RuleKind::$own => $moves_own,)*
                    $(RuleKind::$after => $moves_after,)*
                }
            }
        }

        impl RuleRef<'_> {
            pub fn kind(self) -> RuleKind {
                match self {
                    $(RuleRef::$before { .. } => RuleKind::$before,)*
                    $(RuleRef::$own { .. } => RuleKind::$own,)*
                    $(RuleRef::$after { .. } => RuleKind::$after,)*
                }
            }

            /// Returns the piece type that the rule belongs to, if any.
            pub fn piece_type(self) -> Option<PieceTypeId> {
                match self {
                    $(RuleRef::$own(id, ..) => Some(id),)*
                    $(RuleRef::$before { .. } => None,)*
                    $(RuleRef::$after { .. } => None,)*
                }
            }
        }
    };
}

// Each kind, and whether its rules move pieces.
kinds! {
    Board true
    Region false
    Array false
    Hands true;
    of a piece type:
    Piece true
    Royal false
    Neutral false
    Points false
    Moves false
    Stays false
    Arrival false
    InHand false;
    Right false
    Action true
    FollowUp true
    Castling true
    CastlingRule false
    Admission true
    Border false
    Immunity false
    MoveRule false
    Royalty false
    FirstMove false
    Turns false
    Ending false
    Clock false
    FenCount false;
}

impl Variant {
    /// Returns all rules of the game in the order of a rule page.
    pub fn rules(&self) -> Vec<RuleRef<'_>> {
        // The ignored fields either describe the game or follow from the other fields.
        let Variant {
            id: _,
            title: _,
            about: _,
            notes: _,
            history: _,
            provenance: _,
            array: _,
            arrays,
            reading: _,
            switches: _,
            sources: _,
            cites: _,
            board,
            regions,
            region_places,
            region_names: _,
            piece_types: _,
            has_automatic_effects: _,
            depends_on_neighbors: _,
            setup: _,
            returns: _,
            admissions,
            borders,
            immunities,
            move_rules,
            follow_ups,
            royalty,
            rights,
            actions,
            castling_rules,
            castlings,
            fen_counts,
            hands,
            captures_leave: _,
            captures_to: _,
            start_hands: _,
            hand_homes: _,
            endings,
            clock,
            first,
            turns,
            lines: _,
            parts: _,
            turns_counted: _,
            captures_asked: _,
            keeps_royal: _,
        } = self;
        let mut rules = vec![RuleRef::Board(board)];
        let places = region_places.0.iter().map(|place| Origin(*place));
        // Regions of a deserialized game have no places, so default places fill the list.
        let places = places.chain(std::iter::repeat(Origin::default()));
        rules.extend(regions.iter().zip(places).map(|(zone, place)| RuleRef::Region(zone, place)));
        rules.extend(arrays.iter().map(RuleRef::Array));
        rules.extend(hands.then_some(RuleRef::Hands));
        rules.extend(self.piece_type_ids().flat_map(|(id, _)| self.rules_of(id)));
        rules.extend(rights.iter().enumerate().map(|(number, one)| RuleRef::Right(number, one)));
        rules.extend(actions.iter().map(RuleRef::Action));
        rules.extend(follow_ups.iter().map(RuleRef::FollowUp));
        rules.extend(castlings.iter().map(RuleRef::Castling));
        rules.extend(castling_rules.iter().map(RuleRef::CastlingRule));
        rules.extend(admissions.iter().map(RuleRef::Admission));
        rules.extend(borders.iter().map(RuleRef::Border));
        rules.extend(immunities.iter().map(RuleRef::Immunity));
        rules.extend(move_rules.iter().map(RuleRef::MoveRule));
        rules.push(RuleRef::Royalty(royalty));
        rules.push(RuleRef::FirstMove(*first));
        rules.extend(turns.iter().map(RuleRef::Turns));
        rules.extend(endings.iter().map(RuleRef::Ending));
        rules.push(RuleRef::Clock(clock));
        rules.extend(fen_counts.iter().map(RuleRef::FenCount));
        rules
    }

    /// Returns the rules of one piece type.
    pub fn rules_of(&self, id: PieceTypeId) -> Vec<RuleRef<'_>> {
        self.piece_type(id).rules(id)
    }
}

impl PieceType {
    /// Returns the rules of the piece type, labeled with the given id.
    pub fn rules(&self, id: PieceTypeId) -> Vec<RuleRef<'_>> {
        let PieceType {
            piece: _,
            stage: _,
            token: _,
            title: _,
            written: _,
            also: _,
            notes: _,
            royal,
            neutral,
            capturable: _,
            points,
            value: _,
            tuned: _,
            moves,
            stays,
            arrivals,
            in_hand,
            origin: _,
            lines: _,
        } = self;
        let mut rules = vec![RuleRef::Piece(id, self)];
        rules.extend(royal.map(|rank| RuleRef::Royal(id, rank)));
        rules.extend(neutral.then_some(RuleRef::Neutral(id)));
        rules.extend((*points > 0).then_some(RuleRef::Points(id, *points)));
        rules.extend(moves.iter().map(|moves| RuleRef::Moves(id, moves)));
        rules.extend(stays.iter().map(|zone| RuleRef::Stays(id, zone)));
        rules.extend(arrivals.iter().map(|arrival| RuleRef::Arrival(id, arrival)));
        rules.extend(in_hand.map(|held| RuleRef::InHand(id, held)));
        rules
    }
}

impl Variant {
    /// Enables the automatic triggers of another game, so that its rules work in this one.
    pub fn adopt_triggers(&mut self, other: &Variant) {
        self.has_automatic_effects |= other.has_automatic_effects;
        self.depends_on_neighbors |= other.depends_on_neighbors;
        self.returns |= other.returns;
    }
}

impl RuleRef<'_> {
    /// Returns the place where the rule is written. The place is empty if the file does not state the rule.
    pub fn origin(self, variant: &Variant) -> Origin {
        match self {
            RuleRef::Board(_) => variant.line("board"),
            RuleRef::Region(_, place) => place,
            RuleRef::Array(array) => array.origin,
            RuleRef::Hands => variant.line("hands"),
            RuleRef::Piece(_, own) => own.origin,
            RuleRef::Royal(id, _) => variant.piece_type(id).line("royal"),
            RuleRef::Neutral(id) => variant.piece_type(id).origin,
            RuleRef::Points(id, _) => variant.piece_type(id).line("points"),
            RuleRef::Moves(_, moves) => moves.origin,
            RuleRef::Stays(id, _) => variant.piece_type(id).line("stays"),
            RuleRef::Arrival(_, arrival) => arrival.origin,
            RuleRef::InHand(id, _) => variant.piece_type(id).line("in"),
            RuleRef::Right(_, right) => right.origin,
            RuleRef::Action(action) => action.origin,
            RuleRef::FollowUp(rule) => rule.origin,
            RuleRef::Castling(castling) => castling.origin,
            RuleRef::CastlingRule(rule) => rule.origin,
            RuleRef::Admission(admission) => admission.origin,
            RuleRef::Border(border) => border.origin,
            RuleRef::Immunity(immunity) => immunity.origin,
            RuleRef::MoveRule(rule) => rule.origin,
            RuleRef::Royalty(royalty) => royalty.origin,
            RuleRef::FirstMove(_) => variant.line("first"),
            RuleRef::Turns(turns) => turns.origin,
            RuleRef::Ending(ending) => ending.origin,
            RuleRef::Clock(_) => variant.line("clock"),
            RuleRef::FenCount(count) => count.origin,
        }
    }

    /// Returns the name of the rule in lists of rules.
    pub fn name(self, variant: &Variant) -> String {
        match self {
            RuleRef::Board(_) => "board".to_owned(),
            RuleRef::Region(zone, _) => zone.name.clone(),
            RuleRef::Array(array) => array.name.clone(),
            RuleRef::Hands => "hands".to_owned(),
            RuleRef::Piece(id, _)
            | RuleRef::Royal(id, _)
            | RuleRef::Neutral(id)
            | RuleRef::Points(id, _)
            | RuleRef::Moves(id, _)
            | RuleRef::Stays(id, _)
            | RuleRef::Arrival(id, _)
            | RuleRef::InHand(id, _) => variant.piece_type(id).name(),
            RuleRef::Right(_, right) => right.name.clone(),
            RuleRef::Action(action) => action.name.clone(),
            RuleRef::FollowUp(rule) => rule.name(),
            RuleRef::Castling(_) | RuleRef::CastlingRule(_) => "castling".to_owned(),
            RuleRef::Admission(admission) => admission.zone.name.clone(),
            RuleRef::Border(border) => format!("border of {}", border.zone.name),
            RuleRef::Immunity(_) => "immune".to_owned(),
            RuleRef::MoveRule(rule) => rule.name().to_owned(),
            RuleRef::Royalty(_) => "royalty".to_owned(),
            RuleRef::FirstMove(_) => "first move".to_owned(),
            RuleRef::Turns(_) => "turn".to_owned(),
            RuleRef::Ending(ending) => ending.name.clone(),
            RuleRef::Clock(_) => "clock".to_owned(),
            RuleRef::FenCount(count) => count.name.clone(),
        }
    }

    /// Returns true if the rule mentions the leaders of a side.
    pub fn mentions_leaders(self) -> bool {
        let mut found = false;
        self.parts()
            .iter()
            .for_each(|part| part.filler.mentions(&mut |one| found |= one == Mention::Leaders));
        found
    }
}
