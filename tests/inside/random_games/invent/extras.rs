//! Generates what is rarer: automatic effects, statements under a switch, further arrays, and amendments.
//!
//! [`Maker::extras`] runs last, so that its lines can use the names of the whole game.

use super::Maker;
use crate::inside::random_games::draft::{Line, block, file, line};

impl Maker<'_> {
    /// Adds a few rare statements to the game.
    pub(super) fn extras(&mut self) {
        if self.chance(12) {
            let first = self.one(&["first move black", "first move black", "first move dice"]);
            self.draft.rules.push(line(first));
        }
        if !self.rights.is_empty() && self.chance(10) {
            let rights = self.rights.clone();
            let (enemy, right) = (self.one(&["", "enemy "]), self.one(&rights));
            self.draft.rules.push(line(format!("fen of fairy-stockfish counts {enemy}{right}")));
        }
        if self.switches > 0 && self.chance(60) {
            let (name, how) =
                (1 + self.random.below(self.switches), self.one(&["one", "two, none", "except two"]));
            let inner = self.any_rule();
            self.draft.rules.push(block(format!("under choice{name} {how}"), vec![inner]));
        }
        if self.chance(10) {
            self.shuffle();
        }
        if self.chance(8) {
            let (mirrored, token) = (self.one(&["", " mirrored"]), self.one(&["K", "A", "."]));
            let mut row = vec!["."; self.draft.width];
            row[self.random.below(self.draft.width)] = token;
            let rows = vec![line(format!("2 | {}", row.join(" ")))];
            self.draft.arrays.push(block(format!("array second from found{mirrored}"), rows));
            self.draft.array = "/second";
        }
        if self.chance(15) {
            for _ in 0..=self.random.below(3) {
                let amendment = self.amendment();
                self.draft.amendments.push(amendment);
            }
        }
    }

    /// Generates an automatic effect.
    pub(super) fn automatic(&mut self, pieces: &str) -> Line {
        let place = if self.chance(50) { format!(" in {}", self.zone(0)) } else { String::new() };
        let when = if self.chance(60) { format!(" when {}", self.timing()) } else { String::new() };
        // Endless changes back and forth need a condition, and conditions often prevent them.
        let place = if pieces.is_empty() { place } else { String::new() };
        line(format!("by itself{pieces}{place}{when}: {}", self.consequence(false)))
    }

    /// Generates a rule outside the pieces.
    fn any_rule(&mut self) -> Line {
        match self.random.below(6) {
            0 => self.action("spare", false),
            1 => {
                let pieces = self.filter(0);
                self.arrival(&pieces)
            }
            2 => self.capture(""),
            3 => self.castling(),
            4 => self.automatic(" piece"),
            _ => self.move_rule(),
        }
    }

    /// Shuffles the pieces on some squares of the first rank.
    fn shuffle(&mut self) {
        let Some(row) = self.draft.rows.first() else { return };
        let pieces: Vec<(String, String)> = row
            .iter()
            .enumerate()
            .filter(|(_, token)| *token != ".")
            .map(|(x, token)| (format!("{}1", file(x + 1)), token.clone()))
            .take(4)
            .collect();
        let squares: Vec<&str> = pieces.iter().map(|(square, _)| square.as_str()).collect();
        let tokens: Vec<&str> = pieces.iter().map(|(_, token)| token.as_str()).collect();
        let shuffle = format!("shuffle [{}]: {}", squares.join(", "), tokens.join(", "));
        self.draft.beside.push(line(shuffle));
        self.draft.array = self.one(&["/0", "/1", ""]);
    }

    /// Generates a statement of a file that extends the game.
    fn amendment(&mut self) -> Line {
        let piece = self.one(&["king", "alder", "birch"]);
        let token = match piece {
            "king" => "K",
            "alder" => "A",
            _ => "B",
        };
        match self.random.below(12) {
            0..=2 => line(format!("change piece {piece} {token} {}", self.notation())),
            3..=5 => block(format!("change piece {piece} {token}"), vec![self.statement(40)]),
            6 => block(
                format!("change piece {piece} {token}"),
                vec![line(self.one(&["remove moves", "remove arriving", "stands still"]))],
            ),
            7 => line(format!(
                "remove {}",
                self.one(&["action leap", "hands", "piece cedar", "entry", "royalty"])
            )),
            8 => self.any_rule(),
            9 => block(
                "change ending",
                vec![line(self.one(&[
                    "stalemate: loss",
                    "stalemate: win",
                    "odd: draw when in check",
                    "checkmate: win",
                ]))],
            ),
            10 => {
                let moves = self.notation();
                line(format!("add piece novice Y {moves}"))
            }
            _ => line(format!("change region {} = {}", self.one(&["far", "pool", "camp"]), self.zone(1))),
        }
    }
}
