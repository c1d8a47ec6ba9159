//! A position as data for a graphical board: squares, pieces, hands, status, and every legal move with the choices that
//! a player needs to see.
//!
//! [`Game::view`] builds a [`View`], which serializes to JSON. Its fields are the fields of the JSON (see
//! `docs/book/json.md`).

use super::Game;
use ferz_core::base::{self, Choice, Color, Piece, PieceTypeId, Square, Verb};
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
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
/// assert_eq!(data["moves"][0]["text"], "b1a3");
/// assert_eq!(data["pieces"][0]["title"], "rook");
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct View {
    fen: String,
    turn: Color,
    check: bool,
    outcome: Option<Ended>,
    /// The ends of the game that the player to move can claim.
    claims: Vec<Ended>,
    pieces: Vec<Stands>,
    hands: [Vec<HandView>; 2],
    /// The squares of the last move.
    last: Vec<String>,
    /// The status that the board does not show, such as rights and castling.
    status: Vec<String>,
    moves: Vec<LegalMove>,
}

#[derive(Clone, Debug, Serialize)]
struct Ended {
    winner: Option<Color>,
    reason: String,
    text: String,
}

#[derive(Clone, Debug, Serialize)]
struct Stands {
    square: String,
    token: String,
    title: String,
    piece: String,
    color: &'static str,
    royal: bool,
}

#[derive(Clone, Debug, Serialize)]
struct HandView {
    token: String,
    title: String,
    count: u8,
}

/// A legal move with the data that a player needs to choose it.
#[derive(Clone, Debug, Serialize)]
struct LegalMove {
    text: String,
    from: Option<String>,
    to: Option<String>,
    verb: &'static str,
    /// The choice in words, or `None` if the squares identify the move.
    choice: Option<String>,
    /// The token of the piece after a promotion, or of the piece dropped from the hand.
    token: Option<String>,
    captures: Vec<String>,
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
            Stands {
                square: name(square),
                token: own.token.clone(),
                title: own.title.clone(),
                piece: own.piece.clone(),
                color: if own.neutral { "neutral" } else { color(piece.color) },
                royal: own.royal.is_some(),
            }
        };
        let end = |ended: base::Outcome| Ended {
            text: outcome::sentence(&ended),
            winner: ended.winner,
            reason: ended.reason,
        };
        let ended = self.outcome().map(end);
        let held = |side: Color| {
            let all = self.hand(side);
            let held = all.map(|(piece, count)| HandView {
                token: piece.token.to_owned(),
                title: piece.title.to_owned(),
                count,
            });
            held.collect()
        };
        let last = self.game.plies().last().map(|ply| &ply.mv);
        let rules: Interpreter = Interpreter::new(variant);
        let captures = if ended.is_some() { Vec::new() } else { rules.captures(setup) };
        let legal = self.legal().iter().map(|listed| {
            let mv = &listed.whole;
            let taken = captures.iter().find(|(other, _)| other == mv).map(|(_, taken)| taken);
            let taken = taken.into_iter().flatten().map(|square| name(*square));
            LegalMove { captures: taken.collect(), ..offer(variant, setup, mv) }
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

fn offer(variant: &Variant, setup: &base::Setup, mv: &base::Move) -> LegalMove {
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
    LegalMove {
        text: movetext::write(variant, mv),
        from: mv.from.map(name),
        to: mv.to.map(name),
        verb,
        choice: (!details.is_empty()).then(|| details.join(", ")),
        token: becomes.or(dropped).map(of),
        captures: Vec::new(),
    }
}
