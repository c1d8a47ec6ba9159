//! Lists the rules that concern a piece in addition to its own moves: actions on it, zones that it may enter, and
//! endings that name it.
//!
//! [`piece_rules`] is the entry point. It tests every rule of the game with [`PlacedPieceType`], which derives the
//! effects of a rule on a piece type. A piece has one type for each stage, so the sentences of the stages are merged
//! where they agree.

mod part;
mod switches;

use super::prose::{Prose, is_trait, spoken};
use crate::base::{Color, PieceTypeId, sort_by_key};
use crate::messages::text::{capital, join};
use crate::rules::{
    Admission, Binding, Cited, Fact, Filler, Formula, Likely, Logic, Origin, Part, Role, RuleKind, RuleRef,
    Variant,
};
use crate::words::rule_kind::{SectionHeading, words};
use part::{PieceEffect, PlacedPieceType, RuleEffect, Words};
use serde::Serialize;
use std::collections::BTreeMap;

pub use switches::{PieceSwitches, piece_switches};

/// A rule that concerns a piece, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceRule {
    /// The heading of the rule on the page of the piece.
    #[serde(rename = "kind")]
    pub heading: SectionHeading,
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
    /// True if the text mentions the leader of a side.
    #[serde(skip)]
    pub mentions_leader: bool,
}

/// The part of a rule that concerns a piece itself: its heading, its name, its text unless the rule merely affects the
/// piece, and its relation to the piece.
pub type PieceRuleEssence = (SectionHeading, Option<String>, Option<String>, Option<String>);

impl PieceRule {
    /// Returns the rule as a list item of a page. `cited` formats the citations, which follow the text.
    pub fn item(&self, cited: impl Fn(&Cited) -> String) -> String {
        let name = self.name.as_ref().map_or(String::new(), |name| format!("{}: ", spoken(name)));
        let more = self.part.iter().chain(&self.notes).map(|text| format!(" {text}"));
        format!("{name}{}{}{}", self.text, cited(&self.cites), more.collect::<String>())
    }

    /// Returns the part of the rule that concerns the piece itself.
    pub fn essence(&self) -> PieceRuleEssence {
        let text = self.is_own.then(|| self.text.clone());
        (self.heading, self.name.clone(), text, self.part.clone())
    }
}

/// Returns the rules that concern a piece in any of its stages, in the order of a page. Rules of other pieces are
/// included only for the pieces in `others`.
pub fn piece_rules(
    variant: &Variant,
    prose: Prose,
    stages: &[PieceTypeId],
    others: &[PieceTypeId],
) -> Vec<PieceRule> {
    let players = stages.iter().map(|id| (*id, PlacedPieceType::new(variant, *id))).collect();
    let gather = Gather { variant, prose, players };
    let all = variant.rules();
    let mut rules = gather.entries();
    rules.extend(all.iter().filter_map(|rule| gather.concerning(*rule, &all)));
    rules.extend(gather.arrivals(&all, others));
    let added = |heading, text| gather.rule(heading, None, text, Origin::default());
    if rules.iter().any(|rule| rule.heading == SectionHeading::Castling) {
        rules.extend(gather.prose.castling_terms().map(|text| added(SectionHeading::Castling, text)));
    }
    let leader = gather.prose.leader(rules.iter().any(|rule| rule.mentions_leader));
    sort_by_key(&mut rules, |rule| rule.heading);
    rules.extend(leader.map(|text| added(SectionHeading::RoyalPieces, text.to_owned())));
    rules
}

/// Groups rules by their headings, in the order of a page.
pub fn sections(rules: &[PieceRule]) -> impl Iterator<Item = (&'static str, Vec<&PieceRule>)> {
    let mut sections: BTreeMap<SectionHeading, Vec<&PieceRule>> = BTreeMap::new();
    for rule in rules {
        sections.entry(rule.heading).or_default().push(rule);
    }
    sections.into_iter().map(|(heading, rules)| (heading.title(), rules))
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
        let heading = words(rule.kind()).heading?;
        let concerns = match heading {
            SectionHeading::RoyalPieces => self.is_royal(),
            SectionHeading::OtherActions | SectionHeading::AfterAMove | SectionHeading::Castling => {
                !effects.is_empty()
            }
            SectionHeading::Rights => self.spends(rule, all),
            SectionHeading::Restrictions => self.is_restricted(rule),
            SectionHeading::EndOfTheGame => self.decides(rule),
            // `arrivals` describes the arrivals of other pieces.
            SectionHeading::OtherPieces
            | SectionHeading::Regions
            | SectionHeading::Hands
            | SectionHeading::FirstMove
            | SectionHeading::Turns => false,
        };
        if !concerns {
            return None;
        }
        let text = self.prose.rule(rule).join(" ");
        if text.is_empty() {
            return None;
        }
        let origin = rule.origin(self.variant);
        let mentions_leader = rule.mentions_leaders();
        if let RuleRef::Action(action) = rule {
            let notes = self.prose.notes(origin, &action.notes.0);
            let (text, cites) = self.prose.cited_action(action);
            let described = self.rule(heading, Some(&action.name), text, origin);
            let described = self.with_effects(described, &effects);
            return Some(PieceRule { notes, cites: Cited(cites), mentions_leader, ..described });
        }
        let described = if let RuleRef::Right(_, right) = rule {
            self.rule(heading, Some(&right.name), text, origin)
        } else if let RuleRef::Ending(ending) = rule {
            self.rule(heading, Some(&ending.name), capital(&format!("{text}.")), origin)
        } else if let RuleRef::Clock(_) = rule {
            return Some(self.rule(
                heading,
                None,
                "Its moves reset the clock, as captures do.".to_owned(),
                origin,
            ));
        } else if let RuleRef::Castling(_) = rule {
            // The page cites the castling of a piece with the moves of the piece.
            self.rule(heading, None, text, Origin::default())
        } else {
            self.rule(heading, None, text, origin)
        };
        Some(PieceRule { mentions_leader, ..described })
    }

    /// Returns the effects of the rule on the stages of the piece, without the stages that it does not concern.
    fn effects(&self, rule: RuleRef) -> EffectsByStage {
        let effects = self.players.iter().map(|(id, player)| (*id, player.effects(rule)));
        effects.filter(|(_, effects)| !effects.is_empty()).collect()
    }

    /// Returns true if a move of the piece itself uses up the right that a rule declares.
    fn spends(&self, rule: RuleRef, all: &[RuleRef]) -> bool {
        let RuleRef::Right(right, _) = rule else { return false };
        let is_spent = |part: &Part| {
            matches!(part.role, Role::Uses | Role::Loses | Role::Gains | Role::Sets)
                && part.filler == Filler::Right(right)
        };
        let does = |rule: &RuleRef| {
            let own = rule.piece_type().is_some_and(|id| self.has(id));
            own || self.effects(*rule).iter().flat_map(|(_, effects)| effects).any(|effect| effect.is_own)
        };
        all.iter().any(|rule| rule.parts().iter().any(is_spent) && does(rule))
    }

    /// Returns true if a restriction concerns the piece. `entries` describes the restrictions on entry.
    fn is_restricted(&self, rule: RuleRef) -> bool {
        if let RuleRef::Border(border) = rule {
            self.any(|player| player.might_be(&border.pieces))
        } else if let RuleRef::Immunity(immunity) = rule {
            let mut others = self.players.iter().filter(|(id, _)| !is_trait(immunity, *id));
            others.any(|(_, player)| player.might_be(&immunity.pieces))
        } else {
            rule.kind() != RuleKind::Admission && self.is_named_in(rule)
        }
    }

    /// Returns true if a rule names the piece.
    fn is_named_in(&self, rule: RuleRef) -> bool {
        rule.parts().iter().any(|part| match part.filler {
            Filler::Pieces(pieces) => self.any(|player| player.is_named(pieces)),
            Filler::Condition(condition) => self.any(|player| player.decides(condition)),
            Filler::Check | Filler::Mate => self.is_royal(),
            Filler::PieceType(id) | Filler::HomeOf(id) => self.has(id),
            Filler::PieceTypes(ids) => ids.iter().any(|id| self.has(*id)),
            Filler::Zone(_) | Filler::Right(_) => false,
        })
    }

    /// Returns true if the piece can bring about an ending, or reset its clock.
    fn decides(&self, rule: RuleRef) -> bool {
        let is_mate =
            if let RuleRef::Ending(ending) = rule { ending.fact() == Some(&Fact::Checkmate) } else { false };
        let binds = self.variant.royalty.binds != Binding::Never;
        if is_mate { binds && self.is_royal() } else { self.is_named_in(rule) }
    }

    fn rule(&self, heading: SectionHeading, name: Option<&str>, text: String, origin: Origin) -> PieceRule {
        let (name, cites) = (name.map(str::to_owned), Cited(self.variant.cited(origin)));
        let (part, notes) = (None, Vec::new());
        PieceRule { heading, name, text, part, notes, cites, is_own: true, mentions_leader: false }
    }

    /// Adds the effects of a rule on the stages of the piece to its description.
    fn with_effects(&self, rule: PieceRule, effects: &[(PieceTypeId, Vec<RuleEffect>)]) -> PieceRule {
        let is_own = effects.iter().flat_map(|(_, effects)| effects).any(|effect| effect.is_own);
        let phrases = |effects: &[RuleEffect]| may(effects.iter().filter_map(|effect| effect.effect));
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
        for rule in all {
            let is_arrival = words(rule.kind()).heading == Some(SectionHeading::OtherPieces);
            let other = rule.piece_type().filter(|id| is_arrival && others.contains(id));
            let other = other.filter(|id| Some(&self.variant.piece_type(*id).piece) != piece);
            let (Some(id), text) = (other, self.prose.rule(*rule).join(" ")) else { continue };
            let effects = self.effects(*rule);
            if effects.is_empty() || text.is_empty() {
                continue;
            }
            let described = self.rule(SectionHeading::OtherPieces, None, text, rule.origin(self.variant));
            let described = PieceRule { mentions_leader: rule.mentions_leaders(), ..described };
            let described = PieceRule { is_own: true, ..self.with_effects(described, &effects) };
            let name = self.prose.noun(id);
            match rules.iter_mut().find(|(_, known)| *known == described) {
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
        let mut zones: Vec<(&Admission, Vec<&Admission>)> = Vec::new();
        for admission in &self.variant.admissions {
            match zones.iter_mut().find(|(first, _)| first.zone.name == admission.zone.name) {
                Some((_, all)) => all.push(admission),
                None => zones.push((admission, vec![admission])),
            }
        }
        let moving = || self.players.iter().filter(|(id, _)| self.moves(*id));
        let of_zone = |(first, all): (&Admission, Vec<&Admission>)| {
            let place = self.prose.place_of_piece(&first.zone);
            let said = moving().map(|(id, player)| (*id, self.entry(&place, &all, player)));
            let is_said = |one: &&Admission| moving().any(|(_, player)| is_open(one, player));
            let mut said_terms = all.iter().copied().filter(is_said);
            let mentions_leader = said_terms.any(|one| RuleRef::Admission(one).mentions_leaders());
            let rule = |text| self.rule(SectionHeading::Restrictions, None, text, first.origin);
            let texts = self.by_stage(true, said).map(|(who, what)| format!("{} {what}.", capital(&who)));
            texts.map(|text| PieceRule { mentions_leader, ..rule(text) }).collect::<Vec<_>>()
        };
        zones.into_iter().flat_map(of_zone).collect()
    }

    fn entry(&self, zone: &str, admissions: &[&Admission], player: &PlacedPieceType) -> String {
        let is = |one: &Admission| player.is(&one.pieces, Color::White);
        match Likely::any(admissions.iter().map(|one| is(one))) {
            Likely::Yes => format!("may enter {zone}"),
            Likely::No => format!("may not enter {zone}"),
            Likely::Perhaps => {
                let some = admissions.iter().filter(|one| is_open(one, player));
                let terms = some.map(|one| {
                    let unsettled = player.unsettled(&one.pieces);
                    if let Formula::Not(pieces) = &unsettled {
                        format!("while it is not {}", self.prose.a_piece(pieces))
                    } else {
                        format!("while it is {}", self.prose.a_piece(&unsettled))
                    }
                });
                format!("may enter {zone} {}", join(terms, "or"))
            }
        }
    }
}

/// Returns true if the position decides whether an admission applies to the piece.
fn is_open(admission: &Admission, player: &PlacedPieceType) -> bool {
    player.is(&admission.pieces, Color::White) == Likely::Perhaps
}

/// Combines effects: `may be removed, forked, or trapped`.
fn may(effects: impl Iterator<Item = PieceEffect>) -> Option<String> {
    let (mut short, mut long) = (Vec::new(), Vec::new());
    for effect in effects {
        match effect.words() {
            Words::Participle(word) => short.push(word),
            Words::Phrase(phrase) => long.push(phrase.to_owned()),
        }
    }
    let short = (!short.is_empty()).then(|| format!("be {}", join(short, "or")));
    let all: Vec<String> = short.into_iter().chain(long).collect();
    (!all.is_empty()).then(|| format!("may {}", all.join(", or ")))
}
