//! Reading actions: `action swap { exchange leader with own non-royal; ... }`.

use super::amend::statements;
use super::boards::{no_block, repeats};
use super::conditions::Place;
use super::cursor::{Cursor, Read};
use super::scope::Scope;
use super::switches::{FORKS, read_cites};
use crate::base::PieceTypeId;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::text::quoted;
use crate::lang::syntax::{Item, Statement};
use crate::rules::{Act, Action, ActionLines, Condition, Duty, Origin, PieceFilter, Target, Zone};
use std::collections::BTreeSet;

/// The words that begin a statement in a turn.
pub(super) const ACTION_WORDS: [&str; 15] = [
    "place", "exchange", "drop", "pass", "to", "removing", "becomes", "provided", "when", "or", "uses",
    "not", "must", "may", "note",
];

/// Those that can be said once in a turn.
const ONCE: [&str; 10] =
    ["place", "exchange", "drop", "pass", "to", "removing", "becomes", "uses", "must", "may"];

/// What a turn can do, and which lines mean something then, by the words with which they begin.
const ACTS: [(&str, &[&str]); 4] = [
    ("place", &["to", "removing", "becomes"]),
    ("exchange", &["not bringing"]),
    ("drop", &["to", "not on", "not giving"]),
    ("pass", &[]),
];

/// A turn, complete.

#[derive(Default)]
struct Parts {
    place: Option<PieceFilter>,
    exchange: Option<(PieceFilter, PieceFilter)>,
    drop: Option<Vec<PieceTypeId>>,
    pass: bool,
    to: Option<Target>,
    removing: Option<PieceFilter>,
    becomes: Option<PieceTypeId>,
    provided: Option<Condition>,
    when: Option<Condition>,
    right: Option<usize>,
    duty: Option<Duty>,
    except_to: Vec<(PieceFilter, Zone)>,
    not_with: Option<PieceFilter>,
    not_mating: bool,
}

/// Reads a turn; inside a piece or stage it is a turn of that piece type.
pub(super) fn read_turn(
    scope: &Scope,
    statement: &Statement,
    inside: Option<(PieceTypeId, &str)>,
    problems: &mut Vec<Diagnostic>,
) -> Read<Action> {
    let mut cursor = Cursor::of(statement);
    cursor.keyword("action")?;
    let (name, _) = cursor.word("the name of the turn")?;
    cursor.finish()?;
    let Some(block) = &statement.block else {
        return Err(Cursor::new(&[], statement.span).expected("a block that says what is done in the turn"));
    };
    let mut parts = Parts {
        place: inside.map(|(piece_type, _)| PieceFilter::PieceTypes(vec![piece_type])),
        ..Parts::default()
    };
    let mut failed = false;
    let mut lines = ActionLines::default();
    for line in statements(Some(block)) {
        let mut words = Cursor::of(line);
        // `or provided` goes on where `provided` began.
        words.eat("or");
        if let Some(word) = words.peek_word() {
            lines.0.push((word.to_owned(), Origin(line.span)));
        }
        if let Err(problem) = parts.read(scope, line, inside.map(|(_, piece)| piece)) {
            problems.push(*problem);
            failed = true;
        }
    }
    let known = problems.len();
    repeats(statements(Some(block)), &ONCE, problems);
    surplus(statements(Some(block)), problems);
    failed |= problems.len() > known;
    let act = match parts.act(statement.span) {
        Ok(act) => act,
        // With a line that could not be read, what seems to be missing may be there.
        Err(_) if failed || scope.lost.touches(block.span) => Act::Pass,
        Err(problem) => return Err(problem),
    };
    Ok(Action {
        name: name.to_string(),
        act,
        when: parts.when,
        provided: parts.provided,
        right: parts.right,
        duty: parts.duty.unwrap_or(Duty::May),
        origin: Origin(statement.span),
        lines,
    })
}

/// Complains about a second thing done in one turn, and about lines that mean nothing in a turn that does the first.
fn surplus(lines: &[Statement], problems: &mut Vec<Diagnostic>) {
    let word = |line: &Statement, at: usize| line.items.get(at).and_then(Item::word).map(str::to_owned);
    let mut acts = lines.iter().filter_map(|line| {
        let first = word(line, 0)?;
        ACTS.iter().find(|(act, _)| *act == first).map(|act| (line, act))
    });
    let act = acts.next();
    if let (Some((first, (name, _))), Some((second, (other, _)))) =
        (act, acts.find(|(_, (other, _))| act.is_none_or(|(_, (name, _))| name != other)))
    {
        let message = format!("a turn does one thing, and this does two: `{name}` and `{other}`");
        problems.push(
            Diagnostic::error("said-twice", second.span, message)
                .label(first.span, "the first")
                .help("write two actions"),
        );
        return;
    }
    let (name, meant) = act.map_or(ACTS[0], |(_, act)| *act);
    for line in lines {
        let Some(first) = word(line, 0) else { continue };
        let own = match word(line, 1) {
            Some(second) if first == "not" => format!("not {second}"),
            _ => first,
        };
        let known = ACTS.iter().any(|(_, words)| words.contains(&own.as_str()));
        if known && !meant.contains(&own.as_str()) {
            let message = format!("`{own}` means nothing in a turn that says `{name}`");
            let does = if meant.is_empty() {
                "nothing else is said there of what is done".to_owned()
            } else {
                format!("there it can go on with {}", quoted(meant))
            };
            problems.push(Diagnostic::error("misplaced-statement", line.span, message).help(does));
        }
    }
}

impl Parts {
    fn read(&mut self, scope: &Scope, line: &Statement, piece: Option<&str>) -> Read<()> {
        let mut cursor = Cursor::of(line);
        if let Some(word) = cursor.peek_word()
            && !ACTION_WORDS.contains(&word)
            && let Some(place) = super::lower::belongs(word)
        {
            return Err(Box::new(
                Diagnostic::error(
                    "misplaced-statement",
                    cursor.span(),
                    format!("`{word}` does not belong in a turn"),
                )
                .help(format!("it belongs {place}")),
            ));
        }
        cursor.could_be(&FORKS);
        let word = cursor.one_of("a statement about a turn", &ACTION_WORDS)?;
        no_block(line)?;
        match word {
            "place" => self.place = Some(scope.pieces(&mut cursor)?),
            "exchange" => {
                let pieces = scope.pieces(&mut cursor)?;
                cursor.keyword("with")?;
                self.exchange = Some((pieces, scope.pieces(&mut cursor)?));
            }
            "drop" => {
                let royals = ["any", "all"].into_iter().any(|word| cursor.eat(word));
                let commons = ["non-royal", "non-royals"].into_iter().any(|word| cursor.eat(word));
                self.drop = Some(if royals || commons {
                    if royals && !commons {
                        let _ = cursor.eat("piece") || cursor.eat("pieces");
                    }
                    let ids = (0..=u16::MAX).map(PieceTypeId).zip(&scope.piece_types);
                    let held: BTreeSet<PieceTypeId> =
                        ids.map(|(id, piece_type)| piece_type.in_hand.unwrap_or(id)).collect();
                    let meant = |id: &PieceTypeId| {
                        !commons
                            || scope
                                .piece_types
                                .get(id.index())
                                .is_some_and(|piece_type| piece_type.royal.is_none())
                    };
                    held.into_iter().filter(meant).collect()
                } else {
                    scope.piece_type_list(&mut cursor)?
                });
            }
            "pass" => self.pass = true,
            "to" => {
                self.to = Some(if cursor.eat_all(&["home", "of"]) {
                    Target::HomeOf(scope.one_piece_type(&mut cursor, piece)?)
                } else {
                    Target::Zone(scope.zone(&mut cursor)?)
                });
            }
            "removing" => self.removing = Some(scope.pieces(&mut cursor)?),
            "becomes" => self.becomes = Some(scope.one_piece_type(&mut cursor, piece)?),
            word @ ("provided" | "when" | "or") => {
                let or = word == "or";
                let word = if or { cursor.one_of("another condition", &["provided", "when"])? } else { word };
                let (slot, place) = match word {
                    "provided" => (&mut self.provided, Place::After),
                    _ => (&mut self.when, Place::Before),
                };
                let condition = scope.condition(&mut cursor, place)?;
                match slot {
                    None => *slot = Some(condition),
                    Some(_) if !or => {
                        return Err(Box::new(
                            Diagnostic::error("said-twice", line.span, format!("`{word}` is said twice"))
                                .help(format!("join both by `and`, or begin the second with `or {word}`")),
                        ));
                    }
                    Some(Condition::AnyOf(any)) => any.push(condition),
                    Some(first) => *slot = Some(Condition::AnyOf(vec![first.clone(), condition])),
                }
            }
            "uses" => {
                let (name, _) = match cursor.peek().and_then(Item::word) {
                    Some(name) => (name, cursor.span()),
                    None => return Err(cursor.expected("the name of a right")),
                };
                let Some(right) = scope.rights.iter().position(|right| right.value == name) else {
                    return Err(
                        cursor.unknown("a right", scope.rights.iter().map(|right| right.value.as_str()))
                    );
                };
                cursor.next();
                scope.mark_used(&format!("right {name}"));
                self.right = Some(right);
            }
            "not" => match cursor.one_of("what may not be", &["bringing", "on", "giving"])? {
                "bringing" => {
                    let pieces = scope.pieces(&mut cursor)?;
                    cursor.keyword("to")?;
                    self.except_to.push((pieces, scope.zone(&mut cursor)?));
                }
                "on" => {
                    cursor.eat("a");
                    cursor.keyword("file")?;
                    cursor.keyword("with")?;
                    self.not_with = Some(scope.pieces(&mut cursor)?);
                }
                _ => {
                    cursor.keyword("checkmate")?;
                    self.not_mating = true;
                }
            },
            "must" => {
                self.duty =
                    Some(if cursor.eat_all(&["if", "it", "can"]) { Duty::MustIfCan } else { Duty::Must });
            }
            "may" => self.duty = Some(Duty::May),
            _ => {
                if cursor.text().is_none() {
                    return Err(cursor.expected("a text in quotes"));
                }
            }
        }
        read_cites(&mut cursor)?;
        cursor.finish()
    }

    fn act(&mut self, span: Span) -> Read<Act> {
        let missing = |what: &str, help: &str| {
            Err(Box::new(
                Diagnostic::error("incomplete-action", span, format!("the action does not say {what}"))
                    .help(help),
            ))
        };
        if let Some((pieces, with)) = self.exchange.take() {
            return Ok(Act::Exchange { pieces, with, except_to: std::mem::take(&mut self.except_to) });
        }
        if let Some(piece_types) = self.drop.take() {
            let Some(Target::Zone(to)) = self.to.take() else {
                return missing("where pieces may be dropped", "add a line such as `to grid`");
            };
            return Ok(Act::Drop {
                piece_types,
                to,
                not_with: self.not_with.take(),
                not_mating: self.not_mating,
            });
        }
        if self.pass {
            return Ok(Act::Pass);
        }
        match (self.place.take(), self.to.take()) {
            (Some(pieces), Some(to)) => {
                Ok(Act::Place { pieces, to, removing: self.removing.take(), becomes: self.becomes.take() })
            }
            (Some(_), None) => {
                missing("where the piece goes", "add a line such as `to grid` or `to home of PIECE`")
            }
            (None, _) => missing(
                "what is done",
                "begin with `place PIECES`, `exchange PIECES with PIECES`, `drop PIECES` or `pass`",
            ),
        }
    }
}
