//! The castlings of an array, from the notation of pieces (`O2`), the rules about squares, and the placement of
//! pieces.
//!
//! [`castlings`] is the entry point. It also assigns each castling the letter that stands for it in FENs.

use super::form_values::FormValues;
use super::scope::Scope;
use crate::base::source::Span;
use crate::base::{Bitboard, ByColor, Color, Piece, Square, gather, sort_by_key};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::walk::{Imagined, walks};
use crate::rules::{
    Castling, CastlingPath, CastlingRule, Condition, Holds, Likely, Moves, Origin, SomePiece, Threat,
    Variant, Zone,
};
use crate::statement::Read;
use std::collections::BTreeSet;

/// The placeholder for the letter of a castling that has none yet.
const UNNAMED: char = ' ';

/// Returns all castlings of an array. White's come before Black's, and right-hand ones before left-hand ones.
pub(super) fn castlings(game: &Variant, homes: &[(Square, Piece)]) -> Vec<Castling> {
    let board = &game.board;
    let mut all = own_castlings(game, homes);
    for rule in &game.castling_rules {
        let new = placed(game, rule, homes).filter(|castling| !all.contains(castling)).collect::<Vec<_>>();
        all.extend(new);
    }
    let right = |castling: &Castling| board.cell(castling.partner.0).x < board.cell(castling.king.0).x;
    sort_by_key(&mut all, |castling| (castling.color, right(castling)));
    // Castlings with the same text have the same mark.
    let ends = |castling: &Castling| (castling.king.0, castling.target());
    let named: BTreeSet<_> = gather(all.iter().filter(|castling| is_named(game, castling)).map(ends));
    all.iter_mut().for_each(|castling| castling.named = named.contains(&ends(castling)));
    let single = |color| {
        let own = || all.iter().filter(|castling| castling.color == color && !castling.placed);
        let kings: BTreeSet<Square> = gather(own().map(|castling| castling.king.0));
        let partners: BTreeSet<Square> = gather(own().map(|castling| castling.partner.0));
        let sides: BTreeSet<bool> = gather(own().map(&right));
        kings.len() <= 1 && partners.len() <= 2 && partners.len() == sides.len()
    };
    // If each side has one castling piece and at most one partner in each direction, the letters are as in chess.
    let usual = single(Color::White) && single(Color::Black);
    let (own, placed): (Vec<usize>, Vec<usize>) = (0..all.len()).partition(|number| !all[*number].placed);
    for number in own.into_iter().chain(placed) {
        let castling = &all[number];
        let letter = match (usual && !castling.placed, right(castling)) {
            (true, false) => 'k',
            (true, true) => 'q',
            (false, _) => board.name(castling.partner.0).chars().next().unwrap_or('a'),
        };
        let cased = |letter: char| match castling.color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        };
        // Castlings of the same two pieces become possible and are lost together, so they share a letter.
        // Otherwise, a letter that is in use is replaced with the next free one. Castlings by squares use the
        // files of their partners, because the pieces on the squares distinguish them.
        let known = || all.iter().filter(|other| other.letter != UNNAMED);
        let same = known().find(|other| other.stand() == castling.stand());
        let file = |other: &Castling| board.name(other.partner.0).chars().next().map(cased);
        let is_other = |other: &&Castling| {
            other.placed && other.color == castling.color && other.stand() != castling.stand()
        };
        let is_free = |letter: &char| {
            known().all(|other| other.letter != *letter)
                && !all.iter().filter(is_other).any(|other| file(other) == Some(*letter))
        };
        let mut letters = std::iter::once(letter).chain('a'..='z').map(cased);
        let free = || letters.find(|letter| castling.placed || is_free(letter));
        all[number].letter = same.map(|other| other.letter).or_else(free).unwrap_or(letter);
    }
    all
}

/// Returns the castlings that are part of the pieces' own moves.
fn own_castlings(game: &Variant, homes: &[(Square, Piece)]) -> Vec<Castling> {
    let board = &game.board;
    let mut all: Vec<Castling> = Vec::new();
    for (square, piece) in homes {
        let Some(piece_type) = game.piece_types.get(piece.piece_type.index()) else { continue };
        let here = |moves: &&Moves| moves.on.as_ref().is_none_or(|zone| zone.holds(*square, piece.color));
        for moves in piece_type.moves.iter().filter(here) {
            for castle in &moves.automaton.castles {
                let Some(way) = castle.way(board, *square, piece.color) else { continue };
                let stands =
                    |(at, other): &&(Square, Piece)| *at == way.partner.0 && other.color == piece.color;
                let Some((_, partner)) = homes.iter().find(stands) else { continue };
                let castling = castling(game, (*piece, *partner), way, moves.when.as_ref(), moves.origin);
                if !all.contains(&castling) {
                    all.push(castling);
                }
            }
        }
    }
    all
}

/// Returns true if the castling piece can go to the second square of the text in another way, by its own move or induced
/// by another piece, so that the text needs a mark.
fn is_named(game: &Variant, castling: &Castling) -> bool {
    let ([(from, piece), (partner, _)], to) = (castling.stand(), castling.target());
    // After a rule about squares, the partner is on that square, so the other move would have to end on an own piece.
    let holds = |square| if castling.placed && square == partner { Holds::OWN } else { Holds::ANYTHING };
    let view = Imagined { is_home: true, holds };
    let goes = |moves: &Moves| {
        walks(&game.board, &moves.automaton, from, piece.color, &view).iter().any(|walk| walk.to == to)
    };
    let induces = |moves: &Moves| moves.automaton.induced_ends(&game.board, from, piece.color).contains(to);
    let mut all_moves = game.piece_types.iter().flat_map(|own| &own.moves);
    game.piece_type(piece.piece_type).moves.iter().any(goes) || all_moves.any(induces)
}

/// Iterates over the castlings of a rule about squares.
fn placed<'a>(
    game: &'a Variant,
    rule: &'a CastlingRule,
    homes: &'a [(Square, Piece)],
) -> impl Iterator<Item = Castling> + 'a {
    let on = |zone: &Option<Zone>, piece: Piece| -> Vec<Square> {
        match zone {
            Some(zone) => zone.squares.get(piece.color).iter().collect(),
            None => homes.iter().filter(|(_, home)| *home == piece).map(|(square, _)| *square).collect(),
        }
    };
    Color::ALL.into_iter().flat_map(move |color| {
        let piece = |piece_type| Piece { color, piece_type };
        let pieces = (piece(rule.pieces.0), piece(rule.pieces.1));
        let (kings, partners) = (on(&rule.on.0, pieces.0), on(&rule.on.1, pieces.1));
        let pairs =
            kings.into_iter().flat_map(move |king| partners.clone().into_iter().map(move |at| (king, at)));
        pairs.filter_map(move |squares| {
            let mut way = rule.way(&game.board, color, squares)?;
            if rule.attacked {
                way.safe.clear();
            }
            Some(Castling { placed: true, ..castling(game, pieces, way, rule.when.as_ref(), rule.origin) })
        })
    })
}

/// Creates a castling of two pieces without a letter.
fn castling(
    game: &Variant,
    pieces: (Piece, Piece),
    way: CastlingPath,
    when: Option<&Condition>,
    origin: Origin,
) -> Castling {
    let CastlingPath { king, partner, empty, safe } = way;
    // A piece that is not royal may castle out of, through, and into attacks.
    let royal = game.piece_types.get(pieces.0.piece_type.index()).is_some_and(|own| own.royal.is_some());
    Castling {
        letter: UNNAMED,
        color: pieces.0.color,
        pieces: (pieces.0.piece_type, pieces.1.piece_type),
        king,
        partner,
        empty,
        safe: if royal { safe } else { Vec::new() },
        when: when.cloned(),
        named: false,
        placed: false,
        origin,
    }
}

/// Removes the squares on which the castling piece is immune to attack from those that must not be attacked.
pub(super) fn leave_out_immune(variant: &mut Variant) {
    let mut castlings = std::mem::take(&mut variant.castlings);
    for castling in &mut castlings {
        let [(_, piece), _] = castling.stand();
        let immune = |square: Square| {
            let some = SomePiece { variant, piece, squares: Some([square].into_iter().collect()) };
            let mut immunities = variant.immunities.iter();
            immunities.any(|immunity| {
                immunity.to.contains(&Threat::Attack) && some.is(&immunity.pieces, piece.color) == Likely::Yes
            })
        };
        castling.safe.retain(|square| !immune(*square));
    }
    variant.castlings = castlings;
}

impl Scope<'_> {
    /// Lowers a rule about the castling of two pieces.
    pub(super) fn castling_rule(&self, mut values: FormValues, origin: Origin) -> Read<CastlingRule> {
        let (king, partner) = (values.placed::<ByColor<Square>>(0)?, values.placed::<ByColor<Square>>(1)?);
        let to = ByColor::from_fn(|color| (*king.value.get(color), *partner.value.get(color)));
        self.check_targets(*to.get(Color::White), king.span.to(partner.span))?;
        Ok(CastlingRule {
            pieces: (values.value(0)?, values.value(1)?),
            on: (values.optional(0), values.optional(1)),
            side: values.meaning(&[("left", -1), ("right", 1)]),
            to,
            attacked: values.says("through"),
            when: values.optional(0),
            origin,
        })
    }

    /// Checks that the two pieces can stand on the target squares of a castling.
    fn check_targets(&self, (king, partner): (Square, Square), place: Span) -> Read<()> {
        let board = &self.game.board;
        let names = [king, partner].map(|square| board.name(square));
        let message = match () {
            () if king == partner => format!("both pieces castle to `{}`", names[0]),
            () if board.cell(king).y != board.cell(partner).y => {
                format!("`{}` and `{}` are not on one rank", names[0], names[1])
            }
            () => return Ok(()),
        };
        let problem = Diagnostic::new(Code::BadCastling, place, message);
        Err(problem
            .help("castling pieces stay on their rank: name two squares of it, such as `to g1 and f1`"))
    }
}
