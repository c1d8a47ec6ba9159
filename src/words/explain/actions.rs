//! Turns beyond the pieces' own moves: why one can be had, or cannot.

use super::wish::Wish;
use super::{Explainer, Reason, Study};
use crate::base::text::{clause, join};
use crate::base::{Piece, PieceTypeId, Setup, Square};
use crate::play::notation::movetext;
use crate::rules::interpreter::Prospect;
use crate::rules::{Act, Action, Condition, Origin, PieceFilter, Proof, Target, Threat};

impl Explainer<'_> {
    /// Why a turn is legal that is.
    pub(super) fn turn_allowed(
        &self,
        setup: &Setup,
        action: &Action,
        prospect: Option<&Prospect>,
    ) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if let (Some(provided), Some(prospect)) = (&action.provided, prospect) {
            let proven = alternatives(provided).iter().enumerate().find_map(|(nth, condition)| {
                Some((self.proof(condition, setup, prospect)?, action.line("provided", nth)))
            });
            reasons.extend(proven.map(|(text, origin)| self.reason(text, origin)));
        }
        if let Some(when) = &action.when {
            for (nth, condition) in alternatives(when).iter().enumerate() {
                if self.rules.holds_now(condition, setup) {
                    reasons.push(self.reason(self.prose.condition(condition), action.line("when", nth)));
                }
            }
        }
        reasons.push(self.reason(clause(&self.prose.action(action)), action.origin));
        if let Some(right) = action.right.and_then(|index| self.variant.rights.get(index)) {
            reasons.push(self.reason(format!("the right `{}` is used up by it", right.name), right.origin));
        }
        reasons
    }

    /// How a condition after a turn is met.
    fn proof(&self, condition: &Condition, setup: &Setup, prospect: &Prospect) -> Option<String> {
        let (by, after) = (prospect.acted?, &prospect.after);
        if !self.rules.proves_condition(condition, after, setup.turn, Some(by)) {
            return None;
        }
        match condition {
            Condition::Forks { pieces, .. } => {
                let targets = self.rules.victims(after, by, pieces, setup.turn);
                Some(format!("on {} it attacks {} at once", self.name(by), self.places(&targets, "and")))
            }
            Condition::Traps { pieces, proof } => {
                let targets = self.rules.victims(after, by, pieces, setup.turn);
                let trapped =
                    targets.into_iter().find(|x| self.rules.escape(after, by, *x, *proof).is_none())?;
                let how = match proof {
                    Proof::EveryReply => "after every reply it can be captured",
                    Proof::NoSafeMove => "it has no safe square to go to",
                    Proof::NoMove => "it has no legal move",
                    Proof::Attack => "to attack it is enough",
                };
                Some(format!("on {} it traps {}: {how}", self.name(by), self.the(after, trapped)))
            }
            Condition::AnyOf(any) => any.iter().find_map(|one| self.proof(one, setup, prospect)),
            Condition::Every(all) => all.iter().find_map(|one| self.proof(one, setup, prospect)),
            other => Some(self.prose.condition(other)),
        }
    }

    /// The turns of a sort, those that are open to the piece first.
    fn turns_for<'a>(&self, study: &Study<'a>, wish: &Wish) -> Vec<(usize, &'a Action)> {
        let mut actions: Vec<(usize, &Action)> =
            study.actions().filter(|(_, action)| wish.is_turn(action)).collect();
        actions.sort_by_key(|(_, action)| !self.is_for(study.setup, action, wish));
        actions
    }

    /// What else keeps a turn from being had that can be carried out on the board.
    fn unmet(&self, study: &Study, (index, turn): (usize, &Action), wish: &Wish) -> Vec<Reason> {
        let setup = study.setup;
        if let Some(when) = &turn.when
            && !study.is_open(index)
        {
            let text = format!("{} is for when {}", self.a(&turn.name), self.prose.condition(when));
            return vec![self.reason(text, turn.line("when", 0))];
        }
        let meant = |prospect: &&Prospect| Wish::of(&prospect.mv).same(wish);
        let Some(prospect) = study.offered(index).iter().find(meant) else {
            return vec![self.reason(format!("not so: {}", clause(&self.prose.action(turn))), turn.origin)];
        };
        if !self.rules.safe(&prospect.after, setup.turn) {
            return self.exposed(&prospect.after, setup.turn);
        }
        if let Some(provided) = &turn.provided
            && !self.rules.proves_condition(provided, &prospect.after, setup.turn, prospect.acted)
        {
            return self.unproven(setup, turn, provided, prospect);
        }
        if matches!(turn.act, Act::Drop { not_mating: true, .. }) {
            return vec![self.reason("it would give checkmate, which this turn may not", turn.origin)];
        }
        vec![self.reason("something else must be done first", turn.origin)]
    }

    fn used_up(&self, setup: &Setup, action: &Action) -> Option<Reason> {
        let index = action.right?;
        let right = self.variant.rights.get(index)?;
        let left = setup.rights.get(index).map_or(0, |left| *left.get(setup.turn));
        (left == 0).then(|| {
            self.reason(
                format!("{} has used up the right `{}`", setup.turn.title(), right.name),
                right.origin,
            )
        })
    }

    /// Why what must be true after a turn is not.
    fn unproven(
        &self,
        setup: &Setup,
        action: &Action,
        condition: &Condition,
        prospect: &Prospect,
    ) -> Vec<Reason> {
        let Some(by) = prospect.acted else { return Vec::new() };
        let after = &prospect.after;
        let mut targets: Vec<Square> = Vec::new();
        let mut escapes: Vec<String> = Vec::new();
        let mut number = None;
        for part in parts(condition) {
            match part {
                Condition::Forks { pieces, number: n } => {
                    number = Some((*n, pieces));
                    targets.extend(self.rules.victims(after, by, pieces, setup.turn));
                }
                Condition::Traps { pieces, proof } => {
                    for x in self.rules.victims(after, by, pieces, setup.turn) {
                        targets.push(x);
                        let away = match self.rules.escape(after, by, x, *proof) {
                            Some(Some(mv)) => format!(
                                "{} is saved by {}",
                                self.the(after, x),
                                movetext::write(self.variant, &mv)
                            ),
                            Some(None) => format!("{} is not trapped", self.the(after, x)),
                            None => continue,
                        };
                        escapes.push(away);
                    }
                }
                _ => {}
            }
        }
        targets.sort();
        targets.dedup();
        let the = format!("from {} it attacks", self.name(by));
        let counted = number.map(|(n, pieces)| (n, self.rules.victims(after, by, pieces, setup.turn)));
        let mut text = match (targets.len(), counted) {
            (0, _) => format!("{the} nothing"),
            (_, Some((n, counted))) if counted.len() < targets.len() && counted.len() < n as usize => {
                format!("{the} {}, but they do not all count for a fork", self.places(&targets, "and"))
            }
            (1, _) => format!("{the} only {}", self.places(&targets, "and")),
            _ => format!("{the} {}", self.places(&targets, "and")),
        };
        escapes.dedup();
        if !escapes.is_empty() {
            text += &format!(", and {}", join(&escapes, "and"));
        }
        let rule = format!("needed is that {}", self.prose.condition(condition));
        let decides = |condition: &Condition| {
            parts(condition).iter().any(|part| matches!(part, Condition::Traps { .. }))
        };
        let trap = alternatives(condition).iter().position(decides).filter(|_| !escapes.is_empty());
        let origin = action.line("provided", trap.unwrap_or(0));
        vec![self.reason(text, origin), self.reason(rule, action.origin)]
    }

    /// Why a piece cannot be put elsewhere as wished.
    pub(super) fn not_placing(&self, study: &Study, wish: &Wish) -> Vec<Reason> {
        let setup = study.setup;
        let (Some(from), Some(to)) = (wish.from, wish.to) else { return Vec::new() };
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        let player = setup.turn;
        for (index, action) in self.turns_for(study, wish) {
            let Act::Place { pieces, to: target, removing, .. } = &action.act else { continue };
            if !self.rules.suits(pieces, setup, from, piece, player) {
                let text = format!(
                    "{} is not put elsewhere: {} is for the {}",
                    self.the(setup, from),
                    self.a(&action.name),
                    self.prose.pieces(pieces)
                );
                return vec![self.reason(text, action.origin)];
            }
            if let Some(reason) = self.used_up(setup, action) {
                return vec![reason];
            }
            let (inside, where_to) = match target {
                Target::Zone(zone) => (zone.squares.get(player).contains(to), zone.name.clone()),
                Target::HomeOf(piece_type) => (
                    self.variant.homes(player, *piece_type).contains(to),
                    format!("the home of the {}", self.prose.name(*piece_type).to_lowercase()),
                ),
            };
            if !inside {
                let text = format!(
                    "{} may be put only on {where_to}; {} is not there",
                    self.the(setup, from),
                    self.name(to)
                );
                return vec![self.reason(text, action.line("to", 0))];
            }
            if let Some(other) = setup.piece(to) {
                if let Some(immunity) = self.rules.immunity(setup, to, Threat::Displacement) {
                    return vec![self.reason(format!("{} cannot be removed", self.the(setup, to)), immunity)];
                }
                if !removing.as_ref().is_some_and(|pieces| self.rules.suits(pieces, setup, to, other, player))
                {
                    let what = removing.as_ref().map_or_else(
                        || "the square must be empty".to_owned(),
                        |pieces| format!("only {} makes way", self.a(&self.prose.pieces(pieces))),
                    );
                    let text = format!("{} stands there: {what}", self.the(setup, to));
                    return vec![self.reason(text, action.line("removing", 0))];
                }
            }
            if !self.rules.admitted(setup, piece, Some(from), to) {
                return vec![self.not_admitted(setup, piece, from, to)];
            }
            return self.unmet(study, (index, action), wish);
        }
        self.no_such_turn(setup, from, "no rule of the game puts a piece elsewhere")
    }

    fn no_such_turn(&self, setup: &Setup, from: Square, text: &str) -> Vec<Reason> {
        let origin = setup
            .piece(from)
            .map(|piece| self.variant.piece_type(piece.piece_type).origin)
            .unwrap_or_default();
        vec![self.reason(text, origin)]
    }

    /// Why two pieces cannot change places.
    pub(super) fn not_exchanging(&self, study: &Study, wish: &Wish) -> Vec<Reason> {
        let setup = study.setup;
        let (Some(from), Some(to)) = (wish.from, wish.to) else { return Vec::new() };
        let Some((index, turn)) = self.turns_for(study, wish).into_iter().next() else {
            let mut reasons = self.not_going(study, wish);
            if reasons.is_empty() {
                reasons = self.no_such_turn(setup, from, "no rule of the game lets pieces change places");
            }
            return reasons;
        };
        let Act::Exchange { pieces, with, except_to } = &turn.act else { return Vec::new() };
        let player = setup.turn;
        let turned = Wish { from: wish.to, to: wish.from, ..wish.clone() };
        if let Some(mv) = study.moves().iter().find(|mv| Wish::of(mv).same(&turned)) {
            let text = format!(
                "write `{}`: {} is named first",
                movetext::write(self.variant, mv),
                self.the(setup, to)
            );
            return vec![self.reason(text, turn.origin)];
        }
        let suits = |pieces: &PieceFilter, square: Square| {
            setup.piece(square).is_some_and(|piece| {
                piece.color == player && self.rules.suits(pieces, setup, square, piece, player)
            })
        };
        if !suits(pieces, from) {
            let text =
                format!("{} may not do this: {}", self.the(setup, from), clause(&self.prose.action(turn)));
            return vec![self.reason(text, turn.origin)];
        }
        if let Some(reason) = self.used_up(setup, turn) {
            return vec![reason];
        }
        if setup.piece(to).is_none() {
            return vec![
                self.reason(
                    format!("no piece stands on {} to change places with", self.name(to)),
                    turn.origin,
                ),
            ];
        }
        for square in [from, to] {
            if let Some(immunity) = self.rules.immunity(setup, square, Threat::Exchange) {
                return vec![
                    self.reason(format!("{} cannot be exchanged", self.the(setup, square)), immunity),
                ];
            }
        }
        if !suits(with, to) {
            let text = format!("{} is not {}", self.the(setup, to), self.a(&self.prose.pieces(with)));
            return vec![self.reason(text, turn.origin)];
        }
        for (a, b) in [(from, to), (to, from)] {
            let Some(piece) = setup.piece(a) else { continue };
            if !self.rules.admitted(setup, piece, Some(a), b) {
                return vec![self.not_admitted(setup, piece, a, b)];
            }
            for (pieces, zone) in except_to {
                if zone.squares.get(piece.color).contains(b)
                    && self.rules.suits(pieces, setup, a, piece, player)
                {
                    let text = format!("{} may not come to {} by it", self.the(setup, a), zone.name);
                    return vec![self.reason(text, turn.line("not", 0))];
                }
            }
        }
        self.unmet(study, (index, turn), wish)
    }

    /// Why a piece cannot come from the hand.
    pub(super) fn not_dropping(&self, study: &Study, piece_type: PieceTypeId, wish: &Wish) -> Vec<Reason> {
        let setup = study.setup;
        let Some(to) = wish.to else { return Vec::new() };
        let player = setup.turn;
        let title = self.prose.name(piece_type).to_lowercase();
        let piece_type_origin = self.variant.piece_type(piece_type).origin;
        let held = setup.hands.get(piece_type.index()).map_or(0, |held| *held.get(player));
        if held == 0 {
            return vec![
                self.reason(format!("{} has no {title} in hand", player.title()), piece_type_origin),
            ];
        }
        let drops = |action: &Action| matches!(&action.act, Act::Drop { piece_types, .. } if piece_types.contains(&piece_type));
        let Some((index, turn)) = study.actions().find(|(_, action)| drops(action)) else {
            return vec![
                self.reason(format!("no rule lets {} come from the hand", self.a(&title)), piece_type_origin),
            ];
        };
        let Act::Drop { to: zone, not_with, .. } = &turn.act else { return Vec::new() };
        if setup.piece(to).is_some() {
            return vec![self.reason(
                format!("{} stands there: the square must be empty", self.the(setup, to)),
                turn.origin,
            )];
        }
        if !zone.squares.get(player).contains(to) {
            return vec![self.reason(format!("{} is not in {}", self.name(to), zone.name), turn.origin)];
        }
        let file = |square: Square| self.variant.board.cell(square).x;
        let rival = not_with.as_ref().and_then(|pieces| {
            setup.pieces().find(|(square, piece)| {
                file(*square) == file(to) && self.rules.suits(pieces, setup, *square, *piece, player)
            })
        });
        if let Some((square, _)) = rival {
            return vec![
                self.reason(format!("{} stands on the same file", self.the(setup, square)), turn.origin),
            ];
        }
        let piece = Piece { color: player, piece_type };
        if !self.rules.admitted(setup, piece, None, to) {
            let text = format!("{} may not come to stand on {}", self.a(&title), self.name(to));
            return vec![self.reason(text, piece_type_origin)];
        }
        self.unmet(study, (index, turn), wish)
    }

    /// Why nobody may pass.
    pub(super) fn not_passing(&self, study: &Study) -> Vec<Reason> {
        let Some((index, turn)) = study.actions().find(|(_, action)| action.act == Act::Pass) else {
            return vec![self.reason("no rule of the game lets a player pass", Origin::default())];
        };
        let wish = Wish { deed: super::Deed::Pass, from: None, to: None, rest: String::new() };
        match self.used_up(study.setup, turn) {
            Some(reason) => vec![reason],
            None => self.unmet(study, (index, turn), &wish),
        }
    }
}

/// The conditions of which one is enough.
pub(super) fn alternatives(condition: &Condition) -> &[Condition] {
    match condition {
        Condition::AnyOf(any) => any,
        other => std::slice::from_ref(other),
    }
}

/// The simple conditions inside one.
pub(super) fn parts(condition: &Condition) -> Vec<&Condition> {
    match condition {
        Condition::AnyOf(inner) | Condition::Every(inner) => inner.iter().flat_map(parts).collect(),
        other => vec![other],
    }
}
