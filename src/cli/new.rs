//! `ferz new`: a variant file to begin with, and its first cases.

use super::game::Disk;
use super::output::{Output, Stop, Verdict};
use super::test::save;
use crate::fast::engine::Engine;
use crate::lab::casebook::{Games, accept, read_page, run_case};
use crate::lang::catalog::{Catalog, GameRef, NoFiles};
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct NewArgs {
    /// The name of the game: small letters, digits and hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// Begin from this built-in game, saying only what differs
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
    /// The folder to put it in; a new one of the game's name if not given
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

const FRESH: &str = include_str!("../../data/new/game.ferz");

const EXTENDING: &str = include_str!("../../data/new/extending.ferz");

const CASES: &str = include_str!("../../data/new/cases.md");

pub(super) fn run(args: &NewArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let sound = args.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !sound || !args.name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(Stop::message(format!("`{}` cannot be the name of a game", args.name))
            .help("use small letters, digits and hyphens, a letter first"));
    }
    let text = match &args.from {
        None => FRESH.to_owned(),
        Some(parent) => {
            let loaded = Catalog::new(&NoFiles).load(&GameRef::parse(parent), &[]);
            let loaded =
                loaded.map_err(|failure| Stop::Problems(Box::new(failure.sources), failure.problems))?;
            EXTENDING.replace("PARENT", &loaded.variant.id)
        }
    };
    let title = title(&args.name);
    let folder = args.into.clone().unwrap_or_else(|| Path::new(&args.name).to_owned());
    let game = folder.join(format!("{}.ferz", args.name));
    let cases = folder.join("cases").join(format!("{}.md", args.name));
    for path in [&game, &cases] {
        if path.exists() {
            return Err(
                Stop::message(format!("{} is there already", path.display())).help("choose another name")
            );
        }
    }
    std::fs::create_dir_all(folder.join("cases"))
        .map_err(|error| Stop::message(format!("cannot make {}: {error}", folder.display())))?;
    let fill = |text: &str| text.replace("NAME", &args.name).replace("TITLE", &title);
    save(&game, &fill(&text))?;
    save(&cases, &answered(&cases, &fill(CASES)))?;
    output.line(format!(
        "{}   the rules: edit, and see them with `ferz show {}`",
        game.display(),
        game.display()
    ))?;
    output.line(format!("{}   the cases: `ferz test {}` runs them", cases.display(), folder.display()))?;
    Ok(Verdict::Yes)
}

/// The first cases, with what the rules say to them.
fn answered(path: &Path, text: &str) -> String {
    let (page, _) = read_page(&path.display().to_string(), text, 0);
    let games = Games::new(&Disk, Engine::new);
    let mut answers = Vec::new();
    for case in &page.cases {
        let checked = run_case(&page, case, &games).into_iter();
        answers
            .extend(checked.filter_map(|one| Some((case.answers.get(one.index)?.body.clone(), one.actual))));
    }
    accept(text, &answers)
}

/// `great-chess` as `Great Chess`.
fn title(name: &str) -> String {
    name.split('-').map(crate::words::prose::capital).collect::<Vec<_>>().join(" ")
}
