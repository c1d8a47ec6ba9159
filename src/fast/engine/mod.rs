//! The engine: one game, compiled once, asked about positions.
//!
//! It picks the narrowest bitboards that hold the board and answers from the tables. Only a game beyond all bounds, and
//! positions that no game can reach, are left to the reference rules; the answers are the same either way.
//!
//! ```
//! # use ferz::rules::Variant;
//! # use ferz::fast::engine::Engine;
//! # fn demo(variant: &Variant) {
//! let engine = Engine::new(variant);
//! let start = engine.start();
//! assert_eq!(engine.perft(&start, 1), engine.legal_moves(&start).len() as u64);
//! # }
//! ```

mod cache;
mod node;
mod parallel;

use crate::base::{Move, Outcome, Setup, Wide};
use crate::fast::compile::{Compiled, Unsupported, width};
use crate::rules::Variant;
use cache::Cache;
use node::{Game, Node};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A game, ready to be asked about positions. A clone shares the tables.
#[derive(Clone, Debug)]
pub struct Engine {
    variant: Arc<Variant>,
    tables: Tables,
}

/// A position of an engine's game. It must only be given to the engine it came from.
#[derive(Clone, Debug)]
pub struct Position(Held);

/// How to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How many threads share the work; zero and one are the same, and without the feature `parallel` there is one.
    pub threads: usize,
    /// How many megabytes of counts are remembered; none where there is no room for so many.
    pub hash: usize,
}

#[derive(Clone, Debug)]
enum Tables {
    Narrow(Arc<Compiled<u64>>),
    Middle(Arc<Compiled<u128>>),
    Broad(Arc<Compiled<Wide>>),
    None,
}

#[derive(Clone, Debug)]
enum Held {
    Narrow(Node<u64>),
    Middle(Node<u128>),
    Broad(Node<Wide>),
}

/// Calls a generic piece of code with the game and the position in their width.
macro_rules! in_width {
    ($engine:expr, $position:expr, $cache:expr, |$game:ident, $node:ident, $wrap:ident| $body:expr, |$rules:ident, $setup:ident| $plain:expr) => {
        match (&$engine.tables, &$position.0) {
            (Tables::Narrow(tables), Held::Narrow($node)) => {
                let ($game, $wrap) =
                    (Game { tables, variant: &$engine.variant, cache: $cache }, Held::Narrow);
                let _ = $wrap;
                $body
            }
            (Tables::Middle(tables), Held::Middle($node)) => {
                let ($game, $wrap) =
                    (Game { tables, variant: &$engine.variant, cache: $cache }, Held::Middle);
                let _ = $wrap;
                $body
            }
            (Tables::Broad(tables), Held::Broad($node)) => {
                let ($game, $wrap) = (Game { tables, variant: &$engine.variant, cache: $cache }, Held::Broad);
                let _ = $wrap;
                $body
            }
            (_, held) => {
                let ($rules, $setup) =
                    (crate::rules::interpreter::Rules::new(&$engine.variant), held.plain());
                $plain
            }
        }
    };
}

impl Engine {
    /// Compiles a game.
    pub fn new(variant: &Variant) -> Engine {
        let variant = Arc::new(variant.clone());
        let compiled = match width(&variant) {
            0..=64 => Compiled::new(&variant).map(|tables| Tables::Narrow(Arc::new(tables))),
            65..=128 => Compiled::new(&variant).map(|tables| Tables::Middle(Arc::new(tables))),
            _ => Compiled::new(&variant).map(|tables| Tables::Broad(Arc::new(tables))),
        };
        let tables = compiled.unwrap_or_else(|Unsupported(_)| Tables::None);
        Engine { variant, tables }
    }

    /// An engine that asks the reference rules about everything.
    pub fn reference(variant: &Variant) -> Engine {
        Engine { variant: Arc::new(variant.clone()), tables: Tables::None }
    }

    /// The game.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Whether the whole game is left to the interpreter.
    #[cfg(test)]
    pub fn is_reference(&self) -> bool {
        matches!(self.tables, Tables::None)
    }

    /// The position at the start of the game.
    pub fn start(&self) -> Position {
        self.position(&self.variant.start())
    }

    /// A position from plain data.
    pub fn position(&self, setup: &Setup) -> Position {
        let variant = &self.variant;
        Position(match &self.tables {
            Tables::Narrow(tables) => Held::Narrow(Game { tables, variant, cache: None }.node(setup)),
            Tables::Middle(tables) => Held::Middle(Game { tables, variant, cache: None }.node(setup)),
            Tables::Broad(tables) => Held::Broad(Game { tables, variant, cache: None }.node(setup)),
            Tables::None => Held::Narrow(Node::Plain(Box::new(setup.clone()))),
        })
    }

    /// The position as plain data.
    pub fn setup(&self, position: &Position) -> Setup {
        in_width!(self, position, None, |game, node, wrap| game.setup(node), |_rules, setup| setup)
    }

    /// All legal moves, sorted and without duplicates; none in a finished game.
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        in_width!(self, position, None, |game, node, wrap| game.moves(node), |rules, setup| rules
            .legal_moves(&setup))
    }

    /// The legal moves and the positions they lead to.
    pub fn children(&self, position: &Position) -> Vec<(Move, Position)> {
        in_width!(
            self,
            position,
            None,
            |game, node, wrap| game
                .children(node)
                .into_iter()
                .map(|(mv, n)| (mv, Position(wrap(n))))
                .collect(),
            |rules, setup| {
                let children = rules.children(&setup).into_iter();
                children.map(|(mv, setup)| (mv, self.position(&setup))).collect()
            }
        )
    }

    /// The position after a legal move; nothing if the move is not legal.
    pub fn play(&self, position: &Position, mv: &Move) -> Option<Position> {
        in_width!(
            self,
            position,
            None,
            |game, node, wrap| game.play(node, mv).map(|node| Position(wrap(node))),
            |rules, setup| rules.apply(&setup, mv).map(|setup| self.position(&setup))
        )
    }

    /// How the game ended, if it has; repetition apart.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        in_width!(self, position, None, |game, node, wrap| game.outcome(node), |rules, setup| rules
            .outcome(&setup))
    }

    /// Whether the side to move is bound by check and attacked.
    pub fn in_check(&self, position: &Position) -> bool {
        in_width!(self, position, None, |game, node, wrap| game.in_check(node), |rules, setup| rules
            .in_check(&setup))
    }

    /// A hash that is equal for positions that are equal but for their clocks.
    pub fn hash(&self, position: &Position) -> u64 {
        match &position.0 {
            Held::Narrow(Node::Fast(position)) => position.hash(),
            Held::Middle(Node::Fast(position)) => position.hash(),
            Held::Broad(Node::Fast(position)) => position.hash(),
            held => {
                let setup = Setup { halfmove: 0, fullmove: 0, ..held.plain() };
                let mut hasher = rustc_hash::FxHasher::default();
                setup.hash(&mut hasher);
                hasher.finish()
            }
        }
    }

    /// How many sequences of `depth` legal moves there are.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        in_width!(
            self,
            position,
            None,
            |game, node, wrap| game.perft(&mut node.clone(), depth),
            |rules, setup| rules.perft(&setup, depth)
        )
    }

    /// The legal moves and how many sequences of `depth` legal moves begin with each; nothing at depth zero.
    pub fn perft_divide(&self, position: &Position, depth: u32, effort: Effort) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let cache = (effort.hash > 0).then(|| Cache::new(effort.hash)).flatten();
        parallel::divide(self, position, depth, effort.threads, cache.as_ref())
    }

    fn count(&self, position: &Position, depth: u32, cache: Option<&Cache>) -> u64 {
        in_width!(
            self,
            position,
            cache,
            |game, node, wrap| game.perft(&mut node.clone(), depth),
            |rules, setup| rules.perft(&setup, depth)
        )
    }
}

impl Held {
    /// The plain data of a position that is held as such; an empty board for one of another engine.
    fn plain(&self) -> Setup {
        let nothing = || Setup {
            pieces: Vec::new(),
            turn: crate::base::Color::White,
            castling: 0,
            passed: Vec::new(),
            halfmove: 0,
            fullmove: 1,
            rights: Vec::new(),
            hands: Vec::new(),
            ended: None,
        };
        match self {
            Held::Narrow(Node::Plain(setup))
            | Held::Middle(Node::Plain(setup))
            | Held::Broad(Node::Plain(setup)) => (**setup).clone(),
            _ => nothing(),
        }
    }
}
