//! One difference at a time: the first game with a single rule of the second, so that what is found shows that rule.

use crate::rules::{PieceType, Variant};

/// A game that differs from another in one rule, and what the rule is about.
#[derive(Clone, Debug)]
pub(crate) struct Alone {
    /// What differs, as a reader calls it: `the knight`, `the ending stalemate`.
    pub what: String,
    /// The first game, with that rule as the second has it.
    pub twin: Variant,
}

/// The differences between two games, each on its own; for games whose pieces are not the same, all of them at once.
pub(crate) fn alone(one: &Variant, other: &Variant) -> Vec<Alone> {
    let tokens = |variant: &Variant| -> Vec<String> {
        variant.piece_types.iter().map(|piece_type| piece_type.token.clone()).collect()
    };
    if one.board != other.board || tokens(one) != tokens(other) || one.rights != other.rights {
        return vec![Alone { what: "the two games".to_owned(), twin: other.clone() }];
    }
    let mut all = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut Variant)| {
        let mut twin = one.clone();
        change(&mut twin);
        all.push(Alone { what, twin });
    };
    for (index, (piece_type, theirs)) in one.piece_types.iter().zip(&other.piece_types).enumerate() {
        let same_name =
            PieceType { title: piece_type.title.clone(), value: piece_type.value, ..theirs.clone() };
        if *piece_type != same_name {
            add(format!("the {}", piece_type.title.to_lowercase()), &|twin| {
                twin.piece_types[index] = theirs.clone();
            });
        }
    }
    let pairs = || one.actions.iter().zip(&other.actions).enumerate();
    if one.actions.len() == other.actions.len() && pairs().all(|(_, (a, b))| a.name == b.name) {
        for (index, (action, theirs)) in pairs().filter(|(_, (action, theirs))| action != theirs) {
            add(format!("the action {}", action.name), &|twin| twin.actions[index] = theirs.clone());
        }
    } else {
        add("the actions beside moves".to_owned(), &|twin| twin.actions.clone_from(&other.actions));
    }
    endings(one, other, &mut add);
    macro_rules! whole {
        ($($field:ident: $what:literal),+) => {$(
            if one.$field != other.$field {
                add($what.to_owned(), &|twin| twin.$field.clone_from(&other.$field));
            }
        )+};
    }
    whole!(
        admissions: "who may enter what",
        borders: "the borders",
        immunities: "who is immune",
        royalty: "when check binds",
        clock: "the clock",
        first: "the first move"
    );
    all
}

/// Takes a difference: what it is, and how the game is changed by it.
type Add<'a> = dyn FnMut(String, &dyn Fn(&mut Variant)) + 'a;

/// Endings that only one of the games has, and those that are not the same in both; else their order.
fn endings(one: &Variant, other: &Variant, add: &mut Add) {
    if one.endings == other.endings {
        return;
    }
    let find = |variant: &Variant, name: &str| variant.endings.iter().position(|ending| ending.name == name);
    let mut added = false;
    for (here, ending) in one.endings.iter().enumerate() {
        let theirs = find(other, &ending.name).map(|at| &other.endings[at]);
        if theirs == Some(ending) {
            continue;
        }
        added = true;
        add(format!("the ending {}", ending.name), &|twin| match theirs {
            Some(theirs) => twin.endings[here] = theirs.clone(),
            None => twin.endings.retain(|other| other.name != ending.name),
        });
    }
    for (at, ending) in other.endings.iter().enumerate() {
        if find(one, &ending.name).is_none() {
            added = true;
            add(format!("the ending {}", ending.name), &|twin| {
                let before = other.endings.iter().take(at).filter(|e| find(twin, &e.name).is_some()).count();
                twin.endings.insert(before.min(twin.endings.len()), ending.clone());
            });
        }
    }
    if !added {
        add("the order of the endings".to_owned(), &|twin| twin.endings.clone_from(&other.endings));
    }
}
