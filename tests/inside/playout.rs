//! Tests of random playouts: every move is legal, and each game ends at the right time with the right outcome.

use ferz::Rules;
use std::collections::HashSet;

use ferz_core::base::Move;
use ferz_core::fast::engine::Engine;
use ferz_core::fast::stack::{PositionStack, SearchMove, SearchMoves};
use ferz_core::play::game::{GameHistory, Random};
use ferz_core::play::playout::{self, MovePolicy};
use ferz_lang::catalog::{Catalog, GameRef};

struct Recorder {
    random: Random,
    moves: Vec<Move>,
}

impl MovePolicy for Recorder {
    fn choose<T: PositionStack>(&mut self, _: &T, steps: &SearchMoves<T::Position>) -> Option<usize> {
        Some(self.random.below(steps.list.len()))
    }

    fn made<T: PositionStack>(&mut self, _: &T, steps: &SearchMoves<T::Position>, step: &SearchMove) {
        self.moves.push(steps.mv(step));
    }
}

#[test]
fn random_games_follow_the_rules() {
    for name in Rules::built_in() {
        let loaded = Catalog::new(&ferz::Loader::new()).load(&GameRef::parse(&name), &[]);
        let engine = Engine::new(&loaded.expect("a built-in game loads").variant);
        let mut game = GameHistory::new(&engine, engine.variant().start());
        let mut recorder = Recorder { random: Random::new(17), moves: Vec::new() };
        let played = playout::play(&game, &mut recorder, 120);
        for mv in &recorder.moves {
            assert_eq!(game.outcome(), None, "{name}");
            assert!(game.legal_moves().contains(mv), "{name}: {mv:?}");
            assert!(game.play(mv), "{name}: {mv:?}");
        }
        assert_eq!((played.plies as usize, played.outcome), (recorder.moves.len(), game.outcome()), "{name}");
    }
}

/// A position with a passed square equals the position without it if no capture is possible there.
#[test]
fn repetitions_are_counted_as_in_a_game() {
    let loaded = Catalog::new(&ferz::Loader::new()).load(&GameRef::parse("chess"), &[]);
    let engine = Engine::new(&loaded.expect("chess").variant);
    for (seed, most) in [(1, 2_000), (2, 2_000), (3, 2_000), (5, 2_000)] {
        // Positions with two kings and two knights soon repeat.
        let fen = "k7/8/8/8/8/p7/P7/KN6 w - - 0 1";
        let setup = ferz_text::notation::fen::read_as(engine.variant(), fen, false).expect("a position");
        let mut game = GameHistory::new(&engine, setup);
        let mut recorder = Recorder { random: Random::new(seed), moves: Vec::new() };
        let played = playout::play(&game, &mut recorder, most);
        for mv in &recorder.moves {
            assert_eq!((game.outcome(), game.claims()), (None, Vec::new()));
            assert!(game.play(mv));
        }
        // A playout claims an outcome at the first opportunity.
        assert_eq!(played.outcome, game.outcome().or_else(|| game.claims().into_iter().next()));
    }
}

/// Returns true for a game whose moves have no numbers, because a piece can capture before its move ends.
fn is_unbounded(rules: &Rules) -> bool {
    rules.actions().is_none()
}

#[test]
fn every_move_has_a_number_of_its_own() {
    let mut unbounded = Vec::new();
    for name in Rules::built_in() {
        let rules = Rules::load(&name).expect("a built-in game loads");
        let layout = rules.planes();
        let mut random = Random::new(5);
        let mut game = rules.start();
        if is_unbounded(&rules) {
            unbounded.push(name);
            continue;
        }
        let most = rules.actions().expect("bounded");
        for _ in 0..80 {
            let moves: Vec<_> = game.legal_moves().collect();
            let numbers = game.legal_actions();
            assert_eq!(numbers.len(), moves.len(), "{name}: {}", game.fen());
            assert!(numbers.iter().all(|number| *number < most), "{name}");
            let distinct: HashSet<u32> = numbers.iter().copied().collect();
            assert_eq!(distinct.len(), moves.len(), "{name}: {}", game.fen());
            assert_eq!(game.planes().len(), layout.names.len() * layout.height * layout.width, "{name}");
            let Some(mv) = random.pick(&moves) else { break };
            let number = game.action(*mv).expect("a number");
            assert_eq!(game.act(number), Some(*mv), "{name}");
            game.play(*mv).expect("legal");
        }
    }
    println!("{unbounded:?}");
    assert!(unbounded.len() < 8, "{unbounded:?}");
}
