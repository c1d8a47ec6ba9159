//! Moves in algebraic notation, as game records write them: `Nf3`, `exd5`, `O-O`, `P@e4`.
//!
//! [`Algebraic`] indexes the texts of all legal moves of a position. [`Algebraic::write`] returns the shortest text
//! that no other legal move shares, and [`Algebraic::read`] finds the move of a text. Every written text is verified
//! by reading it back. Moves that algebraic notation cannot distinguish are written by [`movetext`].

mod read;

pub use read::is_garbled;

use super::{braced, movetext, recorded};
use crate::base::{Choice, Color, Move, Piece, PieceTypeId, Setup, Square, Then, Verb};
use crate::notation::dialect::{Codec, DIALECTS};
use crate::rules::Variant;
use std::cell::OnceCell;
use std::collections::HashMap;

/// The token of the piece that is not written, as in `e4`.
pub(super) const UNWRITTEN: &str = "P";

/// The maximum length of the text of a move, in bytes.
const MAX_BYTES: usize = 400;

/// The part of the origin square that is written to distinguish moves, from the shortest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Disambiguation {
    Nothing,
    File,
    Rank,
    Square,
}

impl Disambiguation {
    const ALL: [Disambiguation; 4] =
        [Disambiguation::Nothing, Disambiguation::File, Disambiguation::Rank, Disambiguation::Square];
}

/// The choice of tokens in the text of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenForm {
    /// The tokens of books, in which a promoted piece is written like any other.
    Recorded,
    /// The tokens of the game.
    Own,
    /// The letters that only other programs use.
    Other,
}

impl TokenForm {
    /// The forms that are written.
    const ALL: [TokenForm; 2] = [TokenForm::Recorded, TokenForm::Own];
}

/// The legal moves by text. The value is `None` if several moves have the same text.
type Index = HashMap<String, Option<usize>>;

/// The legal moves of a position in algebraic notation.
pub struct Algebraic<'p, 'm> {
    pub variant: &'p Variant,
    pub(super) setup: &'p Setup,
    pub legal: &'m [Move],
    /// The dialect whose letters are used, or `None` for the letters of the game.
    codec: Option<&'p Codec>,
    exact: Index,
    loose: OnceCell<Index>,
    /// The texts with letters that only other programs use.
    other: OnceCell<Index>,
}

impl<'p, 'm> Algebraic<'p, 'm> {
    pub fn new(variant: &'p Variant, setup: &'p Setup, legal: &'m [Move]) -> Algebraic<'p, 'm> {
        Algebraic::in_dialect(variant, setup, legal, None)
    }

    /// Creates an index that uses the letters of a dialect where they distinguish the moves.
    pub fn in_dialect(
        variant: &'p Variant,
        setup: &'p Setup,
        legal: &'m [Move],
        codec: Option<&'p Codec>,
    ) -> Algebraic<'p, 'm> {
        let (loose, other) = (OnceCell::new(), OnceCell::new());
        let mut all = Algebraic { variant, setup, legal, codec, exact: Index::new(), loose, other };
        all.exact = all.index(&TokenForm::ALL, str::to_owned);
        all
    }

    /// Writes a legal move without a mark for check. The text also shows captures and automatic changes of type,
    /// which follow from the position `after` the move.
    pub fn write(&self, mv: &Move, after: &Setup) -> String {
        let Some(number) = self.legal.iter().position(|other| other == mv) else {
            return movetext::write(self.variant, mv);
        };
        let takes = self.takes(mv, after);
        let is_pawn = mv.from.is_some_and(|from| self.is_unwritten(from));
        // The forms are tried from the shortest, and the first text that is read back as the same move is used.
        let forms =
            TokenForm::ALL.into_iter().flat_map(|tokens| Disambiguation::ALL.map(|origin| (origin, tokens)));
        for form in forms {
            // Without its letter, the piece that captures is named by its file, as in `exd5`.
            if takes && is_pawn && form.0 == Disambiguation::Nothing {
                continue;
            }
            let Some(bare) = self.text(mv, form, false) else { continue };
            let full = self.text(mv, form, takes).unwrap_or_default() + &self.becoming(mv, after);
            let read = |text: &String| self.number(text) == Some(number);
            if let Some(text) = [full, bare].into_iter().find(read) {
                return text;
            }
        }
        movetext::write(self.variant, mv)
    }

    /// Writes a legal move with its whole origin, as in `Ng1-f3` and `e4xd5`, without a mark for check.
    pub fn long(&self, mv: &Move, after: &Setup) -> String {
        let takes = self.takes(mv, after);
        let origin = match mv.verb {
            Verb::Castle => Disambiguation::Nothing,
            Verb::Go | Verb::Place | Verb::Exchange | Verb::Drop(_) | Verb::Pass => Disambiguation::Square,
        };
        let Some(text) = self.text(mv, (origin, TokenForm::Recorded), takes) else {
            return movetext::write(self.variant, mv);
        };
        let from = mv.from.filter(|_| mv.verb == Verb::Go && !takes).map(|from| self.name(from));
        let text = match from.and_then(|from| Some((from, text.find(from)? + from.len()))) {
            Some((_, end)) => format!("{}-{}", &text[..end], &text[end..]),
            None => text,
        };
        text + &self.becoming(mv, after)
    }

    fn index(&self, tokens: &[TokenForm], form: impl Fn(&str) -> String) -> Index {
        let mut index = Index::new();
        for (number, mv) in self.legal.iter().enumerate() {
            for text in self.texts_with(tokens, mv) {
                // A text that stands for two moves must not find either.
                let entry = index.entry(form(&text)).or_insert(Some(number));
                *entry = entry.filter(|other| *other == number);
            }
        }
        index
    }

    /// Returns all texts of a move, the shortest first.
    fn texts(&self, mv: &Move) -> impl Iterator<Item = String> {
        self.texts_with(&TokenForm::ALL, mv)
    }

    fn texts_with(&self, tokens: &[TokenForm], mv: &Move) -> impl Iterator<Item = String> {
        let forms = tokens.iter().flat_map(|tokens| Disambiguation::ALL.map(|origin| (origin, *tokens)));
        forms.filter_map(move |(origin, tokens)| self.text(mv, (origin, tokens), false))
    }

    /// Returns the shortest texts of all moves that a text can stand for.
    pub fn candidates(&self, text: &str) -> Vec<String> {
        let wanted = key(unmarked(text));
        let matches = |mv: &&Move| self.texts(mv).any(|text| key(&text) == wanted);
        self.legal.iter().filter(matches).map(|mv| self.shortest(mv)).collect()
    }

    /// Returns the texts of the legal moves that are most similar to an illegal text: the moves of the same piece, or
    /// to the same square, or all.
    pub fn near(&self, text: &str) -> Vec<String> {
        let is_piece = |text: &str| text.starts_with(|c: char| c.is_ascii_uppercase() || c == '{');
        let head = match text.split_once('}').filter(|_| text.starts_with('{')) {
            Some((token, _)) => &text[..=token.len()],
            None => text.get(..1).filter(|head| is_piece(head)).unwrap_or_default(),
        };
        let all: Vec<String> = self.legal.iter().map(|mv| self.shortest(mv)).collect();
        let of_piece: Vec<String> =
            all.iter().filter(|one| !head.is_empty() && one.starts_with(head)).cloned().collect();
        let to = |mv: &&Move| mv.to.is_some_and(|to| unmarked(text).contains(self.name(to)));
        let to_square: Vec<String> = self.legal.iter().filter(to).map(|mv| self.shortest(mv)).collect();
        [of_piece, to_square].into_iter().find(|texts| !texts.is_empty()).unwrap_or(all)
    }

    /// Returns the shortest text of a move, without the parts that depend on the position after it.
    pub fn shortest(&self, mv: &Move) -> String {
        let number = self.legal.iter().position(|other| other == mv);
        let mut sure = self.texts(mv).filter(|text| self.number(text) == number);
        sure.next().unwrap_or_else(|| movetext::write(self.variant, mv))
    }

    fn name(&self, square: Square) -> &'p str {
        self.variant.board.name(square)
    }

    fn is_unwritten(&self, from: Square) -> bool {
        let tokens = if self.codec.is_some() { TokenForm::Recorded } else { TokenForm::Own };
        let piece = self.setup.piece(from);
        piece.is_some_and(|piece| self.token(piece.piece_type, tokens) == UNWRITTEN)
    }

    /// Returns White's token of a piece type.
    fn token(&self, piece_type: PieceTypeId, tokens: TokenForm) -> &str {
        match (tokens, self.codec) {
            (TokenForm::Recorded, Some(codec)) => codec.name_in_move(piece_type),
            (TokenForm::Recorded, None) => recorded(self.variant, piece_type),
            (TokenForm::Own, _) => &self.variant.piece_type(piece_type).token,
            (TokenForm::Other, _) => {
                let own = recorded(self.variant, piece_type);
                DIALECTS.letter(&self.variant.id, own).unwrap_or(own)
            }
        }
    }

    /// Returns the name of a piece type in a move.
    fn named(&self, piece_type: PieceTypeId, tokens: TokenForm) -> String {
        let token = self.token(piece_type, tokens);
        // Other programs write the `+` of a promoted piece without braces.
        if self.codec.is_some() && token.len() == 2 && token.starts_with('+') {
            return token.to_owned();
        }
        braced(token)
    }

    /// Returns the text of a move with this part of its origin and these tokens. Returns `None` if the move is never
    /// written in this form.
    fn text(&self, mv: &Move, (origin, tokens): (Disambiguation, TokenForm), takes: bool) -> Option<String> {
        let square = |square: Option<Square>| square.map_or("", |square| self.name(square));
        let piece = |square: Option<Square>| {
            let piece = square.and_then(|square| self.setup.piece(square));
            piece.map_or_else(String::new, |piece| self.named(piece.piece_type, tokens))
        };
        let (from, to) = (square(mv.from), square(mv.to));
        let is_whole = origin == Disambiguation::Square;
        let head = match mv.verb {
            Verb::Castle => (origin == Disambiguation::Nothing).then(|| self.castling(mv))?,
            Verb::Go if mv.from == mv.to && !is_whole => return None,
            Verb::Go => {
                let token = if self.is_unwritten(mv.from?) { String::new() } else { piece(mv.from) };
                let letters = from.trim_end_matches(|c: char| c.is_ascii_digit());
                let place = match origin {
                    Disambiguation::Nothing => "",
                    Disambiguation::File => letters,
                    Disambiguation::Rank => &from[letters.len()..],
                    Disambiguation::Square => from,
                };
                format!("{token}{place}{}{to}", if takes { "x" } else { "" })
            }
            _ if !is_whole => return None,
            Verb::Place => format!("{}{from}@{to}", piece(mv.from)),
            Verb::Exchange => format!("{}{from}~{}{to}", piece(mv.from), piece(mv.to)),
            Verb::Drop(piece_type) => match mv.choice {
                // Other programs name the form in which the piece is dropped.
                Some(Choice::Become(form)) if tokens == TokenForm::Other => {
                    return Some(format!("{}@{to}", self.named(form, tokens)));
                }
                _ => format!("{}@{to}", self.named(piece_type, tokens)),
            },
            Verb::Pass => "pass".to_owned(),
        };
        Some(head + &self.tail(mv, tokens))
    }

    /// Returns `O-O` if the partner is on the side of the last file, and `O-O-O` otherwise.
    fn castling(&self, mv: &Move) -> String {
        let mut castlings = self.variant.castlings.iter();
        let own = castlings.find(|one| Some(one.king.0) == mv.from && Some(one.target()) == mv.to);
        let file = |square| self.variant.board.cell(square).x;
        let is_last = own.is_some_and(|one| file(one.partner.0) > file(one.king.0));
        if is_last { "O-O" } else { "O-O-O" }.to_owned()
    }

    /// Returns the text after the squares: choices and follow-ups.
    fn tail(&self, mv: &Move, tokens: TokenForm) -> String {
        let token = |id| self.named(id, tokens);
        let choice = mv.choice.map(|choice| match choice {
            Choice::Become(piece_type) => format!("={}", token(piece_type)),
            Choice::End(result) => format!("={}", result.name()),
            Choice::Exchange(square) => format!("~{}", self.name(square)),
            Choice::Accept(offer) => format!("={}", offer.name()),
        });
        let mut tail = choice.unwrap_or_default();
        tail.extend(mv.taken.iter().map(|square| format!("x{}", self.name(*square))));
        tail.extend(mv.unloaded.map(|square| format!("@{}", self.name(square))));
        tail.extend(mv.then.iter().map(|then| match then {
            Then::Drop { piece_type, square, named } => {
                format!("/{}{}", token(*piece_type), if *named { self.name(*square) } else { "" })
            }
            Then::Put(square) => format!(",{}", self.name(*square)),
        }));
        tail
    }

    /// Returns true if a move captures on its target or en passant.
    fn takes(&self, mv: &Move, after: &Setup) -> bool {
        let enemies = |setup: &Setup| {
            let enemy = self.setup.turn.other();
            let is_theirs =
                |piece: &Piece| piece.color == enemy && !self.variant.is_neutral(piece.piece_type);
            setup.pieces().filter(|(_, piece)| is_theirs(piece)).count()
        };
        let goes = mv.verb == Verb::Go && mv.from != mv.to;
        goes && (mv.to.is_some_and(|to| self.setup.piece(to).is_some())
            || mv.taken.is_empty() && enemies(after) < enemies(self.setup))
    }

    /// Returns the automatic change of type, such as `=Q`.
    fn becoming(&self, mv: &Move, after: &Setup) -> String {
        let moves =
            matches!(mv.verb, Verb::Go | Verb::Place) && matches!(mv.choice, None | Some(Choice::End(_)));
        let was = mv.from.and_then(|from| self.setup.piece(from)).filter(|_| moves);
        let is = mv.to.and_then(|to| after.piece(to));
        match (was, is) {
            (Some(was), Some(is)) if was.color == is.color && was.piece_type != is.piece_type => {
                format!("={}", self.named(is.piece_type, TokenForm::Recorded))
            }
            _ => String::new(),
        }
    }
}

/// Removes the marks after a move: check, mate, and annotations.
pub fn unmarked(text: &str) -> &str {
    let text = text.trim().trim_end_matches(['+', '#', '!', '?', '‼', '⁇', '⁉', '⁈']);
    let text = text.strip_suffix("e.p.").or(text.strip_suffix("ep")).unwrap_or(text);
    text.trim_end()
}

/// Returns true if a text can stand for this move: it contains the target of the move, or the move has no target.
pub fn can_mean(variant: &Variant, mv: &Move, text: &str) -> bool {
    mv.to.is_none_or(|to| text.contains(variant.board.name(to)))
}

/// Returns the legal moves with which the text of a move can be confused, and the move itself. A text names the target,
/// except that of castling.
pub fn rivals<'m>(legal: impl IntoIterator<Item = &'m Move>, mv: &Move) -> Vec<Move> {
    let is_rival = |other: &&Move| other.to == mv.to || (other.verb, mv.verb) == (Verb::Castle, Verb::Castle);
    legal.into_iter().filter(is_rival).cloned().collect()
}

/// Returns the text without optional punctuation, for comparison. Castling can be written with zeros, and a null move
/// as two hyphens.
fn key(text: &str) -> String {
    match text {
        "0-0" => return "OO".to_owned(),
        "0-0-0" => return "OOO".to_owned(),
        "--" => return "pass".to_owned(),
        _ => {}
    }
    text.chars().filter(|c| !"x:{}=-()/ ".contains(*c)).collect()
}

/// Returns the mark for a move: `+` if it gives check, and `#` if it gives checkmate.
pub fn mark(in_check: bool, is_mate: bool) -> &'static str {
    match (in_check, is_mate) {
        (_, true) => "#",
        (true, false) => "+",
        _ => "",
    }
}

/// Returns true if the number is written before a move of this position: a move of White, or the first move of a turn
/// of several moves.
pub fn is_numbered(variant: &Variant, setup: &Setup) -> bool {
    setup.progress.is_first() && (setup.turn == Color::White || variant.turns.is_some())
}

/// Returns the number before a move: `12.` for White, `12...` for Black.
pub fn number(setup: &Setup) -> String {
    format!("{}{}", setup.fullmove, if setup.turn == Color::White { "." } else { "..." })
}
