//! `ferz new`: creates a variant file and its first cases.

use super::files::Disk;
use super::output::{CommandError, ExitVerdict, Output};
use super::writing;
use clap::Args;
use ferz_core::fast::engine::Engine;
use ferz_data::new::{CASES, EXTENDING, FRESH, PROJECT};
use ferz_lang::catalog::{Catalog, Files, GameRef, NoFiles};
use ferz_syntax::messages::text::capital;
use ferz_text::lab::casebook::{Games, accept, read_page, run_case};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct NewArgs {
    /// The name of the game: lowercase letters, digits, and hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// Extend this built-in game, stating only the differences
    #[arg(long, alias = "extends", value_name = "GAME")]
    from: Option<String>,
    /// The folder for the files; by default a new one with the name of the game
    #[arg(short, long, alias = "into", value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Also write the files of a repository: a page about it, checks on every push and commit, and editor settings
    #[arg(long)]
    project: bool,
}

pub fn run(args: &NewArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let name = &args.name;
    let sound = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !sound || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(CommandError::message(format!("`{name}` cannot be the name of a game"))
            .help("use lowercase letters, digits, and hyphens, starting with a letter"));
    }
    let text = match &args.from {
        None => FRESH.to_owned(),
        Some(parent) => {
            let parent = Catalog::new(&NoFiles).load(&GameRef::parse(parent), &[])?;
            EXTENDING.replace("PARENT", &parent.variant.id)
        }
    };
    let folder = args.output.as_deref().unwrap_or(Path::new(name));
    let (game, cases) = (folder.join(format!("{name}.ferz")), folder.join(format!("cases/{name}.md")));
    let project = if args.project { PROJECT.as_slice() } else { &[] };
    let others: Vec<PathBuf> = project.iter().map(|(path, _)| folder.join(path)).collect();
    if let Some(path) = [&game, &cases].into_iter().chain(&others).find(|path| path.exists()) {
        return Err(
            CommandError::message(format!("{} already exists", path.display())).help("choose another name")
        );
    }
    // For example, `great-chess` gets the title Great Chess.
    let title = name.split('-').map(capital).collect::<Vec<_>>().join(" ");
    let fill = |text: &str| text.replace("NAME", name).replace("TITLE", &title);
    if Catalog::new(&NoFiles).load(&GameRef::parse(name), &[]).is_ok() {
        output.remark(format!(
            "`{name}` is also the name of a built-in game: cases and games next to the new file refer to the new one"
        ))?;
    }
    let repository = repository();
    let is_known = !repository.starts_with("OWNER");
    let mut written = Created::default();
    written.file(&game, &fill(&text))?;
    written.file(&cases, &answered(&cases, &fill(CASES), &Disk))?;
    for (path, (_, text)) in others.iter().zip(project) {
        let text = text.replace("REPOSITORY", repository).replace("VERSION", env!("CARGO_PKG_VERSION"));
        let text = text.replace("HINT", if is_known { "" } else { HINT });
        written.file(path, &fill(&text))?;
    }
    written.keep();
    let (game, cases, folder) = (game.display(), cases.display(), folder.display());
    writeln!(output, "{game}   the rules: edit them, and view them with `ferz show {game}`")?;
    writeln!(output, "{cases}   the cases: run them with `ferz test {folder}`")?;
    if args.project {
        writeln!(
            output,
            "{folder}   the rest of a repository: checks on every push and commit, editor settings"
        )?;
        if !is_known {
            output.remark("replace OWNER in `.github/workflows/rules.yml` before the first push")?;
        }
    }
    Ok(ExitVerdict::Yes)
}

/// The files and folders that the command has created. They are deleted if it fails, for example on a full disk.
#[derive(Default)]
struct Created {
    files: Vec<PathBuf>,
    /// The new folders, each after its parent.
    folders: Vec<PathBuf>,
}

impl Created {
    /// Writes a new file, and creates its folder if it is missing.
    fn file(&mut self, path: &Path, text: &str) -> Result<(), CommandError> {
        let missing = path.ancestors().skip(1).take_while(|folder| !folder.as_os_str().is_empty());
        let missing: Vec<&Path> = missing.take_while(|folder| !folder.exists()).collect();
        for folder in missing.into_iter().rev() {
            std::fs::create_dir(folder).map_err(|error| {
                CommandError::message(format!("cannot create {}: {error}", folder.display()))
            })?;
            self.folders.push(folder.to_owned());
        }
        writing::create(path, text)?;
        self.files.push(path.to_owned());
        Ok(())
    }

    /// Keeps all files.
    fn keep(mut self) {
        self.files.clear();
        self.folders.clear();
    }
}

impl Drop for Created {
    fn drop(&mut self) {
        // What cannot be deleted stays: the error of the command is more important.
        for file in &self.files {
            let _ = std::fs::remove_file(file);
        }
        for folder in self.folders.iter().rev() {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// The instruction in a new project if the repository of ferz is unknown.
const HINT: &str = " Before the first push, replace OWNER in `.github/workflows/rules.yml` with the owner of the \
                    repository of ferz.";

/// Returns the owner and the name of the repository that ferz comes from.
fn repository() -> &'static str {
    let address = env!("CARGO_PKG_REPOSITORY").trim_start_matches("https://github.com/");
    if address.is_empty() { "OWNER/ferz" } else { address }
}

/// Returns the text of a page of cases, with the answers of the rules.
pub fn answered(path: &Path, text: &str, files: &(dyn Files + Sync)) -> String {
    let (page, _) = read_page(&path.display().to_string(), text, 0);
    let games = Games::new(files, Engine::sharing);
    let answers = |case| {
        let checked = run_case(&page, case, &games).into_iter();
        checked.filter_map(|one| Some((case.queries.get(one.index)?.body.clone(), one.actual)))
    };
    accept(text, page.cases.iter().flat_map(answers).collect())
}
