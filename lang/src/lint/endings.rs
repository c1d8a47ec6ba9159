//! Lints for royals and endings.
//!
//! They report rules about royals in a game without royals, players without a royal, check before the first move,
//! endings that never apply or apply before the first move, and missing endings.

use super::array_place;
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Halt, Piece, PieceTypeId, Result};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::interpreter::{ConditionFacts, Interpreter, World};
use crate::rules::{
    Binding, Compare, Condition, Ending, Fact, Force, Formula, Likely, Logic, Mention, PieceCount,
    PieceFilter, PieceTest, PieceType, Reach, Trigger, Variant,
};
use std::cell::Cell;

/// The maximum number of polls in the search for a first move or an attack in the array, after which it stops.
const MAX_POLLS: u32 = 100;

pub(super) fn check(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    royals(reach, problems);
    // Without royals or with unbound ones, there is no check and thus no checkmate.
    let has_royals = variant.piece_types.iter().any(|piece_type| piece_type.royal.is_some());
    let bound = has_royals && variant.royalty.binds != Binding::Never;
    for (number, ending) in variant.endings.iter().enumerate() {
        let is_unbound = ending.trigger == Trigger::Checkmate && has_royals && !bound;
        problems.extend(never_happens(reach, ending, is_unbound).or_else(|| never_first(variant, number)));
        problems.extend(holds_in_array(variant, ending));
    }
    problems.extend(over_at_once(variant).filter(|_| {
        problems.iter().all(|problem| !matches!(problem.code, Code::OverInArray | Code::CheckInArray))
    }));
    problems.extend(no_move_unsaid(variant, bound));
    problems.extend(stuck_side_wins(variant));
}

/// Returns a problem if the condition of an ending can never hold. `is_unbound` is true for a checkmate in a game
/// without check.
fn never_happens(reach: &Reach, ending: &Ending, is_unbound: bool) -> Option<Diagnostic> {
    let is_impossible = |when: &Condition| !Color::ALL.into_iter().any(|side| possible(reach, when, side));
    let why = if is_unbound {
        "there is no check in this game, so there is no checkmate"
    } else {
        ending.trigger.condition().filter(|when| is_impossible(when))?;
        "the pieces that it counts can never be on the required squares"
    };
    let message = format!("the ending `{}` can never happen", ending.name);
    Some(Diagnostic::new(Code::NeverEnds, ending.origin.0, message).help(why))
}

/// Returns a problem if another ending always ends the game before the ending with this number.
fn never_first(variant: &Variant, number: usize) -> Option<Diagnostic> {
    let ending = &variant.endings[number];
    let never = |how: &str, other: &Ending| {
        let message = format!("the ending `{}` never happens: `{}` comes {how}", ending.name, other.name);
        Diagnostic::new(Code::NeverEnds, ending.origin.0, message)
    };
    // An ending that must be claimed does not preempt an automatic one.
    let preempts = |other: &&Ending| other.claimed <= ending.claimed;
    let mut all = variant.endings.iter().filter(preempts);
    if let Some(other) = all.find(|other| comes_sooner(&other.trigger, &ending.trigger)) {
        let problem = never("sooner", other).label(other.origin.0, "this ends the game earlier");
        return Some(problem.help("correct one of the two numbers, or delete one of the endings"));
    }
    let mut before = variant.endings[..number].iter().filter(preempts);
    let other = before.find(|other| covers(&other.trigger, &ending.trigger))?;
    let problem = never("first", other);
    Some(match other.trigger == ending.trigger {
        true => problem
            .label(other.origin.0, "this has the same condition")
            .help("only the first ending that applies counts; delete one of the two"),
        false => problem
            .label(other.origin.0, "this is true whenever the other condition is")
            .help("only the first ending that applies counts; put the narrower one first"),
    })
}

/// Returns a problem if the condition of an automatic ending holds in the array.
fn holds_in_array(variant: &Variant, ending: &Ending) -> Option<Diagnostic> {
    if ending.claimed || !already(variant, ending) {
        return None;
    }
    let where_it_holds = format!("`{}` holds in the array `{}`", ending.name, variant.array);
    let message = format!("the game is over before it begins: {where_it_holds}");
    let problem = Diagnostic::new(Code::OverInArray, ending.origin.0, message);
    let problem = problem.label(array_place(variant), "this array");
    Some(problem.help("change the condition, or the pieces in the array"))
}

/// Returns a problem if a player wins by being checkmated or stalemated. No problem is reported if both win or if
/// the game has obligations, because such games are usually intended.
fn stuck_side_wins(variant: &Variant) -> Option<Diagnostic> {
    let of = |trigger| variant.endings.iter().find(|ending| ending.trigger == trigger);
    let (mate, stalemate) = (of(Trigger::Checkmate)?, of(Trigger::Stalemate));
    let wins = |ending: &&Ending| ending.result == Result::Win;
    let (ending, when, best) = match (wins(&mate), stalemate.filter(wins)) {
        (true, None) => (mate, "is checkmated", "`loss`"),
        (false, Some(stalemate)) => (stalemate, "has no legal move", "`draw` or `loss`"),
        _ => return None,
    };
    let is_forced = variant.move_rules.iter().any(|rule| rule.force == Force::MustIfCan);
    let message = format!("the player who {when} wins");
    let problem = Diagnostic::new(Code::StuckSideWins, ending.origin.0, message);
    let help =
        format!("the result is that of the player to move: write {best}, or allow this if it is intended");
    (!is_forced).then(|| problem.help(help))
}

/// Returns true if `one` certainly ends the game before `other` does, because its number is smaller.
fn comes_sooner(one: &Trigger, other: &Trigger) -> bool {
    match (one, other) {
        (Trigger::Quiet(one), Trigger::Quiet(other)) => one < other,
        (Trigger::Repetition(one), Trigger::Repetition(other) | Trigger::Perpetual { times: other, .. }) => {
            one < other
        }
        _ => false,
    }
}

/// Returns true if the ending `wide` certainly applies whenever `narrow` does.
fn covers(wide: &Trigger, narrow: &Trigger) -> bool {
    match (wide, narrow) {
        (Trigger::When(wide), Trigger::When(narrow)) => holds_with(wide, narrow),
        (Trigger::When(wide), Trigger::Checkmate) => holds_with(wide, &Fact::InCheck.into()),
        (Trigger::Quiet(wide), Trigger::Quiet(narrow)) => wide <= narrow,
        (
            Trigger::Repetition(wide),
            Trigger::Repetition(narrow) | Trigger::Perpetual { times: narrow, .. },
        ) => wide <= narrow,
        _ => wide == narrow,
    }
}

/// Returns true if the condition `wide` certainly holds whenever `narrow` does.
fn holds_with(wide: &Condition, narrow: &Condition) -> bool {
    use Formula::{AnyOf, Every, Leaf};
    match (wide, narrow) {
        _ if wide == narrow => true,
        (_, AnyOf(any)) => any.iter().all(|narrow| holds_with(wide, narrow)),
        (Every(all), _) => all.iter().all(|wide| holds_with(wide, narrow)),
        (AnyOf(any), _) if any.iter().any(|wide| holds_with(wide, narrow)) => true,
        (_, Every(all)) => all.iter().any(|narrow| holds_with(wide, narrow)),
        (Leaf(Fact::Material(wide)), Leaf(Fact::Material(narrow))) => {
            narrow.iter().all(|pair| wide.contains(pair))
        }
        (Leaf(Fact::Count(wide)), Leaf(Fact::Count(narrow)))
        | (Leaf(Fact::Held(wide)), Leaf(Fact::Held(narrow))) => counts_with(wide, narrow),
        _ => false,
    }
}

/// Returns true if the count `wide` certainly holds whenever `narrow` does.
fn counts_with(wide: &PieceCount, narrow: &PieceCount) -> bool {
    let (number, least) = (wide.number, narrow.number);
    wide.pieces == narrow.pieces
        && match (wide.is, narrow.is) {
            (Compare::AtLeast, Compare::AtLeast | Compare::Equal) => number <= least,
            (Compare::AtMost, Compare::AtMost | Compare::Equal) => number >= least,
            (Compare::Equal, Compare::AtMost) => number == 0 && least == 0,
            _ => false,
        }
}

/// Returns true if a condition may hold for a side in some position.
fn possible(reach: &Reach, condition: &Condition, side: Color) -> bool {
    let exists = |(count, in_hand): (&PieceCount, bool)| {
        let ids = reach.variant.piece_type_ids().map(|(id, _)| id);
        let held = ids.filter(|id| reach.variant.is_ever_held(*id));
        let mut held = held.flat_map(|piece_type| Color::ALL.map(|color| Piece { color, piece_type }));
        match in_hand {
            true => held.any(|piece| reach.might_be_held(&count.pieces, side, piece)),
            false => reach.any(&count.pieces, side),
        }
    };
    let is_possible = |fact: &Fact| {
        if let Fact::CanReach(inner) = fact {
            return possible(reach, inner, side);
        }
        fact.count_anywhere().filter(|(count, _)| count.needs_piece()).is_none_or(exists)
    };
    condition.eval(&|fact| Likely::perhaps(is_possible(fact))) != Likely::No
}

/// Returns true if an ending already applies in the array, judging only by the placement of pieces.
fn already(variant: &Variant, ending: &Ending) -> bool {
    let (rules, setup) = (Interpreter::new(variant), variant.start());
    let likely = |fact: &Fact| {
        if matches!(fact, Fact::Count(_) | Fact::Held(_) | Fact::Empty(_) | Fact::UsedUp { .. }) {
            Likely::always(rules.is_true(fact, &setup, setup.turn, ConditionFacts::default()))
        } else {
            Likely::Perhaps
        }
    };
    match &ending.trigger {
        _ if variant.setup.is_empty() => false,
        Trigger::When(condition) => condition.eval(&likely) == Likely::Yes,
        Trigger::Quiet(plies) => *plies == 0,
        Trigger::Checkmate | Trigger::Stalemate | Trigger::Repetition(_) | Trigger::Perpetual { .. } => false,
    }
}

/// Returns a problem if an ending that depends on moves already applies in the array.
fn over_at_once(variant: &Variant) -> Option<Diagnostic> {
    let polls = Cell::new(0_u32);
    // In a game with too many moves, the search is halted and nothing is reported.
    let ends = || polls.replace(polls.get() + 1) > MAX_POLLS;
    let halt = Halt::new(&ends);
    let over = Interpreter::new(variant).until(Some(&halt)).outcome(&variant.start());
    let over = over.filter(|_| !halt.is_set() && !variant.setup.is_empty())?;
    let ending = variant.endings.iter().find(|ending| ending.name == over.reason);
    let message = format!(
        "the game is over before it begins: `{}` holds in the array `{}`",
        over.reason, variant.array
    );
    let place = ending.map(|ending| ending.origin.0).filter(|span| *span != Span::default());
    let problem = Diagnostic::new(Code::OverInArray, place.unwrap_or_else(|| array_place(variant)), message);
    let help = "change the condition, the pieces in the array, or how they move";
    Some(problem.label(array_place(variant), "this array").help(help))
}

fn no_move_unsaid(variant: &Variant, bound: bool) -> Option<Diagnostic> {
    let has = |trigger: &Trigger| variant.endings.iter().any(|ending| ending.trigger == *trigger);
    let (when, help) = match (has(&Trigger::Checkmate) || !bound, has(&Trigger::Stalemate)) {
        (true, true) => return None,
        (true, false) if bound => (" and is not in check", "`stalemate: draw` (or `loss`)"),
        (true, false) => ("", "`stalemate: draw` (or `loss`)"),
        (false, true) => (" and is in check", "`checkmate: loss`"),
        (false, false) => ("", "`checkmate: loss` and `stalemate: draw` (or `loss`)"),
    };
    let first = variant.endings.first().map(|ending| ending.origin.0);
    let place = first.filter(|span| *span != Span::default()).unwrap_or_else(|| array_place(variant));
    let message = format!("the result for a player who has no legal move{when} is not defined");
    let problem = Diagnostic::new(Code::NoMoveUnsaid, place, message);
    Some(problem.help(format!("add {help} to the block `ending`")))
}

fn royals(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    if variant.piece_types.iter().all(|piece_type| piece_type.royal.is_none()) {
        problems.extend(first_royal_rule(variant).map(|(span, what)| {
            Diagnostic::new(Code::NoRoyalPiece, span, format!("{what}, but no piece is royal"))
                .help("write `royal` after the moves of the piece that must not be lost")
        }));
        return;
    }
    attacked(variant, problems);
    if variant.royalty.binds == Binding::Never || variant.setup.is_empty() {
        return;
    }
    let has_royal = |color: Color| {
        let held = variant.start_hands.iter().map(|(piece, _)| piece);
        let mut own = variant.setup.iter().map(|(_, piece)| piece).chain(held);
        own.any(|piece| piece.color == color && variant.piece_type(piece.piece_type).royal.is_some())
    };
    let can_become = |(id, own): (PieceTypeId, &PieceType)| own.royal.is_some() && reach.appears(id);
    let is_drawn = Color::ALL.into_iter().any(has_royal);
    // If no array has a royal, a warning about the piece says so.
    if !is_drawn && variant.arrays.len() > 1 && !variant.piece_type_ids().any(can_become) {
        let message = format!("no player has a royal piece in the array `{}`", variant.array);
        problems.push(
            Diagnostic::new(Code::PlayerWithoutRoyal, array_place(variant), message)
                .help("draw the missing ranks, or write `from OTHER` after the name of the array to take them from another"),
        );
    }
    for color in Color::ALL {
        if !has_royal(color) && has_royal(color.other()) {
            let message = format!("{} has no royal piece in the array `{}`", color.title(), variant.array);
            problems.push(
                Diagnostic::new(Code::PlayerWithoutRoyal, array_place(variant), message)
                    .help("check and checkmate do not apply to this player; draw a royal piece, or allow this if it is intended"),
            );
        }
    }
}

/// Reports a royal that could be captured by the first move, even if the rules do not require royals to be safe.
fn attacked(variant: &Variant, problems: &mut Vec<Diagnostic>) {
    let polls = Cell::new(0_u32);
    let ends = || polls.replace(polls.get() + 1) > MAX_POLLS;
    let halt = Halt::new(&ends);
    let (setup, rules) = (variant.start(), Interpreter::new(variant).until(Some(&halt)));
    let (waiting, moving) = (setup.turn.other(), setup.turn.title());
    let royals = setup.royals(&rules, waiting);
    let message = match royals.iter().find(|square| setup.is_attacked(&rules, *square)) {
        _ if setup.is_checked(&rules, waiting) => format!("{} is in check", waiting.title()),
        Some(square) => {
            let piece = setup.piece(square).map(|piece| variant.piece_type(piece.piece_type).title.as_str());
            let name = variant.board.name(square);
            format!("{}'s {} on {name} is attacked", waiting.title(), piece.unwrap_or("royal"))
        }
        None => return,
    };
    let message = format!("{message} in the array `{}`, and it is {moving}'s turn", variant.array);
    let help = "the first move could capture the royal piece; check the open lines between the two sides";
    problems.push(Diagnostic::new(Code::CheckInArray, array_place(variant), message).help(help));
}

/// Returns the place of the first rule about royals, with its description.
fn first_royal_rule(variant: &Variant) -> Option<(Span, &'static str)> {
    let refers = |origin| (origin, "this refers to royal pieces");
    if variant.royalty.origin.0 != Span::default() && variant.royalty.binds != Binding::Never {
        return Some((variant.royalty.origin.0, "this is a rule about royal pieces"));
    }
    let ending = variant.endings.iter().find_map(|ending| {
        let asks = ending.trigger.condition().is_some_and(condition_asks);
        let is_mate = ending.trigger == Trigger::Checkmate;
        let mate = is_mate.then_some((ending.origin.0, "checkmate ends the game"));
        mate.or_else(|| asks.then(|| refers(ending.origin.0)))
    });
    let asks = |pieces: &PieceFilter| pieces.depends_on_royals() && !matches!(pieces, Formula::Not(_));
    let mut admissions = variant.admissions.iter().filter(|admission| admission.pieces.depends_on_royals());
    let mut actions = variant.actions.iter();
    ending.or_else(|| admissions.next().map(|admission| refers(admission.origin.0))).or_else(|| {
        let first_royal_rule = actions.find(|action| action.act.effects().pieces.into_iter().any(asks));
        first_royal_rule.map(|action| refers(action.origin.0))
    })
}

fn condition_asks(condition: &Condition) -> bool {
    let royal = |part: &PieceFilter| matches!(part, Formula::Leaf(PieceTest::Royal | PieceTest::Leader));
    condition.facts().into_iter().any(|fact| {
        let mut asks = false;
        fact.mentions(&mut |mention| asks |= mention == Mention::Check);
        let count = fact.count_anywhere();
        asks || count.is_some_and(|(count, _)| count.pieces.conjuncts().iter().any(royal))
    })
}
