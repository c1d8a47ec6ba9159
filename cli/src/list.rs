//! `ferz list`: lists the built-in games.

use super::output::{CommandError, ExitVerdict, Output};
use clap::Args;
use ferz_lang::Reading;
use ferz_lang::catalog::{Catalog, GameRef, Loaded, NoFiles, built_in_names, family};
use ferz_syntax::messages::diagnostic::nearest;
use ferz_syntax::messages::text::{commas, did_you_mean, quoted};
use serde_json::{Value, json};

#[derive(Args)]
pub(super) struct ListArgs {
    /// Words to search for in the names, titles, families, arrays, readings, and pieces of the games
    #[arg(value_name = "WORD")]
    words: Vec<String>,
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
    let width = games.iter().map(|game| game.variant.id.len()).max().unwrap_or(0) + 4;
    let mut last = String::new();
    games.sort_by_cached_key(|game| family_of(game));
    for game in games {
        let family = family_of(game);
        if family != last {
            writeln!(output, "{}{family}", if last.is_empty() { "" } else { "\n" })?;
            last = family;
        }
        writeln!(output, "{:width$}{}", format!("  {}", game.variant.id), game.variant.title)?;
        let arrays = game.variant.arrays.iter().map(|array| array.name.as_str()).collect();
        let readings = others(game).map(|reading| reading.name.as_str());
        let readings = std::iter::once("default").chain(readings).collect();
        for (head, names) in [("arrays", arrays), ("readings", readings)] as [(&str, Vec<&str>); 2] {
            if names.len() > 1 {
                output.wrapped(&format!("{:width$}{head}: ", ""), &commas(names))?;
            }
        }
    }
    Ok(verdict)
}

/// Returns the texts of a game in which a search looks, in lower case.
fn searched(game: &Loaded) -> Vec<String> {
    let variant = &game.variant;
    let names = [variant.id.clone(), variant.title.clone(), family_of(game)].into_iter();
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
    json!({ "name": variant.id, "title": variant.title, "family": family_of(game), "arrays": variant.arrays, "readings": readings })
}
