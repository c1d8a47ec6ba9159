//! The kinds of pieces that can keep royals from being in check.

/// The pieces that decide, apart from the attackers, whether a royal is in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shield {
    None,
    /// Royals beside the royal, or the existence of an enemy royal.
    Royals,
    /// Any pieces beside the royal.
    Near,
    /// Pieces elsewhere as well.
    More,
}
