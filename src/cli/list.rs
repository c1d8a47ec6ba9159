//! `ferz list`: lists the built-in games.

use super::output::{CommandError, ExitVerdict, Output};
use crate::lang::Reading;
use crate::lang::catalog::{Catalog, GameRef, Loaded, NoFiles, built_in_names, family};
use crate::messages::text::commas;
use clap::Args;
use serde_json::{Value, json};

#[derive(Args)]
pub(super) struct ListArgs {}

pub(super) fn run(_: &ListArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let catalog = Catalog::new(&NoFiles);
    let load = |name: &String| catalog.load(&GameRef::parse(name), &[]).ok();
    let mut games: Vec<Loaded> = built_in_names().iter().filter_map(load).collect();
    if output.is_json() {
        return output.json(&games.iter().map(data).collect::<Vec<_>>());
    }
    let width = games.iter().map(|game| game.variant.id.len()).max().unwrap_or(0) + 4;
    let mut last = String::new();
    games.sort_by_cached_key(family_of);
    for game in &games {
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
    Ok(ExitVerdict::Yes)
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
