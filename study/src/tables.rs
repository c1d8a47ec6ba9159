//! Summaries as tables for a terminal, and as comma-separated values.
//!
//! The `Display` implementation of [`Summary`] writes the tables, and [`Summary::csv`] writes the values. The HTML
//! page uses the same rows.

use super::statistics::Estimate;
use super::summary::{Difference, Metric, Summary};
use std::fmt::{self, Write};

/// Formats a number, in percent if the metric is a share, or else with one decimal.
pub(super) fn number(metric: Metric, value: f64) -> String {
    if metric.is_share() { format!("{:.1} %", 100.0 * value) } else { format!("{value:.1}") }
}

/// Formats an estimate with half the width of its interval, such as `54.2 % ±3.1`.
pub(super) fn with_half(metric: Metric, estimate: Estimate) -> String {
    if estimate.n == 0 {
        return "-".to_owned();
    }
    let half = (estimate.high - estimate.low) / 2.0;
    let half = if metric.is_share() { 100.0 * half } else { half };
    format!("{} ±{half:.1}", number(metric, estimate.value))
}

/// Describes a difference in one clause.
pub(super) fn verdict(difference: &Difference) -> String {
    let Difference { metric, one, other, difference, corrected, found, .. } = difference;
    let half = with_half(*metric, Estimate { value: 0.0, ..*difference });
    let half = half.split_once('±').map_or("", |(_, half)| half);
    let unit = if metric.is_share() { " %" } else { "" };
    if !found {
        return format!("{}: no difference found between {one} and {other} (±{half}{unit})", metric.name());
    }
    let by = number(*metric, difference.value.abs());
    let more = if difference.value > 0.0 { "more" } else { "less" };
    format!("{}: {other} has {by} {more} than {one} (±{half}{unit}, p = {corrected:.2e})", metric.name())
}

/// Aligns columns. The first is aligned to the left, and all others to the right.
fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let count = rows.first().map_or(0, Vec::len);
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(at, (cell, width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in lines(self) {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

fn plural(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn lines(summary: &Summary) -> Vec<String> {
    let mut lines = columns(&results(summary));
    lines.push(String::new());
    lines.extend(columns(&metrics(summary)));
    for about in &summary.of {
        lines.push(String::new());
        lines.push(format!("{}:", about.name));
        if let Some(same) = &about.same_as {
            lines.push(format!("  has the same rules as {same}"));
        }
        for ending in &about.endings {
            let share = 100.0 * ending.share.value;
            let draws =
                if ending.draws > 0 { format!(", {} of them drawn", ending.draws) } else { String::new() };
            lines.push(format!(
                "  {} ended {} ({share:.1} %){draws}",
                ending.reason,
                plural(ending.games, "game")
            ));
        }
        for acted in about.rules.iter().filter(|one| one.times > 0 && !one.rule.starts_with("ending ")) {
            let share = 100.0 * acted.share.value;
            lines.push(format!(
                "  {}: {}, in {share:.1} % of the games",
                acted.rule,
                plural(acted.times, "time")
            ));
        }
        if !about.never_acted.is_empty() {
            let all = about.never_acted.join("; ");
            lines.push(format!("  never in {}: {all}", plural(about.games, "game")));
        }
    }
    if !summary.differences.is_empty() {
        lines.push(String::new());
        let (found, none): (Vec<_>, Vec<_>) = summary.differences.iter().partition(|one| one.found);
        lines.extend(found.into_iter().chain(none).map(verdict));
    }
    lines
}

/// Returns the results of the games, with one row for each set of rules.
pub(super) fn results(summary: &Summary) -> Vec<Vec<String>> {
    let head = ["", "games", "White won", "drawn", "Black won", "cut off", "first mover", "decisive"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for about in &summary.of {
        let counts = [about.games, about.white_wins, about.draws, about.black_wins, about.cut_off];
        let mut row = vec![about.name.clone()];
        row.extend(counts.map(|count| count.to_string()));
        row.push(with_half(Metric::Score, about.first_mover_advantage));
        row.push(with_half(Metric::Score, about.decisive));
        rows.push(row);
    }
    rows
}

/// Returns the metrics, with one row for each set of rules.
pub(super) fn metrics(summary: &Summary) -> Vec<Vec<String>> {
    let names = Metric::ALL.iter().map(|metric| metric.name().to_owned());
    let mut rows = vec![std::iter::once(String::new()).chain(names).collect::<Vec<_>>()];
    for about in &summary.of {
        let cells = about.metrics.iter().map(|(metric, estimate)| with_half(*metric, *estimate));
        rows.push(std::iter::once(about.name.clone()).chain(cells).collect());
    }
    rows
}

impl Summary {
    /// The first line of [`Summary::csv`], which identifies such files.
    pub const CSV_HEAD: &str = "of,about,value,low,high,games\n";

    /// Returns the summary as comma-separated values. Each line has the subject, the quantity, its estimate with the
    /// interval, and the number of games.
    pub fn csv(&self) -> String {
        let mut text = Summary::CSV_HEAD.to_owned();
        for about in &self.of {
            let name = &about.name;
            row(&mut text, name, "first-mover advantage", &about.first_mover_advantage);
            row(&mut text, name, "decisive", &about.decisive);
            for (metric, estimate) in &about.metrics {
                row(&mut text, name, metric.name(), estimate);
            }
            for one in &about.endings {
                row(&mut text, name, &format!("ended by {}", one.reason), &one.share);
            }
            for one in &about.rules {
                row(&mut text, name, &format!("games with {}", one.rule), &one.share);
            }
            for piece in &about.pieces {
                row(&mut text, name, &format!("{} left", piece.title), &piece.left);
                if let Some(worth) = &piece.worth {
                    row(&mut text, name, &format!("{} worth", piece.title), worth);
                }
            }
        }
        for one in &self.differences {
            row(&mut text, &format!("{} to {}", one.one, one.other), one.metric.name(), &one.difference);
        }
        text
    }
}

fn row(text: &mut String, of: &str, about: &str, estimate: &Estimate) {
    let Estimate { value, low, high, n } = estimate;
    let _ = writeln!(text, "{},{},{value},{low},{high},{n}", quoted(of), quoted(about));
}

fn quoted(text: &str) -> String {
    // Only these characters require quotes in comma-separated values.
    let plain = !text.contains([',', '"', '\n']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
