//! Why a piece can go somewhere in its own way, or cannot.

use super::study::Way;
use super::wish::Wish;
use super::{Explainer, Reason, Study};
use crate::base::text::clause;
use crate::base::{Choice, Move, Piece, Result, Setup, Square, SquareSet, Verb};
use crate::rules::interpreter::{Leave, Prospect};
use crate::rules::walk::Walk;
use crate::rules::{Arrival, Castling, Consequence, Threat, Zone};

impl Explainer<'_> {
    /// Why a piece can go as a legal move says.
    pub(super) fn going(&self, study: &Study, mv: &Move, prospect: Option<&Prospect>) -> Vec<Reason> {
        let setup = study.setup;
        let (Some(from), Some(to)) = (mv.from, mv.to) else { return Vec::new() };
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        let piece_type = self.variant.piece_type(piece.piece_type);
        if mv.verb == Verb::Castle {
            let text = format!(
                "{} castles: the way is free and not attacked, and neither piece has moved",
                self.the(setup, from)
            );
            return vec![
                self.reason(text, piece_type.moves.first().map_or(piece_type.origin, |moves| moves.origin)),
            ];
        }
        let mut reasons = Vec::new();
        let ways = study.ways(from, Leave::default());
        match ways.iter().find(|way| way.walk.to == to) {
            Some(Way { moves, walk }) => {
                let mut text =
                    format!("{} goes to {} by `{}`", self.the(setup, from), self.name(to), moves.notation);
                if !walk.trail.is_empty() {
                    let verb = if walk.trail.len() == 1 { "is" } else { "are" };
                    text += &format!("; {} {verb} empty", self.places(&walk.trail, "and"));
                }
                let deed = if mv.verb == Verb::Exchange { "changing places with" } else { "capturing" };
                for square in &walk.captures {
                    text += &format!(", {deed} {}", self.the(setup, *square));
                }
                if walk.en_passant.is_some() {
                    text += ", capturing in passing";
                }
                reasons.push(self.reason(text, moves.origin));
            }
            None => reasons.push(
                self.reason(format!("{} goes there by its moves", self.the(setup, from)), piece_type.origin),
            ),
        }
        for arrival in self.arriving(setup, piece, from, to) {
            if !arrival.may || mv.choice.as_ref().is_some_and(|choice| is_taken(choice, arrival)) {
                reasons.push(self.reason(clause(&self.prose.arrival(arrival)), arrival.origin));
            }
        }
        if let Some(Choice::End(result)) = mv.choice {
            let what = match result {
                Result::Win => "it wins the game",
                Result::Loss => "it loses the game",
                Result::Draw => "it draws the game",
            };
            if let Some(first) = reasons.last() {
                let reason = Reason { text: what.to_owned(), ..first.clone() };
                reasons.push(reason);
            }
        }
        let sends =
            |arrival: &&Arrival| arrival.then.iter().any(|then| matches!(then, Consequence::Send { .. }));
        let sent = self.arriving(setup, piece, from, to).iter().any(sends);
        let ends = prospect.and_then(|prospect| prospect.acted).filter(|square| sent && *square != to);
        if let (Some(square), Some(last)) = (ends, reasons.last()) {
            let mut text = format!("it comes to stand on {}", self.name(square));
            if setup.piece(square).is_some() && square != from {
                text += &format!("; {} is removed", self.the(setup, square));
            }
            let reason = Reason { text, ..last.clone() };
            reasons.push(reason);
        }
        for admission in &self.variant.admissions {
            let zone = admission.zone.squares.get(piece.color);
            if zone.contains(to)
                && !zone.contains(from)
                && self.rules.suits(&admission.pieces, setup, from, piece, piece.color)
            {
                let text = format!(
                    "{} may be entered by the {}",
                    place(&admission.zone),
                    self.prose.pieces(&admission.pieces)
                );
                reasons.push(self.reason(text, admission.origin));
                break;
            }
        }
        reasons
    }

    fn arriving(&self, setup: &Setup, piece: Piece, from: Square, to: Square) -> Vec<&Arrival> {
        let mut there = setup.clone();
        for (square, what) in [(from, None), (to, Some(piece))] {
            if let Some(place) = there.pieces.get_mut(square.index()) {
                *place = what;
            }
        }
        let arrivals = self.variant.piece_type(piece.piece_type).arrivals.iter();
        arrivals
            .filter(|arrival| {
                let zone = arrival.zone.squares.get(piece.color);
                (zone.contains(to) || arrival.leaving && zone.contains(from))
                    && self.rules.suits(&arrival.pieces, &there, to, piece, piece.color)
            })
            .collect()
    }

    /// Why a piece cannot go as wished.
    pub(super) fn not_going(&self, study: &Study, wish: &Wish) -> Vec<Reason> {
        let setup = study.setup;
        let (Some(from), Some(to)) = (wish.from, wish.to) else { return Vec::new() };
        let Some(piece) = setup.piece(from) else { return Vec::new() };
        let piece_type = self.variant.piece_type(piece.piece_type);
        let castling = |castling: &&Castling| castling.color == piece.color && castling.king == (from, to);
        let meant = |prospect: &&Prospect| Wish::of(&prospect.mv).same(wish);
        if let Some(prospect) = study.prospects().iter().find(meant) {
            return self.exposed(&prospect.after, piece.color);
        }
        if piece_type.moves.is_empty() {
            return vec![self.reason(format!("{} stands still", self.the(setup, from)), piece_type.origin)];
        }
        if let Some(way) = study.ways(from, Leave::default()).iter().find(|way| way.walk.to == to) {
            return vec![self.halted(setup, piece, from, &way.walk)];
        }
        if let Some(castling) = self.variant.castlings.iter().find(castling) {
            return self.not_castling(setup, castling);
        }
        if let Some(reason) = self.closed(study, piece, from, to) {
            return vec![reason];
        }
        if let Some(reason) = self.obstructed(study, piece, from, to) {
            return vec![reason];
        }
        let mut reasons: Vec<Reason> = piece_type
            .moves
            .iter()
            .filter(|moves| moves.on.as_ref().is_none_or(|zone| zone.squares.get(piece.color).contains(from)))
            .map(|moves| {
                let text = format!(
                    "{} does not reach {} by `{}`",
                    self.the(setup, from),
                    self.name(to),
                    moves.notation
                );
                self.reason(text, moves.origin)
            })
            .collect();
        if reasons.is_empty() {
            reasons.push(
                self.reason(format!("{} cannot move from there", self.the(setup, from)), piece_type.origin),
            );
        }
        reasons
    }

    /// A walk that is there, but leads to no move: something it captures is safe, or it cannot arrive.
    fn halted(&self, setup: &Setup, piece: Piece, from: Square, walk: &Walk) -> Reason {
        for square in &walk.captures {
            if let Some(immunity) = self.rules.immunity(setup, *square, Threat::Capture) {
                return self.reason(format!("{} cannot be captured", self.the(setup, *square)), immunity);
            }
        }
        let arrivals = self.arriving(setup, piece, from, walk.to);
        match arrivals.first() {
            Some(arrival) => {
                let text = format!("{}; that cannot be done now", clause(&self.prose.arrival(arrival)));
                self.reason(text, arrival.origin)
            }
            None => self.reason(
                format!("{} cannot arrive there", self.the(setup, from)),
                self.variant.piece_type(piece.piece_type).origin,
            ),
        }
    }

    /// A border or a closed zone that alone is in the way.
    fn closed(&self, study: &Study, piece: Piece, from: Square, to: Square) -> Option<Reason> {
        let setup = study.setup;
        study.free_ways(from, true).iter().find(|way| way.walk.to == to)?;
        let leave = Leave { borders: true, ..Leave::default() };
        let mut target = SquareSet::EMPTY;
        target.insert(to);
        let loose = Leave { squares: target, ..leave };
        let walk = [leave, loose].into_iter().find_map(|leave| {
            study.ways(from, leave).iter().find(|way| way.walk.to == to).map(|way| way.walk.clone())
        })?;
        let piece_type = self.variant.piece_type(piece.piece_type);
        let mut at = from;
        for next in walk.trail.iter().copied().chain([to]) {
            if piece_type.stays.as_ref().is_some_and(|zone| !zone.squares.get(piece.color).contains(next)) {
                let zone = piece_type.stays.as_ref().map_or("", |zone| zone.name.as_str());
                return Some(
                    self.reason(format!("{} may not leave {zone}", self.the(setup, from)), piece_type.origin),
                );
            }
            if !self.rules.admitted(setup, piece, Some(from), next) {
                return Some(self.not_admitted(setup, piece, from, next));
            }
            if !self.rules.crosses(setup, piece, from, at, next) {
                let border = self.variant.borders.iter().find(|border| {
                    let zone = border.zone.squares.get(piece.color);
                    zone.contains(at) != zone.contains(next)
                })?;
                let class = match border.by {
                    crate::rules::StepClass::Orthogonal => "straight",
                    crate::rules::StepClass::Diagonal => "diagonal",
                };
                let text = format!("the border of {} is crossed by {class} steps only", place(&border.zone));
                return Some(self.reason(text, border.origin));
            }
            at = next;
        }
        None
    }

    /// Who may enter a zone that is closed to a piece.
    pub(super) fn not_admitted(&self, setup: &Setup, piece: Piece, from: Square, to: Square) -> Reason {
        let closing = self
            .variant
            .admissions
            .iter()
            .find(|admission| admission.zone.squares.get(piece.color).contains(to));
        match closing {
            Some(admission) => {
                let text = format!(
                    "{} may not enter {}: only the {}",
                    self.the(setup, from),
                    place(&admission.zone),
                    self.prose.pieces(&admission.pieces)
                );
                self.reason(text, admission.origin)
            }
            None => {
                let piece_type = self.variant.piece_type(piece.piece_type);
                let zone = piece_type.stays.as_ref().map_or("its zone", |zone| zone.name.as_str());
                self.reason(format!("{} may not leave {zone}", self.the(setup, from)), piece_type.origin)
            }
        }
    }

    /// Pieces in the way, or missing where one would be needed.
    fn obstructed(&self, study: &Study, piece: Piece, from: Square, to: Square) -> Option<Reason> {
        let setup = study.setup;
        let free = study.free_ways(from, false);
        let Way { moves, walk: whole } = free.iter().find(|way| way.walk.to == to)?;
        let reach = |squares: &[Square]| {
            let leave = Leave { squares: squares.iter().copied().collect(), borders: false };
            let ways = study.ways(from, leave);
            ways.iter().find(|way| way.walk.to == to).map(|way| (way.moves.origin, way.walk.clone()))
        };
        let the = self.the(setup, from);
        if let Some((origin, walk)) = reach(&[to]) {
            let text = match setup.piece(to) {
                None if walk.captures.contains(&to) => {
                    format!("{the} goes to {} only to capture", self.name(to))
                }
                None => format!("{the} cannot end its move on the empty square {}", self.name(to)),
                Some(other) if other.color == piece.color => {
                    format!("{} stands there, of the same side", self.the(setup, to))
                }
                Some(_) => format!("{the} cannot capture on {}", self.name(to)),
            };
            return Some(self.reason(text, origin));
        }
        // Only what lies on some way of the piece can be in its way.
        let passed: SquareSet =
            free.iter().flat_map(|way| way.walk.trail.iter().chain(&way.walk.hurdles)).copied().collect();
        let between = || passed.iter().filter(|square| *square != from && *square != to);
        let taken = between().filter(|square| setup.piece(*square).is_some());
        let vacant = between().filter(|square| setup.piece(*square).is_none());
        for square in taken.chain(vacant) {
            let found = reach(&[square]).or_else(|| reach(&[square, to]));
            if let Some((origin, _)) = found {
                let text = match setup.piece(square) {
                    Some(_) => format!("the way is blocked by {}", self.the(setup, square)),
                    None => format!("{the} needs a piece on {} for that", self.name(square)),
                };
                return Some(self.reason(text, origin));
            }
        }
        let pieces: Vec<Square> =
            whole.trail.iter().copied().filter(|square| setup.piece(*square).is_some()).collect();
        let text = match pieces.as_slice() {
            [] => format!("what stands on the way of {the} to {} does not let it go there", self.name(to)),
            pieces => format!("the way is blocked on {}", self.places(pieces, "and")),
        };
        Some(self.reason(text, moves.origin))
    }

    fn not_castling(&self, setup: &Setup, castling: &Castling) -> Vec<Reason> {
        let piece_type = setup.piece(castling.king.0).map(|piece| self.variant.piece_type(piece.piece_type));
        let origin = piece_type
            .and_then(|piece_type| piece_type.moves.first())
            .map(|moves| moves.origin)
            .unwrap_or_default();
        let bit = self.variant.castlings.iter().position(|other| other == castling).unwrap_or(0);
        if setup.castling >> bit & 1 == 0 {
            let text = "the right to castle there is gone: one of the two pieces has moved or is missing";
            return vec![self.reason(text, origin)];
        }
        let taken: Vec<Square> =
            castling.empty.iter().copied().filter(|square| setup.piece(*square).is_some()).collect();
        if !taken.is_empty() {
            let text = format!("for castling {} must be empty", self.places(&taken, "and"));
            return vec![self.reason(text, origin)];
        }
        for square in &castling.safe {
            let mut there = setup.clone();
            let piece = setup.piece(castling.king.0);
            for (place, what) in [(castling.king.0, None), (*square, piece)] {
                if let Some(place) = there.pieces.get_mut(place.index()) {
                    *place = what;
                }
            }
            if let Some((by, _)) = self.rules.attacker_walks(&there, *square).first() {
                let text = format!(
                    "for castling {} may not be attacked, and {} attacks it",
                    self.name(*square),
                    self.the(&there, *by)
                );
                return vec![self.reason(text, origin)];
            }
        }
        vec![self.reason("castling would leave a royal attacked", self.variant.royalty.origin)]
    }
}

/// Whether a choice is one that an arrival leaves open.
fn is_taken(choice: &Choice, arrival: &Arrival) -> bool {
    arrival.then.iter().any(|then| {
        matches!(
            (choice, then),
            (Choice::End(_), Consequence::End { .. })
                | (Choice::Exchange(_), Consequence::Exchange(_))
                | (Choice::Become(_), Consequence::Become(_))
        )
    })
}

/// A zone within a sentence about a piece: `the enemy camp`, `its own camp`.
fn place(zone: &Zone) -> String {
    match zone.name.split_once(' ') {
        Some(("own", _)) => format!("its {}", zone.name),
        Some(("enemy", _)) => format!("the {}", zone.name),
        _ => zone.name.clone(),
    }
}
