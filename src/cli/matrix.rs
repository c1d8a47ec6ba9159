//! `ferz matrix`: which case tells which values of which switch apart.

use super::casefiles::{self, CaseFile};
use super::game::Disk;
use super::output::{Output, Stop, Verdict};
use super::{parallel, wrap};
use crate::base::source::Sources;
use crate::base::text::{commas, plural};
use crate::fast::engine::Engine;
use crate::lab::casebook::{Case, Games, matrix, row};
use crate::lang::catalog::{Catalog, Files, GameRef, built_in};
use crate::lang::resolve::Game;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct MatrixArgs {
    /// The game: a built-in name, or the path of a .ferz file
    #[arg(value_name = "GAME")]
    game: String,
    /// Case files or folders of them; those beside the game if not given
    #[arg(long, value_name = "PATH")]
    cases: Vec<PathBuf>,
    /// Answer no if some values are told apart by no case
    #[arg(long)]
    strict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ForkData {
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
            .help("cases are Markdown files; say where they are with --cases"));
    }
    let own = |case: &Case| {
        case.answers
            .iter()
            .any(|answer| stem_of_name(&answer.game.name).is_some_and(|name| family.contains(&name)))
    };
    let jobs: Vec<(usize, usize, &CaseFile, &Case)> = files
        .iter()
        .enumerate()
        .flat_map(|(i, file)| file.page.cases.iter().enumerate().map(move |(j, case)| (i, j, file, case)))
        .filter(|(.., case)| own(case))
        .collect();
    let name = if args.game.ends_with(".ferz") { args.game.clone() } else { GameRef::parse(&args.game).name };
    let name = stem_of_name(&name).unwrap_or(name);
    let games = Games::new(&Disk, Engine::new);
    let switches = game.switches();
    let rows = parallel::map("cases", &jobs, |(i, j, file, case)| {
        ((*i, *j), row(&file.page, case, &name, switches, &games))
    });
    let matrix = matrix(switches, &rows);
    let place = |(i, j): &(usize, usize)| {
        let file = files.get(*i)?;
        let case = file.page.cases.get(*j)?;
        Some(PlaceData { file: file.page.name.clone(), line: case.line, name: case.name.clone() })
    };
    let forks: Vec<ForkData> = matrix
        .forks
        .iter()
        .map(|fork| ForkData {
            switch: fork.switch.clone(),
            values: [fork.one.clone(), fork.other.clone()],
            cases: fork.cases.iter().filter_map(place).collect(),
        })
        .collect();
    let untold = forks.iter().filter(|fork| fork.cases.is_empty()).count();
    if args.json {
        output.json(&forks)?;
    } else {
        print(&forks, untold, jobs.len(), output)?;
    }
    if !fine {
        return Ok(Verdict::Unclear);
    }
    Ok(Verdict::from_bool(!args.strict || untold == 0))
}

fn print(forks: &[ForkData], untold: usize, cases: usize, output: &mut Output) -> Result<(), Stop> {
    let mut last = "";
    for fork in forks {
        if fork.switch != last {
            output.line(&fork.switch)?;
            last = &fork.switch;
        }
        let [one, other] = &fork.values;
        let first = format!("  {:<28} ", format!("{one} | {other}"));
        let text = match fork.cases.as_slice() {
            [] => "no case tells them apart".to_owned(),
            [one] => one.name.clone(),
            [one, rest @ ..] => format!("{} (and {} more)", one.name, rest.len()),
        };
        output.lines(wrap::text(&first, &text))?;
    }
    let told = forks.len() - untold;
    let cases = plural(cases, "case");
    output.line(format!("{cases}; {told} of {} pairs of values are told apart", forks.len()))
}

fn stem(path: &str) -> Option<String> {
    let path = Path::new(path);
    (path.extension()? == "ferz").then(|| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))?
}

fn stem_of_name(name: &str) -> Option<String> {
    stem(name).or_else(|| Some(name.to_owned()))
}

/// The game as written, and the folder it lies in.
fn open(name: &str) -> Result<(Game, PathBuf), Stop> {
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
    Ok((Game::open(&text, &catalog, Sources::default()), folder))
}
