//! Conditions, and the proof that a piece is trapped.
//!
//! [`Oracle::holds`] evaluates a condition. Some conditions depend on the legal moves, whose conditions can depend on
//! moves again. The number of nested questions is limited, as the rules of the language define it.

use super::{Next, Oracle, REACH, TRAP, World};
use ferz_core::base::{Color, Piece, PieceTypeId, Progress, Square};
use ferz_core::rules::{
    Amount, CaptureTest, Compare, Condition, Fact, Formula, PieceCount, PieceFilter, Proof, Threat, Total,
    Within,
};

fn compare(is: Compare, one: usize, other: usize) -> bool {
    match is {
        Compare::Equal => one == other,
        Compare::AtLeast => one >= other,
        Compare::AtMost => one <= other,
        Compare::More => one > other,
        Compare::Less => one < other,
    }
}

/// The facts, other than the position, that a condition can depend on.
#[derive(Clone, Copy, Default)]
pub struct About {
    pub acted: Option<Square>,
    /// True if the player has no other move.
    pub stuck: bool,
    /// The number of the last move in its turn, if the condition is about that move.
    pub done: Option<Progress>,
}

impl Oracle<'_> {
    pub fn holds(&self, condition: &Condition, world: &World, player: Color, about: About) -> bool {
        match condition {
            Formula::Leaf(fact) => self.is_true(fact, world, player, about),
            Formula::Not(inner) => !self.holds(inner, world, player, about),
            Formula::Every(all) => all.iter().all(|one| self.holds(one, world, player, about)),
            Formula::AnyOf(any) => any.iter().any(|one| self.holds(one, world, player, about)),
        }
    }

    pub(super) fn is_true(&self, fact: &Fact, world: &World, player: Color, about: About) -> bool {
        match fact {
            Fact::InCheck => self.checked(world, player),
            Fact::EnemyInCheck => {
                self.checked(world, if player == Color::White { Color::Black } else { Color::White })
            }
            Fact::FirstOfTurn => about.done.unwrap_or(world.setup.progress).number == 1,
            Fact::LastOfTurn => {
                let Progress { number, of } = about.done.unwrap_or(world.setup.progress);
                number == of
            }
            Fact::RoyalsFace => {
                self.royals(world, Color::White).into_iter().any(|square| self.face_to_face(world, square))
            }
            Fact::Count(PieceCount { pieces, is, number }) => {
                let (count, number) = (self.chosen(pieces, world, player).len(), *number as usize);
                compare(*is, count, number)
            }
            Fact::Held(PieceCount { pieces, is, number }) => {
                let count = self.in_hands(pieces, world, player).len();
                compare(*is, count, *number as usize)
            }
            Fact::ToMove(color) => world.turn() == *color,
            Fact::Turn { is, number } => compare(*is, world.setup.fullmove as usize, *number as usize),
            Fact::Totals { one, is, other } => {
                let [one, other] = [one, other].map(|amount| self.measured(amount, world, player));
                compare(*is, one, other)
            }
            Fact::Captured(test) => {
                let CaptureTest { pieces, by } = &**test;
                world.setup.captured.as_ref().is_some_and(|captured| {
                    captured.taken.iter().any(|(square, taken)| {
                        self.fits(pieces, world, *square, *taken, player)
                            && by.as_ref().is_none_or(|by| {
                                captured.by.is_some_and(|piece| self.fits(by, world, *square, piece, player))
                            })
                    })
                })
            }
            Fact::Quiet(plies) => world.setup.halfmove >= *plies,
            // Only endings contain these facts.
            Fact::Checkmate
            | Fact::Stalemate
            | Fact::NoMove
            | Fact::Repetition(_)
            | Fact::Perpetual { .. } => false,
            Fact::NoOtherMove => about.stuck,
            Fact::Forks { number, pieces } => {
                let by = about.acted.map(|by| self.prey(world, by, pieces, player).len());
                by.is_some_and(|count| count >= *number as usize)
            }
            Fact::Traps { pieces, proof } => about.acted.is_some_and(|by| {
                let prey = self.prey(world, by, pieces, player);
                prey.into_iter().any(|prey| self.trapped(world, by, prey, *proof))
            }),
            Fact::Empty(zone) => {
                world.all().iter().all(|(square, _)| !super::filter::within(zone, player, *square))
            }
            Fact::UsedUp { right, enemy } => {
                let left = world.setup.rights[*right];
                (if (player == Color::White) == *enemy { left.black } else { left.white }) == 0
            }
            Fact::Material(pairs) => {
                let white = self.material(world, Color::White);
                let black = self.material(world, Color::Black);
                pairs.iter().any(|(one, other)| {
                    let (mut one, mut other) = (one.clone(), other.clone());
                    one.sort();
                    other.sort();
                    (one == white && other == black) || (one == black && other == white)
                })
            }
            Fact::OneShade(piece_types) => {
                let meant =
                    world.all().into_iter().filter(|(_, piece)| piece_types.contains(&piece.piece_type));
                let shades = meant.map(|(square, _)| {
                    let cell = self.variant.board.cell(square);
                    // Two squares have the same shade if the sums of their coordinates have the same parity.
                    (cell.x + cell.y) & 1
                });
                // No piece or pieces on one shade only.
                let shades: Vec<i32> = shades.collect();
                !(shades.contains(&0) && shades.contains(&1))
            }
            Fact::CanReach(goal) => {
                let there = |next: &Next| self.holds(goal, &next.after.renamed(), player, About::default());
                self.ask(REACH, || self.unended(world).iter().any(there))
            }
        }
    }

    /// Lists the matching pieces in both hands, each as often as it is held.
    fn in_hands(&self, pieces: &PieceFilter, world: &World, player: Color) -> Vec<PieceTypeId> {
        let mut all = Vec::new();
        for (index, held) in world.setup.hands.iter().enumerate() {
            for (color, held) in [(Color::White, held.white), (Color::Black, held.black)] {
                let piece = Piece { color, piece_type: PieceTypeId(index as u16) };
                if self.fits_in_hand(pieces, piece, player) {
                    all.extend((0..held).map(|_| piece.piece_type));
                }
            }
        }
        all
    }

    pub fn measured(&self, amount: &Amount, world: &World, player: Color) -> usize {
        match amount {
            Amount::Number(number) => *number as usize,
            Amount::Total(total) => self.sum(total, world, player),
            Amount::Uses { right, enemy } => {
                let left = world.setup.rights[*right];
                (if (player == Color::White) == *enemy { left.black } else { left.white }).into()
            }
        }
    }

    fn sum(&self, total: &Total, world: &World, player: Color) -> usize {
        let mut all = Vec::new();
        if matches!(total.within, Within::Board | Within::BoardAndHands) {
            let here = self.chosen(&total.pieces, world, player).into_iter();
            all.extend(here.filter_map(|square| Some(world.at(square)?.piece_type)));
        }
        if matches!(total.within, Within::Hands | Within::BoardAndHands) {
            all.extend(self.in_hands(&total.pieces, world, player));
        }
        let points = |id: PieceTypeId| self.variant.piece_types[id.index()].points as usize;
        if total.points { all.into_iter().map(points).sum() } else { all.len() }
    }

    /// Returns two flags: true if the condition depends on the target squares of moves, and true if it depends on moves
    /// because of a trap.
    fn questions(&self, condition: &Condition) -> (bool, bool) {
        match condition {
            Formula::Leaf(Fact::CanReach(_)) => (true, false),
            // The other proofs examine attacks only.
            Formula::Leaf(Fact::Traps { proof, .. }) => {
                (false, matches!(proof, Proof::NoMove | Proof::EveryReply))
            }
            Formula::Leaf(_) => (false, false),
            Formula::Not(inner) => self.questions(inner),
            Formula::Every(all) | Formula::AnyOf(all) => all.iter().fold((false, false), |found, one| {
                let more = self.questions(one);
                (found.0 || more.0, found.1 || more.1)
            }),
        }
    }

    /// Returns true if an action with this condition is excluded by the conditions that are being evaluated.
    pub fn left_out(&self, condition: &Condition) -> bool {
        let [number, reached, trapped] = self.asked.get();
        let (reaches, traps) = self.questions(condition);
        let many = number >= Condition::MAX_QUESTIONS;
        reaches && (many || reached > 0) || traps && (many || trapped >= Proof::MAX_NESTED)
    }

    /// Returns the pieces of a side without neutral pieces.
    fn sided(&self, world: &World, color: Color) -> Vec<(Square, Piece)> {
        let mut all = world.side(color);
        all.retain(|(_, piece)| !self.neutral(*piece));
        all
    }

    fn material(&self, world: &World, color: Color) -> Vec<PieceTypeId> {
        let mut all: Vec<PieceTypeId> =
            self.sided(world, color).into_iter().map(|(_, piece)| piece.piece_type).collect();
        for (index, held) in world.setup.hands.iter().enumerate() {
            let number = if color == Color::White { held.white } else { held.black };
            (0..number).for_each(|_| all.push(PieceTypeId(index as u16)));
        }
        all.sort();
        all
    }

    /// Returns the squares of the enemies that a piece attacks by its own moves.
    fn reaches(&self, world: &World, by: Square) -> Vec<Square> {
        // Captures of all paths count, including those on the way to the target.
        let Some(piece) = world.at(by) else { return Vec::new() };
        let taken: Vec<Square> = self.free_ways(world, by).into_iter().flat_map(|way| way.captures).collect();
        let enemies = world.all().into_iter().filter(|(_, other)| other.color != piece.color);
        enemies.map(|(square, _)| square).filter(|square| taken.contains(square)).collect()
    }

    fn prey(&self, world: &World, by: Square, filter: &PieceFilter, player: Color) -> Vec<Square> {
        let meant = self.chosen(filter, world, player);
        self.reaches(world, by).into_iter().filter(|square| meant.contains(square)).collect()
    }

    /// Returns true if the piece on `prey`, which the piece on `by` attacks, is trapped with its own side to move.
    fn trapped(&self, world: &World, by: Square, prey: Square, proof: Proof) -> bool {
        let Some(left) = self.traps.get().checked_sub(1) else {
            self.gave_up.set(true);
            return false;
        };
        self.traps.set(left);
        // The pieces get new names, because the trap is a question about the following moves.
        let world = &world.renamed();
        match proof {
            Proof::Attack => true,
            Proof::NoMove => {
                // If the game is already over, the prey has no move.
                self.shown_ending(world).is_some()
                    || self.ask(TRAP, || self.unended(world)).iter().all(|next| next.from != Some(prey))
            }
            Proof::NoSafeMove => {
                let defended =
                    world.side(world.turn()).iter().any(|(from, _)| self.reaches(world, *from).contains(&by));
                let caught = |next: &Next| match next.find(prey) {
                    // A prey that has left the board or changed counts as caught.
                    None => true,
                    Some(square) => self.reaches(&next.after.renamed(), by).contains(&square),
                };
                !defended && self.moves_from(world, prey).iter().all(caught)
            }
            Proof::EveryReply => {
                self.shown_ending(world).is_some()
                    || self
                        .ask(TRAP, || self.unended(world).iter().all(|reply| self.answered(reply, by, prey)))
            }
        }
    }

    /// Returns true if the piece on `by` can legally capture the piece from `prey` after a reply.
    fn answered(&self, reply: &Next, by: Square, prey: Square) -> bool {
        let world = &reply.after.renamed();
        let (Some(prey), Some(hunter)) = (reply.find(prey), reply.find(by)) else { return false };
        // Only the hunter itself may capture. Another piece that has taken its place does not count.
        if hunter != by
            || self.immune(world, prey, Threat::Capture)
            || !self.reaches(world, by).contains(&prey)
        {
            return false;
        }
        self.shown_ending(world).is_none()
            && self.duties(world).is_none()
            && self.moves_from(world, by).iter().any(|next| {
                next.from == Some(by)
                    && next.find(prey).is_none()
                    && self.keeps(world, &next.after)
                    && self.safe(&next.after, world.turn())
            })
    }
}
