//! Translates pieces: moves, first moves, captures en passant, and the squares to which they are limited.

use super::castling::Castlings;
use super::draft::{Piece, PieceDraft};
use super::game::{GameWriter, form, pawns, promotions};
use super::promotion;
use super::royals;
use crate::builder::{ConditionFill, NewStatement, PieceFill, SquareFill};
use crate::export::Format;
use crate::fairy_stockfish::betza::ForeignMoves;
use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::SquareMask;
use crate::fairy_stockfish::state::COLORS;
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;

/// No squares of either side.
const NOWHERE: [SquareMask; 2] = [SquareMask::NONE; 2];

/// Returns the statements of all pieces.
pub fn pieces(game: &mut GameWriter, castlings: &Castlings) -> Vec<PieceDraft> {
    let all = game.pieces.clone();
    all.into_iter().map(|piece| draft(game, piece, castlings)).collect()
}

fn draft(game: &mut GameWriter, piece: Piece, castlings: &Castlings) -> PieceDraft {
    let royal = royals::is_royal(game, piece.kind);
    let mut lines = PieceLines::default();
    let moves = moves(game, piece, castlings, &mut lines);
    for (notation, when) in castlings.conditional(piece.kind) {
        let when = Some(when.clone());
        lines.moves.push(MovesLine { when, ..MovesLine::new(notation) });
    }
    if let Some(written) = game.names.written(piece) {
        let line = NewStatement::new(Keyword::Written).item(Slot::Text, written);
        lines.others.push(line.item(Slot::Program, Format::FairyStockfish.name()));
    }
    promotion::lines(game, piece, &mut lines);
    if let Some(base) =
        piece.from.filter(|_| game.state.flag("capturesToHand") && !game.state.flag("dropLoop"))
    {
        let base = game.names.of(Piece { kind: base, from: None });
        lines.others.push(NewStatement::new(Keyword::In).item(Slot::Piece, base));
    }
    let moves = apart(game, piece.kind, moves, &mut lines);
    let moves = stays(game, piece.kind, moves, &mut lines);
    let (name, token) = (game.names.of(piece).to_owned(), game.names.token(piece).to_owned());
    let stands = moves.is_empty() && lines.moves.is_empty();
    let stands = stands.then(|| NewStatement::new(Keyword::Stands));
    let lines = stands.into_iter().chain(lines.moves.iter().map(MovesLine::statement)).chain(lines.others);
    PieceDraft { name, token, moves, royal, lines: lines.collect() }
}

/// The lines in the block of a piece.
#[derive(Default)]
pub struct PieceLines {
    pub moves: Vec<MovesLine>,
    pub others: Vec<NewStatement>,
    /// True if a promotion applies only to some lines of moves.
    pub divides_moves: bool,
}

/// A line of moves.
#[derive(Default)]
pub struct MovesLine {
    pub notation: String,
    /// The squares on which the moves begin, unless it is the grid.
    on: Option<SquareFill>,
    /// The squares on which the moves end.
    to: Option<(SquareFill, [SquareMask; 2])>,
    /// The pieces that are neither captured nor jumped over.
    spared: Option<PieceFill>,
    when: Option<ConditionFill>,
}

impl MovesLine {
    fn new(notation: impl Into<String>) -> MovesLine {
        MovesLine { notation: notation.into(), ..MovesLine::default() }
    }

    fn statement(&self) -> NewStatement {
        let mut line = NewStatement::new(Keyword::Moves).say("moves").item(Slot::Moves, &self.notation);
        if let Some(on) = &self.on {
            line = line.say("on").with(on.clone());
        }
        if let Some((to, _)) = &self.to {
            line = line.say("to").with(to.clone());
        }
        if let Some(spared) = &self.spared {
            let others = PieceFill::all().except(spared.clone());
            line = line.say("over").with(others.clone()).say("capturing").with(others);
        }
        self.when.iter().cloned().fold(line, NewStatement::with)
    }
}

/// Splits captures en passant from the other moves of the first line if a promotion applies only to the other moves.
fn apart(game: &GameWriter, kind: KindId, moves: String, lines: &mut PieceLines) -> String {
    let plain = game.moves.get(&kind).and_then(|moves| moves.notation(false)).unwrap_or_default();
    if moves == plain || !lines.divides_moves {
        return moves;
    }
    lines.moves.insert(0, MovesLine::new(only_passing(&moves)));
    lines.moves.insert(0, MovesLine::new(plain));
    String::new()
}

/// Returns the notation of the first line, and adds the lines of moves with conditions.
fn moves(game: &mut GameWriter, piece: Piece, castlings: &Castlings, lines: &mut PieceLines) -> String {
    let kind = piece.kind;
    let Some(moves) = game.moves.get(&kind).cloned() else { return String::new() };
    let row = kind.row();
    for text in &moves.idle {
        game.never(&kind.option(), format!("`{text}` has no moves in Fairy-Stockfish"));
    }
    let passing = Passing::of(game, kind, &moves);
    let Some(text) = moves.notation(passing.everywhere) else {
        let option = kind.option();
        game.cannot(&option, "a rule file has no notation for its moves");
        return String::new();
    };
    if let Some(squares) = passing.only {
        let region = game.regions.place(squares);
        if let Some(text) = moves.notation(true) {
            let to = Some((region, squares));
            lines.moves.push(MovesLine { to, ..MovesLine::new(only_passing(&text)) });
        }
    }
    first_moves(game, kind, &moves, lines);
    let text = format!("{text}{}", castlings.notation(kind));
    if row.is_some_and(|row| row.is_soldier) && game.state.number("soldierPromotionRank") > 1 {
        let from = i32::try_from(game.state.number("soldierPromotionRank")).unwrap_or(1) - 1;
        let beyond = (from..game.ranks()).fold(SquareMask::NONE, |all, rank| all | SquareMask::rank(rank))
            & game.regions.board();
        let black = game.regions.turn(beyond);
        let region = game.regions.name("far-bank", [beyond, black]);
        lines.moves.insert(0, MovesLine { on: Some(region), ..MovesLine::new("sW") });
        return "fW".to_owned();
    }
    if row.is_some_and(|row| row.avoids_own_type) {
        lines.moves.insert(0, MovesLine { spared: game.kind(kind), ..MovesLine::new(text) });
        return String::new();
    }
    if royals::faces(game, kind) { format!("{text}kR") } else { text }
}

/// Returns only the captures en passant of a notation.
fn only_passing(text: &str) -> String {
    let mut found = String::new();
    let mut start = 0;
    for (at, _) in text.char_indices().filter(|(_, c)| c.is_ascii_uppercase()) {
        let part = &text[start..=at];
        start = at + 1;
        if part.contains('e') {
            found.push_str(&part.replace('c', ""));
        }
    }
    found
}

/// The captures en passant of a piece.
#[derive(Default)]
struct Passing {
    /// True if all captures of the piece can be en passant.
    everywhere: bool,
    /// The squares on which the piece captures en passant, if they are limited.
    only: Option<[SquareMask; 2]>,
}

impl Passing {
    fn of(game: &GameWriter, kind: KindId, moves: &ForeignMoves) -> Passing {
        let takes = |side: usize| {
            let types = game.state.kinds(&format!("enPassantTypes{}", COLORS[side]));
            (kind.is_pawn() || types.contains(&kind)) && game.has(side, kind)
        };
        let sides: Vec<usize> = (0..2).filter(|side| game.has(*side, kind)).collect();
        let board = game.regions.board();
        let passed = passed(game);
        if !moves.has_separate_captures()
            || !sides.iter().any(|side| takes(*side) && !passed[*side].is_empty())
        {
            return Passing::default();
        }
        let region = game.state.both_squares("enPassantRegion");
        let squares = [0, 1].map(|side| if takes(side) { region[side] & board } else { SquareMask::NONE });
        let all = sides.iter().all(|side| squares[*side].holds(passed[*side]));
        match all {
            true => Passing { everywhere: true, only: None },
            false if sides.iter().all(|side| (squares[*side] & passed[*side]).is_empty()) => {
                Passing::default()
            }
            false => Passing { everywhere: false, only: Some(squares) },
        }
    }
}

/// Returns, for each side, the squares on which it can capture en passant because an enemy piece passes over them.
pub fn passed(game: &GameWriter) -> [SquareMask; 2] {
    let ranks = game.ranks();
    [0, 1].map(|side| {
        let other = 1 - side;
        let up = if other == 0 { 1 } else { -1 };
        let mut all = SquareMask::NONE;
        let goes = |kind: &KindId| {
            let first = kind.is_pawn() || game.moves.get(kind).is_some_and(ForeignMoves::passes);
            first && game.has(other, *kind)
        };
        if !game.pieces.iter().any(|piece| goes(&piece.kind)) {
            return all;
        }
        for (region, most) in [("doubleStepRegion", 1), ("tripleStepRegion", 2)] {
            for (file, rank) in double_steps(game, region)[other].iter() {
                for step in 1..=most {
                    let to = rank + up * step;
                    if (0..ranks).contains(&to) {
                        all = all | SquareMask::one(file, to);
                        // A first move that leaves the file passes squares of an adjacent file.
                        all = all | SquareMask::one(file - 1, to) | SquareMask::one(file + 1, to);
                    }
                }
            }
        }
        all & game.regions.board() & !game.start.walls
    })
}

/// Returns the squares of double steps, or no squares if the game has no double steps.
pub fn double_steps(game: &GameWriter, region: &str) -> [SquareMask; 2] {
    match region == "tripleStepRegion" || game.state.flag("doubleStep") {
        true => game.state.both_squares(region),
        false => [SquareMask::NONE; 2],
    }
}

/// Adds the first moves of a piece: the double step of a pawn, or the first moves of its notation.
fn first_moves(game: &mut GameWriter, kind: KindId, moves: &ForeignMoves, lines: &mut PieceLines) {
    let is_captured = (0..2).any(|side| !captors(game, side).is_empty() && game.has(1 - side, kind));
    let is_marked = is_captured && (kind.is_pawn() || moves.passes());
    let firsts: &[(&str, &str, i32)] = match (kind.is_pawn(), moves.has_first()) {
        (true, _) => &[("doubleStepRegion", "D", 2), ("tripleStepRegion", "H", 3)],
        (false, true) => &[("doubleStepRegion", "", 0)],
        (false, false) => &[],
    };
    for &(region, atom, steps) in firsts {
        let [white, black] = useful(game, kind, double_steps(game, region), steps);
        let passing = if is_marked { passing(game, kind, moves, [white, black], steps) } else { NOWHERE };
        let others = [white & !passing[0], black & !passing[1]];
        for (squares, mark) in [(passing, "n"), (others, "")].into_iter().filter(|(own, _)| *own != NOWHERE) {
            let step = Some(format!("fm{mark}n{atom}")).filter(|_| kind.is_pawn());
            let Some(text) = step.or_else(|| moves.first(!mark.is_empty())) else {
                game.cannot(&kind.option(), "a rule file has no notation for its first moves");
                return;
            };
            let region = game.regions.place(squares);
            let on = Some(region).filter(|region| *region != SquareFill::grid());
            lines.moves.push(MovesLine { on, ..MovesLine::new(text) });
        }
    }
}

/// Returns the squares from which a first move can be answered en passant. A move that promotes the piece cannot, and
/// a game in which only some moves from a square promote has no equivalent.
fn passing(
    game: &mut GameWriter,
    kind: KindId,
    moves: &ForeignMoves,
    squares: [SquareMask; 2],
    steps: i32,
) -> [SquareMask; 2] {
    let state = game.state;
    let zones = state.both_squares("promotionRegion");
    let ways = if kind.is_pawn() { vec![(0, steps)] } else { moves.first_ends() };
    let turns = form(state, kind).is_some() && !state.flag("piecePromotionOnCapture");
    let turns_over = turns && !kind.is_pawn();
    let duty = if turns_over { "mandatoryPiecePromotion" } else { "mandatoryPawnPromotion" };
    let forced = if state.flag(duty) { zones } else { super::promotion::stuck(game, kind, zones) };
    let mut mixed = false;
    let found = [0, 1].map(|side| {
        let up = if side == 0 { 1 } else { -1 };
        let chooses = pawns(state, side).contains(&kind) && !promotions(state, side).is_empty();
        let stays = |(file, rank): &(i32, i32)| {
            let all = ways.iter().map(|(dx, dy)| (file + up * dx, rank + up * dy));
            let ends: Vec<(i32, i32)> = all.filter(|(x, y)| game.regions.board().has(*x, *y)).collect();
            let promotes = (chooses || turns) && ends.iter().any(|(x, y)| zones[side].has(*x, *y));
            mixed |= promotes && !ends.iter().all(|(x, y)| forced[side].has(*x, *y));
            !promotes
        };
        squares[side].iter().filter(stays).fold(SquareMask::NONE, |all, (x, y)| all | SquareMask::one(x, y))
    });
    if mixed {
        let option = if state.flag(duty) { "promotionRegion" } else { duty };
        game.cannot(option, "a piece that promotes by its first move cannot be captured en passant");
    }
    found
}

/// Returns the pieces of a side that can capture en passant.
fn captors(game: &GameWriter, side: usize) -> Vec<KindId> {
    let types = game.state.kinds(&format!("enPassantTypes{}", COLORS[side]));
    let takes = |kind: &KindId| {
        (kind.is_pawn() || types.contains(kind))
            && game.has(side, *kind)
            && game.moves.get(kind).is_some_and(ForeignMoves::has_separate_captures)
    };
    let region = game.state.both_squares("enPassantRegion")[side];
    if region.is_empty() {
        return Vec::new();
    }
    game.pieces.iter().map(|piece| piece.kind).filter(takes).collect()
}

/// Removes from each side's squares those from which this many steps forward lead off the board. A side without the
/// piece has no squares.
fn useful(game: &GameWriter, kind: KindId, squares: [SquareMask; 2], steps: i32) -> [SquareMask; 2] {
    let board = game.regions.board();
    let inside = |side: usize| {
        let far = (0..steps).fold(SquareMask::NONE, |all, step| {
            let rank = if side == 0 { game.ranks() - 1 - step } else { step };
            all | SquareMask::rank(rank)
        });
        squares[side] & board & !far
    };
    let own = [inside(0), inside(1)];
    // A relative region reads better than one for a side, where the other side has no such piece.
    match (game.has(0, kind), game.has(1, kind)) {
        (true, true) => own,
        (true, false) => [own[0], game.regions.turn(own[0])],
        (false, true) => [game.regions.turn(own[1]), own[1]],
        (false, false) => [SquareMask::NONE; 2],
    }
}

/// Adds the limits on the squares of a piece.
fn stays(game: &mut GameWriter, kind: KindId, moves: String, lines: &mut PieceLines) -> String {
    let board = game.regions.board();
    let limits = [0, 1].map(|side| game.state.mobility(side, kind));
    if limits == [None, None] {
        return moves;
    }
    let squares = useful(game, kind, limits.map(|limit| limit.unwrap_or(board)), 0);
    if squares == [board, board] {
        return moves;
    }
    let starts = |side: usize| game.start.squares(side, |stone| stone.kind == kind);
    if let Some(side) = (0..2).find(|side| !squares[*side].holds(starts(*side))) {
        let piece = crate::messages::text::capital(&kind.option());
        game.cannot(&format!("mobilityRegion{}{piece}", COLORS[side]), "a piece starts outside it");
        return moves;
    }
    let small = (0..2).any(|side| squares[side].count() <= 9);
    let is_block = squares.iter().all(|squares| squares.is_block());
    let own = game.types(kind).next().map(|piece| format!("{}-squares", game.names.of(piece)));
    let region = match small {
        true if is_block => game.regions.name("palace", squares),
        true => game.regions.name(own.as_deref().unwrap_or("palace"), squares),
        false => game.regions.place(squares),
    };
    let leaps = game.moves.get(&kind).is_some_and(ForeignMoves::only_leaps);
    if leaps || is_block {
        lines.others.push(NewStatement::new(Keyword::Stays).with(region));
        return moves;
    }
    // Only the end of a move is limited there; a piece that stays may not even pass another square.
    for line in &mut lines.moves {
        let both = line.to.take().map(|(_, own)| [own[0] & squares[0], own[1] & squares[1]]);
        line.to = Some(match both {
            Some(both) => (game.regions.place(both), both),
            None => (region.clone(), squares),
        });
    }
    if !moves.is_empty() {
        lines.moves.insert(0, MovesLine { to: Some((region, squares)), ..MovesLine::new(moves) });
    }
    String::new()
}
