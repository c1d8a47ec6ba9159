//! A simple game as other programs describe it: a board, pieces with notation, and promotions.
//! [`GameSketch::rule_file`] writes it as a rule file.

use super::{Imported, MOST_SHOWN, Omission, warnings};
use crate::base::source::Span;
use crate::lang::betza::{self, BetzaDialect};
use crate::lang::{syntax, vocabulary};
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
    pub regions: Vec<(String, String)>,
    /// The lines of the array that shuffle pieces.
    pub shuffles: Vec<String>,
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
        let title = quoted(&self.title);
        let mut text = format!("variant {name} {title}\n\n");
        text += &format!("source page {{\n  title {}\n}}\n\nrules from page\n\n", quoted(&self.source));
        text += &self.board();
        text += &self.declared();
        let chooses = |piece: &SketchPiece| piece.promotes.is_some() && !self.choice.is_empty();
        if self.pieces.iter().any(|piece| chooses(piece) || piece.form.is_some()) {
            let (low, high) = (self.size.1 - self.zone + 1, self.size.1);
            let ranks = if low == high { format!("rank {high}") } else { format!("rank {low}..{high}") };
            text += &format!("region far-rank = {ranks}\n");
            if self.pieces.iter().any(|piece| piece.promotes == Some(Obligation::MandatoryAtLast)) {
                text += &format!("region last-rank = rank {high}\n");
            }
        }
        text += if text.ends_with("\n\n") { "" } else { "\n" };
        let hands = self.drops || self.pieces.iter().any(|piece| piece.hand > 0);
        if hands {
            text += if self.drops { "hands\n\n" } else { "hands without captures\n\n" };
        }
        let names = self.names();
        let royal = self.pieces.iter().any(|piece| piece.royal);
        for (piece, name) in self.pieces.iter().zip(&names) {
            text += &self.piece(piece, name, &names);
        }
        if hands {
            text += &self.actions(&names);
        }
        text += if self.black_begins { "\nfirst move black\n" } else { "" };
        text += if royal { "\nroyalty {\n  check binds always\n}\n" } else { "" };
        text += if royal { "\nending {\n  checkmate: loss\n" } else { "\nending {\n" };
        text += if self.stalemate_loses { "  stalemate: loss\n}\n\n" } else { "  stalemate: draw\n}\n\n" };
        text += &self.array();
        for one in &self.left {
            let word = if one.differs { "Left out" } else { "Note" };
            text += &format!("\n# {word}: {}", one.remark());
        }
        text += if self.left.is_empty() { "" } else { "\n" };
        let text = warnings::allowed(&syntax::format(&text).unwrap_or(text), "so in the source");
        Imported { name, text, omissions: self.left, ..Imported::default() }
    }

    /// Writes an action for each zone of drops.
    fn actions(&self, names: &[String]) -> String {
        let forms: BTreeSet<usize> = self.pieces.iter().filter_map(|piece| piece.form).collect();
        let everywhere = DropZone { ranks: (1, self.size.1), on_file: 0 };
        let mut zones: Vec<(DropZone, Vec<&str>)> = Vec::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            let is_held = piece.hand > 0 || self.drops && !piece.royal && piece.reverts.is_none();
            if !is_held || forms.contains(&at) {
                continue;
            }
            let zone = piece.drop.unwrap_or(everywhere);
            match zones.iter_mut().find(|(own, _)| *own == zone && own.on_file == 0) {
                Some((_, dropped)) => dropped.push(&names[at]),
                None => zones.push((zone, vec![&names[at]])),
            }
        }
        let mut text = String::new();
        for (number, (DropZone { ranks: (low, high), on_file }, dropped)) in zones.iter().enumerate() {
            let name = if number == 0 { "drop".to_owned() } else { format!("drop-{}", dropped[0]) };
            let to = if (*low, *high) == (1, self.size.1) { "grid" } else { &format!("rank {low}..{high}") };
            let of = if *on_file > 1 { format!("{on_file} own") } else { "own".to_owned() };
            let not = (*on_file > 0).then(|| format!("  not on a file with {of} {}\n", dropped[0]));
            let not = not.unwrap_or_default();
            text += &format!("\naction {name} {{\n  drop [{}]\n  to {to}\n{not}}}\n", dropped.join(", "));
        }
        text
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

    fn board(&self) -> String {
        let (width, height) = self.size;
        let mut text = format!("board {{\n  grid {width} x {height}\n");
        if !self.holes.is_empty() {
            let holes: Vec<String> = self.holes.iter().map(|place| square(*place)).collect();
            text += &format!("  hole {}\n", holes.join(", "));
        }
        let how = if self.symmetry == Symmetry::Turn { "turned" } else { "mirrored" };
        text + &format!("  black is white {how}\n}}\n\n")
    }

    /// Returns the regions of tables and shuffles.
    fn declared(&self) -> String {
        let region = |(name, squares): &(String, String)| format!("region {name} = {squares}\n");
        let mut text: String = self.regions.iter().map(region).collect();
        for (name, parity) in [("light", 1), ("dark", 0)] {
            let all = self.colored.iter().copied().collect::<BTreeSet<Place>>().into_iter();
            let squares: Vec<String> = all.filter(|(x, y)| (x + y) % 2 == parity).map(square).collect();
            if !squares.is_empty() {
                text += &format!("region {name} = [{}]\n", squares.join(", "));
            }
        }
        text
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

    fn piece(&self, piece: &SketchPiece, name: &str, names: &[String]) -> String {
        let royal = if piece.royal { " royal" } else { "" };
        let moves = if piece.moves.is_empty() { String::new() } else { format!(" `{}`", piece.moves) };
        let mut lines = Vec::new();
        let choice: Vec<&str> =
            self.choice.iter().map(|at| names[*at].as_str()).filter(|own| *own != name).collect();
        if let Some(promotion) = piece.promotes.filter(|_| !choice.is_empty()) {
            let choice =
                if choice.len() == 1 { choice[0] } else { &format!("one of [{}]", choice.join(", ")) };
            lines.extend(match promotion {
                Obligation::Mandatory => vec![format!("arriving at far-rank: becomes {choice}")],
                Obligation::Optional => vec![format!("arriving at far-rank: may become {choice}")],
                Obligation::MandatoryAtLast => vec![
                    format!("arriving at far-rank except last-rank: may become {choice}"),
                    format!("arriving at last-rank: becomes {choice}"),
                ],
            });
        }
        if let Some(form) = piece.form.and_then(|form| names.get(form)) {
            lines.push(format!("arriving at or leaving far-rank: may become {form}"));
        }
        for (region, form) in &piece.changes {
            lines.push(format!("arriving at {region}: becomes {}", names[*form]));
        }
        if let Some(region) = &piece.stays {
            lines.insert(0, format!("stays in {region}"));
        }
        if piece.moves.is_empty() {
            lines = vec!["stands still".to_owned()];
        }
        let is_form =
            |other: &SketchPiece| other.form.and_then(|form| names.get(form)).is_some_and(|own| own == name);
        let base = piece.reverts.or_else(|| self.pieces.iter().position(is_form));
        if let Some(base) = base.filter(|_| self.drops) {
            lines.push(format!("in hand becomes {}", names[base]));
        }
        let mut text = format!("piece {name} {}{moves}{royal}", piece.token);
        if !lines.is_empty() {
            text += &format!(" {{\n  {}\n}}", lines.join("\n  "));
        }
        text + "\n"
    }

    fn array(&self) -> String {
        let (width, height) = self.size;
        let at = |place: Place| {
            let white = self.pieces.iter().find(|piece| piece.white.contains(&place));
            let black = self.pieces.iter().find(|piece| piece.black.contains(&place));
            match (white, black) {
                (Some(piece), _) => piece.token.clone(),
                (None, Some(piece)) => piece.token.to_lowercase(),
                (None, None) => ".".to_owned(),
            }
        };
        let last = match self.symmetry {
            Symmetry::None => height,
            Symmetry::Mirror | Symmetry::Turn => {
                let ranks = self.pieces.iter().flat_map(|piece| &piece.white).map(|place| place.1);
                ranks.max().unwrap_or(1)
            }
        };
        let mut text = "array usual {\n".to_owned();
        for rank in (1..=last).rev() {
            let row: Vec<String> = (1..=width)
                .map(
                    |file| if self.holes.contains(&(file, rank)) { "*".to_owned() } else { at((file, rank)) },
                )
                .collect();
            text += &format!("  {rank} | {}\n", row.join(" "));
        }
        let hand: Vec<&str> = self
            .pieces
            .iter()
            .flat_map(|piece| std::iter::repeat_n(piece.token.as_str(), piece.hand.into()))
            .collect();
        if !hand.is_empty() {
            text += &format!("  hand: {}\n", hand.join(" "));
        }
        text.extend(self.shuffles.iter().map(|line| format!("  {line}\n")));
        text + "}\n"
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

/// Returns a text in quotes, without the characters that end a quoted text.
pub(super) fn quoted(text: &str) -> String {
    let plain: String =
        text.chars().filter(|letter| !letter.is_control() && *letter != '"' && *letter != '\\').collect();
    format!("\"{}\"", cut(plain.trim(), MOST_SHOWN))
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
