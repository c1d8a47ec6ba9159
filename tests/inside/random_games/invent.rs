//! Random games: what the language can say, said without sense.

use super::draft::{Draft, Line, block, file, line};
use crate::inside::betza::laws::{Dice, notation};
use crate::inside::random::Random;
use ferz::base::source::Span;
use ferz::lang::betza;

const NAMES: [(&str, &str); 8] = [
    ("alder", "A"),
    ("birch", "B"),
    ("cedar", "C"),
    ("dogwood", "D"),
    ("elm", "E"),
    ("fir", "F"),
    ("ginkgo", "G"),
    ("holly", "H"),
];

const PLAIN: [&str; 26] = [
    "W",
    "F",
    "K",
    "N",
    "R",
    "B",
    "Q",
    "D",
    "A",
    "nA",
    "nN",
    "mRcpR",
    "gQ",
    "fmWfcF",
    "fW",
    "R2",
    "NN",
    "[F-W-W-R]",
    "mWcF",
    "KdK",
    "udQ",
    "fmWfceFfmnnD",
    "WcabK",
    "fmWfceFifmnD",
    "KimN",
    "W[mK-bK]",
];

/// Letters of which engines and oracle are known to think differently: moves lent.
const KNOWN: [char; 1] = ['x'];

/// What a game is made of so far.
struct Maker<'a> {
    random: &'a mut Random,
    draft: Draft,
    regions: Vec<&'static str>,
    /// Names of pieces and, inside a piece, of its stages.
    pieces: Vec<String>,
    rights: Vec<&'static str>,
    hands: bool,
}

/// A random game.
pub fn invent(random: &mut Random) -> Draft {
    let size = |random: &mut Random| match random.below(3) {
        0 => 5 + random.below(10),
        _ => 3 + random.below(5),
    };
    let (width, height) = (size(random), size(random));
    let draft = Draft {
        width,
        height,
        turned: random.below(2) == 0,
        holes: Vec::new(),
        cells: Vec::new(),
        rules: Vec::new(),
        rows: Vec::new(),
    };
    let hands = random.below(4) == 0;
    let mut maker =
        Maker { random, draft, regions: Vec::new(), pieces: Vec::new(), rights: Vec::new(), hands };
    if maker.chance(35) {
        maker.plain();
    } else {
        maker.board();
        maker.all_pieces();
        maker.rules();
    }
    maker.draft
}

impl Maker<'_> {
    /// Kings and a few pieces, and nothing but their moves.
    fn plain(&mut self) {
        let king = if self.chance(70) { "`K`".into() } else { self.notation() };
        self.draft.rules.push(line(format!("piece king K {king} royal 1")));
        for (name, token) in NAMES.iter().take(1 + self.random.below(3)) {
            let moves = self.notation();
            self.draft.rules.push(line(format!("piece {name} {token} {moves}")));
        }
        let binds = self.one(&["always", "always", "when royals = 1", "all"]);
        self.draft.rules.push(block("royalty", vec![line(format!("check binds {binds}"))]));
        let mut row = vec![self.one(&["A", "."]).to_owned(); self.draft.width];
        row[self.random.below(self.draft.width)] = "K".into();
        self.draft.rows.push(row);
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.random.below(of.len())]
    }

    fn square(&mut self) -> String {
        let (x, y) = (1 + self.random.below(self.draft.width), 1 + self.random.below(self.draft.height));
        format!("{}{y}", file(x))
    }

    fn rank(&mut self) -> usize {
        1 + self.random.below(self.draft.height)
    }

    fn board(&mut self) {
        let (width, height) = (self.draft.width, self.draft.height);
        if self.chance(30) {
            for _ in 0..=self.random.below(3) {
                let hole = (1 + self.random.below(width), 1 + self.random.below(height));
                self.draft.holes.push(hole);
            }
        }
        if self.chance(35) {
            for (own, other) in [("y8", "z8"), ("y9", "z9")].into_iter().take(1 + self.random.below(2)) {
                let (x, y) = (self.one(&["0", "1"]), 1 + self.random.below(height));
                let (x, image) = if x == "0" { (0, width + 1) } else { (width + 1, 0) };
                let image = (if self.draft.turned { image } else { x }, height + 1 - y);
                self.draft.cells.push(line(format!("cell {own} at ({x}, {y}) as nook of white")));
                let (x, y) = image;
                self.draft.cells.push(line(format!("cell {other} at ({x}, {y}) as nook of black")));
            }
            self.regions.push("nook");
        }
        for name in ["far", "pool", "camp"] {
            if self.chance(60) {
                let squares = match name {
                    "far" => format!("rank {}..{height}", 1 + self.random.below(height)),
                    _ => self.zone(1),
                };
                self.draft.rules.push(line(format!("region {name} = {squares}")));
                self.regions.push(name);
            }
        }
    }

    /// Some squares.
    fn zone(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 7 } else { 9 }) {
            0 | 1 if !self.regions.is_empty() => {
                let whose = self.one(&["", "own ", "enemy ", "either "]);
                let all = self.regions.clone();
                format!("{whose}{}", self.one(&all))
            }
            2 => "grid".into(),
            3 => self.square(),
            4 => {
                let (a, b) = (self.random.below(self.draft.width), self.random.below(self.draft.width));
                format!("file {}..{}", file(1 + a.min(b)), file(1 + a.max(b)))
            }
            7 => format!("({} or {})", self.zone(depth - 1), self.zone(depth - 1)),
            8 => format!("({} except {})", self.zone(depth - 1), self.zone(depth - 1)),
            _ => {
                let (a, b) = (self.rank(), self.rank());
                format!("rank {}..{}", a.min(b), a.max(b))
            }
        }
    }

    fn piece(&mut self) -> String {
        self.pieces[self.random.below(self.pieces.len())].clone()
    }

    /// Some pieces.
    fn filter(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 6 } else { 10 }) {
            0 => "any piece".into(),
            1 => self.one(&["royal", "non-royal", "leader"]).into(),
            2 => format!("[{}, {}]", self.piece(), self.piece()),
            3..=5 => self.piece(),
            6 => format!("own {}", self.filter(0)),
            7 => format!("enemy {}", self.filter(0)),
            8 => format!("{} in {}", self.filter(0), self.zone(0)),
            _ => format!("{} except {}", self.filter(0), self.piece()),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 6 } else { 8 }) {
            0 => "in check".into(),
            1 => format!("no {}", self.filter(1)),
            2 => format!("empty {}", self.zone(0)),
            3 => self.filter(1),
            6 => {
                let (joint, first) = (self.one(&["and", "or"]), self.condition(depth - 1));
                format!("({first} {joint} {})", self.condition(depth - 1))
            }
            7 => format!("not ({})", self.condition(depth - 1)),
            _ => {
                let (is, count) = (self.one(&["=", "<=", ">="]), self.random.below(4));
                format!("{} {is} {count}", self.filter(1))
            }
        }
    }

    /// A notation that can be read, in backticks.
    fn notation(&mut self) -> String {
        if self.chance(45) {
            return format!("`{}`", self.one(&PLAIN));
        }
        let mut dice = Dice::new(self.random.below(usize::MAX) as u64);
        loop {
            let text = notation(&mut dice);
            let (reading, problems) = betza::read(&text, Span::new(0, 0, text.len()));
            let known = KNOWN.iter().any(|letter| text.contains(*letter));
            if problems.is_empty() && text.len() <= 16 && !known {
                let states = reading.map_or(usize::MAX, |reading| reading.automaton.states.len());
                if states <= 40 {
                    return format!("`{text}`");
                }
            }
        }
    }

    fn threats(&mut self) -> String {
        let all = ["capture", "displacement", "exchange", "attack"];
        format!("{}, {}", self.one(&all[..2]), self.one(&all[2..]))
    }

    fn consequence(&mut self, may: bool) -> String {
        let what = match self.random.below(12) {
            0..=4 => format!("becomes {}", self.piece()),
            5 => format!("becomes one of [{}, {}]", self.piece(), self.piece()),
            6 => format!("exchanges with {}", self.filter(1)),
            // After vanishing the engines and the oracle are known to go on differently.
            8 if !self.rights.is_empty() => {
                let rights = self.rights.clone();
                format!("loses {}", self.one(&rights))
            }
            9 => format!("{} by feat", self.one(&["win", "loss", "draw"])),
            _ => {
                let removing =
                    if self.chance(60) { format!(" removing {}", self.filter(1)) } else { String::new() };
                let nearest = self.one(&["", " or nearest"]);
                format!("goes to home of {}{removing}{nearest}", self.piece())
            }
        };
        match what.split_once(' ') {
            // After `may` the verb stands bare.
            Some((verb @ ("becomes" | "exchanges" | "goes" | "loses"), rest)) if may => {
                let bare = if verb == "goes" { "go" } else { verb.trim_end_matches('s') };
                let bare = if verb == "loses" { "lose" } else { bare };
                format!("may {bare} {rest}")
            }
            _ if may => format!("may {what}"),
            _ => what,
        }
    }

    fn arrival(&mut self, pieces: &str) -> Line {
        let (leaving, may) = (self.one(&["", "", " or leaving"]), self.chance(30));
        let pieces = if pieces.is_empty() { String::new() } else { format!("{pieces} ") };
        let mut text = format!("arriving {pieces}at{leaving} {}: {}", self.zone(0), self.consequence(may));
        if self.chance(20) && !may {
            text += &format!(", {}", self.consequence(false));
        }
        line(text)
    }

    fn action(&mut self, name: &str, inside: bool) -> Line {
        let own = |text: String| if inside { Vec::new() } else { vec![line(text)] };
        let mut lines = match self.random.below(if self.hands { 6 } else { 4 }) {
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
                let mut lines = vec![line(format!("drop [{}, {}]", self.piece(), self.piece()))];
                lines.push(line(format!("to {}", self.zone(1))));
                if self.chance(20) {
                    lines.push(line(format!("not on a file with {}", self.filter(1))));
                }
                if self.chance(20) {
                    lines.push(line("not giving checkmate"));
                }
                lines
            }
        };
        if self.chance(40) {
            lines.push(line(if self.chance(25) {
                "when no other move".into()
            } else {
                format!("when {}", self.condition(1))
            }));
        }
        if self.chance(25) {
            lines.push(line(if self.chance(50) {
                format!("provided {}", self.condition(1))
            } else {
                format!("provided it forks {} enemies", 1 + self.random.below(2))
            }));
        }
        if self.chance(40) && !self.rights.is_empty() {
            let rights = self.rights.clone();
            lines.push(line(format!("uses {}", self.one(&rights))));
        }
        if self.chance(15) {
            lines.push(line(self.one(&["must", "must if it can"])));
        }
        block(format!("action {name}"), lines)
    }

    fn all_pieces(&mut self) {
        for right in ["oath", "boon"] {
            if self.chance(40) {
                let times = self.one(&["once", "2 times"]);
                self.draft.rules.push(line(format!("right {right} {times}")));
                self.rights.push(right);
            }
        }
        let count = 2 + self.random.below(NAMES.len() - 2);
        self.pieces =
            ["king"].into_iter().chain(NAMES[..count].iter().map(|name| name.0)).map(str::to_owned).collect();
        let king = if self.chance(60) { "`K`".into() } else { self.notation() };
        let body = if self.chance(15) { vec![self.statement(0)] } else { Vec::new() };
        self.draft.rules.push(block(format!("piece king K {king} royal 1"), body));
        for (number, (name, token)) in NAMES.iter().enumerate().take(count) {
            let royal = if self.chance(10) { " royal 2" } else { "" };
            let moves = self.notation();
            let mut body = Vec::new();
            let stage = self.chance(25).then_some("late");
            self.pieces.extend(stage.map(str::to_owned));
            while self.chance(40) {
                body.push(self.statement(number));
            }
            if let Some(stage) = stage {
                self.pieces.pop();
                let moves = self.notation();
                let inner = if self.chance(50) { vec![self.statement(number + 10)] } else { Vec::new() };
                body.push(block(format!("stage {stage} {moves}"), inner));
            }
            self.draft.rules.push(block(format!("piece {name} {token} {moves}{royal}"), body));
        }
        let tokens: Vec<&str> = NAMES[..count].iter().map(|name| name.1).collect();
        let (width, height) = (self.draft.width, self.draft.height);
        for y in 0..(1 + self.random.below(3)).min(height / 2) {
            let mut row = Vec::new();
            for _ in 0..width {
                row.push(if self.chance(70) { self.one(&tokens) } else { "." }.to_owned());
            }
            if y == 0 {
                let place = self.random.below(width);
                self.draft.holes.retain(|hole| *hole != (place + 1, 1) && *hole != (width - place, height));
                self.draft.holes.retain(|hole| *hole != (place + 1, height));
                row[place] = "K".into();
            }
            self.draft.rows.push(row);
        }
    }

    /// A line in the block of a piece.
    fn statement(&mut self, number: usize) -> Line {
        match self.random.below(9) {
            0..=2 => self.arrival(""),
            3 => line(format!("stays in {}", self.zone(1))),
            4 => line(format!("immune to {}", self.threats())),
            5 => {
                let (moves, on) = (self.notation(), self.one(&["on", "outside"]));
                line(format!("moves {moves} {on} {}", self.zone(0)))
            }
            6 if self.hands => line(format!("in hand becomes {}", self.piece())),
            _ => self.action(&format!("act-{number}"), true),
        }
    }

    fn rules(&mut self) {
        let mut rules = Vec::new();
        if self.hands {
            rules.push(line("hands"));
        }
        for name in ["leap", "wink", "trick"] {
            if self.chance(35) {
                rules.push(self.action(name, false));
            }
        }
        if self.chance(35) {
            let pieces = self.filter(0);
            rules.push(self.arrival(&pieces));
        }
        while self.chance(25) {
            let whom = if self.chance(50) { format!(" in {}", self.zone(0)) } else { String::new() };
            rules.push(line(format!("immune {}{whom} to {}", self.filter(0), self.threats())));
        }
        if self.chance(40) {
            let mut entry = vec![line(format!("{}: {}", self.zone(0), self.filter(0)))];
            if self.chance(50) {
                let step = self.one(&["orthogonally", "diagonally"]);
                entry.push(line(format!("border {}: {} {step}", self.zone(0), self.filter(0))));
            }
            rules.push(block("entry", entry));
        }
        let binds = self.one(&["always", "always", "leader", "all", "when royals = 1", "never"]);
        let mut royalty = vec![line(format!("check binds {binds}"))];
        if self.chance(15) {
            royalty.push(line("royals may not face"));
        }
        rules.push(block("royalty", royalty));
        let mut endings = vec![line("checkmate: loss"), line("stalemate: draw")];
        if self.chance(50) {
            let result = self.one(&["win", "loss", "draw"]);
            endings.push(line(format!("odd: {result} when {}", self.condition(2))));
        }
        if self.chance(20) {
            let reached = self.condition(0);
            endings.push(line(format!("near: draw when some move reaches {reached}")));
        }
        if self.chance(30) {
            endings.push(line("idle: draw when quiet 12"));
        }
        rules.push(block("ending", endings));
        if self.chance(30) {
            rules.push(line(format!("clock resets on {}", self.filter(1))));
        }
        self.draft.rules.extend(rules);
    }
}
