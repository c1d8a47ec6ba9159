//! `ferz ir`: prints the compiled rules of a game as JSON.

use super::game::GameArgs;
use super::output::{CommandError, ExitVerdict, Output};
use clap::Args;

#[derive(Args)]
pub(super) struct IrArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Print JSON, as this command always does
    #[arg(long, default_value_t = true)]
    json: bool,
}

pub(super) fn run(args: &IrArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let loaded = args.game.load(output)?;
    output.json(&*loaded.variant)
}
