//! Reads the notation of moves as Fairy-Stockfish does, and translates it to the notation of ferz.
//!
//! The two notations differ. Fairy-Stockfish ignores unknown letters, reads at most one digit, combines direction
//! letters in its own way, and generates no moves for riders of most leaps. [`read`] parses a notation with this
//! meaning, step by step, and [`ForeignMoves::notation`] writes the same moves in the notation of ferz. [`rays`] finds the
//! notations in which one part changes another.

use super::rays::{self, Entries, VectorTable};
use crate::lang::betza::joined as apart;

/// A part of the moves of a piece: an atom with its directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationPart {
    /// True if only pieces on the squares of the double step have these moves.
    pub initial: bool,
    pub quiet: bool,
    pub captures: bool,
    pub form: PathForm,
    /// The long and the short leg of the atom.
    pub legs: (i32, i32),
    /// The vectors of the moves, from White's view.
    pub ways: Vec<(i32, i32)>,
}

/// The form of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathForm {
    Leap,
    /// A leap that is blocked by pieces on its path.
    Lame,
    /// A slide of at most this many steps, or of any length if the number is 0.
    Slide(u32),
    /// A hop over one piece, with the same meaning of the number.
    Hop(u32),
    /// A hop that ends on the square directly behind the hurdle.
    Land,
}

/// The moves of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignMoves {
    pub parts: Vec<NotationPart>,
    /// The parts of the notation that have no moves in Fairy-Stockfish.
    pub idle: Vec<String>,
    /// True if one part changes another so that no notation of ferz has the same moves.
    pub is_foreign: bool,
}

const LEAPS: [(char, (i32, i32)); 11] = [
    ('W', (1, 0)),
    ('F', (1, 1)),
    ('D', (2, 0)),
    ('N', (2, 1)),
    ('A', (2, 2)),
    ('H', (3, 0)),
    ('L', (3, 1)),
    ('C', (3, 1)),
    ('J', (3, 2)),
    ('Z', (3, 2)),
    ('G', (3, 3)),
];

/// Returns the legs of the atoms that a letter denotes, and true if it denotes a rider.
fn atoms(letter: char) -> Option<(Vec<(i32, i32)>, bool)> {
    Some(match letter {
        'K' => (vec![(1, 0), (1, 1)], false),
        'R' => (vec![(1, 0)], true),
        'B' => (vec![(1, 1)], true),
        'Q' => (vec![(1, 0), (1, 1)], true),
        _ => (LEAPS.iter().filter(|(name, _)| *name == letter).map(|(_, legs)| *legs).collect(), false),
    })
    .filter(|(legs, _)| !legs.is_empty())
}

/// The letters read since the last atom.
#[derive(Default)]
struct LetterModes {
    start: usize,
    quiet: bool,
    captures: bool,
    hops: bool,
    lands: bool,
    lame: bool,
    initial: bool,
    /// Pairs of direction letters.
    sides: Vec<(char, char)>,
}

/// Parses a notation as Fairy-Stockfish does.
pub fn read(notation: &str) -> ForeignMoves {
    let letters: Vec<char> = notation.chars().take(200).collect();
    let mut moves = ForeignMoves::default();
    let mut modes = LetterModes::default();
    let mut entries = Entries::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let next = letters.get(at + 1).copied();
        match letter {
            'm' => modes.quiet = true,
            'c' => modes.captures = true,
            'p' => modes.hops = true,
            'g' => (modes.hops, modes.lands) = (true, true),
            'n' => modes.lame = true,
            'i' => modes.initial = true,
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => match next.filter(|next| pairs(letter, *next)) {
                Some(next) => {
                    modes.sides.push((letter, next));
                    at += 1;
                }
                None => modes.sides.push((letter, letter)),
            },
            _ => {
                if let Some((legs, rides)) = atoms(letter) {
                    let digit = next.and_then(|next| next.to_digit(10));
                    let rides = rides || digit.is_some() || next == Some(letter);
                    at += usize::from(digit.is_some() || next == Some(letter));
                    let text: String = letters[modes.start..(at + 1).min(letters.len())].iter().collect();
                    let modes = std::mem::take(&mut modes);
                    enter(&mut entries, &modes, (&legs, rides, digit));
                    add(&mut moves, modes, (legs, rides, digit), &text);
                }
            }
        }
        at += 1;
        if letter.is_ascii_uppercase() && atoms(letter).is_some() {
            modes.start = at;
        }
    }
    match rays::settled(&entries, &moves.parts) {
        Some(parts) => moves.parts = parts,
        None => moves.is_foreign = true,
    }
    moves
}

/// Enters the vectors of an atom into the tables of the program.
fn enter(
    entries: &mut Entries,
    modes: &LetterModes,
    (legs, rides, digit): (&[(i32, i32)], bool, Option<u32>),
) {
    let table = match (modes.hops, rides) {
        (true, _) => VectorTable::Hop,
        (false, true) => VectorTable::Slide,
        (false, false) => VectorTable::Step,
    };
    let limit = match digit {
        _ if modes.lame && !rides => rays::LAME,
        Some(digit) => i32::try_from(digit).unwrap_or(0),
        None => i32::from(modes.lands),
    };
    let both = !modes.quiet && !modes.captures;
    for &atom in legs {
        let ways = ways(atom, &sides(modes, legs.len() == 1 && atom.1 == 0));
        for captures in [false, true] {
            // First moves never capture there.
            let is_given = both || if captures { modes.captures } else { modes.quiet };
            for way in ways.iter().filter(|_| is_given && !(captures && modes.initial)) {
                entries.insert(((modes.initial, captures), table, *way), limit);
            }
        }
    }
}

/// Returns true if two direction letters form a pair.
fn pairs(one: char, two: char) -> bool {
    let (upright, level) = (['f', 'b', 'v', 'h'], ['r', 'l', 's', 'h']);
    one == two
        || (upright.contains(&one) && level.contains(&two))
        || (level.contains(&one) && upright.contains(&two))
}

/// Adds the moves of an atom, or records that it has none.
fn add(
    moves: &mut ForeignMoves,
    modes: LetterModes,
    (legs, rides, digit): (Vec<(i32, i32)>, bool, Option<u32>),
    text: &str,
) {
    let one_atom = legs.len() == 1;
    let mut some = false;
    for legs in legs {
        let form = match (modes.hops, rides) {
            (true, _) if modes.lands && digit.is_none() => PathForm::Land,
            (true, _) if digit == Some(1) => PathForm::Land,
            (true, _) => PathForm::Hop(digit.unwrap_or(0)),
            (false, true) if digit == Some(1) && legs.0 == 1 => PathForm::Leap,
            (false, true) => PathForm::Slide(digit.unwrap_or(0)),
            (false, false) if modes.lame => PathForm::Lame,
            (false, false) => PathForm::Leap,
        };
        let goes = match form {
            PathForm::Leap => true,
            PathForm::Lame => [(2, 0), (2, 1), (2, 2), (3, 2)].contains(&legs),
            PathForm::Slide(_) => legs.0 == 1 || legs == (2, 1),
            PathForm::Hop(_) | PathForm::Land => legs.0 == 1,
        };
        let ways = ways(legs, &sides(&modes, one_atom && legs.1 == 0));
        let (quiet, captures) = match (modes.quiet, modes.captures) {
            (false, false) => (true, true),
            both => both,
        };
        // First moves never capture there.
        let captures = captures && !modes.initial;
        if goes && !ways.is_empty() && (quiet || captures) {
            some = true;
            let part = NotationPart { initial: modes.initial, quiet, captures, form, legs, ways };
            moves.parts.extend(Some(part).filter(|part| !moves.parts.contains(part)));
        }
    }
    if !some {
        moves.idle.push(text.to_owned());
    }
}

/// Returns the pairs of direction letters. If `apart` is true, each pair of two different letters is split.
fn sides(modes: &LetterModes, apart: bool) -> Vec<(char, char)> {
    let split = |&(one, two): &(char, char)| {
        if apart && one != two { vec![(one, one), (two, two)] } else { vec![(one, two)] }
    };
    modes.sides.iter().flat_map(split).collect()
}

/// The eight directions of an atom with a long leg of 2 and a short leg of 1, each with the pairs of letters that
/// select it.
const WAYS: [((i32, i32), [&str; 7]); 8] = [
    ((1, 2), ["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
    ((-1, -2), ["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
    ((2, -1), ["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
    ((-2, 1), ["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
    ((2, 1), ["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
    ((-2, -1), ["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
    ((1, -2), ["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
    ((-1, 2), ["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
];

/// Returns the vectors (file, rank) of an atom in the selected directions.
pub(super) fn ways((long, short): (i32, i32), sides: &[(char, char)]) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    for ((dx, dy), letters) in WAYS {
        let given = |side: &(char, char)| letters.contains(&format!("{}{}", side.0, side.1).as_str());
        let leg = |of: i32| of.signum() * if of.abs() == 2 { long } else { short };
        let way = (leg(dx), leg(dy));
        if (sides.is_empty() || sides.iter().any(given)) && !found.contains(&way) {
            found.push(way);
        }
    }
    found
}

/// Notation that says the moves of a part of a piece.
impl ForeignMoves {
    /// Returns the moves in the notation of ferz, without first moves. With `passing`, pure captures also capture en
    /// passant. Returns `None` if the notation cannot express the moves.
    pub fn notation(&self, passing: bool) -> Option<String> {
        if self.is_foreign {
            return None;
        }
        spell(self.parts.iter().filter(|part| !part.initial), passing, false)
    }

    /// Returns the first moves. With `marked`, the squares that they pass are recorded for en passant.
    pub fn first(&self, marked: bool) -> Option<String> {
        let parts: Vec<NotationPart> = self.parts.iter().filter(|part| part.initial).cloned().collect();
        if marked
            && parts.iter().any(|part| part.legs.0 != 1 && part.form == PathForm::Leap && is_line(part.legs))
        {
            return None;
        }
        spell(parts.iter(), false, marked)
    }

    /// Returns true if no move of the piece passes over a square.
    pub fn only_leaps(&self) -> bool {
        self.parts.iter().all(|part| part.form == PathForm::Leap)
    }

    /// Returns the vectors of the first moves. Those of a slide have more than one step.
    pub fn first_ends(&self) -> Vec<(i32, i32)> {
        let ends = |part: &NotationPart| {
            let steps = match part.form {
                PathForm::Slide(0) | PathForm::Hop(0) => 2..12,
                PathForm::Slide(most) | PathForm::Hop(most) => 2..i32::try_from(most).unwrap_or(11) + 1,
                PathForm::Leap | PathForm::Lame | PathForm::Land => 1..2,
            };
            let ways = part.ways.clone();
            steps.flat_map(move |n| ways.clone().into_iter().map(move |(dx, dy)| (n * dx, n * dy)))
        };
        self.parts.iter().filter(|part| part.initial).flat_map(ends).collect()
    }

    pub fn has_first(&self) -> bool {
        self.parts.iter().any(|part| part.initial)
    }

    /// Returns true if a first move passes over a square of its line.
    pub fn passes(&self) -> bool {
        self.parts.iter().any(|part| {
            part.initial && is_line(part.legs) && !(part.legs.0 == 1 && part.form == PathForm::Leap)
        })
    }

    /// Returns true if the piece can capture on squares to which it cannot move. A capture en passant requires this.
    pub fn has_separate_captures(&self) -> bool {
        let quiet: Vec<_> = self
            .parts
            .iter()
            .filter(|part| part.quiet && !part.initial)
            .flat_map(|part| &part.ways)
            .collect();
        self.parts.iter().any(|part| part.captures && part.ways.iter().any(|way| !quiet.contains(&way)))
    }

    /// Returns true if the moves to the left differ from those to the right.
    pub fn is_lopsided(&self) -> bool {
        self.parts.iter().any(|part| !part.ways.iter().all(|(dx, dy)| part.ways.contains(&(-dx, *dy)))) && {
            let all = || {
                let ways = |part: &'_ NotationPart| {
                    let kind = (part.form, part.initial, part.quiet, part.captures);
                    part.ways.iter().map(move |way| (kind, *way)).collect::<Vec<_>>()
                };
                self.parts.iter().flat_map(ways)
            };
            all().any(|(kind, (dx, dy))| all().all(|other| other != (kind, (-dx, dy))))
        }
    }

    /// Returns true if the piece has a move from a square of the board. `black` turns the moves to Black's view.
    pub fn can_leave(&self, (file, rank): (i32, i32), (files, ranks): (i32, i32), black: bool) -> bool {
        let turn = if black { -1 } else { 1 };
        self.parts.iter().filter(|part| !part.initial && part.quiet).flat_map(|part| &part.ways).any(
            |(dx, dy)| {
                let (file, rank) = (file + turn * dx, rank + turn * dy);
                (0..files).contains(&file) && (0..ranks).contains(&rank)
            },
        )
    }
}

fn is_line((long, short): (i32, i32)) -> bool {
    short == 0 || short == long
}

/// Writes the parts in order. A ferz and a wazir in succession become a king, and a bishop and a rook a queen.
fn spell<'p>(parts: impl Iterator<Item = &'p NotationPart>, passing: bool, marked: bool) -> Option<String> {
    let parts: Vec<&NotationPart> = parts.collect();
    let mut text = String::new();
    let mut at = 0;
    while let Some(&part) = parts.get(at) {
        let joined = parts.get(at + 1).filter(|next| {
            part.legs == (1, 0)
                && next.legs == (1, 1)
                && part.ways.len() == 4
                && next.ways.len() == 4
                && (part.form, part.quiet, part.captures, part.initial)
                    == (next.form, next.quiet, next.captures, next.initial)
        });
        let mode = match (part.quiet, part.captures) {
            (true, false) => "m",
            (false, true) if passing => "ce",
            (false, true) => "c",
            _ => "",
        };
        // A slide records the squares that it passes only with two letters, of which the form of a lame leap has one.
        let letters = match part.form {
            PathForm::Lame if marked && is_line(part.legs) => "n",
            PathForm::Slide(_) | PathForm::Hop(_) if marked && is_line(part.legs) => "nn",
            PathForm::Leap | PathForm::Lame | PathForm::Slide(_) | PathForm::Hop(_) | PathForm::Land => "",
        };
        let (form, atom) = match joined {
            Some(_) => shape(part.form, "K", "Q")?,
            None => atom(part)?,
        };
        let ways = if joined.is_some() { "" } else { &*directions(part)? };
        let next = match (part.form, part.legs) {
            (PathForm::Lame, (3, 2)) => format!("{letters}{mode}[{ways}W-F-F]"),
            _ => format!("{ways}{mode}{letters}{form}{atom}"),
        };
        // Two equal letters would form a rider, unless the second part comes first.
        let whole = apart(text.clone(), &next);
        text = if whole.len() == text.len() + next.len() { whole } else { apart(next, &text) };
        at += if joined.is_some() { 2 } else { 1 };
    }
    Some(text)
}

/// Returns the letters of a form, and the atom with its range.
fn shape(form: PathForm, step: &str, ride: &str) -> Option<(&'static str, String)> {
    let range = |most: u32| if most == 0 { ride.to_owned() } else { format!("{ride}{most}") };
    Some(match form {
        PathForm::Leap => ("", step.to_owned()),
        PathForm::Lame => ("n", step.to_owned()),
        PathForm::Slide(most) => ("", range(most)),
        PathForm::Hop(most) => ("p", range(most)),
        PathForm::Land => ("g", ride.to_owned()),
    })
}

fn atom(part: &NotationPart) -> Option<(&'static str, String)> {
    let letter = LEAPS.iter().find(|(name, legs)| *legs == part.legs && !"LJ".contains(*name))?.0.to_string();
    let ride = match part.legs {
        (1, 0) => "R".to_owned(),
        (1, 1) => "B".to_owned(),
        _ => letter.repeat(2),
    };
    if let PathForm::Slide(most @ 1..) = part.form
        && part.legs.0 > 1
    {
        return Some(("", format!("{letter}{most}")));
    }
    shape(part.form, &letter, &ride)
}

/// Returns the direction letters of a part.
fn directions(part: &NotationPart) -> Option<String> {
    let all = ways(part.legs, &[]);
    let is = |found: &[(i32, i32)]| {
        found.len() == part.ways.len() && found.iter().all(|way| part.ways.contains(way))
    };
    if is(&all) {
        return Some(String::new());
    }
    let (long, short) = part.legs;
    if short == 0 {
        let sides = [('f', (0, long)), ('b', (0, -long)), ('r', (long, 0)), ('l', (-long, 0))];
        let letters: String =
            sides.iter().filter(|(_, way)| part.ways.contains(way)).map(|(letter, _)| *letter).collect();
        let short = [("fb", "v"), ("rl", "s"), ("frl", "fs"), ("brl", "bs")];
        return Some(
            short.iter().find(|(long, _)| *long == letters).map_or(letters, |(_, short)| (*short).to_owned()),
        );
    }
    let sides = |text: &str| -> Vec<(char, char)> {
        let letters: Vec<char> = text.chars().collect();
        match letters[..] {
            [one] => vec![(one, one)],
            [one, two] => vec![(one, two)],
            _ => Vec::new(),
        }
    };
    let names: &[&str] = if short == long {
        &["f", "b", "l", "r"]
    } else {
        &["f", "b", "l", "r", "v", "s", "fs", "bs", "lv", "rv", "fh", "bh", "lh", "rh", "hl", "hr"]
    };
    if let Some(name) = names.iter().find(|name| is(&ways(part.legs, &sides(name)))) {
        return Some((*name).to_owned());
    }
    let single: &[&str] = if short == long {
        &["fl", "fr", "bl", "br"]
    } else {
        &["lf", "rf", "fl", "fr", "bl", "br", "lb", "rb"]
    };
    let given =
        single.iter().filter(|name| ways(part.legs, &sides(name)).iter().all(|way| part.ways.contains(way)));
    Some(given.copied().collect())
}
