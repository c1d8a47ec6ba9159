//! The rules that are no piece's own.

use super::{Condition, Men, Origin, Zone};
use crate::base::{Color, KindId, Result, Square};
use serde::{Deserialize, Serialize};

/// Who may enter a zone. A square in the zone of one or more admissions is closed to all whom none of them admits.
/// Admissions bind moves, not attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    /// The zone, from the side of the man that enters.
    pub zone: Zone,
    /// The men admitted.
    pub men: Men,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// A border that some men cross only by certain steps, in moving and in attacking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Border {
    /// The zone, from the side of the man that crosses.
    pub zone: Zone,
    /// The men it binds.
    pub men: Men,
    /// The steps they may cross it by.
    pub by: StepClass,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// A class of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepClass {
    /// Along a file or a rank.
    Orthogonal,
    /// Along a diagonal.
    Diagonal,
}

/// What a man can be immune to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Threat {
    /// Being captured.
    Capture,
    /// Being removed or pushed aside by a rule.
    Displacement,
    /// Changing places with another man.
    Exchange,
    /// Being in check.
    Attack,
}

/// Men that something cannot be done to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Immunity {
    /// The men.
    pub men: Men,
    /// What cannot be done to them.
    pub to: Vec<Threat>,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// When check limits what a side may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Binding {
    /// Never.
    Never,
    /// No royal may be left attacked.
    Always,
    /// A side with one royal may not leave it attacked; a side with more is free; a side may not be left with none.
    OneRoyal,
    /// No leader may be left attacked.
    Leader,
    /// Not all royals may be left attacked.
    AllRoyals,
}

/// How royals bind their side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Royalty {
    /// When check binds.
    pub binds: Binding,
    /// Whether royals attack each other along an open file.
    pub facing: bool,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// Something each player may do a limited number of times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Right {
    /// The name, as the FEN writes it.
    pub name: String,
    /// How often.
    pub times: u8,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// Whether a turn of some kind must be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// It may.
    May,
    /// When one is legal, nothing else is.
    MustIfCan,
    /// When its conditions hold, nothing else is legal, even if it is not either.
    Must,
}

/// A kind of turn beyond the pieces' own moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Its name.
    pub name: String,
    /// What is done.
    pub act: Act,
    /// What must be true before.
    pub when: Option<Condition>,
    /// What must be true after, besides the safety of royals.
    pub provided: Option<Condition>,
    /// The right it uses up.
    pub right: Option<usize>,
    /// Whether it must be taken.
    pub duty: Duty,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
    /// Where its parts were written.
    #[serde(skip)]
    pub lines: TurnLines,
}

/// The lines of a turn by the word each begins with. Like origins they are equal to each other and leave no trace.
#[derive(Clone, Debug, Default)]
pub struct TurnLines(pub Vec<(String, Origin)>);

impl PartialEq for TurnLines {
    fn eq(&self, _: &TurnLines) -> bool {
        true
    }
}
impl Eq for TurnLines {}

impl Turn {
    /// The line that begins with a word, or of several the one after so many others; the turn itself if there is none.
    pub fn line(&self, word: &str, nth: usize) -> Origin {
        let mut lines = self.lines.0.iter().filter(|(first, _)| first == word);
        lines.nth(nth).map_or(self.origin, |(_, origin)| *origin)
    }
}

/// What is done in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// A man is put on another square.
    Place {
        /// The men that may be.
        men: Men,
        /// Where to.
        to: Target,
        /// The men that may stand there and are removed, if not immune; otherwise the square must be empty.
        removing: Option<Men>,
        /// What it becomes.
        becomes: Option<KindId>,
    },
    /// Two own men change places.
    Exchange {
        /// The men that may start it; their square is named first.
        men: Men,
        /// The men they may change with.
        with: Men,
        /// Men of `with` that may not come to stand in a zone by it.
        except_to: Vec<(Men, Zone)>,
    },
    /// A man comes from the hand.
    Drop {
        /// The kinds that may.
        kinds: Vec<KindId>,
        /// Where to; the square must be empty.
        to: Zone,
        /// Own men that may not stand on the same file.
        not_with: Option<Men>,
        /// It may not give checkmate.
        not_mating: bool,
    },
    /// Nothing is done.
    Pass,
}

/// Where a man may be placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// On any square of a zone but its own.
    Zone(Zone),
    /// On its owner's home square of a kind.
    HomeOf(KindId),
}

/// Castling of one side with one partner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Castling {
    /// The letter in the FEN.
    pub letter: char,
    /// Whose it is.
    pub color: Color,
    /// Where the castling man starts and ends.
    pub king: (Square, Square),
    /// Where its partner starts and ends.
    pub partner: (Square, Square),
    /// Squares that must be empty.
    pub empty: Vec<Square>,
    /// Squares that must not be attacked.
    pub safe: Vec<Square>,
}

/// A way a game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The name of the rule, which is the reason given.
    pub name: String,
    /// When it applies.
    pub trigger: Trigger,
    /// The result for the side to move.
    pub result: Result,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// When an ending applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// The side to move has no legal move and is in check.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A position occurs for the n-th time. Only the history of a game shows it.
    Repetition(u32),
    /// So many plies have passed since the clock was reset.
    Quiet(u32),
    /// The condition holds for the side to move.
    When(Condition),
}

/// What sets the clock of quiet plies back, beside captures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// Moves of these men.
    pub men: Men,
}

/// Who has the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// White.
    White,
    /// Drawn by lot at the start of a game; positions are unaffected.
    Dice,
}
