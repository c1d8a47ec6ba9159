//! After which moves something may happen by itself.

use super::endings::{happening, holds};
use super::sink::{Batch, Origin};
use crate::base::{Bitboard, PieceTypeId};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::fast::tables::{Code, CompiledHappening};
use crate::rules::interpreter::{Interpreter, Known};

/// Where moves may end after which something happens by itself, but to a side in check.
pub(super) struct Stirring<'a, B: Bitboard> {
    rules: &'a Interpreter<'a, Position<B>>,
    /// Whether it may happen wherever they end.
    pub everywhere: bool,
    stirs: Vec<Stir<'a, B>>,
    /// What was found out about some pieces.
    known: Vec<(Code, B)>,
}

/// Something that does not happen as the pieces stand, and what would change that.
struct Stir<'a, B> {
    own: &'a CompiledHappening<B>,
    /// Pieces whose capture might.
    captured: B,
    /// Whether it might if a piece to which it can happen came to one of its squares.
    coming: bool,
    /// Whether it might if a piece became another.
    becoming: bool,
}

impl<'a, B: Bitboard> Stirring<'a, B> {
    /// Nothing happens.
    pub(super) fn never(rules: &'a Interpreter<'a, Position<B>>) -> Self {
        Stirring { rules, everywhere: false, stirs: Vec::new(), known: Vec::new() }
    }

    pub(super) fn new(rules: &'a Interpreter<'a, Position<B>>, position: &Position<B>) -> Self {
        let game = rules.tables();
        // Without such pieces it happens to none, unless a piece becomes one.
        let all = game.happenings.iter().filter(|own| !own.in_check && own.is_there(position));
        let stirs: Option<Vec<Stir<'_, B>>> = all.map(|own| Stir::new(rules, position, own)).collect();
        let everywhere = position.passes_on(game) || stirs.is_none();
        Stirring { everywhere, stirs: stirs.unwrap_or_default(), ..Self::never(rules) }
    }

    /// Where the moves of a batch may end after which something happens.
    pub(super) fn ahead(&mut self, position: &Position<B>, batch: Batch<B>) -> B {
        if self.everywhere {
            return B::ALL;
        }
        match batch.origin {
            _ if self.stirs.is_empty() => B::EMPTY,
            Origin::One(from) => self.by(position, position.code(from)),
            Origin::Below(_) => {
                let from = batch.targets.iter().map(|to| batch.origin.of::<B>(to));
                from.fold(B::EMPTY, |set, from| set | self.by(position, position.code(from)))
            }
        }
    }

    /// Whether something may happen after a move.
    pub(super) fn follows(&mut self, position: &Position<B>, mv: PackedMove) -> bool {
        let code = match mv.flag {
            Flag::Go | Flag::Sweep => position.code(mv.from),
            Flag::Become | Flag::Promote => {
                let code = Code::new(position.turn, PieceTypeId(u16::from(mv.arg)));
                if self.stirs.iter().any(|stir| stir.becoming) || self.is_new(code) {
                    return true;
                }
                code
            }
            Flag::EnPassant | Flag::Castle | Flag::Exchange | Flag::Drop | Flag::Pass => return true,
        };
        let ends = mv.swept().map_or(B::EMPTY, B::bit) | B::bit(mv.to);
        self.everywhere || self.by(position, code).meets(ends)
    }

    /// Whether something may happen to such a piece that could happen to none on the board, or only in check.
    fn is_new(&self, code: Code) -> bool {
        let is_known = |own: &CompiledHappening<B>| self.stirs.iter().any(|stir| std::ptr::eq(stir.own, own));
        let mut happenings = self.rules.tables().happenings.iter();
        happenings.any(|own| own.kinds.has(code) && !is_known(own))
    }

    /// Where a piece may come to after which something happens.
    fn by(&mut self, position: &Position<B>, code: Code) -> B {
        if let Some((_, known)) = self.known.iter().find(|(own, _)| *own == code) {
            return *known;
        }
        let found = self.stirs.iter().fold(B::EMPTY, |set, stir| set | stir.by(self.rules, position, code));
        self.known.push((code, found));
        found
    }
}

impl<'a, B: Bitboard> Stir<'a, B> {
    /// Nothing if it happens already, or might after any move.
    fn new(
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        own: &'a CompiledHappening<B>,
    ) -> Option<Stir<'a, B>> {
        let game = rules.tables();
        let stir = Stir { own, captured: B::EMPTY, coming: true, becoming: false };
        if !game.might_happen(own, position) {
            return Some(stir);
        }
        if !happening(rules, position, own, Known::default()).is_empty() {
            return None;
        }
        if own.beside.is_some() {
            return Some(stir);
        }
        let enemies = position.colors[1 - position.turn as usize];
        let counted = own.counted.as_ref()?.iter();
        let is_so = |when| holds(rules, position, own.player, when, Known::default());
        Some(Stir {
            captured: counted.fold(B::EMPTY, |set, code| set | position.standing(game, *code, enemies)),
            coming: own.when.as_ref().is_none_or(is_so),
            becoming: true,
            ..stir
        })
    }

    /// Where a piece may come to after which it happens.
    fn by(&self, rules: &Interpreter<'_, Position<B>>, position: &Position<B>, code: Code) -> B {
        let (game, own) = (rules.tables(), self.own);
        let mut found = self.captured;
        if self.coming && own.kinds.has(code) {
            let place = |pieces| game.select_placed(rules, position, (pieces, code));
            let told = own.pieces.as_ref().filter(|_| own.beside.is_some());
            found |= (own.squares[0] | own.squares[1]) & told.map_or(B::ALL, place);
        }
        if own.beside.as_ref().is_some_and(|beside| beside.has(code)) {
            let near = own.kinds.standing(position, own.squares[0]);
            found |= near.iter().fold(B::EMPTY, |set, at| set | game.beside[at.index()]);
        }
        found
    }
}
