//! Games of other programs for JavaScript: a thin layer over [`ferz::Import`] and [`ferz::Rules::export`].
//!
//! Objects are passed as JSON. Their fields are those of `ferz import --json` and `ferz export --json`.
#![allow(missing_docs, reason = "the TypeScript section below describes what JavaScript sees")]

#[path = "../../web/src/border.rs"]
mod border;

use border::{Options, loader, object, thrown, value};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A rule that is not in the rule file, with the reason. `differs` is true if the games differ for that reason. */
export interface Omission { name: string; value: string; reason: string; from?: string; differs: boolean }
/** A game of another program as a rule file. `files` has the texts of the other files that it extends, by name. */
export interface Imported { name: string; text: string; omissions: Omission[]; files?: Record<string, string> }
/** The form of a text: a file like `variants.ini`, a page, or the lines of an engine. */
export type BridgeFormat = "fairy-stockfish" | "interactive-diagram" | "xboard";
/** A game in the format of another program, and the rules that the format cannot express. */
export interface Exported { text: string; problems: { message: string }[] }
export interface ExportOptions { array?: string; reading?: string; switches?: Record<string, string>; files?: Record<string, string>; readings?: string }
"#;

fn named(format: &str) -> Result<ferz::ExportFormat, JsValue> {
    let unknown = || js_sys::Error::new(&format!("no format `{format}`")).into();
    ferz::ExportFormat::named(format).ok_or_else(unknown)
}

/// Returns the names of the sections of a `variants.ini` in the order of the file.
#[wasm_bindgen]
pub fn sections(ini: &str) -> Vec<String> {
    ferz::Import::sections(ini)
}

/// Translates a game of another program to a rule file. Rules that no rule file can express are among the omissions.
#[wasm_bindgen(js_name = importGame, unchecked_return_type = "Imported")]
pub fn import_game(
    #[wasm_bindgen(unchecked_param_type = "BridgeFormat")] format: &str,
    file: &str,
    text: &str,
    section: &str,
) -> Result<JsValue, JsValue> {
    let imported = ferz::Import::read(named(format)?, file, text, section, true);
    object(&imported.map_err(|error| thrown(&error))?)
}

#[derive(Serialize)]
struct Exported {
    text: String,
    problems: Vec<ferz::Problem>,
}

/// Writes a game in the format of another program. Rules that the format cannot express are left out of the text and
/// are among the problems.
#[wasm_bindgen(js_name = exportGame, unchecked_return_type = "Exported")]
pub fn export_game(
    #[wasm_bindgen(unchecked_param_type = "BridgeFormat")] format: &str,
    game: &str,
    #[wasm_bindgen(unchecked_param_type = "ExportOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let (format, options) = (named(format)?, value::<Options>(options)?);
    let rules = loader(options).load(game).map_err(|error| thrown(&error))?;
    let problems = rules.export(format, false).err().map_or_else(Vec::new, |error| error.problems());
    let text = rules.export(format, true).map_err(|error| thrown(&error))?;
    object(&Exported { text, problems })
}
