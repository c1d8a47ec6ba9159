//! The steps of a class whose bitboard is moved with shifts.

/// One step, or two steps over an empty square, of all pieces that can make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift<B> {
    /// The squares from which the step is possible.
    pub from: B,
    /// The distance of the shift in bits.
    pub by: u16,
    /// The distance of the second step in bits, or 0 if there is only one step.
    pub on: u16,
}

/// The steps of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shifts<B> {
    /// The steps without capture.
    pub quiet: Vec<Shift<B>>,
    /// The steps with capture.
    pub capture: Vec<Shift<B>>,
    /// The double steps without capture.
    pub doubles: Vec<Shift<B>>,
}
