//! Lints for rules that are unlikely to be intended: a piece that becomes itself, a piece that is sent to a home
//! that does not exist, and a piece that can reach only a few squares.

use super::array_place;
use super::overlap::shared;
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Piece, PieceTypeId};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::{join, plural};
use crate::rules::{Arrival, Consequence, PieceType, Reach, Target};
use std::collections::{BTreeMap, BTreeSet};

/// The minimum number of squares of a board on which pieces with few squares are reported.
const ROOMY: usize = 36;

pub(super) fn check(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    for (id, piece_type) in reach.variant.piece_type_ids() {
        problems.extend(becomes_itself(reach, id, piece_type));
        problems.extend(held_as_itself(id, piece_type));
        problems.extend(few_squares(reach, id, piece_type));
    }
    no_home(reach, problems);
}

fn becomes_itself(reach: &Reach, id: PieceTypeId, piece_type: &PieceType) -> Option<Diagnostic> {
    // A rule for several pieces may include the piece that results.
    let is_own = |origin: Span| {
        let all = reach.variant.piece_types.iter().flat_map(|other| &other.arrivals);
        all.filter(|arrival| arrival.origin.0 == origin).count() == 1
    };
    let becomes = |then: &Consequence| then.becomes().contains(&id);
    let changes = |arrival: &Arrival| arrival.then.iter().any(|then| !then.becomes().is_empty());
    // An earlier mandatory rule can have changed the piece into another one, which then becomes this one again.
    let is_back = |number: usize, arrival: &Arrival| {
        let meets =
            |one: &Arrival, color| !shared(reach, Piece { color, piece_type: id }, one, arrival).is_empty();
        let mut earlier = piece_type.arrivals.iter().take(number).filter(|one| changes(one) && !one.may);
        !arrival.may
            && earlier.any(|one| one.leaving || Color::ALL.into_iter().any(|color| meets(one, color)))
    };
    let mut all = piece_type.arrivals.iter().enumerate();
    let (_, itself) = all.find(|(number, arrival)| {
        arrival.then.iter().any(becomes) && is_own(arrival.origin.0) && !is_back(*number, arrival)
    })?;
    let is_choice = !itself.may && itself.then.iter().any(|then| then.becomes().len() > 1);
    let (message, help) = match is_choice {
        false => (
            format!("the {} becomes itself here", piece_type.title),
            "name the piece that it should become, or delete this",
        ),
        true => (
            format!("the {} itself is one of the pieces that it becomes here", piece_type.title),
            "name another piece instead, or write `may become` if it may stay the same",
        ),
    };
    let problem = Diagnostic::new(Code::BecomesItself, itself.origin.0, message).help(help);
    Some(if is_choice { problem.guess_word("becomes", "may become") } else { problem })
}

/// Returns a problem if a piece becomes itself in hand, as it would without the rule. For a stage, such a rule is an
/// exception.
fn held_as_itself(id: PieceTypeId, piece_type: &PieceType) -> Option<Diagnostic> {
    let message = format!("the {} becomes itself here", piece_type.title);
    let problem = Diagnostic::new(Code::BecomesItself, piece_type.line("in").0, message);
    let is_idle = piece_type.stage.is_none() && piece_type.in_hand == Some(id);
    is_idle.then(|| problem.help("name the piece that it should become in hand, or delete this"))
}

/// Returns a problem if a piece can reach only a few squares of a large board without a rule that confines it.
fn few_squares(reach: &Reach, id: PieceTypeId, piece_type: &PieceType) -> Option<Diagnostic> {
    let variant = reach.variant;
    let piece = Piece { color: Color::White, piece_type: id };
    let (stands, homes) = (reach.of(piece), variant.homes(Color::White, id));
    let size = variant.board.squares().count();
    let free = piece_type.stays.is_none() && piece_type.stage.is_none() && piece_type.arrivals.is_empty();
    let walks = !reach.leads(piece).is_empty() && !reach.leads(piece).meets(!stands);
    // A piece is limited if it reaches at most three squares from each home and an eighth of the board.
    let few = stands.count() <= 3 * homes.count() && 8 * stands.count() as usize <= size;
    if size < ROOMY || !free || !walks || !few {
        return None;
    }
    let squares: Vec<&str> = variant.board.listed(stands).map(|square| variant.board.name(square)).collect();
    let message =
        format!("the {} can reach only {} of this board", piece_type.title, plural(squares.len(), "square"));
    let span = piece_type.moves.first().map_or(piece_type.origin.0, |moves| moves.origin.0);
    Some(
        Diagnostic::new(Code::FewSquares, span, message)
            .here(squares.join(" "))
            .help("check its moves; write `stays in REGION` if this is intended"),
    )
}

/// Reports rules that send pieces to the home square of a piece that a side does not have in the array.
fn no_home(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    let fired = reach.fired();
    let mut lacking: BTreeMap<Span, (PieceTypeId, BTreeSet<Color>)> = BTreeMap::new();
    let mut sent = |span: Span, color: Color, home: PieceTypeId| {
        if variant.homes(color, home).is_empty() {
            lacking.entry(span).or_insert((home, BTreeSet::new())).1.insert(color);
        }
    };
    for color in Color::ALL {
        for (piece_type, own) in variant.piece_type_ids() {
            let stands = !reach.of(Piece { color, piece_type }).is_empty();
            let fired = own.arrivals.iter().filter(|arrival| stands && fired.contains(&arrival.origin.0));
            for arrival in fired {
                let homes = arrival.then.iter().filter_map(Consequence::sends_home_of);
                homes.for_each(|home| sent(arrival.origin.0, color, home));
            }
        }
        for action in &variant.actions {
            let effects = action.act.effects();
            if let Some(Target::HomeOf(home)) = effects.to.as_deref()
                && effects.pieces.iter().any(|pieces| reach.any(&pieces.own(), color))
            {
                sent(action.line("to", 0).0, color, *home);
            }
        }
    }
    problems.extend(lacking.into_iter().map(|(span, (home, sides))| {
        let (title, sides) =
            (&variant.piece_type(home).title, join(sides.into_iter().map(Color::title), "and"));
        let message = format!("the {title} has no home square for {sides} in the array `{}`", variant.array);
        Diagnostic::new(Code::NoHome, span, message)
            .label(array_place(variant), "this array")
            .help(format!("draw a {title} in the array, or name another piece"))
    }));
}
