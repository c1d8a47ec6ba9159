//! `ferz manual`: writes the pages of the manual for `man`. Releases contain them.

use super::output::{CommandError, ExitVerdict, Output};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct ManualArgs {
    /// The folder for the pages, which is created if it is missing
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(super) fn run(
    args: &ManualArgs,
    command: clap::Command,
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    let folder = args.folder.display();
    let created = std::fs::create_dir_all(&args.folder);
    created
        .and_then(|()| clap_mangen::generate_to(command, &args.folder))
        .map_err(|error| CommandError::message(format!("cannot write pages to {folder}: {error}")))?;
    output.remark(format!("wrote the manual to {folder}"))?;
    Ok(ExitVerdict::Yes)
}
