//! Levels: how strong a player is, from 1 to 10.

use super::Limits;

/// How strong a player is. A weak one sees less far, and is mistaken about what positions are worth; what it overlooks is what
/// a beginner overlooks, and it does not play at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub(crate) number: u8,
    depth: Option<i32>,
    nodes: u64,
    /// By how many hundredths of a pawn it is mistaken at most.
    pub(crate) blur: i32,
}

impl Level {
    /// A level from 1 to 10.
    pub(crate) fn new(number: u8) -> Option<Level> {
        let (depth, nodes, blur) = match number {
            1 => (Some(1), 200, 300),
            2 => (Some(2), 500, 220),
            3 => (Some(2), 1_500, 140),
            4 => (Some(3), 4_000, 90),
            5 => (Some(4), 10_000, 60),
            6 => (None, 25_000, 30),
            7 => (None, 60_000, 0),
            8 => (None, 200_000, 0),
            9 => (None, 700_000, 0),
            10 => (None, 2_500_000, 0),
            _ => return None,
        };
        Some(Level { number, depth, nodes, blur })
    }

    /// How far it looks.
    pub(crate) fn limits(self) -> Limits {
        Limits { depth: self.depth, ..Limits::nodes(self.nodes) }
    }
}
