//! Reading the rules of a game that stand by themselves: royalty, entry, endings, immunity, arrivals, the first move and
//! the clock.

use super::{Lowering, ROYALTY_WORDS};
use crate::base::diagnostic::Diagnostic;
use crate::base::{PieceTypeId, Result as GameResult};
use crate::lang::resolve::amend::statements;
use crate::lang::resolve::boards::{bare_head, no_block, repeats};
use crate::lang::resolve::conditions::Place;
use crate::lang::resolve::cursor::{Cursor, Read};
use crate::lang::resolve::pieces::threats;
use crate::lang::resolve::switches::{FORKS, read_cites};
use crate::lang::syntax::Statement;
use crate::rules::{
    Admission, Binding, Border, Clock, Ending, First, Immunity, Origin, PieceFilter, Royalty, StepClass,
    Trigger,
};

impl Lowering<'_> {
    pub(super) fn about(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        while let Some((text, _)) = cursor.text() {
            self.about.push(text.to_string());
        }
        if self.about.is_empty() {
            return Err(cursor.expected("a text in quotes"));
        }
        read_cites(&mut cursor)?;
        cursor.finish()?;
        no_block(statement)
    }

    pub(super) fn royalty(&mut self, statement: &Statement) -> Read<()> {
        bare_head(statement)?;
        let mut binds = None;
        let mut facing = false;
        repeats(statements(statement.block.as_ref()), &ROYALTY_WORDS, &mut self.problems);
        for line in statements(statement.block.as_ref()) {
            let mut cursor = Cursor::of(line);
            cursor.could_be(&FORKS);
            match cursor.one_of("a statement about royals", &ROYALTY_WORDS)? {
                "check" => {
                    cursor.keyword("binds")?;
                    let binding = match cursor
                        .one_of("when check binds", &["always", "never", "leader", "all", "when"])?
                    {
                        "always" => Binding::Always,
                        "never" => Binding::Never,
                        "leader" => Binding::Leader,
                        "all" => Binding::AllRoyals,
                        _ => {
                            cursor.keyword("royals")?;
                            cursor.symbol("=")?;
                            let (number, span) = cursor.number("1")?;
                            if number != 1 {
                                return Err(Box::new(
                                    Diagnostic::error("bad-number", span, "check can bind when one royal is left, not when there are others")
                                        .help("write `check binds when royals = 1`, or `always`, `never`, `leader`, `all`"),
                                ));
                            }
                            Binding::OneRoyal
                        }
                    };
                    binds = Some(binding);
                }
                _ => {
                    cursor.keyword("may")?;
                    cursor.keyword("not")?;
                    cursor.keyword("face")?;
                    facing = true;
                }
            }
            read_cites(&mut cursor)?;
            cursor.finish()?;
            no_block(line)?;
        }
        if let Some(other) = &self.royalty {
            return Err(Box::new(
                Diagnostic::error("said-twice", statement.span, "`royalty` is said twice")
                    .label(other.origin.0, "first here"),
            ));
        }
        self.royalty =
            Some(Royalty { binds: binds.unwrap_or(Binding::Always), facing, origin: Origin(statement.span) });
        Ok(())
    }

    /// Lines `REGION: PIECES`, and `border REGION: PIECES orthogonal`.
    pub(super) fn entry(&mut self, statement: &Statement) -> Read<()> {
        bare_head(statement)?;
        for line in statements(statement.block.as_ref()) {
            let result = self.entry_line(line);
            self.note(result);
        }
        Ok(())
    }

    fn entry_line(&mut self, line: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(line);
        let border = cursor.eat("border");
        cursor.could_be(&FORKS);
        let zone = self.scope.zone(&mut cursor)?;
        cursor.symbol(":")?;
        let pieces = self.scope.pieces(&mut cursor)?;
        let origin = Origin(line.span);
        if border {
            let by = match cursor.one_of("how the border is crossed", &["orthogonally", "diagonally"])? {
                "orthogonally" => StepClass::Orthogonal,
                _ => StepClass::Diagonal,
            };
            self.borders.push(Border { zone, pieces, by, origin });
        } else {
            self.admissions.push(Admission { zone, pieces, origin });
        }
        read_cites(&mut cursor)?;
        cursor.finish()?;
        no_block(line)
    }

    pub(super) fn ending(&mut self, statement: &Statement) -> Read<()> {
        bare_head(statement)?;
        for line in statements(statement.block.as_ref()) {
            let result = self.ending_line(line);
            self.note(result);
        }
        Ok(())
    }

    /// `NAME: win|loss|draw [when ...]`
    fn ending_line(&mut self, line: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(line);
        cursor.could_be(&FORKS);
        if !line.items.iter().any(|item| item.is_symbol(":"))
            && let Some(problem) = cursor.misspelt()
        {
            return Err(problem);
        }
        let (name, span) = cursor.word("the name of the ending")?;
        cursor.symbol(":")?;
        let result =
            match cursor.one_of("a result for the player whose turn it is", &["win", "loss", "draw"])? {
                "win" => GameResult::Win,
                "loss" => GameResult::Loss,
                _ => GameResult::Draw,
            };
        let trigger = if cursor.eat("when") {
            if cursor.eat("repeated") {
                let (times, span) = cursor.number("how often the position must have occurred")?;
                if times < 2 {
                    return Err(Box::new(
                        Diagnostic::error(
                            "bad-number",
                            span,
                            "a position is repeated when it occurs at least twice",
                        )
                        .help("write `repeated 3` for the third time"),
                    ));
                }
                Trigger::Repetition(times)
            } else if cursor.eat("quiet") {
                Trigger::Quiet(cursor.number("a number of plies")?.0)
            } else {
                Trigger::When(self.scope.condition(&mut cursor, Place::Ending)?)
            }
        } else {
            match name {
                "checkmate" => Trigger::Checkmate,
                "stalemate" => Trigger::Stalemate,
                _ => {
                    if let Some(problem) = cursor.misspelt() {
                        return Err(problem);
                    }
                    let problem = Diagnostic::error(
                        "ending-without-condition",
                        span,
                        format!("it is not said when `{name}` ends the game"),
                    );
                    let help = "only `checkmate` and `stalemate` need no condition; add `when ...`";
                    return Err(Box::new(problem.suggest_or(name, ["checkmate", "stalemate"], help)));
                }
            }
        };
        read_cites(&mut cursor)?;
        cursor.finish()?;
        if let Some(other) = self.endings.iter().find(|ending| ending.name == name) {
            return Err(Box::new(
                Diagnostic::error("duplicate-name", span, format!("the ending `{name}` is there twice"))
                    .label(other.origin.0, "first here"),
            ));
        }
        self.endings.push(Ending { name: name.to_string(), trigger, result, origin: Origin(line.span) });
        no_block(line)
    }

    /// `immune PIECES to capture, exchange`
    pub(super) fn immune(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        let pieces = self.scope.pieces(&mut cursor)?;
        let to = threats(&mut cursor)?;
        read_cites(&mut cursor)?;
        cursor.finish()?;
        self.rules.immunities.push(Immunity { pieces, to, origin: Origin(statement.span) });
        no_block(statement)
    }

    /// `arriving PIECES at REGION: ...`: a trigger of every piece it may concern.
    pub(super) fn arriving(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        let arrival = self.scope.arrival(&mut cursor, statement.span, None)?;
        read_cites(&mut cursor)?;
        cursor.finish()?;
        for id in (0..=u16::MAX).map(PieceTypeId).take(self.scope.piece_types.len()) {
            if let Some(piece_type) = self.scope.piece_types.get_mut(id.index())
                && may_be(&arrival.pieces, id, piece_type.royal.is_some())
            {
                piece_type.arrivals.push(arrival.clone());
            }
        }
        no_block(statement)
    }

    /// `first move white`
    pub(super) fn first(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        cursor.keyword("move")?;
        self.first = match cursor.one_of("who moves first", &["white", "dice"])? {
            "white" => First::White,
            _ => First::Dice,
        };
        read_cites(&mut cursor)?;
        cursor.finish()?;
        no_block(statement)
    }

    /// `clock resets on PIECES`
    pub(super) fn clock(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        cursor.keyword("resets")?;
        cursor.keyword("on")?;
        self.clock = Some(Clock { pieces: self.scope.pieces(&mut cursor)? });
        read_cites(&mut cursor)?;
        cursor.finish()?;
        no_block(statement)
    }
}

/// Whether a piece type could be among the pieces meant, wherever it stands.
fn may_be(pieces: &PieceFilter, piece_type: PieceTypeId, royal: bool) -> bool {
    match pieces {
        PieceFilter::PieceTypes(piece_types) => piece_types.contains(&piece_type),
        PieceFilter::Every(all) => all.iter().all(|pieces| may_be(pieces, piece_type, royal)),
        PieceFilter::AnyOf(any) => any.iter().any(|pieces| may_be(pieces, piece_type, royal)),
        PieceFilter::Not(_) => true,
        pieces => royal || !pieces.asks_royals(),
    }
}
