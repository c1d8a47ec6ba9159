//! A position as data for a graphical board: squares, pieces, hands, status, and every legal move with the choices that
//! a player needs to see.
//!
//! [`Game::view`] builds a [`View`], which serializes to JSON. Its fields are the fields of the JSON (see
//! `docs/book/json.md`).

use super::Game;
use ferz_core::base::{self, Choice, Color, Piece, PieceTypeId, Square, Verb};
use ferz_core::rules::Variant;
use ferz_text::notation::{movetext, token};
use ferz_text::words::drawing::position;
use ferz_text::words::outcome;
use ferz_text::words::prose::Prose;
use serde::Serialize;

/// A position as data for a graphical board, which serializes to JSON. Squares appear as names, and pieces as tokens
/// and titles. Every legal move has its origin, its target, and its choice.
///
/// ```
/// let view = ferz::Rules::load("chess")?.start().view();
/// let data = serde_json::to_value(&view).unwrap();
/// assert_eq!(data["moves"][0]["text"], view.moves[0].text);
/// assert_eq!(view.pieces[0].title, "rook");
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct View {
    /// The position as a FEN.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// True if the side to move is in check.
    pub check: bool,
    /// The outcome of a finished game.
    pub outcome: Option<ViewOutcome>,
    /// The ends of the game that the player to move can claim.
    pub claims: Vec<ViewOutcome>,
    /// The pieces on the board, by square.
    pub pieces: Vec<ViewPiece>,
    /// The pieces in hand of White and of Black.
    pub hands: [Vec<ViewHand>; 2],
    /// The names of the squares of the last move.
    pub last: Vec<String>,
    /// Sentences about what the board does not show, such as rights and castling.
    pub status: Vec<String>,
    /// The legal moves, in the order of [`Game::legal_moves`].
    pub moves: Vec<ViewMove>,
}

/// An outcome in a [`View`].
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ViewOutcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// The name of the rule, such as `checkmate`.
    pub reason: String,
    /// A sentence for readers.
    pub text: String,
}

/// A piece on the board in a [`View`].
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ViewPiece {
    /// The name of the square.
    pub square: String,
    /// The token in upper case.
    pub token: String,
    /// The name to show to readers.
    pub title: String,
    /// The name of the piece in the rules, without its stage.
    pub piece: String,
    /// `white`, `black`, or `neutral`.
    pub color: &'static str,
    /// True if the piece is royal.
    pub royal: bool,
}

/// Pieces of one type in a hand in a [`View`].
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ViewHand {
    /// The token in upper case.
    pub token: String,
    /// The name to show to readers.
    pub title: String,
    /// The number of pieces, at least 1.
    pub count: u8,
}

/// A legal move in a [`View`], with the data that a player needs to choose it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ViewMove {
    /// The text of the move.
    pub text: String,
    /// The name of the origin square. A drop and a pass have none.
    pub from: Option<String>,
    /// The name of the target square. A pass has none.
    pub to: Option<String>,
    /// `go`, `castle`, `place`, `exchange`, `drop`, or `pass`.
    pub verb: &'static str,
    /// The choice in words, or `None` if the squares identify the move.
    pub choice: Option<String>,
    /// The token of the piece after a promotion, or of the piece dropped from the hand.
    pub token: Option<String>,
    /// The names of the squares of the pieces that leave the board, except for the moving piece.
    pub captures: Vec<String>,
}

impl Game {
    /// Builds the view of the position for a graphical board.
    ///
    /// ```
    /// let data = serde_json::to_value(ferz::Rules::load("chess")?.start().view()).unwrap();
    /// assert_eq!(data["turn"], "white");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn view(&self) -> View {
        let (variant, setup) = (self.rules.variant(), self.game.setup());
        let name = |square: Square| variant.board.name(square).to_owned();
        let stands = |(square, piece): (Square, Piece)| {
            let own = variant.piece_type(piece.piece_type);
            ViewPiece {
                square: name(square),
                token: own.token.clone(),
                title: own.title.clone(),
                piece: own.piece.clone(),
                color: if own.neutral { "neutral" } else { color(piece.color) },
                royal: own.royal.is_some(),
            }
        };
        let end = |ended: base::Outcome| ViewOutcome {
            text: outcome::sentence(&ended),
            winner: ended.winner,
            reason: ended.reason,
        };
        let ended = self.outcome().map(end);
        let held = |side: Color| {
            let all = self.hand(side);
            let held = all.map(|(piece, count)| ViewHand {
                token: piece.token.to_owned(),
                title: piece.title.to_owned(),
                count,
            });
            held.collect()
        };
        let last = self.game.plies().last().map(|ply| &ply.mv);
        let legal = self.legal().iter().map(|listed| {
            let captures = self.details_of(listed).lost().map(name).collect();
            ViewMove { captures, ..offer(variant, setup, &listed.whole) }
        });
        View {
            fen: self.fen(),
            turn: self.turn(),
            check: self.is_check(),
            outcome: ended,
            claims: self.claims().into_iter().map(end).collect(),
            pieces: setup.pieces().map(stands).collect(),
            hands: Color::ALL.map(held),
            last: last.into_iter().flat_map(|mv| mv.from.into_iter().chain(mv.to)).map(name).collect(),
            status: position::status(variant, setup),
            moves: legal.collect(),
        }
    }

    /// Describes the position in sentences: the side to move or the winner, the pieces in check, and the rules in
    /// force.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.from_fen("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1")?;
    /// assert!(!game.standing().is_empty());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn standing(&self) -> Vec<ferz_text::words::explain::Reason> {
        let explainer = self.explainer();
        explainer.standing(&explainer.study(self.game.setup()))
    }
}

fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn offer(variant: &Variant, setup: &base::Setup, mv: &base::Move) -> ViewMove {
    let name = |square: Square| variant.board.name(square).to_owned();
    let (verb, dropped) = match mv.verb {
        Verb::Go => ("go", None),
        Verb::Castle => ("castle", None),
        Verb::Place => ("place", None),
        Verb::Exchange => ("exchange", None),
        Verb::Drop(id) => ("drop", Some(id)),
        Verb::Pass => ("pass", None),
    };
    let becomes = match mv.choice {
        Some(Choice::Become(id)) => Some(id),
        _ => None,
    };
    let details = Prose::new(variant).details(setup, mv, "");
    let of = |id: PieceTypeId| token(variant, Piece { color: Color::White, piece_type: id });
    ViewMove {
        text: movetext::write(variant, mv),
        from: mv.from.map(name),
        to: mv.to.map(name),
        verb,
        choice: (!details.is_empty()).then(|| details.join(", ")),
        token: becomes.or(dropped).map(of),
        captures: Vec::new(),
    }
}
