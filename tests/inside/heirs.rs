//! Tests of the places and the sources of amended statements.
//!
//! [`amendments`] changes each statement of a shipped game in every way that the language allows.

use super::help::Texts;
use ferz_core::rules::Citing;
use ferz_lang::catalog::{Catalog, GameRef, Loaded, built_in};
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_syntax::syntax::{self, Item, ItemKind, Statement, ast};
use ferz_syntax::vocabulary::{self, Amend, BlockKind, Keyword, WordEntry};
use ferz_text::lab::claims::{Claim, claims};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

pub const GAMES: [&str; 5] = ["xiangqi", "shogi", "chess", "crazyhouse", "tamerlane"];

/// The key and the name of the source that the amendments cite.
const MARK: &str = "Zz9";
const SOURCE: &str = "amendment";

/// The number of lines before an amendment.
const HEAD_LINES: usize = 2;

/// An amendment of one statement.
struct Amendment {
    text: String,
    /// True if the amendment cites its source for a rule.
    is_cited: bool,
    /// True if the amendment only adds its source to the inherited ones.
    is_mark: bool,
    /// True if the amendment states a rule, which then stands in the file itself.
    is_stated: bool,
    /// True if the amended game may have errors, as when something that it needs is removed.
    may_fail: bool,
}

/// Returns a file that amends a game.
fn heir(game: &str, text: &str) -> String {
    format!("variant child \"A Child\" extends {game}\nsource {SOURCE} as {MARK} \"An amendment\"\n{text}")
}

/// Returns files that change one statement of a game and cite a source for it, spread over the statements.
#[cfg(feature = "cli")]
pub fn some_heirs(game: &str, number: usize) -> Vec<String> {
    let file = OwnFile::of(game);
    let all = file.statements.iter().flat_map(|statement| amendments(&file, statement));
    let cited: Vec<String> = all.filter(|one| one.is_cited).map(|one| heir(game, &one.text)).collect();
    cited.iter().step_by((cited.len() / number).max(1)).cloned().collect()
}

fn load(game: &str, text: &str) -> Result<Loaded, Vec<Diagnostic>> {
    let files = Texts(vec![("child.ferz".into(), heir(game, text))]);
    Catalog::new(&files).load(&GameRef::parse("child.ferz"), &[]).map_err(|failure| failure.problems)
}

/// The statements of a game's own file.
struct OwnFile {
    text: String,
    statements: Vec<Statement>,
}

impl OwnFile {
    fn of(game: &str) -> OwnFile {
        let text = built_in(game).expect(game).text;
        let tree = syntax::parse(0, text.as_str());
        let statements = tree.statements().map(ast::Statement::copy).collect();
        OwnFile { text, statements }
    }

    /// Returns the words of some items.
    fn words(&self, items: &[Item]) -> String {
        let [first, ..] = items else { return String::new() };
        let last = items.last().unwrap_or(first);
        self.text[first.span.start as usize..last.span.end as usize].to_owned()
    }

    /// Returns the first line of a statement without its marks.
    fn head(&self, statement: &Statement) -> String {
        let marks = statement.items.last().is_some_and(|item| matches!(item.kind, ItemKind::Marks(_)));
        self.words(&statement.items[..statement.items.len() - usize::from(marks)])
    }
}

fn word(statement: &Statement) -> Option<&'static WordEntry> {
    statement.items.first().and_then(Item::word).and_then(vocabulary::find)
}

/// Returns the amendments of a top-level statement.
fn amendments(file: &OwnFile, statement: &Statement) -> Vec<Amendment> {
    let Some(own) = word(statement) else { return Vec::new() };
    let is_text = matches!(
        own.keyword,
        Keyword::Variant | Keyword::Source | Keyword::Rules | Keyword::Switch | Keyword::Under
    );
    if is_text || own.keyword.is_remark() || own.amend == Amend::Replaced {
        return Vec::new();
    }
    let is_keyed = matches!(own.amend, Amend::Named | Amend::Single);
    let key = file.words(&statement.items[..if own.amend == Amend::Named { 2 } else { 1 }]);
    let head = file.head(statement);
    let amendment = |text: String, is_cited: bool, may_fail: bool| {
        // Nothing else would show a region without marks, or how another program writes a piece.
        let is_shown = own.keyword != Keyword::Region && !text.contains("written ");
        let is_stated = is_cited || is_shown && !text.contains("remove ");
        Amendment { text, is_cited, is_mark: false, is_stated, may_fail }
    };
    let mark = |text: String| Amendment { is_mark: true, ..amendment(text, true, false) };
    let mut all = Vec::new();
    let cites = own.cites
        && !own.keyword.encloses_rules()
        && !matches!(own.keyword, Keyword::Entry | Keyword::Ending);
    if own.keyword == Keyword::Immune || !is_keyed {
        // Such a statement is removed and written anew.
        if statement.block.is_none() && own.cites {
            all.push(amendment(format!("remove {head}\n{head} [{MARK}]\n"), true, true));
        }
        return all;
    }
    if cites {
        all.push(mark(format!("change {key} [{MARK}]\n")));
        let is_more = head != key && own.block != BlockKind::Rows;
        all.extend(is_more.then(|| amendment(format!("change {head} [{MARK}]\n"), true, false)));
    }
    let Some(block) = &statement.block else { return all };
    if let (Some(first), Some(last)) = (block.rows.first(), block.rows.last()) {
        let rows = &self::rows(&file.text, first.rank.span.start as usize, last);
        all.push(amendment(format!("change {key} [{MARK}] {{\n{rows}\n}}\n"), true, true));
        all.push(amendment(format!("change {key} {{\n{rows}\n}}\n"), false, true));
        return all;
    }
    let named = block.statements.iter().filter(|line| word(line).is_none());
    let names: Vec<&str> = named.filter_map(|line| line.items.first()?.word()).collect();
    if let (Keyword::Ending, [one, other, ..]) = (own.keyword, names.as_slice()) {
        all.push(mark(format!("change {key} {{\n  change {one}, {other} [{MARK}]\n}}\n")));
    }
    for line in &block.statements {
        for (text, is_cited) in inner_amendments(file, line) {
            all.push(amendment(format!("change {key} {{\n{text}}}\n"), is_cited, true));
            // A change that also cites the whole statement anew.
            let text = format!("change {key} [{MARK}] {{\n{text}}}\n");
            all.extend(cites.then(|| Amendment { is_mark: true, ..amendment(text, true, true) }));
        }
    }
    all
}

/// Returns the amendments of a line of a block, and of the lines in its own block, each with true if it cites its source for
/// a rule.
fn inner_amendments(file: &OwnFile, line: &Statement) -> Vec<(String, bool)> {
    let head = file.head(line);
    let inner = word(line);
    let is_other = inner.is_some_and(|word| {
        word.keyword.is_remark() || matches!(word.keyword, Keyword::Switch | Keyword::Under)
    });
    if is_other {
        return Vec::new();
    }
    let is_rule = inner.is_none_or(|word| {
        word.cites && !matches!(word.keyword, Keyword::Title | Keyword::Token | Keyword::Value)
    });
    let mut all = vec![(format!("  remove {head}\n"), false)];
    match &line.block {
        None if is_rule => {
            all.push((format!("  {head} [{MARK}]\n"), true));
            all.push((format!("  {head}\n"), false));
            all.push((format!("  remove {head}\n  add {head} [{MARK}]\n"), true));
        }
        None => {}
        Some(block) => {
            let inside = block.statements.iter().flat_map(|line| inner_amendments(file, line));
            all.extend(
                inside.map(|(text, is_cited)| (format!("  change {head} {{\n{text}  }}\n"), is_cited)),
            );
        }
    }
    all
}

/// Returns the rows of a drawing.
fn rows(text: &str, start: usize, last: &syntax::DrawingRow) -> String {
    let end = last.squares.last().map_or(last.rank.span.end, |square| square.span.end) as usize;
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    text[line..end].to_owned()
}

/// Returns the sources that a game cites for each line of each file.
fn cited(game: &Loaded) -> BTreeMap<(String, usize), BTreeSet<String>> {
    let mut cited: BTreeMap<(String, usize), BTreeSet<String>> = BTreeMap::new();
    for Citing { span, cites, .. } in game.variant.cites.0.iter() {
        let Some(source) = game.game.sources.get(span.file) else { continue };
        let line = game.game.sources.line_column(*span).0;
        cited.entry((source.name.clone(), line)).or_default().extend(cites.iter().map(|cite| cite.text()));
    }
    for claim in claims(game) {
        let known = cited.entry((claim.file, claim.line)).or_default();
        known.extend(claim.cites.0.iter().map(|cite| cite.text()));
    }
    cited
}

#[test]
fn an_amended_statement_has_its_own_place_and_sources() {
    let (mut wrong, mut loaded, mut tried) = (String::new(), 0, 0);
    for game in GAMES {
        let base = cited(&load(game, "").expect(game));
        let file = OwnFile::of(game);
        for Amendment { text, is_cited, is_mark, is_stated, may_fail } in
            file.statements.iter().flat_map(|statement| amendments(&file, statement))
        {
            tried += 1;
            let found = match load(game, &text) {
                Ok(game) => claims(&game),
                Err(_) if may_fail => continue,
                Err(problems) => {
                    let first = problems.first().map(|problem| problem.message.clone());
                    _ = writeln!(wrong, "{game}: {text}does not load: {first:?}");
                    continue;
                }
            };
            loaded += 1;
            let is_own = |claim: &&Claim| claim.file == "child.ferz";
            let has_mark = |claim: &Claim| claim.cites(SOURCE);
            if is_cited && !found.iter().filter(is_own).any(has_mark) {
                _ = writeln!(wrong, "{game}: nothing in the file cites its source: {text}");
            }
            if is_stated && !found.iter().any(|claim| is_own(&claim)) {
                _ = writeln!(wrong, "{game}: nothing stands in the file: {text}");
            }
            for claim in &found {
                let all: BTreeSet<String> = claim.cites.0.iter().map(|cite| cite.text()).collect();
                let line = (claim.file.clone(), claim.line);
                // A line that only adds a mark keeps the others. The words of the amendment can contain marks of a clause.
                let written = text.lines().nth(claim.line.saturating_sub(HEAD_LINES + 1)).unwrap_or_default();
                let adds = is_mark && written.trim_start().starts_with("change ");
                let is_right = match is_own(&claim) {
                    true => {
                        adds || text.contains("[D]") || all.iter().all(|source| source.starts_with(SOURCE))
                    }
                    false => base.get(&line).is_some_and(|known| all.is_subset(known)),
                };
                if !is_right {
                    _ = writeln!(
                        wrong,
                        "{game}: {}:{} cites {all:?} ({}) after {text}",
                        claim.file, claim.line, claim.text
                    );
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(loaded > 150 && loaded * 3 > tried * 2, "{loaded} of {tried}");
}
