//! Error nodes: statements and lines that could not be read, and the end of a file that seems to be cut off.
//!
//! The mistake is reported where it was made. A problem that says only that something is missing which an error node may have
//! declared follows from that mistake, and is dropped: [`ErrorNodes::explains`] is the only rule that does so.

use super::Line;
use crate::base::diagnostic::{Code, Diagnostic, nearest};
use crate::base::look_alike::{latin, look_alike};
use crate::base::source::Span;
use crate::base::text::proposed;
use crate::lang::vocabulary::{self, BlockKind, Keyword};
use std::collections::BTreeSet;

/// A part of a game that an error node may have declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum Hidden {
    /// The statement that names the game.
    Head,
    Board,
    Array,
    /// A piece, whose token may stand in drawings.
    Piece,
    /// Something declared by this word without a name.
    Nameless(&'static str),
    /// The removal of something that the parent still declares.
    Removal,
    /// Something that is lost together with its name.
    Anything,
}

/// A place that could not be read, and what it may have declared.
#[derive(Clone, Debug, Default)]
struct ErrorNode {
    /// None is the part of a file that is missing.
    place: Option<Span>,
    names: BTreeSet<String>,
    hides: Vec<Hidden>,
}

/// The error nodes of a game.
#[derive(Clone, Debug, Default)]
pub(in crate::lang) struct ErrorNodes {
    nodes: Vec<ErrorNode>,
    /// The last statement of each file that ends without a block: it may be where the file was cut.
    ends: Vec<Span>,
    /// That end of these in which something is wrong.
    cut: Option<Span>,
    /// The names of pieces that nothing declares, whose tokens are unknown as well.
    lost_pieces: Vec<String>,
    /// The parts of its parent that a file removes: the words that named them, and their places.
    removed: Vec<(Vec<String>, Span)>,
}

impl ErrorNodes {
    /// Makes a statement an error node.
    pub(in crate::lang) fn statement(&mut self, line: Line) {
        let words: Vec<&str> = line.words().collect();
        // What is amended is declared by the word after.
        let is_near = |word: &&str| nearest(word, ["add", "change", "remove"]).is_some();
        let amends = line.amends() || line.word().is_none() && words.first().is_some_and(is_near);
        let mut hides = Vec::new();
        if amends && nearest(words[0], ["add", "change", "remove"]) == Some("remove") {
            hides.push(Hidden::Removal);
        }
        let words = words.get(usize::from(amends)..).unwrap_or_default();
        // A word may stand before the statement that belongs inside it.
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
        if amends {
            // Where the file changes its parent, the pieces of the parent may be meant.
            hides.push(Hidden::Piece);
            let words = line.every_word().into_iter().skip(2);
            names.extend(words.map(|word| word.trim_matches(['{', '}']).to_string()));
        }
        // A lone word after `piece` is the token of one whose name is missing.
        if declares && words.len() < if first == "piece" { 3 } else { 2 } {
            hides.extend(nearest(first, vocabulary::declaring()).map(Hidden::Nameless));
        }
        if first == "action" && words.len() < 2 {
            hides.push(Hidden::Nameless("action"));
        }
        // The words that are left of a head have lost what the block describes.
        if strange && line.block.is_some() && nearest(first, vocabulary::declaring()).is_none() {
            hides.push(Hidden::Anything);
        }
        self.nodes.push(ErrorNode { place: Some(line.span), names, hides });
    }

    /// Makes a line of text whose shape is broken an error node: what it seems to say may not be what it says.
    pub(in crate::lang) fn text(&mut self, place: Span, text: &str) {
        let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '.';
        let names: Vec<&str> = text.split(|c| !part(c)).filter(|word| !word.is_empty()).collect();
        let hides = names.first().and_then(|first| declared_by(first)).into_iter().collect();
        // Elsewhere a name may be written in the right letters.
        let names = names.into_iter().flat_map(|name| [name.to_string(), latin(name)]).collect();
        self.nodes.push(ErrorNode { place: Some(place), names, hides });
    }

    /// Adds an error node for what was lost of a file that ends inside a block, or that lacks a line which opens one.
    pub(in crate::lang) fn cut_off(&mut self) {
        let hides = vec![Hidden::Piece, Hidden::Array, Hidden::Board, Hidden::Anything];
        self.nodes.push(ErrorNode { hides, ..ErrorNode::default() });
    }

    /// Makes a place an error node that declares this name.
    pub(in crate::lang) fn name(&mut self, place: Span, name: impl Into<String>) {
        self.nodes.push(ErrorNode {
            place: Some(place),
            names: BTreeSet::from([name.into()]),
            hides: Vec::new(),
        });
    }

    /// Notes that the last error node may have declared this as well.
    pub(in crate::lang) fn hides(&mut self, hidden: Hidden) {
        self.nodes.last_mut().into_iter().for_each(|last| last.hides.push(hidden));
    }

    /// Notes that the last error node lacks a name, so that it does not declare it.
    pub(in crate::lang) fn lacks(&mut self, name: &str) {
        if let Some(last) = self.nodes.last_mut() {
            last.names.remove(name);
        }
    }

    /// Records how the file of these statements ends.
    pub(in crate::lang) fn ends_with(&mut self, last: Option<Line>) {
        self.ends.extend(last.filter(|line| line.block.is_none()).map(|line| line.span));
    }

    /// Notes that something of the parent is removed.
    pub(in crate::lang) fn removes(&mut self, old: Line, place: Span) {
        let words = [old.first(), old.name(), old.token()].into_iter().flatten();
        self.removed.push((words.map(str::to_owned).collect(), place));
    }

    /// The place where what a problem misses was removed.
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

    /// Returns true if a file may end before it says everything, if something is wrong with it.
    pub(in crate::lang) fn may_be_cut(&self) -> bool {
        !self.ends.is_empty() || self.any_hides(Hidden::Anything)
    }

    /// Returns true if something in this place could not be read.
    pub(in crate::lang) fn touches(&self, place: Span) -> bool {
        self.nodes.iter().any(|node| node.touches(place))
    }

    /// Drops the problems that follow from error nodes. Of nodes that explain each other one has to be reported.
    pub(super) fn drop_consequences(&mut self, problems: &mut Vec<Diagnostic>) {
        let is_in =
            |end: &&Span| problems.iter().any(|problem| problem.is_error() && touch(**end, problem.place()));
        self.cut = self.ends.iter().find(is_in).copied();
        if problems.iter().any(|problem| problem.is_error() && !self.explains(problem)) {
            let lost =
                |problem: &&Diagnostic| problem.lacks_piece && !problem.proposes() && !self.explains(problem);
            self.lost_pieces = problems.iter().filter(lost).filter_map(|lost| lost.missing.clone()).collect();
            problems.retain(|problem| !self.explains(problem));
        }
    }

    /// Returns true if a problem says only that something is missing which an error node may have declared.
    fn explains(&self, problem: &Diagnostic) -> bool {
        let (at, missing) = (problem.place(), problem.missing.as_deref());
        let cut = self.cut.filter(|end| !touch(*end, at));
        // A name that is nearly another's is misspelt, and not lost.
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
            // What a parent draws has to fit the board of the child.
            Code::WrongRowWidth | Code::OutsideTheBoard | Code::UnknownSquare => {
                self.any_hides(Hidden::Board) || cut.is_some_and(|end| end.file < at.file)
            }
            Code::UnknownToken => {
                // A piece that is not declared has a token that nothing declares, most often a letter of its name.
                let token = missing.unwrap_or_default().to_lowercase();
                is_lost() || missing.is_some() && self.lost_pieces.iter().any(|name| name.contains(&token))
            }
            Code::UnknownSource => is_lost() || nameless(&["source"]),
            Code::UnknownArray => is_lost() || nameless(&["array"]),
            Code::UnknownSwitch => nameless(&["switch", "action"]),
            Code::UnknownWord => {
                is_lost() || nameless(&["piece", "family", "stage", "group", "region", "right"])
            }
            _ => false,
        };
        let Some(missing) = missing.filter(|_| !follows) else { return follows };
        // Of a word in two scripts that is said already.
        if missing.contains(|c: char| c.is_ascii_alphabetic()) && look_alike(missing).is_some() {
            return true;
        }
        let mut elsewhere = self.nodes.iter().filter(|node| !node.touches(Span { end: at.start, ..at }));
        match problem.code {
            Code::UnknownToken => self.any_hides(Hidden::Piece) && elsewhere.next().is_some(),
            _ => elsewhere.any(|node| node.declares(missing)),
        }
    }

    fn any_hides(&self, hidden: Hidden) -> bool {
        self.nodes.iter().any(|node| node.hides.contains(&hidden))
    }
}

impl ErrorNode {
    fn touches(&self, place: Span) -> bool {
        self.place.is_some_and(|own| touch(own, place))
    }

    /// Returns true if a name is among these. A member of a family carries the family's name, a stage that of its piece.
    fn declares(&self, missing: &str) -> bool {
        let within = |name: &String| {
            let rest = missing.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.', ' ']))
        };
        self.names.iter().any(within)
            || missing.rsplit_once('.').is_some_and(|(_, last)| self.names.contains(last))
    }
}

/// Finds the part of a game that a statement with this first word declares.
fn declared_by(first: &str) -> Option<Hidden> {
    match nearest(first, vocabulary::declaring())? {
        "piece" | "family" | "stage" => Some(Hidden::Piece),
        "array" => Some(Hidden::Array),
        "board" => Some(Hidden::Board),
        "variant" => Some(Hidden::Head),
        _ => None,
    }
}

/// Returns true if a help proposes a name that something has, and not a word of the language.
fn proposes_name(problem: &Diagnostic) -> bool {
    let name = problem.help.as_deref().and_then(proposed);
    name.is_some_and(|name| !vocabulary::PIECE_WORDS.contains(&name))
}

fn touch(one: Span, other: Span) -> bool {
    one.file == other.file && one.start <= other.end && other.start <= one.end
}

/// Adds the first words of the statements in a block, which they would have declared.
fn inner_names(line: Line, names: &mut BTreeSet<String>) {
    for inner in line.lines() {
        names.extend(inner.words().take(2).map(str::to_string));
        inner_names(inner, names);
    }
}
