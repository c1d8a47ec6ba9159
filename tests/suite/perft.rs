//! Tests of the move counts of the built-in games.
//!
//! A file `variants/**/NAME.perft` contains positions of the game `NAME`, counts at some depths, and the sources of the
//! counts. `just perft` verifies all of them, and the suite those below a limit.

use ferz::{Loader, Rules};
use std::fs;
use std::path::{Path, PathBuf};

/// The largest count that the suite verifies.
const MAX: u64 = 10_000;

/// A line with a position and its counts.
struct Line {
    /// The FEN, or `None` for the start position.
    fen: Option<String>,
    counts: Vec<(u32, u64)>,
    /// The switches with their values. The key `array` selects the array.
    setting: Vec<(String, String)>,
}

impl Line {
    /// Parses `POSITION | DEPTH COUNT, DEPTH COUNT | SOURCE [| NAME=VALUE NAME=VALUE]`.
    fn parse(text: &str) -> Option<Line> {
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        let [position, counts, source, ref rest @ ..] = fields[..] else { return None };
        let count = |text: &str| {
            let (depth, count) = text.trim().split_once(' ')?;
            Some((depth.parse().ok()?, count.trim().parse().ok()?))
        };
        let pair = |text: &str| text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let setting = rest.iter().flat_map(|setting| setting.split_whitespace()).map(pair);
        (rest.len() < 2 && !source.is_empty()).then_some(())?;
        Some(Line {
            fen: (position != "start").then(|| position.to_owned()),
            counts: counts.split(',').map(count).collect::<Option<_>>()?,
            setting: setting.collect::<Option<_>>()?,
        })
    }

    fn rules(&self, game: &str) -> Rules {
        let loader = self.setting.iter().fold(Loader::new(), |loader, (name, value)| match name.as_str() {
            "array" => loader.array(value),
            _ => loader.switch(name, value),
        });
        loader.load(game).unwrap_or_else(|error| panic!("{game}: {error}"))
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let inside = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> =
        inside.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    all.retain(|path| path.extension().is_some_and(|ending| ending == "perft"));
    all.sort();
    all
}

/// Verifies every count up to `most`, and returns their number.
fn count(most: u64) -> usize {
    let mut counted = 0;
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("variants")) {
        let game = path.file_stem().expect("a name").to_string_lossy().into_owned();
        for (number, text) in fs::read_to_string(&path).expect("a text").lines().enumerate() {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let place = format!("{}:{}", path.display(), number + 1);
            let line = Line::parse(text).unwrap_or_else(|| panic!("{place}: cannot be read: {text}"));
            let rules = line.rules(&game);
            let position = match &line.fen {
                Some(fen) => rules.from_fen(fen).unwrap_or_else(|error| panic!("{place}: {error}")),
                None => rules.start(),
            };
            for (depth, expected) in line.counts.iter().filter(|(_, count)| *count <= most) {
                assert_eq!(position.perft(*depth), *expected, "{place}: depth {depth}");
                counted += 1;
            }
        }
    }
    counted
}

#[test]
fn the_counts_of_the_library() {
    assert!(count(MAX) > 8, "the library has counts");
}

#[test]
#[ignore = "long: run by `just perft`"]
fn all_counts_of_the_library() {
    println!("{} counts", count(u64::MAX));
}
