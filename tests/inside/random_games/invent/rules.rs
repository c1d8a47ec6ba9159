//! Generates the rules of a random game that belong to no piece.
//!
//! `rules` is the entry point. Each rule uses random words of `words`, and many of them make no sense together.

use super::Maker;
use crate::inside::random_games::draft::{Line, block, line};

impl Maker<'_> {
    /// Generates the act of an action.
    fn act(&mut self, inside: bool) -> Vec<Line> {
        let own = |text: String| if inside { Vec::new() } else { vec![line(text)] };
        match self.random.below(if self.hands { 6 } else { 4 }) {
            0 => {
                let mut lines = own(format!("place {}", self.filter(1)));
                let place = if self.chance(25) { format!("home of {}", self.piece()) } else { self.zone(1) };
                lines.push(line(format!("to {place}")));
                if self.chance(40) {
                    lines.push(line(format!("removing {}", self.filter(1))));
                }
                if self.chance(40) {
                    lines.push(line(format!("becomes {}", self.piece())));
                }
                lines
            }
            1 if !inside => {
                let mut lines = vec![line(format!("exchange {} with {}", self.filter(1), self.filter(1)))];
                if self.chance(30) {
                    lines.push(line(format!("not bringing {} to {}", self.filter(0), self.zone(0))));
                }
                lines
            }
            2 => {
                let who = if inside { String::new() } else { format!("{} ", self.filter(1)) };
                let place = if self.chance(50) { format!(" in {}", self.zone(0)) } else { String::new() };
                vec![line(format!("replace {who}by {}{place}", self.piece()))]
            }
            3 if !inside => vec![line("pass")],
            _ if inside => vec![line(format!("to {}", self.zone(1)))],
            _ => {
                let some = format!("[{}, {}]", self.piece(), self.piece());
                let which = self.one(&[&some, "non-royal", "any", "any", "royal"]);
                let mut lines = vec![line(format!("drop {which}"))];
                lines.push(line(format!("to {}", self.zone(1))));
                if self.chance(25) {
                    let number = self.one(&["", "", "1 ", "2 ", "3 "]);
                    lines.push(line(format!("not on a file with {number}{}", self.filter(1))));
                }
                if self.chance(30) {
                    let (one, other) = (self.piece(), self.piece());
                    let form = if self.chance(70) { format!("one of [{one}, {other}]") } else { one };
                    lines.push(line(format!("becomes {form}")));
                }
                if self.chance(20) {
                    lines.push(line("not giving checkmate"));
                }
                lines
            }
        }
    }

    pub(super) fn action(&mut self, name: &str, inside: bool) -> Line {
        let mut lines = self.act(inside);
        if self.chance(40) {
            lines.push(match self.random.below(4) {
                0 => line("when no other move"),
                _ => self.decided(|maker| line(format!("when {}", maker.condition(1)))),
            });
            if self.chance(20) {
                lines.push(line(format!("or when {}", self.condition(0))));
            }
        }
        if self.chance(25) {
            lines.push(line(format!("provided {}", self.proof())));
            if self.chance(20) {
                lines.push(line(format!("or provided {}", self.proof())));
            }
        }
        if self.chance(40) && !self.rights.is_empty() {
            let rights = self.rights.clone();
            lines.push(line(format!("uses {}", self.one(&rights))));
        }
        if self.chance(6) {
            lines.push(line("even in check"));
        }
        if self.chance(20) {
            lines.push(line(self.one(&["must", "must if it can", "may"])));
        }
        block(format!("action {name}"), lines)
    }

    pub(super) fn rules(&mut self) {
        let mut rules = Vec::new();
        if self.hands {
            rules.push(line(self.one(&[
                "hands",
                "hands",
                "hands without captures",
                "hands of owners",
                "hands for all captures",
            ])));
        }
        for name in ["leap", "wink", "trick"] {
            if self.chance(35) {
                rules.push(self.decided(|maker| maker.action(name, false)));
            }
        }
        while self.chance(35) {
            let pieces = self.filter(0);
            rules.push(self.arrival(&pieces));
        }
        while !self.rights.is_empty() && self.chance(25) {
            rules.push(self.tally());
        }
        while self.chance(15) {
            let by = if self.chance(50) { format!(" by {}", self.filter(0)) } else { String::new() };
            rules.push(self.capture(&by));
        }
        while self.chance(12) {
            let pieces = format!(" {}", self.filter(0));
            rules.push(self.automatic(&pieces));
        }
        while self.hands && self.chance(35) {
            let by = if self.chance(40) { format!(" by {}", self.filter(0)) } else { String::new() };
            rules.push(self.leaving(&by));
        }
        while self.chance(12) {
            rules.push(self.castling());
        }
        if self.chance(8) {
            let (verb, may) = (self.one(&["put", "put", "add"]), self.one(&["", "", "may "]));
            let when = if self.chance(30) { format!(" when {}", self.timing()) } else { String::new() };
            let place = if self.chance(80) { self.square() } else { self.zone(0) };
            let what = match self.chance(25) {
                true => format!("advance {}", self.filter(1)),
                false => {
                    let (piece, ahead) = (self.piece(), self.one(&["", "", " where it could move"]));
                    format!("{verb} {piece} on {place}{ahead}")
                }
            };
            rules.push(line(format!("after every move{when}: {may}{what}")));
        }
        while self.chance(25) {
            let whom = if self.chance(50) { format!(" in {}", self.zone(0)) } else { String::new() };
            rules.push(line(format!("immune {}{whom} to {}", self.filter(0), self.threats())));
        }
        while self.chance(20) {
            rules.push(self.decided(Self::move_rule));
        }
        if self.chance(40) {
            let mut entry = vec![line(format!("{}: {}", self.zone(0), self.filter(0)))];
            if self.chance(50) {
                let step = self.one(&["orthogonally", "diagonally"]);
                entry.push(line(format!("border {}: {} {step}", self.zone(0), self.filter(0))));
            }
            rules.push(block("entry", entry));
        }
        if self.long_turns {
            let length = self.one(&[
                "2 moves",
                "1 move, first 2",
                "white 2 moves",
                "black 3 moves, first 2",
                "1 move, 1 more each time",
            ]);
            let end = self.one(&["", ", check ends it"]);
            rules.push(line(format!("turn: {length}{end}")));
        }
        let binds = self.one(&["always", "always", "leader", "all", "when royals = 1", "never"]);
        let mutual = if self.chance(15) { " while enemy has a royal" } else { "" };
        let mut royalty = vec![line(format!("check binds {binds}{mutual}"))];
        if self.chance(15) {
            royalty.push(line("royals may not face"));
        }
        rules.push(block("royalty", royalty));
        rules.push(self.endings());
        if self.chance(30) {
            rules.push(line(format!("clock resets on {}", self.filter(1))));
        }
        self.draft.rules.extend(rules);
    }

    /// Generates a rule that requires or forbids moves.
    pub(super) fn move_rule(&mut self) -> Line {
        let pieces = if self.chance(40) { format!(" {}", self.filter(0)) } else { String::new() };
        let capture = format!("capture{pieces}");
        let lose = format!("lose {}", self.filter(0));
        let reach = self.condition(0);
        let reach =
            if reach.contains("some move") { "reach in check".into() } else { format!("reach {reach}") };
        if self.chance(15) {
            let when = if self.chance(30) { format!(" when {}", self.condition(0)) } else { String::new() };
            return line(format!("player may not move by {}{when}", self.filter(1)));
        }
        let drop = if self.chance(50) { "drop".to_owned() } else { format!("drop {}", self.filter(0)) };
        let event = self.one(&["castle", &drop, "pass"]).to_owned();
        let property =
            self.one(&[&capture, &lose, "give check", "give checkmate", &reach, &event]).to_owned();
        let by = if self.chance(30) { format!(" by {}", self.filter(0)) } else { String::new() };
        let when = if self.chance(30) { format!(" when {}", self.condition(0)) } else { String::new() };
        line(match self.chance(50) {
            true => format!("player must {property}{by} if it can{when}"),
            false => format!("player may not {property}{by}{when}"),
        })
    }

    fn endings(&mut self) -> Line {
        let mut endings = vec![line("checkmate: loss"), line("stalemate: draw")];
        if self.chance(50) {
            endings.push(self.decided(|maker| {
                let result = maker.one(&["win", "loss", "draw"]);
                line(format!("odd: {result} when {}", maker.condition(2)))
            }));
        }
        if self.chance(30) {
            let result = self.one(&["win", "loss", "draw", "white wins", "black wins"]);
            let claim = if self.chance(20) { " on claim" } else { "" };
            let place = self.random.below(endings.len() + 1);
            endings.insert(place, line(format!("both: {result}{claim} when {}", self.end())));
        }
        if self.chance(12) {
            endings[1] = line(format!("stalemate: draw when {}", self.condition(1)));
        }
        if self.chance(20) {
            let reached = self.condition(0);
            endings.push(line(format!("near: draw when some move reaches {reached}")));
        }
        if self.chance(8) {
            let result = self.one(&["win", "loss", "draw"]);
            endings.push(line(format!("wish: {result} on claim when {}", self.condition(1))));
        }
        if self.chance(30) {
            endings.push(line(self.one(&["idle: draw when quiet 12", "idle: draw on claim when quiet 3"])));
        }
        if self.chance(40) {
            let (result, times) = (self.one(&["win", "loss", "draw"]), 2 + self.random.below(2));
            let place = self.random.below(endings.len() + 1);
            let check = self.one(&["", "", " in check", " giving check"]);
            let claim = if self.chance(25) { " on claim" } else { "" };
            endings.insert(place, line(format!("again: {result}{claim} when repeated {times}{check}")));
        }
        block("ending", endings)
    }
}
