//! `ferz new`: creates a variant file and its first cases.

use super::files;
use super::game::Disk;
use super::output::{Output, Stop, Verdict};
use crate::fast::engine::Engine;
use crate::lab::casebook::{Games, accept, read_page, run_case};
use crate::lang::catalog::{Catalog, GameRef, NoFiles};
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct NewArgs {
    /// The name of the game: lower-case letters, digits, and hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// Extend this built-in game, stating only the differences
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
    /// The folder for the files; by default a new one with the name of the game
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
            .help("use lower-case letters, digits, and hyphens, starting with a letter"));
    }
    let text = match &args.from {
        None => FRESH.to_owned(),
        Some(parent) => {
            let loaded = Catalog::new(&NoFiles).load(&GameRef::parse(parent), &[]);
            let loaded = loaded.map_err(Stop::from)?;
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
                Stop::message(format!("{} already exists", path.display())).help("choose another name")
            );
        }
    }
    std::fs::create_dir_all(folder.join("cases"))
        .map_err(|error| Stop::message(format!("cannot create {}: {error}", folder.display())))?;
    let fill = |text: &str| text.replace("NAME", &args.name).replace("TITLE", &title);
    files::write(&game, &fill(&text))?;
    files::write(&cases, &answered(&cases, &fill(CASES)))?;
    let (game, cases, folder) = (game.display(), cases.display(), folder.display());
    output.line(format!("{game}   the rules: edit them, and view them with `ferz show {game}`"))?;
    output.line(format!("{cases}   the cases: run them with `ferz test {folder}`"))?;
    Ok(Verdict::Yes)
}

/// The first cases, with the answers the rules give.
fn answered(path: &Path, text: &str) -> String {
    let (page, _) = read_page(&path.display().to_string(), text, 0);
    let games = Games::new(&Disk, Engine::new);
    let mut answers = Vec::new();
    for case in &page.cases {
        let checked = run_case(&page, case, &games).into_iter();
        answers
            .extend(checked.filter_map(|one| Some((case.queries.get(one.index)?.body.clone(), one.actual))));
    }
    accept(text, answers)
}

/// `great-chess` as `Great Chess`.
fn title(name: &str) -> String {
    name.split('-').map(crate::base::text::capital).collect::<Vec<_>>().join(" ")
}
