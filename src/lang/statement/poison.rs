//! Names whose declaration could not be read. The mistake is reported where it was made; that such a name is missing elsewhere
//! is not reported again.

use super::Line;
use crate::base::diagnostic::{Code, Diagnostic, nearest};
use crate::base::look_alike::{latin, look_alike};
use crate::base::source::Span;
use crate::base::text::proposed;
use crate::lang::syntax::{Item, ItemKind};
use crate::lang::vocabulary::{self, Block, Keyword};
use std::collections::BTreeSet;

/// One place that could not be read, and the names it may have declared.
#[derive(Clone, Debug)]
struct Spot {
    place: Span,
    names: BTreeSet<String>,
}

/// Poisoned names and places.
#[derive(Clone, Debug, Default)]
pub(in crate::lang) struct Poison {
    spots: Vec<Spot>,
    /// What is declared without a name.
    nameless: BTreeSet<&'static str>,
    /// Whether a piece is among them, whose token may stand in drawings.
    pub(in crate::lang) piece: bool,
    /// Whether an array is among them.
    pub(in crate::lang) array: bool,
    /// Whether the board is among them.
    pub(in crate::lang) board: bool,
    /// Whether the statement that names the game is among them.
    pub(in crate::lang) head: bool,
    /// Whether something of the parent is still there that was to be removed.
    kept: bool,
    /// Whether something is lost together with its name.
    pub(in crate::lang) lost: bool,
    /// The last statement of each file that ends without a block: it may be where the file was cut.
    ends: Vec<Span>,
    /// That end of these in which something is wrong.
    cut: Option<Span>,
    /// What a file removes from its parent: the words that named it, and where.
    removed: Vec<(Vec<String>, Span)>,
}

impl Poison {
    /// Poisons what a statement declares.
    pub(in crate::lang) fn statement(&mut self, line: Line) {
        let words: Vec<&str> = line.words().collect();
        // What is amended is declared by the word after.
        let is_near = |word: &&str| nearest(word, ["add", "change", "remove"]).is_some();
        let amends = line.amends() || line.word().is_none() && words.first().is_some_and(is_near);
        self.kept |= amends && nearest(words[0], ["add", "change", "remove"]) == Some("remove");
        let words = words.get(usize::from(amends)..).unwrap_or_default();
        // A word may stand before the statement that belongs inside it.
        let declares = |word: &&str| vocabulary::find(word).is_some_and(|word| word.declares);
        let is_early = !words.first().is_some_and(declares) && words.get(1).is_some_and(declares);
        let words = words.get(usize::from(is_early)..).unwrap_or_default();
        let first = words.first().copied().unwrap_or_default();
        let known = vocabulary::find(first);
        let declares = known.is_some_and(|word| word.declares);
        let strange = known.is_none();
        words.iter().take(if strange { 2 } else { 1 }).for_each(|word| self.declared_by(word));
        self.board |= line.lines().any(|inner| inner.keyword() == Some(Keyword::Grid));
        self.array |= strange && !line.rows().is_empty();
        // Where the file changes its parent, the pieces of the parent may be meant.
        self.piece |= amends;
        let mut names = BTreeSet::new();
        let opens = known.is_some_and(|word| word.block == Block::Same);
        if declares || strange || amends || opens {
            names.extend(words.iter().skip(usize::from(declares)).map(|word| (*word).to_string()));
            inner_names(line, &mut names);
        }
        if amends {
            let words = all_words(line.items).into_iter().skip(2);
            names.extend(words.map(|word| word.trim_matches(['{', '}']).to_string()));
        }
        // A lone word after `piece` is the token of one whose name is missing.
        if declares && words.len() < if first == "piece" { 3 } else { 2 } {
            self.nameless.extend(nearest(first, vocabulary::declaring()));
        }
        if first == "action" && words.len() < 2 {
            self.nameless.insert("action");
        }
        // The words that are left of a head have lost what the block describes.
        self.lost |= strange && line.block.is_some() && nearest(first, vocabulary::declaring()).is_none();
        self.spots.push(Spot { place: line.span, names });
    }

    /// Notes that the last statement lacks a name, so that it is not what declares it.
    pub(in crate::lang) fn lacks(&mut self, name: &str) {
        if let Some(last) = self.spots.last_mut() {
            last.names.remove(name);
        }
    }

    /// Notes how a file ends, whose statements these are.
    pub(in crate::lang) fn ends_with(&mut self, last: Option<Line>) {
        self.ends.extend(last.filter(|line| line.block.is_none()).map(|line| line.span));
    }

    /// Poisons every word of a line of text whose shape is broken: what it seems to say may not be what it says.
    pub(in crate::lang) fn text(&mut self, place: Span, text: &str) {
        let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '.';
        let names: Vec<&str> = text.split(|c| !part(c)).filter(|word| !word.is_empty()).collect();
        self.declared_by(names.first().copied().unwrap_or_default());
        // Elsewhere a name may be written in the right letters.
        let names = names.into_iter().flat_map(|name| [name.to_string(), latin(name)]);
        self.spots.push(Spot { place, names: names.collect() });
    }

    /// Notes that something of the parent is removed.
    pub(in crate::lang) fn removes(&mut self, old: Line, place: Span) {
        let words = [old.first(), old.name(), old.token()].into_iter().flatten();
        self.removed.push((words.map(str::to_owned).collect(), place));
    }

    /// Where what a problem misses was removed.
    pub(in crate::lang) fn removal(&self, problem: &Diagnostic) -> Option<Span> {
        let lacking: &[&str] = match problem.code {
            Code::NoMoveUnsaid => &["ending", "checkmate", "stalemate"],
            Code::NoArray => &["array"],
            Code::NoBoard => &["board"],
            _ => &[],
        };
        let is_meant =
            |word: &String| problem.missing.as_ref() == Some(word) || lacking.contains(&word.as_str());
        self.removed.iter().find(|(words, _)| words.iter().any(is_meant)).map(|(_, place)| *place)
    }

    /// Poisons whatever was lost of a file that ends inside a block, or in which a line is missing that opens one.
    pub(in crate::lang) fn cut_off(&mut self) {
        (self.piece, self.array, self.board, self.lost) = (true, true, true, true);
    }

    /// Poisons one name, which something at this place declares.
    pub(in crate::lang) fn name(&mut self, place: Span, name: impl Into<String>) {
        self.spots.push(Spot { place, names: BTreeSet::from([name.into()]) });
    }

    fn declared_by(&mut self, first: &str) {
        match nearest(first, vocabulary::declaring()) {
            Some("piece" | "family" | "stage") => self.piece = true,
            Some("array") => self.array = true,
            Some("board") => self.board = true,
            Some("variant") => self.head = true,
            _ => {}
        }
    }

    /// Whether something in this place could not be read.
    pub(in crate::lang) fn touches(&self, place: Span) -> bool {
        self.spots.iter().any(|spot| touch(spot.place, place))
    }

    /// Whether a problem says only that a name is missing which is poisoned elsewhere.
    pub(in crate::lang) fn explains(&self, problem: &Diagnostic) -> bool {
        if self.is_cut_before(problem) {
            return true;
        }
        let Some(missing) = &problem.missing else { return false };
        // Of a word in two scripts that is said already.
        if missing.contains(|c: char| c.is_ascii_alphabetic()) && look_alike(missing).is_some() {
            return true;
        }
        let at = problem.labels.first().map(|label| label.span).unwrap_or_default();
        let mut elsewhere = self.spots.iter().filter(|spot| !touch(spot.place, Span { end: at.start, ..at }));
        if problem.code == Code::UnknownToken {
            return self.piece && elsewhere.next().is_some();
        }
        let nameless = |words: &[&str]| words.iter().any(|word| self.nameless.contains(word));
        let unnamed = match problem.code {
            Code::UnknownSource => nameless(&["source"]),
            Code::UnknownArray => nameless(&["array"]),
            Code::UnknownSwitch => nameless(&["switch", "action"]),
            Code::UnknownWord => nameless(&["piece", "family", "stage", "group", "region", "right"]),
            _ => false,
        };
        unnamed || elsewhere.any(|spot| spot.has(missing))
    }

    /// Looks for the end of a file in which something is wrong.
    pub(in crate::lang) fn find_cut(&mut self, problems: &[Diagnostic]) {
        let is_in =
            |end: &&Span| problems.iter().any(|problem| problem.is_error() && touch(**end, problem.place()));
        self.cut = self.ends.iter().find(is_in).copied();
    }

    /// Whether a file may end before it says everything, if something is wrong with it.
    pub(in crate::lang) fn may_be_cut(&self) -> bool {
        !self.ends.is_empty() || self.lost
    }

    /// Whether a problem may only be there because what would have followed the end of a file, or what lost its name, is
    /// missing.
    fn is_cut_before(&self, problem: &Diagnostic) -> bool {
        let at = problem.place();
        let end = self.cut.filter(|end| !touch(*end, at));
        match problem.code {
            Code::NoArray | Code::NoBoard => end.is_some(),
            Code::AlreadyThere | Code::DuplicateName | Code::DuplicateToken => self.kept,
            // What a parent draws has to fit the board of the child.
            Code::WrongRowWidth | Code::OutsideTheBoard | Code::UnknownSquare => {
                self.board || end.is_some_and(|end| end.file < at.file)
            }
            Code::UnknownWord | Code::UnknownToken | Code::UnknownSource | Code::UnknownArray => {
                problem.missing.is_some() && !proposes_name(problem) && (self.lost || end.is_some())
            }
            _ => false,
        }
    }
}

impl Spot {
    /// Whether a name is among these. A member of a family carries the family's name, a stage that of its piece.
    fn has(&self, missing: &str) -> bool {
        let within = |name: &String| {
            let rest = missing.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.', ' ']))
        };
        self.names.iter().any(within)
            || missing.rsplit_once('.').is_some_and(|(_, last)| self.names.contains(last))
    }
}

/// Whether a help proposes a name that something has, and not a word of the language.
fn proposes_name(problem: &Diagnostic) -> bool {
    let name = problem.help.as_deref().and_then(proposed);
    name.is_some_and(|name| !vocabulary::PIECE_WORDS.contains(&name))
}

fn touch(one: Span, other: Span) -> bool {
    one.file == other.file && one.start <= other.end && other.start <= one.end
}

/// Every word, those in brackets too.
fn all_words<'a>(items: &'a [Item]) -> Vec<&'a str> {
    let words = |item: &'a Item| match &item.kind {
        ItemKind::List(inner) | ItemKind::Group(inner) => all_words(inner),
        _ => Vec::from_iter(item.word()),
    };
    items.iter().flat_map(words).collect()
}

/// What the first words of the statements in a block would have declared.
fn inner_names(line: Line, names: &mut BTreeSet<String>) {
    for inner in line.lines() {
        names.extend(inner.words().take(2).map(str::to_string));
        inner_names(inner, names);
    }
}
