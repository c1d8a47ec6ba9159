//! Games in files: the name of the game, its switches, the first position, and the moves, as text.

use crate::cli::writing::Kind;
use crate::lang::catalog::GameRef;
use crate::play::game::Game;
use crate::play::notation::{fen, movetext};
use std::collections::BTreeMap;
use std::path::Path;

/// How the file of a game starts.
const HEAD: &str = "ferz game";

/// The text of a file.
pub(super) fn write(game: &Game, reference: &str, sets: &[(String, String)]) -> String {
    let variant = game.variant();
    let moves: Vec<String> = game.plies().iter().map(|ply| movetext::write(variant, &ply.mv)).collect();
    // Which game it is, as the command line names it and sets its switches.
    let mut lines = vec![format!("{HEAD} {reference}")];
    lines.extend(sets.iter().map(|(name, value)| format!("set {name}={value}")));
    lines.push(format!("fen {}", fen::write(variant, game.start())));
    lines.extend(moves.chunks(8).map(|moves| format!("moves {}", moves.join(" "))));
    lines.join("\n") + "\n"
}

/// What the text of a file says.
struct Saved<'t> {
    reference: &'t str,
    sets: Vec<(&'t str, &'t str)>,
    fen: &'t str,
    moves: Vec<&'t str>,
}

/// Whether a text is a saved game.
fn is_saved(text: &str) -> bool {
    parse(text).is_ok_and(|saved| !saved.fen.is_empty())
}

/// Files with saved games.
pub(super) const SAVED: Kind = Kind { name: "a saved game", is_own: is_saved };

fn parse(text: &str) -> Result<Saved<'_>, String> {
    let mut lines = text.lines();
    let reference = lines.next().and_then(|line| line.strip_prefix(HEAD)).map(str::trim).unwrap_or_default();
    if reference.is_empty() {
        return Err(format!("a saved game starts with `{HEAD}` and the name of the game"));
    }
    let mut saved = Saved { reference, sets: Vec::new(), fen: "", moves: Vec::new() };
    for (i, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match line.trim().split_once(' ') {
            Some(("set", set)) => saved.sets.extend(set.trim().split_once('=')),
            Some(("fen", fen)) => saved.fen = fen.trim(),
            Some(("moves", more)) => saved.moves.extend(more.split_whitespace()),
            _ => return Err(format!("line {} does not start with `set`, `fen`, or `moves`", i + 2)),
        }
    }
    Ok(saved)
}

/// Whether two references mean the same game: the same built-in game, or the same file, however its path is spelled, from
/// here or from the folder of the saved game. A file that is in neither place has been moved if the other has its name.
fn is_same(saved: &str, folder: &Path, here: &str) -> bool {
    let (saved, here) = (GameRef::parse(saved), GameRef::parse(here));
    let (path, own) = (Path::new(&saved.name), Path::new(&here.name));
    let is_file = || {
        let found: Vec<_> = [path, &folder.join(path)].iter().flat_map(|path| path.canonicalize()).collect();
        let is_moved = found.is_empty() && path.file_name() == own.file_name();
        is_moved || own.canonicalize().is_ok_and(|own| found.contains(&own))
    };
    (&saved.array, &saved.reading, saved.is_path) == (&here.array, &here.reading, here.is_path)
        && if saved.is_path { is_file() } else { saved.name == here.name }
}

/// The game in the text of a file in this folder if it is of the same sort as this one, or what is wrong, in a sentence.
pub(super) fn read(
    (folder, text): (&Path, &str),
    here: &Game,
    reference: &str,
    sets: &[(String, String)],
) -> Result<Game, String> {
    let saved = parse(text)?;
    // Of two values of a switch the later counts, wherever it stands among the others.
    let found: BTreeMap<&str, &str> = saved.sets.iter().copied().collect();
    let wanted = sets.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    if found != wanted.collect() || !is_same(saved.reference, folder, reference) {
        let sets: String = saved.sets.iter().map(|(name, value)| format!(" --set {name}={value}")).collect();
        let name = saved.reference;
        return Err(format!("this is a different game; start it with: ferz play {name}{sets}"));
    }
    let variant = here.variant();
    let start = fen::read_as(variant, saved.fen, true).map_err(|problems| {
        let messages: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
        format!("the position in the file is wrong: {}", messages.join("; "))
    })?;
    let mut game = Game::new(here.engine(), start);
    for (i, text) in saved.moves.into_iter().enumerate() {
        let legal = game.legal_moves();
        let mv = movetext::read(variant, game.setup(), &legal, text);
        game.play(mv.map_err(|why| format!("move {} in the file is wrong: {}", i + 1, why.message))?);
    }
    Ok(game)
}
