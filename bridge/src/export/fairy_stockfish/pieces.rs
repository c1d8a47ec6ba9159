//! Writes the pieces: their letters, their moves, and the squares on which they can stand.

use super::confusion::is_known;
use super::first_moves::FirstMoves;
use super::{ExportedPiece, IniWriter, MAX_SIZE, is_first};
use crate::base::source::Span;
use crate::base::{ByColor, Color, PieceTypeId, SquareSet};
use crate::export::letters;
use crate::export::paths::{Displacement, EndMode, Extent, Simple, simple, straight_first};
use crate::export::rectangle;
use crate::fairy_stockfish::options::{PieceKind, TABLE};
use crate::lang::betza;
use crate::notation::dialect::{Codec, Dialect};
use crate::rules::{Moves, PieceType, RuleRef, Variant};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The maximum number of pieces that a file can define by their notation.
const CUSTOM: usize = 25;

/// The name of the options for these pieces, without their number.
const CUSTOM_NAME: &str = "customPiece";

/// The moves of the predefined pieces that Fairy-Stockfish treats differently from other pieces.
const USUAL_MOVES: [&str; 2] = ["fmWfceF", "fmWfcF"];

impl IniWriter<'_> {
    pub(super) fn pieces(&mut self) {
        let variant = self.variant;
        let letters = letters_of(variant);
        for ((id, own), letter) in variant.piece_type_ids().zip(letters) {
            let merged = base_of(variant, id);
            let letter = letter.unwrap_or_else(|| {
                self.survey.prevent(RuleRef::Piece(id, own), "a game has at most 26 pieces");
                '?'
            });
            let region = self.region(id, own);
            self.kinds.push(ExportedPiece {
                letter,
                option: String::new(),
                merged,
                moves: BTreeSet::new(),
                region,
            });
        }
        self.blast = self.find_blast();
        self.king = self.royal();
        let mut initial: Vec<FirstMoves> = Vec::new();
        // The piece that may not give mate by a drop needs an option of its own, so it chooses first.
        let spared: Vec<PieceTypeId> =
            variant.piece_type_ids().map(|(id, _)| id).filter(|id| self.forbids_drop_mate(*id)).collect();
        let others = variant.piece_type_ids().map(|(id, _)| id).filter(|id| !spared.contains(id));
        let order: Vec<PieceTypeId> = spared.iter().copied().chain(others).collect();
        for id in order {
            let own = variant.piece_type(id);
            if self.kinds[id.index()].merged.is_some() {
                continue;
            }
            let moves = self.moves(id, own, &mut initial);
            let (option, value) = self.option(id, own, &moves);
            let is_soldier = TABLE.pieces.iter().any(|row| row.is_soldier && row.option == option);
            let rank = own.moves.last().and_then(|moves| self.ranks_from(moves.on.as_ref()?.squares));
            self.set(&option, value);
            if let Some(rank) = rank.filter(|_| is_soldier) {
                self.set("soldierPromotionRank", rank.to_string());
            }
            self.kinds[id.index()].option = option;
            self.kinds[id.index()].moves = moves;
        }
        if self.facing {
            self.set("flyingGeneral", "true");
        }
        self.first_moves(&initial);
        for at in 0..self.kinds.len() {
            let kind = &self.kinds[at];
            if let Some(region) = kind.region.filter(|_| kind.merged.is_none()) {
                let option = capital(&kind.option);
                for color in Color::ALL {
                    let value = self.squares(*region.get(color));
                    self.set(&format!("mobilityRegion{}{option}", color.title()), value);
                }
            }
        }
    }

    /// Chooses the option that defines a piece, and its value.
    fn option(&mut self, id: PieceTypeId, own: &PieceType, moves: &BTreeSet<Simple>) -> (String, String) {
        let (first, usual): (BTreeSet<Simple>, BTreeSet<Simple>) = moves.iter().partition(|one| one.initial);
        let text = |moves: &BTreeSet<Simple>| letters::write(moves).unwrap_or_default();
        let (whole, usual, first) = (text(moves), text(&usual), text(&first));
        let is_pawn = USUAL_MOVES.contains(&usual.as_str()) && ["", "ifmnD"].contains(&first.as_str());
        let letter = self.kinds[id.index()].letter.to_ascii_lowercase();
        let is_taken = |option: &str| self.kinds.iter().any(|kind| kind.option == option);
        let mut named = KNOWN.iter().filter(|(row, _)| {
            row.no_drop_mate == self.forbids_drop_mate(id)
                && !row.is_soldier
                && !row.avoids_own_type
                && !is_taken(&row.option)
        });
        let advancing = TABLE.pieces.iter().find(|row| row.is_soldier && self.is_soldier(id, own));
        if self.king == Some(id) {
            let value = if whole == "K" { letter.to_string() } else { format!("{letter}:{whole}") };
            return ("king".to_owned(), value);
        }
        let own_pawn = TABLE.pieces.iter().find(|row| is_first(&row.option) && !is_taken(&row.option));
        if let Some(row) = own_pawn.filter(|_| is_pawn) {
            return (row.option.clone(), letter.to_string());
        }
        if let Some(row) = advancing.filter(|row| !is_taken(&row.option)) {
            return (row.option.clone(), letter.to_string());
        }
        if let Some((row, _)) = named.find(|(_, known)| known == moves) {
            return (row.option.clone(), letter.to_string());
        }
        let number = self.kinds.iter().filter(|kind| kind.option.starts_with(CUSTOM_NAME)).count() + 1;
        // The program does not know a further option, so it stands in a comment.
        let sign = if number > CUSTOM { "# " } else { "" };
        if number > CUSTOM {
            self.survey.refuse(RuleRef::Piece(id, own), "a game has at most 25 pieces and a king");
        }
        // A piece without moves still needs a notation, and the program ignores this sign.
        let whole = if whole.is_empty() { "-".to_owned() } else { whole };
        (format!("{sign}{CUSTOM_NAME}{number}"), format!("{letter}:{whole}"))
    }

    /// Returns the squares to which a piece is limited, or `None` if it can stand on all squares.
    fn region(&mut self, id: PieceTypeId, own: &PieceType) -> Option<ByColor<SquareSet>> {
        let mut region = own.stays.as_ref().map(|zone| zone.squares);
        let first = own.moves.first().and_then(|moves| moves.to.as_ref());
        if let Some(zone) = first.filter(|zone| own.moves.iter().all(|moves| moves.to.as_ref() == Some(zone)))
        {
            let both = region.map_or(zone.squares, |region| {
                ByColor::from_fn(|color| *region.get(color) & *zone.squares.get(color))
            });
            region = Some(both);
        } else if let Some(moves) = own.moves.iter().find(|moves| moves.to.is_some()) {
            self.survey.refuse(RuleRef::Moves(id, moves), "all moves of a piece end in the same region");
        }
        region.filter(|region| Color::ALL.iter().any(|color| *region.get(*color) != self.everywhere()))
    }

    /// Returns the moves of a piece, and adds its first moves to `initial`.
    fn moves(&mut self, id: PieceTypeId, own: &PieceType, initial: &mut Vec<FirstMoves>) -> BTreeSet<Simple> {
        let (_, _, width, height) = rectangle(self.variant);
        let mut all = BTreeSet::new();
        let is_soldier = self.is_soldier(id, own);
        for moves in &own.moves {
            let rule = RuleRef::Moves(id, moves);
            if [&moves.over, &moves.capturing, &moves.stops].into_iter().any(Option::is_some)
                || moves.is_conditional()
            {
                self.survey.refuse(rule, format!("`{}` has a limit or a condition", &*moves.notation));
                continue;
            }
            let Some(found) = simple(&moves.automaton, (width, height), straight_first) else {
                self.survey.refuse(rule, format!("its notation cannot express `{}`", &*moves.notation));
                continue;
            };
            let found = self.without_facing(id, rule, found);
            let strange = |one: &&Simple| !is_known(one);
            if let Some(one) = found.iter().find(strange) {
                let text = letters::write(&BTreeSet::from([*one]));
                let text =
                    text.map_or_else(|| format!("a leap of {:?}", one.vector), |text| format!("`{text}`"));
                self.survey
                    .refuse(rule, format!("`{}` contains {text}, which it does not know", &*moves.notation));
                continue;
            }
            if is_soldier {
                all.extend(found);
                continue;
            }
            let first = |one: &Simple| Simple { initial: true, ..*one };
            // A piece that can be captured en passant makes a first move, from any square.
            let passed: BTreeSet<Simple> =
                found.iter().filter(|one| !one.initial && one.passed).map(first).collect();
            let virgin: BTreeSet<Simple> = found.iter().filter(|one| one.initial).copied().collect();
            let usual: BTreeSet<Simple> =
                found.iter().filter(|one| !one.initial && !one.passed).copied().collect();
            if !virgin.is_empty() {
                let zone = ByColor::from_fn(|color| self.variant.homes(color, id));
                initial.push(FirstMoves { id, zone, moves: virgin });
                if self.returns_home(id) {
                    self.survey
                        .refuse(rule, "a piece that returns to its home square can repeat its first move");
                }
                if self.variant.is_ever_held(id) {
                    self.survey.refuse(rule, "a dropped piece can make a first move");
                }
            }
            match &moves.on {
                Some(zone) => {
                    let moves = usual.iter().map(first).chain(passed).collect();
                    initial.push(FirstMoves { id, zone: zone.squares, moves });
                }
                None => {
                    all.extend(usual);
                    let everywhere = self.everywhere();
                    let zone = ByColor { white: everywhere, black: everywhere };
                    initial.extend((!passed.is_empty()).then_some(FirstMoves { id, zone, moves: passed }));
                }
            }
            let own: BTreeSet<Simple> =
                initial.iter().filter(|one| one.id == id).flat_map(|one| &one.moves).copied().collect();
            if own.iter().any(|one| one.mode != EndMode::Quiet) {
                self.survey.refuse(rule, format!("`{}` captures only from some squares", &*moves.notation));
            }
            all.extend(own);
        }
        let hops = all.iter().any(|one| matches!(one.reach, Extent::Hop | Extent::ShortHop));
        if let Some(moves) = own.moves.first().filter(|_| hops && self.has_holes()) {
            self.survey.refuse(RuleRef::Moves(id, moves), "pieces hop over holes as they hop over pieces");
        }
        self.report_confusion(id, own, &all);
        self.en_passant(id, own, &all);
        all
    }

    /// Removes the attacks on the enemy king alone, which one option gives to both kings.
    fn without_facing(
        &mut self,
        id: PieceTypeId,
        rule: RuleRef,
        found: BTreeSet<Simple>,
    ) -> BTreeSet<Simple> {
        let (facing, found): (BTreeSet<Simple>, BTreeSet<Simple>) =
            found.into_iter().partition(|one| one.mode == EndMode::Royal);
        if !facing.is_empty() {
            self.facing |= facing == *FACING;
            if facing != *FACING || self.king != Some(id) {
                self.survey.refuse(rule, "only kings attack enemy kings alone, as rooks do");
            }
        }
        found
    }

    /// Returns true if the board is not a whole rectangle.
    fn has_holes(&self) -> bool {
        let (_, _, width, height) = rectangle(self.variant);
        usize::try_from(width * height).ok() != Some(self.variant.board.squares().count())
    }

    /// Checks that either all captures of a piece are also captures en passant, or none is.
    fn en_passant(&mut self, id: PieceTypeId, own: &PieceType, all: &BTreeSet<Simple>) {
        let vectors = |mode: EndMode| -> BTreeSet<Displacement> {
            all.iter().filter(|one| one.mode == mode && !one.initial).map(|one| one.vector).collect()
        };
        let (quiet, captures, passing) =
            (vectors(EndMode::Quiet), vectors(EndMode::Capture), vectors(EndMode::Passing));
        let expected: BTreeSet<Displacement> = captures.difference(&quiet).copied().collect();
        if !passing.is_empty() && passing != expected {
            let rule = own.moves.first().map_or(RuleRef::Piece(id, own), |moves| RuleRef::Moves(id, moves));
            self.survey.refuse(rule, "a piece captures en passant with all its captures or with none");
        }
    }

    /// Returns true if the piece is a soldier: it moves forward, and once it has reached a certain rank, also sideways.
    pub(super) fn is_soldier(&self, id: PieceTypeId, own: &PieceType) -> bool {
        let [forward, sideways] = own.moves.as_slice() else { return false };
        let Some(zone) = &sideways.on else { return false };
        let texts = (&*forward.notation, &*sideways.notation);
        let plain = |moves: &Moves| !moves.is_limited();
        let is_plain = forward.on.is_none() && plain(forward) && plain(sideways);
        texts == ("fW", "sW") && is_plain && self.king != Some(id) && self.ranks_from(zone.squares).is_some()
    }

    /// Returns the first rank of a zone that contains this rank and all ranks beyond, as each side counts them.
    pub(super) fn ranks_from(&self, zone: ByColor<SquareSet>) -> Option<i32> {
        let board = &self.variant.board;
        let (_, low, _, height) = rectangle(self.variant);
        let from = |rank: i32, color: Color| -> SquareSet {
            let counted = |y: i32| color.pick(y - low + 1, height - (y - low));
            board.squares().filter(|square| counted(board.cell(*square).y) >= rank).collect()
        };
        (1..=height).find(|rank| Color::ALL.iter().all(|color| from(*rank, *color) == *zone.get(*color)))
    }
}

/// The attacks of a king on the enemy king along open lines.
static FACING: LazyLock<BTreeSet<Simple>> = LazyLock::new(|| {
    let step = |vector: Displacement| Simple {
        initial: false,
        reach: Extent::Slide(None),
        mode: EndMode::Royal,
        vector,
        passed: false,
    };
    [(1, 0), (0, 1), (-1, 0), (0, -1)].map(step).into()
});

/// A predefined piece, and its moves.
type KnownPiece = (&'static PieceKind, BTreeSet<Simple>);

/// The predefined pieces, except those with special rules.
static KNOWN: LazyLock<Vec<KnownPiece>> = LazyLock::new(known_pieces);

fn known_pieces() -> Vec<KnownPiece> {
    let moves = |row: &'static PieceKind| {
        let (reading, _) = betza::read(&row.betza, Span::new(0, 0, row.betza.len()));
        Some((row, simple(&reading?.automaton, MAX_SIZE, straight_first)?))
    };
    // Pawns and kings have rules of their own.
    let is_plain = |row: &&PieceKind| !is_first(&row.option) && row.option != "king";
    TABLE.pieces.iter().filter(is_plain).filter_map(moves).collect()
}

/// Returns the name of an option with an initial capital.
fn capital(option: &str) -> String {
    let mut letters = option.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Returns the type that differs from a promoted type only in what the piece becomes in hand.
fn base_of(variant: &Variant, id: PieceTypeId) -> Option<PieceTypeId> {
    let own = variant.piece_type(id);
    own.in_hand?;
    let starts = variant.setup.iter().any(|(_, piece)| piece.piece_type == id);
    let same = |other: &PieceType| {
        other.moves == own.moves
            && other.stays == own.stays
            && other.royal == own.royal
            && other.arrivals == own.arrivals
    };
    let mut others =
        variant.piece_type_ids().filter(|(other, base)| *other != id && base.in_hand.is_none() && same(base));
    // The mark `~` in the file of the game confirms that this type is the promoted form of another.
    let is_marked = own.written.iter().any(|(_, token)| token.ends_with('~'));
    others.find(|_| !starts && is_marked).map(|(other, _)| other)
}

/// Chooses a letter for each piece type: the letter that Fairy-Stockfish uses, or else a free one.
fn letters_of(variant: &Variant) -> Vec<Option<char>> {
    let dialect = Dialect::named("xboard").unwrap_or_else(|| Dialect::own());
    let written = Codec::new(variant, dialect).letters;
    let single = |token: &String| {
        let mut chars = token.chars();
        let first = chars.next().filter(char::is_ascii_uppercase);
        first.filter(|_| chars.next().is_none())
    };
    let mut letters: Vec<Option<char>> = written.iter().map(single).collect();
    for at in 0..letters.len() {
        let marked = written[at].ends_with('~');
        if letters[at].is_none() && !marked {
            letters[at] = ('A'..='Z').rev().find(|letter| !letters.contains(&Some(*letter)));
        } else if marked {
            letters[at] = Some('~');
        }
    }
    letters
}
