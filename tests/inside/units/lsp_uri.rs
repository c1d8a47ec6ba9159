//! Tests of the addresses of files in the editor.

use ferz_lsp::uri;

#[test]
fn paths_come_back_from_their_uris() {
    for path in ["/games/mine.ferz", "/a b/größe [1].ferz", "/100%/x.ferz", "c:/games/x.ferz"] {
        let written = uri::of(path).map(|written| written.as_str().to_owned());
        assert_eq!(written.as_deref().map(uri::path).as_deref(), Some(path), "{written:?}");
    }
    assert_eq!(uri::path("file:///c%3A/x.ferz"), "c:/x.ferz");
    let odd = ["", "file://", "file://host", "%", "file:///%", "file:///%zz%ff", "untitled:x", "file:///é%"];
    let _ = odd.map(uri::path);
}
