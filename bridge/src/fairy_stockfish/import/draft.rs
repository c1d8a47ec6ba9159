//! A draft of a rule file: its statements by kind, so that two games can be compared, and their text.

use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::{SquareMask, squares_text};
use crate::lang::vocabulary;

/// A piece type in a rule file. A promoted piece that can revert to its unpromoted form is a separate type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    pub kind: KindId,
    pub from: Option<KindId>,
}

/// A `piece` statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDraft {
    pub piece: Piece,
    pub name: String,
    pub token: String,
    /// The notation on the first line. It can be empty.
    pub moves: String,
    pub royal: bool,
    pub lines: Vec<String>,
}

impl PieceDraft {
    pub fn text(&self) -> String {
        let moves = if self.moves.is_empty() { String::new() } else { format!(" `{}`", self.moves) };
        let royal = if self.royal { " royal" } else { "" };
        format!("piece {} {}{moves}{royal}{}", self.name, self.token, block(&self.lines))
    }
}

/// A rule file as statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDraft {
    pub board: Vec<String>,
    pub regions: Vec<(String, String)>,
    pub hands: Option<&'static str>,
    pub pieces: Vec<PieceDraft>,
    /// Rules without a name, in source order.
    pub rules: Vec<String>,
    /// Actions with their names.
    pub actions: Vec<(String, String)>,
    pub royalty: Vec<String>,
    /// The statement about the first move, unless White begins.
    pub first: Option<&'static str>,
    pub endings: Vec<String>,
    pub clock: Option<String>,
    pub array: Vec<String>,
}

/// Returns the lines as a block, or an empty text if there are none.
pub fn block(lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!(" {{\n{}\n}}", lines.join("\n")) }
}

impl FileDraft {
    /// Returns the statements of a game that does not extend another.
    pub fn statements(&self) -> Vec<String> {
        let named = |keyword: &str, lines: &[String]| match lines {
            [] => String::new(),
            _ => format!("{keyword}{}", block(lines)),
        };
        let regions = self.regions.iter().map(|(name, squares)| format!("region {name} {squares}"));
        let pieces = self.pieces.iter().map(PieceDraft::text);
        let actions = self.actions.iter().map(|(_, text)| text.clone());
        let mut all = vec![named("board", &self.board), regions.collect::<Vec<_>>().join("\n")];
        all.extend(self.hands.map(str::to_owned));
        all.push(pieces.collect::<Vec<_>>().join("\n"));
        all.extend(self.rules.iter().cloned());
        all.push(actions.collect::<Vec<_>>().join("\n"));
        all.push(named("royalty", &self.royalty));
        all.extend(self.first.map(str::to_owned));
        all.push(named("ending", &self.endings));
        all.extend(self.clock.clone());
        all.push(named("array start", &self.array));
        all.retain(|statement| !statement.is_empty());
        all
    }
}

/// The regions of a game. Each set of squares has one name.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    files: i32,
    ranks: i32,
    turned: bool,
    holes: SquareMask,
    named: Vec<(String, [SquareMask; 2])>,
}

impl Regions {
    pub fn new(files: i32, ranks: i32, turned: bool, holes: SquareMask) -> Regions {
        Regions { files, ranks, turned, holes, named: Vec::new() }
    }

    /// Converts squares from White's view to Black's view.
    pub fn turn(&self, squares: SquareMask) -> SquareMask {
        squares.turned(self.files, self.ranks, self.turned)
    }

    pub fn board(&self) -> SquareMask {
        SquareMask::board(self.files, self.ranks)
    }

    /// Returns the word for the whole grid, or the name of the region with these squares. Declares the region if it is
    /// new.
    pub fn name(&mut self, preferred: &str, squares: [SquareMask; 2]) -> String {
        let all = self.board() & !self.holes;
        if squares.iter().all(|own| own.holds(all)) {
            return "grid".to_owned();
        }
        if let Some((name, _)) = self.named.iter().find(|(_, own)| *own == squares) {
            return name.clone();
        }
        let taken =
            |name: &str| vocabulary::is_reserved(name) || self.named.iter().any(|(own, _)| own == name);
        let free = (1..).map(|n| if n == 1 { preferred.to_owned() } else { format!("{preferred}-{n}") });
        let name = free.take(1000).find(|name| !taken(name)).unwrap_or_else(|| preferred.to_owned());
        self.named.push((name.clone(), squares));
        name
    }

    /// Returns the same as [`Self::name`], with a name that describes the location of the region.
    pub fn place(&mut self, squares: [SquareMask; 2]) -> String {
        let preferred = self.location_name(squares);
        self.name(preferred, squares)
    }

    /// Returns a name that describes the location of a region by its ranks, from White's view.
    fn location_name(&self, [white, black]: [SquareMask; 2]) -> &'static str {
        let own = if white.is_empty() { self.turn(black) } else { white };
        let ranks: Vec<i32> =
            (0..self.ranks).filter(|rank| !(own & SquareMask::rank(*rank)).is_empty()).collect();
        let whole = ranks.iter().all(|rank| own.holds(SquareMask::rank(*rank) & self.board() & !self.holes));
        let names = ["first-rank", "second", "third", "fourth", "fifth", "sixth", "seventh"];
        match (&ranks[..], whole) {
            (&[rank], true) if rank == self.ranks - 1 => "far-rank",
            (&[rank], true) => {
                usize::try_from(rank).ok().and_then(|rank| names.get(rank)).copied().unwrap_or("rank-x")
            }
            (&[0, ..], true) => "home-side",
            (&[.., last], true) if last == self.ranks - 1 => "camp",
            _ => "zone",
        }
    }

    /// Returns the declared regions.
    pub fn declared(self) -> Vec<(String, String)> {
        let text = |[white, black]: [SquareMask; 2]| {
            let write = |squares| squares_text(squares, (self.files, self.ranks), self.holes);
            // Black's squares are the reflection only of those that White's part of the board has.
            let reflected = self.turn(white & !self.holes) & !self.holes;
            if self.turn(white) == black && reflected == black & !self.holes {
                return format!("= {}", write(white));
            }
            if white == black {
                return format!("for both = {}", write(white));
            }
            let sides = [("white", white), ("black", black)].into_iter().filter(|(_, own)| !own.is_empty());
            sides.map(|(side, own)| format!("for {side} = {}", write(own))).collect::<Vec<_>>().join(", ")
        };
        self.named.iter().map(|(name, squares)| (name.clone(), text(*squares))).collect()
    }
}
