//! All placements in which a side has lost, and the moves that lead there.
//!
//! The royals of the loser come first, and then the pieces of the winner. If only check can win and nothing else gives
//! check, the last piece of the winner is tried only where it could. This leaves a few percent of all placements.

use super::wins::Wins;
use super::{Material, MaterialSearch, MaterialVerdict, WinningMove};
use crate::base::{Bitboard, ByColor, Color, Move, Piece, Setup, Square, SquareSet};
use crate::fast::engine::TableVisitor;
use crate::fast::movegen;
use crate::fast::position::Position;
use crate::fast::tables::{Compiled, PieceCode, UNTABLED};
use crate::rules::interpreter::Interpreter;
use crate::rules::{Moves, Variant};
use std::ops::ControlFlow;

/// The maximum number of lost positions without a move that leads to them, after which the search gives up.
const MAX_UNREACHED: u32 = 256;

/// A piece to place.
struct PieceToPlace<B> {
    piece: Piece,
    code: PieceCode,
    squares: B,
    /// True if the piece before is equal, so that their order makes no difference.
    repeats: bool,
    /// True if the attacks of the piece can need other pieces.
    needs_hurdles: bool,
    /// True if the piece must stand on squares of the same shade as others.
    is_shaded: bool,
}

/// The placements of some pieces with one side to move.
struct Placements<'a, B: Bitboard> {
    search: &'a MaterialSearch<'a>,
    game: &'a Compiled<B>,
    rules: Interpreter<'a, Position<B>>,
    position: Position<B>,
    slots: Vec<PieceToPlace<B>>,
    /// The number of slots for royals of the loser.
    royals: usize,
    /// The number of slots after which no piece of the winner follows.
    settled: usize,
    loser: Color,
    wins: Wins,
    /// The squares of each shade.
    shades: [B; 2],
    /// True if the tables have all attacks.
    is_tabled: bool,
    /// True if pieces that are placed later can only protect from check.
    is_monotone: bool,
    /// True if only attacks and pieces on squares prevent the steps of a royal of the loser.
    has_steps: bool,
    unreached: u32,
    found: Option<WinningMove>,
}

impl MaterialSearch<'_> {
    /// Tries all placements of some pieces, under all states of the rights.
    pub(super) fn try_placements(
        &self,
        material: &Material,
        wins: Wins,
        rights: &[Vec<ByColor<u8>>],
    ) -> MaterialVerdict {
        let count = material.pieces().map(|piece| u64::from((self.squares)(piece).count()));
        let count = count.fold(rights.len() as u64, u64::saturating_mul);
        if count == 0 {
            return MaterialVerdict::Proven;
        }
        if count > self.placements {
            return MaterialVerdict::Open;
        }
        let key = (material.clone(), self.shaded_pairs(material));
        if let Some(verdict) = self.known.borrow().get(&key) {
            return verdict.clone();
        }
        let verdict = self.search_placements(material, wins, rights);
        self.known.borrow_mut().insert(key, verdict.clone());
        verdict
    }

    fn search_placements(
        &self,
        material: &Material,
        wins: Wins,
        rights: &[Vec<ByColor<u8>>],
    ) -> MaterialVerdict {
        let mut is_open = false;
        // With the same pieces, the sides can be exchanged.
        let sides = if *material == material.turned() && !self.has_uneven_sides() { 1 } else { 2 };
        for state in rights {
            for loser in Color::ALL.into_iter().take(sides) {
                let empty = Setup { turn: loser, rights: state.clone(), ..self.empty() };
                let run = PlacementRun { search: self, material, wins };
                match self.engine.visit_tables(&self.engine.position(&empty), run) {
                    Some(MaterialVerdict::Refuted(win)) => return MaterialVerdict::Refuted(win),
                    None | Some(MaterialVerdict::Open) => is_open = true,
                    Some(MaterialVerdict::Proven) => {}
                }
            }
        }
        if is_open { MaterialVerdict::Open } else { MaterialVerdict::Proven }
    }
}

/// A search of all placements of some pieces on an empty board on which the loser is to move.
struct PlacementRun<'a> {
    search: &'a MaterialSearch<'a>,
    material: &'a Material,
    wins: Wins,
}

impl TableVisitor for PlacementRun<'_> {
    type Answer = MaterialVerdict;

    fn visit<B: Bitboard>(self, game: &Compiled<B>, position: Position<B>) -> MaterialVerdict {
        Placements::new(self.search, game, position, (self.material, self.wins)).run()
    }
}

impl<'a, B: Bitboard> Placements<'a, B> {
    /// Prepares the search from a position without pieces in which the loser is to move.
    fn new(
        search: &'a MaterialSearch<'a>,
        game: &'a Compiled<B>,
        position: Position<B>,
        (material, wins): (&Material, Wins),
    ) -> Placements<'a, B> {
        let loser = position.turn;
        let variant = &game.variant;
        let is_royal = |piece: &Piece| variant.piece_type(piece.piece_type).royal.is_some();
        let mut pieces: Vec<Piece> = material.pieces().collect();
        let rank = |piece: &Piece| match (piece.color == loser, is_royal(piece)) {
            (true, true) => 0,
            (false, false) => 1,
            (false, true) => 2,
            (true, false) => 3,
        };
        pieces.sort_by_key(|piece| (rank(piece), *piece));
        let keeps_shades = search.keeps_shades(material);
        let slot = |(at, piece): (usize, &Piece)| PieceToPlace {
            piece: *piece,
            code: game.code_of(piece.color, piece.piece_type),
            squares: B::of((search.squares)(*piece)),
            repeats: at > 0 && pieces[at - 1] == *piece,
            needs_hurdles: variant
                .piece_type(piece.piece_type)
                .moves
                .iter()
                .any(|moves| moves.automaton.needs_hurdles()),
            is_shaded: keeps_shades && search.shaded.contains(&piece.piece_type),
        };
        let slots: Vec<PieceToPlace<B>> = pieces.iter().enumerate().map(slot).collect();
        let is_tabled = !variant.royalty.facing
            && slots.iter().all(|slot| usize::from(game.info(slot.code).class) != UNTABLED);
        let is_monotone = is_tabled && !slots.iter().any(|slot| slot.needs_hurdles);
        let royals = pieces.iter().filter(|piece| rank(piece) == 0).count();
        let settled = pieces.iter().filter(|piece| rank(piece) < 3).count();
        let has_steps = is_tabled && royals == 1 && has_plain_steps(variant, &pieces[..royals]);
        let (rules, found) = (game.rules(), None);
        Placements {
            search,
            game,
            rules,
            position,
            slots,
            royals,
            settled,
            loser,
            wins,
            shades: search.shades().map(B::of),
            is_tabled,
            is_monotone,
            has_steps,
            unreached: 0,
            found,
        }
    }

    /// Tries all placements.
    fn run(mut self) -> MaterialVerdict {
        let ended = self.place(0, None).is_break();
        match self.found {
            Some(win) => MaterialVerdict::Refuted(Box::new(win)),
            None if ended || self.unreached > 0 => MaterialVerdict::Open,
            None => MaterialVerdict::Proven,
        }
    }

    /// Returns the squares from which a piece could attack a square.
    fn attackers(&self, code: PieceCode, target: Square) -> B {
        let class = usize::from(self.game.info(code).class);
        self.game.attackers_to(code.color() as usize, target)[class]
    }

    /// Returns the target of a step that the royal of the loser can make. Another piece prevents it only if it stands there
    /// or, as a piece of the winner, attacks the target. `placed` are the pieces on the board, none of which must need the
    /// other piece for an attack on the target.
    fn escape(&mut self, placed: usize) -> Option<Square> {
        let winner = self.loser.other();
        let hurdlers: Vec<PieceCode> = self.slots[..placed]
            .iter()
            .filter(|slot| slot.needs_hurdles && slot.piece.color == winner)
            .map(|slot| slot.code)
            .collect();
        let state = self.position.state;
        self.position.mark_moved(self.game, self.position.occupied());
        let list = movegen::legal(self.game, &mut self.position);
        let board = &self.game.variant.board;
        let royals = self.position.royals & self.position.colors[self.loser as usize];
        let step = |mv: &Move| {
            let (from, to) = (mv.from?, mv.to?);
            let (one, other) = (board.cell(from), board.cell(to));
            let is_step = (one.x - other.x).abs() <= 1 && (one.y - other.y).abs() <= 1;
            let is_uncertain = || hurdlers.iter().any(|code| self.may_attack(*code, to));
            (royals.has(from) && is_step && !is_uncertain()).then_some(to)
        };
        let target = list.successors(self.game, &self.position).find_map(|next| step(&next.mv));
        self.position.state = state;
        target
    }

    fn is_checked(&self, color: Color) -> bool {
        self.game.in_check(&self.rules, &self.position, color)
    }

    /// Returns true if a piece like this one stands where it could attack a square.
    fn may_attack(&self, code: PieceCode, target: Square) -> bool {
        self.standing(code).meets(self.attackers(code, target))
    }

    /// Returns the squares of the pieces like this one.
    fn standing(&self, code: PieceCode) -> B {
        let all = self.position.present().get(usize::from(self.game.info(code).class));
        all.map_or(B::EMPTY, |all| *all & self.position.colors[code.color() as usize])
    }

    /// Returns the squares of the shade on which a shaded piece stands, if it is on the board.
    fn shade(&self, placed: usize) -> Option<B> {
        let first = self.slots[..placed].iter().find(|slot| slot.is_shaded)?;
        let mut standing = self.standing(first.code).iter();
        let square = standing.find(|square| self.position.code(*square) == first.code)?;
        self.shades.into_iter().find(|shade| shade.has(square))
    }

    /// Returns true if one of the first pieces gives check to the loser, or could do so beside others.
    fn may_check(&self, placed: usize) -> bool {
        if self.is_monotone {
            return self.is_checked(self.loser);
        }
        if self.royals != 1 || !self.is_tabled {
            return true;
        }
        let royal = (self.position.royals & self.position.colors[self.loser as usize]).first();
        self.slots[self.royals..placed.min(self.settled)].iter().any(|slot| self.may_attack(slot.code, royal))
    }

    /// Returns true if only a player in check can lose.
    fn needs_check(&self) -> bool {
        !self.wins.by_stuck && !self.wins.by_state
    }

    /// Places the piece of a slot on each of its squares, and then the others. `last` is the square of the piece before.
    fn place(&mut self, at: usize, last: Option<Square>) -> ControlFlow<()> {
        let is_pruned = self.needs_check();
        if is_pruned && at == self.settled && !self.may_check(at) {
            return ControlFlow::Continue(());
        }
        let Some(slot) = self.slots.get(at) else { return self.try_placement() };
        let (code, mut squares) = (slot.code, slot.squares & !self.position.occupied());
        if let Some(last) = last.filter(|_| slot.repeats) {
            squares = squares.iter().filter(|square| *square > last).collect();
        }
        if slot.is_shaded
            && let Some(shade) = self.shade(at)
        {
            squares &= shade;
        }
        let is_last = at + 1 == self.settled && at >= self.royals && self.royals == 1;
        if is_pruned && is_last && !self.may_check(at) {
            let royal = (self.position.royals & self.position.colors[self.loser as usize]).first();
            squares &= self.attackers(code, royal);
        }
        // Whatever is placed last must prevent each step of the royal.
        if self.has_steps
            && at + 1 == self.slots.len()
            && !self.wins.by_state
            && let Some(target) = self.escape(at)
        {
            squares &= if is_last { self.attackers(code, target) | B::bit(target) } else { B::bit(target) };
        }
        for square in squares.iter() {
            self.position.set(self.game, square, code);
            let placed = self.place(at + 1, Some(square));
            self.position.set(self.game, square, PieceCode::NONE);
            placed?;
        }
        ControlFlow::Continue(())
    }

    /// Ends the search if the loser has lost by a legal move.
    fn try_placement(&mut self) -> ControlFlow<()> {
        let is_checked = self.is_checked(self.loser);
        let may_be_stuck = self.wins.by_stuck || self.wins.by_check && is_checked;
        if !may_be_stuck && !self.wins.by_state || self.is_checked(self.loser.other()) {
            return ControlFlow::Continue(());
        }
        let state = self.position.state;
        // A piece that has moved has no more moves than one that has not.
        self.position.mark_moved(self.game, self.position.occupied());
        let is_over = self.wins.by_state && self.rules.state_ending(&self.position).is_some()
            || may_be_stuck && !movegen::has_moves(&self.rules, &mut self.position);
        let has_winner =
            is_over && self.rules.outcome(&self.position).is_some_and(|outcome| outcome.winner.is_some());
        let result = if has_winner { self.try_to_reach() } else { ControlFlow::Continue(()) };
        self.position.state = state;
        result
    }

    /// Ends the search if a legal move leads to the position.
    fn try_to_reach(&mut self) -> ControlFlow<()> {
        let winner = self.loser.other();
        let after = self.position.setup(self.game);
        let standing: Vec<(Square, Piece)> =
            after.pieces().filter(|(_, piece)| piece.color == winner).collect();
        for (to, piece) in standing {
            let squares = self.slots.iter().find(|slot| slot.piece == piece).map(|slot| slot.squares);
            let free = squares.unwrap_or(B::EMPTY) & !self.position.occupied();
            for from in free.iter() {
                let mut before = after.clone();
                (before.turn, before.moved) = (winner, SquareSet::default());
                before.set(to, None);
                before.set(from, Some(piece));
                if let Some(win) = self.winning_move(before, (Some(from), to)) {
                    self.found = Some(win);
                    return ControlFlow::Break(());
                }
            }
            let dropped = self.undropped(&after, to, piece);
            if let Some(win) = dropped.and_then(|before| self.winning_move(before, (None, to))) {
                self.found = Some(win);
                return ControlFlow::Break(());
            }
        }
        self.unreached += 1;
        if self.unreached > MAX_UNREACHED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns the position in which a piece of the winner was still in hand, if such a piece can be there.
    fn undropped(&self, after: &Setup, square: Square, piece: Piece) -> Option<Setup> {
        let mut before = Setup { turn: piece.color, moved: SquareSet::default(), ..after.clone() };
        before.set(square, None);
        let held = before.hands.get_mut(piece.piece_type.index())?;
        *held.get_mut(piece.color) += 1;
        self.game.variant.is_ever_held(piece.piece_type).then_some(before)
    }

    /// Returns the move between two squares, or the drop on a square, if it is legal and wins.
    fn winning_move(&self, before: Setup, (from, to): (Option<Square>, Square)) -> Option<WinningMove> {
        if !self.search.is_shaded(&before) || !self.search.may_arise(&before) {
            return None;
        }
        let mut position = Position::new(self.game, &before)?;
        if self.rules.state_ending(&position).is_some() {
            return None;
        }
        let list = movegen::legal(self.game, &mut position);
        let mut made = list
            .successors(self.game, &position)
            .filter(|next| (next.mv.from, next.mv.to) == (from, Some(to)));
        made.find_map(|next| {
            let outcome = self.rules.outcome(&*next.after).filter(|outcome| outcome.winner.is_some())?;
            let win = WinningMove { before: before.clone(), mv: next.mv, outcome };
            self.search.is_legal(&win).then_some(win)
        })
    }
}

/// Returns true if no rule forbids the moves of some pieces to squares that are free and not attacked.
fn has_plain_steps(variant: &Variant, pieces: &[Piece]) -> bool {
    let is_ruled = !variant.move_rules.is_empty()
        || !variant.admissions.is_empty()
        || !variant.borders.is_empty()
        || !variant.immunities.is_empty()
        || !variant.actions.is_empty()
        || variant.turns.is_some();
    let is_plain = |moves: &Moves| {
        moves.to.is_none() && moves.capturing.is_none() && moves.when.is_none() && moves.provided.is_none()
    };
    let types = pieces.iter().map(|piece| variant.piece_type(piece.piece_type));
    !is_ruled && types.flat_map(|own| &own.moves).all(is_plain)
}
