//! Lowering of follow-ups, such as `leaving rank 1 for the first time: may drop one of [A, B]` or `after every
//! move: put A on grid`.

use super::form_values::FormValues;
use super::scope::Scope;
use crate::base::PieceTypeId;
use crate::base::source::Spanned;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{After, FollowUp, Following, Origin, PieceFilter};
use crate::statement::Read;

impl Scope<'_> {
    /// Lowers a rule such as `leaving SQUARES: drop PIECES`. Inside the block of a piece, the rule applies to that piece.
    pub(super) fn leaving(
        &self,
        mut values: FormValues,
        of: Option<(PieceTypeId, &str)>,
        origin: Origin,
    ) -> Read<FollowUp> {
        let pieces = match (of, values.find::<PieceFilter>(0)) {
            (None, pieces) => pieces.map_or(PieceFilter::ALL, |pieces| pieces.value),
            (Some(own), None) => self.own(own),
            (Some(_), Some(Spanned { span, .. })) => {
                let message = "the rule already applies to the piece in whose block it is";
                return Err(
                    Diagnostic::new(Code::UnexpectedWord, span, message).help("delete `by` and the pieces")
                );
            }
        };
        let after = After::Leaving { pieces, zone: values.value(0)?, first: values.says("first") };
        let piece_types = values.value(0)?;
        let act =
            if values.says("add") { Following::Leave(piece_types) } else { Following::Drop(piece_types) };
        let (may, shields) = (values.says("may"), values.says("that"));
        Ok(FollowUp { after, when: values.optional(0), may, act, shields, origin })
    }
}

/// Lowers a rule such as `after every move: put PIECE on SQUARES` or `after every move: advance PIECES`.
pub(super) fn after(mut values: FormValues, origin: Origin) -> Read<FollowUp> {
    let more = values.says("add");
    let act = if values.says("advance") {
        Following::Advance(values.value(0)?)
    } else {
        // The form has a piece and squares for each of the two words.
        let word = usize::from(more);
        let (piece_type, zone) = (values.value(word)?, values.value(word)?);
        Following::Put { piece_type, zone, more, ahead: values.says("where") }
    };
    let (when, may) = (values.optional(0), values.says("may"));
    Ok(FollowUp { after: After::Move, when, may, act, shields: false, origin })
}
