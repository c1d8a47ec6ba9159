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

/// The differences between two games, each on its own; for games whose men are not the same, all of them at once.
pub fn alone(one: &Variant, other: &Variant) -> Vec<Alone> {
    let tokens =
        |variant: &Variant| -> Vec<String> { variant.kinds.iter().map(|kind| kind.token.clone()).collect() };
    if one.board != other.board || tokens(one) != tokens(other) || one.rights != other.rights {
        return vec![Alone { what: "the two games".to_owned(), twin: other.clone() }];
    }
    let mut all = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut Variant)| {
        let mut twin = one.clone();
        change(&mut twin);
        all.push(Alone { what, twin });
    };
    for (index, (kind, theirs)) in one.kinds.iter().zip(&other.kinds).enumerate() {
        let said = crate::rules::Kind { title: kind.title.clone(), value: kind.value, ..theirs.clone() };
        if *kind != said {
            add(format!("the {}", kind.title.to_lowercase()), &|twin| {
                if let Some(kind) = twin.kinds.get_mut(index) {
                    *kind = theirs.clone();
                }
            });
        }
    }
    let named =
        |turns: &[crate::rules::Turn]| -> Vec<String> { turns.iter().map(|turn| turn.name.clone()).collect() };
    if named(&one.turns) == named(&other.turns) {
        for (index, (turn, theirs)) in one.turns.iter().zip(&other.turns).enumerate() {
            if turn != theirs {
                add(format!("the turn {}", turn.name), &|twin| {
                    if let Some(turn) = twin.turns.get_mut(index) {
                        *turn = theirs.clone();
                    }
                });
            }
        }
    } else {
        add("the turns beside moves".to_owned(), &|twin| twin.turns.clone_from(&other.turns));
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
