//! Merging: from the trees of several files to the statements of one game.
//!
//! `files` reads a file with its parents, `amend` and `replace` apply the changes of a child to its parent,
//! `switches` decides the switches, whose values `answers` reads, and `families` expands the families. `readings` and
//! `tuned` read the TOML files beside a game.

mod amend;
mod answers;
mod change;
mod families;
mod files;
mod head;
mod readings;
mod repeated;
mod replace;
pub(super) mod sources;
mod switches;
mod tuned;

use amend::amend;
pub(super) use families::{Family, MAX_PIECE_TYPES, expand_families, too_many_piece_types};
pub(super) use files::FileReader;
pub use files::Text;
pub use readings::{Reading, read_readings};
pub(super) use repeated::repeated;
pub(super) use switches::{Switches, unknown_switch};
pub use tuned::{MAX_PIECE_VALUE, Tuned, read_tuned};
