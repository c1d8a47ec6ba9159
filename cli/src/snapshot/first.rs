//! Records of the first form, which contain the move sets only.
//!
//! Such a file is checked as before until the next release. [`taken`] computes the current record, and [`show`] shows the
//! differences from the stored one.

use crate::game;
use crate::output::{CommandError, Output};
use ferz_core::rules::{ArrayInfo, Switch, Variant};
use ferz_lang::Memory;
use ferz_lang::catalog::GameRef;
use ferz_lang::record::RuleRecord;
use ferz_text::lab::compare::snapshot::record;
use ferz_text::lab::compare::{SnapshotChange, snapshot_changes};
use std::sync::Arc;

/// The maximum number of changes shown for a record.
const MAX_CHANGES: usize = 8;
/// The maximum number of pairs of an array and a reading in a record. If there are more, the record contains the first
/// array under every reading, and as many of the other arrays under the first reading as fit.
const MAX_PAIRS: usize = 256;
/// The maximum number of old lines and of new lines shown for a change.
const MAX_LINES: usize = 4;

/// Returns the current record of a game: every array under every reading, and the first array under each value of a
/// switch that no reading uses.
pub(super) fn taken(game: &GameRef) -> Result<String, CommandError> {
    let plain = game::load(game, &[], None)?;
    let readings = plain.game.readings.iter().map(|reading| reading.name.as_str());
    let readings: Vec<&str> = std::iter::once("default").chain(readings).collect();
    let arrays = plain.variant.arrays.iter().enumerate();
    let mut pairs: Vec<_> =
        arrays.flat_map(|(n, array)| readings.iter().map(move |reading| (n, array, *reading))).collect();
    let all = pairs.len();
    if all > MAX_PAIRS {
        // Every pair of an array with the default reading and of the first array with a reading covers each choice
        // once.
        pairs.retain(|(n, _, reading)| *n == 0 || *reading == "default");
        pairs.truncate(MAX_PAIRS);
    }
    let load = |(_, array, reading): &(_, &ArrayInfo, &str)| {
        let (array, reading) = (Some(array.name.clone()), Some((*reading).to_owned()));
        Ok(plain.game.under(&GameRef { array, reading, ..game.clone() }, &[], &Memory::reading())?.variant)
    };
    let games: Vec<Arc<Variant>> = pairs.iter().map(load).collect::<Result<_, CommandError>>()?;
    let chosen = |switch: &str, value: &str| {
        let has = |own: &Switch| own.name == switch && own.chosen == value;
        games.iter().any(|game| game.switches.iter().any(has))
    };
    let values = plain.game.switches().iter().flat_map(|switch| {
        // Values that some reading already uses are covered by the pairs.
        let values = switch.values.iter().filter(|value| !chosen(&switch.name, &value.name));
        values.map(move |value| (switch.name.clone(), value.name.clone()))
    });
    let under = |(switch, value): (String, String)| {
        let reading = format!("{switch}={value}");
        let own = plain.game.under(game, &[(switch, value)], &Memory::reading())?.variant;
        Ok(Arc::new(Variant { reading, ..Arc::unwrap_or_clone(own) }))
    };
    let values: Vec<Arc<Variant>> =
        // The limit also applies here, because each value is a compiled game.
        values.take(MAX_PAIRS).map(under).collect::<Result<_, CommandError>>()?;
    Ok(record(&plain.variant.title, &games, &values, all - pairs.len()))
}

/// Lists the changes from a record to the current one.
pub(super) fn changes(old: &str, new: &str) -> Vec<SnapshotChange> {
    snapshot_changes(old, new)
}

/// Returns true if a text is a record of the first form.
pub(super) fn is_own(text: &str) -> bool {
    text.lines().take(4).any(|line| line.starts_with("# Written by `ferz snapshot`"))
        && !RuleRecord::is_record(text)
}

/// Shows the changes. The old lines come before the new ones.
pub(super) fn show(changes: &[SnapshotChange], output: &mut Output) -> Result<(), CommandError> {
    for change in changes.iter().take(MAX_CHANGES) {
        writeln!(output, "  {}", change.about)?;
        for (sign, lines) in [("-", &change.missing), ("+", &change.extra)] {
            output.lines(lines.iter().take(MAX_LINES).map(|line| format!("    {sign} {}", line.trim())))?;
            if lines.len() > MAX_LINES {
                writeln!(output, "    {sign} and {} more lines", lines.len() - MAX_LINES)?;
            }
        }
    }
    if changes.len() > MAX_CHANGES {
        writeln!(output, "  and {} more", changes.len() - MAX_CHANGES)?;
    }
    Ok(())
}
