//! Converts problems to LSP diagnostics.

use super::open_files::Texts;
use super::text::LineText;
use super::{library, uri};
use ferz_core::base::source::{Source, Sources, Span};
use ferz_lang::catalog::is_built_in;
use ferz_syntax::messages::diagnostic::catalogue::Absence;
use ferz_syntax::messages::diagnostic::{Code, Diagnostic as Problem, Severity};
use ferz_syntax::messages::fix::{Certainty, Fix};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString,
    Range, TextEdit,
};
use std::sync::Arc;

/// A problem as a diagnostic, with the fixes that edit only its document.
#[derive(Clone)]
pub(super) struct ShownProblem {
    pub(super) diagnostic: Diagnostic,
    pub(super) fixes: Vec<ShownFix>,
    /// True if the problem is in the document, not in a file that it extends.
    pub(super) is_own: bool,
}

/// A fix as edits of a document.
#[derive(Clone)]
pub(super) struct ShownFix {
    pub(super) title: String,
    pub(super) certainty: Certainty,
    pub(super) edits: Vec<TextEdit>,
}

/// The context for converting places: the texts that the problems refer to, and the document that shows them.
struct ProblemPlaces<'a> {
    path: &'a str,
    sources: &'a Sources,
    texts: &'a Texts,
}

/// Converts the problems of the document at `path`.
pub(super) fn found(path: &str, problems: &[Problem], sources: &Sources, texts: &Texts) -> Vec<ShownProblem> {
    let places = ProblemPlaces { path, sources, texts };
    problems
        .iter()
        .map(|problem| {
            let range = places.shown(problem);
            ShownProblem {
                diagnostic: places.diagnostic(problem, range),
                is_own: places.is_own(problem.place()),
                fixes: problem.fixes.iter().filter_map(|fix| places.fix(problem, fix)).collect(),
            }
        })
        .collect()
}

impl ProblemPlaces<'_> {
    fn is_own(&self, span: Span) -> bool {
        self.sources.get(span.file).is_some_and(|source| source.name == self.path)
    }

    /// Returns the range that shows a problem in the document. If all its places are in other files, this is the first
    /// line.
    fn shown(&self, problem: &Problem) -> Range {
        let own = problem.labels.iter().map(|label| label.span).find(|span| self.is_own(*span));
        let Some(text) = self.texts.get(self.path) else { return Range::default() };
        match own {
            Some(span) => text.span(span),
            None => text.range(0, text.body().find(['\n', '\r']).unwrap_or(text.body().len())),
        }
    }

    /// Returns a fix as edits of the document, or `None` if it has edits elsewhere.
    fn fix(&self, problem: &Problem, fix: &Fix) -> Option<ShownFix> {
        let text = self.texts.get(self.path)?;
        let replacements = fix.replacements(problem, self.sources)?;
        if !replacements.iter().all(|one| self.is_own(one.span)) {
            return None;
        }
        let edits = replacements.into_iter().map(|one| TextEdit::new(text.span(one.span), one.text));
        Some(ShownFix { title: fix.title(), certainty: fix.certainty, edits: edits.collect() })
    }

    fn diagnostic(&self, problem: &Problem, range: Range) -> Diagnostic {
        let is_own = self.is_own(problem.place());
        let severity = match problem.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Lint => DiagnosticSeverity::INFORMATION,
            Severity::Note => DiagnosticSeverity::HINT,
        };
        let mut message = problem.message.clone();
        if let Some(source) = self.sources.get(problem.place().file).filter(|_| !is_own) {
            message = format!("in {}: {message}", source.name);
        }
        let repeats = |note: &String| Some(note) == problem.help.as_ref();
        let notes = problem
            .labels
            .first()
            .map(|label| label.text.clone())
            .filter(|text| !text.is_empty() && !repeats(text));
        let help = problem.help.as_ref().map(|help| format!("help: {help}"));
        for line in notes.into_iter().chain(help) {
            message = format!("{message}\n{line}");
        }
        let others = problem.labels.iter().skip(usize::from(is_own));
        let related: Vec<_> = others.filter_map(|label| self.related(label.span, &label.text)).collect();
        let is_unused = problem.code.absence() == Some(Absence::Unused);
        let is_old = problem.code == Code::OldForm;
        let tag = is_unused.then_some(DiagnosticTag::UNNECESSARY);
        let tag = tag.or_else(|| is_old.then_some(DiagnosticTag::DEPRECATED));
        Diagnostic {
            range,
            severity: Some(severity),
            code: Some(NumberOrString::String(problem.code.text().to_owned())),
            source: Some("ferz".to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            tags: tag.map(|tag| vec![tag]),
            ..Diagnostic::default()
        }
    }

    /// Returns a place with a note. Returns `None` for a place in a built-in game, which has no file.
    fn related(&self, span: Span, note: &str) -> Option<DiagnosticRelatedInformation> {
        let source = self.sources.get(span.file)?;
        let note = if note.is_empty() { "here" } else { note };
        Some(DiagnosticRelatedInformation {
            location: location(source, span, self.texts)?,
            message: note.to_owned(),
        })
    }
}

/// Returns the location of a span in an open document, in a file, or in a copy of a built-in file. Returns `None` for any other
/// text, such as a command line.
pub(super) fn location(source: &Source, span: Span, texts: &Texts) -> Option<Location> {
    let own = texts.get(&source.name);
    if own.is_none() && !std::path::Path::new(&source.name).is_absolute() {
        let uri = is_built_in(&source.name).then(|| library::copy(&source.name, &source.text))??;
        let uri = uri.parse().ok()?;
        return Some(Location::new(uri, LineText::new(source.text.as_str()).span(span)));
    }
    let text = own.map_or_else(|| Arc::new(LineText::new(source.text.as_str())), Arc::clone);
    Some(Location::new(uri::of(&source.name)?, text.span(span)))
}
