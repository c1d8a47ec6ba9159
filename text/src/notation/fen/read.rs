//! Reads a FEN field by field, and reports all problems at once.
//!
//! [`read_as`] is the usual entry point. It reads a text in ferz's own style first, and then in the likely styles of
//! other programs. [`read_in`] reads a text in one style with a [`FenReader`], which fills a [`Setup`] and collects
//! the problems. The neighboring modules read the fields with a syntax of their own, and `validity` checks the
//! finished position.

use super::reader::{FenReader, Field};
use super::style::FenStyle;
use super::{
    CAPTURED, MOVED, OUTCOME, TURN, army, captured, line, moved, passed, placement, position_in, progress,
    sfen, validity,
};
use crate::base::source::Span;
use crate::base::{Bitboard, ByColor, Color, Outcome, Piece, Setup, Square, file_name, sort_by_key};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::{quoted, times};
use crate::notation::dialect::DIALECTS;
use crate::notation::{shown, tokens};
use crate::rules::{Castling, Variant};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of problems reported.
const MAX_PROBLEMS: usize = 24;

/// The maximum length of the castling field: all castlings that a game can have, by the names of their squares.
pub(super) const MAX_LETTERS: usize = 128 * 8;

/// Reads a position. The spans of the problems refer to the text as if it were the only source.
///
/// # Errors
/// Returns all problems of the text, in the order of their places.
pub fn read(variant: &Variant, text: &str) -> Result<Setup, Vec<Diagnostic>> {
    read_as(variant, text, false)
}

/// Reads a position in the style of ferz or of another program. If `lenient` is true, the side that has just moved
/// may be in check, which suits analysis.
///
/// # Errors
/// Returns all problems of the text in its most likely style, in the order of their places.
pub fn read_as(variant: &Variant, text: &str, lenient: bool) -> Result<Setup, Vec<Diagnostic>> {
    if line::is_told_sfen(variant, text) {
        return sfen::read(variant, text, lenient);
    }
    let position = position_in(text);
    let own = read_in(variant, text, lenient, None);
    let is_usual = |setup: &Setup| army::is_usual(variant, setup);
    let problems = match own {
        Ok(setup) if is_usual(&setup) => return Ok(setup),
        Ok(setup) => {
            // The position has pieces that their side can never have. Another program may use the same letters for
            // other pieces.
            let mut others = FenStyle::likely(variant, position)
                .filter_map(|style| read_in(variant, text, lenient, Some(&style)).ok());
            return Ok(others.find(is_usual).unwrap_or(setup));
        }
        Err(problems) => problems,
    };
    let mut understood = None;
    for style in FenStyle::likely(variant, position) {
        match read_in(variant, text, lenient, Some(&style)) {
            Ok(setup) => return Ok(setup),
            Err(others) if understood.is_none() && is_understood(&others) => understood = Some(others),
            Err(_) => {}
        }
    }
    Err(understood.filter(|_| !is_understood(&problems)).unwrap_or(problems))
}

/// Returns true if the text matches the syntax of the style, so the problems concern the position itself.
fn is_understood(problems: &[Diagnostic]) -> bool {
    const FORM: [Code; 8] = [
        Code::FenUnknownToken,
        Code::FenSurplusField,
        Code::FenRankCount,
        Code::FenRankLength,
        Code::FenSide,
        Code::FenNumber,
        Code::FenCastling,
        Code::FenHand,
    ];
    !problems.iter().any(|problem| FORM.contains(&problem.code))
}

/// Reads a position in the style of one program, or in that of ferz if `style` is `None`.
///
/// # Errors
/// Returns all problems of the text, in the order of their places.
pub fn read_in(
    variant: &Variant,
    text: &str,
    lenient: bool,
    style: Option<&FenStyle>,
) -> Result<Setup, Vec<Diagnostic>> {
    let whole = Span::new(0, 0, text.len());
    let style = style.filter(|style| !style.is_own());
    let mut tokens = style.map_or_else(|| tokens(variant), FenStyle::tokens);
    // Some programs use other letters, such as those of records.
    for (letter, token) in DIALECTS.position_letters(&variant.id) {
        let named = variant.piece_type_ids().find(|(_, own)| own.token == token);
        let piece = |color| named.map(|(piece_type, _)| Piece { color, piece_type });
        let letters = [(letter.to_owned(), Color::White), (letter.to_lowercase(), Color::Black)];
        for (letter, piece) in letters.into_iter().filter_map(|(own, color)| Some((own, piece(color)?))) {
            tokens.entry(letter).or_insert(piece);
        }
    }
    let mut reader = FenReader {
        variant,
        style,
        tokens,
        start: variant.start(),
        setup: variant.start(),
        places: vec![whole; variant.board.span()],
        passed: Vec::new(),
        progress: None,
        passing: whole,
        lenient,
        problems: Vec::new(),
        moved: Vec::new(),
        names_moved: false,
        unknown: BTreeSet::new(),
    };
    // Protocols and EPD have more on the line than the position.
    let told = line::is_told_sfen(variant, text);
    reader.read(Field { text, span: whole }.part(position_in(text)), told);
    let mut problems = reader.problems;
    if problems.is_empty() {
        return Ok(reader.setup);
    }
    sort_by_key(&mut problems, Diagnostic::place);
    problems.truncate(MAX_PROBLEMS);
    Err(problems)
}

impl FenReader<'_> {
    fn read(&mut self, whole: Field, told: bool) {
        let fields = whole.text.split_whitespace().map(|text| whole.part(text));
        let (named, mut usual): (Vec<Field>, Vec<Field>) = fields.partition(|field| field.text.contains('='));
        if let Some(style) = self.style {
            usual.retain(|field| !style.read_count(&mut self.setup, field.text));
        }
        let Some(placement) = usual.first().copied() else {
            let problem = Diagnostic::new(Code::FenEmpty, whole.span, "the position is empty");
            let help = "a position begins with the pieces, rank by rank from the top";
            return self.problems.push(problem.help(help));
        };
        let sfen = self
            .style
            .filter(|style| {
                let fields: Vec<&str> = usual.iter().map(|field| field.text).collect();
                style.is_sfen(&fields) || told && style.knows_sfen()
            })
            .is_some();
        placement::read(self, placement);
        // A text without ranks is not a position, so its other fields have no meaning.
        if !placement.text.contains('/') && !self.problems.is_empty() {
            return;
        }
        if sfen {
            self.sfen(&usual);
            usual.truncate(1);
        }
        self.named(&named);
        let placed = self.problems.is_empty();
        self.castle_by_pieces();
        self.usual(&usual, placed);
        // The expected length of the turn depends on the other fields, so it is determined after them.
        let due = self.variant.due_turn(&self.setup);
        self.setup.progress = self.progress.unwrap_or(due);
        if placed {
            if let Some(style) = self.style {
                self.setup = style.settled(self.setup.clone());
            }
            moved::check(self);
            validity::check(self, placement.span);
        }
    }

    /// Derives the castlings from the pieces, for a text without a field for castling. Castlings between arbitrary
    /// squares count only if their pieces are on the squares of the start position.
    fn castle_by_pieces(&mut self) {
        let castlings = self.variant.castlings.iter().enumerate();
        let is_usual = |castling: &Castling| {
            castling.stand().iter().all(|(square, piece)| self.variant.is_home(*square, *piece))
        };
        let left = castlings.filter(|(_, one)| is_usual(one) && self.departed(one).is_none());
        self.setup.castling = left.fold(0, |bits, (i, _)| bits | 1 << i);
    }

    /// Reads the fields without a name, after the placement.
    fn usual(&mut self, usual: &[Field], placed: bool) {
        // Some programs omit castling and en passant in games without castling.
        let is_number = |field: &&Field| field.text.bytes().all(|byte| byte.is_ascii_digit());
        let left_out = usual.len() == 4 && usual[2..].iter().all(|field| is_number(&field));
        // Some games of Fairy-Stockfish omit only en passant.
        let has_no_passing =
            usual.len() == 5 && usual[3..].iter().all(|field| is_number(&field)) && !is_number(&&usual[2]);
        // Other programs omit en passant and quiet plies. Without brackets for the hands, the text may be SFEN.
        let is_brief = self.style.is_some_and(FenStyle::is_brief)
            && usual.len() == 4
            && usual[0].text.contains('[')
            && usual[2].text == "-"
            && is_number(&&usual[3]);
        let is_complete = usual.len() == 6;
        for (at, field) in usual.iter().copied().enumerate().skip(1) {
            let shift = match at {
                _ if left_out && at > 1 || is_brief && at == 3 => 2,
                _ => usize::from(has_no_passing && at > 2),
            };
            match at + shift {
                1 => self.side(field),
                // The hyphen does not mean that all pieces have moved.
                2 if is_brief => {}
                2 => self.castling(field, placed),
                // Some programs write the limit of a count in this field.
                3 if self.style.is_some() && is_complete && is_number(&&field) => {}
                3 => passed::read(self, field, placed),
                4 => self.setup.halfmove = self.number(field, "the count of quiet plies", 0),
                5 => self.setup.fullmove = self.number(field, "the number of the move", 1),
                6 => {
                    let message = format!("`{}` is one field too many", shown(field.text));
                    let problem = Diagnostic::new(Code::FenSurplusField, field.span, message);
                    let help = "only `name=value` fields can follow the number of the move";
                    self.problems.push(problem.help(help));
                }
                _ => {}
            }
        }
    }

    fn side(&mut self, field: Field) {
        let own = || Color::ALL.into_iter().find(|color| field.text.chars().eq([color.letter()]));
        match self.style.map_or_else(own, |style| style.side_of(field.text, false)) {
            Some(color) => self.setup.turn = color,
            None => {
                let message = format!("the side to move is `w` or `b`, not `{}`", shown(field.text));
                self.problems.push(Diagnostic::new(Code::FenSide, field.span, message));
            }
        }
    }

    /// Returns the square that one of the castling pieces has left, even if it has come back. The castling is
    /// available only if there is no such square.
    fn departed(&self, castling: &Castling) -> Option<Square> {
        let moved = |square| self.moved.iter().any(|(moved, _)| *moved == square);
        let gone =
            |(square, piece): &(Square, Piece)| self.setup.piece(*square) != Some(*piece) || moved(*square);
        castling.stand().into_iter().find(gone).map(|(square, _)| square)
    }

    fn castling(&mut self, field: Field, placed: bool) {
        self.setup.castling = 0;
        if field.text.len() > MAX_LETTERS {
            let message = format!("a castling field has at most {MAX_LETTERS} letters");
            return self.problems.push(Diagnostic::new(Code::FenCastling, field.span, message));
        }
        let mut unmoved = Vec::new();
        let castlings = &self.variant.castlings;
        let text = if field.text == "-" { "" } else { field.text };
        let mut read = 0;
        while let Some((number, length)) = text.get(read..).and_then(|rest| self.castling_by_squares(rest)) {
            self.allow_castling(
                number,
                &text[read..read + length],
                (field.span.part(read, read + length), placed),
            );
            read += length;
        }
        for (at, letter) in text.char_indices().filter(|(at, _)| *at >= read) {
            let span = field.span.part(at, at + letter.len_utf8());
            let stands = |castling: &Castling| self.departed(castling).is_none();
            // The letter of a castling has priority over the file of an unmoved piece. Other programs write it only if
            // its pieces are in place.
            let may_be = |castling: &Castling| self.style.is_none() || stands(castling);
            let is_own = castlings.iter().any(|castling| castling.letter == letter && may_be(castling));
            if let Some(square) = self.unmoved_on(letter).filter(|_| !is_own) {
                unmoved.push((square, span));
                continue;
            }
            // Some programs write castlings for games that have none.
            if self.style.is_some() && castlings.is_empty() && CASTLINGS.contains(letter) {
                continue;
            }
            let Some(number) = castling_meant(self.variant, stands, letter) else {
                self.problems.push(unknown_castling(self.variant, field, span, letter));
                // Of another program's letters, all that are impossible are reported, so that they can be dropped.
                match self.style.is_some() && !castlings.is_empty() {
                    true => continue,
                    false => return,
                }
            };
            self.allow_castling(number, &letter.to_string(), (span, placed));
        }
        // Naming no unmoved piece means that all have moved, unless the field `moved` names these.
        let is_due = !moved::named(self.variant).is_empty() && !self.names_moved;
        if placed && (!unmoved.is_empty() || is_due) {
            moved::by_letters(self, &unmoved);
        }
    }

    /// Returns the number of a castling whose two squares begin the text, with the length of their names. Castlings are
    /// written so if a letter could mean several.
    fn castling_by_squares(&self, text: &str) -> Option<(usize, usize)> {
        let all = self.variant.castlings.iter().enumerate().filter_map(|(number, castling)| {
            let (king, partner) = castling.squares();
            let name = |square| self.variant.board.name(square);
            let rest = text.strip_prefix(name(king))?.strip_prefix(name(partner))?;
            let is_whole = !rest.starts_with(|c: char| c.is_ascii_digit());
            is_whole.then_some((number, text.len() - rest.len(), self.departed(castling).is_none()))
        });
        all.max_by_key(|(_, _, stands)| *stands).map(|(number, length, _)| (number, length))
    }

    /// Makes all castlings of the two pieces of this castling available.
    fn allow_castling(&mut self, number: usize, text: &str, (span, placed): (Span, bool)) {
        let castlings = &self.variant.castlings;
        if self.setup.castling >> number & 1 == 1 {
            let message = format!("the castling right `{text}` is repeated");
            self.problems.push(Diagnostic::new(Code::FenCastlingTwice, span, message));
        }
        let same = |castling: &Castling| castling.stand() == castlings[number].stand();
        let all = castlings.iter().enumerate().filter(|(_, castling)| same(castling));
        self.setup.castling |= all.fold(0, |bits, (number, _)| bits | 1 << number);
        if let Some(square) = self.departed(&castlings[number]).filter(|_| placed) {
            let (name, color) = (self.variant.board.name(square), castlings[number].color.title());
            let message = format!("{color} can no longer castle by `{text}`: its piece has left {name}");
            let problem = Diagnostic::new(Code::FenCastlingPieces, span, message);
            self.problems.push(problem.label(self.places[square.index()], format!("{name} is here")));
        }
    }

    /// Returns the square for the letter of a file. Some programs name unmoved pieces by their file, with a capital
    /// letter for White.
    fn unmoved_on(&self, letter: char) -> Option<Square> {
        let file = i32::try_from(u32::from(letter.to_ascii_lowercase())).ok()? - i32::from(b'a') + 1;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let matches = |square: &Square| {
            let own = self.variant.at_home(*square).is_some_and(|piece| piece.color == color);
            own && self.variant.board.cell(*square).x == file
        };
        let mut homes = army::tracked(self.variant).iter().filter(|_| letter.is_ascii_alphabetic());
        homes.find(matches)
    }

    pub(super) fn number(&mut self, field: Field, what: &str, least: u32) -> u32 {
        let digits = !field.text.is_empty() && field.text.bytes().all(|b| b.is_ascii_digit());
        let message = match field.text.parse::<u32>() {
            Ok(number) if digits && number >= least => return number,
            Ok(_) if digits => format!("{what} must be at least {least}"),
            _ if digits => format!("{what} is too large"),
            _ => format!("{what} is a number, not `{}`", shown(field.text)),
        };
        self.problems.push(Diagnostic::new(Code::FenNumber, field.span, message));
        least
    }

    fn named(&mut self, fields: &[Field]) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for field in fields {
            let Some((name, value)) = field.text.split_once('=') else { continue };
            let (name, value) = (field.part(name), field.part(value));
            if let Some(first) = seen.get(name.text) {
                let message = format!("`{}` is repeated", shown(name.text));
                let problem = Diagnostic::new(Code::FenDuplicateField, name.span, message);
                self.problems.push(problem.label(*first, "first here"));
                continue;
            }
            seen.insert(name.text, name.span);
            self.named_field(name, value);
        }
    }

    fn named_field(&mut self, name: Field, value: Field) {
        let (board, rights) = (&self.variant.board, &self.variant.rights);
        if let Some(right) = rights.iter().position(|right| right.name == name.text) {
            return self.right(right, value);
        }
        if let Some(square) = board.extra().find(|square| board.name(*square) == name.text) {
            self.places[square.index()] = value.span;
            let bare = value.text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
            let bare = bare.unwrap_or(value.text);
            let piece = match value.text {
                "-" => None,
                // Other programs write the only neutral piece like a hole.
                "*" if army::neutral(self.variant).is_some() => army::neutral(self.variant),
                _ => self.piece(bare, value.span),
            };
            self.setup.pieces[square.index()] = piece;
            return;
        }
        match name.text {
            OUTCOME => return self.outcome(value),
            MOVED => return moved::read(self, value),
            TURN if self.variant.turns.is_some() => return progress::read(self, value),
            CAPTURED if !self.variant.captures_asked.is_empty() => return captured::read(self, value),
            _ => {}
        }
        let error = |message| Diagnostic::new(Code::FenUnknownField, name.span, message);
        if board.square(name.text).is_some() {
            let help = "the ranks at the beginning describe the grid";
            return self.problems.push(error(format!("{} is on the grid", name.text)).help(help));
        }
        let problem = error(format!("this game has no right and no cell called `{}`", shown(name.text)));
        let cells = board.extra().map(|square| board.name(square));
        let names: Vec<&str> = rights.iter().map(|right| right.name.as_str()).chain(cells).collect();
        let help = match names.is_empty() {
            true => "it has neither rights nor cells off the grid".to_owned(),
            false => format!("it has {}", quoted(&names)),
        };
        self.problems.push(problem.suggest_or(name.text, names, help));
    }

    fn right(&mut self, index: usize, value: Field) {
        let right = &self.variant.rights[index];
        let error = |message| Diagnostic::new(Code::FenRight, value.span, message);
        let Some(left) = uses(value.text) else {
            let message = format!("`{}` does not say who still has `{}`", shown(value.text), right.name);
            let help = "write `w` for White, `b` for Black, or `-`";
            return self.problems.push(error(message).help(help));
        };
        let most = usize::from(right.times);
        if left.white > most || left.black > most {
            let message = format!("`{}` can only be used {}", right.name, times(right.times));
            let help = "each letter stands for one remaining use";
            return self.problems.push(error(message).help(help));
        }
        self.setup.rights[index] =
            ByColor::from_fn(|color| u8::try_from(*left.get(color)).unwrap_or(right.times));
    }

    fn outcome(&mut self, value: Field) {
        let (name, reason) = value.text.split_once(':').unwrap_or((value.text, ""));
        let winner = Color::ALL.into_iter().find(|color| color.name() == name);
        if reason.is_empty() || winner.is_none() && name != "draw" {
            let message = format!("`{}` is not an outcome", shown(value.text));
            let help = "write `white:`, `black:`, or `draw:`, followed by the rule that ended the game";
            return self.problems.push(Diagnostic::new(Code::FenOutcome, value.span, message).help(help));
        }
        self.setup.ended = Some(Outcome::new(winner, &reason.replace('_', " ")));
    }
}

/// Returns the numbers of uses that a field states: `wwb`, `12w9b`, or `-`.
fn uses(text: &str) -> Option<ByColor<usize>> {
    let mut left = ByColor::default();
    let mut rest = if text == "-" { "" } else { Some(text).filter(|text| !text.is_empty())? };
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, after) = rest.split_at(digits);
        let color = Color::ALL.into_iter().find(|color| after.starts_with(color.letter()))?;
        let own: &mut usize = left.get_mut(color);
        *own = own.saturating_add(if number.is_empty() { 1 } else { number.parse().ok()? });
        rest = &after[1..];
    }
    Some(left)
}

/// The letters of the castlings of chess.
const CASTLINGS: &str = "KQkq";

/// Returns the castling for a letter. The letter is that of the castling itself or, as some programs write it, the
/// file of the partner. `K` and `Q` stand for the outermost partners. If several castlings between arbitrary squares
/// match, the function returns one whose pieces are in place.
pub fn castling_meant(variant: &Variant, stands: impl Fn(&Castling) -> bool, letter: char) -> Option<usize> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let file = letter.to_ascii_lowercase().to_string();
    let x = |square: Square| variant.board.cell(square).x;
    let castlings = || variant.castlings.iter().enumerate();
    let own = || castlings().filter(|(_, castling)| castling.letter == letter);
    let by_file = || {
        let mut all = castlings();
        all.find(|(_, one)| one.color == color && file_name(x(one.partner.0)) == file)
    };
    let by_side = || {
        let away = |castling: &Castling| x(castling.partner.0) - x(castling.king.0);
        let side = match file.as_str() {
            "k" => 1,
            "q" => -1,
            _ => return None,
        };
        let there = castlings().filter(|(_, one)| one.placed && one.color == color && stands(one));
        there.filter(|(_, one)| away(one) * side > 0).max_by_key(|(_, one)| away(one).abs())
    };
    let found = own().find(|(_, one)| stands(one)).or_else(|| own().next()).or_else(by_side);
    found.or_else(by_file).map(|(number, _)| number)
}

fn unknown_castling(variant: &Variant, field: Field, span: Span, letter: char) -> Diagnostic {
    let letters = super::letters(variant.castlings.iter().map(|castling| castling.letter));
    if letters.is_empty() {
        let message = format!("this game has no castling; expected `-`, not `{}`", shown(field.text));
        return Diagnostic::new(Code::FenCastling, field.span, message);
    }
    Diagnostic::new(Code::FenCastling, span, format!("this game has no castling right `{letter}`"))
        .help(format!("write the letters among `{letters}` that are still possible, or `-`"))
}
