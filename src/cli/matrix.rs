//! `ferz matrix`: which cases distinguish which values of which switch.

use super::casefiles::{self, CaseFile};
use super::game::Disk;
use super::output::{Output, Stop, Verdict};
use super::{parallel, wrap};
use crate::base::source::Sources;
use crate::base::text::{commas, plural};
use crate::fast::engine::Engine;
use crate::lab::casebook::{Case, Games, ValuePair, matrix, row};
use crate::lang::RuleFile;
use crate::lang::catalog::{Catalog, Files, GameRef, built_in};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct MatrixArgs {
    /// The game: a built-in name, or the path of a .ferz file
    #[arg(value_name = "GAME")]
    game: String,
    /// Case files or folders of them [default: those beside the game]
    #[arg(long, value_name = "PATH")]
    cases: Vec<PathBuf>,
    /// Exit with status 1 if no case distinguishes some values
    #[arg(long)]
    strict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PairData {
    switch: String,
    values: [String; 2],
    cases: Vec<PlaceData>,
}

#[derive(Serialize)]
struct PlaceData {
    file: String,
    line: usize,
    name: String,
}

pub(super) fn run(args: &MatrixArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let (game, folder) = open(&args.game)?;
    // The game and those it extends: their cases hold for it as well.
    let family: BTreeSet<String> = game.sources.iter().filter_map(|source| stem(&source.name)).collect();
    let roots = if args.cases.is_empty() { vec![folder.join("cases")] } else { args.cases.clone() };
    let mut paths = Vec::new();
    for root in roots.iter().filter(|root| root.exists()) {
        paths.extend(casefiles::expand(root)?);
    }
    let (mut files, fine) = casefiles::read(&paths, output)?;
    if files.is_empty() && args.cases.is_empty() {
        files = casefiles::built_in(&roots);
    }
    if files.is_empty() {
        let names: Vec<String> = roots.iter().map(|root| root.display().to_string()).collect();
        return Err(Stop::message(format!("there are no case files in {}", commas(&names)))
            .help("cases are Markdown files; give their place with --cases"));
    }
    let own = |case: &Case| {
        case.queries
            .iter()
            .any(|query| stem_of_name(&query.game.name).is_some_and(|name| family.contains(&name)))
    };
    let cases = files.iter().flat_map(|file| file.page.cases.iter().map(move |case| (file, case)));
    let jobs: Vec<(&CaseFile, &Case)> = cases.filter(|(_, case)| own(case)).collect();
    let name = if args.game.ends_with(".ferz") { args.game.clone() } else { GameRef::parse(&args.game).name };
    let name = stem_of_name(&name).unwrap_or(name);
    let games = Games::new(&Disk, Engine::new);
    let switches = game.switches();
    let rows = parallel::map("cases", &jobs, |(file, case)| row(&file.page, case, &name, switches, &games));
    let place = |row: usize| {
        let (file, case) = jobs[row];
        PlaceData { file: file.page.name.clone(), line: case.line, name: case.name.clone() }
    };
    let data = |pair: ValuePair| PairData {
        switch: pair.switch,
        values: pair.values,
        cases: pair.rows.into_iter().map(place).collect(),
    };
    let pairs: Vec<PairData> = matrix(switches, &rows).into_iter().map(data).collect();
    let open = pairs.iter().filter(|pair| pair.cases.is_empty()).count();
    if args.json {
        output.json(&pairs)?;
    } else {
        print(&pairs, open, jobs.len(), output)?;
    }
    if !fine {
        return Ok(Verdict::Unclear);
    }
    Ok(Verdict::from_bool(!args.strict || open == 0))
}

fn print(pairs: &[PairData], open: usize, cases: usize, output: &mut Output) -> Result<(), Stop> {
    let mut last = "";
    for pair in pairs {
        if pair.switch != last {
            output.line(&pair.switch)?;
            last = &pair.switch;
        }
        let [one, other] = &pair.values;
        let first = format!("  {:<28} ", format!("{one} | {other}"));
        let text = match pair.cases.as_slice() {
            [] => "not distinguished by any case".to_owned(),
            [one] => one.name.clone(),
            [one, rest @ ..] => format!("{} (and {} more)", one.name, rest.len()),
        };
        output.lines(wrap::text(&first, &text))?;
    }
    let (cases, all, done) = (plural(cases, "case"), pairs.len(), pairs.len() - open);
    output.line(format!("{cases}; {done} of {all} pairs of values distinguished"))
}

fn stem(path: &str) -> Option<String> {
    let path = Path::new(path);
    (path.extension()? == "ferz").then(|| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))?
}

fn stem_of_name(name: &str) -> Option<String> {
    stem(name).or_else(|| Some(name.to_owned()))
}

/// The game as written, and the folder it lies in.
fn open(name: &str) -> Result<(RuleFile, PathBuf), Stop> {
    let reference = GameRef::parse(name);
    let catalog = Catalog::new(&Disk);
    if reference.is_path {
        let game = catalog.open_file(&reference.name);
        let game = game.ok_or_else(|| Stop::message(format!("there is no file {}", reference.name)))?;
        let folder = Path::new(&reference.name).parent().unwrap_or(Path::new("")).to_owned();
        return Ok((game, folder));
    }
    let Some(text) = built_in(&reference.name) else {
        return match catalog.load(&reference, &[]) {
            Err(failure) => Err(Stop::Problems(Box::new(failure.sources), failure.problems)),
            Ok(_) => Err(Stop::message(format!("there is no game {}", reference.name))),
        };
    };
    let folder = Path::new(&text.name).parent().unwrap_or(Path::new("")).to_owned();
    if Disk.read(&text.name).is_some()
        && let Some(game) = catalog.open_file(&text.name)
    {
        return Ok((game, folder));
    }
    Ok((RuleFile::open(&text, &catalog, Sources::default()), folder))
}
