//! Pieces that keep royals from being in check.

/// The other pieces that decide, beside its attackers, if a royal is in check.
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
