//! Pieces that keep royals from being in check.

/// Which other pieces decide, beside those that attack it, whether a royal is in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shield {
    None,
    /// Royals beside it, or that the enemy has any.
    Royals,
    /// Pieces beside it.
    Near,
    /// Others as well.
    More,
}
