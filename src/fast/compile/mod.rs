//! The IR compiled to tables: for every class of pieces, side and square, where it goes, what it attacks, from where it is
//! attacked, and what must be empty in between.
//!
//! What these tables cannot say is never approximated. A piece whose ways they do not hold is *odd*: it is followed step
//! by step wherever it stands. A rule that matters in few positions is *rare*: moves under it are carried out one by one.
//! Only a game beyond all bounds is [`Unsupported`] as a whole.

mod attack_table;
mod between;
mod class;
mod classes;
mod dfa;
mod filter;
mod keys;
mod piece_info;
mod rules;
mod shifts;
mod special;
mod unroll;

pub(crate) use attack_table::AttackTable;
pub(crate) use class::Class;
pub(crate) use filter::CompiledFilter;
pub(crate) use keys::Keys;
pub(crate) use piece_info::PieceInfo;
pub(crate) use rules::{
    CompiledAct, CompiledAction, CompiledCondition, CompiledConsequence, CompiledEnding, CompiledTrigger,
};
pub(crate) use special::{CompiledCastling, Passage};

use crate::base::{Bitboard, Color, Piece, PieceTypeId};
pub(crate) use crate::rules::Binding;

use crate::rules::{Act, Action, Duty, Variant};
use class::Builder;
use std::sync::Arc;

/// A game that the tables cannot hold, and what of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("left to the interpreter: {0}")]
pub(crate) struct Unsupported(pub &'static str);

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
pub(crate) struct Compiled<B> {
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
    /// Castlings.
    pub castlings: Vec<CompiledCastling<B>>,
    /// Squares from which castlings are made.
    pub castling_squares: B,
    /// By color, classes of pieces that may take others in passing.
    pub passers: [Vec<usize>; 2],
    /// Squares passed by pieces that can be taken in passing, in the order of where those pieces then stand.
    pub passages: Vec<Passage<B>>,
    /// Endings, but for those that only a game's past shows.
    pub endings: Vec<CompiledEnding<B>>,
    /// Whether some ending needs few pieces.
    pub endings_by_pieces: bool,
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
    /// Whether some odd piece may be taken in passing.
    pub odd_passes: bool,
    /// The hash keys.
    pub keys: Keys,
}

/// The actions of some sort, one bit for each.
fn actions(variant: &Variant, wanted: impl Fn(&Action) -> bool) -> u64 {
    let actions = variant.actions.iter().enumerate().filter(|(_, action)| wanted(action));
    actions.fold(0, |set, (number, _)| set | 1 << number)
}

/// Whether the text of two actions' moves looks alike, so that one move may come from both.
fn is_alike(one: &Act, other: &Act) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

/// How many bits the board of a game takes.
pub(crate) fn width(variant: &Variant) -> usize {
    variant.board.span()
}

impl<B: Bitboard> Compiled<B> {
    /// Stands in a table of squares between for more than one way, or for hurdles.
    pub(crate) const TANGLED: B = B::ALL;

    /// Compiles a game.
    ///
    /// # Errors
    /// When it has something the tables cannot hold.
    pub(crate) fn new(shared: &Arc<Variant>) -> Result<Compiled<B>, Unsupported> {
        let variant = &**shared;
        if width(variant) > B::BITS
            || variant.piece_types.len() > 127
            || variant.castlings.len() > 32
            || variant.actions.len() > 64
        {
            return Err(Unsupported("a game beyond all bounds"));
        }
        let mut builder = Builder::new(variant);
        let (profiles, class_of) = builder.profiles();
        let info = builder.infos(&profiles, &class_of);
        let attack_tables = std::mem::take(&mut builder.pool);
        let cells: B = variant.board.squares().fold(B::EMPTY, |set, s| set | B::bit(s));
        let mut compiled = Compiled {
            variant: Arc::clone(shared),
            cells,
            info,
            classes: Vec::new(),
            attackers: [Vec::new(), Vec::new()],
            near: [Vec::new(), Vec::new()],
            attack_tables,
            between: Vec::new(),
            binds: variant.royalty.binds,
            castlings: Vec::new(),
            castling_squares: B::EMPTY,
            passers: [Vec::new(), Vec::new()],
            passages: Vec::new(),
            endings: rules::endings(variant),
            endings_by_pieces: false,
            actions: Vec::new(),
            immune: [B::EMPTY; 2],
            immune_classes: [Vec::new(), Vec::new()],
            free_actions: 0,
            duties: [Duty::Must, Duty::MustIfCan].map(|duty| actions(variant, |action| action.duty == duty)),
            odd_passes: false,
            keys: Keys::new(1 + 2 * variant.piece_types.len(), B::BITS),
        };
        compiled.add_classes(&profiles, &class_of);
        compiled.add_castlings(variant)?;
        compiled.add_passages(variant);
        compiled.add_actions(variant, &class_of);
        compiled.endings_by_pieces = compiled.endings.iter().any(|ending| ending.most < u32::MAX);
        for ending in &mut compiled.endings {
            if let CompiledTrigger::When(condition) = &mut ending.when {
                condition.narrow(&class_of);
            }
        }
        Ok(compiled)
    }

    /// All about a piece.
    #[inline(always)]
    pub(crate) fn info(&self, code: Code) -> &PieceInfo<B> {
        &self.info[usize::from(code.0)]
    }

    fn add_actions(&mut self, variant: &Variant, class_of: &[usize]) {
        let odd = class_of.contains(&ODD);
        for (number, action) in variant.actions.iter().enumerate() {
            let alike = variant.actions.iter().filter(|other| is_alike(&action.act, &other.act)).count();
            let mut action = rules::action(variant, action, alike == 1 && !odd);
            action.narrow(class_of);
            match &action.pieces {
                Some(pieces) => {
                    for (code, info) in self.info.iter_mut().enumerate().skip(1) {
                        let code = Code(code as u8);
                        let matches = pieces[code.color() as usize].is_possible(code);
                        info.actions |= u64::from(matches) << number;
                    }
                }
                None => self.free_actions |= 1 << number,
            }
            self.actions.push(action);
        }
    }
}
