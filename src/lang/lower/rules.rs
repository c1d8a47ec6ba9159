//! Reading the rules of a game that stand by themselves: royalty, entry, endings, immunity, arrivals, the first move and
//! the clock.

use super::Lowering;
use super::bodies::threats;
use super::conditions::Place as Moment;
use crate::base::diagnostic::Diagnostic;
use crate::base::{PieceTypeId, Result as GameResult};
use crate::lang::statement::{Cursor, Line, Read, repeats};
use crate::lang::vocabulary::{Keyword, Place, Word};
use crate::rules::{
    Admission, Binding, Border, Clock, Ending, First, Immunity, Origin, PieceFilter, Royalty, StepClass,
    Trigger,
};

impl Lowering<'_> {
    fn about(&mut self, cursor: &mut Cursor) -> Read<()> {
        while let Some((text, _)) = cursor.text() {
            self.about.push(text.to_string());
        }
        if self.about.is_empty() { Err(cursor.expected("a text in quotes")) } else { Ok(()) }
    }

    /// Reads the block of a statement line by line.
    pub(super) fn block(&mut self, line: Line, keyword: Keyword) {
        if keyword == Keyword::Royalty {
            repeats(line.lines(), Place::Royalty, self.report);
            self.royalty.get_or_insert(Royalty {
                binds: Binding::Always,
                facing: false,
                origin: Origin(line.span()),
            });
        }
        for line in line.lines() {
            let result = match keyword {
                Keyword::Royalty => self.royal_line(line),
                Keyword::Entry => self.entry(line),
                _ => self.ending(line),
            };
            self.report.read(line, result);
        }
    }

    /// `check binds always`, `royals may not face`
    fn royal_line(&mut self, line: Line) -> Read<()> {
        let word = line.word_in(Place::Royalty)?;
        let cursor = &mut line.rest();
        let binds = match word.keyword {
            Keyword::Check => Some(binding(cursor)?),
            _ => {
                ["may", "not", "face"].into_iter().try_for_each(|word| cursor.keyword(word))?;
                None
            }
        };
        line.finish(cursor.clone(), word)?;
        if let Some(royalty) = &mut self.royalty {
            royalty.binds = binds.unwrap_or(royalty.binds);
            royalty.facing |= binds.is_none();
        }
        Ok(())
    }

    /// Lines `REGION: PIECES`, and `border REGION: PIECES orthogonally`.
    fn entry(&mut self, line: Line) -> Read<()> {
        let mut cursor = line.cursor();
        let border = cursor.eat("border");
        cursor.could_be_any(crate::lang::vocabulary::of(Place::Entry));
        let zone = self.scope.zone(&mut cursor)?;
        cursor.symbol(":")?;
        let pieces = self.scope.pieces(&mut cursor)?;
        let origin = Origin(line.span());
        if border {
            let by = match cursor.one_of("how the border is crossed", &["orthogonally", "diagonally"])? {
                "orthogonally" => StepClass::Orthogonal,
                _ => StepClass::Diagonal,
            };
            self.borders.push(Border { zone, pieces, by, origin });
        } else {
            self.admissions.push(Admission { zone, pieces, origin });
        }
        line.finish_line(cursor)
    }

    /// `NAME: win|loss|draw [when ...]`
    fn ending(&mut self, line: Line) -> Read<()> {
        let mut cursor = line.cursor();
        cursor.could_be_any(crate::lang::vocabulary::of(Place::Ending));
        if let Some(problem) = cursor.misspelt().filter(|_| !line.has_colon()) {
            return Err(problem);
        }
        let (name, span) = cursor.word("the name of the ending")?;
        cursor.symbol(":")?;
        let result = match cursor.one_of("a result for the player to move", &["win", "loss", "draw"])? {
            "win" => GameResult::Win,
            "loss" => GameResult::Loss,
            _ => GameResult::Draw,
        };
        let trigger = if cursor.eat("when") {
            self.trigger(&mut cursor)?
        } else {
            match name {
                "checkmate" => Trigger::Checkmate,
                "stalemate" => Trigger::Stalemate,
                _ => {
                    let message = format!("the ending `{name}` has no condition");
                    let problem = Diagnostic::error("ending-without-condition", span, message);
                    let help = "only `checkmate` and `stalemate` need none; add `when CONDITION`";
                    let problem = problem.suggest_or(name, ["checkmate", "stalemate"], help);
                    return Err(cursor.misspelt().unwrap_or(problem));
                }
            }
        };
        cursor.cites()?;
        cursor.finish()?;
        if let Some(other) = self.endings.iter().find(|ending| ending.name == name) {
            let message = format!("there are two endings called `{name}`");
            return Err(Diagnostic::error("duplicate-name", span, message).label(other.origin.0, "the first"));
        }
        self.endings.push(Ending { name: name.to_string(), trigger, result, origin: Origin(line.span()) });
        line.no_block()
    }

    fn trigger(&self, cursor: &mut Cursor) -> Read<Trigger> {
        if cursor.eat("repeated") {
            let (times, span) = cursor.number("how often the position must have occurred")?;
            if times < 2 {
                return Err(Diagnostic::error("bad-number", span, "the number must be at least 2")
                    .help("write `repeated 3` for the third time"));
            }
            return Ok(Trigger::Repetition(times));
        }
        if cursor.eat("quiet") {
            return Ok(Trigger::Quiet(cursor.number("a number of plies")?.0));
        }
        Ok(Trigger::When(self.scope.condition(cursor, Moment::Ending)?))
    }

    /// A rule of one line.
    pub(super) fn rule(&mut self, line: Line, word: &Word) -> Read<()> {
        let cursor = &mut line.rest();
        match word.keyword {
            Keyword::About => self.about(cursor)?,
            // `immune PIECES to capture, exchange`
            Keyword::Immune => {
                let pieces = self.scope.pieces(cursor)?;
                let to = threats(cursor)?;
                self.rules.immunities.push(Immunity { pieces, to, origin: Origin(line.span()) });
            }
            // `arriving PIECES at REGION: ...`: of every piece it may concern.
            Keyword::Arriving => {
                let arrival = self.scope.arrival(cursor, line.span(), None)?;
                line.finish(cursor.clone(), word)?;
                for (id, piece_type) in self.scope.ids().zip(&mut self.scope.piece_types) {
                    if may_be(&arrival.pieces, id, piece_type.royal.is_some()) {
                        piece_type.arrivals.push(arrival.clone());
                    }
                }
            }
            // `first move white`
            Keyword::First => {
                cursor.keyword("move")?;
                self.first = match cursor.one_of("a first player", &["white", "dice"])? {
                    "white" => First::White,
                    _ => First::Dice,
                };
            }
            // `clock resets on PIECES`
            Keyword::Clock => {
                cursor.keyword("resets")?;
                cursor.keyword("on")?;
                self.clock = Some(Clock { pieces: self.scope.pieces(cursor)? });
            }
            Keyword::Hands => self.hands = Some(line.span()),
            _ => return Ok(()),
        }
        line.finish(cursor.clone(), word)
    }
}

/// After `check`: `binds always|never|leader|all`, or `binds when royals = 1`.
fn binding(cursor: &mut Cursor) -> Read<Binding> {
    cursor.keyword("binds")?;
    Ok(match cursor.one_of("when check binds", &["always", "never", "leader", "all", "when"])? {
        "always" => Binding::Always,
        "never" => Binding::Never,
        "leader" => Binding::Leader,
        "all" => Binding::AllRoyals,
        _ => {
            cursor.keyword("royals")?;
            cursor.symbol("=")?;
            let (number, span) = cursor.number("1")?;
            if number != 1 {
                return Err(Diagnostic::error("bad-number", span, "the number of royals must be 1")
                    .help("write `check binds when royals = 1`, or `always`, `never`, `leader`, `all`"));
            }
            Binding::OneRoyal
        }
    })
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
