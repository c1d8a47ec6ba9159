//! One difference at a time: the first game with a single rule of the second, so that what is found shows that rule.

use crate::rules::Variant;

/// A game that differs from another in one rule, and what the rule is about.
#[derive(Clone, Debug)]
pub struct Alone {
    /// What differs, as a reader calls it: `the knight`, `the ending stalemate`.
    pub what: String,
    /// The first game, with that rule as the second has it.
    pub twin: Variant,
}

/// The differences between two games, each on its own; for games whose pieces are not the same, all of them at once.
pub fn alone(one: &Variant, other: &Variant) -> Vec<Alone> {
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
        let said = crate::rules::PieceType {
            title: piece_type.title.clone(),
            value: piece_type.value,
            ..theirs.clone()
        };
        if *piece_type != said {
            add(format!("the {}", piece_type.title.to_lowercase()), &|twin| {
                if let Some(piece_type) = twin.piece_types.get_mut(index) {
                    *piece_type = theirs.clone();
                }
            });
        }
    }
    let named = |actions: &[crate::rules::Action]| -> Vec<String> {
        actions.iter().map(|action| action.name.clone()).collect()
    };
    if named(&one.actions) == named(&other.actions) {
        for (index, (action, theirs)) in one.actions.iter().zip(&other.actions).enumerate() {
            if action != theirs {
                add(format!("the action {}", action.name), &|twin| {
                    if let Some(action) = twin.actions.get_mut(index) {
                        *action = theirs.clone();
                    }
                });
            }
        }
    } else {
        add("the actions beside moves".to_owned(), &|twin| twin.actions.clone_from(&other.actions));
    }
    endings(one, other, &mut add);
    if one.admissions != other.admissions {
        add("who may enter what".to_owned(), &|twin| twin.admissions.clone_from(&other.admissions));
    }
    if one.borders != other.borders {
        add("the borders".to_owned(), &|twin| twin.borders.clone_from(&other.borders));
    }
    if one.immunities != other.immunities {
        add("who is immune".to_owned(), &|twin| twin.immunities.clone_from(&other.immunities));
    }
    if one.royalty != other.royalty {
        add("when check binds".to_owned(), &|twin| twin.royalty = other.royalty.clone());
    }
    if one.clock != other.clock {
        add("the clock".to_owned(), &|twin| twin.clock = other.clock.clone());
    }
    if one.first != other.first {
        add("the first move".to_owned(), &|twin| twin.first = other.first);
    }
    all
}

/// Takes a difference: what it is, and how the game is changed by it.
type Add<'a> = dyn FnMut(String, &dyn Fn(&mut Variant)) + 'a;

/// Endings that only one of the games has, and those that are not the same in both; the order counts if nothing else.
fn endings(one: &Variant, other: &Variant, add: &mut Add) {
    if one.endings == other.endings {
        return;
    }
    let find = |variant: &Variant, name: &str| variant.endings.iter().position(|ending| ending.name == name);
    let mut told = false;
    for ending in &one.endings {
        let what = format!("the ending {}", ending.name);
        match find(other, &ending.name).and_then(|at| other.endings.get(at)) {
            Some(theirs) if theirs == ending => continue,
            Some(theirs) => add(what, &|twin| {
                if let Some(place) = find(twin, &ending.name).and_then(|at| twin.endings.get_mut(at)) {
                    *place = theirs.clone();
                }
            }),
            None => add(what, &|twin| twin.endings.retain(|other| other.name != ending.name)),
        }
        told = true;
    }
    for (at, ending) in other.endings.iter().enumerate() {
        if find(one, &ending.name).is_none() {
            add(format!("the ending {}", ending.name), &|twin| {
                let before = other.endings.iter().take(at).filter(|e| find(twin, &e.name).is_some()).count();
                twin.endings.insert(before.min(twin.endings.len()), ending.clone());
            });
            told = true;
        }
    }
    if !told {
        add("the order of the endings".to_owned(), &|twin| twin.endings.clone_from(&other.endings));
    }
}
