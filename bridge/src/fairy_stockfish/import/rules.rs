//! Translates rules about moves: mandatory and forbidden captures, explosions, passes, and walls that both sides place.

use super::draft::FileDraft;
use super::game::GameWriter;
use super::royals::{besides_kings, is_about_check};
use crate::fairy_stockfish::options::TABLE;
use crate::fairy_stockfish::state::COLORS;

/// Adds the rules.
pub fn add(game: &mut GameWriter, draft: &mut FileDraft) {
    blast(game, draft);
    draft.rules.append(&mut game.rules);
    if game.state.flag("mustCapture") {
        draft.rules.push("player must capture if it can".to_owned());
    }
    if !game.state.flag("checking") && is_about_check(game, "checking") {
        draft.rules.push("player may not give check".to_owned());
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
            draft.rules.push(format!("player may not capture {pieces} by {pieces}"));
        }
    }
    passes(game, draft);
    note_unsupported(game);
}

fn blast(game: &mut GameWriter, draft: &mut FileDraft) {
    if !game.state.flag("blastOnCapture") {
        return;
    }
    let spared =
        game.pieces.iter().find(|piece| piece.kind.is_pawn()).map(|piece| game.names.of(*piece).to_owned());
    let spared = spared.map_or(String::new(), |name| format!(" except {name}"));
    draft.rules.push(format!("capturing piece: removes piece{spared} around, vanishes"));
    if game.pieces.iter().any(|piece| piece.kind.is("king")) {
        game.cannot(
            "blastOnCapture",
            "check in that program ignores the pieces that an explosion removes beside a king",
        );
    }
    if game.state.flag("capturesToHand") {
        game.cannot("capturesToHand", "the pieces that an explosion removes would also go to the hands");
    }
    if game.state.kinds("blastImmuneTypes").iter().any(|kind| game.occurs(*kind)) {
        game.cannot("blastImmuneTypes", "a piece that captures survives its own explosion");
    }
    if let Some(royals) = game.kinds(&besides_kings(game)) {
        draft.rules.push(format!("player may not lose {royals}"));
        draft.rules.push(format!("immune {royals} beside enemy {royals} to attack"));
    }
}

/// Returns true if both sides can pass. The game is drawn when each has just passed.
pub(super) fn both_pass(game: &GameWriter) -> bool {
    let passes = |option: &str, color: &str| game.state.flag(&format!("{option}{color}"));
    COLORS.iter().all(|color| passes("pass", color) || passes("passOnStalemate", color))
}

fn passes(game: &mut GameWriter, draft: &mut FileDraft) {
    let uses = if both_pass(game) { "\nuses pause" } else { "" };
    if !uses.is_empty() {
        draft.rules.push("right pause once regained by other moves".to_owned());
    }
    let king = game.pieces.iter().any(|piece| piece.kind.is("king"));
    for (option, more) in [("pass", ""), ("passOnStalemate", "no other move")] {
        let has = |option: &str, side: usize| game.state.flag(&format!("{option}{}", COLORS[side]));
        // The second option limits the first.
        let is_free = |side: usize| !more.is_empty() || !has("passOnStalemate", side);
        let sides: Vec<usize> = (0..2).filter(|side| has(option, *side) && is_free(*side)).collect();
        if sides.is_empty() {
            continue;
        }
        let mut when: Vec<String> = Vec::new();
        if king {
            when.push("not in check".to_owned());
        }
        if !more.is_empty() {
            when.push(more.to_owned());
        }
        if let [side] = sides[..] {
            let mut own = [super::super::squares::SquareMask::NONE; 2];
            own[side] = game.regions.board();
            let region = game.regions.name(if side == 0 { "board-of-white" } else { "board-of-black" }, own);
            when.push(format!("own piece in {region}"));
        }
        let when = if when.is_empty() { String::new() } else { format!("\nwhen {}", when.join(" and ")) };
        let name = option.to_lowercase();
        draft.actions.push((name.clone(), format!("action {name} {{\npass{uses}{when}\n}}")));
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
