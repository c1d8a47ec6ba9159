//! The summary of a study as a self-contained HTML page.
//!
//! [`Summary::html`] assembles the page: the method, the results, one plot for each metric, the differences, and a
//! section for each set of rules.

use super::plot::{bars, dots};
use super::summary::{About, Metric, Summary};
use super::tables::{metrics, number, results, verdict, with_half};
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 Georgia,serif;color:#222;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1rem}\
h1,h2,h3{line-height:1.2;font-weight:600}table{border-collapse:collapse;font-size:.85rem;margin:1rem 0}\
th,td{padding:.25rem .6rem;border-bottom:1px solid #ccc;text-align:right;vertical-align:top}\
.wide{overflow-x:auto}th:first-child,td:first-child{text-align:left}svg{max-width:100%;height:auto}figure{margin:1.5rem 0;break-inside:avoid}\
figcaption{font-size:.9rem}code{font-size:.9em}.key span{display:inline-block;border:1px solid #222;width:1em;height:1em;\
vertical-align:-.15em;margin:0 .3em 0 1em}@media print{body{max-width:none;margin:0;font-size:11pt}h2{break-after:avoid}}";

impl Summary {
    /// The beginning of [`Summary::html`], which identifies such pages.
    pub const HTML_HEAD: &str = "<!DOCTYPE html>\n<!-- ferz study -->\n";

    /// Returns the summary as a self-contained HTML page with plots. The page names `file` as the file of the games.
    pub fn html(&self, file: Option<&str>) -> String {
        let title = escaped(&title(self));
        let mut html = format!(
            "{}<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>{STYLE}</style>\n<main>\n<h1>{title}</h1>\n",
            Summary::HTML_HEAD
        );
        html += &method(self, file);
        html += "<h2>Results</h2>\n";
        html += &result_bars(self);
        html += &rows(&results(self));
        for metric in Metric::ALL {
            html += &metric_dots(self, metric);
        }
        html += &rows(&metrics(self));
        html += &differences(self);
        for about in &self.of {
            html += &of(about);
        }
        html + "</main>\n"
    }
}

fn title(summary: &Summary) -> String {
    let mut games: Vec<&str> = summary.head.of.iter().map(|side| side.game.as_str()).collect();
    // Several sets of rules of one game are neighbors, so the title names the game once.
    games.dedup();
    format!("A study of {}", games.join(" and "))
}

/// Escapes the special characters of HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn method(summary: &Summary, file: Option<&str>) -> String {
    let study = &summary.head.study;
    let player = study.nodes.map_or("Both sides play legal moves at random".to_owned(), |nodes| {
        format!(
            "Both sides are played by the same search, which looks at {nodes} positions for each move; the first {} plies are random",
            study.opening
        )
    });
    let file = file.unwrap_or("GAMES");
    format!(
        "<p>{} games, {} by each of the rules, with the seed {}. {player}. A game is cut off after {} plies and counted apart. A side leads from \
         100 points on, as the program judges. What stands behind ± or is drawn as a line reaches over 95 % intervals \
         (Student's for means, Wilson's for shares). Differences are tested by Welch's test, those of shares after Agresti and Caffo, and corrected \
         by Holm's method for all comparisons on this page. How machines play is not how people play: the numbers compare rules with each other, and \
         say little about any one of them alone.</p>\n<p>Played by ferz {}. Every number on this page comes from the file of games: \
         <code>ferz study --from {} --html page.html</code>.</p>\n",
        summary.games,
        study.games,
        study.seed,
        study.plies,
        escaped(&summary.head.ferz),
        escaped(file)
    )
}

fn figure(svg: Option<String>, caption: &str) -> String {
    svg.map_or_else(String::new, |svg| {
        format!("<figure aria-label=\"{caption}\">\n{svg}\n<figcaption>{caption}</figcaption></figure>\n")
    })
}

fn result_bars(summary: &Summary) -> String {
    let row = |about: &About| {
        let share = |count: u64| if about.games == 0 { 0.0 } else { count as f64 / about.games as f64 };
        let shares = [about.white_wins, about.draws, about.black_wins, about.cut_off].map(share);
        (about.name.clone(), shares)
    };
    let rows: Vec<(String, [f64; 4])> = summary.of.iter().map(row).collect();
    let key = "<span style=\"background:#f0e4c8\"></span>White won <span style=\"background:#9aa5b1\"></span>drawn \
               <span style=\"background:#1f3a5f\"></span>Black won <span></span>cut off";
    let svg = bars(&rows);
    svg.map_or_else(String::new, |svg| {
        format!("<figure>\n{svg}\n<figcaption class=\"key\">How the games ended, from left to right: {key}.</figcaption></figure>\n")
    })
}

fn metric_dots(summary: &Summary, metric: Metric) -> String {
    let scale = if metric.is_share() { 100.0 } else { 1.0 };
    let row = |about: &About| {
        let estimate = about.metrics.iter().find(|(one, _)| *one == metric).map(|(_, estimate)| *estimate);
        (about.name.clone(), estimate.unwrap_or_default().map(|value| scale * value))
    };
    let rows: Vec<_> = summary.of.iter().map(row).collect();
    let (label, mark) = match metric {
        Metric::Score => ("White's score in percent", Some(50.0)),
        Metric::Draws => ("draws in percent of the games that ended", None),
        Metric::CutOff => ("games cut off in percent", None),
        Metric::Length => ("plies of the games that ended", None),
        Metric::Branching => ("legal moves in a position", None),
        Metric::Leads => ("changes of the lead in a game", None),
    };
    figure(dots(&rows, label, mark), &format!("{}, with 95 % intervals.", capital(label)))
}

fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

fn rows(rows: &[Vec<String>]) -> String {
    // A reader reaches the columns beyond the edge of a narrow screen with the keyboard.
    let mut html = "<div class=\"wide\" tabindex=\"0\"><table>\n".to_owned();
    for (number, row) in rows.iter().enumerate() {
        let cells = row.iter().map(|cell| {
            let tag = if number == 0 && !cell.is_empty() { "th" } else { "td" };
            format!("<{tag}>{}</{tag}>", escaped(cell))
        });
        let _ = writeln!(html, "<tr>{}</tr>", cells.collect::<String>());
    }
    html + "</table></div>\n"
}

fn differences(summary: &Summary) -> String {
    if summary.differences.is_empty() {
        return String::new();
    }
    let (found, none): (Vec<_>, Vec<_>) = summary.differences.iter().partition(|one| one.found);
    let list = |all: Vec<_>| -> String {
        all.into_iter().map(|one| format!("<li>{}</li>\n", escaped(&verdict(one)))).collect()
    };
    let count = summary.differences.len();
    let mut html =
        format!("<h2>Differences</h2>\n<p>{} of {count} comparisons show a difference.</p>\n", found.len());
    if !found.is_empty() {
        let _ = write!(html, "<ul>\n{}</ul>\n", list(found));
    }
    let _ = write!(
        html,
        "<details><summary>No difference found in {}</summary><ul>\n{}</ul></details>\n",
        none.len(),
        list(none)
    );
    html
}

/// Returns the section about one set of rules.
fn of(about: &About) -> String {
    let mut html = format!("<h2>{}</h2>\n", escaped(&about.name));
    if let Some(same) = &about.same_as {
        let _ = writeln!(html, "<p>It has the same rules as {}.</p>", escaped(same));
    }
    let percent = |value| number(Metric::Score, value);
    let share = |estimate| with_half(Metric::Score, estimate);
    let endings = about
        .endings
        .iter()
        .map(|one| vec![one.reason.clone(), one.games.to_string(), one.draws.to_string(), share(one.share)]);
    html += &headed(["ended by", "games", "of them drawn", "of all games"], endings.collect());
    let acted = about.rules.iter().filter(|one| one.times > 0 && !one.rule.starts_with("ending "));
    let acted = acted.map(|one| vec![one.rule.clone(), one.times.to_string(), percent(one.share.value)]);
    html += &headed(["rule", "times it acted", "games in which it did"], acted.collect());
    if !about.never_acted.is_empty() {
        let names: Vec<String> = about.never_acted.iter().map(|rule| escaped(rule)).collect();
        let _ = writeln!(html, "<p>Never acted in {} games: {}.</p>", about.games, names.join("; "));
    }
    let pieces = about.pieces.iter().map(|piece| {
        let worth = piece.worth.map_or("-".to_owned(), share);
        vec![piece.title.clone(), piece.start.to_string(), with_half(Metric::Length, piece.left), worth]
    });
    html += &headed(["piece", "at the start", "at the end", "value in points"], pieces.collect());
    html + "<p>The value of a piece is the increase of the score from having one more of it throughout a game, estimated by least squares over all games.</p>\n"
}

fn headed<const N: usize>(head: [&str; N], body: Vec<Vec<String>>) -> String {
    if body.is_empty() {
        return String::new();
    }
    let head = head.map(str::to_owned).to_vec();
    rows(&std::iter::once(head).chain(body).collect::<Vec<_>>())
}
