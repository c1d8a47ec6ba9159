//! Derives the pieces and squares that a difference between two games concerns from the rules that differ.
//!
//! [`DifferenceScope`] is the result. The searches use it to place the right pieces on the right squares, because a
//! random position rarely shows a difference between two similar games.

use crate::base::{Bitboard, ByColor, Color, PieceTypeId, SquareSet, gather};
use crate::rules::{Arrival, Consequence, Mention, Part, PieceType, Role, RuleKind, RuleRef, Variant, Zone};
use std::collections::BTreeSet;

/// The pieces, squares, and counts that a difference concerns, in terms of the first game.
#[derive(Clone, Debug, Default)]
pub struct DifferenceScope {
    pub piece_types: BTreeSet<PieceTypeId>,
    /// The squares that matter for each side.
    pub squares: ByColor<SquareSet>,
    /// The counts of quiet plies that end a game.
    pub quiet: Vec<u32>,
    /// True if the difference shows only in the results of moves and not in the set of legal moves.
    pub hidden: bool,
    /// True if the difference shows only if a side has no or few legal moves.
    pub stuck: bool,
}

/// A zone is ignored unless it is smaller than the board divided by this number, because a large zone does not guide
/// the search.
const WIDE: u32 = 3;
/// A zone of an arrival is ignored unless it has fewer squares than this. Pieces are often near a larger zone anyway.
const FEW: u32 = 4;

impl DifferenceScope {
    /// Collects the differences of two games. Piece types are identified by their tokens.
    pub fn new(one: &Variant, other: &Variant) -> DifferenceScope {
        let mut scope = DifferenceScope::default();
        let mut theirs = DifferenceScope::default();
        only(one, other).into_iter().for_each(|rule| scope.add(one, rule));
        only(other, one).into_iter().for_each(|rule| theirs.add(other, rule));
        let twins = theirs.piece_types.iter().filter_map(|id| twin(one, other.piece_type(*id)));
        scope.piece_types.extend(twins.map(|(id, _)| id));
        for color in Color::ALL {
            *scope.squares.get_mut(color) |= *theirs.squares.get(color);
        }
        scope.quiet.extend(theirs.quiet);
        scope.stuck |= theirs.stuck;
        scope.hidden |= theirs.hidden;
        // The difference concerns no particular piece, for example a rule about stalemate. Pieces that end games are
        // then the most useful ones.
        if scope.piece_types.is_empty() {
            let acts = |(_, piece_type): &(PieceTypeId, &PieceType)| {
                piece_type.moves.is_empty() || piece_type.royal.is_some() || !piece_type.arrivals.is_empty()
            };
            scope.piece_types = gather(one.piece_type_ids().filter(acts).map(|(id, _)| id));
        }
        scope
    }

    /// Returns the piece types that are concerned and those that can become one of them, directly or in several steps.
    pub fn predecessors(&self, variant: &Variant) -> BTreeSet<PieceTypeId> {
        let rules = variant.rules();
        let mut all = self.piece_types.clone();
        loop {
            let mut more = all.clone();
            for rule in &rules {
                let parts = rule.parts();
                let named = |roles: &[Role]| -> BTreeSet<PieceTypeId> {
                    let mut ids = BTreeSet::new();
                    for part in parts.iter().filter(|part| roles.contains(&part.role)) {
                        part.filler.mentions(&mut |mention| ids.extend(piece_type(mention)));
                    }
                    ids
                };
                if named(&[Role::Becomes]).iter().any(|id| all.contains(id)) {
                    more.extend(named(&[Role::Actor, Role::Drops]));
                }
            }
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// Adds the pieces, squares, and counts of a rule.
    fn add(&mut self, variant: &Variant, rule: RuleRef) {
        let is_arrival = rule.kind() == RuleKind::Arrival;
        let board = variant.board.squares().collect::<SquareSet>().count();
        // These rules change the position after a move.
        self.hidden |=
            is_arrival || matches!(rule, RuleRef::Hands | RuleRef::InHand(..) | RuleRef::FollowUp(_));
        for Part { role, filler } in rule.parts() {
            filler.mentions(&mut |mention| match mention {
                Mention::PieceType(id) => self.piece_types.extend([id]),
                Mention::Royals | Mention::Leaders => {
                    let all = variant.piece_type_ids();
                    let royals = all.filter(|(_, piece_type)| piece_type.royal.is_some());
                    self.piece_types.extend(royals.map(|(id, _)| id));
                }
                Mention::Zone(zone) if is_arrival && role == Role::Where => self.zone(zone, FEW),
                Mention::Zone(zone) => self.zone(zone, board / WIDE),
                Mention::HomeOf(id) => self.squares(|color| variant.homes(color, id)),
                Mention::Plies(plies) => self.quiet.push(plies),
                Mention::Stuck => self.stuck = true,
                Mention::Check | Mention::Right(_) => {}
            });
        }
    }

    fn squares(&mut self, squares: impl Fn(Color) -> SquareSet) {
        for color in Color::ALL {
            *self.squares.get_mut(color) |= squares(color);
        }
    }

    /// Adds the squares of a zone if there are fewer than `most`.
    fn zone(&mut self, zone: &Zone, most: u32) {
        if zone.squares.get(Color::White).count() < most {
            self.squares(|color| *zone.squares.get(color));
        }
    }
}

/// Returns the piece type that a mention names, if it names one.
fn piece_type(mention: Mention) -> Option<PieceTypeId> {
    if let Mention::PieceType(id) = mention { Some(id) } else { None }
}

/// Returns the piece type of a game with the same token.
fn twin<'v>(variant: &'v Variant, own: &PieceType) -> Option<(PieceTypeId, &'v PieceType)> {
    variant.piece_type_ids().find(|(_, twin)| twin.token == own.token)
}

/// Returns the rules of a game that another game does not have in the same form. Pieces that only one game has are not
/// compared.
pub(super) fn only<'v>(variant: &'v Variant, other: &'v Variant) -> Vec<RuleRef<'v>> {
    let theirs = other.rules();
    let mut only: Vec<RuleRef> = variant.rules();
    let hands = |game: &Variant| (game.captures_leave, game.captures_to);
    let has_other_hands = hands(variant) != hands(other);
    only.retain(|rule| {
        let is_other = *rule == RuleRef::Hands && has_other_hands || !theirs.contains(rule);
        rule.piece_type().is_none() && is_other
    });
    for (id, own) in variant.piece_type_ids() {
        let Some((_, twin)) = twin(other, own) else { continue };
        let theirs = twin.rules(id);
        let has_new_arrivals = by_token(variant, own) != by_token(other, twin);
        // The title and the value of a piece are not rules. The types that it can become are compared by token, because
        // the two games can number them differently.
        let differs = |rule: &RuleRef| {
            let kind = rule.kind();
            kind != RuleKind::Piece
                && (kind != RuleKind::Arrival || has_new_arrivals)
                && !theirs.contains(rule)
        };
        only.extend(variant.rules_of(id).into_iter().filter(differs));
    }
    only
}

/// Returns the arrivals of a piece type without their new types, and the tokens of the new types.
fn by_token<'v>(variant: &'v Variant, piece_type: &PieceType) -> (Vec<Arrival>, Vec<&'v str>) {
    let mut arrivals = piece_type.arrivals.clone();
    let then = arrivals.iter_mut().flat_map(|arrival| &mut arrival.then);
    let becomes = then.filter_map(|then| {
        if let Consequence::Become(ids) | Consequence::Regain(ids) = then {
            Some(std::mem::take(ids))
        } else {
            None
        }
    });
    let tokens = becomes.flatten().map(|id| &*variant.piece_type(id).token).collect();
    (arrivals, tokens)
}
