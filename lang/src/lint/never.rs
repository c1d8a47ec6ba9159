//! Lints for rules that never apply.
//!
//! They report piece types that never appear, never move, or never leave a stage, unreachable squares, arrival
//! rules that never fire, and entry rules that admit no piece. `actions` has those about actions.

use super::counts::conditions;
use super::{actions, array_place};
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square, SquareSet};
use crate::messages::diagnostic::{Code, Diagnostic, Parts};
use crate::messages::text::{join, quoted};
use crate::rules::{
    Admission, Amount, Arrival, Castle, Castling, Condition, Consequence, Effect, Fact, FollowUp, Following,
    Force, Holds, Immunity, MoveProperty, MoveRule, Moves, PieceFilter, PieceType, Reach, Right, Role,
    RuleKind, RuleRef, State, Threat, Variant,
};
use std::collections::BTreeMap;

/// The number of pieces from which on a row of an array is probably missing, if they never appear.
const MIN_LOST: usize = 3;

pub(super) fn piece_types(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    for (id, piece_type) in reach.variant.piece_type_ids() {
        if !reach.appears(id) {
            problems.push(never_appears(piece_type, reach.variant.hands));
        } else if piece_type.moves.is_empty() {
            problems.extend(never_left(reach, id, piece_type));
        } else {
            problems.extend(never_moves(reach, id, piece_type));
            problems.extend(never_castles(reach.variant, id, piece_type));
            problems.extend(never_limits(reach, piece_type));
        }
    }
    let lost = problems.iter_mut().filter(|problem| problem.code == Code::NeverAppears);
    let lost: Vec<&mut Diagnostic> = lost.collect();
    if lost.len() >= MIN_LOST {
        lost.into_iter().for_each(|problem| *problem = problem.clone().doubting(Parts::PIECES));
    }
    problems.extend(never_entered(reach));
    problems.extend(never_passed(reach));
    problems.extend(never_dropped(reach));
}

fn never_appears(piece_type: &PieceType, hands: bool) -> Diagnostic {
    let (span, title, token) = (piece_type.origin.0, &piece_type.title, &piece_type.token);
    match &piece_type.stage {
        Some(stage) => {
            Diagnostic::new(Code::NeverReached, span, format!("no piece ever reaches the stage `{stage}`"))
                .help(format!("write `becomes {stage}` in the rule that should begin the stage, or delete the stage"))
        }
        None => Diagnostic::new(Code::NeverAppears, span, format!("the {title} can never be on the board"))
            .help(match hands {
                false => format!("draw it in an array as `{token}`, let another piece become it, or delete it"),
                true => format!("draw it in an array as `{token}`, put it in a hand with `hand: {token}` if it can be dropped, let another piece become it, or delete it"),
            }),
    }
}

/// Returns a problem if a stage without moves has no rule that ends it. A piece without moves and stages is only
/// an obstacle, which may be intended.
fn never_left(reach: &Reach, id: PieceTypeId, piece_type: &PieceType) -> Option<Diagnostic> {
    let stage = piece_type.stage.as_ref()?;
    let rules = reach.variant.rules();
    let moved = |color: Color| {
        let piece = Piece { color, piece_type: id };
        let matches = |pieces: &PieceFilter| reach.might_be(pieces, color, piece, reach.of(piece));
        // The rules of other pieces that affect this piece: actions and exchanges.
        let moves = |rule: &RuleRef| {
            let acts = rule.kind() == RuleKind::Action;
            let roles = if acts { &[Role::Partner, Role::Actor][..] } else { &[Role::Partner] };
            rule.parts()
                .iter()
                .filter(|part| roles.contains(&part.role))
                .any(|part| part.filler.pieces().is_some_and(matches))
        };
        let by_itself = |arrival: &Arrival| arrival.by_itself && !arrival.then.is_empty();
        let own = piece_type.arrivals.iter().any(by_itself);
        own || rules.iter().any(moves)
    };
    let message = format!("a piece in the stage `{stage}` can never leave it");
    let help = "give the stage moves, or an `action` that moves the piece or lets it become something else";
    let problem = Diagnostic::new(Code::NeverLeft, piece_type.origin.0, message).help(help);
    (!Color::ALL.into_iter().any(moved)).then_some(problem)
}

fn never_moves(reach: &Reach, id: PieceTypeId, piece_type: &PieceType) -> Option<Diagnostic> {
    let mut blocked = false;
    for color in Color::ALL {
        let ends = reach.leads(Piece { color, piece_type: id });
        let zone = piece_type.stays.as_ref().map_or(ends, |zone| *zone.squares.get(color));
        if ends.meets(zone) {
            return None;
        }
        blocked |= !ends.is_empty();
    }
    let span = piece_type.moves.first().map_or(piece_type.origin.0, |moves| moves.origin.0);
    let title = &piece_type.title;
    Some(match &piece_type.stays {
        Some(zone) if blocked => {
            let why = format!("all its moves leave `{}`", zone.name);
            let message = format!("the {title} can never leave its square: {why}");
            Diagnostic::new(Code::NeverLeaves, span, message)
                .label(piece_type.origin.0, "it must stay in that region")
                .help("change its moves, or let it stay in a larger region")
        }
        _ => Diagnostic::new(Code::NeverMoves, span, format!("the {title} can never move on this board"))
            .help("from every square where it can stand, its moves lead off the board; write `stands still` if it should not move"),
    })
}

/// Returns the castlings of a piece that lead off the board from all its home squares.
fn never_castles(variant: &Variant, id: PieceTypeId, piece_type: &PieceType) -> Vec<Diagnostic> {
    let homes =
        |color| variant.homes(color, id).iter().map(move |square| (color, square)).collect::<Vec<_>>();
    let homes: Vec<(Color, Square)> = Color::ALL.into_iter().flat_map(homes).collect();
    // A shuffle also puts the piece on other squares.
    if homes.is_empty() || variant.arrays.iter().any(|info| info.orders.is_some()) {
        return Vec::new();
    }
    let is_off = |castle: &&Castle| {
        homes.iter().all(|(color, square)| castle.way(&variant.board, *square, *color).is_none())
    };
    let side = |castle: &Castle| if castle.side < 0 { "left" } else { "right" };
    let problem = |moves: &Moves| {
        let off: Vec<&Castle> = moves.automaton.castles.iter().filter(is_off).collect();
        let sides = join(off.iter().map(|castle| side(castle)), "or");
        let message = format!("the {} can never castle to its {sides}", piece_type.title);
        let help = format!(
            "there is no room for `O{}` there; write a smaller number, or castle to one side with `l` or `r` before `O`",
            off.first()?.steps
        );
        Some(
            Diagnostic::new(Code::NeverMoves, moves.origin.0, message)
                .here(format!("to its {sides}"))
                .help(help),
        )
    };
    piece_type.moves.iter().filter_map(problem).collect()
}

/// Returns the limits on moves of a piece that concern jumps or captures which these moves never make.
fn never_limits(reach: &Reach, piece_type: &PieceType) -> Vec<Diagnostic> {
    let meets = |pieces: &PieceFilter, side: Color, holds: Holds| {
        reach.all().any(|(piece, squares)| {
            let own = if piece.color == side { Holds::OWN } else { Holds::ENEMY };
            holds.meets(own) && reach.might_be(pieces, side, piece, squares)
        })
    };
    let problem = |moves: &Moves, word: &str, act: &str| {
        let message = format!("these moves never {act} such a piece");
        let help = format!("change the moves, or delete the words from `{word}`");
        Diagnostic::new(Code::NeverLimits, moves.origin.0, message).help(help)
    };
    let idle = |moves: &Moves| {
        let edges = || moves.automaton.states.iter().flat_map(|state| &state.edges);
        let of = |effect| {
            edges()
                .filter(|edge| edge.effect == effect)
                .fold(Holds::default(), |all, edge| all.or(edge.holds))
        };
        let passed = if edges().any(|edge| edge.effect == Effect::EnPassant) {
            Holds::ENEMY
        } else {
            Holds::default()
        };
        let limits = [
            (&moves.over, of(Effect::None), "over", "pass over"),
            (&moves.capturing, of(Effect::Capture).or(passed), "capturing", "capture"),
        ];
        let is_idle = |pieces, holds| !Color::ALL.into_iter().any(|side| meets(pieces, side, holds));
        let idle = limits
            .into_iter()
            .filter(|(pieces, holds, ..)| pieces.as_ref().is_some_and(|own| is_idle(own, *holds)));
        idle.map(|(.., word, act)| problem(moves, word, act)).collect::<Vec<_>>()
    };
    piece_type.moves.iter().flat_map(idle).collect()
}

/// Returns a problem if a piece captures en passant in a game in which no piece can be captured so.
fn never_passed(reach: &Reach) -> Option<Diagnostic> {
    let all = || reach.variant.piece_types.iter().flat_map(|own| &own.moves);
    let mut states = all().flat_map(|moves| &moves.automaton.states);
    if states.any(|state| state.stop.is_some_and(|stop| stop.passed)) {
        return None;
    }
    let captures = |state: &State| state.edges.iter().any(|edge| edge.effect == Effect::EnPassant);
    let moves = all().find(|moves| moves.automaton.states.iter().any(captures))?;
    let message = "no piece of this game can be captured en passant, so `e` has no effect here";
    Some(Diagnostic::new(Code::NeverPassed, moves.origin.0, message).help(
        "write `n` before the atom of a move after which a piece can be captured en passant, as in `ifmnD`, or delete `e`",
    ))
}

/// The minimum number of piece types that are dropped in a game in which another one was probably forgotten.
const MIN_DROPPED: usize = 4;

/// Returns a problem if a piece comes to a hand but can never leave it: a piece that starts there, or the only captured
/// piece that is not dropped. Games that count pieces in hand may need such pieces, and a captured royal often ends the
/// game.
fn never_dropped(reach: &Reach) -> Option<Diagnostic> {
    let variant = reach.variant;
    let effects: Vec<_> = variant.actions.iter().map(|action| action.act.effects()).collect();
    let drops = effects.iter().filter_map(|effect| effect.from_hand).flatten();
    let follow = variant.follow_ups.iter().flat_map(|rule| rule.dropped());
    let dropped: Vec<PieceTypeId> = drops.chain(follow).copied().collect();
    let counts = |condition: &Condition| condition.leaves().any(|fact| matches!(fact, Fact::Held(_)));
    if dropped.is_empty() || conditions(variant).iter().any(|(_, condition)| counts(condition)) {
        return None;
    }
    let is_idle = |id: PieceTypeId| !dropped.contains(&id) && variant.piece_type(id).royal.is_none();
    let is_captured = |id: PieceTypeId| {
        let mut all = variant.piece_type_ids().filter(|(_, own)| !own.neutral && own.royal.is_none());
        variant.holds_captures() && all.any(|(other, _)| variant.held(other) == id && reach.appears(other))
    };
    let captured = |idle| {
        let all = variant.piece_type_ids().map(|(id, _)| id).filter(|id| is_captured(*id));
        all.filter(|id| is_idle(*id) == idle).collect::<Vec<PieceTypeId>>()
    };
    let mut at_start = variant.start_hands.iter().map(|(piece, _)| piece.piece_type);
    let id = at_start.find(|id| is_idle(*id)).or_else(|| match captured(true).as_slice() {
        [one] if captured(false).len() >= MIN_DROPPED => Some(*one),
        _ => None,
    })?;
    let own = variant.piece_type(id);
    let message = format!("the {} can never be dropped from a hand", own.title);
    Some(Diagnostic::new(Code::UnusedHands, own.origin.0, message).help(
        "name it in an action with `drop`, or let it become another piece with `in hand becomes PIECE`",
    ))
}

fn never_entered(reach: &Reach) -> Option<Diagnostic> {
    let board = &reach.variant.board;
    let everywhere: SquareSet = board.squares().collect();
    let empty = reach.all().fold(everywhere, |empty, (_, squares)| empty & !squares);
    if empty.is_empty() || reach.variant.setup.is_empty() {
        return None;
    }
    let names: Vec<&str> = board.listed(empty).take(6).map(|square| board.name(square)).collect();
    let mut list = quoted(&names);
    if empty.count() as usize > names.len() {
        list += &format!(" and {} more", empty.count() as usize - names.len());
    }
    let place = array_place(reach.variant);
    let help = "check the entry rules and the positions of cells off the grid; use `hole` for squares that are not in play";
    Some(Diagnostic::new(Code::NeverEntered, place, format!("no piece can ever reach {list}")).help(help))
}

pub(super) fn rules(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    arrivals(reach, problems);
    for admission in variant.admissions.iter().filter(|admission| !admits(reach, admission)) {
        let message = format!("no piece can ever enter {} by this rule", admission.zone.name);
        let help = "none of its pieces is ever on the board, and an entry rule keeps out all other pieces";
        problems.push(Diagnostic::new(Code::NeverAdmits, admission.origin.0, message).help(help));
    }
    for rule in variant.rules().into_iter().filter(|rule| applies(rule.kind())) {
        let parts = rule.parts();
        let pieces = parts.iter().filter_map(|part| part.filler.pieces());
        for _ in pieces.filter(|pieces| !Color::ALL.into_iter().any(|side| reach.any(pieces, side))) {
            let origin = rule.origin(variant);
            let problem = Diagnostic::new(Code::NeverApplies, origin.0, "this rule applies to no piece");
            problems.push(problem.help("the pieces that it names can never be on the squares that it names"));
        }
    }
    for rule in &variant.castling_rules {
        // An equal rule before this one counts, because its castlings are the same.
        let is_by = |castling: &Castling| {
            let to = (castling.king.1, castling.partner.1);
            castling.placed && castling.pieces == rule.pieces && to == *rule.to.get(castling.color)
        };
        if !variant.castlings.iter().any(is_by) {
            let message = "no two pieces can castle by this rule";
            let problem = Diagnostic::new(Code::NeverApplies, rule.origin.0, message);
            let help = "both pieces and the squares to which they go must be on one rank; check the squares and the side";
            problems.push(problem.help(help));
        }
    }
    actions::check(reach, problems);
    problems.extend(variant.follow_ups.iter().filter_map(|rule| never_follows(reach, rule)));
    problems.extend(never_fulfilled(variant));
    problems.extend(variant.immunities.iter().filter_map(|rule| never_threatened(reach, rule)));
    problems.extend(only_lost(variant));
}

/// Returns a problem if no rule threatens any piece with what the pieces of this rule are immune to.
fn never_threatened(reach: &Reach, rule: &Immunity) -> Option<Diagnostic> {
    let variant = reach.variant;
    let effects =
        || variant.piece_types.iter().flat_map(|own| &own.arrivals).flat_map(|arrival| &arrival.then);
    let acts = || variant.actions.iter().map(|action| action.act.effects());
    let displaces = |then: &Consequence| then.removes().is_some() || then.fate().is_some();
    let advances = |rule: &FollowUp| matches!(rule.act, Following::Advance(_));
    let is_idle = |threat: &Threat| match threat {
        Threat::Capture | Threat::Attack => false,
        Threat::Displacement => {
            !effects().any(displaces)
                && !acts().any(|act| act.removing.is_some())
                && !variant.follow_ups.iter().any(advances)
        }
        Threat::Exchange => {
            !effects().any(|then| then.exchanges().is_some()) && !acts().any(|act| act.pieces.len() > 1)
        }
    };
    let words = match rule.to.as_slice() {
        [Threat::Displacement] => "displaces a piece",
        [Threat::Exchange] => "exchanges pieces",
        _ => "displaces or exchanges pieces",
    };
    let problem =
        Diagnostic::new(Code::NeverMatters, rule.origin.0, "nothing threatens these pieces in this way");
    let applies = Color::ALL.into_iter().any(|side| reach.any(&rule.pieces, side));
    (applies && rule.to.iter().all(is_idle)).then(|| problem.help(format!("no rule of the game {words}")))
}

/// Returns true if a rule of this kind has no effect without the pieces that it names. Rules of other kinds have
/// lints of their own or remain meaningful.
fn applies(kind: RuleKind) -> bool {
    matches!(kind, RuleKind::Border | RuleKind::Immunity | RuleKind::MoveRule)
}

/// Reports arrival rules that never apply, instead of the pieces and stages that only these rules could bring about. A rule
/// that concerns several piece types is reported only if none of them can arrive.
fn arrivals(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let fired = reach.fired();
    let mut idle: BTreeMap<Span, (&str, &str, bool)> = BTreeMap::new();
    let mut missed: Vec<Span> = Vec::new();
    for (_, piece_type) in reach.variant.piece_type_ids().filter(|(id, _)| reach.appears(*id)) {
        for arrival in piece_type.arrivals.iter().filter(|arrival| !fired.contains(&arrival.origin.0)) {
            let made = arrival.then.iter().flat_map(Consequence::becomes);
            missed.extend(made.map(|id| reach.variant.piece_type(*id).origin.0));
            idle.entry(arrival.origin.0).or_insert((
                &piece_type.title,
                &arrival.zone.name,
                arrival.by_itself,
            ));
        }
    }
    problems.retain(|problem| {
        let is_missed = matches!(problem.code, Code::NeverAppears | Code::NeverReached)
            && missed.contains(&problem.place());
        // If a row of an array is missing, the rules seem idle because of it.
        !is_missed || problem.doubts.contains(Parts::PIECES)
    });
    problems.extend(idle.into_iter().map(|(span, (title, zone, by_itself))| {
        if by_itself {
            return Diagnostic::new(Code::NeverFires, span, "this can never happen")
                .help("none of its pieces can ever be on these squares; check the pieces and the region");
        }
        Diagnostic::new(Code::NeverFires, span, format!("the {title} can never arrive at `{zone}`"))
            .help("its moves do not lead there; check the region and the directions of the moves")
    }));
}

fn admits(reach: &Reach, admission: &Admission) -> bool {
    let everywhere: SquareSet = reach.variant.board.squares().collect();
    reach.all().any(|(piece, _)| reach.might_be(&admission.pieces, piece.color, piece, everywhere))
}

/// Returns a problem if this follow-up can follow no move.
fn never_follows(reach: &Reach, rule: &FollowUp) -> Option<Diagnostic> {
    let (pieces, zone, first) = rule.leaving()?;
    let leaves = |side: Color| {
        let homes = reach.variant.home_pieces();
        let homes = homes.map(|(square, _)| square).collect::<SquareSet>();
        // Only an unmoved piece triggers such a rule, and it stands on a home square.
        let from = if first { *zone.squares.get(side) & homes } else { *zone.squares.get(side) };
        let may_leave = |(piece, squares): (Piece, SquareSet)| {
            piece.color == side
                && squares.meets(from)
                && reach.might_be(pieces, side, piece, squares & from)
                && !reach.variant.piece_type(piece.piece_type).moves.is_empty()
        };
        reach.all().any(may_leave)
    };
    let help = match () {
        () if !Color::ALL.into_iter().any(leaves) => "none of its pieces ever moves from these squares",
        () if !rule.dropped().is_empty()
            && !rule.dropped().iter().any(|id| reach.variant.is_ever_held(*id)) =>
        {
            "none of these pieces is ever in hand"
        }
        () => return None,
    };
    let problem = Diagnostic::new(Code::NeverFires, rule.origin.0, "this never follows a move");
    Some(problem.help(help))
}

/// Returns the obligations that no move can fulfil, because another rule always forbids it.
fn never_fulfilled(variant: &Variant) -> Vec<Diagnostic> {
    let forbids = |ban: &&MoveRule, duty: &MoveRule| {
        let covers = match (&ban.property, &duty.property) {
            (MoveProperty::Capture(all), MoveProperty::Capture(_)) if *all == PieceFilter::ALL => true,
            (banned, wanted) => banned == wanted,
        };
        ban.force == Force::MayNot && ban.when.is_none() && covers && (ban.by.is_none() || ban.by == duty.by)
    };
    let duties = variant.move_rules.iter().filter(|rule| rule.force == Force::MustIfCan);
    let problem = |duty: &MoveRule| {
        let ban = variant.move_rules.iter().find(|ban| forbids(ban, duty))?;
        let message = "no move can fulfil this obligation, because another rule forbids it";
        let problem = Diagnostic::new(Code::NeverMatters, duty.origin.0, message);
        Some(problem.label(ban.origin.0, "this forbids it").help("delete one of the two rules"))
    };
    duties.filter_map(problem).collect()
}

/// Returns the rights that are changed although nothing uses them.
fn only_lost(variant: &Variant) -> Vec<Diagnostic> {
    let effects = || {
        let arrivals = variant.piece_types.iter().flat_map(|own| &own.arrivals);
        arrivals.flat_map(|arrival| &arrival.then)
    };
    let is_asked = |number: usize| {
        let asks = |fact: &Fact| fact.depends_on_right(number);
        conditions(variant).iter().any(|(_, condition)| condition.facts().into_iter().any(asks))
            || effects().any(
                |then| matches!(then, Consequence::Set(_, Amount::Uses { right, .. }) if *right == number),
            )
    };
    let is_used = |number: usize| {
        variant.actions.iter().any(|action| action.right == Some(number))
            || effects().any(|then| *then == Consequence::Use(number))
            || is_asked(number)
    };
    let idle = |(number, right): (usize, &Right)| {
        let change = effects().find(|then| then.right() == Some(number)).filter(|_| !is_used(number))?;
        let can = match change {
            Consequence::Gain(_) => "gained",
            Consequence::Set(..) => "set",
            Consequence::Lose(_)
            | Consequence::Use(_)
            | Consequence::Become(_)
            | Consequence::Regain(_)
            | Consequence::Send { .. }
            | Consequence::End { .. }
            | Consequence::Exchange(_)
            | Consequence::Vanish
            | Consequence::Clear(..)
            | Consequence::Itself(_)
            | Consequence::Others(..) => "lost",
        };
        let message = format!("the right `{}` can be {can}, but no rule uses it", right.name);
        let help = "write `uses NAME` in an action or an effect that needs it";
        Some(Diagnostic::new(Code::UnusedRight, right.origin.0, message).help(help))
    };
    variant.rights.iter().enumerate().filter_map(idle).collect()
}
