//! A simple game as other programs describe it: a board, pieces with notation, and promotions.
//! [`GameSketch::rule_file`] writes it as a rule file.

mod statements;

pub(super) use statements::{cited, listed};

use super::{Imported, MOST_SHOWN, Omission, warnings};
use crate::base::source::Span;
use crate::builder::{self, NewStatement};
use crate::form::Slot;
use crate::lang::betza::{self, BetzaDialect};
use crate::lang::vocabulary::{self, Keyword};
use crate::messages::diagnostic::Code;
use crate::messages::text::cut;
use std::collections::BTreeSet;

/// A square by file and rank, counted from 1.
pub(super) type Place = (i32, i32);

/// The relation of Black's start position to White's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Symmetry {
    Mirror,
    Turn,
    /// Black's squares are given.
    #[default]
    None,
}

/// The obligation of a piece to promote in the promotion region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obligation {
    Mandatory,
    Optional,
    /// Optional except on the last rank.
    MandatoryAtLast,
}

/// A piece of a sketch.
#[derive(Clone, Debug, Default)]
pub(super) struct SketchPiece {
    pub name: String,
    pub token: String,
    pub moves: String,
    pub white: Vec<Place>,
    pub black: Vec<Place>,
    /// The number of these pieces that each side starts with in hand.
    pub hand: u8,
    pub royal: bool,
    /// The promoted form of the piece, which the piece can take when it enters or leaves the promotion region.
    pub form: Option<usize>,
    /// The promotion to one of the pieces in [`GameSketch::choice`].
    pub promotes: Option<Obligation>,
    /// The regions in which it becomes another piece.
    pub changes: Vec<(String, usize)>,
    /// The region that it cannot leave.
    pub stays: Option<String>,
    /// The zone of its drops, if it cannot be dropped everywhere.
    pub drop: Option<DropZone>,
    /// The piece that it becomes when it is captured.
    pub reverts: Option<usize>,
}

/// The squares on which a piece can be dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DropZone {
    /// The first and the last rank.
    pub ranks: (i32, i32),
    /// The number of these pieces on a file beside which no other is dropped, or 0 for any number.
    pub on_file: usize,
}

/// A game.
#[derive(Clone, Debug, Default)]
pub(super) struct GameSketch {
    pub title: String,
    /// The file or page that describes the game.
    pub source: String,
    pub size: (i32, i32),
    pub holes: Vec<Place>,
    pub symmetry: Symmetry,
    pub pieces: Vec<SketchPiece>,
    /// The number of ranks on which pieces promote.
    pub zone: i32,
    /// The pieces to which a pawn can promote.
    pub choice: Vec<usize>,
    /// True if captured pieces can be dropped.
    pub drops: bool,
    pub black_begins: bool,
    /// True if a player who is stalemated loses.
    pub stalemate_loses: bool,
    /// The regions of [`SketchPiece::changes`] and [`SketchPiece::stays`], with their squares.
    pub regions: Vec<(String, Vec<Place>)>,
    /// The lines of the array that shuffle pieces.
    pub shuffles: Vec<NewStatement>,
    /// The squares in these lines whose color matters.
    pub colored: Vec<Place>,
    pub left: Vec<Omission>,
}

/// The most characters of a name.
const LONGEST_NAME: usize = 60;

/// The maximum number of files and ranks of a board.
pub(super) const MAX: i32 = 50;

impl GameSketch {
    /// Adds a part of the description that the rule file leaves out. `differs` is true if this changes the game.
    pub(super) fn leave(&mut self, name: &str, value: &str, reason: impl Into<String>, differs: bool) {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.left.push(Omission { name, value, reason: reason.into(), differs, ..Omission::default() });
    }

    /// Returns true if a square is on the board.
    pub(super) fn holds(&self, (x, y): Place) -> bool {
        (1..=self.size.0).contains(&x) && (1..=self.size.1).contains(&y)
    }

    /// Returns the letters of a placement or a table with their squares. The ranks are separated by `/`, and a number is
    /// so many squares.
    pub(super) fn letters(&self, text: &str) -> Vec<(char, Place)> {
        let mut found = Vec::new();
        for (text, rank) in text.split('/').zip((i32::MIN..=self.size.1).rev()) {
            let (mut file, mut run) = (1_i32, 0_i32);
            for letter in text.chars() {
                if let Some(digit) = letter.to_digit(10).and_then(|digit| i32::try_from(digit).ok()) {
                    run = run.saturating_mul(10).saturating_add(digit);
                } else {
                    file = file.saturating_add(std::mem::take(&mut run));
                    found.push((letter, (file, rank)));
                    file = file.saturating_add(1);
                }
            }
        }
        found
    }

    /// Returns true if Black's squares are the images of White's.
    pub(super) fn is_even(&self, symmetry: Symmetry) -> bool {
        let (width, height) = self.size;
        let image = |(x, y): &Place| match symmetry {
            Symmetry::Turn => (width + 1 - x, height + 1 - y),
            Symmetry::Mirror | Symmetry::None => (*x, height + 1 - y),
        };
        self.pieces.iter().all(|piece| {
            let images: BTreeSet<Place> = piece.white.iter().map(image).collect();
            images == piece.black.iter().copied().collect() && piece.white.len() == piece.black.len()
        })
    }

    /// Writes the rule file.
    pub(super) fn rule_file(mut self) -> Imported {
        self.translate();
        self.find_partners();
        let name = identifier(&self.title, "imported");
        let names = self.names();
        let head = NewStatement::new(Keyword::Variant).item(Slot::Name, &name);
        let mut groups = vec![vec![head.item(Slot::Text, plain(&self.title))]];
        groups.extend(cited("page", &self.source));
        groups.push(vec![self.board()]);
        groups.push(self.declared());
        let has_hands = self.drops || self.pieces.iter().any(|piece| piece.hand > 0);
        if has_hands {
            let hands = NewStatement::new(Keyword::Hands);
            groups.push(vec![if self.drops { hands } else { hands.say("without captures") }]);
        }
        groups.push(
            self.pieces.iter().zip(&names).map(|(piece, name)| self.piece(piece, name, &names)).collect(),
        );
        if has_hands {
            groups.extend(self.actions(&names).into_iter().map(|action| vec![action]));
        }
        groups.extend(self.course().into_iter().map(|statement| vec![statement]));
        groups.push(vec![self.array()]);
        let comment = |one: &Omission| {
            let word = if one.differs { "Left out" } else { "Note" };
            format!("# {word}: {}", one.remark())
        };
        let comments: Vec<String> = self.left.iter().map(comment).collect();
        let text = warnings::allowed(&builder::file(&groups, &comments), "so in the source");
        Imported { name, text, omissions: self.left, ..Imported::default() }
    }

    /// Translates the notation of all pieces from that of XBoard.
    fn translate(&mut self) {
        for at in 0..self.pieces.len() {
            let (name, moves) = (self.pieces[at].name.clone(), self.pieces[at].moves.clone());
            match translated(&moves) {
                Some(text) => self.pieces[at].moves = text,
                // A piece without moves has been listed already.
                None if moves.is_empty() => {}
                None => {
                    self.pieces[at].moves = String::new();
                    self.leave(&name, &moves, "a rule file has no equivalent of this notation", true);
                }
            }
        }
    }

    /// Lists a castling without a piece at the edge of the board.
    fn find_partners(&mut self) {
        let taken: BTreeSet<Place> = self.pieces.iter().flat_map(|piece| piece.white.clone()).collect();
        for SketchPiece { name, moves, white, .. } in self.pieces.clone() {
            let has_partner = white.iter().any(|place| {
                let mut files = (1..=self.size.0).filter(|file| !self.holes.contains(&(*file, place.1)));
                let edges = [files.next(), files.next_back()];
                edges.iter().flatten().any(|file| *file != place.0 && taken.contains(&(*file, place.1)))
            });
            if moves.contains('O') && !moves.contains("jO") && !white.is_empty() && !has_partner {
                let reason = "it castles with a piece at the edge of the board, where none stands";
                self.leave(&name, &moves, reason, true);
            }
        }
    }

    /// Returns unique names of the pieces for the rule file.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for piece in &self.pieces {
            let name = identifier(&piece.name, "piece");
            // A short name could be a word of the language.
            let name = if name.len() < 3 { format!("piece-{name}") } else { name };
            let numbered = (2..).map(|number| format!("{name}-{number}"));
            let is_free = |name: &String| !names.contains(name) && !vocabulary::is_reserved(name);
            let free = std::iter::once(name.clone()).chain(numbered).find(is_free);
            names.push(free.unwrap_or(name));
        }
        names
    }
}

/// Translates a notation of XBoard to that of rule files. Returns `None` if there is no equivalent.
pub(super) fn translated(text: &str) -> Option<String> {
    // XBoard and Betza swap the meaning of these letters.
    if text.contains(['L', 'J']) {
        return None;
    }
    let at = Span::new(0, 0, text.len());
    let dialect = BetzaDialect { eight_rays: true, halfway: true };
    let (reading, problems) = betza::read_with(text, at, dialect);
    let unusual = [Code::BetzaNoEffect, Code::BetzaCastling];
    let (reading, is_idle) = (reading?, problems.iter().any(|one| unusual.contains(&one.code)));
    let plain = |text: &str| betza::read(text, Span::new(0, 0, text.len())).0;
    let same = |text: &&str| plain(text).is_some_and(|own| own.automaton == reading.automaton);
    [text, &*reading.canonical].into_iter().skip(usize::from(is_idle)).find(same).map(str::to_owned)
}

/// Converts a text to a name: in lowercase, with hyphens. Returns `otherwise` if no letters remain.
pub(super) fn identifier(text: &str, otherwise: &str) -> String {
    let mut name = String::new();
    for letter in text.chars().take(LONGEST_NAME) {
        match letter.to_ascii_lowercase() {
            letter @ ('a'..='z' | '0'..='9') => name.push(letter),
            _ if name.ends_with('-') || name.is_empty() => {}
            _ => name.push('-'),
        }
    }
    let name = name.trim_end_matches('-').to_owned();
    let starts = name.chars().next().is_some_and(|letter| letter.is_ascii_lowercase());
    if starts { name } else { otherwise.to_owned() }
}

/// Returns a text without the characters that end a quoted text.
pub(super) fn plain(text: &str) -> String {
    let plain: String =
        text.chars().filter(|letter| !letter.is_control() && *letter != '"' && *letter != '\\').collect();
    cut(plain.trim(), MOST_SHOWN)
}

/// Returns the name of a square.
pub(super) fn square((file, rank): Place) -> String {
    format!("{}{rank}", crate::base::file_name(file))
}

/// Parses the name of a square.
pub(super) fn place(text: &str) -> Option<Place> {
    let (name, rest) = crate::base::parse_square_name(text)?;
    let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = |sum: i32, letter: u8| sum.saturating_mul(26).saturating_add(i32::from(letter - b'a') + 1);
    let file = letters.bytes().fold(0, number);
    let rank: i32 = name[letters.len()..].parse().ok()?;
    (rest.is_empty() && file <= MAX && rank <= MAX).then_some((file, rank))
}
