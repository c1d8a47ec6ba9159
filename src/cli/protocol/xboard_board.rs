//! A game as XBoard sees it: a rectangle with one letter for each piece, whatever the game calls its squares and pieces.

use crate::base::{Choice, Color, Move, Piece, PieceTypeId, Setup, Square, Verb};
use crate::play::names::NAMES;
use crate::rules::Variant;

/// How squares and pieces are called.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    /// By piece type, as White's.
    letters: Vec<String>,
    /// The lowest file and rank.
    corner: (i32, i32),
    width: i32,
    height: i32,
}

impl Sheet {
    pub(super) fn new(variant: &Variant) -> Sheet {
        let cells = || variant.board.squares().map(|square| variant.board.cell(square));
        let range = |of: fn(&crate::base::Cell) -> i32| {
            let (low, high) = (cells().map(of).min().unwrap_or(1), cells().map(of).max().unwrap_or(1));
            (low, high - low + 1)
        };
        let ((x, width), (y, height)) = (range(|cell| cell.x), range(|cell| cell.y));
        Sheet { letters: letters(variant), corner: (x, y), width, height }
    }

    /// A square by its file and rank. Ranks count from 0 where there are ten or more.
    fn square(&self, variant: &Variant, square: Square) -> String {
        let cell = variant.board.cell(square);
        let (file, rank) = (cell.x - self.corner.0, cell.y - self.corner.1 + i32::from(self.height < 10));
        let letter = u8::try_from(file).map_or('?', |file| char::from(b'a'.saturating_add(file)));
        format!("{letter}{rank}")
    }

    fn piece(&self, piece: Piece) -> String {
        let letter = &self.letters[piece.piece_type.index()];
        piece.color.pick(letter.clone(), letter.to_lowercase())
    }

    /// A move, if XBoard has a way to say it.
    pub(super) fn text(&self, variant: &Variant, mv: &Move) -> Option<String> {
        let square = |square: Option<Square>| square.map(|square| self.square(variant, square));
        let (from, to) = (square(mv.from), square(mv.to));
        let choice = match mv.choice {
            None => String::new(),
            Some(Choice::Become(id)) => match self.letters[id.index()].strip_prefix('+') {
                Some(_) => "+".to_owned(),
                None => self.letters[id.index()].to_lowercase(),
            },
            Some(_) => return None,
        };
        let body = match mv.verb {
            Verb::Go | Verb::Castle if mv.taken.is_empty() && mv.unloaded.is_none() => from? + &to?,
            Verb::Place if mv.from != mv.to => from? + &to?,
            Verb::Drop(id) => format!("{}@{}", self.letters[id.index()], to?),
            Verb::Pass => "@@@@".to_owned(),
            _ => return None,
        };
        Some(body + &choice)
    }

    /// The legal move that is meant: of several that look alike, the plainest.
    pub(super) fn read<'m>(&self, variant: &Variant, legal: &'m [Move], typed: &str) -> Option<&'m Move> {
        let key = |text: &str| text.trim_end_matches(['=', ';']).to_lowercase();
        let meant = |mv: &&Move| self.text(variant, mv).is_some_and(|text| key(&text) == key(typed));
        legal.iter().filter(meant).min_by_key(|mv| (mv.verb, mv.choice))
    }

    /// The moves that XBoard can say and that are clear without more words.
    pub(super) fn sayable(&self, variant: &Variant, legal: &[Move]) -> Vec<Move> {
        let clear = |mv: &&Move| {
            let text = self.text(variant, mv);
            text.is_some_and(|text| self.read(variant, legal, &text) == Some(*mv))
        };
        legal.iter().filter(clear).cloned().collect()
    }

    pub(super) fn fen(&self, variant: &Variant, setup: &Setup) -> String {
        let rank = |y: i32| {
            let (mut text, mut run) = (String::new(), 0);
            let flush = |run: &mut i32, text: &mut String| {
                if *run > 0 {
                    text.push_str(&run.to_string());
                }
                *run = 0;
            };
            for x in self.corner.0..self.corner.0 + self.width {
                match variant.board.at(x, y) {
                    None => {
                        flush(&mut run, &mut text);
                        text.push('*');
                    }
                    Some(square) => match setup.piece(square) {
                        None => run += 1,
                        Some(piece) => {
                            flush(&mut run, &mut text);
                            text.push_str(&self.piece(piece));
                        }
                    },
                }
            }
            flush(&mut run, &mut text);
            text
        };
        let ranks: Vec<String> = (self.corner.1..self.corner.1 + self.height).rev().map(rank).collect();
        let castlings = crate::play::notation::fen::castlings(variant, setup);
        let castlings = if castlings.is_empty() { "-" } else { castlings.as_str() };
        let hand = if variant.hands { format!("[{}]", self.hand(setup)) } else { String::new() };
        let Setup { turn, halfmove, fullmove, .. } = setup;
        format!("{}{hand} {} {castlings} - {halfmove} {fullmove}", ranks.join("/"), turn.letter())
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

    /// The position of a FEN as XBoard writes it; nothing if it does not fit the board.
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
        let mut rest = hand.trim_end_matches([']', '-']);
        while !rest.is_empty() {
            let (piece, length) = self.named(rest)?;
            let held = setup.hands.get_mut(piece.piece_type.index())?.get_mut(piece.color);
            *held = held.saturating_add(1);
            rest = &rest[length..];
        }
        setup.turn = if fields.next() == Some("b") { Color::Black } else { Color::White };
        let letters = fields.next().unwrap_or("-");
        let standing = variant.standing(|square| setup.piece(square));
        for (bit, castling) in variant.castlings.iter().enumerate() {
            if letters.contains(castling.letter) && standing >> bit & 1 == 1 {
                setup.castling |= 1 << bit;
            }
        }
        Some(setup)
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

    /// The lines that define the game: its board, its position, and how its pieces move, as far as XBoard can be told.
    pub(super) fn definition(&self, variant: &Variant) -> (Vec<String>, Option<String>) {
        let plain = |letter: &&String| !letter.starts_with('+');
        let usual = ["P", "N", "B", "R", "Q"];
        let royal = variant.piece_types.iter().position(|own| own.royal == Some(1)).unwrap_or(0);
        let king = self.letters.get(royal).map_or("K", String::as_str);
        let has = |name: &str| name != king && self.letters.iter().any(|letter| letter == name);
        let mut table: String = usual.iter().map(|name| if has(name) { *name } else { "." }).collect();
        let others = self
            .letters
            .iter()
            .filter(plain)
            .filter(|letter| !usual.contains(&letter.as_str()) && *letter != king);
        others.for_each(|letter| table.push_str(letter));
        table.push_str(king);
        let (parent, hand) = match variant.hands {
            true => (&NAMES.parent_with_hands, self.letters.iter().filter(plain).count()),
            false => (&NAMES.parent, 0),
        };
        let start = self.fen(variant, &variant.start());
        let (width, height, black) = (self.width, self.height, table.to_lowercase());
        let mut lines = vec![format!("setup ({table}{black}) {width}x{height}+{hand}_{parent} {start}")];
        let mut untold = Vec::new();
        for (letter, own) in self.letters.iter().zip(&variant.piece_types) {
            let simple = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
            let all: Vec<&str> = own.moves.iter().map(|moves| moves.notation.as_str()).collect();
            if all.is_empty() {
                continue;
            }
            let limited = own.moves.iter().any(|moves| moves.on.is_some() || moves.is_limited());
            match !limited && all.iter().all(|text| simple(text)) {
                true => lines.push(format!("piece {letter}& {}", all.concat())),
                false => untold.push(own.title.as_str()),
            }
        }
        let untold = crate::base::text::commas(&untold);
        let remark = (!untold.is_empty()).then(|| {
            format!("XBoard has no way to say how these pieces move, and will take any move of theirs that ferz takes: {untold}")
        });
        (lines, remark)
    }
}

/// One letter for each piece type: its own if it has one, or else one that is free.
fn letters(variant: &Variant) -> Vec<String> {
    let own = |token: &str| {
        let bare = token.strip_prefix('+').unwrap_or(token);
        let mut chars = bare.chars();
        matches!((chars.next(), chars.next()), (Some(c), None) if c.is_ascii_uppercase())
            .then(|| token.to_owned())
    };
    let mut letters: Vec<Option<String>> =
        variant.piece_types.iter().map(|piece| own(&piece.token)).collect();
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
