//! The origin and the history of a game in words.

use crate::messages::text::join;
use crate::rules::{Provenance, Remark, Variant};

/// Returns the paragraphs about the past of a game: its origin, and its history.
pub fn paragraphs(variant: &Variant) -> Vec<Remark> {
    let origin = variant.provenance.iter().map(|one| Remark { text: sentence(one), origin: one.origin });
    origin.chain(variant.history.iter().cloned()).collect()
}

fn sentence(Provenance { region, year, is_about, from, origin: _ }: &Provenance) -> String {
    let about = if *is_about { "about " } else { "" };
    let year = year.map(|year| format!("is known since {about}{year}"));
    let from = (!from.is_empty()).then(|| format!("descends from {}", join(from, "and")));
    let known: Vec<String> = [year, from].into_iter().flatten().collect();
    let known = if known.is_empty() { String::new() } else { format!("; the game {}", join(known, "and")) };
    format!("Origin: {region}{known}.")
}

/// Returns the region and the century of an origin: `Persia, 14th century`.
pub fn place_and_time(provenance: &Provenance) -> String {
    let century = provenance.century().map(century);
    [Some(provenance.region.clone()), century].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns the name of a century, which is counted from 1.
pub fn century(number: u32) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending} century")
}
