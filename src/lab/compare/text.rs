//! What two games say: rule by rule, in words, with the lines of both texts.

use crate::base::text::commas;
use crate::play::notation::token;
use crate::rules::{First, Origin, Variant};
use crate::words::prose::Prose;
use std::collections::BTreeMap;

/// One rule that is not the same in both.
#[derive(Clone, Debug)]
pub struct Change {
    /// What sort of thing it is: `piece`, `turn`, `ending`.
    pub what: &'static str,
    /// Its name.
    pub name: String,
    /// What the first game says, and where; nothing if it has no such rule.
    pub one: Option<(String, Origin)>,
    /// The same for the second.
    pub other: Option<(String, Origin)>,
}

type Said = BTreeMap<(usize, &'static str, String), (String, Origin)>;

/// The rules that differ, in the order a rule page has them.
pub fn changes(one: &Variant, other: &Variant) -> Vec<Change> {
    let (a, b) = (said(one, other), said(other, one));
    let mut keys: Vec<_> = a.keys().chain(b.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    keys.into_iter()
        .filter(|key| a.get(key).map(|(text, _)| text) != b.get(key).map(|(text, _)| text))
        .filter(|key| key.1 != "array" || standing(one) != standing(other))
        .map(|key| Change {
            one: a.get(&key).cloned(),
            other: b.get(&key).cloned(),
            what: key.1,
            name: key.2,
        })
        .collect()
}

/// Everything a game says beside its switches, by what it is about; of who stands where only what another game has not.
fn said(variant: &Variant, beside: &Variant) -> Said {
    let prose = Prose::new(variant);
    let mut said = Said::new();
    let mut add = |order: usize, what: &'static str, name: String, text: String, origin: Origin| {
        let mut key = (order, what, name.clone());
        let mut n = 2;
        while said.contains_key(&key) {
            key.2 = format!("{name} ({n})");
            n += 1;
        }
        said.insert(key, (text, origin));
    };
    let board = &variant.board;
    let cells: Vec<&str> = board.extra().map(|square| board.name(square)).collect();
    let mut shape = format!("{} by {} squares", board.width(), board.height());
    match board.holes().count() {
        0 => {}
        1 => shape += ", 1 hole",
        n => shape += &format!(", {n} holes"),
    }
    if !cells.is_empty() {
        shape += &format!(", beside it {}", commas(&cells));
    }
    add(0, "board", "board".to_owned(), shape, Origin::default());
    let info = variant.arrays.iter().find(|info| info.name == variant.array);
    let origin = info.map_or_else(Origin::default, |info| info.origin);
    add(1, "array", "array".to_owned(), array(variant, beside), origin);
    if let Some(text) = prose.hands() {
        add(1, "hands", "hands".to_owned(), text.to_owned(), Origin::default());
    }
    for (id, piece_type) in variant.piece_type_ids() {
        let moves: Vec<String> = piece_type
            .moves
            .iter()
            .map(|moves| match &moves.on {
                Some(zone) => format!("`{}` in {}", moves.notation, zone.name),
                None => format!("`{}`", moves.notation),
            })
            .collect();
        let mut text = format!("{} {}", piece_type.token, commas(&moves));
        for sentence in prose.traits(id) {
            text += &format!(" {sentence}");
        }
        let name = match &piece_type.stage {
            Some(stage) => format!("{} in its stage {stage}", piece_type.piece),
            None => piece_type.piece.clone(),
        };
        let origin = piece_type.moves.first().map_or(piece_type.origin, |moves| moves.origin);
        let origin = piece_type
            .arrivals
            .first()
            .filter(|_| piece_type.moves.is_empty())
            .map_or(origin, |arrival| arrival.origin);
        add(2, "piece", name, text, origin);
    }
    for right in &variant.rights {
        add(3, "right", right.name.clone(), format!("{} times", right.times), right.origin);
    }
    for action in &variant.actions {
        add(4, "turn", action.name.clone(), prose.turn(action), action.origin);
    }
    for admission in &variant.admissions {
        let text = format!("may be entered by: {}", prose.pieces(&admission.pieces));
        add(5, "entry", admission.zone.name.clone(), text, admission.origin);
    }
    for border in &variant.borders {
        add(
            6,
            "border",
            border.zone.name.clone(),
            format!("{:?} steps only, for {}", border.by, prose.pieces(&border.pieces)).to_lowercase(),
            border.origin,
        );
    }
    for immunity in &variant.immunities {
        let to: Vec<String> = immunity.to.iter().map(|threat| format!("{threat:?}").to_lowercase()).collect();
        add(
            7,
            "immunity",
            prose.pieces(&immunity.pieces),
            format!("safe from {}", commas(&to)),
            immunity.origin,
        );
    }
    if let Some(text) = prose.royalty() {
        add(8, "royalty", "royalty".to_owned(), text, variant.royalty.origin);
    }
    for ending in &variant.endings {
        add(9, "ending", ending.name.clone(), prose.ending(ending), ending.origin);
    }
    let first = match variant.first {
        First::White => "White moves first",
        First::Dice => "the dice name who moves first",
    };
    add(10, "first move", "first move".to_owned(), first.to_owned(), Origin::default());
    let clock = format!("moves of {} set it back", prose.pieces(&variant.clock.pieces));
    add(11, "clock", "clock".to_owned(), clock, Origin::default());
    said
}

/// Who stands on the squares where two games do not begin alike.
fn array(variant: &Variant, beside: &Variant) -> String {
    let start = variant.start();
    let (board, theirs) = (&variant.board, standing(beside));
    let ranks = board.ranks().flat_map(|y| board.files().filter_map(move |x| board.at(x, y)));
    let squares = ranks.chain(board.extra());
    let told = squares.filter_map(|square| {
        let name = board.name(square);
        let piece = start.piece(square).map(|piece| token(variant, piece));
        (piece.as_ref() != theirs.get(name))
            .then(|| format!("{name} {}", piece.unwrap_or_else(|| "empty".to_owned())))
    });
    format!("{}: {}", variant.array, commas(&told.collect::<Vec<_>>()))
}

/// The piece on each square at the start, by the square's name.
fn standing(variant: &Variant) -> BTreeMap<String, String> {
    let start = variant.start();
    let told = |(square, piece)| (variant.board.name(square).to_owned(), token(variant, piece));
    start.pieces().map(told).collect()
}
