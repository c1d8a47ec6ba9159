//! A notation in words.

use super::atom::{Atom, Class, Vector};
use super::heading::{Heading, Rays};
use super::notation::{Body, Castling, Gait, Hurdle, Item, Joint, Leg, Move, Notation, Range, Step};
use crate::base::text;
use crate::rules::{Imitate, Virgin};

/// How a piece moves, in sentences: one line for each move.
pub fn describe(notation: &Notation) -> String {
    notation.moves.iter().map(sentence).collect::<Vec<_>>().join("\n")
}

fn sentence(one: &Move) -> String {
    let mut text = match &one.body {
        Body::Chain(legs) => {
            let joined = |i: usize| if i + 1 < legs.len() { Joint::Must } else { Joint::End };
            join(
                legs.iter().enumerate().map(|(i, leg)| (phrase(leg, i == 0, joined(i)), joined(i))).collect(),
            )
        }
        Body::Path(items) => path(items, true),
        Body::Loop(looped) => format!(
            "{}, in legs written `{}`, where what stands in parentheses may be left out or repeated",
            phrase(looped.legs.first().unwrap_or(&fallback()), true, Joint::Must),
            looped.modifiers
        ),
        Body::Castle(castling) => castle(castling),
        Body::Imitate(Imitate::AsEnemy) => "moves like the piece moved last".into(),
        Body::Imitate(Imitate::AsOwn) => {
            "moves like the piece moved last, as if that piece were its own".into()
        }
    };
    match one.virgin {
        None => {}
        Some(Virgin::Home) => text = format!("if it has not moved yet, {text}"),
        Some(Virgin::RankBeyond) => text = format!("one rank beyond its first square, {text}"),
    }
    if one.exempt {
        text += ", whatever other rules say about who may take whom";
    }
    text::capital(&text) + "."
}

fn fallback() -> Leg {
    Leg {
        span: crate::base::source::Span::default(),
        atom: Atom::King,
        range: Range::ONE,
        heading: Heading::Absolute(0xff),
        only: None,
        modes: super::modes::Modes::NONE,
        outer: super::modes::Modes::NONE,
        gait: Gait::Straight,
        cylinder: false,
        lame: false,
        hops: false,
        skip: 0,
        hurdle: None,
        unload: false,
        equal: false,
        passed: false,
    }
}

fn join(parts: Vec<(String, Joint)>) -> String {
    let mut text = String::new();
    for (phrase, joint) in parts {
        text += &phrase;
        text += match joint {
            Joint::Must => ", then ",
            Joint::May => "; it may stop there or go on: it ",
            Joint::End => "",
        };
    }
    text
}

fn path(items: &[Item], first: bool) -> String {
    let part = |(index, item): (usize, &Item)| match &item.part {
        Step::Leg(leg) => (phrase(leg, first && index == 0, item.joint), item.joint),
        Step::Repeat(inner, range) => {
            let times = match range.max {
                None => "any number of times".to_string(),
                Some(max) => format!("up to {} times", number(max)),
            };
            (format!("goes {times} this way: it {}", path(inner, first && index == 0)), item.joint)
        }
    };
    join(straightened(items).iter().enumerate().map(part).collect())
}

/// The same path with legs that go straight on told as one.
fn straightened(items: &[Item]) -> Vec<Item> {
    let mut path: Vec<Item> = Vec::new();
    for item in items {
        let one = match (path.last(), &item.part) {
            (Some(Item { part: Step::Leg(before), joint: Joint::Must }), Step::Leg(leg)) => {
                union(before, leg)
            }
            _ => None,
        };
        match (one, path.last_mut()) {
            (Some(leg), Some(last)) => *last = Item { part: Step::Leg(leg), joint: item.joint },
            _ => path.push(item.clone()),
        }
    }
    path
}

/// One leg for two, if the second only carries the first on.
fn union(before: &Leg, leg: &Leg) -> Option<Leg> {
    let bare = |leg: &Leg| Leg {
        span: leg.span,
        atom: leg.atom,
        range: leg.range,
        heading: leg.heading,
        outer: leg.outer,
        ..fallback()
    };
    let carries_on = leg.heading == Heading::Outward(Rays::FORWARD)
        && *leg == Leg { modes: leg.modes, ..bare(leg) }
        && *before == bare(before);
    let fixed = before.range.max == Some(before.range.min);
    let near = matches!(leg.atom, Atom::Leap(1, _)) && leg.atom == before.atom;
    let max = leg.range.max.map(|max| max.saturating_add(before.range.min));
    let range = Range { min: leg.range.min.saturating_add(before.range.min), max };
    (carries_on && fixed && near).then(|| Leg { range, heading: before.heading, ..leg.clone() })
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
    format!(
        "if neither has moved yet, castles {side} with {partner}: it goes {}, the other jumps to the square it crossed last",
        squares(castling.steps)
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
    match leg.gait {
        Gait::Straight => {}
        Gait::Crooked => text += ", turning a quarter after every step, alternately left and right",
        Gait::Circular => text += ", turning an eighth to the same side after every step",
    }
    match leg.skip {
        0 => {}
        1 => text += ", skipping the first square whatever it holds",
        n => text += &format!(", skipping the first {} squares whatever they hold", number(n)),
    }
    match leg.hurdle {
        None => {}
        Some(Hurdle::Cannon) => text += ", jumping over exactly one piece on the way",
        Some(Hurdle::Grasshopper) => text += ", over one piece to the square right behind it",
    }
    if leg.lame {
        text += match leg.atom {
            Atom::Leap(2, 1) => ", blocked by a piece on the square beside it in that direction",
            _ => ", blocked by any piece in between",
        };
    }
    if leg.hops {
        text += ", but only over pieces on all the squares between";
    }
    if leg.equal {
        text += ", as many steps as the leg before";
    }
    if leg.cylinder {
        text += ", as if the side edges of the board were joined";
    }
    if leg.unload {
        text += "; the piece captured reappears on the square where this leg began";
    }
    if leg.passed {
        text += "; it can be captured en passant on the squares it passes";
    }
    text
}

fn steps(leg: &Leg) -> String {
    let much = extent(leg.range);
    let riding = leg.range.slides();
    match leg.atom {
        Atom::Universal => "jumps to any square".into(),
        Atom::King | Atom::Leap(1, 0 | 1) => {
            let kind = match leg.atom.class() {
                Class::Orthogonal => "along a rank or file",
                Class::Diagonal => "diagonally",
                _ => "in any direction",
            };
            let everywhere = matches!(leg.heading, Heading::Absolute(mask) if mask == leg.atom.everywhere());
            let kind = if everywhere { format!(" {kind}") } else { kind_short(leg.atom.class()) };
            if riding { format!("slides {much}{kind}") } else { format!("steps one square{kind}") }
        }
        Atom::Leap(long, short) => {
            let partial = matches!(leg.heading, Heading::Absolute(mask) if mask != leg.atom.everywhere());
            if partial && leg.atom.class() == Class::Oblique {
                return if riding { format!("makes {}, each", leaps(leg.range)) } else { "leaps".into() };
            }
            let leap = if short == 0 && partial {
                squares(long)
            } else if short == 0 {
                format!("{} along a rank or file", squares(long))
            } else if short == long {
                format!("{} diagonally", squares(long))
            } else {
                format!("{} one way and {} across", squares(long), number(short))
            };
            if riding { format!("makes {} of {leap}", leaps(leg.range)) } else { format!("leaps {leap}") }
        }
    }
}

fn kind_short(class: Class) -> String {
    match class {
        Class::Diagonal => " diagonally".into(),
        _ => String::new(),
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
    match (range.min, range.max) {
        (1, None) => "any number of leaps in a line".into(),
        (1, Some(max)) => format!("up to {} leaps in a line", number(max)),
        (min, None) => format!("at least {} leaps in a line", number(min)),
        (min, Some(max)) => format!("{} to {} leaps in a line", number(min), number(max)),
    }
}

fn squares(n: u8) -> String {
    format!("{} square{}", number(n), if n == 1 { "" } else { "s" })
}

fn number(n: u8) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(usize::from(n)).map_or_else(|| n.to_string(), |word| (*word).to_string())
}

/// The directions of a first leg, where they are not all there are.
fn absolute(leg: &Leg) -> String {
    let Heading::Absolute(mask) = leg.heading else { return String::new() };
    if mask == leg.atom.everywhere() {
        return String::new();
    }
    let all = leg.atom.vectors();
    let chosen: Vec<Vector> =
        all.into_iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, v)| v).collect();
    if leg.atom.class() == Class::Oblique {
        let rotates = [0b0101_0101, 0b1010_1010].contains(&mask);
        if rotates {
            let ways: Vec<String> = chosen.into_iter().map(exact).collect();
            return format!("in a pinwheel: {}", text::join(&ways, "or"));
        }
        let ways: Vec<String> = chosen.into_iter().map(exact).collect();
        return format!("to the square {}", text::join(&ways, "or"));
    }
    let half =
        |test: fn(&Vector) -> bool| leg.atom.vectors().into_iter().filter(test).collect::<Vec<_>>() == chosen;
    if leg.atom.class() == Class::Diagonal {
        for (test, word) in [
            ((|v: &Vector| v.1 > 0) as fn(&Vector) -> bool, "forward"),
            (|v: &Vector| v.1 < 0, "backward"),
            (|v: &Vector| v.0 < 0, "to the left"),
            (|v: &Vector| v.0 > 0, "to the right"),
        ] {
            if half(test) {
                return word.into();
            }
        }
    }
    let ways: Vec<String> = chosen.into_iter().map(side).collect();
    text::join(&ways, "or")
}

fn exact((dx, dy): Vector) -> String {
    let across = format!("{} {}", number(dx.unsigned_abs()), if dx < 0 { "left" } else { "right" });
    let along = format!("{} {}", number(dy.unsigned_abs()), if dy < 0 { "backward" } else { "forward" });
    if dx.abs() > dy.abs() { format!("{across} and {along}") } else { format!("{along} and {across}") }
}

fn side((dx, dy): Vector) -> String {
    match (dx.signum(), dy.signum()) {
        (0, 1) => "forward",
        (0, _) => "backward",
        (1, 0) => "to the right",
        (_, 0) => "to the left",
        (1, 1) => "forward to the right",
        (1, _) => "backward to the right",
        (_, 1) => "forward to the left",
        _ => "backward to the left",
    }
    .into()
}

/// The directions of a later leg.
fn relative(leg: &Leg) -> String {
    let only = if leg.only.is_some() { ", of these only the ways named before the bracket" } else { "" };
    let text = match leg.heading {
        Heading::Absolute(_) => absolute(leg),
        Heading::Outward(Rays::FORWARD) => "outward".into(),
        Heading::Action(Rays::BUT_BACK_8) => "in any direction but straight back".into(),
        Heading::Outward(rays) => turned(rays, "outward", "back"),
        Heading::Action(rays) => turned(rays, "straight on", "straight back"),
    };
    text + only
}

fn turned(rays: Rays, on: &str, back: &str) -> String {
    let mut ways: Vec<String> = Vec::new();
    let mut add = |bits: u16, text: &str| {
        if rays.0 & bits == bits {
            ways.push(text.to_string());
        }
    };
    add(1, on);
    let pairs =
        [(1 << 7, 1 << 1, "an eighth"), (1 << 6, 1 << 2, "a quarter"), (1 << 5, 1 << 3, "three eighths")];
    for (left, right, amount) in pairs {
        if rays.0 & (left | right) == left | right {
            add(left, &format!("after turning {amount} to either side"));
        } else {
            add(left, &format!("after turning {amount} to the left"));
            add(right, &format!("after turning {amount} to the right"));
        }
    }
    add(1 << 4, back);
    for ((other, same), amount) in
        Rays::OTHER.into_iter().zip(Rays::SAME).zip(["a quarter", "an eighth", "three eighths"])
    {
        add(other, &format!("after turning {amount} to the other side than before"));
        add(same, &format!("after turning {amount} to the same side as before"));
    }
    text::join(&ways, "or")
}

/// What the last square may hold.
fn modes(leg: &Leg, joint: Joint) -> String {
    let modes =
        if leg.modes.any("mcedk") || joint == Joint::Must { leg.modes } else { leg.outer.with(leg.modes) };
    let all = modes.without("yx");
    let mut what: Vec<&str> = Vec::new();
    if joint == Joint::Must {
        if all.any("pg") {
            what.push(if all.any("t") {
                "entering the square of a friend"
            } else {
                "entering an occupied square"
            });
        }
        if modes.any("x") {
            what.push("to a friend, who makes the rest of the move instead");
        }
        if all.any("m") && !what.is_empty() {
            what.push("or to an empty square");
        }
    } else if all.any("m") && !all.any("cedk") {
        return " without capturing".into();
    } else if all.any("m") {
        what.push("without capturing");
    }
    let royals = all.any("k");
    if all.any("c") {
        what.push(match (royals, joint) {
            (true, _) => "to capture any enemy but a royal one",
            (_, Joint::Must) => "capturing an enemy there",
            _ => "to capture an enemy",
        });
    }
    if all.any("d") {
        what.push("to capture a friend");
    }
    if royals && !all.any("cd") {
        what.push("to capture an enemy royal");
    }
    if all.any("e") {
        what.push("to capture en passant");
    }
    let mut text = if what.is_empty() { String::new() } else { format!(" {}", text::join(&what, "or")) };
    if joint == Joint::Must && !text.is_empty() {
        text = format!(",{text}");
    }
    if joint != Joint::Must && !all.any("m") && all.any("cedk") {
        text = format!(", only{text}");
    }
    if joint != Joint::Must && all.any("t") {
        text += ", never capturing a royal";
    }
    text
}
