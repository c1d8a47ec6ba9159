//! `ferz ir`: the compiled meaning of a game.

use super::game::GameArgs;
use super::output::{Output, Stop, Verdict};
use clap::Args;

#[derive(Args)]
pub(super) struct IrArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Accepted for uniformity: the answer is JSON anyway
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &IrArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let loaded = args.game.load(output)?;
    let _ = args.json;
    output.json(&loaded.variant)?;
    Ok(Verdict::Yes)
}
