//! Finds the squares to which pieces can flee from an attacker that is placed on the board.
//!
//! [`FixedReplies`] lists the replies once, before any placement. For most squares, this list shows that a placement traps
//! no piece, so the replies need not be generated again.

use super::actions::may_be_due;
use super::endings::is_finished;
use super::generate::of_pieces;
use crate::base::{Bitboard, Piece, Square};
use crate::fast::position::{Flag, Position};
use crate::fast::tables::PieceCode;
use crate::rules::interpreter::{Interpreter, World};

/// The replies to a placement that are the same for every square of the placed piece.
#[derive(Clone, Debug)]
pub struct FixedReplies<B: Bitboard> {
    /// The position without the piece to place. The other side is to move.
    without: Position<B>,
    /// By square, the targets of the piece on it.
    open: Vec<B>,
}

impl<B: Bitboard> FixedReplies<B> {
    /// Finds the replies to a placement of the piece on `from` on another square. Returns `None` in games in which a
    /// blocker can do more than close paths.
    pub fn new(
        rules: &Interpreter<'_, Position<B>>,
        position: &Position<B>,
        from: Square,
    ) -> Option<FixedReplies<B>> {
        let game = rules.tables();
        if !game.plain || game.is_shielded() || !game.no_hurdles || game.put.is_some() {
            return None;
        }
        let mut without = position.clone();
        // The placed piece leaves this square wherever it is placed.
        without.put(game, from, None);
        without.skip(game);
        if is_finished(rules, &without) || may_be_due(rules, &without) {
            return None;
        }
        let mut open = vec![B::EMPTY; B::BITS];
        for mv in of_pieces(rules, &mut without).moves {
            if matches!(mv.flag, Flag::Go | Flag::Become | Flag::Promote) {
                open[mv.from.index()] |= B::bit(mv.to);
            }
        }
        Some(FixedReplies { without, open })
    }

    /// Returns true if masks show that all enemies that `piece` attacks from a square can flee.
    pub fn all_flee(&mut self, rules: &Interpreter<'_, Position<B>>, piece: Piece, to: Square) -> bool {
        let game = rules.tables();
        let code = PieceCode::new(piece.color, piece.piece_type);
        let class = game.class_of(code).filter(|class| !class.double_captures && !class.null_moves);
        let Some(attacked) = class else { return false };
        let side = piece.color as usize;
        let tables = attacked.tables(side).chain([attacked.attacks[side]]);
        let strikes = tables.fold(B::EMPTY, |set, table| set | game.attack_tables[table].captures_from(to));
        let enemies = self.without.colors[1 - side];
        // An attack on a royal is a check, which changes the legal replies.
        if self.without.royals.has(to) || strikes.meets(self.without.royals & enemies) {
            return false;
        }
        // The placed piece replaces any piece on the square, so it opens no line.
        let before = self.without.put(game, to, Some(piece));
        let is_plain = !is_finished(rules, &self.without) && !may_be_due(rules, &self.without);
        let victims: B = B::of(self.without.capturable(rules, to));
        let all_flee = is_plain && victims.iter().all(|victim| self.flees(rules, (victim, to), strikes));
        self.without.put(game, to, before);
        all_flee
    }

    /// Returns true if a piece can flee to a square that the piece placed on `by` does not attack.
    fn flees(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        (victim, by): (Square, Square),
        strikes: B,
    ) -> bool {
        let (game, position) = (rules.tables(), &self.without);
        let code = position.code(victim);
        let Some(class) = game.class_of(code).filter(|class| !class.royal) else { return false };
        let table = game.moves_of(position, class, code.color() as usize, victim, false);
        let (quiet, capture) = game.reach(position, table, victim, position.occupied());
        let reached = (quiet & !position.occupied()) | (capture & position.colors[1 - code.color() as usize]);
        // A piece that can be captured en passant afterwards has not certainly fled.
        let safe = self.open[victim.index()] & reached & !strikes & !table.row(victim).passing;
        safe.meets(!B::bit(by))
    }
}
