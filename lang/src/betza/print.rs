//! Printing of a notation, with letters in a fixed order and each leg as short as its form permits.
//!
//! [`print()`] is the entry point. It returns `None` for legs that the letters cannot express.

use super::atom::{DirectionClass, Heading, but_back, write_directions};
use super::notation::{
    Body, Element, Gait, Hurdle, Joint, Leg, Modes, MoveNotation, Path, PathItem, PathNotation, Range, legs,
};
use crate::rules::{Castle, Imitate, Virgin};

pub(super) fn print(one: &MoveNotation) -> Option<String> {
    let virgin = match one.virgin {
        None => "",
        Some(Virgin::Home) => "i",
        Some(Virgin::RankBeyond) => "ii",
    };
    let mut text = match &one.body {
        Body::Castle(sides) => castle(sides),
        Body::Imitate(Imitate::AsEnemy) => "I".into(),
        Body::Imitate(Imitate::AsOwn) => "fI".into(),
        Body::Path(path) => self::path(path, virgin)?,
    };
    if one.exempt {
        text.push('\'');
    }
    Some(text)
}

fn castle(sides: &[Castle]) -> String {
    let Castle { side, steps, inset } = sides[0];
    let side = match side {
        _ if sides.len() > 1 => "s",
        -1 => "l",
        _ => "r",
    };
    format!("i{side}{}O{steps}", "j".repeat(usize::from(inset)))
}

fn path(path: &Path, virgin: &str) -> Option<String> {
    let legs = legs(&path.items);
    let (first, last) = (*legs.first()?, *legs.last()?);
    match &path.form {
        PathNotation::Loop { modifiers, .. } => Some(format!("{modifiers}{}", reach(first))),
        PathNotation::Chain => {
            let is_first = |i| i == 0 && !virgin.is_empty();
            let letters = path.items.iter().zip(&legs).enumerate();
            let letters = letters.map(|(i, (item, leg))| letters_of(leg, item.joint, is_first(i)));
            let letters = letters.collect::<Option<Vec<String>>>()?.join("a");
            Some(format!("{virgin}{letters}{}", reach(first)))
        }
        PathNotation::Bracket => {
            let only = last.only.as_ref().map_or("", |only| &only.letters);
            let text = match path.items.as_slice() {
                // A group that is the whole path already has brackets.
                [PathItem { part: Element::Repeat(inner, range), .. }] => bracket(inner)? + &times(*range),
                items => bracket(items)?,
            };
            Some(format!("{virgin}{only}{}{text}", last.outer.text()))
        }
    }
}

fn bracket(items: &[PathItem]) -> Option<String> {
    let mut text = String::from("[");
    for item in items {
        text += &match &item.part {
            Element::Leg(leg) => letters_of(leg, item.joint, false)? + &reach(leg),
            Element::Repeat(inner, range) => bracket(inner)? + &times(*range),
        };
        text += match item.joint {
            Joint::Must => "-",
            Joint::May => "?",
            Joint::End => "",
        };
    }
    Some(text + "]")
}

/// Returns the modifier letters of a leg: directions, then modes, then other modifiers. On a move reserved for
/// unmoved pieces, `n` already implies that the piece can be captured en passant.
fn letters_of(leg: &Leg, joint: Joint, virgin: bool) -> Option<String> {
    let last = joint == Joint::End;
    let mut text = directions(leg)?;
    text += &modes(leg, joint).text();
    text += match leg.hurdle {
        Some(Hurdle::Cannon) => "p",
        Some(Hurdle::Grasshopper) => "g",
        None => "",
    };
    text += match leg.gait {
        Gait::Straight => "",
        Gait::Crooked => "z",
        Gait::Circular => "q",
    };
    text += if leg.cylinder { "o" } else { "" };
    text += if leg.unload { "u" } else { "" };
    if !last {
        text += &leg.modes.among("yx").text();
    }
    text += if leg.equal { "i" } else { "" };
    text += match (leg.lame, leg.passed) {
        (false, false) => "",
        // Without `i`, a single `n` means a lame leap, so en passant needs a second one.
        (true, true) if !virgin => "nn",
        (false, true) if last && !virgin => "nn",
        _ => "n",
    };
    Some(text + &"j".repeat(usize::from(leg.hops) + usize::from(leg.skip)))
}

/// Returns the mode letters of a leg without those that are implied.
fn modes(leg: &Leg, joint: Joint) -> Modes {
    let modes = leg.modes.without("yx");
    let (usual, implied) = match joint {
        Joint::End => ("mc", leg.outer.is_empty()),
        Joint::Must => ("m", !leg.modes.any("pgx")),
        Joint::May => ("m", false),
    };
    if implied && modes.among("mcedk") == Modes::of(usual) { modes.without(usual) } else { modes }
}

/// Returns the direction letters of a leg. They are empty for the default directions.
fn directions(leg: &Leg) -> Option<String> {
    let class = leg.atom.class();
    let (set, usual, class) = match leg.heading {
        Heading::Absolute(mask) => (mask, leg.atom.everywhere(), class),
        Heading::Outward(rays) => (rays, 1, DirectionClass::Ray),
        Heading::Turned(rays) => (rays, but_back(class), DirectionClass::Ray),
    };
    if set == usual { Some(String::new()) } else { write_directions(set, class) }
}

fn times(range: Range) -> String {
    match (range.min, range.max) {
        (1, None) => "0".into(),
        (1, Some(max)) => max.to_string(),
        (min, None) => format!("{{{min}..}}"),
        (min, Some(max)) => format!("{{{min}..{max}}}"),
    }
}

/// Returns the atom of a leg with its range. Sliders have their own letters, and other riders double the letter.
fn reach(Leg { atom, range, .. }: &Leg) -> String {
    let name = atom.name();
    match (atom.slider(), *range) {
        (_, range) if !range.slides() => name,
        (Some(letter), Range::ANY) => letter.to_string(),
        (Some(letter), range) => format!("{letter}{}", times(range)),
        (None, Range::ANY) if name.len() == 1 => name.repeat(2),
        (None, range) => format!("{name}{}", times(range)),
    }
}
