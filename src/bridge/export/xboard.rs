//! XBoard.
use super::{Export, Survey};
use crate::rules::Variant;
pub(super) fn write(variant: &Variant) -> Export {
    let survey = Survey::new(variant);
    Export { text: String::new(), obstacles: survey.obstacles }
}
