//! The engine of one compiled game, which answers questions about its positions.
//!
//! [`Engine`] uses the narrowest bitboards that hold the board, and answers from the tables. The interpreter handles
//! games that do not fit into the tables, and positions that cannot occur in a game. The answers are the same either
//! way. The macro `in_width` writes each method once for all widths. A caller that makes many moves, such as the
//! search, implements [`Visitor`] instead.

pub mod cache;
mod listed;
pub mod parallel;
mod perft;

use crate::base::{Bitboard, Color, Halt, Move, Outcome, Setup, SquareSet};
use crate::fast::compile::{TableCache, Untabled, width};
use crate::fast::movegen;
use crate::fast::position::Position;
use crate::fast::stack::{PlainStack, PositionStack, SearchMoves, TabledStack};
use crate::fast::tables::Compiled;
use crate::rules::interpreter::Interpreter;
use crate::rules::{Ending, Recurrence, Variant};
use cache::Cache;
use perft::Perft;
use std::hash::BuildHasher;
use std::sync::Arc;

pub use listed::Shortcut;

/// A compiled game. A clone shares the tables.
#[derive(Clone, Debug)]
pub struct Engine {
    variant: Arc<Variant>,
    tables: Tables,
}

/// A position of the game of an engine. It is valid only for the engine that created it.
#[derive(Clone, Debug)]
pub struct AnyPosition(AnyWidth);

/// The options of perft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftOptions {
    /// The number of threads that share the work. Zero means one. Without the feature `parallel`, there is only one
    /// thread.
    pub threads: usize,
    /// The size of the table of known counts in megabytes. Zero means no table.
    pub hash: usize,
}

/// The tables of games compiled before, for each width of bitboards.
#[derive(Debug, Default)]
pub struct TableCaches {
    narrow: TableCache<u64>,
    middle: TableCache<u128>,
    broad: TableCache<SquareSet>,
}

impl TableCaches {
    /// Creates caches for a single game.
    pub fn once() -> TableCaches {
        TableCaches { narrow: TableCache::once(), middle: TableCache::once(), broad: TableCache::once() }
    }
}

/// A computation on a position stack that is generic over the kind of stack.
pub trait Visitor {
    /// The result of the computation.
    type Answer;
    /// Runs the computation on a stack.
    fn visit<T: PositionStack>(self, stack: T) -> Self::Answer;
}

/// A computation on tables, which is compiled for each width of the board.
pub(super) trait TableVisitor {
    /// The result of the computation.
    type Answer;
    /// Runs the computation on a game and one of its positions.
    fn visit<B: Bitboard>(self, game: &Compiled<B>, position: Position<B>) -> Self::Answer;
}

#[derive(Clone, Debug)]
enum Tables {
    Narrow(Arc<Compiled<u64>>),
    Middle(Arc<Compiled<u128>>),
    Broad(Arc<Compiled<SquareSet>>),
    None,
}

#[derive(Clone, Debug)]
enum AnyWidth {
    Narrow(Arc<Compiled<u64>>, Box<Position<u64>>),
    Middle(Arc<Compiled<u128>>, Box<Position<u128>>),
    Broad(Arc<Compiled<SquareSet>>, Box<Position<SquareSet>>),
    Plain(Box<Setup>),
}

/// Evaluates an expression with the tables and the position in their width, or another expression for a position that
/// only the interpreter handles.
macro_rules! in_width {
    ($position:expr, |$tables:ident, $fast:ident, $held:ident| $body:expr, |$setup:ident| $plain:expr) => {
        match &$position.0 {
            AnyWidth::Narrow($tables, $fast) => {
                let $held = |fast| AnyPosition(AnyWidth::Narrow(Arc::clone($tables), Box::new(fast)));
                $body
            }
            AnyWidth::Middle($tables, $fast) => {
                let $held = |fast| AnyPosition(AnyWidth::Middle(Arc::clone($tables), Box::new(fast)));
                $body
            }
            AnyWidth::Broad($tables, $fast) => {
                let $held = |fast| AnyPosition(AnyWidth::Broad(Arc::clone($tables), Box::new(fast)));
                $body
            }
            AnyWidth::Plain($setup) => $plain,
        }
    };
}
use in_width;

impl AnyPosition {
    /// Converts the position to plain data.
    pub fn setup(&self) -> Setup {
        in_width!(self, |tables, fast, _held| fast.setup(tables), |setup| (**setup).clone())
    }
}

impl Engine {
    /// Compiles a game.
    pub fn new(variant: &Variant) -> Engine {
        Engine::sharing(&Arc::new(variant.clone()), &mut TableCaches::once())
    }

    /// Compiles one of several similar games and shares tables with the others through `caches`.
    pub fn sharing(variant: &Arc<Variant>, caches: &mut TableCaches) -> Engine {
        Engine::without(variant, caches, &[])
    }

    /// Compiles a game and leaves rules of the `untabled` kinds to the interpreter.
    pub fn without(
        variant: &Arc<Variant>,
        caches: &mut TableCaches,
        untabled: &'static [Untabled],
    ) -> Engine {
        let variant = Arc::clone(variant);
        let TableCaches { narrow, middle, broad } = caches;
        // The narrowest bitboards are the fastest.
        let compiled = match width(&variant) {
            0..=64 => Compiled::new(&variant, narrow, untabled).map(|own| Tables::Narrow(Arc::new(own))),
            65..=128 => Compiled::new(&variant, middle, untabled).map(|own| Tables::Middle(Arc::new(own))),
            _ => Compiled::new(&variant, broad, untabled).map(|own| Tables::Broad(Arc::new(own))),
        };
        let tables = compiled.unwrap_or(Tables::None);
        Engine { variant, tables }
    }

    /// Returns an engine that uses only the interpreter.
    pub fn reference(variant: &Arc<Variant>) -> Engine {
        Engine { variant: Arc::clone(variant), tables: Tables::None }
    }

    /// Returns the game.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Runs a visitor on a stack that starts with a position.
    pub fn walk<V: Visitor>(&self, position: &AnyPosition, visitor: V) -> V::Answer {
        self.walk_until(position, None, visitor)
    }

    /// Runs a visitor like [`Engine::walk`]. The visitor ends early if the caller sets `halt`.
    pub fn walk_until<V: Visitor>(
        &self,
        position: &AnyPosition,
        halt: Option<&Halt<'_>>,
        visitor: V,
    ) -> V::Answer {
        in_width!(
            position,
            |tables, fast, _held| visitor.visit(TabledStack::new(tables, (**fast).clone(), halt)),
            |setup| visitor.visit(PlainStack::new(&self.variant, (**setup).clone(), halt))
        )
    }

    /// Returns the legal moves, or `None` if the caller sets `halt` before they are complete.
    pub fn legal_moves_until(&self, position: &AnyPosition, halt: &Halt<'_>) -> Option<Vec<Move>> {
        struct List;
        impl Visitor for List {
            type Answer = Vec<Move>;

            fn visit<T: PositionStack>(self, mut stack: T) -> Vec<Move> {
                let mut steps = SearchMoves::default();
                if !stack.is_finished() {
                    stack.steps(false, &mut steps);
                }
                steps.list.iter().map(|step| steps.mv(step)).collect()
            }
        }
        let moves = self.walk_until(position, Some(halt), List);
        (!halt.is_set()).then_some(moves)
    }

    /// Returns the position at the start of the game.
    pub fn start(&self) -> AnyPosition {
        self.position(&self.variant.start())
    }

    /// Creates a position from plain data.
    pub fn position(&self, setup: &Setup) -> AnyPosition {
        let held =
            match &self.tables {
                Tables::Narrow(tables) => Position::new(tables, setup)
                    .map(|fast| AnyWidth::Narrow(Arc::clone(tables), Box::new(fast))),
                Tables::Middle(tables) => Position::new(tables, setup)
                    .map(|fast| AnyWidth::Middle(Arc::clone(tables), Box::new(fast))),
                Tables::Broad(tables) => Position::new(tables, setup)
                    .map(|fast| AnyWidth::Broad(Arc::clone(tables), Box::new(fast))),
                Tables::None => None,
            };
        AnyPosition(held.unwrap_or_else(|| AnyWidth::Plain(Box::new(setup.clone()))))
    }

    /// Converts a position to plain data.
    pub fn setup(&self, position: &AnyPosition) -> Setup {
        position.setup()
    }

    /// Returns all legal moves, sorted and without duplicates. A finished game has none.
    pub fn legal_moves(&self, position: &AnyPosition) -> Vec<Move> {
        self.listed(position).into_iter().map(|(mv, _)| mv).collect()
    }

    /// Returns the legal moves, each with the position after it.
    pub fn children(&self, position: &AnyPosition) -> Vec<(Move, AnyPosition)> {
        let mut children: Vec<(Move, AnyPosition)> = in_width!(
            position,
            |tables, fast, held| {
                let list = movegen::legal(tables, &mut (**fast).clone());
                list.successors(tables, fast).map(|next| (next.mv, held(*next.after))).collect()
            },
            |setup| {
                let children = self.rules().children(setup).into_iter();
                children.map(|(mv, setup)| (mv, self.position(&setup))).collect()
            }
        );
        Move::sort(&mut children, &self.variant.board, |(mv, _)| mv);
        children
    }

    /// Returns the position after a legal move, or `None` if the move is not legal.
    pub fn play(&self, position: &AnyPosition, mv: &Move) -> Option<AnyPosition> {
        in_width!(
            position,
            |tables, fast, held| {
                let mut list = movegen::legal(tables, &mut (**fast).clone());
                // Only the wanted move is then made on a copy of the position.
                list.moves.retain(|packed| packed.unpacked() == *mv);
                list.successors(tables, fast).find(|next| next.mv == *mv).map(|next| held(*next.after))
            },
            |setup| self.rules().apply(setup, mv).map(|setup| self.position(&setup))
        )
    }

    /// Returns the outcome if the game has ended. The position counts as its first occurrence.
    pub fn outcome(&self, position: &AnyPosition) -> Option<Outcome> {
        self.outcome_of(position, Recurrence::ONCE)
    }

    /// Returns the outcome if the game has ended, given the recurrences of the position.
    pub fn outcome_of(&self, position: &AnyPosition, recurrence: Recurrence) -> Option<Outcome> {
        in_width!(position, |tables, fast, _held| tables.rules().outcome_of(&**fast, recurrence), |setup| {
            self.rules().outcome_of(&**setup, recurrence)
        })
    }

    /// Returns true if an ending applies to a position, given the recurrences of the position.
    pub fn ends(&self, position: &AnyPosition, ending: &Ending, recurrence: Recurrence) -> bool {
        in_width!(
            position,
            |tables, fast, _held| tables.rules().is_met(ending, &**fast, recurrence),
            |setup| { self.rules().is_met(ending, &**setup, recurrence) }
        )
    }

    /// Returns the outcomes that the player to move may claim, given the recurrences of the position.
    pub fn claims_of(&self, position: &AnyPosition, recurrence: Recurrence) -> Vec<Outcome> {
        in_width!(position, |tables, fast, _held| tables.rules().claims_of(&**fast, recurrence), |setup| {
            self.rules().claims_of(&**setup, recurrence)
        })
    }

    /// Returns true if the side to move is in check.
    pub fn in_check(&self, position: &AnyPosition) -> bool {
        in_width!(
            position,
            |tables, fast, _held| tables.in_check(&tables.rules(), fast, fast.turn),
            |setup| { self.rules().in_check(&**setup) }
        )
    }

    /// Returns the side to move.
    pub fn turn(&self, position: &AnyPosition) -> Color {
        in_width!(position, |_tables, fast, _held| fast.turn, |setup| setup.turn)
    }

    /// Returns a hash of what remains of a position without its clocks, its outcome, and the pieces that can be
    /// captured en passant. Positions that count as repetitions have equal hashes.
    pub fn lasting_hash(&self, position: &AnyPosition) -> u64 {
        in_width!(position, |tables, fast, _held| fast.lasting_hash(tables), |setup| {
            let lasting = Setup { passed: Vec::new(), ended: None, ..self.variant.timeless(setup) };
            rustc_hash::FxBuildHasher.hash_one(lasting)
        })
    }

    /// Returns a hash of a position. Positions that differ only in their clocks have equal hashes.
    pub fn hash(&self, position: &AnyPosition) -> u64 {
        in_width!(position, |tables, fast, _held| fast.hash(tables), |setup| {
            rustc_hash::FxBuildHasher.hash_one(self.variant.timeless(setup))
        })
    }

    /// Counts the sequences of `depth` legal moves.
    pub fn perft(&self, position: &AnyPosition, depth: u32) -> u64 {
        self.count(position, depth, None)
    }

    /// Returns the legal moves, each with the number of sequences of `depth` legal moves that begin with it. The list
    /// is empty at depth zero.
    pub fn perft_divide(
        &self,
        position: &AnyPosition,
        depth: u32,
        options: PerftOptions,
    ) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let cache = (options.hash > 0).then(|| Cache::new(options.hash)).flatten();
        parallel::divide(self, position, depth, options.threads, cache.as_ref())
    }

    /// Runs a visitor on the tables of the game and a position, or returns `None` if the game or the position has no
    /// tables.
    pub(super) fn visit_tables<V: TableVisitor>(
        &self,
        position: &AnyPosition,
        visitor: V,
    ) -> Option<V::Answer> {
        in_width!(position, |tables, fast, _held| Some(visitor.visit(tables, (**fast).clone())), |_setup| {
            None
        })
    }

    fn count(&self, position: &AnyPosition, depth: u32, cache: Option<&Cache>) -> u64 {
        in_width!(
            position,
            |tables, fast, _held| Perft::new(tables, cache).count(&mut (**fast).clone(), depth),
            |setup| self.rules().perft(setup, depth)
        )
    }

    /// Returns the interpreter for positions without tables.
    fn rules(&self) -> Interpreter<'_> {
        Interpreter::new(&self.variant)
    }
}
