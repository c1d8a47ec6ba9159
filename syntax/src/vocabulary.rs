//! The table of all keywords, and the lists of words with a meaning inside statements.
//!
//! [`WORDS`] is the table, and [`find`] looks up a word in it. The parser, suggestions, help, inheritance,
//! reserved names, and the formatter use this table. No other file lists these words.

use Keyword::*;
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::sync::LazyLock;

impl Keyword {
    /// Returns true if a statement only encloses the rules in its block, so that it cites no source itself.
    pub fn encloses_rules(self) -> bool {
        matches!(self, Keyword::Entry | Keyword::Ending | Keyword::Royalty | Keyword::Under)
    }

    /// Returns true if the order of these statements at the top of a file has no meaning, so that a record of the game
    /// sorts them by name. Endings, arrivals, restrictions, follow-ups, and everything that a switch can decide keep the
    /// order of the file, as do arrays, because the first one is the default.
    pub fn is_sorted(self) -> bool {
        matches!(
            self,
            Keyword::Board
                | Keyword::Piece
                | Keyword::Family
                | Keyword::Right
                | Keyword::Action
                | Keyword::Royalty
        )
    }

    /// Returns true if the statement is text for readers and does not affect the game.
    pub fn is_remark(self) -> bool {
        matches!(self, Keyword::About | Keyword::History | Keyword::Origin | Keyword::Note | Keyword::Also)
    }
}

/// The context of a statement. Lines begin with a region in `entry`, with a name in `ending`, and with a cell in
/// `array`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Top,
    Board,
    /// The block of a piece, a family, or a stage.
    Piece,
    Action,
    Royalty,
    Entry,
    Ending,
    Array,
    Source,
}

impl Place {
    /// Returns a description of the statements in this context, and a description of the context itself.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Place::Top => ("a statement of a variant file", "at the top level of a file"),
            Place::Board => ("a statement of the board", "in the block of `board`"),
            Place::Piece => ("a statement of a piece", "in the block of a piece or a stage"),
            Place::Action => ("a statement of an action", "in the block of an `action`"),
            Place::Royalty => ("a statement about royals", "in the block of `royalty`"),
            Place::Entry => ("a statement about entry", "in the block of `entry`"),
            Place::Ending => ("an ending", "in the block of `ending`"),
            Place::Array => ("a statement of an array", "in the block of an `array`"),
            Place::Source => ("a statement about a source", "in the block of a `source`"),
        }
    }
}

/// A word that begins a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rustfmt::skip]
pub enum Keyword {
    Variant, About, Source, Rules, Board, Region, Group, Piece, Family, Royalty, Right, Action, Player, Entry, Immune, Arriving, Capturing, Castling, Leaving, After, By, Ending,
    Array, First, Turn, Clock, Hands, Fen, Switch, Under, Note, History, Origin, Add, Change, Remove,
    Grid, Cell, Hole, Black, Uncheckered, Files, Ranks,
    Title, Also, Token, Moves, Royal, Points, Value, Stays, Stands, Neutral, Written, In, Stage,
    Place, Exchange, Replace, Drop, Pass, To, Removing, Becomes, Provided, When, Or, Uses, Not, Must, May,
    Check, Royals, Border, Even,
    Hand, Home, Shuffle,
    Author, Year, Address,
}

/// The kind of block that a statement can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// No block.
    Never,
    /// Statements of another context.
    Of(Place),
    /// Rows of a drawing.
    Rows,
    /// Values of a switch.
    Values,
    /// Statements of the same context.
    Same,
}

/// The way in which a statement of a child relates to similar statements of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amend {
    /// The name distinguishes the statement from others with the same keyword. The child must use `change` or
    /// `remove`.
    Named,
    /// There is only one such statement in its context. The child must use `change` or `remove`.
    Single,
    /// The statement of the child replaces that of the parent.
    Replaced,
    /// The statement of the child is added to those of the parent.
    Added,
}

/// The permitted number of occurrences of a statement in one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Any number of times.
    Free,
    /// Once for each name, or once in all if the statement has no name.
    Once,
    /// Once, and not together with this other keyword.
    OnceWith(&'static str),
}

type Str = &'static str;

/// A row of the table of keywords.
#[derive(Clone, Copy, Debug)]
pub struct WordEntry {
    pub keyword: Keyword,
    /// The keyword as written.
    pub text: Str,
    /// The contexts in which the statement can stand.
    pub places: &'static [Place],
    pub block: BlockKind,
    pub repeat: Repeat,
    pub amend: Amend,
    /// True if the statement declares a name that other statements refer to.
    pub declares: bool,
    /// True if citation marks can follow the statement, before its block if it has one.
    pub cites: bool,
    /// True if the statement is a rule that needs a source.
    pub rule: bool,
    /// The syntax of the statement, on one line.
    pub form: Str,
    /// The section of `docs/book/language.md` that explains the statement.
    pub section: Str,
}

impl WordEntry {
    const fn opens(mut self, block: BlockKind) -> WordEntry {
        self.block = block;
        self
    }

    const fn once(mut self) -> WordEntry {
        self.repeat = Repeat::Once;
        self
    }

    const fn once_with(mut self, other: &'static str) -> WordEntry {
        self.repeat = Repeat::OnceWith(other);
        self
    }

    const fn amended(mut self, amend: Amend) -> WordEntry {
        self.amend = amend;
        self
    }

    const fn declares(mut self) -> WordEntry {
        self.declares = true;
        self
    }

    const fn cites(mut self) -> WordEntry {
        self.cites = true;
        self
    }

    const fn rule(mut self) -> WordEntry {
        self.rule = true;
        self
    }

    /// Returns true if the name of the statement also qualifies the switches in its block.
    pub fn names_switches(&self) -> bool {
        self.amend == Amend::Named && matches!(self.block, BlockKind::Of(_) | BlockKind::Rows)
    }
}

const fn word(keyword: Keyword, text: Str, places: &'static [Place], section: Str, form: Str) -> WordEntry {
    let (block, repeat, amend) = (BlockKind::Never, Repeat::Free, Amend::Added);
    WordEntry {
        keyword,
        text,
        places,
        block,
        repeat,
        amend,
        declares: false,
        cites: false,
        rule: false,
        form,
        section,
    }
}

const TOP: &[Place] = &[Place::Top];
const BOARD: &[Place] = &[Place::Board];
const PIECE: &[Place] = &[Place::Piece];
const ACTION: &[Place] = &[Place::Action];
const SOURCE: &[Place] = &[Place::Source];
#[rustfmt::skip]
const ANYWHERE: &[Place] = &[
    Place::Top, Place::Board, Place::Piece, Place::Action, Place::Royalty, Place::Entry, Place::Ending, Place::Array,
];

/// The table of all keywords.
#[rustfmt::skip]
pub const WORDS: [WordEntry; 81] = [
    word(Variant, "variant", TOP, "The game and its history", "variant NAME \"Title\" [extends GAME]").once().amended(Amend::Replaced).declares(),
    word(About, "about", TOP, "The game and its history", "about \"Text\"").amended(Amend::Replaced).cites(),
    word(Source, "source", TOP, "Sources", "source NAME [as KEY] [\"Text\"] [{ ... }]").opens(BlockKind::Of(Place::Source)).amended(Amend::Named).declares(),
    word(Rules, "rules", TOP, "Sources", "rules from SOURCE"),
    word(Board, "board", TOP, "The board", "board { ... }").opens(BlockKind::Of(Place::Board)).once().amended(Amend::Single).declares().cites().rule(),
    word(Region, "region", &[Place::Top, Place::Board], "Regions", "region NAME [for both | for white | for black] (= SQUARES [, for black = SQUARES] | { ... })").opens(BlockKind::Rows).amended(Amend::Named).declares().cites(),
    word(Group, "group", TOP, "Pieces", "group NAME = [PIECE, ...]").amended(Amend::Named).declares().cites(),
    word(Piece, "piece", TOP, "Pieces", "piece NAME [TOKEN] [`MOVES`] [royal [RANK]] [{ ... }]").opens(BlockKind::Of(Place::Piece)).amended(Amend::Named).declares().cites().rule(),
    word(Family, "family", TOP, "Pieces", "family NAME X for [(PIECE [MARKS]), ...] { ... }").opens(BlockKind::Of(Place::Piece)).amended(Amend::Named).declares().cites().rule(),
    word(Royalty, "royalty", TOP, "Royals, entry, immunity", "royalty { ... }").opens(BlockKind::Of(Place::Royalty)).once().amended(Amend::Single).cites().rule(),
    word(Right, "right", TOP, "Actions", "right NAME (once | NUMBER times) [used up at first] [as a clock] [regained by other moves]").amended(Amend::Named).declares().cites().rule(),
    word(Action, "action", &[Place::Top, Place::Piece], "Actions", "action NAME { ... }").opens(BlockKind::Of(Place::Action)).once().amended(Amend::Named).cites().rule(),
    word(Entry, "entry", TOP, "Royals, entry, immunity", "entry { SQUARES: PIECES }").opens(BlockKind::Of(Place::Entry)).amended(Amend::Single).cites(),
    word(Immune, "immune", &[Place::Top, Place::Piece], "Immunity", "immune [PIECES | in SQUARES] to THREAT, ... [in SQUARES]").amended(Amend::Named).cites().rule(),
    word(Player, "player", TOP, "Restrictions", "player (must PROPERTY [by PIECES] if it can | may not PROPERTY [by PIECES]) [when CONDITION]").cites().rule(),
    word(Arriving, "arriving", &[Place::Top, Place::Piece], "Arriving", "arriving [PIECES | by `MOVES`] [by EVENTS] [at [or leaving] SQUARES] [from outside] [, also by EVENTS [MARKS]] [when CONDITION]: [may] CONSEQUENCE, ...").once().cites().rule(),
    word(Capturing, "capturing", &[Place::Top, Place::Piece], "Arriving", "capturing PIECES [by PIECES] [at [or leaving] SQUARES] [when CONDITION]: [may] CONSEQUENCE, ...").cites().rule(),
    word(Castling, "castling", TOP, "Castling", "castling PIECE [in SQUARES] with PIECE [to its (left | right)] [in SQUARES]: to SQUARE and SQUARE [through attacks] [when CONDITION]").cites().rule(),
    word(Leaving, "leaving", &[Place::Top, Place::Piece], "What follows a move", "leaving SQUARES [by PIECES] [for the first time] [when CONDITION]: [may] (drop | drops | add) [one of] PIECES-IN-HAND [that shields]").cites().rule(),
    word(After, "after", TOP, "What follows a move", "after every move [when CONDITION]: [may] (put PIECE on SQUARES [where it could move] | add PIECE on SQUARES [where it could move] | advance PIECES)").once().amended(Amend::Single).cites().rule(),
    word(By, "by", &[Place::Top, Place::Piece], "Arriving", "by itself [PIECES] [in SQUARES] [when CONDITION]: CONSEQUENCE, ...").cites().rule(),
    word(Ending, "ending", TOP, "The end of the game", "ending { NAME: RESULT [on claim] [when CONDITION] }").opens(BlockKind::Of(Place::Ending)).amended(Amend::Single).cites(),
    word(Array, "array", TOP, "The array", "array NAME [\"Title\"] [from OTHER [mirrored]] { CELL: TOKEN }").opens(BlockKind::Rows).amended(Amend::Named).declares().cites().rule(),
    word(First, "first", TOP, "The end of the game", "first move (white | black | dice)").once().amended(Amend::Single).cites().rule(),
    word(Turn, "turn", TOP, "Turns", "turn: [white | black] NUMBER (move | moves) [, black NUMBER (move | moves)] [, first NUMBER] [, NUMBER more each time] [, check ends it]").once().amended(Amend::Single).cites().rule(),
    word(Clock, "clock", TOP, "The end of the game", "clock resets on PIECES").once().amended(Amend::Single).cites().rule(),
    word(Hands, "hands", TOP, "The end of the game", "hands [without captures | of owners | for all captures]").once().amended(Amend::Single).cites().rule(),
    word(Fen, "fen", TOP, "Positions of other programs", "fen of PROGRAM counts [enemy] RIGHT").once().amended(Amend::Single).cites(),
    word(Switch, "switch", ANYWHERE, "Switches and readings", "switch NAME \"Question?\" { VALUE [*] \"Answer\" [{ ... }] }").opens(BlockKind::Values).amended(Amend::Named).declares(),
    word(Under, "under", ANYWHERE, "Switches and readings", "under SWITCH [except] VALUE, ... { ... }").opens(BlockKind::Same).amended(Amend::Named),
    word(Note, "note", &[Place::Top, Place::Piece, Place::Action, Place::Source], "Pieces", "note \"Text\"").cites(),
    word(History, "history", TOP, "The game and its history", "history \"Text\"").cites(),
    word(Origin, "origin", TOP, "The game and its history", "origin \"Text\" [year [about] NUMBER] [from GAME, ...]").once().cites(),
    word(Add, "add", TOP, "Extending another game", "add STATEMENT").opens(BlockKind::Same),
    word(Change, "change", TOP, "Extending another game", "change STATEMENT").opens(BlockKind::Same),
    word(Remove, "remove", TOP, "Extending another game", "remove STATEMENT"),

    word(Grid, "grid", BOARD, "The board", "grid FILES x RANKS").once().cites(),
    word(Cell, "cell", BOARD, "The board", "cell NAME at (FILE, RANK) [as REGION [of (white | black)]]").amended(Amend::Named).declares().cites(),
    word(Hole, "hole", BOARD, "The board", "hole SQUARE, ...").cites(),
    word(Black, "black", BOARD, "The board", "black is white (turned | mirrored)").once().cites(),
    word(Uncheckered, "uncheckered", BOARD, "The board", "uncheckered").once().cites(),
    word(Files, "files", BOARD, "The board", "files join").once().cites(),
    word(Ranks, "ranks", BOARD, "The board", "ranks join").once().cites(),

    word(Title, "title", &[Place::Piece, Place::Source], "Pieces", "title \"Text\"").once().cites(),
    word(Also, "also", &[Place::Top, Place::Piece], "Pieces", "also [REGION] \"NAME\", ... [in \"LANGUAGE\"]").cites(),
    word(Token, "token", PIECE, "Pieces", "token TOKEN").once().cites(),
    word(Moves, "moves", PIECE, "Pieces", "[moves] `MOVES` [on SQUARES | outside SQUARES] [to SQUARES] [over PIECES] [capturing PIECES] [stopping beside PIECES] [not through attacks] [when CONDITION] [provided CONDITION]").cites(),
    word(Royal, "royal", PIECE, "Pieces", "royal [RANK]").once().cites(),
    word(Points, "points", PIECE, "Pieces", "points NUMBER").once().cites().rule(),
    word(Value, "value", PIECE, "Pieces", "value NUMBER").once().cites(),
    word(Stays, "stays", PIECE, "Pieces", "stays (in | on) SQUARES").once().cites(),
    word(Stands, "stands", PIECE, "Pieces", "stands still").once().cites(),
    word(Neutral, "neutral", PIECE, "Pieces", "neutral [but may be captured]").once().cites(),
    word(Written, "written", PIECE, "Positions of other programs", "written \"X\" by PROGRAM").cites(),
    word(In, "in", PIECE, "Pieces", "in hand becomes PIECE").once().cites(),
    word(Stage, "stage", PIECE, "Pieces", "stage NAME [TOKEN] [`MOVES`] [royal [RANK]] [{ ... }]").opens(BlockKind::Of(Place::Piece)).amended(Amend::Named).declares().cites(),

    word(Keyword::Place, "place", &[Place::Action, Place::Source], "Actions", "place (PIECES | (KEY \"Place\"), ...)").once().cites(),
    word(Exchange, "exchange", ACTION, "Actions", "exchange PIECES with PIECES").once().cites(),
    word(Replace, "replace", ACTION, "Actions", "replace [PIECES] by PIECE [in SQUARES]").once().cites(),
    word(Drop, "drop", ACTION, "Actions", "drop PIECES-IN-HAND").once().cites(),
    word(Pass, "pass", ACTION, "Actions", "pass").once().cites(),
    word(To, "to", ACTION, "Actions", "to (SQUARES | home of PIECE)").once().cites(),
    word(Removing, "removing", ACTION, "Actions", "removing PIECES").once().cites(),
    word(Becomes, "becomes", ACTION, "Actions", "becomes (PIECE | one of [PIECE, ...])").once().cites(),
    word(Provided, "provided", ACTION, "Actions", "provided CONDITION").cites(),
    word(When, "when", ACTION, "Actions", "when CONDITION").cites(),
    word(Or, "or", ACTION, "Actions", "or (when | provided) CONDITION").cites(),
    word(Uses, "uses", ACTION, "Actions", "uses RIGHT").once().cites(),
    word(Not, "not", ACTION, "Actions", "not (bringing PIECES to SQUARES | on [a] file with [NUMBER] PIECES | giving checkmate)").cites(),
    word(Even, "even", ACTION, "Actions", "even in check").once().cites(),
    word(Must, "must", ACTION, "Actions", "must [if it can]").once().cites(),
    word(May, "may", ACTION, "Actions", "may").once_with("must").cites(),

    word(Check, "check", &[Place::Royalty], "Royals, entry, immunity", "check binds (always | never | leader | all | when royals = 1) [while enemy has a royal]").once().cites(),
    word(Royals, "royals", &[Place::Royalty], "Royals, entry, immunity", "royals may not face").once().cites(),
    word(Border, "border", &[Place::Entry], "Royals, entry, immunity", "border SQUARES: PIECES (orthogonally | diagonally)").amended(Amend::Named).cites(),

    word(Hand, "hand", &[Place::Array], "The array", "hand [for white | for black]: (none | TOKEN ...)").once(),
    word(Home, "home", &[Place::Array], "The array", "home SQUARE: TOKEN"),
    word(Shuffle, "shuffle", &[Place::Array], "The array", "shuffle SQUARES: (TOKEN ... [in SQUARES]), ...").once(),

    word(Author, "author", SOURCE, "Sources", "author \"Text\"").once(),
    word(Year, "year", SOURCE, "Sources", "year \"Text\"").once(),
    word(Address, "address", SOURCE, "Sources", "address \"https://...\"").once(),
];

/// The rows of the table, by keyword.
static ROWS: LazyLock<HashMap<&str, &WordEntry, FxBuildHasher>> =
    // The rows are inserted in reverse order, so the first of several rows for a word remains.
    LazyLock::new(|| WORDS.iter().rev().map(|word| (word.text, word)).collect());

/// Returns the row of a keyword. If it has several rows, returns the first.
pub fn find(text: &str) -> Option<&'static WordEntry> {
    ROWS.get(text).copied()
}

/// Iterates over the keywords that a context permits.
pub fn of(place: Place) -> impl Iterator<Item = &'static str> + Clone {
    WORDS.iter().filter(move |word| word.places.contains(&place)).map(|word| word.text)
}

/// Iterates over the keywords that declare names.
pub fn declaring() -> impl Iterator<Item = &'static str> + Clone {
    WORDS.iter().filter(|word| word.declares).map(|word| word.text)
}

/// The words inside statements that describe pieces.
#[rustfmt::skip]
pub const PIECE_WORDS: [&str; 12] = [
    "own", "enemy", "enemies", "royal", "royals", "non-royal", "non-royals", "leader", "leaders", "piece", "pieces", "any",
];

/// The words inside statements that describe regions.
pub const REGION_WORDS: [&str; 7] = ["own", "enemy", "grid", "board", "rank", "file", "either"];

/// Iterates over the words with a meaning inside statements that contain a hyphen.
pub fn inner() -> impl Iterator<Item = &'static str> + Clone {
    PIECE_WORDS.into_iter().filter(|word| word.contains('-'))
}

/// Returns all words with a meaning inside statements, sorted and without duplicates.
pub fn all_inner() -> Vec<&'static str> {
    let lists = [PIECE_WORDS.as_slice(), &REGION_WORDS, &CONDITION_WORDS, &JOINTS];
    let mut words: Vec<&'static str> = lists.into_iter().flatten().copied().collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// The endings that need no condition.
pub const ENDINGS: [&str; 2] = ["checkmate", "stalemate"];

/// The words that begin conditions.
pub const CONDITION_WORDS: [&str; 18] = [
    "in",
    "no",
    "not",
    "it",
    "some",
    "empty",
    "only",
    "one",
    "quiet",
    "repeated",
    "used",
    "uses",
    "first",
    "last",
    "points",
    "turn",
    "checkmate",
    "stalemate",
];

/// The words that only connect other words.
#[rustfmt::skip]
const JOINTS: [&str; 18] = [
    "beside", "attacking", "attacked", "a", "an", "the", "every", "all", "on", "except",
    "or", "and", "to", "with", "by", "of", "home", "hand",
];

/// The words of the language that a game may still use as names.
#[rustfmt::skip]
const FREE: [&str; 12] = [
    "no", "not", "some", "empty", "only", "quiet", "repeated", "points", "turn", "checkmate", "stalemate", "uses",
];

/// Returns true if a word may not name a piece, group, family, or region, because rules would become ambiguous.
pub fn is_reserved(text: &str) -> bool {
    let mut lists = [PIECE_WORDS.as_slice(), &REGION_WORDS, &CONDITION_WORDS, &JOINTS].into_iter();
    lists.any(|words| words.contains(&text)) && !FREE.contains(&text)
}
