//! The features of the language that a statement uses.

/// A name or a feature that a line uses. The meaning of a cached line depends on the names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    Name(String),
    Right(String),
    /// A relation between pieces.
    Relation,
    /// The condition that a piece is trapped.
    Traps,
}
