//! The conversion of values, errors, and the options of a game between Rust and JavaScript, for both browser modules.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

/// Converts a value to a JavaScript object, through JSON.
pub(crate) fn object(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let text = serde_json::to_string(value).map_err(|error| JsValue::from_str(&error.to_string()))?;
    js_sys::JSON::parse(&text)
}

/// Converts a JavaScript value, or returns the default if the value is missing.
pub(crate) fn value<T: for<'a> Deserialize<'a> + Default>(value: &JsValue) -> Result<T, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    let text = String::from(js_sys::JSON::stringify(value)?);
    serde_json::from_str(&text).map_err(|error| js_sys::Error::new(&error.to_string()).into())
}

/// Converts an error to a JavaScript `Error` with the property `problems`.
pub(crate) fn thrown(error: &ferz::Error) -> JsValue {
    let thrown = js_sys::Error::new(&error.to_string());
    if let Ok(problems) = object(&error.problems()) {
        let _ = js_sys::Reflect::set(&thrown, &"problems".into(), &problems);
    }
    thrown.into()
}

/// The options of a game.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    array: Option<String>,
    reading: Option<String>,
    switches: BTreeMap<String, String>,
    files: BTreeMap<String, String>,
    readings: Option<String>,
}

/// Returns a loader with these options.
pub(crate) fn loader(options: Options) -> ferz::Loader<'static> {
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
    options.switches.into_iter().fold(loader, |loader, (name, value)| loader.switch(name, value))
}
