//! A piece's automaton followed from one square of the real board: every path it could take, and what must be empty
//! or occupied on the way.

use super::dfa::{Dfa, SetId, Transition};
use crate::base::{Bitboard, Board, Color, Square};
use crate::rules::Step;

/// How many paths a piece may have from one square.
const MAX_PATHS: usize = 1024;

/// How many steps may be looked at from one square.
const MAX_VISITS: u32 = 4_096;

/// A piece that no table holds: it is followed step by step in every position instead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odd;

/// One square on a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    pub square: Square,
    /// A piece here stops the path.
    pub blocks: bool,
    /// A quiet move may end here.
    pub quiet: bool,
    /// A capture may end here.
    pub capture: bool,
    /// A quiet move that ends here can be taken en passant.
    pub passing: bool,
}

/// A way through the board, up to where it can go no further.
#[derive(Clone, Debug, Default)]
pub(super) struct Path<B> {
    pub landings: Vec<Landing>,
    /// Squares that must be occupied.
    pub hurdles: B,
}

/// All paths of one piece from one square.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths<B> {
    pub paths: Vec<Path<B>>,
    /// Where it may take what has passed.
    pub en_passant: B,
    /// How many steps have been looked at.
    pub visits: u32,
}

/// The piece whose paths are sought.
pub(super) struct Tracer<'a> {
    pub board: &'a Board,
    pub color: Color,
    pub from: Square,
    /// Whether a step between two squares is open to it.
    pub may_step: &'a dyn Fn(Square, Square) -> bool,
}

/// Where it has been, and in which states.
type Trail = Vec<(Square, SetId)>;

impl Tracer<'_> {
    /// Every path of an automaton from here.
    pub(super) fn paths<B: Bitboard>(
        &self,
        dfa: &Dfa,
        start: SetId,
        found: &mut Paths<B>,
    ) -> Result<(), Odd> {
        self.follow(dfa, start, self.from, &mut Vec::new(), &mut Path::default(), found)
    }

    fn follow<B: Bitboard>(
        &self,
        dfa: &Dfa,
        states: SetId,
        at: Square,
        trail: &mut Trail,
        path: &mut Path<B>,
        found: &mut Paths<B>,
    ) -> Result<(), Odd> {
        found.visits += 1;
        if found.visits > MAX_VISITS {
            return Err(Odd);
        }
        let transitions = dfa.transitions(states);
        if transitions.is_empty() || trail.contains(&(at, states)) {
            return self.end(path, found);
        }
        trail.push((at, states));
        let mut extended = false;
        let mut landed = B::EMPTY;
        for (step, transition) in transitions {
            match *step {
                Step::Anywhere => {
                    for to in self.board.squares().filter(|to| *to != at) {
                        extended |= self.step(dfa, transition, at, to, &mut landed, trail, path, found)?;
                    }
                }
                Step::By(dx, dy) => {
                    if let Some(to) = self.board.step(at, (dx.into(), dy.into()), self.color) {
                        extended |= self.step(dfa, transition, at, to, &mut landed, trail, path, found)?;
                    }
                }
                Step::Around(dx, dy) => {
                    if let Some(to) = self.board.step_wrapped(at, (dx.into(), dy.into()), self.color) {
                        extended |= self.step(dfa, transition, at, to, &mut landed, trail, path, found)?;
                    }
                }
            }
        }
        trail.pop();
        if extended { Ok(()) } else { self.end(path, found) }
    }

    /// One step to a square; says whether it could be made.
    #[allow(clippy::too_many_arguments, reason = "all of it changes on the table")]
    fn step<B: Bitboard>(
        &self,
        dfa: &Dfa,
        transition: &Transition,
        at: Square,
        to: Square,
        landed: &mut B,
        trail: &mut Trail,
        path: &mut Path<B>,
        found: &mut Paths<B>,
    ) -> Result<bool, Odd> {
        if !(self.may_step)(at, to) {
            return Ok(false);
        }
        let square = to;
        if landed.has(square) {
            // Two different steps meet on one square.
            return Err(Odd);
        }
        *landed |= B::bit(square);
        if transition.en_passant {
            if !path.landings.is_empty() {
                // A long way to take in passing.
                return Err(Odd);
            }
            found.en_passant |= B::bit(square);
        }
        if !transition.goes_on() {
            return Ok(false);
        }
        let start = to == self.from;
        let landing = |blocks| Landing {
            square,
            blocks: blocks && !start,
            quiet: transition.quiet && !start,
            capture: transition.capture && !start,
            passing: transition.passing,
        };
        match (transition.through, transition.over) {
            (None, None) => {
                path.landings.push(landing(true));
                self.follow(dfa, transition.empty, to, trail, path, found)?;
            }
            _ if start => {
                path.landings.push(landing(false));
                self.follow(dfa, transition.either, to, trail, path, found)?;
            }
            (Some(through), over) => {
                if transition.quiet || transition.capture || over.is_some() || transition.empty != through {
                    // A step that both stops and passes.
                    return Err(Odd);
                }
                path.landings.push(landing(false));
                self.follow(dfa, through, to, trail, path, found)?;
            }
            (None, Some(over)) => {
                path.landings.push(landing(true));
                self.follow(dfa, transition.empty, to, trail, path, found)?;
                path.landings.pop();
                let hop = Landing { square, blocks: false, quiet: false, capture: false, passing: false };
                let known = path.hurdles;
                path.hurdles |= B::bit(square);
                path.landings.push(hop);
                self.follow(dfa, over, to, trail, path, found)?;
                path.hurdles = known;
            }
        }
        path.landings.pop();
        Ok(true)
    }

    fn end<B: Bitboard>(&self, path: &Path<B>, found: &mut Paths<B>) -> Result<(), Odd> {
        if path.landings.iter().any(|landing| landing.quiet || landing.capture) {
            found.paths.push(path.clone());
        }
        if found.paths.len() > MAX_PATHS { Err(Odd) } else { Ok(()) }
    }
}
