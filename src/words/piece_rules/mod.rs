//! The rules that concern a piece beside its own moves: what others may do with it, where it may go, which endings name it.

mod part;
mod switches;

use super::prose::{Prose, a, is_trait, spoken};
use crate::base::text::{capital, join, times};
use crate::base::{Color, PieceTypeId};
use crate::rules::{
    Admission, Binding, Cited, FollowUp, Likely, Logic, Origin, PieceFilter, Remark, Trigger, Variant,
};
use part::{Deed, Part};
use serde::Serialize;
use std::collections::BTreeMap;

pub(crate) use switches::{PieceSwitches, piece_switches};

/// A rule that concerns a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PieceRule {
    /// What sort of rule it is: `action`, `arrival`, `royalty`, `right`, `follow-up`, `castling`, `restriction`, `ending`.
    pub kind: &'static str,
    /// The name of the rule, or that of the piece it belongs to.
    pub name: Option<String>,
    pub text: String,
    /// What the piece has to do with it, where the rule does not say so itself.
    pub part: Option<String>,
    pub notes: Vec<String>,
    #[serde(flatten)]
    pub cites: Cited,
    /// Whether every word of the rule concerns the piece.
    #[serde(skip)]
    pub is_own: bool,
}

/// The sorts of rules, and their headings on the page of a piece.
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
    /// The rule on a page, as an item of a list. Its citations are given behind it by `cited`.
    pub(crate) fn item(&self, cited: impl Fn(&Cited) -> String) -> String {
        let name = self.name.as_ref().map_or(String::new(), |name| format!("{}: ", spoken(name)));
        let more = self.part.iter().chain(&self.notes).map(|text| format!(" {text}"));
        format!("{name}{}{}{}", self.text, cited(&self.cites), more.collect::<String>())
    }

    /// What of the rule concerns the piece itself.
    pub(crate) fn essence(&self) -> String {
        let text = if self.is_own { self.text.as_str() } else { "" };
        format!("{} {:?} {text} {:?}", self.kind, self.name, self.part)
    }
}

/// The rules that concern a piece in some of its stages, in the order of a page. Of other pieces only those among `others`
/// matter.
pub(crate) fn piece_rules(
    variant: &Variant,
    stages: &[PieceTypeId],
    others: &[PieceTypeId],
) -> Vec<PieceRule> {
    let parts = stages.iter().map(|id| (*id, Part::new(variant, *id))).collect();
    let gather = Gather { variant, prose: Prose::new(variant), parts };
    let mut rules = [
        gather.royalty(),
        gather.actions(),
        gather.rights(),
        gather.arrivals(others),
        gather.follow_ups(),
        gather.castlings(),
        gather.restrictions(),
        gather.endings(),
    ];
    let mut rules: Vec<PieceRule> = rules.iter_mut().flat_map(std::mem::take).collect();
    let texts: Vec<String> = rules.iter().map(|rule| rule.text.clone()).collect();
    let leader = gather.prose.leader(texts.iter());
    rules.extend(leader.map(|text| gather.rule("royalty", None, text.to_owned(), Origin::default())));
    rules
}

/// Rules by their headings, in the order of a page.
pub(crate) fn sections(rules: &[PieceRule]) -> impl Iterator<Item = (&'static str, Vec<&PieceRule>)> {
    let of = |kind| rules.iter().filter(|rule| rule.kind == kind).collect::<Vec<_>>();
    let all: Vec<_> = KINDS.iter().map(|(kind, title)| (*title, of(*kind))).collect();
    all.into_iter().filter(|(_, rules)| !rules.is_empty())
}

struct Gather<'v> {
    variant: &'v Variant,
    prose: Prose<'v>,
    parts: Vec<(PieceTypeId, Part<'v>)>,
}

impl Gather<'_> {
    fn rule(&self, kind: &'static str, name: Option<&str>, text: String, origin: Origin) -> PieceRule {
        let (name, cites) = (name.map(str::to_owned), Cited(self.variant.cited(origin)));
        PieceRule { kind, name, text, part: None, notes: Vec::new(), cites, is_own: true }
    }

    /// The rule if it does something with the piece in some stage, with what that is.
    fn with_deeds(&self, rule: PieceRule, deeds: &[(PieceTypeId, Vec<Deed>)]) -> PieceRule {
        let is_own = deeds.iter().flat_map(|(_, deeds)| deeds).any(|deed| deed.is_own);
        let phrases = |deeds: &[Deed]| {
            may(deeds.iter().map(|deed| deed.phrase.as_str()).filter(|phrase| !phrase.is_empty()))
        };
        let said = deeds.iter().filter_map(|(id, deeds)| Some((*id, phrases(deeds)?)));
        let clauses: Vec<String> =
            self.by_stage(false, said).map(|(who, what)| format!("{who} {what}")).collect();
        let part = (!clauses.is_empty()).then(|| format!("Here {}.", clauses.join("; ")));
        PieceRule { part, is_own, ..rule }
    }

    /// What is said of stages, each once, with its subject: the piece itself where it is said of all of them, or of all
    /// that are `moving`.
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
        let parts = self.parts.iter().filter(|(id, _)| !moving || self.moves(*id));
        let count = parts.count();
        let subject = |ids: &[PieceTypeId]| match (self.parts.first(), ids.len() == count) {
            (Some((first, _)), true) => format!("the {}", self.prose.noun(*first)),
            _ => join(ids.iter().map(|id| format!("the {}", self.prose.noun(*id))), "and"),
        };
        groups.into_iter().map(|(ids, text)| (subject(&ids), text)).collect::<Vec<_>>().into_iter()
    }

    fn notes(&self, origin: Origin, notes: &[Remark]) -> Vec<String> {
        self.prose.notes(origin, notes)
    }

    fn is_royal(&self) -> bool {
        self.parts.iter().any(|(id, _)| self.variant.piece_type(*id).royal.is_some())
    }

    fn royalty(&self) -> Vec<PieceRule> {
        let text = self.prose.royalty().filter(|_| self.is_royal());
        text.map(|text| self.rule("royalty", None, text, self.variant.royalty.origin)).into_iter().collect()
    }

    fn actions(&self) -> Vec<PieceRule> {
        let actions = self.variant.actions.iter().filter_map(|action| {
            let deeds = self.parts.iter().map(|(id, part)| (*id, part.in_action(action)));
            let deeds: Vec<_> = deeds.filter(|(_, deeds)| !deeds.is_empty()).collect();
            if deeds.is_empty() {
                return None;
            }
            let rule = self.rule("action", Some(&action.name), self.prose.action(action), action.origin);
            let notes = self.notes(action.origin, &action.notes.0);
            Some(PieceRule { notes, ..self.with_deeds(rule, &deeds) })
        });
        actions.collect()
    }

    /// The rights that are used up by what the piece itself does.
    fn rights(&self) -> Vec<PieceRule> {
        let uses = |index: usize| {
            let mut actions = self.variant.actions.iter().filter(move |action| action.right == Some(index));
            actions.any(|action| {
                let deeds = self.parts.iter().flat_map(|(_, part)| part.in_action(action));
                deeds.into_iter().any(|deed| deed.is_own)
            })
        };
        let rights = self.variant.rights.iter().enumerate().filter(|(index, _)| uses(*index));
        let rule = |(_, right): (usize, &crate::rules::Right)| {
            let regained = if right.regained { ", and again after a move that does not use it" } else { "" };
            let text = format!("Each side has it {}{regained}.", times(right.times));
            self.rule("right", Some(&right.name), text, right.origin)
        };
        rights.map(rule).collect()
    }

    /// What happens when other pieces arrive, each rule once for all pieces that have it.
    fn arrivals(&self, others: &[PieceTypeId]) -> Vec<PieceRule> {
        let piece = self.parts.first().map(|(id, _)| &self.variant.piece_type(*id).piece);
        let mut all: Vec<(Vec<String>, PieceRule)> = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for id in others {
            let other = self.variant.piece_type(*id);
            if Some(&other.piece) == piece {
                continue;
            }
            let held = other.in_hand.filter(|held| self.variant.holds_captures() && self.has(*held));
            let held = held.map(|held| {
                let text = format!("In hand it becomes {}.", a(&self.prose.noun(held)));
                self.rule("arrival", None, text, other.origin)
            });
            let arrivals = other.arrivals.iter().filter_map(|arrival| {
                let deeds = self.parts.iter().filter_map(|(id, part)| Some((*id, part.in_arrival(arrival)?)));
                let deeds: Vec<_> = deeds.collect();
                let rule = self.rule("arrival", None, self.prose.arrival(arrival), arrival.origin);
                (!deeds.is_empty()).then(|| PieceRule { is_own: true, ..self.with_deeds(rule, &deeds) })
            });
            for rule in arrivals.chain(held) {
                let name = self.prose.noun(*id);
                let at = *known.entry(format!("{rule:?}")).or_insert(all.len());
                match all.get_mut(at) {
                    Some((names, _)) => names.push(name),
                    None => all.push((vec![name], rule)),
                }
            }
        }
        let named = |(names, rule)| PieceRule { name: Some(join(names, "and")), ..rule };
        all.into_iter().map(named).collect()
    }

    fn moves(&self, id: PieceTypeId) -> bool {
        !self.variant.piece_type(id).moves.is_empty()
    }

    fn has(&self, id: PieceTypeId) -> bool {
        self.parts.iter().any(|(own, _)| *own == id)
    }

    fn castlings(&self) -> Vec<PieceRule> {
        let has = |(one, other): (PieceTypeId, PieceTypeId)| self.has(one) || self.has(other);
        let rules = self.variant.castling_rules.iter().filter(|rule| has(rule.pieces));
        let own = self.variant.castlings.iter().filter(|castling| !castling.placed && has(castling.pieces));
        let texts: Vec<String> = own
            .map(|castling| self.prose.castling(castling))
            .chain(rules.map(|rule| self.prose.castling_rule(rule)))
            .collect();
        let terms = self.prose.castling_terms().filter(|_| !texts.is_empty());
        let all = texts.into_iter().chain(terms);
        all.map(|text| self.rule("castling", None, text, Origin::default())).collect()
    }

    fn restrictions(&self) -> Vec<PieceRule> {
        let variant = self.variant;
        let borders = variant.borders.iter().filter(|one| self.any(|part| part.might_be(&one.pieces)));
        let borders = borders.map(|one| self.rule("restriction", None, self.prose.border(one), one.origin));
        let immunities = variant.immunities.iter().filter(|one| {
            self.parts.iter().any(|(id, part)| !is_trait(one, *id) && part.might_be(&one.pieces))
        });
        let immunities =
            immunities.map(|one| self.rule("restriction", None, self.prose.immunity(one), one.origin));
        self.entries().into_iter().chain(borders).chain(immunities).collect()
    }

    /// What follows moves of the piece, and what it does after moves of others.
    fn follow_ups(&self) -> Vec<PieceRule> {
        let concerns = |rule: &&FollowUp| {
            let comes = rule.brings(Color::White).0.iter().any(|id| self.has(*id));
            comes || rule.leaving().is_some_and(|(pieces, ..)| self.any(|part| part.might_be(pieces)))
        };
        let rules = self.variant.follow_ups.iter().filter(concerns);
        rules.map(|one| self.rule("follow-up", None, self.prose.follow_up(one), one.origin)).collect()
    }

    fn any(&self, is: impl Fn(&Part) -> bool) -> bool {
        self.parts.iter().any(|(_, part)| is(part))
    }

    /// Which zones that are closed to some pieces it may enter. What cannot move enters nothing.
    fn entries(&self) -> Vec<PieceRule> {
        let mut zones: Vec<(&str, Vec<&Admission>)> = Vec::new();
        for admission in &self.variant.admissions {
            match zones.iter_mut().find(|(name, _)| *name == admission.zone.name) {
                Some((_, admissions)) => admissions.push(admission),
                None => zones.push((&admission.zone.name, vec![admission])),
            }
        }
        let moving = || self.parts.iter().filter(|(id, _)| self.moves(*id));
        let of_zone = |(zone, admissions): (&str, Vec<&Admission>)| {
            let said = moving().map(|(id, part)| (*id, self.entry(zone, &admissions, part)));
            let origin = admissions.first().map(|one| one.origin).unwrap_or_default();
            let texts = self.by_stage(true, said).map(|(who, what)| format!("{} {what}.", capital(&who)));
            texts.map(|text| self.rule("restriction", None, text, origin)).collect::<Vec<_>>()
        };
        zones.into_iter().flat_map(of_zone).collect()
    }

    fn entry(&self, zone: &str, admissions: &[&Admission], part: &Part) -> String {
        let zone = match zone.split_once(' ') {
            Some(("own", name)) => format!("its own {name}"),
            Some(("enemy", _)) => format!("the {zone}"),
            _ => zone.to_owned(),
        };
        let is = |one: &Admission| part.is(&one.pieces, Color::White);
        match Likely::any(admissions.iter().map(|one| is(one))) {
            Likely::Yes => format!("may enter {zone}"),
            Likely::No => format!("may not enter {zone}"),
            Likely::Perhaps => {
                let some = admissions.iter().filter(|one| is(one) == Likely::Perhaps);
                let terms = some.map(|one| match part.unsettled(&one.pieces) {
                    PieceFilter::Not(pieces) => format!("while it is not {}", a(&self.prose.pieces(&pieces))),
                    pieces => format!("while it is {}", a(&self.prose.pieces(&pieces))),
                });
                format!("may enter {zone} {}", join(terms, "or"))
            }
        }
    }

    fn endings(&self) -> Vec<PieceRule> {
        let variant = self.variant;
        let endings = variant.endings.iter().filter(|ending| match &ending.trigger {
            Trigger::Checkmate => self.is_royal() && variant.royalty.binds != Binding::Never,
            Trigger::When(condition) => self.any(|part| part.decides(condition)),
            _ => false,
        });
        let rule = |ending: &crate::rules::Ending| {
            let text = capital(&format!("{}.", self.prose.ending(ending)));
            self.rule("ending", Some(&ending.name), text, ending.origin)
        };
        let resets =
            self.any(|part| part.is_named(&variant.clock.pieces) && part.might_be(&variant.clock.pieces));
        let clock = resets.then(|| {
            let text = "Its moves reset the clock, as captures do.".to_owned();
            self.rule("ending", None, text, variant.line("clock"))
        });
        endings.map(rule).chain(clock).collect()
    }
}

/// `may be removed, forked, or trapped`
fn may<'p>(phrases: impl Iterator<Item = &'p str>) -> Option<String> {
    let is_short = |phrase: &&str| phrase.starts_with("be ") && !phrase.contains(" by ");
    let (short, long): (Vec<&str>, Vec<&str>) = phrases.partition(is_short);
    let short = join(short.iter().map(|phrase| phrase.trim_start_matches("be ")), "or");
    let short = (!short.is_empty()).then(|| format!("be {short}"));
    let all: Vec<String> = short.into_iter().chain(long.into_iter().map(str::to_owned)).collect();
    (!all.is_empty()).then(|| format!("may {}", all.join(", or ")))
}
