//! Problems as data: a stable code, a message, labeled places, and help.
//!
//! [`Diagnostic`] is the main type. Start with [`Diagnostic::new`], whose severity comes from the table of codes in
//! [`catalogue`]. [`nearest`] finds the name that a misspelled word probably means.

pub mod catalogue;
mod part;
mod synonyms;

pub use catalogue::Code;
pub use part::Parts;

use crate::base::source::Span;
use crate::messages::fix::{Certainty, Fix, FixEdit, TextChange};
use crate::messages::look_alike::latin;
use crate::messages::text::{Help, did_you_mean};
use serde::Serialize;

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A rule that is right in some games and a slip in others. Only an editor and a pedantic check show it.
    Note,
    /// A violation of style, or a missing source.
    Lint,
    /// A probable mistake that leaves the file usable.
    Warning,
    /// A mistake that makes the file unusable.
    Error,
}

impl Severity {
    /// Returns `error`, `warning`, `lint`, or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Lint => "lint",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A place in a source text, with a note about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// A problem in a rule file, a reading, a FEN, or a game record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Diagnostic {
    /// The kind of problem, which also determines its page in the book.
    pub code: Code,
    pub severity: Severity,
    /// The message, in lower case and without a final period. Words of the user are in backticks.
    pub message: String,
    /// The labeled places. The first is the place of the offending words, and the others explain the cause.
    pub labels: Vec<Label>,
    pub help: Option<String>,
    /// The fixes. If there are several, the author has to choose one.
    pub fixes: Vec<Fix>,
    /// The word that relates the problem to others, if any.
    pub topic: Option<Box<Topic>>,
    /// The parts of the game on which the problem depends.
    pub depends: Parts,
    /// The parts of the game that the problem makes doubtful.
    pub doubts: Parts,
}

/// The word that a problem is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A name that is not defined. All its uses are one problem.
    Missing(Box<str>),
    /// The name of a piece that is not defined, so the token of the piece is not defined either.
    MissingPiece(Box<str>),
    /// A defined name that no rule uses, with the keyword of its declaration.
    Idle(Box<(&'static str, String)>),
    /// A token that another piece has.
    Taken(Box<str>),
    /// A word or sign with the same mistake wherever it occurs. All its uses are one problem.
    Repeated(Box<str>),
    /// The sources that a citation in words names, each with the place in it.
    Cited(Box<[(String, Option<String>)]>),
    /// The board of a game, which does not fit an inherited part. All these parts are one problem.
    Unfit,
}

impl Diagnostic {
    /// Creates a problem of this kind with its default severity.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        let labels = vec![Label { span, text: String::new() }];
        let (message, severity) = (bounded(message), code.severity());
        let (depends, doubts) = (code.depends(), code.doubts());
        Diagnostic {
            code,
            severity,
            message,
            labels,
            help: None,
            fixes: Vec::new(),
            topic: None,
            depends,
            doubts,
        }
    }

    /// Returns the problem at this place alone, without notes. Of the fixes, those remain that propose a name.
    pub fn at(self, place: Span) -> Diagnostic {
        let labels = vec![Label { span: place, text: String::new() }];
        Diagnostic { labels, fixes: Fix::names(self.fixes), ..self }
    }

    /// Lowers the severity of an error to a warning.
    pub fn into_warning(mut self) -> Diagnostic {
        self.severity = self.severity.min(Severity::Warning);
        self
    }

    /// Creates the diagnostic that replaces the rest of a long list. `what` describes the maximum number of
    /// entries, and `span` is the place of the first omitted entry.
    pub fn too_many(span: Span, what: &str) -> Diagnostic {
        let message = format!("more than {what}; the others are not listed");
        Diagnostic::new(Code::TooManyMistakes, span, message).help("fix the first ones, then check again")
    }

    /// Sets the note on the offending words themselves.
    pub fn here(mut self, text: impl Into<String>) -> Diagnostic {
        self.labels[0].text = bounded(text);
        self
    }

    /// Adds a label at a related place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: bounded(text) });
        self
    }

    /// Adds another place with the same problem, unless there are many.
    pub fn again(&mut self, place: Span) {
        const MAX_PLACES: usize = 8;
        if self.labels.len() < MAX_PLACES && self.labels.iter().all(|label| label.span != place) {
            self.labels.push(Label { span: place, text: "and here".into() });
        }
    }

    /// Records the undefined name that causes the problem.
    pub fn misses(mut self, name: &str) -> Diagnostic {
        self.depends |= self.code.lacking();
        self.about(Topic::Missing(name.into()))
    }

    /// Records other parts of the game on which the problem depends.
    pub fn depends_on(mut self, parts: Parts) -> Diagnostic {
        self.depends |= parts;
        self
    }

    /// Records other parts of the game that the problem makes doubtful.
    pub fn doubting(mut self, parts: Parts) -> Diagnostic {
        self.doubts |= parts;
        self
    }

    /// Records that the undefined name is the name of a piece.
    pub fn lacks_piece(self) -> Diagnostic {
        match self.missing().map(Box::from) {
            Some(name) => self.about(Topic::MissingPiece(name)),
            None => self,
        }
    }

    /// Records the word or sign that has the same mistake wherever it occurs.
    pub fn repeats(self, word: &str) -> Diagnostic {
        self.about(Topic::Repeated(word.into()))
    }

    pub fn about(mut self, topic: Topic) -> Diagnostic {
        self.topic = Some(Box::new(topic));
        self
    }

    /// Returns the undefined name that causes the problem.
    pub fn missing(&self) -> Option<&str> {
        match self.topic.as_deref()? {
            Topic::Missing(name) | Topic::MissingPiece(name) => Some(name),
            Topic::Idle(_) | Topic::Taken(_) | Topic::Repeated(_) | Topic::Cited(_) | Topic::Unfit => None,
        }
    }

    /// Returns the defined name that no rule uses with the keyword of its declaration, if the problem is about one.
    pub fn idle(&self) -> Option<(&'static str, &str)> {
        match self.topic.as_deref()? {
            Topic::Idle(of) => Some((of.0, &of.1)),
            Topic::Missing(_)
            | Topic::MissingPiece(_)
            | Topic::Taken(_)
            | Topic::Repeated(_)
            | Topic::Cited(_)
            | Topic::Unfit => None,
        }
    }

    pub fn help(self, help: impl Into<Help>) -> Diagnostic {
        self.helped(help.into())
    }

    fn helped(mut self, Help { text, fixes }: Help) -> Diagnostic {
        (self.help, self.fixes) = (Some(bounded(text)), fixes);
        self
    }

    /// Adds a fix.
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fixes.push(fix);
        self
    }

    /// Adds a change of the first place that is probably meant.
    pub fn guess(self, change: TextChange) -> Diagnostic {
        self.fix(Fix::here(Certainty::Guess, change))
    }

    /// Adds a change of the first place that keeps the meaning or is the only possible one.
    pub fn certain(self, change: TextChange) -> Diagnostic {
        self.fix(Fix::here(Certainty::Certain, change))
    }

    /// Suggests a name in place of all words at the first place.
    pub fn propose_for_all(self, name: &str) -> Diagnostic {
        let mut problem = self.propose(name);
        let place = problem.place();
        let edits = problem.fixes.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| edit.place = Some(place));
        problem
    }

    /// Records the word in the first place that a suggested name replaces.
    pub fn instead_of(mut self, word: &str) -> Diagnostic {
        for edit in self.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            if let TextChange::Name { old: old @ None, .. } = &mut edit.change {
                *old = Some(word.into());
            }
        }
        self
    }

    /// Replaces a word in the first place, which is probably meant.
    pub fn guess_word(self, old: &str, name: &str) -> Diagnostic {
        self.guess(TextChange::Name { old: Some(old.into()), name: name.into() })
    }

    /// Inserts a label before the others. The fixes keep their places.
    pub fn lead(&mut self, span: Span, text: impl Into<String>) {
        let place = self.place();
        let edits = self.fixes.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| edit.place = edit.place.or(Some(place)));
        self.labels.insert(0, Label { span, text: bounded(text) });
    }

    /// Extends the fixes to the place of the same problem elsewhere, if that one has similar fixes.
    pub fn fix_also(&mut self, other: &Diagnostic) {
        let is_same =
            |(own, other): (&Fix, &Fix)| own.certainty == other.certainty && own.name() == other.name();
        if self.fixes.len() != other.fixes.len() || !self.fixes.iter().zip(&other.fixes).all(is_same) {
            return;
        }
        for (own, fix) in self.fixes.iter_mut().zip(&other.fixes) {
            let moved =
                |edit: &FixEdit| FixEdit { place: edit.place.or(Some(other.place())), ..edit.clone() };
            own.edits.extend(fix.edits.iter().map(moved));
        }
    }

    /// Suggests a name, also in the note on the offending words.
    pub fn propose(self, name: &str) -> Diagnostic {
        self.here(did_you_mean(name).text).help(did_you_mean(name))
    }

    /// Suggests the name nearest to `word` among `names`, if one is near.
    pub fn suggest<'a>(self, word: &str, names: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match nearest(word, names) {
            Some(name) => self.help(did_you_mean(name)),
            None => self,
        }
    }

    /// Suggests the name nearest to `word` among `names`. If no name is near, the help is `otherwise`.
    pub fn suggest_or<'a>(
        self,
        word: &str,
        names: impl IntoIterator<Item = &'a str>,
        otherwise: impl Into<Help>,
    ) -> Diagnostic {
        self.help(otherwise).suggest(word, names)
    }

    /// Returns the name that the help suggests.
    pub fn proposed(&self) -> Option<&str> {
        self.fixes.iter().find_map(Fix::name)
    }

    /// Returns the place of the offending words.
    pub fn place(&self) -> Span {
        self.labels[0].span
    }

    /// Returns true if the problem makes the file unusable.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Truncates a text that quotes the user to a readable length.
fn bounded(text: impl Into<String>) -> String {
    const MAX_BYTES: usize = 800;
    let mut text = text.into();
    if text.len() > MAX_BYTES {
        text.truncate(text.floor_char_boundary(MAX_BYTES));
        text += "...";
    }
    text
}

/// Returns the name nearest to `word` if it is a likely typo, or otherwise a synonym.
///
/// Among names at equal distance, a name that only differs in a doubled letter, in the order of letters, or in a letter
/// instead of a digit, is preferred, then a common prefix, then equal length.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(word, &mut names.into_iter())
}

/// Implements [`nearest`] without a type parameter.
fn nearest_of<'a>(word: &str, names: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = latin(word).to_lowercase();
    let length = lower.chars().count();
    let limit = match length {
        0..=2 => 1,
        3..=5 => 2,
        n => n / 3,
    };
    // The name with the smallest rank wins. A name that is too different has no rank.
    let rank = |name: &str| {
        let other = name.to_lowercase();
        let longer = other.chars().count().abs_diff(length);
        // Every missing or extra letter is one edit, so names whose lengths differ too much need no comparison.
        let distance = match joined(&lower) == joined(&other) {
            true => usize::from(lower != other),
            false => (longer <= limit).then(|| strsim::damerau_levenshtein(&lower, &other))?,
        };
        if distance > limit || distance > 0 && distance >= other.chars().count() {
            return None;
        }
        // In a short word, two wrong letters leave too little in common, unless the first letters agree.
        if distance > 1 && length <= 4 && lower.chars().next() != other.chars().next() {
            return None;
        }
        let alike = lower.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        // A transposition is one edit here, and two without transpositions.
        let is_slip = joined(&lower) == joined(&other)
            || single(&lower) == single(&other)
            || in_digits(&lower) == in_digits(&other)
            || strsim::levenshtein(&lower, &other) > distance;
        Some((distance, !is_slip, std::cmp::Reverse(alike), longer))
    };
    let mut best = None;
    let mut same = None;
    for name in names {
        if let Some(rank) = rank(name)
            && best.is_none_or(|(least, _)| rank < least)
        {
            best = Some((rank, name));
        }
        // A synonym counts only if no name is a likely typo, so it is kept aside.
        if same.is_none() && synonyms::meant(&lower).any(|ours| ours == name) {
            same = Some(name);
        }
    }
    // One wrong letter in two is no likely typo, and a synonym is more likely than two wrong letters in a short word.
    let least = if length <= 2 { 1 } else { 2 };
    let is_unlikely = length <= 5 && best.is_some_and(|((distance, ..), _)| distance >= least);
    match same.filter(|_| is_unlikely) {
        Some(same) => Some(same),
        None => best.map(|(_, name)| name).or(same),
    }
}

/// Returns true if a word is a synonym of a word of the language.
pub fn is_synonym(word: &str, ours: &str) -> bool {
    synonyms::meant(&word.to_lowercase()).any(|meant| meant == ours)
}

/// Returns a word without hyphens.
fn joined(word: &str) -> String {
    word.replace(['-', '_'], "")
}

/// Returns a word with digits instead of the letters that resemble them.
fn in_digits(word: &str) -> String {
    word.replace('o', "0").replace(['l', 'i'], "1")
}

/// Returns the letters of a word, with each doubled letter only once.
fn single(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.dedup();
    letters
}
