//! A codec: the squares and pieces of one game in the notation of a dialect.
//!
//! [`Codec::new`] chooses the letters of the pieces. Programs that need a single letter for each piece get free
//! letters for pieces with longer tokens. The other files of this folder extend [`Codec`] with moves and positions.

use super::{Castles, Dialect, Faces, SquareNames};
use crate::base::{Piece, PieceTypeId, Square};
use crate::rules::{Act, Consequence, Variant};
use std::borrow::Cow;

/// A dialect applied to one game.
#[derive(Clone, Debug)]
pub struct Codec {
    pub dialect: &'static Dialect,
    /// The form of castling, which is that of the dialect unless the other program requests another.
    pub castles: Castles,
    /// White's tokens by piece type, without braces.
    pub letters: Vec<String>,
    /// The pieces that can be dropped with either side up, if the dialect has a letter for each side.
    pub faces: Vec<PieceTypeId>,
    /// The lowest file and rank of the board.
    pub(super) corner: (i32, i32),
    pub width: i32,
    pub height: i32,
}

impl Codec {
    pub fn new(variant: &Variant, dialect: &'static Dialect) -> Codec {
        let cells = || variant.board.squares().map(|square| variant.board.cell(square));
        let range = |of: fn(&crate::base::Cell) -> i32| {
            let (low, high) = (cells().map(of).min().unwrap_or(1), cells().map(of).max().unwrap_or(1));
            (low, high - low + 1)
        };
        let ((x, width), (y, height)) = (range(|cell| cell.x), range(|cell| cell.y));
        let program = dialect.letters.as_deref();
        let letters = match dialect.single {
            true => single_letters(variant, program),
            false => variant.piece_type_ids().map(|(id, _)| token(variant, program, id)).collect(),
        };
        let faces = match dialect.faces {
            Faces::Marks => Vec::new(),
            Faces::Letters => faces(variant),
        };
        let mut codec =
            Codec { dialect, castles: dialect.castles, letters, faces, corner: (x, y), width, height };
        if dialect.mark_promoted {
            codec.mark_promoted(variant);
        }
        codec.letter_faces(variant);
        codec
    }

    /// Gives both sides of a piece their own letters, if all of them have one that no other piece has.
    fn letter_faces(&mut self, variant: &Variant) {
        let own = |id: &PieceTypeId| variant.piece_type(*id).token.clone();
        let is_free = |id: &PieceTypeId| {
            let mut others = variant.piece_type_ids().filter(|(other, _)| !self.faces.contains(other));
            own(id).chars().count() == 1 && others.all(|(other, _)| *self.letter(other) != own(id))
        };
        if self.faces.iter().all(is_free) {
            self.faces.iter().for_each(|id| self.letters[id.index()] = own(id));
        } else {
            self.faces.clear();
        }
    }

    /// Creates a codec for ferz's own dialect with the letters of a program that only the file of the game mentions.
    pub fn of_program(variant: &Variant, program: &str) -> Codec {
        let letters = variant.piece_type_ids().map(|(id, _)| token(variant, Some(program), id)).collect();
        Codec { letters, ..Codec::new(variant, Dialect::own()) }
    }

    /// Returns true if this is ferz's own dialect.
    pub fn is_own(&self) -> bool {
        self.dialect.is_own()
    }

    /// Writes a promoted piece as its base piece with a `+`, if it reverts to the base piece in the hand.
    fn mark_promoted(&mut self, variant: &Variant) {
        for (own, base) in (0..).map(PieceTypeId).zip(&variant.piece_types).filter_map(|(own, piece_type)| {
            let is_base =
                |base: &PieceTypeId| variant.piece_type(*base).in_hand.is_none_or(|held| held == *base);
            let base = piece_type.in_hand.filter(|base| *base != own && is_base(base))?;
            let then = variant.piece_type(base).arrivals.iter().flat_map(|arrival| &arrival.then);
            then.flat_map(Consequence::becomes).any(|becomes| *becomes == own).then_some((own, base))
        }) {
            let promoted = format!("+{}", self.letters[base.index()]);
            if !self.letters.contains(&promoted) {
                self.letters[own.index()] = promoted;
            }
        }
    }

    /// Returns the file and the rank of a square, both counted from 0 at the lower left corner.
    pub fn cell(&self, variant: &Variant, square: Square) -> (i32, i32) {
        let cell = variant.board.cell(square);
        (cell.x - self.corner.0, cell.y - self.corner.1)
    }

    /// Returns a move in algebraic notation with the ranks of ferz, which counts from 1, as in `Cbe3` for `Cbe2` of a
    /// program that counts from 0.
    pub fn counted_from_one<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.recounted(text, |rank| rank.saturating_add(1))
    }

    /// Returns a move in algebraic notation with the ranks of the dialect, the inverse of [`Codec::counted_from_one`].
    pub fn counted_in_dialect<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.recounted(text, |rank| rank.saturating_sub(1))
    }

    /// Changes the ranks of a move if the dialect counts from 0.
    fn recounted<'t>(&self, text: &'t str, change: impl Fn(u16) -> u16) -> Cow<'t, str> {
        if self.dialect.squares != SquareNames::FromZero {
            return Cow::Borrowed(text);
        }
        // In algebraic notation, all numbers are ranks.
        let mut counted = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
            let end = rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| at + end);
            let Ok(rank) = rest[at..end].parse::<u16>() else { return Cow::Borrowed(text) };
            counted += &format!("{}{}", &rest[..at], change(rank));
            rest = &rest[end..];
        }
        Cow::Owned(counted + rest)
    }

    /// Returns the name of a square.
    pub fn square(&self, variant: &Variant, square: Square) -> String {
        let (file, rank) = self.cell(variant, square);
        let letter = |n: i32| u8::try_from(n).map_or('?', |n| char::from(b'a'.saturating_add(n)));
        match self.dialect.squares {
            SquareNames::Named => variant.board.name(square).to_owned(),
            SquareNames::Rectangle => format!("{}{}", letter(file), rank + i32::from(self.height < 10)),
            SquareNames::FromZero => format!("{}{rank}", letter(file)),
            SquareNames::Numbered => format!("{}{}", self.width - file, letter(self.height - 1 - rank)),
        }
    }

    /// Returns White's token of a piece type, without braces.
    pub fn letter(&self, id: PieceTypeId) -> &str {
        &self.letters[id.index()]
    }

    /// Returns the token of a piece without braces, in lower case for Black.
    pub fn piece(&self, piece: Piece) -> String {
        let letter = self.letter(piece.piece_type);
        piece.color.pick(letter.to_owned(), letter.to_lowercase())
    }

    /// Returns the token of a piece in hand without braces, and its rank among the pieces in hand.
    pub fn held(&self, variant: &Variant, piece: Piece) -> (usize, String) {
        match self.dialect.held(&variant.id, self.letter(piece.piece_type)) {
            Some((rank, letter)) => (rank, piece.color.pick(letter.to_owned(), letter.to_lowercase())),
            None => (piece.piece_type.index(), self.piece(piece)),
        }
    }

    /// Returns White's token of a piece type in a move. The mark `~` of promoted pieces appears only in positions.
    pub fn name_in_move(&self, id: PieceTypeId) -> &str {
        self.letter(id).trim_end_matches('~')
    }
}

/// Returns the pieces that a player who drops one of them can choose between.
pub fn faces(variant: &Variant) -> Vec<PieceTypeId> {
    let choices = variant.actions.iter().filter_map(|action| match &action.act {
        Act::Drop { becomes, .. } if becomes.len() > 1 => Some(becomes),
        Act::Drop { .. } | Act::Exchange { .. } | Act::Place { .. } | Act::Replace { .. } | Act::Pass => None,
    });
    choices.flatten().copied().collect()
}

/// Returns White's token of a piece type as a program writes it, without braces.
pub fn token(variant: &Variant, program: Option<&str>, id: PieceTypeId) -> String {
    let own = variant.piece_type(id);
    let written = own.written.iter().find(|(name, _)| Some(name.as_str()) == program);
    written.map_or_else(|| own.token.clone(), |(_, letter)| letter.clone())
}

/// Chooses one letter for each piece type, possibly with a mark for a promoted piece. The letter of the program has
/// priority, then the token of the piece type if it is a single letter, then a free letter.
fn single_letters(variant: &Variant, program: Option<&str>) -> Vec<String> {
    let short = |token: &str| {
        let bare = token.strip_prefix('+').or_else(|| token.strip_suffix('~')).unwrap_or(token);
        let mut chars = bare.chars();
        matches!((chars.next(), chars.next()), (Some(c), None) if c.is_ascii_uppercase())
            .then(|| token.to_owned())
    };
    let mut letters: Vec<Option<String>> = vec![None; variant.piece_types.len()];
    // The letters of the program have priority over the tokens of the game.
    for own in [false, true] {
        for (place, piece_type) in variant.piece_types.iter().enumerate() {
            let written = piece_type.written.iter().find(|(name, _)| Some(name.as_str()) == program);
            let token = if own { Some(&piece_type.token) } else { written.map(|(_, token)| token) };
            let token = token.and_then(|token| short(token)).map(Some);
            if let Some(token) = token.filter(|token| letters[place].is_none() && !letters.contains(token)) {
                letters[place] = token;
            }
        }
    }
    for place in 0..letters.len() {
        if letters[place].is_some() {
            continue;
        }
        let wanted = variant.piece_types[place].title.to_ascii_uppercase();
        let alphabet = wanted.chars().filter(char::is_ascii_uppercase).chain('A'..='Z');
        let plain = alphabet.map(String::from);
        let dressed =
            ["'", "!", "\""].into_iter().flat_map(|mark| ('A'..='Z').map(move |c| format!("{c}{mark}")));
        let free = plain.chain(dressed).find(|letter| !letters.contains(&Some(letter.clone())));
        letters[place] = free;
    }
    letters.into_iter().map(Option::unwrap_or_default).collect()
}
