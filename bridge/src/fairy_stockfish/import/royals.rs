//! Translates royal pieces: kings, pieces whose loss would end the game, and kings that must not face each other.

use super::draft::FileDraft;
use super::game::GameWriter;
use super::rules::player_may_not;
use crate::builder::{ConditionFill, NewStatement, PieceFill};
use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::SquareMask;
use crate::fairy_stockfish::state::COLORS;
use crate::lang::vocabulary::Keyword;

/// Returns the pieces that are royal because their loss would end the game.
pub fn besides_kings(game: &GameWriter) -> Vec<KindId> {
    match game.state.flag("extinctionPseudoRoyal") {
        true => {
            game.state.kinds("extinctionPieceTypes").into_iter().filter(|kind| game.occurs(*kind)).collect()
        }
        false => Vec::new(),
    }
}

pub fn is_royal(game: &GameWriter, kind: KindId) -> bool {
    kind.is("king") || besides_kings(game).contains(&kind)
}

/// Returns true if an option about check applies. It means checks to kings, so other royal pieces are recorded.
pub fn is_about_check(game: &mut GameWriter, option: &str) -> bool {
    if !game.pieces.iter().any(|piece| piece.kind.is("king")) {
        game.never(option, "it is about checks to kings, and the game has none");
        return false;
    }
    if !besides_kings(game).is_empty() {
        game.cannot(option, "it is about checks to kings, and the game has other royal pieces as well");
    }
    true
}

/// Returns true if a king attacks the enemy king along open lines.
pub fn faces(game: &GameWriter, kind: KindId) -> bool {
    kind.is("king") && game.state.flag("flyingGeneral") && !is_apart(game)
}

/// Returns true if the kings can never stand on the same rank.
fn is_apart(game: &GameWriter) -> bool {
    let Some(king) = KindId::named("king") else { return false };
    let board = game.regions.board();
    let [white, black] = [0, 1].map(|side| game.state.mobility(side, king).unwrap_or(board));
    let meets = |rank: i32| {
        !(white & SquareMask::rank(rank)).is_empty() && !(black & SquareMask::rank(rank)).is_empty()
    };
    !(0..game.ranks()).any(meets)
}

/// Returns the rule that a player may not leave the only royal piece attacked while another piece becomes royal. It needs
/// a game in which each of these pieces ends the game where it becomes royal, because the rule knows them by their squares.
fn bound_while_promoting(game: &mut GameWriter, royals: &[KindId]) -> Option<NewStatement> {
    let state = game.state;
    let (zones, goals) = (state.both_squares("promotionRegion"), state.both_squares("flagRegion"));
    let wins = |side: usize| {
        let option = format!("flagPiece{}", COLORS[side]);
        let counts = |kind: &KindId| state.is_all(&option) || state.kinds(&option).contains(kind);
        goals[side].holds(zones[side]) && royals.iter().all(counts)
    };
    let options = ["flagMove", "flagPieceSafe", "piecePromotionOnCapture", "blastOnCapture", "dupleCheck"];
    let is_plain = !options.iter().any(|option| state.flag(option)) && !game.has_hands();
    let at_once = state.flag("mandatoryPiecePromotion") && state.number("flagPieceCount") <= 1;
    if !(is_plain && at_once && wins(0) && wins(1)) {
        return None;
    }
    let own = game.kinds(royals)?.own();
    let zone = game.regions.place(zones);
    let left = own.clone().attacked_by(PieceFill::all()).except(own.clone().inside(&zone));
    let single = ConditionFill::at_most(own, false, 1);
    Some(player_may_not("reach").with(ConditionFill::some(left, false)).with(single))
}

/// Adds the rules about check.
pub fn add(game: &mut GameWriter, draft: &mut FileDraft) {
    let kings = game.pieces.iter().any(|piece| piece.kind.is("king"));
    let others = besides_kings(game);
    if !kings && others.is_empty() {
        return;
    }
    let most = usize::try_from(game.state.number("extinctionPieceCount")).unwrap_or(0) + 1;
    let counts = |kind: KindId| (0..2).map(|side| game.start.count(side, kind)).max().unwrap_or(0);
    // A piece that others can become may be there more often than at the start.
    let grows = |kind: KindId| {
        game.pieces.iter().any(|piece| {
            piece.kind != kind
                && game.state.promoted(piece.kind) == Some(kind)
                && counts(piece.kind) + counts(kind) > most
        }) || (0..2).any(|side| {
            super::game::promotions(game.state, side).contains(&kind)
                && super::game::pawns(game.state, side).iter().any(|kind| game.occurs(*kind))
        })
    };
    let free = others.iter().any(|kind| counts(*kind) > most || grows(*kind));
    // A side with a king has no other royal pieces.
    let king = |side| game.pieces.iter().any(|piece| piece.kind.is("king") && game.has(side, piece.kind));
    let apart = (0..2).all(|side| !king(side) || !others.iter().any(|kind| game.has(side, *kind)));
    let single = (0..2).all(|side| others.iter().filter(|kind| game.has(side, **kind)).count() <= 1);
    let rule = match free {
        false => "always",
        // A last royal piece may not be left attacked, and of several not all.
        true if most == 1 && apart && single && game.state.flag("dupleCheck") => "all",
        true if most == 1 && apart && single => "when royals = 1",
        true if most >= 64 => "always",
        true => {
            game.cannot("extinctionPieceCount", "pieces are royal only while there are few of them");
            "always"
        }
    };
    if game.state.flag("dupleCheck") && free && rule != "all" {
        game.cannot("dupleCheck", "a player may leave one of several royal pieces attacked, but not all");
    }
    // There, a piece that becomes royal leaves the others bound by check until the next move.
    let zones = game.state.both_squares("promotionRegion");
    let made = |kind: &KindId| {
        game.pieces.iter().any(|piece| piece.kind != *kind && game.state.promoted(piece.kind) == Some(*kind))
    };
    if free && rule != "always" && zones.iter().any(|zone| !zone.is_empty()) && others.iter().any(made) {
        match bound_while_promoting(game, &others) {
            Some(rule) => draft.rules.push(vec![rule]),
            None => game.cannot(
                "promotedPieceType",
                "when a piece becomes royal, check binds the other royals for one more move",
            ),
        }
    }
    let alone = game.state.flag("blastOnCapture") && !others.is_empty();
    let binds = NewStatement::new(Keyword::Check).say(rule);
    draft.royalty.push(if alone { binds.say("while enemy has a royal") } else { binds });
    let limited = KindId::named("king")
        .is_some_and(|king| (0..2).any(|side| game.state.mobility(side, king).is_some()));
    if kings && game.state.flag("flyingGeneral") && (is_apart(game) || limited) {
        draft.royalty.push(NewStatement::new(Keyword::Royals));
    }
}
