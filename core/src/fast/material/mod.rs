//! Wins with few pieces: the search for a move that wins although the pieces are only these.
//!
//! [`MaterialSearch::verdict`] is the entry point. It first plays single moves from a fixed sample of placements, which
//! finds most wins and all pieces that others become. Then it tries all placements in which a side could be mated or
//! stalemated. What it finds is a legal move to a win, and what it excludes has no such position under any state of the
//! rights. The effort is limited by numbers of placements, so every run gives the same result.

mod placements;
mod sample;
mod shades;
mod sides;
mod wins;

use crate::base::{Bitboard, ByColor, Color, Move, Outcome, Piece, PieceTypeId, Setup, SquareSet, sort};
use crate::fast::engine::Engine;
use crate::rules::interpreter::Interpreter;
use crate::rules::{Binding, Consequence, FollowUp, Following, Mention, Part, Role, RuleRef, Variant};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use wins::Wins;

/// The pieces of White and of Black on the board and in hand, each sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Material([Vec<PieceTypeId>; 2]);

/// A legal move to a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    pub before: Setup,
    pub mv: Move,
    pub outcome: Outcome,
}

/// The answer to the question if some pieces can bring about a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaterialVerdict {
    /// This move wins.
    Refuted(Box<WinningMove>),
    /// No placement of these pieces, or of what they become or leave by capture, is a win.
    Proven,
    /// Neither was found within the limit.
    Open,
}

/// A search for wins in one game.
pub struct MaterialSearch<'a> {
    /// The game without the draws whose truth is the question.
    pub engine: &'a Engine,
    /// The squares on which each piece can stand in a game.
    pub squares: &'a dyn Fn(Piece) -> SquareSet,
    /// The types all of whose pieces stand on squares of one shade.
    pub shaded: &'a [PieceTypeId],
    /// The types whose pieces do not all stand on squares of one shade.
    pub apart: &'a [PieceTypeId],
    /// The maximum number of placements of one material with one side to move.
    pub placements: u64,
    /// The verdicts on all placements of a material, shared by the searches in one game.
    pub known: &'a KnownPlacements,
}

/// The verdicts on all placements of a material with these types on squares of one shade, and these not.
pub type KnownPlacements = RefCell<BTreeMap<(Material, [Vec<PieceTypeId>; 2]), MaterialVerdict>>;

/// The maximum number of states of the rights that are tried.
const MAX_RIGHTS: usize = 64;

/// The maximum number of squares on which a move puts another piece.
const MAX_CONTINUATIONS: u64 = 4;

/// The maximum number of materials that arise from one.
const MAX_MATERIALS: usize = 64;

impl Material {
    pub fn new(white: &[PieceTypeId], black: &[PieceTypeId]) -> Material {
        let mut sides = [white.to_vec(), black.to_vec()];
        sides.iter_mut().for_each(|side| sort(side));
        Material(sides)
    }

    /// Returns the material of a position.
    fn of(variant: &Variant, setup: &Setup) -> Material {
        let mut sides = [Vec::new(), Vec::new()];
        for (_, piece) in setup.pieces() {
            sides[piece.color as usize].push(piece.piece_type);
        }
        for (id, _) in variant.piece_type_ids() {
            let held = setup.hands.get(id.index());
            for color in Color::ALL {
                let number = held.map_or(0, |held| *held.get(color));
                sides[color as usize].extend(std::iter::repeat_n(id, number.into()));
            }
        }
        sides.iter_mut().for_each(|side| sort(side));
        Material(sides)
    }

    /// Returns the number of pieces.
    fn count(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let of = |color: Color| self.0[color as usize].iter().map(move |id| Piece { color, piece_type: *id });
        Color::ALL.into_iter().flat_map(of)
    }

    /// Returns the same pieces with the sides exchanged.
    fn turned(&self) -> Material {
        let [white, black] = &self.0;
        Material([black.clone(), white.clone()])
    }

    /// Returns the material in which a piece has another type, or is gone.
    fn with(&self, color: Color, at: usize, piece_type: Option<PieceTypeId>) -> Material {
        let mut sides = self.0.clone();
        let side = &mut sides[color as usize];
        match piece_type {
            Some(piece_type) => side[at] = piece_type,
            None => _ = side.remove(at),
        }
        sort(side);
        Material(sides)
    }
}

impl MaterialSearch<'_> {
    /// Answers the question if some pieces can bring about a win. Either side may have either part of the pieces.
    pub fn verdict(&self, material: &Material) -> MaterialVerdict {
        if self.continuations() > MAX_CONTINUATIONS {
            return MaterialVerdict::Open;
        }
        let (first, turned) = (self.verdict_of(material), material.turned());
        if matches!(first, MaterialVerdict::Refuted(_)) || turned == *material || !self.has_uneven_sides() {
            return first;
        }
        match (first, self.verdict_of(&turned)) {
            (_, MaterialVerdict::Refuted(win)) => MaterialVerdict::Refuted(win),
            (MaterialVerdict::Proven, MaterialVerdict::Proven) => MaterialVerdict::Proven,
            (MaterialVerdict::Open | MaterialVerdict::Refuted(_), _) | (_, MaterialVerdict::Open) => {
                MaterialVerdict::Open
            }
        }
    }

    /// Returns the number of squares on which a move puts another piece, which multiply the moves of a position.
    fn continuations(&self) -> u64 {
        let puts = |rule: &FollowUp| match &rule.act {
            Following::Put { zone, .. } => {
                u64::from(zone.squares.white.count().max(zone.squares.black.count()))
            }
            Following::Drop(_) | Following::Leave(_) | Following::Advance(_) => 1,
        };
        self.engine.variant().follow_ups.iter().map(puts).fold(1, u64::saturating_mul)
    }

    /// Answers the question for these pieces of White and of Black.
    fn verdict_of(&self, material: &Material) -> MaterialVerdict {
        let variant = self.engine.variant();
        let (rights, sampled_rights) = (self.rights(false), self.rights(true));
        let mut found: BTreeSet<Material> = [material.clone()].into();
        let mut todo = vec![material.clone()];
        while let Some(next) = todo.pop() {
            let (win, arising) = self.sample(&next, &sampled_rights);
            if let Some(win) = win {
                return MaterialVerdict::Refuted(Box::new(win));
            }
            let arising = arising.into_iter().filter(|other| other.count() <= material.count());
            let new: Vec<Material> = arising.filter(|other| !found.contains(other)).collect();
            found.extend(new.iter().cloned());
            todo.extend(new.into_iter().filter(|_| found.len() <= MAX_MATERIALS));
        }
        let wins = Wins::of(variant);
        if let Some(win) = wins.by_state.then(|| self.capture_into(material, &rights)).flatten() {
            return MaterialVerdict::Refuted(Box::new(win));
        }
        let all = self.closure(material);
        let is_whole = all.is_some() && !wins.by_past && rights.len() < MAX_RIGHTS;
        let mut all: Vec<Material> = all.unwrap_or_default().into_iter().chain(found.clone()).collect();
        all.sort_by_key(|one| (one.count(), one.clone()));
        all.dedup();
        let mut is_open = !is_whole;
        // Placements of materials that the sample did not reach can only keep a proof from being complete.
        for one in &all {
            if is_open && !found.contains(one) {
                continue;
            }
            match self.try_placements(one, wins, &rights) {
                MaterialVerdict::Refuted(win) if found.contains(one) => return MaterialVerdict::Refuted(win),
                MaterialVerdict::Refuted(_) | MaterialVerdict::Open => is_open = true,
                MaterialVerdict::Proven => {}
            }
        }
        if is_open { MaterialVerdict::Open } else { MaterialVerdict::Proven }
    }

    /// Returns true if the search found this winning move by the rules alone.
    fn is_legal(&self, win: &WinningMove) -> bool {
        let rules = Interpreter::new(self.engine.variant());
        let after = rules.apply(&win.before, &win.mv);
        after.is_some_and(|after| rules.outcome(&after).is_some_and(|outcome| outcome.winner.is_some()))
    }

    /// Returns the states of the rights, the first of which is that at the start of the game. Rights on which no move
    /// depends stay as they are at the start, except those `with_endings` that depend on rights alone.
    fn rights(&self, with_endings: bool) -> Vec<Vec<ByColor<u8>>> {
        let mut states = vec![Vec::new()];
        let variant = self.engine.variant();
        for (number, right) in variant.rights.iter().enumerate() {
            let is_read = variant.rules().iter().any(|rule| reads(rule, number, with_endings));
            let least = if is_read { 0 } else { right.times };
            let first = right.at_first();
            let others = (least..=right.times).rev().filter(|times| least == 0 && *times != first);
            let times = std::iter::once(first).chain(others);
            let pairs: Vec<ByColor<u8>> = times
                .clone()
                .flat_map(|white| times.clone().map(move |black| ByColor { white, black }))
                .collect();
            let longer = states.iter().flat_map(|state| {
                pairs.iter().map(move |pair| state.iter().copied().chain([*pair]).collect::<Vec<_>>())
            });
            states = longer.take(MAX_RIGHTS).collect();
        }
        states
    }

    /// Returns all materials that can arise from one, or `None` if rules apply whose effects on the material are not known
    /// here. The list may contain materials that cannot arise.
    fn closure(&self, material: &Material) -> Option<Vec<Material>> {
        let variant = self.engine.variant();
        let is_odd = variant.turns.is_some()
            || variant.follow_ups.iter().any(|rule| rule.dropped().is_empty())
            || variant.royalty.binds != Binding::Always
            || variant.royalty.mutual
            || material.pieces().any(|piece| variant.is_neutral(piece.piece_type));
        if is_odd {
            return None;
        }
        let mut found: BTreeSet<Material> = [material.clone()].into();
        let mut todo = vec![material.clone()];
        while let Some(next) = todo.pop() {
            // Placements have no pieces in hand. A royal that check binds never comes to one.
            let is_held = |piece: Piece| {
                variant.piece_type(piece.piece_type).royal.is_none() && variant.is_ever_held(piece.piece_type)
            };
            if next.pieces().any(is_held) {
                return None;
            }
            for color in Color::ALL {
                for (at, id) in next.0[color as usize].iter().enumerate() {
                    let own = variant.piece_type(*id);
                    let gone = own.royal.is_none().then_some(None);
                    let others = self.becomes(*id)?.into_iter().map(Some);
                    for piece_type in gone.into_iter().chain(others) {
                        let other = next.with(color, at, piece_type);
                        if found.insert(other.clone()) {
                            todo.push(other);
                        }
                    }
                }
            }
            if found.len() > MAX_MATERIALS {
                return None;
            }
        }
        Some(found.into_iter().collect())
    }

    /// Returns the types that a piece of a type may become, or `None` if one of its effects ends the game or brings
    /// pieces to the other side or to a hand.
    fn becomes(&self, id: PieceTypeId) -> Option<Vec<PieceTypeId>> {
        let variant = self.engine.variant();
        let mut becomes = Vec::new();
        for then in variant.piece_type(id).arrivals.iter().flat_map(|arrival| &arrival.then) {
            match then {
                Consequence::Become(ids) | Consequence::Regain(ids) => becomes.extend(ids),
                Consequence::End { .. } => return None,
                Consequence::Itself(fate) | Consequence::Others(fate, ..) if fate.takes_away() => {
                    return None;
                }
                Consequence::Itself(_)
                | Consequence::Others(..)
                | Consequence::Send { .. }
                | Consequence::Vanish
                | Consequence::Exchange(_)
                | Consequence::Clear(..)
                | Consequence::Lose(_)
                | Consequence::Use(_)
                | Consequence::Gain(_)
                | Consequence::Set(..) => {}
            }
        }
        for action in &variant.actions {
            let effects = action.act.effects();
            becomes.extend(effects.becomes);
        }
        Some(becomes)
    }
}

/// Returns true if a rule applies only while a right is left, or the contrary, and does not only use it. An ending that
/// depends on rights alone counts only `with_endings`.
fn reads(rule: &RuleRef, right: usize, with_endings: bool) -> bool {
    let is_of_rights = matches!(rule, RuleRef::Ending(ending) if !with_endings && wins::is_of_rights(ending));
    let is_action = matches!(rule, RuleRef::Action(_));
    let reads = |part: &Part| {
        let mut is_mentioned = false;
        part.filler.mentions(&mut |mention| is_mentioned |= mention == Mention::Right(right));
        is_mentioned
            && (is_action || !matches!(part.role, Role::Uses | Role::Loses | Role::Gains | Role::Sets))
    };
    !is_of_rights && rule.parts().iter().any(reads)
}
