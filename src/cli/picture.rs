//! Pictures: `--svg` of every command that draws.

use super::output::Stop;
use super::writing::{self, Kind};
use crate::words::drawing::is_picture;
use std::path::PathBuf;

const PICTURE: Kind = Kind { name: "a picture that ferz drew", is_own: is_picture };

#[derive(clap::Args, Debug)]
pub(crate) struct PictureArgs {
    /// Write a picture of the board to an SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// With --svg, overwrite the file whatever it is
    #[arg(long, requires = "svg")]
    pub force: bool,
}

impl PictureArgs {
    pub(super) fn is_wanted(&self) -> bool {
        self.svg.is_some()
    }

    /// Writes the picture, if one is wanted.
    pub(super) fn write(&self, svg: &str) -> Result<(), Stop> {
        let write = |path: &PathBuf| writing::make(path, svg, &PICTURE, self.force);
        self.svg.as_ref().map_or(Ok(()), write)
    }
}
