//! Compares the rules of two games one by one, in words.
//!
//! [`changes`] is the entry point. It assigns every rule a category and a name, and compares the rules with the same
//! category and name. A rule that belongs to a piece is compared as part of the piece.

use crate::base::{Bitboard, Board, Color, Square, file_name, gather, sort_by_key};
use crate::lang::catalog::Loaded;
use crate::messages::text::{clause, commas, plural};
use crate::notation::token;
use crate::rules::{First, Force, Origin, PieceType, RuleRef, Trigger, Variant, Zone, names};
use crate::words::explain::Reason;
use crate::words::prose::Prose;
use crate::words::rule_kind::{Category, words};
use serde::Serialize;
use std::collections::BTreeMap;

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
}

/// The texts of a game's rules by category and name.
type RuleTexts = BTreeMap<(Category, String), RuleText>;

/// The text and position of a rule, as a whole and, if it is written in several places, part by part.
#[derive(Default)]
struct RuleText {
    text: String,
    origin: Origin,
    parts: Vec<(String, Origin)>,
}

impl RuleText {
    /// Returns the place of the first part that the same rule of another game does not have.
    fn place(&self, other: Option<&RuleText>) -> Origin {
        let has = |text: &String| other.is_some_and(|other| other.parts.iter().any(|(part, _)| part == text));
        let own = self.parts.iter().filter(|_| other.is_some()).find(|(text, _)| !has(text));
        own.map_or(self.origin, |(_, origin)| *origin)
    }
}

/// Returns the rules that differ, in the order of a rule page.
pub fn changes(one: &Loaded, other: &Loaded) -> Vec<Change> {
    let (mine, theirs) = (&one.variant, &other.variant);
    let (a, b) = (texts(one, theirs), texts(other, mine));
    let reason = |said: Option<&RuleText>, beside: Option<&RuleText>, loaded: &Loaded| {
        said.map(|said| {
            let parts = said.parts.iter().map(|(_, origin)| *origin);
            let citations = loaded.variant.shared(loaded.variant.whole(said.origin).chain(parts));
            let reason = Reason::at(said.text.clone(), said.place(beside), &loaded.game.sources);
            Reason { cites: names(&citations), citations, ..reason }
        })
    };
    let mut keys: Vec<_> = a.keys().chain(b.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    let change = |(what, name): (Category, String)| {
        let key = (what, name.clone());
        let (a, b) = (a.get(&key), b.get(&key));
        let (a, b) = (reason(a, b, one), reason(b, a, other));
        // Rules are compared by their words. Equal words with different citations are no difference.
        let differs = a.as_ref().map(|said| &said.text) != b.as_ref().map(|said| &said.text);
        // Only the name or the title of the array differs.
        let beside_name = what != Category::Array
            || standing(mine) != standing(theirs)
            || holding(mine) != holding(theirs)
            || orders(mine) != orders(theirs);
        (differs && beside_name).then_some(Change { what, name, a, b })
    };
    let orders = [Category::Rule, Category::Ending].into_iter().filter_map(|what| order(what, one, other));
    let mut all: Vec<Change> = keys.into_iter().filter_map(change).chain(orders).collect();
    sort_by_key(&mut all, |change| change.what);
    all
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
    Some(Change { what, name: "order".to_owned(), a: Some(a), b: Some(b) })
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
        } else {
            None
        }
    };
    let rules = variant.rules().into_iter();
    rules.filter_map(|rule| Some((named(rule)?, rule, rule.origin(variant)))).collect()
}

/// Returns true if two rules can never apply at once.
fn excludes(one: RuleRef<'_>, other: RuleRef<'_>) -> bool {
    let (RuleRef::Ending(one), RuleRef::Ending(other)) = (one, other) else { return false };
    let either = [&one.trigger, &other.trigger];
    either.contains(&&Trigger::Checkmate) && either.contains(&&Trigger::Stalemate)
}

/// Returns the texts of all rules of a game, except its switches. The text of its array lists only the differences from
/// `beside`.
fn texts(loaded: &Loaded, beside: &Variant) -> RuleTexts {
    let variant = &loaded.variant;
    let mut texts = RuleTexts::new();
    for rule in variant.rules() {
        let Some((sort, name, text)) = text(loaded, rule, beside) else { continue };
        // Rules with the same name get numbers, so that none is lost.
        let again = (2..).map(|n| format!("{name} ({n})"));
        let mut names = [name.clone()].into_iter().chain(again);
        if let Some(name) = names.find(|name| !texts.contains_key(&(sort, name.clone()))) {
            texts.insert((sort, name), text);
        }
    }
    texts
}

/// Returns the category, the name, and the text of a rule for the comparison. Returns `None` for a rule that is
/// compared as part of its piece.
fn text(loaded: &Loaded, rule: RuleRef, beside: &Variant) -> Option<(Category, String, RuleText)> {
    let variant = &loaded.variant;
    let category = words(rule.kind()).category?;
    let prose = Prose::new(variant);
    let (origin, name) = (rule.origin(variant), rule.name(variant));
    let plain = |text: String| RuleText { text, origin, parts: Vec::new() };
    let said = || prose.rule(rule).join(" ");
    let (name, text) = if let RuleRef::Board(_) = rule {
        (name, plain(board(variant, &beside.board)))
    } else if let RuleRef::Region(zone, _) = rule {
        // A region that only one game has matters only for the rules that name it, which differ as well.
        let other = beside.regions.iter().find(|other| other.name == zone.name)?;
        (name, plain(region(variant, zone, (beside, other))))
    } else if let RuleRef::Array(info) = rule {
        let text = (info.name == variant.array).then(|| array(variant, beside))?;
        ("array".to_owned(), plain(text))
    } else if let RuleRef::Hands = rule {
        // The pieces in hand at the start belong to the array.
        (name, plain(prose.hands().unwrap_or_default().to_owned()))
    } else if let RuleRef::Piece(id, own) = rule {
        (piece_name(own), piece(own, prose.sentences(id)))
    } else if let RuleRef::Action(action) = rule {
        let written = |(_, origin): &(String, Origin)| (written(loaded, *origin), *origin);
        (name, RuleText { parts: action.lines.0.iter().map(written).collect(), ..plain(said()) })
    } else if let RuleRef::Border(border) = rule {
        (border.zone.name.clone(), plain(said()))
    } else if let RuleRef::Immunity(immunity) = rule {
        (prose.pieces(&immunity.pieces), plain(said()))
    } else {
        (name, plain(said()))
    };
    Some((category, name, text)).filter(|(.., text)| !text.text.is_empty())
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

fn piece(piece_type: &PieceType, traits: Vec<(String, Origin)>) -> RuleText {
    let moves = piece_type.moves.iter();
    let moves = moves.map(|moves| (format!("`{}`{}", moves.notation, moves.limits()), moves.origin));
    let moves: Vec<(String, Origin)> = moves.collect();
    let mut text = format!("{} {}", piece_type.token, commas(moves.iter().map(|(text, _)| text)));
    for (sentence, _) in &traits {
        text += &format!(" {sentence}");
    }
    RuleText { text, origin: piece_type.origin, parts: moves.into_iter().chain(traits).collect() }
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
