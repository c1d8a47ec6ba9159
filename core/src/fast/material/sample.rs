//! A fixed sample of placements, from which single moves are played.

use super::{Material, MaterialSearch, WinningMove, wins};
use crate::base::{Bitboard, ByColor, Color, Piece, PieceTypeId, Setup, Square, SquareSet};
use crate::rules::interpreter::Interpreter;
use crate::rules::{Binding, Ending};

/// The number of placements of one material in the sample.
const SAMPLES: u32 = 24;

/// The number of placements of one material in the sample if captured pieces come to a hand, because the materials that
/// arise are known from the sample alone.
const SAMPLES_WITH_HANDS: u32 = 256;

/// The number of placements of one material under each state of the rights if an ending depends on rights alone.
const SAMPLES_OF_RIGHTS: u32 = 64;

/// The maximum number of placements of one material in the sample.
const MAX_SAMPLES: u32 = 1024;

/// The maximum number of types that are tried as the captured piece.
const MAX_VICTIMS: usize = 6;

/// A generator of the same numbers in every run (xorshift, Marsaglia 2003).
struct SampleNumbers(u32);

impl SampleNumbers {
    /// Returns a number below `bound`, which must not be 0.
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % bound
    }
}

impl MaterialSearch<'_> {
    /// Plays all moves from some placements. Returns the first that wins, and the materials that arise.
    pub(super) fn sample(
        &self,
        material: &Material,
        rights: &[Vec<ByColor<u8>>],
    ) -> (Option<WinningMove>, Vec<Material>) {
        let variant = self.engine.variant();
        let mut numbers = SampleNumbers(0x9E37_79B9);
        let mut arising = Vec::new();
        for number in 0..self.samples(rights.len()) {
            let Some(mut before) = self.placed(material, &mut numbers) else { continue };
            before.turn = if number % 2 == 0 { Color::White } else { Color::Black };
            before.rights = rights[number as usize / 2 % rights.len()].clone();
            if !self.may_arise(&before) {
                continue;
            }
            let position = self.engine.position(&before);
            if self.engine.outcome(&position).is_some() {
                continue;
            }
            for (mv, after) in self.engine.children(&position) {
                let outcome = self.engine.outcome(&after).filter(|outcome| outcome.winner.is_some());
                if let Some(outcome) = outcome {
                    let win = WinningMove { before: before.clone(), mv, outcome };
                    if self.is_legal(&win) {
                        return (Some(win), arising);
                    }
                    continue;
                }
                let next = Material::of(variant, &after.setup());
                if next != *material && next != material.turned() && !arising.contains(&next) {
                    arising.push(next);
                }
            }
        }
        (None, arising)
    }

    /// Returns the number of placements of one material, for this number of states of the rights. Wins by the loss of a royal
    /// or by rights are rare in a sample.
    fn samples(&self, states: usize) -> u32 {
        let variant = self.engine.variant();
        let is_of_rights = |ending: &Ending| !ending.result.is_draw() && wins::is_of_rights(ending);
        if variant.royalty.binds != Binding::Always || variant.royalty.mutual {
            return MAX_SAMPLES;
        }
        match variant.endings.iter().any(is_of_rights) {
            true => {
                u32::try_from(states).unwrap_or(u32::MAX).saturating_mul(SAMPLES_OF_RIGHTS).min(MAX_SAMPLES)
            }
            false if variant.hands && !variant.captures_leave => SAMPLES_WITH_HANDS,
            false => SAMPLES,
        }
    }

    /// Returns a capture after which only these pieces are left and the player who captures has won by them, as when the
    /// other one has a bare king.
    pub(super) fn capture_into(
        &self,
        material: &Material,
        rights: &[Vec<ByColor<u8>>],
    ) -> Option<WinningMove> {
        let variant = self.engine.variant();
        let is_victim = |id: &PieceTypeId| {
            let own = variant.piece_type(*id);
            own.royal.is_none() && !own.neutral
        };
        let victims: Vec<PieceTypeId> =
            variant.piece_type_ids().map(|(id, _)| id).filter(is_victim).take(MAX_VICTIMS).collect();
        let mut numbers = SampleNumbers(0x9E37_79B9);
        for number in 0..SAMPLES {
            let Some(mut after) = self.placed(material, &mut numbers) else { continue };
            after.turn = if number % 2 == 0 { Color::White } else { Color::Black };
            after.rights.clone_from(rights.first()?);
            let (loser, winner) = (after.turn, after.turn.other());
            let outcome = self.engine.outcome(&self.engine.position(&after));
            if outcome.and_then(|outcome| outcome.winner) != Some(winner) {
                continue;
            }
            let standing: Vec<(Square, Piece)> =
                after.pieces().filter(|(_, piece)| piece.color == winner).collect();
            for (to, piece) in standing {
                for from in ((self.squares)(piece) & !occupied(&after)).iter() {
                    let win = victims.iter().find_map(|victim| {
                        let mut before = Setup { turn: winner, ..after.clone() };
                        before.set(to, Some(Piece { color: loser, piece_type: *victim }));
                        before.set(from, Some(piece));
                        self.winning_capture(before, (from, to), material)
                    });
                    if win.is_some() {
                        return win;
                    }
                }
            }
        }
        None
    }

    /// Returns the move between two squares if it leaves these pieces and wins.
    fn winning_capture(
        &self,
        before: Setup,
        (from, to): (Square, Square),
        material: &Material,
    ) -> Option<WinningMove> {
        let position = self.engine.position(&before);
        if !self.may_arise(&before) || self.engine.outcome(&position).is_some() {
            return None;
        }
        let made = self.engine.children(&position).into_iter();
        let mut made = made.filter(|(mv, _)| (mv.from, mv.to) == (Some(from), Some(to)));
        made.find_map(|(mv, after)| {
            let outcome =
                self.engine.outcome(&after).filter(|outcome| outcome.winner == Some(before.turn))?;
            let is_left = Material::of(self.engine.variant(), &after.setup()) == *material;
            let win = WinningMove { before: before.clone(), mv, outcome };
            (is_left && self.is_legal(&win)).then_some(win)
        })
    }

    /// Returns true unless the other side has just left itself in check, or the game was over before its move.
    pub(super) fn may_arise(&self, setup: &Setup) -> bool {
        let other = Setup { turn: setup.turn.other(), ..setup.clone() };
        let was_over = || Interpreter::new(self.engine.variant()).state_ending(&other).is_some();
        !self.engine.in_check(&self.engine.position(&other)) && !was_over()
    }

    /// Returns a position with some pieces on squares on which they can stand, or in hand. In a game with hands, the royals
    /// stand in every second position as in most mates: one in a corner, and the next two squares from it.
    fn placed(&self, material: &Material, numbers: &mut SampleNumbers) -> Option<Setup> {
        let variant = self.engine.variant();
        // Without captures in hand, few pieces are left only when the hands have long been empty.
        let goes_to_hand = variant.hands && !variant.captures_leave;
        let is_cornered = goes_to_hand && numbers.below(2) == 0;
        let mut setup = self.empty();
        let mut free = !SquareSet::default();
        let mut last_royal = None;
        for piece in material.pieces() {
            let is_royal = variant.piece_type(piece.piece_type).royal.is_some();
            if goes_to_hand && !is_royal && numbers.below(4) == 0 {
                let held = setup.hands.get_mut(piece.piece_type.index())?;
                *held.get_mut(piece.color) += 1;
                continue;
            }
            let mut squares = (self.squares)(piece) & free;
            if is_cornered && is_royal {
                squares &= self.mating_squares(last_royal);
            }
            let count = squares.count();
            let square = squares.iter().nth(numbers.below(count.max(1)) as usize)?;
            last_royal = last_royal.or(Some(square).filter(|_| is_royal));
            setup.set(square, Some(piece));
            free &= !SquareSet::bit(square);
        }
        self.is_shaded(&setup).then_some(setup)
    }

    /// Returns the corners, or the squares that are two squares away from another.
    fn mating_squares(&self, other: Option<Square>) -> SquareSet {
        let board = &self.engine.variant().board;
        let is_mating = |square: &Square| {
            let cell = board.cell(*square);
            match other.map(|other| board.cell(other)) {
                Some(other) => (cell.x - other.x).abs().max((cell.y - other.y).abs()) == 2,
                None => [1, board.width].contains(&cell.x) && [1, board.height].contains(&cell.y),
            }
        };
        board.squares().filter(is_mating).collect()
    }

    /// Returns a position without pieces.
    pub(super) fn empty(&self) -> Setup {
        let variant = self.engine.variant();
        let start = variant.start();
        let hands = start.hands.iter().map(|_| ByColor::default()).collect();
        let pieces = vec![None; start.pieces.len()];
        let (castling, moved) = (0, SquareSet::default());
        Setup {
            pieces,
            castling,
            passed: Vec::new(),
            moved,
            halfmove: 0,
            fullmove: 1,
            hands,
            captured: None,
            ended: None,
            ..start
        }
    }
}

/// Returns the squares with a piece.
fn occupied(setup: &Setup) -> SquareSet {
    setup.pieces().map(|(square, _)| square).collect()
}
