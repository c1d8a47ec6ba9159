//! Tests of the addresses of files in the editor.

#[test]
fn paths_come_back_from_their_uris() {
    for path in ["/games/mine.ferz", "/a b/größe [1].ferz", "/100%/x.ferz", "c:/games/x.ferz"] {
        let uri = super::of(path).map(|uri| uri.as_str().to_owned());
        assert_eq!(uri.as_deref().map(super::path).as_deref(), Some(path), "{uri:?}");
    }
    assert_eq!(super::path("file:///c%3A/x.ferz"), "c:/x.ferz");
    let odd = ["", "file://", "file://host", "%", "file:///%", "file:///%zz%ff", "untitled:x", "file:///é%"];
    let _ = odd.map(super::path);
}
