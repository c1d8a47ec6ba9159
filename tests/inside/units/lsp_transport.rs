//! Tests of the messages of the editor.

use ferz_lsp::transport::body;

#[test]
fn messages_are_found_among_invalid_input() {
    let text = "rubbish\n\r\nContent-Length: x\r\n\r\nContent-Length: 99999999999999999999\r\n\r\n\
                content-length:2\r\nContent-Type: x\r\n\r\n{}Content-Length: 9\r\n\r\nshort";
    let mut input = text.as_bytes();
    assert_eq!(body(&mut input).as_deref(), Some(&b"{}"[..]));
    assert_eq!(body(&mut input), None);
}
