//! Translates castling to the notation of the king if the notation can express it, and to rules about squares
//! otherwise.

use super::draft::Piece;
use super::game::GameWriter;
use crate::fairy_stockfish::options::{KindId, TABLE};
use crate::fairy_stockfish::squares::{SquareMask, name};
use crate::fairy_stockfish::state::COLORS;

/// A castling of one side, with squares from the view of that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideCastling {
    side: usize,
    king: KindId,
    other: KindId,
    /// The files of the king and its partner before and after castling, and their rank.
    from: (i32, i32),
    to: (i32, i32),
    rank: i32,
}

/// The castlings of a game.
pub enum Castlings {
    None,
    /// Part of the notation of this piece.
    Notation(KindId, String),
    /// Rules about squares.
    Rules(Vec<String>),
}

/// Returns the castlings that are possible in the start position.
pub fn castlings(game: &mut GameWriter) -> Castlings {
    if !game.state.flag("castling") || game.start.castlings.is_empty() {
        return Castlings::None;
    }
    let found = found(game);
    let all: Vec<SideCastling> = found.iter().copied().filter(|one| is_possible(game, one)).collect();
    if all.len() < found.len() {
        game.cannot("castling", "a piece would leave the board, or castle with itself");
    }
    if all.is_empty() {
        return Castlings::None;
    }
    let is_king = |one: &SideCastling| one.king.is("king");
    let has_king = |side: usize| KindId::named("king").is_some_and(|king| game.has(side, king));
    if all.iter().any(|one| !is_king(one) && has_king(one.side)) {
        game.cannot("castlingKingPiece", "in that program, the king castles in place of this piece");
    }
    if game.state.flag("oppositeCastling") {
        game.cannot("oppositeCastling", "castling cannot depend on the wing on which the opponent castled");
    }
    let free = TABLE.options.iter().find(|row| row.frees_castling && game.state.flag(&row.name));
    if let Some(row) = free {
        let lines = from_anywhere(game, &all);
        if lines.is_none() {
            game.cannot(&row.name, "the pieces castle from any squares of the rank");
        }
        return lines.map_or(Castlings::None, Castlings::Rules);
    }
    match notation(game, &all) {
        Some((king, text)) => Castlings::Notation(king, text),
        None => Castlings::Rules(rules(game, &all)),
    }
}

/// Finds the pieces of each castling as Fairy-Stockfish does: the king on its file, and the outermost partner.
fn found(game: &GameWriter) -> Vec<SideCastling> {
    let state = game.state;
    let row = i32::try_from(state.number("castlingRank")).unwrap_or(1) - 1;
    let mut all = Vec::new();
    for letter in &game.start.castlings {
        let side = usize::from(letter.is_ascii_lowercase());
        let rank = if side == 0 { row } else { game.ranks() - 1 - row };
        let rooks = state.kinds(&format!("castlingRookPieces{}", COLORS[side]));
        let holds = |file: i32, kinds: &[KindId]| {
            let stone = game.start.board.get(&(file, rank));
            stone.is_some_and(|stone| stone.side == side && kinds.contains(&stone.kind))
        };
        let is_partner = |file: &i32| holds(*file, &rooks);
        let last = (game.files() - 1).min(state.file("castlingRookKingsideFile"));
        let partner = match letter.to_ascii_uppercase() {
            'K' => (0..=last).rev().find(is_partner),
            'Q' => (state.file("castlingRookQueensideFile")..game.files()).find(is_partner),
            file => i32::try_from(u32::from(file)).ok().map(|file| file - i32::from(b'A')).filter(is_partner),
        };
        let kings = state.kinds(&format!("castlingKingPiece{}", COLORS[side]));
        let is_king = |file: &i32| holds(*file, &kings);
        let files: Vec<i32> = (0..game.files()).filter(is_king).collect();
        let king = match files[..] {
            [one] => Some(one),
            _ => Some(state.file("castlingKingFile")).filter(is_king),
        };
        let (Some(file), Some(king)) = (partner, king) else { continue };
        let (to, step) = match king < file {
            true => (state.file("castlingKingsideFile"), -1),
            false => (state.file("castlingQueensideFile"), 1),
        };
        let of = |file| game.start.board.get(&(file, rank)).map(|stone| stone.kind);
        let (Some(king_kind), Some(other_kind)) = (of(king), of(file)) else { continue };
        let seen = |file: i32| if side == 1 && game.turned { game.files() - 1 - file } else { file };
        all.push(SideCastling {
            side,
            king: king_kind,
            other: other_kind,
            from: (seen(king), seen(file)),
            to: (seen(to), seen(to + step)),
            rank: row,
        });
    }
    all
}

/// Returns true if two pieces castle, and both stay on the board.
fn is_possible(game: &GameWriter, one: &SideCastling) -> bool {
    let is_inside = |file| (0..game.files()).contains(&file);
    one.from.0 != one.from.1 && is_inside(one.to.0) && is_inside(one.to.1)
}

/// Returns the notation for castling. Returns `None` if it cannot express one of the castlings, or if it would allow
/// others.
fn notation(game: &GameWriter, all: &[SideCastling]) -> Option<(KindId, String)> {
    let king = all.first()?.king;
    let steps = |side: usize, right: bool| {
        all.iter()
            .find(|one| one.side == side && (one.from.1 > one.from.0) == right)
            .map(|one| (one.to.0 - one.from.0).abs())
    };
    let edge = |one: &SideCastling| one.from.1 == if one.from.1 > one.from.0 { game.files() - 1 } else { 0 };
    let goes = |one: &SideCastling| (one.to.0 - one.from.0).signum() == (one.from.1 - one.from.0).signum();
    if !all.iter().all(|one| one.king == king && edge(one) && goes(one)) {
        return None;
    }
    let mut both = Vec::new();
    for right in [true, false] {
        let given: Vec<i32> = (0..2).filter_map(|side| steps(side, right)).collect();
        let first = *given.first()?;
        if given.iter().any(|steps| *steps != first)
            || (0..2).any(|side| {
                steps(side, right).is_none() && game.has(side, king) && could(game, side, right, king)
            })
        {
            return None;
        }
        both.push(first);
    }
    match both[..] {
        [right, left] if right == left => Some((king, format!("isO{right}"))),
        [right, left] => Some((king, format!("ilO{left}irO{right}"))),
        _ => None,
    }
}

/// Returns true if a side has a piece at the edge with which the notation would let its king castle.
fn could(game: &GameWriter, side: usize, right: bool, king: KindId) -> bool {
    game.start.squares(side, |stone| stone.kind == king).iter().any(|(_, rank)| {
        let right = if side == 1 && game.turned { !right } else { right };
        let file = if right { game.files() - 1 } else { 0 };
        game.start.board.get(&(file, rank)).is_some_and(|stone| stone.side == side && stone.kind != king)
    })
}

/// Returns rules for castling from any squares of the first rank, if they are the same for both sides and wings.
fn from_anywhere(game: &GameWriter, all: &[SideCastling]) -> Option<Vec<String>> {
    let first = all.first()?;
    let rank = first.rank + 1;
    let same = |one: &SideCastling| (one.king, one.other, one.rank) == (first.king, first.other, first.rank);
    if game.turned || all.len() != 4 || !all.iter().all(same) {
        return None;
    }
    let [king, other] = [first.king, first.other].map(|kind| game.names.of(Piece { kind, from: None }));
    let line = |right: bool| {
        let mut wing = all.iter().filter(|one| (one.from.1 > one.from.0) == right);
        let one = wing.next()?;
        let both = wing.all(|other| other.to == one.to);
        let (to, partner) = (name((one.to.0, one.rank)), name((one.to.1, one.rank)));
        let side = if right { "right" } else { "left" };
        let line = format!(
            "castling {king} in rank {rank} with {other} to its {side} in rank {rank}: to {to} and {partner}"
        );
        both.then_some(line)
    };
    Some(vec![line(true)?, line(false)?])
}

/// Returns rules that name the squares.
fn rules(game: &mut GameWriter, all: &[SideCastling]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut done: Vec<SideCastling> = Vec::new();
    for one in all {
        let twin = all
            .iter()
            .find(|other| other.side != one.side && SideCastling { side: one.side, ..**other } == *one);
        if done.iter().any(|other| SideCastling { side: one.side, ..*other } == *one) {
            continue;
        }
        done.push(*one);
        let other_has = game.has(1 - one.side, one.king);
        let plain = |kind| Piece { kind, from: None };
        let [king, other] = [one.king, one.other].map(|kind| game.names.of(plain(kind)).to_owned());
        let side = if one.from.1 > one.from.0 { "to its right" } else { "to its left" };
        let own = |game: &mut GameWriter, file: i32, preferred: &str| {
            let square = SquareMask::one(file, one.rank);
            let mut squares = [SquareMask::NONE; 2];
            squares[one.side] = if one.side == 0 { square } else { game.regions.turn(square) };
            format!(" in {}", game.regions.name(preferred, squares))
        };
        let (kings, rooks) = match (twin, other_has) {
            (None, true) => (own(game, one.from.0, "king-home"), own(game, one.from.1, "corner")),
            _ => (String::new(), String::new()),
        };
        let (to, partner) = (name((one.to.0, one.rank)), name((one.to.1, one.rank)));
        lines.push(format!("castling {king}{kings} with {other} {side}{rooks}: to {to} and {partner}"));
    }
    lines
}
