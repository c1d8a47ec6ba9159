//! The comparison of two records: the games that their rules describe, under every choice.
//!
//! [`compare`] is the entry point. The games are compared by name and by their canonical forms, so that records with
//! different texts can be equal. Only if the rules are the same can a difference between the facts about moves show that
//! ferz has changed.

use super::choices::RecordedChoice;
use super::facts::{FIRST_GAMES_LINE, GAMES_LINE};
use super::moves::{apart, is_without_moves};
use super::renames::Renames;
use super::sentences::sentences;
use crate::base::sort_by_key;
use crate::base::source::Sources;
use crate::lab::compare::{Canon, Witness, changes};
use crate::lang::catalog::{Catalog, Loaded, NoFiles, record as rules_of};
use crate::lang::record::{RecordEntry, RecordPart, RuleRecord};
use crate::lang::{Memory, RuleFile, Selection, has_errors};
use crate::messages::text::join;
use crate::rules::{Switch, Variant};
use crate::words::rule_kind::Category;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The changes of one entry of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EntryChange {
    /// The heading of the entry.
    pub entry: String,
    /// The changes in sentences.
    pub sentences: Vec<String>,
    /// A game or a position that shows the change, if one was searched and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<Witness>,
}

impl EntryChange {
    fn new(entry: String, sentences: Vec<String>) -> EntryChange {
        EntryChange { entry, sentences, example: None }
    }
}

/// The result of a comparison of two records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordComparison {
    /// The changes of the game, in the order of the new record.
    pub changes: Vec<EntryChange>,
    /// The entries about moves that differ although the rules are the same, so that ferz itself has changed.
    pub engine: Vec<EntryChange>,
    /// The reason that the rules of the old record are not a game. In that case, entries are compared by their texts.
    pub broken: Option<String>,
}

impl RecordComparison {
    /// Returns true if both records are those of the same game.
    pub fn is_same(&self) -> bool {
        self.changes.is_empty() && self.engine.is_empty() && self.broken.is_none()
    }
}

/// A record with its rules as a file, before choices are made.
struct RecordSide {
    record: RuleRecord,
    game: RuleFile,
    memory: Memory,
    /// The heading of the entry on each line.
    headings: Vec<String>,
}

impl RecordSide {
    fn new(record: &RuleRecord) -> RecordSide {
        let text = record.text();
        let game =
            RuleFile::open(&rules_of("rules.snapshot", &text), &Catalog::new(&NoFiles), Sources::default());
        let mut headings = Vec::new();
        let mut entries = record.entries.iter();
        let mut heading = String::new();
        let mut is_blank = true;
        for line in text.lines() {
            let begins = is_blank && !line.is_empty() && !line.starts_with('#');
            if begins {
                heading = entries.next().map_or_else(String::new, |entry| entry.heading.clone());
            }
            is_blank = line.is_empty();
            headings.push(heading.clone());
        }
        RecordSide { record: record.clone(), game, memory: Memory::default(), headings }
    }

    /// Returns the game under a choice, or the first problem.
    fn variant(&self, selection: &Selection) -> Result<Arc<Variant>, String> {
        let (variant, problems) = self.game.variant(selection, &self.memory);
        let first = problems.iter().find(|problem| problem.is_error()).map(|problem| problem.message.clone());
        variant.filter(|_| !has_errors(&problems)).map(Arc::new).ok_or_else(|| first.unwrap_or_default())
    }

    fn switch(&self, name: &str) -> Option<&Switch> {
        self.game.switches().iter().find(|switch| switch.name == name)
    }

    /// Returns the default values of all switches.
    fn defaults(&self) -> BTreeMap<String, String> {
        let default = |switch: &Switch| {
            let value = switch.values.iter().find(|value| value.default).or(switch.values.first())?;
            Some((switch.name.clone(), value.name.clone()))
        };
        self.game.switches().iter().filter_map(default).collect()
    }
}

/// Compares two records.
pub fn compare(old: &RuleRecord, new: &RuleRecord) -> RecordComparison {
    let (old, new) = (RecordSide::new(old), RecordSide::new(new));
    let [a, b] = [&old, &new].map(|side| side.variant(&Selection::default()));
    let (a, b) = match (a, b) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(why), _) | (_, Err(why)) => {
            return RecordComparison {
                broken: Some(why),
                changes: by_text(&old, &new, &[RecordPart::Rule, RecordPart::Reading]),
                ..RecordComparison::default()
            };
        }
    };
    let renames = Renames::find(&a, &b, (old.game.switches(), new.game.switches()));
    let mut found = FoundChange { all: BTreeMap::new(), usual: BTreeSet::new() };
    for (what, before, now) in renames.lines() {
        found.add(format!("{what} {now}"), format!("{what} {before} is now called {now}"));
    }
    switches(&old, &new, &renames, &mut found);
    readings(&old, &new, &renames, &mut found);
    games(&old, &new, &renames, &mut found);
    let engine = if found.all.is_empty() {
        by_text(&old, &new, &[RecordPart::Moves, RecordPart::Start])
    } else {
        Vec::new()
    };
    let place = |heading: &str| new.record.entries.iter().position(|entry| entry.heading == heading);
    let mut changes: Vec<EntryChange> =
        found.all.into_iter().map(|(entry, sentences)| EntryChange::new(entry, sentences)).collect();
    sort_by_key(&mut changes, |change| (place(&change.entry).is_none(), place(&change.entry)));
    RecordComparison { changes, engine, broken: None }
}

/// The sentences found so far, by the heading of the entry.
struct FoundChange {
    all: BTreeMap<String, Vec<String>>,
    /// The sentences that need not be repeated under another choice.
    usual: BTreeSet<String>,
}

impl FoundChange {
    fn add(&mut self, heading: String, sentence: String) {
        let sentences = self.all.entry(heading).or_default();
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }

    /// Adds a sentence that is true under a choice, unless it was added before.
    fn add_under(&mut self, heading: String, sentence: String, choice: &RecordedChoice) {
        if !self.usual.insert(format!("{heading}\n{sentence}")) {
            return;
        }
        let under = if choice.0.is_empty() { String::new() } else { format!("under {}: ", choice.words()) };
        self.add(heading, under + &sentence);
    }
}

/// Compares entries by their words. An entry about moves that a record lacks under a choice is the one under the default
/// values.
fn by_text(old: &RecordSide, new: &RecordSide, parts: &[RecordPart]) -> Vec<EntryChange> {
    let [old, new] = [old, new].map(|side| apart(&side.record.entries));
    // Earlier versions have written another line about short games.
    let is_earlier = old.iter().any(|entry| entry.text.contains(&format!("\n  {FIRST_GAMES_LINE}")));
    let words = |entry: &RecordEntry| -> Vec<String> {
        // The first line of facts is their heading, and that of rules belongs to the rule.
        let lines = entry.text.lines().skip(usize::from(!entry.is_of_rules()));
        let is_about_games = |line: &&str| {
            [GAMES_LINE, FIRST_GAMES_LINE].iter().any(|begin| line.trim_start().starts_with(begin))
        };
        let lines = lines.filter(|line| !(is_earlier && !entry.is_of_rules() && is_about_games(line)));
        lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
    };
    let find = |entries: &'_ [RecordEntry], heading: &str| {
        let entry = |heading: &str| entries.iter().find(|entry| entry.heading == heading).cloned();
        let usual = || heading.split_once(" under ").and_then(|(usual, _)| entry(usual));
        let found = entry(heading).or_else(|| usual().filter(|entry| !entry.is_of_rules()));
        found.filter(|entry| !is_without_moves(entry))
    };
    let mut headings: Vec<&str> = Vec::new();
    for entry in new.iter().chain(&old).filter(|entry| parts.contains(&entry.part)) {
        if !headings.contains(&entry.heading.as_str()) {
            headings.push(&entry.heading);
        }
    }
    let change = |heading: &str| {
        let (was, is) = (find(&old, heading), find(&new, heading));
        let is_changed = was.as_ref().map(&words) != is.as_ref().map(&words);
        is_changed.then(|| EntryChange::new(heading.to_owned(), lines(was.as_ref(), is.as_ref())))
    };
    headings.into_iter().filter_map(change).collect()
}

/// Lists the lines that only one of two entries has.
fn lines(was: Option<&RecordEntry>, is: Option<&RecordEntry>) -> Vec<String> {
    let of = |entry: Option<&RecordEntry>| -> Vec<String> {
        entry.iter().flat_map(|entry| entry.text.lines().skip(1)).map(|line| line.trim().to_owned()).collect()
    };
    let (was, is) = (of(was), of(is));
    let gone = was.iter().filter(|line| !is.contains(line)).map(|line| format!("gone: {line}"));
    let added = is.iter().filter(|line| !was.contains(line)).map(|line| format!("new: {line}"));
    gone.chain(added).collect()
}

/// Compares the switches: their values, and the default ones.
fn switches(old: &RecordSide, new: &RecordSide, renames: &Renames, found: &mut FoundChange) {
    // A switch with one value decides nothing.
    let matters = |switch: &&Switch| switch.values.len() > 1;
    for own in old.game.switches() {
        let name = renames.switch(&own.name);
        let Some(twin) = new.switch(name) else {
            if matters(&own) {
                found.add(format!("switch {name}"), format!("gone: {}", own.question));
            }
            continue;
        };
        let names = |switch: &Switch| -> BTreeSet<String> {
            switch.values.iter().map(|value| value.name.clone()).collect()
        };
        let (was, is) = (names(own), names(twin));
        let mut say = |sentence: String| found.add(format!("switch {name}"), sentence);
        is.difference(&was).for_each(|value| say(format!("new value: {value}")));
        was.difference(&is).for_each(|value| say(format!("gone: the value {value}")));
        let default = |side: &RecordSide, name: &str| side.defaults().remove(name).unwrap_or_default();
        let (was, is) = (default(old, &own.name), default(new, name));
        if was != is {
            say(format!("the default is {is}; was: {was}"));
        }
    }
    for own in new.game.switches().iter().filter(matters) {
        let is_known = old.game.switches().iter().any(|switch| renames.switch(&switch.name) == own.name);
        if !is_known {
            found.add(format!("switch {}", own.name), format!("new: {}", own.question));
        }
    }
}

/// Compares the values that the readings set.
fn readings(old: &RecordSide, new: &RecordSide, renames: &Renames, found: &mut FoundChange) {
    let all = |side: &RecordSide, renames: &Renames| -> BTreeMap<String, BTreeMap<String, String>> {
        let values = |reading: &crate::lang::Reading| {
            let set = reading
                .set
                .iter()
                .map(|(switch, _, value, _)| (renames.switch(switch).to_owned(), value.clone()));
            (reading.name.clone(), set.collect())
        };
        side.game.readings.iter().map(values).collect()
    };
    let (was, is) = (all(old, renames), all(new, &Renames::default()));
    for name in was.keys().chain(is.keys()).collect::<BTreeSet<_>>() {
        let heading = format!("reading {name}");
        let (Some(was), Some(is)) = (was.get(name), is.get(name)) else {
            let what = if is.contains_key(name) { "new" } else { "gone" };
            found.add(heading, format!("{what}: the reading {name}"));
            continue;
        };
        for switch in was.keys().chain(is.keys()).collect::<BTreeSet<_>>() {
            let value = |set: &BTreeMap<String, String>| {
                set.get(switch).cloned().unwrap_or_else(|| "the default".to_owned())
            };
            if was.get(switch) != is.get(switch) {
                found.add(heading.clone(), format!("{switch} is {}; was: {}", value(is), value(was)));
            }
        }
    }
}

/// Returns the choices of both games with the names of the old one: every array, value, and reading, and the values that
/// nested rules require together. Each lists all switches, so that a new default is not mistaken for a new rule.
fn choices(
    old: &RecordSide,
    new: &RecordSide,
    renames: &Renames,
) -> BTreeSet<(RecordedChoice, Option<String>)> {
    let back = |name: &str| {
        renames.switches.iter().find(|(_, now)| now == name).map_or(name, |(before, _)| before).to_owned()
    };
    let set = |side: &RecordSide, selection: Selection, is_new: bool| {
        let named = |name: &String| if is_new { back(name) } else { name.clone() };
        let reading = side
            .game
            .readings
            .iter()
            .find(|own| selection.reading.as_ref().is_some_and(|(name, _)| *name == own.name));
        let read =
            reading.iter().flat_map(|reading| &reading.set).map(|(switch, _, value, _)| (switch, value));
        let set = read.chain(selection.set.iter().map(|(switch, value, _)| (switch, value)));
        let mut all: BTreeMap<String, String> =
            set.map(|(switch, value)| (named(switch), value.clone())).collect();
        let has = |side: &RecordSide, name: &str, value: &str| {
            side.switch(name).is_some_and(|own| own.value(value).is_some())
        };
        all.retain(|switch, value| has(old, switch, value) && has(new, renames.switch(switch), value));
        (RecordedChoice(all.into_iter().collect()), selection.array.map(|(name, _)| name))
    };
    let of = |side, is_new| -> Vec<_> {
        let side: &RecordSide = side;
        side.game.every_selection().into_iter().map(|one| set(side, one, is_new)).collect()
    };
    of(old, false).into_iter().chain(of(new, true)).collect()
}

/// Compares the games under every choice.
fn games(old: &RecordSide, new: &RecordSide, renames: &Renames, found: &mut FoundChange) {
    let defaults = old.defaults();
    for (choice, array) in choices(old, new, renames) {
        let full = |side: &RecordSide, is_new: bool| {
            let mut all = defaults.clone();
            all.extend(choice.0.iter().cloned());
            let named = all.into_iter().map(|(switch, value)| match is_new {
                true => (renames.switch(&switch).to_owned(), value),
                false => (switch, value),
            });
            let set = named
                .filter(|(switch, value)| side.switch(switch).is_some_and(|own| own.value(value).is_some()));
            RecordedChoice(set.collect()).selection(array.as_deref())
        };
        let (Ok(a), b) = (old.variant(&full(old, false)), new.variant(&full(new, true))) else { continue };
        let heading = || array.as_ref().map_or_else(|| "variant".to_owned(), |name| format!("array {name}"));
        let b = match b {
            Ok(b) => b,
            Err(why) => {
                found.add_under(heading(), format!("the game cannot be read: {why}"), &choice);
                continue;
            }
        };
        let mut renamed = Arc::unwrap_or_clone(a);
        renames.apply(&mut renamed);
        compare_games((old, Arc::new(renamed)), (new, b), &choice, found);
    }
}

fn compare_games(
    (old, a): (&RecordSide, Arc<Variant>),
    (new, b): (&RecordSide, Arc<Variant>),
    choice: &RecordedChoice,
    found: &mut FoundChange,
) {
    let [one, other] = [(old, &a), (new, &b)]
        .map(|(side, variant)| Loaded::new(variant.clone(), side.game.clone(), Vec::new()));
    // A rule about all pieces is a part of each, and its entry has one sentence about them.
    let mut said: Vec<((String, String), Vec<String>)> = Vec::new();
    for change in changes(&one, &other) {
        let [gone, added] = &change.parts;
        let mut places = [(new, &change.b), (old, &change.a)];
        if added.is_empty() && !gone.is_empty() {
            places.reverse();
        }
        let heading = places.into_iter().find_map(|(side, said)| {
            let line = said.as_ref().filter(|said| said.line > 0)?.line;
            side.headings.get(line - 1).filter(|heading| !heading.is_empty()).cloned()
        });
        let what = change.what.name();
        let name = if what == change.name { what.to_owned() } else { format!("{what} {}", change.name) };
        let heading = heading.unwrap_or_else(|| name.clone());
        let about = match heading == name || change.what == Category::Array {
            true => String::new(),
            false => change.name.clone(),
        };
        for sentence in sentences(&change, &a, &b) {
            let key = (heading.clone(), sentence);
            match said.iter_mut().find(|(known, _)| *known == key) {
                Some((_, names)) => names.push(about.clone()),
                None => said.push((key, vec![about.clone()])),
            }
        }
    }
    for ((heading, sentence), names) in said {
        let about = match names.as_slice() {
            [name] if name.is_empty() => String::new(),
            names => format!("{}: ", join(names, "and")),
        };
        found.add_under(heading, about + &sentence, choice);
    }
}

/// Returns the old record with some entries of the new one, and with all entries that have no change of their own.
///
/// # Errors
/// Returns a problem if the accepted entries need others, so that the rules are not a game without them.
pub fn accepted(
    old: &RuleRecord,
    new: &RuleRecord,
    comparison: &RecordComparison,
    headings: &[&str],
) -> Result<RuleRecord, String> {
    let mut side = with_entries(old, new, comparison, headings)?;
    side.record.entries.extend(super::moves::entries(&super::choices::CompiledChoice::new(&side.game)));
    Ok(side.record)
}

/// Searches for a game or a position that shows the change of an entry alone, until `going` returns false.
pub fn example(
    old: &RuleRecord,
    new: &RuleRecord,
    comparison: &RecordComparison,
    entry: &str,
    going: &dyn Fn() -> bool,
) -> Option<Witness> {
    let side = with_entries(old, new, comparison, &[entry]).ok()?;
    let old = RecordSide::new(old);
    // A change may have an effect under some choices only.
    let mut choices = old.game.every_selection();
    choices.insert(0, Selection::default());
    let pairs = choices.iter().filter_map(|choice| old.variant(choice).ok().zip(side.variant(choice).ok()));
    let (one, other) = pairs.take_while(|_| going()).find(|(a, b)| Canon(a).game() != Canon(b).game())?;
    Witness::search(&one, &other, going)
}

/// Returns the old record with some entries of the new one, without facts about moves.
fn with_entries(
    old: &RuleRecord,
    new: &RuleRecord,
    comparison: &RecordComparison,
    headings: &[&str],
) -> Result<RecordSide, String> {
    let is_accepted = |entry: &RecordEntry| {
        let is_changed = comparison.changes.iter().any(|change| change.entry == entry.heading);
        headings.contains(&entry.heading.as_str()) || !is_changed
    };
    let is_rule = |entry: &&RecordEntry| matches!(entry.part, RecordPart::Rule | RecordPart::Reading);
    let find = |record: &'_ RuleRecord, heading: &str| {
        record.entries.iter().find(|entry| entry.heading == heading).cloned()
    };
    let kept = |entry: &RecordEntry| {
        if is_accepted(entry) { Some(entry.clone()) } else { find(old, &entry.heading) }
    };
    let mut entries: Vec<RecordEntry> = new.entries.iter().filter(is_rule).filter_map(kept).collect();
    let is_left = |entry: &&RecordEntry| find(new, &entry.heading).is_none() && !is_accepted(entry);
    entries.extend(old.entries.iter().filter(is_rule).filter(is_left).cloned());
    let side = RecordSide::new(&RuleRecord { entries });
    side.variant(&Selection::default())?;
    Ok(side)
}
