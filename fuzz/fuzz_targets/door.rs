//! Calls the library with arbitrary text in the order of its bytes: each byte selects a call, and the rest of its line is
//! the argument. Errors are values, and a game stays consistent.
#![no_main]

mod games;

use ferz::{Dialect, ExportFormat, Game, Import, SearchLimits, Searcher};
use games::GAMES;
use libfuzzer_sys::fuzz_target;

/// Makes one call, and returns the next game.
fn call(game: Game, kind: u8, text: &str) -> Game {
    let mut next = game.clone();
    let rules = game.rules().clone();
    match kind % 16 {
        0 => return GAMES[text.len() % GAMES.len()].start(),
        1 => return rules.from_fen(text).unwrap_or(game),
        2 => _ = next.play_text(text),
        3 => {
            let mv = game.legal_moves().nth(text.len());
            mv.into_iter().for_each(|mv| next.play(mv).expect("a legal move"));
        }
        4 => _ = next.undo(),
        5 => _ = next.claim(text),
        6 => _ = game.explain(text).is_legal(),
        7 => {
            if let Ok(mv) = game.read(text) {
                assert_eq!(game.read(&game.text(mv)).ok(), Some(mv));
                assert_eq!(game.read_algebraic(&game.san(mv)).ok(), Some(mv));
            }
        }
        8 => _ = ferz::Loader::new().games(text).map(|games| games.iter().map(Game::pgn).count()),
        9 => _ = rules.square(text).map(|square| game.piece(square).is_some()),
        10 => {
            let limits = SearchLimits { nodes: Some(1 + text.len() as u64), ..SearchLimits::default() };
            let found = Searcher::new(&rules, 1).search(&game, limits, &|| 0, &mut |_| {});
            assert_eq!(found.is_ok(), game.legal_moves().len() > 0);
        }
        11 => _ = Dialect::all().map(|dialect| game.fen_in(dialect).len()).sum::<usize>(),
        12 => _ = ExportFormat::all().map(|format| rules.export(format, true).is_ok()).count(),
        13 => {
            _ = Import::sections(text)
                .into_iter()
                .map(|name| Import::fairy_stockfish("a.ini", text, &name, true).is_ok())
                .count()
        }
        14 => _ = (game.draw().len(), game.svg().len(), game.lan_of_first()),
        _ => _ = (game.outcome(), game.claims(), game.is_check(), game.occurrences(), game.history().len()),
    }
    next
}

trait First {
    fn lan_of_first(&self) -> Option<String>;
}

impl First for Game {
    fn lan_of_first(&self) -> Option<String> {
        self.legal_moves().next().map(|mv| self.lan(mv))
    }
}

fuzz_target!(|text: &str| {
    let mut game = GAMES[0].start();
    for line in text.lines().take(12) {
        let kind = line.bytes().next().unwrap_or_default();
        game = call(game, kind, line.get(1..).unwrap_or_default());
    }
    let again = game.rules().from_fen_lenient(&game.fen()).map(|again| again.fen());
    assert_eq!(again.ok(), Some(game.fen()), "{text:?}");
});
