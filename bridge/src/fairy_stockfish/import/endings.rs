//! Translates the endings, in the order in which Fairy-Stockfish tests them.

use super::draft::FileDraft;
use super::game::GameWriter;
use super::goals;
use super::lines::lines;
use crate::fairy_stockfish::state::COLORS;

/// Adds the endings, and the pieces whose moves reset the halfmove clock.
pub fn add(game: &mut GameWriter, draft: &mut FileDraft) {
    let mut endings = Vec::new();
    lost_pieces(game, &mut endings);
    goals::add(game, &mut endings);
    checks(game, draft, &mut endings);
    lines(game, &mut endings);
    if super::rules::both_pass(game) {
        endings.push("both-pass: draw when used up pause and enemy used up pause".to_owned());
    }
    if game.state.flag("adjudicateFullBoard") {
        let squares = (game.regions.board().count() - game.start.walls.count()) as usize;
        let pieces = game.start.board.len() + game.start.hands.iter().map(Vec::len).sum::<usize>();
        match pieces < squares {
            true => game.never("adjudicateFullBoard", "there are never as many pieces as squares"),
            false => endings.push(format!("full: draw when any piece in grid >= {squares}")),
        }
    }
    no_moves(game, &mut endings);
    repetitions(game, &mut endings);
    clock(game, draft, &mut endings);
    draft.endings = endings;
}

/// Returns a result from the view of the other player.
pub fn turned(result: &str) -> &str {
    match result {
        "win" => "loss",
        "loss" => "win",
        other => other,
    }
}

/// Adds the ending for a side that has lost its pieces.
fn lost_pieces(game: &mut GameWriter, endings: &mut Vec<String>) {
    let result = game.state.word("extinctionValue").to_owned();
    let royal = game.state.flag("extinctionPseudoRoyal");
    if result == "none" || (royal && !game.state.flag("blastOnCapture")) {
        return;
    }
    if game.state.names_absent("extinctionPieceTypes") {
        game.cannot(
            "extinctionPieceTypes",
            "the game ends at once, because a piece without which a side loses is not in it",
        );
    }
    let kinds = game.state.kinds("extinctionPieceTypes");
    let groups: Vec<String> = match game.state.is_all("extinctionPieceTypes") {
        true => vec!["piece".to_owned()],
        false => kinds.into_iter().filter_map(|kind| game.kind(kind)).collect(),
    };
    if groups.is_empty() {
        return;
    }
    let most = game.state.number("extinctionPieceCount");
    let least = game.state.number("extinctionOpponentPieceCount");
    let claim = i64::from(game.state.flag("extinctionClaim"));
    let hands = game.has_hands();
    for (name, whose, other, result, least) in [
        ("enemy-extinct", "enemy", "own", turned(&result), least),
        ("extinct", "own", "enemy", result.as_str(), least + claim),
    ] {
        let one = |pieces: &String| {
            let few = few(whose, pieces, most, hands);
            match least {
                ..=0 => few,
                1 => format!("({few}) and {other} {pieces}"),
                _ => format!("({few}) and {other} {pieces} >= {least}"),
            }
        };
        let conditions: Vec<String> = groups.iter().map(one).collect();
        let joined = match least > 0 && conditions.len() > 1 {
            true => format!("({})", conditions.join(") or (")),
            false => conditions.join(" or "),
        };
        endings.push(format!("{name}: {result} when {joined}"));
    }
    if least + claim > 0 && hands {
        game.cannot("extinctionOpponentPieceCount", "pieces in hand count as well");
    }
}

/// Returns the condition that a side has at most this many of the pieces.
fn few(whose: &str, pieces: &str, most: i64, hands: bool) -> String {
    let count = |place: &str, most: i64| match most {
        0 => format!("no {whose} {pieces}{place}"),
        _ => format!("{whose} {pieces}{place} <= {most}"),
    };
    let split = |held: i64| format!("{} and {}", count("", most - held), count(" in hand", held));
    match (hands, most) {
        (false, _) => count("", most),
        (true, 0) => split(0),
        (true, _) => {
            let cases = (0..=most.min(8)).map(|held| format!("({})", split(held)));
            cases.collect::<Vec<_>>().join(" or ")
        }
    }
}

/// Adds the ending after a number of checks.
fn checks(game: &mut GameWriter, draft: &mut FileDraft, endings: &mut Vec<String>) {
    if !game.state.flag("checkCounting") || !super::royals::is_about_check(game, "checkCounting") {
        return;
    }
    let number = match game.start.checks {
        Some([white, black]) if white == black => Ok(white.max(1)),
        Some(_) => Err("the two sides need different numbers of checks to win"),
        None => Err("the number of checks is missing"),
    };
    let number = number.unwrap_or_else(|reason| {
        game.cannot("startFen", reason);
        1
    });
    let royals = game.pieces.iter().filter(|piece| super::royals::is_royal(game, piece.kind));
    let royals: Vec<&str> = royals.map(|piece| game.names.of(*piece)).collect();
    let Some(royals) = super::game::list(&royals) else { return };
    let times = if number == 1 { "once".to_owned() } else { format!("{number} times") };
    draft.rules.push(format!("right checks {times}\nfen of fairy-stockfish counts enemy checks"));
    draft.rules.push(format!("by itself {royals} when in check: uses checks"));
    endings.push("last-check: loss when used up checks".to_owned());
}

/// Adds checkmate and stalemate.
fn no_moves(game: &mut GameWriter, endings: &mut Vec<String>) {
    let mate = game.state.word("checkmateValue").to_owned();
    let stalemate = game.state.word("stalemateValue").to_owned();
    let royal = game.pieces.iter().any(|piece| super::royals::is_royal(game, piece.kind));
    if royal {
        endings.push(format!("checkmate: {}", if mate == "none" { "draw" } else { &mate }));
    }
    endings.push(format!("stalemate: {}", if stalemate == "none" { "draw" } else { &stalemate }));
}

fn repetitions(game: &mut GameWriter, endings: &mut Vec<String>) {
    let number = game.state.number("nFoldRule");
    if number < 1 {
        return;
    }
    let number = number.max(2);
    if game.state.flag("perpetualCheckIllegal") {
        endings.push(format!("perpetual-check: win when repeated {number} in check"));
        endings.push(format!("endless-check: loss when repeated {number} giving check"));
    }
    let result = game.state.word("nFoldValue").to_owned();
    if result != "none" {
        let result = if game.state.flag("nFoldValueAbsolute") { "draw" } else { &result };
        endings.push(format!("repetition: {result} when repeated {number}"));
    }
}

/// Adds the draw after a number of moves without progress.
fn clock(game: &mut GameWriter, draft: &mut FileDraft, endings: &mut Vec<String>) {
    let number = game.state.number("nMoveRule");
    if number < 1 {
        return;
    }
    let name = if number == 50 { "fifty-moves" } else { "quiet-moves" };
    endings.push(format!("{name}: draw when quiet {}", 2 * number));
    let kinds = COLORS.map(|color| game.state.kinds(&format!("nMoveRuleTypes{color}")));
    let apart = |side: usize| {
        kinds[side]
            .iter()
            .any(|kind| !kinds[1 - side].contains(kind) && game.has(1 - side, *kind) && game.has(side, *kind))
    };
    if apart(0) || apart(1) {
        game.cannot("nMoveRuleTypes", "a kind of piece resets the clock for one side only");
    }
    let mut all = kinds[0].clone();
    all.extend(kinds[1].iter().copied().filter(|kind| !kinds[0].contains(kind)));
    all.retain(|kind| (0..2).any(|side| kinds[side].contains(kind) && game.has(side, *kind)));
    if let Some(pieces) = game.kinds(&all) {
        draft.clock = Some(format!("clock resets on {pieces}"));
    }
}
