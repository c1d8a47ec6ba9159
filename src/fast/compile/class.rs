//! Classes: piece types that move, attack and are attacked alike share one bitboard, whatever else tells them apart.

use super::attack_table::{AttackTable, Gate};
use super::filter::mask;
use super::paths::{Odd, Paths, Tracer};
use super::piece_info::Arrives;
use super::shelf::{Built, Key, Shelf};
use super::shifts::Shifts;
use super::rules::Context;
use super::{Compiled, ODD, Untabled};
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square};
use crate::rules::{Condition, Immunity, Moves, PieceFilter, PieceType, Step, Threat, Variant, Virgin};
use std::borrow::Cow;

/// The most steps that are looked at for one game's tables; pieces that come after them are odd.
const MAX_VISITS: u32 = 4_000_000;

/// From how many pieces at the start on a class is moved all at once.
const CROWD: usize = 4;

/// Pieces of one class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Class<B> {
    /// Whether they are royal.
    pub royal: bool,
    /// By color and whether the piece leads its side: how they move, as an index into the attack tables.
    pub moves: [[usize; 2]; 2],
    /// The same for a piece that has moved although it stands where it began.
    pub moves_again: [[usize; 2]; 2],
    /// Whether that makes a difference.
    pub returns: bool,
    /// By color: how they capture royals alone, if they do that otherwise.
    pub snipes: [Option<usize>; 2],
    /// Whether some of their ways are open only under conditions.
    pub conditional: bool,
    /// Such ways, if they are all open under one condition; others are followed step by step.
    pub limited: Option<Limited>,
    /// Whether some of their ways begin with a capture and go on.
    pub sweeps: bool,
    /// Whether some of their ways end where they began.
    pub rests: bool,
    /// Whether they have such ways, or others that are open under conditions, or captures of royals alone.
    pub uncommon: bool,
    /// By color: what they attack.
    pub attacks: [usize; 2],
    /// By color and whether the piece leads: squares where they cannot be captured.
    pub immune: [[B; 2]; 2],
    /// By color: their steps, where they move all at once.
    pub shifts: [Option<Shifts<B>>; 2],
    /// By color: the steps of their attacks, where they can be looked at all at once.
    pub attack_shifts: [Option<Shifts<B>>; 2],
    /// By color: from where something may happen to some piece type of the class where it goes, by itself as well and by rules
    /// about arrivals only.
    pub arrives: [[Arrives<B>; 2]; 2],
    /// By color: where the table of squares between begins that holds its lines.
    pub layer: [usize; 2],
}

/// Ways that are open under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Limited {
    pub when: Condition,
    /// Whether they are others once the piece has moved and come home.
    pub fresh: bool,
    /// By color and whether the piece leads its side, as an index into the attack tables.
    pub tables: [[usize; 2]; 2],
}

/// Which of a piece's ways a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Those that are always open, but for captures of royals alone.
    Move,
    /// Those by which royals are attacked.
    Attack,
    /// Captures of royals alone.
    Snipe,
    /// Those that are open under conditions.
    Conditional,
}

/// A piece as a table sees it.
#[derive(Clone, Copy)]
struct Case {
    piece: Piece,
    leads: bool,
    sort: Sort,
    /// Whether it has moved although it stands where it began.
    again: bool,
}

/// Builds the attack tables of every piece type, equal ones only once.
pub(super) struct Builder<'a, B> {
    pub variant: &'a Variant,
    /// Which pieces some pass over.
    pub overs: Vec<PieceFilter>,
    /// The game's tables: each by its number on the shelf, with which pieces to pass over.
    tables: Vec<(usize, Option<usize>)>,
    /// Those on the shelf that are equal to one of the game's.
    taken: Vec<(usize, Option<usize>, usize)>,
    /// The piece types whose ways are the same for both sides.
    symmetric: Vec<bool>,
    shelf: &'a mut Shelf<B>,
    visits: u32,
    untabled: &'static [Untabled],
}

impl<B: Bitboard> Class<B> {
    /// All ways of moving of one side.
    pub(crate) fn tables(&self, side: usize) -> impl Iterator<Item = usize> {
        self.moves[side].into_iter().chain(self.moves_again[side])
    }
}

impl<'a, B: Bitboard> Builder<'a, B> {
    pub(super) fn new(
        variant: &'a Variant,
        shelf: &'a mut Shelf<B>,
        untabled: &'static [Untabled],
    ) -> Builder<'a, B> {
        shelf.look_at(variant);
        let (overs, tables, taken) = (Vec::new(), Vec::new(), Vec::new());
        let is_alike = variant.borders.iter().all(|border| border.zone.is_symmetric());
        let symmetric = |own: &PieceType| is_alike && own.moves.iter().all(Moves::is_symmetric);
        let symmetric = variant.piece_types.iter().map(symmetric);
        let symmetric = symmetric.collect();
        Builder { variant, overs, tables, taken, symmetric, shelf, visits: MAX_VISITS, untabled }
    }

    /// The rules without the classes of piece types.
    pub(super) fn context(&self) -> Context<'a> {
        Context { variant: self.variant, class_of: &[], untabled: self.untabled }
    }

    /// The tables of the game.
    pub(super) fn tables(&mut self) -> Vec<AttackTable<B>> {
        self.shelf.hand_out(&self.tables)
    }

    /// One of the game's tables.
    pub(super) fn numbered(&self, table: usize) -> &AttackTable<B> {
        &self.shelf.all[self.tables[table].0].table
    }

    /// The classes of the game, and the class of each piece type. Piece types of the array come first, so that a position
    /// need not look at classes that come late or never.
    pub(super) fn classes(&mut self) -> (Vec<Class<B>>, Vec<usize>) {
        let starts = |id: &PieceTypeId| self.variant.setup.iter().any(|(_, piece)| piece.piece_type == *id);
        let all = self.variant.piece_type_ids().map(|(id, _)| id);
        let (mut piece_types, later): (Vec<PieceTypeId>, Vec<PieceTypeId>) = all.partition(starts);
        piece_types.extend(later);
        let mut classes: Vec<Class<B>> = Vec::new();
        let mut class_of = vec![ODD; piece_types.len()];
        for piece_type in piece_types {
            let Ok(class) = self.class(piece_type) else { continue };
            let known = classes.iter().position(|known| *known == class);
            class_of[piece_type.index()] = known.unwrap_or_else(|| {
                classes.push(class);
                (classes.len() - 1).min(ODD)
            });
        }
        classes.truncate(ODD);
        (classes, class_of)
    }

    /// What makes a piece type's class: how it moves, attacks and is attacked.
    fn class(&mut self, piece_type: PieceTypeId) -> Result<Class<B>, Odd> {
        let own = self.variant.piece_type(piece_type);
        if own.moves.iter().any(|moves| moves.capturing.is_some()) || !self.context().has(Untabled::Piece) {
            return Err(Odd);
        }
        let royal = own.royal.is_some();
        let mut class = Class { royal, ..Class::default() };
        class.conditional = own.moves.iter().any(Moves::is_conditional);
        let (mut limits, mut fresh) = ([[0; 2]; 2], false);
        for color in Color::ALL {
            let (side, piece) = (color as usize, Piece { color, piece_type });
            class.immune[side] = self.immune(piece, Threat::Capture);
            let returns = self.variant.homes(color, piece_type).meets(self.variant.returns);
            for leads in [false, true].into_iter().take(1 + usize::from(royal)) {
                let case = Case { piece, leads, sort: Sort::Move, again: false };
                let places = if leads { 1..2 } else { 0..2 };
                class.moves[side][places.clone()].fill(self.table(case)?);
                let attacks = self.table(Case { sort: Sort::Attack, ..case })?;
                let (mut moves_again, mut again) = (class.moves[side][usize::from(leads)], attacks);
                if returns {
                    moves_again = self.table(Case { again: true, ..case })?;
                    again = self.table(Case { sort: Sort::Attack, again: true, ..case })?;
                }
                class.moves_again[side][places.clone()].fill(moves_again);
                if again != attacks || leads && attacks != class.attacks[side] {
                    // It attacks in a way of its own while it leads, or before it moves.
                    return Err(Odd);
                }
                class.attacks[side] = attacks;
                if own.moves.iter().any(|moves| moves.automaton.captures_royals_only()) {
                    let snipes = Some(self.table(Case { sort: Sort::Snipe, ..case })?);
                    if leads && snipes != class.snipes[side] {
                        return Err(Odd);
                    }
                    class.snipes[side] = snipes;
                }
                if class.conditional {
                    let open = class.moves[side][usize::from(leads)];
                    let limited = self.table(Case { sort: Sort::Conditional, ..case })?;
                    let again = self.table(Case { sort: Sort::Conditional, again: true, ..case })?;
                    fresh |= limited != again;
                    if !self.numbered(open).is_apart(self.numbered(limited)) {
                        // A move may be open in two ways.
                        return Err(Odd);
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
        (class.sweeps, class.rests) = (some(AttackTable::sweeps_at_all), some(AttackTable::rests_at_all));
        if class.conditional && (class.sweeps || class.rests) || class.sweeps && self.variant.holds_captures()
        {
            // Two captures at once are more than is kept track of there.
            return Err(Odd);
        }
        class.uncommon = class.sweeps || class.rests || class.conditional || class.snipes != [None; 2];
        Ok(class)
    }

    /// The ways of a piece type that are open under a condition, if it is one, and if they leave nothing open to be taken in
    /// passing and take nothing so.
    fn limited(&self, own: &PieceType, tables: [[usize; 2]; 2]) -> Option<Limited> {
        let mut limited = own.moves.iter().filter(|moves| moves.is_conditional());
        let when = limited.clone().next()?.when.clone()?;
        let is_same = |moves: &Moves| moves.when.as_ref() == Some(&when) && moves.provided.is_none();
        let is_simple = tables.as_flattened().iter().all(|table| self.numbered(*table).is_simple());
        (limited.all(is_same) && is_simple).then_some(Limited { when, fresh: false, tables })
    }

    /// Squares on which something cannot be done to a piece, whatever other pieces there are, while it does not lead and
    /// while it does.
    pub(super) fn immune(&self, piece: Piece, threat: Threat) -> [B; 2] {
        if self.variant.is_neutral(piece.piece_type) {
            return [B::ALL; 2];
        }
        let context = self.context();
        let is_meant =
            |immunity: &&Immunity| immunity.to.contains(&threat) && context.has_mask(&immunity.pieces);
        let immunities = || self.variant.immunities.iter().filter(is_meant);
        [false, true].map(|leads| {
            immunities().fold(B::EMPTY, |set, immunity| set | self.mask(&immunity.pieces, piece, leads))
        })
    }

    /// The squares on which `pieces`, as the piece's own side means it, matches it.
    pub(super) fn mask(&self, pieces: &PieceFilter, piece: Piece, leads: bool) -> B {
        mask(self.variant, pieces, piece, leads, piece.color)
    }

    /// By square of the board, those that a piece standing there may come to on its way.
    fn open(&self, Case { piece, leads, sort, .. }: Case) -> Vec<B> {
        let stays = &self.variant.piece_type(piece.piece_type).stays;
        let stays: B = stays.as_ref().map_or(B::ALL, |zone| B::of(*zone.squares.get(piece.color)));
        let admissions = self.variant.admissions.iter().filter(|_| sort != Sort::Attack);
        let admissions: Vec<(B, B)> = admissions
            .map(|own| (B::of(*own.zone.squares.get(piece.color)), self.mask(&own.pieces, piece, leads)))
            .collect();
        let closed = admissions.iter().fold(B::EMPTY, |set, (zone, _)| set | *zone);
        let open = |from| {
            let admitted = admissions.iter().filter(|(_, pieces)| pieces.has(from));
            stays & (!closed | admitted.fold(B::EMPTY, |set, (zone, _)| set | *zone))
        };
        self.variant.board.squares().map(open).collect()
    }

    fn key(&self, case: Case) -> Key<'a, B> {
        let (variant, Case { piece, leads, sort, again }) = (self.variant, case);
        let rules = variant.piece_type(piece.piece_type);
        let mut entries = rules.moves.iter().flat_map(|moves| &moves.automaton.entries);
        let virgin = entries.any(|entry| entry.virgin.is_some());
        let homes = variant.homes(piece.color, piece.piece_type);
        let is_special = |own: &Moves| own.is_conditional() || own.automaton.captures_royals_only();
        let returns = virgin && homes.meets(variant.returns);
        let all_alike = !returns && !rules.moves.iter().any(is_special);
        Key {
            sort: if all_alike && sort == Sort::Attack { Sort::Move } else { sort },
            color: if self.symmetric[piece.piece_type.index()] { Color::White } else { piece.color },
            homes: homes.iter().filter(|_| virgin).collect(),
            fresh: homes
                .iter()
                .filter(|home| virgin && !(again && variant.returns.contains(*home)))
                .collect(),
            faces: sort == Sort::Attack && variant.royalty.facing && rules.royal.is_some(),
            open: self.open(case),
            borders: variant.borders.iter().map(|border| self.mask(&border.pieces, piece, leads)).collect(),
            moves: Cow::Borrowed(&rules.moves),
        }
    }

    /// The number of a table among those of the game.
    fn table(&mut self, case: Case) -> Result<usize, Odd> {
        let over = self.over(self.variant.piece_type(case.piece.piece_type))?;
        let key = self.key(case);
        let built = match self.shelf.all.iter().position(|known| known.key == key) {
            Some(known) => known,
            None => self.build(key)?,
        };
        let known = self.taken.iter().find(|own| (own.0, own.1) == (built, over));
        if let Some((.., table)) = known {
            return Ok(*table);
        }
        let all = &self.shelf.all;
        let is_same = |own: &(usize, Option<usize>)| own.1 == over && all[own.0].table == all[built].table;
        let table = self.tables.iter().position(is_same).unwrap_or_else(|| {
            self.tables.push((built, over));
            self.tables.len() - 1
        });
        self.taken.push((built, over, table));
        Ok(table)
    }

    /// Builds a table and puts it on the shelf; says where.
    fn build(&mut self, key: Key<B>) -> Result<usize, Odd> {
        let squares = self.variant.board.squares();
        let (mut table, mut asked) = (AttackTable::new(self.variant.board.span()), Vec::new());
        let kin = self.shelf.akin(&key);
        let mut found = Paths::default();
        for (at, from) in squares.enumerate() {
            if let Some(known) = key.shared(from, at, &kin) {
                table.take(from, &known.table);
                asked.push(known.asked[at]);
                continue;
            }
            let may_step = |a: Square, b: Square, by: Step| {
                key.open[at].has(b) && self.may_cross(&key, from, (a, b, by))
            };
            self.paths(&key, from, &may_step, &mut found)?;
            self.visits = self.visits.checked_sub(found.visits).ok_or(Odd)?;
            table.store(from, &found);
            asked.push(found.asked);
        }
        self.shelf.all.push(Built { key: key.into_owned(), table, asked });
        Ok(self.shelf.all.len() - 1)
    }

    /// All ways from a square.
    fn paths(
        &self,
        key: &Key<B>,
        from: Square,
        may_step: &dyn Fn(Square, Square, Step) -> bool,
        found: &mut Paths<B>,
    ) -> Result<(), Odd> {
        let (board, color) = (&self.variant.board, key.color);
        let behind = board.step(from, (0, -1), color);
        let beyond = behind.is_some_and(|square| key.homes.contains(&square));
        let home = key.fresh.contains(&from);
        found.clear();
        let sorts_any = key.moves.iter().any(|moves| moves.over.is_some());
        for moves in key.moves.iter() {
            if moves.on.as_ref().is_some_and(|zone| !zone.squares.get(color).contains(from)) {
                continue;
            }
            let open = moves.automaton.entries.iter().filter(|entry| match entry.virgin {
                None => true,
                Some(Virgin::Home) => home,
                Some(Virgin::RankBeyond) => beyond,
            });
            let leads = moves.to.as_ref().map_or(B::ALL, |zone| B::of(*zone.squares.get(color)));
            let is_meant = match key.sort {
                Sort::Move => !moves.is_conditional(),
                Sort::Conditional => moves.is_conditional(),
                Sort::Attack | Sort::Snipe => true,
            };
            if is_meant {
                let sorts = moves.over.is_some();
                let (sort, hurdled) = (key.sort, sorts || !sorts_any);
                let tracer = Tracer { board, color, from, may_step, leads, sort, sorts, hurdled };
                tracer.follow(&moves.automaton, open.map(|entry| entry.state), found)?;
            }
        }
        for step in [1, -1].into_iter().filter(|_| key.faces) {
            let mut gate = Gate::default();
            let mut at = from;
            while let Some(next) = board.step(at, (0, step), Color::White) {
                gate.capture = B::bit(next);
                found.add(gate);
                gate.empty |= gate.capture;
                at = next;
            }
        }
        found.reduce()
    }

    /// The filter of those that a piece type may pass over, by its number.
    fn over(&mut self, rules: &PieceType) -> Result<Option<usize>, Odd> {
        let mut all = rules.moves.iter().filter_map(|moves| moves.over.as_ref());
        let Some(pieces) = all.next() else { return Ok(None) };
        if !all.all(|over| over == pieces) || !self.is_of_types(pieces) {
            return Err(Odd);
        }
        let number = self.overs.iter().position(|known| known == pieces);
        Ok(Some(number.unwrap_or_else(|| {
            self.overs.push(pieces.clone());
            self.overs.len() - 1
        })))
    }

    /// Whether a filter looks at nothing but the types of pieces.
    fn is_of_types(&self, pieces: &PieceFilter) -> bool {
        pieces.parts().into_iter().all(|part| matches!(part, PieceFilter::All | PieceFilter::PieceTypes(_)))
    }

    /// Whether a piece that stands on `stands` may make a step, as far as borders go.
    fn may_cross(&self, key: &Key<B>, stands: Square, (from, to, by): (Square, Square, Step)) -> bool {
        self.variant.borders.iter().zip(&key.borders).all(|(border, bound)| {
            let zone = border.zone.squares.get(key.color);
            zone.contains(from) == zone.contains(to)
                || !bound.has(stands)
                || border.by.has(by, &self.variant.board, from, to)
        })
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Works out all that follows from how each class moves and attacks.
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
            }
        }
        self.add_near();
        self.add_between();
        self.add_immune();
    }

    fn add_immune(&mut self) {
        for side in 0..2 {
            let masks = || self.classes.iter().flat_map(|class| class.immune[side]);
            let common = masks().fold(B::ALL, |set, mask| set & mask);
            let differs = |number: &usize| self.classes[*number].immune[side] != [common; 2];
            self.immune_classes[side] = (0..self.classes.len()).filter(differs).collect();
            self.immune[side] = common;
        }
    }
}
