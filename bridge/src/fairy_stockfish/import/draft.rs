//! A draft of a rule file: its statements by kind, so that two games can be compared.

use crate::builder::{NewStatement, SquareFill};
use crate::fairy_stockfish::options::KindId;
use crate::fairy_stockfish::squares::{SquareMask, named_squares};
use crate::form::Slot;
use crate::lang::vocabulary::{self, Keyword};

/// A piece type in a rule file. A promoted piece that can revert to its unpromoted form is a separate type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    pub kind: KindId,
    pub from: Option<KindId>,
}

/// A `piece` statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDraft {
    pub name: String,
    pub token: String,
    /// The notation on the first line. It can be empty.
    pub moves: String,
    pub royal: bool,
    pub lines: Vec<NewStatement>,
}

impl PieceDraft {
    pub fn statement(&self) -> NewStatement {
        let mut piece =
            NewStatement::new(Keyword::Piece).item(Slot::Name, &self.name).item(Slot::Token, &self.token);
        if !self.moves.is_empty() {
            piece = piece.item(Slot::Moves, &self.moves);
        }
        if self.royal {
            piece = piece.say("royal");
        }
        piece.block(self.lines.clone())
    }
}

/// A region of a rule file, with the squares of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionDraft {
    pub name: String,
    pub statement: NewStatement,
}

/// A rule file as statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDraft {
    pub board: Vec<NewStatement>,
    pub regions: Vec<RegionDraft>,
    pub hands: Option<NewStatement>,
    pub pieces: Vec<PieceDraft>,
    /// Groups of rules without a name, in source order.
    pub rules: Vec<Vec<NewStatement>>,
    /// Actions with their names.
    pub actions: Vec<NewStatement>,
    pub royalty: Vec<NewStatement>,
    /// The statement about the first move, unless White begins.
    pub first: Option<NewStatement>,
    pub endings: Vec<NewStatement>,
    pub clock: Option<NewStatement>,
    pub array: Vec<NewStatement>,
}

/// Returns a statement that consists of a keyword and a block, or none if the block is empty.
fn with_block(keyword: Keyword, lines: &[NewStatement]) -> Option<NewStatement> {
    (!lines.is_empty()).then(|| NewStatement::new(keyword).block(lines.to_vec()))
}

/// Returns the array with these lines.
pub fn array(lines: &[NewStatement]) -> NewStatement {
    NewStatement::new(Keyword::Array).item(Slot::Name, "start").block(lines.to_vec())
}

impl FileDraft {
    /// Returns the groups of statements of a game that does not extend another.
    pub fn statements(&self) -> Vec<Vec<NewStatement>> {
        let alone = |statement: Option<NewStatement>| Vec::from_iter(statement);
        let mut all = vec![
            alone(with_block(Keyword::Board, &self.board)),
            self.regions.iter().map(|region| region.statement.clone()).collect(),
            alone(self.hands.clone()),
            self.pieces.iter().map(PieceDraft::statement).collect(),
        ];
        all.extend(self.rules.iter().cloned());
        all.push(self.actions.clone());
        all.push(alone(with_block(Keyword::Royalty, &self.royalty)));
        all.push(alone(self.first.clone()));
        all.push(alone(with_block(Keyword::Ending, &self.endings)));
        all.push(alone(self.clock.clone()));
        all.push(alone((!self.array.is_empty()).then(|| array(&self.array))));
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

    /// Returns the whole grid, or the region with these squares. Declares the region if it is new.
    pub fn name(&mut self, preferred: &str, squares: [SquareMask; 2]) -> SquareFill {
        let all = self.board() & !self.holes;
        if squares.iter().all(|own| own.holds(all)) {
            return SquareFill::grid();
        }
        if let Some((name, _)) = self.named.iter().find(|(_, own)| *own == squares) {
            return SquareFill::region(name);
        }
        let taken =
            |name: &str| vocabulary::is_reserved(name) || self.named.iter().any(|(own, _)| own == name);
        let free = (1..).map(|n| if n == 1 { preferred.to_owned() } else { format!("{preferred}-{n}") });
        let name = free.take(1000).find(|name| !taken(name)).unwrap_or_else(|| preferred.to_owned());
        let region = SquareFill::region(&name);
        self.named.push((name, squares));
        region
    }

    /// Returns the same as [`Self::name`], with a name that describes the location of the region.
    pub fn place(&mut self, squares: [SquareMask; 2]) -> SquareFill {
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
    pub fn declared(self) -> Vec<RegionDraft> {
        let write = |squares| named_squares(squares, (self.files, self.ranks), self.holes);
        let region = |(name, [white, black]): &(String, [SquareMask; 2])| {
            let (name, white, black) = (name.clone(), *white, *black);
            let head = NewStatement::new(Keyword::Region).item(Slot::Name, &name);
            // Black's squares are the reflection only of those that White's part of the board has.
            let reflected = self.turn(white & !self.holes) & !self.holes;
            let is_relative = self.turn(white) == black && reflected == black & !self.holes;
            let statement = if is_relative {
                head.with(write(white))
            } else if white == black {
                head.say("for both").with(write(white))
            } else if white.is_empty() {
                head.say("for black").with(write(black))
            } else if black.is_empty() {
                head.say("for white").with(write(white))
            } else {
                head.say("for white").with(write(white)).with(write(black))
            };
            RegionDraft { name, statement }
        };
        self.named.iter().map(region).collect()
    }
}
