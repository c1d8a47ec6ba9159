//! The rules of a game one by one, so that two games can be compared rule by rule.

use crate::base::PieceTypeId;
use crate::base::text::commas;
use crate::play::notation::token;
use crate::rules::{
    Action, Admission, Border, Clock, Ending, First, Immunity, Origin, PieceType, Right, Royalty, Variant,
};
use crate::words::prose::Prose;
use std::collections::BTreeMap;

/// One rule of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rule<'v> {
    Board,
    Array,
    Hands,
    Piece(PieceTypeId, &'v PieceType),
    Right(&'v Right),
    Action(&'v Action),
    Admission(&'v Admission),
    Border(&'v Border),
    Immunity(&'v Immunity),
    Royalty(&'v Royalty),
    Ending(&'v Ending),
    First(First),
    Clock(&'v Clock),
}

/// All rules of a game except its switches, in the order of a rule page.
pub(super) fn rules(variant: &Variant) -> Vec<Rule<'_>> {
    let mut all = vec![Rule::Board, Rule::Array, Rule::Hands];
    all.extend(variant.piece_type_ids().map(|(id, piece_type)| Rule::Piece(id, piece_type)));
    all.extend(variant.rights.iter().map(Rule::Right));
    all.extend(variant.actions.iter().map(Rule::Action));
    all.extend(variant.admissions.iter().map(Rule::Admission));
    all.extend(variant.borders.iter().map(Rule::Border));
    all.extend(variant.immunities.iter().map(Rule::Immunity));
    all.push(Rule::Royalty(&variant.royalty));
    all.extend(variant.endings.iter().map(Rule::Ending));
    all.extend([Rule::First(variant.first), Rule::Clock(&variant.clock)]);
    all
}

/// One rule that is not the same in both games.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// What sort of rule it is: `piece`, `action`, `ending`.
    pub what: &'static str,
    /// Its name.
    pub name: String,
    /// What the first game says, and where; nothing if it has no such rule.
    pub one: Option<(String, Origin)>,
    /// The same for the second.
    pub other: Option<(String, Origin)>,
}

/// What a game says, by the order, sort and name of the rule.
type Texts = BTreeMap<(usize, &'static str, String), (String, Origin)>;

/// The rules that differ, in the order of a rule page.
pub(crate) fn changes(one: &Variant, other: &Variant) -> Vec<Change> {
    let (a, b) = (texts(one, other), texts(other, one));
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

fn texts(variant: &Variant, beside: &Variant) -> Texts {
    let prose = Prose::new(variant);
    let mut texts = Texts::new();
    for rule in rules(variant) {
        let (order, what) = rule.sort();
        let Some((name, text, origin)) = rule.text(variant, beside, &prose) else { continue };
        let mut key = (order, what, name.clone());
        let mut n = 2;
        while texts.contains_key(&key) {
            key.2 = format!("{name} ({n})");
            n += 1;
        }
        texts.insert(key, (text, origin));
    }
    texts
}

impl Rule<'_> {
    /// Its place on a rule page, and what sort of rule it is.
    fn sort(self) -> (usize, &'static str) {
        match self {
            Rule::Board => (0, "board"),
            Rule::Array => (1, "array"),
            Rule::Hands => (1, "hands"),
            Rule::Piece(..) => (2, "piece"),
            Rule::Right(_) => (3, "right"),
            Rule::Action(_) => (4, "action"),
            Rule::Admission(_) => (5, "entry"),
            Rule::Border(_) => (6, "border"),
            Rule::Immunity(_) => (7, "immunity"),
            Rule::Royalty(_) => (8, "royalty"),
            Rule::Ending(_) => (9, "ending"),
            Rule::First(_) => (10, "first move"),
            Rule::Clock(_) => (11, "clock"),
        }
    }

    /// Its name, what it says, and where; of an array only what `beside` does not have.
    fn text(self, variant: &Variant, beside: &Variant, prose: &Prose) -> Option<(String, String, Origin)> {
        let (_, what) = self.sort();
        let unnamed = |text: String, origin| (what.to_owned(), text, origin);
        Some(match self {
            Rule::Board => unnamed(board(variant), Origin::default()),
            Rule::Array => {
                let info = variant.arrays.iter().find(|info| info.name == variant.array);
                unnamed(array(variant, beside), info.map_or_else(Origin::default, |info| info.origin))
            }
            Rule::Hands => unnamed(prose.hands()?.to_owned(), Origin::default()),
            Rule::Piece(id, piece_type) => piece(piece_type, prose.traits(id)),
            Rule::Right(right) => (right.name.clone(), format!("{} times", right.times), right.origin),
            Rule::Action(action) => (action.name.clone(), prose.action(action), action.origin),
            Rule::Admission(admission) => {
                let text = format!("may be entered by: {}", prose.pieces(&admission.pieces));
                (admission.zone.name.clone(), text, admission.origin)
            }
            Rule::Border(border) => {
                let text = format!("{:?} steps only, for {}", border.by, prose.pieces(&border.pieces));
                (border.zone.name.clone(), text.to_lowercase(), border.origin)
            }
            Rule::Immunity(immunity) => {
                let to = immunity.to.iter().map(|threat| format!("{threat:?}").to_lowercase());
                let text = format!("immune to {}", commas(&to.collect::<Vec<_>>()));
                (prose.pieces(&immunity.pieces), text, immunity.origin)
            }
            Rule::Royalty(royalty) => unnamed(prose.royalty()?, royalty.origin),
            Rule::Ending(ending) => (ending.name.clone(), prose.ending(ending), ending.origin),
            Rule::First(first) => unnamed(first_move(first).to_owned(), Origin::default()),
            Rule::Clock(clock) => {
                let text = format!("moves of {} reset it", prose.pieces(&clock.pieces));
                unnamed(text, Origin::default())
            }
        })
    }
}

/// Who moves first.
pub(crate) fn first_move(first: First) -> &'static str {
    match first {
        First::White => "White moves first",
        First::Dice => "dice decide who moves first",
    }
}

fn board(variant: &Variant) -> String {
    let board = &variant.board;
    let cells: Vec<&str> = board.extra().map(|square| board.name(square)).collect();
    let mut shape = format!("{} by {} squares", board.width, board.height);
    match board.holes().count() {
        0 => {}
        1 => shape += ", 1 hole",
        n => shape += &format!(", {n} holes"),
    }
    if !cells.is_empty() {
        shape += &format!(", with extra cells {}", commas(&cells));
    }
    shape
}

fn piece(piece_type: &PieceType, traits: Vec<String>) -> (String, String, Origin) {
    let moves = piece_type.moves.iter().map(|moves| match &moves.on {
        Some(zone) => format!("`{}` in {}", moves.notation, zone.name),
        None => format!("`{}`", moves.notation),
    });
    let mut text = format!("{} {}", piece_type.token, commas(&moves.collect::<Vec<_>>()));
    for sentence in traits {
        text += &format!(" {sentence}");
    }
    let name = match &piece_type.stage {
        Some(stage) => format!("{} in its stage {stage}", piece_type.piece),
        None => piece_type.piece.clone(),
    };
    let moves = piece_type.moves.first().map(|moves| moves.origin);
    let arrivals = piece_type.arrivals.first().map(|arrival| arrival.origin);
    (name, text, moves.or(arrivals).unwrap_or(piece_type.origin))
}

/// Who stands on the squares where two games do not begin alike.
fn array(variant: &Variant, beside: &Variant) -> String {
    let start = variant.start();
    let (board, theirs) = (&variant.board, standing(beside));
    let ranks = board.ranks().flat_map(|y| board.files().filter_map(move |x| board.at(x, y)));
    let differing = ranks.chain(board.extra()).filter_map(|square| {
        let name = board.name(square);
        let piece = start.piece(square).map(|piece| token(variant, piece));
        (piece.as_ref() != theirs.get(name))
            .then(|| format!("{name} {}", piece.unwrap_or_else(|| "empty".to_owned())))
    });
    format!("{}: {}", variant.array, commas(&differing.collect::<Vec<_>>()))
}

/// The piece on each square at the start, by the square's name.
fn standing(variant: &Variant) -> BTreeMap<String, String> {
    let named = |(square, piece)| (variant.board.name(square).to_owned(), token(variant, piece));
    variant.start().pieces().map(named).collect()
}
