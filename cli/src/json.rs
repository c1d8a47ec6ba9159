//! Formats JSON for readers: each value that fits on one line is written on one line.

use serde_json::Value;

/// The maximum length of a line, if the value can be broken.
const WIDTH: usize = 110;

/// Formats a value at an indentation of `indent` columns, after `used` columns of its first line. The text has no final
/// line end.
pub(super) fn print(value: &Value, indent: usize, used: usize) -> String {
    // Formatting a value repeatedly at each level is quadratic in its depth, but the output of a command is not deep.
    let short = value.to_string();
    if indent + used + short.len() < WIDTH {
        return short;
    }
    let inner = indent + 2;
    let field = |(name, item): (&String, &Value)| {
        let name = format!("{}: ", Value::from(name.as_str()));
        // The name is on the first line of the value, so its length counts as used.
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
