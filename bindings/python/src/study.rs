//! The Python side of studies: plays many games as lines of JSON, and summarizes them.

use crate::boards::shared;
use crate::errors::study_exception;
use crate::rules::Rules;
use pyo3::prelude::*;

/// A plan for many games with one or more sets of rules. The result of a game depends only on the rules, the settings,
/// and its number.
#[pyclass(frozen, module = "ferz._ferz", name = "_Study")]
pub struct Study(ferz_study::Study);

#[pymethods]
impl Study {
    #[new]
    fn new(
        py: Python<'_>,
        rules: Vec<(String, Py<Rules>)>,
        settings: (u32, u64, Option<u64>, u32, u32),
    ) -> Study {
        let rules = rules.into_iter().map(|(name, rules)| (name, rules.get().rules.clone())).collect();
        let (games, seed, nodes, opening, plies) = settings;
        let settings = ferz_study::Settings { games, seed, nodes, opening, plies };
        Study(py.detach(|| ferz_study::Study::new(rules, settings)))
    }

    fn head(&self) -> String {
        self.0.head().to_string()
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.0.games()).unwrap_or(usize::MAX)
    }

    /// Plays the games with these numbers and returns their lines in the same order.
    fn play(&self, py: Python<'_>, mut numbers: Vec<u64>, threads: usize) -> Vec<String> {
        let played = py.detach(|| {
            shared(&mut numbers, threads, |_, number| self.0.play(*number).map(|record| record.to_string()))
        });
        played.into_iter().flatten().collect()
    }
}

/// A summary of the games in a text.
#[pyclass(frozen, module = "ferz._ferz", name = "_Summary")]
pub struct Summary(ferz_study::Summary);

#[pymethods]
impl Summary {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Summary> {
        let read = py.detach(|| {
            ferz_study::read(text).map(|(head, records)| ferz_study::Summary::new(head, &records))
        });
        read.map(Summary).map_err(|why| study_exception(py, &why.to_string()))
    }

    fn json(&self) -> String {
        self.0.json()
    }

    fn csv(&self) -> String {
        self.0.csv()
    }

    #[pyo3(signature = (file=None))]
    fn html(&self, file: Option<&str>) -> String {
        self.0.html(file)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}
