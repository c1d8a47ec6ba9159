//! Compares the oracle with the engines on positions from random games and on random setups.
//!
//! [`Implementations::compare`] compares all implementations on one position. The test functions below call it for the
//! positions of many games.

use super::Oracle;
use crate::inside::help::{env_number, load_text, load_with, sample};
use crate::inside::random::{GAMES, INVENTED, Random, scattered, shake};
use ferz_core::base::{Halt, Outcome, Setup};
use ferz_core::fast::engine::Engine;
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
use ferz_text::notation::{fen, movetext};
use std::cell::Cell;

/// All implementations of the rules of one game.
pub struct Implementations<'a> {
    pub variant: &'a Variant,
    pub oracle: Oracle<'a>,
    interpreter: Interpreter<'a>,
    pub engine: Engine,
    /// True if the work for one position is limited.
    is_limited: bool,
}

type Moves = Vec<(String, Setup)>;

/// The number of questions, in units of [`Halt`], after which a position is not compared.
const QUESTIONS: usize = 500;

impl<'a> Implementations<'a> {
    pub fn new(variant: &'a Variant) -> Implementations<'a> {
        let (oracle, interpreter) = (Oracle::new(variant), Interpreter::new(variant));
        Implementations { variant, oracle, interpreter, engine: Engine::new(variant), is_limited: false }
    }

    /// Limits the work for one position.
    pub fn within(self, patience: usize) -> Implementations<'a> {
        self.oracle.limit(patience);
        Implementations { is_limited: true, ..self }
    }

    pub fn fast(&self, setup: &Setup) -> Moves {
        let children = self.engine.children(&self.engine.position(setup));
        sorted(
            children
                .into_iter()
                .map(|(mv, child)| (movetext::write(self.variant, &mv), self.engine.setup(&child))),
        )
    }

    /// Returns the number of walks of the pieces of the side to move, which measures the work in a position.
    pub fn walks(&self, setup: &Setup) -> usize {
        self.interpreter.count_walks(setup)
    }

    /// Returns true if the tables list the moves of a position with at most [`QUESTIONS`]. The work is counted, so
    /// the answer is always the same.
    pub fn is_listed(&self, setup: &Setup) -> bool {
        let asked = Cell::new(0);
        let ends = || asked.replace(asked.get() + 1) > QUESTIONS;
        self.engine.legal_moves_until(&self.engine.position(setup), &Halt::new(&ends)).is_some()
    }

    fn slow(&self, setup: &Setup) -> Moves {
        let children = self.interpreter.children(setup).into_iter();
        sorted(children.map(|(mv, child)| (movetext::write(self.variant, &mv), child)))
    }

    /// Compares all implementations on a position. Returns true if the oracle gives an answer, or an error that
    /// describes the difference.
    pub fn compare(&self, setup: &Setup) -> Result<bool, String> {
        let Some(moves) = self.oracle.moves(setup) else { return Ok(false) };
        // Conditions on moves that ask each other can take the engines minutes.
        if self.is_limited && !self.is_listed(setup) {
            self.oracle.give_up();
            return Ok(false);
        }
        // A game with legal moves is not over.
        let is_over = moves.is_empty();
        let outcome = match is_over.then(|| self.oracle.outcome(setup)) {
            Some(None) => return Ok(false),
            outcome => outcome.flatten().flatten(),
        };
        let Some(check) = self.oracle.in_check(setup) else { return Ok(false) };
        let position = self.engine.position(setup);
        let ended = |outcome: &dyn Fn() -> Option<Outcome>| if is_over { outcome() } else { None };
        let (fast, slow) = (&self.engine, &self.interpreter);
        let answers = [
            ("engine", self.fast(setup), fast.in_check(&position), ended(&|| fast.outcome(&position))),
            ("interpreter", self.slow(setup), slow.in_check(setup), ended(&|| slow.outcome(setup))),
        ];
        for (who, theirs, their_check, their_outcome) in answers {
            let differs = if moves != theirs {
                format!("in moves: {}", self.difference(&moves, &theirs))
            } else if check != their_check {
                format!("in check: {check} {their_check}")
            } else if outcome != their_outcome {
                format!("in the outcome: {outcome:?} {their_outcome:?}")
            } else {
                continue;
            };
            return Err(format!("{who} and oracle differ {differs}\n{}", self.place(setup)));
        }
        Ok(true)
    }

    fn place(&self, setup: &Setup) -> String {
        let set: Vec<String> = self
            .variant
            .switches
            .iter()
            .map(|switch| format!("--set {}={}", switch.name, switch.chosen))
            .collect();
        format!(
            "{}/{} {}\n{}",
            self.variant.id,
            self.variant.array,
            set.join(" "),
            fen::write(self.variant, setup)
        )
    }

    fn difference(&self, ours: &Moves, theirs: &Moves) -> String {
        let show = |(text, setup): &(String, Setup)| {
            format!("{text} -> {} {:?}", fen::write(self.variant, setup), setup.ended)
        };
        let only = |these: &Moves, those: &Moves| -> Vec<String> {
            these.iter().filter(|one| !those.contains(one)).map(show).collect()
        };
        format!("only the oracle {:#?}, only they {:#?}", only(ours, theirs), only(theirs, ours))
    }
}

fn sorted(moves: impl Iterator<Item = (String, Setup)>) -> Moves {
    let mut moves: Moves = moves.collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    moves.dedup_by(|a, b| a.0 == b.0);
    moves
}

/// Compares about this many positions of a game.
fn compare(reference: &str, random: &mut Random, wanted: usize) {
    let (mut counts, mut unanswered) = (0, 0);
    while counts < wanted {
        let switches = if random.below(3) == 0 { Vec::new() } else { shake(reference, random) };
        let variant = load_with(reference, &switches);
        let implementations = Implementations::new(&variant);
        for _ in 0..6 {
            if counts >= wanted {
                break;
            }
            let thrown = random.below(2) == 0;
            let mut setup = if thrown { scattered(&variant, random) } else { variant.start() };
            for _ in 0..if thrown { 12 } else { 120 } {
                if thrown || random.below(6) == 0 {
                    counts += 1;
                    let answered =
                        implementations.compare(&setup).unwrap_or_else(|differs| panic!("{differs}"));
                    unanswered += usize::from(!answered);
                }
                let mut next = implementations.fast(&setup);
                if next.is_empty() {
                    break;
                }
                setup = next.swap_remove(random.below(next.len())).1;
            }
        }
    }
    assert!(unanswered * 50 <= counts, "{reference}: {unanswered} of {counts} questions without an answer");
}

#[test]
fn shipped_games_agree_with_the_oracle() {
    let mut random = Random(0x0dd5);
    GAMES.into_iter().for_each(|game| compare(game, &mut random, sample(25)));
}

#[test]
fn invented_games_agree_with_the_oracle() {
    let mut random = Random(0x0dd6);
    INVENTED.into_iter().for_each(|game| compare(game, &mut random, sample(25)));
}

/// Actions with conditions that depend on other moves, which in turn depend on these actions.
#[test]
fn nested_conditions_on_moves_are_consistent() {
    let variant = load_with("tests/fixtures/games/endless-questions.ferz", &[]);
    let implementations = Implementations::new(&variant);
    for text in ["k4/5/5/5/4r/R1K2[] w - - 0 1", "k3g/5/5/5/1G2r/R1K2[] w - - 0 1"] {
        let setup = fen::read_as(&variant, text, true).expect("a position");
        assert!(
            implementations.compare(&setup).unwrap_or_else(|differs| panic!("{text}: {differs}")),
            "{text}"
        );
    }
}

/// The answer to a question about moves does not depend on the order of the replies, however many traps they ask about.
#[test]
fn the_order_of_replies_does_not_matter() {
    for (prey, elm, goal, moves) in [
        ("`fW`", ". . . . . . . .", "prey in rank 4", 63),
        ("{ stands still }", ". . . . . . e .", "elm in rank 7", 57),
    ] {
        let variant = load_text(&format!(
            "variant x \"X\"\nboard {{ grid 8 x 8; black is white mirrored }}\npiece hunter H `R`\npiece spider S `Q`\n\
             piece prey P {prey}\npiece alder A `K`\npiece elm E `fW`\n\
             action pounce {{ place hunter; to h1; provided it traps enemy prey by every-reply }}\n\
             action snare {{ place spider; to board; must if it can\n\
             provided it traps enemies by attack and enemy {goal} }}\n\
             array found {{\n8 | . . . . . . . .\n6 | . . . . . . . p\n5 | . . . . . . . .\n4 | a a a a a . . .\n3 | {elm}\n1 | H S S S S S S .\n}}\n"
        ));
        let implementations = Implementations::new(&variant);
        let (start, fast) = (variant.start(), implementations.fast(&variant.start()));
        assert_eq!((fast.len(), &fast), (moves, &implementations.slow(&start)), "{goal}");
        assert!(implementations.compare(&start).is_ok(), "{goal}");
    }
}

/// Games with rare combinations of rules, which are tested on more positions than the others.
#[test]
fn rare_combinations_of_rules_agree() {
    compare("tests/fixtures/games/letter-of-the-law.ferz", &mut Random(1), sample(30));
}

#[test]
#[ignore = "long: run by `just oracle`"]
fn every_game_agrees_with_the_oracle_at_length() {
    let wanted = std::env::var("FERZ_GAMES").unwrap_or_default();
    let positions = env_number("FERZ_POSITIONS").unwrap_or(100_000);
    for game in GAMES.into_iter().chain(INVENTED).filter(|game| game.contains(wanted.as_str())) {
        let mut random = Random(env_number("FERZ_SEED").unwrap_or(1) as u64);
        compare(game, &mut random, positions);
        println!("{game}: {positions} positions");
    }
}

/// A neutral piece can enter the squares that are open to it from the player's view.
#[test]
fn a_neutral_piece_enters_what_the_player_sees() {
    for rule in [
        "action plant { drop post; to grid }",
        "after every move: put post on grid",
        "after every move: may add post on grid",
    ] {
        let variant = load_text(&format!(
            "variant posts \"Posts\"\nboard {{ grid 4 x 4; black is white mirrored }}\npiece king K `K` royal\n\
             piece post X {{ neutral }}\nregion near = [rank 2]\nentry {{ near: king }}\nhands without captures\n{rule}\n\
             ending {{ checkmate: loss; stalemate: draw }}\narray start {{ 1 | K . . . ; hand: X }}\n"
        ));
        let implementations = Implementations::new(&variant);
        let mut after = implementations.fast(&variant.start());
        let black = after.swap_remove(0).1;
        for setup in [variant.start(), black] {
            let counts =
                implementations.compare(&setup).unwrap_or_else(|differs| panic!("{rule}: {differs}"));
            assert!(counts, "{rule}");
            let moves = implementations.fast(&setup);
            let [near, far] =
                if setup.turn == ferz_core::base::Color::White { ["b2", "b3"] } else { ["b3", "b2"] };
            let puts = |square: &str| {
                moves.iter().any(|(text, _)| {
                    text.ends_with(&format!("@{square}")) || text.ends_with(&format!(",{square}"))
                })
            };
            assert!(puts(far) && !puts(near), "{rule}: {moves:?}");
        }
    }
}
