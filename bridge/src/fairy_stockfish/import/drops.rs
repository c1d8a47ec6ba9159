//! Translates hands and drops.

use super::draft::{FileDraft, Piece};
use super::game::GameWriter;
use super::royals::is_about_check;
use crate::builder::{ConditionFill, NewStatement, PieceFill, held};
use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::SquareMask;
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;

/// The rules for drops of one piece.
#[derive(Clone, PartialEq, Eq)]
struct Drop {
    squares: [SquareMask; 2],
    /// The number of pieces of the same type on a file that forbids another drop on the file.
    most_on_file: Option<i64>,
    never_mates: bool,
    /// The other form in which the piece can be dropped.
    or: Option<KindId>,
    /// True if the piece is dropped in the other form only.
    turned: bool,
}

/// Adds the hands and the drops.
pub fn add(game: &mut GameWriter, draft: &mut FileDraft) {
    if !game.has_hands() {
        return;
    }
    let captures = game.state.flag("capturesToHand");
    let is_kept = |piece: &Piece| piece.from.is_some();
    if captures && game.state.flag("dropLoop") && game.pieces.iter().any(is_kept) {
        game.cannot("dropLoop", "a captured piece stays promoted, but does not turn back after its drop");
    }
    let hands = NewStatement::new(Keyword::Hands);
    draft.hands = Some(if captures { hands } else { hands.say("without captures") });
    if !game.state.flag("pieceDrops") {
        return;
    }
    let kinds = droppable(game);
    let mut groups: Vec<(Drop, Vec<KindId>)> = Vec::new();
    for kind in kinds {
        for drop in drops(game, kind) {
            match groups
                .iter_mut()
                .find(|(other, _)| *other == drop && drop.most_on_file.is_none() && drop.or.is_none())
            {
                Some((_, kinds)) => kinds.push(kind),
                None => groups.push((drop, vec![kind])),
            }
        }
    }
    let all = groups.len();
    groups.retain(|(drop, _)| drop.squares.iter().any(|squares| !squares.is_empty()));
    if groups.len() < all {
        game.cannot("dropRegion", "a piece can be dropped nowhere");
    }
    groups.sort_by_key(|(_, kinds)| std::cmp::Reverse(kinds.len()));
    let alone = groups.len() == 1;
    for (at, (drop, kinds)) in groups.into_iter().enumerate() {
        let form = |or| other_form(game, or, &kinds);
        let first = drop.or.filter(|_| drop.turned).map(form);
        let first = first.or_else(|| kinds.first().map(|kind| Piece { kind: *kind, from: None }));
        let first = first.map(|piece| game.names.of(piece).to_owned());
        let plain = alone || (at == 0 && kinds.len() > 1);
        let name = if plain { "drop".to_owned() } else { format!("drop-{}", first.unwrap_or_default()) };
        draft.actions.push(action(game, &name, &drop, &kinds));
    }
    // A section can permit drops although nothing is ever in hand.
    if draft.actions.is_empty() && game.start.hands.iter().all(Vec::is_empty) {
        draft.hands = None;
    }
}

/// Returns the pieces that can be in a hand.
pub(super) fn droppable(game: &GameWriter) -> Vec<KindId> {
    let caught = |piece: &&Piece| {
        piece.from.is_none()
            && (game.state.flag("capturesToHand") && !piece.kind.is("king")
                || game.start.hands.iter().flatten().any(|kind| *kind == piece.kind))
    };
    game.pieces.iter().filter(caught).map(|piece| piece.kind).collect()
}

/// Returns the drops of a piece: one for both forms, or one for each form if their rules differ.
fn drops(game: &GameWriter, kind: KindId) -> Vec<Drop> {
    let Some(plain) = drop(game, kind, kind) else { return Vec::new() };
    let Some(other) = plain.or.and_then(|or| drop(game, kind, or)) else { return vec![plain] };
    if other.squares == plain.squares && !plain.never_mates {
        return vec![plain];
    }
    vec![Drop { or: None, ..plain }, Drop { never_mates: false, turned: true, ..other }]
}

/// Returns the squares on which a piece can be dropped.
pub(super) fn squares(game: &GameWriter, kind: KindId) -> [SquareMask; 2] {
    drop(game, kind, kind).map_or([SquareMask::NONE; 2], |drop| drop.squares)
}

/// Returns the drop of a piece in one of its forms.
fn drop(game: &GameWriter, kind: KindId, form: KindId) -> Option<Drop> {
    let state = game.state;
    let board = game.regions.board();
    let mut squares = state.both_squares("dropRegion");
    let stuck = game.stuck(form);
    for side in 0..2 {
        squares[side] = squares[side] & state.mobility(side, kind).unwrap_or(board);
        let first = SquareMask::rank(if side == 0 { 0 } else { game.ranks() - 1 });
        if kind.is_pawn() && !state.flag("promotionZonePawnDrops") {
            squares[side] = squares[side] & !state.both_squares("promotionRegion")[side];
        }
        if kind.is_pawn() && !state.flag("firstRankPawnDrops") {
            squares[side] = squares[side] & !first;
        }
        if state.flag("sittuyinRookDrop") && kind.row().is_some_and(|row| row.first_rank_drop) {
            squares[side] = squares[side] & first;
        }
        if state.flag("immobilityIllegal") {
            squares[side] = squares[side] & !stuck[side];
        }
    }
    // A relative region reads better than one for a side, where the other side never has the piece in hand.
    let held = |side: usize| state.flag("capturesToHand") || game.start.hands[side].contains(&kind);
    match (held(0), held(1)) {
        (true, false) => squares[1] = game.regions.turn(squares[0]),
        (false, true) => squares[0] = game.regions.turn(squares[1]),
        (true, true) | (false, false) => {}
    }
    let files = state.kinds("dropNoDoubled").contains(&kind).then(|| state.number("dropNoDoubledCount"));
    if files == Some(0) {
        return None;
    }
    let or = state.promoted(kind).filter(|_| state.flag("dropPromoted"));
    let never_mates =
        state.flag("shogiPawnDropMateIllegal") && kind.row().is_some_and(|row| row.no_drop_mate);
    Some(Drop { squares, most_on_file: files, never_mates, or, turned: false })
}

/// Returns the promoted form of a dropped piece.
fn other_form(game: &GameWriter, or: KindId, kinds: &[KindId]) -> Piece {
    Piece { kind: or, from: super::game::remembers(game.state).then(|| kinds.first().copied()).flatten() }
}

fn action(game: &mut GameWriter, name: &str, drop: &Drop, kinds: &[KindId]) -> NewStatement {
    let state = game.state;
    let own: Vec<&str> = kinds.iter().map(|kind| game.names.of(Piece { kind: *kind, from: None })).collect();
    let region = game.regions.place(drop.squares);
    let mut lines =
        vec![NewStatement::new(Keyword::Drop).with(held(&own)), NewStatement::new(Keyword::To).with(region)];
    if let Some(or) = drop.or {
        let other = game.names.of(other_form(game, or, kinds));
        let becomes = NewStatement::new(Keyword::Becomes);
        lines.push(match drop.turned {
            true => becomes.item(Slot::Piece, other),
            false => own
                .iter()
                .fold(becomes.say("one of"), |line, name| line.item(Slot::Piece, name))
                .item(Slot::Piece, other),
        });
    }
    if let (Some(most), Some(like)) = (drop.most_on_file, kinds.first().and_then(|kind| game.kind(*kind))) {
        let line = NewStatement::new(Keyword::Not).say("on a file with");
        let line = if most == 1 { line } else { line.item(Slot::Number, most) };
        lines.push(line.with(like.own()));
    }
    if drop.never_mates {
        lines.push(NewStatement::new(Keyword::Not).say("giving checkmate"));
    }
    if !state.flag("dropChecks") && is_about_check(game, "dropChecks") {
        lines.push(NewStatement::new(Keyword::Provided).with(ConditionFill::say("enemy in check").negated()));
    }
    if state.flag("mustDrop") {
        must(game, kinds, &mut lines);
    }
    NewStatement::new(Keyword::Action).item(Slot::Name, name).block(lines)
}

/// Adds the obligation to drop a piece while the hand holds it.
fn must(game: &mut GameWriter, kinds: &[KindId], lines: &mut Vec<NewStatement>) {
    if game.state.is_all("mustDropType") {
        lines.push(NewStatement::new(Keyword::Must).say("if it can"));
        lines.push(NewStatement::new(Keyword::When).with(ConditionFill::some(PieceFill::all().own(), true)));
        return;
    }
    let wanted = game.state.kinds("mustDropType");
    if wanted == kinds {
        lines.push(NewStatement::new(Keyword::Must).say("if it can"));
    } else if wanted.iter().any(|kind| kinds.contains(kind)) {
        game.cannot("mustDropType", "the piece shares its drops with pieces that need not be dropped");
    }
}
