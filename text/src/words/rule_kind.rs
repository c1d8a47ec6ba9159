//! The words for the kinds of rules: their headings on pages, their categories in comparisons, and their names in lists
//! of sources.
//!
//! [`words`] is the table, with one row for each kind. Pages, comparisons, and lists of sources follow from it. The
//! sentences about a single rule are in `prose`.

use crate::rules::RuleKind;
use serde::Serialize;

/// The words for one kind of rule.
pub struct KindWords {
    /// The heading on a page, or `None` for a kind that a page draws, lists with the pieces, or omits.
    pub heading: Option<SectionHeading>,
    /// The category in a comparison of two games, or `None` for a kind that is compared as part of a piece.
    pub category: Option<Category>,
    /// The name of the claim that the rule makes in a list of sources, or `None` for a kind without a claim of its own.
    pub claim: Option<&'static str>,
}

/// Returns the words for a kind of rule.
pub fn words(kind: RuleKind) -> KindWords {
    match kind {
        RuleKind::Board => row(None, Some(Category::Board), Some("board")),
        // A region is only a name. A citation of it is listed as a statement.
        RuleKind::Region => row(Some(SectionHeading::Regions), Some(Category::Region), None),
        RuleKind::Array => row(None, Some(Category::Array), Some("array")),
        RuleKind::Hands => row(Some(SectionHeading::Hands), Some(Category::Hands), Some("hands")),
        // The rules of a piece type are compared and claimed as parts of the piece.
        RuleKind::Piece => row(None, Some(Category::Piece), None),
        RuleKind::Royal => row(None, None, None),
        RuleKind::Neutral => row(None, None, None),
        RuleKind::Points => row(None, None, None),
        RuleKind::Moves => row(None, None, None),
        RuleKind::Stays => row(None, None, None),
        RuleKind::Arrival => row(Some(SectionHeading::OtherPieces), None, None),
        RuleKind::InHand => row(Some(SectionHeading::OtherPieces), None, None),
        RuleKind::Right => row(Some(SectionHeading::Rights), Some(Category::Right), Some("right")),
        RuleKind::Action => row(Some(SectionHeading::OtherActions), Some(Category::Action), Some("action")),
        RuleKind::FollowUp => row(Some(SectionHeading::AfterAMove), Some(Category::Rule), Some("follow-up")),
        // A castling follows from the piece and from the array.
        RuleKind::Castling => row(Some(SectionHeading::Castling), None, None),
        RuleKind::CastlingRule => row(Some(SectionHeading::Castling), Some(Category::Rule), Some("castling")),
        RuleKind::Admission => {
            row(Some(SectionHeading::Restrictions), Some(Category::Entry), Some("restriction"))
        }
        RuleKind::Border => {
            row(Some(SectionHeading::Restrictions), Some(Category::Border), Some("restriction"))
        }
        RuleKind::Immunity => {
            row(Some(SectionHeading::Restrictions), Some(Category::Immunity), Some("restriction"))
        }
        RuleKind::MoveRule => {
            row(Some(SectionHeading::Restrictions), Some(Category::Rule), Some("restriction"))
        }
        RuleKind::Royalty => row(Some(SectionHeading::RoyalPieces), Some(Category::Royalty), Some("royalty")),
        RuleKind::FirstMove => {
            row(Some(SectionHeading::FirstMove), Some(Category::FirstMove), Some("first move"))
        }
        RuleKind::Turns => row(Some(SectionHeading::Turns), Some(Category::Rule), Some("turn")),
        RuleKind::Ending => row(Some(SectionHeading::EndOfTheGame), Some(Category::Ending), Some("ending")),
        RuleKind::Clock => row(Some(SectionHeading::EndOfTheGame), Some(Category::Clock), Some("clock")),
        RuleKind::FenCount => row(None, Some(Category::Rule), Some("fen")),
    }
}

fn row(
    heading: Option<SectionHeading>,
    category: Option<Category>,
    claim: Option<&'static str>,
) -> KindWords {
    KindWords { heading, category, claim }
}

/// The headings of rules, in the order of the page of a game or of a piece. In JSON, a heading is its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "&'static str")]
pub enum SectionHeading {
    Regions,
    RoyalPieces,
    Hands,
    OtherActions,
    /// The rights that a piece uses. The page of a game states a right with the action that uses it.
    Rights,
    /// The arrivals of other pieces that affect a piece. The page of a game states them with those pieces.
    OtherPieces,
    AfterAMove,
    Castling,
    Restrictions,
    FirstMove,
    Turns,
    EndOfTheGame,
}

impl SectionHeading {
    /// Returns the title and the key of the heading.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            SectionHeading::Regions => ("Regions", "region"),
            SectionHeading::RoyalPieces => ("Royal pieces", "royalty"),
            SectionHeading::Hands => ("Hands", "hands"),
            SectionHeading::OtherActions => ("Other actions", "action"),
            SectionHeading::Rights => ("Rights", "right"),
            SectionHeading::OtherPieces => ("Other pieces", "arrival"),
            SectionHeading::AfterAMove => ("After a move", "follow-up"),
            SectionHeading::Castling => ("Castling", "castling"),
            SectionHeading::Restrictions => ("Restrictions", "restriction"),
            SectionHeading::FirstMove => ("First move", "first-move"),
            SectionHeading::Turns => ("Turns", "turn"),
            SectionHeading::EndOfTheGame => ("End of the game", "ending"),
        }
    }

    /// Returns the heading as printed on a page.
    pub fn title(self) -> &'static str {
        self.texts().0
    }

    /// Returns true if the page of a game has the heading, and not only that of a piece.
    pub fn is_on_page_of_game(self) -> bool {
        self != SectionHeading::Rights && self != SectionHeading::OtherPieces
    }
}

impl From<SectionHeading> for &'static str {
    fn from(heading: SectionHeading) -> &'static str {
        heading.texts().1
    }
}

/// The categories of rules in a comparison of two games, in the order of its report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "&'static str")]
pub enum Category {
    Board,
    Region,
    Array,
    Hands,
    Piece,
    Right,
    Action,
    Entry,
    Border,
    Immunity,
    /// A rule that requires or forbids moves, or any other rule without a category of its own.
    Rule,
    Royalty,
    Ending,
    FirstMove,
    Clock,
}

impl Category {
    /// Returns the name of the category in prose.
    pub fn name(self) -> &'static str {
        match self {
            Category::Board => "board",
            Category::Region => "region",
            Category::Array => "array",
            Category::Hands => "hands",
            Category::Piece => "piece",
            Category::Right => "right",
            Category::Action => "action",
            Category::Entry => "entry",
            Category::Border => "border",
            Category::Immunity => "immunity",
            Category::Rule => "rule",
            Category::Royalty => "royalty",
            Category::Ending => "ending",
            Category::FirstMove => "first move",
            Category::Clock => "clock",
        }
    }
}

impl From<Category> for &'static str {
    fn from(category: Category) -> &'static str {
        category.name()
    }
}
