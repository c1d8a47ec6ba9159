//! Assigns piece types to classes.
//!
//! Piece types with equal tables form one [`Class`], so move generation visits each class once.
//! [`TableBuilder::classes`] finds the classes. [`Compiled::add_classes`] then computes the tables that depend on all
//! of them. A piece type whose moves do not fit into a class is untabled.

use super::builder::{TableBuilder, TableCase};
use super::paths::{NoTable, TableKind};
use super::untabled::Untabled;
use crate::base::{Bitboard, Color, Piece, PieceTypeId};
use crate::fast::tables::{AttackTable, Class, Compiled, Limited, Shifts, UNTABLED};
use crate::rules::{Immunity, Moves, PieceType, Threat};

/// The minimum number of pieces at the start for which a class is moved with shifts.
const CROWD: usize = 4;

impl<B: Bitboard> TableBuilder<'_, B> {
    /// Returns the classes of the game, and the class of each piece type. Classes of the start position come first,
    /// because the classes of promoted pieces often have no piece on the board.
    pub(super) fn classes(&mut self) -> (Vec<Class<B>>, Vec<usize>) {
        let starts = |id: &PieceTypeId| self.variant.setup.iter().any(|(_, piece)| piece.piece_type == *id);
        let all = self.variant.piece_type_ids().map(|(id, _)| id);
        let (mut piece_types, later): (Vec<PieceTypeId>, Vec<PieceTypeId>) = all.partition(starts);
        piece_types.extend(later);
        let mut classes: Vec<Class<B>> = Vec::new();
        let mut class_of = vec![UNTABLED; piece_types.len()];
        for piece_type in piece_types {
            let Ok(class) = self.class(piece_type) else { continue };
            let known = classes.iter().position(|known| *known == class);
            class_of[piece_type.index()] = known.unwrap_or_else(|| {
                classes.push(class);
                (classes.len() - 1).min(UNTABLED)
            });
        }
        // A position has room for this many classes. The piece types of all further classes are untabled.
        classes.truncate(UNTABLED);
        (classes, class_of)
    }

    /// Returns the class of a piece type: its tables of moves and attacks, and its immunities.
    fn class(&mut self, piece_type: PieceTypeId) -> Result<Class<B>, NoTable> {
        let own = self.variant.piece_type(piece_type);
        if own.moves.iter().any(|moves| moves.capturing.is_some()) || !self.context().has(Untabled::Piece) {
            return Err(NoTable);
        }
        let royal = own.royal.is_some();
        let conditional = own.moves.iter().any(Moves::is_conditional);
        let mut class = Class { royal, conditional, ..Class::default() };
        let (mut limits, mut fresh) = ([[0; 2]; 2], false);
        for color in Color::ALL {
            let (side, piece) = (color as usize, Piece { color, piece_type });
            class.immune[side] = self.immune(piece, Threat::Capture);
            let returns = self.variant.homes(color, piece_type).meets(self.variant.returns);
            // Only a royal can lead its side.
            for leads in [false, true].into_iter().take(1 + usize::from(royal)) {
                let case = TableCase { piece, leads, kind: TableKind::Move, returned: false };
                // The first table also serves for the leader, unless the second iteration replaces it.
                let places = if leads { 1..2 } else { 0..2 };
                self.add_paths(&mut class, case, returns)?;
                self.add_royal_captures(&mut class, case)?;
                if class.conditional {
                    let open = class.moves[side][usize::from(leads)];
                    let limited = self.table(TableCase { kind: TableKind::Conditional, ..case })?;
                    let again =
                        self.table(TableCase { kind: TableKind::Conditional, returned: true, ..case })?;
                    fresh |= limited != again;
                    if !self.numbered(open).is_apart(self.numbered(limited)) {
                        // Two paths could generate the same move.
                        return Err(NoTable);
                    }
                    limits[side][places].fill(limited);
                }
            }
        }
        class.limited = self.limited(own, limits).map(|limited| Limited { fresh, ..limited });
        class.returns = class.moves != class.moves_again;
        let some = |is_so: fn(&AttackTable<B>) -> bool| {
            (0..2).any(|side| class.tables(side).any(|table| is_so(self.numbered(table))))
        };
        (class.double_captures, class.null_moves) =
            (some(AttackTable::has_double_captures), some(AttackTable::has_null_moves));
        if class.conditional && (class.double_captures || class.null_moves)
            || class.double_captures && self.variant.holds_captures()
        {
            // The conditional paths allow neither, and the record that unmakes a move has room for one captured piece
            // that comes to the hand.
            return Err(NoTable);
        }
        class.uncommon = class.double_captures
            || class.null_moves
            || class.conditional
            || class.royal_captures != [None; 2];
        Ok(class)
    }

    /// Adds the tables of moves and attacks of a piece to its class. `returns` is true if the piece may have moved and
    /// returned.
    fn add_paths(&mut self, class: &mut Class<B>, case: TableCase, returns: bool) -> Result<(), NoTable> {
        let TableCase { piece, leads, .. } = case;
        let side = piece.color as usize;
        let places = if leads { 1..2 } else { 0..2 };
        let moves = self.table(case)?;
        let attacks = self.table(TableCase { kind: TableKind::Attack, ..case })?;
        let (mut moves_again, mut again) = (moves, attacks);
        if returns {
            moves_again = self.table(TableCase { returned: true, ..case })?;
            again = self.table(TableCase { kind: TableKind::Attack, returned: true, ..case })?;
        }
        class.moves[side][places.clone()].fill(moves);
        class.moves_again[side][places].fill(moves_again);
        if again != attacks || leads && attacks != class.attacks[side] {
            // The piece attacks differently while it leads its side, or before it moves.
            return Err(NoTable);
        }
        class.attacks[side] = attacks;
        Ok(())
    }

    /// Adds the table of captures of royals only to the class of a piece, if the piece has such captures.
    fn add_royal_captures(&mut self, class: &mut Class<B>, case: TableCase) -> Result<(), NoTable> {
        let own = self.variant.piece_type(case.piece.piece_type);
        let mut captures = own.moves.iter().filter(|moves| moves.automaton.captures_royals_only()).peekable();
        if captures.peek().is_none() {
            return Ok(());
        }
        if captures.any(Moves::is_conditional) {
            // The table of these captures has no conditions.
            return Err(NoTable);
        }
        let side = case.piece.color as usize;
        let royal_captures = Some(self.table(TableCase { kind: TableKind::RoyalCapture, ..case })?);
        if case.leads && royal_captures != class.royal_captures[side] {
            return Err(NoTable);
        }
        class.royal_captures[side] = royal_captures;
        Ok(())
    }

    /// Returns the tables of the conditional moves of a piece type, if all have the same condition and involve no en
    /// passant capture.
    fn limited(&self, own: &PieceType, tables: [[usize; 2]; 2]) -> Option<Limited> {
        let mut limited = own.moves.iter().filter(|moves| moves.is_conditional());
        let when = limited.clone().next()?.when.clone()?;
        let is_same =
            |moves: &Moves| moves.when.as_ref() == Some(&when) && moves.provided.is_none() && !moves.safely;
        let is_simple = tables.as_flattened().iter().all(|table| self.numbered(*table).is_simple());
        (limited.all(is_same) && is_simple).then_some(Limited { when, fresh: false, tables })
    }

    /// Returns the squares on which a piece is immune to a threat, first as a non-leader and then as a leader of its
    /// side. Only immunities that do not depend on other pieces count.
    pub(super) fn immune(&self, piece: Piece, threat: Threat) -> [B; 2] {
        if self.variant.is_neutral(piece.piece_type) {
            return [B::ALL; 2];
        }
        let context = self.context();
        let applies =
            |immunity: &&Immunity| immunity.to.contains(&threat) && context.has_mask(&immunity.pieces);
        let immunities = || self.variant.immunities.iter().filter(applies);
        [false, true].map(|leads| {
            immunities().fold(B::EMPTY, |set, immunity| set | self.mask(&immunity.pieces, piece, leads))
        })
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Computes all tables that depend on the moves and attacks of the classes.
    pub(super) fn add_classes(&mut self, class_of: &[usize]) {
        let count = self.classes.len();
        self.attackers = [(); 2].map(|()| vec![B::EMPTY; self.variant.board.span() * count]);
        for number in 0..count {
            for color in Color::ALL {
                let (class, side) = (&self.classes[number], color as usize);
                let is_one = |piece_type: PieceTypeId| class_of[piece_type.index()] == number;
                let setup = self.variant.setup.iter();
                let started = setup.filter(|(_, piece)| piece.color == color && is_one(piece.piece_type));
                let moves = &self.attack_tables[class.moves[side][0]];
                let attacks = &self.attack_tables[class.attacks[side]];
                let crowd = started.count() >= CROWD && !class.royal;
                let shifts = crowd.then(|| Shifts::new(moves)).flatten();
                let attack_shifts = shifts.as_ref().and_then(|_| Shifts::new(attacks));
                for from in self.cells.iter() {
                    for to in attacks.captures_from(from).iter() {
                        self.attackers[side][to.index() * count + number] |= B::bit(from);
                    }
                }
                for table in class.tables(side).map(|table| &self.attack_tables[table]) {
                    for from in self.cells.iter() {
                        for to in table.row(from).en_passant.iter() {
                            self.en_passant_from[side][to.index()] |= B::bit(from);
                        }
                    }
                }
                let piece_types = self.variant.piece_type_ids().filter(|(id, _)| is_one(*id));
                let piece_types: Vec<PieceTypeId> = piece_types.map(|(id, _)| id).collect();
                let arrives = [true, false].map(|all| self.arrives(class, color, (&piece_types, all)));
                let class = &mut self.classes[number];
                class.shifts[side] = shifts;
                class.attack_shifts[side] = attack_shifts;
                class.arrives[side] = arrives;
                let special = match class.royal || class.uncommon || class.returns {
                    true => B::ALL,
                    false => arrives[0].from | arrives[1].from,
                };
                if !special.is_empty() {
                    self.special_classes[side].push((number, special));
                }
            }
        }
        self.add_near();
        self.add_between();
        self.add_immune();
    }

    fn add_immune(&mut self) {
        // Immunities that all classes share are stored once. Most games have no others, so few classes must be
        // visited.
        for side in 0..2 {
            let masks = || self.classes.iter().flat_map(|class| class.immune[side]);
            let common = masks().fold(B::ALL, |set, mask| set & mask);
            let differs = |number: &usize| self.classes[*number].immune[side] != [common; 2];
            self.immune_classes[side] = (0..self.classes.len()).filter(differs).collect();
            self.immune[side] = common;
        }
    }
}
