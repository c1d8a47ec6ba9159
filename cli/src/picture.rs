//! The options `--svg`, `--pieces`, and `--force` of the commands that draw.

use super::output::CommandError;
use super::writing::{self, Kind};
use ferz_text::words::drawing::{Pieces, is_picture};
use std::path::PathBuf;

const PICTURE: Kind = Kind { name: "a picture that ferz drew", is_own: is_picture };

/// The values of `--pieces`.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub(super) enum PieceStyle {
    /// The characters on the pieces of games that have them; pictures in other games
    Traditional,
    /// Pictures of the pieces; letters for a piece without one
    Pictures,
    /// The letters of the pieces
    Letters,
}

impl From<PieceStyle> for Pieces {
    fn from(look: PieceStyle) -> Pieces {
        match look {
            PieceStyle::Traditional => Pieces::Traditional,
            PieceStyle::Pictures => Pieces::Pictures,
            PieceStyle::Letters => Pieces::Letters,
        }
    }
}

/// The option `--pieces` of commands that draw the pieces of a game.
#[derive(clap::Args, Debug)]
pub(super) struct PieceStyleArgs {
    /// With --svg, how to show the pieces; `pictures` by default
    #[arg(long, requires = "svg", value_name = "LOOK")]
    pieces: Option<PieceStyle>,
}

impl PieceStyleArgs {
    pub(super) fn pieces(&self) -> Pieces {
        self.pieces.map_or_else(Pieces::default, Into::into)
    }
}

#[derive(clap::Args, Debug)]
pub struct PictureArgs {
    /// Write a picture of the board to an SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// With --svg, overwrite any existing file
    #[arg(long, requires = "svg")]
    pub force: bool,
}

impl PictureArgs {
    pub(super) fn is_wanted(&self) -> bool {
        self.svg.is_some()
    }

    /// Returns the name of the picture's file for a message.
    pub(super) fn file(&self) -> String {
        self.svg.as_ref().map_or_else(String::new, |path| path.display().to_string())
    }

    /// Writes the picture, if the user requested one.
    pub(super) fn write(&self, svg: &str) -> Result<(), CommandError> {
        let write = |path: &PathBuf| writing::make(path, svg, &PICTURE, self.force);
        self.svg.as_ref().map_or(Ok(()), write)
    }
}
