//! The style in which another program writes positions.
//!
//! A [`FenStyle`] combines a [`Codec`] with the letters and counts that the file of the game gives for a program. The
//! writer asks the style for the text of each part of a FEN, and the reader uses it to interpret the fields.
//! [`FenStyle::likely`] lists the styles that a text of unknown origin may have.

use super::{army, line, position_in};
use crate::base::{Color, Piece, PieceTypeId, Setup, Square};
use crate::notation::dialect::{Codec, Counts, Dialect, Hands, faces};
use crate::notation::{braced, tokens};
use crate::rules::interpreter::{ConditionFacts, Interpreter};
use crate::rules::{Condition, Consequence, Variant};
use std::collections::BTreeMap;

/// The style of the positions of a game as a program writes them.
#[derive(Clone)]
pub struct FenStyle<'v> {
    variant: &'v Variant,
    /// The program under whose name the file of the game gives letters and counts.
    program: Option<String>,
    pub(super) codec: Codec,
}

impl<'v> FenStyle<'v> {
    /// Returns the names of all styles: the dialects, and the programs that the file of the game names.
    pub fn programs(variant: &Variant) -> Vec<&str> {
        let letters = variant.piece_types.iter().flat_map(|piece_type| &piece_type.written);
        let named =
            letters.map(|(program, _)| program).chain(variant.fen_counts.iter().map(|count| &count.name));
        let dialects = Dialect::all().iter().map(|dialect| dialect.name.as_str());
        let mut programs: Vec<&str> = named.map(String::as_str).chain(dialects).collect();
        programs.sort_unstable();
        programs.dedup();
        programs
    }

    /// Returns the style of a program, or `None` if the program is unknown.
    pub fn of(variant: &'v Variant, program: &str) -> Option<FenStyle<'v>> {
        if let Some(dialect) = Dialect::named(program) {
            return Some(FenStyle::in_dialect(variant, Codec::new(variant, dialect)));
        }
        let program = FenStyle::programs(variant).into_iter().find(|known| *known == program)?;
        Some(FenStyle {
            variant,
            program: Some(program.to_owned()),
            codec: Codec::of_program(variant, program),
        })
    }

    /// Returns the style of a dialect.
    pub fn in_dialect(variant: &'v Variant, codec: Codec) -> FenStyle<'v> {
        FenStyle { variant, program: codec.dialect.letters.clone(), codec }
    }

    /// Returns the codec, which writes moves.
    pub fn into_codec(self) -> Codec {
        self.codec
    }

    /// Returns the styles that a position of unknown origin may have. Styles with a letter for every piece come last,
    /// and only if the text has their typical fields, because any mistyped letter may be one of theirs.
    pub(super) fn likely(variant: &'v Variant, text: &str) -> impl Iterator<Item = FenStyle<'v>> {
        let fields: Vec<&str> = text.split_whitespace().filter(|field| !field.contains('=')).collect();
        let is_sfen = is_sfen(&fields);
        let side = fields.get(1).and_then(|side| side.chars().next());
        let is_likely = move |dialect: &&Dialect| {
            is_sfen && dialect.hands == Hands::Field
                || side.is_some_and(|side| dialect.sides().chars().nth(2) == Some(side))
        };
        let all = || Dialect::all().iter().filter(|dialect| !dialect.is_own());
        let dialects =
            all().filter(|one| !one.single).chain(all().filter(|one| one.single).filter(is_likely));
        let others =
            FenStyle::programs(variant).into_iter().filter(|program| Dialect::named(program).is_none());
        let dialects = dialects.map(|dialect| FenStyle::in_dialect(variant, Codec::new(variant, dialect)));
        dialects.chain(others.filter_map(|program| FenStyle::of(variant, program)))
    }

    /// Returns true if the style is that of ferz.
    pub(super) fn is_own(&self) -> bool {
        self.codec.is_own() && self.program.is_none()
    }

    /// Returns true if the hands of this position have a field of their own, as in SFEN.
    pub(super) fn has_hand_field(&self, setup: &Setup) -> bool {
        self.codec.dialect.hands == Hands::Field
            && self.variant.castlings.is_empty()
            && setup.passed.is_empty()
    }

    /// Returns true if the field for hands, which a game without hands does not need, names the square of a capture.
    pub(super) fn names_capture(&self) -> bool {
        self.codec.dialect.captures && !self.variant.hands
    }

    /// Returns the text of a square.
    pub(super) fn square(&self, square: Square) -> String {
        self.codec.square(self.variant, square)
    }

    /// Returns the letter of the side to move.
    pub(super) fn side(&self, setup: &Setup) -> char {
        let mut sides = match self.codec.dialect.hands == Hands::Field && !self.has_hand_field(setup) {
            true => "wb".chars(),
            false => self.codec.dialect.sides().chars(),
        };
        sides.nth(usize::from(setup.turn == Color::Black)).unwrap_or_else(|| setup.turn.letter())
    }

    /// Returns true if the positions of this game have no fields for castling, en passant, and quiet plies.
    pub(super) fn is_brief(&self) -> bool {
        self.codec.dialect.brief && self.variant.holds_captures() && self.variant.castlings.is_empty()
    }

    /// Returns the side with this letter. The third letter of the dialect is an alternative for the first side.
    pub(super) fn side_of(&self, text: &str, is_sfen: bool) -> Option<Color> {
        let sides = if self.codec.dialect.hands == Hands::Field && !is_sfen {
            "wb"
        } else {
            self.codec.dialect.sides()
        };
        let at = sides.chars().position(|side| text.chars().eq([side]))?;
        Some(if at == 1 { Color::Black } else { Color::White })
    }

    /// Returns true if the style is SFEN, and a text has its form or the word `sfen` before it. Then the text is read in no
    /// other style.
    pub fn binds(&self, text: &str) -> bool {
        let fields: Vec<&str> = position_in(text).split_whitespace().collect();
        self.is_sfen(&fields) || self.knows_sfen() && line::is_told_sfen(self.variant, text)
    }

    /// Returns false if the word before a position, `fen` or `sfen`, is that of the other format.
    pub fn is_called(&self, text: &str) -> bool {
        line::called_sfen(text)
            .is_none_or(|is_sfen| is_sfen == self.knows_sfen() || !self.variant.castlings.is_empty())
    }

    /// Returns true if the positions of the style are SFEN.
    pub(super) fn knows_sfen(&self) -> bool {
        self.codec.dialect.hands == Hands::Field
    }

    /// Returns true if the style is SFEN and the fields match it.
    pub(super) fn is_sfen(&self, fields: &[&str]) -> bool {
        self.knows_sfen() && is_sfen(fields)
    }

    /// Returns the token of a piece in a position.
    pub(super) fn piece(&self, piece: Piece) -> String {
        if let Some(neutral) = &self.codec.dialect.neutral
            && army::neutral(self.variant).is_some_and(|only| only.piece_type == piece.piece_type)
        {
            return neutral.clone();
        }
        self.letters(piece)
    }

    /// Returns the letters of a piece, in braces if they are more than one. In hand, a neutral piece has them too,
    /// because their case shows who holds it.
    pub(super) fn letters(&self, piece: Piece) -> String {
        self.dressed(self.codec.piece(piece))
    }

    /// Returns the token of a piece in hand, in braces if it has more than one letter, and its rank among the pieces in hand.
    pub(super) fn held(&self, piece: Piece) -> (usize, String) {
        let (rank, token) = self.codec.held(self.variant, piece);
        (rank, self.dressed(token))
    }

    /// Returns true if a piece is never in hand, but another side of it is, and SFEN may name either side.
    pub(super) fn turns_in_hand(&self, id: PieceTypeId) -> bool {
        self.knows_sfen() && !self.variant.is_ever_held(id) && faces(self.variant).contains(&id)
    }

    fn dressed(&self, token: String) -> String {
        let is_marked = !self.is_own() && (token.starts_with('+') || token.ends_with('~'));
        if is_marked && token.chars().count() <= 3 { token } else { braced(&token) }
    }

    /// Returns the pieces by their tokens. If several pieces have the same token, the piece that is in the start
    /// position has priority.
    pub(super) fn tokens(&self) -> BTreeMap<String, Piece> {
        let begins = |piece: &Piece| self.variant.setup.iter().any(|(_, other)| other == piece);
        let mut pieces: BTreeMap<String, Piece> = BTreeMap::new();
        for color in Color::ALL {
            for (piece_type, _) in self.variant.piece_type_ids() {
                let piece = Piece { color, piece_type };
                let entry = pieces.entry(self.codec.piece(piece)).or_insert(piece);
                if begins(&piece) && !begins(entry) {
                    *entry = piece;
                }
            }
        }
        if self.codec.dialect.hands == Hands::Field {
            // Shogi servers write the pieces of some games with the letters of ferz, and engines with others.
            let program = self.program.iter().flat_map(|program| {
                let codec = Codec::of_program(self.variant, program);
                let all = self
                    .variant
                    .piece_type_ids()
                    .flat_map(|(piece_type, _)| Color::ALL.map(|color| Piece { color, piece_type }));
                all.map(move |piece| (codec.piece(piece), piece))
            });
            for (token, piece) in tokens(self.variant).into_iter().chain(program) {
                pieces.entry(token).or_insert(piece);
            }
        }
        pieces
    }

    /// Returns a position in which the pieces whose letter stands for several stages have the stage that the rules give
    /// them.
    pub(super) fn settled(&self, setup: Setup) -> Setup {
        let rules = Interpreter::new(self.variant);
        let stage = |(square, piece): (Square, Piece)| {
            let holds = |when: &Condition| rules.holds(when, &setup, piece.color, ConditionFacts::default());
            let own = self.variant.piece_type(piece.piece_type).arrivals.iter();
            let due = own.filter(|arrival| {
                let is_there = arrival.by_itself && arrival.zone.holds(square, piece.color);
                is_there && arrival.when.as_ref().is_none_or(holds)
            });
            let letter = |id| self.codec.letter(id);
            let mut stages = due.flat_map(|arrival| &arrival.then).flat_map(Consequence::becomes);
            let stage = stages.find(|id| letter(**id) == letter(piece.piece_type))?;
            Some((square, Piece { piece_type: *stage, ..piece }))
        };
        let changed: Vec<(Square, Piece)> = setup.pieces().filter_map(stage).collect();
        let mut settled = setup;
        changed.into_iter().for_each(|(square, piece)| settled.set(square, Some(piece)));
        settled
    }

    /// Returns the right that the style counts, and the order in which it writes the counts of the sides.
    fn counted(&self) -> Option<(usize, [Color; 2])> {
        let count =
            self.variant.fen_counts.iter().find(|count| Some(&count.name) == self.program.as_ref())?;
        let [white, black] = Color::ALL;
        Some((count.right, if count.of_enemy { [black, white] } else { [white, black] }))
    }

    /// Returns the number of the right that the style counts.
    pub(super) fn right(&self) -> Option<usize> {
        self.counted().map(|(right, _)| right)
    }

    /// Returns the remaining uses of the counted right, such as `3+3`.
    pub(super) fn left(&self, setup: &Setup) -> Option<String> {
        let (right, colors) = self.counted().filter(|_| self.codec.dialect.counts != Counts::Given)?;
        let left = setup.rights.get(right)?;
        Some(colors.map(|color| left.get(color).to_string()).join("+"))
    }

    /// Returns the past uses of the counted right, such as `+0+0`.
    pub(super) fn given(&self, setup: &Setup) -> Option<String> {
        let (right, colors) = self.counted().filter(|_| self.codec.dialect.counts == Counts::Given)?;
        let (most, left) = (self.variant.rights.get(right)?.times, setup.rights.get(right)?);
        Some(colors.map(|color| format!("+{}", most.saturating_sub(*left.get(color)))).concat())
    }

    /// Reads a field if it is a count of remaining uses (`3+3`) or of past uses (`+0+0`), and sets the counted right.
    /// Returns false if the field is not a count, or if a number is too large. A count is ignored in a game that
    /// counts nothing.
    pub(super) fn read_count(&self, setup: &mut Setup, text: &str) -> bool {
        let (given, text) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let counts = text.split_once('+').and_then(|(a, b)| Some([a.parse::<u8>().ok()?, b.parse().ok()?]));
        let Some(counts) = counts else { return false };
        let Some((right, colors)) = self.counted() else { return true };
        let Some((most, left)) = self.variant.rights.get(right).zip(setup.rights.get_mut(right)) else {
            return false;
        };
        let fits = counts.iter().all(|count| *count <= most.times);
        if fits {
            let uses = |count: u8| if given { most.times - count } else { count };
            colors.into_iter().zip(counts).for_each(|(color, count)| *left.get_mut(color) = uses(count));
        }
        fits
    }
}

/// Returns true if the fields match SFEN: ranks, side to move, hands, and an optional number.
fn is_sfen(fields: &[&str]) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    matches!(fields, [ranks, side, hand, rest @ ..]
        if !ranks.contains('[') && side.len() == 1 && !is_number(hand)
            && matches!(rest, [] | [_]) && rest.iter().all(|number| is_number(number)))
}
