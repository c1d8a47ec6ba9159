//! Lists the claims of a game: each rule in words, with the sources cited for it.
//!
//! [`claims`] is the entry point. Rules are listed by [`ClaimList::rules`] and [`ClaimList::pieces`], and the remaining
//! statements with citations by [`ClaimList::others`]. Each statement belongs to one claim only.

use crate::base::source::Span;
use crate::base::{PieceTypeId, sort_by_key};
use crate::lang::RuleFile;
use crate::lang::catalog::Loaded;
use crate::messages::text::commas;
use crate::rules::{Cited, Citing, Origin, RuleRef, Variant};
use crate::words::explain::place;
use crate::words::prose::{Prose, spoken};
use crate::words::rule_kind::words;
use serde::Serialize;
use std::collections::BTreeSet;

/// A rule or a value of a switch, with its citations.
#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    /// The kind of claim: `piece`, `action`, `ending`, and so on, or `value` for a value of a switch. A `statement` is
    /// any other line with a citation.
    pub what: &'static str,
    /// The name of the rule, or `SWITCH=VALUE` for a value.
    pub name: String,
    pub text: String,
    /// The question of the switch, or `None` if the claim is not a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// True if the value is in force, or `None` if the claim is not a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<bool>,
    /// True if the rules mark the claim as invented.
    pub invented: bool,
    pub file: String,
    pub line: usize,
    #[serde(flatten)]
    pub cites: Cited,
}

impl Claim {
    /// Returns true if the claim has no source: it has no citation or is invented.
    pub fn has_no_source(&self) -> bool {
        self.cites.0.is_empty() || self.invented
    }

    /// Returns true if the claim cites this source.
    pub fn cites(&self, source: &str) -> bool {
        self.cites.0.iter().any(|cite| cite.source == source)
    }
}

/// Lists all claims of a game in the order of its files and lines, including all values of its switches.
pub fn claims(loaded: &Loaded) -> Vec<Claim> {
    let mut list = ClaimList {
        variant: &loaded.variant,
        game: &loaded.game,
        prose: Prose::new(&loaded.variant),
        claims: Vec::new(),
        used: BTreeSet::new(),
        sentences: BTreeSet::new(),
    };
    list.pieces();
    // The order matters: each step skips the statements that an earlier step has used.
    list.rules();
    list.values();
    list.others();
    // The steps add claims by kind, and the page lists them by place.
    sort_by_key(&mut list.claims, |one| (one.place.file, one.place.start));
    list.claims.into_iter().map(|one| one.claim).collect()
}

struct ClaimList<'v> {
    variant: &'v Variant,
    game: &'v RuleFile,
    prose: Prose<'v>,
    claims: Vec<PlacedClaim>,
    /// The statements with citations that already belong to a claim.
    used: BTreeSet<Span>,
    /// The statements that are listed as sentences about their pieces.
    sentences: BTreeSet<Span>,
}

/// A claim with its place.
struct PlacedClaim {
    place: Span,
    /// The pieces that a sentence is about, or an empty list for any other claim.
    pieces: Vec<String>,
    claim: Claim,
}

impl ClaimList<'_> {
    fn add(&mut self, what: &'static str, name: impl Into<String>, text: impl Into<String>, origin: Origin) {
        self.used.extend(self.variant.whole(origin).filter_map(|part| self.variant.cited_at(part)));
        let cites = Cited(self.variant.cited(origin));
        self.push(what, name.into(), text.into(), origin, cites);
    }

    /// Adds each cited statement of a rule as a claim of its own, in the words of the file. If a file changes an
    /// inherited rule, the statements that it adds are claims even without a citation.
    fn add_parts(&mut self, what: &'static str, name: &str, rule: Origin) {
        let variant = self.variant;
        // A right is a rule of its own.
        let is_right = |part: &Origin| variant.rights.iter().any(|right| right.origin.0 == part.0);
        let parts: Vec<Origin> = variant.whole(rule).filter(|part| !is_right(part)).collect();
        let is_changed = parts.iter().any(|part| part.0.file != rule.0.file);
        for part in parts {
            let cites = variant.cites.of(part).to_vec();
            let is_added = is_changed && part.0 != rule.0 && part.0.file == rule.0.file;
            if !cites.is_empty() || is_added {
                self.used.extend(variant.cited_at(part));
                self.push(what, name.to_owned(), self.statement(part.0), part, Cited(cites));
            }
        }
    }

    fn push(&mut self, what: &'static str, name: String, text: String, origin: Origin, cites: Cited) {
        // A rule without a line in a file, such as a default, is not a claim.
        let Some((file, line)) = place(&self.game.sources, origin) else { return };
        let (question, chosen, invented) = (None, None, false);
        let claim = Claim { what, name, text, question, chosen, invented, file, line, cites };
        self.claims.push(PlacedClaim { place: origin.0, pieces: Vec::new(), claim });
    }

    /// Adds one claim for each piece type: its moves and the sentences with the same citations. Each other sentence is
    /// a claim of its own, as is one that a file adds to an inherited piece.
    fn pieces(&mut self) {
        let variant = self.variant;
        for (id, own) in variant.piece_type_ids() {
            let whole = variant.cited(own.origin);
            let prose = self.prose;
            let moves = own.moves.iter().filter_map(|moves| Some((prose.moving(moves)?, moves.origin)));
            let mut text: Vec<String> = Vec::new();
            for (sentence, origin) in moves.chain(prose.sentences(id)) {
                self.sentences.insert(origin.0);
                self.used.extend(variant.cited_at(origin));
                // A file is read before those that it extends. A sentence without a place has the file of the game itself.
                let is_added = origin.0.end > 0 && origin.0.file < own.origin.0.file;
                if variant.cited(origin) == whole && !is_added {
                    text.push(sentence);
                } else {
                    self.sentence(id, sentence, origin);
                }
            }
            self.used.extend(variant.cited_at(own.origin));
            if text.is_empty() && whole.is_empty() {
                continue;
            }
            let stage = own.stage.as_ref().map_or_else(String::new, |stage| format!(".{stage}"));
            let name = own.piece.clone() + &stage;
            self.push("piece", name, text.join(" ").replace('\n', " "), own.origin, Cited(whole));
        }
    }

    /// Adds one sentence about a piece type. A sentence about several piece types becomes one claim.
    fn sentence(&mut self, id: PieceTypeId, text: String, origin: Origin) {
        let name = self.variant.piece_type(id).piece.clone();
        let text = text.replace('\n', " ");
        let is_same = |one: &PlacedClaim| one.place == origin.0 && one.claim.text == text;
        if !self.claims.iter().any(is_same) {
            self.add("piece", name.clone(), text.clone(), origin);
        }
        let same = self.claims.iter_mut().find(|one| is_same(one)).filter(|one| !one.pieces.contains(&name));
        if let Some(PlacedClaim { pieces, claim, .. }) = same {
            pieces.push(name);
            claim.name = commas(pieces);
        }
    }

    /// Adds the rules that belong to no piece.
    fn rules(&mut self) {
        let variant = self.variant;
        for rule in variant.rules() {
            let origin = rule.origin(variant);
            let Some(what) = words(rule.kind()).claim else { continue };
            // A rule that is listed as a sentence about its pieces is not listed again.
            if self.sentences.contains(&origin.0) {
                continue;
            }
            if variant.is_cited_in_parts(origin) {
                self.add_parts(what, &rule.name(variant), origin);
                continue;
            }
            let said = self.prose.rule(rule).join(" ");
            let (name, text) = if let RuleRef::Ending(ending) = rule {
                (ending.name.clone(), format!("{}: {said}.", spoken(&ending.name)))
            } else if let RuleRef::Immunity(immunity) = rule {
                (format!("immune {}", self.prose.pieces(&immunity.pieces)), said)
            } else {
                (rule.name(variant), said)
            };
            self.add(what, name, text, origin);
        }
    }

    fn values(&mut self) {
        for switch in &self.variant.switches {
            for value in &switch.values {
                self.used.extend(self.variant.cited_at(value.origin));
                let name = format!("{}={}", switch.name, value.name);
                self.push("value", name, value.text.clone(), value.origin, value.cites.clone());
                if let Some(PlacedClaim { claim, .. }) = self.claims.last_mut() {
                    claim.question = Some(switch.question.clone());
                    claim.chosen = Some(value.name == switch.chosen);
                    claim.invented = value.text.contains("invented");
                }
            }
        }
    }

    /// Adds the statements with citations that belong to no other claim: names of regions and groups, notes, and
    /// lines under other values.
    fn others(&mut self) {
        for Citing { span, cites, is_own } in self.variant.cites.0.iter() {
            if !is_own || self.used.contains(span) {
                continue;
            }
            let text = self.statement(*span);
            // The name of the claim consists of the first word, and of the second word unless that is a quoted text.
            let words = text.split_whitespace().enumerate();
            let name = words.take_while(|(at, word)| *at == 0 || *at == 1 && !word.contains('"'));
            let name = name.map(|(_, word)| word).collect::<Vec<_>>().join(" ");
            self.push("statement", name, text, Origin(*span), Cited(cites.clone()));
        }
    }

    /// Returns the words of a statement without its citations.
    fn statement(&self, span: Span) -> String {
        let text =
            self.game.tree(span.file).map(|tree| tree.without_comments(span.range())).unwrap_or_default();
        // The citation itself, in brackets at the end, is not part of the text.
        let has_marks = self.variant.cites.0.iter().any(|citing| citing.is_own && citing.span == span);
        let text = text.rsplit_once('[').filter(|_| has_marks).map_or(&*text, |(text, _)| text);
        // Adjacent quoted texts form one text.
        let text = text.lines().map(str::trim).collect::<Vec<_>>().join(" ").replace("\" \"", " ");
        text.trim_start_matches(',').trim().to_owned()
    }
}
