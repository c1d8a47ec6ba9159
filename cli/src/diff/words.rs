//! Writes the result of a comparison as text.

use super::report::{DiffReport, Rest};
use crate::output::{CommandError, Output};
use crate::wrap;
use ferz_syntax::messages::text::capital;
use ferz_text::lab::compare::Difference;

/// Writes the differences in words and diagrams.
pub(super) fn words(report: &DiffReport, output: &mut Output) -> Result<(), CommandError> {
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
            let text = value.text.clone() + &value.cites.note();
            output.wrapped(&format!("    {side}  {}  ", value.value), &text)?;
            writeln!(output, "       {}:{}", value.file, value.line)?;
        }
    }
    if !report.rules.is_empty() {
        writeln!(output, "\nRules")?;
    }
    for rule in &report.rules {
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
    }
    if !report.pieces.is_empty() {
        writeln!(output, "\nMoves  (1 only in A, 2 only in B, + in both)")?;
    }
    for piece in &report.pieces {
        writeln!(output, "  {}: A `{}`, B `{}`", piece.piece, piece.a, piece.b)?;
        output.lines(piece.picture().iter().map(|row| format!("    {row}")))?;
    }
    Ok(())
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
pub(super) fn games(report: &DiffReport, output: &mut Output) -> Result<(), CommandError> {
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
    if !report.positions.is_empty() {
        writeln!(output, "\nPositions")?;
    }
    for position in &report.positions {
        if let Some(what) = position.switch.as_ref().or(position.rule.as_ref()) {
            let rest = if position.rest == Rest::B { " (all others as in B)" } else { "" };
            writeln!(output, "  {what}{rest}")?;
        }
        // A long game from the start position needs no drawing of that position.
        if position.drawing.len() <= 12 || position.moves.len() <= 1 {
            output.lines(position.drawing.iter().map(|row| format!("    {row}")))?;
        }
        writeln!(output, "    {}", position.fen)?;
        if !position.moves.is_empty() {
            output.wrapped("  after ", &position.moves.join(" "))?;
        }
        output.lines(difference(&position.difference))?;
    }
    if !report.not_found.is_empty() {
        writeln!(output)?;
    }
    output.lines(report.not_found.iter().map(|what| capital(what)))
}
