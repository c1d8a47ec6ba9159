//! `variants.ini`, the file in which users of Fairy-Stockfish define their games.
//!
//! [`IniFile`] reads the sections, and [`IniFile::import`] translates one of them into a rule file. [`state`] finds the
//! rules of the section and those that it inherits, from the file or from the variants of Fairy-Stockfish
//! (`data/fairy-stockfish.ini`). [`import`] writes them. Each option of the section is in the game, or in the list of
//! those that are not.

pub mod betza;
mod import;
pub mod ini;
pub mod options;
mod rays;
pub mod squares;
pub mod state;

use super::export::{Format, RULE_LINE, SECTION_PREFIX};
use super::own::{self, Restored};
use super::{Imported, Omission, warnings};
use crate::builder::NewStatement;
use crate::lang::catalog::{Catalog, NoFiles};
use crate::lang::vocabulary::Keyword;
use crate::messages::diagnostic::{Code, Diagnostic};
use import::{FileHeading, Matters};
use ini::{IniEntry, IniSection};
use options::TABLE;
use state::{Fault, SectionState};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The variants that Fairy-Stockfish contains.
static BUILT_IN: LazyLock<Vec<IniSection>> = LazyLock::new(|| ini::read(ferz_data::FAIRY_STOCKFISH_GAMES));

/// The maximum length of a chain of parents.
const MAX_PARENTS: usize = 40;

/// The maximum number of unreadable lines that are listed.
const MAX_UNREAD: usize = 20;

/// The reason for leaving out an option without effect.
const IDLE: &str = "it has no effect in this game";

/// The reason for leaving out an option with an unknown name.
const UNKNOWN: &str = "Fairy-Stockfish has no such option";

/// The reason why a section cannot become a rule file.
#[derive(Clone, Debug)]
pub enum SectionRefusal {
    /// The section has faults.
    Faults(Vec<Fault>),
    /// The section has rules that no rule file can express.
    Unsupported(Vec<Omission>),
}

impl SectionRefusal {
    /// Returns the reasons as problems of the file.
    pub fn problems(&self) -> Vec<Diagnostic> {
        match self {
            SectionRefusal::Faults(faults) => {
                let problem =
                    |fault: &Fault| Diagnostic::new(Code::OptionUnreadable, fault.span, &fault.message);
                faults.iter().map(problem).collect()
            }
            SectionRefusal::Unsupported(left) => left.iter().map(unsupported_problem).collect(),
        }
    }
}

fn unsupported_problem(one: &Omission) -> Diagnostic {
    let span = one.span.unwrap_or_default();
    if one.reason == UNKNOWN {
        let message = format!("Fairy-Stockfish has no option `{}`", one.name);
        return Diagnostic::new(Code::OptionUnsaid, span, message)
            .help("ferz imports the section without it");
    }
    let message = format!("a rule file cannot express `{}`", one.option());
    Diagnostic::new(Code::OptionUnsaid, span, message)
        .here(&one.reason)
        .help("with `--approximate`, the game is written without it, and the end of the file lists it")
}

/// Returns the variant of Fairy-Stockfish with this name.
fn built_in(name: &str) -> Option<&'static IniSection> {
    BUILT_IN.iter().find(|one| one.name.text == name)
}

/// A file with sections.
pub struct IniFile {
    name: String,
    pub sections: Vec<IniSection>,
    /// The sections of each name, in the order of the file.
    places: BTreeMap<String, Vec<usize>>,
}

impl IniFile {
    pub fn read(name: &str, text: &str) -> IniFile {
        let sections = ini::read(text);
        let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, section) in sections.iter().enumerate() {
            places.entry(section.name.text.clone()).or_default().push(at);
        }
        IniFile { name: name.to_owned(), sections, places }
    }

    /// Returns the section with this name above another section. The program ignores a second one.
    fn above(&self, name: &str, before: usize) -> Option<usize> {
        self.section(name).filter(|at| *at < before)
    }

    /// Returns the first section with this name.
    pub fn section(&self, name: &str) -> Option<usize> {
        self.places.get(name)?.first().copied()
    }

    /// Translates a section. With `approximate`, rules that a rule file cannot express are left out.
    ///
    /// # Errors
    /// If the section or one of its parents has faults, or if it has rules that no rule file can express.
    pub fn import(&self, at: usize, approximate: bool) -> Result<Imported, SectionRefusal> {
        let catalog = &Catalog::new(&NoFiles);
        let (chain, mut faults) = self.chain(at);
        let Some(section) = self.sections.get(at) else { return Err(SectionRefusal::Faults(faults)) };
        if self.section(&section.name.text) != Some(at) {
            let message = format!(
                "there is a section `{}` above, and Fairy-Stockfish ignores this one",
                section.name.text
            );
            return Err(SectionRefusal::Faults(vec![Fault::new(message, section.name.span)]));
        }
        let restored = self.own_export(section);
        if let Restored::Game(game) = restored {
            return Ok(game);
        }
        let state = state_of(&chain, &mut faults);
        let (read, faults): (Vec<Fault>, Vec<Fault>) = faults.into_iter().partition(|one| one.read.is_some());
        if !faults.is_empty() {
            return Err(SectionRefusal::Faults(faults));
        }
        let base = parent(&chain);
        let preferred_names =
            base.as_ref().map(|parent| import::preferred_names(&parent.name, catalog)).unwrap_or_default();
        let (draft, unsaid) = import::draft(&state, &preferred_names);
        let mut left = self.left(&chain, &preferred_names, &draft, &unsaid);
        let malformed: Vec<Omission> = read.iter().filter_map(|fault| malformed(fault, section)).collect();
        left.retain(|one| one.reason != IDLE || malformed.iter().all(|other| other.span != one.span));
        left.extend(malformed);
        if built_in(&section.name.text).is_some() {
            let reason = "Fairy-Stockfish has a variant with this name, and ignores the section".to_owned();
            left.push(Omission { name: section.name.text.clone(), reason, ..Omission::default() });
        }
        if matches!(restored, Restored::Changed) {
            let (name, reason) = (own::COMMENT.to_owned(), own::CHANGED.to_owned());
            left.push(Omission { name, reason, ..Omission::default() });
        }
        if left.iter().any(|one| one.differs) && !approximate {
            left.retain(|one| one.differs || one.reason == UNKNOWN);
            return Err(SectionRefusal::Unsupported(left));
        }
        left.sort_by_key(|one| (one.from.is_some(), !one.differs));
        let mut name = identifier(&section.name.text);
        if base.as_ref().is_some_and(|parent| parent.name == name) {
            name = format!("own-{name}");
        }
        let mut heading = FileHeading { section, name: name.clone(), file: &self.name, parent: None };
        let plain = import::whole(&heading, &draft.statements(), &left);
        let short = base.and_then(|parent| {
            let (old, _) = import::draft(&parent.state, &preferred_names);
            heading.parent = Some(parent.name.clone());
            // The parent may limit first moves to unmoved pieces, whereas the program limits them to squares.
            [false, true].into_iter().find_map(|anew| {
                let mut statements = import::extending(&parent.name, (&old, &draft), anew, catalog)?;
                let mut short = written(&heading, &statements, &left);
                let idle = short.1.iter().filter(|problem| problem.code == Code::UnusedRegion);
                let unused: Vec<&str> = idle.filter_map(Diagnostic::idle).map(|(_, name)| name).collect();
                if !unused.is_empty() {
                    statements.push(vec![NewStatement::removing(Some(Keyword::Region), &unused)]);
                    short = written(&heading, &statements, &left);
                }
                let own = warnings::own_codes(&short.1);
                if !own.is_empty() {
                    let usual = warnings::own_codes(&warnings::warnings(&plain));
                    own.iter().all(|code| usual.contains(code)).then_some(())?;
                }
                import::is_same(&plain, &short.0).then_some(short)
            })
        });
        heading.parent = None;
        let (text, problems, left) = short.unwrap_or_else(|| written(&heading, &draft.statements(), &left));
        if let Some(problem) = problems.iter().find(|problem| problem.is_error()) {
            let message = format!("ferz cannot load its rule file: {}", problem.message);
            return Err(SectionRefusal::Faults(vec![Fault::new(message, section.name.span)]));
        }
        let text = warnings::allowed(&text, "so in the section");
        Ok(Imported { name, text, omissions: left, ..Imported::default() })
    }

    /// Returns the game of a section that is an unchanged export: one that extends a game of ferz, or that of the rule
    /// file in the comment.
    fn own_export(&self, section: &IniSection) -> Restored {
        let words = |section: &IniSection| -> Vec<String> {
            let entries = section.entries.iter().flat_map(|entry| [&entry.key, &entry.value]);
            let all = std::iter::once(&section.name).chain(&section.parent).chain(entries);
            all.map(|word| word.text.clone()).collect()
        };
        let is_same = |own: &str| ini::read(own).first().is_some_and(|own| words(own) == words(section));
        let written = section.name.text.as_str();
        let game = written.strip_prefix(SECTION_PREFIX).unwrap_or(written);
        let source = ("variants-ini", &*format!("{}, section {written}", self.name));
        let lines = section.comment.iter().filter_map(|line| line.strip_prefix(&RULE_LINE[1..]));
        let format = Format::FairyStockfish;
        own::extending(source, game, format, is_same)
            .unwrap_or_else(|| own::from_comment(lines.map(str::to_owned), format, is_same))
    }

    /// Returns the sections from which a section inherits, the oldest first, and itself.
    fn chain(&self, at: usize) -> (Vec<&IniSection>, Vec<Fault>) {
        let (mut chain, mut faults) = (Vec::new(), Vec::new());
        let mut next = self.sections.get(at).map(|section| (section, at));
        while let Some((section, before)) = next.take() {
            chain.push(section);
            let Some(parent) = &section.parent else { break };
            if let Some(built_in) = built_in(&parent.text) {
                chain.push(built_in);
                break;
            }
            // A section inherits only from one above it, so cycles are impossible.
            let own = self.above(&parent.text, before);
            next = own.map(|at| (&self.sections[at], at));
            if next.is_none() {
                faults.push(self.no_parent(parent, before));
                break;
            }
            if chain.len() > MAX_PARENTS {
                let message = format!("`{}` has more than {MAX_PARENTS} parents", section.name.text);
                faults.push(Fault::new(message, parent.span));
                break;
            }
        }
        chain.reverse();
        (chain, faults)
    }

    fn no_parent(&self, parent: &ini::IniWord, before: usize) -> Fault {
        let last = self.places.get(&parent.text).and_then(|places| places.iter().max());
        let message = match last.map(|at| at.cmp(&before)) {
            Some(Ordering::Greater) => {
                format!("the section `{}` is below the section that inherits from it", parent.text)
            }
            Some(Ordering::Equal) => format!("the section `{}` inherits from itself", parent.text),
            Some(Ordering::Less) | None => {
                format!("no section and no variant of Fairy-Stockfish has the name `{}`", parent.text)
            }
        };
        Fault::new(message, parent.span)
    }

    /// Returns the options that are not in the game: those of the section that have no effect or are not rules, and
    /// those of the whole chain that no rule file can express.
    fn left(
        &self,
        chain: &[&IniSection],
        preferred_names: &BTreeMap<char, String>,
        draft: &import::draft::FileDraft,
        unsupported: &[import::Unsupported],
    ) -> Vec<Omission> {
        let Some((section, parents)) = chain.split_last() else { return Vec::new() };
        let mut left: Vec<Omission> =
            unsupported.iter().map(|one| unsupported_option(one, section, parents)).collect();
        for word in section.unread.iter().take(MAX_UNREAD) {
            left.push(Omission {
                name: word.text.clone(),
                reason: "the line has no `=`".to_owned(),
                span: Some(word.span),
                ..Omission::default()
            });
        }
        let last: BTreeMap<&str, usize> =
            section.entries.iter().enumerate().map(|(at, entry)| (entry.key.text.as_str(), at)).collect();
        let named: Vec<String> =
            left.iter().filter(|one| one.from.is_none()).map(|one| one.name.clone()).collect();
        for (at, entry) in section.entries.iter().enumerate() {
            if named.contains(&entry.key.text) {
                continue;
            }
            let twice = last.get(entry.key.text.as_str()).is_some_and(|last| *last != at);
            let reason = match (known(&entry.key.text), twice) {
                (_, true) => Some("a later line sets the same option".to_owned()),
                (KnownOption::No, _) => Some(UNKNOWN.to_owned()),
                (KnownOption::Ignored(reason), _) => Some(reason),
                (KnownOption::Yes, _) => {
                    self.is_idle(chain, at, preferred_names, draft, unsupported).then(|| IDLE.to_owned())
                }
            };
            left.extend(reason.map(|reason| of_entry(entry, reason)));
        }
        left
    }

    /// Returns true if the game is the same without an option of the section.
    fn is_idle(
        &self,
        chain: &[&IniSection],
        at: usize,
        preferred_names: &BTreeMap<char, String>,
        draft: &import::draft::FileDraft,
        unsupported: &[import::Unsupported],
    ) -> bool {
        let Some((section, parents)) = chain.split_last() else { return false };
        let mut without = (*section).clone();
        without.entries.remove(at);
        let chain: Vec<&IniSection> = parents.iter().copied().chain([&without]).collect();
        let state = state_of(&chain, &mut Vec::new());
        let (other, missing) = import::draft(&state, preferred_names);
        other == *draft && missing == unsupported
    }
}

/// Writes a rule file without rules that change nothing. Returns it with its problems, and the omissions with these rules.
fn written(
    heading: &FileHeading,
    statements: &[Vec<NewStatement>],
    left: &[Omission],
) -> (String, Vec<Diagnostic>, Vec<Omission>) {
    let mut left = left.to_vec();
    loop {
        let (text, rules, problems) = warnings::pruned(&import::whole(heading, statements, &left));
        let known = left.len();
        for (name, reason) in rules {
            let one = Omission { name, reason, ..Omission::default() };
            left.extend(Some(one).filter(|one| !left.contains(one)));
        }
        if left.len() == known {
            return (text, problems, left);
        }
    }
}

/// The treatment of an option, by its name in the table.
enum KnownOption {
    No,
    Yes,
    Ignored(String),
}

fn known(name: &str) -> KnownOption {
    let mobility =
        name.strip_prefix("mobilityRegionWhite").or_else(|| name.strip_prefix("mobilityRegionBlack"));
    if options::KindId::named(name).is_some() {
        return KnownOption::Yes;
    }
    if let Some(piece) = mobility {
        let is = |kind: options::KindId| kind.option().eq_ignore_ascii_case(piece);
        return if options::KindId::all().any(is) { KnownOption::Yes } else { KnownOption::No };
    }
    match TABLE.option(name) {
        None => KnownOption::No,
        Some((row, _)) => row.ignored.clone().map_or(KnownOption::Yes, KnownOption::Ignored),
    }
}

/// Returns the line of a section that is read although its value is malformed.
fn malformed(fault: &Fault, section: &IniSection) -> Option<Omission> {
    let entry = fault.read.as_ref().filter(|entry| section.entries.contains(entry))?;
    Some(of_entry(entry, fault.message.clone()))
}

fn of_entry(entry: &IniEntry, reason: String) -> Omission {
    Omission {
        name: entry.key.text.clone(),
        value: entry.value.text.clone(),
        reason,
        span: Some(entry.key.span),
        ..Omission::default()
    }
}

/// Returns the omission of an option that cannot be expressed, with the section that sets it.
fn unsupported_option(one: &import::Unsupported, section: &IniSection, parents: &[&IniSection]) -> Omission {
    let sets = |entry: &&IniEntry| {
        let key = &entry.key.text;
        let plain = key.strip_suffix("White").or_else(|| key.strip_suffix("Black")).unwrap_or(key);
        *key == one.option
            || plain == one.option
            || key.starts_with(&one.option)
            || TABLE
                .option(key)
                .is_some_and(|(row, _)| row.sets.iter().any(|set| set.starts_with(&one.option)))
    };
    let own = section.entries.iter().rev().find(sets);
    let other = parents.iter().rev().filter(|_| own.is_none()).find_map(|parent| {
        parent.entries.iter().rev().find(sets).map(|entry| (entry, parent.name.text.clone()))
    });
    let (other, from) = other.unzip();
    let entry = own.or(other);
    Omission {
        name: entry.map_or_else(|| one.option.clone(), |entry| entry.key.text.clone()),
        value: entry.map_or_else(String::new, |entry| entry.value.text.clone()),
        reason: one.reason.clone(),
        span: own.map(|entry| entry.key.span).or(Some(section.name.span)),
        differs: match one.matters {
            Matters::Never => false,
            Matters::ForResults => from.is_none(),
            Matters::Always => true,
        },
        from,
    }
}

/// Returns the rules of a chain of sections.
fn state_of(chain: &[&IniSection], faults: &mut Vec<Fault>) -> SectionState {
    let mut state = SectionState::usual();
    for section in chain {
        faults.extend(state.apply(section));
        state.conclude();
    }
    state
}

/// The nearest ancestor that is a game of ferz.
struct Parent {
    name: String,
    state: SectionState,
}

fn parent(chain: &[&IniSection]) -> Option<Parent> {
    let built_in = chain.first().filter(|_| chain.len() > 1)?;
    if !BUILT_IN.iter().any(|one| std::ptr::eq(one, *built_in)) {
        return None;
    }
    let name = crate::notation::dialect::game_called(&built_in.name.text)?;
    Some(Parent { name, state: state_of(&[built_in], &mut Vec::new()) })
}

/// Converts the name of a section to the name of a game.
fn identifier(name: &str) -> String {
    let plain: String =
        name.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let plain = plain.trim_matches('-').chars().take(60).collect::<String>();
    if plain.is_empty() { "unnamed".to_owned() } else { plain }
}
