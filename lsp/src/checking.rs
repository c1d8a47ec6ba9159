//! Checks documents on a separate thread. A later request for a document replaces an earlier one.

use super::documents::ValidRules;
use super::open_files::{OpenFiles, Texts};
use super::problems::{ShownProblem, found};
use super::text::LineText;
use ferz_cli::check::{CheckedFile, FilesAround, text_problems};
use ferz_cli::files;
use ferz_core::fast::engine::Engine;
use ferz_lang::catalog::EVALUATION;
use ferz_lang::{RuleFile, has_errors};
use ferz_text::lab::casebook::Games;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

/// The stack size of the thread in bytes, which equals the usual size for a main thread.
const STACK: usize = 8 << 20;
/// The number of documents that are checked before newer requests are considered.
const AT_ONCE: usize = 4;
/// The time without a change after which the last checked game is prepared for other requests.
const PAUSE: Duration = Duration::from_millis(120);

/// A request to check some of the open documents.
pub(super) struct Job {
    pub(super) texts: Arc<Texts>,
    /// The paths of the documents to check.
    pub(super) paths: BTreeSet<String>,
}

/// The result of a check.
pub(super) struct CheckResult {
    pub(super) path: String,
    /// The checked text. `texts` holds all documents that were open at the time of the check.
    pub(super) text: Arc<LineText>,
    pub(super) texts: Arc<Texts>,
    pub(super) found: Vec<ShownProblem>,
    /// True if the document itself has errors, so that it cannot be formatted.
    pub(super) has_own_errors: bool,
    /// The paths of the files that the check tried to read.
    pub(super) reads: BTreeSet<String>,
    /// The game, if it has no errors.
    pub(super) game: Option<Arc<ValidRules>>,
}

/// Starts the thread. It ends when the returned sender is dropped, or when `report` returns false.
///
/// # Errors
/// If the thread cannot be started.
pub(super) fn start(report: impl Fn(CheckResult) -> bool + Send + 'static) -> std::io::Result<Sender<Job>> {
    let (sender, jobs) = channel();
    Builder::new().name("check".to_owned()).stack_size(STACK).spawn(move || work(&jobs, &report))?;
    Ok(sender)
}

fn work(jobs: &Receiver<Job>, report: &impl Fn(CheckResult) -> bool) {
    // The last checked game, if the thread has not prepared it.
    let mut last: Option<Arc<ValidRules>> = None;
    loop {
        let next = match &last {
            Some(rules) => match jobs.recv_timeout(PAUSE) {
                Err(RecvTimeoutError::Timeout) => {
                    rules.prepare();
                    last = None;
                    continue;
                }
                next => next.ok(),
            },
            None => jobs.recv().ok(),
        };
        let Some(mut job) = next else { return };
        loop {
            // Newer requests are merged into this one before the next files.
            while let Ok(Job { texts, paths }) = jobs.try_recv() {
                job.texts = texts;
                job.paths.extend(paths);
            }
            let paths: Vec<String> = std::iter::from_fn(|| job.paths.pop_first()).take(AT_ONCE).collect();
            let outcomes: Vec<Option<CheckResult>> = match paths.as_slice() {
                [] => break,
                [path] => vec![check(path, &job.texts)],
                paths => paths.par_iter().map(|path| check(path, &job.texts)).collect(),
            };
            for outcome in outcomes.into_iter().flatten() {
                last = outcome.game.clone();
                if !report(outcome) {
                    return;
                }
            }
        }
    }
}

/// Checks a document like `ferz check`. Returns `None` if the document is not open.
pub(super) fn check(path: &str, texts: &Arc<Texts>) -> Option<CheckResult> {
    let text = Arc::clone(texts.get(path)?);
    let overlay = OpenFiles::new(Arc::clone(texts));
    let games = Games::new(&overlay, Engine::sharing);
    let (found, checked) = problems_of(path, &text, &overlay, &games);
    drop(games);
    let mut outcome = CheckResult {
        path: path.to_owned(),
        text,
        texts: Arc::clone(texts),
        found,
        has_own_errors: false,
        reads: BTreeSet::new(),
        game: None,
    };
    if let Some(CheckedFile { sources, problems, game, .. }) = checked {
        let is_own = |file: u32| sources.get(file).is_some_and(|source| source.name == path);
        outcome.has_own_errors = problems.iter().any(|one| one.is_error() && is_own(one.place().file));
        outcome.game = game.filter(|_| !has_errors(&problems)).map(|game| Arc::new(ValidRules::new(game)));
    }
    outcome.reads = overlay.into_reads();
    Some(outcome)
}

/// Returns the problems of a file, with the notes, as an editor shows them, and the file itself if `ferz check` supports it.
/// `games` loads the games of pages of cases from the same files.
pub(super) fn problems_of(
    path: &str,
    text: &LineText,
    overlay: &OpenFiles,
    games: &Games,
) -> (Vec<ShownProblem>, Option<CheckedFile>) {
    let around = FilesAround { disk: overlay, games, known: None, is_reported: &|_| false };
    let body = text.body().to_owned();
    let checked = is_ours(path).then(|| text_problems(Path::new(path), body, &around).ok());
    let Some(mut checked) = checked.flatten() else { return (Vec::new(), None) };
    checked.problems.extend(checked.game.iter().flat_map(RuleFile::notes).cloned().collect::<Vec<_>>());
    (found(path, &checked.problems, &checked.sources, overlay.texts()), Some(checked))
}

/// Returns true if `ferz check` supports the document. A TOML file must have a known name or be beside a game.
fn is_ours(path: &str) -> bool {
    let games =
        || files::entries(files::folder(Path::new(path))).into_iter().any(|file| files::is(&file, "ferz"));
    let is_toml = path.ends_with(".toml");
    let has_name = path.ends_with("readings.toml") || path.ends_with(EVALUATION);
    path.ends_with(".ferz") || path.ends_with(".md") || is_toml && (has_name || games())
}
