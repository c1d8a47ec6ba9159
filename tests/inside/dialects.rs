//! What ferz writes in the dialects of other programs is read back equal.

use super::help::{load, sample};
use super::random::{INVENTED, Random};
use ferz::base::{Move, Setup};
use ferz::fast::engine::Engine;
use ferz::lang::catalog::built_in_names;
use ferz::play::dialect::{Codec, Dialect, game_called};
use ferz::play::notation::fen::{self, FenStyle};
use ferz::play::notation::movetext;
use ferz::rules::Variant;

/// The positions of a random game, each with its legal moves.
fn wander(engine: &Engine, random: &mut Random, plies: usize) -> Vec<(Setup, Vec<Move>)> {
    let mut position = engine.position(&engine.variant().start());
    let mut seen = Vec::new();
    for _ in 0..plies {
        let legal = engine.legal_moves(&position);
        let setup = engine.setup(&position);
        let next = (!legal.is_empty()).then(|| legal[random.below(legal.len())].clone());
        seen.push((setup, legal));
        match next.and_then(|mv| engine.play(&position, &mv)) {
            Some(next) => position = next,
            None => break,
        }
    }
    seen
}

/// Complains about moves and positions that are not read back as they are written.
fn faults(variant: &Variant, dialect: &'static Dialect, seen: &[(Setup, Vec<Move>)]) -> Option<String> {
    let (engine, codec) = (Engine::new(variant), Codec::new(variant, dialect));
    let style = FenStyle::in_dialect(variant, codec.clone());
    for (setup, legal) in seen.iter().step_by(6) {
        let text = fen::write_in(variant, setup, Some(&style));
        let read = fen::read_in(variant, &text, true, Some(&style));
        let mut wanted = setup.clone();
        // SFEN has no field for quiet plies.
        if let (true, Ok(read)) = (dialect.name == "usi", &read) {
            wanted.halfmove = read.halfmove;
        }
        if read.as_ref() != Ok(&wanted) {
            let why =
                read.map(|read| fen::write(variant, &read)).map_err(|problems| problems[0].message.clone());
            return Some(format!("{} in {}: {text} is read as {why:?}", variant.id, dialect.name));
        }
        for mv in legal.iter().step_by(1 + legal.len() / 4) {
            let text = codec.write(&engine, setup, legal, mv);
            let found = codec.find(&engine, setup, legal, &text);
            if found != Some(mv) {
                let own = |mv: &Move| movetext::write(variant, mv);
                let (own_text, found) = (own(mv), found.map(own));
                return Some(format!(
                    "{} in {}: {own_text} is {text}, which is {found:?}",
                    variant.id, dialect.name
                ));
            }
        }
    }
    None
}

#[test]
fn what_is_written_in_a_dialect_is_read_back() {
    let mut random = Random(40);
    let mut wrong = Vec::new();
    // A fifth of the games, or with `FERZ_SAMPLES=5` all.
    let every = (5 / sample(1)).max(1);
    let invented = INVENTED.iter().map(|path| (*path).to_owned());
    for name in built_in_names().into_iter().chain(invented).step_by(every) {
        let variant = load(&name);
        let seen = wander(&Engine::new(&variant), &mut random, 15);
        wrong.extend(Dialect::all().iter().filter_map(|dialect| faults(&variant, dialect, &seen)));
    }
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_game_is_found_by_the_names_that_programs_give_it() {
    let named = [
        ("chess", "chess"),
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("Three-check", "3check"),
        ("King of the Hill", "kingofthehill"),
        ("fischerandom", "chess960"),
        ("chess 960", "chess960"),
        ("threecheck", "3check"),
        ("Crazyhouse", "crazyhouse"),
        ("Masculine", ""),
    ];
    for (name, game) in named {
        assert_eq!(game_called(name).unwrap_or_default(), game, "{name}");
    }
}
