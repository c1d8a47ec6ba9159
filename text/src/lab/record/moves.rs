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

/// The depth of the perft counts.
const DEPTH: u32 = 2;
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
        let facts = || start(&engine).join("\n  ");
        starts.add(RecordPart::Start, &format!("start {}", variant.array), choice, String::new(), facts);
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

/// Returns the lines about the first moves of a piece.
fn first_moves<'m>(name: &str, moves: impl IntoIterator<Item = &'m str>) -> Vec<String> {
    fill(&format!("{name}: "), "    ", moves, WIDTH)
}

/// Returns entries in the order and the layout of [`entries`], after a name in them was replaced.
pub(super) fn in_order(all: Vec<RecordEntry>) -> Vec<RecordEntry> {
    let (mut pieces, starts): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|entry| entry.part == RecordPart::Moves);
    sort_by_key(&mut pieces, |entry| entry.heading.clone());
    pieces.into_iter().chain(starts.into_iter().map(start_in_order)).collect()
}

/// Sorts the pieces of an entry about the beginning of a game by name.
fn start_in_order(entry: RecordEntry) -> RecordEntry {
    let mut by_piece: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let (mut counts, mut piece) = (Vec::new(), "");
    for line in entry.text.lines().skip(1).map(str::trim_start) {
        let moves = match line.split_once(": ") {
            Some((name, moves)) => {
                piece = name;
                moves
            }
            None if line.starts_with("perft ") => {
                counts.push(line.to_owned());
                continue;
            }
            None => line,
        };
        by_piece.entry(piece).or_default().extend(moves.split_whitespace());
    }
    let moves = by_piece.into_iter().flat_map(|(name, moves)| first_moves(name, moves));
    let lines = entry.text.lines().take(1).map(str::to_owned).chain(moves).chain(counts);
    RecordEntry { text: lines.collect::<Vec<_>>().join("\n  "), ..entry }
}

/// Returns the first moves and the perft counts of a game.
fn start(engine: &Engine) -> Vec<String> {
    let (variant, position) = (engine.variant(), engine.start());
    let mut by_piece: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let setup = variant.start();
    for mv in engine.legal_moves(&position) {
        let piece = mv.from.and_then(|from| setup.piece(from));
        let name =
            piece.map_or_else(|| "other".to_owned(), |piece| variant.piece_type(piece.piece_type).name());
        by_piece.entry(name).or_default().push(movetext::write(variant, &mv));
    }
    let mut lines: Vec<String> = Vec::new();
    for (name, mut moves) in by_piece {
        moves.sort_unstable();
        moves.dedup();
        lines.extend(first_moves(&name, moves.iter().map(String::as_str)));
    }
    let counts: Vec<String> = (1..=DEPTH).map(|depth| engine.perft(&position, depth).to_string()).collect();
    lines.push(format!("perft {}", counts.join(" ")));
    lines
}
