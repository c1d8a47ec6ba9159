//! The arguments that select a position, and the display of positions in the terminal.

use super::game::{self, GameArgs};
use super::output::{CommandError, Output};
use super::wrap;
use clap::Args;
use ferz_core::base::source::Sources;
use ferz_core::base::{Move, Setup};
use ferz_core::rules::Variant;
use ferz_lang::catalog::{GameRef, Loaded};
use ferz_syntax::messages::text::quoted;
use ferz_text::notation::dialect::Codec;
use ferz_text::notation::fen::{self, FenStyle};
use ferz_text::words::drawing::{self, position};

#[derive(Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Use this position instead of the start of the game
    #[arg(long, value_name = "FEN")]
    pub(super) fen: Option<String>,
    /// Accept a position in which the side that is not to move is in check
    #[arg(long, requires = "fen")]
    lenient: bool,
    /// Read and write positions as this program does: `fairy-stockfish`, or another that the game names
    #[arg(long, value_name = "PROGRAM")]
    fen_style: Option<String>,
    /// Read and write moves as well as positions as this program does
    #[arg(long, value_name = "PROGRAM", conflicts_with = "fen_style")]
    style: Option<String>,
}

impl PositionArgs {
    /// Loads the game, and returns the position of the arguments or the start of the game.
    pub(super) fn load(&self, output: &mut Output) -> Result<(Loaded, Setup), CommandError> {
        let loaded = self.game.load(output)?;
        let Some(text) = &self.fen else {
            let start = loaded.variant.start();
            return Ok((loaded, start));
        };
        let loaded = self.free(text, &loaded, output)?.unwrap_or(loaded);
        let variant = &loaded.variant;
        let read = match self.style(variant)? {
            Some(style) => {
                let read = |text: &str| fen::read_in(variant, text, self.lenient, Some(&style));
                fen::read_repaired(text, read)
            }
            None => fen::read_counted(variant, text, self.lenient),
        };
        let sources = Sources::of("--fen", text);
        match read {
            Ok((setup, faults)) => {
                output.problems(&sources, &faults)?;
                Ok((loaded, setup))
            }
            Err(problems) => Err(CommandError::Problems(Box::new(sources), problems)),
        }
    }

    /// Returns the game with free castling if the position has castlings that only that game has.
    fn free(&self, text: &str, loaded: &Loaded, output: &mut Output) -> Result<Option<Loaded>, CommandError> {
        let free = fen::free_castling(&loaded.variant, text).map(GameRef::parse);
        let free = free.filter(|_| !GameRef::parse(&self.game.reference(&loaded.variant)).is_path);
        let Some(free) = free.and_then(|free| game::load(&free, &self.game.sets, None).ok()) else {
            return Ok(None);
        };
        let fits = fen::knows_castlings(&free.variant, text);
        if fits {
            output.remark(format!("the castlings of this position are those of `{}`", free.variant.id))?;
        }
        Ok(Some(free).filter(|_| fits))
    }

    /// Returns the position in the format of the requested program.
    pub(super) fn write(&self, variant: &Variant, setup: &Setup) -> Result<String, CommandError> {
        Ok(fen::write_in(variant, setup, self.style(variant)?.as_ref()))
    }

    /// Returns the dialect for reading and writing moves, if the user requested one.
    pub(super) fn codec(&self, variant: &Variant) -> Result<Option<Codec>, CommandError> {
        Ok(self.style(variant)?.filter(|_| self.style.is_some()).map(FenStyle::into_codec))
    }

    /// Returns the program whose style the user requested, and true if the style is also that of moves.
    pub(super) fn style_name(&self, variant: &Variant) -> Result<Option<(String, bool)>, CommandError> {
        let program = self.fen_style.as_ref().or(self.style.as_ref());
        self.style(variant)?;
        Ok(program.map(|program| (program.clone(), self.style.is_some())))
    }

    /// Returns the requested style of positions, if there is one.
    fn style<'v>(&self, variant: &'v Variant) -> Result<Option<FenStyle<'v>>, CommandError> {
        let Some(program) = self.fen_style.as_ref().or(self.style.as_ref()) else { return Ok(None) };
        FenStyle::of(variant, program).map(Some).ok_or_else(|| {
            let stop = CommandError::message(format!("this game has no FENs in the style of `{program}`"));
            stop.help(format!("it has FENs of {}", quoted(FenStyle::programs(variant))))
        })
    }
}

/// Returns the board as lines, drawn or described in words.
pub(super) fn board(variant: &Variant, setup: &Setup, last: Option<&Move>, plain: bool) -> Vec<String> {
    match plain {
        true => position::words(variant, setup, last).iter().flat_map(|line| wrap::text("", line)).collect(),
        false => drawing::text(&position::drawing(variant, setup, last)).lines().map(str::to_owned).collect(),
    }
}

/// Prints the board and the state that it does not show.
pub(super) fn show(
    variant: &Variant,
    setup: &Setup,
    last: Option<&Move>,
    output: &mut Output,
) -> Result<(), CommandError> {
    output.lines(board(variant, setup, last, output.is_plain()))?;
    output.lines(position::status(variant, setup))
}
