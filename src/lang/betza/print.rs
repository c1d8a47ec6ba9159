//! A notation written out: letters in one order, each leg as briefly as its own form allows.

use super::atom::Atom;
use super::heading::{self, Frame, Heading, Rays};
use super::modes::Modes;
use super::notation::{Body, Castling, Element, Gait, Hurdle, Item, Joint, Leg, Move, Range, legs};
use crate::rules::{Imitate, Virgin};

/// One move in the form it has.
pub(super) fn print(one: &Move) -> Option<String> {
    let virgin = match one.virgin {
        None => "",
        Some(Virgin::Home) => "i",
        Some(Virgin::RankBeyond) => "ii",
    };
    let mut text = match &one.body {
        Body::Castle(castling) => castle(castling),
        Body::Imitate(Imitate::AsEnemy) => "I".into(),
        Body::Imitate(Imitate::AsOwn) => "fI".into(),
        Body::Chain(legs) => format!("{virgin}{}", chain(legs, one.virgin.is_some())?),
        Body::Loop(looped) => {
            let leg = looped.legs.first()?;
            format!("{}{}", looped.modifiers, reach(leg.atom, leg.range))
        }
        Body::Path(items) => path(items, virgin)?,
    };
    if one.exempt {
        text.push('\'');
    }
    Some(text)
}

fn castle(castling: &Castling) -> String {
    let side = match (castling.left, castling.right) {
        (true, false) => "l",
        (false, true) => "r",
        _ => "s",
    };
    let inner = "j".repeat(usize::from(castling.inset));
    format!("i{side}{inner}O{}", castling.steps)
}

/// Legs that share an atom, separated by `a`.
fn chain(legs: &[Leg], virgin: bool) -> Option<String> {
    let mut text = String::new();
    for (index, leg) in legs.iter().enumerate() {
        if index > 0 {
            text.push('a');
        }
        text += &letters(leg, index == 0, index + 1 == legs.len(), false, virgin && index == 0)?;
    }
    let first = legs.first()?;
    Some(text + &reach(first.atom, first.range))
}

/// A bracket path, with what stands before the bracket.
fn path(items: &[Item], virgin: &str) -> Option<String> {
    let leg = *legs(items).last()?;
    let outer = leg.outer.text();
    let class = leg.atom.class();
    let only = match leg.only {
        None => String::new(),
        Some(mask) => heading::write(u16::from(mask), Frame::Absolute(class))?,
    };
    Some(format!("{virgin}{only}{outer}{}", bracket(items, true)?))
}

/// A whole path that is one repeated group needs no brackets around its own.
fn bracket(items: &[Item], first: bool) -> Option<String> {
    if let [Item { part: Element::Repeat(inner, range), .. }] = items {
        return Some(format!("{}{}", bracket_of(inner, first)?, times(*range)));
    }
    bracket_of(items, first)
}

fn bracket_of(items: &[Item], first: bool) -> Option<String> {
    let mut text = String::from("[");
    for (index, item) in items.iter().enumerate() {
        let begins = first && index == 0;
        text += &match &item.part {
            Element::Leg(leg) => format!(
                "{}{}",
                letters(leg, begins, item.joint == Joint::End, item.joint == Joint::May, false)?,
                reach(leg.atom, leg.range)
            ),
            Element::Repeat(inner, range) => format!("{}{}", bracket_of(inner, begins)?, times(*range)),
        };
        match item.joint {
            Joint::Must if index + 1 < items.len() => text.push('-'),
            Joint::May if index + 1 < items.len() => text.push('?'),
            _ => {}
        }
    }
    text.push(']');
    Some(text)
}

/// The modifier letters of a leg: directions, then modes and manners.
fn letters(leg: &Leg, first: bool, last: bool, may_stop: bool, virgin: bool) -> Option<String> {
    let mut text = directions(leg, first)?;
    text += &modes(leg, last, may_stop).text();
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
    if leg.cylinder {
        text.push('o');
    }
    if leg.unload {
        text.push('u');
    }
    if !last {
        text += &leg.modes.among("yx").text();
    }
    if leg.equal {
        text.push('i');
    }
    text += match (leg.lame, leg.passed) {
        (false, false) => "",
        (true, true) if !virgin => "nn",
        (false, true) if last && !virgin => "nn",
        _ => "n",
    };
    if leg.hops {
        text.push('j');
    }
    text += &"j".repeat(usize::from(leg.skip));
    Some(text)
}

/// The mode letters a leg needs: those that only say what goes without saying are left out.
fn modes(leg: &Leg, last: bool, may_stop: bool) -> Modes {
    let modes = leg.modes.without("yx");
    let usual = if last { "mc" } else { "m" };
    let chosen = modes.among("mcedk");
    let enters = leg.modes.any("pgx") && !last;
    if chosen == Modes::of(usual) && !enters && (last && leg.outer.is_empty() || !last && !may_stop) {
        return modes.without(usual);
    }
    modes
}

/// The direction letters of a leg; none where none are needed.
fn directions(leg: &Leg, first: bool) -> Option<String> {
    let class = leg.atom.class();
    let (rays, usual) = match leg.heading {
        Heading::Absolute(mask) if mask == leg.atom.everywhere() => return Some(String::new()),
        Heading::Absolute(mask) => return heading::write(u16::from(mask), Frame::Absolute(class)),
        Heading::Outward(rays) => (rays, Rays::FORWARD),
        Heading::Turned(rays) => (rays, Rays::but_back(class)),
    };
    if rays == usual && !first { Some(String::new()) } else { heading::write(rays.0, Frame::Rays) }
}

fn times(range: Range) -> String {
    match (range.min, range.max) {
        (1, None) => "0".into(),
        (1, Some(max)) => max.to_string(),
        (min, None) => format!("{{{min}..}}"),
        (min, Some(max)) => format!("{{{min}..{max}}}"),
    }
}

/// An atom with its range: sliders by their own letter, other riders doubled.
fn reach(atom: Atom, range: Range) -> String {
    let name = atom.name();
    match (atom.slider(), range) {
        (_, range) if !range.slides() => name,
        (Some(letter), Range::ANY) => letter.to_string(),
        (Some(letter), range) => format!("{letter}{}", times(range)),
        (None, Range::ANY) if name.len() == 1 => name.repeat(2),
        (None, range) => format!("{name}{}", times(range)),
    }
}
