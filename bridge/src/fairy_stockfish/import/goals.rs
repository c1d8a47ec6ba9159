//! Translates goals, which are squares that win the game when a piece reaches them.

use super::endings::ending;
use super::game::GameWriter;
use crate::builder::{ConditionFill, NewStatement, PieceFill, SquareFill};
use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::SquareMask;
use crate::fairy_stockfish::state::COLORS;

/// The goal of one side or of both.
struct SideGoal {
    /// The pieces as a rule refers to them.
    pieces: PieceFill,
    region: SquareFill,
    royal: bool,
    /// True if the pieces are the kings.
    is_king: bool,
    /// The squares of the goal as both sides see them, and their number, if filling the goal wins.
    full: Option<(SquareFill, u32)>,
}

/// Adds the endings by goals.
pub fn add(game: &mut GameWriter, endings: &mut Vec<NewStatement>) {
    let regions = game.state.both_squares("flagRegion");
    if regions.iter().all(|squares| squares.is_empty()) {
        return;
    }
    let kinds = COLORS.map(|color| game.state.kinds(&format!("flagPiece{color}")));
    let all = COLORS.map(|color| game.state.is_all(&format!("flagPiece{color}")));
    let blocked = game.state.flag("flagPieceBlockedWin");
    let number = game.state.number("flagPieceCount").max(1);
    let possible = |side: usize| {
        let squares = i64::from(regions[side].count());
        squares > 0 && blocked || number <= squares && (all[side] || !game.lacks(side, &kinds[side], number))
    };
    let sides: Vec<usize> = (0..2).filter(|side| possible(*side)).collect();
    if sides.is_empty() {
        return game.never("flagRegion", format!("no side ever has {number} of the pieces on these squares"));
    }
    let goals: Vec<SideGoal> = match kinds[0] == kinds[1] && all[0] == all[1] && !blocked {
        true => vec![goal(game, &kinds[0], all[0], regions)].into_iter().flatten().collect(),
        false => sides
            .into_iter()
            .filter_map(|side| {
                let mut own = [SquareMask::NONE; 2];
                own[side] = regions[side];
                let goal = if own[side].is_empty() { None } else { goal(game, &kinds[side], all[side], own) };
                let full = blocked.then(|| {
                    let squares = game.regions.name("whole-goal", [regions[side]; 2]);
                    (squares, regions[side].count())
                });
                goal.map(|goal| SideGoal { full, ..goal })
            })
            .collect(),
    };
    for (at, goal) in goals.iter().enumerate() {
        let suffix = if at == 0 { String::new() } else { format!("-{}", at + 1) };
        one(game, goal, &suffix, endings);
    }
}

fn goal(game: &mut GameWriter, kinds: &[KindId], all: bool, regions: [SquareMask; 2]) -> Option<SideGoal> {
    let pieces = if all { PieceFill::all() } else { game.kinds(kinds)? };
    let royal = !all && kinds.iter().all(|kind| super::royals::is_royal(game, *kind));
    let mut preferred = "goal";
    let own = if regions[0].is_empty() { game.regions.turn(regions[1]) } else { regions[0] };
    if own == SquareMask::rank(game.ranks() - 1) & game.regions.board() & !game.start.walls
        && game.regions.turn(regions[0]) == regions[1]
    {
        preferred = "far-rank";
    }
    let is_king = !all && game.names_of(kinds) == ["king"];
    Some(SideGoal { pieces, region: game.regions.name(preferred, regions), royal, is_king, full: None })
}

fn one(game: &mut GameWriter, goal: &SideGoal, suffix: &str, endings: &mut Vec<NewStatement>) {
    let SideGoal { pieces, region, royal, is_king, full } = goal;
    let number = game.state.number("flagPieceCount").max(1);
    let (delayed, safe) = (game.state.flag("flagMove"), game.state.flag("flagPieceSafe"));
    let [own, enemy] = [pieces.clone().own(), pieces.clone().enemy()].map(|pieces| pieces.inside(region));
    let there = |pieces: &PieceFill| {
        let enough = ConditionFill::at_least(pieces.clone(), number);
        let some = ConditionFill::some(pieces.clone(), false);
        match (number, full) {
            (1, _) => some,
            (_, None) => enough,
            (_, Some((squares, count))) => {
                let filled = ConditionFill::at_least(PieceFill::all().any().inside(squares), count);
                ConditionFill::Any(vec![enough, ConditionFill::All(vec![some, filled])])
            }
        }
    };
    let named = |name: &str, result| ending(&format!("{name}{suffix}"), result);
    let safe_there = |pieces: &PieceFill| {
        let safe = pieces.clone().except(PieceFill::all().attacked_by(PieceFill::all()));
        let more = ConditionFill::at_least(pieces.clone(), number + 1);
        ConditionFill::Any(vec![more, ConditionFill::at_least(safe, number)])
    };
    if delayed && safe && *royal {
        game.cannot("flagMove", "in that program, a royal piece wins at once, because it is safe");
    }
    match (delayed, safe && !*royal) {
        (false, false) => endings.push(named("goal", "loss").with(there(&enemy))),
        (false, true) => {
            let both = vec![safe_there(&own), safe_there(&enemy)];
            endings.push(named("both-home", "draw").with(ConditionFill::All(both)));
            endings.push(named("kept", "win").with(safe_there(&own)));
            endings.push(named("goal", "loss").with(safe_there(&enemy)));
        }
        (true, false) if *is_king && number == 1 => kings_race(game, [own, enemy], suffix, endings),
        (true, false) => endings.push(named("goal", "win").with(there(&own))),
        // The opponent has one more move only if the piece is attacked.
        (true, true) => {
            endings.push(named("kept", "win").with(there(&own)));
            endings.push(named("goal", "loss").with(safe_there(&enemy)));
        }
    }
}

/// Adds the endings of a race of kings, in which Black has one more move to equalize.
fn kings_race(
    game: &mut GameWriter,
    [own, enemy]: [PieceFill; 2],
    suffix: &str,
    endings: &mut Vec<NewStatement>,
) {
    let king = KindId::named("king").and_then(|king| game.moves.get(&king));
    if king.is_some_and(|moves| moves.parts.iter().any(|part| !part.captures && !part.initial)) {
        game.cannot("flagMove", "the last move of Black's king must go where it could also capture");
    }
    let goals = game.state.both_squares("flagRegion");
    let white = game.regions.name("goal-of-white", [goals[0], SquareMask::NONE]);
    let kings = PieceFill::named(&["king"]).enemy().inside(&white);
    let [own, enemy] = [own, enemy].map(|pieces| ConditionFill::some(pieces, false));
    let named = |name: &str, result| ending(&format!("{name}{suffix}"), result);
    endings.push(named("both-home", "draw").with(ConditionFill::All(vec![own.clone(), enemy.clone()])));
    endings.push(named("raced", "win").with(own.clone()));
    let late = ConditionFill::Any(vec![ConditionFill::say("in check"), own.reachable().negated()]);
    let overtaken = ConditionFill::All(vec![ConditionFill::some(kings.clone(), false), late]);
    endings.push(named("overtaken", "loss").with(overtaken));
    let beaten = ConditionFill::All(vec![enemy, ConditionFill::none(kings, false)]);
    endings.push(named("beaten", "loss").with(beaten));
}
