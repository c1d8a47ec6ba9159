//! Lists the rules that concern a piece in addition to its own moves: actions on it, zones that it may enter, and
//! endings that name it.
//!
//! [`piece_rules`] is the entry point. It tests every rule of the game with [`PlacedPieceType`], which derives the
//! effects of a rule on a piece type. A piece has one type for each stage, so the sentences of the stages are merged
//! where they agree.

mod part;
mod switches;

use super::prose::{Prose, a, is_trait, spoken};
use crate::base::{Color, PieceTypeId, sort_by_key};
use crate::messages::text::{capital, join};
use crate::rules::{
    Admission, Binding, Cited, Ending, Filler, Formula, Immunity, Likely, Logic, Origin, Part, Role,
    RuleKind, RuleRef, Trigger, Variant,
};
use part::{PlacedPieceType, RuleEffect};
use serde::Serialize;
use std::collections::BTreeMap;

pub use switches::{PieceSwitches, piece_switches};

/// A rule that concerns a piece, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceRule {
    /// The kind of rule: `action`, `arrival`, `royalty`, `right`, `follow-up`, `castling`, `restriction`, or `ending`.
    pub kind: &'static str,
    /// The name of the rule or of the piece that has it.
    pub name: Option<String>,
    pub text: String,
    /// The relation of the piece to the rule, or `None` if the text of the rule states it.
    pub part: Option<String>,
    pub notes: Vec<String>,
    #[serde(flatten)]
    pub cites: Cited,
    /// True if the whole rule concerns the piece, and not only one effect of it.
    #[serde(skip)]
    pub is_own: bool,
}

/// The kinds of rules with their headings on the page of a piece.
const KINDS: [(&str, &str); 8] = [
    ("royalty", "Royal pieces"),
    ("action", "Other actions"),
    ("right", "Rights"),
    ("arrival", "Other pieces"),
    ("follow-up", "After a move"),
    ("castling", "Castling"),
    ("restriction", "Restrictions"),
    ("ending", "End of the game"),
];

impl PieceRule {
    /// Returns the rule as a list item of a page. `cited` formats the citations, which follow the text.
    pub fn item(&self, cited: impl Fn(&Cited) -> String) -> String {
        let name = self.name.as_ref().map_or(String::new(), |name| format!("{}: ", spoken(name)));
        let more = self.part.iter().chain(&self.notes).map(|text| format!(" {text}"));
        format!("{name}{}{}{}", self.text, cited(&self.cites), more.collect::<String>())
    }

    /// Returns the part of the rule that concerns the piece itself.
    pub fn essence(&self) -> String {
        let text = if self.is_own { self.text.as_str() } else { "" };
        format!("{} {:?} {text} {:?}", self.kind, self.name, self.part)
    }
}

/// Returns the rules that concern a piece in any of its stages, in the order of a page. Rules of other pieces are
/// included only for the pieces in `others`.
pub fn piece_rules(variant: &Variant, stages: &[PieceTypeId], others: &[PieceTypeId]) -> Vec<PieceRule> {
    let players = stages.iter().map(|id| (*id, PlacedPieceType::new(variant, *id))).collect();
    let gather = Gather { variant, prose: Prose::new(variant), players };
    let all = variant.rules();
    let mut rules = gather.entries();
    rules.extend(all.iter().filter_map(|rule| gather.concerning(*rule, &all)));
    rules.extend(gather.arrivals(&all, others));
    if rules.iter().any(|rule| rule.kind == "castling") {
        let terms = gather.prose.castling_terms();
        rules.extend(terms.map(|text| gather.rule("castling", None, text, Origin::default())));
    }
    let texts: Vec<String> = rules.iter().map(|rule| rule.text.clone()).collect();
    let leader = gather.prose.leader(texts.iter());
    let kind = |rule: &PieceRule| KINDS.iter().position(|(kind, _)| *kind == rule.kind);
    sort_by_key(&mut rules, kind);
    rules.extend(leader.map(|text| gather.rule("royalty", None, text.to_owned(), Origin::default())));
    rules
}

/// Groups rules by their headings, in the order of a page.
pub fn sections(rules: &[PieceRule]) -> impl Iterator<Item = (&'static str, Vec<&PieceRule>)> {
    let of = |kind| rules.iter().filter(|rule| rule.kind == kind).collect::<Vec<_>>();
    let all: Vec<_> = KINDS.iter().map(|(kind, title)| (*title, of(*kind))).collect();
    all.into_iter().filter(|(_, rules)| !rules.is_empty())
}

struct Gather<'v> {
    variant: &'v Variant,
    prose: Prose<'v>,
    players: Vec<(PieceTypeId, PlacedPieceType<'v>)>,
}

/// The effects of a rule on each stage of a piece.
type EffectsByStage = Vec<(PieceTypeId, Vec<RuleEffect>)>;

impl<'v> Gather<'v> {
    /// Returns a rule in words if it concerns the piece. Rules of pieces are excluded, except for the rule about the
    /// clock.
    fn concerning(&self, rule: RuleRef, all: &[RuleRef]) -> Option<PieceRule> {
        let effects = self.effects(rule);
        let (kind, concerns) = match rule {
            RuleRef::Royalty(_) => ("royalty", self.is_royal()),
            RuleRef::Action(_) => ("action", !effects.is_empty()),
            RuleRef::Right(right, _) => ("right", self.spends(right, all)),
            RuleRef::FollowUp(_) => ("follow-up", !effects.is_empty()),
            RuleRef::Castling(_) | RuleRef::CastlingRule(_) => ("castling", !effects.is_empty()),
            RuleRef::Border(border) => ("restriction", self.any(|player| player.might_be(&border.pieces))),
            RuleRef::Immunity(immunity) => ("restriction", self.is_immune(immunity)),
            RuleRef::MoveRule(_) => ("restriction", self.is_named_in(rule)),
            RuleRef::Ending(ending) => ("ending", self.decides(ending)),
            RuleRef::Clock(clock) => ("ending", self.any(|player| player.is_named(&clock.pieces))),
            // Other functions describe these rules: `entries` describes zones, `arrivals` the arrivals of other pieces,
            // and the page of a piece its own moves.
            RuleRef::Admission(_)
            | RuleRef::Arrival(..)
            | RuleRef::InHand(..)
            | RuleRef::Piece(..)
            | RuleRef::Royal(..)
            | RuleRef::Neutral(_)
            | RuleRef::Moves(..)
            | RuleRef::Stays(..)
            | RuleRef::Board(_)
            | RuleRef::Region(..)
            | RuleRef::Array(_)
            | RuleRef::Hands
            | RuleRef::FirstMove(_)
            | RuleRef::Turns(_)
            | RuleRef::FenCount(_) => return None,
        };
        let text = self.prose.rule(rule).join(" ");
        if !concerns || text.is_empty() {
            return None;
        }
        let origin = rule.origin(self.variant);
        if let RuleRef::Action(action) = rule {
            let notes = self.prose.notes(origin, &action.notes.0);
            let (text, cites) = self.prose.cited_action(action);
            let described = self.rule(kind, Some(&action.name), text, origin);
            return Some(PieceRule { notes, cites: Cited(cites), ..self.with_effects(described, &effects) });
        }
        let (name, text) = if let RuleRef::Right(_, right) = rule {
            (Some(right.name.as_str()), text)
        } else if let RuleRef::Ending(ending) = rule {
            (Some(ending.name.as_str()), capital(&format!("{text}.")))
        } else if let RuleRef::Clock(_) = rule {
            (None, "Its moves reset the clock, as captures do.".to_owned())
        } else {
            (None, text)
        };
        // The page cites the castling of a piece with the moves of the piece.
        let origin = if matches!(rule, RuleRef::Castling(_)) { Origin::default() } else { origin };
        Some(self.rule(kind, name, text, origin))
    }

    /// Returns the effects of the rule on the stages of the piece, without the stages that it does not concern.
    fn effects(&self, rule: RuleRef) -> EffectsByStage {
        let effects = self.players.iter().map(|(id, player)| (*id, player.effects(rule)));
        effects.filter(|(_, effects)| !effects.is_empty()).collect()
    }

    /// Returns true if a move of the piece itself uses up a right.
    fn spends(&self, right: usize, all: &[RuleRef]) -> bool {
        let is_spent = |part: &Part| {
            matches!(part.role, Role::Uses | Role::Loses) && part.filler == Filler::Right(right)
        };
        let does = |rule: &RuleRef| {
            let own = rule.piece_type().is_some_and(|id| self.has(id));
            own || self.effects(*rule).iter().flat_map(|(_, effects)| effects).any(|effect| effect.is_own)
        };
        all.iter().any(|rule| rule.parts().iter().any(is_spent) && does(rule))
    }

    fn is_immune(&self, immunity: &Immunity) -> bool {
        let mut others = self.players.iter().filter(|(id, _)| !is_trait(immunity, *id));
        others.any(|(_, player)| player.might_be(&immunity.pieces))
    }

    /// Returns true if a rule names the piece.
    fn is_named_in(&self, rule: RuleRef) -> bool {
        rule.parts().iter().any(|part| match part.filler {
            Filler::Pieces(pieces) => self.any(|player| player.is_named(pieces)),
            Filler::Condition(condition) => self.any(|player| player.decides(condition)),
            Filler::Check | Filler::Mate => self.is_royal(),
            Filler::PieceType(id) | Filler::HomeOf(id) => self.has(id),
            Filler::PieceTypes(ids) => ids.iter().any(|id| self.has(*id)),
            Filler::Zone(_) | Filler::Right(_) | Filler::Plies(_) | Filler::Times(_) | Filler::Stuck => false,
        })
    }

    fn decides(&self, ending: &Ending) -> bool {
        let binds = self.variant.royalty.binds != Binding::Never;
        let is_mate = ending.trigger == Trigger::Checkmate;
        if is_mate { binds && self.is_royal() } else { self.is_named_in(RuleRef::Ending(ending)) }
    }

    fn rule(&self, kind: &'static str, name: Option<&str>, text: String, origin: Origin) -> PieceRule {
        let (name, cites) = (name.map(str::to_owned), Cited(self.variant.cited(origin)));
        PieceRule { kind, name, text, part: None, notes: Vec::new(), cites, is_own: true }
    }

    /// Adds the effects of a rule on the stages of the piece to its description.
    fn with_effects(&self, rule: PieceRule, effects: &[(PieceTypeId, Vec<RuleEffect>)]) -> PieceRule {
        let is_own = effects.iter().flat_map(|(_, effects)| effects).any(|effect| effect.is_own);
        let phrases = |effects: &[RuleEffect]| {
            may(effects.iter().map(|effect| effect.phrase.as_str()).filter(|phrase| !phrase.is_empty()))
        };
        let said = effects.iter().filter_map(|(id, effects)| Some((*id, phrases(effects)?)));
        let clauses: Vec<String> =
            self.by_stage(false, said).map(|(who, what)| format!("{who} {what}")).collect();
        let part = (!clauses.is_empty()).then(|| format!("Here {}.", clauses.join("; ")));
        PieceRule { part, is_own, ..rule }
    }

    /// Merges equal sentences about stages. The subject of a sentence is the piece itself if the sentence applies to
    /// all stages, or to all stages that move if `moving`. Otherwise, the subject is the list of stages.
    fn by_stage(
        &self,
        moving: bool,
        said: impl Iterator<Item = (PieceTypeId, String)>,
    ) -> impl Iterator<Item = (String, String)> {
        let mut groups: Vec<(Vec<PieceTypeId>, String)> = Vec::new();
        for (id, text) in said {
            match groups.iter_mut().find(|(_, other)| *other == text) {
                Some((ids, _)) => ids.push(id),
                None => groups.push((vec![id], text)),
            }
        }
        let parts = self.players.iter().filter(|(id, _)| !moving || self.moves(*id));
        let count = parts.count();
        let subject = |ids: &[PieceTypeId]| match (self.players.first(), ids.len() == count) {
            (Some((first, _)), true) => format!("the {}", self.prose.noun(*first)),
            _ => join(ids.iter().map(|id| format!("the {}", self.prose.noun(*id))), "and"),
        };
        groups.into_iter().map(|(ids, text)| (subject(&ids), text)).collect::<Vec<_>>().into_iter()
    }

    fn is_royal(&self) -> bool {
        self.players.iter().any(|(id, _)| self.variant.piece_type(*id).royal.is_some())
    }

    /// Lists the arrivals of other pieces that affect the piece. A rule that several pieces share is listed once.
    fn arrivals(&self, all: &[RuleRef], others: &[PieceTypeId]) -> Vec<PieceRule> {
        let piece = self.players.first().map(|(id, _)| &self.variant.piece_type(*id).piece);
        let mut rules: Vec<(Vec<String>, PieceRule)> = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for rule in all {
            let is_arrival = matches!(rule.kind(), RuleKind::Arrival | RuleKind::InHand);
            let other = rule.piece_type().filter(|id| is_arrival && others.contains(id));
            let other = other.filter(|id| Some(&self.variant.piece_type(*id).piece) != piece);
            let (Some(id), text) = (other, self.prose.rule(*rule).join(" ")) else { continue };
            let effects = self.effects(*rule);
            if effects.is_empty() || text.is_empty() {
                continue;
            }
            let described = self.rule("arrival", None, text, rule.origin(self.variant));
            let described = PieceRule { is_own: true, ..self.with_effects(described, &effects) };
            let name = self.prose.noun(id);
            let at = *known.entry(format!("{described:?}")).or_insert(rules.len());
            match rules.get_mut(at) {
                Some((names, _)) => names.push(name),
                None => rules.push((vec![name], described)),
            }
        }
        let named = |(names, rule)| PieceRule { name: Some(join(names, "and")), ..rule };
        rules.into_iter().map(named).collect()
    }

    fn moves(&self, id: PieceTypeId) -> bool {
        !self.variant.piece_type(id).moves.is_empty()
    }

    fn has(&self, id: PieceTypeId) -> bool {
        self.players.iter().any(|(own, _)| *own == id)
    }

    fn any(&self, is: impl Fn(&PlacedPieceType) -> bool) -> bool {
        self.players.iter().any(|(_, player)| is(player))
    }

    /// Describes the zones with restricted entry, and states for each whether the piece may enter. Stages without moves
    /// are excluded.
    fn entries(&self) -> Vec<PieceRule> {
        let mut zones: Vec<(&str, Vec<&Admission>)> = Vec::new();
        for admission in &self.variant.admissions {
            match zones.iter_mut().find(|(name, _)| *name == admission.zone.name) {
                Some((_, admissions)) => admissions.push(admission),
                None => zones.push((&admission.zone.name, vec![admission])),
            }
        }
        let moving = || self.players.iter().filter(|(id, _)| self.moves(*id));
        let of_zone = |(zone, admissions): (&str, Vec<&Admission>)| {
            let said = moving().map(|(id, player)| (*id, self.entry(zone, &admissions, player)));
            let origin = admissions.first().map(|one| one.origin).unwrap_or_default();
            let texts = self.by_stage(true, said).map(|(who, what)| format!("{} {what}.", capital(&who)));
            texts.map(|text| self.rule("restriction", None, text, origin)).collect::<Vec<_>>()
        };
        zones.into_iter().flat_map(of_zone).collect()
    }

    fn entry(&self, zone: &str, admissions: &[&Admission], player: &PlacedPieceType) -> String {
        let zone = match zone.split_once(' ') {
            Some(("own", name)) => format!("its own {name}"),
            Some(("enemy", _)) => format!("the {zone}"),
            _ => zone.to_owned(),
        };
        let is = |one: &Admission| player.is(&one.pieces, Color::White);
        match Likely::any(admissions.iter().map(|one| is(one))) {
            Likely::Yes => format!("may enter {zone}"),
            Likely::No => format!("may not enter {zone}"),
            Likely::Perhaps => {
                let some = admissions.iter().filter(|one| is(one) == Likely::Perhaps);
                let terms = some.map(|one| {
                    let unsettled = player.unsettled(&one.pieces);
                    if let Formula::Not(pieces) = &unsettled {
                        format!("while it is not {}", a(&self.prose.pieces(pieces)))
                    } else {
                        format!("while it is {}", a(&self.prose.pieces(&unsettled)))
                    }
                });
                format!("may enter {zone} {}", join(terms, "or"))
            }
        }
    }
}

/// Combines phrases: `may be removed, forked, or trapped`.
fn may<'p>(phrases: impl Iterator<Item = &'p str>) -> Option<String> {
    let is_short = |phrase: &&str| phrase.starts_with("be ") && !phrase.contains(" by ");
    let (short, long): (Vec<&str>, Vec<&str>) = phrases.partition(is_short);
    let short = join(short.iter().map(|phrase| phrase.trim_start_matches("be ")), "or");
    let short = (!short.is_empty()).then(|| format!("be {short}"));
    let all: Vec<String> = short.into_iter().chain(long.into_iter().map(str::to_owned)).collect();
    (!all.is_empty()).then(|| format!("may {}", all.join(", or ")))
}
