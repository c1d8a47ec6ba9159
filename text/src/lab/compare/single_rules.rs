//! Separates the differences between two games. Each result is the first game with a single rule of the second game, so
//! that a difference found in play shows the effect of that rule.
//!
//! [`separate`] is the entry point. Games with different boards, pieces, or rights cannot be mixed, so they are
//! returned as a single difference.

use super::Canon;
use crate::rules::{Castle, Ending, PieceType, Variant};

/// Copies the rules of one kind from another game that has the same pieces and rights.
type Adopt = fn(&mut Variant, &Variant);

/// The kinds of rules that are compared as a whole, with their names for readers. Rules of single pieces, actions, and
/// endings are compared one by one.
const WHOLE: [(&str, Adopt); 11] = [
    ("who may enter what", |twin, other| twin.admissions.clone_from(&other.admissions)),
    ("the borders", |twin, other| twin.borders.clone_from(&other.borders)),
    ("who is immune", |twin, other| twin.immunities.clone_from(&other.immunities)),
    ("restrictions on moves", |twin, other| twin.move_rules.clone_from(&other.move_rules)),
    ("castling by squares", |twin, other| {
        if twin.castling_rules != other.castling_rules {
            twin.castling_rules.clone_from(&other.castling_rules);
            twin.castlings.clone_from(&other.castlings);
        }
    }),
    ("what follows a move", |twin, other| twin.follow_ups.clone_from(&other.follow_ups)),
    ("when check binds", |twin, other| twin.royalty.clone_from(&other.royalty)),
    ("the clock", |twin, other| twin.clock.clone_from(&other.clock)),
    ("the first move", |twin, other| twin.first = other.first),
    ("how many moves a turn has", |twin, other| twin.turns.clone_from(&other.turns)),
    ("the use of captured pieces", |twin, other| {
        (twin.hands, twin.captures_leave) = (other.hands, other.captures_leave);
        twin.captures_to = other.captures_to;
    }),
];

/// Lists the differences between two games. Each has a name for readers (`the knight`, `the ending stalemate`) and a
/// copy of the first game with that rule of the second. If the games have different pieces, the second game is the only
/// result.
pub fn separate(one: &Variant, other: &Variant) -> Vec<(String, Variant)> {
    let tokens = |variant: &Variant| -> Vec<String> {
        variant.piece_types.iter().map(|piece_type| piece_type.token.clone()).collect()
    };
    if !one.board.plays_like(&other.board) || tokens(one) != tokens(other) || one.rights != other.rights {
        return vec![("the two games".to_owned(), other.clone())];
    }
    let mut all = Vec::new();
    let forms = Canon(one).game();
    let mut add = |what: String, change: &dyn Fn(&mut Variant)| {
        let mut twin = one.clone();
        change(&mut twin);
        // Pieces can differ in the numbers of others only.
        let differs = twin != *one && Canon(&twin).game() != forms;
        // Triggers are derived from all rules, so they are copied from the second game after the test for a difference.
        twin.adopt_triggers(other);
        all.extend(differs.then_some((what, twin)));
        differs
    };
    for (index, (own, theirs)) in one.piece_types.iter().zip(&other.piece_types).enumerate() {
        add(format!("the {}", own.title.to_lowercase()), &|twin| {
            let (title, value) = (own.title.clone(), own.value);
            if castles(own) != castles(theirs) {
                twin.castlings.clone_from(&other.castlings);
            }
            twin.piece_types[index] = PieceType { title, value, ..theirs.clone() };
        });
    }
    let names = |variant: &Variant| -> Vec<String> {
        variant.actions.iter().map(|action| action.name.clone()).collect()
    };
    if names(one) == names(other) {
        for (index, theirs) in other.actions.iter().enumerate() {
            add(format!("the action {}", theirs.name), &|twin| twin.actions[index] = theirs.clone());
        }
    } else {
        add("the actions besides moves".to_owned(), &|twin| twin.actions.clone_from(&other.actions));
    }
    let mut ordered = true;
    let new = other.endings.iter().filter(|ending| find(one, &ending.name).is_none());
    for Ending { name, .. } in one.endings.iter().chain(new) {
        // If no single ending differs, the games can still differ in the order of their endings, because the first
        // ending that applies decides the game.
        ordered &= !add(format!("the ending {name}"), &|twin| ending(twin, other, name));
    }
    if ordered {
        let what = "the order of the endings".to_owned();
        add(what, &|twin| twin.endings.clone_from(&other.endings));
    }
    for (what, adopt) in WHOLE {
        add(what.to_owned(), &|twin| adopt(twin, other));
    }
    all
}

/// Returns the castlings in the moves of a piece.
fn castles(piece_type: &PieceType) -> Vec<Castle> {
    piece_type.moves.iter().flat_map(|moves| moves.automaton.castles.iter().copied()).collect()
}

/// Returns the index of an ending among those of a game.
fn find(variant: &Variant, name: &str) -> Option<usize> {
    variant.endings.iter().position(|ending| ending.name == name)
}

/// Copies one ending from another game: replaces it, removes it, or inserts it in the same order.
fn ending(twin: &mut Variant, other: &Variant, name: &str) {
    match (find(twin, name), find(other, name)) {
        (Some(here), Some(there)) => twin.endings[here] = other.endings[there].clone(),
        (Some(here), None) => drop(twin.endings.remove(here)),
        (None, Some(there)) => {
            let before = other.endings[..there].iter().filter(|ending| find(twin, &ending.name).is_some());
            let place = before.count().min(twin.endings.len());
            twin.endings.insert(place, other.endings[there].clone());
        }
        (None, None) => {}
    }
}
