//! Games as the commands `setup` and `piece` of the XBoard protocol.
//!
//! An engine sends these lines to XBoard, which then knows the board, the start position, and the moves of the pieces. The
//! protocol says nothing about the other rules.

use super::letters;
use super::paths::{simple, straight_first};
use super::{Export, Format, Survey, rectangle};
use crate::base::PieceTypeId;
use crate::play::dialect::{Codec, Dialect};
use crate::rules::{Act, Action, First, PieceType, RuleRef, Variant};

pub(super) fn write(variant: &Variant) -> Export {
    let Some(dialect) = Dialect::named(Format::XBoard.name()) else { return Export::default() };
    let codec = Codec::new(variant, dialect);
    let mut survey = Survey::new(variant);
    for rule in variant.rules() {
        visit(&mut survey, rule);
    }
    let mut lines = vec![setup(&codec, variant)];
    for (id, own) in variant.piece_type_ids() {
        let letter = codec.letter(id);
        // The mark of a promoted piece that moves like its base needs no line.
        if !letter.ends_with('~') {
            lines.push(format!("piece {letter}& {}", moves(&codec, &mut survey, id, own)));
        }
    }
    let mut text = format!("# {}, written by ferz {}.\n", variant.title, env!("CARGO_PKG_VERSION"));
    for line in survey.remarks(Format::XBoard) {
        text += &format!("# {line}\n");
    }
    for line in lines {
        text += &format!("{}\n", line.trim_end());
    }
    Export { text, obstacles: survey.obstacles }
}

fn visit(survey: &mut Survey, rule: RuleRef) {
    match rule {
        RuleRef::Board(_)
        | RuleRef::Region(..)
        | RuleRef::Array(_)
        | RuleRef::Hands
        | RuleRef::Piece(..)
        | RuleRef::Moves(..)
        | RuleRef::Castling(_)
        | RuleRef::InHand(..)
        | RuleRef::FirstMove(First::White | First::Dice)
        | RuleRef::FenCount(_) => {}
        RuleRef::Royal(..)
        | RuleRef::Royalty(_)
        | RuleRef::Arrival(..)
        | RuleRef::Ending(_)
        | RuleRef::Clock(_) => {
            survey.leave_aside(rule, "the engine decides it");
        }
        RuleRef::Action(Action { act: Act::Drop { .. }, .. }) => {
            survey.leave_aside(rule, "the engine decides it")
        }
        RuleRef::Action(_) | RuleRef::FollowUp(_) => {
            survey.refuse(rule, "there are only moves and drops of pieces")
        }
        RuleRef::Neutral(_) => survey.refuse(rule, "every piece belongs to a side"),
        RuleRef::Stays(..) | RuleRef::Admission(_) | RuleRef::Border(_) => {
            survey.refuse(rule, "a piece has no region");
        }
        RuleRef::Right(..) | RuleRef::CastlingRule(_) | RuleRef::Immunity(_) | RuleRef::MoveRule(_) => {
            survey.refuse(rule, "the protocol has no words for it");
        }
        RuleRef::Turns(_) => survey.refuse(rule, "a turn is one move"),
    }
}

/// Writes the board, the letters, and the start position.
fn setup(codec: &Codec, variant: &Variant) -> String {
    let (_, _, width, height) = rectangle(variant);
    let is_royal = |id: &PieceTypeId| variant.piece_type(*id).royal.is_some();
    let ids: Vec<PieceTypeId> = variant.piece_type_ids().map(|(id, _)| id).collect();
    let single = |id: &&PieceTypeId| codec.letter(**id).len() == 1;
    let others = ids.iter().filter(|id| !is_royal(id)).filter(single);
    let kings = ids.iter().filter(|id| is_royal(id)).filter(single);
    let table: String = others.chain(kings).map(|id| codec.letter(*id)).collect();
    let held = ids.iter().filter(single).filter(|id| variant.is_ever_held(**id) && !is_royal(id)).count();
    let parent = if variant.hands { &codec.dialect.parent_with_hands } else { &codec.dialect.parent };
    let start = codec.fen(variant, &variant.start());
    format!("setup ({table}{}) {width}x{height}+{held}_{parent} {start}", table.to_lowercase())
}

/// Writes the moves of a piece.
fn moves(codec: &Codec, survey: &mut Survey, id: PieceTypeId, own: &PieceType) -> String {
    let (_, _, width, height) = rectangle(survey.variant);
    let mut all = Vec::new();
    for moves in &own.moves {
        let rule = RuleRef::Moves(id, moves);
        if moves.on.is_some() || moves.is_limited() {
            survey.refuse(rule, format!("`{}` has a limit or a condition", &*moves.notation));
            continue;
        }
        let known = codec.dialect.ways.get(&*moves.notation);
        let castles: String = moves
            .automaton
            .castles
            .iter()
            .map(|castle| {
                let side = if castle.side < 0 { "l" } else { "r" };
                format!("i{side}{}O{}", "j".repeat(castle.inset.into()), castle.steps)
            })
            .collect();
        let found = simple(&moves.automaton, (width, height), straight_first);
        match (known, found.as_ref().and_then(letters::write)) {
            (Some(text), _) => all.push(text.clone()),
            (None, Some(text)) => all.push(text + &castles),
            (None, None) => {
                survey.refuse(rule, format!("its notation has no form of `{}`", &*moves.notation))
            }
        }
    }
    all.concat()
}
