//! Finds the names of a rule file in the files beside it: readings, tuned values, and pages of cases.
//!
//! [`all`] finds the places of a name, and [`at`] the name at a place.

use super::documents::{Workspace, folder};
use super::navigation::{ReadRules, ancestors, read};
use super::page::{RowKind, row_at, rows};
use super::readings;
use super::text::LineText;
use ferz_cli::files;
use ferz_core::base::source::line_starts;
use ferz_lang::catalog::{EVALUATION, GameRef, READINGS};
use ferz_lang::outline::{Name, NameKind, SymbolKind};
use ferz_lang::record::{RecordLine, RecordPart, RuleRecord};
use ferz_syntax::vocabulary::Keyword;
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
    /// The names of pieces of a family, with the place in each that stands for the name: of the family, or of the other piece.
    of_families: Vec<(String, Range<usize>)>,
    is_stage: bool,
    is_right: bool,
    /// True if a right and a switch have the name, so that a word on a page stands for the switch only after `under`.
    is_shared: bool,
}

/// The kind of text that contains a word, which decides what the word can stand for.
#[derive(Clone, Copy)]
enum MentionSite<'p> {
    /// A row of a page of cases.
    Page,
    Readings,
    /// The tuned values of the game with this name.
    Values(&'p str),
    /// Another text that gives values to switches.
    Choices,
}

impl MentionSite<'_> {
    fn of(path: &str) -> MentionSite<'_> {
        match path[folder(path).len()..].strip_suffix(EVALUATION) {
            Some(game) => MentionSite::Values(game),
            None if path.ends_with(READINGS) => MentionSite::Readings,
            None => MentionSite::Choices,
        }
    }
}

/// A file that contains a name: its path, its text, and the places of the name.
type FoundIn = (String, Arc<LineText>, Vec<Range<usize>>);

/// A name at a place in a file beside rule files.
pub(super) struct FoundName {
    pub(super) name: Name,
    pub(super) place: Range<usize>,
    /// The file of the game that has the name, and those that it extends.
    pub(super) game: Vec<ReadRules>,
}

/// Returns the files beside some rule files that contain a name of theirs.
pub(super) fn all(workspace: &Workspace, rules: &[ReadRules], name: &Name) -> Vec<FoundIn> {
    let mentioned = Mentioned::new(rules, name);
    let folders: BTreeSet<&str> =
        rules.iter().filter(|rules| !rules.is_built_in).map(|rules| folder(&rules.path)).collect();
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

/// Returns the places of a name in a file beside the files of its game.
pub(super) fn places(game: &[ReadRules], name: &Name, path: &str, text: &str) -> Vec<Range<usize>> {
    Mentioned::new(game, name).places(path, text)
}

/// Returns the name at an offset of a file beside rule files.
pub(super) fn at(workspace: &Workspace, path: &str, text: &str, offset: usize) -> Option<FoundName> {
    let row = row_at(text, offset).filter(|_| path.ends_with(".md"));
    let start = match row {
        Some(row) => row.start,
        None => text[..offset].rfind('\n').map_or(0, |end| end + 1),
    };
    let line = text[start..].lines().next().unwrap_or_default();
    let holds = |place: &Range<usize>| place.start <= offset && offset <= place.end;
    for game in games(workspace, path, text, offset) {
        let file = game.first()?;
        let named = row.filter(|row| row.kind == RowKind::GameName).map(|row| {
            let begin = row.start + row.text.len() - row.text.trim_start().len();
            begin..begin + GameRef::parse(row.text.trim()).name.len()
        });
        if let Some(place) = named.filter(holds) {
            let name = Name { kind: NameKind::Game, full: file.stem().to_owned() };
            return Some(FoundName { name, place, game });
        }
        let declared = game.iter().flat_map(|rules| &rules.outline.symbols);
        let declared = declared.filter_map(|symbol| symbol.declared.clone());
        let readings = readings::of(workspace, &game).into_iter().map(|reading| reading.name());
        for name in declared.chain(readings).collect::<Vec<_>>() {
            let mentioned = Mentioned::new(&game, &name);
            let site = if row.is_some() { MentionSite::Page } else { MentionSite::of(path) };
            let found = words(line).filter_map(|word| mentioned.place(site, line, word));
            let mut found = found.map(|place| place.start + start..place.end + start);
            if let Some(place) = found.find(holds) {
                return Some(FoundName { name, place, game });
            }
        }
    }
    None
}

/// Returns the games to which an offset of a file beside rule files belongs, each with the files that it extends.
pub(super) fn games(workspace: &Workspace, path: &str, text: &str, at: usize) -> Vec<Vec<ReadRules>> {
    let with_ancestors = |rules: ReadRules| {
        let above = ancestors(workspace, &rules.path, &rules.outline);
        std::iter::once(rules).chain(above).collect()
    };
    if path.ends_with(".md") {
        let reference = row_at(text, at).and_then(|row| row.game);
        let named = reference.and_then(|game| named(workspace, path, &GameRef::parse(game).name));
        return named.into_iter().map(with_ancestors).collect();
    }
    let own = path[folder(path).len()..].strip_suffix(EVALUATION);
    let beside = files::entries(Path::new(folder(path))).into_iter().filter(|file| files::is(file, "ferz"));
    let beside = beside.filter(|file| own.is_none_or(|own| file.file_stem().is_some_and(|stem| stem == own)));
    let rules = beside.filter_map(|file| {
        let path = file.display().to_string();
        let text = read(workspace, &path)?;
        Some(ReadRules::of(workspace, &path, text))
    });
    rules.map(with_ancestors).collect()
}

/// Returns the game that a page calls `name`: a file in the folder above the page or beside it, or a built-in game.
fn named(workspace: &Workspace, page: &str, name: &str) -> Option<ReadRules> {
    let own = folder(page);
    let above = folder(own.trim_end_matches(['/', '\\']));
    let file = if name.ends_with(".ferz") { name.to_owned() } else { format!("{name}.ferz") };
    let mut places = [format!("{above}{file}"), format!("{own}{file}")].into_iter();
    let found = places.find_map(|path| Some(ReadRules::of(workspace, &path, read(workspace, &path)?)));
    found.or_else(|| ReadRules::built_in(name))
}

impl<'a> Mentioned<'a> {
    fn new(rules: &'a [ReadRules], name: &'a Name) -> Mentioned<'a> {
        let switches = rules.iter().flat_map(|rules| &rules.outline.symbols);
        let switches = switches.filter_map(|symbol| symbol.declared.as_ref());
        let switches = switches.filter(|one| one.kind == NameKind::Switch && name.kind == NameKind::Other);
        let prefix = format!("{}.", name.full);
        let switches = switches.map(|one| one.full.as_str()).filter(|full| full.starts_with(&prefix));
        let named = |keyword: Keyword| {
            let symbols = rules.iter().flat_map(|rules| &rules.outline.symbols);
            symbols
                .filter(move |symbol| symbol.kind == SymbolKind::Word(keyword))
                .map(|symbol| symbol.name.as_str())
        };
        let full = name.full.as_str();
        let families = named(Keyword::Family);
        let of_families = families.flat_map(|family| {
            named(Keyword::Piece).filter_map(move |piece| {
                let joined = format!("{family}-{piece}");
                let end = joined.len() - piece.len()..joined.len();
                let place =
                    if family == full { Some(0..family.len()) } else { (piece == full).then_some(end) };
                Some((joined, place?))
            })
        });
        let of_families = if name.kind == NameKind::Other { of_families.collect() } else { Vec::new() };
        let is = |keyword| name.kind == NameKind::Other && named(keyword).any(|name| name == full);
        let (is_stage, is_right) = (is(Keyword::Stage), is(Keyword::Right));
        let is_named = |keyword| named(keyword).any(|name| name == full);
        let is_shared = is_named(Keyword::Right) && is_named(Keyword::Switch);
        let games = rules.iter().map(ReadRules::stem).collect();
        Mentioned { name, games, switches: switches.collect(), of_families, is_stage, is_right, is_shared }
    }

    /// Returns the places of the name in the file at a path.
    fn places(&self, path: &str, text: &str) -> Vec<Range<usize>> {
        match path.ends_with(".md") {
            true => self.in_page(text),
            false => words(text).filter_map(|word| self.place(MentionSite::of(path), text, word)).collect(),
        }
    }

    /// Returns the places in a page of cases. A name belongs to the last game that the page has named before it.
    fn in_page(&self, text: &str) -> Vec<Range<usize>> {
        let is_own = |game: &str| {
            let name = GameRef::parse(game).name;
            let stem = name.rsplit(['/', '\\']).next().unwrap_or_default();
            self.games.contains(stem.strip_suffix(".ferz").unwrap_or(stem))
        };
        let own = rows(text).into_iter().filter(|row| row.game.is_some_and(is_own));
        let in_row = own.flat_map(|row| {
            let found: Vec<_> =
                words(row.text).filter_map(|word| self.place(MentionSite::Page, row.text, word)).collect();
            found.into_iter().map(move |place| place.start + row.start..place.end + row.start)
        });
        in_row.collect()
    }

    /// Returns the part of a word to replace if the word stands for the name.
    fn place(&self, site: MentionSite, text: &str, word: Range<usize>) -> Option<Range<usize>> {
        let (full, found) = (self.name.full.as_str(), &text[word.clone()]);
        let before = text[..word.start].rsplit('\n').next().unwrap_or_default();
        match self.name.kind {
            NameKind::Switch => {
                let sets = text[word.end..].trim_start_matches(['"', ' ']).starts_with('=');
                let last = full.rfind('.').map_or(0, |dot| dot + 1);
                let is_right = matches!(site, MentionSite::Page) && self.is_shared && !is_chosen(before);
                (found == full && !is_right && (last > 0 || sets)).then(|| word.start + last..word.end)
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
                match site {
                    MentionSite::Page => {
                        // A drawing names a stage as `TOKEN.STAGE`, and a right as `RIGHT=SIDES`.
                        let stage = found.split_once('.').map_or("", |(_, stage)| stage);
                        let is_stage = self.is_stage && stage == full;
                        let is_right = self.is_right && found == full && text[word.end..].starts_with('=');
                        let is_right = is_right && !(self.is_shared && is_chosen(before));
                        let last = is_stage.then(|| word.end - stage.len()..word.end);
                        last.or(is_right.then_some(word))
                    }
                    MentionSite::Values(game) => {
                        self.piece(found, word.start).filter(|_| self.games.contains(game))
                    }
                    MentionSite::Readings | MentionSite::Choices => None,
                }
            }
            NameKind::Reading => {
                let in_file = matches!(site, MentionSite::Readings) && before.trim_start() == "[";
                let is_page = matches!(site, MentionSite::Page);
                let listed = is_page && before.trim_start().starts_with("readings ");
                (found == full && (before.ends_with('@') || in_file || listed)).then_some(word)
            }
            NameKind::Game | NameKind::Source | NameKind::Key => None,
        }
    }
}

impl Mentioned<'_> {
    /// Returns the part of the name of a piece, perhaps with a stage, that stands for the name. The word begins at `start`.
    fn piece(&self, word: &str, start: usize) -> Option<Range<usize>> {
        let full = self.name.full.as_str();
        let (piece, stage) = word.split_once('.').unwrap_or((word, ""));
        let own = (piece == full).then(|| start..start + full.len());
        let joined = self.of_families.iter().find(|(joined, _)| joined == piece);
        let joined = joined.map(|(_, place)| start + place.start..start + place.end);
        let end = start + word.len();
        own.or(joined).or_else(|| (stage == full).then(|| end - stage.len()..end))
    }

    /// Returns the places of the name in a line of a record outside the rules.
    fn in_facts(&self, line: &RecordLine) -> Vec<Range<usize>> {
        let (text, kind) = (line.text, self.name.kind);
        // The heading of first moves names the array and the piece.
        let is_start = line.is_heading && line.part == Some(RecordPart::Start);
        let is_of_array = !is_start || kind == NameKind::Array || !text.contains(", ");
        let place = usize::from(line.is_heading) + usize::from(!is_of_array);
        let first = words(text).nth(place);
        let is_full = |word: &Range<usize>| text[word.clone()] == self.name.full;
        let own = first.clone().filter(|_| line.is_heading || text.contains(": "));
        let own = own.and_then(|word| match line.part? {
            RecordPart::Reading => {
                (line.is_heading && kind == NameKind::Reading && is_full(&word)).then_some(word)
            }
            RecordPart::Start if is_start && is_of_array => {
                (kind == NameKind::Array && is_full(&word)).then_some(word)
            }
            RecordPart::Moves | RecordPart::Start => {
                let is_piece = kind == NameKind::Other;
                is_piece.then(|| self.piece(&text[word.clone()], word.start)).flatten()
            }
            RecordPart::Rule => None,
        });
        let after = first.filter(|_| line.is_heading).map_or(0, |word| word.end);
        let choices = words(text).filter(|word| word.start >= after);
        own.into_iter()
            .chain(choices.filter_map(|word| self.place(MentionSite::Choices, text, word)))
            .collect()
    }
}

/// Returns the places of a name in the facts and the readings of a record of a game.
pub(super) fn in_facts(game: &[ReadRules], name: &Name, text: &str) -> Vec<Range<usize>> {
    let mentioned = Mentioned::new(game, name);
    let starts = line_starts(text);
    let lines = RuleRecord::lines(text).into_iter().zip(starts);
    let places = lines.filter(|(line, _)| line.part != Some(RecordPart::Rule)).flat_map(|(line, start)| {
        let found = mentioned.in_facts(&line).into_iter();
        found.map(move |place| place.start + start..place.end + start)
    });
    places.collect()
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

/// Returns true if the word after this part of a line is a choice.
fn is_chosen(before: &str) -> bool {
    before.split_whitespace().any(|word| word == "under")
}

/// Returns the word at the end of a text, which is empty if the text ends with another character.
fn words_at_end(text: &str) -> &str {
    &text[text.trim_end_matches(is_part).len()..]
}
