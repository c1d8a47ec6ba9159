//! Random changes of the shipped games, which a comparison of records must notice unless the game stays the same.

use super::super::help::{Disk, root, sample};
use super::super::mutations::mutant::{Random, Shape, tokens};
use super::shipped;
use ferz_core::play::game::Random as Dice;
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, Files};
use ferz_lang::{Memory, RuleFile, has_errors};
use ferz_text::lab::compare::GamePair;
use ferz_text::lab::record::compare;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const SEED: u64 = 0x5eed_0063;
const CHANGES: usize = 30;
/// The number of random games that show that an unnoticed change has no effect, and their length.
const GAMES: usize = 4;
const PLIES: usize = 60;

/// Words that can often stand for each other.
const WORDS: &[(&str, &str)] = &[
    ("ahead", "behind"),
    ("around", "ahead"),
    ("win", "draw"),
    ("loss", "draw"),
    ("own", "enemy"),
    ("always", "never"),
    ("may", "must"),
    ("must", "may"),
    ("capture", "displacement"),
    ("orthogonally", "diagonally"),
    ("turned", "mirrored"),
    ("royal", "neutral"),
    ("removes", "becomes"),
    ("white", "black"),
];
const NOTATIONS: &[&str] =
    &["`K`", "`N`", "`R`", "`B`", "`Q`", "`W`", "`F`", "`D`", "`nN`", "`fmWfcF`", "`R2`"];

/// The files of this machine, of which some have another text.
pub(super) struct Edited(pub(super) Vec<(PathBuf, String)>);

impl Files for Edited {
    fn read(&self, path: &str) -> Option<String> {
        let edited = self.0.iter().find(|(own, _)| own.as_path() == Path::new(path));
        edited.map_or_else(|| Disk.read(path), |(_, text)| Some(text.clone()))
    }
}

/// Makes one random change of a file of rules or readings.
fn changed(text: &str, is_toml: bool, random: &mut Random) -> Option<String> {
    let all = tokens(text, is_toml);
    let token = all.get(random.below(all.len().max(1)))?;
    let old = &text[token.start..token.end];
    let with = |new: &str| format!("{}{new}{}", &text[..token.start], &text[token.end..]);
    let mut lines: Vec<&str> = text.lines().collect();
    let line = text[..token.start].matches('\n').count();
    match random.below(6) {
        0 => {
            lines.remove(line);
            Some(lines.join("\n"))
        }
        1 if line + 1 < lines.len() => {
            lines.swap(line, line + 1);
            Some(lines.join("\n"))
        }
        _ => match token.shape {
            Shape::Number => Some(with(&(old.parse::<u64>().ok()? + 1).to_string())),
            Shape::Moves => Some(with(NOTATIONS[random.below(NOTATIONS.len())])),
            Shape::Word => {
                let twin = WORDS.iter().find(|(one, _)| *one == old).map(|(_, other)| *other);
                let words: Vec<_> = all.iter().filter(|token| token.shape == Shape::Word).collect();
                let other = words[random.below(words.len())];
                Some(with(twin.unwrap_or(&text[other.start..other.end])))
            }
            Shape::Text | Shape::Mark => None,
        },
    }
}

/// Returns the files whose text decides a game: its own, that of its parent, and its readings.
fn files_of(game: &RuleFile) -> Vec<PathBuf> {
    game.sources.iter().map(|source| PathBuf::from(&source.name)).filter(|path| path.is_file()).collect()
}

fn variant(game: &RuleFile) -> Option<Variant> {
    let (variant, problems) = game.variant(&Default::default(), &Memory::default());
    variant.filter(|_| !has_errors(&problems))
}

/// Returns true if no random game shows a difference.
fn plays_alike(one: &Variant, other: &Variant) -> bool {
    let cells = |variant: &Variant| {
        let cells: BTreeSet<String> = variant.board.cells().map(|cell| format!("{cell:?}")).collect();
        cells
    };
    let Some(pair) = GamePair::new(one, other) else {
        // The same cells in another order: positions refer to squares by their numbers, so there is no pair.
        return cells(one) == cells(other);
    };
    let mut dice = Dice::new(SEED);
    (0..GAMES).all(|_| {
        let Some(mut position) = pair.position(&one.start()) else { return false };
        for _ in 0..PLIES {
            if pair.differ(&position) {
                return false;
            }
            let next = pair.next(&position);
            let Some((_, after)) = dice.pick(&next) else { break };
            position = after.clone();
        }
        true
    })
}

#[test]
fn a_change_that_no_record_notices_changes_no_game() {
    let mut random = Random(SEED);
    let games = shipped();
    let (mut noticed, mut silent, mut wrong) = (0, 0, Vec::new());
    while noticed + silent < sample(CHANGES) {
        let name = games[random.below(games.len())].display().to_string();
        let game = Catalog::new(&Disk).open_file(&name).expect("a file");
        let files = files_of(&game);
        let file = files[random.below(files.len())].clone();
        let text = fs::read_to_string(&file).expect("a text");
        let is_toml = file.extension().is_some_and(|ending| ending == "toml");
        let Some(new) = changed(&text, is_toml, &mut random).filter(|new| *new != text) else { continue };
        let other =
            Catalog::new(&Edited(vec![(file.clone(), new.clone())])).open_file(&name).expect("a file");
        let (Some(one), Some(two)) = (variant(&game), variant(&other)) else { continue };
        if has_errors(other.checked()) {
            continue;
        }
        let (old, now) = (game.record(), other.record());
        let comparison = compare(&old, &now);
        assert_eq!(comparison.broken, None, "{name}\n{}", now.text());
        if !comparison.is_same() {
            noticed += 1;
            let says =
                comparison.changes.iter().all(|change| change.sentences.iter().all(|one| !one.is_empty()));
            assert!(says, "{name}: {comparison:#?}");
            continue;
        }
        silent += 1;
        if !plays_alike(&one, &two) {
            let place = |(at, (old, new)): (usize, (&str, &str))| format!("{at}: {old} -> {new}");
            let lines = text.lines().zip(new.lines()).enumerate().filter(|(_, (old, new))| old != new);
            wrong.push(format!("{}: {:?}", file.display(), lines.map(place).next()));
        }
    }
    println!("{noticed} changes noticed, {silent} without effect");
    assert!(wrong.is_empty(), "{wrong:#?}");
    let _ = root();
}
