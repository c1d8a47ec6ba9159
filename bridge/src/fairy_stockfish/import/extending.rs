//! Writes a game that extends a game of ferz, so that its file contains only the differences.
//!
//! [`extending`] compares the statements of a section with those of its parent, and writes changes to the rule file of
//! the parent. The parent may express its rules differently, so [`is_same`] plays the resulting game against a complete
//! rule file. The short file is used only if both agree.

use super::draft::{FileDraft, PieceDraft, block};
use crate::base::Outcome;
use crate::fast::engine::{AnyPosition, Engine};
use crate::lang::catalog::{Catalog, GameRef};
use crate::notation::movetext;
use crate::play::game::Random;
use crate::rules::{Condition, Fact, Trigger, Variant};
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

/// Returns the statements of a game that extends another. Returns `None` if the pieces or rules of the parent differ
/// from those of the game with the same name in Fairy-Stockfish. With `anew`, pieces with first moves or
/// promotions are written in full.
pub fn extending(
    game: &str,
    (old, new): (&FileDraft, &FileDraft),
    anew: bool,
    catalog: &Catalog,
) -> Option<Vec<String>> {
    let base = load(game, catalog)?;
    let mut without = old.clone();
    for piece in without.pieces.iter_mut().filter(|_| anew) {
        piece.lines.retain(|line| !line.starts_with("moves") && !line.starts_with("arriving"));
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
        all.push(format!("change board{}", block(&new.board)));
    }
    all.push(regions(&base, old, new));
    match (old.hands, new.hands) {
        (one, other) if one == other => {}
        (None, Some(hands)) => all.push(hands.to_owned()),
        (Some(_), None) => all.push("remove hands".to_owned()),
        (_, Some(hands)) => all.push(format!("remove hands\n{hands}")),
        _ => {}
    }
    all.push(pieces(old, new));
    all.extend(new.rules.iter().filter(|rule| !old.rules.contains(rule)).cloned());
    if old.actions != new.actions {
        let names: Vec<&str> = base.actions.iter().map(|action| action.name.as_str()).collect();
        if !names.is_empty() {
            all.push(format!("remove action {}", names.join(", ")));
        }
        all.push(new.actions.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>().join("\n"));
    }
    match (&old.royalty, &new.royalty) {
        (one, other) if one == other => {}
        (_, other) if other.is_empty() => all.push("remove royalty".to_owned()),
        (one, other) => {
            all.push(format!("{} royalty{}", if one.is_empty() { "add" } else { "change" }, block(other)))
        }
    }
    if old.first != new.first {
        let stated = base.line("first").0.end > 0;
        all.push(format!("{}{}", if stated { "change " } else { "" }, new.first?));
    }
    all.push(endings(&base, old, new));
    match (&old.clock, &new.clock) {
        (one, other) if one == other => {}
        (Some(_), Some(clock)) => all.push(format!("change {clock}")),
        (None, Some(clock)) => all.push(clock.clone()),
        (Some(_), None) => return None,
        (None, None) => {}
    }
    if old.array != new.array {
        let names: Vec<&str> = base.arrays.iter().map(|array| array.name.as_str()).collect();
        all.push(format!("remove array {}\narray start{}", names.join(", "), block(&new.array)));
    }
    all.retain(|statement| !statement.is_empty());
    Some(all)
}

/// Gives other names to the regions of the old game that have other squares in the new one, so that the statements that
/// mention them differ. A region that the parent has under the same name is changed there.
fn rename_moved_regions(base: &Variant, old: &mut FileDraft, new: &FileDraft) {
    let has_moved = |(name, squares): &&(String, String)| {
        new.regions.iter().any(|(other, now)| other == name && now != squares)
            && base.regions.iter().all(|region| region.name != *name)
    };
    for (name, _) in old.regions.iter().filter(has_moved) {
        let pieces = old.pieces.iter_mut().flat_map(|piece| &mut piece.lines);
        let actions = old.actions.iter_mut().map(|(_, text)| text);
        for text in pieces.chain(&mut old.rules).chain(actions).chain(&mut old.endings) {
            *text = text.replace(&format!(" {name}"), &format!(" old-{name}"));
        }
    }
}

/// Returns the regions that the new game needs and the parent does not have.
fn regions(base: &Variant, old: &FileDraft, new: &FileDraft) -> String {
    let mut lines = Vec::new();
    for (name, squares) in &new.regions {
        let has = base.regions.iter().any(|region| region.name == *name);
        let before = old.regions.iter().find(|(own, _)| own == name);
        match (has, before) {
            (true, Some((_, own))) if own == squares => {}
            (true, _) => lines.push(format!("change region {name} {squares}")),
            (false, Some((_, own))) if own == squares && !mentions(old, new, name) => {}
            (false, _) => lines.push(format!("region {name} {squares}")),
        }
    }
    lines.join("\n")
}

/// Returns true if a statement that the new game changes contains the name of a region.
fn mentions(old: &FileDraft, new: &FileDraft, region: &str) -> bool {
    let names =
        |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == region);
    let pieces =
        new.pieces.iter().filter(|piece| !old.pieces.contains(piece)).any(|piece| names(&piece.text()));
    let rules = new.rules.iter().filter(|rule| !old.rules.contains(rule)).any(|rule| names(rule));
    let actions = old.actions != new.actions && new.actions.iter().any(|(_, text)| names(text));
    let endings = old.endings != new.endings && new.endings.iter().any(|ending| names(ending));
    pieces || rules || actions || endings
}

/// Returns the statements about pieces that differ.
fn pieces(old: &FileDraft, new: &FileDraft) -> String {
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
            Some(other) if PieceDraft { piece: piece.piece, ..other.clone() } == *piece => {}
            Some(other) if is_change(other, piece) => lines.push(format!("change {}", piece.text())),
            _ => lines.push(piece.text()),
        }
    }
    if !removed.is_empty() {
        lines.insert(0, format!("remove piece {}\n", removed.join(", ")));
    }
    lines.join("\n")
}

/// Returns true if two pieces differ only in the notation of their first lines or in promotions.
fn is_change(old: &PieceDraft, new: &PieceDraft) -> bool {
    let promotes = |line: &&String| line.starts_with("arriving") || line.starts_with("moves");
    let rest =
        |piece: &PieceDraft| piece.lines.iter().filter(|line| !promotes(line)).cloned().collect::<Vec<_>>();
    let places = |piece: &PieceDraft| {
        piece
            .lines
            .iter()
            .filter(promotes)
            .filter_map(|line| line.split(':').next().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    (old.royal || !new.royal)
        && old.royal == new.royal
        && old.token == new.token
        && rest(old) == rest(new)
        && places(old) == places(new)
}

/// Returns the endings if they differ. Draws by insufficient material are left out if the pieces differ.
fn endings(base: &Variant, old: &FileDraft, new: &FileDraft) -> String {
    // If moves can remove pieces of their own side, or if a player can pass, the game ends in other ways than its
    // parent, even with the same endings.
    let removes = |draft: &FileDraft| draft.rules.iter().any(|rule| rule.contains("removes"));
    let passes = |draft: &FileDraft| draft.actions.iter().any(|(_, text)| text.contains("\npass"));
    if old.endings != new.endings || removes(new) != removes(old) || passes(new) != passes(old) {
        return format!("remove ending\nending{}", block(&new.endings));
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
        return String::new();
    }
    let counts = |condition: &Condition| condition.leaves().any(|fact| matches!(fact, Fact::Material(_)));
    let few = base.endings.iter();
    let few = few.filter(|one| matches!(&one.trigger, Trigger::When(condition) if counts(condition)));
    let lines: Vec<String> = few.map(|ending| format!("remove {}", ending.name)).collect();
    if lines.is_empty() { String::new() } else { format!("change ending{}", block(&lines)) }
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
