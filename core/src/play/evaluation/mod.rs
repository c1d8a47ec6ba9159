//! The static evaluation of positions, derived from the rules of the game.
//!
//! [`Evaluation`] holds weights as plain data: piece values, piece-square tables, mobility, king safety, goals, and
//! rights. [`Evaluation::new`] computes them once for each variant, and [`Evaluation::of`] applies them to a
//! position. Scores are in hundredths of a chess pawn for the side to move, interpolated between the opening and
//! the endgame. The module `piece_values` measures piece values.

mod goal;
mod inputs;
mod passed_pieces;
mod piece_values;
mod reach;

pub use goal::Goal;
pub use inputs::StaticEvaluation;
pub use piece_values::PieceValues;

use crate::base::{Color, Piece, Result, Square};
use crate::fast::stack::{Activity, PositionStack};
use crate::fast::tables::PieceCode;
use crate::rules::{Binding, Compare, EndingResult, Fact, PieceTest, Right, Variant};
use passed_pieces::PassedPieces;
use serde::Serialize;

/// The number of squares for which a piece-square table has room.
const SQUARES: usize = 256;

/// The bonus for the side to move, in hundredths of a pawn.
const TEMPO: i32 = 10;

/// The maximum bonus for attacks around the enemy royal, in hundredths of a pawn.
const MAX_DANGER: i32 = 300;

/// The divisor of the difference in value, which gives the bonus for an attack by a cheaper piece.
const THREAT: i32 = 10;

/// The divisor of the value of an attacked piece without protection, which gives its penalty.
const HANGING: i32 = 14;

/// The maximum of both, in hundredths of a pawn.
const MAX_THREAT: i32 = 60;

/// The evaluation weights of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    /// The piece values, by piece type.
    #[serde(rename = "worths")]
    pub piece_values: Vec<PieceValues>,
    pub goals: Vec<Goal>,
    /// The value of each right, by its number of remaining uses up to 3.
    pub rights: Vec<[i32; 4]>,
    /// True if the game is won by losing pieces or by being mated.
    pub inverted: bool,
    /// True if king safety applies: royals must be protected and checkmate loses.
    #[serde(rename = "besieged")]
    pub king_safety: bool,
    /// The gain of capturing a piece, by piece code.
    #[serde(skip)]
    pub prices: Vec<i32>,
    /// The value of a piece in the opening and in the endgame, by code and square.
    #[serde(skip)]
    squares: Vec<[i32; 2]>,
    /// The weight of each reachable square, and the usual number of reachable squares, by code.
    #[serde(skip)]
    mobility: Vec<[i32; 2]>,
    /// The proximity of a piece to squares on which it draws, in hundredths, by code and square.
    #[serde(skip)]
    drawing_squares: Vec<i32>,
    /// True if the game has drawing squares.
    #[serde(skip)]
    has_drawing_squares: bool,
    /// The bonus of a passed piece, by code and square. It is zero for types that do not only move forward.
    #[serde(skip)]
    runs: Vec<i32>,
    #[serde(skip)]
    royal: Vec<bool>,
    #[serde(skip)]
    held: Vec<i32>,
    /// The coordinates of each square.
    #[serde(skip)]
    cells: Vec<(i32, i32)>,
    /// The total piece value of both sides at the start, with at most 1,000 for each piece.
    #[serde(skip)]
    whole: i32,
}

/// The evaluation terms of one side, accumulated over its pieces.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    opening: i32,
    ending: i32,
    /// The material of pieces other than royals.
    material: i32,
    danger: i32,
    attackers: i32,
    drawing_squares: i32,
    royal: Option<Square>,
}

impl Side {
    /// Adds points that count equally in the opening and in the ending.
    fn add(&mut self, points: i32) {
        self.opening += points;
        self.ending += points;
    }
}

impl Evaluation {
    /// Derives the evaluation of a game from its rules.
    pub fn new(variant: &Variant) -> Evaluation {
        let goals = goal::all(variant);
        let measured = piece_values::measure(variant, &goals);
        let codes = 1 + 2 * variant.piece_types.len();
        let mut evaluation = Evaluation {
            rights: rights(variant),
            inverted: is_inverted(variant),
            king_safety: variant.royalty.binds != Binding::Never
                && variant.endings.iter().any(|end| end.is(&Fact::Checkmate, Result::Loss)),
            prices: vec![0; 256],
            squares: vec![[0; 2]; codes * SQUARES],
            mobility: vec![[0; 2]; codes],
            drawing_squares: vec![0; codes * SQUARES],
            has_drawing_squares: goals.iter().any(|goal| goal.result == Result::Draw),
            runs: vec![0; codes * SQUARES],
            royal: vec![false; codes],
            held: measured.piece_values.iter().map(|value| value.held).collect(),
            cells: vec![(0, 0); SQUARES],
            whole: 1,
            piece_values: measured.piece_values,
            goals,
        };
        evaluation.fill(variant, &measured.reach);
        let start = variant.start();
        let value =
            |piece: Piece| evaluation.prices[usize::from(PieceCode::new(piece.color, piece.piece_type).0)];
        let standing: i32 = start.pieces().map(|(_, piece)| value(piece).min(1_000)).sum();
        evaluation.whole = standing.max(1);
        evaluation
    }

    fn fill(&mut self, variant: &Variant, reach: &[reach::PathTable]) {
        for square in variant.board.squares() {
            let cell = variant.board.cell(square);
            self.cells[square.index() & (SQUARES - 1)] = (cell.x, cell.y);
        }
        for ((id, piece_type), reach) in variant.piece_type_ids().zip(reach) {
            let own = &self.piece_values[id.index()];
            // A royal that check always binds cannot be captured, so its value does not count in the balance.
            let lone = piece_type.royal.is_some() && variant.royalty.binds == Binding::Always;
            let price = if lone { 0 } else { i32::midpoint(own.opening, own.ending) };
            let gained = if variant.holds_captures() { self.held[id.index()] } else { 0 };
            let draws = self
                .goals
                .iter()
                .filter(|goal| goal.result == Result::Draw && goal.piece_types.contains(&id));
            let near: Vec<Vec<Option<u32>>> =
                draws.map(|goal| reach.distances(&variant.board, goal.squares.white)).collect();
            for color in Color::ALL {
                let code = usize::from(PieceCode::new(color, id).0);
                self.prices[code] = if lone { 2_000 } else { price + gained };
                self.royal[code] = piece_type.royal.is_some();
                // The more mobile a piece is, the less another square adds.
                self.mobility[code] =
                    [(32.0 / (own.mobility + 2.0)).round() as i32, (own.mobility * 0.7) as i32];
                for square in variant.board.squares() {
                    let place = code * SQUARES + square.index();
                    let seen = piece_values::seen(variant, square, color);
                    let table = seen.map_or([0; 2], |seen| own.squares[seen.index()]);
                    let base = if lone { [0; 2] } else { [own.opening, own.ending] };
                    self.squares[place] = [base[0] + table[0], base[1] + table[1]];
                    let run = seen.and_then(|seen| own.runs.get(seen.index()));
                    self.runs[place] = run.copied().unwrap_or(0);
                    let nearest = seen.and_then(|seen| near.iter().filter_map(|all| all[seen.index()]).min());
                    self.drawing_squares[place] = nearest.map_or(0, |distance| 100 / (distance as i32 + 1));
                }
            }
        }
    }

    /// Returns the static evaluation for the side to move, in hundredths of a chess pawn.
    pub fn of<T: PositionStack>(&self, stack: &T) -> i32 {
        self.with_structure(stack).0
    }

    /// Returns the static evaluation, and a hash of the pieces that only move forward, whose structure changes rarely.
    pub fn with_structure<T: PositionStack>(&self, stack: &T) -> (i32, u64) {
        let mut structure = 0_u64;
        let mut sides = [Side::default(); 2];
        let mut passed = PassedPieces::new();
        stack.pieces(|square, code| {
            let side = code.color() as usize;
            self.count_piece(&mut sides[side], square, code);
            let run = self.runs[usize::from(code.0) * SQUARES + square.index()];
            if run > 0 {
                let place = usize::from(code.0) * SQUARES + square.index() + 1;
                structure ^= (place as u64)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(29)
                    .wrapping_mul(0xbf58_476d_1ce4_e5b9);
                passed.add(side, self.cells[square.index() & (SQUARES - 1)], run);
            }
        });
        for (side, weakness) in sides.iter_mut().zip(passed.weakness()) {
            side.add(-weakness);
        }
        for (side, bonus) in sides.iter_mut().zip(passed.bonus()) {
            // A promotion is farther away in the opening.
            side.opening += bonus / 2;
            side.ending += bonus;
        }
        // In games that are won by losing pieces, activity is no advantage.
        if !self.inverted {
            stack.activity(|what| self.count_activity(&mut sides, what));
        }
        for color in Color::ALL {
            self.count_stock(stack, color, &mut sides[color as usize]);
        }
        let turn = stack.turn() as usize;
        (self.balance(&sides[turn], &sides[1 - turn]) + TEMPO, structure)
    }

    fn count_piece(&self, side: &mut Side, square: Square, code: PieceCode) {
        let place = usize::from(code.0) * SQUARES + square.index();
        let [opening, ending] = self.squares[place];
        side.opening += opening;
        side.ending += ending;
        if self.royal[usize::from(code.0)] {
            side.royal = Some(square);
        } else {
            side.material += self.prices[usize::from(code.0)];
        }
        side.drawing_squares = side.drawing_squares.max(self.drawing_squares[place]);
    }

    fn count_activity(&self, sides: &mut [Side; 2], what: Activity) {
        let price = |code: PieceCode| self.prices[usize::from(code.0)];
        match what {
            Activity::Moves { code, targets, near } => {
                let side = &mut sides[code.color() as usize];
                let [weight, usual] = self.mobility[usize::from(code.0)];
                side.add((targets as i32 - usual) * weight);
                if near > 0 {
                    side.attackers += 1;
                    side.danger += near as i32 * (price(code) / 100).clamp(1, 8);
                }
            }
            Activity::Attacks { attacker, target } => {
                // A cheaper piece wins material or time even if the target is protected.
                let gain = price(target) - price(attacker);
                if gain > 0 {
                    sides[attacker.color() as usize].add((gain / THREAT).min(MAX_THREAT));
                }
            }
            Activity::Hangs { target } => {
                sides[target.color() as usize].add(-(price(target) / HANGING).min(MAX_THREAT))
            }
        }
    }

    fn count_stock<T: PositionStack>(&self, stack: &T, color: Color, side: &mut Side) {
        let stock = stack.stock(color);
        stock.held(|(piece_type, number)| {
            let value = i32::from(number) * self.held.get(piece_type).copied().unwrap_or(0);
            side.opening += value;
            side.ending += value;
            side.material += value;
        });
        stock.rights(|(right, left)| {
            let value = self.rights.get(right).map_or(0, |value| value[usize::from(left).min(3)]);
            side.opening += value;
            side.ending += value;
        });
    }

    fn balance(&self, own: &Side, other: &Side) -> i32 {
        let phase = self.phase(own.material + other.material);
        let mut opening = own.opening - other.opening;
        let ending = own.ending - other.ending;
        if self.king_safety {
            opening += danger(own) - danger(other);
        }
        let mut score = (opening * phase + ending * (256 - phase)) / 256;
        if self.inverted {
            return -score;
        }
        score += self.mop_up(own, other) - self.mop_up(other, own);
        if self.has_drawing_squares && score.abs() > 100 {
            // The losing side moves toward drawing squares. The correction is at most a quarter of the score, so it
            // never changes the sign.
            let pull = |side: &Side| side.drawing_squares * (score.abs() / 4).min(150) / 100;
            score += if score < 0 { pull(own) } else { -pull(other) };
        }
        score
    }

    /// Returns the share of the opening, of 256, with this much material on the board and in hand.
    fn phase(&self, material: i32) -> i32 {
        (material * 256 / self.whole).clamp(0, 256)
    }

    /// Returns the bonus for driving a lone royal to the edge and for approaching it with the own royal.
    fn mop_up(&self, strong: &Side, weak: &Side) -> i32 {
        let (Some(attacker), Some(defender)) = (strong.royal, weak.royal) else { return 0 };
        if weak.material > 100 || strong.material < weak.material + 300 {
            return 0;
        }
        let [a, b] = [attacker, defender].map(|square| self.cells[square.index() & (SQUARES - 1)]);
        let apart = (a.0 - b.0).abs().max((a.1 - b.1).abs());
        3 * (12 - apart) - 4 * self.squares[self.lone(defender)][1].clamp(-20, 20)
    }

    /// Returns the index of `square` in the piece-square table of the first royal type.
    fn lone(&self, square: Square) -> usize {
        self.royal.iter().position(|royal| *royal).unwrap_or(0) * SQUARES + square.index()
    }
}

/// Returns the bonus of a side for its attacks around the enemy royal.
fn danger(side: &Side) -> i32 {
    // A single attacker rarely mates, so only a combined attack counts.
    if side.attackers < 2 { 0 } else { (2 * side.danger * side.attackers.min(4)).min(MAX_DANGER) }
}

/// Returns the value of each right by its number of remaining uses. If the game ends when the right is used up, each
/// further use costs more.
fn rights(variant: &Variant) -> Vec<[i32; 4]> {
    let is_vital = |number: usize| {
        variant.endings.iter().any(|ending| {
            let Some(Fact::UsedUp { right, enemy }) = ending.fact() else { return false };
            let result = if *enemy { Result::Win } else { Result::Loss };
            *right == number && ending.result == EndingResult::Player(result)
        })
    };
    let value = |(number, right): (usize, &Right)| match is_vital(number) {
        true => [-600, -260, -110, 0],
        // A counter that begins at zero is no asset.
        false if right.used_up => [0; 4],
        false => [0, 15, 25, 30],
    };
    variant.rights.iter().enumerate().map(value).collect()
}

/// Returns true if the game is won by losing pieces or by being mated.
fn is_inverted(variant: &Variant) -> bool {
    let of_loss = |fact: &Fact| {
        if let Fact::Count(count) = fact {
            let is_low = matches!(count.is, Compare::Equal | Compare::AtMost | Compare::Less);
            return count.pieces.leaf() == Some(&PieceTest::Own) && is_low && count.number <= 1;
        }
        let is_forced = !variant.move_rules.is_empty()
            && variant.royalty.binds == Binding::Always
            && !variant.piece_types.iter().any(|own| own.royal.is_some());
        *fact == Fact::Checkmate || *fact == Fact::Stalemate && is_forced
    };
    let mut wins = variant.endings.iter().filter(|ending| ending.result == EndingResult::Player(Result::Win));
    wins.any(|ending| ending.fact().is_some_and(of_loss))
}
