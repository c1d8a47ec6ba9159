//! The rules of two games one by one, in words, and which of them differ.

use crate::base::text::{commas, plural, times};
use crate::base::{Bitboard, Board, Color, Square, file_name};
use crate::lang::catalog::Loaded;
use crate::play::notation::token;
use crate::rules::{First, Origin, PieceType, Variant, Zone, names};
use crate::words::explain::Reason;
use crate::words::prose::Prose;
use serde::Serialize;
use std::collections::BTreeMap;

/// One rule that is not the same in both games.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Change {
    /// What sort of rule it is: `piece`, `action`, `ending`.
    pub what: Sort,
    pub name: String,
    /// What the first game says, and where; nothing if it has no such rule.
    pub a: Option<Reason>,
    /// The same for the second.
    pub b: Option<Reason>,
}

/// The sorts of rules, in the order of a rule page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "&'static str")]
pub(crate) enum Sort {
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
    /// What moves must and may not do.
    Rule,
    Royalty,
    Ending,
    FirstMove,
    Clock,
}

impl Sort {
    /// What a person calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Sort::Board => "board",
            Sort::Region => "region",
            Sort::Array => "array",
            Sort::Hands => "hands",
            Sort::Piece => "piece",
            Sort::Right => "right",
            Sort::Action => "action",
            Sort::Entry => "entry",
            Sort::Border => "border",
            Sort::Immunity => "immunity",
            Sort::Rule => "rule",
            Sort::Royalty => "royalty",
            Sort::Ending => "ending",
            Sort::FirstMove => "first move",
            Sort::Clock => "clock",
        }
    }
}

impl From<Sort> for &'static str {
    fn from(sort: Sort) -> &'static str {
        sort.name()
    }
}

/// What a game says, by the sort of the rule and its name.
type Texts = BTreeMap<(Sort, String), Text>;

/// What a rule says and where, as a whole and, if it is written in several places, part by part.
#[derive(Default)]
struct Text {
    text: String,
    origin: Origin,
    parts: Vec<(String, Origin)>,
}

impl Text {
    /// The place of the first part that the same rule of another game does not have.
    fn place(&self, other: Option<&Text>) -> Origin {
        let has = |text: &String| other.is_some_and(|other| other.parts.iter().any(|(part, _)| part == text));
        let own = self.parts.iter().filter(|_| other.is_some()).find(|(text, _)| !has(text));
        own.map_or(self.origin, |(_, origin)| *origin)
    }
}

/// The rules that differ, in the order of a rule page.
pub(crate) fn changes(one: &Loaded, other: &Loaded) -> Vec<Change> {
    let (mine, theirs) = (&one.variant, &other.variant);
    let (a, b) = (texts(one, theirs), texts(other, mine));
    let reason = |said: Option<&Text>, beside: Option<&Text>, loaded: &Loaded| {
        said.map(|said| {
            let citations = loaded.variant.cited(said.origin);
            let reason = Reason::at(said.text.clone(), said.place(beside), &loaded.game.sources);
            Reason { cites: names(&citations), citations, ..reason }
        })
    };
    let mut keys: Vec<_> = a.keys().chain(b.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    let change = |(what, name): (Sort, String)| {
        let key = (what, name.clone());
        let (a, b) = (a.get(&key), b.get(&key));
        let (a, b) = (reason(a, b, one), reason(b, a, other));
        let differs = a.as_ref().map(|said| &said.text) != b.as_ref().map(|said| &said.text);
        let beside_name = what != Sort::Array
            || standing(mine) != standing(theirs)
            || holding(mine) != holding(theirs)
            || orders(mine) != orders(theirs);
        (differs && beside_name).then_some(Change { what, name, a, b })
    };
    keys.into_iter().filter_map(change).collect()
}

/// All rules of a game except its switches; of its array only what `beside` does not have.
fn texts(loaded: &Loaded, beside: &Variant) -> Texts {
    let variant = &loaded.variant;
    let prose = Prose::new(variant);
    let mut texts = Texts::new();
    let mut put = |sort: Sort, name: &str, text: Text| {
        let again = (2..).map(|n| format!("{name} ({n})"));
        let mut names = [name.to_owned()].into_iter().chain(again);
        if let Some(name) = names.find(|name| !texts.contains_key(&(sort, name.clone()))) {
            texts.insert((sort, name), text);
        }
    };
    for (id, piece_type) in variant.piece_type_ids() {
        put(Sort::Piece, &name(piece_type), piece(piece_type, prose.sentences(id)));
    }
    for action in &variant.actions {
        let written = |(_, origin): &(String, Origin)| (written(loaded, *origin), *origin);
        let parts = action.lines.0.iter().map(written).collect();
        put(Sort::Action, &action.name, Text { text: prose.action(action), origin: action.origin, parts });
    }
    let mut add = |what: Sort, name: &str, text: String, origin: Origin| {
        put(what, name, Text { text, origin, parts: Vec::new() });
    };
    let info = variant.arrays.iter().find(|info| info.name == variant.array);
    add(Sort::Board, "board", board(variant, &beside.board), variant.line("board"));
    for (zone, place) in variant.regions.iter().zip(&variant.region_places.0) {
        // A region that only one of the games has changes nothing but by the rules that name it.
        if let Some(other) = beside.regions.iter().find(|other| other.name == zone.name) {
            add(Sort::Region, &zone.name, region(variant, zone, (beside, other)), Origin(*place));
        }
    }
    add(Sort::Array, "array", array(variant, beside), info.map(|info| info.origin).unwrap_or_default());
    if let Some(hands) = prose.hands() {
        add(Sort::Hands, "hands", hands.to_owned(), variant.line("hands"));
    }
    for right in &variant.rights {
        let regained = if right.regained { ", regained by other moves" } else { "" };
        add(Sort::Right, &right.name, times(right.times) + regained, right.origin);
    }
    for admission in &variant.admissions {
        let text = format!("may be entered by: {}", prose.pieces(&admission.pieces));
        add(Sort::Entry, &admission.zone.name, text, admission.origin);
    }
    for border in &variant.borders {
        let text = format!("{:?} steps only, for {}", border.by, prose.pieces(&border.pieces));
        add(Sort::Border, &border.zone.name, text.to_lowercase(), border.origin);
    }
    for immunity in &variant.immunities {
        let to = immunity.to.iter().map(|threat| format!("{threat:?}").to_lowercase());
        let text = format!("immune to {}", commas(to));
        add(Sort::Immunity, &prose.pieces(&immunity.pieces), text, immunity.origin);
    }
    for rule in &variant.move_rules {
        add(Sort::Rule, rule.name(), prose.move_rule(rule), rule.origin);
    }
    for rule in &variant.castling_rules {
        add(Sort::Rule, "castling", prose.castling_rule(rule), rule.origin);
    }
    for rule in &variant.follow_ups {
        add(Sort::Rule, &rule.name(), prose.follow_up(rule), rule.origin);
    }
    if let Some(royalty) = prose.royalty() {
        add(Sort::Royalty, "royalty", royalty, variant.royalty.origin);
    }
    for ending in &variant.endings {
        add(Sort::Ending, &ending.name, prose.ending(ending), ending.origin);
    }
    add(Sort::FirstMove, "first move", first_move(variant.first).to_owned(), variant.line("first"));
    if let Some(turns) = &variant.turns {
        add(Sort::Rule, "turn", prose.turns().unwrap_or_default(), turns.origin);
    }
    let clock = format!("moves of {} reset it", prose.pieces(&variant.clock.pieces));
    add(Sort::Clock, "clock", clock, variant.line("clock"));
    texts
}

/// Who moves first.
pub(crate) fn first_move(first: First) -> &'static str {
    match first {
        First::White => "White moves first",
        First::Dice => "dice decide who moves first",
    }
}

/// How many squares are listed at most.
const MOST_NAMES: usize = 8;

/// Some names, not too many.
fn named(names: &[String]) -> String {
    match names.len().checked_sub(MOST_NAMES).filter(|left| *left > 1) {
        Some(left) => format!("{} and {left} more", commas(&names[..MOST_NAMES])),
        None => commas(names),
    }
}

/// The squares of a region, by the name of those that it does not have in the other game.
fn region(variant: &Variant, zone: &Zone, (beside, other): (&Variant, &Zone)) -> String {
    let names = |variant: &Variant, zone: &Zone, color| -> Vec<String> {
        zone.squares.get(color).iter().map(|square| variant.board.name(square).to_owned()).collect()
    };
    // Where Black sees the same as White, it is said once.
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

/// The words of the file at a place.
fn written(loaded: &Loaded, origin: Origin) -> String {
    loaded.game.sources.slice(origin.0).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn name(piece_type: &PieceType) -> String {
    match &piece_type.stage {
        Some(stage) => format!("{} in its stage {stage}", piece_type.piece),
        None => piece_type.piece.clone(),
    }
}

fn piece(piece_type: &PieceType, traits: Vec<(String, Origin)>) -> Text {
    let moves = piece_type.moves.iter();
    let moves = moves.map(|moves| (format!("`{}`{}", moves.notation, moves.limits()), moves.origin));
    let moves: Vec<(String, Origin)> = moves.collect();
    let mut text = format!("{} {}", piece_type.token, commas(moves.iter().map(|(text, _)| text)));
    for (sentence, _) in &traits {
        text += &format!(" {sentence}");
    }
    Text { text, origin: piece_type.origin, parts: moves.into_iter().chain(traits).collect() }
}

/// Who stands on the squares where two games do not begin alike.
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

/// In how many orders the pieces of the array may stand, if there are several.
fn orders(variant: &Variant) -> Option<u64> {
    variant.arrays.iter().find(|info| info.name == variant.array)?.orders
}

/// The pieces in hand at the start, by their tokens.
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

/// The piece on each square at the start, by the square's name.
fn standing(variant: &Variant) -> BTreeMap<String, String> {
    let named = |(square, piece)| (variant.board.name(square).to_owned(), token(variant, piece));
    variant.start().pieces().map(named).collect()
}
