//! The rules of a game under headings, and the pieces that a page shows.

use crate::base::PieceTypeId;
use crate::lang::lint;
use crate::rules::Variant;
use crate::words::prose::{Prose, spoken};

/// Returns the piece types of a game, without stages that no piece can reach under the current switch values.
pub(crate) fn shown(variant: &Variant) -> Vec<PieceTypeId> {
    let appearing = lint::appearing(variant);
    let all = variant.piece_type_ids();
    let all = all.filter(|(id, piece_type)| piece_type.stage.is_none() || appearing.contains(id));
    all.map(|(id, _)| id).collect()
}

/// Returns the rules that are not part of a single piece, by heading. A heading may have no rules.
pub(crate) fn sections(variant: &Variant, prose: &Prose) -> Vec<(&'static str, Vec<String>)> {
    let actions = variant.actions.iter().map(|action| {
        let notes = prose.notes(action.origin, &action.notes.0).join(" ");
        let rule = format!("{}: {}{}", spoken(&action.name), prose.action(action), prose.note(action.origin));
        format!("{rule} {notes}").trim_end().to_owned()
    });
    let endings = variant.endings.iter().map(|ending| {
        format!("{}: {}.{}", spoken(&ending.name), prose.ending(ending), prose.note(ending.origin))
    });
    let (actions, bounds, endings): (Vec<_>, _, Vec<_>) =
        (actions.collect(), prose.bounds(), endings.collect());
    let royalty = prose.royalty().map(|text| text + &prose.note(variant.royalty.origin));
    let leader = prose.leader(actions.iter().chain(&bounds).chain(&endings)).map(str::to_owned);
    let said = |text: &str, line: &str| text.to_owned() + &prose.note(variant.line(line));
    let stated = |line: &str| variant.line(line).0.end > 0;
    let first = stated("first").then(|| said(prose.first_move(), "first"));
    let clock = stated("clock").then(|| said(&prose.clock(), "clock"));
    let hands = prose.hands().map(|text| said(text, "hands")).into_iter();
    let castlings = prose.castlings();
    vec![
        ("Royal pieces", royalty.into_iter().chain(leader).collect()),
        ("Hands", hands.chain(prose.start_hands()).chain(prose.hand_homes()).collect()),
        ("Other actions", actions),
        ("After a move", prose.follow_ups()),
        ("Castling", castlings.into_iter().chain(prose.castling_terms()).collect()),
        ("Restrictions", bounds),
        ("First move", first.into_iter().collect()),
        ("Turns", prose.turns().map(|text| said(&text, "turn")).into_iter().collect()),
        ("End of the game", endings.into_iter().chain(clock).collect()),
    ]
}
