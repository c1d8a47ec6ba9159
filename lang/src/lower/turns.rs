//! Lowering of turns of several moves, such as `turn: 2 moves, first 1, check ends it`.
//!
//! [`Scope::turns`] reads the statement, and [`Scope::check_turns`] checks it against the other rules when the
//! whole game is known.

use super::scope::Scope;
use super::used::Use;
use crate::base::ByColor;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::TextChange;
use crate::rules::{Binding, MoveRule, Origin, Turns};
use crate::statement::{Cursor, Read};

impl Scope<'_> {
    /// Reads a rule after `turn`: `: [white | black] NUMBER moves[, first NUMBER][, NUMBER more each time][,
    /// check ends it]`.
    pub(super) fn turns(&self, cursor: &mut Cursor, origin: Origin) -> Read<Turns> {
        cursor.symbol(":")?;
        let mut turns =
            Turns { moves: ByColor { white: 1, black: 1 }, first: None, more: 0, check_ends: false, origin };
        let begin = cursor.span();
        let mut given: Vec<(&str, Span)> = Vec::new();
        cursor.entries(|cursor| {
            let place = cursor.span();
            // One part can set the values for both sides.
            for what in part(cursor, &mut turns)? {
                if let Some((_, first)) = given.iter().find(|(one, _)| one == what) {
                    let problem = Diagnostic::new(Code::SaidTwice, place, format!("{what} is given twice"));
                    return Err(problem.label(*first, "first here").help("keep one of the two"));
                }
                given.push((what, place));
            }
            Ok(())
        })?;
        let error = |message: &str, help: &str| {
            Err(Diagnostic::new(Code::TurnLength, begin, message.to_owned()).help(help.to_owned()))
        };
        let Turns { moves, first, more, .. } = turns;
        if more > 0 && (first.is_some() || moves.white != moves.black) {
            let help = "write `turn: 1 move, 1 more each time`";
            return error("turns that grow must begin with the same number of moves for both sides", help);
        }
        if more == 0 && moves.white == 1 && moves.black == 1 && first.is_none_or(|first| first == 1) {
            return error("every turn has one move by default", "delete the statement");
        }
        Ok(turns)
    }

    /// Adds the rule about turns to the game.
    pub(super) fn take_turns(&mut self, turns: Turns) {
        self.game.lines.0.push(("turn", turns.origin));
        self.game.turns = Some(turns);
    }

    /// Reports rules that have no meaning in turns of several moves, and warns about combinations that are rarely
    /// intended.
    pub(super) fn check_turns(&self) {
        let Some(turns) = &self.game.turns else { return };
        if self.uses(&Use::Traps) {
            let message = "`it traps` has no meaning if a turn has several moves";
            let problem = Diagnostic::new(Code::TurnTraps, turns.origin.0, message.to_owned());
            let help = "it depends on the opponent's reply to each move; remove one of the two";
            self.report.push(problem.help(help));
        }
        let may_check = !turns.check_ends && !self.game.move_rules.iter().any(MoveRule::bans_check);
        let has_royals = self.game.piece_types.iter().any(|own| own.royal.is_some());
        if may_check && has_royals && self.game.royalty.binds != Binding::Never {
            let message =
                "a player who gives check within a turn can capture the royal piece with the next move";
            let problem = Diagnostic::new(Code::TurnCheck, turns.origin.0, message.to_owned());
            let problem = problem.help(
                "add `, check ends it`, or a line `player may not give check when not last move of turn`; if royals are to be captured, write `check binds never`",
            );
            let line = "player may not give check when not last move of turn";
            let problem = problem.guess_word("moves", "moves, check ends it");
            self.report.push(problem.guess(TextChange::Follow(line.into())));
        }
    }
}

const WHITE: &str = "the number of White's moves";
const BLACK: &str = "the number of Black's moves";

/// Reads one part of the rule. Returns descriptions of the values that it sets.
fn part(cursor: &mut Cursor, turns: &mut Turns) -> Read<&'static [&'static str]> {
    if cursor.eat("check") {
        cursor.keyword("ends it")?;
        turns.check_ends = true;
        return Ok(&["the effect of a check"]);
    }
    if cursor.eat("first") {
        turns.first = Some(length(cursor)?);
        let _ = cursor.eat("moves") || cursor.eat("move");
        return Ok(&["the number of moves of the first turn"]);
    }
    if cursor.eat("white") {
        turns.moves.white = moves(cursor)?;
        return Ok(&[WHITE]);
    }
    if cursor.eat("black") {
        turns.moves.black = moves(cursor)?;
        return Ok(&[BLACK]);
    }
    let number = length(cursor)?;
    if cursor.eat("more") {
        cursor.keyword("each time")?;
        turns.more = number;
        return Ok(&["how turns grow"]);
    }
    cursor.one_of("`moves` or `more`", &[("moves", ()), ("move", ()), ("more", ())])?;
    turns.moves = ByColor { white: number, black: number };
    Ok(&[WHITE, BLACK])
}

fn moves(cursor: &mut Cursor) -> Read<u8> {
    let number = length(cursor)?;
    cursor.one_of("`moves`", &[("moves", ()), ("move", ())])?;
    Ok(number)
}

/// Reads the number of moves in a turn.
fn length(cursor: &mut Cursor) -> Read<u8> {
    let (number, span) = cursor.number("a number of moves")?;
    let most = Turns::MAX;
    u8::try_from(number).ok().filter(|number| (1..=most).contains(number)).ok_or_else(|| {
        Diagnostic::new(
            Code::TurnLength,
            span,
            format!("{number} is not a possible number of moves in a turn"),
        )
        .help(format!("a turn has 1 to {most} moves"))
    })
}
