//! Random changes of the text of shipped games that leave the rules as they are, and that no record may notice.

use super::super::help::sample;
use super::super::mutations::mutant::Random;
use super::changing::Edited;
use super::{open, shipped};
use ferz_core::base::source::Span;
use ferz_lang::catalog::Catalog;
use ferz_lang::has_errors;
use ferz_syntax::syntax::ast::{Item, Statement};
use ferz_syntax::syntax::{Tree, format, parse};
use ferz_syntax::vocabulary::{Keyword, find};
use ferz_text::lab::record::compare;
use std::path::{Path, PathBuf};

const SEED: u64 = 0x5eed_0300;
const REFACTORINGS: usize = 30;

/// The name of the file that a game is moved to.
const PARENT: &str = "refactored-parent";

/// The kinds of refactorings.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Two statements whose order has no meaning are exchanged.
    Order,
    Comment,
    /// The file is laid out by the formatter, or all blocks are written in one line.
    Layout,
    /// The marks of a statement are removed.
    Marks,
    /// A note is added to a piece.
    Note,
    /// The same moves are written in another notation.
    Notation,
    /// The whole file becomes a parent, and a file without rules extends it.
    Parent,
    /// The file without one statement becomes a parent, and a file with this statement extends it.
    Divided,
}

const KINDS: [Kind; 8] = [
    Kind::Order,
    Kind::Comment,
    Kind::Layout,
    Kind::Marks,
    Kind::Note,
    Kind::Notation,
    Kind::Parent,
    Kind::Divided,
];

fn text_of(tree: &Tree, span: Span) -> &str {
    &tree.text()[span.start as usize..span.end as usize]
}

/// Replaces the text of some places, which do not overlap.
fn with(text: &str, mut changes: Vec<(Span, String)>) -> String {
    changes.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let replaced = |mut text: String, (span, new): (Span, String)| {
        text.replace_range(span.start as usize..span.end as usize, &new);
        text
    };
    changes.into_iter().fold(text.to_owned(), replaced)
}

fn keyword(statement: &Statement) -> Option<Keyword> {
    let first = statement.items().next()?.word()?;
    find(first).map(|entry| entry.keyword)
}

/// Returns true if the order among statements of this kind has no meaning.
fn is_free(keyword: Keyword) -> bool {
    let rules = [Keyword::Immune, Keyword::Entry, Keyword::Border, Keyword::Region, Keyword::Castling];
    keyword.is_sorted() || keyword.is_remark() || rules.contains(&keyword)
}

/// Returns a span for an insertion.
fn before(span: Span) -> Span {
    Span { end: span.start, ..span }
}

/// Returns the shortest lists of moves that mean the same as these letters.
fn other_notation(letter: char) -> Option<&'static str> {
    match letter {
        'R' => Some("WW"),
        'B' => Some("FF"),
        'Q' => Some("RB"),
        'K' => Some("WF"),
        'W' => Some("fbWsW"),
        'F' => Some("fFbF"),
        _ => None,
    }
}

/// Makes one random refactoring of a kind. Returns the new text and, if the file has a parent now, that file's text.
fn refactored(kind: Kind, tree: &Tree, random: &mut Random) -> Option<(String, Option<String>)> {
    let text = tree.text();
    let top: Vec<Statement> = tree.statements().collect();
    let statement = *top.get(random.below(top.len()))?;
    let inner: Vec<Statement> = statement.block().into_iter().flat_map(|block| block.statements()).collect();
    let new = match kind {
        Kind::Order => {
            let list = if random.below(2) == 0 || inner.len() < 2 { &top } else { &inner };
            let at = random.below(list.len() - 1);
            let [one, two] = [list[at], list[at + 1]];
            let kinds = [keyword(&one)?, keyword(&two)?];
            if !kinds.into_iter().all(is_free) {
                return None;
            }
            let texts = [one, two].map(|statement| text_of(tree, statement.whole()).to_owned());
            let [first, second] = texts;
            with(text, vec![(one.whole(), second), (two.whole(), first)])
        }
        Kind::Comment => with(text, vec![(before(statement.whole()), "# A comment.\n".to_owned())]),
        Kind::Layout if random.below(2) == 0 => format(text).ok()?,
        Kind::Layout => text.lines().map(|line| format!("  {line}  \n")).collect(),
        Kind::Marks => {
            let all = top.iter().chain(&inner).flat_map(|one| one.items().collect::<Vec<_>>());
            let marks: Vec<Span> =
                all.filter(|item| matches!(item, Item::Marks(_))).map(|item| item.span()).collect();
            with(text, vec![(*marks.get(random.below(marks.len().max(1)))?, String::new())])
        }
        Kind::Note => {
            let open = statement.block().filter(|_| keyword(&statement) == Some(Keyword::Piece))?.open();
            with(text, vec![(Span { start: open.end, ..open }, "\n  note \"It is old.\"\n".to_owned())])
        }
        Kind::Notation => {
            let moves: Vec<Span> = top
                .iter()
                .flat_map(|one| one.every_item())
                .filter_map(|item| if let Item::Betza(token) = item { Some(token.span) } else { None })
                .collect();
            let place = *moves.get(random.below(moves.len().max(1)))?;
            let old = text_of(tree, place);
            if !old.chars().all(|c| c == '`' || c.is_ascii_uppercase())
                || old.contains(['W', 'F']) && old.len() > 4
            {
                return None;
            }
            let new: String =
                old.chars().map(|c| other_notation(c).map_or(c.to_string(), str::to_owned)).collect();
            with(text, vec![(place, new)])
        }
        Kind::Parent | Kind::Divided => {
            let name = top.first()?.items().nth(1)?.word()?;
            let is_whole = matches!(kind, Kind::Parent);
            let own = if is_whole { String::new() } else { text_of(tree, statement.whole()).to_owned() };
            if !is_whole && !keyword(&statement)?.is_sorted() {
                return None;
            }
            let rest =
                if is_whole { text.to_owned() } else { with(text, vec![(statement.whole(), String::new())]) };
            let heir = format!("variant {name} \"An Heir\" extends {PARENT}\n{own}\n");
            return Some((heir, Some(rest.replacen(name, PARENT, 1))));
        }
    };
    Some((new, None))
}

/// Returns the problems of a comparison with the refactored file, or nothing if the new file has errors.
fn fault(path: &Path, kind: Kind, random: &mut Random) -> Option<Vec<String>> {
    let name = path.display().to_string();
    let game = open(&name);
    let text = std::fs::read_to_string(path).expect("a text");
    let (new, parent) = refactored(kind, &parse(0, &*text), random)?;
    if new == text {
        return None;
    }
    let mut files = vec![(path.to_owned(), new.clone())];
    files.extend(parent.map(|parent| (path.with_file_name(format!("{PARENT}.ferz")), parent)));
    let other = Catalog::new(&Edited(files)).open_file(&name).expect("a file");
    if has_errors(other.checked()) {
        return None;
    }
    let found = compare(&game.record(), &other.record());
    let changed = text.lines().zip(new.lines()).position(|(one, two)| one != two).unwrap_or_default();
    let place = format!("{name}:{}: {kind:?}: {}", changed + 1, new.lines().nth(changed).unwrap_or_default());
    let says = found.changes.iter().flat_map(|change| &change.sentences);
    Some(if found.is_same() { Vec::new() } else { [place].iter().chain(says).cloned().collect() })
}

#[test]
fn a_refactoring_of_a_shipped_game_passes() {
    let games: Vec<PathBuf> = shipped();
    let mut random = Random(SEED);
    let mut tried = [0; KINDS.len()];
    let mut faults = Vec::new();
    let mut next = 0;
    while tried.iter().sum::<usize>() < sample(REFACTORINGS) {
        let kind = KINDS[tried.iter().sum::<usize>() % KINDS.len()];
        next += 1;
        assert!(next < 100 * sample(REFACTORINGS), "{kind:?}");
        let game = &games[random.below(games.len())];
        let Some(found) = fault(game, kind, &mut random) else { continue };
        tried[kind as usize] += 1;
        faults.extend(found);
    }
    println!("{tried:?}");
    assert!(tried.iter().all(|tried| *tried > 0), "{tried:?}");
    assert!(faults.is_empty(), "{faults:#?}");
}
