//! Turns beyond the pieces' own moves: placing, exchanging, dropping, passing.

use super::Rules;
use super::candidate::{Candidate, Draft};
use crate::base::{KindId, Man, Move, Setup, Square, SquareSet, Verb};
use crate::rules::{Act, Men, Target, Threat, Turn, Zone};

impl Rules<'_> {
    /// What a kind of turn offers, whatever its conditions, before the safety of royals.
    pub(super) fn turn_candidates(&self, setup: &Setup, turn: &Turn) -> Vec<Candidate> {
        let unused = turn
            .right
            .is_none_or(|right| setup.rights.get(right).is_some_and(|times| *times.get(setup.turn) > 0));
        if !unused {
            return Vec::new();
        }
        let mut drafts = match &turn.act {
            Act::Place { men, to, removing, becomes } => {
                self.placements(setup, men, to, removing.as_ref(), *becomes)
            }
            Act::Exchange { men, with, except_to } => self.exchanges(setup, men, with, except_to),
            Act::Drop { kinds, to, not_with, .. } => self.drops(setup, kinds, to, not_with.as_ref()),
            Act::Pass => vec![(Draft::new(setup, Move::pass()), false)],
        };
        if let Some(right) = turn.right {
            for (draft, _) in &mut drafts {
                if let Some(times) = draft.setup_mut().rights.get_mut(right) {
                    let times = times.get_mut(setup.turn);
                    *times = times.saturating_sub(1);
                }
            }
        }
        drafts.into_iter().map(|(draft, irreversible)| self.finish(draft, irreversible)).collect()
    }

    fn is_irreversible(&self, setup: &Setup, square: Square, man: Man) -> bool {
        self.matches(&self.variant.clock.men, setup, square, man, man.color)
    }

    fn placements(
        &self,
        setup: &Setup,
        men: &Men,
        to: &Target,
        removing: Option<&Men>,
        becomes: Option<KindId>,
    ) -> Vec<(Draft, bool)> {
        let player = setup.turn;
        let mut drafts = Vec::new();
        for (from, man) in self.select(men, setup, player) {
            if man.color != player {
                continue;
            }
            let targets: SquareSet = match to {
                Target::Zone(zone) => *zone.squares.get(player),
                Target::HomeOf(kind) => self.variant.homes(player, *kind),
            };
            for square in targets.iter().filter(|square| *square != from) {
                let makes_way = setup.man(square).is_none_or(|other| {
                    removing.is_some_and(|men| self.matches(men, setup, square, other, player))
                        && !self.is_immune(setup, square, Threat::Displacement)
                });
                if !makes_way || !self.is_admitted(setup, man, Some(from), square) {
                    continue;
                }
                let mut draft = Draft::new(setup, Move::new(Verb::Place, from, square));
                draft.remove(square);
                draft.carry(from, square);
                if let Some(kind) = becomes {
                    draft.become_kind(square, kind);
                }
                drafts.push((draft, self.is_irreversible(setup, from, man)));
            }
        }
        drafts
    }

    fn exchanges(
        &self,
        setup: &Setup,
        men: &Men,
        with: &Men,
        except_to: &[(Men, Zone)],
    ) -> Vec<(Draft, bool)> {
        let player = setup.turn;
        let own = |men: &Men| {
            let mut own = self.select(men, setup, player);
            own.retain(|(square, man)| {
                man.color == player && !self.is_immune(setup, *square, Threat::Exchange)
            });
            own
        };
        let may_stand = |man: Man, from: Square, to: Square| {
            self.is_admitted(setup, man, Some(from), to)
                && !except_to.iter().any(|(men, zone)| {
                    zone.squares.get(man.color).contains(to) && self.matches(men, setup, from, man, player)
                })
        };
        let partners = own(with);
        let mut drafts = Vec::new();
        for (a, man) in own(men) {
            for (b, other) in &partners {
                if a == *b || !may_stand(man, a, *b) || !may_stand(*other, *b, a) {
                    continue;
                }
                let mut draft = Draft::new(setup, Move::new(Verb::Exchange, a, *b));
                draft.exchange(a, *b);
                let irreversible =
                    self.is_irreversible(setup, a, man) || self.is_irreversible(setup, *b, *other);
                drafts.push((draft, irreversible));
            }
        }
        drafts
    }

    fn drops(
        &self,
        setup: &Setup,
        kinds: &[KindId],
        to: &Zone,
        not_with: Option<&Men>,
    ) -> Vec<(Draft, bool)> {
        let player = setup.turn;
        let board = &self.variant.board;
        let mut drafts = Vec::new();
        for kind in kinds {
            let held = setup.hands.get(kind.index()).map_or(0, |held| *held.get(player));
            if held == 0 {
                continue;
            }
            let man = Man { color: player, kind: *kind };
            for square in to.squares.get(player).iter() {
                let file_taken = not_with.is_some_and(|men| {
                    self.select(men, setup, player)
                        .iter()
                        .any(|(other, _)| board.cell(*other).x == board.cell(square).x)
                });
                if setup.man(square).is_some() || file_taken || !self.is_admitted(setup, man, None, square) {
                    continue;
                }
                let mv = Move { verb: Verb::Drop(*kind), from: None, to: Some(square), ..Move::pass() };
                let mut draft = Draft::new(setup, mv);
                draft.enter(square, man);
                if let Some(held) = draft.setup_mut().hands.get_mut(kind.index()) {
                    let held = held.get_mut(player);
                    *held = held.saturating_sub(1);
                }
                drafts.push((draft, false));
            }
        }
        drafts
    }
}
