//! A piece's automaton followed from one square of the real board: every path it could take, and what must be empty
//! or occupied on the way.

use super::{Layout, Unsupported};
use crate::board::{Bitboard, Board, Color, Square};
use crate::ir::{Automaton, Effect, Entry, Holds, Step};

/// How many paths a piece may have from one square before it is left to the reference rules.
const MAX_PATHS: usize = 4096;

/// How many steps may be looked at from one square before the piece is left to the reference rules.
const MAX_VISITS: u32 = 100_000;

/// One square on a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    pub square: u8,
    /// A man here stops the path.
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

/// All paths of one man from one square.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths<B> {
    pub paths: Vec<Path<B>>,
    /// Where it may take what has passed.
    pub en_passant: B,
    /// How many steps have been looked at.
    visits: u32,
}

/// The man whose paths are sought.
pub(super) struct Walker<'a> {
    pub board: &'a Board,
    pub layout: &'a Layout,
    pub color: Color,
    pub from: Square,
    /// Whether a step between two squares is open to it.
    pub may_step: &'a dyn Fn(Square, Square) -> bool,
    /// Whether an entry is open to it.
    pub is_open: &'a dyn Fn(&Entry) -> bool,
}

/// What the steps to one square can lead to.
#[derive(Default)]
struct Meeting {
    empty: Vec<u16>,
    through: Vec<u16>,
    over: Vec<u16>,
    quiet: bool,
    passing: bool,
    plain: bool,
    capture: bool,
}

impl Walker<'_> {
    /// Every path of the automaton from here.
    pub(super) fn paths<B: Bitboard>(
        &self,
        automaton: &Automaton,
        found: &mut Paths<B>,
    ) -> Result<(), Unsupported> {
        if automaton.imitate.is_some() {
            return Err(Unsupported("a piece that moves like another moved last"));
        }
        let mut states: Vec<u16> =
            automaton.entries.iter().filter(|entry| (self.is_open)(entry)).map(|entry| entry.state).collect();
        states.sort_unstable();
        states.dedup();
        self.follow(automaton, &states, self.from, &mut Vec::new(), &mut Path::default(), found)
    }

    fn follow<B: Bitboard>(
        &self,
        automaton: &Automaton,
        states: &[u16],
        at: Square,
        trail: &mut Vec<(Square, Vec<u16>)>,
        path: &mut Path<B>,
        found: &mut Paths<B>,
    ) -> Result<(), Unsupported> {
        found.visits += 1;
        if found.visits > MAX_VISITS {
            return Err(Unsupported("a piece with very long ways"));
        }
        let ends = |state: &u16| automaton.states.get(usize::from(*state)).is_none_or(|s| s.edges.is_empty());
        if states.iter().all(ends) {
            return self.end(path, found);
        }
        if trail.iter().any(|(square, known)| *square == at && known == states) {
            return self.end(path, found);
        }
        trail.push((at, states.to_vec()));
        let mut extended = false;
        for (to, meeting) in self.meetings(automaton, states, at, path.landings.is_empty(), found)? {
            extended = true;
            let square = self.layout.index(to);
            let start = to == self.from;
            if meeting.plain && meeting.passing {
                return Err(Unsupported("a move that can and cannot be taken in passing"));
            }
            let landing = |blocks| Landing {
                square,
                blocks: blocks && !start,
                quiet: meeting.quiet && !start,
                capture: meeting.capture && !start,
                passing: meeting.passing,
            };
            match (meeting.through.is_empty(), meeting.over.is_empty()) {
                (true, true) => {
                    path.landings.push(landing(true));
                    self.follow(automaton, &meeting.empty, to, trail, path, found)?;
                }
                (false, _) if !start => {
                    if meeting.quiet
                        || meeting.capture
                        || !meeting.over.is_empty()
                        || meeting.empty != meeting.through
                    {
                        return Err(Unsupported("a step that both stops and passes"));
                    }
                    path.landings.push(landing(false));
                    self.follow(automaton, &meeting.through, to, trail, path, found)?;
                }
                (_, _) if start => {
                    let mut states = meeting.empty.clone();
                    states.extend(&meeting.through);
                    path.landings.push(landing(false));
                    self.follow(automaton, &states, to, trail, path, found)?;
                }
                _ => {
                    path.landings.push(landing(true));
                    self.follow(automaton, &meeting.empty, to, trail, path, found)?;
                    path.landings.pop();
                    let hop = Landing { square, blocks: false, quiet: false, capture: false, passing: false };
                    let known = path.hurdles;
                    path.hurdles |= B::bit(square);
                    path.landings.push(hop);
                    self.follow(automaton, &meeting.over, to, trail, path, found)?;
                    path.hurdles = known;
                }
            }
            path.landings.pop();
        }
        trail.pop();
        if extended { Ok(()) } else { self.end(path, found) }
    }

    fn end<B: Bitboard>(&self, path: &Path<B>, found: &mut Paths<B>) -> Result<(), Unsupported> {
        if path.landings.iter().any(|landing| landing.quiet || landing.capture) {
            found.paths.push(path.clone());
        }
        if found.paths.len() > MAX_PATHS { Err(Unsupported("a piece with very many paths")) } else { Ok(()) }
    }

    fn meetings<B: Bitboard>(
        &self,
        automaton: &Automaton,
        states: &[u16],
        at: Square,
        first: bool,
        found: &mut Paths<B>,
    ) -> Result<Vec<(Square, Meeting)>, Unsupported> {
        let mut meetings: Vec<(Square, Meeting)> = Vec::new();
        let edges = states
            .iter()
            .filter_map(|state| automaton.states.get(usize::from(*state)))
            .flat_map(|s| &s.edges);
        for edge in edges {
            let Some(next) = automaton.states.get(usize::from(edge.to)) else { continue };
            if edge.unload || next.stop.is_some_and(|stop| stop.exempt) {
                return Err(Unsupported("a piece that puts captured men down or is exempt from rules"));
            }
            let targets: Vec<Square> = match edge.step {
                Step::By(dx, dy) => {
                    self.board.step(at, (dx.into(), dy.into()), self.color).into_iter().collect()
                }
                Step::Around(dx, dy) => {
                    self.board.step_wrapped(at, (dx.into(), dy.into()), self.color).into_iter().collect()
                }
                Step::Anywhere => self.board.squares().filter(|to| *to != at).collect(),
            };
            for to in targets.into_iter().filter(|to| (self.may_step)(at, *to)) {
                let place = meetings.iter().position(|(square, _)| *square == to).unwrap_or_else(|| {
                    meetings.push((to, Meeting::default()));
                    meetings.len() - 1
                });
                let meeting = &mut meetings[place].1;
                let men = edge.holds.0 & Holds::MAN.0;
                match edge.effect {
                    Effect::None => {
                        if men != 0 && men != Holds::MAN.0
                            || edge.holds.meets(Holds::PASSED) && !edge.holds.meets(Holds::EMPTY)
                        {
                            return Err(Unsupported("a piece that passes some men and not others"));
                        }
                        if men != 0 && next.stop.is_some() {
                            return Err(Unsupported("a piece that ends on a man without capturing it"));
                        }
                        let empty = edge.holds.meets(Holds::EMPTY);
                        let list = match (empty, men != 0) {
                            (true, false) => &mut meeting.empty,
                            (true, true) => {
                                meeting.empty.push(edge.to);
                                &mut meeting.through
                            }
                            (false, true) => &mut meeting.over,
                            (false, false) => continue,
                        };
                        list.push(edge.to);
                        if let (true, Some(stop)) = (empty, next.stop) {
                            meeting.quiet = true;
                            meeting.passing |= stop.passed;
                            meeting.plain |= !stop.passed;
                        }
                    }
                    Effect::Capture => {
                        if edge.holds != Holds::ENEMY || !next.edges.is_empty() {
                            return Err(Unsupported("a piece that captures on its way, or only some men"));
                        }
                        meeting.capture |= next.stop.is_some();
                    }
                    Effect::EnPassant => {
                        if edge.holds != Holds::PASSED
                            || !next.edges.is_empty()
                            || !first
                            || next.stop.is_none()
                        {
                            return Err(Unsupported("a long way to take in passing"));
                        }
                        found.en_passant |= B::bit(self.layout.index(to));
                    }
                    Effect::Induce => return Err(Unsupported("a piece that lends its moves")),
                }
            }
        }
        for (_, meeting) in &mut meetings {
            for list in [&mut meeting.empty, &mut meeting.through, &mut meeting.over] {
                list.sort_unstable();
                list.dedup();
            }
        }
        Ok(meetings)
    }
}
