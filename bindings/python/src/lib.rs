//! The compiled part of the Python package `ferz`. The folder `python/ferz` holds the functions that are written in
//! Python.

mod authoring;
mod board;
mod boards;
mod errors;
mod fixes;
mod long;
mod moves;
mod notation;
mod position;
mod results;
mod rules;
mod study;

use pyo3::prelude::*;

/// The compiled part of the package `ferz`.
#[pymodule]
fn _ferz(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<results::Outcome>()?;
    module.add_class::<results::Piece>()?;
    module.add_class::<results::Details>()?;
    module.add_class::<results::Explanation>()?;
    module.add_class::<results::Reason>()?;
    module.add_class::<results::SearchResult>()?;
    module.add_class::<moves::Move>()?;
    module.add_class::<moves::LegalMoves>()?;
    module.add_class::<errors::Problem>()?;
    module.add_class::<errors::Place>()?;
    module.add_class::<fixes::ProblemFix>()?;
    module.add_class::<boards::Boards>()?;
    module.add_class::<study::Study>()?;
    module.add_class::<study::Summary>()?;
    module.add_function(wrap_pyfunction!(rules::built_in, module)?)?;
    module.add_function(wrap_pyfunction!(rules::_check, module)?)?;
    module.add_function(wrap_pyfunction!(rules::dialects, module)?)?;
    module.add_function(wrap_pyfunction!(rules::game_called, module)?)?;
    module.add_function(wrap_pyfunction!(rules::format, module)?)?;
    module.add_function(wrap_pyfunction!(rules::betza, module)?)?;
    module.add_function(wrap_pyfunction!(authoring::_compare, module)?)?;
    module.add_function(wrap_pyfunction!(authoring::_telling_game, module)?)?;
    module.add_function(wrap_pyfunction!(authoring::_run_cases, module)?)?;
    module.add_function(wrap_pyfunction!(authoring::_import, module)?)?;
    module.add_function(wrap_pyfunction!(authoring::sections, module)?)?;
    module.add_function(wrap_pyfunction!(authoring::_main, module)?)?;
    module.add_function(wrap_pyfunction!(boards::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(boards::time_playouts, module)?)?;
    Ok(())
}
