//! Finds the names of a rule file in the files beside it: readings, tuned values, and pages of cases.

use super::documents::{Workspace, folder};
use super::navigation::{ReadRules, read};
use super::text::LineText;
use ferz_cli::files;
use ferz_lang::catalog::{EVALUATION, GameRef};
use ferz_lang::outline::{Name, NameKind};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A name that is searched, with what decides where a word stands for it.
struct Mentioned<'a> {
    name: &'a Name,
    /// The games that have the name, without folder and extension.
    games: BTreeSet<&'a str>,
    /// The switches whose names begin with the name of a piece.
    switches: Vec<&'a str>,
}

/// A file that contains a name: its path, its text, and the places of the name.
type FoundIn = (String, Arc<LineText>, Vec<Range<usize>>);

/// Returns the files beside some rule files that contain a name of theirs.
pub(super) fn all(workspace: &Workspace, rules: &[ReadRules], name: &Name) -> Vec<FoundIn> {
    let paths = || rules.iter().filter(|rules| rules.uri.is_some()).map(|rules| rules.path.as_str());
    let games = paths().map(|path| path[folder(path).len()..].trim_end_matches(".ferz")).collect();
    let symbols = rules.iter().flat_map(|rules| &rules.outline.symbols);
    let switches = symbols.filter_map(|symbol| symbol.declared.as_ref());
    let switches = switches.filter(|one| one.kind == NameKind::Switch && name.kind == NameKind::Other);
    let prefix = format!("{}.", name.full);
    let switches = switches.map(|one| one.full.as_str()).filter(|full| full.starts_with(&prefix)).collect();
    let mentioned = Mentioned { name, games, switches };
    let folders: BTreeSet<&str> = paths().map(folder).collect();
    let files = folders.into_iter().flat_map(|folder| {
        let own = files::entries(Path::new(folder)).into_iter();
        own.chain(files::entries(&Path::new(folder).join("cases")))
    });
    let files = files.filter(|path| files::is(path, "toml") || files::is(path, "md"));
    let found = files.filter_map(|path| {
        let path = path.display().to_string();
        let text = read(workspace, &path)?;
        let places = mentioned.places(&path, text.body());
        (!places.is_empty()).then_some((path, text, places))
    });
    found.collect()
}

impl Mentioned<'_> {
    /// Returns the places of the name in the file at a path.
    fn places(&self, path: &str, text: &str) -> Vec<Range<usize>> {
        match path.ends_with(".md") {
            true => self.in_page(text),
            false => words(text).filter_map(|word| self.place(path, text, word)).collect(),
        }
    }

    /// Returns the places in a page of cases. A name belongs to the last game that the page has named before it.
    fn in_page(&self, text: &str) -> Vec<Range<usize>> {
        let (mut places, mut at) = (Vec::new(), 0);
        let (mut is_own, mut names_game) = (false, false);
        for line in text.split_inclusive('\n') {
            if std::mem::take(&mut names_game) && !line.contains('=') {
                let stem = GameRef::parse(line.trim()).name;
                let stem = stem.rsplit(['/', '\\']).next().unwrap_or_default();
                is_own = self.games.contains(stem.strip_suffix(".ferz").unwrap_or(stem));
            }
            names_game = line.trim() == "```game";
            if is_own {
                let found = words(line).filter_map(|word| self.place("", line, word));
                places.extend(found.map(|place| place.start + at..place.end + at));
            }
            at += line.len();
        }
        places
    }

    /// Returns the part of a word to replace if the word stands for the name.
    fn place(&self, path: &str, text: &str, word: Range<usize>) -> Option<Range<usize>> {
        let (full, found) = (self.name.full.as_str(), &text[word.clone()]);
        let before = &text[..word.start];
        match self.name.kind {
            NameKind::Switch => {
                let sets = text[word.end..].trim_start_matches(['"', ' ']).starts_with('=');
                let last = full.rfind('.').map_or(0, |dot| dot + 1);
                (found == full && (last > 0 || sets)).then(|| word.start + last..word.end)
            }
            NameKind::Value => {
                let (switch, value) = full.split_once('=')?;
                let set = before.trim_end_matches(['"', ' ']).strip_suffix('=');
                let set = set.map(|set| set.trim_end_matches(['"', ' ']));
                let is_set = words_at_end(set?) == switch;
                (found == value && is_set).then_some(word)
            }
            NameKind::Array => {
                let game = before.strip_suffix('/')?;
                let game = words_at_end(game.strip_suffix(".ferz").unwrap_or(game));
                (found == full && (game.is_empty() || self.games.contains(game))).then_some(word)
            }
            NameKind::Other => {
                if self.switches.contains(&found) {
                    return Some(word.start..word.start + full.len());
                }
                // Tuned values name a stage as `PIECE.STAGE`.
                let game = &path.strip_suffix(EVALUATION)?[folder(path).len()..];
                let (piece, stage) = found.split_once('.').unwrap_or((found, ""));
                let is_worth = self.games.contains(game) && (piece == full || stage == full);
                let start = if piece == full { word.start } else { word.end - stage.len() };
                is_worth.then(|| start..start + full.len())
            }
            NameKind::Game | NameKind::Source | NameKind::Key => None,
        }
    }
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '_' | '.')
}

/// Returns the places of the words of a text. A dot at the end of a word ends a sentence.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    text.split(|character: char| !is_part(character)).filter_map(move |word| {
        let start = text[at..].find(word).map_or(at, |skipped| at + skipped);
        at = start + word.len();
        let word = word.trim_end_matches('.');
        (!word.is_empty()).then(|| start..start + word.len())
    })
}

/// Returns the word at the end of a text, which is empty if the text ends with another character.
fn words_at_end(text: &str) -> &str {
    &text[text.trim_end_matches(is_part).len()..]
}
