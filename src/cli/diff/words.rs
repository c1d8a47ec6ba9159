//! What a comparison says, as text.

use super::super::output::{Output, Stop};
use super::super::wrap;
use super::report::Report;
use crate::base::text::{capital, commas};
use crate::lab::compare::Difference;

/// What differs, in words and pictures.
pub(super) fn words(report: &Report, output: &mut Output) -> Result<(), Stop> {
    output.line(format!("A  {}", report.a))?;
    output.line(format!("B  {}", report.b))?;
    if !report.differs {
        return output.line("The two games are the same.");
    }
    if !report.switches.is_empty() {
        output.line("\nSwitches")?;
    }
    for switch in &report.switches {
        output.lines(wrap::text("  ", &format!("{}: {}", switch.name, switch.question)))?;
        for (side, value) in [("A", &switch.a), ("B", &switch.b)] {
            let cites =
                if value.cites.is_empty() { String::new() } else { format!(" [{}]", commas(&value.cites)) };
            let first = format!("    {side}  {}  ", value.value);
            output.lines(wrap::text(&first, &format!("{}{cites}", value.text)))?;
            output.line(format!("       {}:{}", value.file, value.line))?;
        }
    }
    if !report.rules.is_empty() {
        output.line("\nRules")?;
    }
    for rule in &report.rules {
        let name = if rule.what == rule.name { String::new() } else { format!(" {}", rule.name) };
        output.line(format!("  {}{name}", rule.what))?;
        for (side, said) in [("A", &rule.a), ("B", &rule.b)] {
            match said {
                Some(said) => {
                    output.lines(wrap::text(&format!("    {side}  "), &said.text))?;
                    output.line(format!("       {}:{}", said.file, said.line))?;
                }
                None => output.line(format!("    {side}  no such rule"))?,
            }
        }
    }
    if !report.pieces.is_empty() {
        output.line("\nMoves  (1 only in A, 2 only in B, + in both)")?;
    }
    for piece in &report.pieces {
        output.line(format!("  {}: A `{}`, B `{}`", piece.piece, piece.a, piece.b))?;
        for row in piece.picture() {
            output.line(format!("    {row}"))?;
        }
    }
    Ok(())
}

fn difference(data: &Difference, output: &mut Output) -> Result<(), Stop> {
    for (what, moves) in [("  only A: ", &data.only_a), ("  only B: ", &data.only_b)] {
        let mut words: Vec<&str> = moves.iter().map(String::as_str).collect();
        let more = format!("and {} more", words.len().saturating_sub(20));
        if words.len() > 24 {
            words.truncate(20);
            words.extend(more.split(' '));
        }
        if !words.is_empty() {
            output.lines(wrap::paragraph(what, words))?;
        }
    }
    for (side, standing) in [("A", &data.standing_a), ("B", &data.standing_b)] {
        if let Some(standing) = standing {
            output.lines(wrap::text(&format!("  {side}: "), standing))?;
        }
    }
    Ok(())
}

/// What was found in play.
pub(super) fn games(report: &Report, output: &mut Output) -> Result<(), Stop> {
    if let Some(game) = &report.game {
        let found = if game.shortest { "" } else { " found" };
        match game.moves.len() {
            0 => output.line("\nThe two games differ from the start")?,
            1 => output.line(format!("\nShortest distinguishing game{found}: 1 ply"))?,
            plies => output.line(format!("\nShortest distinguishing game{found}: {plies} plies"))?,
        }
        if !game.moves.is_empty() {
            output.lines(wrap::paragraph("  ", game.moves.iter().map(String::as_str)))?;
        }
        if game.difference.standing_a.as_ref() != Some(&game.fen) {
            output.line(format!("  {}", game.fen))?;
        }
        difference(&game.difference, output)?;
        if let (false, Some(plies)) = (game.shortest, report.searched_plies) {
            let text = format!("  All games up to {plies} plies were searched, and longer ones at random.");
            output.line(text)?;
        }
    }
    if !report.positions.is_empty() {
        output.line("\nPositions")?;
    }
    for position in &report.positions {
        if let Some(what) = position.switch.as_ref().or(position.rule.as_ref()) {
            let rest = if position.rest == "b" { " (all else as in B)" } else { "" };
            output.line(format!("  {what}{rest}"))?;
        }
        // A long game that begins at the start needs no picture of it.
        if position.drawing.len() <= 12 || position.moves.len() <= 1 {
            position.drawing.iter().try_for_each(|row| output.line(format!("    {row}")))?;
        }
        output.line(format!("    {}", position.fen))?;
        if !position.moves.is_empty() {
            output.lines(wrap::paragraph("  after ", position.moves.iter().map(String::as_str)))?;
        }
        difference(&position.difference, output)?;
    }
    if !report.not_found.is_empty() {
        output.line("")?;
    }
    report.not_found.iter().try_for_each(|what| output.line(capital(what)))
}
