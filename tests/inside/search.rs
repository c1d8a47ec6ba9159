//! Tests of the search: it plays legal moves in every shipped game, finds mates that are proven by exhaustive search,
//! and makes no assumption that the rules of a game violate.
//!
//! [`games_and_mates`] plays games and tests the mates in them against [`fewest`], which tries all moves. The tests
//! below it examine single positions.

use super::help::load;
use ferz_core::base::{Bitboard, Color, Move, Setup};
use ferz_core::fast::engine::{AnyPosition, Engine};
use ferz_core::play::game::{GameHistory, Random};
use ferz_core::play::search::{Limits, SURE, SearchAssumptions, Signals, Thinker, TranspositionTable, WON};
use ferz_lang::catalog::built_in_names;
use ferz_text::notation::{fen, movetext};

/// A computer player with a small transposition table.
struct Player {
    thinker: Thinker,
    table: TranspositionTable,
    signals: Signals,
}

impl Player {
    fn new(reference: &str) -> Player {
        Player::of(&Engine::new(&load(reference)))
    }

    fn of(engine: &Engine) -> Player {
        Player {
            thinker: Thinker::new(engine),
            table: TranspositionTable::new(1),
            signals: Signals::default(),
        }
    }

    /// Returns the best move and its score.
    fn think(&self, game: &GameHistory, limits: Limits) -> (Option<Move>, i32) {
        let mut score = 0;
        let task = self.thinker.task(game, limits);
        self.signals.begin(0, false);
        let found = self
            .thinker
            .search(&task, (&self.table, &self.signals), &|| 0, 0, &mut |info| score = info.score);
        (found.best, score)
    }

    fn at(&self, text: &str) -> GameHistory {
        let setup =
            fen::read_as(self.thinker.engine.variant(), text, true).expect("the position can be read");
        GameHistory::new(&self.thinker.engine, setup)
    }

    /// Returns the text of the best move in a position, and its score.
    fn answer(&self, text: &str, limits: Limits) -> (String, i32) {
        let (mv, score) = self.think(&self.at(text), limits);
        (movetext::write(self.thinker.engine.variant(), &mv.expect("a move")), score)
    }
}

/// An exhaustive search for a forced win of one side.
struct Winner<'a> {
    engine: &'a Engine,
    color: Color,
    /// True if the search considers only moves that give check.
    checks: bool,
}

impl Winner<'_> {
    /// Returns true if the side can win within this many plies against every reply. Returns `None` if the search would
    /// be too large.
    fn forces(&self, at: &AnyPosition, plies: u32, left: &mut u32) -> Option<bool> {
        *left = left.checked_sub(1)?;
        let engine = self.engine;
        if let Some(outcome) = engine.outcome(at) {
            return Some(outcome.winner == Some(self.color));
        }
        if plies == 0 {
            return Some(false);
        }
        let is_own = engine.setup(at).turn == self.color;
        for (_, child) in engine.children(at) {
            if is_own && self.checks && !engine.in_check(&child) {
                continue;
            }
            if self.forces(&child, plies - 1, left)? == is_own {
                return Some(is_own);
            }
        }
        Some(!is_own)
    }
}

/// Returns the minimum number of plies, at most eight, in which the side to move can force a win. The search visits at
/// most `positions` positions, and considers only checks if there are too many moves.
fn fewest(engine: &Engine, setup: &Setup, positions: u32) -> Option<u32> {
    let at = engine.position(setup);
    let winner = |checks| Winner { engine, color: setup.turn, checks };
    for plies in 1..=8 {
        match winner(false).forces(&at, plies, &mut positions.clone()) {
            Some(true) => return Some(plies),
            Some(false) => {}
            None => break,
        }
    }
    [5, 7].into_iter().find(|plies| winner(true).forces(&at, *plies, &mut positions.clone()) == Some(true))
}

/// Plays a game of the computer player against random moves. Every move must be legal.
fn played(player: &Player, seed: u64) -> GameHistory {
    let engine = &player.thinker.engine;
    let mut random = Random::new(seed);
    let mut game = GameHistory::new(engine, engine.variant().start());
    let side = if random.coin() { Color::White } else { Color::Black };
    while game.outcome().is_none() && game.plies().len() < 100 {
        let legal = game.legal_moves();
        let mv = match game.setup().turn == side {
            true => player.think(&game, Limits::nodes(150)).0.expect("a move where there is one"),
            false => random.pick(&legal).expect("an unfinished game has moves").clone(),
        };
        assert!(legal.contains(&mv), "{} {mv:?}", engine.variant().id);
        assert!(game.play(&mv));
    }
    game
}

/// The extent of a test.
struct Trial {
    /// The distance between the tested games in the list of all games.
    every: usize,
    /// The number of games played with each set of rules.
    times: u64,
    /// The maximum number of positions for proving a mate.
    positions: u32,
}

/// Plays games, and returns the numbers of mates in 1, 2, 3, and 4 moves. The search must find all of them.
fn games_and_mates(trial: &Trial) -> [usize; 5] {
    let names = built_in_names();
    let (mut mates, mut missed, mut without) = ([0; 5], Vec::new(), Vec::new());
    for (number, name) in names.iter().enumerate().step_by(trial.every) {
        let player = Player::new(name);
        let before: usize = mates.iter().sum();
        for time in 0..trial.times {
            let game = played(&player, number as u64 + 1_000 * time);
            for (plies, at) in proven(&player.thinker.engine, &game, trial.positions) {
                mates[plies.div_ceil(2) as usize] += 1;
                missed.extend(unseen(&player, &at, plies).map(|told| format!("{name} {told}")));
            }
        }
        println!("{name}: {} mates so far", mates.iter().sum::<usize>());
        without.extend((mates.iter().sum::<usize>() == before).then_some(name.as_str()));
    }
    println!("mates in 1, 2, 3 and 4: {:?}", &mates[1..]);
    println!("no mate came up in: {}", without.join(" "));
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    mates
}

/// Returns the last positions of a game in which the winner can force the end, each with the number of plies.
fn proven(engine: &Engine, game: &GameHistory, positions: u32) -> Vec<(u32, Setup)> {
    let Some(winner) = game.outcome().and_then(|outcome| outcome.winner) else { return Vec::new() };
    let places = (2..=9).filter_map(|back| game.plies().len().checked_sub(back));
    let setups = places.map(|at| game.plies()[at].setup().clone()).filter(|setup| setup.turn == winner);
    setups.filter_map(|setup| Some((fewest(engine, &setup, positions)?, setup))).collect()
}

/// The number of positions for a move in play, which takes about a second.
const PLAYED: u64 = 2_000_000;

/// Runs a search for mate and a search for play, and describes a mate that one of them misses or finds too late.
fn unseen(player: &Player, setup: &Setup, plies: u32) -> Option<String> {
    let engine = &player.thinker.engine;
    let moves = plies.div_ceil(2) as i32;
    let sought = Limits { mate: Some(moves), ..Limits::default() };
    let played = Limits::nodes(PLAYED);
    [(sought, plies), (played, 8)].into_iter().find_map(|(limits, most)| {
        player.table.clear();
        let (_, score) = player.think(&GameHistory::new(engine, setup.clone()), limits);
        let is_seen = score >= WON - most as i32;
        (!is_seen).then(|| format!("{}: {plies} plies, {score}", fen::write(engine.variant(), setup)))
    })
}

#[test]
fn games_follow_the_rules_and_mates_are_found() {
    let mates = games_and_mates(&Trial { every: 19, times: 1, positions: 30_000 });
    assert!(mates[1] > 0, "{mates:?}");
}

#[test]
#[ignore = "long: run by `just mates`"]
fn every_game_follows_the_rules_and_mates_are_found() {
    let mates = games_and_mates(&Trial { every: 1, times: 2, positions: 40_000 });
    assert!(mates[1] > 100 && mates[2..].iter().all(|found| *found > 0), "{mates:?}");
}

#[test]
fn search_assumptions_follow_from_the_rules() {
    let nature = |name: &str| SearchAssumptions::new(&load(name));
    let [chess, losing, exploding, counted] = ["chess", "antichess", "atomic", "3check"].map(nature);
    assert!(chess.null && chess.exchange && !chess.forced);
    assert!(!losing.null && losing.forced);
    assert!(!exploding.exchange);
    assert!(!counted.null);
    assert!(nature("tamerlane").null, "relocations are a duty, but of few positions");
    let player = |name: &str| Player::new(name);
    assert!(player("antichess").thinker.evaluation().inverted);
    assert!(!player("horde").thinker.evaluation().inverted);
}

#[test]
fn the_same_search_finds_the_same_move() {
    let answers: Vec<_> = (0..2)
        .map(|_| {
            let player = Player::new("tamerlane");
            player.think(
                &GameHistory::new(&player.thinker.engine, player.thinker.engine.variant().start()),
                Limits::nodes(5_000),
            )
        })
        .collect();
    assert_eq!(answers[0], answers[1]);
}

/// Zugzwang: every move of the side to move loses the pawn.
#[test]
fn zugzwang_is_found() {
    let player = Player::new("chess");
    for turn in ["w", "b"] {
        let text = format!("8/8/8/4pK2/3kP3/8/8/8 {turn} - - 0 1");
        let (_, score) = player.answer(&text, Limits { depth: Some(8), ..Limits::default() });
        assert!(score <= -80, "{turn} {score}");
    }
}

/// A losing king reaches the enemy's citadel, and the game is drawn.
#[test]
fn a_player_with_two_moves_uses_both() {
    let player = Player::new("monster");
    let limits = || Limits { depth: Some(3), ..Limits::default() };
    // A pawn advances and then captures the king.
    let (mv, score) = player.answer("4k3/8/3PP3/8/8/8/2q5/7K w - - 0 9", limits());
    assert_eq!((mv.as_str(), score), ("d6d7", WON - 2));
    // In two moves, Black's king escapes from the other king.
    let (mv, score) = player.answer("8/8/8/8/8/3k4/8/3K4 b - - 0 9", limits());
    assert!(score > -SURE, "{mv} {score}");
}

/// A capture that loses material takes the last pawn and thereby wins the game.
#[test]
fn a_sacrifice_that_ends_the_game_is_found() {
    let player = Player::new("kinglet");
    for limits in [Limits { mate: Some(3), ..Limits::default() }, Limits::nodes(1_000_000)] {
        player.table.clear();
        let (_, score) = player.answer("rB3N2/5p2/7Q/1B1b4/3RP3/p1N5/PPP2PPP/4K2R w K - 1 19", limits);
        assert_eq!(score, WON - 5);
    }
}

/// The search finds the shortest mate even if a quiet move begins it, and ends if there is no mate.
#[test]
fn a_search_for_mate_is_exhaustive() {
    let player = Player::new("hoppelpoppel");
    let text = "r1b1k2r/ppp2ppp/8/1qbp4/3n3P/8/P2n2PK/8 b kq - 0 21";
    for (moves, is_found) in [(2, false), (3, true)] {
        player.table.clear();
        let (_, score) = player.answer(text, Limits { mate: Some(moves), ..Limits::default() });
        assert_eq!(score == WON - 5, is_found, "{score}");
    }
}

#[test]
fn the_search_finds_a_drawing_square() {
    let player = Player::new("tamerlane");
    let text = "k10/11/11/11/11/11/11/4r6/9r1/10K w - - 0 1 swap=-";
    let variant = player.thinker.engine.variant();
    let goal = &player.thinker.evaluation().goals[0];
    assert_eq!(goal.result, ferz_core::base::Result::Draw);
    // Moves a piece to each square from which one step leads to the goal.
    let at = goal.squares.white.iter().next().expect("a square");
    let beside = variant.board.beside(at).next().expect("a square beside it");
    let mut setup = fen::read_as(variant, text, true).expect("a position");
    let king = variant.setup.iter().find(|(_, piece)| {
        piece.color == Color::White && variant.piece_type(piece.piece_type).royal.is_some()
    });
    let corner = variant.board.square("k1").expect("a corner");
    setup.set(corner, None);
    setup.set(beside, king.map(|(_, piece)| *piece));
    let (mv, score) = player.think(&GameHistory::new(&player.thinker.engine, setup), Limits::nodes(20_000));
    assert_eq!((mv.and_then(|mv| mv.to), score), (Some(at), 0));
}

/// Stalemate is a loss in one game and a draw in the other. The search must distinguish them.
#[test]
fn stalemate_has_the_result_of_the_rules() {
    let text = "7k/8/5KQ1/8/8/8/8/8 b - - 0 1";
    let drawn = Player::new("chess").at(text).outcome().expect("no moves");
    assert_eq!(drawn.winner, None);
    // White can give stalemate or mate, and must prefer mate.
    let (mv, score) = Player::new("chess")
        .answer("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", Limits { depth: Some(6), ..Limits::default() });
    assert!(score >= SURE && mv != "g5g6", "{mv} {score}");
}
