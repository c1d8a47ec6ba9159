//! Lowering of follow-ups, such as `leaving rank 1 for the first time: may drop one of [A, B]` or `after every
//! move: put A on grid`.

use super::conditions::Moment;
use super::scope::Scope;
use crate::base::PieceTypeId;
use crate::rules::{After, Condition, FollowUp, Following, Origin, PieceFilter};
use crate::statement::{Cursor, Read};

impl Scope<'_> {
    /// Reads a rule after `leaving`: `SQUARES [by PIECES] [for the first time] [when CONDITION]: [may] drop
    /// PIECES`. Inside the block of a piece, the rule applies to that piece.
    pub(super) fn leaving(
        &self,
        cursor: &mut Cursor,
        of: Option<(PieceTypeId, &str)>,
        origin: Origin,
    ) -> Read<FollowUp> {
        let zone = self.zone(cursor)?;
        let pieces = match of.map(|own| self.own(own)) {
            Some(own) => own,
            None if cursor.eat("by") => self.pieces(cursor)?,
            None => PieceFilter::ALL,
        };
        let first = cursor.eat("for the first time");
        let (when, may) = self.terms(cursor)?;
        cursor.one_of("what follows", &[("drop", ()), ("drops", ())])?;
        cursor.eat("one of");
        let act = Following::Drop(self.dropped(cursor)?);
        Ok(FollowUp { after: After::Leaving { pieces, zone, first }, when, may, act, origin })
    }

    /// Reads a rule after `after`: `every move [when CONDITION]: [may] put | add PIECE on SQUARES`.
    pub(super) fn after(&self, cursor: &mut Cursor, origin: Origin) -> Read<FollowUp> {
        cursor.keyword("every move")?;
        let (when, may) = self.terms(cursor)?;
        let more = cursor.one_of("what follows", &[("put", false), ("add", true)])?;
        let piece_type = self.one_piece_type(cursor, None)?;
        cursor.keyword("on")?;
        let zone = self.zone(cursor)?;
        let act = Following::Put { piece_type, zone, more };
        Ok(FollowUp { after: After::Move, when, may, act, origin })
    }

    /// Reads `[when CONDITION]: [may]`.
    fn terms(&self, cursor: &mut Cursor) -> Read<(Option<Condition>, bool)> {
        let when = cursor.eat("when").then(|| self.condition(cursor, Moment::ByItself)).transpose()?;
        cursor.symbol(":")?;
        Ok((when, cursor.eat("may")))
    }
}
