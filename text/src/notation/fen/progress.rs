//! The field for the next move in a turn of several moves: `turn=2/3` stands for the second of three.

use super::reader::{FenReader, Field};
use crate::base::{Progress, Setup};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::notation::shown;
use crate::rules::{Turns, Variant};

/// Writes the field. Returns `None` if the position is at the beginning of a turn of the expected length.
pub(super) fn write(variant: &Variant, setup: &Setup) -> Option<String> {
    let Progress { number, of } = setup.progress;
    (setup.progress != variant.due_turn(setup)).then(|| format!("{number}/{of}"))
}

/// Reads the field and records the progress of the turn.
pub(super) fn read(reader: &mut FenReader, value: Field) {
    let number = |text: &str| {
        text.parse::<u8>()
            .ok()
            .filter(|n| text.bytes().all(|b| b.is_ascii_digit()) && (1..=Turns::MAX).contains(n))
    };
    let parts = value.text.split_once('/').and_then(|(next, of)| Some((number(next)?, number(of)?)));
    match parts.filter(|(next, of)| next <= of) {
        Some((number, of)) => reader.progress = Some(Progress { number, of }),
        None => {
            let message = format!("`{}` does not say which move of a turn is next", shown(value.text));
            let help = "write its number and the number of moves in the turn, such as `1/2` or `2/2`";
            reader.problems.push(Diagnostic::new(Code::FenTurn, value.span, message).help(help));
        }
    }
}
