//! Tests of single functions.

mod betza_canonical;
mod lsp_completion;
mod lsp_layout;
mod lsp_text;
mod lsp_transport;
mod lsp_uri;
mod ongoing;
mod protocol_dialect;
mod screen_layout;
#[cfg(unix)]
mod screen_terminal;
mod screen_theme;
mod strength;
