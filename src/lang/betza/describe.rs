//! A notation in words.

use super::atom::{Atom, Class, Vector};
use super::heading::{Heading, Rays};
use super::modes::Modes;
use super::notation::{Body, Castling, Element, Gait, Hurdle, Item, Joint, Leg, Move, Notation, Range};
use crate::base::text::{capital, join};
use crate::rules::{Imitate, Virgin};

/// How a piece moves, in sentences: one line for each move.
pub(crate) fn describe(notation: &Notation) -> String {
    notation.moves.iter().map(sentence).collect::<Vec<_>>().join("\n")
}

fn sentence(one: &Move) -> String {
    let mut text = match &one.body {
        Body::Chain(legs) => {
            let joint = |i: usize| if i + 1 < legs.len() { Joint::Must } else { Joint::End };
            let leg = |(i, leg): (usize, &Leg)| phrase(leg, i == 0, joint(i)) + then(joint(i));
            legs.iter().enumerate().map(leg).collect()
        }
        Body::Path(items) => path(items, true),
        Body::Loop(looped) => {
            let leg = looped.legs.first().map_or_else(String::new, |leg| phrase(leg, true, Joint::Must));
            let modifiers = &looped.modifiers;
            format!(
                "{leg}, in legs written `{modifiers}`; a group in parentheses may be left out or repeated"
            )
        }
        Body::Castle(castling) => castle(castling),
        Body::Imitate(Imitate::AsEnemy) => "moves like the piece that moved last".into(),
        Body::Imitate(Imitate::AsOwn) => {
            "moves like the piece that moved last, as if that piece were its own".into()
        }
    };
    match one.virgin {
        None => {}
        Some(Virgin::Home) => text = format!("if it has not moved yet, {text}"),
        Some(Virgin::RankBeyond) => text = format!("one rank beyond its first square, {text}"),
    }
    if one.exempt {
        text += ", regardless of rules about which piece may capture which";
    }
    capital(&text) + "."
}

fn then(joint: Joint) -> &'static str {
    match joint {
        Joint::Must => ", then ",
        Joint::May => "; it may stop there or go on: it ",
        Joint::End => "",
    }
}

fn path(items: &[Item], first: bool) -> String {
    let part = |(index, item): (usize, &Item)| {
        let first = first && index == 0;
        let text = match &item.part {
            Element::Leg(leg) => phrase(leg, first, item.joint),
            Element::Repeat(inner, range) => {
                let times = range.max.map(|max| format!("up to {} times", number(max)));
                let times = times.unwrap_or_else(|| "any number of times".to_string());
                format!("repeats this {times}: it {}", path(inner, first))
            }
        };
        text + then(item.joint)
    };
    straightened(items).iter().enumerate().map(part).collect()
}

/// The same path with legs that go straight on described as one.
fn straightened(items: &[Item]) -> Vec<Item> {
    let mut path: Vec<Item> = Vec::new();
    for item in items {
        let one = match (path.last(), &item.part) {
            (Some(Item { part: Element::Leg(before), joint: Joint::Must }), Element::Leg(leg)) => {
                union(before, leg)
            }
            _ => None,
        };
        match (one, path.last_mut()) {
            (Some(leg), Some(last)) => *last = Item { part: Element::Leg(leg), joint: item.joint },
            _ => path.push(item.clone()),
        }
    }
    path
}

/// One leg for two, if the second only continues the first.
fn union(before: &Leg, leg: &Leg) -> Option<Leg> {
    let bare = |leg: &Leg| Leg {
        span: leg.span,
        heading: leg.heading,
        outer: leg.outer,
        ..Leg::plain(leg.atom, leg.range)
    };
    let continues = leg.heading == Heading::Outward(Rays::FORWARD)
        && *leg == Leg { modes: leg.modes, ..bare(leg) }
        && *before == bare(before);
    let fixed = before.range.max == Some(before.range.min);
    let near = matches!(leg.atom, Atom::Leap(1, _)) && leg.atom == before.atom;
    let max = leg.range.max.map(|max| max.saturating_add(before.range.min));
    let range = Range { min: leg.range.min.saturating_add(before.range.min), max };
    (continues && fixed && near).then(|| Leg { range, heading: before.heading, ..leg.clone() })
}

fn castle(castling: &Castling) -> String {
    let side = match (castling.left, castling.right) {
        (true, false) => "to the left",
        (false, true) => "to the right",
        _ => "to either side",
    };
    let partner = match castling.inset {
        0 => "the piece at the edge of the board".to_string(),
        n => format!("the piece {} in from the edge of the board", squares(n)),
    };
    let steps = squares(castling.steps);
    format!(
        "if neither has moved yet, castles {side} with {partner}: it goes {steps}, and its partner jumps to the square it crossed last"
    )
}

/// One leg.
fn phrase(leg: &Leg, first: bool, joint: Joint) -> String {
    let mut text = steps(leg);
    let way = if first { absolute(leg) } else { relative(leg) };
    if !way.is_empty() {
        text += &format!(" {way}");
    }
    text += &modes(leg, joint);
    text += match leg.gait {
        Gait::Straight => "",
        Gait::Crooked => ", turning 90 degrees after every step, alternately left and right",
        Gait::Circular => ", turning 45 degrees after every step, always to the same side",
    };
    match leg.skip {
        0 => {}
        1 => text += ", skipping the first square whatever it holds",
        n => text += &format!(", skipping the first {} squares whatever they hold", number(n)),
    }
    text += match leg.hurdle {
        None => "",
        Some(Hurdle::Cannon) => ", jumping over exactly one piece on the way",
        Some(Hurdle::Grasshopper) => ", over one piece to the square directly behind it",
    };
    let lame = match leg.atom {
        Atom::Leap(2, 1) => ", blocked by a piece on the adjacent square in that direction",
        _ => ", blocked by any piece in between",
    };
    let clauses = [
        (leg.lame, lame),
        (leg.hops, ", but only if every square in between is occupied"),
        (leg.equal, ", as many steps as the leg before"),
        (leg.cylinder, ", as if the side edges of the board were joined"),
        (leg.unload, "; the captured piece reappears on the square where this leg began"),
        (leg.passed, "; it can be captured en passant on the squares it passes"),
    ];
    text.extend(clauses.iter().filter(|(holds, _)| *holds).map(|(_, clause)| *clause));
    text
}

fn steps(leg: &Leg) -> String {
    let riding = leg.range.slides();
    let partial = matches!(leg.heading, Heading::Absolute(mask) if mask != leg.atom.everywhere());
    let all_ways = matches!(leg.heading, Heading::Absolute(_)) && !partial;
    match leg.atom {
        Atom::Universal => "jumps to any square".into(),
        Atom::King | Atom::Leap(1, 0 | 1) => {
            let way = match leg.atom.class() {
                Class::Diagonal => " diagonally",
                Class::Orthogonal if all_ways => " along a rank or file",
                _ if all_ways => " in any direction",
                _ => "",
            };
            if riding {
                format!("slides {}{way}", extent(leg.range))
            } else {
                format!("steps one square{way}")
            }
        }
        Atom::Leap(..) if partial && leg.atom.class() == Class::Oblique => {
            if riding {
                format!("makes {}, each", leaps(leg.range))
            } else {
                "leaps".into()
            }
        }
        Atom::Leap(long, short) => {
            let leap = match short {
                0 if partial => squares(long),
                0 => format!("{} along a rank or file", squares(long)),
                _ if short == long => format!("{} diagonally", squares(long)),
                _ => format!("{} along a rank or file and {} sideways", squares(long), number(short)),
            };
            if riding { format!("makes {} of {leap}", leaps(leg.range)) } else { format!("leaps {leap}") }
        }
    }
}

fn extent(range: Range) -> String {
    match (range.min, range.max) {
        (1, None) => "any number of squares".into(),
        (1, Some(max)) => format!("up to {}", squares(max)),
        (min, None) => format!("at least {}", squares(min)),
        (min, Some(max)) if min == max => format!("exactly {}", squares(max)),
        (min, Some(max)) => format!("{} to {}", number(min), squares(max)),
    }
}

fn leaps(range: Range) -> String {
    let count = match (range.min, range.max) {
        (1, None) => "any number of".into(),
        (1, Some(max)) => format!("up to {}", number(max)),
        (min, None) => format!("at least {}", number(min)),
        (min, Some(max)) => format!("{} to {}", number(min), number(max)),
    };
    count + " leaps in a line"
}

fn squares(n: u8) -> String {
    format!("{} square{}", number(n), if n == 1 { "" } else { "s" })
}

fn number(n: u8) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(usize::from(n)).map_or_else(|| n.to_string(), |word| (*word).to_string())
}

/// The directions of a first leg, unless it has all of them.
fn absolute(leg: &Leg) -> String {
    let Heading::Absolute(mask) = leg.heading else { return String::new() };
    if mask == leg.atom.everywhere() {
        return String::new();
    }
    let chosen = leg.atom.chosen(mask);
    if leg.atom.class() == Class::Oblique {
        let pinwheel = [0b0101_0101, 0b1010_1010].contains(&mask);
        let start = if pinwheel { "in a pinwheel: " } else { "to the square " };
        return start.to_string() + &join(&chosen.into_iter().map(exact).collect::<Vec<_>>(), "or");
    }
    let halves = ["forward", "to the right", "backward", "to the left"];
    let half = halves.into_iter().zip([0b1001, 0b0011, 0b0110, 0b1100]).find(|(_, half)| *half == mask);
    match half {
        Some((word, _)) if leg.atom.class() == Class::Diagonal => word.to_string(),
        _ => join(&chosen.into_iter().map(side).collect::<Vec<_>>(), "or"),
    }
}

fn exact((dx, dy): Vector) -> String {
    let across = format!("{} {}", number(dx.unsigned_abs()), if dx < 0 { "left" } else { "right" });
    let along = format!("{} {}", number(dy.unsigned_abs()), if dy < 0 { "backward" } else { "forward" });
    if dx.abs() > dy.abs() { format!("{across} and {along}") } else { format!("{along} and {across}") }
}

fn side((dx, dy): Vector) -> String {
    let along = if dy < 0 { "backward" } else { "forward" };
    let across = if dx < 0 { "to the left" } else { "to the right" };
    match (dx, dy) {
        (0, _) => along.into(),
        (_, 0) => across.into(),
        _ => format!("{along} {across}"),
    }
}

/// The directions of a later leg.
fn relative(leg: &Leg) -> String {
    let text = match leg.heading {
        Heading::Absolute(_) => absolute(leg),
        Heading::Outward(Rays::FORWARD) => "outward".into(),
        Heading::Turned(rays) if rays == Rays::but_back(Class::Royal) => {
            "in any direction except straight back".into()
        }
        Heading::Outward(rays) => turned(rays, "outward", "back"),
        Heading::Turned(rays) => turned(rays, "straight on", "straight back"),
    };
    text + if leg.only.is_some() { ", restricted to the directions before the bracket" } else { "" }
}

fn turned(rays: Rays, on: &str, back: &str) -> String {
    let mut ways: Vec<String> = Vec::new();
    let mut add = |bits: u16, text: String| {
        if rays.0 & bits == bits {
            ways.push(text);
        }
    };
    add(1, on.to_string());
    for (left, right, degrees) in [(1 << 7, 1 << 1, 45), (1 << 6, 1 << 2, 90), (1 << 5, 1 << 3, 135)] {
        if rays.0 & (left | right) == left | right {
            add(left, format!("after turning {degrees} degrees to either side"));
        } else {
            add(left, format!("after turning {degrees} degrees to the left"));
            add(right, format!("after turning {degrees} degrees to the right"));
        }
    }
    add(1 << 4, back.to_string());
    for ((other, same), degrees) in Rays::OTHER.into_iter().zip(Rays::SAME).zip([90, 45, 135]) {
        add(other, format!("after turning {degrees} degrees to the other side than before"));
        add(same, format!("after turning {degrees} degrees to the same side as before"));
    }
    join(&ways, "or")
}

/// What the last square may hold.
fn modes(leg: &Leg, joint: Joint) -> String {
    let goes_on = joint == Joint::Must;
    let modes = if leg.modes.any("mcedk") || goes_on { leg.modes } else { leg.outer.with(leg.modes) };
    let mut what: Vec<&str> = Vec::new();
    if goes_on {
        match (modes.any("pg"), modes.any("t")) {
            (true, true) => what.push("entering the square of a friend"),
            (true, false) => what.push("entering an occupied square"),
            (false, _) => {}
        }
        if modes.any("x") {
            what.push("to a friend, which makes the rest of the move instead");
        }
        if modes.any("m") && !what.is_empty() {
            what.push("entering an empty square");
        }
    } else if modes.any("m") {
        what.push("without capturing");
    }
    what.extend(captures(modes, goes_on));
    let mut text = if what.is_empty() { String::new() } else { join(&what, "or") };
    if !text.is_empty() {
        let only = !goes_on && !modes.any("m") && modes.any("cedk");
        text = if only {
            format!(", only {text}")
        } else {
            format!("{} {text}", if goes_on { "," } else { "" })
        };
    }
    if !goes_on && modes.any("t") && (modes.any("cedk") || !modes.any("m")) {
        text += ", never capturing a royal";
    }
    text
}

fn captures(modes: Modes, goes_on: bool) -> impl Iterator<Item = &'static str> {
    let enemy = match (modes.any("k"), goes_on) {
        (true, _) => "to capture any enemy that is not royal",
        (false, true) => "capturing an enemy there",
        (false, false) => "to capture an enemy",
    };
    let all = [
        (modes.any("c"), enemy),
        (modes.any("d"), "to capture a friend"),
        (modes.any("k") && !modes.any("cd"), "to capture an enemy royal"),
        (modes.any("e"), "to capture en passant"),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words)
}
