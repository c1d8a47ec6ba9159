//! Converts paths to URIs and back.

use lsp_types::Uri;
use std::str::FromStr;

/// The scheme of file URIs.
const SCHEME: &str = "file://";

/// Returns the path of a file URI. Any other URI, such as that of an unsaved document, is returned unchanged.
pub fn path(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix(SCHEME) else { return uri.to_owned() };
    // In `file://HOST/PATH`, the host comes before the first slash of the path.
    let path = rest.find('/').map_or("", |at| &rest[at..]);
    let path = decoded(path);
    // `/c:/games` stands for `c:/games`.
    let is_drive = path.len() > 2 && path.as_bytes()[2] == b':' && path.as_bytes()[1].is_ascii_alphabetic();
    if is_drive { path[1..].to_owned() } else { path }
}

/// Returns the URI of a path.
pub fn of(path: &str) -> Option<Uri> {
    if path.contains("://") || path.starts_with("untitled:") {
        return Uri::from_str(path).ok();
    }
    let path = path.replace('\\', "/");
    let lead = if path.starts_with('/') { "" } else { "/" };
    let encoded = |byte: u8| match byte.is_ascii_alphanumeric() || b"/.-_~".contains(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    Uri::from_str(&format!("{SCHEME}{lead}{}", path.bytes().map(encoded).collect::<String>())).ok()
}

/// Decodes percent-encoded bytes such as `%20`. If the result is not UTF-8, the text is returned unchanged.
fn decoded(text: &str) -> String {
    let mut plain = Vec::with_capacity(text.len());
    for (number, part) in text.split('%').enumerate() {
        let code = part.get(..2).filter(|_| number > 0).and_then(|code| u8::from_str_radix(code, 16).ok());
        plain.extend(code.or((number > 0).then_some(b'%')));
        plain.extend(&part.as_bytes()[if code.is_some() { 2 } else { 0 }..]);
    }
    String::from_utf8(plain).unwrap_or_else(|_| text.to_owned())
}
