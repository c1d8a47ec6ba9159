//! Translates goals, which are squares that win the game when a piece reaches them.

use super::game::GameWriter;
use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::SquareMask;
use crate::fairy_stockfish::state::COLORS;

/// The goal of one side or of both.
struct SideGoal {
    /// The pieces as a rule refers to them.
    pieces: String,
    region: String,
    royal: bool,
    /// The squares of the goal as both sides see them, and their number, if filling the goal wins.
    full: Option<(String, u32)>,
}

/// Adds the endings by goals.
pub fn add(game: &mut GameWriter, endings: &mut Vec<String>) {
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
    let pieces = if all { "piece".to_owned() } else { game.kinds(kinds)? };
    let royal = !all && kinds.iter().all(|kind| super::royals::is_royal(game, *kind));
    let mut preferred = "goal";
    let own = if regions[0].is_empty() { game.regions.turn(regions[1]) } else { regions[0] };
    if own == SquareMask::rank(game.ranks() - 1) & game.regions.board() & !game.start.walls
        && game.regions.turn(regions[0]) == regions[1]
    {
        preferred = "far-rank";
    }
    Some(SideGoal { pieces, region: game.regions.name(preferred, regions), royal, full: None })
}

fn one(game: &mut GameWriter, goal: &SideGoal, suffix: &str, endings: &mut Vec<String>) {
    let SideGoal { pieces, region, royal, full } = goal;
    let number = game.state.number("flagPieceCount").max(1);
    let (delayed, safe) = (game.state.flag("flagMove"), game.state.flag("flagPieceSafe"));
    let there = |whose: &str| match (number, full) {
        (1, _) => format!("{whose} {pieces} in {region}"),
        (_, None) => format!("{whose} {pieces} in {region} >= {number}"),
        (_, Some((squares, count))) => format!(
            "{whose} {pieces} in {region} >= {number} or ({whose} {pieces} in {region} and any piece in {squares} >= {count})"
        ),
    };
    match (delayed, safe && !*royal) {
        (false, false) => endings.push(format!("goal{suffix}: loss when {}", there("enemy"))),
        (false, true) => {
            let safe = |whose: &str| {
                let all = format!("{whose} {pieces} in {region}");
                format!("({all} >= {} or {all} except piece attacked by piece >= {number})", number + 1)
            };
            endings.push(format!("both-home{suffix}: draw when {} and {}", safe("own"), safe("enemy")));
            endings.push(format!("kept{suffix}: win when {}", safe("own")));
            endings.push(format!("goal{suffix}: loss when {}", safe("enemy")));
        }
        (true, false) if pieces == "king" && number == 1 => kings_race(game, region, suffix, endings),
        (true, false) => endings.push(format!("goal{suffix}: win when {}", there("own"))),
        (true, true) => {
            game.cannot("flagMove", "the opponent has one more move only if the piece is attacked")
        }
    }
}

/// Adds the endings of a race of kings, in which Black has one more move to equalize.
fn kings_race(game: &mut GameWriter, region: &str, suffix: &str, endings: &mut Vec<String>) {
    let king = KindId::named("king").and_then(|king| game.moves.get(&king));
    if king.is_some_and(|moves| moves.parts.iter().any(|part| !part.captures && !part.initial)) {
        game.cannot("flagMove", "the last move of Black's king must go where it could also capture");
    }
    let goals = game.state.both_squares("flagRegion");
    let white = game.regions.name("goal-of-white", [goals[0], SquareMask::NONE]);
    endings.push(format!("both-home{suffix}: draw when own king in {region} and enemy king in {region}"));
    endings.push(format!("raced{suffix}: win when own king in {region}"));
    endings.push(format!(
        "overtaken{suffix}: loss when enemy king in {white} and (in check or not some move reaches own king in {region})"
    ));
    endings.push(format!("beaten{suffix}: loss when enemy king in {region} and no enemy king in {white}"));
}
