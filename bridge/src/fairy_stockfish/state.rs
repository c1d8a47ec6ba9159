//! The rules of a section: its pieces and options, and those that it inherits.
//!
//! [`SectionState::apply`] reads a section as Fairy-Stockfish does: the pieces first, then the options in the order of
//! the table.

use super::ini::{IniEntry, IniSection};
use super::options::{KindId, Malformed, OptionRow, TABLE, Value, ValueKind, value};
use super::squares::{RANKS, SquareMask};
use crate::base::source::Span;
use crate::messages::text::{capital, cut};
use std::collections::BTreeMap;

/// The names of the two sides in options.
pub const COLORS: [&str; 2] = ["White", "Black"];

/// A piece of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The lowercase letter.
    pub letter: char,
    /// The notation, if the section gives one.
    pub betza: Option<String>,
}

/// The rules of a game as pieces and options of Fairy-Stockfish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionState {
    pub pieces: BTreeMap<KindId, Member>,
    options: BTreeMap<String, Value>,
    mobility: BTreeMap<(usize, KindId), SquareMask>,
}

/// A fault in a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub message: String,
    pub span: Span,
    /// The line with the fault, if the program reads it nevertheless, and so does the importer.
    pub read: Option<IniEntry>,
}

impl Fault {
    /// Returns a fault for which the section is no game.
    pub fn new(message: impl Into<String>, span: Span) -> Fault {
        Fault { message: message.into(), span, read: None }
    }

    /// Returns a fault in a line. `is_read` says that the program reads it nevertheless.
    fn of(entry: &IniEntry, message: &str, is_read: bool) -> Fault {
        // The program has no comments behind values.
        let comment = entry.comment().map_or(String::new(), |comment| {
            let comment = cut(comment, 40);
            format!("; `{comment}` is a part of the value, because a comment needs a line of its own")
        });
        let message = format!("{message}{comment}");
        match is_read {
            true => Fault { message, span: entry.value.span, read: Some(entry.clone()) },
            false => Fault::new(format!("`{}`: {message}", entry.key.text), entry.value.span),
        }
    }
}

impl SectionState {
    /// Returns the default rules, which a section without a parent starts with.
    pub fn usual() -> SectionState {
        let mut options = BTreeMap::new();
        for row in &TABLE.options {
            for (side, name) in forms(row).into_iter().enumerate() {
                let text = row.default_black.as_deref().filter(|_| side == 1).unwrap_or(&row.default);
                if let Ok(value) = value(row, text, &usual) {
                    options.insert(name, value);
                }
            }
        }
        for color in COLORS {
            options.insert(format!("promotionPieceTypes{color}"), Value::Pieces(Vec::new()));
        }
        SectionState { pieces: BTreeMap::new(), options, mobility: BTreeMap::new() }
    }

    /// Applies a section to the rules, and returns its faults.
    pub fn apply(&mut self, section: &IniSection) -> Vec<Fault> {
        let mut faults = Vec::new();
        for kind in KindId::all() {
            if let Some(entry) = section.entry(&kind.option()) {
                self.set_piece(kind, entry, &mut faults);
            }
            for (side, color) in COLORS.iter().enumerate() {
                if let Some(entry) =
                    section.entry(&format!("mobilityRegion{color}{}", capital(&kind.option())))
                {
                    self.set_mobility((side, kind), entry, &mut faults);
                }
            }
        }
        for row in &TABLE.options {
            let names = if row.separate {
                forms(row)
            } else {
                std::iter::once(row.name.clone()).chain(forms(row)).collect()
            };
            let mut seen: Vec<&String> = Vec::new();
            for name in &names {
                // The program reads the lowest rank only if the section does not give the highest one.
                let is_skipped = name == "doubleStepRankMin" && section.entry("doubleStepRank").is_some();
                if let Some(entry) = section.entry(name).filter(|_| !is_skipped && !seen.contains(&name)) {
                    self.set_option(row, name, entry, &mut faults);
                }
                seen.push(name);
            }
        }
        faults
    }

    /// Removes the regions of double steps from a game without double steps, and the reverse, as the program does at the
    /// end of each section.
    pub fn conclude(&mut self) {
        let regions = COLORS.map(|color| format!("doubleStepRegion{color}"));
        let nowhere = Value::Squares(SquareMask::NONE);
        if !self.flag("doubleStep") {
            self.options.extend(regions.map(|region| (region, nowhere.clone())));
        } else if regions.iter().all(|region| self.options.get(region) == Some(&nowhere)) {
            self.options.insert("doubleStep".to_owned(), Value::Flag(false));
        }
    }

    fn set_piece(&mut self, kind: KindId, entry: &IniEntry, faults: &mut Vec<Fault>) {
        let text = &entry.value.text;
        let Some(letter) = text.chars().next() else { return };
        if !letter.is_ascii_alphabetic() {
            self.remove(kind);
            if letter != '-' {
                let message = format!("`{letter}` cannot be the letter of a piece");
                faults.push(Fault::of(entry, &message, false));
            }
            return;
        }
        let letter = letter.to_ascii_lowercase();
        // Pawns no longer promote to a piece of the same letter, even if it is the same piece.
        if let Some(other) = self.of_letter(letter) {
            self.remove(other);
        }
        let notation = text.get(2..).map(|notation| notation.trim().to_owned());
        let betza = match kind.row() {
            None if notation.is_none() => {
                faults.push(Fault::of(entry, "expected a notation, such as `p:fmWfcF`", false));
                None
            }
            None => notation,
            Some(_) => notation.filter(|_| kind.is("king")),
        };
        if betza.is_some() && entry.comment().is_some() {
            faults.push(Fault::of(entry, "that program reads the whole value as notation", true));
        }
        if kind.row().is_none() && betza.as_ref().is_some_and(|betza| betza.contains('e')) {
            for color in COLORS {
                if let Some(Value::Pieces(pieces)) = self.options.get_mut(&format!("enPassantTypes{color}")) {
                    pieces.push(kind);
                }
            }
        }
        self.pieces.insert(kind, Member { letter, betza });
    }

    fn remove(&mut self, kind: KindId) {
        self.pieces.remove(&kind);
        for color in COLORS {
            if let Some(Value::Pieces(pieces)) = self.options.get_mut(&format!("promotionPieceTypes{color}"))
            {
                pieces.retain(|one| *one != kind);
            }
        }
    }

    fn set_mobility(&mut self, key: (usize, KindId), entry: &IniEntry, faults: &mut Vec<Fault>) {
        let (squares, wrong) = SquareMask::read(&entry.value.text);
        if let Some(word) = wrong {
            let message = format!("`{word}` is not a square, rank, or file; that program reads no further");
            faults.push(Fault::of(entry, &message, true));
        }
        self.mobility.insert(key, squares);
    }

    fn set_option(&mut self, row: &OptionRow, name: &str, entry: &IniEntry, faults: &mut Vec<Fault>) {
        // The word is only the default of the table.
        if row.kind == ValueKind::Squares && entry.value.text == "all" {
            return faults.push(Fault::of(entry, "`all` is not a square, rank, or file", false));
        }
        let read = value(row, &entry.value.text, &|letter| self.of_letter(letter.to_ascii_lowercase()));
        let value = match read {
            Ok(value) => value,
            Err(Malformed { message, read }) => {
                faults.push(Fault::of(entry, &message, read.is_some()));
                let Some(value) = read else { return };
                value
            }
        };
        if self.set_old(row, &value) {
            return;
        }
        let targets = match (&row.sets[..], row.colors && name == row.name) {
            ([], true) => forms(row),
            ([], false) => vec![name.to_owned()],
            (sets, _) => sets.to_vec(),
        };
        for target in targets {
            let joined = joined(self.options.get(&target), value.clone());
            self.options.insert(target, joined);
        }
    }

    /// Handles an obsolete option by setting the options that replace it. Returns false for any other option.
    fn set_old(&mut self, row: &OptionRow, value: &Value) -> bool {
        let Value::Number(number) = *value else {
            if row.kind == ValueKind::Bool && row.name == "dropOnTop" {
                let word = if *value == Value::Flag(true) { "top" } else { "none" };
                self.options.insert("enclosingDrop".to_owned(), Value::Word(word.to_owned()));
                return true;
            }
            return false;
        };
        let height = self.height();
        let rank = i32::try_from(number).unwrap_or(1);
        let (region, from, to) = match row.name.as_str() {
            "promotionRank" => ("promotionRegion", rank, height),
            "doubleStepRank" => ("doubleStepRegion", 2, rank),
            "doubleStepRankMin" => ("doubleStepRegion", rank, 2),
            _ => return false,
        };
        let white =
            (from..=to).map(|rank| SquareMask::rank(rank - 1)).fold(SquareMask::NONE, |all, one| all | one);
        let black = (from..=to)
            .map(|rank| SquareMask::rank(height - rank))
            .fold(SquareMask::NONE, |all, one| all | one);
        for (color, squares) in COLORS.iter().zip([white, black]) {
            self.options.insert(format!("{region}{color}"), Value::Squares(squares));
        }
        true
    }

    /// Returns the piece with this lowercase letter.
    pub fn of_letter(&self, letter: char) -> Option<KindId> {
        self.pieces.iter().find(|(_, member)| member.letter == letter).map(|(kind, _)| *kind)
    }

    pub fn flag(&self, name: &str) -> bool {
        self.options.get(name) == Some(&Value::Flag(true))
    }

    pub fn number(&self, name: &str) -> i64 {
        match self.options.get(name) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        }
    }

    pub fn file(&self, name: &str) -> i32 {
        match self.options.get(name) {
            Some(Value::File(file)) => *file,
            _ => 0,
        }
    }

    pub fn word(&self, name: &str) -> &str {
        match self.options.get(name) {
            Some(Value::Word(word)) => word,
            _ => "",
        }
    }

    /// Returns the squares of an option that are on the board.
    pub fn squares(&self, name: &str) -> SquareMask {
        match self.options.get(name) {
            Some(Value::Squares(squares)) => *squares & SquareMask::board(self.width(), self.height()),
            _ => SquareMask::NONE,
        }
    }

    /// Returns the same rules, with regions that have no walls unless they are the whole board.
    pub fn without_walls_in_regions(&self, walls: SquareMask) -> SectionState {
        let mut open = self.clone();
        let board = SquareMask::board(self.width(), self.height());
        for value in open.options.values_mut() {
            if let Value::Squares(squares) = value
                && !squares.holds(board)
            {
                *squares = *squares & !walls;
            }
        }
        open
    }

    /// Returns the squares of an option for both sides.
    pub fn both_squares(&self, name: &str) -> [SquareMask; 2] {
        COLORS.map(|color| self.squares(&format!("{name}{color}")))
    }

    /// Returns the pieces that an option names, without those that are not in the game.
    pub fn kinds(&self, name: &str) -> Vec<KindId> {
        match self.options.get(name) {
            Some(Value::Pieces(kinds)) => {
                kinds.iter().copied().filter(|kind| self.pieces.contains_key(kind)).collect()
            }
            Some(Value::AllPieces) => self.pieces.keys().copied().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns true if the option names a piece that is not in the game.
    pub fn names_absent(&self, name: &str) -> bool {
        match self.options.get(name) {
            Some(Value::Pieces(kinds)) => kinds.iter().any(|kind| !self.pieces.contains_key(kind)),
            _ => false,
        }
    }

    /// Returns true if the option stands for all pieces together. An option for one piece does so without a piece.
    pub fn is_all(&self, name: &str) -> bool {
        let is_without = |value: &Value| matches!(value, Value::Pieces(kinds) if kinds.is_empty());
        let is_for_one = || TABLE.option(name).is_some_and(|(row, _)| row.kind == ValueKind::Piece);
        let value = self.options.get(name);
        value.is_some_and(|value| *value == Value::AllPieces || is_without(value) && is_for_one())
    }

    pub fn limit(&self, kind: KindId) -> Option<i64> {
        match self.options.get("promotionLimit") {
            Some(Value::Limits(limits)) => limits
                .iter()
                .rev()
                .find(|(of, _)| *of == kind)
                .map(|(_, most)| *most)
                .filter(|most| *most > 0),
            _ => None,
        }
    }

    /// Returns the promoted form of a piece that promotes as in shogi.
    pub fn promoted(&self, kind: KindId) -> Option<KindId> {
        match self.options.get("promotedPieceType") {
            Some(Value::Promotions(pairs)) => {
                pairs.iter().rev().find(|(of, _)| *of == kind).and_then(|(_, to)| *to)
            }
            _ => None,
        }
    }

    /// Returns the squares to which a piece is limited, or `None` if it is not.
    pub fn mobility(&self, side: usize, kind: KindId) -> Option<SquareMask> {
        let board = SquareMask::board(self.width(), self.height());
        self.mobility.get(&(side, kind)).filter(|squares| !squares.is_empty()).map(|squares| *squares & board)
    }

    pub fn width(&self) -> i32 {
        self.file("maxFile") + 1
    }

    pub fn height(&self) -> i32 {
        i32::try_from(self.number("maxRank")).unwrap_or(1).clamp(1, RANKS as i32)
    }

    /// Returns true if an option has the same value in both games.
    pub fn agrees(&self, other: &SectionState, name: &str) -> bool {
        self.options.get(name) == other.options.get(name)
    }

    /// Iterates over the names of options whose value differs from the default.
    pub fn unusual(&self) -> impl Iterator<Item = &str> {
        let usual = SectionState::usual();
        let differs = move |name: &&String| !usual.agrees(self, name);
        self.options.keys().filter(differs).map(String::as_str)
    }
}

/// Merges a new value with the old one. Pairs of the old value remain unless the new value has a pair for the same
/// piece.
fn joined(old: Option<&Value>, new: Value) -> Value {
    match (old, new) {
        (Some(Value::Limits(old)), Value::Limits(new)) => {
            Value::Limits(old.iter().copied().chain(new).collect())
        }
        (Some(Value::Promotions(old)), Value::Promotions(new)) => {
            Value::Promotions(old.iter().copied().chain(new).collect())
        }
        (_, new) => new,
    }
}

/// Returns the names under which an option is stored: one for each side, or a single one.
fn forms(row: &OptionRow) -> Vec<String> {
    match (row.colors, row.sets.is_empty()) {
        (true, _) => COLORS.iter().map(|color| format!("{}{color}", row.name)).collect(),
        (false, _) => vec![row.name.clone()],
    }
}

/// Returns the piece with this default letter.
fn usual(letter: char) -> Option<KindId> {
    TABLE.pieces.iter().position(|row| row.letter == Some(letter)).map(KindId)
}
