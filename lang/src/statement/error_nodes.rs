//! Error nodes: statements and lines that could not be read, and the end of a file that seems to be cut off.
//!
//! An error is reported where it was made. If a later problem only says that a name or statement is missing, and
//! an error node may have declared it, the problem is a consequence and is dropped. [`ErrorNodes::explains`] is
//! the only place that makes this decision.

use super::Line;
use crate::base::gather;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, Topic, nearest};
use crate::messages::look_alike::{latin, look_alike};
use crate::messages::text::capital;
use crate::syntax::Tree;
use crate::vocabulary::{self, BlockKind, Keyword};
use std::collections::BTreeSet;

/// A part of a game that an error node may have declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// The statement that names the game.
    Head,
    Board,
    Array,
    /// A piece, whose token can occur in drawings.
    Piece,
    /// A declaration with this keyword whose name is missing.
    Nameless(&'static str),
    /// The removal of something that the parent declares.
    Removal,
    /// The removal of something that the parent declares, or a change of it.
    Amendment,
    /// Anything, because the name of the declaration is lost.
    Anything,
}

/// A place that could not be read, with the declarations that it may have contained.
#[derive(Clone, Debug, Default)]
struct ErrorNode {
    /// The place. `None` for the missing part of a file.
    place: Option<Span>,
    names: BTreeSet<String>,
    /// The first word, which is probably a misspelled keyword.
    first: String,
    hides: Vec<Hidden>,
}

/// The error nodes of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct ErrorNodes {
    nodes: Vec<ErrorNode>,
    /// The last statement of each file, if it has no block. The file may be cut off there.
    ends: Vec<Span>,
    /// The entry of `ends` at which there is an error, if any.
    cut: Option<Span>,
    /// The names of undeclared pieces, whose tokens are unknown as well.
    lost_pieces: Vec<String>,
    /// The statements of the parent that a file removes: the words that identify each, and its place.
    removed: Vec<(Vec<String>, Span)>,
}

impl ErrorNodes {
    /// Adds an error node for a statement.
    pub(crate) fn statement(&mut self, line: Line) {
        let words: Vec<&str> = line.words().collect();
        // In an amendment, the second word is the keyword of the declaration.
        let is_near = |word: &&str| nearest(word, ["add", "change", "remove"]).is_some();
        let amends = line.amends() || line.word().is_none() && words.first().is_some_and(is_near);
        let mut hides = Vec::new();
        if amends && nearest(words[0], ["add", "change", "remove"]) == Some("remove") {
            hides.push(Hidden::Removal);
        }
        let words = words.get(usize::from(amends)..).unwrap_or_default();
        // There may be a stray word before the keyword.
        let declares = |word: &&str| vocabulary::find(word).is_some_and(|word| word.declares);
        let is_early = !words.first().is_some_and(declares) && words.get(1).is_some_and(declares);
        let words = words.get(usize::from(is_early)..).unwrap_or_default();
        let first = words.first().copied().unwrap_or_default();
        let known = vocabulary::find(first);
        let declares = known.is_some_and(|word| word.declares);
        let strange = known.is_none();
        hides.extend(words.iter().take(if strange { 2 } else { 1 }).filter_map(|word| declared_by(word)));
        if line.lines().any(|inner| inner.keyword() == Some(Keyword::Grid)) {
            hides.push(Hidden::Board);
        }
        if strange && !line.rows().is_empty() {
            hides.push(Hidden::Array);
        }
        let mut names = BTreeSet::new();
        let opens = known.is_some_and(|word| word.block == BlockKind::Same);
        if declares || strange || amends || opens {
            names.extend(words.iter().skip(usize::from(declares)).map(|word| (*word).to_string()));
            inner_names(line, &mut names);
        }
        // A name in two words is probably used as one.
        if declares || strange || amends {
            names.extend(words.windows(2).flat_map(|pair| [pair.concat(), pair.join("-")]));
        }
        // A key in the wrong case is still the key of the place.
        if first == "place" {
            let key = |word: &&str| capital(word);
            names.extend(words.iter().skip(1).map(key));
        }
        if amends {
            hides.push(Hidden::Amendment);
            // If the file amends its parent, the statement may have concerned the parent's pieces.
            hides.push(Hidden::Piece);
            let words = line.every_word().into_iter().skip(2);
            names.extend(words.map(|word| word.trim_matches(['{', '}']).to_string()));
        }
        // A single word after `piece` is a token, so the name is missing.
        if declares && words.len() < if first == "piece" { 3 } else { 2 } {
            hides.extend(nearest(first, vocabulary::declaring()).map(Hidden::Nameless));
        }
        if first == "action" && words.len() < 2 {
            hides.push(Hidden::Nameless("action"));
        }
        // If the head of a block is unreadable, the purpose of the block is unknown.
        if strange && line.block.is_some() && nearest(first, vocabulary::declaring()).is_none() {
            hides.push(Hidden::Anything);
        }
        self.nodes.push(ErrorNode { place: Some(line.span), names, first: first.to_owned(), hides });
    }

    /// Adds an error node for each line of a tree with a syntax error, and for the lost part of a file that ends inside a
    /// block or lacks a line that opens one.
    pub(crate) fn unreadable(&mut self, tree: &Tree) {
        if tree.is_cut_off() {
            let hides = vec![Hidden::Piece, Hidden::Array, Hidden::Board, Hidden::Anything];
            self.nodes.push(ErrorNode { hides, ..ErrorNode::default() });
        }
        tree.broken_lines().iter().for_each(|line| self.line(tree, *line));
    }

    /// Adds an error node for a line with a syntax error. Its words may have other meanings than they seem to
    /// have, so those in its texts and unreadable pieces count as well.
    fn line(&mut self, tree: &Tree, place: Span) {
        let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '.';
        let names = tree.texts_at(place.range()).flat_map(|text| text.split(|c| !part(c)));
        let names: Vec<&str> = names.filter(|word| !word.is_empty()).collect();
        let first = names.first().copied().unwrap_or_default().to_owned();
        let hides = declared_by(&first).into_iter().collect();
        // In other places, the name may be spelled with Latin letters only.
        let names = gather(names.into_iter().flat_map(|name| [name.to_string(), latin(name)]));
        self.nodes.push(ErrorNode { place: Some(place), names, first, hides });
    }

    /// Adds an error node that declares this name.
    pub(crate) fn name(&mut self, place: Span, name: impl Into<String>) {
        let node = ErrorNode { place: Some(place), names: gather([name.into()]), ..ErrorNode::default() };
        self.nodes.push(node);
    }

    /// Records that the last error node may also have declared this.
    pub(crate) fn hides(&mut self, hidden: Hidden) {
        self.nodes.last_mut().into_iter().for_each(|last| last.hides.push(hidden));
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
        !self.ends.is_empty() || self.any_hides(Hidden::Anything)
    }

    /// Returns true if an error node touches this place.
    pub(crate) fn touches(&self, place: Span) -> bool {
        self.nodes.iter().any(|node| node.touches(place))
    }

    /// Drops the problems that follow from error nodes. If all problems explain each other, none is dropped.
    pub(super) fn drop_consequences(&mut self, problems: &mut Vec<Diagnostic>) {
        let is_in =
            |end: &&Span| problems.iter().any(|problem| problem.is_error() && touch(**end, problem.place()));
        self.cut = self.ends.iter().find(is_in).copied();
        // At least one error must remain, or a rejected file would have none.
        if problems.iter().any(|problem| problem.is_error() && !self.explains(problem)) {
            let is_piece = |problem: &Diagnostic| matches!(problem.topic, Some(Topic::MissingPiece(_)));
            let lost = |problem: &&Diagnostic| {
                is_piece(problem) && problem.proposed().is_none() && !self.explains(problem)
            };
            self.lost_pieces =
                problems.iter().filter(lost).filter_map(Diagnostic::missing).map(str::to_owned).collect();
            problems.retain(|problem| !self.explains(problem));
        }
    }

    /// Returns true if a problem only says that something is missing, and an error node may have declared it.
    fn explains(&self, problem: &Diagnostic) -> bool {
        let (at, missing) = (problem.place(), problem.missing());
        let cut = self.cut.filter(|end| !touch(*end, at));
        // A name that is close to an existing name is misspelled rather than lost.
        let is_lost = || {
            missing.is_some()
                && !proposes_name(problem)
                && (cut.is_some() || self.any_hides(Hidden::Anything))
        };
        let nameless = |words: &[&'static str]| {
            missing.is_some() && words.iter().any(|word| self.any_hides(Hidden::Nameless(word)))
        };
        let follows = match problem.code {
            Code::NoVariant => self.any_hides(Hidden::Head) || self.touches(at),
            Code::NoArray => self.any_hides(Hidden::Array) || self.touches(at) || cut.is_some(),
            Code::NoBoard => self.any_hides(Hidden::Board) || self.touches(at) || cut.is_some(),
            Code::AlreadyThere | Code::DuplicateName | Code::DuplicateToken => {
                self.any_hides(Hidden::Removal)
            }
            // The drawings of a parent must fit the board of its child.
            Code::WrongRowWidth | Code::OutsideTheBoard | Code::UnknownSquare => {
                self.any_hides(Hidden::Board)
                    || cut.is_some_and(|end| end.file < at.file)
                    || self.amends_parent_of(at)
            }
            Code::NoHands => self.any_begins("hands"),
            Code::HoleOnSquare => self.any_begins("hole"),
            Code::UnknownToken => {
                // The token of an undeclared piece is unknown as well, and it is usually a letter of the piece's
                // name.
                let token = missing.unwrap_or_default().to_lowercase();
                is_lost() || missing.is_some() && self.lost_pieces.iter().any(|name| name.contains(&token))
            }
            Code::UnknownSource => {
                is_lost() || self.nodes.iter().any(|node| ["source", "place"].contains(&node.first.as_str()))
            }
            Code::UnknownArray => is_lost() || nameless(&["array"]),
            Code::UnknownSwitch => is_lost() || nameless(&["switch", "action"]),
            Code::UnknownWord => {
                self.misses_removal(problem)
                    || self.removal(problem).is_some() && self.amends_parent_of(at)
                    || is_lost()
                    || nameless(&["piece", "family", "stage", "group", "region", "right"])
            }
            _ => false,
        };
        let Some(missing) = missing.filter(|_| !follows) else { return follows };
        // A word with letters of two scripts has already been reported.
        if missing.contains(|c: char| c.is_ascii_alphabetic()) && look_alike(missing).is_some() {
            return true;
        }
        let mut elsewhere = self.nodes.iter().filter(|node| !node.touches(Span { end: at.start, ..at }));
        match problem.code {
            Code::UnknownToken => self.any_hides(Hidden::Piece) && elsewhere.next().is_some(),
            _ => elsewhere.any(|node| node.declares(missing)),
        }
    }

    /// Returns true if a name is removed in one place, and a removal in another place misspells it.
    fn misses_removal(&self, problem: &Diagnostic) -> bool {
        let Some(missing) = problem.missing().filter(|_| self.removal(problem).is_some()) else {
            return false;
        };
        let removals = self.nodes.iter().filter(|node| node.hides.contains(&Hidden::Removal));
        let mut names = removals.flat_map(|node| &node.names);
        names.any(|name| name != missing && nearest(name, [missing]).is_some())
    }

    /// Returns true if a statement that cannot be read may amend the inherited statement at this place. The file
    /// of a parent comes after that of its child.
    fn amends_parent_of(&self, at: Span) -> bool {
        let is_in_child = |node: &&ErrorNode| node.place.is_some_and(|place| place.file < at.file);
        let amends = [Hidden::Amendment, Hidden::Anything];
        self.nodes.iter().filter(is_in_child).any(|node| amends.iter().any(|own| node.hides.contains(own)))
    }

    /// Returns true if the first word of an error node is probably this keyword.
    fn any_begins(&self, keyword: &str) -> bool {
        self.nodes.iter().any(|node| nearest(&node.first, [keyword]).is_some())
    }

    fn any_hides(&self, hidden: Hidden) -> bool {
        self.nodes.iter().any(|node| node.hides.contains(&hidden))
    }
}

impl ErrorNode {
    fn touches(&self, place: Span) -> bool {
        self.place.is_some_and(|own| touch(own, place))
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

/// Returns the part of a game that a statement with this first word declares.
fn declared_by(first: &str) -> Option<Hidden> {
    match nearest(first, vocabulary::declaring())? {
        "piece" | "family" | "stage" => Some(Hidden::Piece),
        "array" => Some(Hidden::Array),
        "board" => Some(Hidden::Board),
        "variant" => Some(Hidden::Head),
        _ => None,
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
