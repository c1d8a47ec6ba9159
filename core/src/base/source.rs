//! Source texts and places in them.
//!
//! [`Sources`] owns the texts, and a [`Span`] refers to a range of bytes in one of them. A span can lie outside
//! its text, so all accessors check it.

use serde::{Deserialize, Serialize};

/// A range of bytes of one source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The index of the text in [`Sources`].
    pub file: u32,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// Returns true if another span lies within this one.
    pub fn contains(&self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    /// Creates a span of `file` from byte `start` up to byte `end`.
    pub fn new(file: u32, start: usize, end: usize) -> Span {
        // No supported file is this long, but a clamped span is harmless where a wrapped one is not.
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clamp(start), end: clamp(end.max(start)) }
    }

    /// Returns the smallest span that contains both spans, or this span if the other is in another text.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the empty span directly after this one.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// Returns the bytes `start..end` of this span, counted from its start.
    pub fn part(self, start: usize, end: usize) -> Span {
        let base = self.start as usize;
        Span::new(self.file, base + start, base + end)
    }

    /// Returns true if the other span starts inside this one.
    pub fn holds(self, other: Span) -> bool {
        // An empty span contains its own start, so that a problem at the end of a line has a place.
        self.file == other.file && self.start <= other.start && other.start < self.end.max(self.start + 1)
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value with its place in a source text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    pub value: T,
    /// The place of the value.
    pub span: Span,
}

impl<T> Spanned<T> {
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }
}

/// A source text and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path or title that is shown to users.
    pub name: String,
    pub text: String,
    lines: Vec<usize>,
    /// The numbers of lines and bytes before this text, if it is part of a longer one.
    pub before: (usize, usize),
}

impl Source {
    /// Returns the line that contains a byte, counted from 0.
    pub fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// Returns the offset at which a line starts, or the end of the text for a line after the last.
    pub fn line_start(&self, line: usize) -> usize {
        self.lines.get(line).copied().unwrap_or(self.text.len())
    }

    /// Returns the number of characters on the line before a byte.
    pub fn column(&self, at: usize) -> usize {
        self.text.get(self.line_start(self.line(at))..at).map_or(0, |before| before.chars().count())
    }
}

/// Returns the offset at which each line starts. A line ends with `\n`, `\r\n`, or `\r`.
pub fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect()
}

/// The texts that spans refer to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    texts: Vec<Source>,
}

impl Sources {
    /// Creates a collection with one text, whose index is 0.
    pub fn of(name: impl Into<String>, text: impl Into<String>) -> Sources {
        let mut sources = Sources::default();
        sources.add(name, text);
        sources
    }

    /// Adds a text and returns its index for spans.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        self.add_part(name, text, (0, 0))
    }

    /// Adds a part of a longer text that is not stored. `before` contains the numbers of lines and bytes before
    /// the part.
    pub fn add_part(
        &mut self,
        name: impl Into<String>,
        text: impl Into<String>,
        before: (usize, usize),
    ) -> u32 {
        let text = text.into();
        let lines = line_starts(&text);
        self.texts.push(Source { name: name.into(), text, lines, before });
        u32::try_from(self.texts.len() - 1).unwrap_or(u32::MAX)
    }

    pub fn get(&self, file: u32) -> Option<&Source> {
        self.texts.get(file as usize)
    }

    /// Iterates over all texts, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.texts.iter()
    }

    /// Returns the words that a span covers, or an empty text if the span lies outside its source.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file).and_then(|source| source.text.get(span.range())).unwrap_or("")
    }

    /// Returns the line and column of a span's start, both from 1, with columns in characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let Some(source) = self.get(span.file) else { return (1, 1) };
        let at = source.text.floor_char_boundary(span.start as usize);
        (source.before.0 + source.line(at) + 1, source.column(at) + 1)
    }
}
