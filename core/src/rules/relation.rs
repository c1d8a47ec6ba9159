//! Relations between two pieces.
//!
//! Rule files, sentences, and the IR take the words of a relation from [`Relation::words`]. The interpreter and the
//! tables each say which pieces are related.

use serde::{Deserialize, Serialize};

/// A relation between a piece and other pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The pieces are adjacent along a rank, a file, or a diagonal.
    Beside,
    /// The piece attacks the other, in the sense of check.
    Attacking,
    /// The other piece attacks the piece, in the sense of check.
    AttackedBy,
}

impl Relation {
    pub const ALL: [Relation; 3] = [Relation::Beside, Relation::Attacking, Relation::AttackedBy];

    /// Returns the words for the relation in rule files and in sentences.
    pub fn words(self) -> &'static str {
        match self {
            Relation::Beside => "beside",
            Relation::Attacking => "attacking",
            Relation::AttackedBy => "attacked by",
        }
    }

    /// Returns true if the relation depends on attacks.
    pub fn is_attack(self) -> bool {
        match self {
            Relation::Beside => false,
            Relation::Attacking | Relation::AttackedBy => true,
        }
    }

    /// Returns true if a piece can have the relation only to pieces on the squares next to it, and if it depends on
    /// nothing but those squares.
    pub fn is_adjacency(self) -> bool {
        match self {
            Relation::Beside => true,
            Relation::Attacking | Relation::AttackedBy => false,
        }
    }
}
