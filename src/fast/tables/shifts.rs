//! Steps of a whole class, by which its bitboard is shifted.

/// One step, or two of which the first leads to an empty square, for all pieces that may make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift<B> {
    /// The squares it may be made from.
    pub from: B,
    /// The distance by which the bits are shifted.
    pub by: u16,
    /// The distance of a second step; 0 if there is none.
    pub on: u16,
}

/// The steps of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shifts<B> {
    /// Without capture.
    pub quiet: Vec<Shift<B>>,
    /// With capture.
    pub capture: Vec<Shift<B>>,
    /// Two at once, without capture.
    pub doubles: Vec<Shift<B>>,
}
