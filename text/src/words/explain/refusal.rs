//! Puts the refusals of the interpreter into words.
//!
//! [`Explainer::refused`] is the entry point. A refusal consists of a rule that the move violates and the square where
//! it does so. The other functions describe one kind of rule each.

use super::{Explainer, SourcedText, Study};
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Move, Piece, Setup, Square, Verb};
use crate::lang::betza;
use crate::messages::text::{a, clause};
use crate::rules::interpreter::{ParsedMove, Purpose, Refused, World};
use crate::rules::walk::Walk;
use crate::rules::{
    Act, Action, ActionRule, Arrival, Automaton, Binding, Duty, Holds, Moves, Refusal, Rule, StepClass,
    Target, Threat,
};
use std::collections::BTreeSet;

impl Explainer<'_> {
    /// Returns the reasons why a move is illegal. The first one decides.
    pub(super) fn refused(&self, study: &Study, parsed: &ParsedMove, refused: &Refused) -> Vec<SourcedText> {
        let setup = study.setup;
        let mut reasons = Vec::new();
        for refusal in &refused.refusals {
            match (refusal.rule, &refused.after, study.outcome()) {
                (Rule::Over, _, Some(outcome)) => reasons.push(self.over(setup, outcome)),
                (Rule::Exposed, Some(next), _) => {
                    reasons.extend(self.exposed(&next.after, setup.turn));
                    reasons.extend(self.automatic_effects(next));
                }
                (Rule::Action(number, ActionRule::Unproven), Some(next), _) => {
                    reasons.extend(self.unproven(setup, &self.variant.actions[number], next));
                }
                _ => reasons.push((self.refusal(setup, parsed, refusal), refusal.origin)),
            }
        }
        // A move with several readings, such as a move or an action, is refused for the reasons of all of them.
        reasons.extend(refused.others.iter().flat_map(|other| self.refused(study, parsed, other)));
        // Two readings can have the same reason.
        let mut seen = BTreeSet::new();
        reasons.retain(|(text, _)| seen.insert(text.clone()));
        reasons
    }

    fn refusal(&self, setup: &Setup, parsed: &ParsedMove, refusal: &Refusal) -> String {
        let at = refusal.square.or(parsed.to).or(parsed.from).unwrap_or(Square(0));
        let (here, there) = (self.name(at), self.the(setup, at));
        let mover = parsed.from.map_or_else(|| "the piece".to_owned(), |from| self.the(setup, from));
        let entering = || self.entering(setup, parsed, refusal).unwrap_or_else(|| mover.clone());
        let piece = parsed.from.and_then(|from| setup.piece(from));
        let piece_type = piece.map(|piece| self.variant.piece_type(piece.piece_type));
        let (variant, turn) = (self.variant, setup.turn.title());
        match refusal.rule {
            Rule::Over => "the game is over".to_owned(),
            Rule::NoPiece => format!("there is no piece on {here}"),
            Rule::NotYours => format!("{there} is {}'s, and {turn} is to move", setup.turn.other().title()),
            Rule::Neutral => format!("{there} belongs to neither side"),
            Rule::SameSquare => "a move must end on another square".to_owned(),
            Rule::NeverMoves => match piece_type.is_some_and(|piece_type| !piece_type.moves.is_empty()) {
                true => format!("{there} has no moves from there"),
                false => format!("{there} stands still"),
            },
            Rule::OutOfReach(n) => {
                let moves = piece_type.and_then(|piece_type| piece_type.moves.get(n));
                let words = moves.and_then(|moves| by(&moves.notation, |_| true));
                let words = words.map_or_else(String::new, |words| format!(": {words}"));
                format!("{mover} does not reach {here}{words}")
            }
            Rule::Elsewhere(n) | Rule::NotNow(n) | Rule::NotProvided(n) => {
                let moves = piece_type.and_then(|own| own.moves.get(n));
                moves.map_or_else(String::new, |moves| self.limited(&mover, moves, refusal.rule))
            }
            Rule::NotCapturing(_) => format!("{mover} may not capture {there} in this way"),
            Rule::WayAttacked(_) => format!("{mover} would pass {here}, which is attacked"),
            Rule::Stops(_) => format!("{mover} would have to stop on {here}"),
            Rule::NotOver(_) => format!("{mover} may not jump over {there}"),
            Rule::Blocked => format!("the path is blocked by {there}"),
            Rule::NothingToUse => format!("{mover} needs a piece on {here} for this move"),
            Rule::BadTarget(_) if parsed.from.is_none() => "the move cannot end there".to_owned(),
            Rule::BadTarget(needed) => self.bad_target(setup, &mover, (at, needed)),
            Rule::Stays => {
                let stays = piece_type.and_then(|piece_type| piece_type.stays.as_ref());
                let zone =
                    stays.map_or_else(|| "its zone".to_owned(), |zone| self.prose.place_of_piece(zone));
                format!("{mover} may not leave {zone}")
            }
            Rule::Closed(n) => self.closed(n, &entering()),
            Rule::Border(n, _) => self.border(n),
            Rule::HasMoved => format!("{there} can make this move only if it has not moved"),
            Rule::Immune(threat) => format!("{there} cannot be {}", suffered(threat)),
            Rule::Arrival(id, n) => self.impossible(&variant.piece_type(id).arrivals[n]),
            Rule::NoRoom => format!("there is no room on {here} for the captured piece"),
            Rule::CastlingLost => {
                "the right to castle is gone: one of the two pieces has moved or is missing".to_owned()
            }
            Rule::CastlingNotNow(n) => match &variant.castlings[n].when {
                Some(when) => format!("castling is allowed only if {}", self.prose.condition(when)),
                None => String::new(),
            },
            Rule::CastlingBlocked => format!("castling requires {here} to be empty"),
            Rule::CastlingAttacked => self.castling_attacked(setup, parsed, at),
            Rule::NoSuchAction => "no rule of the game allows this move".to_owned(),
            Rule::UsedUp(n) => format!("{turn} has used up the right `{}`", variant.rights[n].name),
            Rule::NotInHand(id) => format!("{turn} has no {} in hand", self.prose.noun(id)),
            Rule::NeverDropped(id) => format!("no rule lets a player drop {}", a(&self.prose.noun(id))),
            Rule::Action(n, rule) => self.action_said(&variant.actions[n], rule, [here, &there, &entering()]),
            Rule::Forbidden(n) => format!("the move is forbidden: {}", self.requirement(n)),
            Rule::Obliged(n) => format!("another move must be made: {}", self.requirement(n)),
            Rule::NoRoyal => format!("{turn} would be left without a royal"),
            Rule::Exposed => "the move would leave a royal attacked".to_owned(),
        }
    }

    /// Returns the piece that enters a zone: the piece from the hand or the partner in an exchange. Returns `None` for
    /// the moving piece.
    fn entering(&self, setup: &Setup, parsed: &ParsedMove, refusal: &Refusal) -> Option<String> {
        match (parsed.verb, parsed.from, parsed.to) {
            (Verb::Drop(piece_type), ..) => Some(a(&self.prose.noun(piece_type))),
            (Verb::Exchange, Some(from), Some(to)) if refusal.square == Some(from) => {
                Some(self.the(setup, to))
            }
            _ => None,
        }
    }

    /// Describes why a move may not end on a square, which must hold something else.
    fn bad_target(&self, setup: &Setup, mover: &str, (at, needed): (Square, Holds)) -> String {
        let (here, there) = (self.name(at), self.the(setup, at));
        match setup.piece(at) {
            None if needed.meets(Holds::ENEMY) => format!("{mover} goes to {here} only to capture"),
            None => format!("{mover} cannot end its move on the empty square {here}"),
            Some(other) if self.variant.is_neutral(other.piece_type) => {
                format!("{there} belongs to neither side and cannot be captured")
            }
            Some(other) if other.color != setup.turn => format!("{mover} cannot capture on {here}"),
            Some(_) => format!("{there} is on the same side"),
        }
    }

    fn impossible(&self, arrival: &Arrival) -> String {
        format!("{}; that is not possible now", clause(&self.prose.arrival(arrival)))
    }

    /// Describes why a piece may not enter a zone.
    fn closed(&self, number: usize, entering: &str) -> String {
        let admission = &self.variant.admissions[number];
        let (zone, only) = (self.prose.place_of_piece(&admission.zone), self.prose.pieces(&admission.pieces));
        format!("{entering} may not enter {zone}: only the {only}")
    }

    /// Describes why a step may not cross a border.
    fn border(&self, number: usize) -> String {
        let border = &self.variant.borders[number];
        let class = match border.by {
            StepClass::Orthogonal => "straight",
            StepClass::Diagonal => "diagonal",
        };
        format!(
            "the border of {} can be crossed only by {class} steps",
            self.prose.place_of_piece(&border.zone)
        )
    }

    /// Describes the limit of a set of moves: a condition before or after the move, or a limit of its targets.
    fn limited(&self, mover: &str, moves: &Moves, rule: Rule) -> String {
        let (asked, then) = if let Rule::NotNow(_) = rule {
            (moves.when.as_ref(), "when")
        } else if let Rule::NotProvided(_) = rule {
            (moves.provided.as_ref(), "if, afterwards,")
        } else {
            (None, "")
        };
        match asked {
            Some(asked) => {
                let (way, words) = in_words(&moves.notation);
                format!("{mover} moves {way} only {then} {}{words}", self.prose.condition(asked))
            }
            None => {
                let (way, words) = in_words(&moves.notation);
                format!("{mover} moves {way} only{}{words}", moves.limits())
            }
        }
    }

    /// Describes the requirement of a move rule as part of a sentence.
    fn requirement(&self, number: usize) -> String {
        clause(&self.prose.move_rule(&self.variant.move_rules[number]))
    }

    /// Describes a requirement of an action, given its square, the piece on that square, and the piece that enters it.
    fn action_said(&self, action: &Action, rule: ActionRule, [here, there, entering]: [&str; 3]) -> String {
        let (name, effects) = (a(&action.name), action.act.effects());
        match rule {
            ActionRule::Duty if action.duty == Duty::Must => {
                format!("the only move now is {name}")
            }
            ActionRule::Duty => format!("{name} is possible, so no other move is legal"),
            ActionRule::NotFor => {
                format!("{there} may not make this move: {}", clause(&self.prose.action(action)))
            }
            ActionRule::When => {
                let when = action.when.as_ref().map(|when| self.prose.condition(when)).unwrap_or_default();
                format!("{name} is allowed only when {when}")
            }
            ActionRule::Outside => {
                let to = match effects.to.as_deref() {
                    Some(Target::HomeOf(id)) => format!("the home of the {}", self.prose.noun(*id)),
                    Some(Target::Zone(zone)) => self.prose.place_of_piece(zone),
                    None => String::new(),
                };
                format!("{entering} may be put only on {to}, but not on {here}")
            }
            ActionRule::Occupied => match effects.removing {
                Some(pieces) => {
                    format!("{there} stands there: only {} can be removed", self.prose.a_piece(pieces))
                }
                None => format!("{there} stands there: the square must be empty"),
            },
            ActionRule::NothingToExchange => format!("there is no piece on {here} to exchange"),
            ActionRule::NotWith => {
                let with = effects.pieces.get(1).map(|with| self.prose.a_piece(with));
                format!("{there} is not {}", with.unwrap_or_default())
            }
            ActionRule::ExceptTo(number) => {
                let zone = effects.except_to.get(number).map(|(_, zone)| self.prose.place_of_piece(zone));
                let zone = zone.unwrap_or_else(|| "there".to_owned());
                format!("{name} may not bring {there} to {zone}")
            }
            ActionRule::SameFile => {
                if let Act::Drop { not_with: Some(pieces), not_with_number: number @ 2.., .. } = &action.act {
                    format!("the file already has {number} {}", self.prose.many_pieces(pieces))
                } else {
                    format!("{there} stands on the same file")
                }
            }
            ActionRule::Mates => "it would give checkmate, which this action does not allow".to_owned(),
            ActionRule::Unproven => format!("{name} does not meet its condition"),
        }
    }

    fn castling_attacked(&self, setup: &Setup, parsed: &ParsedMove, at: Square) -> String {
        let mut there = setup.clone();
        if let Some(from) = parsed.from {
            let king = there.put(&(), from, None);
            there.put(&(), at, king);
        }
        let by = self.rules.attackers(&there, at).next().map(|(by, ..)| self.the(&there, by));
        let by = by.map_or_else(|| "it is attacked".to_owned(), |by| format!("{by} attacks it"));
        format!("castling requires {} not to be attacked, and {by}", self.name(at))
    }

    /// Describes the danger to the royals of `color` in this position, in which its move must not end.
    fn exposed(&self, after: &Setup, color: Color) -> Vec<SourcedText> {
        let royalty = &self.variant.royalty;
        let mut reasons = Vec::new();
        for royal in after.royals(&self.rules, color).iter().filter(|at| after.is_attacked(&self.rules, *at))
        {
            let (noun, at) = (self.noun(after, royal), self.name(royal));
            reasons.extend(self.attacks(after, royal, &format!("the {noun} would be attacked on {at} by")));
            if reasons.is_empty() {
                reasons.push((format!("the {noun} on {at} would face an enemy royal"), royalty.origin));
            }
        }
        let bound = match royalty.binds {
            Binding::OneRoyal => {
                format!("it would be the only royal of {}, so it may not be left attacked", color.title())
            }
            Binding::Always => "no royal may be left attacked".to_owned(),
            Binding::Leader => "the highest royal may not be left attacked".to_owned(),
            Binding::AllRoyals => "not all royals may be left attacked".to_owned(),
            Binding::Never => "there is no check".to_owned(),
        };
        reasons.push((bound, royalty.origin));
        reasons
    }

    /// Describes the attacks on a piece: the attackers, the squares of their paths, and the rules of their moves.
    pub(super) fn attacks(&self, setup: &Setup, at: Square, what: &str) -> Vec<SourcedText> {
        let attackers = self.rules.attackers(setup, at).map(|(from, moves, walk)| {
            let along = if walk.trail.is_empty() { "" } else { " along " };
            (format!("{what} {}{along}{}", self.the(setup, from), self.places(&walk.trail)), moves.origin)
        });
        attackers.collect()
    }

    /// Describes the rule that admits a piece to a zone that it enters.
    pub(super) fn admission(
        &self,
        setup: &Setup,
        piece: Piece,
        from: Square,
        to: Square,
    ) -> Option<SourcedText> {
        let admission = self.variant.admissions.iter().find(|admission| {
            let zone = admission.zone.squares.get(piece.color);
            let enters = zone.contains(to) && !zone.contains(from);
            enters && self.rules.matches(&admission.pieces, setup, (from, piece), piece.color)
        })?;
        let only = self.prose.pieces(&admission.pieces);
        Some((
            format!("{} may be entered by the {only}", self.prose.place_of_piece(&admission.zone)),
            admission.origin,
        ))
    }

    /// Returns the walk of a move and the rule that permits the walk.
    pub(super) fn walk_of(&self, setup: &Setup, mv: &Move) -> Option<(&Moves, Walk)> {
        let walks = || self.rules.walks(setup, mv.from.unwrap_or(Square(0)), Purpose::Move);
        let there = || walks().filter(|(_, walk)| (Some(walk.actor), Some(walk.to)) == (mv.from, mv.to));
        let taken = |walk: &Walk| walk.captures.iter().filter(|at| Some(**at) != mv.to).eq(&mv.taken);
        there().find(|(_, walk)| taken(walk)).or_else(|| there().next())
    }
}

/// Returns the participle for a threat to a piece.
fn suffered(threat: Threat) -> &'static str {
    match threat {
        Threat::Capture => "captured",
        Threat::Displacement => "removed",
        Threat::Exchange => "exchanged",
        Threat::Attack => "attacked",
    }
}

/// Describes a notation: as the move of a well-known piece, or in words to append to the sentence.
fn in_words(notation: &str) -> (String, String) {
    let read = betza::read(notation, Span::default()).0;
    if let Some(name) = read.and_then(|read| betza::name_of(&read.canonical)) {
        return (format!("like {}", a(name)), String::new());
    }
    match by(notation, |_| true) {
        Some(words) => ("in this way".to_owned(), format!(": {words}")),
        None => (format!("by `{notation}`"), String::new()),
    }
}

/// Describes the `wanted` moves of a notation in a clause: `it leaps two squares diagonally`. Returns `None` for a
/// notation without moves.
pub(super) fn by(notation: &str, wanted: impl Fn(&Automaton) -> bool) -> Option<String> {
    let (mut all, mut rest): (Vec<_>, Vec<_>) =
        betza::sentences(notation).into_iter().partition(|sentence| wanted(&sentence.automaton));
    // Castling has no walk, so the automaton cannot select it. In that case, describe the remaining moves.
    let reasons = if all.is_empty() { &mut rest } else { &mut all };
    let it = if reasons.first()?.begins_with_verb { "it " } else { "" };
    let words: Vec<String> = reasons.iter().map(|sentence| clause(&sentence.text)).collect();
    Some(format!("{it}{}", words.join("; ")))
}
