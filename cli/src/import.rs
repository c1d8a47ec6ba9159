//! `ferz import`: translates games of other programs to rule files.

use super::files;
use super::output::{CommandError, ExitVerdict, Output};
use super::writing::{self, Kind};
use clap::Args;
use ferz_bridge::fairy_stockfish::IniFile;
use ferz_bridge::{Imported, Omission, diagram, xboard};
use ferz_core::base::source::Sources;
use ferz_syntax::messages::text::{plural, quoted};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct ImportArgs {
    /// A file in the `variants.ini` format of Fairy-Stockfish, or a page with an Interactive Diagram; `-` reads
    /// standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The section to translate [default: all sections, into a folder]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// The rule file to write, or the folder for all sections
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Leave out rules that a rule file cannot express, and list them at the end of the file
    #[arg(long)]
    approximate: bool,
    /// Read the lines `setup` and `piece` that an engine sends to XBoard
    #[arg(long, conflicts_with = "name")]
    xboard: bool,
}

/// A translated game in JSON.
#[derive(Serialize)]
struct ImportReport {
    section: String,
    #[serde(flatten)]
    game: Imported,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    problems: Vec<ferz_text::words::report::Problem>,
}

/// A file that `import` never overwrites by itself.
const RULES: Kind = Kind { name: "the same text", is_own: |_| false };

pub(super) fn run(args: &ImportArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let text = files::all(&args.file)?;
    let name = files::name(&args.file);
    let name = if args.file.as_os_str() == "-" { "variants.ini".to_owned() } else { name };
    let is_html = ["html", "htm", "xhtml"].iter().any(|ending| files::is(&args.file, ending));
    let is_page = args.name.is_none() && (diagram::is_page(&text) || is_html);
    if args.xboard || is_page {
        let read = if args.xboard { xboard::read } else { diagram::read };
        return single(args, read(&name, &text), output);
    }
    let file = IniFile::read(&name, &text);
    if file.sections.is_empty() {
        let stop = CommandError::message(format!("{} has no section", args.file.display()));
        return Err(stop.help("a section begins with a line such as `[name]` or `[name:parent]`"));
    }
    let sources = || Sources::of(args.file.display().to_string(), text.as_str());
    match &args.name {
        Some(section) => one(args, &file, section, &sources, output),
        None => all(args, &file, &sources, output),
    }
}

/// Prints or writes the game of a page or of an engine.
fn single(
    args: &ImportArgs,
    imported: Option<Imported>,
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    let Some(imported) = imported else {
        let (what, help) = match args.xboard {
            true => ("line `setup`", "an engine sends this line to XBoard, which logs it with `-debug`"),
            false => ("Interactive Diagram", "its definition is in an element of the class `idiagram`"),
        };
        return Err(CommandError::message(format!("{} has no {what}", args.file.display())).help(help));
    };
    let help = "`--approximate` leaves it out and lists it in the file";
    let accepted = imported.accepted(args.approximate);
    let imported = accepted.map_err(|differences| CommandError::message(differences).help(help))?;
    let section = imported.name.clone();
    finish(args, &section, imported, output)
}

/// Translates one section, and prints it or writes it to a file.
fn one(
    args: &ImportArgs,
    file: &IniFile,
    section: &str,
    sources: &dyn Fn() -> Sources,
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    let Some(at) = file.section(section) else {
        let names = file.sections.iter().map(|one| one.name.text.as_str());
        let stop = CommandError::message(format!("the file has no section `{section}`"));
        return Err(stop.suggest(section, names));
    };
    let imported = match file.import(at, args.approximate) {
        Ok(imported) => imported,
        Err(refusal) => return Err(CommandError::Problems(Box::new(sources()), refusal.problems())),
    };
    finish(args, section, imported, output)
}

/// Writes a rule file and those that it extends, except those that are there already.
fn write(path: &Path, imported: &Imported, force: bool) -> Result<(), CommandError> {
    let beside = imported.files.iter().map(|(name, text)| (path.with_file_name(name), text));
    for (path, text) in std::iter::once((path.to_owned(), &imported.text)).chain(beside) {
        if !std::fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
            writing::make(&path, text, &RULES, force)?;
        }
    }
    Ok(())
}

/// Prints a game or writes it to a file.
fn finish(
    args: &ImportArgs,
    section: &str,
    imported: Imported,
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    let path = args.output.as_ref().map(|path| inside(path, &imported.name));
    if let Some(path) = &path {
        write(path, &imported, args.force)?;
    }
    if output.is_json() {
        return output.json(&report(section, path.as_deref(), imported, Vec::new()));
    }
    match path {
        Some(path) => writeln!(output, "{}", summary(&path, &imported))?,
        None => {
            write!(output, "{}", imported.text)?;
            if !imported.omissions.is_empty() {
                output.remark(left_out(&imported.omissions))?;
            }
            if !imported.files.is_empty() {
                let names = quoted(imported.files.keys());
                output.remark(format!("it extends {names}; `--output` writes all files"))?;
            }
        }
    }
    Ok(ExitVerdict::Yes)
}

/// Translates all sections into a folder.
fn all(
    args: &ImportArgs,
    file: &IniFile,
    sources: &dyn Fn() -> Sources,
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    let folder = args.output.clone().unwrap_or_else(|| match args.file.file_stem() {
        Some(stem) if args.file.as_os_str() != "-" => PathBuf::from(stem),
        _ => PathBuf::from("variants"),
    });
    std::fs::create_dir_all(&folder)
        .map_err(|error| CommandError::message(format!("cannot create {}: {error}", folder.display())))?;
    let (mut written, mut refused, mut reports) = (0, 0, Vec::new());
    // A file that cannot be written does not keep the others from being written.
    let (mut taken, mut stop) = (BTreeSet::new(), None);
    for at in 0..file.sections.len() {
        let section = file.sections[at].name.text.clone();
        match file.import(at, args.approximate) {
            Ok(imported) => {
                let numbered = (2..).map(|number| format!("{}-{number}", imported.name));
                let mut names = std::iter::once(imported.name.clone()).chain(numbered);
                let name = names.find(|name| taken.insert(name.clone())).unwrap_or_default();
                let path = inside(&folder, &name);
                if let Err(error) = write(&path, &imported, args.force) {
                    stop.get_or_insert(error);
                    continue;
                }
                written += 1;
                match output.is_json() {
                    true => reports.push(report(&section, Some(&path), imported, Vec::new())),
                    false => writeln!(output, "{}", summary(&path, &imported))?,
                }
            }
            Err(refusal) => {
                refused += 1;
                let problems = refusal.problems();
                match output.is_json() {
                    true => reports.push(report(
                        &section,
                        None,
                        Imported::default(),
                        ferz_text::words::report::located(&problems, &sources()),
                    )),
                    false => output.problems(&sources(), &problems)?,
                }
            }
        }
    }
    let verdict = ExitVerdict::from_bool(refused == 0);
    match (output.is_json(), &stop) {
        (true, None) => return output.json(&reports).map(|_| verdict),
        (true, Some(_)) => {}
        (false, _) => writeln!(output, "{} written, {refused} refused", plural(written, "rule file"))?,
    }
    stop.map_or(Ok(verdict), Err)
}

/// Returns the path of a rule file: in a folder, or the path itself if it is that of a rule file.
fn inside(path: &Path, name: &str) -> PathBuf {
    if files::is(path, "ferz") { path.to_owned() } else { path.join(format!("{name}.ferz")) }
}

fn summary(path: &Path, imported: &Imported) -> String {
    match imported.omissions.is_empty() {
        true => path.display().to_string(),
        false => format!("{}: {}", path.display(), left_out(&imported.omissions)),
    }
}

fn left_out(omissions: &[Omission]) -> String {
    // Remarks about the way in which a page was read are no options.
    match omissions.iter().filter(|one| one.differs || one.span.is_some()).count() as u64 {
        0 => "see the notes at the end of the file".to_owned(),
        count => format!("{} left out; see the end of the file", plural(count, "option")),
    }
}

fn report(
    section: &str,
    path: Option<&Path>,
    mut game: Imported,
    problems: Vec<ferz_text::words::report::Problem>,
) -> ImportReport {
    let file = path.map(|path| path.display().to_string());
    if file.is_some() {
        game.text.clear();
    }
    ImportReport { section: section.to_owned(), game, file, problems }
}
