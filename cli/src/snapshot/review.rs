//! The report of a record that differs, and the review of its changes, one entry after the other.

use super::check::{Checked, SnapshotData, write};
use super::{first, taken};
use crate::output::{CommandError, Output};
use crate::test::TestArgs;
use ferz_lang::catalog::GameRef;
use ferz_lang::record::RuleRecord;
use ferz_text::lab::casebook::Status;
use ferz_text::lab::record::{EntryChange, RecordComparison, accepted};
use std::io::BufRead;
use std::path::Path;

/// The maximum number of entries shown for a record, and of sentences for an entry.
const MAX_ENTRIES: usize = 12;
const MAX_SENTENCES: usize = 6;

/// The answer of a reviewer about one entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReviewChoice {
    Accept,
    Reject,
    Skip,
    AcceptRest,
    Quit,
}

/// Reports a record that differs, and accepts what the arguments or the reviewer accept.
pub(super) fn report(
    path: &Path,
    checked: Checked,
    data: &mut SnapshotData,
    args: &TestArgs,
    fine: &mut bool,
    output: &mut Output,
) -> Result<(), CommandError> {
    let file = path.display();
    let accepts_all = args.accept.as_deref() == Some("");
    match checked {
        Checked::Passed | Checked::PassedFirst => {}
        Checked::Problem(problem) => {
            if !output.is_json() {
                writeln!(output, "failed: {file}: {problem}\n")?;
            }
            data.problem = Some(problem);
        }
        Checked::First(changes) => {
            if accepts_all {
                let name = path.with_extension("ferz").display().to_string();
                let game = GameRef { name, is_path: true, array: None, reading: None };
                accept(path, &taken(&game)?, data, fine, output);
            } else if !output.is_json() {
                writeln!(output, "failed: {file} differs from the current rules")?;
                first::show(&changes, output)?;
                how_to_accept(path, true, output)?;
            }
            data.changes = changes;
        }
        Checked::Differs { old, new, comparison } => {
            differs(path, (old, &new), &comparison, data, (args, fine), output)?;
            data.entries = [comparison.changes, comparison.engine].concat();
            data.problem = comparison.broken;
        }
    }
    Ok(())
}

fn differs(
    path: &Path,
    (mut old, new): (RuleRecord, &RuleRecord),
    comparison: &RecordComparison,
    data: &mut SnapshotData,
    (args, fine): (&TestArgs, &mut bool),
    output: &mut Output,
) -> Result<(), CommandError> {
    let is_named = |change: &EntryChange| {
        let named = |name: &String| change.entry.to_lowercase().contains(&name.to_lowercase());
        args.accept.as_ref().is_some_and(named)
    };
    if args.accept.as_deref() == Some("") {
        accept(path, new, data, fine, output);
        return Ok(());
    }
    let mut open: Vec<&EntryChange> = comparison.changes.iter().collect();
    let named: Vec<&EntryChange> = open.iter().copied().filter(|change| is_named(change)).collect();
    if !named.is_empty() && take(path, &mut old, new, comparison, &named, (data, fine), output) {
        open.retain(|change| !is_named(change));
        if open.is_empty() {
            return Ok(());
        }
    }
    data.status = Status::Failed;
    if output.is_json() {
        return Ok(());
    }
    show(path, &open, comparison, output)?;
    if !args.review {
        return how_to_accept(path, false, output);
    }
    let (mut left, mut takes_rest, mut skipped) = (0_usize, false, 0_usize);
    for change in open {
        let answer = if takes_rest { ReviewChoice::Accept } else { ask(change, output)? };
        takes_rest |= answer == ReviewChoice::AcceptRest;
        match answer {
            ReviewChoice::Accept | ReviewChoice::AcceptRest => {
                let taken = take(path, &mut old, new, comparison, &[change], (data, fine), output);
                left += usize::from(!taken);
            }
            ReviewChoice::Reject => left += 1,
            ReviewChoice::Skip => skipped += 1,
            ReviewChoice::Quit => {
                left += 1;
                break;
            }
        }
    }
    data.status = match (left, skipped) {
        (0, 0) => Status::Accepted,
        (0, _) => Status::Pending,
        _ => Status::Failed,
    };
    Ok(())
}

/// Accepts entries and writes the record at once. Returns true if it was written.
fn take(
    path: &Path,
    old: &mut RuleRecord,
    new: &RuleRecord,
    comparison: &RecordComparison,
    changes: &[&EntryChange],
    (data, fine): (&mut SnapshotData, &mut bool),
    output: &mut Output,
) -> bool {
    let headings: Vec<&str> = changes.iter().map(|change| change.entry.as_str()).collect();
    match accepted(old, new, comparison, &headings) {
        Ok(record) => {
            accept(path, &record, data, fine, output);
            *old = record;
            data.status == Status::Accepted
        }
        Err(why) => {
            let stop = format!("{} needs other changes of {}: {why}", headings.join(", "), path.display());
            output.stopped(CommandError::message(stop).help("accept the others first, or all of them"));
            false
        }
    }
}

fn accept(path: &Path, record: &RuleRecord, data: &mut SnapshotData, fine: &mut bool, output: &mut Output) {
    data.status = Status::Accepted;
    if let Err(stop) = write(path, &record.text()) {
        output.stopped(stop);
        *fine = false;
        data.status = Status::Failed;
    }
}

/// Shows the changes of a record.
fn show(
    path: &Path,
    changes: &[&EntryChange],
    comparison: &RecordComparison,
    output: &mut Output,
) -> Result<(), CommandError> {
    let file = path.display();
    if let Some(why) = &comparison.broken {
        writeln!(
            output,
            "failed: {file} differs from the current rules, and its rules are not a game: {why}"
        )?;
    } else if changes.is_empty() {
        writeln!(output, "failed: {file}: the rules are the same, but ferz has changed")?;
    } else {
        writeln!(output, "failed: {file} differs from the current rules")?;
    }
    let engine = comparison.engine.iter();
    let all: Vec<&EntryChange> = changes.iter().copied().chain(engine).collect();
    for change in all.iter().take(MAX_ENTRIES) {
        sentences(change, all.len() == 1, output)?;
    }
    if all.len() > MAX_ENTRIES {
        writeln!(output, "  and {} more", all.len() - MAX_ENTRIES)?;
    }
    Ok(())
}

fn sentences(change: &EntryChange, is_alone: bool, output: &mut Output) -> Result<(), CommandError> {
    writeln!(output, "  {}", change.entry)?;
    for sentence in change.sentences.iter().take(MAX_SENTENCES) {
        output.wrapped("    ", sentence)?;
    }
    match change.sentences.len().saturating_sub(MAX_SENTENCES) {
        0 => {}
        more => writeln!(output, "    and {more} more")?,
    }
    // An example plays the old rules with this change only.
    let head = if is_alone { "for example" } else { "with this change alone," };
    change
        .example
        .iter()
        .try_for_each(|example| output.wrapped("    ", &format!("{head} {}", example.sentence())))
}

fn how_to_accept(path: &Path, is_first: bool, output: &mut Output) -> Result<(), CommandError> {
    let game = path.with_extension("ferz");
    let force = if is_first { "--force " } else { "" };
    writeln!(output, "  to accept the change: ferz snapshot {force}{}\n", game.display())
}

/// Asks the reviewer about an entry.
fn ask(change: &EntryChange, output: &mut Output) -> Result<ReviewChoice, CommandError> {
    write!(output, "  accept {}? [yes/no/skip/all/quit] ", change.entry)?;
    output.flush()?;
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line).unwrap_or(0);
    writeln!(output)?;
    Ok(match line.trim() {
        "y" | "yes" => ReviewChoice::Accept,
        "s" | "skip" => ReviewChoice::Skip,
        "a" | "all" => ReviewChoice::AcceptRest,
        "q" | "quit" => ReviewChoice::Quit,
        // The end of the input ends the review.
        _ if read == 0 => ReviewChoice::Quit,
        _ => ReviewChoice::Reject,
    })
}
