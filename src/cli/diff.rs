//! `ferz diff`: what differs between two games, in words, move by move, and in play.

use super::casefiles;
use super::game::Disk;
use super::output::{Output, Stop, Verdict};
use super::{parallel, wrap};
use crate::board::{KindId, Setup};
use crate::casebook::{Page, read_page, write_drawing};
use crate::compare::play::repetition;
use crate::compare::search::{Glance, search as search_games};
use crate::compare::{Both, Change, Difference, Found, Generator, Overlay, changes, overlays};
use crate::ir::{Origin, Variant};
use crate::library::{GameRef, Loaded, Shelf, built_in_pages};
use crate::notation::fen;
use crate::source::Sources;
use clap::Args;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Args)]
pub(super) struct DiffArgs {
    /// The first game: NAME[/ARRAY][@READING] or a path
    #[arg(value_name = "A")]
    one: String,
    /// The second game
    #[arg(value_name = "B")]
    other: String,
    /// Decide a switch in both games; may be given again
    #[arg(long = "set", value_name = "SWITCH=VALUE", value_parser = super::game::parse_set)]
    sets: Vec<(String, String)>,
    /// Decide a switch in the first game only
    #[arg(long = "set-a", value_name = "SWITCH=VALUE", value_parser = super::game::parse_set)]
    sets_one: Vec<(String, String)>,
    /// Decide a switch in the second game only
    #[arg(long = "set-b", value_name = "SWITCH=VALUE", value_parser = super::game::parse_set)]
    sets_other: Vec<(String, String)>,
    /// Show up to so many positions for each rule that differs
    #[arg(long, value_name = "N", default_value_t = 1)]
    positions: usize,
    /// Search no longer than this
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    budget: f64,
    /// Look for positions only, not for a game from the start
    #[arg(long)]
    positions_only: bool,
    /// Where the search for positions begins
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Answer no if the two differ
    #[arg(long)]
    exit_code: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    a: String,
    b: String,
    differs: bool,
    switches: Vec<SwitchData>,
    rules: Vec<RuleData>,
    pieces: Vec<PieceData>,
    game: Option<GameData>,
    /// Up to how many plies every game was looked at.
    searched_plies: Option<usize>,
    positions: Vec<PositionData>,
    not_found: Vec<String>,
}

#[derive(Serialize)]
struct SwitchData {
    name: String,
    question: String,
    a: ValueData,
    b: ValueData,
}

#[derive(Serialize)]
struct ValueData {
    value: String,
    text: String,
    cites: Vec<String>,
    file: String,
    line: usize,
}

#[derive(Serialize)]
struct RuleData {
    what: &'static str,
    name: String,
    a: Option<SideData>,
    b: Option<SideData>,
}

#[derive(Serialize)]
struct SideData {
    text: String,
    file: String,
    line: usize,
}

#[derive(Serialize)]
struct PieceData {
    piece: String,
    a: String,
    b: String,
    only_a: Vec<(i32, i32)>,
    only_b: Vec<(i32, i32)>,
    both: Vec<(i32, i32)>,
    #[serde(skip)]
    picture: Vec<String>,
}

#[derive(Serialize)]
struct GameData {
    moves: Vec<String>,
    shortest: bool,
    fen: String,
    #[serde(flatten)]
    difference: DifferenceData,
}

#[derive(Serialize)]
struct PositionData {
    switch: Option<String>,
    fen: String,
    moves: Vec<String>,
    #[serde(flatten)]
    difference: DifferenceData,
    #[serde(skip)]
    drawing: Vec<String>,
}

#[derive(Serialize)]
struct DifferenceData {
    only_a: Vec<String>,
    only_b: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standing_a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standing_b: Option<String>,
}

impl From<Difference> for DifferenceData {
    fn from(difference: Difference) -> DifferenceData {
        let (standing_a, standing_b) = difference.standing.unzip();
        DifferenceData { only_a: difference.only_one, only_b: difference.only_other, standing_a, standing_b }
    }
}

/// One rule to find positions for: the first game, and the game that differs from it in that rule alone.
struct Task {
    switch: Option<String>,
    twin: Variant,
}

pub(super) fn run(args: &DiffArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let started = Instant::now();
    let budget = Duration::try_from_secs_f64(args.budget.clamp(0.0, 86_400.0)).unwrap_or_default();
    let one = load(&args.one, [&args.sets, &args.sets_one])?;
    let other = load(&args.other, [&args.sets, &args.sets_other])?;
    let (a, b) = (&one.variant, &other.variant);
    let switches = switches(&one, &other);
    let rules: Vec<RuleData> = changes(a, b).iter().map(|change| rule(change, &one, &other)).collect();
    let pieces: Vec<PieceData> = overlays(a, b).into_iter().map(piece).collect();
    let mut report = Report {
        a: name(&args.one, a),
        b: name(&args.other, b),
        differs: !switches.is_empty() || !rules.is_empty() || !pieces.is_empty(),
        switches,
        rules,
        pieces,
        game: None,
        searched_plies: None,
        positions: Vec::new(),
        not_found: Vec::new(),
    };
    if !args.json {
        words(&report, output)?;
        output.flush()?;
    }
    if report.differs && !budget.is_zero() {
        play(args, &one, &other, &mut report, started, budget);
    }
    if args.json {
        output.json(&report)?;
    } else {
        games(&report, output)?;
    }
    Ok(Verdict::from_bool(!(args.exit_code && report.differs)))
}

fn load(name: &str, sets: [&Vec<(String, String)>; 2]) -> Result<Loaded, Stop> {
    let reference = GameRef::parse(name);
    let sets: Vec<(String, String)> = sets.into_iter().flatten().cloned().collect();
    Shelf::new(&Disk)
        .load(&reference, &sets)
        .map_err(|failure| Stop::Problems(Box::new(failure.sources), failure.problems))
}

fn name(text: &str, variant: &Variant) -> String {
    let reference = GameRef::parse(text);
    let name = if reference.is_path { &reference.name } else { &variant.id };
    format!("{name}/{}@{}", variant.array, variant.reading)
}

fn place(sources: &Sources, origin: Origin) -> (String, usize) {
    let known =
        sources.get(origin.0.file).filter(|source| source.name.ends_with(".ferz") && origin.0.end > 0);
    match known {
        Some(source) => (source.name.clone(), sources.line_column(origin.0).0),
        None => {
            let main = sources.iter().find(|source| source.name.ends_with(".ferz"));
            let line =
                main.and_then(|source| source.text.lines().position(|line| line.starts_with("variant ")));
            (main.map_or(String::new(), |source| source.name.clone()), line.unwrap_or(0) + 1)
        }
    }
}

fn switches(one: &Loaded, other: &Loaded) -> Vec<SwitchData> {
    let mut found = Vec::new();
    for switch in &one.variant.switches {
        let Some(twin) = other.variant.switches.iter().find(|twin| twin.name == switch.name) else {
            continue;
        };
        if switch.chosen == twin.chosen {
            continue;
        }
        let value = |loaded: &Loaded, switch: &crate::ir::Switch| {
            let value = switch.values.iter().find(|value| value.name == switch.chosen);
            let (file, line) = place(&loaded.game.sources, value.map_or(switch.origin, |value| value.origin));
            ValueData {
                value: switch.chosen.clone(),
                text: value.map_or(String::new(), |value| value.text.clone()),
                cites: value.map_or(Vec::new(), |value| value.cites.clone()),
                file,
                line,
            }
        };
        found.push(SwitchData {
            name: switch.name.clone(),
            question: switch.question.clone(),
            a: value(one, switch),
            b: value(other, twin),
        });
    }
    found
}

fn rule(change: &Change, one: &Loaded, other: &Loaded) -> RuleData {
    let side = |said: &Option<(String, Origin)>, loaded: &Loaded| {
        said.as_ref().map(|(text, origin)| {
            let (file, line) = place(&loaded.game.sources, *origin);
            SideData { text: text.clone(), file, line }
        })
    };
    RuleData {
        what: change.what,
        name: change.name.clone(),
        a: side(&change.one, one),
        b: side(&change.other, other),
    }
}

fn piece(overlay: Overlay) -> PieceData {
    let picture = overlay.picture();
    let list = |squares: BTreeSet<(i32, i32)>| squares.into_iter().collect();
    PieceData {
        piece: overlay.piece,
        a: overlay.notations.0,
        b: overlay.notations.1,
        only_a: list(overlay.only_one),
        only_b: list(overlay.only_other),
        both: list(overlay.both),
        picture,
    }
}

/// Searches for a game and for positions.
fn play(
    args: &DiffArgs,
    one: &Loaded,
    other: &Loaded,
    report: &mut Report,
    started: Instant,
    budget: Duration,
) {
    let (a, b) = (&one.variant, &other.variant);
    let Some(both) = Both::new(a, b) else {
        report.not_found.push("a position: the two are played on different boards".to_owned());
        return;
    };
    let tasks = tasks(args, report);
    let half = started + budget.mul_f64(0.35);
    if args.positions_only {
        // No game is asked for.
    } else if a.setup != b.setup && both.carried(&a.start()).is_none_or(|start| start.men != b.start().men) {
        report.not_found.push("a game from the start: the arrays differ already".to_owned());
    } else {
        shortest(&both, report, half, args.seed);
    }
    let setups = case_positions(one, args);
    let end = started + budget;
    let progress = std::io::stderr().is_terminal();
    if progress {
        eprint!("\rlooking for positions... ");
    }
    let found = parallel::map("rules", &tasks, |task| search(a, task, &setups, args, end));
    for (task, found) in tasks.iter().zip(found) {
        let label = task.switch.clone();
        if found.is_empty() {
            let what = label.clone().unwrap_or_else(|| "the two games".to_owned());
            report.not_found.push(format!("a position that shows {what} at work"));
        }
        for one in found {
            report.positions.push(PositionData {
                switch: label.clone(),
                fen: fen::write(a, &one.setup),
                moves: one.moves,
                difference: one.difference.into(),
                drawing: write_drawing(a, &one.setup),
            });
        }
    }
}

/// A task for every switch that differs; for what differs otherwise one for the games as they are.
fn tasks(args: &DiffArgs, report: &Report) -> Vec<Task> {
    let mut tasks = Vec::new();
    for switch in &report.switches {
        let mut sets: Vec<(String, String)> = args.sets.iter().chain(&args.sets_one).cloned().collect();
        sets.push((switch.name.clone(), switch.b.value.clone()));
        if let Ok(loaded) = Shelf::new(&Disk).load(&GameRef::parse(&args.one), &sets) {
            tasks.push(Task { switch: Some(switch.name.clone()), twin: loaded.variant });
        }
    }
    let sets: [&Vec<(String, String)>; 2] = [&args.sets, &args.sets_other];
    if tasks.is_empty()
        && let Ok(loaded) = load(&args.other, sets)
    {
        tasks.push(Task { switch: None, twin: loaded.variant });
    }
    tasks
}

/// The positions of the cases that belong to a game.
fn case_positions(one: &Loaded, args: &DiffArgs) -> Vec<Setup> {
    let reference = GameRef::parse(&args.one);
    let main = one.game.sources.iter().find(|source| source.name.ends_with(".ferz"));
    let path = if reference.is_path {
        reference.name.clone()
    } else {
        main.map_or(String::new(), |source| source.name.clone())
    };
    let folder = Path::new(&path).parent().unwrap_or(Path::new("")).join("cases");
    let mut pages: Vec<Page> = Vec::new();
    for file in casefiles::expand(&folder).unwrap_or_default() {
        if let Ok(text) = std::fs::read_to_string(&file) {
            pages.push(read_page(&file.display().to_string(), &text, 0).0);
        }
    }
    if pages.is_empty() {
        let built_in = built_in_pages(&folder.display().to_string());
        pages.extend(built_in.iter().map(|(name, text)| read_page(name, text, 0).0));
    }
    let mut setups = Vec::new();
    let mut seen = HashSet::new();
    for case in pages.iter().flat_map(|page| &page.cases) {
        for answer in &case.answers {
            if let Ok(setup) = crate::casebook::position(&one.variant, &answer.position)
                && seen.insert(fen::write(&one.variant, &setup))
            {
                setups.push(setup);
            }
        }
    }
    setups
}

/// Positions that show one rule at work: those of the cases first, then positions made for it.
fn search(a: &Variant, task: &Task, setups: &[Setup], args: &DiffArgs, end: Instant) -> Vec<Found> {
    let Some(both) = Both::new(a, &task.twin) else { return Vec::new() };
    let mut found: Vec<Found> = Vec::new();
    if let Some(moves) = repetition(a, &task.twin) {
        let difference = Difference {
            only_one: Vec::new(),
            only_other: Vec::new(),
            standing: Some((repeated(a), repeated(&task.twin))),
        };
        found.push(Found { setup: a.start(), moves, difference });
        return found;
    }
    if a.first != task.twin.first {
        let difference = Difference {
            only_one: Vec::new(),
            only_other: Vec::new(),
            standing: Some((
                format!("the first move: {:?}", a.first).to_lowercase(),
                format!("the first move: {:?}", task.twin.first).to_lowercase(),
            )),
        };
        found.push(Found { setup: a.start(), moves: Vec::new(), difference });
        return found;
    }
    let glance = Glance::new(&both);
    let mut shapes: HashSet<String> = HashSet::new();
    let mut look = |setup: &Setup, found: &mut Vec<Found>| {
        if let Some((moves, setup, difference)) = both.part_after(setup) {
            // Positions that differ by the same moves show the same thing.
            let parting = difference.only_one.iter().chain(&difference.only_other);
            let mut shape: Vec<&str> = parting.map(String::as_str).take(3).collect();
            shape.extend(difference.standing.iter().flat_map(|(a, b)| [a.as_str(), b.as_str()]));
            if shapes.insert(shape.join(" ")) {
                found.push(Found { setup, moves, difference });
            }
        }
    };
    let mut setups: Vec<&Setup> = setups.iter().collect();
    setups.sort_by_key(|setup| setup.men().count());
    // What shows at a glance before what shows only in where a move leads.
    let (clear, hidden): (Vec<&Setup>, Vec<&Setup>) =
        setups.into_iter().partition(|setup| glance.parts(setup));
    for setup in clear.into_iter().chain(hidden) {
        if found.len() >= args.positions || Instant::now() >= end {
            return found;
        }
        look(setup, &mut found);
    }
    let mut generator = Generator::new(a, concerned(a, &task.twin), args.seed);
    for n in 0_u32.. {
        if found.len() >= args.positions || Instant::now() >= end {
            break;
        }
        let Some(setup) = generator.next_position() else { break };
        if n % 8 == 0 || glance.parts(&setup) {
            look(&setup, &mut found);
        }
    }
    found
}

fn repeated(variant: &Variant) -> String {
    let rule =
        variant.endings.iter().find(|ending| matches!(ending.trigger, crate::ir::Trigger::Repetition(_)));
    match rule {
        Some(rule) => format!("the game is over ({})", rule.name),
        None => "the game goes on".to_owned(),
    }
}

/// The kinds whose rules differ, or all that do anything beside moving.
fn concerned(a: &Variant, b: &Variant) -> Vec<KindId> {
    let named: BTreeMap<String, ()> = changes(a, b).into_iter().map(|change| (change.name, ())).collect();
    let kinds: Vec<KindId> = a
        .kind_ids()
        .filter(|(_, kind)| {
            let name = match &kind.stage {
                Some(stage) => format!("{} in its stage {stage}", kind.piece),
                None => kind.piece.clone(),
            };
            named.contains_key(&name)
        })
        .map(|(id, _)| id)
        .collect();
    if kinds.is_empty() {
        return a
            .kind_ids()
            .filter(|(_, kind)| kind.moves.is_empty() || kind.royal.is_some() || !kind.arrivals.is_empty())
            .map(|(id, _)| id)
            .collect();
    }
    kinds
}

/// The shortest game after which the two part.
fn shortest(both: &Both, report: &mut Report, end: Instant, seed: u64) {
    let found = search_games(both, seed, &|| Instant::now() < end);
    report.searched_plies = found.plies;
    match found.game {
        Some((moves, setup, difference)) => {
            let fen = fen::write(both.one().variant(), &setup);
            report.game =
                Some(GameData { moves, shortest: found.shortest, fen, difference: difference.into() });
        }
        None => report.not_found.push("a game from the start after which the two part".to_owned()),
    }
}

/// What differs, in words and pictures.
fn words(report: &Report, output: &mut Output) -> Result<(), Stop> {
    output.line(format!("A  {}", report.a))?;
    output.line(format!("B  {}", report.b))?;
    if !report.differs {
        return output.line("The two say the same.");
    }
    if !report.switches.is_empty() {
        output.line("\nSwitches")?;
    }
    for switch in &report.switches {
        lines(wrap::text("  ", &format!("{}: {}", switch.name, switch.question)), output)?;
        for (side, value) in [("A", &switch.a), ("B", &switch.b)] {
            let cites =
                if value.cites.is_empty() { String::new() } else { format!(" [{}]", value.cites.join(", ")) };
            let first = format!("    {side}  {}  ", value.value);
            lines(wrap::text(&first, &format!("{}{cites}", value.text)), output)?;
            output.line(format!("       {}:{}", value.file, value.line))?;
        }
    }
    if !report.rules.is_empty() {
        output.line("\nRules")?;
    }
    for rule in &report.rules {
        output.line(format!("  {} {}", rule.what, rule.name))?;
        for (side, said) in [("A", &rule.a), ("B", &rule.b)] {
            match said {
                Some(said) => {
                    lines(wrap::text(&format!("    {side}  "), &said.text), output)?;
                    output.line(format!("       {}:{}", said.file, said.line))?;
                }
                None => output.line(format!("    {side}  has none"))?,
            }
        }
    }
    if !report.pieces.is_empty() {
        output.line("\nMoves  (1 only in A, 2 only in B, + in both)")?;
    }
    for piece in &report.pieces {
        output.line(format!("  {}: A `{}`, B `{}`", piece.piece, piece.a, piece.b))?;
        for row in &piece.picture {
            output.line(format!("    {row}"))?;
        }
    }
    Ok(())
}

fn difference(data: &DifferenceData, output: &mut Output) -> Result<(), Stop> {
    for (what, moves) in [("  only A: ", &data.only_a), ("  only B: ", &data.only_b)] {
        if moves.len() > 24 {
            let text = format!(
                "{} and {} more",
                moves.iter().take(20).cloned().collect::<Vec<_>>().join(" "),
                moves.len() - 20
            );
            lines(wrap::text(what, &text), output)?;
        } else if !moves.is_empty() {
            lines(wrap::paragraph(what, moves.iter().map(String::as_str)), output)?;
        }
    }
    for (side, standing) in [("A", &data.standing_a), ("B", &data.standing_b)] {
        if let Some(standing) = standing {
            lines(wrap::text(&format!("  {side}: "), standing), output)?;
        }
    }
    Ok(())
}

/// What was found in play.
fn games(report: &Report, output: &mut Output) -> Result<(), Stop> {
    if let Some(game) = &report.game {
        let what = if game.shortest { "shortest" } else { "shortest found" };
        output.line(format!("\nThe {what} game after which the two part: {} plies", game.moves.len()))?;
        lines(wrap::paragraph("  ", game.moves.iter().map(String::as_str)), output)?;
        output.line(format!("  {}", game.fen))?;
        difference(&game.difference, output)?;
        if let (false, Some(plies)) = (game.shortest, report.searched_plies) {
            output.line(format!(
                "  All games up to {plies} plies were looked at; of longer ones, some by lot."
            ))?;
        }
    }
    if !report.positions.is_empty() {
        output.line("\nPositions")?;
    }
    for position in &report.positions {
        if let Some(switch) = &position.switch {
            output.line(format!("  {switch}"))?;
        }
        let start = position.drawing.len() > 12 && position.moves.len() > 1;
        if !start {
            for row in &position.drawing {
                output.line(format!("    {row}"))?;
            }
        }
        output.line(format!("    {}", position.fen))?;
        if !position.moves.is_empty() {
            lines(wrap::paragraph("  after ", position.moves.iter().map(String::as_str)), output)?;
        }
        difference(&position.difference, output)?;
    }
    if !report.not_found.is_empty() {
        output.line("\nNot found in the time given")?;
        for what in &report.not_found {
            output.line(format!("  {what}"))?;
        }
    }
    Ok(())
}

fn lines(lines: Vec<String>, output: &mut Output) -> Result<(), Stop> {
    lines.iter().try_for_each(|line| output.line(line))
}
