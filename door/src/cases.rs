//! Runs case pages: positions, questions about them, and the answers that a page expects.
//!
//! [`CaseReport::run`] is the entry point. The work is done in `lab::casebook`; this file converts its results into
//! data for serialization.

use ferz_core::base::source::Sources;
use ferz_core::fast::engine::Engine;
use ferz_lang::catalog::Files;
use ferz_text::lab::casebook::{Case, CasePage, CheckedQuestion, Games, read_page, run_case};
use ferz_text::words::report::{Problem, located};
use serde::Serialize;

/// The report on a page of cases: the problems of the page, and every question with its expected and actual answer. It
/// serializes to the data of `ferz test --json`.
///
/// ```
/// let page = "# Openings\n```game\nchess\n```\n## The first move\n```moves e2\ne2e3 e2e4\n```\n";
/// let report = ferz::CaseReport::run("cases.md", page, Vec::new());
/// assert!(report.has_passed());
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct CaseReport {
    problems: Vec<Problem>,
    cases: Vec<CaseResult>,
}

#[derive(Clone, Debug, Serialize)]
struct CaseResult {
    name: String,
    line: usize,
    questions: Vec<QuestionResult>,
}

#[derive(Clone, Debug, Serialize)]
struct QuestionResult {
    head: String,
    line: usize,
    #[serde(flatten)]
    checked: CheckedQuestion,
}

/// Text files by path.
struct TextFiles(Vec<(String, String)>);

impl Files for TextFiles {
    fn read(&self, path: &str) -> Option<String> {
        self.0.iter().find(|(name, _)| name == path).map(|(_, text)| text.clone())
    }
}

impl CaseReport {
    /// Runs the cases of a Markdown page.
    ///
    /// The cases can use built-in games and `texts`, which are pairs of path and text. A text at `NAME.ferz` defines
    /// the game that the page calls `NAME`.
    ///
    /// ```
    /// let duel = "variant duel \"Duel\"\nboard { grid 3 x 4; black is white mirrored }\n\
    /// piece chief C `K` royal\nending { checkmate: loss; stalemate: draw }\narray usual { 1 | . C . }\n";
    /// let page = "# Duel\n```game\nduel\n```\n## The first move\n```perft 1\n5\n```\n";
    /// let report = ferz::CaseReport::run("cases.md", page, vec![("duel.ferz".into(), duel.into())]);
    /// assert!(report.has_passed());
    /// ```
    pub fn run(name: &str, page: &str, texts: Vec<(String, String)>) -> CaseReport {
        let (read, problems) = read_page(name, page, 0);
        let texts = TextFiles(texts);
        let games = Games::new(&texts, Engine::sharing);
        let problems = located(&problems, &Sources::of(name, page));
        CaseReport { problems, cases: read.cases.iter().map(|case| result(&read, case, &games)).collect() }
    }

    /// Returns true if the page has no problems and every answer is as expected.
    ///
    /// ```
    /// let page = "# Openings\n```game\nchess\n```\n## The first move\n```moves e2\ne2e4\n```\n";
    /// assert!(!ferz::CaseReport::run("cases.md", page, Vec::new()).has_passed());
    /// ```
    pub fn has_passed(&self) -> bool {
        use ferz_text::lab::casebook::Status;
        let all = self.cases.iter().flat_map(|case| &case.questions);
        self.problems.is_empty() && all.into_iter().all(|one| one.checked.status == Status::Passed)
    }
}

fn result(page: &CasePage, case: &Case, games: &Games) -> CaseResult {
    let question = |checked: CheckedQuestion| {
        let query = &case.queries[checked.index];
        QuestionResult { head: query.head.clone(), line: query.line, checked }
    };
    let questions = run_case(page, case, games).into_iter().map(question).collect();
    CaseResult { name: case.name.clone(), line: case.line, questions }
}
