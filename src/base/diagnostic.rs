//! Problems as data: a stable code, a message, labelled places, and help.

pub(crate) mod catalogue;
mod meant;

pub(crate) use catalogue::Code;

use crate::base::look_alike::latin;
use crate::base::source::Span;
use crate::base::text::did_you_mean;
use serde::Serialize;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A matter of style or a missing source.
    Lint,
    /// Probably not what was meant.
    Warning,
    /// The file cannot be used.
    Error,
}

impl Severity {
    /// `error`, `warning` or `lint`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Lint => "lint",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A place and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Label {
    pub span: Span,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub(crate) struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    pub severity: Severity,
    /// Lower case, no final period, the user's words in backticks.
    pub message: String,
    /// The offending words first, the cause after them.
    pub labels: Vec<Label>,
    pub help: Option<String>,
    /// The name that is not there, where this is what is wrong: all places that miss it are one problem.
    pub missing: Option<String>,
    /// True if the name that is not there would be that of a piece, whose token is then missing as well.
    pub lacks_piece: bool,
}

impl Diagnostic {
    /// A problem of this kind, with the severity that the table of codes gives it.
    pub(crate) fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        let labels = vec![Label { span, text: String::new() }];
        let (message, severity) = (bounded(message), code.severity());
        Diagnostic { code, severity, message, labels, help: None, missing: None, lacks_piece: false }
    }

    /// Lowers the severity of what is usually an error to a warning.
    pub(crate) fn as_warning(mut self) -> Diagnostic {
        self.severity = self.severity.min(Severity::Warning);
        self
    }

    /// Says that more was found than anyone reads: more than `what`, which goes on from this place.
    pub(crate) fn too_many(span: Span, what: &str) -> Diagnostic {
        let message = format!("more than {what}; the others are not listed");
        Diagnostic::new(Code::TooManyMistakes, span, message).help("fix the first ones, then check again")
    }

    /// Says something about the offending words themselves.
    pub(crate) fn here(mut self, text: impl Into<String>) -> Diagnostic {
        self.labels[0].text = bounded(text);
        self
    }

    /// Points to another place that has to do with it.
    pub(crate) fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: bounded(text) });
        self
    }

    /// Notes that what is wrong is that nothing has this name.
    pub(crate) fn misses(mut self, name: impl Into<String>) -> Diagnostic {
        self.missing = Some(name.into());
        self
    }

    /// Notes that the missing name would be that of a piece.
    pub(crate) fn lacks_piece(mut self) -> Diagnostic {
        self.lacks_piece = true;
        self
    }

    pub(crate) fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(bounded(text));
        self
    }

    /// Proposes the name nearest to `word` among `names`, if one is near.
    pub(crate) fn suggest<'a>(self, word: &str, names: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match nearest(word, names) {
            Some(name) => self.help(did_you_mean(name)),
            None => self,
        }
    }

    /// Proposes the name nearest to `word` among `names`; if none is near, says something else.
    pub(crate) fn suggest_or<'a>(
        self,
        word: &str,
        names: impl IntoIterator<Item = &'a str>,
        otherwise: impl Into<String>,
    ) -> Diagnostic {
        self.help(otherwise).suggest(word, names)
    }

    /// Whether its help names a word that may have been meant.
    pub(crate) fn proposes(&self) -> bool {
        self.help.as_ref().is_some_and(|help| help.contains("did you mean"))
    }

    /// The place of the offending words.
    pub(crate) fn place(&self) -> Span {
        self.labels[0].span
    }

    /// Whether it keeps the file from being used.
    pub(crate) fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// User text of any length, cut to what a person would still read.
fn bounded(text: impl Into<String>) -> String {
    const MOST_BYTES: usize = 800;
    let mut text = text.into();
    if text.len() > MOST_BYTES {
        text.truncate(text.floor_char_boundary(MOST_BYTES));
        text += "...";
    }
    text
}

/// The name nearest to `word`, if one is near enough to be a slip of the hand, or else the one that means the same.
///
/// Among names equally near, one that only differs in a doubled letter is the likeliest, then one that begins alike, then
/// one of the same length.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(word, &mut names.into_iter())
}

/// The same: one function for names from everywhere.
fn nearest_of<'a>(word: &str, names: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = latin(word).to_lowercase();
    let length = lower.chars().count();
    let limit = match length {
        0..=2 => 1,
        3..=5 => 2,
        n => n / 3,
    };
    let rank = |name: &str| {
        let other = name.to_lowercase();
        let longer = other.chars().count().abs_diff(length);
        // Each letter too many or too few is a slip of its own.
        let distance = match joined(&lower) == joined(&other) {
            true => usize::from(lower != other),
            false => (longer <= limit).then(|| strsim::damerau_levenshtein(&lower, &other))?,
        };
        if distance > limit || distance > 0 && distance >= other.chars().count() {
            return None;
        }
        // Of a short word two wrong letters leave too little, unless it begins alike.
        if distance > 1 && length <= 4 && lower.chars().next() != other.chars().next() {
            return None;
        }
        let alike = lower.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        let doubled = joined(&lower) == joined(&other) || single(&lower) == single(&other);
        Some((distance, !doubled, std::cmp::Reverse(alike), longer))
    };
    let mut best = None;
    let mut same = None;
    for name in names {
        if let Some(rank) = rank(name)
            && best.is_none_or(|(least, _)| rank < least)
        {
            best = Some((rank, name));
        }
        if same.is_none() && meant::meant(&lower).any(|ours| ours == name) {
            same = Some(name);
        }
    }
    best.map(|(_, name)| name).or(same)
}

/// A word without hyphens.
fn joined(word: &str) -> String {
    word.replace(['-', '_'], "")
}

/// A word with each doubled letter once.
fn single(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.dedup();
    letters
}
