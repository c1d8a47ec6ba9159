//! Positions and moves as text.
//!
//! A FEN is read and written by [`fen`], a move by [`movetext`]. Both work on plain data ([`Setup`] and [`Move`]) and on
//! what a [`Variant`] says about names; neither knows the rules. What is written is read back to the same value.
//!
//! [`Setup`]: crate::base::Setup
//! [`Move`]: crate::base::Move
//! [`Variant`]: crate::rules::Variant

pub(crate) mod fen;
pub(crate) mod movetext;
mod shorthand;
mod token;

pub(crate) use token::{Tokens, braced, token};

/// The user's words, cut short if they are endless.
pub(crate) fn shown(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
