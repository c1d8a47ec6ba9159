//! Games of other programs for JavaScript: a thin layer over [`ferz::Import`] and [`ferz::Rules::export`].
//!
//! Objects cross the border as JSON. Their fields are those of `ferz import --json` and `ferz export --json`.
#![allow(missing_docs, reason = "the TypeScript section below describes what JavaScript sees")]

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A rule that is not in the rule file, with the reason. `differs` is true if the games differ for that reason. */
export interface Omission { name: string; value: string; reason: string; from?: string; differs: boolean }
/** A game of another program as a rule file. */
export interface Imported { name: string; text: string; omissions: Omission[] }
/** The form of a text: a file like `variants.ini`, a page, or the lines of an engine. */
export type BridgeFormat = "fairy-stockfish" | "interactive-diagram" | "xboard";
/** A game in the format of another program, and the rules that the format cannot say. */
export interface Exported { text: string; problems: { message: string }[] }
export interface ExportOptions { array?: string; reading?: string; switches?: Record<string, string>; files?: Record<string, string>; readings?: string }
"#;

/// Converts a value to a JavaScript object by way of JSON.
fn object(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let text = serde_json::to_string(value).map_err(|error| JsValue::from_str(&error.to_string()))?;
    js_sys::JSON::parse(&text)
}

/// Converts an error to a JavaScript `Error` with the property `problems`.
fn thrown(error: &ferz::Error) -> JsValue {
    let thrown = js_sys::Error::new(&error.to_string());
    if let Ok(problems) = object(&error.problems()) {
        let _ = js_sys::Reflect::set(&thrown, &"problems".into(), &problems);
    }
    thrown.into()
}

/// Returns the names of the sections of a `variants.ini` in the order of the file.
#[wasm_bindgen]
pub fn sections(ini: &str) -> Vec<String> {
    ferz::Import::sections(ini)
}

/// Translates a game of another program to a rule file. Rules that no rule file can say are among the omissions.
#[wasm_bindgen(js_name = importGame, unchecked_return_type = "Imported")]
pub fn import_game(
    #[wasm_bindgen(unchecked_param_type = "BridgeFormat")] format: &str,
    file: &str,
    text: &str,
    section: &str,
) -> Result<JsValue, JsValue> {
    let imported = match format {
        "interactive-diagram" => ferz::Import::diagram(file, text),
        "xboard" => ferz::Import::xboard(file, text),
        _ => ferz::Import::fairy_stockfish(file, text, section, true),
    };
    object(&imported.map_err(|error| thrown(&error))?)
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    array: Option<String>,
    reading: Option<String>,
    switches: BTreeMap<String, String>,
    files: BTreeMap<String, String>,
    readings: Option<String>,
}

#[derive(Serialize)]
struct Exported {
    text: String,
    problems: Vec<ferz::Problem>,
}

/// Writes a game in the format of another program. Rules that the format cannot say are left out of the text and are
/// among the problems.
#[wasm_bindgen(js_name = exportGame, unchecked_return_type = "Exported")]
pub fn export_game(
    #[wasm_bindgen(unchecked_param_type = "BridgeFormat")] format: &str,
    game: &str,
    #[wasm_bindgen(unchecked_param_type = "ExportOptions")] options: &JsValue,
) -> Result<JsValue, JsValue> {
    let text = String::from(js_sys::JSON::stringify(options)?);
    let options: Options =
        serde_json::from_str(&text).map_err(|error| js_sys::Error::new(&error.to_string()))?;
    let format = ferz::ExportFormat::named(format)
        .ok_or_else(|| js_sys::Error::new(&format!("no format `{format}`")))?;
    let rules = load(game, options).map_err(|error| thrown(&error))?;
    let problems = rules.export(format, false).err().map_or_else(Vec::new, |error| error.problems());
    let text = rules.export(format, true).map_err(|error| thrown(&error))?;
    object(&Exported { text, problems })
}

fn load(game: &str, options: Options) -> Result<ferz::Rules, ferz::Error> {
    let mut loader = ferz::Loader::new();
    for (path, text) in options.files {
        loader = loader.text(path, text);
    }
    if let Some(text) = options.readings {
        loader = loader.readings("readings.toml", text);
    }
    if let Some(array) = options.array {
        loader = loader.array(array);
    }
    if let Some(reading) = options.reading {
        loader = loader.reading(reading);
    }
    options.switches.into_iter().fold(loader, |loader, (name, value)| loader.switch(name, value)).load(game)
}
