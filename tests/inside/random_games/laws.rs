//! Properties of every random game and position in addition to the agreement of the engines.
//!
//! Texts survive writing and reading, explanations agree with the moves, repetitions are recognized, and formatting or
//! extending a file keeps its meaning. Each function returns a description of the first failure.

use super::draft::GameFiles;
use crate::inside::help::Texts;
use crate::inside::oracle::agree::Implementations;
use crate::inside::random::Random;
use ferz_core::base::source::Sources;
use ferz_core::base::{Choice, Color, Outcome, PieceTypeId, Setup, Verb};
use ferz_core::play::game::GameHistory;
use ferz_core::rules::interpreter::Interpreter;
use ferz_core::rules::{Binding, Ending, Fact, Variant};
use ferz_lang::catalog::{Catalog, GameRef};
use ferz_lang::{has_errors, syntax};
use ferz_text::notation::dialect::{Codec, Dialect};
use ferz_text::notation::fen::{self, FenStyle};
use ferz_text::notation::movetext;
use ferz_text::words::explain::Explainer;
use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

type LawResult = Result<(), String>;

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> LawResult {
    if holds { Ok(()) } else { Err(otherwise()) }
}

/// Returns a pseudorandom number that depends only on the position.
fn number(setup: &Setup) -> usize {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(setup) as usize
}

/// Tests the properties of a position. If legal moves from the start lead to it, its FEN must be valid. One of
/// `explained` positions is explained, because that takes as long as all else together.
pub fn position(
    implementations: &Implementations,
    setup: &Setup,
    played: bool,
    explained: usize,
) -> LawResult {
    tables(implementations, setup)?;
    let (variant, written) = (implementations.variant, fen::write(implementations.variant, setup));
    match fen::read_as(variant, &written, !played) {
        Ok(read) => ensure(read == *fen::lasting(variant, setup), || {
            format!("FEN {written} is read as {}", fen::write(variant, &read))
        })?,
        Err(problems) if played => {
            let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
            return Err(format!("FEN {written} of a position that was played is refused: {messages:?}"));
        }
        Err(_) => {}
    }
    if played {
        dialect(implementations, setup)?;
        moves(implementations, setup)?;
    }
    if number(setup).is_multiple_of(explained) { explanations(implementations, setup) } else { Ok(()) }
}

/// Tests what holds after every move of every game: a player whom check binds keeps a royal, pieces do not multiply, and the
/// piece that the text of a move names stands there.
fn moves(implementations: &Implementations, setup: &Setup) -> LawResult {
    let (variant, engine) = (implementations.variant, &implementations.engine);
    let (rules, player) = (Interpreter::new(variant), setup.turn);
    let is_royal = |id: PieceTypeId| variant.piece_type(id).royal.is_some();
    let has_royal = |setup: &Setup| {
        let held = setup.hands.iter().zip(variant.piece_type_ids());
        setup.pieces().any(|(_, piece)| piece.color == player && is_royal(piece.piece_type))
            || held.into_iter().any(|(held, (id, own))| {
                *held.get(player) > 0 && own.royal.is_some() && variant.can_be_dropped(id)
            })
    };
    // An ending about a number of royals, also of none, replaces the first law.
    let counts_royals = |ending: &Ending| {
        let facts = ending.when.facts().into_iter().filter_map(Fact::count_anywhere);
        facts.into_iter().any(|(count, _)| count.is.holds(0, count.number as usize))
    };
    let is_bound = variant.royalty.binds != Binding::Never && !variant.endings.iter().any(counts_royals);
    let number = |setup: &Setup| {
        let held: usize = setup.hands.iter().flat_map(|held| [held.white, held.black]).map(usize::from).sum();
        setup.pieces().count() + held
    };
    let adds = variant.follow_ups.iter().any(|rule| !rule.adds().is_empty());
    for (mv, after) in engine.children(&engine.position(setup)) {
        let after = engine.setup(&after);
        let text = movetext::write(variant, &mv);
        ensure(!is_bound || !has_royal(setup) || has_royal(&after), || {
            format!("{text} loses the last royal")
        })?;
        ensure(adds || number(&after) <= number(setup), || format!("{text} makes a piece"))?;
        let Some(Choice::Become(named)) = mv.choice.filter(|_| !variant.has_automatic_effects) else {
            continue;
        };
        let changes = rules.changes(setup, &mv).unwrap_or_default();
        let mover = changes.iter().find(|change| change.before.map(|(square, _)| square) == mv.from);
        let stands = mover.and_then(|change| change.after).is_none_or(|(_, piece)| piece.piece_type == named);
        ensure(mv.verb != Verb::Go || stands, || format!("{text} names a piece that does not stand there"))?;
    }
    Ok(())
}

/// Tests that a dialect reads back what it writes.
fn dialect(implementations: &Implementations, setup: &Setup) -> LawResult {
    let all: Vec<&'static Dialect> = Dialect::all().iter().collect();
    let dialect = all[number(setup) % all.len()];
    let (engine, variant) = (&implementations.engine, implementations.variant);
    let codec = Codec::new(variant, dialect);
    let style = FenStyle::in_dialect(variant, codec.clone());
    let text = fen::write_in(variant, setup, Some(&style));
    match fen::read_in(variant, &text, true, Some(&style)) {
        Ok(read) => {
            // Some dialects have no field for the number of quiet plies.
            let wanted = Setup { halfmove: read.halfmove, ..fen::lasting(variant, setup).into_owned() };
            ensure(read == wanted, || {
                format!("{text} in {} is read as {}", dialect.name, fen::write(variant, &read))
            })?;
        }
        Err(problems) => {
            return Err(format!("{text} in {} is refused: {}", dialect.name, problems[0].message));
        }
    }
    let legal = engine.legal_moves(&engine.position(setup));
    // To read a move, a dialect writes all moves, and makes those that may change a piece.
    let work = legal.len() * implementations.walks(setup);
    let number = if work > 20_000 { 0 } else { 3 };
    for mv in legal.iter().step_by(1 + legal.len() / 3).take(number) {
        let text = codec.write(engine, setup, &legal, mv);
        ensure(codec.find(engine, setup, &legal, &text) == Some(mv), || {
            format!("{text} in {} is not read as {}", dialect.name, movetext::write(variant, mv))
        })?;
    }
    Ok(())
}

fn tables(implementations: &Implementations, setup: &Setup) -> LawResult {
    let (engine, variant) = (&implementations.engine, implementations.variant);
    let position = engine.position(setup);
    ensure(engine.setup(&position) == *setup, || "the tables lose something of the position".to_owned())?;
    let (moves, children) = (engine.legal_moves(&position), engine.children(&position));
    ensure(moves.len() == children.len(), || {
        format!("moves and children differ in {}", fen::write(variant, setup))
    })?;
    ensure(engine.perft(&position, 1) == moves.len() as u64, || {
        format!("moves and counts differ in {}", fen::write(variant, setup))
    })?;
    for (mv, child) in &children {
        let fresh = engine.position(&engine.setup(child));
        ensure(engine.hash(child) == engine.hash(&fresh), || {
            format!("the hash after {}", movetext::write(variant, mv))
        })?;
    }
    // An exact text is compared with those of all moves, so different texts make every move readable.
    let mut texts = HashSet::new();
    for mv in &moves {
        let text = movetext::write(variant, mv);
        let again = || format!("{text} is two moves in {}", fen::write(variant, setup));
        ensure(texts.insert(text.clone()), again)?;
    }
    for mv in moves.iter().step_by(1 + moves.len() / 8) {
        let text = movetext::write(variant, mv);
        let read = movetext::read(variant, setup, &moves, &text);
        ensure(read == Ok(mv), || {
            format!("{text} is read as {:?}", read.map(|mv| movetext::write(variant, mv)))
        })?;
    }
    Ok(())
}

/// Tests the explanations of some pairs of squares and of all legal moves.
fn explanations(implementations: &Implementations, setup: &Setup) -> LawResult {
    let (variant, sources) = (implementations.variant, Sources::default());
    let explainer = Explainer::new(variant, &sources);
    let study = explainer.study(setup);
    let engine = &implementations.engine;
    let position = engine.position(setup);
    // An ending that needs moves or a history can apply to a position with moves, such as one after `not`.
    let is_over = engine.outcome(&position).is_some();
    let moves = if is_over { Vec::new() } else { engine.legal_moves(&position) };
    ensure(moves == study.moves, || "moves and explanations differ".to_owned())?;
    let legal: BTreeSet<String> = movetext::list(variant, &moves).into_iter().collect();
    let squares: Vec<&str> = variant.board.squares().map(|square| variant.board.name(square)).collect();
    let mut random = Random(number(setup) as u64 | 1);
    let mut asked: Vec<String> = legal.iter().take(60).cloned().collect();
    for _ in 0..24 {
        let mut any = || squares[random.below(squares.len())];
        let (from, to) = (any(), any());
        asked.push(format!("{from}{}{to}", ["", "", "~", "@"][random.below(4)]));
    }
    asked.push("pass".into());
    for text in asked {
        let explained = explainer.explain_in(&study, &text);
        // A text that is no legal move may be another way to write one, which the explanation then names.
        let is_right = explained.is_legal() == legal.contains(&explained.mv)
            && (explained.mv == text || !legal.contains(&text));
        ensure(is_right, || format!("explain {text}: {explained}"))?;
        ensure(!explained.reasons.is_empty(), || format!("explain {text} gives no reason"))?;
    }
    Ok(())
}

/// Plays a game that favors repetitions, and returns the position and the description of a failure. The game ends after
/// some plies, or when the oracle has followed this many paths.
pub fn repetition(
    implementations: &Implementations,
    random: &mut Random,
    (plies, paths): (usize, usize),
) -> Option<(Setup, String)> {
    let is_repeated = |ending: &ferz_core::rules::Ending| ending.is_repetition();
    if !implementations.variant.endings.iter().any(is_repeated) {
        return None;
    }
    let mut game = GameHistory::new(&implementations.engine, implementations.variant.start());
    let mut past: Vec<Setup> = Vec::new();
    let until = implementations.oracle.followed().saturating_add(paths);
    for _ in 0..plies {
        if implementations.oracle.followed() > until {
            return None;
        }
        let setup = game.setup().clone();
        past.push(identity(implementations, &setup));
        let times = past.iter().filter(|one| past.last() == Some(one)).count() as u32;
        let first = past.iter().position(|one| past.last() == Some(one)).expect("it is the last");
        let since = &past[first + 1..];
        let checks = |side| -> Option<bool> {
            let answers = || since.iter().filter(|one| one.turn != side);
            let all: Option<Vec<bool>> = answers().map(|one| implementations.oracle.in_check(one)).collect();
            Some(answers().count() > 0 && !all?.contains(&false))
        };
        let checks = [checks(Color::White)?, checks(Color::Black)?];
        let expected = implementations.oracle.outcome_after(&setup, times, checks)?;
        let (outcome, moves) = (game.outcome(), game.legal_moves());
        let told = |differs: String| (setup.clone(), differs);
        let is_over = |outcome: &Option<Outcome>| outcome.is_some();
        if outcome != expected || is_over(&outcome) && !moves.is_empty() {
            return Some(told(format!(
                "seen {times} times: outcome {outcome:?}, expected {expected:?}, {} moves",
                moves.len()
            )));
        }
        if moves.is_empty() {
            return None;
        }
        // The tables make all moves at once, which is much faster than playing and undoing each of them.
        let engine = &implementations.engine;
        let children = engine.children(&engine.position(&setup));
        let known = moves.iter().position(|mv| {
            let child = children.iter().find(|(other, _)| other == mv);
            child.is_some_and(|(_, child)| {
                let now = engine.setup(child);
                let is_alike = past.iter().any(|one| one.turn == now.turn && one.pieces == now.pieces);
                is_alike
                    && implementations.oracle.followed() <= until
                    && past.contains(&identity(implementations, &now))
            })
        });
        let next = known.filter(|_| random.below(2) == 0).unwrap_or_else(|| random.below(moves.len()));
        game.play(&moves[next]);
    }
    None
}

/// Returns the parts of a position that decide a repetition.
fn identity(implementations: &Implementations, setup: &Setup) -> Setup {
    let variant = implementations.variant;
    let mut identity = Setup { halfmove: 0, ended: None, ..setup.clone() };
    // The number of the turn counts up to the largest one that a rule can distinguish, and clocks never count.
    identity.fullmove = setup.fullmove.min(variant.turns_counted);
    for (left, _) in identity.rights.iter_mut().zip(&variant.rights).filter(|(_, right)| right.clock) {
        (left.white, left.black) = (0, 0);
    }
    let without = Setup { passed: Vec::new(), ..setup.clone() };
    let texts = |setup: &Setup| {
        let moves = implementations.oracle.moves(setup).unwrap_or_default();
        moves.into_iter().map(|(text, _)| text).collect::<Vec<_>>()
    };
    if texts(setup) == texts(&without) { Setup { passed: Vec::new(), ..identity } } else { identity }
}

/// Tests the properties of a file: `check` finds no error, and the game is unchanged after formatting and in a file
/// that extends it.
pub fn file(game: &GameFiles, variant: &Variant) -> LawResult {
    let tidy =
        syntax::format(game.text()).map_err(|problems| format!("cannot be formatted: {problems:?}"))?;
    ensure(syntax::format(&tidy).as_ref() == Ok(&tidy), || "formatted twice, it differs".to_owned())?;
    let heir = format!("variant heir \"Heir\" extends {}\n", game.name().trim_end_matches(".ferz"));
    let mut files = Texts(game.texts.clone());
    files.0.extend([("tidy.ferz".to_owned(), tidy), ("heir.ferz".to_owned(), heir)]);
    let catalog = Catalog::new(&files);
    let checked = catalog.open_file(game.name()).map(|file| file.check()).unwrap_or_default();
    ensure(!has_errors(&checked), || format!("check finds {checked:?}"))?;
    for name in ["tidy.ferz", "heir.ferz"] {
        let loaded = catalog.load(&GameRef::parse(&format!("{name}{}", game.array)), &game.chosen);
        let other = loaded.map_err(|failure| format!("{name}: {:?}", failure.problems))?.variant;
        ensure(same(variant, &other), || format!("{name} is another game"))?;
    }
    Ok(())
}

/// Returns true if two games play alike from the start.
fn same(one: &Variant, other: &Variant) -> bool {
    let (a, b) = (Implementations::new(one), Implementations::new(other));
    let texts = |implementations: &Implementations, setup: &Setup| {
        let moves = implementations.engine.legal_moves(&implementations.engine.position(setup));
        moves.iter().map(|mv| movetext::write(implementations.variant, mv)).collect::<HashSet<_>>()
    };
    one.start() == other.start() && texts(&a, &one.start()) == texts(&b, &other.start())
}
