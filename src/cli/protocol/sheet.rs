//! A game as other programs see it: a rectangle with one letter for each piece, whatever the game calls its squares and pieces.

use crate::base::{Choice, Color, Move, Piece, PieceTypeId, Setup, Square, Then, Verb};
use crate::fast::engine::Engine;
use crate::play::names::NAMES;
use crate::play::notation::{fen, movetext};
use crate::rules::{Consequence, Variant};

/// How many moves XBoard takes together for one.
const LEGS: usize = 3;

/// How a protocol writes squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `e2`; ranks count from 0 where there are ten or more.
    XBoard,
    /// `5i`: the file is a number from the right, the rank a letter from the top.
    Usi,
    /// `e1`: ranks count from 0.
    Ucci,
}

/// How squares and pieces are called.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    form: Form,
    /// By piece type, as White's.
    pub(super) letters: Vec<String>,
    /// The lowest file and rank.
    corner: (i32, i32),
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Sheet {
    pub(super) fn new(variant: &Variant, form: Form) -> Sheet {
        let cells = || variant.board.squares().map(|square| variant.board.cell(square));
        let range = |of: fn(&crate::base::Cell) -> i32| {
            let (low, high) = (cells().map(of).min().unwrap_or(1), cells().map(of).max().unwrap_or(1));
            (low, high - low + 1)
        };
        let ((x, width), (y, height)) = (range(|cell| cell.x), range(|cell| cell.y));
        let mut sheet = Sheet { form, letters: letters(variant), corner: (x, y), width, height };
        if form == Form::Usi {
            sheet.mark_promoted(variant);
        }
        sheet
    }

    /// What a piece becomes that is itself again in the hand is written as that piece with a `+`.
    fn mark_promoted(&mut self, variant: &Variant) {
        for (own, base) in (0..).map(PieceTypeId).zip(&variant.piece_types).filter_map(|(own, piece_type)| {
            let base = piece_type.in_hand.filter(|base| *base != own)?;
            let then = variant.piece_type(base).arrivals.iter().flat_map(|arrival| &arrival.then);
            then.flat_map(Consequence::becomes).any(|becomes| *becomes == own).then_some((own, base))
        }) {
            let promoted = format!("+{}", self.letters[base.index()]);
            if !self.letters.contains(&promoted) {
                self.letters[own.index()] = promoted;
            }
        }
    }

    /// A square by its file and rank.
    pub(super) fn square(&self, variant: &Variant, square: Square) -> String {
        let cell = variant.board.cell(square);
        let (file, rank) = (cell.x - self.corner.0, cell.y - self.corner.1);
        let letter = |n: i32| u8::try_from(n).map_or('?', |n| char::from(b'a'.saturating_add(n)));
        match self.form {
            Form::XBoard => format!("{}{}", letter(file), rank + i32::from(self.height < 10)),
            Form::Usi => format!("{}{}", self.width - file, letter(self.height - 1 - rank)),
            Form::Ucci => format!("{}{rank}", letter(file)),
        }
    }

    /// How White's pieces of a piece type are called.
    pub(super) fn letter(&self, id: PieceTypeId) -> &str {
        &self.letters[id.index()]
    }

    fn piece(&self, piece: Piece) -> String {
        let letter = &self.letters[piece.piece_type.index()];
        piece.color.pick(letter.clone(), letter.to_lowercase())
    }

    /// A move, if the protocol has a way to say it.
    pub(super) fn text(&self, engine: &Engine, setup: &Setup, mv: &Move) -> Option<String> {
        let variant = engine.variant();
        let square = |square: Option<Square>| square.map(|square| self.square(variant, square));
        let (from, to) = (square(mv.from), square(mv.to));
        let follows = match mv.then.as_slice() {
            _ if mv.unloaded.is_some() => return None,
            [] => String::new(),
            // What comes from the hand to the square that was left.
            [Then::Drop { piece_type, named: false, .. }] => self.letter(*piece_type).to_lowercase(),
            _ => return None,
        };
        let body = match mv.verb {
            Verb::Go | Verb::Castle if mv.taken.is_empty() => from? + &to?,
            Verb::Go if self.form == Form::XBoard && mv.taken.len() < LEGS => self.legs(variant, mv)?,
            Verb::Place if mv.from != mv.to => from? + &to?,
            // Without castling, XBoard takes the capture of an own piece for an exchange.
            Verb::Exchange if self.form == Form::XBoard && variant.castlings.is_empty() => from? + &to?,
            Verb::Drop(id) if self.form == Form::Usi => format!("{}*{}", self.letters[id.index()], to?),
            Verb::Drop(id) => format!("{}@{}", self.letters[id.index()], to?),
            Verb::Pass if self.form == Form::XBoard => "@@@@".to_owned(),
            _ => return None,
        };
        let becomes = match mv.choice {
            None => becomes_by_itself(engine, setup, mv),
            Some(Choice::Become(id)) => Some(id),
            Some(_) => return None,
        };
        let suffix = becomes.map(|id| match self.letters[id.index()].strip_prefix('+') {
            Some(_) => "+".to_owned(),
            None => self.letters[id.index()].trim_end_matches('~').to_lowercase(),
        });
        Some(body + &suffix.unwrap_or_default() + &follows)
    }

    /// Moves in a row, up to one that cannot be said.
    pub(super) fn line(&self, engine: &Engine, start: &Setup, moves: &[Move]) -> String {
        let mut position = Some(engine.position(start));
        let texts = moves.iter().map_while(|mv| {
            let now = position.take()?;
            position = engine.play(&now, mv);
            self.text(engine, &engine.setup(&now), mv)
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    /// A move that captures on its way, as a move for each capture: `c4d5,d5e4`.
    fn legs(&self, variant: &Variant, mv: &Move) -> Option<String> {
        let stops: Vec<String> = std::iter::once(mv.from?)
            .chain(mv.taken.iter().copied())
            .chain([mv.to?])
            .map(|square| self.square(variant, square))
            .collect();
        Some(stops.windows(2).map(<[String]>::concat).collect::<Vec<_>>().join(","))
    }

    /// The legal move that is meant: of several that look alike, the plainest.
    pub(super) fn read<'m>(
        &self,
        engine: &Engine,
        setup: &Setup,
        legal: &'m [Move],
        typed: &str,
    ) -> Option<&'m Move> {
        let texts = self.texts(engine, setup, legal);
        let typed = key(typed);
        plainest(legal, &texts, &typed).or_else(|| {
            // What a piece becomes by itself need not be said, and that it stays what it is may be.
            let by_itself = legal.iter().filter(|mv| mv.choice.is_none());
            let mut close = by_itself.filter(|mv| {
                let rest = self.bare(engine.variant(), mv).and_then(|bare| typed.strip_prefix(&bare));
                let own = mv
                    .from
                    .and_then(|from| setup.piece(from))
                    .map(|piece| self.letters[piece.piece_type.index()].to_lowercase());
                rest.is_some_and(|rest| {
                    becomes_by_itself(engine, setup, mv).is_some() && rest.chars().count() < 2
                        || Some(rest) == own.as_deref()
                })
            });
            close.next().filter(|_| close.next().is_none())
        })
    }

    fn texts(&self, engine: &Engine, setup: &Setup, legal: &[Move]) -> Vec<Option<String>> {
        legal.iter().map(|mv| self.text(engine, setup, mv).map(|text| key(&text))).collect()
    }

    /// The two squares of a move.
    fn bare(&self, variant: &Variant, mv: &Move) -> Option<String> {
        Some(self.square(variant, mv.from?) + &self.square(variant, mv.to?))
    }

    /// The moves that the protocol can say and that are clear without more words. An exchange, which XBoard takes for a capture while it
    /// tests moves, is the last resort.
    pub(super) fn sayable(&self, engine: &Engine, setup: &Setup, legal: &[Move]) -> Vec<Move> {
        let texts = self.texts(engine, setup, legal);
        let clear = |(mv, text): &(&Move, &Option<String>)| {
            text.as_ref().is_some_and(|text| plainest(legal, &texts, text) == Some(*mv))
        };
        let all: Vec<Move> = legal.iter().zip(&texts).filter(clear).map(|(mv, _)| mv.clone()).collect();
        let (plain, exchanges): (Vec<Move>, Vec<Move>) =
            all.into_iter().partition(|mv| mv.verb != Verb::Exchange);
        if plain.is_empty() { exchanges } else { plain }
    }

    pub(super) fn fen(&self, variant: &Variant, setup: &Setup) -> String {
        let placement = self.rows(variant, "*", |square| setup.piece(square).map(|piece| self.piece(piece)));
        let castlings = crate::play::notation::fen::castlings(variant, setup);
        let castlings = if castlings.is_empty() { "-" } else { castlings.as_str() };
        let hand = if variant.hands { format!("[{}]", self.hand(setup)) } else { String::new() };
        let Setup { turn, halfmove, fullmove, .. } = setup;
        format!("{placement}{hand} {} {castlings} - {halfmove} {fullmove}", turn.letter())
    }

    /// The board by ranks from the top, with a text for a square or a number for squares without, and one for what is no square.
    pub(super) fn rows(
        &self,
        variant: &Variant,
        hole: &str,
        of: impl Fn(Square) -> Option<String>,
    ) -> String {
        let rank = |y: i32| {
            let (mut text, mut run) = (String::new(), 0);
            for x in self.corner.0..self.corner.0 + self.width {
                let square = variant.board.at(x, y);
                let Some(own) =
                    square.map_or_else(|| Some(hole.to_owned()), &of).filter(|own| !own.is_empty())
                else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text += &std::mem::take(&mut run).to_string();
                }
                text += &own;
            }
            if run > 0 { text + &run.to_string() } else { text }
        };
        let ranks = (self.corner.1..self.corner.1 + self.height).rev().map(rank);
        ranks.collect::<Vec<_>>().join("/")
    }

    fn hand(&self, setup: &Setup) -> String {
        let held = |color: Color| {
            let hands = (0..).map(PieceTypeId).zip(&setup.hands);
            hands.map(move |(piece_type, held)| {
                self.piece(Piece { color, piece_type }).repeat(usize::from(*held.get(color)))
            })
        };
        Color::ALL.into_iter().flat_map(held).collect()
    }

    /// The position of a FEN as the protocol writes it; nothing if it does not fit the board.
    pub(super) fn position(&self, variant: &Variant, fen: &str) -> Option<Setup> {
        let mut fields = fen.split_whitespace();
        let placement = fields.next()?;
        let (board, hand) = placement.split_once('[').unwrap_or((placement, ""));
        let mut setup = variant.empty();
        for (row, text) in board.split('/').enumerate() {
            let y = self.corner.1 + self.height - 1 - i32::try_from(row).ok()?;
            let mut x = self.corner.0;
            let mut rest = text;
            while let Some(first) = rest.chars().next() {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                if let Ok(run) = digits.parse::<i32>() {
                    x = x.checked_add(run)?;
                    rest = &rest[digits.len()..];
                } else if first == '*' {
                    x += 1;
                    rest = &rest[1..];
                } else {
                    let (piece, length) = self.named(rest)?;
                    setup.set(variant.board.at(x, y)?, Some(piece));
                    x += 1;
                    rest = &rest[length..];
                }
            }
        }
        let turn = fields.next().unwrap_or("w");
        if self.form == Form::Usi {
            // The side that begins is called black, and what is in hand has a field of its own.
            setup.turn = if turn == "w" { Color::Black } else { Color::White };
            self.take_in_hand(&mut setup, fields.next().unwrap_or("-"))?;
            return Some(setup);
        }
        setup.turn = if turn == "b" { Color::Black } else { Color::White };
        self.take_in_hand(&mut setup, hand.trim_end_matches(']'))?;
        let letters = fields.next().unwrap_or("-");
        let standing = variant.standing(|square| setup.piece(square));
        for (bit, castling) in variant.castlings.iter().enumerate() {
            if letters.contains(castling.letter) && standing >> bit & 1 == 1 {
                setup.castling |= 1 << bit;
            }
        }
        let passed = fields.next().unwrap_or("-");
        let mut number =
            |least: u32| fields.next().and_then(|text| text.parse().ok()).unwrap_or(0).max(least);
        (setup.halfmove, setup.fullmove) = (number(0), number(1));
        Some(self.passed(variant, &setup, passed).unwrap_or(setup))
    }

    /// The position after a piece has passed a square.
    fn passed(&self, variant: &Variant, setup: &Setup, square: &str) -> Option<Setup> {
        let passed = variant.board.squares().find(|own| self.square(variant, *own) == square)?;
        let text = fen::write(variant, setup);
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        *fields.get_mut(3)? = variant.board.name(passed);
        fen::read_as(variant, &fields.join(" "), true).ok()
    }

    /// Reads what is in the hands, each piece perhaps with a number before it: `2Pb`.
    fn take_in_hand(&self, setup: &mut Setup, text: &str) -> Option<()> {
        let mut rest = text.trim_end_matches('-');
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count = if digits > 0 { rest[..digits].parse().ok()? } else { 1_u8 };
            let (piece, length) = self.named(&rest[digits..])?;
            let held = setup.hands.get_mut(piece.piece_type.index())?.get_mut(piece.color);
            *held = held.saturating_add(count);
            rest = &rest[digits + length..];
        }
        Some(())
    }

    /// The piece that a text begins with, and how long its name is.
    fn named(&self, text: &str) -> Option<(Piece, usize)> {
        let all = (0..).map(PieceTypeId).zip(&self.letters);
        let names = all.flat_map(|(piece_type, letter)| {
            [(Color::White, letter.clone()), (Color::Black, letter.to_lowercase())]
                .map(|(color, name)| (Piece { color, piece_type }, name))
        });
        let fitting = names.filter(|(_, name)| text.starts_with(name.as_str()));
        fitting.max_by_key(|(_, name)| name.len()).map(|(piece, name)| (piece, name.len()))
    }
}

/// The move by which a piece becomes another without a choice, where a program names what it becomes: `e7e8q`.
pub(super) fn promoted<'m>(
    engine: &Engine,
    setup: &Setup,
    legal: &'m [Move],
    text: &str,
) -> Option<&'m Move> {
    let bare = text.strip_suffix(|c: char| c.is_ascii_alphabetic())?;
    let mv = legal.iter().find(|mv| mv.choice.is_none() && movetext::write(engine.variant(), mv) == bare)?;
    becomes_by_itself(engine, setup, mv).map(|_| mv)
}

fn key(text: &str) -> String {
    let text = text.trim_end_matches(['=', ';', '.']).to_lowercase();
    // A last part that stays where it is adds nothing.
    match text.rsplit_once(',') {
        Some((before, last)) if last.len() % 2 == 0 && last[..last.len() / 2] == last[last.len() / 2..] => {
            before.to_owned()
        }
        _ => text,
    }
}

/// Of the moves with a text, the plainest.
fn plainest<'m>(legal: &'m [Move], texts: &[Option<String>], typed: &str) -> Option<&'m Move> {
    let meant = legal.iter().zip(texts).filter(|(_, own)| own.as_deref() == Some(typed));
    meant.map(|(mv, _)| mv).min_by_key(|mv| (mv.verb, mv.choice))
}

/// What the piece becomes without a choice, if it arrives as another.
fn becomes_by_itself(engine: &Engine, setup: &Setup, mv: &Move) -> Option<PieceTypeId> {
    let (from, to) = (mv.from?, mv.to?);
    let before = setup.piece(from)?.piece_type;
    let may = engine.variant().piece_type(before).arrivals.iter().any(|arrival| !arrival.may);
    if !may || mv.verb != Verb::Go {
        return None;
    }
    let after = engine.play(&engine.position(setup), mv).and_then(|next| engine.setup(&next).piece(to));
    after.map(|piece| piece.piece_type).filter(|piece_type| *piece_type != before)
}

/// One letter for each piece type, perhaps with a mark for a promoted piece: what other programs call it, or its own token if that is
/// one letter, or else one that is free.
fn letters(variant: &Variant) -> Vec<String> {
    let short = |token: &str| {
        let bare = token.strip_prefix('+').or_else(|| token.strip_suffix('~')).unwrap_or(token);
        let mut chars = bare.chars();
        matches!((chars.next(), chars.next()), (Some(c), None) if c.is_ascii_uppercase())
            .then(|| token.to_owned())
    };
    let mut letters: Vec<Option<String>> = vec![None; variant.piece_types.len()];
    for own in [false, true] {
        for (place, piece_type) in variant.piece_types.iter().enumerate() {
            let written = piece_type.written.iter().find(|(program, _)| *program == NAMES.letters);
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
