//! Writes a game that extends a game of ferz, so that its file contains only the differences.
//!
//! [`extending`] compares the statements of a section with those of its parent, and writes changes to the rule file of
//! the parent. The parent may express its rules differently, so [`is_same`] plays the resulting game against a complete
//! rule file. The short file is used only if both agree.

use super::draft::{FileDraft, PieceDraft, RegionDraft, array};
use crate::base::Outcome;
use crate::builder::{Fill, NewStatement};
use crate::fast::engine::{AnyPosition, Engine};
use crate::form::Slot;
use crate::lang::catalog::{Catalog, GameRef};
use crate::lang::vocabulary::Keyword;
use crate::notation::movetext;
use crate::play::game::Random;
use crate::rules::{Condition, Fact, Variant};
use crate::warnings::MemoryFiles;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of positions in which two games are compared, which is also the maximum length of a game.
const POSITIONS: u32 = 160;
const MAX_LENGTH: u32 = 40;

/// Returns the names that a game of ferz gives to its pieces, by their letters in Fairy-Stockfish.
pub fn preferred_names(game: &str, catalog: &Catalog) -> BTreeMap<char, String> {
    let Some(variant) = load(game, catalog) else { return BTreeMap::new() };
    let mut preferred_names = BTreeMap::new();
    for piece in variant.piece_types.iter().filter(|piece| piece.stage.is_none() && !piece.neutral) {
        let mut letters = piece.token.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            preferred_names.entry(letter.to_ascii_lowercase()).or_insert_with(|| piece.piece.clone());
        }
    }
    preferred_names
}

/// Returns the rules of one of ferz's games.
fn load(game: &str, catalog: &Catalog) -> Option<Arc<Variant>> {
    catalog.load(&GameRef::parse(game), &[]).ok().map(|loaded| loaded.variant)
}

/// Returns the groups of statements of a game that extends another. Returns `None` if the pieces or rules of the parent
/// differ from those of the game with the same name in Fairy-Stockfish. With `anew`, pieces with first moves or
/// promotions are written in full.
pub fn extending(
    game: &str,
    (old, new): (&FileDraft, &FileDraft),
    anew: bool,
    catalog: &Catalog,
) -> Option<Vec<Vec<NewStatement>>> {
    let base = load(game, catalog)?;
    let mut without = old.clone();
    for piece in without.pieces.iter_mut().filter(|_| anew) {
        piece.lines.retain(|line| !moves_or_promotes(line));
    }
    rename_moved_regions(&base, &mut without, new);
    let old = &without;
    let same = |piece: &PieceDraft| {
        base.piece_types
            .iter()
            .any(|own| own.stage.is_none() && own.piece == piece.name && own.token == piece.token)
    };
    if !old.pieces.iter().all(same)
        || base.piece_types.len() != old.pieces.len()
        || !old.rules.iter().all(|rule| new.rules.contains(rule))
    {
        return None;
    }
    let mut all = Vec::new();
    if old.board != new.board {
        all.push(vec![changed(NewStatement::new(Keyword::Board).block(new.board.clone()))]);
    }
    all.push(regions(&base, old, new));
    if old.hands != new.hands {
        let removed = old.hands.as_ref().map(|_| NewStatement::removing(Some(Keyword::Hands), &[]));
        all.push(removed.into_iter().chain(new.hands.clone()).collect());
    }
    all.extend(pieces(old, new));
    all.extend(new.rules.iter().filter(|rule| !old.rules.contains(rule)).cloned());
    if old.actions != new.actions {
        all.extend(actions(&base, new));
    }
    all.push(Vec::from_iter(royalty(old, new)));
    if old.first != new.first {
        let is_stated = base.line("first").0.end > 0;
        let first = new.first.clone()?;
        all.push(vec![if is_stated { changed(first) } else { first }]);
    }
    all.push(endings(&base, old, new));
    match (&old.clock, &new.clock) {
        (one, other) if one == other => {}
        (Some(_), Some(clock)) => all.push(vec![changed(clock.clone())]),
        (None, Some(clock)) => all.push(vec![clock.clone()]),
        (Some(_), None) => return None,
        (None, None) => {}
    }
    if old.array != new.array {
        let names: Vec<&str> = base.arrays.iter().map(|array| array.name.as_str()).collect();
        all.push(vec![NewStatement::removing(Some(Keyword::Array), &names), array(&new.array)]);
    }
    Some(all)
}

/// Returns the groups of statements that replace the actions of the parent.
fn actions(base: &Variant, new: &FileDraft) -> [Vec<NewStatement>; 2] {
    let names: Vec<&str> = base.actions.iter().map(|action| action.name.as_str()).collect();
    let removed = (!names.is_empty()).then(|| NewStatement::removing(Some(Keyword::Action), &names));
    [Vec::from_iter(removed), new.actions.clone()]
}

/// Returns the statement about royals if it differs.
fn royalty(old: &FileDraft, new: &FileDraft) -> Option<NewStatement> {
    let royalty = || NewStatement::new(Keyword::Royalty).block(new.royalty.clone());
    match (old.royalty.is_empty(), new.royalty.is_empty()) {
        _ if old.royalty == new.royalty => None,
        (_, true) => Some(NewStatement::removing(Some(Keyword::Royalty), &[])),
        (true, false) => Some(royalty().amending(Keyword::Add)),
        (false, false) => Some(changed(royalty())),
    }
}

fn changed(statement: NewStatement) -> NewStatement {
    statement.amending(Keyword::Change)
}

/// Returns true if a line of a piece gives moves or promotions.
fn moves_or_promotes(line: &NewStatement) -> bool {
    matches!(line.keyword(), Some(Keyword::Moves | Keyword::Arriving))
}

/// Gives other names to the regions of the old game that have other squares in the new one, so that the statements that
/// mention them differ. A region that the parent has under the same name is changed there.
fn rename_moved_regions(base: &Variant, old: &mut FileDraft, new: &FileDraft) {
    let has_moved = |region: &&RegionDraft| {
        new.regions.iter().any(|other| other.name == region.name && other.statement != region.statement)
            && base.regions.iter().all(|own| own.name != region.name)
    };
    for RegionDraft { name, .. } in old.regions.iter().filter(has_moved) {
        let pieces = old.pieces.iter_mut().flat_map(|piece| &mut piece.lines);
        let rules = old.rules.iter_mut().flatten();
        for statement in pieces.chain(rules).chain(&mut old.actions).chain(&mut old.endings) {
            statement.rename(Slot::Region, name, &format!("old-{name}"));
        }
    }
}

/// Returns the regions that the new game needs and the parent does not have.
fn regions(base: &Variant, old: &FileDraft, new: &FileDraft) -> Vec<NewStatement> {
    let mut lines = Vec::new();
    for region in &new.regions {
        let has = base.regions.iter().any(|own| own.name == region.name);
        let before = old.regions.iter().find(|own| own.name == region.name);
        let is_same = before.is_some_and(|own| own.statement == region.statement);
        match (has, is_same) {
            (true, true) => {}
            (true, false) => lines.push(changed(region.statement.clone())),
            (false, true) if !mentions(old, new, &region.name) => {}
            (false, _) => lines.push(region.statement.clone()),
        }
    }
    lines
}

/// Returns true if a statement that the new game changes contains the name of a region.
fn mentions(old: &FileDraft, new: &FileDraft, region: &str) -> bool {
    let names = |statement: &NewStatement| statement.mentions(Slot::Region, region);
    let mut pieces = new.pieces.iter().filter(|piece| !old.pieces.contains(piece));
    let mut rules = new.rules.iter().filter(|rule| !old.rules.contains(rule));
    let actions = old.actions != new.actions && new.actions.iter().any(names);
    let endings = old.endings != new.endings && new.endings.iter().any(names);
    pieces.any(|piece| piece.lines.iter().any(names))
        || rules.any(|rule| rule.iter().any(names))
        || actions
        || endings
}

/// Returns the groups of statements about pieces that differ.
fn pieces(old: &FileDraft, new: &FileDraft) -> [Vec<NewStatement>; 2] {
    let mut removed = Vec::new();
    let mut lines = Vec::new();
    for piece in &old.pieces {
        match new.pieces.iter().find(|other| other.name == piece.name) {
            Some(other) if is_change(piece, other) => {}
            _ => removed.push(piece.name.as_str()),
        }
    }
    for piece in &new.pieces {
        match old.pieces.iter().find(|other| other.name == piece.name) {
            Some(other) if other == piece => {}
            Some(other) if is_change(other, piece) => lines.push(changed(piece.statement())),
            _ => lines.push(piece.statement()),
        }
    }
    let removed = (!removed.is_empty()).then(|| NewStatement::removing(Some(Keyword::Piece), &removed));
    [Vec::from_iter(removed), lines]
}

/// Returns true if two pieces differ only in the notation of their first lines or in promotions.
fn is_change(old: &PieceDraft, new: &PieceDraft) -> bool {
    let rest = |piece: &PieceDraft| {
        piece.lines.iter().filter(|line| !moves_or_promotes(line)).cloned().collect::<Vec<_>>()
    };
    // The part of a line before its effect.
    let is_place = |fill: &Fill| match fill {
        Fill::Say(word) => *word != "may",
        Fill::Item(..) => true,
        Fill::Phrase(phrase) => phrase.slot != Slot::Effect,
    };
    let places = |piece: &PieceDraft| {
        let lines = piece.lines.iter().filter(|line| moves_or_promotes(line));
        let place = |line: &NewStatement| {
            (line.keyword(), line.fills().iter().filter(|fill| is_place(fill)).cloned().collect::<Vec<_>>())
        };
        lines.map(place).collect::<Vec<_>>()
    };
    (old.royal || !new.royal)
        && old.royal == new.royal
        && old.token == new.token
        && rest(old) == rest(new)
        && places(old) == places(new)
}

/// Returns the endings if they differ. Draws by insufficient material are left out if the pieces differ.
fn endings(base: &Variant, old: &FileDraft, new: &FileDraft) -> Vec<NewStatement> {
    // If moves can remove pieces of their own side, or if a player can pass, the game ends in other ways than its
    // parent, even with the same endings.
    let removes = |draft: &FileDraft| draft.rules.iter().flatten().any(|rule| rule.says("removes"));
    let is_pass = |line: &NewStatement| line.keyword() == Some(Keyword::Pass);
    let passes = |draft: &FileDraft| draft.actions.iter().any(|action| action.lines().iter().any(is_pass));
    if old.endings != new.endings || removes(new) != removes(old) || passes(new) != passes(old) {
        let removed = NewStatement::removing(Some(Keyword::Ending), &[]);
        return vec![removed, NewStatement::new(Keyword::Ending).block(new.endings.clone())];
    }
    let names = |draft: &FileDraft| {
        draft
            .pieces
            .iter()
            .map(|piece| (piece.name.clone(), piece.moves.clone(), piece.lines.clone()))
            .collect::<Vec<_>>()
    };
    if names(old) == names(new)
        && old.hands == new.hands
        && old.royalty == new.royalty
        && old.rules == new.rules
        && old.board == new.board
    {
        return Vec::new();
    }
    let counts = |condition: &Condition| condition.leaves().any(|fact| matches!(fact, Fact::Material(_)));
    let few = base.endings.iter();
    let few = few.filter(|one| counts(&one.when));
    let lines: Vec<NewStatement> = few.map(|ending| NewStatement::removing(None, &[&ending.name])).collect();
    let changes = (!lines.is_empty()).then(|| changed(NewStatement::new(Keyword::Ending).block(lines)));
    Vec::from_iter(changes)
}

/// Returns true if two rule files define the same game, as far as random games show. Draws may differ, because a rule
/// file of ferz can contain more of them.
pub fn is_same(plain: &str, short: &str) -> bool {
    let texts = [("plain.ferz", plain), ("short.ferz", short)];
    let files = MemoryFiles(&texts);
    let catalog = Catalog::new(&files);
    let (Some(plain), Some(short)) = (load("plain.ferz", &catalog), load("short.ferz", &catalog)) else {
        return false;
    };
    let engines = [Engine::new(&plain), Engine::new(&short)];
    let mut random = Random::new(1);
    let mut seen = 0;
    while seen < POSITIONS {
        let mut positions = engines.each_ref().map(Engine::start);
        for _ in 0..MAX_LENGTH {
            seen += 1;
            match step(&engines, &positions, &mut random) {
                PairStep::Differs => return false,
                PairStep::Over => break,
                PairStep::To(next) => positions = *next,
            }
        }
    }
    true
}

/// The result of a step in a comparison of two games that are played in parallel.
enum PairStep {
    Differs,
    Over,
    To(Box<[AnyPosition; 2]>),
}

fn step(engines: &[Engine; 2], positions: &[AnyPosition; 2], random: &mut Random) -> PairStep {
    let outcomes = [0, 1].map(|at| engines[at].outcome(&positions[at]));
    let drawn = |outcome: &Option<Outcome>| outcome.as_ref().is_some_and(|outcome| outcome.winner.is_none());
    if outcomes.iter().any(drawn) {
        return PairStep::Over;
    }
    let winner = |outcome: &Option<Outcome>| outcome.as_ref().and_then(|outcome| outcome.winner);
    if winner(&outcomes[0]) != winner(&outcomes[1]) {
        return PairStep::Differs;
    }
    if outcomes[0].is_some() {
        return PairStep::Over;
    }
    let moves = [0, 1].map(|at| {
        let found = engines[at].legal_moves(&positions[at]);
        let text = |mv| (movetext::key(&movetext::write(engines[at].variant(), &mv)), mv);
        found.into_iter().map(text).collect::<BTreeMap<_, _>>()
    });
    if !moves[0].keys().eq(moves[1].keys()) {
        return PairStep::Differs;
    }
    let keys: Vec<&String> = moves[0].keys().collect();
    let Some(key) = random.pick(&keys) else { return PairStep::Over };
    let next = |at: usize| moves[at].get(*key).and_then(|mv| engines[at].play(&positions[at], mv));
    match (next(0), next(1)) {
        (Some(one), Some(other)) => PairStep::To(Box::new([one, other])),
        _ => PairStep::Differs,
    }
}
