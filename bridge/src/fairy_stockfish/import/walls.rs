//! Translates walls: those that players place after their moves or instead of them, and pieces that turn into walls. A
//! wall is a neutral piece.

use super::draft::{FileDraft, PieceDraft};
use super::game::{GameWriter, forms};
use super::lines::MAX as MOST_SQUARES;
use super::royals::{besides_kings, is_royal};
use super::rules::player_may_not;
use crate::builder::{ConditionFill, EffectFill, NewStatement, PieceFill, SquareFill, event};
use crate::fairy_stockfish::betza::PathForm;
use crate::fairy_stockfish::options::{KindId, TABLE, WallPlacing, WallRule};
use crate::fairy_stockfish::squares::{SquareMask, name};
use crate::fairy_stockfish::state::COLORS;
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;

/// The right that a player uses by a move, and gains again by the wall that belongs to it.
const WALL_RIGHT: &str = "walling";

/// Adds the walls.
pub fn add(game: &mut GameWriter, draft: &mut FileDraft) {
    petrified(game, draft);
    let word = game.state.word("wallingRule");
    let instead = game.state.flag("wallOrMove");
    let Some(rule) = TABLE.walls.iter().find(|row| row.word == word) else {
        if instead {
            game.cannot("wallOrMove", "in that program, a player may pass if there are no walls");
        }
        return;
    };
    if let Some(reason) = obstacle(game, rule.placing, instead) {
        return game.cannot("wallingRule", reason);
    }
    match rule.placing {
        WallPlacing::Behind => left_behind(game, draft, rule),
        WallPlacing::Moved | WallPlacing::Anywhere | WallPlacing::AtEdge | WallPlacing::Ahead => {
            placed(game, draft, rule, instead);
        }
    }
}

/// Adds the rule that some pieces turn into walls when they capture.
fn petrified(game: &mut GameWriter, draft: &mut FileDraft) {
    let kinds: Vec<KindId> = game.state.kinds("petrifyOnCaptureTypes");
    let kinds: Vec<KindId> = kinds.into_iter().filter(|kind| game.occurs(*kind)).collect();
    let Some(pieces) = game.kinds(&kinds) else { return };
    let promotes = |kind: &KindId| !forms(game.state, *kind).is_empty();
    let reason = match () {
        () if game.state.flag("blastOnCapture") => "check in that program ignores a wall that explodes",
        () if game.state.flag("capturesToHand") => "a piece that becomes a wall also goes to a hand",
        () if kinds.iter().any(|kind| is_royal(game, *kind)) => {
            "a royal piece that could capture is bound by check"
        }
        () if kinds.iter().any(promotes) => "a piece that promotes by its capture becomes a wall or not",
        () => "",
    };
    if !reason.is_empty() {
        return game.cannot("petrifyOnCaptureTypes", reason);
    }
    let wall = declare(game, draft, ("wall", "O"));
    let rule = NewStatement::new(Keyword::Capturing).with(PieceFill::all()).with(pieces);
    draft.rules.push(vec![rule.with(EffectFill::becomes(&[wall]))]);
}

/// Declares the neutral piece, and returns its name.
fn declare(game: &GameWriter, draft: &mut FileDraft, (name, token): (&str, &str)) -> String {
    let (name, token) = game.names.unique(name, token.to_owned());
    let lines = vec![NewStatement::new(Keyword::Neutral)];
    draft.pieces.push(PieceDraft { name: name.clone(), token, moves: String::new(), royal: false, lines });
    name
}

/// Returns the reason why walls by a rule cannot be expressed.
fn obstacle(game: &GameWriter, placing: WallPlacing, instead: bool) -> Option<&'static str> {
    let flag = |option: &str| game.state.flag(option);
    let passes =
        COLORS.iter().any(|color| flag(&format!("pass{color}")) || flag(&format!("passOnStalemate{color}")));
    let petrifies = game.state.kinds("petrifyOnCaptureTypes").iter().any(|kind| game.occurs(*kind));
    let king = game.pieces.iter().any(|piece| piece.kind.is("king"));
    let hops = |kind: &KindId| {
        let parts = game.moves.get(kind).map_or(&[][..], |moves| &moves.parts);
        parts.iter().any(|part| matches!(part.form, PathForm::Hop(_) | PathForm::Land))
    };
    let is_hopping = game.pieces.iter().any(|piece| hops(&piece.kind));
    let castles = flag("castling") && !game.start.castlings.is_empty();
    let promotes = game.pieces.iter().any(|piece| !forms(game.state, piece.kind).is_empty());
    let shields = !besides_kings(game).is_empty();
    match placing {
        _ if petrifies => Some("pieces that capture become walls as well"),
        _ if game.has_hands() => Some("that program confuses walls and pieces in hand"),
        _ if passes => Some("that program puts a wall on a1 when a player passes"),
        _ if flag("blastOnCapture") => Some("a wall cannot be put where an explosion has removed a piece"),
        WallPlacing::Behind if instead => {
            Some("no wall can be put on the square of a piece that does not move")
        }
        WallPlacing::Behind if castles => Some("in castling, two pieces leave their squares"),
        WallPlacing::Moved if king => Some("check in that program ignores the wall that is put"),
        WallPlacing::Moved if !game.start.walls.is_empty() => {
            Some("the walls of the start position move as well")
        }
        WallPlacing::Moved | WallPlacing::Anywhere | WallPlacing::AtEdge | WallPlacing::Ahead if shields => {
            Some("a wall shields a royal piece from check in the same move")
        }
        _ if king && is_hopping => Some("check in that program ignores the wall that is put"),
        WallPlacing::Ahead if castles || promotes => {
            Some("the wall goes where a piece could go that castles or promotes")
        }
        WallPlacing::Moved
        | WallPlacing::Anywhere
        | WallPlacing::AtEdge
        | WallPlacing::Behind
        | WallPlacing::Ahead => None,
    }
}

/// Adds the rule that a piece leaves a wall behind.
fn left_behind(game: &mut GameWriter, draft: &mut FileDraft, rule: &WallRule) {
    let squares = game.state.both_squares("wallingRegion");
    if game.regions.name("wall-squares", squares) != SquareFill::grid() {
        return game.cannot("wallingRegion", "a piece on another square cannot move");
    }
    let wall = declare(game, draft, (&rule.piece, &rule.token));
    let leaving = NewStatement::new(Keyword::Leaving).with(SquareFill::grid()).with(PieceFill::all().any());
    let leaving = leaving.say("add").with(crate::builder::held(&[wall]));
    let shields = !besides_kings(game).is_empty();
    draft.rules.push(vec![if shields { leaving.say("that shields") } else { leaving }]);
}

/// Adds the rule that a player puts a wall on a square after a move, or instead of one.
fn placed(game: &mut GameWriter, draft: &mut FileDraft, rule: &WallRule, instead: bool) {
    let squares = game.state.both_squares("wallingRegion");
    let region = game.regions.name("wall-squares", squares);
    let wall = declare(game, draft, (&rule.piece, &rule.token));
    let after = NewStatement::new(Keyword::After);
    let used_up = || ConditionFill::used_up("used up", WALL_RIGHT);
    let after = if instead { after.with(used_up()) } else { after };
    let after = after
        .say(if rule.placing == WallPlacing::Moved { "put" } else { "add" })
        .item(Slot::Piece, &wall)
        .with(region.clone());
    let is_ahead = rule.placing == WallPlacing::Ahead;
    let after = if is_ahead { after.say("where it could move") } else { after };
    // The square that a piece leaves is free for a wall, unless only some squares are.
    let at_edge = rule.placing == WallPlacing::AtEdge;
    let is_certain = !instead && !at_edge && !is_ahead && region == SquareFill::grid();
    let mut wrong = if is_certain { Vec::new() } else { vec![used_up()] };
    if at_edge {
        wrong.extend(isolated(game, &wall));
    }
    if !is_certain {
        draft.rules.push(vec![NewStatement::new(Keyword::Right).item(Slot::Name, WALL_RIGHT).say("once")]);
        let uses = EffectFill::right("uses", WALL_RIGHT);
        if instead {
            draft.actions.push(flood());
        } else {
            let moving = NewStatement::new(Keyword::Arriving).with(PieceFill::all()).with(SquareFill::grid());
            let castles = game.state.flag("castling") && !game.start.castlings.is_empty();
            let moving = if castles { moving.say(",").with(event("castling")) } else { moving };
            draft.rules.push(vec![moving.with(uses)]);
        }
        let put = NewStatement::new(Keyword::Arriving).with(PieceFill::named(&[&wall])).with(event("put"));
        draft.rules.push(vec![put.with(EffectFill::right("gains", WALL_RIGHT))]);
    }
    draft.rules.push(vec![after]);
    if !wrong.is_empty() {
        draft.rules.push(vec![player_may_not("reach").with(ConditionFill::Any(wrong))]);
    }
    if instead && game.state.number("nMoveRule") > 0 {
        let reason = "in that program, the move count begins anew with some of the walls";
        game.never("wallOrMove", reason);
    }
}

/// Returns the action of a player who puts a wall instead of a move.
fn flood() -> NewStatement {
    let lines = vec![
        NewStatement::new(Keyword::Pass),
        NewStatement::new(Keyword::Uses).item(Slot::Right, WALL_RIGHT),
    ];
    NewStatement::new(Keyword::Action).item(Slot::Name, "wall-in").block(lines)
}

/// Returns the conditions that a wall stands neither on the edge of the board nor next to another wall, along a rank or a
/// file. All other walls do, so that they hold only for a wall that has just been put.
fn isolated(game: &mut GameWriter, wall: &str) -> Vec<ConditionFill> {
    let board = game.regions.board();
    let neighbors =
        |(file, rank): (i32, i32)| [(file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1)];
    let is_inner = |at: &(i32, i32)| {
        let is_free = |(file, rank)| board.has(file, rank) && !game.start.walls.has(file, rank);
        neighbors(*at).into_iter().all(is_free) && !game.start.walls.has(at.0, at.1)
    };
    let inner: Vec<(i32, i32)> = board.iter().filter(is_inner).collect();
    let all = inner.iter().fold(SquareMask::NONE, |all, (file, rank)| all | SquareMask::one(*file, *rank));
    if inner.len() > MOST_SQUARES || game.regions.turn(all) != all {
        game.cannot("wallingRule", format!("a condition would have to name {} squares", inner.len()));
        return Vec::new();
    }
    let walls = |squares: &[(i32, i32)]| {
        let names: Vec<String> = squares.iter().copied().map(name).collect();
        PieceFill::named(&[wall]).inside(&SquareFill::list(&names))
    };
    let condition = |at: &(i32, i32)| {
        let beside = ConditionFill::none(walls(&neighbors(*at)), false);
        ConditionFill::All(vec![ConditionFill::some(walls(&[*at]), false), beside])
    };
    inner.iter().map(condition).collect()
}
