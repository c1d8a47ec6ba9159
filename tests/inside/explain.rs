//! Compares explanations with the legal moves.
//!
//! The verdict of an explanation must be right for every pair of squares, and every reason must name a valid line of
//! the rules.

use super::help::{STUDIED, sample};
use ferz_core::base::{Choice, Color, Piece, PieceTypeId, Setup, Square, Verb};
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::Random;
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, GameRef, Loaded, NoFiles, built_in_names};
use ferz_text::notation::{fen, movetext};
use ferz_text::words::explain::{Explainer, Explanation, Study};
use std::collections::HashSet;

fn load(reference: &str, set: &[(String, String)]) -> Loaded {
    Catalog::new(&NoFiles).load(&GameRef::parse(reference), set).expect("a shipped game loads")
}

/// Loads a game with a random array and random switch values.
fn drawn(name: &str, random: &mut Random) -> Loaded {
    let plain = load(name, &[]).variant;
    let array = random.pick(&plain.arrays).expect("an array").name.clone();
    let mut set = Vec::new();
    for switch in &plain.switches {
        let value = random.pick(&switch.values).expect("a value").name.clone();
        if random.coin() {
            set.push((switch.name.clone(), value));
        }
    }
    load(&format!("{name}/{array}"), &set)
}

/// Returns a random position with few pieces, of a kind that games rarely reach.
fn thrown(variant: &Variant, random: &mut Random) -> Setup {
    let mut setup = variant.start();
    setup.pieces.fill(None);
    setup.castling = 0;
    setup.turn = if random.coin() { Color::White } else { Color::Black };
    let royals: Vec<PieceTypeId> = variant
        .piece_type_ids()
        .filter(|(_, piece_type)| piece_type.royal.is_some())
        .map(|(id, _)| id)
        .collect();
    let all: Vec<PieceTypeId> = variant.piece_type_ids().map(|(id, _)| id).collect();
    let extra: Vec<Square> = variant.board.extra().collect();
    let squares: Vec<Square> = variant.board.squares().collect();
    for color in Color::ALL {
        let mut piece_types = vec![royals[0]];
        piece_types.extend((0..random.number() % 9).filter_map(|_| random.pick(&all).copied()));
        for piece_type in piece_types {
            let beside = variant.piece_type(piece_type).royal.is_some() && random.number().is_multiple_of(6);
            let from = if beside && !extra.is_empty() { &extra } else { &squares };
            let square = *random.pick(from).expect("a square");
            let own = extra.contains(&square) && variant.piece_type(piece_type).royal.is_none();
            if setup.piece(square).is_none() && !own {
                setup.pieces[square.index()] = Some(Piece { color, piece_type });
            }
        }
    }
    for right in &mut setup.rights {
        for color in Color::ALL {
            *right.get_mut(color) = u8::from(random.coin());
        }
    }
    setup
}

/// Returns positions of random games, some of which start from random positions.
fn positions(engine: &Engine, number: usize, random: &mut Random) -> Vec<Setup> {
    let variant = engine.variant();
    let mut found = Vec::new();
    while found.len() < number {
        let (start, plies) =
            if random.coin() { (variant.start(), 160) } else { (thrown(variant, random), 30) };
        // Some random positions have no FEN, so they cannot occur in a game.
        if fen::read(variant, &fen::write(variant, &start)).is_err() {
            continue;
        }
        let mut position = engine.position(&start);
        for _ in 0..plies {
            if random.number().is_multiple_of(plies / 6) {
                found.push(engine.setup(&position));
            }
            let children = engine.children(&position);
            let Some((_, child)) = random.pick(&children) else { break };
            position = child.clone();
        }
    }
    found.truncate(number);
    found
}

struct Checker<'a> {
    loaded: &'a Loaded,
    explainer: Explainer<'a>,
    asked: u64,
}

impl Checker<'_> {
    fn told(&self, setup: &Setup, text: &str) -> String {
        let variant = &self.loaded.variant;
        let set: Vec<String> =
            variant.switches.iter().map(|s| format!("--set {}={}", s.name, s.chosen)).collect();
        format!("{}/{} {text}\n{}\n{}", variant.id, variant.array, fen::write(variant, setup), set.join(" "))
    }

    /// Returns true if a reason names no line, or a line with a statement other than the head of the game.
    fn line_is_real(&self, file: &str, line: usize) -> bool {
        if line == 0 {
            return file.is_empty();
        }
        let source = self.loaded.game.sources.iter().find(|source| source.name == file);
        let text = source.and_then(|source| source.text.lines().nth(line.checked_sub(1)?)).unwrap_or("");
        let text = text.trim();
        !text.is_empty() && !text.starts_with('#') && !text.starts_with("variant ")
    }

    fn reasons_are_real(&self, setup: &Setup, told: &Explanation) {
        assert!(!told.reasons.is_empty(), "no reason: {}", self.told(setup, &told.mv));
        for reason in &told.reasons {
            let moves = self.loaded.variant.piece_types.iter().flat_map(|piece_type| &piece_type.moves);
            let raw = |notation: &str| reason.text.contains(&format!("`{notation}`"));
            assert!(!moves.map(|moves| &*moves.notation).any(raw), "{reason:?}: letters, not words");
            let real = self.line_is_real(&reason.file, reason.line) && !reason.text.is_empty();
            assert!(real, "{reason:?}: {}", self.told(setup, &told.mv));
        }
    }

    fn agree(&mut self, study: &Study, setup: &Setup, legal: &HashSet<String>, text: &str) {
        let told = self.explainer.explain_in(study, text);
        assert_eq!(told.is_legal(), legal.contains(text), "{}", self.told(setup, text));
        self.reasons_are_real(setup, &told);
        self.asked += 1;
    }

    /// Checks every pair of squares as a move, an exchange, and a placement, with every choice on arrival. Also checks
    /// drops, passes, and all legal moves.
    fn check(&mut self, engine: &Engine, setup: &Setup) {
        let explainer = Explainer::new(&self.loaded.variant, &self.loaded.game.sources);
        let study = explainer.study(setup);
        let variant = &self.loaded.variant;
        let moves = engine.legal_moves(&engine.position(setup));
        assert_eq!(moves, study.moves, "the engines: {}", self.told(setup, ""));
        let legal: HashSet<String> = movetext::list(variant, &moves).into_iter().collect();
        let name = |square: Square| variant.board.name(square);
        for from in variant.board.squares() {
            let own = setup.piece(from).is_some_and(|piece| piece.color == setup.turn);
            let signs: &[&str] = if own { &["", "~", "@"] } else { &[""] };
            for to in variant.board.squares() {
                for sign in signs {
                    let text = format!("{}{sign}{}", name(from), name(to));
                    self.agree(&study, setup, &legal, &text);
                }
            }
        }
        let tokens: Vec<String> = variant
            .piece_types
            .iter()
            .map(|piece_type| format!("{{{}}}", piece_type.token.to_lowercase()))
            .collect();
        for mv in &moves {
            self.agree(&study, setup, &legal, &movetext::write(variant, mv));
            let (Some(from), Some(to), Verb::Go | Verb::Castle) = (mv.from, mv.to, mv.verb) else { continue };
            let pair = format!("{}{}", name(from), name(to));
            let ends = ["=draw", "=win", "=loss"].map(str::to_owned);
            let partners = variant.board.squares().map(|square| format!("~{}", name(square)));
            let choices: Vec<String> = match mv.choice {
                Some(Choice::Become(_)) => tokens.clone(),
                Some(_) => ends.into_iter().chain(partners).collect(),
                None => ends.to_vec(),
            };
            for choice in choices {
                let text = format!("{pair}{choice}");
                // A list of moves omits the braces around a token of one letter.
                let told = self.explainer.explain_in(&study, &text);
                let short = text.replace(['{', '}'], "");
                let is_legal = legal.contains(&text) || legal.contains(&short);
                assert_eq!(told.is_legal(), is_legal, "{}", self.told(setup, &text));
                self.reasons_are_real(setup, &told);
                self.asked += 1;
            }
        }
        self.agree(&study, setup, &legal, "pass");
        for reason in self.explainer.standing(&study) {
            assert!(self.line_is_real(&reason.file, reason.line), "{reason:?}: {}", self.told(setup, ""));
        }
    }
}

/// Checks `number` positions of a game, with a new array and new switch values after every `each` of them.
fn soak(name: &str, seed: u64, number: usize, each: usize) -> u64 {
    let mut random = Random::new(seed);
    let (mut seen, mut asked) = (0, 0);
    while seen < number {
        let loaded = if seen == 0 { load(name, &[]) } else { drawn(name, &mut random) };
        let engine = Engine::new(&loaded.variant);
        let explainer = Explainer::new(&loaded.variant, &loaded.game.sources);
        let mut checker = Checker { loaded: &loaded, explainer, asked: 0 };
        for setup in positions(&engine, each.min(number - seen), &mut random) {
            checker.check(&engine, &setup);
            seen += 1;
        }
        asked += checker.asked;
    }
    asked
}

#[test]
fn explanations_agree_with_the_moves_and_name_real_lines() {
    std::thread::scope(|scope| {
        for name in STUDIED {
            scope.spawn(move || soak(name, 7, sample(4), 10));
        }
    });
}

#[test]
#[ignore = "long: run by `just explained`"]
fn explanations_agree_at_length() {
    let read = |name: &str, default| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (number, seed) = (read("FERZ_POSITIONS", 10_000), read("FERZ_SEED", 1));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for name in built_in_names() {
        let shares: Vec<usize> =
            (0..threads).map(|i| number / threads + usize::from(i < number % threads)).collect();
        let asked: u64 = std::thread::scope(|scope| {
            let soaked: Vec<_> = shares
                .iter()
                .enumerate()
                .map(|(i, share)| {
                    let (name, seed) = (&name, seed as u64 * 1000 + i as u64);
                    scope.spawn(move || soak(name, seed, *share, 40))
                })
                .collect();
            soaked.into_iter().map(|thread| thread.join().expect("no disagreement")).sum()
        });
        println!("{name}: {number} positions, {asked} moves explained");
    }
}
