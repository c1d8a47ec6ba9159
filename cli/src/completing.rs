//! Completion of command lines in a shell: names of games, arrays, readings, pieces, switches, and their values.
//!
//! A shell that has run the registration script, as in `COMPLETE=bash ferz`, asks the program itself. [`with_names`]
//! attaches the names to the arguments; clap completes the rest. [`shells`] adds to the script for bash, which divides
//! words at `=`, `@`, and `:`.

use super::files::{self, Disk};
use clap::{Arg, Command};
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate as Candidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::{Bash, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};
use ferz_lang::catalog::{Catalog, GameRef, Loaded, built_in_titles};
use std::ffi::{OsStr, OsString};
use std::io::{Error, Write};

/// Returns the shells whose scripts can be written.
pub(super) fn shells() -> Shells<'static> {
    Shells(&[&WholeWords, &Elvish, &Fish, &Powershell, &Zsh])
}

/// Bash with words that only blanks separate. Bash itself divides `SWITCH=VALUE` and `GAME@READING`, and replaces only
/// the last part.
struct WholeWords;

/// The function that puts the divided words together. `FUNCTION` and `COMMAND` stand for the function that completes
/// whole words, and for the completed command.
const WHOLE_WORDS: &str = r#"
FUNCTION_whole() {
    local line=${COMP_LINE:0:COMP_POINT} part=$2 before=""
    if [[ $line != *[\'\"\\]* ]]; then
        local IFS=$' \t\n'
        read -ra COMP_WORDS <<<"$line"
        [[ $line == *[[:blank:]] ]] && COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        before=${COMP_WORDS[COMP_CWORD]%"$part"}
        part=${COMP_WORDS[COMP_CWORD]}
    fi
    FUNCTION "$1" "$part" "$3"
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
}
complete -o nospace -o bashdefault -o nosort -F FUNCTION_whole COMMAND 2>/dev/null ||
    complete -o nospace -o bashdefault -F FUNCTION_whole COMMAND
"#;

impl EnvCompleter for WholeWords {
    fn name(&self) -> &'static str {
        Bash.name()
    }

    fn is(&self, name: &str) -> bool {
        Bash.is(name)
    }

    fn write_registration(
        &self,
        var: &str,
        name: &str,
        bin: &str,
        completer: &str,
        to: &mut dyn Write,
    ) -> Result<(), Error> {
        Bash.write_registration(var, name, bin, completer, to)?;
        let function = format!("_clap_complete_{}", name.replace('-', "_"));
        write!(to, "{}", WHOLE_WORDS.replace("FUNCTION", &function).replace("COMMAND", bin))
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&std::path::Path>,
        to: &mut dyn Write,
    ) -> Result<(), Error> {
        Bash.write_complete(command, words, folder, to)
    }
}

/// Returns the command with completion of names for all arguments that have them.
pub(super) fn with_names(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, |one| one.mut_args(named)))
}

fn named(arg: Arg) -> Arg {
    let value = arg.get_value_names().and_then(|names| names.first()).map(|name| name.as_str());
    match value {
        Some("GAME" | "A" | "B") => arg.add(ArgValueCompleter::new(games)),
        Some("SWITCH=VALUE") => arg.add(ArgValueCompleter::new(switches)),
        Some("PIECE") => arg.add(ArgValueCompleter::new(pieces)),
        _ => arg,
    }
}

/// Keeps the candidates that continue a word, and adds their descriptions.
fn candidates<'a>(current: &OsStr, all: impl Iterator<Item = (String, &'a str)>) -> Vec<Candidate> {
    let current = current.to_string_lossy();
    let fitting = all.filter(|(name, _)| name.starts_with(current.as_ref()));
    let help = |text: &str| (!text.is_empty()).then(|| text.to_owned().into());
    fitting.map(|(name, text)| Candidate::new(name).help(help(text))).collect()
}

/// Completes the name of a game, the path of a rule file, or an array or a reading after one of these.
fn games(current: &OsStr) -> Vec<Candidate> {
    let text = current.to_string_lossy().into_owned();
    let at = text.rfind(['/', '@']).filter(|at| load(&text[..*at]).is_some());
    if let Some(at) = at
        && let Some(game) = load(&text[..at])
    {
        let whole = |name: &str| format!("{}{name}", &text[..=at]);
        if text.as_bytes()[at] == b'@' {
            let readings = game.game.readings.iter();
            return candidates(current, readings.map(|one| (whole(&one.name), one.title.as_str())));
        }
        let arrays = game.variant.arrays.iter();
        return candidates(current, arrays.map(|one| (whole(&one.name), one.title.as_str())));
    }
    let built_in = built_in_titles().into_iter().map(|(name, title)| (name.to_owned(), title));
    let mut all = candidates(current, built_in);
    all.sort_by(|one, other| one.get_value().cmp(other.get_value()));
    let is_game = |path: &std::path::Path| files::is(path, "ferz");
    all.extend(PathCompleter::any().filter(is_game).complete(current));
    all
}

/// Completes a switch of the game on the command line, or one of its values.
fn switches(current: &OsStr) -> Vec<Candidate> {
    let Some(game) = on_the_line() else { return Vec::new() };
    let text = current.to_string_lossy();
    let switches = &game.variant.switches;
    match text.split_once('=').and_then(|(name, _)| switches.iter().find(|one| one.name == name)) {
        Some(one) => {
            let values = one.values.iter();
            let name = &one.name;
            candidates(current, values.map(|value| (format!("{name}={}", value.name), value.text.as_str())))
        }
        None => {
            candidates(current, switches.iter().map(|one| (format!("{}=", one.name), one.question.as_str())))
        }
    }
}

fn pieces(current: &OsStr) -> Vec<Candidate> {
    let Some(game) = on_the_line() else { return Vec::new() };
    let mut names: Vec<(String, &str)> =
        game.variant.piece_types.iter().map(|one| (one.piece.clone(), one.token.as_str())).collect();
    names.dedup_by(|one, other| one.0 == other.0);
    candidates(current, names.into_iter())
}

fn load(text: &str) -> Option<Loaded> {
    Catalog::new(&Disk).load(&GameRef::parse(text), &[]).ok()
}

/// Returns the first game among the words of the command line.
fn on_the_line() -> Option<Loaded> {
    let words = std::env::args().skip_while(|word| word != "--").skip(3);
    words.filter(|word| !word.starts_with('-') && !word.contains('=')).find_map(|word| load(&word))
}
