//! Writes the result of a comparison as text.

use super::report::{DiffReport, PositionData, Rest};
use crate::output::{CommandError, Output};
use crate::wrap;
use ferz_syntax::messages::text::capital;
use ferz_text::lab::compare::Difference;
use ferz_text::words::stances::Stance;

/// The maximum numbers of rules, pieces, and positions that are shown without `--long`.
const MAX_RULES: usize = 12;
const MAX_PIECES: usize = 4;
const MAX_POSITIONS: usize = 3;

/// Writes the differences in words and diagrams.
pub(super) fn words(report: &DiffReport, long: bool, output: &mut Output) -> Result<(), CommandError> {
    let shown = |all: usize, most: usize| if long { all } else { all.min(most) };
    writeln!(output, "A  {}\nB  {}", report.a, report.b)?;
    if !report.differs {
        return writeln!(output, "The two games are the same.");
    }
    if !report.switches.is_empty() {
        writeln!(output, "\nSwitches")?;
    }
    for switch in &report.switches {
        output.wrapped("  ", &format!("{}: {}", switch.name, switch.question))?;
        for (side, value) in [("A", &switch.a), ("B", &switch.b)] {
            let doubt = match value.stance {
                Some(Stance::Silent) => " (its source gives no answer)",
                Some(Stance::Against) => " (its source gives another answer)",
                Some(Stance::Sourced) | None => "",
            };
            let text = value.text.clone() + &value.cites.note() + doubt;
            output.wrapped(&format!("    {side}  {}  ", value.value), &text)?;
            writeln!(output, "       {}:{}", value.file, value.line)?;
        }
    }
    if !report.rules.is_empty() {
        writeln!(output, "\nRules")?;
    }
    for rule in report.rules.iter().take(shown(report.rules.len(), MAX_RULES)) {
        let what = rule.what.name();
        let name = if what == rule.name { String::new() } else { format!(" {}", rule.name) };
        writeln!(output, "  {what}{name}")?;
        for (side, said) in [("A", &rule.a), ("B", &rule.b)] {
            let Some(said) = said else {
                writeln!(output, "    {side}  no such rule")?;
                continue;
            };
            output.wrapped(&format!("    {side}  "), &said.text)?;
            if let Some(place) = said.place() {
                writeln!(output, "       {place}")?;
            }
        }
        for (side, words) in ["A", "B"].into_iter().zip(&rule.unsaid).filter(|(_, words)| !words.is_empty()) {
            output.wrapped(&format!("    only {side}: "), &words.join(" "))?;
        }
    }
    more(report.rules.len(), shown(report.rules.len(), MAX_RULES), "rules", output)?;
    if !report.pieces.is_empty() {
        let legend =
            "1 only in A, 2 only in B, + in both; a, A and b, B must be empty only in A or only in B";
        writeln!(output)?;
        output.wrapped("Moves  ", &format!("({legend})"))?;
    }
    for piece in report.pieces.iter().take(shown(report.pieces.len(), MAX_PIECES)) {
        writeln!(output, "  {}: A `{}`, B `{}`", piece.piece, piece.a, piece.b)?;
        output.lines(piece.picture().iter().map(|row| format!("    {row}")))?;
    }
    more(report.pieces.len(), shown(report.pieces.len(), MAX_PIECES), "pieces", output)
}

/// Says how many items of a list are not shown.
fn more(all: usize, shown: usize, what: &str, output: &mut Output) -> Result<(), CommandError> {
    match all - shown {
        0 => Ok(()),
        left => writeln!(output, "  and {left} more {what}; `--long` shows all"),
    }
}

fn difference(data: &Difference) -> Vec<String> {
    let mut lines = Vec::new();
    for (what, moves) in [("  only A: ", &data.only_a), ("  only B: ", &data.only_b)] {
        let text = match moves.len() {
            0 => continue,
            1..=24 => moves.join(" "),
            n => format!("{} and {} more", moves[..20].join(" "), n - 20),
        };
        lines.extend(wrap::text(what, &text));
    }
    for (side, standing) in [("  A: ", &data.standing_a), ("  B: ", &data.standing_b)] {
        lines.extend(standing.iter().flat_map(|standing| wrap::text(side, standing)));
    }
    lines
}

/// Writes the differences found in play.
pub(super) fn games(report: &DiffReport, long: bool, output: &mut Output) -> Result<(), CommandError> {
    if let Some(game) = &report.game {
        let found = if game.shortest { "" } else { " found" };
        match game.moves.len() {
            0 => writeln!(output, "\nThe two games differ from the start")?,
            1 => writeln!(output, "\nShortest distinguishing game{found}: 1 ply")?,
            plies => writeln!(output, "\nShortest distinguishing game{found}: {plies} plies")?,
        }
        if !game.moves.is_empty() {
            output.wrapped("  ", &game.moves.join(" "))?;
        }
        if game.difference.standing_a.as_ref() != Some(&game.fen) {
            writeln!(output, "  {}", game.fen)?;
        }
        output.lines(difference(&game.difference))?;
        if let (false, Some(plies)) = (game.shortest, report.searched_plies) {
            writeln!(output, "  All games up to {plies} plies were searched, and longer ones at random.")?;
        }
    }
    // The game above shows the only rule that differs.
    let is_shown = |position: &&PositionData| {
        let moves = report.game.as_ref().map(|game| &game.moves);
        report.positions.len() == 1 && position.game.as_ref().is_some_and(|game| Some(game) == moves)
    };
    let positions: Vec<&PositionData> = report.positions.iter().filter(|one| !is_shown(one)).collect();
    if !positions.is_empty() {
        writeln!(output, "\nGames and positions")?;
    }
    let shown = if long { positions.len() } else { positions.len().min(MAX_POSITIONS) };
    for position in positions.iter().take(shown) {
        if let Some(what) = position.switch.as_ref().or(position.rule.as_ref()) {
            let rest = if position.rest == Rest::B { " (all others as in B)" } else { "" };
            writeln!(output, "  {what}{rest}")?;
        }
        if let Some(moves) = &position.game {
            if !moves.is_empty() {
                output.wrapped("    ", &moves.join(" "))?;
            }
        // A long game from the start position needs no drawing of that position.
        } else if position.drawing.len() <= 12 || position.moves.len() <= 1 {
            output.lines(position.drawing.iter().map(|row| format!("    {row}")))?;
        }
        writeln!(output, "    {}", position.fen)?;
        if !position.moves.is_empty() {
            output.wrapped("  after ", &position.moves.join(" "))?;
        }
        output.lines(difference(&position.difference))?;
    }
    more(positions.len(), shown, "games and positions", output)?;
    if !report.not_found.is_empty() {
        writeln!(output)?;
    }
    if !long && report.not_found.len() > MAX_POSITIONS {
        let left = report.not_found.len();
        return writeln!(output, "{left} searches found nothing; `--long` lists them");
    }
    output.lines(report.not_found.iter().map(|what| capital(what)))
}
