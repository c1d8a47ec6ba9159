//! `ferz sources`: lists the rules of a game with their sources, the rules that cite one source, and the rules without
//! a source.

use super::game::GameArgs;
use super::output::{CommandError, ExitVerdict, Output};
use super::wrap;
use clap::Args;
use ferz_core::rules::{Cite, Variant, Work};
use ferz_syntax::messages::text::{self, capital, commas, fill, hang, plural};
use ferz_text::lab::claims::{Claim, claims};
use ferz_text::words::stances;
use serde_json::json;

#[derive(Args)]
pub(super) struct SourcesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Show only the rules that cite this source
    #[arg(long, value_name = "NAME")]
    source: Option<String>,
    /// Write the tables as Markdown, for an article
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

pub(super) fn run(args: &SourcesArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let loaded = args.game.load(output)?;
    let variant = &loaded.variant;
    let work = args.source.as_ref().map(|name| find(variant, name)).transpose()?;
    let mut claims = claims(&loaded);
    claims.retain(|claim| work.is_none_or(|work| claim.cites(&work.id)));
    let (reference, plain) = (args.game.reference(variant), output.is_plain());
    let own = loaded.game.own_name().to_owned();
    if output.is_json() {
        return output.json(&data(variant, work, (&claims, &own)));
    }
    let page = SourcesPage { variant, claims: &claims, own: &own, work, reference };
    output.lines(if args.markdown { page.markdown() } else { page.text(plain) })?;
    Ok(ExitVerdict::Yes)
}

/// Returns the source with this name.
fn find<'v>(variant: &'v Variant, name: &str) -> Result<&'v Work, CommandError> {
    let named = variant.sources.iter().find(|work| work.id == name);
    named.ok_or_else(|| {
        let names: Vec<&str> = variant.sources.iter().map(|work| work.id.as_str()).collect();
        let stop = CommandError::message(format!("{} has no source `{name}`", variant.title));
        match names.is_empty() {
            true => stop.help("its file declares no sources"),
            false => stop.help(format!("the sources are {}", commas(&names))).suggest(name, names),
        }
    })
}

/// Returns true if a claim is a rule of another file than the `own` one, so that the own file cites no source for it.
fn is_inherited(claim: &Claim, own: &str) -> bool {
    claim.file != own && claim.question.is_none()
}

fn data(variant: &Variant, work: Option<&Work>, (claims, own): (&[Claim], &str)) -> serde_json::Value {
    let mut data = json!({ "game": variant.id, "array": variant.array, "reading": variant.reading });
    if let Some(fields) = data.as_object_mut() {
        match work {
            Some(work) => fields.insert("source".to_owned(), json!(work)),
            None => fields.insert("sources".to_owned(), json!(variant.sources)),
        };
        fields.insert("claims".to_owned(), json!(claims));
        if work.is_none() {
            let unsourced: Vec<&Claim> = claims.iter().filter(|claim| claim.has_no_source()).collect();
            fields.insert("unsourced".to_owned(), json!(unsourced));
            let inherited: Vec<&Claim> = claims.iter().filter(|claim| is_inherited(claim, own)).collect();
            fields.insert("inherited".to_owned(), json!(inherited));
            fields.insert("answers".to_owned(), json!(stances::in_force(variant)));
        }
    }
    data
}

const NOTHING: &str = "None: every rule cites a source.";
const INHERITED: &str = "Inherited without a source of its own";
const NO_SOURCES: &str = "None: the file of this game declares no source.";

/// The minimum width of a table in columns. A narrower page uses the plain form.
const COLUMNS: usize = 60;

/// The page for a reader.
struct SourcesPage<'a> {
    variant: &'a Variant,
    claims: &'a [Claim],
    /// The name of the file of the game.
    own: &'a str,
    /// The requested source, if the user named one.
    work: Option<&'a Work>,
    reference: String,
}

impl SourcesPage<'_> {
    /// Returns the citations of a claim in words. If the user requested one source, only its citations are included.
    fn citations(&self, claim: &Claim) -> Vec<String> {
        let own = |cite: &&Cite| self.work.is_none_or(|work| cite.source == work.id);
        claim.cites.0.iter().filter(own).map(Cite::text).collect()
    }

    /// Returns the claims that match `wanted`, by file.
    fn files(&self, wanted: impl Fn(&Claim) -> bool) -> Vec<(&str, Vec<&Claim>)> {
        // The claims are in the order of files, so those of one file are adjacent.
        let claims: Vec<&Claim> = self.claims.iter().filter(|claim| wanted(claim)).collect();
        let files = claims.chunk_by(|one, other| one.file == other.file);
        files.map(|claims| (claims[0].file.as_str(), claims.to_vec())).collect()
    }

    fn text(&self, plain: bool) -> Vec<String> {
        let title = &self.variant.title;
        let mut lines = vec![title.clone(), "=".repeat(title.chars().count()), self.reference.clone()];
        if let Some(work) = self.work {
            lines.push(String::new());
            lines.extend(wrap::text("", &format!("{}: {}", work.id, work.described())));
        }
        for sentence in self.summary() {
            lines.extend([vec![String::new()], wrap::text("", &sentence)].concat());
        }
        for (file, claims) in self.files(|_| true) {
            lines.extend([String::new(), file.to_owned(), String::new()]);
            let row = |claim: &Claim| (claim.line, said(claim), self.citations(claim));
            lines.extend(table(&claims.into_iter().map(row).collect::<Vec<_>>(), plain));
        }
        if self.work.is_some() {
            return lines;
        }
        lines.extend(heading("Sources"));
        if self.variant.sources.is_empty() {
            lines.extend(wrap::text("", NO_SOURCES));
        }
        let width = self.variant.sources.iter().map(|work| work.id.len()).max().unwrap_or(0);
        for work in &self.variant.sources {
            let text = format!("{}; cited for {}", work.described(), self.count(work));
            lines.extend(wrap::text(&format!("{:width$}  ", work.id), &text));
        }
        lines.extend(heading("Without a source"));
        let files = self.files(Claim::has_no_source);
        if files.is_empty() {
            lines.extend(wrap::text("", NOTHING));
        }
        for (at, (file, claims)) in files.into_iter().enumerate() {
            lines.extend(
                [String::new(), file.to_owned(), String::new()].into_iter().skip(usize::from(at == 0)),
            );
            let row = |claim: &Claim| (claim.line, said(claim), vec![reason(claim).to_owned()]);
            lines.extend(table(&claims.into_iter().map(row).collect::<Vec<_>>(), plain));
        }
        let inherited = self.inherited();
        if !inherited.is_empty() {
            lines.extend(heading(INHERITED));
            for (file, names) in inherited {
                lines.extend(wrap::text(&format!("{file}: "), &names));
            }
        }
        lines
    }

    /// Returns sentences about the answers of a reading that follows a source.
    fn summary(&self) -> Vec<String> {
        if self.work.is_some() { Vec::new() } else { stances::summary(self.variant) }
    }

    /// Returns the names of the inherited rules for which the file cites no source of its own, by file.
    fn inherited(&self) -> Vec<(&str, String)> {
        let names = |claims: Vec<&Claim>| {
            let mut names: Vec<String> = Vec::new();
            for Claim { what, name, .. } in claims {
                let name = if *what == name { name.clone() } else { format!("{what} {name}") };
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names.join(", ")
        };
        let files = self.files(|claim| is_inherited(claim, self.own));
        files.into_iter().map(|(file, claims)| (file, names(claims))).collect()
    }

    fn markdown(&self) -> Vec<String> {
        let mut lines = vec![
            format!("# {}", text::markdown(&self.variant.title)),
            String::new(),
            format!("`{}`", self.reference),
        ];
        if let Some(work) = self.work {
            lines.extend([String::new(), listed(work)]);
        }
        let summary = self.summary().into_iter().flat_map(|said| [String::new(), text::markdown(&said)]);
        lines.extend(summary);
        for (file, claims) in self.files(|_| true) {
            lines.extend([String::new(), format!("## {file}"), String::new()]);
            let row = |claim: &&Claim| (claim.line, said(claim), self.citations(claim).join("; "));
            lines.extend(markdown(["line", "rule", "sources"], claims.iter().map(row)));
        }
        if self.work.is_some() {
            return lines;
        }
        lines.extend([String::new(), "## Sources".to_owned(), String::new()]);
        if self.variant.sources.is_empty() {
            lines.push(NO_SOURCES.to_owned());
        }
        let list = |work: &Work| format!("- {}; cited for {}", listed(work), self.count(work));
        lines.extend(self.variant.sources.iter().map(list));
        lines.extend([String::new(), "## Without a source".to_owned(), String::new()]);
        let bare: Vec<&Claim> = self.claims.iter().filter(|claim| claim.has_no_source()).collect();
        let row = |claim: &Claim| (claim.line, said(claim), reason(claim).to_owned());
        match bare.is_empty() {
            true => lines.push(NOTHING.to_owned()),
            false => lines.extend(markdown(["line", "rule", "why"], bare.into_iter().map(row))),
        }
        let inherited = self.inherited();
        if !inherited.is_empty() {
            lines.extend([String::new(), format!("## {INHERITED}"), String::new()]);
            let item = |(file, names): (&str, String)| format!("- {file}: {}", text::markdown(&names));
            lines.extend(inherited.into_iter().map(item));
        }
        lines
    }

    /// Describes the number of claims that cite a source.
    fn count(&self, work: &Work) -> String {
        match self.claims.iter().filter(|claim| claim.cites(&work.id)).count() {
            0 => "no rule".to_owned(),
            count => plural(count, "rule"),
        }
    }
}

fn heading(title: &str) -> [String; 3] {
    [String::new(), title.to_owned(), "-".repeat(title.len())]
}

/// Returns a claim in words. Its name comes first, unless the text already begins with it.
fn said(claim: &Claim) -> String {
    let Claim { what, name, text, .. } = claim;
    match (*what, &claim.question) {
        (_, Some(question)) => format!("{name}: {question} {}", capital(text)),
        // The words of a line that name the rule need no further name.
        (what, _) if text.starts_with(&format!("{what} {name}")) => text.clone(),
        ("array", _) => format!("array {name}: {text}"),
        ("piece" | "action", _) => format!("{name}: {text}"),
        _ => text.clone(),
    }
}

/// Explains why a claim has no source.
fn reason(claim: &Claim) -> &'static str {
    if claim.invented { "invented" } else { "nothing cited" }
}

/// Formats rows of a line number, a text, and its citations in columns, or one below the other if `plain`.
fn table(rows: &[(usize, String, Vec<String>)], plain: bool) -> Vec<String> {
    let width = wrap::width();
    let number = rows.iter().map(|(line, ..)| line.to_string().len()).max().unwrap_or(0) + 2;
    // Two fifths of the width are for the citations.
    let cites = (width - number) * 2 / 5;
    let mut lines = Vec::new();
    for (line, text, cited) in rows {
        if plain || width < COLUMNS {
            lines.extend(wrap::text(&format!("{line}: "), text));
            lines.extend(cited.iter().flat_map(|cite| wrap::text("    ", cite)));
            continue;
        }
        let left = hang("", text.split_whitespace(), width - number - cites - 4);
        let right: Vec<String> =
            cited.iter().flat_map(|cite| fill("", "  ", cite.split_whitespace(), cites)).collect();
        for (at, (left, right)) in wrap::pairs(&left, &right).enumerate() {
            let line = if at == 0 { line.to_string() } else { String::new() };
            let room = width - number - cites - 2;
            lines.push(format!("{line:>number$}  {left:room$}{right}").trim_end().to_owned());
        }
    }
    lines
}

/// Describes a source as a list item.
fn listed(work: &Work) -> String {
    format!("`{}`: {}", work.id, text::markdown(&work.described()))
}

/// Formats a Markdown table of three columns.
fn markdown(head: [&str; 3], rows: impl Iterator<Item = (usize, String, String)>) -> Vec<String> {
    // A vertical bar would end the cell, and a line break the table.
    let cell = |text: &str| text::markdown(text).replace('|', "\\|").replace('\n', " ");
    let [one, two, three] = head;
    let head = [format!("| {one} | {two} | {three} |"), "|---|---|---|".to_owned()];
    let row = |(line, text, cited): (usize, String, String)| {
        format!("| {line} | {} | {} |", cell(&text), cell(&cited))
    };
    head.into_iter().chain(rows.map(row)).collect()
}
