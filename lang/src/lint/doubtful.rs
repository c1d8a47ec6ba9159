//! Notes: rules that are right in some games and a slip in others.
//!
//! An editor shows them, and `ferz check --pedantic`. They are about the game as a whole, for example a pawn that can
//! move but never capture.

use super::array_place;
use super::counts::CountRange;
use crate::base::source::Span;
use crate::base::{Color, PieceTypeId, Result};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::{delete, plural};
use crate::rules::{
    Arrival, Binding, Consequence, Effect, Ending, EndingResult, Fact, Force, Formula, Moves, PieceTest,
    PieceType, Reach, Variant,
};

/// The value in hundredths below which an author may have meant whole points.
const TINY: i32 = 20;
/// The number of quiet plies up to which a draw is hasty.
const HASTY: u32 = 3;

pub(super) fn check(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    let types = variant.piece_type_ids().filter(|(id, _)| reach.appears(*id));
    for (id, piece_type) in types {
        problems.extend(tiny_value(piece_type));
        problems.extend(never_captures(variant, piece_type));
        problems.extend(becomes_royal(variant, id, piece_type));
    }
    problems.extend(Color::ALL.into_iter().find_map(|color| several_royals(variant, color)));
    problems.extend(variant.endings.iter().filter_map(hasty_draw));
    problems.extend(bare_side_wins(variant));
    problems.extend(unused_clock(variant));
}

fn tiny_value(piece_type: &PieceType) -> Option<Diagnostic> {
    let value = piece_type.value.filter(|value| (1..TINY).contains(&value.abs()))?;
    let what = plural(u64::from(value.unsigned_abs()), "hundredth");
    let message = format!("the value of the {} is only {what}", piece_type.title);
    let help = format!("values are in hundredths: for {value} whole points, write `value {}`", value * 100);
    let problem = Diagnostic::new(Code::TinyValue, piece_type.line("value").0, message).help(help);
    Some(problem.guess_word(&value.to_string(), &(value * 100).to_string()))
}

/// Returns a note if a piece without other effects has moves, but none of them captures, in a game in which others do.
fn never_captures(variant: &Variant, piece_type: &PieceType) -> Option<Diagnostic> {
    let captures = |moves: &Moves| {
        let mut states = moves.automaton.states.iter();
        moves.automaton.imitate.is_some()
            || states.any(|state| state.edges.iter().any(|edge| edge.effect != Effect::None))
    };
    let is_plain = piece_type.royal.is_none()
        && !piece_type.neutral
        && piece_type.stage.is_none()
        && piece_type.arrivals.is_empty();
    let first = piece_type.moves.first().filter(|_| is_plain && !piece_type.moves.iter().any(captures))?;
    variant.piece_types.iter().flat_map(|other| &other.moves).find(|moves| captures(moves))?;
    let message = format!("the {} can move, but it can never capture", piece_type.title);
    let help = "add moves that capture, as `fcF` in `fmWfcF`, or allow this if it is intended";
    Some(Diagnostic::new(Code::NeverCaptures, first.origin.0, message).help(help))
}

/// Returns a note if an ordinary piece can become a royal one in a game in which every royal must be safe.
fn becomes_royal(variant: &Variant, id: PieceTypeId, piece_type: &PieceType) -> Option<Diagnostic> {
    let is_plain = variant.royalty.binds == Binding::Always && variant.piece_type(id).royal.is_none();
    let royal = |arrival: &Arrival| {
        let becomes = arrival.then.iter().flat_map(Consequence::becomes);
        let royal = becomes.map(|id| variant.piece_type(*id)).find(|own| own.royal.is_some())?;
        Some((arrival.origin.0, &royal.title))
    };
    let (place, royal) = piece_type.arrivals.iter().filter(|_| is_plain).find_map(royal)?;
    let message = format!("the {} can become the {royal}, which is royal", piece_type.title);
    let help = "a side with several royals must keep all of them safe; name other pieces, or write `check binds when royals = 1`";
    Some(Diagnostic::new(Code::BecomesRoyal, place, message).help(help))
}

/// Returns a note if a side has several royals of one type, all of which must be safe.
fn several_royals(variant: &Variant, color: Color) -> Option<Diagnostic> {
    let is_own = |id: PieceTypeId| {
        variant.setup.iter().filter(|(_, piece)| piece.color == color && piece.piece_type == id).count()
    };
    let mut royals = variant.piece_type_ids().filter(|(_, own)| own.royal.is_some());
    let (royal, number) =
        royals.find_map(|(id, own)| Some((own, is_own(id))).filter(|(_, number)| *number > 1))?;
    if variant.royalty.binds != Binding::Always {
        return None;
    }
    let side = color.title();
    let message =
        format!("{side} has {number} of the royal piece {} in the array `{}`", royal.title, variant.array);
    let help = "all of them must be safe; draw one, or write `check binds when royals = 1`";
    Some(Diagnostic::new(Code::SeveralRoyals, array_place(variant), message).help(help))
}

fn hasty_draw(ending: &Ending) -> Option<Diagnostic> {
    let plies = ending.quiet().filter(|plies| *plies <= HASTY && ending.result.is_draw())?;
    let number = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    let message = format!("the game is drawn after {number} without a capture");
    let help = "`quiet` counts the moves of both players: 100 are fifty moves each";
    let problem = Diagnostic::new(Code::HastyDraw, ending.origin.0, message).help(help);
    Some(problem.guess_word(&plies.to_string(), "100"))
}

/// Returns a note if a player wins by having none of some pieces left, in a game without obligations.
fn bare_side_wins(variant: &Variant) -> Option<Diagnostic> {
    let is_own = |test: &PieceTest| *test == PieceTest::Own;
    let is_bare = |condition: &Formula<Fact>| {
        let range = CountRange::of(condition).filter(|range| range.most == 0 && !range.in_hand);
        range.is_some_and(|range| range.pieces.conjuncts().iter().any(|part| part.leaf().is_some_and(is_own)))
    };
    let wins = |ending: &&Ending| ending.result == EndingResult::Player(Result::Win);
    let ending =
        variant.endings.iter().filter(wins).find(|ending| ending.when.conjuncts().iter().any(is_bare))?;
    let is_forced = variant.move_rules.iter().any(|rule| rule.force == Force::MustIfCan);
    let message = format!("by `{}`, the player who has lost these pieces wins", ending.name);
    let help = "the result is that of the player to move: write `loss`, or allow this if it is intended";
    let problem = Diagnostic::new(Code::BareSideWins, ending.origin.0, message).help(help);
    (!is_forced).then(|| problem.guess_word("win", "loss"))
}

/// Returns a note if the file says what resets the clock, although no ending counts quiet plies.
fn unused_clock(variant: &Variant) -> Option<Diagnostic> {
    let place = variant.line("clock").0;
    let is_read = variant.endings.iter().any(|ending| ending.least_quiet().is_some());
    // The file that this one extends may have had such an ending.
    let is_own = place != Span::default() && place.file == 0;
    let message = "no ending counts quiet plies, so this resets nothing but a number in the FEN";
    let problem = Diagnostic::new(Code::UnusedClock, place, message);
    (is_own && !is_read).then(|| {
        problem.help(delete("add an ending such as `idle: draw when quiet 100`, or delete this line"))
    })
}
