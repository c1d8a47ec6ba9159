//! `ferz list`: lists the built-in games.

use super::output::{CommandError, ExitVerdict, Output};
use clap::{Args, ValueEnum};
use ferz_core::rules::Provenance;
use ferz_lang::Reading;
use ferz_lang::catalog::{Catalog, GameRef, Loaded, NoFiles, built_in_names, family};
use ferz_syntax::messages::diagnostic::nearest;
use ferz_syntax::messages::text::{commas, did_you_mean, quoted};
use ferz_text::words::past;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The maximum indentation of the tree, which also ends a circle of origins.
const MAX_DEPTH: usize = 40;

/// The groups of a list.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Grouping {
    Family,
    Region,
    Century,
    /// The games below those from which they descend
    Tree,
}

#[derive(Args)]
pub(super) struct ListArgs {
    /// Words to search for in the names, titles, families, origins, arrays, readings, and pieces of the games
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// The order of the list: by region and by century, games without an origin come last
    #[arg(long, value_enum, default_value_t = Grouping::Family)]
    by: Grouping,
}

pub(super) fn run(args: &ListArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let catalog = Catalog::new(&NoFiles);
    let load = |name: &String| catalog.load(&GameRef::parse(name), &[]).ok();
    let all: Vec<Loaded> = built_in_names().iter().filter_map(load).collect();
    let mut games: Vec<&Loaded> = all.iter().filter(|game| has_all(game, &args.words)).collect();
    let verdict = ExitVerdict::from_bool(!games.is_empty());
    if output.is_json() {
        output.json(&games.iter().map(|game| data(game)).collect::<Vec<_>>())?;
        return Ok(verdict);
    }
    if games.is_empty() {
        writeln!(output, "no built-in game matches {}", quoted(&args.words))?;
        let texts: Vec<String> = all.iter().flat_map(searched).collect();
        let words: Vec<&str> = texts.iter().flat_map(|text| text.split([' ', '-'])).collect();
        let missing = args.words.iter().filter(|word| !words.contains(&word.to_lowercase().as_str()));
        for near in missing.filter_map(|word| nearest(word, words.iter().copied())) {
            writeln!(output, "{}", did_you_mean(near).text)?;
        }
    }
    if args.by == Grouping::Tree {
        let tree = Descent::new(&games);
        return tree.roots().try_for_each(|root| tree.write(root, 0, output)).map(|()| verdict);
    }
    let width = games.iter().map(|game| game.variant.id.len()).max().unwrap_or(0) + 4;
    let mut last = None;
    games.sort_by_cached_key(|game| (group(game, args.by), year_of(game)));
    for game in games {
        let group = group(game, args.by);
        if last.as_ref() != Some(&group) {
            writeln!(output, "{}{}", if last.is_none() { "" } else { "\n" }, group.name)?;
            last = Some(group);
        }
        row(game, width, output)?;
    }
    Ok(verdict)
}

/// A heading of the list. Games without an origin come last, and centuries in their order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct GameGroup {
    place: u32,
    name: String,
}

fn group(game: &Loaded, by: Grouping) -> GameGroup {
    let origin = game.variant.provenance.as_ref();
    let unknown = |what: &str| GameGroup { place: u32::MAX, name: format!("{what} not stated") };
    let named = |name: String| GameGroup { place: 0, name };
    match by {
        Grouping::Family | Grouping::Tree => named(family_of(game)),
        Grouping::Region => origin.map_or_else(|| unknown("region"), |one| named(one.region.clone())),
        Grouping::Century => origin
            .and_then(Provenance::century)
            .map_or_else(|| unknown("century"), |place| GameGroup { place, name: past::century(place) }),
    }
}

fn year_of(game: &Loaded) -> Option<u32> {
    game.variant.provenance.as_ref()?.year
}

/// Writes a game with its origin, its arrays, and its readings.
fn row(game: &Loaded, width: usize, output: &mut Output) -> Result<(), CommandError> {
    writeln!(output, "{:width$}{}", format!("  {}", game.variant.id), game.variant.title)?;
    if let Some(origin) = &game.variant.provenance {
        writeln!(output, "{:width$}{}", "", past::place_and_time(origin))?;
    }
    let arrays = game.variant.arrays.iter().map(|array| array.name.as_str()).collect();
    let readings = others(game).map(|reading| reading.name.as_str());
    let readings = std::iter::once("default").chain(readings).collect();
    for (head, names) in [("arrays", arrays), ("readings", readings)] as [(&str, Vec<&str>); 2] {
        if names.len() > 1 {
            output.wrapped(&format!("{:width$}{head}: ", ""), &commas(names))?;
        }
    }
    Ok(())
}

/// The games and those from which they descend.
struct Descent<'g>(BTreeMap<&'g str, (&'g Loaded, Vec<&'g str>)>);

impl<'g> Descent<'g> {
    fn new(games: &[&'g Loaded]) -> Descent<'g> {
        let above = |game: &'g Loaded| -> Vec<&'g str> {
            let stated = game.variant.provenance.as_ref();
            let stated = stated.map(|one| one.from.iter().map(String::as_str).collect());
            stated.unwrap_or_else(|| game.game.parent().into_iter().collect())
        };
        Descent(games.iter().map(|game| (game.variant.id.as_str(), (*game, above(game)))).collect())
    }

    /// Returns the games that descend from no other, from the oldest on.
    fn roots(&self) -> impl Iterator<Item = &'g str> {
        let is_root = |above: &[&str]| above.iter().all(|name| !self.0.contains_key(name));
        self.sorted(self.0.iter().filter(|(_, (_, above))| is_root(above)).map(|(name, _)| *name).collect())
    }

    fn sorted(&self, mut names: Vec<&'g str>) -> impl Iterator<Item = &'g str> + use<'g> {
        let year = |name: &&str| self.0.get(*name).and_then(|(game, _)| year_of(game)).unwrap_or(u32::MAX);
        names.sort_by_key(|name| (year(name), *name));
        names.into_iter()
    }

    /// Writes a game with those that descend from it. A game with several ancestors stands below the first.
    fn write(&self, name: &'g str, depth: usize, output: &mut Output) -> Result<(), CommandError> {
        let Some((game, _)) = self.0.get(name) else { return Ok(()) };
        let origin = game.variant.provenance.as_ref();
        let origin = origin.map(|one| format!(" ({})", past::place_and_time(one))).unwrap_or_default();
        writeln!(output, "{:depth$}{name}: {}{origin}", "", game.variant.title)?;
        let is_below = |above: &[&str]| above.iter().find(|one| self.0.contains_key(*one)) == Some(&name);
        let below = self.0.iter().filter(|(_, (_, above))| is_below(above)).map(|(name, _)| *name).collect();
        self.sorted(below)
            .filter(|_| depth < MAX_DEPTH)
            .try_for_each(|name| self.write(name, depth + 2, output))
    }
}

/// Returns the texts of a game in which a search looks, in lower case.
fn searched(game: &Loaded) -> Vec<String> {
    let variant = &game.variant;
    let names = [variant.id.clone(), variant.title.clone(), family_of(game)].into_iter();
    let names = names.chain(variant.provenance.as_ref().map(past::place_and_time));
    let arrays = variant.arrays.iter().map(|array| array.name.clone());
    let readings = others(game).map(|reading| format!("{} {}", reading.name, reading.title));
    let pieces = variant.piece_types.iter().map(|piece| format!("{} {}", piece.piece, piece.title));
    names.chain(arrays).chain(readings).chain(pieces).map(|text| text.to_lowercase()).collect()
}

/// Returns true if each word is a part of one of the texts.
fn has_all(game: &Loaded, words: &[String]) -> bool {
    let texts = searched(game);
    words.iter().all(|word| texts.iter().any(|text| text.contains(&word.to_lowercase())))
}

/// Returns the readings of a game except the default one.
fn others(game: &Loaded) -> impl Iterator<Item = &Reading> {
    game.game.readings.iter().filter(|reading| reading.name != "default")
}

fn family_of(game: &Loaded) -> String {
    family(&game.variant.id).unwrap_or_default()
}

fn data(game: &Loaded) -> Value {
    let about = "Every switch has the default value of the file.";
    let default = json!({ "name": "default", "title": "Default", "about": about });
    let others = others(game).map(|one| json!({ "name": one.name, "title": one.title, "about": one.about }));
    let readings: Vec<Value> = std::iter::once(default).chain(others).collect();
    let variant = &game.variant;
    json!({ "name": variant.id, "title": variant.title, "family": family_of(game), "origin": variant.provenance, "extends": game.game.parent(), "arrays": variant.arrays, "readings": readings })
}
