//! The data from which the statements of a game are written: its pieces with their names, its start position, and its
//! regions.

use super::draft::{Piece, Regions};
use super::fen::{StartPiece, StartPosition};
use super::names::PieceNames;
use crate::builder::{NewStatement, PieceFill};
use crate::fairy_stockfish::betza::{self, ForeignMoves};
use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::SquareMask;
use crate::fairy_stockfish::state::{COLORS, SectionState};
use std::collections::{BTreeMap, BTreeSet};

/// An option that a rule file cannot express, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    pub option: String,
    pub reason: String,
    pub matters: Matters,
}

/// The weight of an option that a rule file cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matters {
    /// The option changes nothing.
    Never,
    /// The option decides the results of games without a mate. If it is inherited, it does not prevent an
    /// import, because the games of ferz leave it out as well.
    ForResults,
    /// The game differs from that of Fairy-Stockfish.
    Always,
}

/// A game that is being written.
pub struct GameWriter<'s> {
    pub state: &'s SectionState,
    pub start: StartPosition,
    pub moves: BTreeMap<KindId, ForeignMoves>,
    /// The types of pieces that can occur.
    pub pieces: Vec<Piece>,
    pub names: PieceNames,
    pub regions: Regions,
    /// True if Black's view of the board is rotated and not mirrored.
    pub turned: bool,
    /// Additional rules that come from pieces.
    pub rules: Vec<NewStatement>,
    /// The endings of a game that castling decides.
    pub castling_endings: Vec<NewStatement>,
    pub unsupported: Vec<Unsupported>,
}

impl<'s> GameWriter<'s> {
    pub fn new(state: &'s SectionState, preferred_names: &BTreeMap<char, String>) -> GameWriter<'s> {
        let start = StartPosition::read(state);
        let moves: BTreeMap<KindId, ForeignMoves> =
            state.pieces.keys().map(|kind| (*kind, on_board(state, *kind))).collect();
        let pieces = occurring(state, &start);
        let lopsided =
            pieces.iter().any(|piece| moves.get(&piece.kind).is_some_and(ForeignMoves::is_lopsided));
        let turned = lopsided || (!start.is_even(state, false) && start.is_even(state, true));
        let names = PieceNames::new(state, &start, &pieces, preferred_names);
        let regions = Regions::new(state.width(), state.height(), turned, start.walls);
        GameWriter {
            state,
            start,
            moves,
            pieces,
            names,
            regions,
            turned,
            rules: Vec::new(),
            castling_endings: Vec::new(),
            unsupported: Vec::new(),
        }
    }

    /// Records that an option cannot be expressed. Each reason is recorded only once.
    pub fn cannot(&mut self, option: &str, reason: impl Into<String>) {
        self.note(Unsupported { option: option.to_owned(), reason: reason.into(), matters: Matters::Always });
    }

    /// Records that an option changes nothing.
    pub fn never(&mut self, option: &str, reason: impl Into<String>) {
        self.note(Unsupported { option: option.to_owned(), reason: reason.into(), matters: Matters::Never });
    }

    /// Records that an option decides the results of games without a mate.
    pub fn leaves_undecided(&mut self, option: &str, reason: impl Into<String>) {
        let (option, reason) = (option.to_owned(), reason.into());
        self.note(Unsupported { option, reason, matters: Matters::ForResults });
    }

    /// Records a remark about an option, without duplicates.
    pub fn note(&mut self, unsupported: Unsupported) {
        if !self.unsupported.contains(&unsupported) {
            self.unsupported.push(unsupported);
        }
    }

    /// Returns all types of a piece as a rule refers to them, or `None` if there is none.
    pub fn kind(&self, kind: KindId) -> Option<PieceFill> {
        self.kinds(&[kind])
    }

    /// Returns several pieces as a rule refers to them, or `None` if there is none.
    pub fn kinds(&self, kinds: &[KindId]) -> Option<PieceFill> {
        let names: Vec<&str> = self.names_of(kinds);
        (!names.is_empty()).then(|| PieceFill::named(&names))
    }

    /// Returns the names of all types of some pieces.
    pub fn names_of(&self, kinds: &[KindId]) -> Vec<&str> {
        kinds.iter().flat_map(|kind| self.types(*kind)).map(|piece| self.names.of(piece)).collect()
    }

    pub fn types(&self, kind: KindId) -> impl Iterator<Item = Piece> {
        self.pieces.iter().copied().filter(move |piece| piece.kind == kind)
    }

    pub fn occurs(&self, kind: KindId) -> bool {
        self.types(kind).next().is_some()
    }

    /// Returns true if a side can have this piece.
    pub fn has(&self, side: usize, kind: KindId) -> bool {
        !self.lacks(side, &[kind], 1)
    }

    /// Returns true if a side never has this many of the pieces.
    pub fn lacks(&self, side: usize, kinds: &[KindId], number: i64) -> bool {
        // The pieces that can become one of these, directly or not.
        let mut sources = kinds.to_vec();
        let mut at = 0;
        while let Some(kind) = sources.get(at).copied() {
            let makes = |one: &&KindId| !sources.contains(one) && forms(self.state, **one).contains(&kind);
            let makers: Vec<KindId> = self.state.pieces.keys().filter(makes).copied().collect();
            sources.extend(makers);
            at += 1;
        }
        // Captured pieces change sides.
        let sides = if self.state.flag("capturesToHand") { 0..2 } else { side..side + 1 };
        let held =
            sides.clone().flat_map(|side| &self.start.hands[side]).filter(|kind| sources.contains(kind));
        let is_source = |stone: &StartPiece| {
            sources.contains(&stone.kind) || stone.from.is_some_and(|base| sources.contains(&base))
        };
        let drawn = sides.map(|side| self.start.squares(side, is_source).count());
        (held.count() as i64) + drawn.map(i64::from).sum::<i64>() < number
    }

    pub fn files(&self) -> i32 {
        self.state.width()
    }

    pub fn ranks(&self) -> i32 {
        self.state.height()
    }

    /// Returns, for each side, the squares from which a piece has no move even on an empty board.
    pub fn stuck(&self, kind: KindId) -> [SquareMask; 2] {
        let Some(moves) = self.moves.get(&kind) else { return [SquareMask::NONE; 2] };
        let size = (self.files(), self.ranks());
        [false, true].map(|black| {
            let stays =
                |at: &(i32, i32)| !self.start.walls.has(at.0, at.1) && !moves.can_leave(*at, size, black);
            let all = self.regions.board().iter().filter(stays);
            all.fold(SquareMask::NONE, |all, (file, rank)| all | SquareMask::one(file, rank))
        })
    }

    /// Returns true if the game has hands.
    pub fn has_hands(&self) -> bool {
        self.state.flag("pieceDrops") || gates(self.state)
    }
}

/// Returns true if pieces enter from the hand when others leave their home squares.
pub fn gates(state: &SectionState) -> bool {
    state.flag("gating") && state.flag("seirawanGating")
}

/// Returns true if promoted pieces can revert to their unpromoted form, so that they need separate types.
pub fn remembers(state: &SectionState) -> bool {
    let drops = state.flag("pieceDrops") || gates(state);
    (state.flag("capturesToHand") && drops && !state.flag("dropLoop")) || state.flag("pieceDemotion")
}

/// Returns the pieces that promote like pawns. The pawn itself always does, even if the option does not name it.
pub fn pawns(state: &SectionState, side: usize) -> Vec<KindId> {
    let named = state.kinds(&format!("promotionPawnTypes{}", COLORS[side]));
    let is_pawn = |kind: &&KindId| kind.is_pawn() && !named.contains(kind);
    state.pieces.keys().filter(is_pawn).chain(&named).copied().collect()
}

/// Returns the pieces into which captured pieces turn that promoted by choice, for each side: the last in the option.
pub fn main_pawns(state: &SectionState) -> [Option<KindId>; 2] {
    COLORS.map(|color| state.kinds(&format!("promotionPawnTypes{color}")).last().copied())
}

/// Returns the pieces to which a pawn can promote.
pub fn promotions(state: &SectionState, side: usize) -> Vec<KindId> {
    let mut kinds = state.kinds(&format!("promotionPieceTypes{}", COLORS[side]));
    kinds.sort_by_key(|kind| std::cmp::Reverse(strength(state, *kind)));
    kinds
}

/// Returns the sort key for a list of promotions, which begins with the strongest piece.
fn strength(state: &SectionState, kind: KindId) -> (usize, char) {
    let reach = |part: &betza::NotationPart| match part.form {
        betza::PathForm::Slide(0) => 3,
        betza::PathForm::Hop(_) | betza::PathForm::Slide(_) => 2,
        betza::PathForm::Leap | betza::PathForm::Lame | betza::PathForm::Land => 1,
    };
    let straight = |part: &betza::NotationPart| usize::from(part.legs == (1, 0));
    let moves = moves_of(state, kind);
    let sum = moves.parts.iter().map(|part| part.ways.len() * (4 * reach(part) + straight(part))).sum();
    (sum, state.pieces.get(&kind).map_or(' ', |member| member.letter))
}

/// Returns the moves of a piece as Fairy-Stockfish reads its notation.
pub fn moves_of(state: &SectionState, kind: KindId) -> ForeignMoves {
    let own = state.pieces.get(&kind).and_then(|member| member.betza.clone());
    let notation = own.or_else(|| kind.row().map(|row| row.betza.clone()));
    betza::read(&notation.unwrap_or_default())
}

/// Returns true if a piece can promote as a pawn of a side.
fn chooses(state: &SectionState, side: usize, kind: KindId) -> bool {
    let zone = state.squares(&format!("promotionRegion{}", COLORS[side]));
    !zone.is_empty() && pawns(state, side).contains(&kind) && !moves_of(state, kind).parts.is_empty()
}

/// Returns the promoted form of a piece if the piece can get it: by a move, or when it is dropped.
pub fn form(state: &SectionState, kind: KindId) -> Option<KindId> {
    let zones = state.both_squares("promotionRegion");
    let moves = zones.iter().any(|zone| !zone.is_empty()) && !moves_of(state, kind).parts.is_empty();
    state.promoted(kind).filter(|_| moves || state.flag("dropPromoted"))
}

/// Returns the pieces that a piece can become.
pub(super) fn forms(state: &SectionState, kind: KindId) -> Vec<KindId> {
    let sides = (0..2).filter(|side| chooses(state, *side, kind));
    sides.flat_map(|side| promotions(state, side)).chain(form(state, kind)).collect()
}

/// Returns the moves of a piece without those that lead off the board from each of its squares. A king stays one.
fn on_board(state: &SectionState, kind: KindId) -> ForeignMoves {
    let mut moves = moves_of(state, kind);
    let fits = |part: &betza::NotationPart, (dx, dy): (i32, i32)| {
        let hops = matches!(part.form, betza::PathForm::Hop(_) | betza::PathForm::Land);
        let steps = if hops { 2 } else { 1 };
        steps * dx.abs() < state.width() && steps * dy.abs() < state.height()
    };
    moves.parts.retain(|part| kind.is("king") || part.ways.iter().any(|way| fits(part, *way)));
    moves
}

/// Returns the piece types that can occur in the game, in the order of their letters in the start position.
fn occurring(state: &SectionState, start: &StartPosition) -> Vec<Piece> {
    let remembers = remembers(state);
    let mut found: BTreeSet<Piece> = BTreeSet::new();
    for stone in start.board.values() {
        found.insert(Piece { kind: stone.kind, from: stone.from.filter(|_| remembers) });
    }
    found.extend(start.hands.iter().flatten().map(|kind| Piece { kind: *kind, from: None }));
    let mut open: Vec<Piece> = found.iter().copied().collect();
    while let Some(piece) = open.pop() {
        let mut next: Vec<Piece> = Vec::new();
        let from = |kind| remembers.then_some(kind);
        for side in (0..2).filter(|side| chooses(state, *side, piece.kind)) {
            let base = main_pawns(state).into_iter().flatten().next().unwrap_or(piece.kind);
            next.extend(promotions(state, side).into_iter().map(|kind| Piece { kind, from: from(base) }));
        }
        if let Some(kind) = form(state, piece.kind) {
            next.push(Piece { kind, from: from(piece.kind) });
        }
        if let Some(base) = piece.from {
            next.push(Piece { kind: base, from: None });
        }
        for piece in next {
            if state.pieces.contains_key(&piece.kind) && found.insert(piece) {
                open.push(piece);
            }
        }
    }
    let mut found: Vec<Piece> = found.into_iter().collect();
    let place = |piece: &Piece| {
        let royal = piece.kind.is("king");
        let by_choice = (0..2).any(|side| pawns(state, side).contains(&piece.kind));
        (piece.from.is_some(), by_choice, !royal, std::cmp::Reverse(strength(state, piece.kind)))
    };
    found.sort_by_key(place);
    found
}
