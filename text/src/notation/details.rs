//! The details of a move as data: its kind, the moving piece, and the effects on all other pieces.
//!
//! [`Details::new`] sorts the changes of pieces that the engine reports into captures, removals, and the rest, and
//! [`Details::data`] writes them as JSON.

use super::named::{self, Piece};
use crate::base::{Board, Choice, Move, PieceChange, PieceTypeId, Setup, Square, Verb};
use crate::rules::Variant;
use serde::Serialize;
use std::fmt;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum MoveKind {
    /// A piece makes its own move, with or without a capture.
    Move,
    /// A piece castles.
    Castling,
    /// A piece captures a piece that has passed over the target.
    EnPassant,
    /// A piece is dropped from the hand.
    Drop,
    /// Two pieces exchange their squares.
    Exchange,
    /// A rule moves a piece to another square, or replaces it on its own.
    Put,
    /// Nothing moves.
    Pass,
}

impl MoveKind {
    /// Returns the word for the kind, such as `move` or `en-passant`.
    pub fn name(self) -> &'static str {
        match self {
            MoveKind::Move => "move",
            MoveKind::Castling => "castling",
            MoveKind::EnPassant => "en-passant",
            MoveKind::Drop => "drop",
            MoveKind::Exchange => "exchange",
            MoveKind::Put => "put",
            MoveKind::Pass => "pass",
        }
    }
}

impl fmt::Display for MoveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The effects of a legal move.
///
/// Every piece that the move changes is in exactly one place: the moving piece in [`after`](Details::after), and the
/// others in one of the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Details<'r> {
    /// The kind of move.
    pub kind: MoveKind,
    /// The origin square. A drop and a pass have none.
    pub from: Option<Square>,
    /// The square to which the player moves the piece. A pass has none.
    pub to: Option<Square>,
    /// The piece that moves or is dropped, before the move. A pass has none.
    pub piece: Option<Piece<'r>>,
    /// The same piece after the move, with its square. The rules can move it on from [`to`](Details::to) or change its
    /// type. `None` if it leaves the board, and for a pass.
    pub after: Option<(Square, Piece<'r>)>,
    /// The piece that the player chose for the moving piece. A promotion without a choice shows only in
    /// [`after`](Details::after).
    pub promotion: Option<Piece<'r>>,
    /// The pieces that the moving piece captures, with their squares, in order. A captured piece that stays on the board
    /// is in [`moved`](Details::moved) or [`changed`](Details::changed).
    pub captured: Vec<(Square, Piece<'r>)>,
    /// The other pieces that leave the board, with their squares, such as those near an explosion.
    pub removed: Vec<(Square, Piece<'r>)>,
    /// The other pieces that change squares, such as the rook in castling: origin, target, and the piece after the
    /// move.
    pub moved: Vec<(Square, Square, Piece<'r>)>,
    /// The other pieces that change their type or side on their squares: square, piece before, and piece after.
    pub changed: Vec<(Square, Piece<'r>, Piece<'r>)>,
    /// The pieces that enter the board from a hand or as new pieces, with their squares. Of a drop, the dropped piece is
    /// only in [`after`](Details::after).
    pub dropped: Vec<(Square, Piece<'r>)>,
}

impl<'r> Details<'r> {
    /// Creates the details of a legal move from the changes that the engine reports.
    pub fn new(variant: &'r Variant, setup: &Setup, mv: &Move, changes: &[PieceChange]) -> Details<'r> {
        let name = |piece| named::piece(variant, piece);
        let at = |(square, piece)| (square, name(piece));
        let passer = passer(setup, mv, changes);
        let stands = mv.from.and_then(|from| Some((from, setup.piece(from)?)));
        let dropped = match mv.verb {
            Verb::Drop(id) => Some(variant.piece_of(setup.turn, id)),
            Verb::Go | Verb::Castle | Verb::Place | Verb::Exchange | Verb::Pass => None,
        };
        let mut details = Details {
            kind: kind(mv, passer.is_some()),
            from: mv.from,
            to: mv.to,
            piece: dropped.or(stands.map(|(_, piece)| piece)).map(name),
            after: stands.map(at),
            promotion: promotion(mv).map(|id| name(variant.piece_of(setup.turn, id))),
            captured: Vec::new(),
            removed: Vec::new(),
            moved: Vec::new(),
            changed: Vec::new(),
            dropped: Vec::new(),
        };
        for change in changes {
            match (change.before, change.after) {
                (before, after) if before.is_some() && before == stands => details.after = after.map(at),
                (Some((square, piece)), None) => {
                    let is_captured =
                        mv.to == Some(square) || mv.taken.contains(&square) || passer == Some(square);
                    let list = if is_captured { &mut details.captured } else { &mut details.removed };
                    list.push((square, name(piece)));
                }
                (Some((from, was)), Some((to, piece))) if from == to => {
                    details.changed.push((from, name(was), name(piece)));
                }
                (Some((from, _)), Some((to, piece))) => details.moved.push((from, to, name(piece))),
                (None, Some((square, piece))) if dropped.is_some() && mv.to == Some(square) => {
                    details.after = Some((square, name(piece)));
                }
                (None, after) => details.dropped.extend(after.map(at)),
            }
        }
        details
    }

    /// Returns the squares of the pieces that leave the board, except for the moving piece. Captures come first.
    pub fn lost(&self) -> impl Iterator<Item = Square> {
        self.captured.iter().chain(&self.removed).map(|(square, _)| *square)
    }

    /// Returns the details as data for JSON, with the text of the move. Lists without items, and values that are not set or say nothing new, are
    /// omitted.
    pub fn data(&self, board: &Board, text: String) -> impl Serialize + use<> {
        let name = |square: Square| board.name(square).to_owned();
        let shown = |piece: &Piece| PieceData { piece: piece.token.to_owned(), color: piece.color_name() };
        let at =
            |(square, piece): &(Square, Piece)| PlacedData { square: name(*square), piece: shown(piece) };
        let as_played = self.to.zip(self.piece);
        MoveData {
            text,
            kind: self.kind,
            from: self.from.map(name),
            to: self.to.map(name),
            piece: self.piece.map(|piece| piece.token.to_owned()),
            promotion: self.promotion.map(|piece| piece.token.to_owned()),
            // A piece that leaves the board is `null` here.
            after: (self.after != as_played).then(|| self.after.as_ref().map(at)),
            captured: self.captured.iter().map(at).collect(),
            removed: self.removed.iter().map(at).collect(),
            moved: {
                let moved = self.moved.iter();
                let data = moved.map(|(from, to, piece)| MovedData {
                    from: name(*from),
                    to: name(*to),
                    piece: shown(piece),
                });
                data.collect()
            },
            changed: {
                let changed = self.changed.iter();
                let data = changed.map(|(square, before, after)| ChangedData {
                    square: name(*square),
                    before: shown(before),
                    after: shown(after),
                });
                data.collect()
            },
            dropped: self.dropped.iter().map(at).collect(),
        }
    }
}

fn promotion(mv: &Move) -> Option<PieceTypeId> {
    match mv.choice? {
        Choice::Become(id) => Some(id),
        Choice::End(_) | Choice::Exchange(_) | Choice::Accept(_) => None,
    }
}

/// Returns the square of the piece that a move captures en passant.
fn passer(setup: &Setup, mv: &Move, changes: &[PieceChange]) -> Option<Square> {
    let to = mv.to.filter(|to| mv.verb == Verb::Go && setup.piece(*to).is_none())?;
    let mut passed = setup.passed.iter().filter(|passed| passed.over.contains(to)).map(|passed| passed.by);
    passed.find(|by| changes.iter().any(|change| change.lost().is_some_and(|(square, _)| square == *by)))
}

fn kind(mv: &Move, is_en_passant: bool) -> MoveKind {
    match mv.verb {
        Verb::Go if is_en_passant => MoveKind::EnPassant,
        Verb::Go => MoveKind::Move,
        Verb::Castle => MoveKind::Castling,
        Verb::Place => MoveKind::Put,
        Verb::Exchange => MoveKind::Exchange,
        Verb::Drop(_) => MoveKind::Drop,
        Verb::Pass => MoveKind::Pass,
    }
}

#[derive(Serialize)]
struct MoveData {
    #[serde(rename = "move")]
    text: String,
    kind: MoveKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Option<PlacedData>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captured: Vec<PlacedData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<PlacedData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moved: Vec<MovedData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<ChangedData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dropped: Vec<PlacedData>,
}

#[derive(Serialize)]
struct PieceData {
    piece: String,
    color: &'static str,
}

#[derive(Serialize)]
struct PlacedData {
    square: String,
    #[serde(flatten)]
    piece: PieceData,
}

#[derive(Serialize)]
struct MovedData {
    from: String,
    to: String,
    #[serde(flatten)]
    piece: PieceData,
}

#[derive(Serialize)]
struct ChangedData {
    square: String,
    before: PieceData,
    after: PieceData,
}
