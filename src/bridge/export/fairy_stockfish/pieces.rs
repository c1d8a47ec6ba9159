//! The pieces: their letters, their moves, and the squares on which they may stand.

use super::{Kind, LARGEST, Writer};
use crate::base::source::Span;
use crate::base::{Bitboard, ByColor, Color, PieceTypeId, SquareSet};
use crate::bridge::export::letters;
use crate::bridge::export::paths::{Mode, Reach, Simple, Vector, simple, straight_first};
use crate::bridge::export::rectangle;
use crate::bridge::fairy_stockfish::options::{PieceKind, TABLE};
use crate::lang::betza;
use crate::play::dialect::{Codec, Dialect};
use crate::rules::{Automaton, Binding, Consequence, Moves, PieceType, RuleRef, Variant};
use std::collections::BTreeSet;

/// The number of pieces that a file can define by their notation.
const CUSTOM: usize = 25;

/// The moves of the pieces with an option of their own that the program treats differently from other pieces.
const PAWN: [&str; 2] = ["fmWfceF", "fmWfcF"];

/// First moves of a piece type, with the squares from which they begin.
struct First {
    id: PieceTypeId,
    zone: ByColor<SquareSet>,
    moves: BTreeSet<Simple>,
}

/// The leaps that pieces on their path can block.
const LAME: [Vector; 4] = [(2, 0), (2, 1), (2, 2), (3, 2)];

/// The steps that can be repeated.
const SLIDES: [Vector; 3] = [(1, 0), (1, 1), (2, 1)];

impl Writer<'_> {
    pub(super) fn pieces(&mut self) {
        let variant = self.variant;
        let letters = letters_of(variant);
        for ((id, own), letter) in variant.piece_type_ids().zip(letters) {
            let merged = base_of(variant, id);
            let letter = letter.unwrap_or_else(|| {
                self.survey.refuse(RuleRef::Piece(id, own), "a game has at most 26 pieces");
                '?'
            });
            let region = self.region(id, own);
            self.kinds.push(Kind { letter, option: String::new(), merged, moves: BTreeSet::new(), region });
        }
        self.king = self.royal();
        let known = known_pieces();
        let mut initial: Vec<First> = Vec::new();
        let mut custom = 0;
        // The piece that may not give mate by a drop needs an option of its own, so it chooses first.
        let spared: Vec<PieceTypeId> =
            variant.piece_type_ids().map(|(id, _)| id).filter(|id| self.spares(*id)).collect();
        let others = variant.piece_type_ids().map(|(id, _)| id).filter(|id| !spared.contains(id));
        let order: Vec<PieceTypeId> = spared.iter().copied().chain(others).collect();
        for id in order {
            let own = variant.piece_type(id);
            if self.kinds[id.index()].merged.is_some() {
                continue;
            }
            let moves = self.moves(id, own, &mut initial);
            let usual: BTreeSet<Simple> = moves.iter().filter(|one| !one.initial).copied().collect();
            let first: BTreeSet<Simple> = moves.iter().filter(|one| one.initial).copied().collect();
            let text = letters::write(&usual).unwrap_or_default();
            let whole = letters::write(&moves).unwrap_or_default();
            let is_pawn = PAWN.contains(&text.as_str())
                && ["", "ifmnD"].contains(&letters::write(&first).unwrap_or_default().as_str());
            let letter = self.kinds[id.index()].letter.to_ascii_lowercase();
            let is_taken = |option: &str| self.kinds.iter().any(|kind| kind.option == option);
            let mut named = known.iter().filter(|(row, _)| {
                row.spares == spared.contains(&id)
                    && !row.advances
                    && !row.shuns_itself
                    && !is_taken(&row.option)
            });
            let soldier = TABLE.pieces.iter().find(|row| row.advances && self.advances(id, own));
            let (option, value) = if self.king == Some(id) {
                let value = if whole == "K" { letter.to_string() } else { format!("{letter}:{whole}") };
                ("king".to_owned(), value)
            } else if is_pawn && !is_taken("pawn") {
                ("pawn".to_owned(), letter.to_string())
            } else if let Some(soldier) = soldier.filter(|row| !is_taken(&row.option)) {
                (soldier.option.clone(), letter.to_string())
            } else if let Some((row, _)) = named.find(|(_, known)| *known == moves) {
                (row.option.clone(), letter.to_string())
            } else {
                custom += 1;
                if custom > CUSTOM {
                    self.survey.refuse(RuleRef::Piece(id, own), "a game has at most 25 pieces and a king");
                }
                // A piece without moves still needs a notation, and the program ignores this sign.
                let whole = if whole.is_empty() { "-".to_owned() } else { whole };
                (format!("customPiece{custom}"), format!("{letter}:{whole}"))
            };
            let advances = soldier.is_some_and(|row| row.option == option);
            let rank = own.moves.last().and_then(|moves| self.ranks_from(moves.on.as_ref()?.squares));
            self.set(&option, value);
            if let Some(rank) = rank.filter(|_| advances) {
                self.set("soldierPromotionRank", rank.to_string());
            }
            self.kinds[id.index()].option = option;
            self.kinds[id.index()].moves = moves;
        }
        self.first_moves(&initial);
        for at in 0..self.kinds.len() {
            let kind = &self.kinds[at];
            if let Some(region) = kind.region.filter(|_| kind.merged.is_none()) {
                let option = capital(&kind.option);
                for color in Color::ALL {
                    let value = self.squares(*region.get(color));
                    self.set(&format!("mobilityRegion{}{option}", color.title()), value);
                }
            }
        }
    }

    /// Returns the piece type of the option `king`: the only royal type, of which each side has at most one.
    fn royal(&mut self) -> Option<PieceTypeId> {
        let variant = self.variant;
        let royals: Vec<PieceTypeId> =
            variant.piece_type_ids().filter(|(_, own)| own.royal.is_some()).map(|(id, _)| id).collect();
        let count = |color: Color, id: PieceTypeId| {
            let on_board =
                variant.setup.iter().filter(|(_, piece)| piece.color == color && piece.piece_type == id);
            let in_hand = variant
                .start_hands
                .iter()
                .filter(|(piece, _)| piece.color == color && piece.piece_type == id);
            on_board.count() + in_hand.map(|(_, number)| usize::from(*number)).sum::<usize>()
        };
        let becomes = |id: PieceTypeId| {
            let arrivals = variant.piece_types.iter().flat_map(|own| &own.arrivals);
            arrivals
                .flat_map(|arrival| &arrival.then)
                .flat_map(Consequence::becomes)
                .any(|other| *other == id)
        };
        let is_single = |color: Color| royals.iter().map(|id| count(color, *id)).sum::<usize>() <= 1;
        let is_sound = Color::ALL.into_iter().all(is_single) && !royals.iter().any(|id| becomes(*id));
        let first = royals.first().copied()?;
        // Kings of both sides that differ only in castling are one piece.
        let alike = |id: &PieceTypeId| {
            let (one, other) = (variant.piece_type(first), variant.piece_type(*id));
            self.kinds[id.index()].region == self.kinds[first.index()].region
                && one.moves.len() == other.moves.len()
                && one.moves.iter().zip(&other.moves).all(|(one, other)| is_alike(one, other))
                && one.arrivals == other.arrivals
        };
        if variant.royalty.binds != Binding::Never && is_sound && royals.iter().all(alike) {
            for id in royals.iter().skip(1) {
                self.kinds[id.index()].merged = Some(first);
                self.kinds[id.index()].letter = self.kinds[first.index()].letter;
            }
            return Some(first);
        }
        // Beside a king, other pieces can be royal, however many there are.
        let is_king =
            |id: &&PieceTypeId| Color::ALL.iter().all(|color| count(*color, **id) <= 1) && !becomes(**id);
        let king = royals
            .iter()
            .copied()
            .find(|id| is_king(&id))
            .filter(|_| variant.royalty.binds == Binding::Always);
        if let Some(king) =
            king.filter(|king| royals.iter().all(|id| id == king || !is_stage(variant, *id, *king)))
        {
            let others: Vec<PieceTypeId> = royals.into_iter().filter(|id| *id != king).collect();
            let letters = self.letters(&others);
            self.set("extinctionValue", "loss");
            self.set("extinctionPieceTypes", letters);
            self.set("extinctionPseudoRoyal", "true");
            self.set("extinctionPieceCount", "64");
            return Some(king);
        }
        for id in royals {
            let own = variant.piece_type(id);
            let rule = RuleRef::Royal(id, own.royal.unwrap_or(1));
            self.survey.refuse(rule, "a side has one king, which is always royal");
        }
        None
    }

    /// Returns the squares on which a piece may stand, if not all.
    fn region(&mut self, id: PieceTypeId, own: &PieceType) -> Option<ByColor<SquareSet>> {
        let mut region = own.stays.as_ref().map(|zone| zone.squares);
        let first = own.moves.first().and_then(|moves| moves.to.as_ref());
        if let Some(zone) = first.filter(|zone| own.moves.iter().all(|moves| moves.to.as_ref() == Some(zone)))
        {
            let both = region.map_or(zone.squares, |region| {
                ByColor::from_fn(|color| *region.get(color) & *zone.squares.get(color))
            });
            region = Some(both);
        } else if let Some(moves) = own.moves.iter().find(|moves| moves.to.is_some()) {
            self.survey.refuse(RuleRef::Moves(id, moves), "all moves of a piece end in the same region");
        }
        region.filter(|region| Color::ALL.iter().any(|color| *region.get(*color) != self.everywhere()))
    }

    /// Returns the moves of a piece, and adds the squares from which its initial moves begin.
    fn moves(&mut self, id: PieceTypeId, own: &PieceType, initial: &mut Vec<First>) -> BTreeSet<Simple> {
        let (_, _, width, height) = rectangle(self.variant);
        let mut all = BTreeSet::new();
        let advances = self.advances(id, own);
        for moves in &own.moves {
            let rule = RuleRef::Moves(id, moves);
            if moves.over.is_some() || moves.capturing.is_some() || moves.is_conditional() {
                self.survey.refuse(rule, format!("`{}` has a limit or a condition", &*moves.notation));
                continue;
            }
            let Some(found) = simple(&moves.automaton, (width, height), straight_first) else {
                self.survey.refuse(rule, format!("its notation has no form of `{}`", &*moves.notation));
                continue;
            };
            let strange = |one: &&Simple| !is_known(one);
            if let Some(one) = found.iter().find(strange) {
                let text = letters::write(&BTreeSet::from([*one]));
                let text =
                    text.map_or_else(|| format!("a leap by {:?}", one.vector), |text| format!("`{text}`"));
                self.survey
                    .refuse(rule, format!("`{}` contains {text}, which it does not know", &*moves.notation));
                continue;
            }
            if advances {
                all.extend(found);
                continue;
            }
            let first = |one: &Simple| Simple { initial: true, ..*one };
            // A piece that can be captured en passant makes a first move, from any square.
            let passed: BTreeSet<Simple> =
                found.iter().filter(|one| !one.initial && one.passed).map(first).collect();
            let virgin: BTreeSet<Simple> = found.iter().filter(|one| one.initial).copied().collect();
            let usual: BTreeSet<Simple> =
                found.iter().filter(|one| !one.initial && !one.passed).copied().collect();
            if !virgin.is_empty() {
                let zone = ByColor::from_fn(|color| self.variant.homes(color, id));
                initial.push(First { id, zone, moves: virgin });
                if self.returns_home(id) {
                    self.survey
                        .refuse(rule, "a piece that returns to its first square can repeat its first move");
                }
            }
            match &moves.on {
                Some(zone) => {
                    let moves = usual.iter().map(first).chain(passed).collect();
                    initial.push(First { id, zone: zone.squares, moves });
                }
                None => {
                    all.extend(usual);
                    let everywhere = self.everywhere();
                    let zone = ByColor { white: everywhere, black: everywhere };
                    initial.extend((!passed.is_empty()).then_some(First { id, zone, moves: passed }));
                }
            }
            let own: BTreeSet<Simple> =
                initial.iter().filter(|one| one.id == id).flat_map(|one| &one.moves).copied().collect();
            if own.iter().any(|one| one.mode != Mode::Quiet) {
                self.survey.refuse(rule, format!("`{}` captures from some squares only", &*moves.notation));
            }
            all.extend(own);
        }
        self.contamination(id, own, &all);
        self.en_passant(id, own, &all);
        all
    }

    /// Reports moves that the program confuses because they end on the same squares.
    fn contamination(&mut self, id: PieceTypeId, own: &PieceType, all: &BTreeSet<Simple>) {
        for initial in [false, true] {
            for mode in [Mode::Quiet, Mode::Capture] {
                let part = all.iter().filter(|one| one.initial == initial && one.mode == mode);
                if is_confused(&part.copied().collect::<Vec<Simple>>(), self.variant) {
                    let rule =
                        own.moves.first().map_or(RuleRef::Piece(id, own), |moves| RuleRef::Moves(id, moves));
                    let text = letters::write(all).unwrap_or_default();
                    self.survey.refuse(
                        rule,
                        format!("it confuses the moves in `{text}` that end on the same squares"),
                    );
                    return;
                }
            }
        }
    }

    /// Checks that a piece captures en passant with all its captures or with none.
    fn en_passant(&mut self, id: PieceTypeId, own: &PieceType, all: &BTreeSet<Simple>) {
        let vectors = |mode: Mode| -> BTreeSet<Vector> {
            all.iter().filter(|one| one.mode == mode && !one.initial).map(|one| one.vector).collect()
        };
        let (quiet, captures, passing) =
            (vectors(Mode::Quiet), vectors(Mode::Capture), vectors(Mode::Passing));
        let expected: BTreeSet<Vector> = captures.difference(&quiet).copied().collect();
        if !passing.is_empty() && passing != expected {
            let rule = own.moves.first().map_or(RuleRef::Piece(id, own), |moves| RuleRef::Moves(id, moves));
            self.survey.refuse(rule, "a piece captures en passant with all its captures or with none");
        }
    }

    /// Returns true if a piece can come back to a square from which its first move began.
    fn returns_home(&self, id: PieceTypeId) -> bool {
        let own = self.variant.piece_type(id);
        Color::ALL.into_iter().any(|color| {
            let homes = self.variant.homes(color, id);
            let (mut reached, mut open) = (homes, homes);
            loop {
                let mut next = SquareSet::EMPTY;
                for square in open.iter() {
                    for moves in &own.moves {
                        next |= moves.automaton.ends(&self.variant.board, square, color);
                    }
                }
                if next.meets(homes) {
                    return true;
                }
                open = next & !reached;
                reached |= next;
                if open.is_empty() {
                    return false;
                }
            }
        })
    }

    /// Writes the squares from which first moves begin. All pieces share them.
    fn first_moves(&mut self, initial: &[First]) {
        if initial.is_empty() {
            self.set("doubleStep", "false");
            return;
        }
        let variant = self.variant;
        let empty = ByColor { white: SquareSet::EMPTY, black: SquareSet::EMPTY };
        let union = |zones: &mut dyn Iterator<Item = &First>| {
            zones.fold(empty, |all, one| ByColor::from_fn(|color| *all.get(color) | *one.zone.get(color)))
        };
        let all = union(&mut initial.iter());
        let plain = |moves: &BTreeSet<Simple>| -> BTreeSet<Simple> {
            moves.iter().map(|one| Simple { passed: false, ..*one }).collect()
        };
        for one in initial {
            let own = variant.piece_type(one.id);
            let zone = union(&mut initial.iter().filter(|other| other.id == one.id));
            let more = |color: Color| *all.get(color) & !*zone.get(color);
            let differs = Color::ALL.iter().any(|color| more(*color).meets(self.standing(one.id, *color)));
            let changes =
                initial.iter().any(|other| other.id == one.id && plain(&other.moves) != plain(&one.moves));
            let rule = own.moves.first().map(|moves| RuleRef::Moves(one.id, moves));
            if let Some(rule) = rule.filter(|_| differs || changes) {
                self.survey.refuse(rule, "all pieces have the same squares for first moves");
            }
        }
        self.set_squares("doubleStepRegion", all);
        self.passing_squares(initial);
    }

    /// Writes the squares on which pieces can be captured en passant, if not after all first moves.
    fn passing_squares(&mut self, initial: &[First]) {
        let takes = self.kinds.iter().any(|kind| kind.moves.iter().any(|one| one.mode == Mode::Passing));
        if !takes {
            return;
        }
        let board = &self.variant.board;
        let crossed = |color: Color, passed: bool| {
            let mut squares = SquareSet::EMPTY;
            for one in initial {
                for step in one.moves.iter().filter(|step| step.passed == passed) {
                    let steps = match step.reach {
                        Reach::Lame => straight_first(step.vector),
                        Reach::Slide(_) => vec![step.vector; usize::from(u8::MAX)],
                        Reach::Leap | Reach::Hop | Reach::ShortHop => vec![step.vector],
                    };
                    for from in one.zone.get(color).iter() {
                        let mut at = from;
                        for step in steps.iter().take(steps.len().saturating_sub(1)) {
                            let Some(next) = board.step(at, *step, color) else { break };
                            squares.insert(next);
                            at = next;
                        }
                    }
                }
            }
            squares
        };
        let (taken, spared) =
            (ByColor::from_fn(|color| crossed(color, true)), ByColor::from_fn(|color| crossed(color, false)));
        if Color::ALL.iter().all(|color| spared.get(*color).is_empty()) {
            return;
        }
        if Color::ALL.iter().any(|color| spared.get(*color).meets(*taken.get(*color))) {
            let id = initial[0].id;
            let rule = RuleRef::Piece(id, self.variant.piece_type(id));
            self.survey.refuse(rule, "a piece can be captured en passant after every first move");
            return;
        }
        // The region belongs to the side that captures.
        self.set_squares("enPassantRegion", ByColor::from_fn(|color| *taken.get(color.other())));
    }

    /// Returns the squares on which a piece can stand: its homes, and what it reaches from them.
    fn standing(&self, id: PieceTypeId, color: Color) -> SquareSet {
        let variant = self.variant;
        let own = variant.piece_type(id);
        let arrives =
            variant.piece_types.iter().flat_map(|own| &own.arrivals).flat_map(|arrival| &arrival.then);
        let is_made = arrives.flat_map(Consequence::becomes).any(|other| *other == id);
        if is_made || variant.hands {
            return self.everywhere();
        }
        let mut reached = variant.homes(color, id);
        let mut open = reached;
        while !open.is_empty() {
            let mut next = SquareSet::EMPTY;
            for square in open.iter() {
                for moves in &own.moves {
                    next |= moves.automaton.ends(&variant.board, square, color);
                }
            }
            open = next & !reached;
            reached |= next;
        }
        reached
    }

    /// Returns true if the piece is a soldier: it moves forward, and from some rank on also sideways.
    pub(super) fn advances(&self, id: PieceTypeId, own: &PieceType) -> bool {
        let [forward, sideways] = own.moves.as_slice() else { return false };
        let Some(zone) = &sideways.on else { return false };
        let texts = (&*forward.notation, &*sideways.notation);
        let plain = |moves: &Moves| !moves.is_limited();
        let is_plain = forward.on.is_none() && plain(forward) && plain(sideways);
        texts == ("fW", "sW") && is_plain && self.king != Some(id) && self.ranks_from(zone.squares).is_some()
    }

    /// Returns the rank from which on a zone contains all ranks, as each side counts them.
    pub(super) fn ranks_from(&self, zone: ByColor<SquareSet>) -> Option<i32> {
        let board = &self.variant.board;
        let (_, low, _, height) = rectangle(self.variant);
        let from = |rank: i32, color: Color| -> SquareSet {
            let counted = |y: i32| color.pick(y - low + 1, height - (y - low));
            board.squares().filter(|square| counted(board.cell(*square).y) >= rank).collect()
        };
        (1..=height).find(|rank| Color::ALL.iter().all(|color| from(*rank, *color) == *zone.get(*color)))
    }
}

/// Returns true if a royal piece takes the place of another: it is a stage of it, or the array does not have it.
fn is_stage(variant: &Variant, id: PieceTypeId, king: PieceTypeId) -> bool {
    let starts = variant.setup.iter().any(|(_, piece)| piece.piece_type == id);
    !starts || variant.piece_type(id).piece == variant.piece_type(king).piece
}

/// Returns true if two kinds of moves differ in castling at most.
fn is_alike(one: &Moves, other: &Moves) -> bool {
    let bare = |moves: &Moves| {
        let automaton = Automaton { castles: Vec::new(), ..moves.automaton.clone() };
        (moves.on.clone(), moves.to.clone(), moves.is_limited(), automaton)
    };
    bare(one) == bare(other)
}

/// Returns the pieces that have an option of their own, with their moves.
fn known_pieces() -> Vec<(&'static PieceKind, BTreeSet<Simple>)> {
    let moves = |row: &'static PieceKind| {
        let (reading, _) = betza::read(&row.betza, Span::new(0, 0, row.betza.len()));
        Some((row, simple(&reading?.automaton, LARGEST, straight_first)?))
    };
    // Pawns and kings have rules of their own.
    let is_plain = |row: &&PieceKind| !["pawn", "king"].contains(&row.option.as_str());
    TABLE.pieces.iter().filter(is_plain).filter_map(moves).collect()
}

/// Returns the name of an option with a capital letter.
fn capital(option: &str) -> String {
    let mut letters = option.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Returns the type from which a promoted piece differs only in what it becomes in hand.
fn base_of(variant: &Variant, id: PieceTypeId) -> Option<PieceTypeId> {
    let own = variant.piece_type(id);
    own.in_hand?;
    let starts = variant.setup.iter().any(|(_, piece)| piece.piece_type == id);
    let same = |other: &PieceType| {
        other.moves == own.moves
            && other.stays == own.stays
            && other.royal == own.royal
            && other.arrivals == own.arrivals
    };
    let mut others =
        variant.piece_type_ids().filter(|(other, base)| *other != id && base.in_hand.is_none() && same(base));
    // The mark of promoted pieces shows that the file of the game means the same.
    let is_marked = own.written.iter().any(|(_, token)| token.ends_with('~'));
    others.find(|_| !starts && is_marked).map(|(other, _)| other)
}

/// Chooses a letter for each piece type: that of the program, else a free one.
fn letters_of(variant: &Variant) -> Vec<Option<char>> {
    let dialect = Dialect::named("xboard").unwrap_or_else(|| Dialect::own());
    let written = Codec::new(variant, dialect).letters;
    let single = |token: &String| {
        let mut chars = token.chars();
        let first = chars.next().filter(char::is_ascii_uppercase);
        first.filter(|_| chars.next().is_none())
    };
    let mut letters: Vec<Option<char>> = written.iter().map(single).collect();
    for at in 0..letters.len() {
        let marked = written[at].ends_with('~');
        if letters[at].is_none() && !marked {
            letters[at] = ('A'..='Z').rev().find(|letter| !letters.contains(&Some(*letter)));
        } else if marked {
            letters[at] = Some('~');
        }
    }
    letters
}

/// Returns true if the program knows a move. It knows leaps of at most three files and ranks.
fn is_known(one: &Simple) -> bool {
    let (dx, dy) = (one.vector.0.abs(), one.vector.1.abs());
    let shape = (dx.max(dy), dx.min(dy));
    match one.reach {
        Reach::Leap => shape.0 <= 3,
        Reach::Lame => LAME.contains(&shape),
        Reach::Slide(limit) => SLIDES.contains(&shape) && limit.is_none_or(|limit| limit <= 9),
        Reach::Hop | Reach::ShortHop => SLIDES[..2].contains(&shape),
    }
}

/// Returns true if moves of different kinds share squares. The program looks up each kind by itself and then keeps all
/// squares that any of the moves reaches on an empty board, so such moves would gain squares from each other.
fn is_confused(all: &[Simple], variant: &Variant) -> bool {
    let (_, _, width, height) = rectangle(variant);
    let most = width.max(height);
    let reached = |one: &Simple| -> BTreeSet<Vector> {
        let times = |most: i32| (1..=most).map(|n| (one.vector.0 * n, one.vector.1 * n)).collect();
        match one.reach {
            Reach::Leap | Reach::Lame => times(1),
            Reach::Slide(limit) => times(limit.map_or(most, i32::from)),
            Reach::Hop | Reach::ShortHop => times(most),
        }
    };
    let leaps: BTreeSet<Vector> =
        all.iter().filter(|one| one.reach == Reach::Leap).map(|one| one.vector).collect();
    let others: Vec<&Simple> = all.iter().filter(|one| one.reach != Reach::Leap).collect();
    // Lines that the program looks up together: both ways along a line, in all four directions of a diagonal or leap.
    let family = |one: &Simple| {
        let (dx, dy) = (one.vector.0.abs(), one.vector.1.abs());
        let kind = match one.reach {
            Reach::Leap | Reach::Lame => 0,
            Reach::Slide(_) => 1,
            Reach::Hop => 2,
            Reach::ShortHop => 3,
        };
        let line = if dx == 0 || dy == 0 { (dx.signum(), dy.signum()) } else { (dx.max(dy), dx.min(dy)) };
        (kind, if one.reach == Reach::Lame { (dx.max(dy), dx.min(dy)) } else { line })
    };
    let families: BTreeSet<_> = others.iter().map(|one| family(one)).collect();
    families.iter().any(|own| {
        let granted: BTreeSet<Vector> =
            others.iter().filter(|one| family(one) == *own).flat_map(|one| reached(one)).collect();
        let covers = |(x, y): Vector| {
            let (dx, dy) = (x.abs(), y.abs());
            match own {
                (0, shape) => (dx.max(dy), dx.min(dy)) == *shape,
                (_, (1, 0)) => dy == 0,
                (_, (0, 1)) => dx == 0,
                (_, (1, 1)) => dx == dy,
                (_, (long, short)) => dx.max(dy) * short == dx.min(dy) * long,
            }
        };
        let foreign = others.iter().filter(|one| family(one) != *own).flat_map(|one| reached(one));
        foreign
            .into_iter()
            .any(|vector| covers(vector) && !granted.contains(&vector) && !leaps.contains(&vector))
    })
}
