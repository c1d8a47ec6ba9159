//! The tables of an Interactive Diagram: the squares on which a piece changes (`morph=`), and the pieces that are
//! shuffled (`shuffle=`).
//!
//! [`morph`] and [`shuffle`] add them to a sketch, or list them as left out.

use super::sketch::{GameSketch, Place, Symmetry, listed};
use crate::builder::{NewStatement, SquareFill};
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;
use std::collections::BTreeMap;

/// Adds the table of one piece. A table has the ranks from the top, separated by `/`: a letter is the piece that it
/// becomes on this square, `*` is a square that it cannot enter, and `.` or a number is no change.
pub(super) fn morph(sketch: &mut GameSketch, at: usize, table: &str) {
    let Some(piece) = sketch.pieces.get(at).cloned() else {
        return sketch.leave("morph", table, "there is no piece above it", true);
    };
    let Some((becomes, closed)) = read(sketch, table) else {
        return sketch.leave("morph", table, "ferz does not read this table", true);
    };
    if !becomes.is_empty() && (piece.promotes.is_some() || piece.form.is_some()) {
        return sketch.leave("morph", table, "the piece also promotes in the promotion zone", true);
    }
    for (form, places) in becomes {
        let region = region(sketch, "change", &places);
        sketch.pieces[at].changes.push((region, form));
    }
    if !closed.is_empty() {
        let (width, height) = sketch.size;
        let board = (1..=height).flat_map(|y| (1..=width).map(move |x| (x, y)));
        let open: Vec<Place> =
            board.filter(|place| !closed.contains(place) && !sketch.holes.contains(place)).collect();
        if open.is_empty() {
            return sketch.leave("morph", table, "the piece could enter no square", true);
        }
        sketch.pieces[at].stays = Some(region(sketch, "domain", &open));
    }
    let reason = format!(
        "read for the {} from the top rank down: a letter is the piece that it becomes, `*` a closed square",
        piece.name
    );
    sketch.leave("morph", table, reason, false);
}

/// The squares on which a piece becomes another, by that piece, and the squares that it cannot enter.
type Morphs = (BTreeMap<usize, Vec<Place>>, Vec<Place>);

fn read(sketch: &GameSketch, table: &str) -> Option<Morphs> {
    let (mut becomes, mut closed) = (BTreeMap::<usize, Vec<Place>>::new(), Vec::new());
    for (letter, place) in sketch.letters(table) {
        match letter {
            _ if !sketch.holds(place) => return None,
            '.' => {}
            '*' => closed.push(place),
            letter => becomes.entry(by_letter(sketch, letter)?).or_default().push(place),
        }
    }
    Some((becomes, closed))
}

/// Adds the shuffles: groups of letters, separated by commas. After `!`, the two pieces of a type stand on squares of
/// different colors, and after `#`, each piece stays on its color.
pub(super) fn shuffle(sketch: &mut GameSketch, value: &str) {
    let before = sketch.clone();
    if groups(sketch, value).is_none() {
        *sketch = before;
        sketch.leave("shuffle", value, "the rule file contains only the array of the diagram", true);
    }
}

fn groups(sketch: &mut GameSketch, value: &str) -> Option<()> {
    let mut used: Vec<Place> = Vec::new();
    if sketch.symmetry == Symmetry::None {
        return None;
    }
    for group in value.split(',') {
        let (mut squares, mut bound, mut free) = (Vec::new(), Vec::new(), Vec::new());
        let mut mark = None;
        for letter in group.trim().chars() {
            if matches!(letter, '!' | '#') {
                mark = Some(letter);
                continue;
            }
            let piece = sketch.pieces.get(by_letter(sketch, letter)?)?.clone();
            let dark = |place: &&Place| (place.0 + place.1) % 2 == 0;
            let on_dark = piece.white.iter().filter(dark).count();
            let (light, dark) = match mark.take() {
                None => {
                    free.push((piece.token.clone(), piece.white.len(), None));
                    (0, 0)
                }
                Some('!') if piece.white.len() != 2 => return None,
                Some('!') => (1, 1),
                Some(_) => (piece.white.len() - on_dark, on_dark),
            };
            for (number, color) in [(light, "light"), (dark, "dark")].into_iter().filter(|one| one.0 > 0) {
                bound.push((piece.token.clone(), number, Some(SquareFill::region(color))));
            }
            squares.extend(piece.white);
        }
        let mut sorted = squares.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() < 2 || sorted.len() != squares.len() || squares.iter().any(|one| used.contains(one)) {
            return None;
        }
        used.extend(&squares);
        sketch.colored.extend(squares.iter().filter(|_| !bound.is_empty()));
        let mut line = NewStatement::new(Keyword::Shuffle).with(listed(&sorted));
        for (at, (token, number, squares)) in bound.into_iter().chain(free).enumerate() {
            line = if at == 0 { line } else { line.say(",") };
            line = (0..number).fold(line, |line, _| line.item(Slot::Token, &token));
            line = squares.into_iter().fold(line, NewStatement::with);
        }
        sketch.shuffles.push(line);
    }
    Some(())
}

fn by_letter(sketch: &GameSketch, letter: char) -> Option<usize> {
    let letter = letter.to_ascii_uppercase().to_string();
    sketch.pieces.iter().position(|piece| piece.token == letter)
}

/// Declares a region with these squares, and returns its name.
fn region(sketch: &mut GameSketch, name: &str, places: &[Place]) -> String {
    if let Some((name, _)) = sketch.regions.iter().find(|(_, own)| own == places) {
        return name.clone();
    }
    let number = sketch.regions.iter().filter(|(own, _)| own.starts_with(name)).count() + 1;
    let name = if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
    sketch.regions.push((name.clone(), places.to_vec()));
    name
}
