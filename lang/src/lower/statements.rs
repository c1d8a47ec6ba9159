//! Lowering of statements.
//!
//! [`Scope::line`] lowers a line or takes it from the cache, and adds the result to the game.

use super::conditions::Moment;
use super::follow_up::after;
use super::form_values::{FormValues, SlotContext};
use super::remarks;
use super::rules::BINDINGS;
use super::scope::{Scope, duplicate};
use super::statement_cache::{CachedStatement, Clause};
use crate::base::PieceTypeId;
use crate::base::source::{Span, Spanned};
use crate::form::Form;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{CaptureHand, Ending, First, Immunity, Origin, PieceType, Right, Threat, Zone};
use crate::statement::{Cursor, Line, Read};
use crate::vocabulary::{Keyword, Place};

/// The maximum number of points of a piece.
const MAX_POINTS: u32 = 1_000_000;

/// The words after `immune PIECES to`.
#[rustfmt::skip]
const THREATS: [(&str, Threat); 4] = [
    ("capture", Threat::Capture), ("displacement", Threat::Displacement), ("exchange", Threat::Exchange), ("attack", Threat::Attack),
];

impl Scope<'_> {
    /// Lowers a line, and adds the result to a piece type or to the game.
    pub(super) fn line(&mut self, line: Line, place: Place, of: Option<(PieceTypeId, &str)>) {
        let result = self.fact(line, place, of).and_then(|fact| self.add(fact, of.map(|(id, _)| id)));
        self.report.read(line, result);
    }

    fn fact(&self, line: Line, place: Place, of: Option<(PieceTypeId, &str)>) -> Read<Clause> {
        let piece = of.map(|(_, piece)| piece);
        let holds = |old: &&CachedStatement| {
            line.repeats(&old.statement)
                && old.piece.as_deref() == piece
                && old.used.iter().all(|(used, meaning)| self.meaning(used) == *meaning)
        };
        if let Some(old) = self.memory.0.borrow().lines.get(&line.span).and_then(|old| old.iter().find(holds))
        {
            old.warnings.iter().for_each(|warning| self.report.push(warning.clone()));
            self.used.borrow_mut().extend(old.used.iter().map(|(used, _)| used.clone()));
            return Ok(old.fact.clone());
        }
        let before = self.report.len();
        // The names that this line uses are collected separately, because the cached result depends on them.
        let mut before_line = self.used.take();
        let result = self.read(line, place, of);
        let used = self.used.take();
        before_line.extend(used.iter().cloned());
        self.used.replace(before_line);
        let warnings = self.report.problems()[before..].to_vec();
        // A line with errors is read again, so that they are reported for each selection.
        if let Ok(fact) = &result
            && !self.report.touches(line.whole())
            && !warnings.iter().any(Diagnostic::is_error)
        {
            let used = used.into_iter().map(|used| (self.meaning(&used), used)).map(|(is, used)| (used, is));
            let (piece, used, fact) = (piece.map(str::to_string), used.collect(), fact.clone());
            let new = CachedStatement { statement: line.statement(), piece, used, fact, warnings };
            push_exactly(self.memory.0.borrow_mut().lines.entry(line.span).or_default(), new);
        }
        result
    }

    fn read(&self, line: Line, place: Place, of: Option<(PieceTypeId, &str)>) -> Read<Clause> {
        match place {
            Place::Entry => return self.entry(line),
            Place::Ending => return self.ending(line),
            Place::Piece if line.begins_with_moves() => return self.moves_of(line, line.cursor(), of),
            _ => {}
        }
        let word = line.word_in(place)?;
        let (piece, origin) = (of.map(|(_, piece)| piece), Origin(line.span));
        let cursor = &mut line.rest();
        let context = SlotContext { inside: piece, moment: Moment::ByItself, decides_attacks: false };
        let values = |cursor: &mut _| self.values(cursor, Form::of(word), context);
        let fact = match word.keyword {
            Keyword::Moves => return self.moves_of(line, line.rest(), of),
            Keyword::Action => {
                return self.action(line, of).map(|action| Clause::Action(Box::new(action)));
            }
            Keyword::Region => return self.region(line),
            Keyword::Group => {
                let (name, span) = cursor.new_name("the name of the group")?;
                cursor.symbol("=")?;
                Clause::Group(Spanned::new(name.to_string(), span), self.piece_type_set(cursor)?)
            }
            Keyword::Right => right(values(cursor)?, origin)?,
            Keyword::Source => self.source(line, cursor)?,
            Keyword::About => Clause::About(remarks::about(cursor)?),
            Keyword::History => Clause::History(remarks::texts(cursor)?),
            Keyword::Origin => Clause::Origin(remarks::provenance(values(cursor)?, origin)?),
            Keyword::Note => Clause::Note(remarks::note(cursor)?),
            Keyword::Also => remarks::also(cursor, place)?,
            Keyword::Immune => Clause::Immune(self.immunity(cursor, of, origin)?),
            Keyword::Player => Clause::Player(self.move_rule(cursor, origin)?),
            Keyword::Arriving => Clause::Arriving(self.arrival(cursor, line.span, piece)?),
            Keyword::Capturing => Clause::Arriving(self.capture(cursor, line.span, piece)?),
            Keyword::After => Clause::Follow(after(values(cursor)?, origin)?),
            Keyword::Castling => {
                let context = SlotContext { moment: Moment::Restriction, ..context };
                let values = self.values(cursor, Form::of(word), context)?;
                Clause::Castling(self.castling_rule(values, origin)?)
            }
            Keyword::Neutral => Clause::Neutral(values(cursor)?.says("captured")),
            Keyword::Leaving => Clause::Follow(self.leaving(values(cursor)?, of, origin)?),
            Keyword::By => Clause::Arriving(self.automatic_effect(cursor, line.span, piece)?),
            Keyword::First => {
                let players = [("white", First::White), ("black", First::Black), ("dice", First::Dice)];
                Clause::First(values(cursor)?.chosen(&players)?, origin)
            }
            Keyword::Turn => Clause::Turn(self.turns(cursor, origin)?),
            Keyword::Clock => Clause::Clock(values(cursor)?.value(0)?, origin),
            Keyword::Hands => {
                let values = values(cursor)?;
                let hands = [("owners", CaptureHand::Owner), ("all", CaptureHand::CaptorOfAny)];
                let hand = values.meaning(&hands).unwrap_or(CaptureHand::Captor);
                Clause::Hands(line.span, values.says("without"), hand)
            }
            Keyword::Fen => Clause::Fen(self.fen_count(values(cursor)?, cursor, origin)?),
            Keyword::Check => {
                let values = values(cursor)?;
                Clause::Check(values.chosen(&BINDINGS)?, values.says("while"))
            }
            Keyword::Royals => values(cursor).map(|_| Clause::Facing)?,
            Keyword::Value => Clause::Value(values(cursor)?.value(0)?),
            Keyword::Points => {
                let Spanned { value: points, span } = values(cursor)?.placed(0)?;
                if points > MAX_POINTS {
                    let message = format!("a piece can have at most {MAX_POINTS} points");
                    return Err(Diagnostic::new(Code::BadNumber, span, message));
                }
                Clause::Points(points, origin)
            }
            Keyword::Stays => Clause::Stays(values(cursor)?.value(0)?, origin),
            Keyword::Stands => values(cursor).map(|_| Clause::Stands(origin))?,
            Keyword::Written => self.fen_letter(values(cursor)?, cursor)?,
            Keyword::In => Clause::Held(values(cursor)?.value(0)?, origin),
            _ => return Ok(Clause::Nothing),
        };
        line.finish(cursor.clone(), word)?;
        Ok(fact)
    }

    /// Reads moves. The moves of a member that was added to a family belong to the statement that adds it.
    fn moves_of(&self, line: Line, cursor: Cursor, of: Option<(PieceTypeId, &str)>) -> Read<Clause> {
        let mut fact = self.moves(line, cursor)?;
        let is_added =
            of.is_some_and(|(id, _)| self.piece_type(id).is_some_and(|own| own.origin.0 == line.span));
        if let Clause::Moves(moves) = &mut fact
            && is_added
            && !line.span.contains(moves.origin.0)
        {
            moves.origin = Origin(line.span);
        }
        Ok(fact)
    }

    /// Reads `PIECES to capture, exchange` after `immune`. Inside the block of a piece, the form is `to capture
    /// in REGION` or `in REGION to capture`.
    fn immunity(
        &self,
        cursor: &mut Cursor,
        of: Option<(PieceTypeId, &str)>,
        origin: Origin,
    ) -> Read<Immunity> {
        let Some(own) = of.map(|own| self.own(own)) else {
            return Ok(Immunity { pieces: self.settled_pieces(cursor)?, to: threats(cursor)?, origin });
        };
        let within = |cursor: &mut Cursor| -> Read<Option<Zone>> {
            let within = cursor.eat("in") || cursor.eat("on");
            within.then(|| self.zone(cursor)).transpose()
        };
        // The region is allowed before or after the list of effects.
        let before = within(cursor)?;
        let to = threats(cursor)?;
        let zone = if before.is_some() { before } else { within(cursor)? };
        let pieces = match zone {
            Some(zone) => own.within(zone),
            None => own,
        };
        Ok(Immunity { pieces, to, origin })
    }

    fn group(&mut self, name: Spanned<String>, piece_types: Vec<PieceTypeId>) -> Read<()> {
        let Spanned { value: name, span } = name;
        let names = ["group", "piece"].map(|what| (what, name.clone()));
        // Groups share their names with pieces, because filters use both alike.
        if let Some(first) = names.iter().find_map(|name| self.declared.get(name)) {
            return Err(duplicate(format!("the name `{name}` is already in use"), span, *first));
        }
        self.declared.insert(("group", name.clone()), span);
        self.groups.insert(name, piece_types);
        Ok(())
    }

    fn add_ending(&mut self, span: Span, ending: Ending) -> Read<()> {
        if let Some(first) = self.game.endings.iter().find(|first| first.name == ending.name) {
            let message = format!("there are two endings called `{}`", ending.name);
            return Err(duplicate(message, span, first.origin.0));
        }
        self.game.endings.push(ending);
        Ok(())
    }

    /// Adds a lowered statement to a piece type or to the game.
    fn add(&mut self, fact: Clause, of: Option<PieceTypeId>) -> Read<()> {
        let piece_type = of.and_then(|id| self.game.piece_types.get_mut(id.index()));
        match (fact, piece_type) {
            (Clause::Moves(moves), Some(own)) => push_exactly(&mut own.moves, *moves),
            (Clause::Neutral(capturable), Some(own)) => (own.neutral, own.capturable) = (true, capturable),
            (Clause::Value(value), Some(own)) => own.value = i32::try_from(value).ok(),
            (Clause::Points(points, origin), Some(own)) => add_points(own, points, origin),
            (Clause::Stays(zone, origin), Some(own)) => {
                own.stays = Some(zone);
                own.lines.0.push(("stays", origin));
            }
            (Clause::Held(held, origin), Some(own)) => {
                own.in_hand = Some(held);
                own.lines.0.push(("in", origin));
            }
            (Clause::Stands(origin), Some(own)) => own.lines.0.push(("stands", origin)),
            (Clause::Written(letter, origin), Some(own)) => add_letter(own, letter, origin),
            (Clause::Also(names), Some(own)) => own.also.0.extend(names),
            (Clause::RegionNames(region, names), _) => self.name_region(region, names)?,
            (Clause::Note(note), Some(own)) => own.notes.0.push(note),
            (Clause::Note(note), None) => self.game.notes.push(note),
            (Clause::History(texts), _) => self.game.history.extend(texts),
            (Clause::Origin(provenance), _) => self.game.provenance = Some(provenance),
            (Clause::Arriving(arrival), Some(own)) => push_exactly(&mut own.arrivals, arrival),
            (Clause::Arriving(arrival), None) => self.arriving(&arrival)?,
            (Clause::Follow(rule), _) => self.game.follow_ups.push(rule),
            (Clause::Castling(rule), _) => self.game.castling_rules.push(rule),
            (Clause::Player(rule), _) => self.game.move_rules.push(rule),
            (Clause::Immune(immunity), _) => self.game.immunities.push(immunity),
            (Clause::Region(name, squares), _) => {
                self.declare("region", &name.value, name.span)?;
                self.regions.insert(name.value, squares);
            }
            (Clause::Group(name, piece_types), _) => self.group(name, piece_types)?,
            (Clause::Right(name, right), _) => {
                self.declare("right", &name.value, name.span)?;
                self.game.rights.push(right);
            }
            (Clause::Source(span, source), _) => {
                self.declare("source", &source.id, span)?;
                self.game.sources.push(source);
            }
            (Clause::Ending(span, ending), _) => self.add_ending(span, ending)?,
            (Clause::Action(action), _) => {
                let right =
                    action.right.and_then(|right| self.game.rights.get(right)).map(|right| right.origin.0);
                let lines = action.lines.0.iter().filter(|(word, _)| word != "note").map(|(_, line)| line.0);
                self.note_parts(action.origin, lines.chain(right));
                self.game.actions.push(*action);
            }
            (Clause::About(texts), _) => self.game.about.extend(texts),
            (Clause::First(first, origin), _) => {
                self.game.first = first;
                self.game.lines.0.push(("first", origin));
            }
            (Clause::Turn(turns), _) => self.take_turns(turns),
            (Clause::Clock(pieces, origin), _) => {
                self.game.clock.pieces = pieces;
                self.game.lines.0.push(("clock", origin));
            }
            (Clause::Hands(span, captures_leave, captures_to), _) => {
                self.hands = Some(span);
                (self.game.captures_to, self.game.captures_leave) = (captures_to, captures_leave);
                self.game.lines.0.push(("hands", Origin(span)));
            }
            (Clause::Fen(count), _) => self.game.fen_counts.push(count),
            (Clause::Check(binds, mutual), _) => {
                (self.game.royalty.binds, self.game.royalty.mutual) = (binds, mutual);
            }
            (Clause::Facing, _) => self.game.royalty.facing = true,
            (Clause::Entry(admission), _) => self.game.admissions.push(admission),
            (Clause::Border(border), _) => self.game.borders.push(border),
            (Clause::Nothing | Clause::Neutral(_) | Clause::Moves(_) | Clause::Value(_), _) => {}
            (Clause::Points(..) | Clause::Stays(..) | Clause::Held(..) | Clause::Stands(_), _) => {}
            (Clause::Also(_) | Clause::Written(..), _) => {}
        }
        Ok(())
    }
}

fn add_points(own: &mut PieceType, points: u32, origin: Origin) {
    own.points = points;
    own.lines.0.push(("points", origin));
}

/// Adds the letter that a program writes for a piece.
fn add_letter(own: &mut PieceType, letter: (String, String), origin: Origin) {
    own.written.push(letter);
    own.lines.0.push(("written", origin));
}

/// Adds an entry to a short list of large values without room for more. An editor keeps many games at once.
fn push_exactly<T>(list: &mut Vec<T>, entry: T) {
    list.reserve_exact(1);
    list.push(entry);
}

/// Lowers a right, which can be used once or a number of times.
fn right(mut values: FormValues, origin: Origin) -> Read<Clause> {
    let Spanned { value: name, span } = values.placed::<&str>(0)?;
    let times = values.find::<u32>(0).unwrap_or(Spanned::new(1, span));
    let count = u8::try_from(times.value).ok().filter(|times| (1..=99).contains(times)).ok_or_else(|| {
        Diagnostic::new(Code::BadNumber, times.span, "a right can be used from 1 to 99 times")
            .help("write `once`, or a number from 1 to 99 and `times`")
    })?;
    let [used_up, clock, regained] = ["used", "clock", "regained"].map(|word| values.says(word));
    let right = Right { name: name.to_string(), times: count, used_up, clock, regained, origin };
    Ok(Clause::Right(Spanned::new(name.to_string(), span), right))
}

/// Reads `to capture, displacement, exchange, attack`.
fn threats(cursor: &mut Cursor) -> Read<Vec<Threat>> {
    cursor.keyword("to")?;
    let mut to = Vec::new();
    loop {
        let threat = cursor.one_of("something to be immune to", &THREATS)?;
        if !to.contains(&threat) {
            to.push(threat);
        }
        if !cursor.eat_symbol(",") && !cursor.eat("and") {
            return Ok(to);
        }
    }
}
