//! `ferz show`: a game as a page of rules for a reader, or one piece of it, larger.

mod data;
mod page;
mod piece;

use super::game::GameArgs;
use super::output::{Output, Stop, Verdict};
use crate::base::PieceTypeId;
use crate::base::text::commas;
use crate::rules::Variant;
use clap::Args;

#[derive(Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Show only this piece, given by name or token
    #[arg(value_name = "PIECE")]
    piece: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ShowArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let loaded = args.game.load(output)?;
    let variant = &loaded.variant;
    let lines = match &args.piece {
        None if args.json => {
            output.json(&data::GameData::new(variant))?;
            return Ok(Verdict::Yes);
        }
        None => page::game(variant, &args.game.reference(variant), &loaded.game.readings, output.is_plain()),
        Some(name) => {
            if args.json {
                output.json(&data::PieceData::new(variant, &find(variant, name)?))?;
                return Ok(Verdict::Yes);
            }
            self::piece(variant, name, output.is_plain())?
        }
    };
    for line in lines {
        output.line(line.trim_end())?;
    }
    Ok(Verdict::Yes)
}

/// The page of one piece, by its name or its token; without drawings if `plain`.
pub(super) fn piece(variant: &Variant, name: &str, plain: bool) -> Result<Vec<String>, Stop> {
    Ok(piece::large(variant, &find(variant, name)?, plain))
}

/// The piece types a piece goes through, by its name, its title or the token of one of them.
fn find(variant: &Variant, name: &str) -> Result<Vec<PieceTypeId>, Stop> {
    let bare = name.trim_start_matches('{').trim_end_matches('}');
    let same = |other: &str| other.to_lowercase() == bare.to_lowercase();
    let piece_types = || variant.piece_type_ids();
    let exact = piece_types().find(|(_, piece_type)| piece_type.token == bare);
    let found = exact
        .or_else(|| piece_types().find(|(_, piece_type)| same(&piece_type.piece) || same(&piece_type.title)))
        .or_else(|| piece_types().find(|(_, piece_type)| same(&piece_type.token)));
    let Some((_, found)) = found else {
        let stop = Stop::message(format!("{} has no piece `{name}`", variant.title));
        let mut names: Vec<&str> =
            variant.piece_types.iter().map(|piece_type| piece_type.piece.as_str()).collect();
        names.dedup();
        return Err(stop.help(format!("the pieces are {}", commas(&names))).suggest(bare, names));
    };
    Ok(piece_types().filter(|(_, piece_type)| piece_type.piece == found.piece).map(|(id, _)| id).collect())
}
