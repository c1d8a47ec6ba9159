//! Classes: piece types that move, attack and are attacked alike share one bitboard, whatever else tells them apart.

use super::ODD;
use super::attack_table::AttackTable;
use super::dfa::Dfa;
use super::filter::CompiledFilter;
use super::shifts::Shifts;
use super::unroll::{Landing, Odd, Path, Paths, Tracer};
use crate::base::{Bitboard, Board, Color, Piece, PieceTypeId, Square};
use crate::rules::interpreter::Purpose;
use crate::rules::{Moves, PieceFilter, StepClass, Threat, Variant};
use rustc_hash::FxHashSet;

/// Pieces of one class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Class<B> {
    /// Whether they are royal.
    pub royal: bool,
    /// By color and whether the piece leads its side: how they move, as an index into the ways of moving.
    pub moves: [[usize; 2]; 2],
    /// By color: what they attack.
    pub attacks: [usize; 2],
    /// By color and whether the piece leads: squares where they cannot be captured.
    pub immune: [[B; 2]; 2],
    /// By color: their steps, where they move all at once.
    pub shifts: [Option<Shifts<B>>; 2],
    /// By color: targets on which something may happen to some piece type of the class.
    pub arrives_at: [B; 2],
    /// By color: squares from which such a target may be reached.
    pub arrives_from: [B; 2],
    /// By color: which table of squares between holds its lines.
    pub layer: [usize; 2],
    /// By color: all that it attacks, for a leaper.
    pub leaper: [bool; 2],
    /// By color: the steps of its attacks, where they can be looked at all at once.
    pub attack_shifts: [Option<Shifts<B>>; 2],
}

/// What makes two piece types one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Profile<B> {
    pub royal: bool,
    pub moves: [[usize; 2]; 2],
    pub attacks: [usize; 2],
    pub immune: [[B; 2]; 2],
}

/// Builds and pools the ways of moving of every piece type.
pub(super) struct Builder<'a, B> {
    pub variant: &'a Variant,
    pub pool: Vec<AttackTable<B>>,
    /// What has been built for whom.
    pub built: Vec<(Piece, Purpose, Vec<B>, usize)>,
    /// Who stands where at the start.
    pub homes: FxHashSet<(Square, Piece)>,
    /// How many more steps may be looked at; what comes after is odd.
    pub visits: u32,
}

/// The most steps that are looked at for one game's tables.
const MAX_VISITS: u32 = 4_000_000;

impl<'a, B: Bitboard> Builder<'a, B> {
    pub(super) fn new(variant: &'a Variant) -> Builder<'a, B> {
        let homes = variant.setup.iter().copied().collect();
        Builder { variant, pool: Vec::new(), built: Vec::new(), homes, visits: MAX_VISITS }
    }

    /// The classes of the game, and the class of each piece type. Piece types of the array come first, so that a position
    /// need not look at classes that come late or never.
    pub(super) fn profiles(&mut self) -> (Vec<Profile<B>>, Vec<usize>) {
        let mut piece_types: Vec<PieceTypeId> =
            self.variant.piece_type_ids().map(|(piece_type, _)| piece_type).collect();
        let starts = |id: PieceTypeId| self.variant.setup.iter().any(|(_, piece)| piece.piece_type == id);
        piece_types.sort_by_key(|piece_type| !starts(*piece_type));
        let mut profiles: Vec<Profile<B>> = Vec::new();
        let mut class_of = vec![ODD; piece_types.len()];
        for piece_type in piece_types {
            let Ok(profile) = self.profile(piece_type) else { continue };
            let known = profiles.iter().position(|known| *known == profile);
            class_of[piece_type.index()] = known.unwrap_or_else(|| {
                profiles.push(profile);
                (profiles.len() - 1).min(ODD)
            });
        }
        profiles.truncate(ODD);
        (profiles, class_of)
    }

    fn profile(&mut self, piece_type: PieceTypeId) -> Result<Profile<B>, Odd> {
        let royal = self.variant.piece_type(piece_type).royal.is_some();
        let automata =
            self.variant.piece_type(piece_type).moves.iter().map(|moves| Dfa::new(&moves.automaton));
        let dfas = &automata.collect::<Result<Vec<Dfa>, Odd>>()?;
        let mut moves = [[0; 2]; 2];
        let mut attacks = [0; 2];
        let mut immune = [[B::EMPTY; 2]; 2];
        for color in Color::ALL {
            let side = color as usize;
            for leads in [false, true] {
                moves[side][usize::from(leads)] = match leads && !royal {
                    true => moves[side][0],
                    false => self.table(dfas, Piece { color, piece_type }, leads, Purpose::Move)?,
                };
                immune[side][usize::from(leads)] =
                    self.immune(Piece { color, piece_type }, leads, Threat::Capture);
            }
            attacks[side] = self.table(dfas, Piece { color, piece_type }, false, Purpose::Attack)?;
            if royal
                && attacks[side] != self.table(dfas, Piece { color, piece_type }, true, Purpose::Attack)?
            {
                // It attacks in a way of its own while it leads.
                return Err(Odd);
            }
        }
        Ok(Profile { royal, moves, attacks, immune })
    }

    /// Squares on which something cannot be done to a piece.
    pub(super) fn immune(&self, piece: Piece, leads: bool, threat: Threat) -> B {
        let immunities = self.variant.immunities.iter().filter(|immunity| immunity.to.contains(&threat));
        immunities.fold(B::EMPTY, |set, immunity| set | self.mask(&immunity.pieces, piece, leads))
    }

    /// Squares a piece may come to stand on.
    pub(super) fn open(&self, piece: Piece, leads: bool, from: Option<Square>) -> B {
        let piece_type = self.variant.piece_type(piece.piece_type);
        let stays: B = piece_type.stays.as_ref().map_or(B::ALL, |zone| B::of(*zone.squares.get(piece.color)));
        let (mut closed, mut open) = (B::EMPTY, B::EMPTY);
        for admission in &self.variant.admissions {
            let zone: B = B::of(*admission.zone.squares.get(piece.color));
            closed |= zone;
            let pieces = self.mask(&admission.pieces, piece, leads);
            open |= match from {
                Some(from) if pieces.has(from) => zone,
                Some(_) => B::EMPTY,
                None => zone & pieces,
            };
        }
        stays & (!closed | open)
    }

    fn mask(&self, pieces: &PieceFilter, piece: Piece, leads: bool) -> B {
        CompiledFilter::<B>::mask_of(self.variant, pieces, piece, leads)
    }

    fn table(&mut self, dfas: &[Dfa], piece: Piece, leads: bool, purpose: Purpose) -> Result<usize, Odd> {
        let open: Vec<B> =
            self.variant.board.squares().map(|from| self.reachable(piece, leads, purpose, from)).collect();
        let twin = |built: &&(Piece, Purpose, Vec<B>, usize)| {
            let (other, for_what, there, _) = built;
            *for_what == purpose && self.is_twin(*other, piece) && *there == open
        };
        if let Some((.., table)) = self.built.iter().find(twin) {
            return Ok(*table);
        }
        let mut table = AttackTable::new();
        for (from, open) in self.variant.board.squares().zip(&open) {
            let found = self.paths(dfas, piece, leads, purpose, from, *open)?;
            self.visits = self.visits.checked_sub(found.visits).ok_or(Odd)?;
            table.store(from, &found);
        }
        if table.doubtful {
            return Err(Odd);
        }
        let table = self.pool.iter().position(|known| *known == table).unwrap_or_else(|| {
            self.pool.push(table);
            self.pool.len() - 1
        });
        if self.variant.borders.is_empty() {
            self.built.push((piece, purpose, open, table));
        }
        Ok(table)
    }

    /// Whether two pieces go alike, but for what is open to them.
    fn is_twin(&self, one: Piece, other: Piece) -> bool {
        let (a, b) = (self.variant.piece_type(one.piece_type), self.variant.piece_type(other.piece_type));
        let virgin = |moves: &Moves| moves.automaton.entries.iter().any(|entry| entry.virgin.is_some());
        one.color == other.color
            && a.royal.is_some() == b.royal.is_some()
            && a.moves == b.moves
            && (one == other || !a.moves.iter().any(virgin))
    }

    /// The squares open to a piece on its way.
    fn reachable(&self, piece: Piece, leads: bool, purpose: Purpose, from: Square) -> B {
        match purpose {
            Purpose::Move => self.open(piece, leads, Some(from)),
            Purpose::Attack => {
                let stays = &self.variant.piece_type(piece.piece_type).stays;
                stays.as_ref().map_or(B::ALL, |zone| B::of(*zone.squares.get(piece.color)))
            }
        }
    }

    fn paths(
        &self,
        dfas: &[Dfa],
        piece: Piece,
        leads: bool,
        purpose: Purpose,
        from: Square,
        open: B,
    ) -> Result<Paths<B>, Odd> {
        let board = &self.variant.board;
        let piece_type = self.variant.piece_type(piece.piece_type);
        let may_step = |a: Square, b: Square| open.has(b) && self.crosses(piece, leads, from, a, b);
        let tracer = Tracer { board, color: piece.color, from, may_step: &may_step };
        let is_home =
            |square: Option<Square>| square.is_some_and(|square| self.homes.contains(&(square, piece)));
        let (home, beyond) = (is_home(Some(from)), is_home(board.step(from, (0, -1), piece.color)));
        let mut found = Paths::default();
        for (moves, dfa) in piece_type.moves.iter().zip(dfas) {
            if moves.on.as_ref().is_none_or(|zone| zone.squares.get(piece.color).contains(from)) {
                tracer.paths(dfa, dfa.start(home, beyond), &mut found)?;
            }
        }
        if purpose == Purpose::Attack && self.variant.royalty.facing && piece_type.royal.is_some() {
            found.paths.extend([1, -1].map(|step| file(board, from, step)));
        }
        Ok(found)
    }

    fn crosses(&self, piece: Piece, leads: bool, stands: Square, from: Square, to: Square) -> bool {
        let board = &self.variant.board;
        let (dx, dy) = (board.cell(to).x - board.cell(from).x, board.cell(to).y - board.cell(from).y);
        self.variant.borders.iter().all(|border| {
            let zone = border.zone.squares.get(piece.color);
            zone.contains(from) == zone.contains(to)
                || !self.mask(&border.pieces, piece, leads).has(stands)
                || match border.by {
                    StepClass::Orthogonal => dx == 0 || dy == 0,
                    StepClass::Diagonal => dx.abs() == dy.abs(),
                }
        })
    }
}

/// The squares along a file, over which royals may face each other.
fn file<B: Bitboard>(board: &Board, from: Square, step: i32) -> Path<B> {
    let mut path = Path::default();
    let mut at = from;
    while let Some(next) = board.step(at, (0, step), Color::White) {
        let square = next;
        path.landings.push(Landing { square, blocks: true, quiet: false, capture: true, passing: false });
        at = next;
    }
    path
}
