//! `ferz page`: writes a game as one HTML file with rules, diagrams, and a board to play on.

use super::files;
use super::game::GameArgs;
use super::output::{CommandError, ExitVerdict, Output};
use super::picture::PieceStyle;
use super::time_limit::Patience;
use super::writing::{self, Kind};
use clap::Args;
use ferz_lang::catalog::{Loaded, is_rule_file};
use ferz_text::words::page::{HEAD, Runtime, html, page};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// The name of the runtime beside the program.
const RUNTIME: &str = "ferz-runtime.js";
/// The beginning of the runtime's first line. It contains the version of the interface between page and runtime, and
/// the hash of the remaining text follows.
const FIRST: &str = "//ferz-runtime 1 ";

const PAGE: Kind = Kind { name: "a page that ferz wrote", is_own: |text| text.starts_with(HEAD) };

#[derive(Args)]
pub(super) struct PageArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Write the page to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The file that makes the board playable, which `just web` builds [default: the one next to the program]
    #[arg(long, value_name = "FILE")]
    runtime: Option<PathBuf>,
    /// How to show the pieces
    #[arg(long, value_name = "LOOK", default_value = "pictures")]
    pieces: PieceStyle,
    /// Overwrite any existing file
    #[arg(long)]
    force: bool,
}

pub(super) fn run(
    args: &PageArgs,
    patience: Patience,
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    let (text, is_playable) = patience.within(|| text(args, output))??;
    writing::make(&args.output, &text, &PAGE, args.force)?;
    if !is_playable {
        output
            .remark(format!("the page has no playable board: there is no {RUNTIME}; `just web` builds it"))?;
    }
    writeln!(output, "{}", args.output.display())?;
    Ok(ExitVerdict::Yes)
}

/// Returns the text of the page, and whether it has a playable board.
fn text(args: &PageArgs, output: &mut Output) -> Result<(String, bool), CommandError> {
    let loaded = args.game.load(output)?;
    let beside = || Some(std::env::current_exe().ok()?.parent()?.join(RUNTIME)).filter(|path| path.exists());
    let path = args.runtime.clone().or_else(beside);
    let text = path.as_ref().map(|path| files::read(path)).transpose()?;
    let runtime = match (&path, &text) {
        (Some(path), Some(text)) => Some(runtime(path, text, &loaded)?),
        _ => None,
    };
    let text = html(&loaded, &page(&loaded), args.pieces.into(), runtime.as_ref());
    Ok((text, runtime.is_some()))
}

/// Reads the runtime for a game from the text of its file.
fn runtime<'t>(path: &Path, text: &'t str, loaded: &Loaded) -> Result<Runtime<'t>, CommandError> {
    let wrong = || {
        let stop = CommandError::message(format!("{} is not a runtime for pages", path.display()));
        stop.help("`just web` builds one: web/dist/ferz-runtime.js")
    };
    let (first, script) = text.split_once('\n').ok_or_else(wrong)?;
    let hash = first.strip_prefix(FIRST).ok_or_else(wrong)?.trim();
    let is_hash = |c: char| c.is_ascii_alphanumeric() || "+/=-".contains(c);
    let is_sound = hash.starts_with("sha256-") && hash.chars().all(is_hash);
    if !is_sound || script.to_ascii_lowercase().contains("</script") {
        return Err(wrong());
    }
    Ok(Runtime { hash, script, game: game(loaded).to_string() })
}

/// Returns the data that the runtime loads: the texts of the rules by file name, and every choice.
fn game(loaded: &Loaded) -> Value {
    let variant = &loaded.variant;
    let file = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let sources = loaded.game.sources.iter().filter(|source| is_rule_file(&source.name));
    let named = sources.map(|source| (file(&source.name), source.text.clone()));
    let files: Vec<(String, String)> = named.collect();
    let main = files.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let switches: Map<String, Value> =
        variant.switches.iter().map(|one| (one.name.clone(), json!(one.chosen))).collect();
    let files: Map<String, Value> = files.into_iter().map(|(name, text)| (name, json!(text))).collect();
    json!({ "game": main, "options": { "array": variant.array, "switches": switches, "files": files } })
}
