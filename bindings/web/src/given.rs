//! Reads records and positions from JavaScript objects.
//!
//! The fields are read one by one, because a parser of JSON for these types would add a tenth of the code that reads
//! PGN. Missing fields have their defaults.

use js_sys::{Array, Error, Object, Reflect};
use wasm_bindgen::prelude::*;

/// Returns a field of an object, or `None` if it is missing.
fn field(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok().filter(|value| !value.is_undefined() && !value.is_null())
}

/// Returns a field with a text.
fn text(object: &JsValue, name: &str) -> Result<String, JsValue> {
    let Some(value) = field(object, name) else { return Ok(String::new()) };
    value.as_string().ok_or_else(|| Error::new(&format!("`{name}` is not a text")).into())
}

/// Returns the items of a field with a list, each converted by a function.
fn list<T>(
    object: &JsValue,
    name: &str,
    item: &dyn Fn(JsValue) -> Result<T, JsValue>,
) -> Result<Vec<T>, JsValue> {
    let Some(value) = field(object, name) else { return Ok(Vec::new()) };
    let list = value.dyn_into::<Array>().map_err(|_| Error::new(&format!("`{name}` is not a list")))?;
    list.iter().map(item).collect()
}

fn texts(object: &JsValue, name: &str) -> Result<Vec<String>, JsValue> {
    list(object, name, &|item| Ok(item.as_string().unwrap_or_default()))
}

/// Reads a `RecordDraft`.
pub(crate) fn record(object: &JsValue) -> Result<ferz::Record, JsValue> {
    let mut record = ferz::Record::default();
    if let Some(tags) = field(object, "tags") {
        let entries = Object::entries(&Object::from(tags));
        let texts = |entry: JsValue| {
            let entry = Array::from(&entry);
            (entry.get(0).as_string().unwrap_or_default(), entry.get(1).as_string().unwrap_or_default())
        };
        record.tags = entries.iter().map(texts).collect();
    }
    record.result = text(object, "result")?;
    record.termination = Some(text(object, "termination")?).filter(|why| !why.is_empty());
    record.fen = text(object, "fen")?;
    let main = line(object)?;
    (record.comments, record.moves) = (main.comments, main.moves);
    Ok(record)
}

/// Reads a `LineDraft`.
fn line(object: &JsValue) -> Result<ferz::RecordedLine, JsValue> {
    let mut line = ferz::RecordedLine::default();
    line.comments = texts(object, "comments")?;
    line.moves = list(object, "moves", &|item| {
        let mut mv = ferz::RecordedMove::default();
        mv.text = text(&item, "move")?;
        mv.comments = texts(&item, "comments")?;
        mv.marks = list(&item, "marks", &|mark| Ok(mark.as_f64().unwrap_or_default() as u16))?;
        mv.variations = list(&item, "variations", &|item| self::line(&item))?;
        Ok(mv)
    })?;
    Ok(line)
}

/// Reads `PositionParts`.
pub(crate) fn parts(object: &JsValue) -> Result<ferz::PositionParts, JsValue> {
    let piece = |item: JsValue| {
        let [square, token, color] = ["square", "token", "color"].map(|name| text(&item, name));
        Ok(ferz::PlacedToken { square: square?, token: token?, color: color? })
    };
    Ok(ferz::PositionParts {
        pieces: list(object, "pieces", &piece)?,
        hands: text(object, "hands")?,
        turn: if text(object, "turn")? == "black" { ferz::Color::Black } else { ferz::Color::White },
        rest: text(object, "rest")?,
    })
}
