//! Translates gating: a piece enters from the hand on the square that another leaves for the first time.
//!
//! In the start position, the letters of castling also stand for the squares on which a piece can enter.

use super::castling::{castling_rank, freeing, king, partner};
use super::draft::{FileDraft, Piece};
use super::drops::{droppable, squares};
use super::game::{GameWriter, gates};
use super::royals::besides_kings;
use crate::builder::{NewStatement, PieceFill, held};
use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::SquareMask;
use crate::lang::vocabulary::Keyword;

/// Returns the letters that stand for castling rights. If squares for pieces from the hand are among them, files are such
/// squares only, unless a side has no other letters.
pub fn castling_letters(game: &GameWriter) -> Vec<char> {
    let letters = &game.start.castlings;
    if !game.state.flag("gating") {
        return letters.clone();
    }
    let is_named = |letter: char| "KQkq".contains(letter);
    let names = |side: usize| letters.iter().any(|letter| is_named(*letter) && side_of(*letter) == side);
    let is_right = |letter: &&char| is_named(**letter) || !names(side_of(**letter));
    letters.iter().filter(is_right).copied().collect()
}

fn side_of(letter: char) -> usize {
    usize::from(letter.is_ascii_lowercase())
}

/// Adds the rule that a piece enters from the hand.
pub fn add(game: &mut GameWriter, draft: &mut FileDraft) {
    if !gates(game.state) {
        for option in ["gating", "seirawanGating"] {
            if game.state.flag(option) {
                game.never(option, "pieces enter from the hand only with both `gating` and `seirawanGating`");
            }
        }
        return;
    }
    if let Some(reason) = obstacle(game) {
        return game.cannot("seirawanGating", reason);
    }
    let homes = [0, 1].map(|side| home_squares(game, side));
    let mut groups: Vec<([SquareMask; 2], Vec<KindId>)> = Vec::new();
    for kind in droppable(game) {
        let own = squares(game, kind);
        let own = [own[0] & homes[0], own[1] & homes[1]];
        match groups.iter_mut().find(|(squares, _)| *squares == own) {
            Some((_, kinds)) => kinds.push(kind),
            None => groups.push((own, vec![kind])),
        }
    }
    groups.retain(|(squares, _)| squares.iter().any(|own| !own.is_empty()));
    let [(squares, kinds)] = &groups[..] else {
        if !groups.is_empty() {
            game.cannot("seirawanGating", "pieces enter on different squares");
        }
        return;
    };
    let names: Vec<&str> =
        kinds.iter().map(|kind| game.names.of(Piece { kind: *kind, from: None })).collect();
    let region = game.regions.place(*squares);
    let leaving = NewStatement::new(Keyword::Leaving).with(region).with(PieceFill::all().any());
    let leaving = leaving.say("for the first time").say("may").say("drop");
    let leaving = if names.len() > 1 { leaving.say("one of") } else { leaving };
    draft.rules.push(vec![leaving.with(held(&names))]);
}

/// Returns the reason why the rule cannot be expressed.
fn obstacle(game: &GameWriter) -> Option<&'static str> {
    let flag = |option: &str| game.state.flag(option);
    let is_complete = |side: usize| {
        let letters = game.start.castlings.iter().filter(|letter| side_of(**letter) == side);
        letters.copied().all(|letter| home_of(game, letter).is_some())
    };
    match () {
        () if freeing(game.state).is_some() => Some("the pieces stand on other squares in each game"),
        () if !is_complete(0) || !is_complete(1) => {
            Some("a letter of the start position stands for no piece")
        }
        () if !besides_kings(game).is_empty() => Some("a piece that enters shields a royal piece from check"),
        () if flag("immobilityIllegal") => Some("a piece may enter where it cannot move"),
        () => None,
    }
}

/// Returns the squares of a side on which a piece can enter.
fn home_squares(game: &GameWriter, side: usize) -> SquareMask {
    let letters: Vec<char> =
        game.start.castlings.iter().filter(|letter| side_of(**letter) == side).copied().collect();
    let files = letters.iter().filter_map(|letter| home_of(game, *letter));
    let castles = letters.iter().any(|letter| "KQkq".contains(*letter)) && game.state.flag("castling");
    let kings = king(game, side).filter(|_| castles);
    let rank = castling_rank(game, side);
    files.chain(kings).fold(SquareMask::NONE, |all, file| all | SquareMask::one(file, rank))
}

/// Returns the file of the piece for which a letter of the start position stands.
fn home_of(game: &GameWriter, letter: char) -> Option<i32> {
    if "KQkq".contains(letter) && game.state.flag("castling") {
        return partner(game, letter);
    }
    let (side, upper) = (side_of(letter), letter.to_ascii_uppercase());
    let file = i32::try_from(u32::from(upper) - u32::from('A')).ok()?;
    let stone = game.start.board.get(&(file, castling_rank(game, side)))?;
    (stone.side == side).then_some(file)
}
