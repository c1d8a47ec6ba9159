//! Tests that the server has the same text as the editor after each edit.

use super::*;

/// Reproducible pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

#[test]
fn after_random_edits_both_have_the_same_text() {
    let mut client = Client::new();
    let mut dice = Dice(44);
    for name in ["shatranj", "berolina"] {
        let path = shipped(name);
        let mut text = std::fs::read_to_string(&path).expect("a shipped file");
        assert_eq!(shown(&client.open(&path, &text)), expected(&path, &text), "{name}");
        for version in 2..22 {
            let mut changes = Vec::new();
            for _ in 0..=dice.below(3) {
                let mut places = [dice.below(text.len() + 1), 0];
                places[1] = places[0] + dice.below(12);
                let [start, end] = places.map(|at| text.floor_char_boundary(at.min(text.len())));
                let new =
                    ["", "{", "🐎", "\n", "\r\n", "piece ", "`", "\"", "é", "[T1]", "}"][dice.below(11)];
                // A lone `\r` would end a line for the server, but not for `position`.
                let [start, end] = [start, end].map(|at| {
                    if text[at..].starts_with('\n') {
                        at.saturating_sub(usize::from(text[..at].ends_with('\r')))
                    } else {
                        at
                    }
                });
                let range = json!({ "start": position(&text, start), "end": position(&text, end) });
                changes.push(json!({ "range": range, "text": new }));
                text.replace_range(start..end, new);
            }
            client.change(&path, version, Value::from(changes));
            assert_eq!(
                shown(&client.problems(&path, version)),
                expected(&path, &text),
                "{name} {version}\n{text}"
            );
        }
    }
    client.leave();
}
