//! `ferz show`: shows the rules of a game as a page, or the page of one piece or region.

mod data;
mod evaluation;
mod markdown;
mod page;
mod piece;
mod region;
mod short;

use super::game::GameArgs;
use super::output::{CommandError, ExitVerdict, Output};
use super::picture::{PictureArgs, PieceStyleArgs};
use clap::Args;
use ferz_core::base::PieceTypeId;
use ferz_core::rules::{PieceType, Variant, Zone};
use ferz_lang::catalog::Loaded;
use ferz_syntax::messages::text::{commas, plain_name};
use ferz_text::words::drawing::{Pieces, position, svg};
use ferz_text::words::page::shown;

#[derive(Args)]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Show only this piece, given by any of its names or by its token, or this region
    #[arg(value_name = "PIECE")]
    piece: Option<String>,
    /// Show only the rules in force, without switches, sources, notes, and history
    #[arg(long, conflicts_with_all = ["piece", "markdown", "json", "evaluation"])]
    short: bool,
    /// Write the page as Markdown, for an article
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Show the evaluation of the computer player: piece values, or the square values of a piece
    #[arg(long, conflicts_with = "markdown")]
    evaluation: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    look: PieceStyleArgs,
}

/// The subject of a page.
enum PageSubject<'v> {
    Game,
    /// The stages of a piece.
    Piece(Vec<PieceTypeId>),
    Region(&'v Zone),
}

pub fn run(args: &ShowArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let loaded = args.game.load(output)?;
    let variant = &loaded.variant;
    let subject = args.piece.as_ref().map_or(Ok(PageSubject::Game), |name| subject(variant, name))?;
    if let PageSubject::Region(region) = &subject
        && args.evaluation
    {
        let message = format!("`{}` is a region, which has no values", region.name);
        return Err(CommandError::message(message));
    }
    if args.picture.is_wanted() {
        let pieces = args.look.pieces();
        let picture = match &subject {
            PageSubject::Game => picture(variant, pieces),
            PageSubject::Piece(stages) => piece::picture(variant, stages, pieces),
            PageSubject::Region(region) => region::picture(variant, region),
        };
        args.picture.write(&picture)?;
        if !(output.is_json() || args.markdown || args.evaluation) {
            writeln!(output, "wrote {}", args.picture.file())?;
            return Ok(ExitVerdict::Yes);
        }
    }
    if output.is_json() {
        return output.json(&match &subject {
            PageSubject::Game if args.evaluation => evaluation::data(variant, None),
            PageSubject::Piece(stages) if args.evaluation => evaluation::data(variant, Some(stages)),
            PageSubject::Game => data::game(variant),
            PageSubject::Piece(stages) => data::piece(&loaded, stages),
            PageSubject::Region(region) => data::region(variant, region),
        });
    }
    let (reference, plain) = (args.game.reference(variant), output.is_plain());
    let lines = match &subject {
        PageSubject::Game if args.evaluation => evaluation::page(variant, None),
        PageSubject::Piece(stages) if args.evaluation => evaluation::page(variant, Some(stages)),
        PageSubject::Game if args.short => short::game(variant, &reference, plain),
        PageSubject::Game if args.markdown => markdown::game(variant, &reference),
        PageSubject::Game => page::game(variant, &reference, &loaded.game.readings, plain),
        PageSubject::Piece(stages) if args.markdown => markdown::one_piece(&loaded, stages),
        PageSubject::Piece(stages) => piece::large(&loaded, stages, plain),
        PageSubject::Region(region) if args.markdown => markdown::one_region(variant, region),
        PageSubject::Region(region) => region::large(variant, region, plain),
    };
    output.lines(lines.iter().map(|line| line.trim_end()))?;
    Ok(ExitVerdict::Yes)
}

/// Returns what a name of the command line names: a piece, or else a region.
fn subject<'v>(variant: &'v Variant, name: &str) -> Result<PageSubject<'v>, CommandError> {
    let same = |other: &str| plain_name(other) == plain_name(name);
    let region = |is_it: &dyn Fn(&Zone) -> bool| variant.regions.iter().find(|region| is_it(region));
    let found = region(&|region| same(&region.name))
        .or_else(|| region(&|region| variant.names_of(&region.name).any(|other| same(&other.name))));
    match (find(variant, name), found) {
        (Ok(stages), _) => Ok(PageSubject::Piece(stages)),
        (Err(_), Some(region)) => Ok(PageSubject::Region(region)),
        (Err(stop), None) => Err(stop),
    }
}

/// Draws the start of a game as SVG.
fn picture(variant: &Variant, pieces: Pieces) -> String {
    svg(&position::drawing(variant, &variant.start(), None).showing(pieces), &variant.title)
}

/// Draws the moves of a piece as SVG, given its name or that of one of its stages.
pub fn piece_picture(variant: &Variant, name: &str) -> Option<String> {
    let is_it =
        |one: &PieceType| one.piece == name || one.name() == name || one.stage.as_deref() == Some(name);
    let (id, _) = variant.piece_type_ids().find(|(_, one)| is_it(one))?;
    Some(piece::picture(variant, &[id], Pieces::Pictures))
}

/// Returns the page of a piece, which the user can name by any of its names or its token. With `plain`, the page has no
/// drawings.
pub fn piece(loaded: &Loaded, name: &str, plain: bool) -> Result<Vec<String>, CommandError> {
    Ok(piece::large(loaded, &find(&loaded.variant, name)?, plain))
}

/// Returns the piece types of the stages of a piece, found by its name, its title, another name, or a token.
fn find(variant: &Variant, name: &str) -> Result<Vec<PieceTypeId>, CommandError> {
    let bare = name.trim_start_matches('{').trim_end_matches('}');
    let same = |other: &str| plain_name(other) == plain_name(bare);
    let all = || variant.piece_types.iter();
    let also = |piece_type: &PieceType| piece_type.also.0.iter().any(|other| same(&other.name));
    let found = all()
        .find(|piece_type| piece_type.token == bare)
        .or_else(|| all().find(|piece_type| same(&piece_type.piece) || same(&piece_type.title)))
        .or_else(|| all().find(|piece_type| also(piece_type)))
        .or_else(|| all().find(|piece_type| same(&piece_type.token)))
        .or_else(|| all().find(|piece_type| is_named_after(variant, piece_type, &plain_name(bare))));
    let Some(found) = found else {
        let mut names: Vec<&str> = all().map(|piece_type| piece_type.piece.as_str()).collect();
        names.dedup();
        let stop = CommandError::message(format!("{} has no piece `{name}`", variant.title));
        let others = all().flat_map(|piece_type| &piece_type.also.0).map(|other| other.name.as_str());
        let regions = variant.regions.iter().map(|region| region.name.as_str());
        let regions = regions.chain(variant.region_names.0.iter().map(|(_, other)| other.name.as_str()));
        let known: Vec<&str> = names.iter().copied().chain(others).chain(regions).collect();
        return Err(stop.help(format!("the pieces are {}", commas(&names))).suggest(bare, known));
    };
    let piece = found.piece.clone();
    Ok(shown(variant).into_iter().filter(|id| variant.piece_type(*id).piece == piece).collect())
}

/// Returns true if the title of a piece contains the title of another piece, and `name` has one of the other names of
/// that piece in its place. For example, `pawn of scouts` names the pawn of knights if a knight is also called a scout.
fn is_named_after(variant: &Variant, named: &PieceType, name: &str) -> bool {
    let title = plain_name(&named.title);
    variant.piece_types.iter().filter(|piece| piece.piece != named.piece).any(|piece| {
        let own = plain_name(&piece.title);
        piece.also.0.iter().any(|other| title.replace(&own, &plain_name(&other.name)) == name)
    })
}
