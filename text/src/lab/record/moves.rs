//! The entries of a record about moves: one for each piece, and one for the beginning of the game from each array.
//!
//! [`entries`] is the entry point. Under a value of a switch, only what differs from the default is recorded.

use super::choices::{CompiledChoice, RecordedChoice};
use super::facts::PieceFacts;
use crate::base::{Bitboard, Board, Color, Piece, PieceTypeId, Setup, Square, sort_by_key};
use crate::fast::engine::{Engine, TableCaches};
use crate::lang::record::{RecordEntry, RecordPart};
use crate::messages::text::fill;
use crate::notation::movetext;
use crate::rules::Variant;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The word for a piece without first moves.
const NONE: &str = "none";
/// The width of a line with moves.
const WIDTH: usize = 100;

/// The boards on which the moves of a piece are computed.
pub(super) struct MovePlaces {
    /// The board without pieces.
    pub(super) empty: Setup,
    /// A board with pieces of both sides on a fixed pattern of squares.
    pub(super) crowded: Setup,
    /// The piece type that stands around: the first of the array that is not royal.
    common: Option<PieceTypeId>,
    /// The squares of the grid, from the middle to the edge.
    pub(super) middle: Vec<Square>,
}

impl MovePlaces {
    pub(super) fn new(variant: &Variant) -> MovePlaces {
        let board = &variant.board;
        let common = common(variant, |name| name);
        let mut crowded = variant.empty();
        for (index, square) in board.grid().iter().enumerate() {
            let color = match (index % 7, index % 11) {
                (3, _) => Color::Black,
                (_, 5) => Color::White,
                _ => continue,
            };
            crowded.set(square, common.map(|piece_type| Piece { color, piece_type }));
        }
        let mut middle: Vec<Square> = board.grid().iter().collect();
        let (x, y) = ((board.width + 1) / 2, (board.height + 1) / 2);
        let distance = |square: &Square| {
            let cell = board.cell(*square);
            ((cell.x - x).abs().max((cell.y - y).abs()), cell.y, cell.x)
        };
        sort_by_key(&mut middle, distance);
        MovePlaces { empty: variant.empty(), crowded, common, middle }
    }

    /// Returns the square for the picture of a piece: the one nearest to the middle from which the piece moves.
    pub(super) fn center(&self, reached: &BTreeMap<Square, BTreeSet<Square>>) -> Option<Square> {
        let moves = |square: &&Square| reached.get(square).is_some_and(|to| !to.is_empty());
        self.middle.iter().find(moves).or(self.middle.first()).copied()
    }

    /// Returns an enemy on each square but one.
    pub(super) fn enemies(&self, board: &Board, from: Square, color: Color) -> Vec<(Square, Piece)> {
        let Some(piece_type) = self.common else { return Vec::new() };
        let enemy = Piece { color: color.other(), piece_type };
        board.squares().filter(|square| *square != from).map(|square| (square, enemy)).collect()
    }

    /// Returns the start position with the royals and the pieces of one type only. A piece that does not start on the
    /// board is put on the first free square from the middle, one for each side.
    pub(super) fn alone(&self, variant: &Variant, id: PieceTypeId) -> Setup {
        let mut setup = variant.start();
        let is_kept =
            |piece: Piece| piece.piece_type == id || variant.piece_type(piece.piece_type).royal.is_some();
        for square in variant.board.squares() {
            let kept = setup.piece(square).filter(|piece| is_kept(*piece));
            setup.set(square, kept);
        }
        if !setup.pieces().any(|(_, piece)| piece.piece_type == id) && !variant.is_neutral(id) {
            for color in Color::ALL {
                let free = self.middle.iter().find(|square| setup.piece(**square).is_none());
                if let Some(square) = free {
                    setup.set(*square, Some(Piece { color, piece_type: id }));
                }
            }
        }
        setup.castling = variant.standing(|square| setup.piece(square));
        setup
    }
}

/// Returns the piece type that stands around others. `name` returns the name that decides for the name of a piece, so that
/// the order of the pieces in the file has no effect.
pub(super) fn common(variant: &Variant, name: impl Fn(String) -> String) -> Option<PieceTypeId> {
    let all = variant.setup.iter().map(|(_, piece)| piece.piece_type);
    let common = all.filter(|id| variant.piece_type(*id).royal.is_none() && !variant.is_neutral(*id));
    common.min_by_key(|id| name(variant.piece_type(*id).name()))
}

/// Returns the entries about moves under the default values, followed by those that differ under another value.
pub(super) fn entries(games: &CompiledChoice) -> Vec<RecordEntry> {
    let (mut pieces, mut starts) = (Facts::default(), Facts::default());
    let mut caches = TableCaches::once();
    let mut usual: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (choice, variant) in &games.all {
        let engine = Engine::sharing(variant, &mut caches);
        let places = MovePlaces::new(variant);
        let is_first = variant.array == games.array;
        for (id, own) in variant.piece_type_ids().filter(|_| is_first) {
            let facts = || PieceFacts::new(&engine, &places, id).lines().join("\n  ");
            pieces.add(
                RecordPart::Moves,
                &format!("moves {}", own.name()),
                choice,
                CompiledChoice::form(variant, id),
                facts,
            );
        }
        // A piece that stands in the array only under the default values has no first moves under others.
        let standing = usual.entry(variant.array.clone()).or_default();
        let mut by_piece: BTreeMap<String, Vec<String>> =
            standing.iter().map(|name| (name.clone(), Vec::new())).collect();
        by_piece.extend(first_moves(&engine));
        if choice.0.is_empty() {
            standing.extend(by_piece.keys().cloned());
        }
        for (name, moves) in by_piece {
            let (heading, facts) = (start_heading(&variant.array, &name), || written(&moves));
            starts.add(RecordPart::Start, &heading, choice, String::new(), facts);
        }
    }
    let mut all = pieces.entries;
    sort_by_key(&mut all, |entry| entry.heading.clone());
    all.extend(starts.entries);
    all
}

/// The entries of one part.
#[derive(Default)]
struct Facts {
    entries: Vec<RecordEntry>,
    /// The facts under the default values, by heading.
    usual: HashMap<String, String>,
    /// The facts by heading and canonical form.
    known: HashMap<(String, String), String>,
}

impl Facts {
    /// Adds an entry unless its facts are those under the default values. `form` decides whether the facts can be those
    /// of another game; an empty form never does.
    fn add(
        &mut self,
        part: RecordPart,
        heading: &str,
        choice: &RecordedChoice,
        form: String,
        facts: impl Fn() -> String,
    ) {
        let key = (heading.to_owned(), form);
        let known = self.known.get(&key).filter(|_| !key.1.is_empty()).cloned();
        let text = known.unwrap_or_else(facts);
        self.known.insert(key, text.clone());
        let full = choice.heading(heading);
        if full == heading {
            self.usual.insert(full.clone(), text.clone());
        } else if self.usual.get(heading) == Some(&text) {
            return;
        }
        self.entries.push(RecordEntry { part, text: format!("{full}\n  {text}"), heading: full });
    }
}

/// Returns the heading of the entry about the first moves of a piece from an array.
fn start_heading(array: &str, piece: &str) -> String {
    format!("start {array}, {piece}")
}

/// Writes the first moves of a piece.
fn written<Text: AsRef<str>>(moves: &[Text]) -> String {
    let none = moves.is_empty().then_some(NONE);
    fill("", "", none.into_iter().chain(moves.iter().map(AsRef::as_ref)), WIDTH).join("\n  ")
}

/// Divides the entries about the beginning of a game from which earlier versions have written one for all pieces. Such an
/// entry has the name and the moves of a piece on one line, and counts of all moves at the end.
pub(super) fn apart(entries: &[RecordEntry]) -> Vec<RecordEntry> {
    let all = |entry: &RecordEntry| {
        let mut by_piece: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut piece = String::new();
        for line in entry.text.lines().skip(1).map(str::trim).filter(|line| !line.starts_with("perft ")) {
            let (name, moves) = line.split_once(": ").unwrap_or((&piece, line));
            let (name, moves) = (name.to_owned(), moves.split_whitespace().map(str::to_owned));
            by_piece.entry(name.clone()).or_default().extend(moves);
            piece = name;
        }
        by_piece
    };
    let divided = |entry: &RecordEntry| {
        let (start, choice) = entry.heading.split_once(" under ").unwrap_or((&entry.heading, ""));
        let array = start.strip_prefix("start ").filter(|array| !array.contains(", "));
        let Some(array) = array.filter(|_| entry.part == RecordPart::Start) else {
            return vec![entry.clone()];
        };
        // A piece with moves under the default values that is not listed here has none.
        let usual = entries.iter().find(|other| other.heading == start);
        let mut by_piece: BTreeMap<String, Vec<String>> =
            usual.map(all).unwrap_or_default().into_keys().map(|name| (name, Vec::new())).collect();
        by_piece.extend(all(entry));
        let under = if choice.is_empty() { String::new() } else { format!(" under {choice}") };
        let one = |(name, moves): (String, Vec<String>)| {
            let heading = start_heading(array, &name) + &under;
            RecordEntry { part: entry.part, text: format!("{heading}\n  {}", written(&moves)), heading }
        };
        by_piece.into_iter().map(one).collect()
    };
    entries.iter().flat_map(divided).collect()
}

/// Returns true if an entry says that a piece has no first moves.
pub(super) fn is_without_moves(entry: &RecordEntry) -> bool {
    entry.part == RecordPart::Start && entry.text.lines().skip(1).all(|line| line.trim() == NONE)
}

/// Returns entries in the order and the layout of [`entries`], after a name in them was replaced.
pub(super) fn in_order(all: Vec<RecordEntry>) -> Vec<RecordEntry> {
    let (mut pieces, starts): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|entry| entry.part == RecordPart::Moves);
    sort_by_key(&mut pieces, |entry| entry.heading.clone());
    let mut starts = apart(&starts);
    // Arrays and choices keep their order, and the pieces of each are sorted.
    let group = |entry: &RecordEntry| {
        let (start, choice) = entry.heading.split_once(" under ").unwrap_or((&entry.heading, ""));
        (start.split(", ").next().unwrap_or_default().to_owned(), choice.to_owned())
    };
    for same in starts.chunk_by_mut(|one, other| group(one) == group(other)) {
        sort_by_key(same, |entry| entry.heading.clone());
    }
    pieces.into_iter().chain(starts).collect()
}

/// Returns the first moves of each piece of the array, and of all actions together, by name.
fn first_moves(engine: &Engine) -> BTreeMap<String, Vec<String>> {
    let (variant, position) = (engine.variant(), engine.start());
    let setup = variant.start();
    let name = |piece: Piece| variant.piece_type(piece.piece_type).name();
    let own = setup.pieces().filter(|(_, piece)| piece.color == setup.turn);
    let mut by_piece: BTreeMap<String, Vec<String>> =
        own.map(|(_, piece)| (name(piece), Vec::new())).collect();
    for mv in engine.legal_moves(&position) {
        let piece = mv.from.and_then(|from| setup.piece(from));
        let name = piece.map_or_else(|| "other".to_owned(), name);
        by_piece.entry(name).or_default().push(movetext::write(variant, &mv));
    }
    for moves in by_piece.values_mut() {
        moves.sort_unstable();
        moves.dedup();
    }
    by_piece
}
