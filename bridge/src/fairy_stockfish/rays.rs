//! The moves of a notation along each ray, as Fairy-Stockfish generates them from its tables.
//!
//! The program keeps one number for each vector, so that a later part replaces an earlier one. It generates the slides,
//! hops, and lame leaps of an axis together, and keeps those that end on a square of any part. Thus a hop forward and a
//! slide backward make a slide in both directions. [`settled`] returns parts without such effects.

use super::betza::{NotationPart, PathForm, ways};
use std::collections::{BTreeMap, BTreeSet};

/// The tables of the program: the maximum number of steps of each vector, or 0, by first moves and captures.
pub(super) type Entries = BTreeMap<((bool, bool), VectorTable, (i32, i32)), i32>;

/// The number of a leap that is blocked by pieces on its path.
pub(super) const LAME: i32 = -1;

/// The table of a vector.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum VectorTable {
    Step,
    Slide,
    Hop,
}

/// The steps along a ray, as bits.
const ALL: u16 = 0b1111_1111_1110;

/// Returns the bits of the steps up to a number.
fn up_to(most: u32) -> u16 {
    ALL & ((1_u16 << (most.min(11) + 1)) - 1)
}

/// The steps by which a piece can move along a ray, by the form of the path.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Ray {
    leaps: u16,
    lame: u16,
    slides: u16,
    hops: u16,
    lands: u16,
}

/// The rays by first moves and captures, and by their first square.
type NotationRays = BTreeMap<((bool, bool), (i32, i32)), Ray>;

/// Returns the first square on the ray of a vector, and the number of steps.
fn ray_of((x, y): (i32, i32)) -> ((i32, i32), u32) {
    let steps = (2..=3).find(|n| x % n == 0 && y % n == 0).unwrap_or(1);
    ((x / steps, y / steps), steps.unsigned_abs())
}

/// Returns the number of the axis of a ray. The program generates the moves along all rays of an axis together.
fn axis((x, y): (i32, i32)) -> usize {
    match (x.abs(), y.abs()) {
        (_, 0) => 0,
        (0, _) => 1,
        (1, 1) => 2,
        (1, 2) | (2, 1) => 3,
        (1, 3) | (3, 1) => 4,
        _ => 5,
    }
}

/// Returns the bit of the lame leap along the rays of an axis, or 0 if the program has none.
fn lame_step(axis: usize) -> u16 {
    [1 << 2, 1 << 2, 1 << 2, 1 << 1, 0, 1 << 1][axis]
}

/// Returns the parts of a notation, without those that change others. Returns `None` if no parts have the same moves.
pub(super) fn settled(entries: &Entries, parts: &[NotationPart]) -> Option<Vec<NotationPart>> {
    let exact = generated(entries);
    if exact == plain(parts) {
        return Some(parts.to_vec());
    }
    // The moves of each form and atom, without and with captures.
    let mut found: BTreeMap<_, [Vec<(i32, i32)>; 2]> = BTreeMap::new();
    for (((initial, captures), first), ray) in exact {
        for (form, steps) in ray.forms(axis(first))? {
            let (x, y) = (steps * first.0, steps * first.1);
            let legs = (x.abs().max(y.abs()), x.abs().min(y.abs()));
            found.entry((initial, form, legs)).or_default()[usize::from(captures)].push((x, y));
        }
    }
    let mut parts = Vec::new();
    for ((initial, form, legs), given) in found {
        for (quiet, captures) in [(true, true), (true, false), (false, true)] {
            let is = |way: &(i32, i32)| [quiet, captures] == given.each_ref().map(|own| own.contains(way));
            let ways: Vec<(i32, i32)> = ways(legs, &[]).into_iter().filter(is).collect();
            let part = NotationPart { initial, quiet, captures, form, legs, ways };
            parts.extend(Some(part).filter(|part| !part.ways.is_empty()));
        }
    }
    Some(parts)
}

/// Returns the rays that the program generates.
fn generated(entries: &Entries) -> NotationRays {
    // The squares that some part reaches, and the axes of the forms.
    let mut rays: BTreeMap<_, (Ray, u16)> = BTreeMap::new();
    let (mut sliding, mut hopping, mut landing, mut lame) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (&(moves, table, vector), &limit) in entries {
        let (first, steps) = ray_of(vector);
        let (ray, reached) = rays.entry((moves, first)).or_default();
        let place = (moves, axis(first));
        let most = match (table, u32::try_from(limit)) {
            (VectorTable::Step, _) | (_, Err(_)) => 1,
            (_, Ok(0)) | (VectorTable::Hop, Ok(1)) => 11,
            (VectorTable::Slide | VectorTable::Hop, Ok(most)) => most,
        };
        // A rider takes no step of three squares.
        let is_far = table != VectorTable::Step && vector.0.abs().max(vector.1.abs()) > 2;
        let ends = (1..=most).map(|n| n * steps).filter(|end| *end <= 11 && !is_far);
        *reached |= ends.fold(0, |all, end| all | 1 << end);
        match table {
            VectorTable::Step if limit == 0 => ray.leaps |= 1 << steps,
            VectorTable::Step if lame_step(place.1) == 1 << steps => lame.extend([(moves, place.1.max(1))]),
            VectorTable::Slide if steps == 1 && place.1 < 4 => sliding.extend([place]),
            VectorTable::Hop if steps == 1 && place.1 < 3 && limit == 1 => landing.extend([place]),
            VectorTable::Hop if steps == 1 && place.1 < 3 => hopping.extend([place]),
            VectorTable::Step | VectorTable::Slide | VectorTable::Hop => {}
        }
    }
    let all = rays.into_iter().map(|((moves, first), (ray, reached))| {
        let axis = axis(first);
        let along = |axes: &BTreeSet<_>, axis: usize| if axes.contains(&(moves, axis)) { reached } else { 0 };
        let lame = along(&lame, axis.max(1)) & lame_step(axis);
        let [slides, hops, lands] = [&sliding, &hopping, &landing].map(|axes| along(axes, axis));
        ((moves, first), Ray { lame, slides, hops, lands, ..ray })
    });
    canonical(all)
}

/// Returns the rays of parts that do not change each other.
fn plain(parts: &[NotationPart]) -> NotationRays {
    let mut rays = NotationRays::new();
    for part in parts {
        for captures in [false, true].into_iter().filter(|own| if *own { part.captures } else { part.quiet })
        {
            for way in &part.ways {
                let (first, steps) = ray_of(*way);
                let ray = rays.entry(((part.initial, captures), first)).or_default();
                match part.form {
                    PathForm::Leap => ray.leaps |= 1 << steps,
                    PathForm::Lame => ray.lame |= 1 << steps,
                    PathForm::Slide(most) => ray.slides |= up_to(if most == 0 { 11 } else { most }),
                    PathForm::Hop(most) => ray.hops |= up_to(if most == 0 { 11 } else { most }),
                    PathForm::Land => ray.lands |= ALL,
                }
            }
        }
    }
    canonical(rays.into_iter())
}

/// Returns rays in a form in which the same moves are equal.
fn canonical(rays: impl Iterator<Item = (((bool, bool), (i32, i32)), Ray)>) -> NotationRays {
    let canonical = rays.map(|((moves, first), ray)| ((moves, first), ray.canonical(axis(first))));
    canonical.filter(|(_, ray)| *ray != Ray::default()).collect()
}

impl Ray {
    /// Assigns each step to the first form that has it: a leap, a slide, a lame leap, a hop, or a landing.
    fn canonical(self, axis: usize) -> Ray {
        let Ray { mut leaps, mut lame, mut slides, mut hops, mut lands } = self;
        leaps |= slides & up_to(1);
        // A lame leap of two steps along a line is a slide that ends there.
        if axis < 3 {
            slides |= lame & up_to(2);
            lame = 0;
        }
        slides &= !leaps;
        lame &= !leaps & !slides;
        hops = (hops | lands & up_to(2)) & !up_to(1) & !leaps;
        lands &= !up_to(1) & !leaps & !hops;
        Ray { leaps, lame, slides, hops, lands }
    }

    /// Returns the forms of a canonical ray, each with the number of steps of its first square. Returns `None` if it has
    /// a form that skips squares.
    fn forms(self, axis: usize) -> Option<Vec<(PathForm, i32)>> {
        let Ray { mut leaps, lame, slides, hops, lands } = self;
        let mut forms = Vec::new();
        let all = leaps;
        let most = |steps: u16| 15 - steps.leading_zeros();
        let range = |steps: u16| if most(steps) == 11 { 0 } else { most(steps) };
        let is_whole = |steps: u16, first: u32| up_to(most(steps)) & !up_to(first - 1) & !(steps | all) == 0;
        if axis < 3 && slides == 1 << 2 && all & up_to(1) == 0 {
            forms.push((PathForm::Lame, 2));
        } else if slides != 0 {
            is_whole(slides, 1).then_some(())?;
            forms.push((PathForm::Slide(range(slides)), 1));
            leaps &= !up_to(1);
        }
        if lame != 0 {
            forms.push((PathForm::Lame, 1));
        }
        if lands != 0 {
            (lands | hops | all | up_to(1) == ALL).then_some(())?;
            forms.push((PathForm::Land, 1));
        }
        if hops != 0 && !(lands != 0 && hops == 1 << 2) {
            is_whole(hops, 2).then_some(())?;
            forms.push((PathForm::Hop(range(hops)), 1));
        }
        let steps = (1..=3).filter(|steps| leaps >> steps & 1 == 1);
        forms.extend(steps.map(|steps| (PathForm::Leap, steps)));
        Some(forms)
    }
}
