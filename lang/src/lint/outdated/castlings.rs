//! Inherited castlings whose pieces no longer stand where they need them.

use super::super::array_place;
use super::Heir;
use crate::base::source::Span;
use crate::base::{Color, PieceTypeId, Square, gather};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::join;
use crate::rules::{Castle, Castling, CastlingRule, Moves, Variant, Zone};
use std::collections::BTreeSet;

/// The maximum number of squares between a partner and the edge for which a notation is suggested.
const MAX_INSET: u8 = 2;

/// A piece that castles by an inherited line of moves.
struct CastlingPiece<'a> {
    id: PieceTypeId,
    name: String,
    moves: &'a Moves,
    /// The names of its partners in the other game.
    partners: BTreeSet<String>,
    /// The names of the pieces at the start of the other game.
    known: BTreeSet<String>,
}

impl CastlingPiece<'_> {
    /// Returns the line that gives the piece other moves.
    fn changed(&self, notation: &str) -> String {
        match self.name.split_once('.') {
            Some((piece, stage)) => format!("change piece {piece} {{ change stage {stage} `{notation}` }}"),
            None => format!("change piece {} `{notation}`", self.name),
        }
    }

    /// Returns true if the line is the only one with moves of the piece, and has no condition or limit.
    fn is_only_line(&self, game: &Variant) -> bool {
        let own = &game.piece_type(self.id).moves;
        own.len() == 1 && self.moves.when.is_none() && self.moves.on.is_none()
    }

    /// Returns true if the piece castles both with former partners and with others.
    fn castles_with_others(&self, game: &Variant) -> bool {
        let own = game.castlings.iter().filter(|one| one.origin == self.moves.origin);
        let is_former = |one: &Castling| self.partners.contains(&game.piece_type(one.pieces.1).name());
        let (former, others): (Vec<bool>, Vec<bool>) = own.map(is_former).partition(|is_former| *is_former);
        !former.is_empty() && !others.is_empty()
    }
}

impl Heir<'_> {
    /// Returns true if the game has an array of its own and inherits castlings.
    pub(super) fn has_other_arrays(&self) -> bool {
        let castles = |game: &Variant| {
            let own = game.piece_types.iter().flat_map(|own| &own.moves);
            let mut inherited = own.filter(|moves| !self.is_own(moves.origin.0));
            inherited.any(|moves| !moves.automaton.castles.is_empty())
                || game.castling_rules.iter().any(|rule| !self.is_own(rule.origin.0))
        };
        self.games.iter().any(|game| self.is_own(array_place(game)) && castles(game))
    }

    /// Reports castlings that no array permits any longer, and those with another piece although the former partner stands
    /// on the same side.
    pub(super) fn castlings(&self, game: &Variant, parent: &[Variant]) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        for (id, own) in game.piece_type_ids() {
            let is_inherited = |moves: &&Moves| {
                !moves.automaton.castles.is_empty() && !self.is_own(moves.origin.0) && moves.origin.0.end > 0
            };
            let name = own.name();
            let (partners, known) = (partners(parent, &name), names(parent));
            for moves in own.moves.iter().filter(is_inherited).filter(|_| !partners.is_empty()) {
                let (name, partners, known) = (name.clone(), partners.clone(), known.clone());
                let piece = CastlingPiece { id, name, moves, partners, known };
                let other = || self.other_partner(&piece).or_else(|| self.shuffled_partner(&piece));
                problems.extend(self.idle_castling(&piece).or_else(other));
            }
        }
        let rules = game.castling_rules.iter().filter(|rule| !self.is_own(rule.origin.0));
        problems.extend(rules.filter_map(|rule| self.idle_rule(game, rule, parent)));
        problems
    }

    /// Reports a piece that can no longer castle in any array.
    fn idle_castling(&self, piece: &CastlingPiece) -> Option<Diagnostic> {
        let castles = |game: &Variant| game.castlings.iter().any(|one| one.pieces.0 == piece.id);
        let (game, is_idle) = (self.games.first()?, !self.games.iter().any(castles));
        let message = format!(
            "the `{}` can no longer castle: its partners do not stand where it needs them",
            piece.name
        );
        is_idle.then(|| self.problem(game, piece, message))
    }

    /// Reports a piece that castles with another piece, although its former partner stands on the same side, or although the
    /// other one stood elsewhere before.
    fn other_partner(&self, piece: &CastlingPiece) -> Option<Diagnostic> {
        let find = |game: &Variant| {
            let mut all = game.castlings.iter().filter(|one| one.origin == piece.moves.origin && !one.placed);
            all.find_map(|castling| {
                let partner = game.piece_type(castling.pieces.1).name();
                let is_known = piece.known.contains(&partner) && !piece.partners.contains(&partner);
                let gone = || piece.partners.first().filter(|_| is_known).cloned();
                let former = former_partner(game, castling, &piece.partners).or_else(gone)?;
                Some((partner, former))
            })
        };
        let mut own = self.games.iter().filter(|game| self.is_own(array_place(game)));
        let (game, (partner, former)) = own.find_map(|game| Some((game, find(game)?)))?;
        let name = &piece.name;
        let message = match self.games.len() {
            _ if piece.castles_with_others(game) => {
                format!(
                    "on one side, the `{name}` castles with the `{partner}`, and no longer with the `{former}`"
                )
            }
            1 => format!("the `{name}` castles with the `{partner}`, and no longer with the `{former}`"),
            _ => format!(
                "in the array `{}`, the `{name}` castles with the `{partner}`, and not with the `{former}`",
                game.array
            ),
        };
        Some(self.problem(game, piece, message))
    }

    /// Reports a piece that castles with another piece in an arrangement of a shuffled array.
    fn shuffled_partner(&self, piece: &CastlingPiece) -> Option<Diagnostic> {
        let other = |game: &Variant| {
            let mut own = game.castlings.iter().filter(|one| one.origin == piece.moves.origin && !one.placed);
            let partner = own.find_map(|castling| {
                let partner = game.piece_type(castling.pieces.1).name();
                (piece.known.contains(&partner) && !piece.partners.contains(&partner)).then_some(partner)
            });
            Some((game.array.clone(), partner?, array_place(game)))
        };
        let (number, partner, place) = self.arrangements.iter().find_map(other)?;
        let (name, former) = (&piece.name, piece.partners.first()?);
        let message = format!(
            "in arrangement {number} of the array, the `{name}` castles with the `{partner}`, and not with the `{former}`"
        );
        let drawn = self.games.iter().find(|game| array_place(game) == place)?;
        let lines = by_squares(drawn, piece, true).filter(|_| piece.is_only_line(drawn));
        Some(self.problem_at(
            self.array(drawn, piece.moves.origin.0),
            piece,
            message,
            lines.into_iter().collect(),
        ))
    }

    /// Reports a rule about castling whose two pieces stand on its squares in no array.
    fn idle_rule(&self, game: &Variant, rule: &CastlingRule, parent: &[Variant]) -> Option<Diagnostic> {
        let [king, partner] = [rule.pieces.0, rule.pieces.1].map(|id| game.piece_type(id).name());
        let in_parent = |other: &&Variant| {
            let rules = other.castling_rules.iter();
            let is_same = |own: &&CastlingRule| {
                (own.on.clone(), own.side, own.to) == (rule.on.clone(), rule.side, rule.to)
            };
            rules.filter(is_same).any(|own| stands(other, own))
        };
        if self.games.iter().any(|game| stands(game, rule)) || !parent.iter().any(|other| in_parent(&other)) {
            return None;
        }
        let message = format!(
            "the `{king}` can no longer castle with the `{partner}`: they do not stand on these squares"
        );
        let text = (self.written)(rule.origin.0)?;
        let line = format!("remove {}", text.split_once(':')?.0.trim_end());
        let problem = Diagnostic::new(Code::OutdatedRule, self.array(game, rule.origin.0), message);
        let problem = problem.label(rule.origin.0, "the inherited rule").help(format!("write `{line}`"));
        Some(problem.fix(self.appended(line)))
    }

    fn problem(&self, game: &Variant, piece: &CastlingPiece, message: String) -> Diagnostic {
        self.problem_at(self.array(game, piece.moves.origin.0), piece, message, self.amendments(piece))
    }

    /// Creates the problem of an inherited castling. Each of the `lines` is an alternative.
    fn problem_at(
        &self,
        place: Span,
        piece: &CastlingPiece,
        message: String,
        lines: Vec<String>,
    ) -> Diagnostic {
        let origin = piece.moves.origin.0;
        let all = lines.iter().flat_map(|line| line.lines());
        let quote =
            |line: &str| if line.contains('`') { format!("``{line} ``") } else { format!("`{line}`") };
        let (word, all) = match lines.as_slice() {
            [block] if block.contains('\n') => ("and", all.map(quote).collect::<Vec<String>>()),
            _ => ("or", all.map(quote).collect()),
        };
        let help = match all.as_slice() {
            [] => "draw the partners where they were, or change the moves of the piece".to_owned(),
            all => format!("write {}, or draw the partners where they were", join(all, word)),
        };
        let problem = Diagnostic::new(Code::OutdatedRule, place, message);
        let problem = problem.label(origin, "the inherited castling").help(help);
        lines.into_iter().map(|line| self.appended(line)).fold(problem, Diagnostic::fix)
    }

    /// Returns the lines, each an alternative, that change the castling of a piece. In a game with arrays in which it still
    /// castles with its partners, these must not be lost.
    fn amendments(&self, piece: &CastlingPiece) -> Vec<String> {
        let notation = piece.moves.notation.written();
        let line = |notation: &str| piece.changed(notation);
        let fits = |game: &Variant, inset: u8| insets(game, piece).contains(&inset);
        let castles = |game: &&Variant| {
            game.castlings.iter().any(|one| {
                one.origin == piece.moves.origin
                    && !one.placed
                    && piece.partners.contains(&game.piece_type(one.pieces.1).name())
            })
        };
        let inherited = piece.moves.automaton.castles.first().map_or(0, |castle| castle.inset);
        let inset = (0..=MAX_INSET)
            .filter(|inset| *inset != inherited)
            .find(|inset| self.games.iter().all(|game| fits(game, *inset)));
        let other = inset.map(|inset| line(&with_inset(notation, inset)));
        let without = without_castling(notation);
        // A line for one side or with a condition would need other words, and other lines of moves would be lost.
        if self.games.iter().any(|game| !piece.is_only_line(game) || piece.castles_with_others(game)) {
            return Vec::new();
        }
        match self.games.iter().find(castles) {
            None => other
                .into_iter()
                .chain(Some(without).filter(|left| !left.is_empty()).map(|left| line(&left)))
                .collect(),
            Some(game) => {
                let same = by_squares(game, piece, false)
                    .filter(|lines| {
                        self.games
                            .iter()
                            .filter(castles)
                            .all(|game| by_squares(game, piece, false).as_ref() == Some(lines))
                    })
                    .filter(|_| {
                        self.games.iter().all(|other| homes(other, piece.id) == homes(game, piece.id))
                    });
                other.or(same).into_iter().collect()
            }
        }
    }

    /// Returns the place of the own array, or else another place.
    fn array(&self, game: &Variant, other: Span) -> Span {
        Some(array_place(game)).filter(|place| self.is_own(*place)).unwrap_or(other)
    }

    fn appended(&self, line: String) -> Fix {
        Fix::of(Certainty::Guess).and(Span::new(self.own, 0, 0), TextChange::Append(line.into()))
    }
}

/// Returns the names of the pieces with which a piece castles by its own moves.
fn partners(games: &[Variant], name: &str) -> BTreeSet<String> {
    let of = |game: &Variant| -> Vec<String> {
        let own =
            game.castlings.iter().filter(|one| !one.placed && game.piece_type(one.pieces.0).name() == name);
        own.map(|one| game.piece_type(one.pieces.1).name()).collect()
    };
    gather(games.iter().flat_map(of))
}

/// Returns the names of the pieces at the start of some games.
fn names(games: &[Variant]) -> BTreeSet<String> {
    let of = |game: &Variant| -> Vec<String> {
        game.setup.iter().map(|(_, piece)| game.piece_type(piece.piece_type).name()).collect()
    };
    gather(games.iter().flat_map(of))
}

/// Returns the name of a former partner that stands on the side of a castling, unless the new partner is such a piece
/// itself.
fn former_partner(game: &Variant, castling: &Castling, partners: &BTreeSet<String>) -> Option<String> {
    let name = |piece: PieceTypeId| game.piece_type(piece).name();
    if partners.contains(&name(castling.pieces.1)) {
        return None;
    }
    let [king, partner] = [castling.king.0, castling.partner.0].map(|square| game.board.cell(square));
    let is_there = |square: Square| {
        let cell = game.board.cell(square);
        cell.y == king.y && (cell.x - king.x).signum() == (partner.x - king.x).signum()
    };
    let mut homes =
        game.setup.iter().filter(|(square, piece)| piece.color == castling.color && is_there(*square));
    homes.find_map(|(_, piece)| Some(name(piece.piece_type)).filter(|name| partners.contains(name)))
}

/// Returns true if an array has both pieces of a rule about castling on its squares.
fn stands(game: &Variant, rule: &CastlingRule) -> bool {
    let has = |color: Color, id: PieceTypeId, zone: &Option<Zone>| {
        let is_inside = |square: Square| zone.as_ref().is_none_or(|zone| zone.holds(square, color));
        let mut homes = game.setup.iter();
        homes.any(|(square, piece)| piece.color == color && piece.piece_type == id && is_inside(*square))
    };
    let both = |color| has(color, rule.pieces.0, &rule.on.0) && has(color, rule.pieces.1, &rule.on.1);
    Color::ALL.into_iter().any(both)
}

/// Returns the numbers of squares between the former partners and the edge that are the same on all sides.
fn insets(game: &Variant, piece: &CastlingPiece) -> Vec<u8> {
    let homes = || game.setup.iter().filter(|(_, home)| home.piece_type == piece.id);
    let castles = &piece.moves.automaton.castles;
    let fits = |inset: &u8| {
        let has_partner = |castle: &Castle, square: Square, color: Color| {
            let path = Castle { inset: *inset, ..*castle }.way(&game.board, square, color);
            path.is_some_and(|path| {
                let mut partners =
                    game.setup.iter().filter(|(at, home)| *at == path.partner.0 && home.color == color);
                partners.any(|(_, home)| piece.partners.contains(&game.piece_type(home.piece_type).name()))
            })
        };
        homes().next().is_some()
            && homes()
                .all(|(square, home)| castles.iter().all(|castle| has_partner(castle, *square, home.color)))
    };
    (0..=MAX_INSET).filter(fits).collect()
}

/// Returns the squares of a piece of White in the array.
fn homes(game: &Variant, id: PieceTypeId) -> Vec<Square> {
    let own = game.setup.iter().filter(|(_, home)| home.color == Color::White && home.piece_type == id);
    own.map(|(square, _)| *square).collect()
}

/// Returns the lines that permit the castlings of a game between its pieces, so that they also hold in arrays with these
/// on other squares, and `in_ranks` wherever on their rank they begin.
fn by_squares(game: &Variant, piece: &CastlingPiece, in_ranks: bool) -> Option<String> {
    let name = |square: Square| game.board.name(square);
    let rank = |square: Square| match in_ranks {
        true => format!(" in rank {}", game.board.cell(square).y),
        false => String::new(),
    };
    let line = |castling: &Castling| {
        let side = match game.board.cell(castling.partner.0).x > game.board.cell(castling.king.0).x {
            true => "right",
            false => "left",
        };
        format!(
            "castling {}{} with {} to its {side}{}: to {} and {}",
            piece.name,
            rank(castling.king.0),
            game.piece_type(castling.pieces.1).name(),
            rank(castling.partner.0),
            name(castling.king.1),
            name(castling.partner.1)
        )
    };
    let is_own = |one: &&Castling| one.origin == piece.moves.origin && one.color == Color::White;
    let lines: Vec<String> = game.castlings.iter().filter(is_own).map(line).collect();
    let first = piece.changed(&without_castling(piece.moves.notation.written()));
    (!lines.is_empty()).then(|| [vec![first], lines].concat().join("\n"))
}

/// Returns a notation whose castlings have their partners at a distance from the edge.
fn with_inset(notation: &str, inset: u8) -> String {
    let mut text = String::new();
    for part in notation.split_inclusive('O') {
        let Some(before) = part.strip_suffix('O') else {
            text += part;
            continue;
        };
        let start = before.trim_end_matches(|c: char| c.is_ascii_lowercase()).len();
        let letters = before[start..].replace('j', "");
        text += &format!("{}{letters}{}O", &before[..start], "j".repeat(inset.into()));
    }
    text
}

/// Returns a notation without its castlings.
fn without_castling(notation: &str) -> String {
    let mut text = notation.to_owned();
    while let Some(at) = text.find('O') {
        let start = text[..at].trim_end_matches(|c: char| c.is_ascii_lowercase()).len();
        let rest = text[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
        text = format!("{}{rest}", &text[..start]);
    }
    text
}
