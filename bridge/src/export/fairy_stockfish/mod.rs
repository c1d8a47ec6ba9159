//! Writes games as sections of Fairy-Stockfish's `variants.ini`.
//!
//! The section has no parent, so it contains every option whose default is that of chess. [`Writer`] visits the rules
//! in order. Pieces come first ([`pieces`]), because the other options refer to their letters.

mod blast;
mod castling;
mod confusion;
mod drops;
mod endings;
mod filters;
mod first_moves;
mod goals;
mod lost_kinds;
mod pieces;
mod promotion;
mod royals;

use super::paths::Simple;
use super::{Export, ExportSurvey, Format, rectangle};
use crate::base::{Bitboard, ByColor, Color, PieceTypeId, Square, SquareSet};
use crate::fairy_stockfish::options::{TABLE, ValueKind};
use crate::lang::catalog::{Catalog, GameRef, NoFiles, built_in};
use crate::notation::dialect::{Codec, Dialect};
use crate::rules::{
    Admission, Binding, Border, First, FollowUp, Force, Formula, MoveProperty, MoveRule, PieceTest, RuleRef,
    Variant,
};
use std::collections::BTreeSet;

/// The prefix of the name of a section, if the program has a built-in game with the same name.
pub const SECTION_PREFIX: &str = "ferz-";

/// The largest board, in files and ranks.
const MAX_SIZE: (i32, i32) = (12, 10);

/// A piece type in the file.
struct ExportedPiece {
    letter: char,
    /// The name of the option that defines the piece.
    option: String,
    /// The unpromoted type, if this type is its promoted form and the file has one piece for both.
    merged: Option<PieceTypeId>,
    moves: BTreeSet<Simple>,
    /// The squares to which the piece is limited, or `None` if it can stand on all squares.
    region: Option<ByColor<SquareSet>>,
}

struct IniWriter<'v> {
    variant: &'v Variant,
    survey: ExportSurvey<'v>,
    kinds: Vec<ExportedPiece>,
    options: Vec<(String, String)>,
    /// The piece type of the option `king`.
    king: Option<PieceTypeId>,
    /// The piece type that is royal only while the enemy has one as well.
    exposed: Option<PieceTypeId>,
    /// The pieces without one kind of which a side loses.
    lost_kinds: Vec<PieceTypeId>,
    /// The squares on which pieces of each side can be captured en passant.
    passed: ByColor<SquareSet>,
    /// True if the kings may not face each other on an open line.
    facing: bool,
    /// The pieces that survive their own explosions, if captures are explosions.
    blast: Option<BTreeSet<PieceTypeId>>,
    /// The promoted forms of pieces, each with its base.
    forms: Vec<(PieceTypeId, PieceTypeId)>,
    /// True if a piece cannot go to a square from which it could never move again.
    immobile: bool,
    /// The number of checks that each side may give.
    checks: Option<u8>,
}

pub(super) fn write(variant: &Variant) -> Export {
    let export = whole(variant);
    let inherited = if export.obstacles.is_empty() { None } else { inherited(variant) };
    inherited.unwrap_or(export)
}

/// Writes a game whose rules are those of a variant that the program contains: a section that inherits from it.
fn inherited(variant: &Variant) -> Option<Export> {
    let row = TABLE.contained.iter().find(|row| row.game == variant.id)?;
    let set: Vec<(String, String)> = row.set.clone().into_iter().collect();
    let own = Catalog::new(&NoFiles).load(&GameRef::parse(&row.game), &set).ok()?.variant;
    let name = format!("{SECTION_PREFIX}{}", row.game);
    let heading = heading(variant);
    let text = format!("{heading}# The program has these rules as its own variant.\n[{name}:{}]\n", row.game);
    (*own == *variant).then_some(Export { text, obstacles: Vec::new() })
}

/// Returns the first line of a file.
fn heading(variant: &Variant) -> String {
    format!("# {}, written by ferz {}.\n", variant.title, env!("CARGO_PKG_VERSION"))
}

/// Writes a section without a parent.
fn whole(variant: &Variant) -> Export {
    let mut writer = IniWriter {
        variant,
        survey: ExportSurvey::new(variant),
        kinds: Vec::new(),
        options: Vec::new(),
        king: None,
        exposed: None,
        lost_kinds: Vec::new(),
        passed: ByColor { white: SquareSet::EMPTY, black: SquareSet::EMPTY },
        facing: variant.royalty.facing,
        blast: None,
        forms: Vec::new(),
        immobile: false,
        checks: None,
    };
    writer.board();
    writer.pieces();
    // The endings say which rules on arrivals only count checks, and come last in the file.
    let before = writer.options.len();
    writer.endings();
    let endings = writer.options.split_off(before);
    writer.blasts();
    writer.promotions();
    writer.castlings();
    writer.drops();
    writer.options.extend(endings);
    for rule in variant.rules() {
        writer.rule(rule);
    }
    writer.start();
    writer.finish()
}

impl IniWriter<'_> {
    fn set(&mut self, option: &str, value: impl Into<String>) {
        self.options.push((option.to_owned(), value.into()));
    }

    /// Writes the rules that no other module of this folder writes.
    fn rule(&mut self, rule: RuleRef) {
        match rule {
            // The board, the pieces with their moves, and the array are always in the file.
            RuleRef::Board(_)
            | RuleRef::Piece(..)
            | RuleRef::Moves(..)
            | RuleRef::Stays(..)
            | RuleRef::Royal(..) => {}
            // A region is only a name. The rules that use it write its squares.
            RuleRef::Region(..) => {}
            // The file contains only the chosen array.
            RuleRef::Array(_) => {}
            RuleRef::Arrival(..) | RuleRef::InHand(..) | RuleRef::Castling(_) | RuleRef::CastlingRule(_) => {}
            RuleRef::Hands | RuleRef::Action(_) | RuleRef::Ending(_) | RuleRef::Clock(_) => {}
            RuleRef::Neutral(_) => self.survey.refuse(rule, "every piece belongs to a side"),
            RuleRef::Points(..) => {}
            RuleRef::Right(number, _) => {
                if !(self.checks.is_some() && number == 0) {
                    self.survey.refuse(rule, "it has no rights that players use up");
                }
            }
            RuleRef::FollowUp(FollowUp { .. }) => {
                self.survey.refuse(rule, "it has no moves in several parts like this one");
            }
            RuleRef::Admission(Admission { .. }) => {
                self.survey.refuse(rule, "a region limits both the moves of a piece and its checks");
            }
            RuleRef::Border(Border { .. }) => self.survey.refuse(rule, "it has no borders"),
            RuleRef::Immunity(one) => {
                if !self.is_implied(one) {
                    self.survey.refuse(rule, "it has no such immunity");
                }
            }
            RuleRef::MoveRule(one) => self.move_rule(rule, one),
            RuleRef::Royalty(royalty) => {
                if royalty.mutual && self.exposed.is_none() {
                    self.survey.refuse(rule, "a king is royal whether or not the enemy has one");
                }
                if royalty.binds == Binding::Never && self.has_royals() {
                    self.survey.refuse(rule, "a king cannot be left in check");
                }
            }
            // The start position names the side to move. Dice are left to the players.
            RuleRef::FirstMove(First::White | First::Black | First::Dice) => {}
            RuleRef::Turns(_) => self.survey.refuse(rule, "a turn is a single move"),
            RuleRef::FenCount(_) => {}
        }
    }

    fn has_royals(&self) -> bool {
        self.variant.piece_types.iter().any(|own| own.royal.is_some())
    }

    fn move_rule(&mut self, rule: RuleRef, one: &MoveRule) {
        let is_general = one.by.is_none() && one.when.is_none();
        match (one.force, &one.property) {
            (Force::MustIfCan, MoveProperty::Capture(Formula::Leaf(PieceTest::All | PieceTest::Enemy)))
                if is_general =>
            {
                self.set("mustCapture", "true");
            }
            (Force::MayNot, MoveProperty::Check) if is_general => self.set("checking", "false"),
            (Force::MayNot, _) if self.spares(one) => {}
            (Force::MustIfCan | Force::MayNot, _) => {
                self.survey.refuse(rule, "it has no such restriction on moves");
            }
        }
    }

    fn board(&mut self) {
        let (_, _, width, height) = rectangle(self.variant);
        self.set("maxFile", width.to_string());
        self.set("maxRank", height.to_string());
        if width > MAX_SIZE.0 || height > MAX_SIZE.1 {
            let reason = format!("a board has at most {} files and {} ranks", MAX_SIZE.0, MAX_SIZE.1);
            self.survey.prevent(RuleRef::Board(&self.variant.board), reason);
        }
        if self.variant.board.joins.is_any() {
            self.survey.refuse(RuleRef::Board(&self.variant.board), "the edges of a board are not joined");
        }
    }

    /// Writes the start position.
    fn start(&mut self) {
        let Some(dialect) = Dialect::named(Format::FairyStockfish.name()) else { return };
        let mut codec = Codec::new(self.variant, dialect);
        codec.letters = self.kinds.iter().map(|kind| kind.letter.to_string()).collect();
        for (id, kind) in self.kinds.iter().enumerate() {
            // A promoted piece carries the mark `~`, by which the program recognizes its base piece.
            let is_promoted = self.variant.piece_types[id].in_hand.is_some();
            if let Some(base) = kind.merged.filter(|_| is_promoted) {
                codec.letters[id] = format!("{}~", self.kinds[base.index()].letter);
            }
        }
        for (form, base) in &self.forms {
            codec.letters[form.index()] = format!("+{}", self.kinds[base.index()].letter);
        }
        let fen = codec.fen(self.variant, &self.variant.start());
        let fen = match self.checks {
            Some(checks) => {
                let fields: Vec<&str> = fen.split(' ').collect();
                let (position, counts) = fields.split_at(fields.len().saturating_sub(2));
                format!("{} {checks}+{checks} {}", position.join(" "), counts.join(" "))
            }
            None => fen,
        };
        self.set("startFen", fen);
    }

    fn finish(mut self) -> Export {
        if self.immobile {
            self.set("immobilityIllegal", "true");
        }
        let options = tidied(&self.options);
        let name = &self.variant.id;
        let name = if built_in(name).is_some() { format!("{SECTION_PREFIX}{name}") } else { name.clone() };
        let mut text = heading(self.variant);
        for line in self.survey.remarks(Format::FairyStockfish) {
            text += &format!("# {line}\n");
        }
        text += &format!("[{name}]\n");
        for (option, value) in &options {
            text += &format!("{option} = {value}\n");
        }
        Export { text, obstacles: self.survey.obstacles }
    }

    /// Returns the name of a square in the file.
    fn square(&self, square: Square) -> String {
        let (left, low, ..) = rectangle(self.variant);
        let cell = self.variant.board.cell(square);
        let file = u8::try_from(cell.x - left).map_or('?', |file| char::from(b'a'.saturating_add(file)));
        format!("{file}{}", cell.y - low + 1)
    }

    /// Returns a set of squares in the notation of the file: whole ranks, whole files, and single squares.
    fn squares(&self, set: SquareSet) -> String {
        let (left, low, width, height) = rectangle(self.variant);
        let board = &self.variant.board;
        let on_line =
            |squares: Vec<Square>| !squares.is_empty() && squares.iter().all(|square| set.contains(*square));
        let mut left_over = set;
        let mut words = Vec::new();
        let mut take = |word: String, squares: Vec<Square>| {
            if on_line(squares.clone()) {
                words.push(word);
                left_over &= !squares.into_iter().collect::<SquareSet>();
            }
        };
        for y in low..low + height {
            take(format!("*{}", y - low + 1), (left..left + width).filter_map(|x| board.at(x, y)).collect());
        }
        for square in left_over.iter() {
            words.push(self.square(square));
        }
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }

    /// Sets an option that has a separate form for each side.
    fn set_squares(&mut self, option: &str, zone: ByColor<SquareSet>) {
        for color in Color::ALL {
            let value = self.squares(*zone.get(color));
            self.set(&format!("{option}{}", color.title()), value);
        }
    }

    fn letter(&self, id: PieceTypeId) -> char {
        let kind = &self.kinds[id.index()];
        kind.merged.map_or(kind.letter, |base| self.kinds[base.index()].letter)
    }

    /// Returns the letters of some piece types in lowercase, without duplicates.
    fn letters(&self, ids: &[PieceTypeId]) -> String {
        let mut letters = String::new();
        for id in ids {
            let letter = self.letter(*id).to_ascii_lowercase();
            if !letters.contains(letter) {
                letters.push(letter);
            }
        }
        letters
    }

    /// Returns all squares of the board.
    fn everywhere(&self) -> SquareSet {
        self.variant.board.squares().collect()
    }
}

/// Returns true if an option is the first piece of the table, for which Fairy-Stockfish has special rules on double
/// steps and promotion.
fn is_first(option: &str) -> bool {
    TABLE.pieces.first().is_some_and(|row| row.option == option)
}

/// Merges the options of both sides if they are equal, and removes options that have their default value.
fn tidied(options: &[(String, String)]) -> Vec<(String, String)> {
    let of = |name: &str| options.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let mut tidy: Vec<(String, String)> = Vec::new();
    for (name, value) in options {
        let sides = ["White", "Black"].map(|side| name.strip_suffix(side));
        let Some((row, _)) = TABLE.option(name) else {
            tidy.push((name.clone(), value.clone()));
            continue;
        };
        // The pieces that a pawn becomes have no usual value in a section without a parent.
        let is_kept = row.name == "promotionPieceTypes";
        let usual = |side: &str, default: &str| {
            of(&format!("{}{side}", row.name)).is_none_or(|value| value == default)
        };
        let black = row.default_black.as_deref().unwrap_or(&row.default);
        // The usual pieces are those with an option of their own, whatever their letter.
        let is_own = |letter: char| {
            let row = TABLE.pieces.iter().find(|row| row.letter == Some(letter));
            row.is_none_or(|row| of(&row.option).is_some_and(|value| value.starts_with(letter)))
        };
        let is_pieces = matches!(row.kind, ValueKind::Piece | ValueKind::Pieces);
        if is_pieces && !value.chars().all(is_own) {
            tidy.push((name.clone(), value.clone()));
            continue;
        }
        let is_usual = match sides {
            [None, None] => *value == row.default && row.default_black.is_none(),
            _ => usual("White", &row.default) && usual("Black", black),
        };
        if is_usual && !is_kept {
            continue;
        }
        match sides {
            [Some(both), _] if !row.separate && of(&format!("{both}Black")) == Some(value) => {
                tidy.push((both.to_owned(), value.clone()));
            }
            [_, Some(both)] if !row.separate && of(&format!("{both}White")) == Some(value) => {}
            _ => tidy.push((name.clone(), value.clone())),
        }
    }
    tidy
}
