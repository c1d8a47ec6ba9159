//! Tests that ferz reads back the records that it writes in the dialects of other programs.
//!
//! [`at_length`] also writes and reads positions and moves, as the tests in `dialects` do, in many games. It runs only
//! on request.

use super::dialects::{faults, wander};
use super::help::{env_number, load, load_text, position, sample};
use super::random::{INVENTED, Random};
use super::random_games;
use ferz_core::base::Move;
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::GameHistory;
use ferz_core::rules::Variant;
use ferz_lang::catalog::built_in_names;
use ferz_text::notation::dialect::{Codec, Dialect};
use ferz_text::notation::movetext;
use ferz_text::notation::record::{self, GameTags, Identity, RecordDefaults, Score};

/// Plays a random game from the start or from a position of such a game.
fn game(engine: &Engine, random: &mut Random, plies: usize) -> GameHistory {
    let before = if random.below(2) == 0 { 1 } else { plies };
    let seen = wander(engine, random, before);
    let start = seen.into_iter().next_back().map_or_else(|| engine.variant().start(), |(setup, _)| setup);
    let mut game = GameHistory::new(engine, start);
    for _ in 0..plies {
        let legal = game.legal_moves();
        let next = (!legal.is_empty()).then(|| legal[random.below(legal.len())].clone());
        if next.is_none_or(|mv| !game.play(&mv)) {
            break;
        }
    }
    game
}

/// Describes the difference between a game and the record of it in a dialect.
fn record_fault(game: &GameHistory, dialect: &'static Dialect) -> Option<String> {
    let variant = game.variant();
    let identity = Identity::new(&variant.id, variant, &[], false);
    let score = Score::of(game.outcome().as_ref());
    let heading = GameTags { identity, tags: Vec::new(), score, termination: None };
    let text = record::write_in(game, &heading, dialect);
    let (read, problems) =
        record::read_with(&text, 0, RecordDefaults { from: Some(dialect), game: None }, &mut |_| {
            Ok(game.engine().clone())
        });
    let moves = |game: &GameHistory| game.plies().iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>();
    let is_same = read.len() == 1 && moves(&read[0].game) == moves(game);
    // SFEN has no field for quiet plies, so the end of a game can be another one.
    let problem = problems.iter().find(|problem| problem.is_error());
    (!is_same || problem.is_some()).then(|| {
        let said = problem.map(|problem| problem.message.clone());
        format!("{} in {}: {said:?}\n{text}", variant.id, dialect.name)
    })
}

/// Returns the faults of random games by these rules in all dialects.
fn all_faults(variant: &Variant, random: &mut Random, plies: usize, is_thorough: bool) -> Vec<String> {
    let engine = Engine::new(variant);
    let seen = if is_thorough { wander(&engine, random, plies) } else { Vec::new() };
    let game = game(&engine, random, plies);
    let dialects = Dialect::all().iter();
    let found = dialects.flat_map(|dialect| [faults(variant, dialect, &seen), record_fault(&game, dialect)]);
    found.flatten().collect()
}

/// Generates the names of the built-in games and of the invented ones.
fn names() -> impl Iterator<Item = String> {
    built_in_names().into_iter().chain(INVENTED.iter().map(|path| (*path).to_owned()))
}

#[test]
fn records_in_a_dialect_are_read_back() {
    let mut random = Random(0x40);
    // The suite plays a tenth of the games, and `FERZ_SAMPLES=10` all of them.
    let every = (10 / sample(1)).max(1);
    let found: Vec<String> =
        names().step_by(every).flat_map(|name| all_faults(&load(&name), &mut random, 12, false)).collect();
    assert!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
}

#[test]
fn tokens_of_a_dialect_are_read_in_braces() {
    // In this game, some pieces have a letter with a mark.
    let (variant, dialect) = (load("full-tamerlane"), Dialect::named("xboard").expect("a dialect"));
    let (engine, codec) = (Engine::new(&variant), Codec::new(&variant, dialect));
    let mut game = GameHistory::new(&engine, variant.start());
    let piece = |mv: &Move| mv.from.and_then(|from| variant.start().piece(from));
    let is_marked = |mv: &Move| piece(mv).is_some_and(|piece| codec.name_in_move(piece.piece_type).len() > 1);
    let mv = game.legal_moves().into_iter().find(is_marked).expect("a move of such a piece");
    assert!(game.play(&mv));
    assert_eq!(record_fault(&game, dialect), None);
}

/// A position in which the first move captures a royal is verified in the letters of the program, too.
#[test]
fn a_royal_with_another_letter_can_be_captured_at_once() {
    let (variant, dialect) = (
        load_text(
            "variant x \"X\"\nboard { grid 5 x 5; black is white mirrored }\npiece king K `K` royal\n\
             piece duke Du `K` royal 2\npiece rook R `R`\nroyalty { check binds leader }\nending { checkmate: loss }\n\
             array start { 1 | K Du . . R }\n",
        ),
        Dialect::named("xboard").expect("a dialect"),
    );
    let engine = Engine::new(&variant);
    let start = position(&variant, "{du}3k/5/5/5/R3K w - - 0 1");
    let mut game = GameHistory::new(&engine, start);
    let mv = game.legal_moves().into_iter().find(|mv| movetext::write(&variant, mv) == "a1a5");
    assert!(game.play(&mv.expect("a capture")));
    assert_eq!(record_fault(&game, dialect), None);
}

/// Two pieces that become each other in the hand have letters of their own, because a letter has at most one mark.
#[test]
fn pieces_that_change_into_each_other_in_the_hand_have_letters() {
    let variant = load_text(
        "variant x \"X\"\nboard { grid 4 x 4; black is white mirrored }\npiece king K `K` royal\n\
         piece alder A `W` { in hand becomes birch; arriving at rank 4: becomes birch }\n\
         piece birch B `F` { in hand becomes alder; arriving at rank 4: becomes alder }\nhands\n\
         ending { stalemate: draw }\narray start { 1 | K A B . }\n",
    );
    let codec = Codec::new(&variant, Dialect::named("usi").expect("a dialect"));
    let letters: Vec<&str> = variant.piece_type_ids().map(|(id, _)| codec.letter(id)).collect();
    assert_eq!(letters, ["K", "A", "B"]);
}

#[test]
#[ignore = "long: run by `just round-trips`"]
fn at_length() {
    let (games, seed) = (env_number("FERZ_PLAYED").unwrap_or(4), env_number("FERZ_SEED").unwrap_or(1));
    let wanted = std::env::var("FERZ_GAMES").unwrap_or_default();
    let mut random = Random(0x40_0000 + seed as u64);
    let mut count = 0;
    for name in names().filter(|name| name.contains(wanted.as_str())) {
        let variant = load(&name);
        for _ in 0..games {
            let found = all_faults(&variant, &mut random, 120, true);
            count += found.len();
            found.iter().for_each(|fault| println!("{fault}"));
        }
    }
    let invented = env_number("FERZ_INVENTED").unwrap_or(200);
    for number in (seed * invented..(seed + 1) * invented).filter(|_| wanted.is_empty()) {
        let (mut random, Some((_, variant))) = random_games::game(number) else { continue };
        let found = all_faults(&variant, &mut random, 60, true);
        count += found.len();
        found.iter().for_each(|fault| println!("game {number}: {fault}"));
    }
    assert_eq!(count, 0, "the faults are listed above");
}
