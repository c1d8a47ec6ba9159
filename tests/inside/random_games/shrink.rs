//! Removes everything from a failing game that its disagreement does not need.
//!
//! [`shrink`] is the entry point. It repeatedly tries smaller games and simpler positions, and keeps each one in which
//! the disagreement remains.

use super::draft::Draft;
use super::{Disagreement, Effort, GameCounts, compare, search, within};
use crate::inside::random::Random;
use ferz_core::base::{Bitboard, Passed, Piece, Setup, Square, SquareSet};
use ferz_core::rules::Variant;
use std::time::{Duration, Instant};

/// The maximum time for shrinking one failure.
const PATIENCE: Duration = Duration::from_secs(120);

/// Returns the smallest game and position found with a disagreement.
pub fn shrink(mut draft: Draft, mut disagreement: Disagreement) -> (Draft, Disagreement) {
    let since = Instant::now();
    loop {
        let Ok(variant) = draft.load() else { return (draft, disagreement) };
        // Most disagreements do not need the preceding moves.
        disagreement = compare(&within(&variant), &disagreement.setup, false, 4).unwrap_or(disagreement);
        if !disagreement.played {
            disagreement = fewer_pieces(&variant, disagreement);
        }
        let smaller = candidates(&draft).find_map(|candidate| {
            let left = if since.elapsed() > PATIENCE { None } else { Some(()) };
            left.and_then(|()| Some((still(&candidate, &variant, &disagreement)?, candidate)))
        });
        match smaller {
            Some((found, candidate)) => (draft, disagreement) = (candidate, found),
            None => return (draft, disagreement),
        }
    }
}

/// A function that simplifies a position.
type Simplify = Box<dyn Fn(&mut Setup)>;

/// Removes pieces from the position and reduces its numbers.
fn fewer_pieces(variant: &Variant, mut disagreement: Disagreement) -> Disagreement {
    let implementations = within(variant);
    let mut tries: Vec<Simplify> = vec![
        Box::new(|setup| setup.castling = 0),
        Box::new(|setup| setup.passed.clear()),
        Box::new(|setup| setup.moved = Default::default()),
        Box::new(|setup| setup.hands.fill_with(Default::default)),
        Box::new(|setup| setup.rights.fill_with(Default::default)),
        Box::new(|setup| (setup.halfmove, setup.fullmove) = (0, 1)),
    ];
    for place in 0..disagreement.setup.pieces.len() {
        tries.push(Box::new(move |setup| setup.set(Square(place as u16), None)));
    }
    for trial in tries {
        let mut setup = disagreement.setup.clone();
        trial(&mut setup);
        if setup != disagreement.setup {
            disagreement = compare(&implementations, &setup, false, 4).unwrap_or(disagreement);
        }
    }
    disagreement
}

/// Returns the disagreement in another game, in the same position if the game has it.
fn still(draft: &Draft, variant: &Variant, disagreement: &Disagreement) -> Option<Disagreement> {
    let after = draft.load().ok()?;
    let implementations = within(&after);
    let there = || {
        transplant(&disagreement.setup, variant, &after)
            .and_then(|setup| compare(&implementations, &setup, false, 4))
    };
    let same = if disagreement.played { None } else { there() };
    let effort = Effort { rounds: 40, plies: 2, paths: 40_000, explained: 4, files: true };
    same.or_else(|| search(&draft.files(), &after, &mut Random(7), effort, &mut GameCounts::default()))
}

/// Translates a position of one game to another.
fn transplant(setup: &Setup, before: &Variant, after: &Variant) -> Option<Setup> {
    let mut there = after.start();
    there.pieces.fill(None);
    for (square, piece) in setup.pieces() {
        let token = &before.piece_type(piece.piece_type).token;
        let (piece_type, _) = after.piece_type_ids().find(|(_, other)| other.token == *token)?;
        let square = after.board.square(before.board.name(square))?;
        there.pieces[square.index()] = Some(Piece { color: piece.color, piece_type });
    }
    let same = |at: Square| after.board.square(before.board.name(at));
    for Passed { over, by } in &setup.passed {
        let over = over.iter().map(same).collect::<Option<SquareSet>>()?;
        there.passed.push(Passed { over, by: same(*by)? });
    }
    there.moved = setup.moved;
    there.turn = setup.turn;
    // A game without turns of several moves has only single moves.
    if after.turns.is_some() {
        there.progress = setup.progress;
    }
    (there.halfmove, there.fullmove) = (setup.halfmove, setup.fullmove);
    there.castling = if before.castlings.len() == after.castlings.len() { setup.castling } else { 0 };
    // The other game can have castlings of other pieces under the same numbers.
    there.castling &= after.standing(|square| there.piece(square));
    if there.rights.len() == setup.rights.len() {
        there.rights.clone_from(&setup.rights);
    }
    if there.hands.len() == setup.hands.len() {
        there.hands.clone_from(&setup.hands);
    }
    there.ended.clone_from(&setup.ended);
    Some(there)
}

/// Returns smaller games, beginning with the largest reductions.
fn candidates(draft: &Draft) -> impl Iterator<Item = Draft> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Draft)| {
        let mut candidate = draft.clone();
        change(&mut candidate);
        all.push(candidate);
    };
    for number in 0..draft.count() {
        add(&|draft| _ = draft.strike(number));
    }
    for hole in 0..draft.holes.len() {
        add(&|draft| _ = draft.holes.remove(hole));
    }
    for rank in 1..draft.rows.len() {
        add(&|draft| draft.rows.truncate(rank));
    }
    if draft.width > 1 {
        add(&|draft| {
            draft.width -= 1;
            draft.rows.iter_mut().for_each(|row| _ = row.pop());
        });
        add(&|draft| {
            draft.width -= 1;
            draft.rows.iter_mut().for_each(|row| _ = row.remove(0));
        });
    }
    if draft.height > 2 * draft.rows.len() {
        add(&|draft| draft.height -= 1);
    }
    for (y, x) in (0..draft.rows.len()).flat_map(|y| (0..draft.width).map(move |x| (y, x))) {
        if draft.rows[y][x] != "." {
            add(&|draft| draft.rows[y][x] = ".".into());
        }
    }
    for number in 0..draft.count() {
        let text = draft.clone().at(number).map(|line| line.text.clone()).unwrap_or_default();
        for shorter in shorter_notations(&text) {
            add(&|draft| draft.at(number).into_iter().for_each(|line| line.text.clone_from(&shorter)));
        }
    }
    let size = |draft: &Draft| {
        let text = draft.files().all();
        text.len() + text.matches(char::is_alphanumeric).count()
    };
    let before = size(draft);
    all.into_iter().filter(move |candidate| size(candidate) < before)
}

/// Returns a line with a simpler notation for each notation in it.
fn shorter_notations(text: &str) -> Vec<String> {
    let Some((before, (notation, after))) =
        text.split_once('`').and_then(|(before, rest)| Some((before, rest.split_once('`')?)))
    else {
        return Vec::new();
    };
    let chars: Vec<char> = notation.chars().collect();
    let without = (1..chars.len()).rev().flat_map(|length| {
        let chars = &chars;
        (0..=chars.len() - length)
            .map(move |at| [&chars[..at], &chars[at + length..]].concat().iter().collect::<String>())
    });
    let simple = ["W".to_owned()].into_iter().filter(|simple| simple.len() < notation.len());
    simple.chain(without).map(|shorter| format!("{before}`{shorter}`{after}")).collect()
}
