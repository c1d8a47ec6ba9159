//! The slots of forms: the parts of a statement that the author fills in.

/// A part of a form that stands for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A name that the statement declares.
    Name,
    Game,
    Array,
    Key,
    Source,
    Switch,
    Value,
    Region,
    Right,
    Program,
    /// A piece, a stage, a family, or a group.
    Piece,
    /// The letter that stands for each piece of a family.
    Parameter,
    Token,
    Square,
    /// The letter of a file.
    Letter,
    Number,
    /// A text in quotes.
    Text,
    /// A notation in backticks.
    Moves,
    /// The keys of cited places.
    Marks,
    /// Another statement, or the part of it that is amended.
    Statement,
    Pieces,
    /// The pieces that can be dropped.
    Held,
    Filter,
    Whose,
    Noun,
    Relation,
    Squares,
    Union,
    Area,
    Condition,
    All,
    Fact,
    /// A sum of pieces or of their points, or the uses of a right.
    Total,
    Reading,
    Property,
    Threat,
    /// An event that brings a piece to a square.
    Event,
    Events,
    Result,
    Effect,
    Where,
}

/// The slots by their names in forms. Several names can stand for one kind of slot.
#[rustfmt::skip]
const NAMES: [(&str, Slot); 46] = [
    ("NAME", Slot::Name), ("GAME", Slot::Game), ("OTHER", Slot::Array), ("KEY", Slot::Key), ("SOURCE", Slot::Source),
    ("SWITCH", Slot::Switch), ("VALUE", Slot::Value), ("REGION", Slot::Region), ("RIGHT", Slot::Right), ("PROGRAM", Slot::Program),
    ("PIECE", Slot::Piece), ("X", Slot::Parameter), ("TOKEN", Slot::Token), ("SQUARE", Slot::Square), ("CELL", Slot::Square), ("LETTER", Slot::Letter),
    ("NUMBER", Slot::Number), ("FILE", Slot::Number), ("RANK", Slot::Number), ("FILES", Slot::Number), ("RANKS", Slot::Number),
    ("MOVES", Slot::Moves), ("MARKS", Slot::Marks), ("STATEMENT", Slot::Statement), ("PIECES", Slot::Pieces), ("PIECES-IN-HAND", Slot::Held), ("FILTER", Slot::Filter),
    ("WHOSE", Slot::Whose), ("NOUN", Slot::Noun), ("RELATION", Slot::Relation), ("SQUARES", Slot::Squares), ("UNION", Slot::Union),
    ("AREA", Slot::Area), ("CONDITION", Slot::Condition), ("ALL", Slot::All), ("FACT", Slot::Fact), ("TOTAL", Slot::Total), ("READING", Slot::Reading),
    ("PROPERTY", Slot::Property), ("THREAT", Slot::Threat), ("EVENT", Slot::Event), ("EVENTS", Slot::Events), ("RESULT", Slot::Result), ("CONSEQUENCE", Slot::Effect), ("WHERE", Slot::Where),
    ("TEXT", Slot::Text),
];

impl Slot {
    /// Returns the slot with a name in forms.
    pub fn named(name: &str) -> Option<Slot> {
        NAMES.iter().find(|(own, _)| *own == name).map(|(_, slot)| *slot)
    }
}
