//! Reading pieces and their stages, second pass: the lines of their blocks, when all names are known.

use super::scope::Scope;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::{Span, Spanned};
use crate::base::{ByColor, PieceTypeId, SquareSet};
use crate::lang::statement::{Cursor, Line, Read, repeats};
use crate::lang::vocabulary::{Keyword, Place};
use crate::rules::{Action, Automaton, Immunity, Moves, Origin, PieceFilter, PieceType, Threat, Zone};

/// A piece type whose body is still to be read.
pub(super) struct Body<'a> {
    pub(super) piece_type: PieceTypeId,
    pub(super) piece: &'a str,
    /// The moves in its first line.
    pub(super) moves: Option<Spanned<&'a str>>,
    pub(super) lines: Vec<Line<'a>>,
    /// The whole statement.
    pub(super) line: Line<'a>,
}

/// What pieces contribute beside their piece types.
#[derive(Default)]
pub(super) struct PieceRules {
    pub(super) immunities: Vec<Immunity>,
    pub(super) actions: Vec<Action>,
}

impl Scope<'_> {
    /// Reads the body of a piece type. Every line is read, whatever is wrong with others.
    pub(super) fn read_body(&mut self, body: &Body, rules: &mut PieceRules) {
        let before = self.report.len();
        if let Some(notation) = &body.moves {
            let moves = self.moves(body.line, notation.value, notation.span, None);
            self.change(body, |piece_type| piece_type.moves.push(moves));
        }
        repeats(body.lines.iter().copied(), Place::Piece, self.report);
        for line in &body.lines {
            let result = self.body_line(body, *line, rules);
            self.report.read(*line, result);
        }
        let still = body.lines.iter().rfind(|line| line.keyword() == Some(Keyword::Stands));
        let Some(piece_type) = self.piece_type(body.piece_type) else { return };
        let origin = piece_type.origin.0;
        match (still, piece_type.moves.is_empty()) {
            (None, true) if !self.report.touches(body.line.whole()) && self.report.len() == before => {
                let message = format!("the {} has no moves", piece_type.title);
                let problem = Diagnostic::error("no-moves", origin, message);
                self.report.push_about(
                    body.line,
                    problem.help("give its moves in backticks, or write `stands still` if it has none"),
                );
            }
            (Some(line), false) => {
                let message = format!("the {} stands still, but has moves", piece_type.title);
                let problem = Diagnostic::error("moves-and-stands-still", line.span(), message);
                self.report
                    .push_about(*line, problem.label(origin, "its moves").help("delete one of the two"));
            }
            _ => {}
        }
    }

    fn change(&mut self, body: &Body, change: impl FnOnce(&mut PieceType)) {
        if let Some(piece_type) = self.piece_types.get_mut(body.piece_type.index()) {
            change(piece_type);
        }
    }

    /// Reads a move string. What cannot be read is no move at all, so that moves are not missed as well.
    fn moves(&self, line: Line, notation: &str, span: Span, on: Option<Zone>) -> Moves {
        let (reading, found) = self.notations.read(notation, span, &self.board);
        for problem in found {
            self.report.push_about(line, problem);
        }
        let (mut notation, mut automaton) = (String::new(), Automaton::default());
        if let Some(reading) = reading {
            if reading.automaton.imitate.is_some() {
                let message = "a game cannot have imitators: no position tells which piece moved last";
                let problem = Diagnostic::error("imitator", span, message);
                self.report.push_about(
                    line,
                    problem.help("`ferz betza` understands `I`, but a FEN does not carry what it needs"),
                );
            } else {
                (notation, automaton) = (reading.canonical, reading.automaton);
            }
        }
        Moves { on, notation, automaton, origin: Origin(span) }
    }

    fn body_line(&mut self, body: &Body, line: Line, rules: &mut PieceRules) -> Read<()> {
        if line.begins_with_moves() {
            return self.moves_line(body, line, line.cursor());
        }
        let word = line.word_in(Place::Piece)?;
        let cursor = &mut line.rest();
        match word.keyword {
            Keyword::Moves => return self.moves_line(body, line, line.rest()),
            Keyword::Value => {
                let (value, _) = cursor.number("a number, the value of the piece")?;
                self.change(body, |piece_type| piece_type.value = i32::try_from(value).ok());
            }
            Keyword::Stays => {
                if !cursor.eat("in") {
                    cursor.keyword("on")?;
                }
                let zone = self.zone(cursor)?;
                self.change(body, |piece_type| piece_type.stays = Some(zone));
            }
            Keyword::Stands => cursor.keyword("still")?,
            Keyword::Immune => {
                let to = threats(cursor)?;
                let mut pieces = PieceFilter::PieceTypes(vec![body.piece_type]);
                if cursor.eat("in") || cursor.eat("on") {
                    pieces = PieceFilter::Every(vec![pieces, PieceFilter::In(self.zone(cursor)?)]);
                }
                rules.immunities.push(Immunity { pieces, to, origin: Origin(line.span()) });
            }
            Keyword::Arriving => {
                let arrival = self.arrival(cursor, line.span(), Some(body.piece))?;
                self.change(body, |piece_type| piece_type.arrivals.push(arrival));
            }
            Keyword::In => {
                cursor.keyword("hand")?;
                cursor.keyword("becomes")?;
                let held = self.one_piece_type(cursor, Some(body.piece))?;
                self.change(body, |piece_type| piece_type.in_hand = Some(held));
            }
            Keyword::Action => {
                rules.actions.push(self.action(line, Some((body.piece_type, body.piece)))?);
                return Ok(());
            }
            _ => cursor.note()?,
        }
        line.finish(cursor.clone(), word)
    }

    /// `[moves] `notation` [on REGION | outside REGION]`
    fn moves_line(&mut self, body: &Body, line: Line, mut cursor: Cursor) -> Read<()> {
        let Some((notation, span)) = cursor.betza() else {
            return Err(cursor.expected("moves in backticks"));
        };
        let on = if cursor.eat("on") || cursor.eat("in") {
            Some(self.zone(&mut cursor)?)
        } else if cursor.eat("outside") {
            let zone = self.zone(&mut cursor)?;
            let all = self.board.squares().collect::<SquareSet>();
            let Zone { name, squares } = zone;
            let squares = ByColor { white: all & !squares.white, black: all & !squares.black };
            Some(Zone { name: format!("outside {name}"), squares })
        } else {
            None
        };
        line.finish_line(cursor)?;
        let moves = self.moves(line, notation, span, on);
        self.change(body, |piece_type| piece_type.moves.push(moves));
        Ok(())
    }
}

/// `to capture, displacement, exchange, attack`
pub(super) fn threats(cursor: &mut Cursor) -> Read<Vec<Threat>> {
    cursor.keyword("to")?;
    let mut to = Vec::new();
    loop {
        let words = ["capture", "displacement", "exchange", "attack"];
        let threat = match cursor.one_of("something to be immune to", &words)? {
            "capture" => Threat::Capture,
            "displacement" => Threat::Displacement,
            "exchange" => Threat::Exchange,
            _ => Threat::Attack,
        };
        if !to.contains(&threat) {
            to.push(threat);
        }
        if !cursor.eat_symbol(",") && !cursor.eat("and") {
            return Ok(to);
        }
    }
}
