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

/// The texts that are put in. The first one deletes.
const PIECES: [&str; 15] =
    ["", "{", "🐎", "\n", "\r\n", "\r", "\0", "\u{2028}", "e\u{301}", "piece ", "`", "\"", "é", "[T1]", "}"];

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
                let new = PIECES[dice.below(PIECES.len())];
                // A place between the two characters of a line end is none.
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
            assert_eq!(client.text(&path), text, "{name} {version}");
            assert_eq!(
                shown(&client.problems(&path, version)),
                expected(&path, &text),
                "{name} {version}\n{text}"
            );
        }
    }
    client.leave();
}

#[test]
fn positions_are_in_utf_16_units_whatever_ends_a_line() {
    let path = folder("lsp-line-ends").join("mine.ferz");
    let mut client = Client::new();
    let lines = MINE.replace("\"Mine\"", "\"Mine \u{2028}🐎\"  # \u{85}").replace("region", "\u{2028}regoin");
    let long = format!("{lines}# {}\0\n", "🐎 ".repeat(20_000));
    let half = |end: &str| long.replacen('\n', end, 5);
    for (version, text) in
        [long.clone(), long.replace('\n', "\r"), long.replace('\n', "\r\n"), half("\r"), half("\r\n")]
            .into_iter()
            .enumerate()
    {
        let shown_now = match version {
            0 => client.open(&path, &text),
            _ => client.replace(&path, version as i64 + 1, &text),
        };
        assert_eq!(shown(&shown_now), expected(&path, &text), "{version}");
        assert_eq!(client.text(&path), text);
        // A hint stands behind a notation, and a fold ends where its block does.
        let range = json!({ "start": position(&text, 0), "end": position(&text, text.len()) });
        let params = json!({ "textDocument": { "uri": uri(&path) }, "range": range });
        let hints = client.ask("textDocument/inlayHint", params);
        assert_eq!(hints[0]["position"], position(&text, text.find("`K`").expect("a notation") + 3));
        let folds = client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": uri(&path) } }));
        assert_eq!(folds[0]["startLine"], 4, "{folds}");
    }
    client.leave();
}
