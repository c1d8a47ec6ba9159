//! Moves in notations that number the squares or the files: `P-76`, `R*5e`, `A04-94`, `C2=5`, and `炮二平五`.
//!
//! The games with such records, and how they number the squares, are in `data/dialects.toml`. These notations are only
//! read.

use super::dialect::{Codec, DIALECTS, Dialect, Numbering};
use super::new_types;
use super::san::Algebraic;
use crate::base::{Choice, Color, Move, PieceTypeId, Square, Verb};

/// The dialect whose letters these notations use.
const LETTERS: &str = "fairy-stockfish";

/// Finds the legal move with this text.
pub(super) fn find(algebraic: &Algebraic, text: &str) -> Option<usize> {
    let numbering = *DIALECTS.numbered.get(&algebraic.variant.id)?;
    let codec = Codec::new(algebraic.variant, Dialect::named(LETTERS)?);
    let reader = Reader { algebraic, codec, numbering };
    match numbering {
        Numbering::FromRight | Numbering::RankFirst => reader.by_squares(text),
        Numbering::ByFile => reader.by_files(text),
    }
}

struct Reader<'a, 'p, 'm> {
    algebraic: &'a Algebraic<'p, 'm>,
    codec: Codec,
    numbering: Numbering,
}

impl Reader<'_, '_, '_> {
    /// Finds a move such as `P-76`, `Sx34+`, `G48-57`, `R*55`, `P66`, or `A04-94`.
    fn by_squares(&self, text: &str) -> Option<usize> {
        let text = text.trim_end_matches(['#', '!', '?']);
        let (body, mark) = match text.strip_suffix(['+', '=', '-']) {
            Some(body) => (body, text.chars().last()),
            None => (text, None),
        };
        let letter = body.find(|c: char| c.is_ascii_alphabetic())?;
        let (token, rest) = body.split_at(letter + 1);
        let sign = rest.find(['-', 'x', '*', '\'', '@']);
        let (origin, target) = sign.map_or(("", rest), |at| (&rest[..at], &rest[at + 1..]));
        let is_drop = sign.is_some_and(|at| !rest[at..].starts_with(['-', 'x']));
        // A pass is written as a move to the same square.
        let is_pass = !origin.is_empty() && origin == target;
        let is_it = |mv: &Move| {
            let (is_own, piece) = match (mv.verb, mv.choice) {
                (Verb::Drop(_), Some(Choice::Become(form))) => (is_drop, Some(form)),
                (Verb::Drop(piece), _) => (is_drop, Some(piece)),
                (Verb::Go, _) => (!is_drop, self.moved(mv)),
                (Verb::Pass, _) => return is_pass,
                (Verb::Place | Verb::Exchange | Verb::Castle, _) => (false, None),
            };
            let is_at = |square: Option<Square>, name: &str| {
                square.is_some_and(|square| self.names(square).iter().any(|own| own == name))
            };
            is_own
                && piece.is_some_and(|piece| self.is_called(piece, token))
                && is_at(mv.to, target)
                && (origin.is_empty() || is_at(mv.from, origin))
        };
        let found = self.all(is_it);
        // The mark says whether the piece promotes. It may omit a promotion without a choice.
        let legal = self.algebraic.legal;
        let promotes = |number: &usize| {
            let mv = &legal[*number];
            let is_choice = |mv: &Move| matches!(mv.choice, Some(Choice::Become(_)));
            let mut same = legal.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to));
            let changes = || !new_types(self.algebraic.variant, self.algebraic.setup, mv).is_empty();
            mv.verb == Verb::Go && (is_choice(mv) || mark.is_some() && !same.any(is_choice) && changes())
        };
        let as_marked: Vec<usize> =
            found.iter().copied().filter(|number| promotes(number) == (mark == Some('+'))).collect();
        // A `-` marks a change without a choice. In other games, a `+` marks a check.
        let is_free = self.numbering != Numbering::FromRight || matches!(mark, None | Some('-'));
        one(&as_marked).or_else(|| one(&found).filter(|_| is_free))
    }

    /// Finds a move such as `C2=5`, `H8+7`, `+C-1`, `前炮退一`, or `15=4`, in which a soldier is named by its number on its file.
    fn by_files(&self, text: &str) -> Option<usize> {
        let text: Vec<char> = text.chars().map(|c| *DIALECTS.characters.get(&c).unwrap_or(&c)).collect();
        let [first, second, direction, value] = text.as_slice() else { return None };
        let value = value.to_digit(10)?;
        // Some programs write the place of the piece on its file before its letter.
        let (first, second) = if "+-".contains(*first) { (second, first) } else { (first, second) };
        let is_it = |mv: &Move| {
            let (Verb::Go, Some(from), Some(to), Some(piece)) = (mv.verb, mv.from, mv.to, self.moved(mv))
            else {
                return false;
            };
            let ((file, rank), (new_file, new_rank)) = (self.place(from), self.place(to));
            let others = self.on_file(piece, file);
            let nth = others.iter().filter(|other| **other > rank).count();
            let is_piece = match first.to_digit(10) {
                Some(number) => {
                    others.len() > 1 && usize::try_from(number).is_ok_and(|number| number == nth + 1)
                }
                None => self.is_called(piece, &first.to_ascii_uppercase().to_string()),
            };
            let is_place = match second {
                '+' => others.len() > 1 && nth == 0,
                '-' => others.len() > 1 && nth + 1 == others.len(),
                other => other.to_digit(10) == u32::try_from(file).ok(),
            };
            let wanted = if file == new_file { (new_rank - rank).abs() } else { new_file };
            let is_direction = match direction {
                '+' => new_rank > rank,
                '-' => new_rank < rank,
                '=' | '.' => new_rank == rank,
                _ => false,
            };
            is_piece && is_place && is_direction && u32::try_from(wanted).ok() == Some(value)
        };
        one(&self.all(is_it))
    }

    fn all(&self, is_it: impl Fn(&Move) -> bool) -> Vec<usize> {
        let legal = self.algebraic.legal;
        (0..legal.len()).filter(|number| is_it(&legal[*number])).collect()
    }

    /// Returns the type of the piece that moves.
    fn moved(&self, mv: &Move) -> Option<PieceTypeId> {
        mv.from.and_then(|from| self.algebraic.setup.piece(from)).map(|piece| piece.piece_type)
    }

    /// Returns true if a piece type can be written with this token.
    fn is_called(&self, piece: PieceTypeId, token: &str) -> bool {
        let variant = self.algebraic.variant;
        let own = &variant.piece_type(piece).token;
        // Notations from the right distinguish a promoted piece from the piece whose moves it has.
        let other = DIALECTS.letter(&variant.id, own).filter(|_| self.numbering != Numbering::FromRight);
        [Some(self.codec.name_in_move(piece)), Some(own), other].contains(&Some(token))
    }

    /// Returns the names of a square in records.
    fn names(&self, square: Square) -> Vec<String> {
        let (x, y) = self.codec.cell(self.algebraic.variant, square);
        let (file, rank) = (self.codec.width - x, self.codec.height - y);
        match self.numbering {
            Numbering::FromRight => {
                let letter = u8::try_from(rank - 1).map_or('?', |rank| char::from(b'a'.saturating_add(rank)));
                vec![format!("{file}{rank}"), format!("{file}{letter}")]
            }
            Numbering::RankFirst => vec![format!("{}{}", rank % 10, x + 1)],
            Numbering::ByFile => Vec::new(),
        }
    }

    /// Returns the file of a square from the right of the player to move, and its rank from that player's side.
    fn place(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.codec.cell(self.algebraic.variant, square);
        match self.algebraic.setup.turn {
            Color::White => (self.codec.width - x, y + 1),
            Color::Black => (x + 1, self.codec.height - y),
        }
    }

    /// Returns the ranks of the own pieces of a type on a file, as [`Reader::place`] counts them.
    fn on_file(&self, piece: PieceTypeId, file: i32) -> Vec<i32> {
        let setup = self.algebraic.setup;
        let own = setup.pieces().filter(|(_, own)| own.color == setup.turn && own.piece_type == piece);
        own.map(|(square, _)| self.place(square))
            .filter(|place| place.0 == file)
            .map(|place| place.1)
            .collect()
    }
}

/// Returns the only number of a list.
fn one(numbers: &[usize]) -> Option<usize> {
    if let [number] = numbers { Some(*number) } else { None }
}
