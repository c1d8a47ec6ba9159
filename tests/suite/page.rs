//! Tests of the command `ferz page`, which writes a game as one HTML file.

use super::help::{code, err, ferz_in, folder, out};
use std::fs;
use std::path::Path;

fn page(folder: &Path, args: &[&str]) -> String {
    let output = ferz_in(folder, &[&["page"], args, &["-o", "page.html"]].concat());
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    assert_eq!(out(&output), "page.html\n");
    fs::read_to_string(folder.join("page.html")).expect("a page")
}

#[test]
fn a_page_without_a_runtime_has_the_rules_and_a_note() {
    let folder = folder("page-plain");
    let text = page(&folder, &["tamerlane"]);
    assert!(text.contains("<p><b>Reading:</b> the answers of the file.</p>"), "{text}");
    assert!(
        text.contains("<p><b>Array:</b> masculine.</p>") && text.contains("color-scheme:light dark"),
        "{text}"
    );
    for part in [
        "<h1>Tamerlane Chess</h1>",
        "[F-W-W-R]",
        "<svg",
        "Questions on which the sources differ",
        "made without a runtime",
    ] {
        assert!(text.contains(part), "{part}");
    }
    assert!(text.contains("script-src 'none'") && !text.contains("<script"));
    // The default is pictures.
    let letters = page(&folder, &["tamerlane", "--pieces", "letters"]);
    assert!(text.contains("#ferz-giraffe") && !letters.contains("#ferz-giraffe"));
    // The command overwrites a page that it has written, but no other file.
    page(&folder, &["chess"]);
    fs::write(folder.join("page.html"), "mine").expect("a file");
    let output = ferz_in(&folder, &["page", "chess", "-o", "page.html"]);
    assert_eq!(code(&output), Some(2));
    assert!(err(&output).contains("not a page that ferz wrote"), "{}", err(&output));
}

#[test]
fn a_page_allows_only_the_runtime_with_its_hash() {
    let folder = folder("page-runtime");
    fs::write(folder.join("run.js"), "//ferz-runtime 1 sha256-abc+/=\nplay()").expect("a file");
    let text = page(&folder, &["tamerlane/third@wikibooks", "--runtime", "run.js"]);
    assert!(text.contains("<p><b>Reading:</b> Wikibooks. "), "{text}");
    assert!(text.contains("script-src 'sha256-abc+/=' 'wasm-unsafe-eval'"), "{}", &text[..900]);
    assert!(text.contains("<script>play()</script>"));
    // The page contains the game with all its choices.
    assert!(text.contains(r#""array":"third""#) && text.contains(r#"{"game":"tamerlane.ferz""#));
    for wrong in
        ["play()", "//ferz-runtime 1 'unsafe-inline'\nplay()", "//ferz-runtime 1 sha256-a\n</SCRIPT>"]
    {
        fs::write(folder.join("run.js"), wrong).expect("a file");
        let output = ferz_in(&folder, &["page", "chess", "-o", "page.html", "--runtime", "run.js"]);
        assert_eq!(code(&output), Some(2), "{wrong}");
        assert!(err(&output).contains("not a runtime for pages"), "{}", err(&output));
    }
}

#[test]
fn the_page_escapes_text_from_files() {
    let folder = folder("page-hostile");
    let rules = "variant evil \"<script>alert(1)</script>\"\nabout \"</style><img src=x onerror=alert(1)>\" [E]\n\
        note \"javascript:alert(2)\" [E1]\nsource evil as E \"javascript:alert(3)\" {\n  address \"javascript:alert(4)\"\n  \
        title \"data:text/html,<script>alert(5)</script>\"\n  place E1 \"<a href=javascript:alert(6)>page</a>\"\n}\n\
        board { grid 3 x 4; black is white mirrored }\npiece chief C `K` royal\n\
        ending { checkmate: loss; stalemate: draw }\narray usual \"<b>\" { 1 | . C . }\n";
    fs::write(folder.join("evil.ferz"), rules).expect("a file");
    fs::write(folder.join("run.js"), "//ferz-runtime 1 sha256-abc\nplay()").expect("a file");
    let text = page(&folder, &["evil.ferz", "--runtime", "run.js"]);
    assert!(!text.contains("<script>alert") && !text.contains("<img"));
    assert_eq!(text.matches("<script").count(), 2);
    assert_eq!(text.matches("</script>").count(), 2);
    // An address is a text unless it is one of the web, and no text is an attribute.
    assert!(text.contains("javascript:alert(4)") && !text.contains("<a href=javascript"), "{text}");
    for scheme in ["javascript:", "data:text"] {
        assert!(
            !text.contains(&format!("=\"{scheme}")) && !text.contains(&format!("='{scheme}")),
            "{scheme}"
        );
    }
}
