//! Compares the rules of two games one by one, in words.
//!
//! [`changes`] is the entry point. The canonical forms of two rules decide whether they are the same, and their texts say
//! what differs. A rule with a name is compared with the rule of that name, and any other rule is first matched by what it
//! says. A rule that belongs to a piece is compared as part of the piece.

use super::canon::Canon;
use crate::base::{Bitboard, Board, Color, Orientation, Square, file_name, gather, sort_by_key};
use crate::lang::catalog::Loaded;
use crate::messages::text::{clause, commas, plural};
use crate::notation::token;
use crate::rules::{Fact, First, Force, Origin, PieceType, RuleRef, Variant, Zone, names};
use crate::words::explain::Reason;
use crate::words::prose::Prose;
use crate::words::rule_kind::{Category, words};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A rule that differs between two games.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// The category of the rule: `piece`, `action`, `ending`.
    pub what: Category,
    pub name: String,
    /// The rule's text and position in the first game; `None` if that game has no such rule.
    pub a: Option<Reason>,
    /// The rule's text and position in the second game, or `None` if that game has no such rule.
    pub b: Option<Reason>,
    /// The sentences about a piece that only the first game has, and those that only the second game has.
    #[serde(skip)]
    pub parts: [Vec<String>; 2],
    /// The names of squares, pieces, and the like in the rule that only the first game has, and those that only the second
    /// game has, if the texts are equal.
    #[serde(skip)]
    pub unsaid: [Vec<String>; 2],
}

/// A rule of one game, with its category and name, its canonical form, and its text.
struct RuleText {
    what: Category,
    name: String,
    /// The form that decides equality.
    form: String,
    text: String,
    origin: Origin,
    /// The text and position of each part, if the rule is written in several places.
    parts: Vec<(String, Origin)>,
}

impl RuleText {
    /// Returns true if a name identifies the rule among those of its category. Other rules are matched by what they say.
    fn is_named(&self) -> bool {
        !matches!(self.what, Category::Entry | Category::Border | Category::Immunity | Category::Rule)
    }

    /// Returns the place of the first part that the same rule of another game does not have.
    fn place(&self, other: Option<&RuleText>) -> Origin {
        let own = self.parts.iter().filter(|_| other.is_some()).find(|(text, _)| !other.has(text));
        own.map_or(self.origin, |(_, origin)| *origin)
    }

    fn reason(&self, other: Option<&RuleText>, loaded: &Loaded) -> Reason {
        let parts = self.parts.iter().map(|(_, origin)| *origin);
        let citations = loaded.variant.shared(loaded.variant.whole(self.origin).chain(parts));
        let reason = Reason::at(self.text.clone(), self.place(other), &loaded.game.sources);
        Reason { cites: names(&citations), citations, ..reason }
    }
}

/// ComparedParts of a rule that a game may lack.
trait ComparedParts {
    fn has(&self, text: &str) -> bool;
    /// Returns the parts that another rule does not have.
    fn without(&self, other: Self) -> Vec<String>;
}

impl ComparedParts for Option<&RuleText> {
    fn has(&self, text: &str) -> bool {
        self.is_some_and(|own| own.parts.iter().any(|(part, _)| part == text))
    }

    fn without(&self, other: Self) -> Vec<String> {
        let parts = self.iter().flat_map(|own| &own.parts).map(|(text, _)| text);
        parts.filter(|text| !other.has(text)).cloned().collect()
    }
}

/// Returns the rules that differ, in the order of a rule page. The list is empty if and only if the games are the same,
/// apart from names, places, sources, and texts for readers.
pub fn changes(one: &Loaded, other: &Loaded) -> Vec<Change> {
    let (a, b) = (texts(one, &other.variant), texts(other, &one.variant));
    let orders = [Category::Rule, Category::Ending].into_iter().filter_map(|what| order(what, one, other));
    let mut all: Vec<Change> = Vec::new();
    for (a, b) in pairs(&a, &b) {
        let (Some(what), Some(first)) = (a.or(b).map(|rule| rule.what), a.or(b)) else { continue };
        all.push(Change {
            what,
            name: first.name.clone(),
            parts: [a.without(b), b.without(a)],
            unsaid: a.zip(b).filter(|(a, b)| a.text == b.text).map(|(a, b)| unsaid(a, b)).unwrap_or_default(),
            a: a.map(|own| own.reason(b, one)),
            b: b.map(|own| own.reason(a, other)),
        });
    }
    all.extend(orders);
    // If the squares of a region differ, so do all rules that name it, which say the same.
    let is_said = |change: &Change| {
        change.a.as_ref().map(|said| &said.text) != change.b.as_ref().map(|said| &said.text)
    };
    if all.iter().any(is_said) {
        all.retain(is_said);
    }
    sort_by_key(&mut all, |change| change.what);
    all
}

/// Pairs the rules of two games that differ. Rules with equal forms are left out. The others are paired by category and
/// name.
fn pairs<'r>(a: &'r [RuleText], b: &'r [RuleText]) -> Vec<(Option<&'r RuleText>, Option<&'r RuleText>)> {
    let mut left: Vec<&RuleText> = b.iter().collect();
    let is_same = |own: &RuleText, other: &RuleText| {
        own.what == other.what && own.form == other.form && (own.name == other.name || !own.is_named())
    };
    let mut take = |is_wanted: &dyn Fn(&RuleText) -> bool| {
        left.iter().position(|other| is_wanted(other)).map(|at| left.remove(at))
    };
    let open: Vec<&RuleText> = a.iter().filter(|own| take(&|other| is_same(own, other)).is_none()).collect();
    let named = open
        .into_iter()
        .map(|own| (Some(own), take(&|other: &RuleText| own.what == other.what && own.name == other.name)));
    let mut all: Vec<_> = named.collect();
    all.extend(left.into_iter().map(|other| (None, Some(other))));
    all
}

/// Returns the words in the forms of two rules that only one of them has.
fn unsaid(a: &RuleText, b: &RuleText) -> [Vec<String>; 2] {
    let words = |rule: &RuleText| -> BTreeSet<String> {
        let words = rule.form.split(|c: char| !c.is_alphanumeric() && !"-.".contains(c));
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (a, b) = (words(a), words(b));
    [(&a - &b).into_iter().collect(), (&b - &a).into_iter().collect()]
}

/// Returns the difference in the order of the rules of a category, if both games have some of them in different orders
/// and the order matters.
fn order(what: Category, one: &Loaded, other: &Loaded) -> Option<Change> {
    let (a, b) = (sequence(what, &one.variant), sequence(what, &other.variant));
    let place = |name: &str| b.iter().position(|(theirs, ..)| theirs == name);
    let is_moved = |(name, rule, _): &(String, RuleRef, Origin)| {
        let here = a.iter().position(|(own, ..)| own == name).zip(place(name));
        let swapped = |(at, (own, second, _)): (usize, &(String, RuleRef, Origin))| {
            let order =
                here.zip(place(own)).is_some_and(|((first, there), place)| (first < at) != (there < place));
            own != name && order && !excludes(*rule, *second)
        };
        a.iter().enumerate().any(swapped)
    };
    let moved: Vec<String> = a.iter().filter(|own| is_moved(own)).map(|(name, ..)| name.clone()).collect();
    let said = |rules: &[(String, RuleRef, Origin)], loaded: &Loaded| {
        let rules: Vec<_> = rules.iter().filter(|(name, ..)| moved.contains(name)).collect();
        let names: Vec<&str> = rules.iter().map(|(name, ..)| name.as_str()).collect();
        let origin = rules.first()?.2;
        Some(Reason::at(format!("in this order: {}", names.join("; ")), origin, &loaded.game.sources))
    };
    let (a, b) = (said(&a, one)?, said(&b, other)?);
    let (parts, unsaid) = Default::default();
    Some(Change { what, name: "order".to_owned(), a: Some(a), b: Some(b), parts, unsaid })
}

/// Returns the rules of a category of which the first one that applies decides, each with what identifies it.
fn sequence(what: Category, variant: &Variant) -> Vec<(String, RuleRef<'_>, Origin)> {
    let prose = Prose::new(variant);
    let named = |rule: RuleRef<'_>| {
        if let RuleRef::Ending(ending) = rule {
            (what == Category::Ending).then(|| ending.name.clone())
        } else if let RuleRef::MoveRule(own) = rule {
            let obliges = what == Category::Rule && own.force == Force::MustIfCan;
            obliges.then(|| clause(&prose.rule(rule).join(" ")))
        } else if let RuleRef::FollowUp(_) = rule {
            (what == Category::Rule).then(|| clause(&prose.rule(rule).join(" ")))
        } else {
            None
        }
    };
    let rules = variant.rules().into_iter();
    rules.filter_map(|rule| Some((named(rule)?, rule, rule.origin(variant)))).collect()
}

/// Returns true if two rules can never apply at once.
fn excludes(one: RuleRef<'_>, other: RuleRef<'_>) -> bool {
    if one.kind() != other.kind() {
        return true;
    }
    let (RuleRef::Ending(one), RuleRef::Ending(other)) = (one, other) else { return false };
    let either = [one.fact(), other.fact()];
    either.contains(&Some(&Fact::Checkmate)) && either.contains(&Some(&Fact::Stalemate))
}

/// Returns the texts of all rules of a game, except its switches. The text of its array lists only the differences from
/// `beside`.
fn texts(loaded: &Loaded, beside: &Variant) -> Vec<RuleText> {
    loaded.variant.rules().into_iter().filter_map(|rule| text(loaded, rule, beside)).collect()
}

/// Returns the category, the name, the form, and the text of a rule for the comparison. Returns `None` for a rule that is
/// compared as part of its piece, and for one that matters only with others, which differ as well.
fn text(loaded: &Loaded, rule: RuleRef, beside: &Variant) -> Option<RuleText> {
    let variant = &loaded.variant;
    let what = words(rule.kind()).category?;
    let prose = Prose::new(variant);
    let said = || prose.rule(rule).join(" ");
    let plain = RuleText {
        what,
        name: rule.name(variant),
        form: Canon(variant).rule(rule),
        text: String::new(),
        origin: rule.origin(variant),
        parts: Vec::new(),
    };
    let text = match rule {
        RuleRef::Board(_) => board(variant, &beside.board),
        RuleRef::Region(zone, _) => {
            // A region that only one game has matters only for the rules that name it, which differ as well.
            let other = beside.regions.iter().find(|other| other.name == zone.name)?;
            region(variant, zone, (beside, other))
        }
        RuleRef::Array(info) => {
            let text = (info.name == variant.array).then(|| array(variant, beside))?;
            return Some(RuleText { name: "array".to_owned(), text, ..plain });
        }
        // The pieces in hand at the start belong to the array.
        RuleRef::Hands => prose.hands().unwrap_or_default().to_owned(),
        RuleRef::Piece(id, own) => {
            let (text, parts) = piece(own, prose.sentences(id));
            return Some(RuleText { name: piece_name(own), text, parts, ..plain });
        }
        RuleRef::Action(action) => {
            let written = |(_, origin): &(String, Origin)| (written(loaded, *origin), *origin);
            let parts = action.lines.0.iter().map(written).collect();
            return Some(RuleText { text: said(), parts, ..plain });
        }
        RuleRef::Border(border) => {
            return Some(RuleText { name: border.zone.name.clone(), text: said(), ..plain });
        }
        RuleRef::Immunity(immunity) => {
            return Some(RuleText { name: prose.pieces(&immunity.pieces), text: said(), ..plain });
        }
        RuleRef::Points(..) | RuleRef::Royal(..) | RuleRef::Neutral(_) | RuleRef::Moves(..) => return None,
        RuleRef::Stays(..) | RuleRef::Arrival(..) | RuleRef::InHand(..) | RuleRef::Castling(_) => {
            return None;
        }
        RuleRef::Right(..) | RuleRef::FollowUp(_) | RuleRef::CastlingRule(_) | RuleRef::Admission(_) => {
            said()
        }
        RuleRef::MoveRule(_) | RuleRef::Royalty(_) | RuleRef::FirstMove(_) | RuleRef::Turns(_) => said(),
        RuleRef::Ending(_) | RuleRef::Clock(_) | RuleRef::FenCount(_) => said(),
    };
    Some(RuleText { text, ..plain })
}

/// Describes the side that moves first.
pub fn first_move(first: First) -> &'static str {
    match first {
        First::White => "White moves first",
        First::Black => "Black moves first",
        First::Dice => "dice decide who moves first",
    }
}

/// The maximum number of names in a list.
const MAX_NAMES: usize = 8;

/// Lists some names, at most [`MAX_NAMES`] of them.
fn named(names: &[String]) -> String {
    match names.len().checked_sub(MAX_NAMES).filter(|left| *left > 1) {
        Some(left) => format!("{} and {left} more", commas(&names[..MAX_NAMES])),
        None => commas(names),
    }
}

/// Describes the squares of a region that the region of the other game does not have.
fn region(variant: &Variant, zone: &Zone, (beside, other): (&Variant, &Zone)) -> String {
    let names = |variant: &Variant, zone: &Zone, color| -> Vec<String> {
        zone.squares.get(color).iter().map(|square| variant.board.name(square).to_owned()).collect()
    };
    // If the region is symmetric, the squares of White also describe those of Black.
    let is_fair = |variant: &Variant, zone: &Zone| {
        zone.squares.black == variant.board.relative(zone.squares.white, Color::Black)
    };
    let fair = is_fair(variant, zone) && is_fair(beside, other);
    let mut text = Vec::new();
    for color in Color::ALL.into_iter().take(if fair { 1 } else { 2 }) {
        let (own, theirs) = (names(variant, zone, color), names(beside, other, color));
        let new: Vec<String> = own.iter().filter(|name| !theirs.contains(name)).cloned().collect();
        let count = plural(own.len(), "square");
        let with = if new.is_empty() { String::new() } else { format!(", among them {}", named(&new)) };
        let whose = if fair { String::new() } else { format!(" for {}", color.title()) };
        text.push(format!("{count}{whose}{with}"));
    }
    text.join("; ")
}

fn board(variant: &Variant, beside: &Board) -> String {
    let board = &variant.board;
    let place = |square| (board.cell(square).x, board.cell(square).y);
    let is_moved = |square: &Square| {
        let there = beside.square(board.name(*square)).map(|square| beside.cell(square));
        there.is_some_and(|there| (there.x, there.y) != place(*square))
    };
    let cells = board.extra().map(|square| match is_moved(&square) {
        true => format!("{} at ({}, {})", board.name(square), place(square).0, place(square).1),
        false => board.name(square).to_owned(),
    });
    let cells: Vec<String> = cells.collect();
    let mut shape = format!("{} by {} squares", board.width, board.height);
    let theirs: Vec<(i32, i32)> = beside.holes().collect();
    let new = board.holes().filter(|hole| !theirs.contains(hole));
    let new: Vec<String> = new.map(|(x, y)| format!("{}{y}", file_name(x))).collect();
    match board.holes().count() {
        0 => {}
        n if new.is_empty() || theirs.is_empty() => shape += &format!(", {}", plural(n, "hole")),
        n => shape += &format!(", {}, among them {}", plural(n, "hole"), named(&new)),
    }
    if !cells.is_empty() {
        shape += &format!(", with extra cells {}", commas(&cells));
    }
    if !board.checkered {
        shape += ", all of one color";
    }
    for (is_joined, lines) in [(board.joins.files, "file"), (board.joins.ranks, "rank")] {
        if is_joined {
            shape += &format!(", the first and the last {lines} joined");
        }
    }
    if board.orientation != beside.orientation {
        shape += match board.orientation {
            Orientation::Turned => ", Black's side rotated",
            Orientation::Mirrored => ", Black's side mirrored",
        };
    }
    shape
}

/// Returns the source text at an origin.
fn written(loaded: &Loaded, origin: Origin) -> String {
    loaded.game.sources.slice(origin.0).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn piece_name(piece_type: &PieceType) -> String {
    match &piece_type.stage {
        Some(stage) => format!("{} in its stage {stage}", piece_type.piece),
        None => piece_type.piece.clone(),
    }
}

fn piece(piece_type: &PieceType, traits: Vec<(String, Origin)>) -> (String, Vec<(String, Origin)>) {
    let moves = piece_type.moves.iter();
    let moves = moves.map(|moves| (format!("`{}`{}", moves.notation, moves.limits()), moves.origin));
    let moves: Vec<(String, Origin)> = moves.collect();
    let mut text = format!("{} {}", piece_type.token, commas(moves.iter().map(|(text, _)| text)));
    for (sentence, _) in &traits {
        text += &format!(" {sentence}");
    }
    (text, moves.into_iter().chain(traits).collect())
}

/// Lists the pieces on the squares where the start positions differ.
fn array(variant: &Variant, beside: &Variant) -> String {
    let start = variant.start();
    let (board, theirs) = (&variant.board, standing(beside));
    let ranks = board.ranks().flat_map(|y| board.files().filter_map(move |x| board.at(x, y)));
    let differing = ranks.chain(board.extra()).filter_map(|square| {
        let name = board.name(square);
        let piece = start.piece(square).map(|piece| token(variant, piece));
        (piece.as_ref() != theirs.get(name))
            .then(|| format!("{name} {}", piece.unwrap_or_else(|| "empty".to_owned())))
    });
    let held = (holding(variant) != holding(beside)).then(|| match holding(variant) {
        held if held.is_empty() => "nothing in hand".to_owned(),
        held => format!("in hand {held}"),
    });
    let shuffled = (orders(variant) != orders(beside))
        .then(|| orders(variant).map_or("in one order".to_owned(), |number| format!("in {number} orders")));
    format!("{}: {}", variant.array, commas(differing.chain(held).chain(shuffled)))
}

/// Returns the number of possible orders of the pieces in the array, if there are several.
fn orders(variant: &Variant) -> Option<u64> {
    variant.arrays.iter().find(|info| info.name == variant.array)?.orders
}

/// Lists the pieces in hand at the start by their tokens.
fn holding(variant: &Variant) -> String {
    let held = variant
        .start_hands
        .iter()
        .flat_map(|(piece, number)| std::iter::repeat_n(token(variant, *piece), usize::from(*number)));
    let homes = variant.hand_homes.iter().map(|(square, piece)| {
        format!("(at home on {}: {})", variant.board.name(*square), token(variant, *piece))
    });
    held.chain(homes).collect::<Vec<String>>().join(" ")
}

/// Returns the piece on each square at the start, by the name of the square.
fn standing(variant: &Variant) -> BTreeMap<String, String> {
    let named = |(square, piece)| (variant.board.name(square).to_owned(), token(variant, piece));
    gather(variant.start().pieces().map(named))
}
