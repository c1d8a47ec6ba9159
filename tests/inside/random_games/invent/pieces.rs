//! Generates the pieces of a random game and its array.
//!
//! Every game has at least one king. The array places the pieces on the first ranks of White, and Black gets the
//! corresponding squares.

use super::{CASTLING, Maker, NAMES};
use crate::inside::random_games::draft::{Line, block, line};

impl Maker<'_> {
    pub(super) fn all_pieces(&mut self) {
        for right in ["oath", "boon"] {
            if self.chance(40) {
                let times = self.one(&["once", "2 times", "3 times"]);
                let first = if self.chance(30) { " used up at first" } else { "" };
                let clock = if self.chance(15) { " as a clock" } else { "" };
                let back = if self.chance(15) { " regained by other moves" } else { "" };
                self.draft.rules.push(line(format!("right {right} {times}{first}{clock}{back}")));
                self.rights.push(right);
            }
        }
        let count = 2 + self.random.below(NAMES.len() - 2);
        self.pieces =
            ["king"].into_iter().chain(NAMES[..count].iter().map(|name| name.0)).map(str::to_owned).collect();
        if self.chance(25) {
            let trees = format!("group trees = [{}, {}]", self.piece(), self.piece());
            self.draft.rules.push(line(trees));
            self.groups.push("trees");
        }
        let castles = self.chance(20);
        let king = match self.random.below(10) {
            _ if castles => format!("`{}`", self.one(&CASTLING)),
            0..6 => "`K`".into(),
            _ => self.notation(),
        };
        let body = if self.chance(15) { vec![self.statement(0)] } else { Vec::new() };
        self.draft.rules.push(block(format!("piece king K {king} royal 1"), body));
        for (number, (name, token)) in NAMES.iter().enumerate().take(count) {
            self.one_piece(number, name, token);
        }
        let mut tokens: Vec<&str> = NAMES[..count].iter().map(|name| name.1).collect();
        if self.chance(12) {
            let moves = self.notation();
            let mut body = vec![line("token X{x}"), line(format!("moves {moves}"))];
            body.push(self.decided(|maker| maker.statement(20)));
            self.draft.rules.push(block("family graft X for [alder, birch]", body));
            self.groups.push("graft");
            tokens.extend(["Xa", "Xb"]);
        }
        self.array(&tokens, castles);
    }

    fn one_piece(&mut self, number: usize, name: &str, token: &str) {
        let royal = if self.chance(12) { self.one(&[" royal 2", " royal 3", " royal 1"]) } else { "" };
        let moves = if self.chance(7) { String::new() } else { format!(" {}", self.notation()) };
        let still = if royal.is_empty() && self.chance(60) {
            self.one(&["neutral", "neutral", "neutral but may be captured"])
        } else {
            "stands still"
        };
        let mut body = if moves.is_empty() { vec![line(still)] } else { Vec::new() };
        let stage = self.chance(25).then_some("late");
        self.pieces.extend(stage.map(str::to_owned));
        while self.chance(40) {
            body.push(self.decided(|maker| maker.statement(number)));
        }
        if !moves.is_empty() && self.chance(6) {
            let (place, what) = (self.zone(0), self.piece());
            body.push(line(format!("arriving by{moves} at {place}: becomes {what}")));
        }
        if self.chance(3) {
            body.push(line(format!("value {}", 100 * self.random.below(9))));
        }
        if self.chance(20) {
            body.push(line(format!("points {}", 1 + self.random.below(3))));
        }
        if let Some(stage) = stage {
            self.pieces.pop();
            let moves = self.notation();
            let inner = if self.chance(50) { vec![self.statement(number + 10)] } else { Vec::new() };
            body.push(block(format!("stage {stage} {moves}"), inner));
        }
        self.draft.rules.push(block(format!("piece {name} {token}{moves}{royal}"), body));
    }

    fn array(&mut self, tokens: &[&str], castles: bool) {
        let (width, height) = (self.draft.width, self.draft.height);
        // A king that castles needs empty squares beside it.
        let full = if castles { 25 } else { 70 };
        for y in 0..(1 + self.random.below(3)).min(height / 2) {
            let mut row = Vec::new();
            for x in 0..width {
                let corner = castles && y == 0 && (x < 2 || x + 2 >= width);
                let piece = self.chance(if corner { 80 } else { full });
                row.push(if piece { self.one(tokens) } else { "." }.to_owned());
            }
            if y == 0 {
                let place = if castles { width / 2 } else { self.random.below(width) };
                self.draft.holes.retain(|hole| *hole != (place + 1, 1) && *hole != (width - place, height));
                self.draft.holes.retain(|hole| *hole != (place + 1, height));
                row[place] = "K".into();
            }
            self.draft.rows.push(row);
        }
        if self.hands && self.chance(50) {
            let mut held: Vec<String> = Vec::new();
            for _ in 0..=self.random.below(4) {
                let token = if self.chance(20) { "K" } else { self.one(tokens) };
                held.push(if self.chance(20) { token.to_lowercase() } else { token.to_owned() });
            }
            self.draft.beside.push(line(format!("hand: {}", held.join(" "))));
            for square in [self.square(), self.square()].into_iter().take(self.random.below(3)) {
                let token = self.one(&["K", tokens[0], tokens[1]]);
                let token = if self.chance(20) { token.to_lowercase() } else { token.to_owned() };
                self.draft.beside.push(line(format!("home {square}: {token}")));
            }
        }
        if !self.draft.cells.is_empty() && self.chance(50) {
            let token = if self.chance(20) { "K" } else { self.one(tokens) };
            self.draft.beside.push(line(format!("y8: {token}")));
            self.draft.beside.push(line(format!("z8: {}", token.to_lowercase())));
        }
    }

    /// Generates a line in the block of a piece.
    pub(super) fn statement(&mut self, number: usize) -> Line {
        match self.random.below(10) {
            0..=2 => self.arrival(""),
            3 => line(format!("stays in {}", self.zone(1))),
            4 => line(format!("immune to {}", self.threats())),
            5 => {
                let (moves, on) = (self.notation(), self.one(&["on", "outside"]));
                let on = if self.chance(50) { format!(" {on} {}", self.zone(0)) } else { String::new() };
                let to = if self.chance(40) { format!(" to {}", self.zone(0)) } else { String::new() };
                let when = if self.chance(40) { format!(" when {}", self.timing()) } else { String::new() };
                let over = if self.chance(30) { format!(" over {}", self.filter(0)) } else { String::new() };
                let capturing =
                    if self.chance(25) { format!(" capturing {}", self.filter(0)) } else { String::new() };
                let provided = match self.random.below(6) {
                    0 => " provided not enemy in check",
                    1 => " provided it forks 1 enemies",
                    _ => "",
                };
                let stops = match self.chance(15) {
                    true => format!(" stopping beside {}", self.filter(0)),
                    false => String::new(),
                };
                let safely = self.one(&["", "", "", " not through attacks"]);
                line(format!("moves {moves}{on}{to}{over}{capturing}{stops}{safely}{when}{provided}"))
            }
            6 if self.hands && self.chance(30) => self.leaving(""),
            6 if self.hands => line(format!("in hand becomes {}", self.piece())),
            7 => line(format!("immune in {} to {}", self.zone(0), self.threats())),
            8 if self.chance(50) => self.automatic(""),
            _ => self.action(&format!("act-{number}"), true),
        }
    }
}
