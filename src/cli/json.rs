//! JSON as a person likes to read it: whatever fits on a line stays on it.

use serde_json::Value;

/// No line is longer if it can be helped.
const WIDTH: usize = 110;

/// The text of a value that stands `indent` deep behind `used` columns of its line, without a line end.
pub(super) fn print(value: &Value, indent: usize, used: usize) -> String {
    let short = value.to_string();
    if indent + used + short.len() < WIDTH {
        return short;
    }
    let inner = indent + 2;
    let field = |(name, item): (&String, &Value)| {
        let name = format!("{}: ", Value::from(name.as_str()));
        let item = print(item, inner, name.len());
        name + &item
    };
    let (open, items, close): (char, Vec<String>, char) = match value {
        Value::Array(items) => ('[', items.iter().map(|item| print(item, inner, 0)).collect(), ']'),
        Value::Object(fields) => ('{', fields.iter().map(field).collect(), '}'),
        _ => return short,
    };
    let items = items.join(&format!(",\n{:inner$}", ""));
    format!("{open}\n{:inner$}{items}\n{:indent$}{close}", "", "")
}
