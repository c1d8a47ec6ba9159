//! The actions of a player other than moves: placing, exchanging, dropping, and passing.
//!
//! [`Oracle::action_results`] is the entry point, with one function for each kind of action.

use super::filter::within;
use super::{Next, Oracle, World};
use ferz_core::base::{Color, Piece, PieceTypeId, Square};
use ferz_core::rules::{Act, Action, Event, PieceFilter, Target, Threat, Zone};

impl Oracle<'_> {
    /// Returns all results of an action, regardless of its conditions.
    pub fn action_results(&self, before: &World, action: &Action) -> Vec<Next> {
        let mut world = before.clone();
        world.begun = Some(before.setup.clone());
        world.setup.passed.clear();
        world.begin_apart(None);
        if let Some(right) = action.right {
            let left = &mut world.setup.rights[right];
            let left = if world.setup.turn == Color::White { &mut left.white } else { &mut left.black };
            if *left == 0 {
                return Vec::new();
            }
            *left -= 1;
            world.used = Some(right);
        }
        match &action.act {
            Act::Place { pieces, to, removing, becomes } => {
                self.placings(&world, pieces, to, removing.as_ref(), *becomes)
            }
            Act::Exchange { pieces, with, except_to } => self.swaps(&world, pieces, with, except_to),
            Act::Replace { pieces, by } => self.replacings(&world, pieces, *by),
            Act::Drop { piece_types, .. } => {
                piece_types.iter().flat_map(|one| self.drops(&world, *one, &action.act)).collect()
            }
            Act::Pass => {
                let next = Next { text: "pass".into(), from: None, after: world, acted: None };
                self.with_follow_ups(before, next, &[], false)
            }
        }
    }

    fn own(&self, filter: &PieceFilter, world: &World) -> Vec<(Square, Piece)> {
        let chosen = self.chosen(filter, world, world.turn());
        let mut all = world.side(world.turn());
        all.retain(|(square, piece)| chosen.contains(square) && !self.neutral(*piece));
        all
    }

    fn placings(
        &self,
        world: &World,
        filter: &PieceFilter,
        target: &Target,
        removing: Option<&PieceFilter>,
        becomes: Option<PieceTypeId>,
    ) -> Vec<Next> {
        let player = world.turn();
        let meant = |square: Square| match target {
            Target::Zone(zone) => within(zone, player, square),
            Target::HomeOf(piece_type) => {
                self.homes(Piece { color: player, piece_type: *piece_type }).contains(&square)
            }
        };
        let makes_way = |square: Square| match (world.at(square), removing) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(other), Some(filter)) => {
                self.fits(filter, world, square, other, player)
                    && !self.immune(world, square, Threat::Displacement)
            }
        };
        let mut all = Vec::new();
        for (from, piece) in self.own(filter, world) {
            for index in 0..world.setup.pieces.len() {
                let to = Square(index as u16);
                if from == to || !meant(to) || !makes_way(to) || !self.admitted(world, piece, Some(from), to)
                {
                    continue;
                }
                let mut after = world.clone();
                after.begin(from);
                after.remove(to);
                after.carry(from, to);
                if let Some(piece_type) = becomes {
                    after.change(to, self.piece_of(player, piece_type));
                }
                let Some((after, acted)) = self.brought(Event::Put, after, &[to], player, to) else {
                    continue;
                };
                let resets = after.lost || self.resets_clock(world, from, piece);
                let text = format!("{}@{}", self.name(from), self.name(to));
                let next = Next { text, from: Some(from), after, acted: Some(acted) };
                all.extend(self.with_follow_ups(world, next, &[], resets));
            }
        }
        all
    }

    fn swaps(
        &self,
        world: &World,
        filter: &PieceFilter,
        with: &PieceFilter,
        except: &[(PieceFilter, Zone)],
    ) -> Vec<Next> {
        let player = world.turn();
        let may = |piece: Piece, from: Square, to: Square| {
            let kept = except.iter().any(|(filter, zone)| {
                self.fits(filter, world, from, piece, player) && within(zone, player, to)
            });
            !kept
                && !self.immune(world, from, Threat::Exchange)
                && self.admitted(world, piece, Some(from), to)
        };
        let mut all = Vec::new();
        for (a, one) in self.own(filter, world) {
            for (b, other) in self.own(with, world) {
                if a == b || !may(one, a, b) || !may(other, b, a) {
                    continue;
                }
                let mut after = world.clone();
                after.begin(a);
                after.swap(a, b);
                let Some((after, acted)) = self.brought(Event::Exchange, after, &[a, b], player, b) else {
                    continue;
                };
                let resets = self.resets_clock(world, a, one) || self.resets_clock(world, b, other);
                let text = format!("{}~{}", self.name(a), self.name(b));
                let next = Next { text, from: Some(a), after, acted: Some(acted) };
                all.extend(self.with_follow_ups(world, next, &[], resets));
            }
        }
        all
    }

    fn replacings(&self, world: &World, filter: &PieceFilter, by: PieceTypeId) -> Vec<Next> {
        let mut all = Vec::new();
        for (square, old) in self.own(filter, world).into_iter().filter(|(_, old)| old.piece_type != by) {
            let mut after = world.clone();
            after.begin(square);
            after.change(square, self.piece_of(old.color, by));
            let name = self.name(square);
            let text = format!("{name}@{name}{}", self.token(by).to_lowercase());
            let next = Next { text, from: Some(square), after, acted: Some(square) };
            all.extend(self.with_follow_ups(world, next, &[], self.resets_clock(world, square, old)));
        }
        all
    }

    fn drops(&self, world: &World, piece_type: PieceTypeId, act: &Act) -> Vec<Next> {
        let Act::Drop { to, not_with, not_with_number, becomes, .. } = act else { return Vec::new() };
        let player = world.turn();
        let file = |square: Square| self.variant.board.cell(square).x;
        let shunned: Vec<i32> =
            not_with.iter().flat_map(|filter| self.chosen(filter, world, player)).map(file).collect();
        let full = |square: Square| {
            let there = shunned.iter().filter(|one| **one == file(square)).count();
            not_with.is_some() && there >= *not_with_number as usize
        };
        let mut forms = becomes.clone();
        if forms.is_empty() {
            forms.push(piece_type);
        }
        let mut all = Vec::new();
        for (index, form) in
            (0..world.setup.pieces.len()).flat_map(|index| forms.iter().map(move |f| (index, *f)))
        {
            let square = Square(index as u16);
            let piece = self.piece_of(player, form);
            let mut after = world.clone();
            let Some(hand) = after.setup.hands.get_mut(piece_type.index()) else { continue };
            let held = if player == Color::White { &mut hand.white } else { &mut hand.black };
            if *held == 0
                || !within(to, player, square)
                || world.at(square).is_some()
                || full(square)
                || !self.admitted(world, piece, None, square)
            {
                continue;
            }
            *held -= 1;
            after.begin_apart(Some(Piece { color: player, piece_type }));
            after.enter(square, piece);
            if self.variant.hand_homes.contains(&(square, piece)) {
                after.come_home(square);
            }
            let mut text = format!("{}@{}", self.token(piece_type), self.name(square));
            if form != piece_type {
                text += &self.token(form).to_lowercase();
            }
            let Some((after, acted)) = self.brought(Event::Drop, after, &[square], player, square) else {
                continue;
            };
            let next = Next { text, from: None, after, acted: Some(acted) };
            all.extend(self.with_follow_ups(world, next, &[], false));
        }
        all
    }
}
