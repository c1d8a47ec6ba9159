//! Functions for the authors of games, and the command line. Data passes to Python as JSON in the format that
//! `docs/book/json.md` describes.

use crate::errors::{ErrorKind, exception};
use crate::rules::Rules;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn json(data: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(data).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Compares two games, and returns their differences as JSON.
#[pyfunction]
pub fn _compare(py: Python<'_>, one: &Rules, other: &Rules) -> PyResult<String> {
    py.detach(|| json(&ferz::Comparison::new(&one.rules, &other.rules)))
}

/// Searches for a game whose last position shows a difference between two games. Returns it as JSON, or `None` if the
/// time is up first.
#[pyfunction]
pub fn _telling_game(py: Python<'_>, one: &Rules, other: &Rules, seconds: f64) -> PyResult<Option<String>> {
    let end = Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e6));
    let found =
        py.detach(|| ferz::Comparison::telling_game(&one.rules, &other.rules, &|| Instant::now() < end));
    found.map(|game| json(&game)).transpose()
}

/// Runs the cases of a page, and returns the report as JSON. `texts` holds the path and the text of each game beside
/// the page.
#[pyfunction]
pub fn _run_cases(py: Python<'_>, name: &str, page: &str, texts: Vec<(String, String)>) -> PyResult<String> {
    py.detach(|| json(&ferz::CaseReport::run(name, page, texts)))
}

/// Translates a game of another program to a rule file, and returns it as JSON. `source` contains the name of an
/// [`ferz::ExportFormat`], and the name of the file.
#[pyfunction]
pub fn _import(
    py: Python<'_>,
    source: (String, String),
    text: &str,
    section: &str,
    approximate: bool,
) -> PyResult<String> {
    let (format, file) = &source;
    let format = ferz::ExportFormat::named(format).ok_or_else(|| {
        let names: Vec<&str> = ferz::ExportFormat::all().map(ferz::ExportFormat::name).collect();
        PyValueError::new_err(format!("no format `{format}`; there are {}", names.join(", ")))
    })?;
    let imported = py.detach(|| ferz::Import::read(format, file, text, section, approximate));
    json(&imported.map_err(|error| exception(py, &error, ErrorKind::Rules))?)
}

/// Returns the names of the sections of a `variants.ini` in the order of the file.
#[pyfunction]
pub fn sections(ini: &str) -> Vec<String> {
    ferz::Import::sections(ini)
}

/// Runs the program `ferz` with these arguments, and returns its exit code. The first argument is the name of the
/// program.
#[pyfunction]
pub fn _main(py: Python<'_>, args: Vec<OsString>) -> u8 {
    let code = py.detach(|| ferz::main_with(args));
    // The standard library has no other way to read an exit code.
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == code).unwrap_or(1)
}
