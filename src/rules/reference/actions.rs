//! Turns beyond the pieces' own moves: placing, exchanging, dropping, passing.

use super::Rules;
use super::candidate::{Candidate, Draft};
use crate::base::{Move, Piece, PieceTypeId, Setup, Square, SquareSet, Verb};
use crate::rules::{Act, Action, PieceFilter, Target, Threat, Zone};

impl Rules<'_> {
    /// What a action offers, whatever its conditions, before the safety of royals.
    pub(super) fn turn_candidates(&self, setup: &Setup, action: &Action) -> Vec<Candidate> {
        let unused = action
            .right
            .is_none_or(|right| setup.rights.get(right).is_some_and(|times| *times.get(setup.turn) > 0));
        if !unused {
            return Vec::new();
        }
        let mut drafts = match &action.act {
            Act::Place { pieces, to, removing, becomes } => {
                self.placements(setup, pieces, to, removing.as_ref(), *becomes)
            }
            Act::Exchange { pieces, with, except_to } => self.exchanges(setup, pieces, with, except_to),
            Act::Drop { piece_types, to, not_with, .. } => {
                self.drops(setup, piece_types, to, not_with.as_ref())
            }
            Act::Pass => vec![(Draft::new(setup, Move::pass()), false)],
        };
        if let Some(right) = action.right {
            for (draft, _) in &mut drafts {
                if let Some(times) = draft.setup_mut().rights.get_mut(right) {
                    let times = times.get_mut(setup.turn);
                    *times = times.saturating_sub(1);
                }
            }
        }
        drafts.into_iter().map(|(draft, irreversible)| self.finish(draft, irreversible)).collect()
    }

    fn is_irreversible(&self, setup: &Setup, square: Square, piece: Piece) -> bool {
        self.matches(&self.variant.clock.pieces, setup, square, piece, piece.color)
    }

    fn placements(
        &self,
        setup: &Setup,
        pieces: &PieceFilter,
        to: &Target,
        removing: Option<&PieceFilter>,
        becomes: Option<PieceTypeId>,
    ) -> Vec<(Draft, bool)> {
        let player = setup.turn;
        let mut drafts = Vec::new();
        for (from, piece) in self.select(pieces, setup, player) {
            if piece.color != player {
                continue;
            }
            let targets: SquareSet = match to {
                Target::Zone(zone) => *zone.squares.get(player),
                Target::HomeOf(piece_type) => self.variant.homes(player, *piece_type),
            };
            for square in targets.iter().filter(|square| *square != from) {
                let makes_way = setup.piece(square).is_none_or(|other| {
                    removing.is_some_and(|pieces| self.matches(pieces, setup, square, other, player))
                        && !self.is_immune(setup, square, Threat::Displacement)
                });
                if !makes_way || !self.is_admitted(setup, piece, Some(from), square) {
                    continue;
                }
                let mut draft = Draft::new(setup, Move::new(Verb::Place, from, square));
                draft.remove(square);
                draft.carry(from, square);
                if let Some(piece_type) = becomes {
                    draft.become_piece_type(square, piece_type);
                }
                drafts.push((draft, self.is_irreversible(setup, from, piece)));
            }
        }
        drafts
    }

    fn exchanges(
        &self,
        setup: &Setup,
        pieces: &PieceFilter,
        with: &PieceFilter,
        except_to: &[(PieceFilter, Zone)],
    ) -> Vec<(Draft, bool)> {
        let player = setup.turn;
        let own = |pieces: &PieceFilter| {
            let mut own = self.select(pieces, setup, player);
            own.retain(|(square, piece)| {
                piece.color == player && !self.is_immune(setup, *square, Threat::Exchange)
            });
            own
        };
        let may_stand = |piece: Piece, from: Square, to: Square| {
            self.is_admitted(setup, piece, Some(from), to)
                && !except_to.iter().any(|(pieces, zone)| {
                    zone.squares.get(piece.color).contains(to)
                        && self.matches(pieces, setup, from, piece, player)
                })
        };
        let partners = own(with);
        let mut drafts = Vec::new();
        for (a, piece) in own(pieces) {
            for (b, other) in &partners {
                if a == *b || !may_stand(piece, a, *b) || !may_stand(*other, *b, a) {
                    continue;
                }
                let mut draft = Draft::new(setup, Move::new(Verb::Exchange, a, *b));
                draft.exchange(a, *b);
                let irreversible =
                    self.is_irreversible(setup, a, piece) || self.is_irreversible(setup, *b, *other);
                drafts.push((draft, irreversible));
            }
        }
        drafts
    }

    fn drops(
        &self,
        setup: &Setup,
        piece_types: &[PieceTypeId],
        to: &Zone,
        not_with: Option<&PieceFilter>,
    ) -> Vec<(Draft, bool)> {
        let player = setup.turn;
        let board = &self.variant.board;
        let mut drafts = Vec::new();
        for piece_type in piece_types {
            let held = setup.hands.get(piece_type.index()).map_or(0, |held| *held.get(player));
            if held == 0 {
                continue;
            }
            let piece = Piece { color: player, piece_type: *piece_type };
            for square in to.squares.get(player).iter() {
                let file_taken = not_with.is_some_and(|pieces| {
                    self.select(pieces, setup, player)
                        .iter()
                        .any(|(other, _)| board.cell(*other).x == board.cell(square).x)
                });
                if setup.piece(square).is_some()
                    || file_taken
                    || !self.is_admitted(setup, piece, None, square)
                {
                    continue;
                }
                let mv = Move { verb: Verb::Drop(*piece_type), from: None, to: Some(square), ..Move::pass() };
                let mut draft = Draft::new(setup, mv);
                draft.enter(square, piece);
                if let Some(held) = draft.setup_mut().hands.get_mut(piece_type.index()) {
                    let held = held.get_mut(player);
                    *held = held.saturating_sub(1);
                }
                drafts.push((draft, false));
            }
        }
        drafts
    }
}
