//! Tests that facts combine: every fact works in every slot of its tier, alone and with `not`, `and`, and `or`.
//!
//! Each combination is a game of its own. It must compile, and all implementations must agree in a random game.

use super::help::{Texts, sample};
use super::oracle::agree::Implementations;
use super::random::Random;
use ferz_core::base::Setup;
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, GameRef};
use std::sync::Arc;

/// The facts of the first tier.
const POSITION: [&str; 24] = [
    "own knight",
    "no own knight",
    "own knight >= 2",
    "own [knight, rook] > enemy [knight, rook]",
    "own knight in hand",
    "no knight in hand",
    "own knight on board or in hand >= 2",
    "own pawn on board or in hand < enemy pawn on board or in hand",
    "points of own piece >= 12",
    "points of own piece > points of enemy piece",
    "points of own piece on board or in hand <= points of enemy piece in hand",
    "empty center",
    "used up boon",
    "enemy used up boon",
    "uses of boon > uses of enemy boon",
    "uses of boon <= own knight",
    "white to move",
    "black to move",
    "turn >= 3",
    "turn < 4",
    "last move captured piece",
    "last move captured enemy pawn in center by knight",
    "only [king] against [king, rook]",
    "one square color for knight",
];

/// The facts of the second tier.
const ATTACKS: [&str; 7] = [
    "in check",
    "enemy in check",
    "royals face",
    "own knight attacked by enemy rook",
    "own rook attacking enemy pawn >= 1",
    "own piece beside enemy pawn",
    "enemy leader attacked by own piece",
];

/// The facts of the third tier.
const GAME: [&str; 6] =
    ["checkmate", "stalemate", "no legal move", "repeated 2", "repeated 2 giving check", "quiet 3"];

/// The place of a rule with a condition.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    Rook,
    Top,
    Ending,
}

/// The slots of conditions, each with a rule that has the condition in place of `FACT`.
const SLOTS: [(Block, &str); 19] = [
    (Block::Rook, "moves `F2` when FACT"),
    (Block::Rook, "moves `F2` provided FACT"),
    (Block::Rook, "arriving at center when FACT: becomes knight"),
    (Block::Rook, "arriving at center when FACT: may become knight"),
    (Block::Rook, "capturing piece when FACT: uses boon"),
    (Block::Rook, "by itself when FACT: becomes knight"),
    (Block::Top, "by itself knight when FACT: uses boon"),
    (Block::Top, "arriving piece at board when FACT: gains boon"),
    (Block::Top, "arriving piece by drop at center when FACT: uses boon"),
    (Block::Top, "leaving rank 1..2 by [rook, knight] when FACT: may drop knight"),
    (Block::Top, "after every move when FACT: may add wall on center"),
    (Block::Top, "action swap { exchange king with own rook; when FACT }"),
    (Block::Top, "action swap { exchange king with own rook; provided FACT }"),
    (Block::Top, "player may not capture when FACT"),
    (Block::Top, "player must capture if it can when FACT"),
    (Block::Top, "player may not reach FACT"),
    (Block::Top, "castling king with rook to its left: to b1 and c1 when FACT"),
    (Block::Ending, "over: draw when turn >= 3 and FACT"),
    (Block::Ending, "over: draw on claim when FACT"),
];

/// Returns a game with this rule.
fn game(block: Block, rule: &str) -> String {
    let at = |place: Block| if place == block { rule } else { "" };
    let (rook, top, ending) = (at(Block::Rook), at(Block::Top), at(Block::Ending));
    format!(
        "variant x \"X\"\nboard {{ grid 5 x 6; black is white mirrored }}\nregion center = rank 3..4\nhands\n\
         piece king K `K` royal\npiece rook R `R` {{\n  points 5\n  {rook}\n}}\npiece knight N `N` {{ points 3 }}\n\
         piece pawn P `fmWfcF` {{\n  points 1\n  arriving at rank 6: becomes rook\n}}\npiece wall O {{ neutral }}\n\
         right boon 3 times\naction drop {{ drop [rook, knight, pawn]; to center }}\n{top}\n\
         ending {{\n  checkmate: loss\n  stalemate: draw\n  {ending}\n}}\n\
         array start {{\n  2 | P P P P P\n  1 | R N K N R\n  hand: N\n}}\n"
    )
}

/// Loads a game, or returns the code and the help of the first error.
fn load(text: &str) -> Result<Variant, (&'static str, String)> {
    let files = Texts(vec![("x.ferz".into(), text.to_owned())]);
    let loaded = Catalog::new(&files).load(&GameRef::parse("x.ferz"), &[]);
    loaded.map(|loaded| Arc::unwrap_or_clone(loaded.variant)).map_err(|failure| {
        let problem = failure.problems.into_iter().find(|problem| problem.is_error()).expect("an error");
        (problem.code.text(), problem.help.unwrap_or_default())
    })
}

/// Plays a random game in which all implementations must agree.
fn play(variant: &Variant, random: &mut Random, plies: usize) -> Result<(), String> {
    let implementations = Implementations::new(variant).within(200_000);
    let mut setup: Setup = variant.start();
    for _ in 0..plies {
        if !implementations.compare(&setup)? {
            break;
        }
        let moves = implementations.fast(&setup);
        // Captures lead to more positions of different kinds.
        let takes = |after: &Setup| after.pieces().count() < setup.pieces().count();
        let (captures, others): (Vec<_>, Vec<_>) = moves.iter().partition(|(_, after)| takes(after));
        let chosen = if captures.is_empty() || random.below(2) == 0 { others } else { captures };
        let Some((_, after)) = (!chosen.is_empty()).then(|| chosen[random.below(chosen.len())]) else {
            break;
        };
        setup = after.clone();
    }
    Ok(())
}

#[test]
fn every_fact_works_in_every_slot_of_its_tier() {
    let mut random = Random(11);
    let mut wrong = Vec::new();
    for (number, (block, slot)) in SLOTS.into_iter().enumerate() {
        let is_of_game = block == Block::Ending;
        let facts = POSITION.iter().chain(&ATTACKS).chain(GAME.iter().filter(|_| is_of_game));
        for (at, fact) in facts.enumerate() {
            let other = POSITION[(number + at) % POSITION.len()];
            let forms = [
                fact.to_string(),
                format!("(not ({fact}))"),
                format!("({fact} or {other})"),
                format!("({fact} and not ({other}))"),
            ];
            // One form of each combination is played, and all must compile.
            let played = (number + at) % forms.len();
            for (form, condition) in forms.iter().enumerate() {
                let rule = slot.replace("FACT", condition);
                let found =
                    load(&game(block, &rule)).map_err(|problem| format!("{problem:?}")).and_then(|variant| {
                        let games = if form == played { sample(1) } else { sample(1) - 1 };
                        (0..games).try_for_each(|_| play(&variant, &mut random, 8))
                    });
                wrong.extend(found.err().map(|problem| format!("{rule}: {problem}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// A fact about the legal moves or the course of the game is refused elsewhere, and the message says where it is allowed.
#[test]
fn facts_of_a_higher_tier_are_refused_with_a_reason() {
    for (block, slot) in SLOTS.into_iter().filter(|(block, _)| *block != Block::Ending) {
        for fact in GAME {
            let problem = load(&game(block, &slot.replace("FACT", &format!("(not {fact} or own rook)"))));
            let (code, help) = problem.expect_err(slot);
            assert_eq!(code, "condition-out-of-place", "{slot}: {fact}");
            assert!(help.contains("only in endings and claims"), "{slot}: {fact}: {help}");
        }
    }
}

/// Facts about attacks are refused where attacks are decided.
#[test]
fn attacks_do_not_decide_attacks() {
    for rule in [
        "entry {\n  center: rook attacked by enemy knight\n}",
        "immune rook attacked by enemy knight to capture",
    ] {
        let (_, help) = load(&game(Block::Top, rule)).expect_err(rule);
        assert!(!help.is_empty(), "{rule}");
    }
    for line in
        ["moves `pR` over piece attacked by enemy knight", "moves `R` capturing piece attacked by knight"]
    {
        let found = load(&game(Block::Rook, line));
        assert!(found.is_ok() || found.is_err_and(|(_, help)| !help.is_empty()), "{line}");
    }
}
