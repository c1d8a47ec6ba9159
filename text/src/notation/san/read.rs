//! Reading algebraic notation: from the exact text of a move to the forms that other programs and books use.

use super::{Algebraic, MAX_BYTES, TokenForm, UNWRITTEN, key, unmarked};
use crate::base::{Choice, Move, Piece, Square, Then, Verb};
use crate::notation::dialect::DIALECTS;
use crate::notation::shorthand::Shorthand;
use crate::notation::{may_become, movetext, new_types, numbered};
use crate::rules::Variant;
use std::borrow::Cow;

impl<'m> Algebraic<'_, 'm> {
    /// Finds the legal move with a text, in algebraic notation or in one that numbers squares or files.
    pub fn read(&self, text: &str) -> Option<&'m Move> {
        let numbered = || numbered::find(self, Some(text.trim()).filter(|text| text.len() <= MAX_BYTES)?);
        self.read_named(text).or_else(|| numbered().map(|number| &self.legal[number]))
    }

    /// Finds the legal move with a text that names its target. Marks for check, annotations, the capture symbol,
    /// hyphens, and brackets are ignored if the move is unambiguous without them. The moves to other squares are not
    /// needed.
    pub fn read_named(&self, text: &str) -> Option<&'m Move> {
        let whole = Some(text.trim()).filter(|text| text.len() <= MAX_BYTES)?;
        let text = &without_figurines(unmarked(whole));
        let is_readable = self.exact.contains_key(&**text) || !is_garbled(self.variant, text);
        let found = is_readable.then(|| self.leniently(text)).flatten();
        let number = found.filter(|number| !self.lacks_origin(text, &self.legal[*number]))?;
        Some(&self.legal[number])
    }

    /// Finds a move by the readings from the strictest to the most lenient, so that a lenient one never replaces an
    /// exact one.
    fn leniently(&self, text: &str) -> Option<usize> {
        self.number(text)
            .or_else(|| self.loosely(text))
            .or_else(|| self.with_redundant_choice(text))
            .or_else(|| self.with_known_square(text))
            .or_else(|| self.with_unwritten(text))
            .or_else(|| self.of_unwritten(text))
            .or_else(|| self.with_small_choice(text))
            .or_else(|| self.of_stage(text))
            .or_else(|| self.with_other_letter(text))
            .or_else(|| self.pass(text))
    }

    /// Returns true if a text names only the target of a capture from another file by the piece that is not written. A
    /// pawn stays on its file unless the text names the file.
    fn lacks_origin(&self, text: &str, mv: &Move) -> bool {
        let (Some(from), Some(to), Verb::Go) = (mv.from, mv.to, mv.verb) else { return false };
        let file = |square| self.variant.board.cell(square).x;
        let is_taken = || {
            let mut passed = self.setup.passed.iter();
            self.setup.piece(to).is_some() || passed.any(|passed| passed.over.contains(to))
        };
        self.is_unwritten(from) && text.starts_with(self.name(to)) && file(from) != file(to) && is_taken()
    }

    /// Finds the legal move with a text in any letter case. Returns `None` if there is none.
    ///
    /// # Errors
    /// Returns what to type instead if several moves have the text, or if it can also name the file of a piece that
    /// cannot make the move: `bxc3` if only a bishop can go to c3, but a pawn is beside it on the file b.
    pub fn in_any_case(&self, text: &str) -> Result<Option<&'m Move>, Vec<String>> {
        let lower = |text: &str| key(&text.to_lowercase()).to_lowercase();
        let small = text.to_lowercase();
        if is_garbled(self.variant, &small) {
            return Ok(None);
        }
        let wanted = lower(unmarked(text));
        let of_unwritten = wanted.strip_prefix(&UNWRITTEN.to_lowercase());
        // A capital letter that is the token of a piece never stands for a file.
        let named = Shorthand::parse(self.variant, text).and_then(|short| short.token);
        let is_unwritten = |mv: &Move| mv.from.is_some_and(|from| self.is_unwritten(from));
        let is_exact = named.is_some_and(|token| text.starts_with(&token));
        let found: Vec<&Move> = (self.legal.iter())
            .filter(|mv| {
                let is_pawn = is_unwritten(mv);
                let is_it =
                    |one: String| lower(&one) == wanted || is_pawn && Some(&*lower(&one)) == of_unwritten;
                let is_other = is_exact && is_pawn || self.lacks_origin(&small, mv);
                !is_other && self.texts(mv).any(is_it)
            })
            .collect();
        let [mv] = found[..] else {
            return if found.is_empty() { Ok(None) } else { Err(movetext::list(self.variant, found)) };
        };
        let near = |square: Square| {
            let board = &self.variant.board;
            let (here, there) = (board.cell(square), board.cell(mv.to.unwrap_or(square)));
            (here.x - there.x).abs().max((here.y - there.y).abs()) <= 1
        };
        let is_other = |(square, piece): (Square, Piece)| {
            let is_own = piece.color == self.setup.turn && self.is_unwritten(square) && near(square);
            is_own && wanted.get(..1).is_some_and(|file| self.name(square).starts_with(file))
        };
        let is_doubtful = !is_exact && !is_unwritten(mv) && self.setup.pieces().any(is_other);
        if is_doubtful { Err(movetext::list(self.variant, [mv])) } else { Ok(Some(mv)) }
    }

    /// Returns the index of the move with this text, regardless of optional punctuation.
    pub(super) fn number(&self, text: &str) -> Option<usize> {
        if let Some(found) = self.exact.get(text) {
            return found.filter(|number| !self.lacks_origin(text, &self.legal[*number]));
        }
        let unsigned = |text: &str| {
            let plain = self.exact.get(text).copied();
            let signs = text.match_indices(['x', ':']);
            let mut found = signs.filter_map(|(at, _)| {
                let text = [&text[..at], &text[at + 1..]].concat();
                self.exact.get(&text).copied()
            });
            plain.or_else(|| found.next()).flatten()
        };
        unsigned(text).or_else(|| {
            // The text may name the new type of a piece even if there is no choice.
            let (without, token) = text.rsplit_once('=')?;
            let number = unsigned(without).or_else(|| unsigned(&without.replace('-', "")))?;
            let mv = &self.legal[number];
            let has_choice = |other: &Move| matches!(other.choice, Some(Choice::Become(_)));
            let mut same = self.legal.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to));
            let is_named = |id| TokenForm::ALL.iter().any(|tokens| self.named(id, *tokens) == token);
            let mut types = new_types(self.variant, self.setup, mv).into_iter();
            (!same.any(has_choice) && types.any(is_named)).then_some(number)
        })
    }

    fn loosely(&self, text: &str) -> Option<usize> {
        let loose = self.loose.get_or_init(|| self.index(&TokenForm::ALL, key));
        loose.get(&key(text)).copied().flatten()
    }

    /// Finds a move whose text names a choice that is not listed, because all choices have the same result.
    fn with_redundant_choice(&self, text: &str) -> Option<usize> {
        let (_, token) = text.rsplit_once('=')?;
        let types = self.variant.piece_type_ids();
        let named: Vec<_> =
            types.map(|(id, _)| id).filter(|id| self.named(*id, TokenForm::Own) == token).collect();
        let is_it = |mv: &Move| {
            let same = self.legal.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to));
            let is_alone = same.count() == 1 && matches!(mv.choice, Some(Choice::Become(_)));
            let chosen = |id| Move { choice: Some(Choice::Become(id)), ..mv.clone() };
            is_alone
                && may_become(self.variant, self.setup, mv, token.trim_matches(['{', '}']))
                && named.iter().any(|id| self.texts(&chosen(*id)).any(|one| key(&one) == key(text)))
        };
        let mut found = (0..self.legal.len()).filter(|number| is_it(&self.legal[*number]));
        found.next().filter(|_| found.next().is_none())
    }

    /// Finds a move whose text names the square of a dropped piece, although it is unambiguous.
    fn with_known_square(&self, text: &str) -> Option<usize> {
        let mut found = self.legal.iter().enumerate().filter_map(|(number, mv)| {
            let [Then::Drop { square, named: false, .. }] = mv.then.as_slice() else { return None };
            let without = text.strip_suffix(self.name(*square))?;
            (self.number(without).or_else(|| self.loosely(without)) == Some(number)).then_some(number)
        });
        found.next()
    }

    /// Finds a move whose text names the piece that is usually not written: `Pe4`.
    fn with_unwritten(&self, text: &str) -> Option<usize> {
        let without = text.strip_prefix(UNWRITTEN)?;
        let found = self.number(without).or_else(|| self.loosely(without));
        let number = found.or_else(|| self.with_other_letter(without))?;
        self.legal[number].from.is_some_and(|from| self.is_unwritten(from)).then_some(number)
    }

    /// Finds a drop of the piece that is not written: `@e4`.
    fn of_unwritten(&self, text: &str) -> Option<usize> {
        text.starts_with('@').then(|| self.number(&format!("{UNWRITTEN}{text}")))?
    }

    /// Finds a move whose text names its choice in lower case: `e8=q` or `e8q`.
    fn with_small_choice(&self, text: &str) -> Option<usize> {
        let last = || text.char_indices().next_back().map(|(at, _)| text.split_at(at));
        let (before, token) = text.rsplit_once('=').or_else(last)?;
        let large = token.to_ascii_uppercase();
        if large == token {
            return None;
        }
        let text = format!("{before}={large}");
        let found = self.number(&text).or_else(|| self.loosely(&text));
        let found = found.or_else(|| self.with_redundant_choice(&text));
        found.filter(|number| {
            let mv = &self.legal[*number];
            matches!(mv.choice, Some(Choice::Become(_))) || may_become(self.variant, self.setup, mv, &large)
        })
    }

    /// Finds a pass that is written as a move of a royal to its own square.
    fn pass(&self, text: &str) -> Option<usize> {
        let pass = self.legal.iter().position(|mv| mv.verb == Verb::Pass)?;
        let mut royals = self.setup.pieces().filter(|(_, piece)| {
            piece.color == self.setup.turn && self.variant.piece_type(piece.piece_type).royal.is_some()
        });
        let is_own = |(square, piece): (Square, Piece)| {
            let name = self.named(piece.piece_type, TokenForm::Own);
            key(text) == key(&(name + self.name(square)))
        };
        royals.any(is_own).then_some(pass)
    }

    /// Finds a move whose text names a piece by a letter that only records use. It may name the type that the piece
    /// becomes by itself.
    fn with_other_letter(&self, text: &str) -> Option<usize> {
        if !DIALECTS.has_letters(&self.variant.id) {
            return None;
        }
        let index = self.other.get_or_init(|| self.index(&[TokenForm::Other], key));
        let find = |text: &str| index.get(&key(text)).copied().flatten();
        find(text).or_else(|| {
            let (without, token) = text.rsplit_once('=')?;
            find(without).filter(|number| {
                let mv = &self.legal[*number];
                let types = self.variant.piece_types.iter().map(|own| own.token.as_str());
                let mut types =
                    types.filter(|own| DIALECTS.letter(&self.variant.id, own).unwrap_or(own) == token);
                mv.choice.is_none() && types.any(|own| may_become(self.variant, self.setup, mv, own))
            })
        })
    }

    /// Finds a move of a stage of a piece whose text names the piece without the stage: `Kf8`.
    fn of_stage(&self, text: &str) -> Option<usize> {
        let wanted = key(text);
        let matches = |mv: &Move| {
            let stage = mv
                .from
                .and_then(|from| self.setup.piece(from))
                .map(|piece| self.named(piece.piece_type, TokenForm::Own));
            stage.is_some_and(|stage| {
                let piece = stage.trim_start_matches('{').split_once('.').map(|(piece, _)| piece.to_owned());
                piece.is_some_and(|piece| {
                    self.texts(mv).any(|one| key(&one.replacen(&stage, &piece, 1)) == wanted)
                })
            })
        };
        let mut found = (0..self.legal.len()).filter(|number| matches(&self.legal[*number]));
        found.next().filter(|_| found.next().is_none())
    }
}

/// Returns true if a sign that can be omitted stands where a letter is missing: `ex5`, `xe5`, `e5x`.
pub fn is_garbled(variant: &Variant, text: &str) -> bool {
    const SIGNS: [char; 7] = ['x', ':', '=', '-', '/', '(', '{'];
    // Castlings can be written with zeros, and a null move as two hyphens.
    if text.bytes().all(|byte| b"0-".contains(&byte)) {
        return false;
    }
    let names = || variant.board.squares().map(|square| variant.board.name(square));
    // The name of a square can begin with an `x`. A brace can open the token of a piece.
    let (first, brace) = (usize::from(names().any(|name| name.starts_with('x'))), SIGNS.len() - 1);
    let mut in_braces = false;
    let mut is_divided = |(at, c): (usize, char)| {
        let is_sign = !in_braces && SIGNS[first..].contains(&c);
        in_braces = c == '{' || in_braces && c != '}';
        is_sign && text[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    };
    text.char_indices().any(&mut is_divided)
        || text.starts_with(&SIGNS[first..brace])
        || text.strip_suffix('x').is_some_and(|text| text.ends_with(|c: char| c.is_ascii_digit()))
        || text.strip_suffix(':').is_some_and(|text| names().any(|name| name == text))
}

/// Replaces the figurines of pieces by their letters.
fn without_figurines(text: &str) -> Cow<'_, str> {
    let letter = |c: char| DIALECTS.figurines.get(&c);
    match text.is_ascii() || text.chars().all(|c| letter(c).is_none()) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().map(|c| *letter(c).unwrap_or(&c)).collect()),
    }
}
