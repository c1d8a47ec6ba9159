//! What rules ask in every position, made ready to be asked: endings, and actions beyond the pieces' own moves.

use super::drop::CompiledDrop;
use super::filter::{CompiledFilter, mask};
use super::kinds::Kinds;
use super::{Code, PieceInfo, Untabled};
use crate::base::{Bitboard, Color, Piece, PieceTypeId, SquareSet};
use crate::fast::position::Position;
use crate::rules::{
    Act, Action, After, Arrival, Binding, Compare, Condition, Consequence, Ending, FollowUp, Following,
    PieceFilter, Relation, Trigger, Variant,
};

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum CompiledCondition<B> {
    /// The side that asks is in check.
    InCheck,
    /// It has no other move.
    NoOtherMove,
    /// The number of matching pieces, by the side that asks.
    Count([CompiledFilter<B>; 2], Compare, u32),
    /// The opposite.
    Not(Box<CompiledCondition<B>>),
    /// All.
    Every(Vec<CompiledCondition<B>>),
    /// At least one.
    AnyOf(Vec<CompiledCondition<B>>),
    /// Something that is left to the interpreter.
    Plain(Condition),
}

/// An ending that a position shows by itself.
#[derive(Clone, Debug)]
pub(crate) enum CompiledEnding<B> {
    /// A condition holds for the side to move.
    When {
        when: CompiledCondition<B>,
        /// The most pieces on the board with which it can hold.
        most: u32,
        /// By the side that asks, then by color: squares of which a piece must stand on one for it to hold, if there are such.
        needs: Option<[[B; 2]; 2]>,
    },
    /// One that no table knows, by its number: the interpreter says if it applies.
    Plain(usize),
}

/// An action beyond the pieces' own moves.
#[derive(Clone, Debug)]
pub(crate) struct CompiledAction<B> {
    /// By side, the pieces that act; none for an action of no piece.
    pub pieces: Option<[CompiledFilter<B>; 2]>,
    /// What must be true before.
    pub when: Option<CompiledCondition<B>>,
    /// How its moves are found.
    pub act: CompiledAct<B>,
}

/// The moves of an action.
#[derive(Clone, Debug)]
pub(crate) enum CompiledAct<B> {
    /// Drops that can be made and unmade.
    Drop(Box<CompiledDrop<B>>),
    /// Exchanges that can be made and unmade.
    Exchange,
    /// A pass, which may leave royals attacked if it is `unsafely` made.
    Pass { unsafely: bool },
    /// Moves that the interpreter carries out one by one.
    Plain,
}

/// Something that happens by itself after a move.
#[derive(Clone, Debug)]
pub(crate) struct CompiledHappening<B> {
    /// The side to whose pieces it happens.
    pub player: Color,
    /// The pieces to which it happens.
    pub kinds: Kinds,
    /// Where it does, while the piece does not lead its side and while it does.
    pub squares: [B; 2],
    /// Which of them are meant, where that depends on other pieces.
    pub pieces: Option<PieceFilter>,
    /// What must be true.
    pub when: Option<CompiledCondition<B>>,
    /// Whether it happens only while the piece's side is in check.
    pub in_check: bool,
    /// Whether only the interpreter can say if it happens.
    pub unsure: bool,
    /// Whether it may leave royals safe that were not.
    pub saves: bool,
    /// The pieces on whose number alone it depends whether it happens, if that is so.
    pub counted: Option<Vec<Code>>,
    /// The pieces for which it looks beside those to which it happens, if it looks at no others and never for want of one.
    pub beside: Option<Kinds>,
}

/// A piece that is put on the board after every move.
#[derive(Clone, Debug)]
pub(crate) struct CompiledPut<B> {
    /// By side, the piece.
    pub codes: [Code; 2],
    /// By side, where it may be put.
    pub zones: [B; 2],
    /// Whether it is one more; otherwise it is the one on the board, if there is one.
    pub more: bool,
}

impl<B: Bitboard> CompiledHappening<B> {
    /// One that no table knows: it may happen after any move to any piece of a type, so that the interpreter carries out every
    /// move while there is such a piece.
    fn plain(player: Color) -> CompiledHappening<B> {
        CompiledHappening {
            player,
            kinds: Kinds::default(),
            squares: [B::ALL; 2],
            pieces: None,
            when: None,
            in_check: false,
            unsure: true,
            saves: true,
            counted: None,
            beside: None,
        }
    }

    /// Whether a piece to which it may happen is on the board, wherever it stands.
    pub(crate) fn is_there(&self, position: &Position<B>) -> bool {
        !self.kinds.standing(position, B::ALL).is_empty()
    }
}

impl<B: Bitboard> CompiledCondition<B> {
    /// Returns, by color, squares of which a piece must stand on one for the condition to hold for a player, if there are such.
    fn needs(&self, player: Color) -> Option<[B; 2]> {
        match self {
            CompiledCondition::Count(filters, Compare::AtLeast, 1..) => Some(filters[player as usize].any),
            CompiledCondition::Every(all) => {
                let all = all.iter().filter_map(|own| own.needs(player));
                all.min_by_key(|[white, black]| white.count() + black.count())
            }
            CompiledCondition::Count(..)
            | CompiledCondition::InCheck
            | CompiledCondition::NoOtherMove
            | CompiledCondition::Not(_)
            | CompiledCondition::AnyOf(_)
            | CompiledCondition::Plain(_) => None,
        }
    }

    /// The pieces on whose number it depends whether the condition holds for a player, if it depends on nothing else.
    fn counted(&self, player: Color, cells: B) -> Option<Vec<Code>> {
        match self {
            CompiledCondition::Count(filters, ..) => filters[player as usize].counted(cells),
            CompiledCondition::Not(condition) => condition.counted(player, cells),
            CompiledCondition::Every(all) | CompiledCondition::AnyOf(all) => {
                let all: Option<Vec<_>> = all.iter().map(|own| own.counted(player, cells)).collect();
                all.map(|all| all.concat())
            }
            CompiledCondition::InCheck | CompiledCondition::NoOtherMove | CompiledCondition::Plain(_) => None,
        }
    }

    /// Parts of some squares, none of them empty, on each of which a piece of this code, which leads no side, makes the
    /// condition hold or not.
    pub(crate) fn parts(&self, player: Color, code: Code, squares: B) -> Vec<B> {
        match self {
            CompiledCondition::Count(filters, ..) => {
                let parts = filters[player as usize].parts(code, squares);
                parts.into_iter().filter(|part| !part.is_empty()).collect()
            }
            CompiledCondition::Not(condition) => condition.parts(player, code, squares),
            CompiledCondition::Every(all) | CompiledCondition::AnyOf(all) => {
                all.iter().fold(vec![squares], |parts, condition| {
                    parts.into_iter().flat_map(|part| condition.parts(player, code, part)).collect()
                })
            }
            CompiledCondition::NoOtherMove => vec![squares],
            CompiledCondition::InCheck | CompiledCondition::Plain(_) => squares.iter().map(B::bit).collect(),
        }
    }
}

/// What rules are compiled with.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub variant: &'a Variant,
    pub class_of: &'a [usize],
    /// The kinds of rules that are left to the interpreter.
    pub untabled: &'static [Untabled],
}

impl Context<'_> {
    /// Returns true if tables are built for rules of a kind.
    pub(super) fn has(self, kind: Untabled) -> bool {
        !self.untabled.contains(&kind)
    }

    /// Returns true if a filter asks only about the piece, its square, and whether it leads its side, so that masks hold it.
    pub(super) fn has_mask(self, pieces: &PieceFilter) -> bool {
        let has_mask = |part: &PieceFilter| match part {
            PieceFilter::All => true,
            PieceFilter::Own
            | PieceFilter::Enemy
            | PieceFilter::Royal
            | PieceFilter::Leader
            | PieceFilter::PieceTypes(_)
            | PieceFilter::In(_) => self.has(Untabled::Filter),
            PieceFilter::Beside(_) | PieceFilter::Attacking(_) | PieceFilter::AttackedBy(_) => false,
            PieceFilter::Not(inner) => self.has_mask(inner),
            PieceFilter::Every(all) | PieceFilter::AnyOf(all) => all.iter().all(|own| self.has_mask(own)),
        };
        has_mask(pieces)
    }

    pub(super) fn condition<B: Bitboard>(self, condition: &Condition) -> CompiledCondition<B> {
        let of = |condition: &Condition| self.condition(condition);
        if !self.has(Untabled::Condition) {
            return CompiledCondition::Plain(condition.clone());
        }
        match condition {
            Condition::Count { pieces, is, number } if self.has_mask(pieces) => {
                let filters = Color::ALL.map(|player| CompiledFilter::new(self, pieces, player));
                CompiledCondition::Count(filters, *is, *number)
            }
            Condition::InCheck => CompiledCondition::InCheck,
            Condition::NoOtherMove => CompiledCondition::NoOtherMove,
            Condition::Not(condition) => CompiledCondition::Not(Box::new(of(condition))),
            Condition::Every(all) => CompiledCondition::Every(all.iter().map(of).collect()),
            Condition::AnyOf(any) => CompiledCondition::AnyOf(any.iter().map(of).collect()),
            plain @ (Condition::Count { .. }
            | Condition::EnemyInCheck
            | Condition::FirstOfTurn
            | Condition::LastOfTurn
            | Condition::RoyalsFace
            | Condition::Held { .. }
            | Condition::Forks { .. }
            | Condition::Traps { .. }
            | Condition::Empty(_)
            | Condition::UsedUp { .. }
            | Condition::Material(_)
            | Condition::OneShade(_)
            | Condition::CanReach(_)) => CompiledCondition::Plain(plain.clone()),
        }
    }

    /// The endings that a position shows by itself, that by a number of plies apart.
    pub(super) fn endings<B: Bitboard>(self) -> Vec<CompiledEnding<B>> {
        let ending = |(number, ending): (usize, &Ending)| match &ending.trigger {
            Trigger::When(_) if !self.has(Untabled::Ending) => Some(CompiledEnding::Plain(number)),
            Trigger::When(when) => {
                let (most, when): (u32, CompiledCondition<B>) = (self.most(when), self.condition(when));
                let [white, black] = Color::ALL.map(|player| when.needs(player));
                Some(CompiledEnding::When { most, needs: white.zip(black).map(|(w, b)| [w, b]), when })
            }
            Trigger::Quiet(_) => None,
            // Shown by the moves there are, or by the history of the game.
            Trigger::Checkmate | Trigger::Stalemate | Trigger::Repetition(_) | Trigger::Perpetual { .. } => None,
        };
        self.variant.endings.iter().enumerate().filter_map(ending).collect()
    }

    /// The least halfmove clock at which the game may end.
    pub(super) fn quiet(self) -> u64 {
        let quiet = self.variant.endings.iter().map(|ending| match &ending.trigger {
            Trigger::Quiet(plies) => (*plies).into(),
            Trigger::Checkmate
            | Trigger::Stalemate
            | Trigger::Repetition(_)
            | Trigger::Perpetual { .. }
            | Trigger::When(_) => u64::MAX,
        });
        quiet.min().unwrap_or(u64::MAX)
    }

    /// With more pieces on the board than these a condition does not hold. Neutral pieces are not counted by it.
    fn most(self, condition: &Condition) -> u32 {
        let is_neutral = self.variant.piece_types.iter().any(|own| own.neutral);
        if is_neutral { u32::MAX } else { most(condition) }
    }

    pub(super) fn happenings<B: Bitboard>(self) -> Vec<CompiledHappening<B>> {
        let mut all: Vec<(&Arrival, CompiledHappening<B>, Vec<Code>)> = Vec::new();
        let own =
            self.variant.piece_type_ids().flat_map(|(id, own)| own.arrivals.iter().map(move |one| (id, one)));
        for (piece_type, rule) in own.filter(|(_, rule)| rule.by_itself) {
            for piece in Color::ALL.map(|color| Piece { color, piece_type }) {
                let code = Code::new(piece.color, piece_type);
                // A rule that asks about other pieces is looked at once for all piece types.
                let same = |(own, known, _): &&mut (&Arrival, CompiledHappening<B>, _)| {
                    known.pieces.is_some() && known.player == piece.color && *own == rule
                };
                match all.iter_mut().find(same) {
                    Some((.., codes)) => codes.push(code),
                    None => all.push((rule, self.happening(rule, piece), vec![code])),
                }
            }
        }
        let kinds = |codes: Vec<Code>| Kinds::new(&codes, self.class_of);
        all.into_iter().map(|(_, own, codes)| CompiledHappening { kinds: kinds(codes), ..own }).collect()
    }

    fn happening<B: Bitboard>(self, rule: &Arrival, piece: Piece) -> CompiledHappening<B> {
        let color = piece.color;
        if !self.has(Untabled::Trigger) {
            return CompiledHappening::plain(color);
        }
        let zone = B::of(*rule.zone.squares.get(color));
        let pieces = Some(&rule.pieces).filter(|pieces| !self.has_mask(pieces));
        let squares = [false, true].map(|leads| match pieces {
            Some(_) => zone,
            None => zone & mask::<B>(self.variant, &rule.pieces, piece, leads, color),
        });
        let when: Option<CompiledCondition<B>> = rule.when.as_ref().map(|when| self.condition(when));
        let cells = B::of(self.variant.board.squares().collect());
        // Who leads a side depends on more than numbers, and so does what stands beside a piece.
        let counting = when.as_ref().filter(|_| squares[0] == squares[1] && pieces.is_none());
        let keeps = |then: &Consequence| match then {
            Consequence::Use(_) | Consequence::Lose(_) => self.has(Untabled::Effect),
            Consequence::Become(_)
            | Consequence::Regain(_)
            | Consequence::Send { .. }
            | Consequence::End { .. }
            | Consequence::Exchange(_)
            | Consequence::Vanish
            | Consequence::Clear(..) => false,
        };
        CompiledHappening {
            player: color,
            kinds: Kinds::default(),
            squares,
            counted: counting.and_then(|when| when.counted(color, cells)),
            saves: !rule.then.iter().all(keeps),
            in_check: rule.when.as_ref().is_some_and(|when| self.needs_check(when)),
            unsure: rule.when.as_ref().is_some_and(Condition::asks_moves),
            beside: pieces.filter(|_| when.is_none()).and_then(|pieces| self.beside(pieces, color)),
            pieces: pieces.cloned(),
            when,
        }
    }

    /// The pieces for which a filter of a player looks beside others, if it asks nothing else of other pieces and no more of such
    /// pieces never makes it match less.
    fn beside(self, pieces: &PieceFilter, player: Color) -> Option<Kinds> {
        let variant = self.variant;
        let unmasked = pieces.parts().into_iter().filter(|part| !self.has_mask(part));
        let asked: Option<Vec<(Relation, &PieceFilter)>> = unmasked.map(PieceFilter::related).collect();
        let asked = asked?;
        let is_told = |(relation, others): &(Relation, &PieceFilter)| {
            *relation == Relation::Beside && self.has_mask(others) && !others.asks_leaders()
        };
        let is_neutral = variant.piece_types.iter().any(|own| own.neutral);
        if is_neutral || pieces.asks_leaders() || !pieces.is_monotone() || !asked.iter().all(is_told) {
            return None;
        }
        let is_asked = |piece: Piece| {
            let mut all = asked.iter();
            all.any(|(_, others)| !mask::<SquareSet>(variant, others, piece, false, player).is_empty())
        };
        Some(Kinds::meant(variant, self.class_of, is_asked))
    }

    /// Whether what happens by itself changes neither where pieces stand nor what they attack, nor what attacks them. `named` says
    /// whether what others attack may depend on the types of pieces.
    pub(super) fn is_harmless<B: Bitboard>(self, info: &[PieceInfo<B>], named: bool) -> bool {
        let alike = |id: PieceTypeId, other: PieceTypeId| {
            Color::ALL.into_iter().all(|color| {
                let [one, other] = [id, other].map(|id| &info[usize::from(Code::new(color, id).0)]);
                usize::from(one.class) != super::ODD
                    && (one.class, one.rank, one.unattackable)
                        == (other.class, other.rank, other.unattackable)
            })
        };
        let is_harmless = |id: PieceTypeId, then: &Consequence| match then {
            Consequence::Use(_) | Consequence::Lose(_) => true,
            Consequence::Become(all) => !named && matches!(all[..], [other] if alike(id, other)),
            Consequence::Regain(_)
            | Consequence::Send { .. }
            | Consequence::End { .. }
            | Consequence::Exchange(_)
            | Consequence::Vanish
            | Consequence::Clear(..) => false,
        };
        let has_tables = self.has(Untabled::Trigger) && self.has(Untabled::Effect);
        has_tables && self.variant.piece_type_ids().all(|(id, own)| {
            let mut rules = own.arrivals.iter().filter(|rule| rule.by_itself);
            rules.all(|rule| !rule.may && rule.then.iter().all(|then| is_harmless(id, then)))
        })
    }

    /// What is put on the board after every move, if it is a piece without rights and limits, and nothing else follows a move.
    pub(super) fn put<B: Bitboard>(self) -> Option<CompiledPut<B>> {
        let variant = self.variant;
        if !self.has(Untabled::FollowUp) {
            return None;
        }
        let [FollowUp { after: After::Move, when: None, may: false, deed, .. }] =
            variant.follow_ups.as_slice()
        else {
            return None;
        };
        let Following::Put { piece_type, zone, more } = deed else { return None };
        let own = variant.piece_type(*piece_type);
        let is_free = own.royal.is_none()
            && own.stays.is_none()
            && variant.admissions.is_empty()
            && (variant.royalty.binds == Binding::Never
                || variant.piece_types.iter().all(|own| own.royal.is_none()))
            && variant.returns.is_empty()
            && variant.turns.is_none()
            && !variant.happens;
        is_free.then(|| CompiledPut {
            codes: Color::ALL.map(|side| {
                let Piece { color, piece_type } = variant.piece_of(side, *piece_type);
                Code::new(color, piece_type)
            }),
            zones: Color::ALL.map(|side| B::of(*zone.squares.get(side))),
            more: *more,
        })
    }

    /// Whether a condition holds only for a side in check.
    fn needs_check(self, condition: &Condition) -> bool {
        match condition {
            Condition::InCheck => true,
            Condition::Every(all) => all.iter().any(|condition| self.needs_check(condition)),
            Condition::AnyOf(any) => any.iter().all(|condition| self.needs_check(condition)),
            Condition::Count { pieces, is: Compare::AtLeast, number: 1.. } => self.gives_check(pieces),
            Condition::Count { .. }
            | Condition::EnemyInCheck
            | Condition::FirstOfTurn
            | Condition::LastOfTurn
            | Condition::RoyalsFace
            | Condition::Held { .. }
            | Condition::NoOtherMove
            | Condition::Forks { .. }
            | Condition::Traps { .. }
            | Condition::Empty(_)
            | Condition::UsedUp { .. }
            | Condition::Material(_)
            | Condition::OneShade(_)
            | Condition::CanReach(_)
            | Condition::Not(_) => false,
        }
    }

    /// Whether a filter matches only pieces that give check to the side that asks.
    fn gives_check(self, pieces: &PieceFilter) -> bool {
        let royalty = &self.variant.royalty;
        match pieces {
            PieceFilter::Every(all) => all.iter().any(|pieces| self.gives_check(pieces)),
            PieceFilter::Attacking(attacked) => {
                royalty.binds == Binding::Always && !royalty.mutual && self.are_own_royals(attacked)
            }
            PieceFilter::All
            | PieceFilter::Own
            | PieceFilter::Enemy
            | PieceFilter::Royal
            | PieceFilter::Leader
            | PieceFilter::PieceTypes(_)
            | PieceFilter::In(_)
            | PieceFilter::Beside(_)
            | PieceFilter::AttackedBy(_)
            | PieceFilter::Not(_)
            | PieceFilter::AnyOf(_) => false,
        }
    }

    /// Whether a filter matches only royals of the side that asks.
    fn are_own_royals(self, pieces: &PieceFilter) -> bool {
        let is_such = |color, piece_type| {
            let [own, royal] = [color == Color::White, self.variant.piece_type(piece_type).royal.is_some()];
            let piece = Piece { color, piece_type };
            let matches =
                |leads| !mask::<SquareSet>(self.variant, pieces, piece, leads, Color::White).is_empty();
            own && royal || ![false, true].into_iter().any(matches)
        };
        let mut ids = self.variant.piece_type_ids();
        self.has_mask(pieces) && ids.all(|(id, _)| Color::ALL.into_iter().all(|color| is_such(color, id)))
    }

    pub(super) fn action<B: Bitboard>(self, action: &Action) -> CompiledAction<B> {
        let pieces = action.act.effects().pieces.first().copied();
        let pieces = pieces.map(|pieces| if self.has_mask(pieces) { pieces } else { &PieceFilter::All });
        let alike =
            |other: &&Action| std::mem::discriminant(&action.act) == std::mem::discriminant(&other.act);
        // One move may come from two actions whose moves look alike, or from a piece that no table holds.
        let excluded = |other: &Action| std::ptr::eq(other, action) || excludes(&action.when, &other.when);
        let alone =
            self.variant.actions.iter().filter(alike).all(excluded) && !self.class_of.contains(&super::ODD);
        let quick = alone && action.provided.is_none() && !self.variant.happens;
        let act = match &action.act {
            Act::Drop { .. } => self.drop(action).map(|drop| CompiledAct::Drop(Box::new(drop))),
            Act::Exchange { .. } => (quick && !action.unsafely).then_some(CompiledAct::Exchange),
            Act::Pass => quick.then_some(CompiledAct::Pass { unsafely: action.unsafely }),
            Act::Place { .. } | Act::Replace { .. } => None,
        };
        CompiledAction {
            pieces: pieces.map(|pieces| Color::ALL.map(|player| CompiledFilter::new(self, pieces, player))),
            when: action.when.as_ref().map(|when| self.condition(when)),
            act: act.filter(|_| self.has(Untabled::Action)).unwrap_or(CompiledAct::Plain),
        }
    }
}

/// With more pieces on the board than these a condition does not hold.
fn most(condition: &Condition) -> u32 {
    match condition {
        Condition::Material(pairs) => {
            pairs.iter().map(|(one, other)| (one.len() + other.len()) as u32).max().unwrap_or(0)
        }
        Condition::Every(conditions) => conditions.iter().map(most).min().unwrap_or(u32::MAX),
        Condition::AnyOf(conditions) => conditions.iter().map(most).max().unwrap_or(0),
        Condition::InCheck
        | Condition::EnemyInCheck
        | Condition::FirstOfTurn
        | Condition::LastOfTurn
        | Condition::RoyalsFace
        | Condition::Count { .. }
        | Condition::Held { .. }
        | Condition::NoOtherMove
        | Condition::Forks { .. }
        | Condition::Traps { .. }
        | Condition::Empty(_)
        | Condition::UsedUp { .. }
        | Condition::OneShade(_)
        | Condition::CanReach(_)
        | Condition::Not(_) => u32::MAX,
    }
}

/// Whether one condition is that the other does not hold.
fn excludes(one: &Option<Condition>, other: &Option<Condition>) -> bool {
    let denies = |one: &Condition, other: &Condition| matches!(one, Condition::Not(what) if **what == *other);
    matches!((one, other), (Some(one), Some(other)) if denies(one, other) || denies(other, one))
}
