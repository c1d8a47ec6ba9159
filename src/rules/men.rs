//! Which men and which squares a rule speaks of.

use crate::base::{ByColor, KindId, SquareSet};
use crate::base::source::Span;
use serde::{Deserialize, Serialize};

/// Where a rule was written. Two rules written in different places may still be the same rule: origins are equal to
/// each other and leave no trace in the printed form.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin(pub Span);

impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}
impl Eq for Origin {}

/// A set of squares as each side sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// The words it was written in.
    pub name: String,
    /// Its squares for each side.
    pub squares: ByColor<SquareSet>,
}

/// Which men a rule speaks of. *Own* and *enemy* are meant from the side the rule is applied to; a zone from the side
/// the man itself belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Men {
    /// Every man.
    All,
    /// Men of the side in question.
    Own,
    /// Men of the other side.
    Enemy,
    /// Royal men.
    Royal,
    /// Royals of the highest rank their side has on the board.
    Leader,
    /// Men of these kinds.
    Kinds(Vec<KindId>),
    /// Men standing in a zone.
    In(Zone),
    /// Men that another filter does not match.
    Not(Box<Men>),
    /// Men that match every one of these.
    Every(Vec<Men>),
    /// Men that match at least one of these.
    AnyOf(Vec<Men>),
}

impl Men {
    /// Whether any part of the description asks for royals or leaders, which a game must then have.
    pub fn asks_royals(&self) -> bool {
        match self {
            Men::Royal | Men::Leader => true,
            Men::Not(inner) => inner.asks_royals(),
            Men::Every(all) | Men::AnyOf(all) => all.iter().any(Men::asks_royals),
            Men::All | Men::Own | Men::Enemy | Men::Kinds(_) | Men::In(_) => false,
        }
    }
}
