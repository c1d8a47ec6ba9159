//! `ferz list`: the games that are built in.

use super::output::{Output, Stop, Verdict};
use super::wrap;
use crate::base::source::Sources;
use crate::base::text::commas;
use crate::lang::catalog::{Catalog, NoFiles, built_in, built_in_names};
use crate::lang::{RuleFile, Selection};
use clap::Args;
use serde::Serialize;

#[derive(Args)]
pub(super) struct ListArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameData {
    name: String,
    title: String,
    arrays: Vec<ArrayData>,
    readings: Vec<ReadingData>,
}

#[derive(Serialize)]
struct ArrayData {
    name: String,
    title: String,
}

#[derive(Serialize)]
struct ReadingData {
    name: String,
    title: String,
    about: String,
}

pub(super) fn run(args: &ListArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let games: Vec<GameData> = built_in_names().iter().filter_map(|name| game(name)).collect();
    if args.json {
        output.json(&games)?;
        return Ok(Verdict::Yes);
    }
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0) + 2;
    for game in &games {
        output.line(format!("{:width$}{}", game.name, game.title))?;
        let arrays: Vec<&str> = game.arrays.iter().map(|array| array.name.as_str()).collect();
        let readings: Vec<&str> = game.readings.iter().map(|reading| reading.name.as_str()).collect();
        for (head, names) in [("arrays: ", arrays), ("readings: ", readings)] {
            if names.len() > 1 {
                let names = commas(&names);
                output.lines(wrap::text(&format!("{:width$}{head}", ""), &names))?;
            }
        }
    }
    Ok(Verdict::Yes)
}

fn game(name: &str) -> Option<GameData> {
    let text = built_in(name)?;
    let game = RuleFile::open(&text, &Catalog::new(&NoFiles), Sources::default());
    let (variant, _) = game.variant(&Selection::default());
    let variant = variant?;
    let mut readings = vec![ReadingData {
        name: "default".to_owned(),
        title: "Default".to_owned(),
        about: "Every switch has the default value of the file.".to_owned(),
    }];
    readings.extend(game.readings.iter().filter(|reading| reading.name != "default").map(|reading| {
        ReadingData { name: reading.name.clone(), title: reading.title.clone(), about: reading.about.clone() }
    }));
    let arrays =
        variant.arrays.into_iter().map(|info| ArrayData { name: info.name, title: info.title }).collect();
    Some(GameData { name: variant.id, title: variant.title, arrays, readings })
}
