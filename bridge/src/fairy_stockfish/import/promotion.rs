//! Translates promotions: those of pawns, which choose a piece on arrival, and those of shogi, which turn a piece over.

use super::draft::Piece;
use super::game::{GameWriter, forms, main_pawns, pawns, promotions, remembers};
use super::pieces::{MovesLine, PieceLines, double_steps, passed};
use super::rules::player_may_not;
use crate::builder::{ConditionFill, EffectFill, NewStatement, PieceFill, SquareFill};
use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::SquareMask;
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;

/// Adds the promotions of a piece.
pub fn lines(game: &mut GameWriter, piece: Piece, lines: &mut PieceLines) {
    let sides: Vec<usize> = (0..2).filter(|side| game.has(*side, piece.kind)).collect();
    let is_pawn = |side: &usize| pawns(game.state, *side).contains(&piece.kind);
    let as_pawn: Vec<usize> = sides.iter().copied().filter(is_pawn).collect();
    if game.moves.get(&piece.kind).is_none_or(|moves| moves.parts.is_empty()) {
        if game.state.promoted(piece.kind).is_some() {
            let name = game.names.of(piece).to_owned();
            let reason = format!("the piece `{name}` has no moves, so that it never promotes");
            game.never("promotedPieceType", reason);
        }
        return;
    }
    let turns = game.state.promoted(piece.kind).filter(|kind| game.occurs(*kind));
    let turns = turns.filter(|_| piece.from.is_none() || !game.state.flag("pieceDemotion"));
    let zones = game.state.both_squares("promotionRegion");
    let choices = [0, 1].map(|side| {
        if is_pawn_of(game, side, piece.kind) { promotions(game.state, side) } else { Vec::new() }
    });
    let promotes_by_choice = [0, 1].map(|side: usize| !choices[side].is_empty());
    let is_turning = turns.is_some() || (piece.from.is_some() && game.state.flag("pieceDemotion"));
    let promotes = [0, 1].map(|side: usize| is_turning || promotes_by_choice[side]);
    let except = [0, 1].map(|side: usize| if promotes[side] { zones[side] } else { SquareMask::NONE });
    if !as_pawn.is_empty() || (piece.kind.is_pawn() && turns.is_some()) {
        match (sides.as_slice(), choices[0] == choices[1]) {
            ([_, _], false) => {
                for (side, choices) in choices.into_iter().enumerate() {
                    Promoter { piece, sides: vec![side], choices, turns }.lines(game, lines);
                }
            }
            _ => {
                let side = sides.first().copied().unwrap_or(0);
                Promoter { piece, sides, choices: choices[side].clone(), turns }.lines(game, lines);
            }
        }
        if piece.kind.is_pawn() {
            return game_keeps(game, piece, except);
        }
    }
    if let Some(to) = turns {
        if as_pawn.iter().any(|side| promotes_by_choice[*side]) {
            game.cannot(
                "promotedPieceType",
                "a piece can promote by choice and by turning over in the same move",
            );
        }
        let target = Piece { kind: to, from: remembers(game.state).then_some(piece.kind) };
        turn(game, piece, target, lines);
    }
    if let Some(base) = piece.from.filter(|_| game.state.flag("pieceDemotion")) {
        if game.state.promoted(base) != Some(piece.kind) {
            game.cannot("pieceDemotion", "a piece that promoted by choice leaves a wall when it turns back");
        }
        turn(game, piece, Piece { kind: base, from: None }, lines);
    }
    game_keeps(game, piece, except);
}

/// Returns the squares of a zone from which a piece could not move further, if it must not stay on such squares.
pub fn stuck(game: &GameWriter, kind: KindId, zones: [SquareMask; 2]) -> [SquareMask; 2] {
    if !game.state.flag("immobilityIllegal") {
        return [SquareMask::NONE; 2];
    }
    let [white, black] = game.stuck(kind);
    [white & zones[0], black & zones[1]]
}

fn is_pawn_of(game: &GameWriter, side: usize, kind: KindId) -> bool {
    pawns(game.state, side).contains(&kind)
}

/// A pawn and the pieces to which it can promote.
struct Promoter {
    piece: Piece,
    sides: Vec<usize>,
    choices: Vec<KindId>,
    turns: Option<KindId>,
}

impl Promoter {
    fn lines(self, game: &mut GameWriter, lines: &mut PieceLines) {
        let state = game.state;
        let mandatory = state.flag("mandatoryPawnPromotion");
        let mut zones = state.both_squares("promotionRegion");
        if self.sides.len() == 1 && game.has(1 - self.sides[0], self.piece.kind) {
            zones[1 - self.sides[0]] = SquareMask::NONE;
        } else if self.sides.len() == 1 {
            let own = zones[self.sides[0]];
            let other = game.regions.turn(own);
            zones = if self.sides[0] == 0 { [own, other] } else { [other, own] };
        }
        if zones.iter().all(|zone| zone.is_empty()) {
            return;
        }
        let promoted = |kind: KindId, base: KindId| Piece { kind, from: remembers(state).then_some(base) };
        let base = main_pawns(state).into_iter().flatten().next().unwrap_or(self.piece.kind);
        let mut targets: Vec<Piece> = self.choices.iter().map(|kind| promoted(*kind, base)).collect();
        let turned = self.turns.filter(|_| self.piece.kind.is_pawn()).map(|to| promoted(to, self.piece.kind));
        targets.extend(turned.filter(|piece| !targets.contains(piece)));
        if targets.is_empty() {
            if mandatory && self.piece.kind.is_pawn() {
                keep_out(game, self.piece, zones, "promotionRegion");
            }
            return;
        }
        if state.flag("piecePromotionOnCapture") && self.turns.is_some() {
            game.cannot("piecePromotionOnCapture", "its pieces promote only by captures");
        }
        let limited = targets.iter().any(|piece| state.limit(piece.kind).is_some());
        let stuck = stuck(game, self.piece.kind, zones);
        let by = self.without_passing(game, zones, &lines.moves);
        if limited {
            self.limited(game, &targets, (zones, stuck, mandatory), lines);
            return;
        }
        let names: Vec<String> = targets.iter().map(|piece| game.names.of(*piece).to_owned()).collect();
        let free = [zones[0] & !stuck[0], zones[1] & !stuck[1]];
        let parts = if mandatory { vec![(zones, false)] } else { vec![(free, true), (stuck, false)] };
        for (squares, is_free) in parts.into_iter().filter(|(own, _)| *own != [SquareMask::NONE; 2]) {
            let region = game.regions.place(squares);
            let arriving = NewStatement::new(Keyword::Arriving);
            let rule = |rule: NewStatement| becoming(rule.with(region.clone()), is_free, &names);
            match by.is_empty() {
                true => lines.others.push(rule(arriving)),
                false => {
                    lines.others.extend(by.iter().map(|by| rule(arriving.clone().item(Slot::Moves, by))))
                }
            }
            lines.divides_moves |= !by.is_empty();
        }
    }

    /// Returns the notations of the lines of moves to which a promotion is limited, or none if it is not. It is limited
    /// if captures en passant can end in the zone, because these do not promote.
    fn without_passing(&self, game: &GameWriter, zones: [SquareMask; 2], lines: &[MovesLine]) -> Vec<String> {
        let passed = passed(game);
        let meets = self.sides.iter().any(|side| !(passed[*side] & zones[*side]).is_empty());
        let moves = game.moves.get(&self.piece.kind).filter(|moves| meets && moves.has_separate_captures());
        let Some((moves, plain)) = moves.and_then(|moves| Some((moves, moves.notation(false)?))) else {
            return Vec::new();
        };
        let ends = |region: &str, (dx, dy): (i32, i32)| {
            let from = double_steps(game, region);
            self.sides.iter().any(|side| {
                let turn = if *side == 0 { 1 } else { -1 };
                from[*side].iter().any(|(file, rank)| zones[*side].has(file + turn * dx, rank + turn * dy))
            })
        };
        let first = match self.piece.kind.is_pawn() {
            true => ends("doubleStepRegion", (0, 2)) || ends("tripleStepRegion", (0, 3)),
            false => {
                let mut ways = moves.parts.iter().filter(|part| part.initial).flat_map(|part| &part.ways);
                ways.any(|way| ends("doubleStepRegion", *way))
            }
        };
        let others = lines.iter().map(|line| line.notation.clone());
        let others = others.filter(|own| first && *own != plain && !own.contains('e')).collect::<Vec<_>>();
        std::iter::once(plain).chain(others).collect()
    }

    /// Adds promotions that are possible only while the side has few of the new pieces.
    fn limited(
        &self,
        game: &mut GameWriter,
        targets: &[Piece],
        (zones, stuck, mandatory): ([SquareMask; 2], [SquareMask; 2], bool),
        lines: &mut PieceLines,
    ) {
        let region = game.regions.place(zones);
        for target in targets {
            let rule = NewStatement::new(Keyword::Arriving).with(region.clone());
            let rule = limit(game, target.kind).into_iter().fold(rule, NewStatement::with);
            lines.others.push(becoming(rule, true, &[game.names.of(*target)]));
        }
        let forced = if mandatory { zones } else { stuck };
        if forced.iter().any(|squares| !squares.is_empty()) {
            keep_out(game, self.piece, forced, "promotionRegion");
        }
    }
}

/// Returns the condition under which a piece can become one of a limited number of pieces.
fn limit(game: &GameWriter, kind: KindId) -> Option<ConditionFill> {
    let (most, pieces) = (game.state.limit(kind)?, game.kind(kind)?.own());
    Some(if most == 1 {
        ConditionFill::none(pieces, false)
    } else {
        ConditionFill::at_most(pieces, false, most - 1)
    })
}

/// Adds the pieces that a piece becomes to a rule. The player may decline it if it is free.
fn becoming<N: ToString>(rule: NewStatement, is_free: bool, names: &[N]) -> NewStatement {
    if is_free {
        rule.say("may").with(EffectFill::may_become(names))
    } else {
        rule.with(EffectFill::becomes(names))
    }
}

/// Adds the promotion of a piece that can be turned over when it enters the zone, moves in it, or leaves it.
fn turn(game: &mut GameWriter, piece: Piece, to: Piece, lines: &mut PieceLines) {
    let state = game.state;
    let zones = state.both_squares("promotionRegion");
    if zones.iter().all(|zone| zone.is_empty()) {
        return;
    }
    let mandatory = state.flag("mandatoryPiecePromotion");
    let names = [game.names.of(to).to_owned()];
    // A piece that turns back is not limited.
    let when = if piece.from == Some(to.kind) { None } else { limit(game, to.kind) };
    let region = game.regions.place(zones);
    let whole = region == SquareFill::grid();
    let limited = |rule: NewStatement| when.clone().into_iter().fold(rule, NewStatement::with);
    let leaving = |rule: NewStatement| rule.say("or leaving").with(region.clone());
    if state.flag("piecePromotionOnCapture") {
        let rule = NewStatement::new(Keyword::Capturing).with(PieceFill::all());
        let rule = limited(if whole { rule } else { leaving(rule) });
        lines.others.push(becoming(rule, !mandatory, &names));
        // Without a capture, the piece cannot turn over.
        let squares = stuck(game, piece.kind, zones);
        return keep_mobile(game, piece, squares);
    }
    let rule = NewStatement::new(Keyword::Arriving);
    let rule = limited(if whole { rule.with(region.clone()) } else { leaving(rule) });
    if mandatory {
        lines.others.push(becoming(rule, false, &names));
        return;
    }
    let stuck = match state.flag("immobilityIllegal") {
        true => game.stuck(piece.kind),
        false => [SquareMask::NONE; 2],
    };
    let inside = [stuck[0] & zones[0], stuck[1] & zones[1]];
    if inside.iter().all(|squares| squares.is_empty()) {
        lines.others.push(becoming(rule, true, &names));
        return;
    }
    let is_behind = |side: usize| !zones[side].is_empty() && !zones[side].holds(stuck[side]);
    if when.is_some() || is_behind(0) || is_behind(1) {
        lines.others.push(becoming(rule, true, &names));
        keep_mobile(game, piece, inside);
        return;
    }
    // A piece that can be stuck only in the zone goes only forward, so that it never leaves the zone.
    let free = [zones[0] & !inside[0], zones[1] & !inside[1]];
    let arriving = |game: &mut GameWriter, squares| {
        NewStatement::new(Keyword::Arriving).with(game.regions.place(squares))
    };
    if free.iter().any(|squares| !squares.is_empty()) {
        lines.others.push(becoming(arriving(game, free), true, &names));
    }
    lines.others.push(becoming(arriving(game, inside), false, &names));
}

/// Forbids a piece to reach squares from which it has no moves, except those on which it turns over.
fn game_keeps(game: &mut GameWriter, piece: Piece, except: [SquareMask; 2]) {
    if !game.state.flag("immobilityIllegal")
        || game.moves.get(&piece.kind).is_none_or(|moves| moves.parts.is_empty())
    {
        return;
    }
    let stuck = game.stuck(piece.kind);
    let kept = [stuck[0] & !except[0], stuck[1] & !except[1]];
    keep_mobile(game, piece, kept);
}

/// Forbids a piece to move to squares from which it has no moves.
fn keep_mobile(game: &mut GameWriter, piece: Piece, squares: [SquareMask; 2]) {
    if squares.iter().all(|squares| squares.is_empty()) {
        return;
    }
    let zones = game.state.both_squares("promotionRegion");
    let is_there = (0..2).any(|side| {
        let makes =
            |other: &Piece| other.kind != piece.kind && forms(game.state, other.kind).contains(&piece.kind);
        let arrives = if game.pieces.iter().any(makes) { zones[side] } else { SquareMask::NONE };
        !(arrives & squares[side]).is_empty()
    });
    if is_there {
        game.cannot(
            "immobilityIllegal",
            "only its own moves may not bring a piece to such a square, and it can be there",
        );
    }
    keep_out(game, piece, squares, "immobilityIllegal");
}

/// Adds a rule that forbids moves of a piece to some squares. The rule looks at the position after a move, so the piece
/// must not stand there from the start.
fn keep_out(game: &mut GameWriter, piece: Piece, squares: [SquareMask; 2], option: &str) {
    let stands = |side: usize| {
        !(game.start.squares(side, |stone| stone.kind == piece.kind) & squares[side]).is_empty()
    };
    if stands(0) || stands(1) {
        game.cannot(option, "a piece that may not move to these squares stands there at the start");
        return;
    }
    let pieces = PieceFill::named(&[game.names.of(piece)]).own();
    let there = ConditionFill::some(pieces.inside(&game.regions.place(squares)), false);
    game.rules.push(player_may_not("reach").with(there));
}
