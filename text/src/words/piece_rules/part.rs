//! Derives the effects of a rule on one piece type from the parts of the rule, without a position.
//!
//! [`PlacedPieceType::effects`] is the entry point. Every part of a rule has a role, such as the actor or a removed
//! piece, and a filler, such as a piece filter. Most filters depend on the position, so the tests are three-valued: a
//! piece type matches always, never, or perhaps.

use crate::base::{Color, Piece, PieceTypeId, SquareSet};
use crate::rules::{
    Act, Condition, Fact, Filler, Formula, Likely, Mention, Part, PieceFilter, Role, RuleKind, RuleRef,
    SomePiece, Threat, Variant,
};

/// A piece type on any of the squares that it can reach. Rules are applied from White's view.
pub(super) struct PlacedPieceType<'v> {
    variant: &'v Variant,
    id: PieceTypeId,
    /// The squares that White's pieces of this type can reach.
    squares: SquareSet,
}

/// An effect of a rule on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RuleEffect {
    /// The effect, or `None` if the text of the rule already states it.
    pub(super) effect: Option<PieceEffect>,
    /// True if the piece itself acts, so that the whole rule concerns it.
    pub(super) is_own: bool,
}

/// The effects that a page states after the text of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceEffect {
    Placed,
    Exchanged,
    Replaced,
    Dropped,
    Removed,
    RemovedByOwnSide,
    RemovedByOpponent,
    Forked,
    Trapped,
    /// The piece bars the file on which it stands against drops.
    BarsFile,
    /// The piece decides whether a condition holds.
    Decides,
}

/// The words for an effect, after `may`.
pub(super) enum Words {
    /// A participle after `be`, which others can follow.
    Participle(&'static str),
    Phrase(&'static str),
}

impl PieceEffect {
    pub(super) fn words(self) -> Words {
        match self {
            PieceEffect::Placed => Words::Participle("placed"),
            PieceEffect::Exchanged => Words::Participle("exchanged"),
            PieceEffect::Replaced => Words::Participle("replaced"),
            PieceEffect::Dropped => Words::Participle("dropped"),
            PieceEffect::Removed => Words::Participle("removed"),
            PieceEffect::RemovedByOwnSide => Words::Phrase("be removed by its own side"),
            PieceEffect::RemovedByOpponent => Words::Phrase("be removed by the opponent"),
            PieceEffect::Forked => Words::Participle("forked"),
            PieceEffect::Trapped => Words::Participle("trapped"),
            PieceEffect::BarsFile => Words::Phrase("bar the file it stands on"),
            PieceEffect::Decides => Words::Phrase("decide whether it is possible"),
        }
    }
}

/// An effect that the piece suffers.
fn suffers(effect: impl Into<Option<PieceEffect>>) -> RuleEffect {
    RuleEffect { effect: effect.into(), is_own: false }
}

/// An effect of an act of the piece itself.
fn does(effect: impl Into<Option<PieceEffect>>) -> RuleEffect {
    RuleEffect { effect: effect.into(), is_own: true }
}

impl<'v> PlacedPieceType<'v> {
    pub(super) fn new(variant: &'v Variant, id: PieceTypeId) -> PlacedPieceType<'v> {
        let any = PlacedPieceType { variant, id, squares: variant.board.squares().collect() };
        let stays = variant.piece_type(id).stays.as_ref();
        // A square that lies in zones with restricted entry is open if one of the zones may admit the piece.
        let open = |square| {
            let mut closed = variant.admissions.iter().filter(|one| one.zone.holds(square, Color::White));
            let is_free = closed.clone().next().is_none();
            is_free || closed.any(|one| any.is(&one.pieces, Color::White) != Likely::No)
        };
        let squares = variant
            .board
            .squares()
            .filter(|square| stays.is_none_or(|zone| zone.holds(*square, Color::White)) && open(*square));
        // A piece can start on a square that it cannot enter.
        let squares = squares.collect::<SquareSet>() | variant.homes(Color::White, id);
        PlacedPieceType { squares, ..any }
    }

    /// Returns the likelihood that a filter matches a piece of this type and color.
    pub(super) fn is(&self, filter: &PieceFilter, color: Color) -> Likely {
        self.is_on(filter, color, self.squares)
    }

    /// Returns the same likelihood for a piece on these squares, as White sees them.
    fn is_on(&self, filter: &PieceFilter, color: Color, squares: SquareSet) -> Likely {
        let PlacedPieceType { variant, id, .. } = *self;
        let squares = variant.board.relative(squares & self.squares, color);
        // A filter about squares does not match a piece that can never be there.
        if squares == SquareSet::default() {
            return Likely::No;
        }
        let piece = Piece { color, piece_type: id };
        SomePiece { variant, piece, squares: Some(squares) }.is(filter, Color::White)
    }

    /// Returns the part of a filter that remains undecided for a piece of this type.
    pub(super) fn unsettled(&self, filter: &PieceFilter) -> PieceFilter {
        let is_open = |one: &&PieceFilter| self.is(one, Color::White) == Likely::Perhaps;
        // In a conjunction, the parts that always match are left out, if exactly one part remains.
        if let Formula::Every(all) = filter {
            let open: Vec<&PieceFilter> = all.iter().filter(is_open).collect();
            if let [one] = open.as_slice() {
                return self.unsettled(one);
            }
        }
        filter.clone()
    }

    pub(super) fn might_be(&self, filter: &PieceFilter) -> bool {
        Color::ALL.into_iter().any(|color| self.is(filter, color) != Likely::No)
    }

    fn is_own(&self, filter: &PieceFilter) -> bool {
        self.is(filter, Color::White) != Likely::No
    }

    /// Returns true if the threat can affect a piece of this type on some square.
    fn can_be_affected(&self, threat: Threat) -> bool {
        let mut immunities = self.variant.immunities.iter().filter(|one| one.to.contains(&threat));
        // An immunity counts only if it protects the piece on every square.
        immunities.all(|one| self.is(&one.pieces, Color::White) != Likely::Yes)
    }

    /// Returns true if a mention refers to this piece type by name or as a royal.
    fn is_mentioned(&self, mention: Mention) -> bool {
        match mention {
            Mention::PieceType(id) | Mention::HomeOf(id) => id == self.id,
            Mention::Royals | Mention::Leaders => self.variant.piece_type(self.id).royal.is_some(),
            Mention::Check | Mention::Zone(_) | Mention::Right(_) | Mention::Stuck | Mention::Plies(_) => {
                false
            }
        }
    }

    /// Returns true if a filter names this piece type or royals, and may match it.
    pub(super) fn is_named(&self, filter: &PieceFilter) -> bool {
        let mut named = false;
        filter.mentions(&mut |mention| named |= self.is_mentioned(mention));
        named && self.might_be(filter)
    }

    /// Returns true if a condition names this piece type.
    pub(super) fn decides(&self, condition: &Condition) -> bool {
        condition.facts().into_iter().any(|fact| self.decides_fact(fact))
    }

    fn decides_fact(&self, fact: &Fact) -> bool {
        let mut named = false;
        fact.mentions(&mut |mention| named |= self.is_mentioned(mention));
        // A fact about a number of pieces depends on this type only if the filter can match it.
        named && fact.count().is_none_or(|count| self.might_be(&count.pieces))
    }

    /// Returns the effects of another piece's rule on this piece. The list is empty for an unrelated rule.
    pub(super) fn effects(&self, rule: RuleRef) -> Vec<RuleEffect> {
        let parts = rule.parts();
        // The squares that a rule clears for an arriving piece.
        let goes = parts.iter().filter(|part| part.role == Role::Goes).map(|part| part.filler);
        let target = goes.fold(SquareSet::default(), |all, filler| all | self.squares_of(filler));
        let mut effects: Vec<RuleEffect> = Vec::new();
        for part in &parts {
            for effect in self.effects_of(rule, *part, target) {
                if effects.iter().all(|known| known.effect != effect.effect) {
                    effects.push(effect);
                }
            }
        }
        // For a piece that plays another role in the rule, it is obvious that the conditions can depend on it.
        if effects.iter().any(|one| one.effect != Some(PieceEffect::Decides)) {
            effects.retain(|one| one.effect != Some(PieceEffect::Decides));
        }
        effects
    }

    fn squares_of(&self, filler: Filler) -> SquareSet {
        if let Filler::Zone(zone) = filler {
            *zone.squares.get(Color::White)
        } else if let Filler::HomeOf(id) = filler {
            self.variant.homes(Color::White, id)
        } else {
            SquareSet::default()
        }
    }

    fn effects_of(&self, rule: RuleRef, Part { role, filler }: Part, target: SquareSet) -> Vec<RuleEffect> {
        let one = |effect: Option<RuleEffect>| effect.into_iter().collect::<Vec<RuleEffect>>();
        let has = |effect: RuleEffect| one(self.fills(filler).then_some(effect));
        match (role, filler) {
            (Role::When | Role::Provided, _) => self.in_condition(filler),
            (Role::Actor, _) => {
                let done = if let RuleRef::Action(action) = rule { in_act(&action.act) } else { None };
                let is_moved = done != Some(PieceEffect::Exchanged) || self.can_be_affected(Threat::Exchange);
                one((is_moved && self.fills(filler)).then(|| does(done)))
            }
            (Role::Partner, Filler::Pieces(pieces)) => one((self.is_own(pieces)
                && self.can_be_affected(Threat::Exchange))
            .then(|| suffers(PieceEffect::Exchanged))),
            (Role::Partner, _) => has(does(None)),
            (Role::Removed, Filler::Pieces(pieces)) => one(self.removed(pieces, target)),
            (Role::Cleared, Filler::Pieces(pieces)) => one(self.removed(pieces, self.squares)),
            (Role::Blocks, Filler::Pieces(pieces)) => {
                one(self.is_own(pieces).then(|| does(PieceEffect::BarsFile)))
            }
            (Role::Drops, _) => has(does(PieceEffect::Dropped)),
            (
                Role::Victim | Role::Lost | Role::Marks | Role::Over | Role::Stops | Role::SetTo,
                Filler::Pieces(pieces),
            ) => one(self.is_named(pieces).then(|| does(None))),
            (Role::Except, Filler::Pieces(pieces)) => one(self.is_named(pieces).then(|| suffers(None))),
            (Role::Goes, Filler::HomeOf(id)) => one((id == self.id).then(|| does(None))),
            (Role::Becomes | Role::Puts, _) => has(does(None)),
            // The subject of another piece's rule is that other piece, except for a follow-up.
            (Role::Subject, Filler::Pieces(pieces)) => {
                let follows = rule.kind() == RuleKind::FollowUp;
                one((follows && self.might_be(pieces)).then(|| does(None)))
            }
            (Role::Removed | Role::Cleared | Role::Blocks | Role::Subject, _)
            | (Role::Victim | Role::Lost | Role::Marks | Role::Except | Role::Over | Role::Stops, _)
            | (Role::Goes | Role::From | Role::Where | Role::Uses | Role::Loses | Role::Gains, _)
            | (Role::Sets | Role::SetTo | Role::Counts, _) => Vec::new(),
        }
    }

    /// Returns true if the player's own piece of this type can fill a role.
    fn fills(&self, filler: Filler) -> bool {
        let is_named = || {
            let mut named = false;
            filler.mentions(&mut |mention| named |= self.is_mentioned(mention));
            named
        };
        filler.pieces().map_or_else(is_named, |pieces| self.is_own(pieces))
    }

    /// Returns the effects of a condition of a rule on this piece type.
    fn in_condition(&self, filler: Filler) -> Vec<RuleEffect> {
        let Some(condition) = filler.condition() else { return Vec::new() };
        let is_victim = |pieces: &PieceFilter| self.can_be_affected(Threat::Capture) && self.might_be(pieces);
        let mut effects = Vec::new();
        for fact in condition.facts() {
            if let Fact::Forks { pieces, .. } = fact {
                effects.extend(is_victim(pieces).then(|| suffers(PieceEffect::Forked)));
            } else if let Fact::Traps { pieces, .. } = fact {
                effects.extend(is_victim(pieces).then(|| suffers(PieceEffect::Trapped)));
            } else if self.decides_fact(fact) {
                effects.push(does(PieceEffect::Decides));
            }
        }
        effects
    }

    /// Returns the removal of pieces from some squares as an effect, if this piece type can be among them.
    fn removed(&self, pieces: &PieceFilter, squares: SquareSet) -> Option<RuleEffect> {
        let is = |color| {
            let seen = self.variant.board.relative(squares, color);
            self.is_on(pieces, color, seen) != Likely::No
        };
        if !self.can_be_affected(Threat::Displacement) {
            return None;
        }
        match Color::ALL.map(is) {
            [true, true] => Some(suffers(PieceEffect::Removed)),
            [true, false] => Some(suffers(PieceEffect::RemovedByOwnSide)),
            [false, true] => Some(suffers(PieceEffect::RemovedByOpponent)),
            [false, false] => None,
        }
    }
}

/// Returns the effect of an act on the acting piece.
fn in_act(act: &Act) -> Option<PieceEffect> {
    match act {
        Act::Place { .. } => Some(PieceEffect::Placed),
        Act::Exchange { .. } => Some(PieceEffect::Exchanged),
        Act::Replace { .. } => Some(PieceEffect::Replaced),
        Act::Drop { .. } => Some(PieceEffect::Dropped),
        Act::Pass => None,
    }
}
