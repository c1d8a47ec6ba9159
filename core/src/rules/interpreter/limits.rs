//! The evaluation of piece filters, immunities, and limits on squares.
//!
//! [`Interpreter::matches`] evaluates a filter for one piece, and [`Interpreter::select`] for a whole position.
//! The methods `may_enter`, `may_stay`, and `may_cross` check the limits.

use super::{Allowed, Interpreter, Placed, World};
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square, SquareSet};
use crate::rules::walk::Stride;
use crate::rules::{Moves, PieceFilter, Refusal, Relation, Rule, Subject, Threat, Variant, Zone};

/// A piece on a square, as the subject of a filter in a rule that applies to `player`.
struct PlacedPiece<'r, W: World> {
    rules: &'r Interpreter<'r, W>,
    world: &'r W,
    placed: Placed,
    player: Color,
}

impl<W: World> Subject for PlacedPiece<'_, W> {
    type Answer = bool;

    fn is_own(&self) -> bool {
        self.placed.1.color == self.player
    }
    fn is_neutral(&self) -> bool {
        self.rules.variant.is_neutral(self.placed.1.piece_type)
    }
    fn is_royal(&self) -> bool {
        self.rules.rank(self.placed.1).is_some()
    }
    fn is_leader(&self) -> bool {
        let rank = self.rules.rank(self.placed.1);
        rank.is_some() && rank == self.world.highest_rank(self.rules, self.placed.1.color)
    }
    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> bool {
        piece_types.contains(&self.placed.1.piece_type)
    }
    fn is_in(&self, zone: &Zone) -> bool {
        zone.holds(self.placed.0, if self.is_neutral() { self.player } else { self.placed.1.color })
    }
    fn is_related(&self, relation: Relation, pieces: &PieceFilter) -> bool {
        let PlacedPiece { rules, world, placed: (square, _), player } = *self;
        match relation {
            Relation::Beside => rules.variant.board.beside(square).any(|other| {
                let piece = world.piece(other);
                piece.is_some_and(|piece| rules.matches(pieces, world, (other, piece), player))
            }),
            Relation::Attacking => self.enemies(pieces).any(|target| world.attacks(rules, square, target)),
            Relation::AttackedBy => self.enemies(pieces).any(|from| world.attacks(rules, from, square)),
        }
    }
}

impl<'r, W: World> PlacedPiece<'r, W> {
    /// Iterates over the squares of the matching enemies that the piece can attack or be attacked by.
    fn enemies(&self, pieces: &'r PieceFilter) -> impl Iterator<Item = Square> + use<'r, W> {
        let PlacedPiece { rules, world, placed: (square, piece), player } = *self;
        // A captured piece has left the board, so it attacks nothing and nothing attacks it.
        let stands = world.piece(square) == Some(piece);
        // Relations can be nested, so a filter can take long.
        let all = (stands && !rules.is_halted()).then(|| rules.select(pieces, world, player));
        let enemies = all.into_iter().flatten().filter(move |(_, other)| other.color != piece.color);
        enemies.map(|(square, _)| square).take_while(|_| !rules.is_halted())
    }
}

/// A piece in hand, as the subject of a filter in a rule that applies to `player`.
struct InHand<'v> {
    variant: &'v Variant,
    piece: Piece,
    player: Color,
}

impl Subject for InHand<'_> {
    type Answer = bool;

    fn is_own(&self) -> bool {
        self.piece.color == self.player
    }
    fn is_neutral(&self) -> bool {
        false
    }
    fn is_royal(&self) -> bool {
        self.variant.piece_type(self.piece.piece_type).royal.is_some()
    }
    fn is_leader(&self) -> bool {
        false
    }
    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> bool {
        piece_types.contains(&self.piece.piece_type)
    }
    fn is_in(&self, _: &Zone) -> bool {
        false
    }
    fn is_related(&self, _: Relation, _: &PieceFilter) -> bool {
        false
    }
}

impl<W: World> Interpreter<'_, W> {
    /// Returns the number of pieces in hand that match a filter in a rule that applies to `player`.
    pub fn number_held(&self, filter: &PieceFilter, world: &W, player: Color) -> usize {
        self.held(filter, world, player).map(|(_, number)| number).sum()
    }

    /// Iterates over the matching pieces in the hands of both sides, each with its number.
    pub fn held(
        &self,
        filter: &PieceFilter,
        world: &W,
        player: Color,
    ) -> impl Iterator<Item = (Piece, usize)> {
        let ids = self.variant.piece_type_ids().map(|(id, _)| id).filter(|_| self.variant.hands);
        let pieces = ids.flat_map(|piece_type| Color::ALL.map(|color| Piece { color, piece_type }));
        // The filter is evaluated once for each piece type and side, not once for each piece.
        let held = pieces.map(|piece| (piece, usize::from(world.held(piece.piece_type, piece.color))));
        held.filter(move |(piece, number)| {
            *number > 0 && InHand { variant: self.variant, piece: *piece, player }.matches(filter)
        })
    }

    /// Returns true if a piece matches a filter in a rule that applies to `player`.
    pub fn matches(&self, filter: &PieceFilter, world: &W, placed: Placed, player: Color) -> bool {
        PlacedPiece { rules: self, world, placed, player }.matches(filter)
    }

    pub fn select<'w>(
        &'w self,
        filter: &'w PieceFilter,
        world: &'w W,
        player: Color,
    ) -> impl Iterator<Item = Placed> + 'w {
        let squares = world.select(self, filter, player);
        squares.iter().filter_map(|square| Some((square, world.piece(square)?)))
    }

    /// Selects the matching pieces by testing each of them.
    pub fn select_one_by_one(&self, filter: &PieceFilter, world: &W, player: Color) -> SquareSet {
        let such = world.pieces().filter(|placed| self.matches(filter, world, *placed, player));
        such.map(|(square, _)| square).collect()
    }

    /// Returns the rank of a royal, with 1 as the highest. `None` if the piece is not royal.
    pub fn rank(&self, piece: Piece) -> Option<u8> {
        self.variant.piece_type(piece.piece_type).royal
    }

    pub fn can_be_affected(&self, world: &W, square: Square, threat: Threat) -> Allowed {
        let Some(piece) = world.piece(square) else { return Ok(()) };
        if self.variant.is_neutral(piece.piece_type) {
            if threat == Threat::Capture && self.variant.piece_type(piece.piece_type).capturable {
                return Ok(());
            }
            let origin = self.variant.piece_type(piece.piece_type).origin;
            return Err(Refusal::at(Rule::Immune(threat), origin, square));
        }
        let mut immunities = self.variant.immunities.iter().filter(|rule| rule.to.contains(&threat));
        match immunities.find(|rule| self.matches(&rule.pieces, world, (square, piece), piece.color)) {
            Some(rule) => Err(Refusal::at(Rule::Immune(threat), rule.origin, square)),
            None => Ok(()),
        }
    }

    /// Checks that a piece may enter a square. A piece from the hand is tested on its target square. Zones are
    /// relative to the owner of the piece, or to the player to move if the piece is neutral.
    pub fn may_enter(&self, world: &W, piece: Piece, from: Option<Square>, to: Square) -> Allowed {
        let color = if self.variant.is_neutral(piece.piece_type) { world.turn() } else { piece.color };
        let piece = Piece { color, ..piece };
        self.may_stay(piece, to)?;
        let mut closed = None;
        for (number, admission) in self.variant.admissions.iter().enumerate() {
            if !admission.zone.holds(to, piece.color) {
                continue;
            }
            if self.matches(&admission.pieces, world, (from.unwrap_or(to), piece), piece.color) {
                return Ok(());
            }
            // A later admission for the same zone may still match.
            closed = closed.or(Some(Refusal::at(Rule::Closed(number), admission.origin, to)));
        }
        closed.map_or(Ok(()), Err)
    }

    pub(super) fn may_stay(&self, piece: Piece, to: Square) -> Allowed {
        let piece_type = self.variant.piece_type(piece.piece_type);
        match &piece_type.stays {
            Some(zone) if !zone.holds(to, piece.color) => {
                Err(Refusal::at(Rule::Stays, piece_type.origin, to))
            }
            _ => Ok(()),
        }
    }

    /// Returns the index of a kind of move in the list of the piece type.
    pub(super) fn number_of(&self, piece: Piece, moves: &Moves) -> usize {
        let all = &self.variant.piece_type(piece.piece_type).moves;
        // Two kinds of moves can be equal, so identity determines the index.
        all.iter().position(|other| std::ptr::eq(other, moves)).unwrap_or_default()
    }

    /// Checks that the path of the piece on `actor` may go on from a square.
    pub(super) fn may_go_on(
        &self,
        world: &W,
        moves: &Moves,
        (actor, piece): Placed,
        from: Square,
    ) -> Allowed {
        let Some(pieces) = moves.stops.as_ref().filter(|_| from != actor) else { return Ok(()) };
        let stops = |square: Square| {
            let other = world.piece(square).filter(|_| square != actor);
            other.is_some_and(|other| self.matches(pieces, world, (square, other), piece.color))
        };
        match self.variant.board.beside(from).any(stops) {
            true => Err(Refusal::at(Rule::Stops(self.number_of(piece, moves)), moves.origin, from)),
            false => Ok(()),
        }
    }

    /// Checks that no border forbids a step of the piece.
    pub(super) fn may_cross(&self, world: &W, (stands, piece): Placed, stride: Stride) -> Allowed {
        let Stride { from, to, by, .. } = stride;
        for (number, border) in self.variant.borders.iter().enumerate() {
            let zone = border.zone.squares.get(piece.color);
            if zone.contains(from) == zone.contains(to)
                || !self.matches(&border.pieces, world, (stands, piece), piece.color)
            {
                continue;
            }
            if !border.by.has(by, &self.variant.board, from, to) {
                return Err(Refusal::at(Rule::Border(number, from), border.origin, to));
            }
        }
        Ok(())
    }
}
