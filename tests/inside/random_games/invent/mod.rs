//! Generates random games that use all features of the language without any sense.
//!
//! [`invent`] is the entry point. Some games use only pieces and moves ([`Maker::plain`]), and others random rules. Not
//! every draft is valid; invalid lines are removed later.

mod extras;
mod pieces;
mod rules;
mod words;

use super::draft::{Draft, block, file, line};
use crate::inside::betza::laws::{Dice, notation};
use crate::inside::random::Random;
use ferz_core::base::source::Span;
use ferz_lang::betza;

const NAMES: [(&str, &str); 8] = [
    ("alder", "A"),
    ("birch", "B"),
    ("cedar", "C"),
    ("dogwood", "Dw"),
    ("elm", "E"),
    ("fir", "F2"),
    ("ginkgo", "G"),
    ("holly", "H"),
];

/// The notations of common moves, and of moves that need more than two squares.
const USUAL: [&str; 36] = [
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
    "fmWfceFfmnnH",
    "fmFfceWfmnnA",
    "WcabK",
    "fmWfceFifmnD",
    "KimN",
    "W[mK-bK]",
    "mNxaN",
    "K[mK-bK][cK?K]",
    "[cK?cK]",
    "[cF-ucF]mF",
    "WfkR",
    "tR",
    "jBoR",
    "N'",
];

/// The notations of a king that can castle.
const CASTLING: [&str; 5] = ["KisO2", "KisO1", "KirO2ilO3", "KirjO2", "KisO2isjO2"];

/// The state of the generator: the names that later rules can use.
struct Maker<'a> {
    random: &'a mut Random,
    draft: Draft,
    regions: Vec<&'static str>,
    /// The names of pieces and, inside the block of a piece, of its stages.
    pieces: Vec<String>,
    /// The names of groups of pieces.
    groups: Vec<&'static str>,
    rights: Vec<&'static str>,
    hands: bool,
    /// True if some turns have several moves.
    long_turns: bool,
    switches: usize,
}

/// Generates a random game.
pub fn invent(random: &mut Random) -> Draft {
    let size = |random: &mut Random| match random.below(12) {
        // Most boards are small, because a game on a small board takes a hundredth of the time.
        0 => 5 + random.below(10),
        1 if random.below(6) == 0 => 16,
        _ => 3 + random.below(4),
    };
    let (width, height) = (size(random), size(random));
    let draft = Draft {
        width,
        height,
        turned: random.below(2) == 0,
        joins: ["files", "ranks"].into_iter().filter(|_| random.below(12) == 0).collect(),
        holes: Vec::new(),
        cells: Vec::new(),
        rules: Vec::new(),
        rows: Vec::new(),
        beside: Vec::new(),
        arrays: Vec::new(),
        amendments: Vec::new(),
        array: "",
        values: Vec::new(),
    };
    let hands = random.below(4) == 0;
    let long_turns = random.below(10) == 0;
    let (regions, pieces, groups, rights) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut maker = Maker { random, draft, regions, pieces, groups, rights, hands, long_turns, switches: 0 };
    if maker.chance(30) {
        maker.plain();
    } else {
        maker.board();
        maker.all_pieces();
        maker.rules();
        maker.extras();
    }
    maker.draft
}

impl Maker<'_> {
    /// Adds kings and a few pieces with moves and no other rules.
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
            let of = if self.chance(80) { (" as nook of white", " as nook of black") } else { ("", "") };
            for (own, other) in [("y8", "z8"), ("y9", "z9")].into_iter().take(1 + self.random.below(2)) {
                let (x, y) = (self.one(&["0", "1"]), 1 + self.random.below(height));
                let (x, image) = if x == "0" { (0, width + 1) } else { (width + 1, 0) };
                let image = (if self.draft.turned { image } else { x }, height + 1 - y);
                self.draft.cells.push(line(format!("cell {own} at ({x}, {y}){}", of.0)));
                let (x, y) = image;
                self.draft.cells.push(line(format!("cell {other} at ({x}, {y}){}", of.1)));
            }
            if !of.0.is_empty() {
                self.regions.push("nook");
            }
        }
        for name in ["far", "pool", "camp"] {
            if self.chance(60) {
                let region = match name {
                    "far" => {
                        line(format!("region {name} = rank {}..{height}", 1 + self.random.below(height)))
                    }
                    _ if self.draft.holes.is_empty() && self.chance(20) => {
                        let row = |maker: &mut Self, y: usize| {
                            let places: Vec<&str> = (0..width).map(|_| maker.one(&["x", ".", "."])).collect();
                            line(format!("{y} | {}", places.join(" ")))
                        };
                        let y = self.rank();
                        block(format!("region {name}"), vec![row(self, y)])
                    }
                    _ => line(format!("region {name} = {}", self.zone(1))),
                };
                self.draft.rules.push(region);
                self.regions.push(name);
            }
        }
    }

    /// Returns a valid notation in backticks.
    fn notation(&mut self) -> String {
        if self.chance(45) {
            return format!("`{}`", self.one(&USUAL));
        }
        let mut dice = Dice::new(self.random.below(usize::MAX) as u64);
        loop {
            let text = notation(&mut dice);
            let (reading, problems) = betza::read(&text, Span::new(0, 0, text.len()));
            if problems.is_empty() && text.len() <= 16 {
                let states = reading.map_or(usize::MAX, |reading| reading.automaton.states.len());
                if states <= 40 {
                    return format!("`{text}`");
                }
            }
        }
    }
}
