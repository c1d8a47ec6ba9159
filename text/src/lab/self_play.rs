//! Self-play: a game of the computer player against itself, reported ply by ply.
//!
//! [`play`] is a pure function of the game, the settings, and the seed, so its result does not depend on the thread or
//! the machine. [`playout`] chooses the moves, and an observer adds the rules that each move showed.

use super::observable::{ObservableRules, ObservedMove, PositionState};
use crate::fast::stack::{PositionStack, SearchMove, SearchMoves};
use crate::fast::tables::PieceCode;
use crate::notation::movetext;
use crate::play::game::{GameHistory, Random};
use crate::play::playout::{self, MovePolicy, PlayoutResult};
use crate::play::search::{Limits, Signals, Thinker, TranspositionTable, VARIETY};

/// The size of the transposition table in megabytes. It is small because every game starts with an empty table.
const MEMORY: usize = 1;

/// The settings of a game that the computer plays against itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// The seed of all random choices. The same seed gives the same game.
    pub seed: u64,
    /// The number of plies at the start that are played at random.
    pub opening: u32,
    /// The number of plies after which the game is cut off.
    pub plies: u32,
    /// The number of positions searched for each move. Without it, all moves are random.
    pub nodes: Option<u64>,
}

/// One ply of a game of self-play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ply {
    /// The move as text.
    pub text: String,
    /// The number of legal moves in the position before the ply.
    pub choices: usize,
    /// The rules whose effects the move showed, as indices into `Rules::observable_rules`.
    pub acted: Vec<usize>,
    /// The static evaluation of the resulting position from White's point of view, in hundredths of a pawn.
    pub score: i32,
    /// The numbers of White's and Black's pieces on the board in the resulting position, by piece type.
    pub material: Vec<[u32; 2]>,
}

/// Plays a game, and calls `each` after every ply.
pub fn play(
    game: &GameHistory,
    (thinker, watch): (&Thinker, &ObservableRules),
    settings: SelfPlay,
    each: &mut dyn FnMut(&Ply),
) -> PlayoutResult {
    let SelfPlay { seed, opening, plies, nodes } = settings;
    let search =
        nodes.map(|nodes| Search { game: game.clone(), table: TranspositionTable::new(MEMORY), nodes, seed });
    let random = Random::new(seed);
    let mut observer =
        Observer { thinker, watch, random, search, opening, plies: 0, choices: 0, before: None, each };
    playout::play(game, &mut observer, plies)
}

/// The search that chooses the moves of both sides.
struct Search {
    game: GameHistory,
    table: TranspositionTable,
    nodes: u64,
    seed: u64,
}

impl Search {
    fn choose<P>(&self, thinker: &Thinker, steps: &SearchMoves<P>) -> Option<usize> {
        let mut task = thinker.task(&self.game, Limits::nodes(self.nodes));
        task.blur = (VARIETY, self.seed);
        let signals = Signals::default();
        let found = thinker.search(&task, (&self.table, &signals), &|| 0, 0, &mut |_| {});
        let best = found.best?;
        steps.list.iter().position(|step| steps.mv(step) == best)
    }
}

/// A player of both sides that reports each ply.
struct Observer<'a> {
    thinker: &'a Thinker,
    watch: &'a ObservableRules,
    random: Random,
    search: Option<Search>,
    opening: u32,
    plies: u32,
    /// The number of legal moves in the position before the last move.
    choices: usize,
    before: Option<PositionState>,
    each: &'a mut dyn FnMut(&Ply),
}

impl MovePolicy for Observer<'_> {
    fn choose<T: PositionStack>(&mut self, stack: &T, steps: &SearchMoves<T::Position>) -> Option<usize> {
        if self.before.is_none() {
            self.before = Some(PositionState::of(stack));
        }
        self.choices = steps.list.len();
        match &self.search {
            Some(search) if self.plies >= self.opening => search.choose(self.thinker, steps),
            _ => Some(self.random.below(steps.list.len())),
        }
    }

    fn made<T: PositionStack>(&mut self, stack: &T, steps: &SearchMoves<T::Position>, step: &SearchMove) {
        let variant = self.thinker.engine.variant();
        let mv = steps.mv(step);
        let after = PositionState::of(stack);
        let mut acted = Vec::new();
        if let Some(before) = &self.before {
            acted = self.watch.seen(variant, &ObservedMove { before, after: &after, mv: &mv });
        }
        let score = stack.turn().pick(1, -1) * self.thinker.evaluation().of(stack);
        let material = material(variant.piece_types.len(), &after.pieces);
        let text = movetext::write(variant, &mv);
        (self.each)(&Ply { text, choices: self.choices, acted, score, material });
        if let Some(search) = &mut self.search {
            search.game.play(&mv);
        }
        self.before = Some(after);
        self.plies += 1;
    }
}

/// Returns the numbers of White's and Black's pieces, by piece type.
fn material(piece_types: usize, codes: &[PieceCode]) -> Vec<[u32; 2]> {
    let mut material = vec![[0, 0]; piece_types];
    for piece in codes.iter().filter_map(|code| code.piece()) {
        material[piece.piece_type.index()][piece.color as usize] += 1;
    }
    material
}
