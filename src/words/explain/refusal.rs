//! Refusals in words.

use super::{Explainer, Reason, Study};
use crate::base::text::clause;
use crate::base::{Bitboard, Color, Piece, Setup, Square, Verb};
use crate::rules::interpreter::{ParsedMove, Purpose, Refused, World};
use crate::rules::walk::Walk;
use crate::rules::{
    Action, ActionRule, Binding, Duty, Holds, Moves, Refusal, Rule, StepClass, Target, Threat, Zone,
};
use crate::words::prose::a;

/// A refused move, with what its refusals are said of.
struct Scene<'s> {
    setup: &'s Setup,
    parsed: &'s ParsedMove,
    square: Option<Square>,
}

impl Explainer<'_> {
    /// Why a move is refused, the deciding reason first.
    pub(super) fn refused(&self, study: &Study, parsed: &ParsedMove, refused: &Refused) -> Vec<Reason> {
        let setup = study.setup;
        let mut reasons = Vec::new();
        for refusal in &refused.refusals {
            match (refusal.rule, &refused.after, study.outcome()) {
                (Rule::Over, _, Some(outcome)) => reasons.push(self.over(setup, outcome)),
                (Rule::Exposed, Some(next), _) => reasons.extend(self.exposed(&next.after, setup.turn)),
                (Rule::Action(number, ActionRule::Unproven), Some(next), _) => {
                    reasons.extend(self.unproven(setup, &self.variant.actions[number], next));
                }
                _ => {
                    let scene = Scene { setup, parsed, square: refusal.square };
                    reasons.push(self.reason(self.refusal(&scene, refusal), refusal.origin));
                }
            }
        }
        reasons.dedup_by(|a, b| a.text == b.text);
        reasons
    }

    /// One refusal as a sentence.
    fn refusal(&self, scene: &Scene, refusal: &Refusal) -> String {
        let Scene { setup, parsed, square } = *scene;
        let at = square.or(parsed.to).or(parsed.from).unwrap_or(Square(0));
        let here = || self.name(at);
        let there = || self.the(setup, at);
        let mover = || parsed.from.map_or_else(|| "the piece".to_owned(), |from| self.the(setup, from));
        let turn = setup.turn.title();
        match refusal.rule {
            Rule::Over => "the game is over".to_owned(),
            Rule::NoPiece => format!("there is no piece on {}", here()),
            Rule::NotYours => {
                format!("{} is {}'s, and {turn} is to move", there(), setup.turn.other().title())
            }
            Rule::SameSquare => "a move must end on another square".to_owned(),
            Rule::NeverMoves if self.has_moves(setup, at) => format!("{} has no moves from there", there()),
            Rule::NeverMoves => format!("{} stands still", there()),
            Rule::OutOfReach(number) => {
                let piece = parsed.from.and_then(|from| setup.piece(from));
                let moves = piece.and_then(|p| self.variant.piece_type(p.piece_type).moves.get(number));
                let notation = moves.map_or("", |moves| moves.notation.as_str());
                format!("{} does not reach {} by `{notation}`", mover(), here())
            }
            Rule::Blocked => format!("the way is blocked by {}", there()),
            Rule::NothingToUse => format!("{} needs a piece on {} for that", mover(), here()),
            Rule::BadTarget(needed) => self.bad_target(scene, at, needed),
            Rule::Stays => format!("{} may not leave {}", mover(), self.home_zone(setup, parsed)),
            Rule::Closed(number) => {
                let admission = &self.variant.admissions[number];
                let only = self.prose.pieces(&admission.pieces);
                format!("{} may not enter {}: only the {only}", self.entering(scene), place(&admission.zone))
            }
            Rule::Border(number, _) => {
                let border = &self.variant.borders[number];
                let class = match border.by {
                    StepClass::Orthogonal => "straight",
                    StepClass::Diagonal => "diagonal",
                };
                format!("the border of {} can be crossed only by {class} steps", place(&border.zone))
            }
            Rule::HasMoved => format!("{} can make this move only before it has moved", there()),
            Rule::Immune(Threat::Capture) => format!("{} cannot be captured", there()),
            Rule::Immune(Threat::Displacement) => format!("{} cannot be removed", there()),
            Rule::Immune(Threat::Exchange) => format!("{} cannot be exchanged", there()),
            Rule::Immune(Threat::Attack) => format!("{} cannot be attacked", there()),
            Rule::Arrival(piece_type, number) => {
                let arrival = &self.variant.piece_type(piece_type).arrivals[number];
                format!("{}; that cannot be done now", clause(&self.prose.arrival(arrival)))
            }
            Rule::NoRoom => format!("there is no room on {} for the captured piece", here()),
            Rule::CastlingLost => {
                "the right to castle is gone: one of the two pieces has moved or is missing".to_owned()
            }
            Rule::CastlingBlocked => format!("castling requires {} to be empty", here()),
            Rule::CastlingAttacked => self.castling_attacked(scene, at),
            Rule::NoSuchAction => "no rule of the game allows such a move".to_owned(),
            Rule::UsedUp(number) => {
                format!("{turn} has used up the right `{}`", self.variant.rights[number].name)
            }
            Rule::NotInHand(piece_type) => {
                format!("{turn} has no {} in hand", self.prose.name(piece_type).to_lowercase())
            }
            Rule::NeverDropped(piece_type) => {
                let name = self.prose.name(piece_type).to_lowercase();
                format!("no rule lets {} come from the hand", a(&name))
            }
            Rule::Action(number, rule) => self.action_refusal(scene, &self.variant.actions[number], rule, at),
            Rule::NoRoyal => format!("{turn} would be left without a royal"),
            Rule::Exposed => "it would leave a royal attacked".to_owned(),
        }
    }

    fn action_refusal(&self, scene: &Scene, action: &Action, rule: ActionRule, at: Square) -> String {
        let (here, there) = (self.name(at), self.the(scene.setup, at));
        let name = a(&action.name);
        let terms = || clause(&self.prose.action(action));
        match rule {
            ActionRule::Duty if action.duty == Duty::Must => {
                format!("{name} must be made now, and nothing else")
            }
            ActionRule::Duty => format!("{name} is possible, so nothing else is"),
            ActionRule::NotFor => format!("{there} may not do this: {}", terms()),
            ActionRule::When => {
                let when = action.when.as_ref().map(|when| self.prose.condition(when)).unwrap_or_default();
                format!("{name} is allowed only when {when}")
            }
            ActionRule::Outside => {
                let to = match action.act.effects().to.as_deref() {
                    Some(Target::HomeOf(id)) => {
                        format!("the home of the {}", self.prose.name(*id).to_lowercase())
                    }
                    Some(Target::Zone(zone)) => zone.name.clone(),
                    None => String::new(),
                };
                format!("{} may be put only on {to}; {here} is not there", self.entering(scene))
            }
            ActionRule::Occupied => match action.act.effects().removing {
                Some(pieces) => {
                    format!("{there} stands there: only {} makes way", a(&self.prose.pieces(pieces)))
                }
                None => format!("{there} stands there: the square must be empty"),
            },
            ActionRule::NothingToExchange => format!("there is no piece on {here} to change places with"),
            ActionRule::NotWith => {
                let with = action.act.effects().pieces.get(1).map(|with| a(&self.prose.pieces(with)));
                format!("{there} is not {}", with.unwrap_or_default())
            }
            ActionRule::ExceptTo(number) => {
                let exceptions = action.act.effects().except_to;
                let zone = exceptions.get(number).map_or("there", |(_, zone)| zone.name.as_str());
                format!("{there} may not come to {zone} by {name}")
            }
            ActionRule::SameFile => format!("{there} stands on the same file"),
            ActionRule::Mates => "it would give checkmate, which this action may not do".to_owned(),
            ActionRule::Unproven => format!("{name} does not meet its condition"),
        }
    }

    fn has_moves(&self, setup: &Setup, square: Square) -> bool {
        setup.piece(square).is_some_and(|piece| !self.variant.piece_type(piece.piece_type).moves.is_empty())
    }

    /// The zone that the piece to move never leaves.
    fn home_zone(&self, setup: &Setup, parsed: &ParsedMove) -> &str {
        let piece = parsed.from.and_then(|from| setup.piece(from));
        let stays = piece.and_then(|piece| self.variant.piece_type(piece.piece_type).stays.as_ref());
        stays.map_or("its zone", |zone| zone.name.as_str())
    }

    /// The piece that is to enter a zone: the one that moves, its partner in an exchange, or one from the hand.
    fn entering(&self, scene: &Scene) -> String {
        let Scene { setup, parsed, square } = *scene;
        match (parsed.verb, parsed.from, parsed.to) {
            (Verb::Drop(piece_type), ..) => a(&self.prose.name(piece_type).to_lowercase()),
            (Verb::Exchange, Some(from), Some(to)) if square == Some(from) => self.the(setup, to),
            (_, Some(from), _) => self.the(setup, from),
            _ => "the piece".to_owned(),
        }
    }

    fn bad_target(&self, scene: &Scene, at: Square, needed: Holds) -> String {
        let Scene { setup, parsed, .. } = *scene;
        let Some(from) = parsed.from else { return "the move cannot end there".to_owned() };
        let the = self.the(setup, from);
        match setup.piece(at) {
            None if needed.meets(Holds::ENEMY) => format!("{the} goes to {} only to capture", self.name(at)),
            None => format!("{the} cannot end its move on the empty square {}", self.name(at)),
            Some(other) if other.color == setup.turn => {
                format!("{} stands there, of the same side", self.the(setup, at))
            }
            Some(_) => format!("{the} cannot capture on {}", self.name(at)),
        }
    }

    fn castling_attacked(&self, scene: &Scene, at: Square) -> String {
        let mut there = scene.setup.clone();
        if let Some(from) = scene.parsed.from {
            let king = there.put(&(), from, None);
            there.put(&(), at, king);
        }
        let by = self.rules.attackers(&there, at).next().map(|(by, ..)| self.the(&there, by));
        let by = by.map_or_else(|| "it is attacked".to_owned(), |by| format!("{by} attacks it"));
        format!("castling requires {} not to be attacked, and {by}", self.name(at))
    }

    /// Why a position may not be left behind by `color`.
    fn exposed(&self, after: &Setup, color: Color) -> Vec<Reason> {
        let royalty = self.variant.royalty.origin;
        let mut reasons = Vec::new();
        for royal in after.royals(&self.rules, color).iter().filter(|at| after.is_attacked(&self.rules, *at))
        {
            let name = self.piece_type_on(after, royal);
            for (from, moves, walk) in self.rules.attackers(after, royal) {
                let text = format!(
                    "the {name} would be attacked on {} by {}{}",
                    self.name(royal),
                    self.the(after, from),
                    self.along(&walk.trail)
                );
                reasons.push(self.reason(text, moves.origin));
            }
            if reasons.is_empty() {
                let text = format!("the {name} on {} would face an enemy royal", self.name(royal));
                reasons.push(self.reason(text, royalty));
            }
        }
        let bound = match self.variant.royalty.binds {
            Binding::OneRoyal => {
                format!("it is the only royal {} would have, so it may not be left attacked", color.title())
            }
            Binding::Always => "no royal may be left attacked".to_owned(),
            Binding::Leader => "the highest royal may not be left attacked".to_owned(),
            Binding::AllRoyals => "not all royals may be left attacked".to_owned(),
            Binding::Never => "there is no check".to_owned(),
        };
        reasons.push(self.reason(bound, royalty));
        reasons
    }

    /// ` along b2, b3`
    pub(super) fn along(&self, trail: &[Square]) -> String {
        if trail.is_empty() { String::new() } else { format!(" along {}", self.places(trail, "and")) }
    }

    /// The rule that lets a piece into a zone it was not in.
    pub(super) fn admission(&self, setup: &Setup, piece: Piece, from: Square, to: Square) -> Option<Reason> {
        let admission = self.variant.admissions.iter().find(|admission| {
            let zone = admission.zone.squares.get(piece.color);
            let enters = zone.contains(to) && !zone.contains(from);
            enters && self.rules.matches(&admission.pieces, setup, (from, piece), piece.color)
        })?;
        let only = self.prose.pieces(&admission.pieces);
        let text = format!("{} may be entered by the {only}", place(&admission.zone));
        Some(self.reason(text, admission.origin))
    }

    /// The walk by which the piece on a square goes to another, and the rule that gives it.
    pub(super) fn way(&self, setup: &Setup, from: Square, to: Square) -> Option<(&Moves, Walk)> {
        self.rules.walks(setup, from, Purpose::Move).find(|(_, walk)| walk.to == to)
    }
}

/// A zone within a sentence about a piece: `the enemy camp`, `its own camp`.
fn place(zone: &Zone) -> String {
    match zone.name.split_once(' ') {
        Some(("own", _)) => format!("its {}", zone.name),
        Some(("enemy", _)) => format!("the {}", zone.name),
        _ => zone.name.clone(),
    }
}
