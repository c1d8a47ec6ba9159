//! Error nodes: statements and lines that could not be read, and the end of a file that seems to be cut off.
//!
//! An error is reported where it was made. Its error node holds the names that the place may have declared, and the parts
//! of the game that it makes doubtful. A problem that only says that one of them is missing follows from the node, which
//! [`ErrorNodeCauses::of`] decides.

use super::Line;
use crate::base::gather;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, Parts, Topic, nearest};
use crate::messages::look_alike::latin;
use crate::messages::look_alike::plain_letters;
use crate::messages::text::capital;
use crate::syntax::{Statement, Tree};
use crate::vocabulary::{self, BlockKind, Keyword};
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeSet, HashSet};

/// A place that could not be read, with the declarations that it may have contained.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ErrorNode {
    /// The place. `None` for the missing part of a file.
    pub(crate) place: Option<Span>,
    names: BTreeSet<String>,
    doubts: Parts,
}

/// The error nodes of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct ErrorNodes {
    nodes: Vec<ErrorNode>,
    /// The last statement of each file, if it has no block. If there is an error, the file may be cut off there.
    ends: Vec<Span>,
    /// The statements of the parent that a file removes: the words that identify each, and its place.
    removed: Vec<(Vec<String>, Span)>,
    /// The statements that change inherited ones, with their blocks.
    changes: Vec<Span>,
}

impl ErrorNodes {
    /// Adds an error node for a statement.
    pub(crate) fn statement(&mut self, line: Line) {
        let words: Vec<&str> = line.words().collect();
        // In an amendment, the second word is the keyword of the declaration.
        let is_near = |word: &&str| nearest(word, ["add", "change", "remove"]).is_some();
        let amends = line.amends() || line.word().is_none() && words.first().is_some_and(is_near);
        let mut doubts = Parts::empty();
        if amends && nearest(words[0], ["add", "change", "remove"]) == Some("remove") {
            doubts |= Parts::REMOVAL;
        }
        let words = words.get(usize::from(amends)..).unwrap_or_default();
        // There may be a stray word before the keyword.
        let declares = |word: &&str| vocabulary::find(word).is_some_and(|word| word.declares);
        let is_early = !words.first().is_some_and(declares) && words.get(1).is_some_and(declares);
        // The stray word may stand for `remove`.
        if is_early {
            doubts |= Parts::REMOVAL | Parts::INHERITED;
        }
        let words = words.get(usize::from(is_early)..).unwrap_or_default();
        let first = words.first().copied().unwrap_or_default();
        let known = vocabulary::find(first);
        let declares = known.is_some_and(|word| word.declares);
        let strange = known.is_none();
        let near = words.iter().take(if strange { 2 } else { 1 });
        doubts |= near.map(|word| declared_by(word)).collect::<Parts>() | opened_by(first);
        if line.lines().any(|inner| inner.keyword() == Some(Keyword::Grid)) {
            doubts |= Parts::WHOLE_BOARD;
        }
        if strange && !line.rows().is_empty() {
            doubts |= Parts::ARRAY;
        }
        let mut names = BTreeSet::new();
        let opens = known.is_some_and(|word| word.block == BlockKind::Same);
        if declares || strange || amends || opens {
            names.extend(words.iter().skip(usize::from(declares)).map(|word| (*word).to_string()));
            inner_names(line, &mut names);
        }
        // A name with wrong signs is probably used with the right ones, and a name in two words as one.
        if declares || strange || amends {
            names.extend(words.iter().map(|word| plain_letters(word)));
            names.extend(words.windows(2).flat_map(|pair| [pair.concat(), pair.join("-")]));
        }
        // A key in the wrong case is still the key of the place.
        if first == "place" {
            let key = |word: &&str| capital(word);
            names.extend(words.iter().skip(1).map(key));
        }
        if amends {
            // If the file amends its parent, the statement may have concerned the parent's pieces.
            doubts |= Parts::INHERITED | Parts::PIECE;
            let words = line.every_word().into_iter().skip(2);
            names.extend(words.map(|word| word.trim_matches(['{', '}']).to_string()));
        }
        // A single word after `piece` is a token, so the name is missing.
        if declares && words.len() < if first == "piece" { 3 } else { 2 } {
            doubts |= nameless(nearest(first, vocabulary::declaring()));
        }
        if first == "action" && words.len() < 2 {
            doubts |= Parts::SWITCH_NAME;
        }
        // If the head of a block is unreadable, the purpose of the block is unknown.
        if strange && line.block.is_some() && nearest(first, vocabulary::declaring()).is_none() {
            doubts |= Parts::ANYTHING;
        }
        self.nodes.push(ErrorNode { place: Some(line.span), names, doubts });
    }

    /// Adds an error node for each line of a tree with a syntax error, and for the lost part of a file that ends inside a
    /// block or lacks a line that opens one.
    pub(crate) fn unreadable(&mut self, tree: &Tree) {
        if tree.is_cut_off() {
            let doubts = Parts::PIECE | Parts::ARRAY | Parts::WHOLE_BOARD | Parts::ANYTHING;
            self.nodes.push(ErrorNode { doubts, ..ErrorNode::default() });
        }
        tree.broken_lines().iter().for_each(|line| self.line(tree, *line));
    }

    /// Adds an error node for a line with a syntax error. Its words may have other meanings than they seem to
    /// have, so those in its texts and unreadable pieces count as well.
    fn line(&mut self, tree: &Tree, place: Span) {
        let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '.';
        let names = tree.texts_at(place.range()).flat_map(|text| text.split(|c| !part(c)));
        let names: Vec<&str> = names.filter(|word| !word.is_empty()).collect();
        let first = names.first().copied().unwrap_or_default();
        let doubts = declared_by(first) | opened_by(first);
        // In other places, the name may be spelled with Latin letters only.
        let names = gather(names.into_iter().flat_map(|name| [name.to_string(), latin(name)]));
        self.nodes.push(ErrorNode { place: Some(place), names, doubts });
    }

    /// Adds an error node that declares this name.
    pub(crate) fn name(&mut self, place: Span, name: impl Into<String>) {
        let node = ErrorNode { place: Some(place), names: gather([name.into()]), ..ErrorNode::default() };
        self.nodes.push(node);
    }

    /// Adds an error node that makes a part of the game doubtful.
    pub(crate) fn part(&mut self, place: Span, doubts: Parts) {
        self.nodes.push(ErrorNode { place: Some(place), doubts, ..ErrorNode::default() });
    }

    /// Records that the last error node also makes these parts of the game doubtful.
    pub(crate) fn doubts(&mut self, parts: Parts) {
        self.nodes.last_mut().into_iter().for_each(|last| last.doubts |= parts);
    }

    /// Adds the error nodes of another run over the same files.
    pub(crate) fn extend(&mut self, other: ErrorNodes) {
        let known: HashSet<&ErrorNode, FxBuildHasher> = gather(&self.nodes);
        let new: Vec<ErrorNode> = other.nodes.into_iter().filter(|node| !known.contains(node)).collect();
        self.nodes.extend(new);
    }

    /// Records that the last error node refers to a name without declaring it.
    pub(crate) fn lacks(&mut self, name: &str) {
        if let Some(last) = self.nodes.last_mut() {
            last.names.remove(name);
        }
    }

    /// Records the last statement of a file.
    pub(crate) fn ends_with(&mut self, last: Option<Line>) {
        self.ends.extend(last.filter(|line| line.block.is_none()).map(|line| line.span));
    }

    /// Records the statements of a file that change inherited ones.
    pub(crate) fn changes(&mut self, statements: &[Statement]) {
        self.changes.extend(Line::all(statements).filter(|line| line.amends()).map(Line::whole));
    }

    /// Records that a statement of the parent is removed.
    pub(crate) fn removes(&mut self, old: Line, place: Span) {
        let words = [old.first(), old.name(), old.token()].into_iter().flatten().map(str::to_owned);
        self.removed.push((words.chain(old.switches()).collect(), place));
    }

    /// Returns the place at which the statement with this key is removed.
    pub(crate) fn removal_of(&self, key: &str) -> Option<Span> {
        let is_match = |words: &[String]| words.iter().take(2).map(String::as_str).eq(key.split(' '));
        self.removed.iter().find(|(words, _)| is_match(words)).map(|(_, place)| *place)
    }

    /// Returns the place of the removal that explains a problem about a missing statement.
    pub(crate) fn removal(&self, problem: &Diagnostic) -> Option<Span> {
        let lacking: &[&str] = match problem.code {
            Code::NoMoveUnsaid => &["ending", "checkmate", "stalemate"],
            Code::NoArray => &["array"],
            Code::NoBoard => &["board"],
            _ => &[],
        };
        let is_match = |word: &String| problem.missing() == Some(word) || lacking.contains(&word.as_str());
        self.removed.iter().find(|(words, _)| words.iter().any(is_match)).map(|(_, place)| *place)
    }

    /// Returns true if an error may mean that a file was cut off.
    pub(crate) fn may_be_cut(&self) -> bool {
        !self.ends.is_empty() || self.nodes.iter().any(|node| node.doubts.contains(Parts::ANY_NAME))
    }

    /// Returns true if an error node touches this place.
    pub(crate) fn touches(&self, place: Span) -> bool {
        self.nodes.iter().any(|node| node.touches(place))
    }

    /// Returns the nodes of the files that an error at their end seems to cut off.
    fn cuts(&self, problems: &[Diagnostic]) -> Vec<ErrorNode> {
        let is_cut =
            |end: &&Span| problems.iter().any(|problem| problem.is_error() && touch(**end, problem.place()));
        let lost = Parts::ARRAY | Parts::BOARD | Parts::ANYTHING;
        let node = |end: &Span| ErrorNode { place: Some(*end), doubts: lost, ..ErrorNode::default() };
        self.ends.iter().filter(is_cut).map(node).collect()
    }

    /// Prepares the search for the nodes from which problems follow.
    pub(crate) fn causes(&self, problems: &[Diagnostic]) -> ErrorNodeCauses<'_> {
        let cuts = self.cuts(problems);
        let doubts = self.nodes.iter().chain(&cuts).map(|node| node.doubts).collect();
        let places = self.nodes.iter().enumerate().filter_map(|(at, node)| Some((node.place?, at)));
        let mut places: Vec<(Span, usize)> = places.collect();
        places.sort_by_key(|(place, at)| (place.file, place.start, *at));
        let end = |last: &mut (u32, u32), (place, at): (Span, usize)| {
            let before = if last.0 == place.file { last.1 } else { 0 };
            *last = (place.file, before.max(place.end));
            Some((place, at, last.1))
        };
        let places = places.into_iter().scan((0, 0), end).collect();
        ErrorNodeCauses { all: self, cuts, doubts, places }
    }
}

/// The nodes of a game, prepared for the search of those from which problems follow. A file of strange signs has as many
/// nodes as problems.
pub(crate) struct ErrorNodeCauses<'a> {
    all: &'a ErrorNodes,
    /// The nodes of files that are cut off.
    cuts: Vec<ErrorNode>,
    /// The parts of the game that some node makes doubtful.
    doubts: Parts,
    /// The places of the nodes in order, each with the number of the node and the last end up to there in its file.
    places: Vec<(Span, usize, u32)>,
}

impl ErrorNodeCauses<'_> {
    /// Returns the error node from which a problem follows.
    pub(crate) fn of(&self, problem: &Diagnostic) -> Option<&ErrorNode> {
        // Only a node at the same place can explain such a problem.
        if problem.missing().is_none() && ((problem.depends - Parts::AROUND) & self.doubts).is_empty() {
            let is_around = problem.depends.contains(Parts::AROUND);
            return if is_around { self.touching(problem.place()) } else { None };
        }
        let ErrorNodes { nodes, changes, .. } = self.all;
        let is_removed = problem.missing().is_some() && self.all.removal(problem).is_some();
        let explains = |node: &ErrorNode| {
            // A broken line in a change may have replaced the inherited use of a removed name.
            let is_in = |change: &Span| node.place.is_some_and(|place| change.contains(place));
            node.explains(problem, is_removed, changes.iter().any(is_in))
        };
        let is_cut = |node: &&ErrorNode| !node.touches(problem.place()) && explains(node);
        let own = nodes.iter().find(|node| explains(node));
        own.or_else(|| self.cuts.iter().find(is_cut))
    }

    /// Returns the first node that touches a place.
    fn touching(&self, place: Span) -> Option<&ErrorNode> {
        let before =
            self.places.partition_point(|(own, ..)| (own.file, own.start) <= (place.file, place.end));
        let near = self.places[..before].iter().rev();
        let near = near.take_while(|(own, _, end)| own.file == place.file && *end >= place.start);
        let first = near.filter(|(own, ..)| touch(*own, place)).map(|(_, at, _)| *at).min();
        self.all.nodes.get(first?)
    }
}

impl ErrorNode {
    fn touches(&self, place: Span) -> bool {
        self.place.is_some_and(|own| touch(own, place))
    }

    /// Returns true if a problem only says that something is missing, and the node may have declared it. `is_removed`
    /// states that an inherited statement with the missing name is removed, and `is_in_change` that the node is in a statement
    /// that changes an inherited one.
    fn explains(&self, problem: &Diagnostic, is_removed: bool, is_in_change: bool) -> bool {
        let (at, touches) = (problem.place(), self.touches(problem.place()));
        let is_elsewhere = !self.touches(Span { end: at.start, ..at });
        // The file of a parent comes after that of its child.
        let is_inherited = problem.topic.as_deref() == Some(&Topic::Unfit)
            || self.place.is_none_or(|own| own.file < at.file);
        let mut shared = problem.depends & self.doubts;
        // A name that is close to an existing name is misspelled rather than lost.
        shared.set(Parts::ANY_NAME, shared.contains(Parts::ANY_NAME) && !proposes_name(problem));
        shared.set(Parts::PIECE, shared.contains(Parts::PIECE) && is_elsewhere);
        shared.set(Parts::INHERITED, shared.contains(Parts::INHERITED) && is_inherited);
        let is_lost = |missing: &str| {
            // The statement that fails to amend a name does not declare it, and neither does a row its tokens.
            let is_other = match problem.code {
                Code::UnknownToken => false,
                Code::NothingToAmend => !self.doubts.contains(Parts::INHERITED),
                _ => true,
            };
            let misspells = |name: &String| name != missing && nearest(name, [missing]).is_some();
            is_other && is_elsewhere && self.declares(missing)
                || is_removed && (is_in_change || self.doubts.contains(Parts::INHERITED)) && is_inherited
                || is_removed && self.doubts.contains(Parts::REMOVAL) && self.names.iter().any(misspells)
        };
        !shared.is_empty()
            || problem.depends.contains(Parts::AROUND) && touches
            || problem.missing().is_some_and(is_lost)
    }

    /// Returns true if the node may have declared this name. A member of a family has the family's name, and a
    /// stage has that of its piece.
    fn declares(&self, missing: &str) -> bool {
        let within = |name: &String| {
            let rest = missing.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.', ' ']))
        };
        self.names.iter().any(within)
            || missing.rsplit_once('.').is_some_and(|(_, last)| self.names.contains(last))
    }
}

/// Returns the parts of a game that a statement with this first word declares.
fn declared_by(first: &str) -> Parts {
    match nearest(first, vocabulary::declaring()) {
        Some("piece" | "family" | "stage") => Parts::PIECE,
        Some("array") => Parts::ARRAY,
        Some("board") => Parts::WHOLE_BOARD,
        Some("variant") => Parts::HEAD,
        Some("source" | "place") => Parts::SOURCE,
        _ => Parts::empty(),
    }
}

/// Returns the part of a game that a statement with this first word makes possible in other statements.
fn opened_by(first: &str) -> Parts {
    match nearest(first, ["hands", "hole"]) {
        Some("hands") => Parts::HANDS,
        Some(_) => Parts::HOLE,
        None => Parts::empty(),
    }
}

/// Returns the kind of names that a declaration with this keyword lacks.
fn nameless(keyword: Option<&str>) -> Parts {
    match keyword {
        Some("array") => Parts::ARRAY_NAME,
        Some("switch" | "action") => Parts::SWITCH_NAME,
        Some("piece" | "family" | "stage" | "group" | "region" | "right") => Parts::OTHER_NAME,
        _ => Parts::empty(),
    }
}

/// Returns true if the help of a problem suggests a declared name rather than a word of the language.
fn proposes_name(problem: &Diagnostic) -> bool {
    problem.proposed().is_some_and(|name| !vocabulary::PIECE_WORDS.contains(&name))
}

fn touch(one: Span, other: Span) -> bool {
    one.file == other.file && one.start <= other.end && other.start <= one.end
}

/// Adds the first words of the statements in a block, which may be names that they declare.
fn inner_names(line: Line, names: &mut BTreeSet<String>) {
    for inner in line.lines() {
        // A line can declare several places.
        let most = if inner.first() == Some("place") { usize::MAX } else { 2 };
        names.extend(inner.words().take(most).map(str::to_string));
        inner_names(inner, names);
    }
}
