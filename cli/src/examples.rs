//! Examples of each command, which its help shows.

use ferz_data::EXAMPLES;

/// Adds the examples of all commands to their help.
pub(super) fn shown_by(command: clap::Command) -> clap::Command {
    EXAMPLES.split("\n[").fold(command, |command, section| {
        let (name, text) = section.trim_start_matches('[').split_once("]\n").unwrap_or((section, ""));
        let help = format!("Examples:\n{}", text.trim_end());
        match name == command.get_name() {
            true => command.after_help(help),
            false => command.mut_subcommand(name, |one| one.after_help(help)),
        }
    })
}
