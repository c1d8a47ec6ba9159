//! Lints for royals and endings.
//!
//! They report rules about royals in a game without royals, players without a royal, check before the first move,
//! endings that never apply or apply before the first move, and missing endings.

use super::slow::ListedGames;
use super::{array_place, gaps};
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Halt, Piece, PieceTypeId, Result, SquareSet};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::rules::interpreter::{ConditionFacts, Interpreter, World};
use crate::rules::{
    Binding, Compare, Condition, Ending, EndingResult, Fact, Force, Formula, Likely, Logic, Mention,
    PieceCount, PieceFilter, PieceTest, PieceType, Reach, SomePiece, Threat, Variant,
};
use std::cell::Cell;

/// The maximum number of polls in the search for a first move or an attack in the array, after which it stops.
const MAX_POLLS: u32 = 100;

pub(super) fn check(reach: &Reach, listed: &ListedGames, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    royals(reach, listed, problems);
    // Without royals or with unbound ones, there is no check and thus no checkmate.
    let has_royals = variant.piece_types.iter().any(|piece_type| piece_type.royal.is_some());
    let bound = has_royals && variant.royalty.binds != Binding::Never;
    for (number, ending) in variant.endings.iter().enumerate() {
        let needs_mate = ending.when.conjuncts().iter().any(|part| part.leaf() == Some(&Fact::Checkmate));
        let why = match () {
            () if !needs_mate || !has_royals => None,
            () if !bound => Some("there is no check in this game, so there is no checkmate"),
            () => immune(reach).then_some("every royal piece is immune to attack, so there is no check"),
        };
        problems.extend(never_happens(reach, ending, why).or_else(|| never_first(variant, number)));
        problems.extend(holds_in_array(variant, ending));
    }
    problems.extend(over_at_once(variant, listed).filter(|_| {
        problems.iter().all(|problem| !matches!(problem.code, Code::OverInArray | Code::CheckInArray))
    }));
    problems.extend(no_move_unsaid(variant, bound));
    problems.extend(stuck_side_wins(variant));
}

/// Returns true if no royal piece can ever be attacked, because a rule makes it immune.
fn immune(reach: &Reach) -> bool {
    let is_safe = |(piece, squares): (Piece, SquareSet)| {
        let some = SomePiece { variant: reach.variant, piece, squares: Some(squares) };
        let mut rules = reach.variant.immunities.iter().filter(|rule| rule.to.contains(&Threat::Attack));
        rules.any(|rule| some.is(&rule.pieces, piece.color) == Likely::Yes)
    };
    let is_royal = |piece: Piece| reach.variant.piece_type(piece.piece_type).royal.is_some();
    let mut royals = reach.all().filter(|(piece, _)| is_royal(*piece)).peekable();
    royals.peek().is_some() && royals.all(is_safe)
}

/// Returns a problem if the condition of an ending can never hold. `why` is the reason that there is never a checkmate.
fn never_happens(reach: &Reach, ending: &Ending, why: Option<&str>) -> Option<Diagnostic> {
    let is_impossible = |when: &Condition| !Color::ALL.into_iter().any(|side| possible(reach, when, side));
    let why = match why {
        Some(why) => why,
        None => {
            Some(&ending.when).filter(|when| is_impossible(when))?;
            "the pieces that it counts can never be on the required squares"
        }
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
    if let Some(other) = all.find(|other| comes_sooner(other, ending)) {
        let problem = never("sooner", other).label(other.origin.0, "this ends the game earlier");
        return Some(problem.help("correct one of the two numbers, or delete one of the endings"));
    }
    let mut before = variant.endings[..number].iter().filter(preempts);
    let other = before.find(|other| holds_with(&other.when, &ending.when))?;
    let problem = never("first", other);
    Some(match other.when == ending.when {
        true => problem
            .label(other.origin.0, "this has the same condition")
            .help("only the first ending that applies counts; delete one of the two")
            .guess(TextChange::Delete)
            .fix(Fix::of(Certainty::Guess).and(other.origin.0, TextChange::Delete)),
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
    let of = |fact| variant.endings.iter().find(|ending| ending.fact() == Some(&fact));
    let (mate, stalemate) = (of(Fact::Checkmate)?, of(Fact::Stalemate));
    let wins = |ending: &&Ending| ending.result == EndingResult::Player(Result::Win);
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
    let better = if ending == mate { &["loss"][..] } else { &["draw", "loss"] };
    let problem = better.iter().fold(problem.help(help), |problem, better| problem.guess_word("win", better));
    (!is_forced).then_some(problem)
}

/// Returns true if `one` certainly ends the game before `other` does, because its number is smaller.
fn comes_sooner(one: &Ending, other: &Ending) -> bool {
    match (one.fact(), other.fact()) {
        (Some(Fact::Quiet(one)), Some(Fact::Quiet(other))) => one < other,
        (
            Some(Fact::Repetition(one)),
            Some(Fact::Repetition(other) | Fact::Perpetual { times: other, giving: _ }),
        ) => one < other,
        _ => false,
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
        (Leaf(Fact::InCheck | Fact::NoMove), Leaf(Fact::Checkmate))
        | (Leaf(Fact::NoMove), Leaf(Fact::Stalemate)) => true,
        (Leaf(Fact::Quiet(wide)), Leaf(Fact::Quiet(narrow))) => wide <= narrow,
        (
            Leaf(Fact::Repetition(wide)),
            Leaf(Fact::Repetition(narrow) | Fact::Perpetual { times: narrow, giving: _ }),
        ) => wide <= narrow,
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
        let is_known = matches!(
            fact,
            Fact::Count(_)
                | Fact::Held(_)
                | Fact::Totals { .. }
                | Fact::Empty(_)
                | Fact::UsedUp { .. }
                | Fact::ToMove(_)
                | Fact::Turn { .. }
                | Fact::Captured(_)
                | Fact::Quiet(_)
        );
        if is_known {
            Likely::always(rules.is_true(fact, &setup, setup.turn, ConditionFacts::default()))
        } else {
            Likely::Perhaps
        }
    };
    !variant.setup.is_empty() && ending.when.eval(&likely) == Likely::Yes
}

/// Returns a problem if an ending that depends on moves already applies in the array.
fn over_at_once(variant: &Variant, listed: &ListedGames) -> Option<Diagnostic> {
    let polls = Cell::new(0);
    // In a game with too many moves, the search is halted and nothing is reported.
    let ends = || listed.ends(variant, &polls, MAX_POLLS);
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

/// Returns a problem if no ending is about a player who has no legal move, or if those that are leave cases out.
fn no_move_unsaid(variant: &Variant, bound: bool) -> Option<Diagnostic> {
    let about = |own: &Fact| {
        let is_about = |fact: &Fact| fact == own || *fact == Fact::NoMove;
        variant.endings.iter().rfind(|ending| ending.when.leaves().any(is_about))
    };
    let (mate, stalemate) = (about(&Fact::Checkmate), about(&Fact::Stalemate));
    let (when, help) = match (mate.is_some() || !bound, stalemate.is_some()) {
        (true, true) => {
            let gap = |(own, ending): (Fact, Option<&Ending>)| case_left_out(variant, &own, ending?);
            let mate = (Fact::Checkmate, mate.filter(|_| bound));
            return [mate, (Fact::Stalemate, stalemate)].into_iter().find_map(gap);
        }
        (true, false) if bound => (" and is not in check", "`stalemate: draw` (or `loss`)"),
        (true, false) => ("", "`stalemate: draw` (or `loss`)"),
        (false, true) => (" and is in check", "`checkmate: loss`"),
        (false, false) => ("", "`checkmate: loss` and `stalemate: draw` (or `loss`)"),
    };
    let first = variant.endings.first().map(|ending| ending.origin.0);
    let place = first.filter(|span| *span != Span::default()).unwrap_or_else(|| array_place(variant));
    let message = format!("the result for a player who has no legal move{when} is not defined");
    let problem = Diagnostic::new(Code::NoMoveUnsaid, place, message);
    let problem = problem.help(format!("add {help} to the block `ending`"));
    let lines: &[&str] = match (first, mate.is_some() || !bound, stalemate.is_some()) {
        (None, ..) | (Some(Span { file: 1.., .. }), ..) | (_, true, true) => &[],
        (_, true, false) => &["stalemate: draw", "stalemate: loss"],
        (_, false, true) => &["checkmate: loss"],
        (_, false, false) => &["checkmate: loss\nstalemate: draw", "checkmate: loss\nstalemate: loss"],
    };
    Some(lines.iter().fold(problem, |problem, line| problem.guess(TextChange::Follow((*line).into()))))
}

/// Returns a problem if the endings about checkmate or stalemate, of which `last` is the last one, do not cover all cases.
fn case_left_out(variant: &Variant, own: &Fact, last: &Ending) -> Option<Diagnostic> {
    let stuck = |fact: &Fact| {
        // The player is in check in a checkmate, and only then.
        let is_known = fact.is_of_moves() || *fact == Fact::InCheck;
        let is_check = *fact == Fact::InCheck && *own == Fact::Checkmate;
        is_known.then(|| fact == own || *fact == Fact::NoMove || is_check)
    };
    if gaps::is_covered(variant, &stuck) {
        return None;
    }
    let (what, result) = match *own == Fact::Checkmate {
        true => ("checkmate", "loss"),
        false => ("stalemate", "draw"),
    };
    let message = format!("a {what} has no result if `{}` does not apply", last.name);
    let problem = Diagnostic::new(Code::NoMoveUnsaid, last.origin.0, message);
    Some(
        problem.help(format!("add an ending for the other cases, such as `otherwise: {result} when {what}`")),
    )
}

/// Reports effects that can take an enemy royal away without a check before.
fn lost_without_check(variant: &Variant, problems: &mut Vec<Diagnostic>) {
    let mut places: Vec<Span> = Vec::new();
    for (id, rule) in variant.unsaid_royal_losses() {
        if places.contains(&rule.origin.0) {
            continue;
        }
        places.push(rule.origin.0);
        let title = &variant.piece_type(id).title;
        let message =
            format!("the {} takes an enemy royal away here, but gives no check", title.to_lowercase());
        let help = "protect it with `immune royal to displacement`, add an ending such as `lost: loss when no own royal`, or forbid it with `player may not reach no enemy royal`";
        let problem = Diagnostic::new(Code::RemovesRoyal, rule.origin.0, message).help(help);
        let last = variant.endings.last().map(|ending| ending.origin.0);
        let lost = "lost: loss when no own royal";
        let ended = last.map(|last| Fix::of(Certainty::Guess).and(last, TextChange::Follow(lost.into())));
        let problem = problem.guess(TextChange::Append("immune royal to displacement".into()));
        let problem = ended.into_iter().fold(problem, Diagnostic::fix);
        problems.push(problem.guess(TextChange::Append("player may not reach no enemy royal".into())));
    }
}

fn royals(reach: &Reach, listed: &ListedGames, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    if variant.piece_types.iter().all(|piece_type| piece_type.royal.is_none()) {
        problems.extend(first_royal_rule(variant).map(|(span, what)| {
            Diagnostic::new(Code::NoRoyalPiece, span, format!("{what}, but no piece is royal"))
                .help("write `royal` after the moves of the piece that must not be lost")
        }));
        return;
    }
    attacked(variant, listed, problems);
    lost_without_check(variant, problems);
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
fn attacked(variant: &Variant, listed: &ListedGames, problems: &mut Vec<Diagnostic>) {
    let polls = Cell::new(0);
    let ends = || listed.ends(variant, &polls, MAX_POLLS);
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
        let asks = ending.condition().is_some_and(condition_asks);
        let is_mate = ending.when.leaves().any(|fact| *fact == Fact::Checkmate);
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
