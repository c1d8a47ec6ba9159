//! Translates rules about moves: mandatory and forbidden captures, explosions, passes, and walls that both sides place.

use super::draft::FileDraft;
use super::game::{GameWriter, main_pawns, remembers};
use super::royals::{besides_kings, is_about_check};
use crate::builder::{ConditionFill, EffectFill, NewStatement, PieceFill};
use crate::fairy_stockfish::options::TABLE;
use crate::fairy_stockfish::state::COLORS;
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;

/// The right that a player uses up by passing.
pub(super) const PAUSE: &str = "pause";

/// Begins a restriction of the moves with a property.
pub(super) fn player_may_not(property: &'static str) -> NewStatement {
    NewStatement::new(Keyword::Player).say("may not").say(property)
}

/// Adds the rules.
pub fn add(game: &mut GameWriter, draft: &mut FileDraft) {
    blast(game, draft);
    draft.rules.extend(std::mem::take(&mut game.rules).into_iter().map(|rule| vec![rule]));
    if game.state.flag("mustCapture") {
        draft.rules.push(vec![NewStatement::new(Keyword::Player).say("must capture if it can")]);
    }
    if !game.state.flag("checking") && is_about_check(game, "checking") {
        draft.rules.push(vec![player_may_not("give check")]);
    }
    for kind in game.state.kinds("mutuallyImmuneTypes") {
        let explodes = !kind.is_pawn() && !game.state.kinds("blastImmuneTypes").contains(&kind);
        if let Some(pieces) = game.kind(kind) {
            if explodes && game.state.flag("blastOnCapture") {
                game.cannot(
                    "mutuallyImmuneTypes",
                    "no capture may remove such a piece by its explosion, either",
                );
            }
            draft.rules.push(vec![player_may_not("capture").with(pieces.clone()).with(pieces)]);
        }
    }
    passes(game, draft);
    note_unsupported(game);
}

fn blast(game: &mut GameWriter, draft: &mut FileDraft) {
    if !game.state.flag("blastOnCapture") {
        return;
    }
    let spared = game.pieces.iter().find(|piece| piece.kind.is_pawn()).map(|piece| game.names.of(*piece));
    let all = PieceFill::all();
    let removed = spared.map(|name| all.clone().except(PieceFill::named(&[name]))).unwrap_or(all.clone());
    let rule = NewStatement::new(Keyword::Capturing).with(all);
    draft.rules.push(vec![match game.state.flag("capturesToHand") {
        false => rule.with(EffectFill::removes_around(removed)).say("vanishes"),
        true => to_enemy_hands(rule, removed),
    }]);
    if game.pieces.iter().any(|piece| piece.kind.is("king")) {
        game.cannot(
            "blastOnCapture",
            "check in that program ignores the pieces that an explosion removes beside a king",
        );
    }
    if game.state.flag("capturesToHand") {
        hands_of_explosions(game);
    }
    if game.state.kinds("blastImmuneTypes").iter().any(|kind| game.occurs(*kind)) {
        game.cannot("blastImmuneTypes", "a piece that captures survives its own explosion");
    }
    if let Some(royals) = game.kinds(&besides_kings(game)) {
        draft.rules.push(vec![player_may_not("lose").with(royals.clone())]);
        let beside = royals.clone().beside(royals.enemy());
        draft.rules.push(vec![NewStatement::new(Keyword::Immune).with(beside).say("attack")]);
    }
}

/// Adds the effects of an explosion that sends each piece to the hand of the side that did not own it. Those of the side
/// that captures go over to the enemy first.
fn to_enemy_hands(rule: NewStatement, removed: PieceFill) -> NewStatement {
    let removes = EffectFill::removes_around(removed.clone().enemy());
    rule.with(removes.clone().say("to hand"))
        .with(EffectFill::converts_around(removed.own()))
        .with(removes.say("to hands of owners"))
        .say("changes sides")
        .say("goes to hand")
}

/// Records what the hands of a game with explosions cannot express.
fn hands_of_explosions(game: &mut GameWriter) {
    let pawns = main_pawns(game.state).into_iter().flatten();
    if remembers(game.state) && pawns.into_iter().any(|kind| !kind.is_pawn()) {
        let reason = "a captured piece turns into a different piece than one that explodes";
        game.cannot("promotionPawnTypes", reason);
    }
}

/// Returns true if both sides can pass. The game is drawn when each has just passed.
pub(super) fn both_pass(game: &GameWriter) -> bool {
    let passes = |option: &str, color: &str| game.state.flag(&format!("{option}{color}"));
    COLORS.iter().all(|color| passes("pass", color) || passes("passOnStalemate", color))
}

fn passes(game: &mut GameWriter, draft: &mut FileDraft) {
    let is_paused = both_pass(game);
    if is_paused {
        let right = NewStatement::new(Keyword::Right).item(Slot::Name, PAUSE);
        draft.rules.push(vec![right.say("once").say("regained by other moves")]);
    }
    let king = game.pieces.iter().any(|piece| piece.kind.is("king"));
    for (option, more) in [("pass", None), ("passOnStalemate", Some("no other move"))] {
        let has = |option: &str, side: usize| game.state.flag(&format!("{option}{}", COLORS[side]));
        // The second option limits the first.
        let is_free = |side: usize| more.is_some() || !has("passOnStalemate", side);
        let sides: Vec<usize> = (0..2).filter(|side| has(option, *side) && is_free(*side)).collect();
        if sides.is_empty() {
            continue;
        }
        let mut when: Vec<ConditionFill> = Vec::new();
        if king {
            when.push(ConditionFill::say("in check").negated());
        }
        when.extend(more.map(ConditionFill::say));
        if let [side] = sides[..] {
            let mut own = [super::super::squares::SquareMask::NONE; 2];
            own[side] = game.regions.board();
            let region = game.regions.name(if side == 0 { "board-of-white" } else { "board-of-black" }, own);
            when.push(ConditionFill::some(PieceFill::all().own().inside(&region), false));
        }
        let mut lines = vec![NewStatement::new(Keyword::Pass)];
        lines.extend(is_paused.then(|| NewStatement::new(Keyword::Uses).item(Slot::Right, PAUSE)));
        lines.extend(
            (!when.is_empty()).then(|| NewStatement::new(Keyword::When).with(ConditionFill::All(when))),
        );
        draft
            .actions
            .push(NewStatement::new(Keyword::Action).item(Slot::Name, option.to_lowercase()).block(lines));
    }
}

/// Records the options that decide the results of games in a way that no rule file can express.
pub(super) fn note_adjudications(game: &mut GameWriter) {
    let unusual: Vec<String> = game.state.unusual().map(str::to_owned).collect();
    for name in unusual {
        let Some((row, _)) = TABLE.option(&name) else { continue };
        let of_value = || row.undecided.get(game.state.word(&row.name));
        if let Some(reason) = row.adjudication.as_ref().or_else(of_value) {
            game.leaves_undecided(&row.name, reason.clone());
        }
    }
}

/// Records the options that no rule file can express.
fn note_unsupported(game: &mut GameWriter) {
    let unusual: Vec<String> = game.state.unusual().map(str::to_owned).collect();
    for name in unusual {
        let Some((row, _)) = TABLE.option(&name) else { continue };
        if let Some(reason) = &row.unsupported {
            game.cannot(&row.name, reason.clone());
        }
    }
}
