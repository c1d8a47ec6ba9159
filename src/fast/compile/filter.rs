//! Which men a rule speaks of, as a set of squares for every man: a filter looks at the man, its square and whether it
//! leads its side, and nothing else.

use super::{Code, Layout};
use crate::base::{Bitboard, Color, KindId, Man};
use crate::rules::{Men, Variant};

/// A filter as one side means it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter<B> {
    /// By code, the squares on which such a man matches while it does not lead its side and while it does.
    masks: Vec<[B; 2]>,
    /// By color, squares on which any man at all could match.
    pub any: [B; 2],
    /// By color, the only classes that could match, where they are few.
    pub classes: [Option<Vec<usize>>; 2],
    /// Whether leaders are treated differently.
    pub asks_leaders: bool,
}

impl<B: Bitboard> Filter<B> {
    /// The filter `men` of `player`.
    pub(super) fn new(variant: &Variant, layout: &Layout, men: &Men, player: Color) -> Filter<B> {
        let mut masks = vec![[B::EMPTY; 2]; 1 + 2 * variant.kinds.len()];
        let mut any = [B::EMPTY; 2];
        for (kind, _) in variant.kind_ids() {
            for color in Color::ALL {
                let set = |leads| mask(variant, layout, men, kind, color, leads, player);
                let sets = [set(false), set(true)];
                masks[usize::from(Code::new(color, kind).0)] = sets;
                any[color as usize] |= sets[0] | sets[1];
            }
        }
        let asks_leaders = masks.iter().any(|[common, leader]| common != leader);
        Filter { masks, any, asks_leaders, classes: [None, None] }
    }

    /// Notes which classes could match at all.
    pub(super) fn narrow(&mut self, class_of: &[usize]) {
        for color in Color::ALL {
            let kinds = class_of.iter().enumerate().filter(|(kind, _)| {
                let masks = self.masks[usize::from(Code::new(color, KindId(*kind as u16)).0)];
                masks.iter().any(|mask| !mask.is_empty())
            });
            let mut classes: Vec<usize> = kinds.map(|(_, class)| *class).collect();
            classes.sort_unstable();
            classes.dedup();
            self.classes[color as usize] = (classes.len() <= 4).then_some(classes);
        }
    }

    /// The squares on which `men`, spoken of by the man's own side, matches it.
    pub(super) fn mask_of(variant: &Variant, layout: &Layout, men: &Men, man: Man, leads: bool) -> B {
        mask(variant, layout, men, man.kind, man.color, leads, man.color)
    }

    /// Whether it could match such a man somewhere.
    pub(super) fn is_possible(&self, code: Code) -> bool {
        self.masks[usize::from(code.0)].iter().any(|mask| !mask.is_empty())
    }

    /// Whether it matches a man.
    #[inline]
    pub fn matches(&self, code: Code, square: u8, leads: bool) -> bool {
        self.mask(code, leads).has(square)
    }

    /// The squares on which it matches a man.
    #[inline]
    pub fn mask(&self, code: Code, leads: bool) -> B {
        self.masks[usize::from(code.0)][usize::from(leads)]
    }
}

/// The squares on which `men`, spoken of by `player`, matches a man.
fn mask<B: Bitboard>(
    variant: &Variant,
    layout: &Layout,
    men: &Men,
    kind: KindId,
    color: Color,
    leads: bool,
    player: Color,
) -> B {
    let all = |yes| if yes { B::ALL } else { B::EMPTY };
    let of = |men: &Men| mask::<B>(variant, layout, men, kind, color, leads, player);
    match men {
        Men::All => B::ALL,
        Men::Own => all(color == player),
        Men::Enemy => all(color != player),
        Men::Royal => all(variant.kind(kind).royal.is_some()),
        Men::Leader => all(variant.kind(kind).royal.is_some() && leads),
        Men::Kinds(kinds) => all(kinds.contains(&kind)),
        Men::In(zone) => layout.set(*zone.squares.get(color)),
        Men::Not(men) => !of(men),
        Men::Every(every) => every.iter().fold(B::ALL, |set, men| set & of(men)),
        Men::AnyOf(any) => any.iter().fold(B::EMPTY, |set, men| set | of(men)),
    }
}
