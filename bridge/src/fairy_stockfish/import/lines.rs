//! Translates lines of pieces that win: each line of a small board becomes a part of a condition.

use super::endings::{ending, result, turned};
use super::game::GameWriter;
use crate::builder::{ConditionFill, NewStatement, PieceFill};
use crate::fairy_stockfish::squares::{SquareMask, file_name};

/// The maximum number of lines in a condition.
pub(super) const MAX: usize = 60;

/// Adds the endings by lines and blocks of pieces.
pub fn lines(game: &mut GameWriter, endings: &mut Vec<NewStatement>) {
    let state = game.state;
    let (row, block, loose) =
        (state.number("connectN"), state.number("connectNxN"), state.number("collinearN"));
    if !state.squares("connectRegion1White").is_empty() || !state.squares("connectRegion1Black").is_empty() {
        game.cannot("connectRegion1", "a condition cannot describe a chain of any shape");
    }
    if row + block + loose == 0 {
        return;
    }
    let Some(result) = result(state.word("connectValue")).map(turned) else {
        return game.cannot("connectValue", "a line ends the game without a result");
    };
    let kinds = state.kinds("connectPieceTypes");
    let pieces = match state.is_all("connectPieceTypes") {
        true => PieceFill::all(),
        false => match game.kinds(&kinds) {
            Some(pieces) => pieces,
            None => return,
        },
    };
    for (option, name, number, found) in [
        ("connectN", "row", row, rows(game, row)),
        ("connectNxN", "block", block, blocks(game, block)),
        ("collinearN", "line", loose, loose_lines(game, loose)),
    ] {
        if number == 0 || found.is_empty() {
            continue;
        }
        // A single piece is a line, wherever it stands.
        let found = if number == 1 { vec![game.regions.board()] } else { found };
        if found.len() > MAX {
            game.cannot(
                option,
                format!("the board has {} such lines, and a condition would have to name each", found.len()),
            );
            continue;
        }
        let wanted = if option == "connectNxN" { number * number } else { number };
        if (0..2).all(|side| game.lacks(side, &kinds, wanted)) {
            game.never(option, format!("no side ever has {wanted} of these pieces"));
            continue;
        }
        let mut parts = Vec::new();
        for squares in found {
            let region = game.regions.name(&line_name(game, squares, name), [squares; 2]);
            parts.push(ConditionFill::at_least(pieces.clone().enemy().inside(&region), wanted));
        }
        endings.push(ending(name, result).with(ConditionFill::Any(parts)));
    }
}

/// Returns a name for a line: that of its rank or file if it is a whole one.
fn line_name(game: &GameWriter, squares: SquareMask, otherwise: &str) -> String {
    let whole = |line: SquareMask| line & game.regions.board() == squares;
    if let Some(rank) = (0..game.ranks()).find(|rank| whole(SquareMask::rank(*rank))) {
        return format!("rank-{}", rank + 1);
    }
    if let Some(file) = (0..game.files()).find(|file| whole(SquareMask::file(*file))) {
        return format!("file-{}", file_name(file));
    }
    let mut files: Vec<i32> = squares.iter().map(|(file, _)| file).collect();
    let mut ranks: Vec<i32> = squares.iter().map(|(_, rank)| rank).collect();
    for side in [&mut files, &mut ranks] {
        side.sort_unstable();
        side.dedup();
    }
    let is_diagonal = [files.len(), ranks.len()] == [squares.count() as usize; 2];
    if is_diagonal { "diagonal".to_owned() } else { otherwise.to_owned() }
}

/// Returns the directions in which lines count.
fn ways(game: &GameWriter) -> Vec<(i32, i32)> {
    let mut ways = Vec::new();
    if game.state.flag("connectHorizontal") {
        ways.push((1, 0));
    }
    if game.state.flag("connectVertical") {
        ways.push((0, 1));
    }
    if game.state.flag("connectDiagonal") {
        ways.extend([(1, 1), (1, -1)]);
    }
    ways
}

/// Returns all rows of `number` adjacent squares.
fn rows(game: &GameWriter, number: i64) -> Vec<SquareMask> {
    let Ok(number) = i32::try_from(number) else { return Vec::new() };
    let mut found = Vec::new();
    for (dx, dy) in ways(game) {
        for (file, rank) in game.regions.board().iter() {
            let squares = (0..number.min(20))
                .map(|step| SquareMask::one(file + step * dx, rank + step * dy) & game.regions.board());
            let all = squares.fold(SquareMask::NONE, |all, one| all | one);
            if i64::from(all.count()) == i64::from(number) {
                found.push(all);
            }
        }
    }
    found
}

/// Returns all square blocks of `number` files and ranks.
fn blocks(game: &GameWriter, number: i64) -> Vec<SquareMask> {
    let Ok(number) = i32::try_from(number.min(12)) else { return Vec::new() };
    let mut found = Vec::new();
    for (file, rank) in game.regions.board().iter().filter(|_| number > 0) {
        if file + number <= game.files() && rank + number <= game.ranks() {
            let at = (0..number).flat_map(|dx| (0..number).map(move |dy| (file + dx, rank + dy)));
            found.push(at.fold(SquareMask::NONE, |all, (file, rank)| all | SquareMask::one(file, rank)));
        }
    }
    found
}

/// Returns the complete lines of the board that have at least `number` squares.
fn loose_lines(game: &GameWriter, number: i64) -> Vec<SquareMask> {
    let board = game.regions.board();
    let mut found: Vec<SquareMask> = Vec::new();
    for (dx, dy) in ways(game) {
        for (file, rank) in board.iter() {
            let before = (file - dx, rank - dy);
            if board.has(before.0, before.1) {
                continue;
            }
            let all = (0..12).fold(SquareMask::NONE, |all, step| {
                all | (SquareMask::one(file + step * dx, rank + step * dy) & board)
            });
            if number > 0 && i64::from(all.count()) >= number {
                found.push(all);
            }
        }
    }
    found
}
