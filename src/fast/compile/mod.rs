//! The IR compiled to tables: for every class of pieces, side and square, where it goes, what it attacks, from where it is
//! attacked, and what must be empty in between.
//!
//! What these tables cannot say is never approximated. A piece whose ways they do not hold is *odd*: it is followed step
//! by step wherever it stands. A rule that matters in few positions is *rare*: moves under it are carried out one by one.

mod attack_table;
mod between;
mod class;
mod filter;
mod keys;
mod paths;
mod piece_info;
mod rules;
mod shifts;

pub(crate) use attack_table::AttackTable;
pub(crate) use class::Class;
pub(crate) use filter::CompiledFilter;
pub(crate) use keys::Keys;
pub(crate) use piece_info::PieceInfo;
pub(crate) use rules::{CompiledAction, CompiledCondition, CompiledEnding};

use crate::base::{Bitboard, Color, Piece, PieceTypeId};
pub(crate) use crate::rules::Binding;

use super::position::Position;
use crate::rules::{Action, Castling, Condition, Duty, Force, Trigger, Variant};
use class::Builder;
use std::sync::Arc;

/// A piece as the mailbox holds it; zero is no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Code(pub u8);

impl Code {
    /// No piece.
    pub(crate) const NONE: Code = Code(0);

    /// The code of a piece. There are at most 127 piece types.
    #[inline]
    pub(crate) fn new(color: Color, piece_type: PieceTypeId) -> Code {
        Code((1 + 2 * piece_type.0 + color as u16) as u8)
    }

    /// The piece, if there is one.
    #[inline]
    pub(crate) fn piece(self) -> Option<Piece> {
        (self != Code::NONE).then(|| Piece { color: self.color(), piece_type: self.piece_type() })
    }

    /// The piece's color.
    #[inline]
    pub(crate) fn color(self) -> Color {
        if self.0 & 1 == 1 { Color::White } else { Color::Black }
    }

    /// The piece's type.
    #[inline]
    pub(crate) fn piece_type(self) -> PieceTypeId {
        PieceTypeId(u16::from(self.0.wrapping_sub(1) / 2))
    }
}

/// The most classes a position has room for.
pub(crate) const MAX_CLASSES: usize = 64;

/// The class of the odd, of whom no table knows where they go.
pub(crate) const ODD: usize = MAX_CLASSES - 1;

/// A game as tables.
#[derive(Clone, Debug)]
pub(crate) struct Compiled<B: Bitboard> {
    /// The rules, for whatever no table holds.
    pub variant: Arc<Variant>,
    /// Every cell.
    pub cells: B,
    /// By code.
    info: Vec<PieceInfo<B>>,
    /// The classes; a class is named by its index.
    pub classes: Vec<Class<B>>,
    /// By color, then square and class: from where such pieces could ever attack the square.
    pub attackers: [Vec<B>; 2],
    /// The same for the square or one next to it, as a royal goes.
    pub near: [Vec<B>; 2],
    /// The ways of moving.
    pub attack_tables: Vec<AttackTable<B>>,
    /// Tables of what must be empty between two squares, by target and origin. [`Compiled::TANGLED`] says that it is
    /// not as simple as that.
    pub between: Vec<Vec<B>>,
    /// When check binds.
    pub binds: Binding,
    /// Squares from which castlings are made.
    pub castling_squares: B,
    /// For each castling, the squares of its two pieces.
    pub castling_pieces: Vec<B>,
    /// Whether some piece may be kept from the square to which castling brings it.
    pub castling_bound: bool,
    /// Squares whose piece may have moved although it stands there as in the array, where that matters.
    pub returns: B,
    /// By color and square, from where pieces that tables hold may take another on that square in passing.
    pub en_passant_from: [Vec<B>; 2],
    /// Endings by conditions.
    pub endings: Vec<CompiledEnding<B>>,
    /// How many quiet plies end the game, if any number does.
    pub quiet: u64,
    /// Actions beyond the pieces' own moves.
    pub actions: Vec<CompiledAction<B>>,
    /// By color, squares where every piece is immune to capture.
    pub immune: [B; 2],
    /// By color, classes whose pieces are immune elsewhere as well.
    pub immune_classes: [Vec<usize>; 2],
    /// Actions of no piece in particular, one bit for each.
    pub free_actions: u64,
    /// Actions that must be taken, and those that must if they can, one bit for each.
    pub duties: [u64; 2],
    /// By color and type, pieces to which something may happen by itself.
    happening: Vec<Code>,
    /// By color, squares from which moves may be followed by a piece from the hand.
    pub leaves: [B; 2],
    /// Whether rules about what moves do limit them.
    pub ruled: Ruled,
    /// The hash keys.
    pub keys: Keys,
}

/// Where rules about what moves do are seen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ruled {
    /// There are none.
    Never,
    /// Among the moves that are legal otherwise.
    Last,
    /// On the way, as some action asks whether there is another move.
    Throughout,
}

impl Ruled {
    fn of(variant: &Variant) -> Ruled {
        let asks = |action: &Action| action.when.as_ref().is_some_and(Condition::asks_for_want_of_moves);
        let forbids = variant.move_rules.iter().any(|rule| rule.force == Force::MayNot);
        match variant.move_rules.is_empty() {
            true => Ruled::Never,
            false if forbids && variant.actions.iter().any(asks) => Ruled::Throughout,
            false => Ruled::Last,
        }
    }
}

/// The numbers of those that are true, one bit for each.
fn bits(all: impl Iterator<Item = bool>) -> u64 {
    all.enumerate().fold(0, |set, (number, is)| set | u64::from(is) << number)
}

/// How many bits the board of a game takes.
pub(crate) fn width(variant: &Variant) -> usize {
    variant.board.span()
}

impl<B: Bitboard> Compiled<B> {
    /// Stands in a table of squares between for more than one way, or for hurdles.
    pub(crate) const TANGLED: B = B::ALL;

    /// Compiles a game; nothing if it is beyond all bounds and left to the interpreter as a whole.
    pub(crate) fn new(shared: &Arc<Variant>) -> Option<Compiled<B>> {
        let variant = &**shared;
        if width(variant) > B::BITS
            || variant.piece_types.len() > 127
            || variant.castlings.len() > Castling::MOST
            || variant.actions.len() > 64
            || variant.asks_neighbors
            || variant.turns.is_some()
            || variant.piece_types.iter().any(|own| own.neutral)
            || variant.follow_ups.iter().any(|rule| rule.leaving().is_none())
            || variant.royalty.mutual
            || variant.rights.iter().any(|right| right.regained)
            || variant.actions.iter().any(|action| action.unsafely)
        {
            return None;
        }
        let mut builder = Builder::new(variant);
        let (classes, class_of) = builder.classes();
        let context = rules::Context { variant, class_of: &class_of };
        let actions: Vec<CompiledAction<B>> = variant.actions.iter().map(|act| context.action(act)).collect();
        let info = builder.infos((&classes, &class_of), &actions);
        let quiet = variant.endings.iter().filter_map(|ending| match ending.trigger {
            Trigger::Quiet(plies) => Some(plies.into()),
            _ => None,
        });
        let both = |castling: &Castling| B::bit(castling.king.0) | B::bit(castling.partner.0);
        let castling_pieces: Vec<B> = variant.castlings.iter().map(both).collect();
        let duty = |duty| bits(variant.actions.iter().map(|action| action.duty == duty));
        let mut compiled = Compiled {
            variant: Arc::clone(shared),
            cells: B::of(variant.board.squares().collect()),
            happening: (0..=u8::MAX)
                .zip(&info)
                .filter(|(_, info)| !info.happens.is_empty())
                .map(|(code, _)| Code(code))
                .collect(),
            ruled: Ruled::of(variant),
            info,
            classes,
            attackers: [Vec::new(), Vec::new()],
            near: [Vec::new(), Vec::new()],
            attack_tables: builder.tables,
            between: Vec::new(),
            binds: variant.royalty.binds,
            castling_squares: castling_pieces.iter().fold(B::EMPTY, |set, pieces| set | *pieces),
            castling_pieces,
            castling_bound: !variant.admissions.is_empty()
                || variant.piece_types.iter().any(|piece_type| piece_type.stays.is_some()),
            returns: B::of(variant.returns),
            en_passant_from: [(); 2].map(|()| vec![B::EMPTY; B::BITS]),
            endings: context.endings(),
            leaves: Color::ALL.map(|color| {
                let rules = variant.follow_ups.iter();
                rules.fold(B::EMPTY, |all, rule| all | B::of(rule.leaves(color)))
            }),
            quiet: quiet.min().unwrap_or(u64::MAX),
            free_actions: bits(actions.iter().map(|action| action.pieces.is_none())),
            actions,
            immune: [B::EMPTY; 2],
            immune_classes: [Vec::new(), Vec::new()],
            duties: [Duty::Must, Duty::MustIfCan].map(duty),
            keys: Keys::new(1 + 2 * variant.piece_types.len(), B::BITS),
        };
        compiled.add_classes(&class_of);
        Some(compiled)
    }

    /// All about a piece.
    #[inline(always)]
    pub(crate) fn info(&self, code: Code) -> &PieceInfo<B> {
        &self.info[usize::from(code.0)]
    }

    /// Whether something may happen by itself after any move in this position: a piece to which it may stands where it may.
    /// A move that brings such a piece there is carried out by the interpreter in any case.
    #[inline(always)]
    pub(crate) fn may_happen(&self, position: &Position<B>) -> bool {
        !self.happening.is_empty() && self.something_may_happen(position)
    }

    #[cold]
    #[inline(never)]
    fn something_may_happen(&self, position: &Position<B>) -> bool {
        self.happening.iter().any(|code| position.may_happen_to(self, *code))
    }

    /// How such a piece moves, which leads its side or does not.
    #[inline(always)]
    pub(crate) fn moves(&self, code: Code, leads: bool) -> &AttackTable<B> {
        let class = &self.classes[usize::from(self.info(code).class)];
        &self.attack_tables[class.moves[code.color() as usize][usize::from(leads)]]
    }
}
