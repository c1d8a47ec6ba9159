//! `ferz matrix`: shows the cases that distinguish the values of each switch.

mod find;

use super::files::{Disk, is};
use super::output::{CommandError, ExitVerdict, Output};
use super::{casefiles, game, parallel};
use clap::Args;
use ferz_core::fast::engine::Engine;
use ferz_core::rules::{Switch, SwitchValue};
use ferz_lang::catalog::{GameRef, is_rule_file};
use ferz_syntax::messages::text::{commas, plural};
use ferz_text::lab::casebook::{Case, CasePage, Games, Setting, Survey, ValuePair, WrittenPosition};
use find::FoundCase;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct MatrixArgs {
    /// The game: a built-in name, or the path of a .ferz file
    #[arg(value_name = "GAME")]
    game: String,
    /// Case files or folders of them [default: those next to the game]
    #[arg(long, value_name = "PATH")]
    cases: Vec<PathBuf>,
    /// Exit with status 1 if no case distinguishes some values
    #[arg(long)]
    strict: bool,
    /// Print a case for each pair of values that no game of the cases distinguishes: a short game from the start, or a
    /// position. `ferz test --accept` fills in its answers
    #[arg(long)]
    find: bool,
}

pub(super) fn run(args: &MatrixArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let reference = game::whole(&args.game);
    game::check_file(&reference)?;
    let game = game::load(&reference, &[], None)?.game;
    let beside = casefiles::folder(&game.sources);
    let roots = if args.cases.is_empty() { vec![beside.clone()] } else { args.cases.clone() };
    let paths: Vec<PathBuf> =
        roots.iter().filter(|root| root.exists()).flat_map(|root| casefiles::expand(root)).collect();
    let (files, fine) = casefiles::read(&paths, output)?;
    let mut pages: Vec<CasePage> = files.into_iter().map(|file| file.page).collect();
    if pages.is_empty() && args.cases.is_empty() {
        pages = casefiles::built_in(&beside);
    }
    if pages.is_empty() {
        let names = commas(roots.iter().map(|root| root.display().to_string()));
        return Err(CommandError::message(format!("there are no case files in {names}"))
            .help("cases are Markdown files; name their folder with --cases"));
    }
    // The cases of an extended game also apply to the games that extend it.
    let texts = game.sources.iter().filter(|source| is_rule_file(&source.name));
    let texts: Vec<&str> = texts.map(|source| stem(&source.name)).collect();
    let family: BTreeSet<&str> = texts.iter().copied().collect();
    let is_own = |case: &Case| case.queries.iter().any(|query| family.contains(stem(&query.game.name)));
    let cases = pages.iter().flat_map(|page| page.cases.iter().map(move |case| (page, case)));
    let jobs: Vec<(&CasePage, &Case)> = cases.filter(|(_, case)| is_own(case)).collect();
    let games = Games::new(&Disk, Engine::sharing);
    // For a game that extends another, only the pairs with a value of its own count. The other game has its own matrix.
    let own = game.sources.iter().position(|source| is(Path::new(&source.name), "ferz"));
    let is_added = |value: &SwitchValue| usize::try_from(value.origin.0.file).ok() == own;
    let adds = |switch: &Switch| switch.values.iter().any(is_added);
    let (added, inherited): (Vec<Switch>, Vec<Switch>) = game.switches().iter().cloned().partition(adds);
    let switches = if output.is_json() { game.switches() } else { &added };
    let name = stem(&reference.name);
    let survey = Survey::new(&jobs, name, switches, &games);
    let answers = parallel::map("settings", &survey.settings, |setting: &Setting| setting.answers(&games));
    let mut pairs = survey.pairs(&answers);
    let is_inherited = |pair: &ValuePair| {
        let switch = game.switches().iter().find(|switch| switch.name == pair.switch);
        let mut values = pair.values.iter().filter_map(|name| switch?.value(name));
        !values.any(is_added)
    };
    if !output.is_json() {
        pairs.retain(|pair| !is_inherited(pair));
    }
    let found = if args.find { found(&reference, &pairs, &jobs, &is_inherited)? } else { BTreeMap::new() };
    let open = pairs.iter().filter(|pair| pair.cases.is_empty() && !is_inherited(pair)).count();
    if output.is_json() {
        let place = |case: &usize| {
            let (page, case) = jobs[*case];
            json!({ "file": page.name, "line": case.line, "name": case.name })
        };
        let data = |pair: &ValuePair| {
            let cases: Vec<Value> = pair.cases.iter().map(place).collect();
            let mut data = json!({ "switch": pair.switch, "values": pair.values, "cases": cases, "inherited": is_inherited(pair) });
            if args.find {
                data["found"] = json!(found.get(&(&*pair.switch, &pair.values)));
            }
            data
        };
        output.json(&pairs.iter().map(data).collect::<Vec<_>>())?;
    } else {
        print(&pairs, &jobs, output)?;
        let (cases, all) = (plural(jobs.len(), "case"), pairs.len());
        writeln!(output, "{cases}; {} of {all} pairs of values distinguished", all - open)?;
        if let Some(parent) = texts.get(1).filter(|_| !inherited.is_empty()) {
            let switches = if inherited.len() == 1 { "switch is" } else { "switches are" };
            let number = inherited.len();
            writeln!(output, "{number} inherited {switches} left out: see `ferz matrix {parent}`")?;
        }
        for pair in &pairs {
            let case = found.get(&(&*pair.switch, &pair.values));
            output.lines(case.into_iter().flat_map(|case| case.lines(pair)))?;
        }
    }
    Ok(if fine { ExitVerdict::from_bool(!args.strict || open == 0) } else { ExitVerdict::Unclear })
}

/// The cases found, by switch and values.
type FoundCases<'p> = BTreeMap<(&'p str, &'p [String; 2]), FoundCase>;

/// Searches for a case for each pair of values that no case with a game from the start distinguishes.
fn found<'p>(
    reference: &GameRef,
    pairs: &'p [ValuePair],
    jobs: &[(&CasePage, &Case)],
    is_inherited: &dyn Fn(&ValuePair) -> bool,
) -> Result<FoundCases<'p>, CommandError> {
    let is_game = |case: &usize| {
        let (_, case) = jobs[*case];
        case.queries.iter().any(|query| matches!(query.position, WrittenPosition::Played(_)))
    };
    let open: Vec<&ValuePair> =
        pairs.iter().filter(|pair| !is_inherited(pair) && !pair.cases.iter().any(is_game)).collect();
    let cases = parallel::map("pairs", &open, |pair| FoundCase::search(reference, pair));
    let mut found = FoundCases::new();
    for (pair, case) in open.into_iter().zip(cases) {
        found.extend(case?.map(|case| ((&*pair.switch, &pair.values), case)));
    }
    Ok(found)
}

fn print(pairs: &[ValuePair], jobs: &[(&CasePage, &Case)], output: &mut Output) -> Result<(), CommandError> {
    for of_switch in pairs.chunk_by(|one, other| one.switch == other.switch) {
        writeln!(output, "{}", of_switch[0].switch)?;
        for ValuePair { values, cases, .. } in of_switch {
            let text = match cases.as_slice() {
                [] => "not distinguished by any case".to_owned(),
                [one] => jobs[*one].1.name.clone(),
                [one, rest @ ..] => format!("{} (and {} more)", jobs[*one].1.name, rest.len()),
            };
            output.wrapped(&format!("  {:<28} ", values.join(" | ")), &text)?;
        }
    }
    Ok(())
}

/// Returns the name of a game, given its name or the path of its file.
fn stem(name: &str) -> &str {
    let path = Path::new(name);
    if is(path, "ferz") { path.file_stem().and_then(OsStr::to_str).unwrap_or(name) } else { name }
}
