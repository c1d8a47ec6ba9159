//! JSON as a person likes to read it: whatever fits on a line stays on it.

use serde_json::Value;

/// No line is longer if it can be helped.
const WIDTH: usize = 110;

/// The text of a value, without a line end.
pub(super) fn print(value: &Value) -> String {
    let mut text = String::new();
    put(&mut text, value, 0, 0);
    text
}

/// Appends `value`, which stands `indent` deep behind `used` columns of its line.
fn put(text: &mut String, value: &Value, indent: usize, used: usize) {
    let short = value.to_string();
    if indent + used + short.len() < WIDTH {
        text.push_str(&short);
        return;
    }
    let inner = indent + 2;
    let line = |text: &mut String, depth: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', depth));
    };
    match value {
        Value::Array(items) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { "," });
                line(text, inner);
                put(text, item, inner, 0);
            }
            line(text, indent);
            text.push(']');
        }
        Value::Object(fields) => {
            text.push('{');
            for (i, (name, item)) in fields.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { "," });
                line(text, inner);
                let name = Value::from(name.as_str()).to_string();
                text.push_str(&name);
                text.push_str(": ");
                put(text, item, inner, name.len() + 2);
            }
            line(text, indent);
            text.push('}');
        }
        _ => text.push_str(&short),
    }
}
