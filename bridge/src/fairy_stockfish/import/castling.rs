//! Translates castling to the notation of the king if the notation can express it, and to rules about squares
//! otherwise.

use super::draft::Piece;
use super::game::GameWriter;
use super::gating;
use super::wings;
use crate::builder::{ConditionFill, NewStatement, SquareFill};
use crate::fairy_stockfish::options::{KindId, OptionRow, TABLE};
use crate::fairy_stockfish::squares::{SquareMask, name};
use crate::fairy_stockfish::state::{COLORS, SectionState};
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;

/// A castling of one side, with squares from the view of that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SideCastling {
    pub side: usize,
    pub king: KindId,
    pub other: KindId,
    /// The files of the king and its partner before and after castling, and their rank.
    pub from: (i32, i32),
    pub to: (i32, i32),
    pub rank: i32,
}

impl SideCastling {
    /// Returns true if the king castles to the right, as its side sees it.
    pub fn is_right(&self) -> bool {
        self.from.1 > self.from.0
    }

    /// Adds the squares to which both pieces go to a rule.
    fn to(&self, rule: NewStatement) -> NewStatement {
        rule.item(Slot::Square, name((self.to.0, self.rank))).item(Slot::Square, name((self.to.1, self.rank)))
    }
}

/// The castlings of a game.
pub enum Castlings {
    None,
    /// Part of the notation of this piece.
    Notation(KindId, String),
    /// Notations of this piece with conditions.
    Conditional(KindId, Vec<(String, ConditionFill)>),
    /// Rules about squares.
    Rules(Vec<NewStatement>),
}

impl Castlings {
    /// Returns the castling in the notation of a piece, or an empty text.
    pub fn notation(&self, kind: KindId) -> &str {
        match self {
            Castlings::Notation(king, text) if *king == kind => text,
            Castlings::None | Castlings::Notation(..) | Castlings::Conditional(..) | Castlings::Rules(_) => {
                ""
            }
        }
    }

    /// Returns the notations of a piece that depend on conditions.
    pub fn conditional(&self, kind: KindId) -> &[(String, ConditionFill)] {
        match self {
            Castlings::Conditional(king, lines) if *king == kind => lines,
            Castlings::None | Castlings::Notation(..) | Castlings::Conditional(..) | Castlings::Rules(_) => {
                &[]
            }
        }
    }
}

/// The maximum number of castlings of a game.
const MOST_CASTLINGS: i32 = 128;

/// Returns the castlings that are possible in the start position.
pub fn castlings(game: &mut GameWriter) -> Castlings {
    let is_possible = game.state.flag("castling") && !game.start.castlings.is_empty();
    let all = if is_possible { possible(game) } else { Vec::new() };
    wings::wins(game, &all);
    if all.is_empty() {
        return Castlings::None;
    }
    let is_king = |one: &SideCastling| one.king.is("king");
    let has_king = |side: usize| KindId::named("king").is_some_and(|king| game.has(side, king));
    if all.iter().any(|one| !is_king(one) && has_king(one.side)) {
        game.cannot("castlingKingPiece", "in that program, the king castles in place of this piece");
    }
    if let Some(row) = freeing(game.state) {
        let lines = from_anywhere(game, &all);
        let count = 2 * game.files() * (game.files() - 1);
        if lines.is_none() {
            game.cannot(&row.name, "the pieces castle from any squares of the rank");
        } else if count > MOST_CASTLINGS {
            let (files, most) = (game.files(), MOST_CASTLINGS);
            let reason =
                format!("on {files} files, there are {count} castlings, and a game has at most {most}");
            game.cannot(&row.name, reason);
            return Castlings::None;
        }
        if game.state.flag("oppositeCastling") {
            game.cannot("oppositeCastling", "the pieces castle from any squares of the rank");
        }
        return lines.map_or(Castlings::None, Castlings::Rules);
    }
    let conditions = if game.state.flag("oppositeCastling") { wings::conditions(game, &all) } else { None };
    match (notation(game, &all), conditions) {
        (Some((king, steps)), None) => Castlings::Notation(king, noted(steps)),
        (Some((king, steps)), Some(conditions)) => {
            let wing = |(letter, steps)| format!("i{letter}O{steps}");
            let notations = [("r", steps[0]), ("l", steps[1])].map(wing);
            Castlings::Conditional(king, notations.into_iter().zip(conditions).collect())
        }
        (None, conditions) => Castlings::Rules(rules(game, &all, conditions.as_ref())),
    }
}

/// Returns the option that lets kings castle from any square, if the game has one.
pub(super) fn freeing(state: &SectionState) -> Option<&'static OptionRow> {
    TABLE.options.iter().find(|row| row.frees_castling && state.flag(&row.name))
}

/// Returns the castlings that bring both pieces to squares of the board.
fn possible(game: &mut GameWriter) -> Vec<SideCastling> {
    let found = found(game);
    let all: Vec<SideCastling> = found.iter().copied().filter(|one| is_possible(game, one)).collect();
    if all.len() < found.len() {
        game.cannot("castling", "a piece would leave the board, or castle with itself");
    }
    all
}

/// Finds the pieces of each castling as Fairy-Stockfish does: the king on its file, and the outermost partner.
fn found(game: &GameWriter) -> Vec<SideCastling> {
    let state = game.state;
    let row = castling_rank(game, 0);
    let mut all = Vec::new();
    for letter in gating::castling_letters(game) {
        let side = usize::from(letter.is_ascii_lowercase());
        let rank = castling_rank(game, side);
        let (Some(file), Some(king)) = (partner(game, letter), king(game, side)) else { continue };
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

/// Returns the rank on which a side castles.
pub(super) fn castling_rank(game: &GameWriter, side: usize) -> i32 {
    let row = i32::try_from(game.state.number("castlingRank")).unwrap_or(1) - 1;
    if side == 0 { row } else { game.ranks() - 1 - row }
}

/// Returns true if a side has one of these pieces on a file of the rank on which it castles.
fn holds(game: &GameWriter, side: usize, file: i32, kinds: &[KindId]) -> bool {
    let stone = game.start.board.get(&(file, castling_rank(game, side)));
    stone.is_some_and(|stone| stone.side == side && kinds.contains(&stone.kind))
}

/// Returns the file of the partner for which a letter of the start position stands.
pub(super) fn partner(game: &GameWriter, letter: char) -> Option<i32> {
    let (state, side) = (game.state, usize::from(letter.is_ascii_lowercase()));
    let rooks = state.kinds(&format!("castlingRookPieces{}", COLORS[side]));
    let is_partner = |file: &i32| holds(game, side, *file, &rooks);
    let last = (game.files() - 1).min(state.file("castlingRookKingsideFile"));
    match letter.to_ascii_uppercase() {
        'K' => (0..=last).rev().find(is_partner),
        'Q' => (state.file("castlingRookQueensideFile")..game.files()).find(is_partner),
        file => i32::try_from(u32::from(file)).ok().map(|file| file - i32::from(b'A')).filter(is_partner),
    }
}

/// Returns the file of the king with which a side castles.
pub(super) fn king(game: &GameWriter, side: usize) -> Option<i32> {
    let kings = game.state.kinds(&format!("castlingKingPiece{}", COLORS[side]));
    let is_king = |file: &i32| holds(game, side, *file, &kings);
    let files: Vec<i32> = (0..game.files()).filter(is_king).collect();
    match files[..] {
        [one] => Some(one),
        _ => Some(game.state.file("castlingKingFile")).filter(is_king),
    }
}

/// Returns true if two pieces castle, and both stay on the board.
fn is_possible(game: &GameWriter, one: &SideCastling) -> bool {
    let is_inside = |file| (0..game.files()).contains(&file);
    one.from.0 != one.from.1 && is_inside(one.to.0) && is_inside(one.to.1)
}

/// Returns the king, and its steps to the right and to the left, if a notation can express all castlings and no others.
fn notation(game: &GameWriter, all: &[SideCastling]) -> Option<(KindId, [i32; 2])> {
    let king = all.first()?.king;
    let steps = |side: usize, right: bool| {
        all.iter()
            .find(|one| one.side == side && one.is_right() == right)
            .map(|one| (one.to.0 - one.from.0).abs())
    };
    let edge = |one: &SideCastling| one.from.1 == if one.is_right() { game.files() - 1 } else { 0 };
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
    let steps = <[i32; 2]>::try_from(both).ok()?;
    Some((king, steps))
}

/// Returns the notation for castling by so many steps to the right and to the left.
fn noted([right, left]: [i32; 2]) -> String {
    if right == left { format!("isO{right}") } else { format!("ilO{left}irO{right}") }
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
fn from_anywhere(game: &GameWriter, all: &[SideCastling]) -> Option<Vec<NewStatement>> {
    let first = all.first()?;
    let rank = SquareFill::ranks(first.rank + 1, first.rank + 1);
    let same = |one: &SideCastling| (one.king, one.other, one.rank) == (first.king, first.other, first.rank);
    if game.turned || all.len() != 4 || !all.iter().all(same) {
        return None;
    }
    let [king, other] = [first.king, first.other].map(|kind| game.names.of(Piece { kind, from: None }));
    let line = |right: bool| {
        let mut wing = all.iter().filter(|one| one.is_right() == right);
        let one = wing.next()?;
        let both = wing.all(|other| other.to == one.to);
        let wings = if right { "to its right" } else { "to its left" };
        let line = NewStatement::new(Keyword::Castling).item(Slot::Piece, king).with(rank.clone());
        let line = line.item(Slot::Piece, other).say(wings).with(rank.clone());
        both.then(|| one.to(line))
    };
    Some(vec![line(true)?, line(false)?])
}

/// Returns rules that name the squares, with conditions for the right and the left wing.
fn rules(
    game: &mut GameWriter,
    all: &[SideCastling],
    conditions: Option<&[ConditionFill; 2]>,
) -> Vec<NewStatement> {
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
        let wing = if one.is_right() { "to its right" } else { "to its left" };
        let when = conditions.map(|[right, left]| if one.is_right() { right } else { left });
        let own = |game: &mut GameWriter, file: i32, preferred: &str| {
            let square = SquareMask::one(file, one.rank);
            let mut squares = [SquareMask::NONE; 2];
            squares[one.side] = if one.side == 0 { square } else { game.regions.turn(square) };
            game.regions.name(preferred, squares)
        };
        let is_limited = twin.is_none() && other_has;
        let homes = is_limited.then(|| (own(game, one.from.0, "king-home"), own(game, one.from.1, "corner")));
        let (kings, rooks) = homes.unzip();
        let line = NewStatement::new(Keyword::Castling).item(Slot::Piece, king);
        let line = kings.into_iter().fold(line, NewStatement::with).item(Slot::Piece, other).say(wing);
        let line = one.to(rooks.into_iter().fold(line, NewStatement::with));
        lines.push(when.into_iter().cloned().fold(line, NewStatement::with));
    }
    lines
}
