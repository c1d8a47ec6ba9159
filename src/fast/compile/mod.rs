//! The IR compiled to tables: for every class of pieces, side and square, where it goes, what it attacks, from where it is
//! attacked, and what must be empty in between.
//!
//! What these tables cannot say is never approximated. A piece whose ways they do not hold is *odd*: it is followed step
//! by step wherever it stands. A rule that matters in few positions is *rare*: moves under it are carried out one by one.

mod attack_table;
mod behind;
mod between;
mod castling;
mod class;
mod drop;
mod filter;
mod keys;
mod kinds;
mod paths;
mod piece_info;
mod rules;
mod shelf;
mod shield;
mod shifts;
mod untabled;

pub(crate) use attack_table::{AttackTable, Gate};
pub(crate) use behind::CompiledBehind;
pub(crate) use castling::CompiledCastling;
pub(crate) use class::{Class, Limited};
pub(crate) use drop::CompiledDrop;
pub(crate) use filter::{CompiledFilter, placed};
pub(crate) use keys::Keys;
pub(crate) use piece_info::{Arrives, PieceInfo};
pub(crate) use rules::{
    CompiledAct, CompiledAction, CompiledCondition, CompiledEnding, CompiledHappening, CompiledPut,
};
pub(crate) use shelf::Shelf;
pub(crate) use shield::Shield;
pub(crate) use untabled::Untabled;

use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square};
pub(crate) use crate::rules::Binding;

use super::position::Position;
use crate::rules::{Action, Castling, Condition, Duty, Force, Immunity, PieceFilter, Threat, Variant};
use between::Between;
use class::Builder;
use kinds::Kinds;
use std::collections::BTreeMap;
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
    /// For each filter of pieces to pass over, those that it leaves out.
    barred: Vec<Kinds>,
    /// By square, the squares of its file.
    pub files: Vec<B>,
    /// Whether no piece whose ways tables hold attacks over others.
    pub no_hurdles: bool,
    /// Which other pieces keep royals from being in check.
    pub shield: Shield,
    /// By square, those next to it.
    pub beside: Vec<B>,
    /// Whether some piece belongs to neither side.
    pub has_neutral: bool,
    /// What must be empty between two squares. [`Compiled::TANGLED`] says that it is not as simple as that.
    pub between: Between<B>,
    /// When check binds.
    pub binds: Binding,
    /// Squares from which castlings are made.
    pub castling_squares: B,
    /// Castlings, by number.
    pub castlings: Vec<CompiledCastling<B>>,
    /// Whether some piece may be kept from the square to which castling brings it.
    pub castling_bound: bool,
    /// Squares whose piece may have moved although it stands there as in the array, where that matters.
    pub returns: B,
    /// By color and square, from where pieces that tables hold may take another on that square in passing.
    pub en_passant_from: [Vec<B>; 2],
    /// Endings by conditions.
    pub endings: Vec<CompiledEnding<B>>,
    /// The least halfmove clock at which the game may end.
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
    /// What may happen by itself.
    pub happenings: Vec<CompiledHappening<B>>,
    /// Whether what happens by itself leaves all pieces where they are and what they attack as it is.
    pub harmless: bool,
    /// By color, squares from which moves may be followed by a piece from the hand.
    pub followed: [B; 2],
    /// Whether nothing happens by itself or follows a move, no rule says what moves do, and turns have one move.
    pub plain: bool,
    /// Whether turns have several moves.
    pub turned: bool,
    /// What is put on the board after every move, where tables hold that.
    pub put: Option<CompiledPut<B>>,
    /// What comes from the hand to squares that are left, where tables hold that.
    pub behind: Option<CompiledBehind<B>>,
    /// Whether moves are followed by something else than pieces from the hand.
    goes_on: bool,
    /// Rights that come back, by number.
    pub regained: Vec<usize>,
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
        // Whether such an action is open depends on which moves are permitted.
        let asks = |action: &Action| {
            action.duty == Duty::MustIfCan
                || action.when.as_ref().is_some_and(Condition::asks_for_want_of_moves)
        };
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

/// Whether a filter that must be a set of squares asks about other pieces.
fn masks_ask_others(context: rules::Context<'_>) -> bool {
    let variant = context.variant;
    let admissions = variant.admissions.iter().map(|own| &own.pieces);
    let borders = variant.borders.iter().map(|own| &own.pieces);
    let captures = |own: &&Immunity| own.to.contains(&Threat::Capture);
    let immunities = variant.immunities.iter().filter(captures).map(|own| &own.pieces);
    let mut all = admissions.chain(borders).chain(immunities).chain([&variant.clock.pieces]);
    all.any(|pieces| !context.has_mask(pieces))
}

/// The pieces that a filter of piece types leaves out.
fn barred(variant: &Variant, pieces: &PieceFilter, class_of: &[usize]) -> Kinds {
    Kinds::meant(variant, class_of, |piece| {
        filter::mask::<u64>(variant, pieces, piece, false, piece.color).is_empty()
    })
}

/// By square, the squares of its file.
fn files<B: Bitboard>(variant: &Variant) -> Vec<B> {
    let board = &variant.board;
    let mut files: BTreeMap<i32, B> = BTreeMap::new();
    for square in board.squares() {
        *files.entry(board.cell(square).x).or_insert(B::EMPTY) |= B::bit(square);
    }
    let mut by_square = vec![B::EMPTY; B::BITS];
    board.squares().for_each(|square| by_square[square.index()] = files[&board.cell(square).x]);
    by_square
}

/// By square, those next to it.
fn beside<B: Bitboard>(variant: &Variant) -> Vec<B> {
    let mut by_square = vec![B::EMPTY; B::BITS];
    for square in variant.board.squares() {
        by_square[square.index()] = B::of(variant.board.beside(square).collect());
    }
    by_square
}

/// How many bits the board of a game takes.
pub(crate) fn width(variant: &Variant) -> usize {
    variant.board.span()
}

impl<B: Bitboard> Compiled<B> {
    /// Stands in a table of squares between for more than one way, or for hurdles.
    pub(crate) const TANGLED: B = B::ALL;

    /// Compiles a game, with tables from the shelf where there are some. Rules of the `untabled` kinds are left to the interpreter.
    /// Returns `None` if the game is beyond all bounds and left to the interpreter as a whole.
    pub(crate) fn new(
        shared: &Arc<Variant>,
        shelf: &mut Shelf<B>,
        untabled: &'static [Untabled],
    ) -> Option<Compiled<B>> {
        let variant = &**shared;
        if width(variant) > B::BITS
            || variant.piece_types.len() > 127
            || variant.castlings.len() > Castling::MOST
            || variant.actions.len() > 64
            || masks_ask_others(rules::Context { variant, class_of: &[], untabled })
        {
            return None;
        }
        let mut builder = Builder::new(variant, shelf, untabled);
        let (classes, class_of) = builder.classes();
        let context = rules::Context { variant, class_of: &class_of, untabled };
        let actions: Vec<CompiledAction<B>> = variant.actions.iter().map(|act| context.action(act)).collect();
        let info = builder.infos((&classes, &class_of), &actions);
        let attack_tables = builder.tables();
        let (behind, happenings) = (context.behind(), context.happenings());
        let quick = behind.is_some();
        let duty = |duty| bits(variant.actions.iter().map(|action| action.duty == duty));
        let mut compiled = Compiled {
            variant: Arc::clone(shared),
            cells: B::of(variant.board.squares().collect()),
            happenings,
            harmless: context.is_harmless(
                &info,
                Shield::of(context) != Shield::None || !builder.overs.is_empty() || class_of.contains(&ODD),
            ),
            plain: !variant.happens
                && variant.turns.is_none()
                && variant.move_rules.is_empty()
                && variant.follow_ups.iter().all(|rule| rule.leaving().is_some())
                && (variant.follow_ups.is_empty() || context.has(Untabled::FollowUp))
                && behind.is_none()
                && !variant.rights.iter().any(|right| right.regained),
            turned: variant.turns.is_some(),
            put: context.put(),
            behind,
            goes_on: variant
                .follow_ups
                .iter()
                .any(|rule| rule.leaving().is_none() || !context.has(Untabled::FollowUp)),
            regained: (0..variant.rights.len()).filter(|number| variant.rights[*number].regained).collect(),
            ruled: Ruled::of(variant),
            info,
            classes,
            attackers: [Vec::new(), Vec::new()],
            near: [Vec::new(), Vec::new()],
            barred: builder.overs.iter().map(|over| barred(variant, over, &class_of)).collect(),
            shield: Shield::of(context),
            beside: beside(variant),
            has_neutral: variant.piece_types.iter().any(|own| own.neutral),
            files: files(variant),
            no_hurdles: attack_tables.iter().all(AttackTable::has_no_hurdles),
            attack_tables,
            between: Between::default(),
            binds: variant.royalty.binds,
            castling_squares: B::EMPTY,
            castlings: Vec::new(),
            castling_bound: !variant.admissions.is_empty()
                || variant.piece_types.iter().any(|piece_type| piece_type.stays.is_some()),
            returns: B::of(variant.returns),
            en_passant_from: [(); 2].map(|()| vec![B::EMPTY; B::BITS]),
            endings: context.endings(),
            followed: Color::ALL.map(|color| {
                let rules = variant.follow_ups.iter().filter(|_| !quick);
                rules.fold(B::EMPTY, |all, rule| all | B::of(rule.leaves(color)))
            }),
            quiet: context.quiet(),
            free_actions: bits(actions.iter().map(|action| action.pieces.is_none())),
            actions,
            immune: [B::EMPTY; 2],
            immune_classes: [Vec::new(), Vec::new()],
            duties: [Duty::Must, Duty::MustIfCan].map(duty),
            keys: Keys::new(1 + 2 * variant.piece_types.len(), B::BITS),
        };
        compiled.add_classes(&class_of);
        compiled.add_castlings();
        Some(compiled)
    }

    /// A piece of a side's, or a neutral one.
    #[inline]
    pub(crate) fn code_of(&self, side: Color, piece_type: PieceTypeId) -> Code {
        let Piece { color, piece_type } = self.variant.piece_of(side, piece_type);
        Code::new(color, piece_type)
    }

    /// All about a piece.
    #[inline(always)]
    pub(crate) fn info(&self, code: Code) -> &PieceInfo<B> {
        &self.info[usize::from(code.0)]
    }

    /// The class of a piece, if tables hold all its captures.
    pub(crate) fn class_of(&self, code: Code) -> Option<&Class<B>> {
        let class = self.classes.get(usize::from(self.info(code).class));
        class.filter(|class| code != Code::NONE && !class.conditional && class.snipes == [None; 2])
    }

    /// Whether something may happen by itself after any move in this position: a piece to which it may stands where it may.
    /// A move that brings such a piece there is carried out by the interpreter in any case, unless moves are only counted and it
    /// changes nothing about them.
    #[inline(always)]
    pub(crate) fn may_happen(&self, position: &Position<B>) -> bool {
        !self.happenings.is_empty() && self.something_may_happen(position)
    }

    #[cold]
    #[inline(never)]
    fn something_may_happen(&self, position: &Position<B>) -> bool {
        self.happenings.iter().any(|own| self.might_happen(own, position))
    }

    /// Whether a piece stands where this may happen to it.
    pub(crate) fn might_happen(&self, own: &CompiledHappening<B>, position: &Position<B>) -> bool {
        let squares = own.squares[0] | own.squares[1];
        !own.kinds.standing(position, squares).is_empty()
    }

    /// Whether something may happen by itself after a move in this position to a side in check.
    pub(crate) fn happens_on_check(&self, position: &Position<B>) -> bool {
        self.happenings.iter().any(|own| own.in_check && self.might_happen(own, position))
    }

    /// Whether the moves of a position are left to the interpreter: one of several rights that come back has been used, several pieces can be
    /// taken in passing, or something follows that no table holds.
    #[inline(always)]
    pub(crate) fn leaves(&self, position: &Position<B>) -> bool {
        !position.others.is_empty()
            || self.goes_on && self.put.is_none()
            || self.regained.len() > 1 && position.has_spent(self, &self.regained)
    }

    /// Whether it depends on other pieces if a royal is in check.
    #[inline(always)]
    pub(crate) fn is_shielded(&self) -> bool {
        self.shield != Shield::None
    }

    /// How the piece on a square moves, which leads its side or does not.
    #[inline(always)]
    pub(crate) fn moves(&self, position: &Position<B>, from: Square, leads: bool) -> &AttackTable<B> {
        let code = position.code(from);
        let class = &self.classes[usize::from(self.info(code).class)];
        self.moves_of(position, class, code.color() as usize, from, leads)
    }

    /// How the piece of a class on a square moves, which leads its side or does not.
    #[inline(always)]
    pub(crate) fn moves_of(
        &self,
        position: &Position<B>,
        class: &Class<B>,
        side: usize,
        from: Square,
        leads: bool,
    ) -> &AttackTable<B> {
        let again = class.returns && position.state.moved.has(from);
        let moves = if again { &class.moves_again } else { &class.moves };
        &self.attack_tables[moves[side][usize::from(leads)]]
    }

    /// Where a piece on `from` may move in some way without capturing and where it may capture, whatever stands there.
    #[inline(always)]
    pub(crate) fn reach(
        &self,
        position: &Position<B>,
        table: &AttackTable<B>,
        from: Square,
        occupied: B,
    ) -> (B, B) {
        table.reach(from, occupied, || self.barred_to(position, table))
    }

    /// Whether a piece on `from` may go in some way and come back.
    pub(crate) fn may_rest(
        &self,
        position: &Position<B>,
        table: &AttackTable<B>,
        from: Square,
        occupied: B,
    ) -> bool {
        table.may_rest(from, occupied, occupied & self.barred_to(position, table))
    }

    /// The pieces over which those that move so do not pass.
    #[inline(always)]
    pub(crate) fn barred_to(&self, position: &Position<B>, table: &AttackTable<B>) -> B {
        table.over.map_or(B::EMPTY, |over| self.barred(position, over))
    }

    /// Whether some pieces pass over some others and not over all.
    pub(crate) fn sorts_hurdles(&self) -> bool {
        !self.barred.is_empty()
    }

    /// The pieces that those may not pass over who pass over some.
    #[inline(never)]
    fn barred(&self, position: &Position<B>, over: usize) -> B {
        self.barred[over].standing(position, B::ALL)
    }
}
