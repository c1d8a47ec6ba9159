//! The bridge to miette: a diagnostic, and the texts its labels point into laid end to end as one.
//!
//! miette knows one text per diagnostic. Laying the texts end to end lets a label in another file stand in the same report:
//! an excerpt never reaches across two texts, so each is headed by the name of its own.

use crate::base::diagnostic::{Diagnostic, Label, Severity};
use crate::base::source::{Sources, Span};
use crate::base::text::fill;
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::fmt;
use std::ops::Range;

/// Lines longer than this many bytes are shown in part, however wide the terminal.
pub(super) const LONG_LINE: usize = 200;
/// The columns before the text of a line: its number and a rule.
const GUTTER: usize = 8;
/// No label is set narrower than this.
const NARROW_LABEL: usize = 16;

/// How far miette indents a message and a help.
const MESSAGE: usize = 4;
const HELP: usize = 8;

/// The texts as they may be shown, and where their lines begin.
pub(super) struct Texts<'a> {
    texts: Vec<Text<'a>>,
}

/// A text as it may be shown.
pub(super) struct Text<'a> {
    pub(super) name: &'a str,
    pub(super) text: String,
    lines: Vec<usize>,
}

impl<'a> Texts<'a> {
    pub(super) fn new(sources: &'a Sources) -> Texts<'a> {
        let text = |source: &'a crate::base::source::Source| {
            let text = shown(&source.text);
            let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
            Text { name: &source.name, text, lines }
        };
        Texts { texts: sources.iter().map(text).collect() }
    }

    pub(super) fn get(&self, file: u32) -> Option<&Text<'a>> {
        self.texts.get(file as usize)
    }
}

/// The text with every character a terminal might obey replaced by as many bytes of something else.
fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => out.push(c),
            '\r' => out.push(' '),
            _ if is_unsafe(c) => out.extend(std::iter::repeat_n('?', c.len_utf8())),
            _ => out.push(c),
        }
    }
    out
}

fn is_unsafe(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// One diagnostic and the texts it speaks of.
pub(super) struct Excerpt<'a> {
    diagnostic: &'a Diagnostic,
    /// The texts in question, the one with the offending words first, and where each begins.
    parts: Vec<(u32, usize, &'a Text<'a>)>,
    width: usize,
}

impl<'a> Excerpt<'a> {
    pub(super) fn new(diagnostic: &'a Diagnostic, texts: &'a Texts<'a>, width: usize) -> Excerpt<'a> {
        let mut parts: Vec<(u32, usize, &Text)> = Vec::new();
        let mut base = 0;
        for label in &diagnostic.labels {
            let file = label.span.file;
            if let Some(text) = texts.get(file)
                && !parts.iter().any(|(known, _, _)| *known == file)
            {
                parts.push((file, base, text));
                base += text.text.len() + 1;
            }
        }
        Excerpt { diagnostic, parts, width }
    }

    /// Where a span lies in the texts laid end to end.
    fn place(&self, span: Span) -> Option<SourceSpan> {
        let (_, base, text) = self.parts.iter().find(|(file, _, _)| *file == span.file)?;
        let range = text.shortened(text.on_characters(span.range()), self.room());
        Some((base + range.start, range.len()).into())
    }

    fn label(&self, label: &Label, is_first: bool) -> Option<LabeledSpan> {
        let place = self.place(label.span)?;
        let text = Some(label.text.as_str()).filter(|text| !text.is_empty());
        let text = text.map(|text| wrap(text, self.room_for_label(label.span)));
        let build = if is_first { LabeledSpan::new_primary_with_span } else { LabeledSpan::new_with_span };
        Some(build(text, place))
    }
}

impl Excerpt<'_> {
    /// How many bytes of a line are shown, so that the marks under it stand where they should.
    fn room(&self) -> usize {
        self.width.saturating_sub(GUTTER).min(LONG_LINE)
    }

    /// The columns left for what is said about a place, which begins under it.
    fn room_for_label(&self, span: Span) -> usize {
        const ARROW: usize = 4;
        let Some((_, _, text)) = self.parts.iter().find(|(file, _, _)| *file == span.file) else {
            return self.width;
        };
        let range = text.shortened(text.on_characters(span.range()), self.room());
        let begin = text.around(&range, 0, 0, self.room()).start;
        let column = text.column(range.start).saturating_sub(text.column(begin)) + range.len() / 2;
        self.room().saturating_sub(column + ARROW).max(NARROW_LABEL)
    }
}

/// A message without the characters a terminal might obey.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if is_unsafe(c) { '?' } else { c }).collect()
}

/// The text on lines of at most `width` characters, broken at blanks, but where it can be helped not between backticks.
/// miette's own wrapping would part a closing backtick from its word.
fn wrap(text: &str, width: usize) -> String {
    let mut quoted = false;
    let mut words = Vec::new();
    for word in printable(text).split(' ') {
        match words.last_mut().filter(|last: &&mut String| quoted && last.chars().count() < width / 2) {
            Some(last) => last.extend([" ", word]),
            None => words.push(word.to_owned()),
        }
        quoted ^= word.matches('`').count() % 2 == 1;
    }
    fill("", "", words.iter().map(String::as_str), width).join("\n")
}

impl Text<'_> {
    /// The range, cut to the text and to whole characters. What lies behind the last word is shown there, since nothing can
    /// be drawn under a line that does not exist.
    pub(super) fn on_characters(&self, range: Range<usize>) -> Range<usize> {
        let last_word = self.text.trim_end().len();
        if range.start >= last_word {
            return last_word..last_word;
        }
        let end = self.text.floor_char_boundary(range.end.min(self.text.len()));
        self.text.floor_char_boundary(range.start.min(end))..end
    }

    /// The range, but of a line that does not fit no more than can be shown.
    fn shortened(&self, range: Range<usize>, room: usize) -> Range<usize> {
        let line = self.line(range.start);
        let is_long = self.line_start(line + 1) - self.line_start(line) > room + 1;
        let end = if is_long && range.len() > room / 2 && line == self.line(range.end.saturating_sub(1)) {
            self.text.floor_char_boundary(range.start + room / 2)
        } else {
            range.end
        };
        range.start..end
    }

    /// The line a byte stands on, counted from 0.
    pub(super) fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// The characters before a byte on its line.
    pub(super) fn column(&self, at: usize) -> usize {
        self.text.get(self.line_start(self.line(at))..at).map_or(0, |before| before.chars().count())
    }

    fn line_start(&self, line: usize) -> usize {
        self.lines.get(line).copied().unwrap_or(self.text.len())
    }

    /// The bytes to show for a range: whole lines and some around them, or a part of a line that has no `room`.
    pub(super) fn around(
        &self,
        range: &Range<usize>,
        before: usize,
        after: usize,
        room: usize,
    ) -> Range<usize> {
        let (first, last) = (self.line(range.start), self.line(range.end.max(range.start + 1) - 1));
        let own = self.line_start(first)..self.line_start(last + 1);
        let whole = self.line_start(first.saturating_sub(before))..self.line_start(last + 1 + after);
        let mut lines = first.saturating_sub(before)..last + 1 + after;
        let is_longer = |line, most| self.line_start(line + 1) - self.line_start(line) > most + 1;
        let is_cut =
            (first..last + 1).any(|line| is_longer(line, if first == last { room } else { LONG_LINE }));
        if !is_cut {
            return if lines.any(|line| is_longer(line, LONG_LINE)) { own } else { whole };
        }
        let before = if range.end - own.start <= room { range.start - own.start } else { room / 3 };
        let start = self.text.floor_char_boundary(range.start.saturating_sub(before)).max(own.start);
        let end = self.text.floor_char_boundary((start + room).max(range.end).min(self.text.len()));
        start..end.min(own.end)
    }
}

impl SourceCode for Excerpt<'_> {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let end = span.offset() + span.len();
        let holds = |base: usize, text: &Text| (base..=base + text.text.len()).contains(&span.offset());
        let (_, base, text) =
            self.parts.iter().find(|(_, base, text)| holds(*base, text)).ok_or(MietteError::OutOfBounds)?;
        if end > base + text.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let range = text.around(&(span.offset() - base..end - base), before, after, self.room());
        let data = text.text.get(range.clone()).ok_or(MietteError::OutOfBounds)?;
        let line = text.line(range.start);
        // Without context, miette asks where the span itself begins.
        let origin = if before == 0 { span.offset() - base } else { range.start };
        Ok(Box::new(MietteSpanContents::new_named(
            text.name.to_owned(),
            data.as_bytes(),
            (base + range.start, range.len()).into(),
            line,
            text.column(origin),
            data.matches('\n').count().max(1),
        )))
    }
}

impl miette::Diagnostic for Excerpt<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Lint => miette::Severity::Advice,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.diagnostic
            .help
            .as_deref()
            .map(|help| Box::new(wrap(help, self.width.saturating_sub(HELP))) as Box<dyn fmt::Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.diagnostic.labels.iter().enumerate();
        Some(Box::new(labels.filter_map(|(at, label)| self.label(label, at == 0))))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.parts.is_empty()).then_some(self as &dyn SourceCode)
    }
}

impl std::error::Error for Excerpt<'_> {}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&wrap(&self.diagnostic.message, self.width.saturating_sub(MESSAGE)))
    }
}

impl fmt::Debug for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.diagnostic, f)
    }
}
