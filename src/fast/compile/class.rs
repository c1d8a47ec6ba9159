//! Classes: kinds that move, attack and are attacked alike share one bitboard, whatever else tells them apart.

use super::Layout;
use super::course::Course;
use super::filter::Filter;
use super::jumps::Jumps;
use super::rows::Rows;
use super::unroll::{Landing, Odd, Path, Paths, Walker};
use crate::base::{Bitboard, Board, Color, KindId, Man, Square};
use crate::rules::{Men, Moves, StepClass, Threat, Variant};
use rustc_hash::FxHashSet;

/// Men of one class.
#[derive(Clone, Debug)]
pub struct Class<B> {
    /// Whether they are royal.
    pub royal: bool,
    /// By color and whether the man leads its side: how they move, as an index into the ways of moving.
    pub moves: [[usize; 2]; 2],
    /// By color: what they attack.
    pub strikes: [usize; 2],
    /// By color and whether the man leads: squares where they cannot be captured.
    pub immune: [[B; 2]; 2],
    /// By color: their steps, where they move all at once; without those into `arrives_at`.
    pub jumps: [Option<Jumps<B>>; 2],
    /// By color: targets on which something may happen to some kind of the class.
    pub arrives_at: [B; 2],
    /// By color: squares from which such a target may be reached.
    pub arrives_from: [B; 2],
    /// By color: which table of squares between holds its lines.
    pub layer: [usize; 2],
    /// By color: all that it attacks, for a leaper.
    pub leaper: [bool; 2],
    /// By color: the steps of its attacks, where they can be looked at all at once.
    pub stabs: [Option<Jumps<B>>; 2],
}

/// What makes two kinds one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Profile<B> {
    pub royal: bool,
    pub moves: [[usize; 2]; 2],
    pub strikes: [usize; 2],
    pub immune: [[B; 2]; 2],
}

/// Builds and pools the ways of moving of every kind.
pub(super) struct Builder<'a, B> {
    pub variant: &'a Variant,
    pub layout: &'a Layout,
    pub pool: Vec<Rows<B>>,
    /// What has been built for whom.
    pub built: Vec<(Man, Purpose, Vec<B>, usize)>,
    /// Who stands where at the start.
    pub homes: FxHashSet<(Square, Man)>,
    /// How many more steps may be looked at; what comes after is odd.
    pub visits: u32,
}

/// Whether rows are for moving or for attacking.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Move,
    Attack,
}

impl<'a, B: Bitboard> Builder<'a, B> {
    pub(super) fn profile(&mut self, kind: KindId) -> Result<Profile<B>, Odd> {
        let royal = self.variant.kind(kind).royal.is_some();
        let automata = self.variant.kind(kind).moves.iter().map(|moves| Course::new(&moves.automaton));
        let courses = &automata.collect::<Result<Vec<Course>, Odd>>()?;
        let mut moves = [[0; 2]; 2];
        let mut strikes = [0; 2];
        let mut immune = [[B::EMPTY; 2]; 2];
        for color in Color::ALL {
            let side = color as usize;
            for leads in [false, true] {
                moves[side][usize::from(leads)] = match leads && !royal {
                    true => moves[side][0],
                    false => self.rows(courses, Man { color, kind }, leads, Purpose::Move)?,
                };
                immune[side][usize::from(leads)] = self.immune(Man { color, kind }, leads, Threat::Capture);
            }
            strikes[side] = self.rows(courses, Man { color, kind }, false, Purpose::Attack)?;
            if royal && strikes[side] != self.rows(courses, Man { color, kind }, true, Purpose::Attack)? {
                // It attacks in a way of its own while it leads.
                return Err(Odd);
            }
        }
        Ok(Profile { royal, moves, strikes, immune })
    }

    /// Squares on which something cannot be done to a man.
    pub(super) fn immune(&self, man: Man, leads: bool, threat: Threat) -> B {
        let immunities = self.variant.immunities.iter().filter(|immunity| immunity.to.contains(&threat));
        immunities.fold(B::EMPTY, |set, immunity| set | self.mask(&immunity.men, man, leads))
    }

    /// Squares a man may come to stand on.
    pub(super) fn open(&self, man: Man, leads: bool, from: Option<Square>) -> B {
        let kind = self.variant.kind(man.kind);
        let stays: B =
            kind.stays.as_ref().map_or(B::ALL, |zone| self.layout.set(*zone.squares.get(man.color)));
        let (mut closed, mut open) = (B::EMPTY, B::EMPTY);
        for admission in &self.variant.admissions {
            let zone: B = self.layout.set(*admission.zone.squares.get(man.color));
            closed |= zone;
            let men = self.mask(&admission.men, man, leads);
            open |= match from {
                Some(from) if men.has(self.layout.index(from)) => zone,
                Some(_) => B::EMPTY,
                None => zone & men,
            };
        }
        stays & (!closed | open)
    }

    fn mask(&self, men: &Men, man: Man, leads: bool) -> B {
        Filter::<B>::mask_of(self.variant, self.layout, men, man, leads)
    }

    fn rows(&mut self, courses: &[Course], man: Man, leads: bool, purpose: Purpose) -> Result<usize, Odd> {
        let open: Vec<B> =
            self.variant.board.squares().map(|from| self.reachable(man, leads, purpose, from)).collect();
        let twin = |built: &&(Man, Purpose, Vec<B>, usize)| {
            let (other, for_what, there, _) = built;
            *for_what == purpose && self.is_twin(*other, man) && *there == open
        };
        if let Some((.., way)) = self.built.iter().find(twin) {
            return Ok(*way);
        }
        let mut rows = Rows::new();
        for (from, open) in self.variant.board.squares().zip(&open) {
            let found = self.paths(courses, man, leads, purpose, from, *open)?;
            self.visits = self.visits.checked_sub(found.visits).ok_or(Odd)?;
            rows.store(self.layout.index(from), &found);
        }
        if rows.doubtful {
            return Err(Odd);
        }
        let way = self.pool.iter().position(|known| *known == rows).unwrap_or_else(|| {
            self.pool.push(rows);
            self.pool.len() - 1
        });
        if self.variant.borders.is_empty() {
            self.built.push((man, purpose, open, way));
        }
        Ok(way)
    }

    /// Whether two men go alike, but for what is open to them.
    fn is_twin(&self, one: Man, other: Man) -> bool {
        let (a, b) = (self.variant.kind(one.kind), self.variant.kind(other.kind));
        let virgin = |moves: &Moves| moves.automaton.entries.iter().any(|entry| entry.virgin.is_some());
        one.color == other.color
            && a.royal.is_some() == b.royal.is_some()
            && a.moves == b.moves
            && (one == other || !a.moves.iter().any(virgin))
    }

    /// The squares open to a man on its way.
    fn reachable(&self, man: Man, leads: bool, purpose: Purpose, from: Square) -> B {
        match purpose {
            Purpose::Move => self.open(man, leads, Some(from)),
            Purpose::Attack => {
                let stays = &self.variant.kind(man.kind).stays;
                stays.as_ref().map_or(B::ALL, |zone| self.layout.set(*zone.squares.get(man.color)))
            }
        }
    }

    fn paths(
        &self,
        courses: &[Course],
        man: Man,
        leads: bool,
        purpose: Purpose,
        from: Square,
        open: B,
    ) -> Result<Paths<B>, Odd> {
        let board = &self.variant.board;
        let kind = self.variant.kind(man.kind);
        let may_step =
            |a: Square, b: Square| open.has(self.layout.index(b)) && self.crosses(man, leads, from, a, b);
        let walker = Walker { board, layout: self.layout, color: man.color, from, may_step: &may_step };
        let is_home =
            |square: Option<Square>| square.is_some_and(|square| self.homes.contains(&(square, man)));
        let (home, beyond) = (is_home(Some(from)), is_home(board.step(from, (0, -1), man.color)));
        let mut found = Paths::default();
        for (moves, course) in kind.moves.iter().zip(courses) {
            if moves.on.as_ref().is_none_or(|zone| zone.squares.get(man.color).contains(from)) {
                walker.paths(course, course.start(home, beyond), &mut found)?;
            }
        }
        if purpose == Purpose::Attack && self.variant.royalty.facing && kind.royal.is_some() {
            found.paths.extend([1, -1].map(|step| file(board, self.layout, from, step)));
        }
        Ok(found)
    }

    fn crosses(&self, man: Man, leads: bool, stands: Square, from: Square, to: Square) -> bool {
        let board = &self.variant.board;
        let (dx, dy) = (board.cell(to).x - board.cell(from).x, board.cell(to).y - board.cell(from).y);
        self.variant.borders.iter().all(|border| {
            let zone = border.zone.squares.get(man.color);
            zone.contains(from) == zone.contains(to)
                || !self.mask(&border.men, man, leads).has(self.layout.index(stands))
                || match border.by {
                    StepClass::Orthogonal => dx == 0 || dy == 0,
                    StepClass::Diagonal => dx.abs() == dy.abs(),
                }
        })
    }
}

/// The squares along a file, over which royals may face each other.
fn file<B: Bitboard>(board: &Board, layout: &Layout, from: Square, step: i32) -> Path<B> {
    let mut path = Path::default();
    let mut at = from;
    while let Some(next) = board.step(at, (0, step), Color::White) {
        let square = layout.index(next);
        path.landings.push(Landing { square, blocks: true, quiet: false, capture: true, passing: false });
        at = next;
    }
    path
}
