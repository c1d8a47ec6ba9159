//! Source texts and places in them.

use serde::{Deserialize, Serialize};

/// A stretch of bytes of one source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Span {
    /// Which text, as an index into [`Sources`].
    pub file: u32,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// A span of `file` from byte `start` up to byte `end`.
    pub(crate) fn new(file: u32, start: usize, end: usize) -> Span {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The smallest span of the same text that holds both.
    pub(crate) fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The place right after it.
    pub(crate) fn after(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// A part of this span: bytes `start..end` counted from its beginning.
    pub(crate) fn part(self, start: usize, end: usize) -> Span {
        let base = self.start as usize;
        Span::new(self.file, base + start, base + end)
    }

    /// Whether the other one begins inside this one.
    pub(crate) fn holds(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.start < self.end.max(self.start + 1)
    }

    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spanned<T> {
    pub value: T,
    /// Where it was written.
    pub span: Span,
}

impl<T> Spanned<T> {
    pub(crate) fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }
}

/// One source text and the name it goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// A path or a title, for the reader.
    pub name: String,
    pub text: String,
    lines: Vec<usize>,
}

impl Source {
    /// The line of a byte, from 0.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// Where a line begins; the end of the text behind the last.
    pub(crate) fn line_start(&self, line: usize) -> usize {
        self.lines.get(line).copied().unwrap_or(self.text.len())
    }

    /// The characters before a byte on its line.
    pub(crate) fn column(&self, at: usize) -> usize {
        self.text.get(self.line_start(self.line(at))..at).map_or(0, |before| before.chars().count())
    }
}

/// The texts that spans point into.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sources {
    texts: Vec<Source>,
}

impl Sources {
    /// A single text, whose index is 0.
    pub(crate) fn of(name: impl Into<String>, text: impl Into<String>) -> Sources {
        let mut sources = Sources::default();
        sources.add(name, text);
        sources
    }

    /// Adds a text and returns its index for spans.
    pub(crate) fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        let text = text.into();
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        self.texts.push(Source { name: name.into(), text, lines });
        u32::try_from(self.texts.len() - 1).unwrap_or(u32::MAX)
    }

    pub(crate) fn get(&self, file: u32) -> Option<&Source> {
        self.texts.get(file as usize)
    }

    /// All texts, in the order they were added.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Source> {
        self.texts.iter()
    }

    /// The words a span covers, or nothing if it lies outside its text.
    pub(crate) fn slice(&self, span: Span) -> &str {
        self.get(span.file).and_then(|source| source.text.get(span.range())).unwrap_or("")
    }

    /// Line and column (both from 1, columns in characters) of the beginning of a span.
    pub(crate) fn line_column(&self, span: Span) -> (usize, usize) {
        let Some(source) = self.get(span.file) else { return (1, 1) };
        let at = source.text.floor_char_boundary(span.start as usize);
        (source.line(at) + 1, source.column(at) + 1)
    }
}
