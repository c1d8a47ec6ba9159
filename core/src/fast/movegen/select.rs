//! Evaluates piece filters for all squares of a position at once.
//!
//! [`Compiled::select`] is the entry point. Each method of [`Everywhere`] returns the set of squares for which the
//! answer is true, so a filter becomes a few set operations. Relations to other pieces use the attack tables if these
//! decide, and the slow path otherwise.

use crate::base::{Bitboard, Color, PieceTypeId, Square};
use crate::fast::position::Position;
use crate::fast::tables::{Compiled, PieceCode, placed};
use crate::rules::interpreter::Interpreter;
use crate::rules::{PieceFilter, Relation, Subject, Threat, Zone};

/// All pieces of a position at once, for a filter of a rule that applies to `player`. An answer has no meaning on
/// empty squares. The game must not have neutral pieces.
struct Everywhere<'a, B: Bitboard> {
    rules: &'a Interpreter<'a, Position<B>>,
    position: &'a Position<B>,
    player: Color,
}

impl<B: Bitboard> Subject for Everywhere<'_, B> {
    type Answer = B;

    fn is_own(&self) -> B {
        self.position.colors[self.player as usize]
    }
    fn is_neutral(&self) -> bool {
        false
    }
    fn is_royal(&self) -> B {
        self.position.royals
    }
    fn is_leader(&self) -> B {
        let [white, black] = Color::ALL.map(|color| self.position.leaders(self.rules.tables(), color));
        white | black
    }
    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> B {
        let codes = piece_types.iter().flat_map(|id| Color::ALL.map(|color| PieceCode::new(color, *id)));
        let standing = codes.map(|code| self.position.standing(self.rules.tables(), code, B::ALL));
        standing.fold(B::EMPTY, |set, own| set | own)
    }
    fn is_in(&self, zone: &Zone) -> B {
        let own = |color| B::of(*zone.squares.get(color)) & self.position.colors[color as usize];
        own(Color::White) | own(Color::Black)
    }
    fn is_related(&self, relation: Relation, pieces: &PieceFilter) -> B {
        let Everywhere { rules, position, .. } = self;
        let game = rules.tables();
        let others = (self.matches(pieces) & position.occupied()).iter();
        let related = |square: Square| match relation {
            Relation::Beside => game.beside[square.index()],
            Relation::Attacking => game.attackers_of(rules, position, square),
            Relation::AttackedBy => game.attacked_from(rules, position, square),
        };
        others.fold(B::EMPTY, |set, square| set | related(square))
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Returns the pieces that a filter matches, for a rule that applies to `player`.
    pub fn select(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        (filter, player): (&PieceFilter, Color),
    ) -> B {
        // Sets of squares by side cannot express neutral pieces, so each piece is tested separately.
        if self.has_neutral {
            return B::of(rules.select_one_by_one(filter, position, player));
        }
        Everywhere { rules, position, player }.matches(filter) & position.occupied()
    }

    /// Returns the squares on which a filter would match a piece of the given code if it were placed there. The piece
    /// does not lead its side, and all other pieces keep their squares.
    pub(super) fn select_placed(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        (filter, code): (&PieceFilter, PieceCode),
    ) -> B {
        let Some(piece) = code.piece() else { return B::EMPTY };
        let others = Everywhere { rules, position, player: piece.color };
        placed(&self.variant, filter, piece, &|relation, pieces| others.is_related(relation, pieces))
    }

    /// Returns true if the piece on `from` attacks the piece on `square` for the purpose of check.
    pub fn attacks_one(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        (from, square): (Square, Square),
    ) -> bool {
        let code = position.code(from);
        let number = usize::from(self.info(code).class);
        if !self.tells(number, position.royals.has(square)) {
            return rules.attacks_step_by_step(position, from, square);
        }
        self.attackers_to(code.color() as usize, square)[number].has(from)
            && self.suffers(rules, position, square)
            && self.strikes(
                position,
                (&self.classes[number], code.color() as usize),
                (from, square),
                position.occupied(),
            )
    }

    /// Returns the enemy pieces that attack the piece on `square` for the purpose of check.
    fn attackers_of(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        square: Square,
    ) -> B {
        let side = position.code(square).color().other();
        let enemies = position.colors[side as usize];
        if enemies.is_empty() || !self.suffers(rules, position, square) {
            return B::EMPTY;
        }
        let royal = position.royals.has(square);
        let aims = self.attackers_to(side as usize, square);
        let mut found = B::EMPTY;
        for (number, (pieces, aim)) in position.present().iter().zip(aims).enumerate() {
            let (able, decidable) = (*pieces & enemies & *aim, self.tells(number, royal));
            for from in able.iter() {
                let own = || (&self.classes[number], side as usize);
                let attacks = match decidable {
                    true => self.strikes(position, own(), (from, square), position.occupied()),
                    false => rules.attacks_step_by_step(position, from, square),
                };
                found |= if attacks { B::bit(from) } else { B::EMPTY };
            }
        }
        // The mask of reachable squares spares most steps along automata.
        let untabled = position.untabled(side).iter().filter(|from| {
            let strikes = &self.info(position.code(*from)).strikes;
            strikes.get(from.index()).is_none_or(|strikes| strikes.has(square))
                && rules.attacks_step_by_step(position, *from, square)
        });
        found | untabled.collect()
    }

    /// Returns the enemy pieces that the piece on `from` attacks for the purpose of check.
    fn attacked_from(&self, rules: &Interpreter<'_, Position<B>>, position: &Position<B>, from: Square) -> B {
        let enemies = position.colors[position.code(from).color().other() as usize].iter();
        let attacked = enemies.filter(|square| self.attacks_one(rules, position, (from, *square)));
        attacked.collect()
    }

    /// Returns true if the tables decide whether pieces of a class attack another piece. `royal` is true if the other
    /// piece is royal. The tables also hold captures of royals only and the attacks between facing royals, which do
    /// not apply to other pieces.
    fn tells(&self, number: usize, royal: bool) -> bool {
        let faces = |royals: bool| royals && self.variant.royalty.facing;
        let class = self.classes.get(number);
        class.is_some_and(|class| (royal || class.royal_captures == [None; 2]) && !faces(class.royal))
    }

    /// Returns true if the piece on a square can be attacked there for the purpose of check.
    fn suffers(&self, rules: &Interpreter<'_, Position<B>>, position: &Position<B>, square: Square) -> bool {
        let code = position.code(square);
        let leads = || self.info(code).royal && position.leaders(self, code.color()).has(square);
        match (self.has_neutral || self.is_shielded(), self.info(code).unattackable) {
            (true, _) => rules.can_be_affected(position, square, Threat::Attack).is_ok(),
            (false, [common, leading]) if common == leading => !common.has(square),
            (false, masks) => !masks[usize::from(leads())].has(square),
        }
    }
}
