//! Descriptions of a notation in English.
//!
//! [`describe`] is the entry point. Each move becomes one sentence, and `phrase` describes a single leg.

use super::atom::{Atom, DirectionClass, Heading, OTHER, SAME, Vector, but_back};
use super::notation::{
    Body, Element, Gait, Hurdle, Joint, Leg, MoveNotation, Path, PathItem, PathNotation, Range,
};
use crate::messages::text::{capital, join};
use crate::rules::{Castle, Imitate, Virgin};

/// Describes the moves of a piece in sentences, one line for each move.
pub fn describe(moves: &[MoveNotation]) -> String {
    moves.iter().map(sentence).collect::<Vec<_>>().join("\n")
}

/// Returns true if the sentence about a move begins with a verb, and not with the condition of the move.
pub(super) fn begins_with_verb(one: &MoveNotation) -> bool {
    one.virgin.is_none() && !matches!(one.body, Body::Castle(_))
}

fn sentence(one: &MoveNotation) -> String {
    let text = match &one.body {
        Body::Path(Path { form: PathNotation::Loop { modifiers, .. }, items }) => format!(
            "{}, in legs written `{modifiers}`; a group in parentheses may be left out or repeated",
            items.first().and_then(PathItem::leg).map_or_else(String::new, |leg| phrase(leg, Joint::Must))
        ),
        Body::Path(Path { items, .. }) => path(items),
        Body::Castle(sides) => castle(sides),
        Body::Imitate(how) => {
            let own = if *how == Imitate::AsOwn { ", as if that piece were its own" } else { "" };
            format!("moves like the piece that moved last{own}")
        }
    };
    let text = match one.virgin {
        None => text,
        Some(Virgin::Home) => format!("if it has not moved yet, {text}"),
        Some(Virgin::RankBeyond) => format!("one rank beyond its first square, {text}"),
    };
    let exempt = if one.exempt { ", regardless of rules about which piece may capture which" } else { "" };
    format!("{}{exempt}.", capital(&text))
}

fn path(items: &[PathItem]) -> String {
    let part = |item: &PathItem| {
        let text = match &item.part {
            Element::Leg(leg) => phrase(leg, item.joint),
            Element::Repeat(inner, range) => {
                let times = range.max.map_or("any number of".into(), |max| format!("up to {}", number(max)));
                format!("repeats this {times} times: it {}", path(inner))
            }
        };
        let then = match item.joint {
            Joint::Must => ", then ",
            Joint::May => "; it may stop there or go on: it ",
            Joint::End => "",
        };
        text + then
    };
    straightened(items).iter().map(part).collect()
}

/// Returns the path with straight continuations merged into the leg before them.
fn straightened(items: &[PathItem]) -> Vec<PathItem> {
    let mut path: Vec<PathItem> = Vec::new();
    for item in items {
        match path.last_mut().and_then(|before| Some((union(before, item)?, before))) {
            Some((leg, before)) => *before = PathItem { part: Element::Leg(leg), joint: item.joint },
            None => path.push(item.clone()),
        }
    }
    path
}

/// Returns the union of two legs, if the second is mandatory and continues the first in the same direction.
fn union(before: &PathItem, item: &PathItem) -> Option<Leg> {
    let (before, leg) = (before.leg().filter(|_| before.joint == Joint::Must)?, item.leg()?);
    let bare = |leg: &Leg| {
        let Leg { span, atom, range, heading, outer, .. } = *leg;
        Leg { span, atom, range, heading, outer, ..Leg::default() }
    };
    let continues = leg.heading == Heading::default()
        && *leg == Leg { modes: leg.modes, ..bare(leg) }
        && *before == bare(before);
    let fixed = before.range.max == Some(before.range.min);
    let near = matches!(leg.atom, Atom::Leap(1, _)) && leg.atom == before.atom;
    let max = leg.range.max.map(|max| max.saturating_add(before.range.min));
    let range = Range { min: leg.range.min.saturating_add(before.range.min), max };
    (continues && fixed && near).then(|| Leg { range, heading: before.heading, ..leg.clone() })
}

fn castle(sides: &[Castle]) -> String {
    let Castle { side, steps, inset } = sides[0];
    let side = match side {
        _ if sides.len() > 1 => "to either side",
        -1 => "to the left",
        _ => "to the right",
    };
    let partner = match inset {
        0 => "the piece at the edge of the board".to_string(),
        n => format!("the piece {} in from the edge of the board", squares(n)),
    };
    let steps = squares(steps);
    format!(
        "if neither has moved yet, castles {side} with {partner}: it goes {steps}, and its partner jumps to the square it crossed last"
    )
}

fn phrase(leg: &Leg, joint: Joint) -> String {
    let mut text = steps(leg);
    let way = way(leg);
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
    let partial = leg.is_partial();
    let all_ways = matches!(leg.heading, Heading::Absolute(_)) && !partial;
    let class = leg.atom.class();
    let (riding, leaps) = (leg.range.slides(), amount(leg.range, "leaps in a line"));
    let (long, short) = match leg.atom {
        Atom::Universal => return "jumps to any square".into(),
        Atom::Leap(long, short) if long > 1 => (long.unsigned_abs(), short.unsigned_abs()),
        Atom::King | Atom::Leap(..) => {
            let way = match class {
                DirectionClass::Diagonal => " diagonally",
                DirectionClass::Orthogonal if all_ways => " along a rank or file",
                _ if all_ways => " in any direction",
                _ => "",
            };
            let slide = || format!("slides {}{way}", amount(leg.range, "squares"));
            return if riding { slide() } else { format!("steps one square{way}") };
        }
    };
    if partial && class == DirectionClass::Oblique {
        return if riding { format!("makes {}, each", leaps) } else { "leaps".into() };
    }
    let leap = match class {
        DirectionClass::Orthogonal if partial => squares(long),
        DirectionClass::Orthogonal => format!("{} along a rank or file", squares(long)),
        DirectionClass::Diagonal => format!("{} diagonally", squares(long)),
        _ => format!("{} along a rank or file and {} sideways", squares(long), number(short)),
    };
    if riding { format!("makes {} of {leap}", leaps) } else { format!("leaps {leap}") }
}

/// Describes a range of several steps.
fn amount(range: Range, things: &str) -> String {
    let amount = match (range.min, range.max) {
        (1, None) => "any number of".to_string(),
        (1, Some(max)) => format!("up to {}", number(max)),
        (min, None) => format!("at least {}", number(min)),
        (min, Some(max)) if min == max => format!("exactly {}", number(min)),
        (min, Some(max)) => format!("{} to {}", number(min), number(max)),
    };
    format!("{amount} {things}")
}

fn squares(n: u8) -> String {
    format!("{} square{}", number(n), if n == 1 { "" } else { "s" })
}

fn number(n: u8) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(usize::from(n)).map_or_else(|| n.to_string(), |word| (*word).to_string())
}

/// Describes the directions of a leg. The text is empty for a first leg with all directions.
fn way(leg: &Leg) -> String {
    let text = match leg.heading {
        Heading::Absolute(_) if !leg.is_partial() => return String::new(),
        Heading::Absolute(mask) => return absolute(leg.atom, mask),
        Heading::Outward(1) => "outward".into(),
        Heading::Turned(rays) if rays == but_back(DirectionClass::Royal) => {
            "in any direction except straight back".into()
        }
        Heading::Outward(rays) => turned(rays, "outward", "back"),
        Heading::Turned(rays) => turned(rays, "straight on", "straight back"),
    };
    text + if leg.only.is_some() { ", restricted to the directions before the bracket" } else { "" }
}

fn absolute(atom: Atom, mask: u16) -> String {
    let chosen = atom.chosen(mask);
    if atom.class() == DirectionClass::Oblique {
        // Every other leap of the ring forms a pinwheel.
        let pinwheel = [0b0101_0101, 0b1010_1010].contains(&mask);
        let start = if pinwheel { "in a pinwheel: " } else { "to the square " };
        return start.to_string() + &join(chosen.into_iter().map(exact), "or");
    }
    let halves = ["forward", "to the right", "backward", "to the left"];
    let half = halves.into_iter().zip([0b1001, 0b0011, 0b0110, 0b1100]).find(|(_, half)| *half == mask);
    match half {
        Some((word, _)) if atom.class() == DirectionClass::Diagonal => word.to_string(),
        _ => join(chosen.into_iter().map(side), "or"),
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

fn turned(rays: u16, on: &str, back: &str) -> String {
    let after = |degrees, side: &str| format!("after turning {degrees} degrees to {side}");
    let mut ways = vec![(1, on.to_string())];
    for (left, right, degrees) in [(1 << 7, 1 << 1, 45), (1 << 6, 1 << 2, 90), (1 << 5, 1 << 3, 135)] {
        // Turns to both sides by the same angle are described together.
        if rays & left != 0 && rays & right != 0 {
            ways.push((left, after(degrees, "either side")));
        } else {
            ways.extend([(left, after(degrees, "the left")), (right, after(degrees, "the right"))]);
        }
    }
    ways.push((1 << 4, back.to_string()));
    for ((other, same), degrees) in OTHER.into_iter().zip(SAME).zip([90, 45, 135]) {
        ways.push((other, after(degrees, "the other side than before")));
        ways.push((same, after(degrees, "the same side as before")));
    }
    ways.retain(|(bit, _)| rays & bit != 0);
    join(ways.into_iter().map(|(_, text)| text), "or")
}

fn modes(leg: &Leg, joint: Joint) -> String {
    let goes_on = joint == Joint::Must;
    let modes = if leg.modes.any("mcedk") || goes_on { leg.modes } else { leg.outer.with(leg.modes) };
    let enters = goes_on && modes.any("pg");
    let enemy = match (modes.any("k"), goes_on) {
        (true, _) => "to capture any enemy that is not royal",
        (false, true) => "capturing an enemy there",
        (false, false) => "to capture an enemy",
    };
    let all = [
        (enters && modes.any("t"), "entering the square of a friendly piece"),
        (enters && !modes.any("t"), "entering an occupied square"),
        (goes_on && modes.any("x"), "to a friendly piece, which makes the rest of the move instead"),
        (goes_on && modes.any("m") && modes.any("pgx"), "entering an empty square"),
        (!goes_on && modes.any("m"), "without capturing"),
        (modes.any("c"), enemy),
        (modes.any("d"), "to capture a friendly piece"),
        (modes.any("k") && !modes.any("cd"), "to capture an enemy royal"),
        (modes.any("e"), "to capture en passant"),
    ];
    let what: Vec<&str> = all.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words).collect();
    let start = match goes_on {
        _ if what.is_empty() => "",
        true => ", ",
        false if !modes.any("m") && modes.any("cedk") => ", only ",
        false => " ",
    };
    let tame = !goes_on && modes.any("t") && (modes.any("cedk") || !modes.any("m"));
    format!("{start}{}{}", join(&what, "or"), if tame { ", never capturing a royal" } else { "" })
}
