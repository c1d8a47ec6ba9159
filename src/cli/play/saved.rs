//! Games in files: the name of the game, its switches, the first position, and the moves, as text.

use crate::play::game::Game;
use crate::play::notation::{fen, movetext};

/// How the file of a game starts.
const HEAD: &str = "ferz game";

/// The lines that say which game it is, as the command line names it and sets its switches.
fn head(reference: &str, sets: &[(String, String)]) -> Vec<String> {
    let sets = sets.iter().map(|(name, value)| format!("set {name}={value}"));
    std::iter::once(format!("{HEAD} {reference}")).chain(sets).collect()
}

/// The text of a file.
pub(super) fn write(game: &Game, reference: &str, sets: &[(String, String)]) -> String {
    let variant = game.variant();
    let moves: Vec<String> = game.plies().iter().map(|ply| movetext::write(variant, &ply.mv)).collect();
    let mut lines = head(reference, sets);
    lines.push(format!("fen {}", fen::write(variant, game.start())));
    lines.extend(moves.chunks(8).map(|moves| format!("moves {}", moves.join(" "))));
    lines.join("\n") + "\n"
}

/// The game in the text of a file if it is of the same sort as this one, or what is wrong, in a sentence.
pub(super) fn read(
    text: &str,
    here: &Game,
    reference: &str,
    sets: &[(String, String)],
) -> Result<Game, String> {
    let mut lines = text.lines();
    let name = lines.next().and_then(|line| line.strip_prefix(HEAD)).map(str::trim).unwrap_or_default();
    if name.is_empty() {
        return Err(format!("a saved game starts with `{HEAD}` and the name of the game"));
    }
    let (mut found, mut start, mut moves) = (vec![format!("{HEAD} {name}")], "", Vec::new());
    for (i, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match line.trim().split_once(' ') {
            Some(("set", set)) => found.push(format!("set {}", set.trim())),
            Some(("fen", fen)) => start = fen.trim(),
            Some(("moves", more)) => moves.extend(more.split_whitespace()),
            _ => return Err(format!("line {} does not start with `set`, `fen`, or `moves`", i + 2)),
        }
    }
    if found != head(reference, sets) {
        let sets: String = found.iter().skip(1).map(|set| format!(" --{set}")).collect();
        return Err(format!("this is a different game; start it with: ferz play {name}{sets}"));
    }
    let variant = here.variant();
    let start = fen::read_as(variant, start, true).map_err(|problems| {
        let messages: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
        format!("the position in the file is wrong: {}", messages.join("; "))
    })?;
    let mut game = Game::new(here.engine(), start);
    for (i, text) in moves.into_iter().enumerate() {
        let legal = game.legal_moves();
        let mv = movetext::read(variant, game.setup(), &legal, text);
        game.play(mv.map_err(|why| format!("move {} in the file is wrong: {}", i + 1, why.message))?);
    }
    Ok(game)
}
