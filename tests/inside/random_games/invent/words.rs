//! Generates random zones, piece filters, conditions, and effects.
//!
//! Each function returns the text of one element of the language. The argument `depth` limits the nesting.

use super::Maker;
use crate::inside::random_games::draft::{Line, block, file, line};
use ferz_core::rules::Relation;

impl Maker<'_> {
    /// Generates a zone.
    pub(super) fn zone(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 9 } else { 12 }) {
            0 | 1 if !self.regions.is_empty() => {
                let whose = self.one(&["", "own ", "enemy ", "either "]);
                let all = self.regions.clone();
                format!("{whose}{}", self.one(&all))
            }
            2 => self.one(&["grid", "grid", "board"]).into(),
            3 => self.square(),
            4 => {
                let (a, b) = (self.random.below(self.draft.width), self.random.below(self.draft.width));
                format!("file {}..{}", file(1 + a.min(b)), file(1 + a.max(b)))
            }
            5 if !self.draft.cells.is_empty() => self.one(&["y8", "z8"]).into(),
            6 => {
                let (a, b) = (self.random.below(self.draft.width), self.random.below(self.draft.width));
                let (low, high) = (self.rank(), self.rank());
                let corner = |x: usize, y: usize| format!("{}{y}", file(1 + x));
                format!("{}..{}", corner(a.min(b), low.min(high)), corner(a.max(b), low.max(high)))
            }
            9 => format!("({} or {})", self.zone(depth - 1), self.zone(depth - 1)),
            10 => format!("({} except {})", self.zone(depth - 1), self.zone(depth - 1)),
            11 => format!("[{}, {}]", self.zone(depth - 1), self.zone(depth - 1)),
            _ => {
                let (a, b) = (self.rank(), self.rank());
                format!("rank {}..{}", a.min(b), a.max(b))
            }
        }
    }

    pub(super) fn piece(&mut self) -> String {
        self.pieces[self.random.below(self.pieces.len())].clone()
    }

    /// Generates a piece filter.
    pub(super) fn filter(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 7 } else { 13 }) {
            0 => self.one(&["any piece", "piece"]).into(),
            1 => self.one(&["royal", "non-royal", "leader"]).into(),
            2 => format!("[{}, {}]", self.piece(), self.piece()),
            3 if !self.groups.is_empty() => {
                let groups = self.groups.clone();
                self.one(&groups).into()
            }
            3..=6 => self.piece(),
            7 => format!("own {}", self.filter(0)),
            8 => format!("enemy {}", self.filter(0)),
            9 => "enemies".into(),
            10 => format!("{} in {}", self.filter(0), self.zone(0)),
            11 => {
                let relation = self.one(&Relation::ALL.map(Relation::words));
                format!("{} {relation} {}", self.filter(0), self.filter(0))
            }
            _ => format!("{} except {}", self.filter(0), self.piece()),
        }
    }

    /// Generates a condition on a hand.
    fn held(&mut self) -> String {
        let whose = self.one(&["", "own ", "own ", "enemy "]);
        let piece = self.piece();
        let what = self.one(&["piece", "royal", "non-royal", &piece]);
        let pieces = format!("{whose}{what} in hand");
        match self.random.below(3) {
            0 => pieces,
            1 => format!("no {pieces}"),
            _ => format!("{pieces} {} {}", self.one(&["=", "<=", ">="]), self.random.below(4)),
        }
    }

    /// Generates a comparison of sums.
    fn totals(&mut self) -> String {
        let place = if self.hands { self.one(&["", "", " in hand", " on board or in hand"]) } else { "" };
        let (own, enemy) = (self.one(&["own", "own", "enemy"]), self.one(&["enemy", "own"]));
        let (points, sign) =
            (self.one(&["points of ", "points of ", ""]), self.one(&["=", "<=", ">=", "<", ">"]));
        match self.chance(40) {
            true => format!("points of {own} piece{place} {sign} {}", self.random.below(9)),
            false => format!("{points}{own} piece{place} {sign} {points}{enemy} {}", self.piece()),
        }
    }

    /// Generates a fact about the turn or a comparison of sums.
    fn counted(&mut self) -> String {
        match self.random.below(4) {
            0 => self.one(&["white to move", "black to move"]).into(),
            3 => self.last_capture(),
            1 => format!("turn {} {}", self.one(&["=", "<=", ">=", "<", ">"]), 1 + self.random.below(6)),
            _ => self.totals(),
        }
    }

    /// Generates a fact about the last capture.
    fn last_capture(&mut self) -> String {
        let (whose, by) = (self.one(&["", "own ", "enemy "]), self.one(&["", "own ", "enemy "]));
        let (place, piece) = (if self.chance(30) { " in rank 1..2" } else { "" }, self.piece());
        let pieces =
            self.one(&["piece", "non-royal", "piece except leader-like"]).replace("leader-like", &piece);
        let captor = self.piece();
        match self.random.below(3) {
            0 => format!("last move captured {whose}{pieces}{place}"),
            1 => format!("last move captured {whose}{piece}{place} by {by}piece"),
            _ => format!("last move captured {whose}{pieces} by {by}{captor}"),
        }
    }

    /// Generates a fact about a right.
    pub(super) fn of_rights(&mut self) -> String {
        let (rights, enemy) = (self.rights.clone(), self.one(&["", "enemy "]));
        let right = self.one(&rights);
        if self.chance(50) {
            return format!("{enemy}used up {right}");
        }
        let sign = self.one(&["=", "<=", ">=", "<", ">"]);
        let other = match self.random.below(3) {
            0 => format!("uses of {}", self.one(&rights)),
            1 => format!("own {}", self.piece()),
            _ => self.random.below(3).to_string(),
        };
        format!("uses of {enemy}{right} {sign} {other}")
    }

    /// Generates an effect on a right.
    fn right_effect(&mut self) -> String {
        let rights = self.rights.clone();
        let right = self.one(&rights);
        match self.random.below(6) {
            0 => format!("sets {right} to {}", self.random.below(2)),
            1 => format!("sets {right} to uses of {}{}", self.one(&["", "enemy "]), self.one(&rights)),
            2 => format!("sets {right} to the number of {}", self.filter(0)),
            _ => format!("{} {right}", self.one(&["loses", "uses", "gains"])),
        }
    }

    /// Generates a rule by which every move counts.
    pub(super) fn tally(&mut self) -> Line {
        let rights = self.rights.clone();
        let (verb, right) = (self.one(&["gains", "gains", "uses", "loses"]), self.one(&rights));
        let when = match self.random.below(3) {
            0 => String::new(),
            1 => format!(" when not {}", self.of_rights()),
            _ => format!(" when {}", self.of_rights()),
        };
        line(format!("arriving piece at board{when}: {verb} {right}"))
    }

    /// Generates a condition of an ending.
    pub(super) fn end(&mut self) -> String {
        let fact = self.one(&[
            "no legal move",
            "stalemate",
            "checkmate",
            "quiet 12",
            "quiet 3",
            "repeated 2",
            "repeated 3",
        ]);
        let other = self.condition(1);
        match self.random.below(4) {
            0 => format!("{fact} or {other}"),
            1 => format!("not {fact} and {other}"),
            _ => format!("{fact} and {other}"),
        }
    }

    pub(super) fn condition(&mut self, depth: usize) -> String {
        if self.chance(12) {
            return self.counted();
        }
        match self.random.below(if depth == 0 { 9 } else { 11 }) {
            0 if self.long_turns => self.one(&["in check", "first move of turn", "last move of turn"]).into(),
            0 => self.one(&["in check", "in check", "enemy in check", "royals face"]).into(),
            1..=3 if self.hands && self.chance(25) => self.held(),
            1 => format!("no {}", self.filter(1)),
            2 => format!("empty {}", self.zone(0)),
            3 => self.filter(1),
            4 if self.chance(50) => format!("one square color for {}", self.piece()),
            5 if self.chance(50) => {
                let (one, other, more) = (self.piece(), self.piece(), self.piece());
                let more = if self.chance(40) { format!(", {more}") } else { String::new() };
                format!("only [{one}] against [{other}{more}], [{other}] against [king]")
            }
            4 if !self.rights.is_empty() => self.of_rights(),
            6 if self.chance(30) => format!("some move reaches {}", self.condition(0)),
            9 => {
                let (joint, first) = (self.one(&["and", "or"]), self.condition(depth - 1));
                format!("({first} {joint} {})", self.condition(depth - 1))
            }
            10 => format!("not ({})", self.condition(depth - 1)),
            _ => {
                let (is, count) = (self.one(&["=", "<=", ">="]), self.random.below(4));
                format!("{} {is} {count}", self.filter(1))
            }
        }
    }

    /// Generates a condition that does not depend on moves.
    pub(super) fn timing(&mut self) -> String {
        let condition = self.condition(1);
        if condition.contains("some move") { "in check".into() } else { condition }
    }

    /// Generates a condition on the position after an action.
    pub(super) fn proof(&mut self) -> String {
        let proof = match self.random.below(4) {
            0 => self.condition(1),
            1 if self.chance(40) => format!("it attacks {}{}", self.one(&["", "no "]), self.filter(1)),
            1 => format!("it forks {} {}", 1 + self.random.below(2), self.one(&["enemies", "any piece"])),
            _ if self.long_turns => "it forks 2 enemies".to_owned(),
            _ => {
                let by = ["", " by every-reply", " by no-safe-move", " by no-move", " by attack"];
                let prey = if self.chance(50) { "enemies".to_owned() } else { self.filter(1) };
                format!("it traps {prey}{}", self.one(&by))
            }
        };
        if self.chance(15) { format!("{proof} or {}", self.condition(0)) } else { proof }
    }

    pub(super) fn threats(&mut self) -> String {
        let all = ["capture", "displacement", "exchange", "attack"];
        format!("{}, {}", self.one(&all[..2]), self.one(&all[2..]))
    }

    pub(super) fn consequence(&mut self, may: bool) -> String {
        let what = match self.random.below(12) {
            0..=4 => format!("becomes {}", self.piece()),
            5 => {
                let lost = self.one(&["", " that are lost"]);
                format!("becomes one of [{}, {}]{lost}", self.piece(), self.piece())
            }
            6 => format!("exchanges with {}", self.filter(1)),
            7 if self.chance(50) => {
                let other = self.filter(0);
                let (between, crossing) =
                    (format!("between it and {other}"), format!("where it crosses {other}"));
                let (along, across) = (format!("{between} orthogonally"), format!("{between} diagonally"));
                let attacked = "that it attacks";
                let places = [
                    "around", "around", "ahead", "ahead", "behind", &between, &along, &across, &crossing,
                    attacked,
                ];
                let place = self.one(&places).to_owned();
                let verb = self.one(&["removes", "removes", "converts", "pushes"]);
                let hand = match verb {
                    "removes" if self.hands => self.one(&["", "", " to hand", " to hands of owners"]),
                    _ => "",
                };
                format!("{verb} {} {place}{hand}", self.filter(1))
            }
            7 if self.hands && self.chance(30) => "goes to hand".into(),
            7 => self.one(&["vanishes", "changes sides"]).into(),
            8 if !self.rights.is_empty() => self.right_effect(),
            9 => format!("{} by feat", self.one(&["win", "loss", "draw"])),
            _ => {
                let removing =
                    if self.chance(60) { format!(" removing {}", self.filter(1)) } else { String::new() };
                let nearest = self.one(&["", " or nearest"]);
                format!("goes to home of {}{removing}{nearest}", self.piece())
            }
        };
        // After `may`, the verb has no ending.
        let (verb, rest) = what.split_once(' ').unwrap_or((&what, ""));
        let bare = match verb {
            "goes" => "go",
            "loses" => "lose",
            "uses" => "use",
            "gains" => "gain",
            "sets" => "set",
            "removes" => "remove",
            "exchanges" => "exchange",
            "changes" => "change",
            "converts" => "convert",
            "pushes" => "push",
            "vanishes" => "vanish",
            verb => verb.strip_suffix('s').filter(|bare| *bare == "become").unwrap_or(verb),
        };
        if may { format!("may {bare} {rest}").trim_end().to_owned() } else { what }
    }

    pub(super) fn arrival(&mut self, pieces: &str) -> Line {
        let (leaving, may) = (self.one(&["", "", " or leaving"]), self.chance(30));
        let pieces = if pieces.is_empty() { String::new() } else { format!("{pieces} ") };
        let when = if self.chance(20) { format!(" when {}", self.timing()) } else { String::new() };
        let outside = if leaving.is_empty() && self.chance(15) { " from outside" } else { "" };
        let events = self.one(&[
            "exchange",
            "exchange",
            "castling",
            "drop",
            "put",
            "[castling, drop, exchange, put]",
            "[drop, put]",
        ]);
        let zone = self.zone(0);
        let mut text = match self.random.below(10) {
            0 => format!("arriving {pieces}by {events} at {zone}{when}: {}", self.consequence(false)),
            1 | 2 => format!(
                "arriving {pieces}at{leaving} {zone}{outside}, also by {events}{when}: {}",
                self.consequence(false)
            ),
            _ => format!("arriving {pieces}at{leaving} {zone}{outside}{when}: {}", self.consequence(may)),
        };
        while self.chance(20) {
            text += &format!(", {}", self.consequence(false));
        }
        line(text)
    }

    /// Generates an effect of a capture.
    pub(super) fn capture(&mut self, by: &str) -> Line {
        let (captured, may) = (self.filter(1), self.chance(30));
        let at = self.one(&["at", "at", "at or leaving"]);
        let place = if self.chance(30) { format!(" {at} {}", self.zone(0)) } else { String::new() };
        let place = if self.chance(15) { format!("{place} when {}", self.timing()) } else { place };
        let mut text = format!("capturing {captured}{by}{place}: {}", self.consequence(may));
        while self.chance(20) {
            text += &format!(", {}", self.consequence(false));
        }
        line(text)
    }

    /// Generates castling by squares, usually on the first rank.
    pub(super) fn castling(&mut self) -> Line {
        let rank = if self.chance(90) { 1 } else { self.rank() };
        let width = self.draft.width;
        let place = |maker: &mut Self| match maker.random.below(4) {
            0 => String::new(),
            1 => format!(" in {}", maker.zone(0)),
            _ => format!(" in rank {rank}"),
        };
        let pieces =
            if self.chance(80) { ("king".to_owned(), self.piece()) } else { (self.piece(), self.piece()) };
        let (one, other) = (place(self), place(self));
        let side = self.one(&["", " to its left", " to its right"]);
        let [king, partner] = [0; 2].map(|_| format!("{}{rank}", super::file(1 + self.random.below(width))));
        let attacks = if self.chance(25) { " through attacks" } else { "" };
        let (piece, with) = pieces;
        line(format!("castling {piece}{one} with {with}{side}{other}: to {king} and {partner}{attacks}"))
    }

    /// Generates a follow-up of a move by which a piece leaves a square.
    pub(super) fn leaving(&mut self, by: &str) -> Line {
        let (zone, may) = (self.zone(0), self.one(&["may ", "may ", ""]));
        let first = self.one(&["", " for the first time"]);
        let when = if self.chance(20) { format!(" when {}", self.timing()) } else { String::new() };
        let what = match self.chance(50) {
            true => self.one(&["any", "non-royal"]).to_owned(),
            false => format!("[{}, {}]", self.piece(), self.piece()),
        };
        let (verb, shields) = (self.one(&["drop", "drop", "add"]), self.one(&["", "", " that shields"]));
        let what = if verb == "add" { format!("[{}, {}]", self.piece(), self.piece()) } else { what };
        line(format!("leaving {zone}{by}{first}{when}: {may}{verb} {what}{shields}"))
    }

    /// Generates a line, or a switch between it and another line.
    pub(super) fn decided(&mut self, mut make: impl FnMut(&mut Self) -> Line) -> Line {
        if self.chance(94) {
            return make(self);
        }
        self.switches += 1;
        let name = format!("choice{}", self.switches);
        let value = |name: &str, Line { text, block: inner }: Line| match inner.is_empty() {
            true => line(format!("{name} {text} \"{text}\"")),
            false => block(format!("{name} \"{text}\""), vec![block(text, inner)]),
        };
        let values = vec![value("one*", make(self)), value("two", make(self)), line("none \"neither\"")];
        block(format!("switch {name} \"Which?\""), values)
    }
}
