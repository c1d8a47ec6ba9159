//! Formats diagnostics for people: drawn by miette, or described line by line for screen readers.
//!
//! [`render`] is the entry point. Three limitations of miette shape this file:
//!
//! - Its narration mode names labels under the wrong lines if a report has two excerpts, so [`described`] replaces it.
//! - It supports only one text for each diagnostic, so [`Excerpt`] concatenates the texts. A label in another file can
//!   then appear in the same report.
//! - It has one heading for each excerpt, so an excerpt never extends across two texts.

use crate::base::source::{Source, Sources};
use crate::messages::diagnostic::{Diagnostic, Label, Severity};
use crate::messages::text::{escaped, fill, is_unsafe};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, MietteError};
use miette::{MietteSpanContents, Report, SourceCode, SourceSpan, SpanContents};
use std::iter::repeat_n;
use std::ops::Range;
use std::sync::Arc;

/// The minimum width of a report.
const MIN_WIDTH: usize = 40;
/// The maximum number of bytes shown of a line, regardless of the terminal width.
const LONG_LINE: usize = 200;
/// The columns before the text of a line: its number and a rule.
const GUTTER: usize = 8;
/// The columns between the middle of a label's mark and its text.
const ARROW: usize = 4;
/// The minimum width of a label.
const NARROW_LABEL: usize = 16;
/// The indentation of a message and of a help text in miette.
const MESSAGE: usize = 4;
const HELP: usize = 8;

/// The style of formatted diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub color: bool,
    pub width: usize,
    /// True to describe diagnostics instead of drawing them, for screen readers.
    pub plain: bool,
}

/// Formats diagnostics with their source lines. Each is followed by a blank line.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let texts = Arc::new(shown(sources));
    let width = style.width.max(MIN_WIDTH);
    let theme = if style.color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width)
        .with_wrap_lines(false)
        .with_context_lines(1)
        .with_links(false)
        .without_syntax_highlighting();
    let draw = |diagnostic| {
        let mut drawn = String::new();
        handler.render_report(&mut drawn, report(diagnostic, &texts, width).as_ref()).ok()?;
        // miette leaves a blank line between the code and the message.
        drawn.split_once("\n\n").map(|(code, rest)| format!("{code}\n{rest}"))
    };
    let print = |diagnostic| {
        // If miette cannot draw a report, it is described instead.
        let drawn = if style.plain { None } else { draw(diagnostic) };
        drawn.unwrap_or_else(|| described(diagnostic, &texts)) + "\n"
    };
    diagnostics.iter().map(print).collect()
}

/// Describes a diagnostic without drawing it, and names every place.
fn described(diagnostic: &Diagnostic, texts: &Sources) -> String {
    let mut out = format!("{}: {}\n", diagnostic.severity.name(), printable(&diagnostic.message));
    let places = diagnostic.labels.iter().filter_map(|label| Some(place(label, texts.get(label.span.file)?)));
    out.extend(places);
    if let Some(help) = &diagnostic.help {
        out += &format!("  help: {}\n", printable(help));
    }
    out + &format!("  code: {}\n", diagnostic.code.text())
}

/// Describes the place of a label, its text, and its source line.
fn place(label: &Label, text: &Source) -> String {
    let range = on_characters(text, label.span.range());
    // The end is exclusive, so the last character is the one before it. An empty range counts as one character.
    let end = text.text.floor_char_boundary(range.end.max(range.start + 1) - 1);
    let (line, last_line) = (text.line(range.start) + 1, text.line(end) + 1);
    let (column, last_column) = (text.column(range.start) + 1, text.column(end) + 1);
    let place = if last_line > line {
        format!("line {line}, column {column}, to line {last_line}, column {last_column}")
    } else if last_column > column {
        format!("line {line}, columns {column} to {last_column}")
    } else {
        format!("line {line}, column {column}")
    };
    let said = if label.text.is_empty() { String::new() } else { format!(": {}", printable(&label.text)) };
    // The line is cut as in a drawing, so that a huge line does not flood a screen reader.
    let shown = around(text, &(range.start..range.start), [0, 0], LONG_LINE);
    let shown = text.text.get(shown).unwrap_or("").trim();
    let shown = if shown.is_empty() { String::new() } else { format!("    {shown}\n") };
    format!("  {}, {place}{said}\n{shown}", text.name)
}

/// Returns the texts with every control character replaced by the same number of harmless bytes, so that offsets remain
/// valid.
fn shown(sources: &Sources) -> Sources {
    let show = |c: char| match c {
        '\r' => repeat_n('\n', 1),
        _ if is_unsafe(c) && !"\n\t".contains(c) => repeat_n('?', c.len_utf8()),
        _ => repeat_n(c, 1),
    };
    let mut texts = Sources::default();
    for source in sources.iter() {
        let text = source.text.replace("\r\n", " \n").chars().flat_map(show).collect::<String>();
        texts.add_part(printable(&source.name), text, source.before);
    }
    texts
}

/// Returns a message on one line without control characters.
fn printable(text: &str) -> String {
    escaped(text).replace(['\n', '\t'], " ")
}

/// Wraps a text at spaces to at most `width` characters, and avoids breaks between backticks. miette's own wrapping
/// would separate a closing backtick from its word.
fn wrap(text: &str, width: usize) -> String {
    let mut quoted = false;
    let mut words = Vec::new();
    for word in printable(text).split(' ') {
        // Within backticks, words are joined to one unit that `fill` cannot break, up to half of the width.
        match words.last_mut().filter(|last: &&mut String| quoted && last.chars().count() < width / 2) {
            Some(last) => last.extend([" ", word]),
            None => words.push(word.to_owned()),
        }
        quoted ^= word.matches('`').count() % 2 == 1;
    }
    fill("", "", words.iter().map(String::as_str), width).join("\n")
}

/// Returns a diagnostic as a miette report for this width.
fn report(diagnostic: &Diagnostic, texts: &Arc<Sources>, width: usize) -> Report {
    let room = width.saturating_sub(GUTTER).min(LONG_LINE);
    let mut excerpt = Excerpt { texts: Arc::clone(texts), parts: Vec::new(), length: 0, room };
    let labels = diagnostic.labels.iter().enumerate();
    let labels: Vec<_> = labels.filter_map(|(at, label)| excerpt.label(label, at == 0)).collect();
    let severity = match diagnostic.severity {
        Severity::Error => miette::Severity::Error,
        Severity::Warning => miette::Severity::Warning,
        Severity::Lint | Severity::Note => miette::Severity::Advice,
    };
    let mut drawn = MietteDiagnostic::new(wrap(&diagnostic.message, width.saturating_sub(MESSAGE)))
        .with_code(diagnostic.code.text())
        .with_severity(severity)
        .with_labels(labels);
    drawn.help = diagnostic.help.as_ref().map(|help| wrap(help, width.saturating_sub(HELP)));
    Report::new(drawn).with_source_code(excerpt)
}

/// The texts that one diagnostic refers to.
struct Excerpt {
    texts: Arc<Sources>,
    /// The texts with their start offsets. The text with the error is the first.
    parts: Vec<(u32, usize)>,
    /// The total length in bytes.
    length: usize,
    /// The maximum number of bytes shown of a line. Longer lines are cut so that the marks below them remain aligned.
    room: usize,
}

impl Excerpt {
    fn label(&mut self, label: &Label, is_first: bool) -> Option<LabeledSpan> {
        let (file, room) = (label.span.file, self.room);
        let text = self.texts.get(file)?;
        let base = match self.parts.iter().find(|(known, _)| *known == file) {
            Some((_, base)) => *base,
            None => {
                let base = self.length;
                self.parts.push((file, base));
                // The extra byte separates the texts, so that the end of one is not the start of the next.
                self.length += text.text.len() + 1;
                base
            }
        };
        let range = shortened(text, on_characters(text, label.span.range()), room);
        let begin = around(text, &range, [0, 0], room).start;
        // miette draws the text of a label to the right of the middle of its mark.
        let column = text.column(range.start).saturating_sub(text.column(begin)) + range.len() / 2;
        let said = wrap(&label.text, room.saturating_sub(column + ARROW).max(NARROW_LABEL));
        let build = if is_first { LabeledSpan::new_primary_with_span } else { LabeledSpan::new_with_span };
        let place = SourceSpan::from((base + range.start, range.len()));
        Some(build(Some(said).filter(|said| !said.is_empty()), place))
    }
}

impl SourceCode for Excerpt {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let mut parts = self.parts.iter().filter_map(|(file, base)| Some((*base, self.texts.get(*file)?)));
        let holds = |base: usize, text: &Source| (base..=base + text.text.len()).contains(&start);
        let (base, text) = parts.find(|(base, text)| holds(*base, text)).ok_or(MietteError::OutOfBounds)?;
        if end > base + text.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let range = around(text, &(start - base..end - base), [before, after], self.room);
        let data = text.text.get(range.clone()).ok_or(MietteError::OutOfBounds)?;
        // Without context, miette requests the start of the span itself.
        let origin = if before == 0 { start - base } else { range.start };
        Ok(Box::new(MietteSpanContents::new_named(
            text.name.clone(),
            data.as_bytes(),
            (base + range.start, range.len()).into(),
            text.before.0 + text.line(range.start),
            text.column(origin),
            data.matches('\n').count().max(1),
        )))
    }
}

/// Limits a range to the text and to whole characters. A range after the last word moves to the end of that word,
/// because a mark needs a line to be drawn under.
fn on_characters(text: &Source, range: Range<usize>) -> Range<usize> {
    let last_word = text.text.trim_end().len();
    if range.start >= last_word {
        return last_word..last_word;
    }
    let end = text.text.floor_char_boundary(range.end.min(text.text.len()));
    text.text.floor_char_boundary(range.start.min(end))..end
}

/// Shortens a range to the visible part of a long line.
fn shortened(text: &Source, range: Range<usize>, room: usize) -> Range<usize> {
    let line = text.line(range.start);
    let is_one_line = line == text.line(range.end.saturating_sub(1));
    match is_longer(text, line, room) && range.len() > room / 2 && is_one_line {
        true => range.start..text.text.floor_char_boundary(range.start + room / 2),
        false => range,
    }
}

fn is_longer(text: &Source, line: usize, most: usize) -> bool {
    text.line_start(line + 1) - text.line_start(line) > most + 1
}

/// Returns the bytes to show for a range: whole lines with `context` lines before and after them, or part of a line
/// longer than `room`.
fn around(text: &Source, range: &Range<usize>, context: [usize; 2], room: usize) -> Range<usize> {
    let (first, last) = (text.line(range.start), text.line(range.end.max(range.start + 1) - 1));
    let lines = |first: usize, last: usize| text.line_start(first)..text.line_start(last + 1);
    // The width of the terminal limits a single line only. A range of several lines shows all of them.
    let own = lines(first, last);
    let most = if first == last { room } else { LONG_LINE };
    if !(first..=last).any(|line| is_longer(text, line, most)) {
        let (first, last) = (first.saturating_sub(context[0]), last + context[1]);
        let is_crowded = (first..=last).any(|line| is_longer(text, line, LONG_LINE));
        return if is_crowded { own } else { lines(first, last) };
    }
    // If the range fits into the visible part together with the text before it, the line is shown from its start.
    // Otherwise, a third of the visible part is context before the range.
    let before = if range.end - own.start <= room { range.start - own.start } else { room / 3 };
    let start = text.text.floor_char_boundary(range.start.saturating_sub(before)).max(own.start);
    let end = text.text.floor_char_boundary((start + room).max(range.end).min(text.text.len()));
    start..end.min(own.end)
}
