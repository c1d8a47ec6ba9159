//! `ferz moves`: lists the legal moves of a position.
//!
//! [`run`] plays the moves of `--after`, if there are any, and then lists the moves, or the positions after them. The
//! text of a move can contain commas, which also separate moves, so [`follow`] looks for the longest text that is a
//! legal move.

use super::engine::EngineArgs;
use super::output::{CommandError, ExitVerdict, Output};
use super::picture::{PictureArgs, PieceStyleArgs};
use super::position::{self, PositionArgs};
use clap::Args;
use ferz_core::base::source::Sources;
use ferz_core::base::{Move, Setup, Square};
use ferz_core::fast::engine::Shortcut;
use ferz_core::play::game::GameHistory;
use ferz_core::rules::Variant;
use ferz_syntax::messages::text::plural;
use ferz_text::notation::details::Details;
use ferz_text::notation::dialect::Codec;
use ferz_text::notation::{movetext, typed};
use ferz_text::words::drawing::{position as drawn, svg};
use ferz_text::words::outcome;
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Args)]
pub(super) struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// List only the moves that start on this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<String>,
    /// Play these moves first; without MOVES, print the position after each legal move
    #[arg(long, value_name = "MOVES", num_args = 0..=1, default_missing_value = "")]
    after: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    look: PieceStyleArgs,
}

/// The maximum number of parts in the text of a move. Commas separate the parts.
const MAX_PARTS: usize = 4;

pub(super) fn run(args: &MovesArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let (loaded, setup) = args.position.load(output)?;
    let variant = &loaded.variant;
    let named = |name: &String| variant.board.square(name).ok_or_else(|| no_square(variant, name));
    let from = args.from.as_ref().map(named).transpose()?;
    let engine = args.engine.of(variant);
    let mut game = GameHistory::new(&engine, setup);
    let codec = args.position.codec(variant)?;
    let words = args.after.iter().flat_map(|texts| texts.split_whitespace());
    // The numbers of moves, as in `1. e4`, are left out.
    for texts in words.filter(|word| !word.ends_with('.') || word.contains(char::is_alphabetic)) {
        follow(&mut game, texts, codec.as_ref())?;
    }
    let setup = game.setup().clone();
    let position = engine.position(&setup);
    let listed = game.listed();
    let legal: Vec<Move> = listed.iter().map(|(mv, _)| mv.clone()).collect();
    let mut moves = legal.clone();
    moves.retain(|mv| from.is_none() || mv.from == from);
    let text = |mv: &Move| match &codec {
        Some(codec) => codec.write(&engine, &setup, &legal, mv),
        None => movetext::write(variant, mv),
    };
    let fen = args.position.write(variant, &setup)?;
    if args.picture.is_wanted() {
        let mut drawing = drawn::drawing(variant, &setup, None).showing(args.look.pieces());
        if from.is_some() {
            drawn::mark_moves(&mut drawing, variant, &setup, &moves);
        }
        args.picture.write(&svg(&drawing, &format!("{}: {fen}", variant.title)))?;
    }
    let check = game.in_check();
    let leads = moves.iter().filter(|_| args.after.as_deref() == Some(""));
    let leads = leads.filter_map(|mv| Some((mv, engine.setup(&engine.play(&position, mv)?))));
    let leads = leads.map(|(mv, after)| Ok((text(mv), args.position.write(variant, &after)?)));
    let (leads, turn) = (leads.collect::<Result<BTreeMap<String, String>, CommandError>>()?, setup.turn);
    let moves: Vec<String> = moves.iter().map(text).collect::<BTreeSet<_>>().into_iter().collect();
    if output.is_json() {
        let (outcome, claims) = (game.outcome(), game.claims());
        let details =
            details(&game, listed.iter().filter(|(mv, _)| from.is_none() || mv.from == from), &text);
        let mut data = json!({ "fen": fen, "turn": turn, "check": check, "outcome": outcome, "claims": claims, "moves": moves, "details": details });
        if !leads.is_empty() {
            data["after"] = json!(leads);
        }
        return output.json(&data);
    }
    if moves.is_empty() {
        position::show(variant, &setup, None, output)?;
    }
    if !heading(args, &game, moves.len(), output)? {
        return Ok(ExitVerdict::Yes);
    }
    match from {
        _ if !leads.is_empty() => output.lines(leads.iter().map(|(mv, fen)| format!("  {mv}  {fen}")))?,
        _ if !moves.is_empty() => output.wrapped("  ", &moves.join(" "))?,
        Some(square) => writeln!(output, "  {}", none_from(variant, &setup, square))?,
        None => {}
    }
    Ok(ExitVerdict::Yes)
}

/// Returns the effects of moves in the order of their texts. Two moves can have one text in the notation of another
/// program.
fn details<'m>(
    game: &GameHistory,
    moves: impl Iterator<Item = &'m (Move, Shortcut)>,
    text: &dyn Fn(&Move) -> String,
) -> Vec<impl Serialize> {
    let (variant, setup) = (game.variant(), game.setup());
    let all = moves.map(|(mv, shortcut)| {
        let (text, details) = (text(mv), Details::new(variant, setup, mv, &game.changes(shortcut)));
        (text.clone(), details.data(&variant.board, text))
    });
    all.collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Writes the status of the game, and the number of moves. Returns false if the game is over.
fn heading(
    args: &MovesArgs,
    game: &GameHistory,
    count: usize,
    output: &mut Output,
) -> Result<bool, CommandError> {
    if let Some(outcome) = game.outcome() {
        writeln!(output, "{}", outcome::sentence(&outcome))?;
        return Ok(false);
    }
    let setup = game.setup();
    if let Some(claims) = outcome::claimable(&game.claims(), setup) {
        writeln!(output, "{claims}.")?;
    }
    let place = args.from.as_ref().map_or(String::new(), |name| format!(" from {name}"));
    writeln!(output, "{}: {}{place}", outcome::to_move(setup, game.in_check()), plural(count, "move"))?;
    Ok(true)
}

/// Plays the text between two spaces: one move, which can contain commas, or several moves with commas between them.
fn follow(game: &mut GameHistory, texts: &str, codec: Option<&Codec>) -> Result<(), CommandError> {
    let parts: Vec<&str> = texts.split(',').filter(|part| !part.is_empty()).collect();
    let mut rest = parts.as_slice();
    while let Some(first) = rest.first() {
        let legal = game.legal_moves();
        let read = |text: &str| {
            let told = codec.and_then(|codec| codec.find(game.engine(), game.setup(), &legal, text));
            let own = || typed::read(game.variant(), game.setup(), &legal, text);
            told.map_or_else(own, Ok).cloned()
        };
        // The longest text that is a legal move takes precedence.
        let lengths = (2..=rest.len().min(MAX_PARTS)).rev();
        let mut longer = lengths.filter_map(|length| Some((length, read(&rest[..length].join(",")).ok()?)));
        let found = longer.next().map_or_else(|| read(first).map(|mv| (1, mv)), Ok);
        let (length, mv) = found.map_err(|problem| {
            CommandError::Problems(Box::new(Sources::of("--after", *first)), vec![problem])
        })?;
        if !game.play(&mv) {
            return Err(CommandError::message(format!("{first} cannot be played")));
        }
        rest = &rest[length..];
    }
    Ok(())
}

/// Explains why no legal move starts on a square.
fn none_from(variant: &Variant, setup: &Setup, square: Square) -> String {
    let name = variant.board.name(square);
    match setup.piece(square) {
        None => format!("There is no piece on {name}."),
        Some(piece) if piece.color != setup.turn => {
            format!("The piece on {name} belongs to {}.", piece.color.title())
        }
        Some(_) => format!("Use `ferz explain` with {name} and a target square to see why it cannot move."),
    }
}

fn no_square(variant: &Variant, name: &str) -> CommandError {
    CommandError::message(format!("the board has no square `{name}`")).help(movetext::extent(&variant.board))
}
