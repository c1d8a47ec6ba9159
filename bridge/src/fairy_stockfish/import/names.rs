//! Chooses the names and tokens of the pieces of a game.

use super::draft::Piece;
use super::fen::StartPosition;
use super::game::{moves_of, pawns, promotions, remembers};
use crate::base::source::Span;
use crate::fairy_stockfish::betza::{ForeignMoves, NotationPart};
use crate::fairy_stockfish::options::{KindId, TABLE};
use crate::fairy_stockfish::state::SectionState;
use crate::lang::betza::{self as notation};
use crate::lang::vocabulary;
use std::collections::BTreeMap;

/// The names and tokens of pieces.
#[derive(Clone, Debug, Default)]
pub struct PieceNames(BTreeMap<Piece, PieceName>);

#[derive(Clone, Debug)]
struct PieceName {
    name: String,
    token: String,
    /// The letters that Fairy-Stockfish uses for the piece, if they differ from the token.
    written: Option<String>,
}

impl PieceNames {
    pub fn new(
        state: &SectionState,
        start: &StartPosition,
        pieces: &[Piece],
        preferred_names: &BTreeMap<char, String>,
    ) -> PieceNames {
        let mut names = PieceNames::default();
        for piece in pieces.iter().filter(|piece| piece.from.is_none()) {
            let letter = letter(state, piece.kind);
            let preferred =
                preferred_names.get(&letter).cloned().unwrap_or_else(|| usual(state, start, piece.kind));
            names.add(*piece, &preferred, letter.to_ascii_uppercase().to_string(), None);
        }
        for piece in pieces {
            let Some(base) = piece.from else { continue };
            names.add_promoted(state, *piece, base, preferred_names);
        }
        names
    }

    fn add_promoted(
        &mut self,
        state: &SectionState,
        piece: Piece,
        base: KindId,
        preferred_names: &BTreeMap<char, String>,
    ) {
        let own = letter(state, piece.kind);
        let by_choice = (0..2)
            .any(|side| pawns(state, side).contains(&base) && promotions(state, side).contains(&piece.kind));
        let written = match by_choice {
            true => format!("{}~", own.to_ascii_uppercase()),
            false => format!("+{}", letter(state, base).to_ascii_uppercase()),
        };
        let upper = own.to_ascii_uppercase().to_string();
        let alone = !self.0.values().any(|name| name.token == upper);
        let twin = self.0.iter().find(|(other, _)| other.kind == piece.kind && other.from.is_none());
        let kind = twin.map(|(_, name)| name.name.clone()).or_else(|| preferred_names.get(&own).cloned());
        let kind = kind.unwrap_or_else(|| usual(state, &StartPosition::default(), piece.kind));
        let base_name = self.0.get(&Piece { kind: base, from: None }).map(|name| name.name.clone());
        let (preferred, token) = match (alone, by_choice) {
            (true, _) => (kind, upper),
            (false, true) => (format!("promoted-{kind}"), format!("{upper}p")),
            (false, false) => {
                let base_token = letter(state, base).to_ascii_uppercase();
                (format!("promoted-{}", base_name.unwrap_or(kind)), format!("{base_token}p"))
            }
        };
        self.add(piece, &preferred, token, Some(written).filter(|_| remembers(state)));
    }

    fn add(&mut self, piece: Piece, preferred: &str, token: String, written: Option<String>) {
        let (name, token) = self.unique(preferred, token);
        self.0.insert(piece, PieceName { name, token, written });
    }

    /// Returns a name and a token that no piece has.
    pub fn unique(&self, preferred: &str, token: String) -> (String, String) {
        let taken = |name: &str| self.0.values().any(|own| own.name == name) || vocabulary::is_reserved(name);
        let free = std::iter::once(preferred.to_owned())
            .chain(std::iter::once(format!("{preferred}-{}", token.to_lowercase())))
            .chain((2..100).map(|n| format!("{preferred}-{n}")));
        let is_used = |token: &String| self.0.values().any(|own| own.token == *token);
        let mut tokens = std::iter::successors(Some(token), |token| Some(format!("{token}p")));
        let token = tokens.find(|token| !is_used(token)).unwrap_or_default();
        let name = free.into_iter().find(|name| !taken(name)).unwrap_or_else(|| preferred.to_owned());
        (name, token)
    }

    pub fn of(&self, piece: Piece) -> &str {
        self.0.get(&piece).map_or("", |name| &name.name)
    }

    pub fn token(&self, piece: Piece) -> &str {
        self.0.get(&piece).map_or("", |name| &name.token)
    }

    pub fn written(&self, piece: Piece) -> Option<&str> {
        self.0.get(&piece).and_then(|name| name.written.as_deref())
    }
}

fn letter(state: &SectionState, kind: KindId) -> char {
    state.pieces.get(&kind).map_or('x', |member| member.letter)
}

/// Returns the name of a piece: from the table, from its notation, or from its letter.
fn usual(state: &SectionState, start: &StartPosition, kind: KindId) -> String {
    let letter = letter(state, kind);
    let own = state.pieces.get(&kind).is_some_and(|member| member.betza.is_some());
    if let Some(row) = kind.row().filter(|row| !own || row.option == "king") {
        return row.name.clone();
    }
    if (0..2).any(|side| pawns(state, side).contains(&kind) && start.count(side, kind) > 3) {
        let row = TABLE.pieces.iter().find(|row| row.has_double_step);
        return row.map_or_else(|| letter.to_string(), |row| row.name.clone());
    }
    let moves = moves_of(state, kind);
    let by_letter = || TABLE.pieces.iter().find(|row| row.letter == Some(letter)).map(|row| row.name.clone());
    let name = named(&moves).or_else(|| divided(&moves)).or_else(by_letter);
    name.unwrap_or_else(|| format!("piece-{letter}"))
}

/// Returns the usual name of a piece with these moves.
fn named(moves: &ForeignMoves) -> Option<String> {
    let canonical = notation::read(&moves.notation(false)?, Span::default())
        .0
        .map(|read| (*read.canonical).to_owned())?;
    let name = notation::name_of(&canonical)?.replace(' ', "-").to_lowercase();
    Some(name).filter(|name| is_name(name))
}

/// Returns a name for a piece that moves like one piece and captures like another.
fn divided(moves: &ForeignMoves) -> Option<String> {
    if moves.parts.iter().any(|part| part.quiet == part.captures || part.initial) {
        return None;
    }
    let half = |captures: bool| {
        let parts = moves.parts.iter().filter(|part| part.captures == captures);
        let parts = parts.map(|part| NotationPart { quiet: true, captures: true, ..part.clone() }).collect();
        named(&ForeignMoves { parts, ..ForeignMoves::default() })
    };
    Some(format!("{}-{}", half(false)?, half(true)?))
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
