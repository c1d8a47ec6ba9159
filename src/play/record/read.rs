//! Games from PGN, played by their rules.

use super::pgn::{self, Body, Raw};
use super::{Heading, Identity, Score, is_former};
use crate::base::Move;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::source::Span;
use crate::base::text::quoted;
use crate::fast::engine::Engine;
use crate::play::game::Game;
use crate::play::notation::{fen, movetext, san, shown};
use crate::rules::Variant;

/// A game that was read: as far as its moves are legal.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    pub game: Game,
    pub heading: Heading,
    /// The comments before the first move.
    pub preface: Vec<String>,
    /// The comments behind each move.
    pub comments: Vec<Vec<String>>,
}

/// Why the rules of a game cannot be loaded: a code and a message.
#[derive(Clone, Debug)]
pub(crate) struct Unreadable {
    pub code: Code,
    pub message: String,
    pub help: Option<String>,
}

impl Unreadable {
    /// The first error among some problems, if there is one.
    pub(crate) fn of(problems: Vec<Diagnostic>) -> Unreadable {
        let problem = problems
            .into_iter()
            .find(Diagnostic::is_error)
            .map(|first| (first.code, first.message, first.help));
        let (code, message, help) =
            problem.unwrap_or((Code::NoSuchFile, "it cannot be read".to_owned(), None));
        Unreadable { code, message, help }
    }
}

/// Loads the rules of a game.
type Load<'l> = dyn FnMut(&Identity) -> Result<Engine, Unreadable> + 'l;

/// Reads the games of a text, whose spans are in this file. Games whose rules or position cannot be read are left out; a
/// game with an illegal move ends before it.
pub(crate) fn read(text: &str, file: u32, load: &mut Load) -> (Vec<Recorded>, Vec<Diagnostic>) {
    if is_former(text) {
        let head = Span::new(file, 0, text.lines().next().map_or(0, str::len));
        let problem =
            Diagnostic::new(Code::PgnSyntax, head, "this game was saved by an earlier version of ferz");
        return (
            Vec::new(),
            vec![problem.help("games are saved as PGN now; save it again from that version's moves")],
        );
    }
    let (raws, mut problems) = pgn::games(text, file);
    if raws.is_empty() && problems.is_empty() {
        let whole = Span::new(file, 0, text.len());
        let problem = Diagnostic::new(Code::PgnSyntax, whole, "there is no game in this file");
        problems
            .push(problem.help("a game begins with tags such as [White \"...\"], and then come its moves"));
    }
    let mut games = Vec::new();
    games.extend(raws.iter().filter_map(|raw| one(text, raw, load, &mut problems)));
    problems.sort_by_key(Diagnostic::place);
    (games, problems)
}

fn one(text: &str, raw: &Raw, load: &mut Load, problems: &mut Vec<Diagnostic>) -> Option<Recorded> {
    let identity = Identity::of(raw);
    let engine = match load(&identity) {
        Ok(engine) => engine,
        Err(why) => {
            problems.push(unloaded(raw, why));
            return None;
        }
    };
    let variant = engine.variant();
    let start = match raw.tag("FEN") {
        None => variant.start(),
        Some(tag) => match fen::read_as(variant, &tag.value.value, true) {
            Ok(start) => start,
            Err(found) => {
                // A value with escaped quotes is longer in the file.
                let is_plain = text.get(tag.value.span.range()) == Some(&tag.value.value);
                problems.extend(found.into_iter().map(|problem| moved(problem, tag.value.span, is_plain)));
                return None;
            }
        },
    };
    let is_token = |token: &str| variant.piece_types.iter().any(|own| own.token == token);
    let (body, found) = pgn::body(text, raw.body, &is_token);
    problems.extend(found);
    let mut game = Game::new(&engine, start);
    let is_whole = play(&mut game, &body, problems);
    if is_whole {
        judge(&game, raw, &body, problems);
    }
    let played = game.plies().len();
    let comments = body.moves.iter().take(played).map(|mv| mv.comments.clone()).collect();
    let score = raw.value("Result").or(body.result.as_ref().map(|result| result.value.as_str()));
    let heading = Heading {
        identity,
        tags: raw.tags.iter().map(|tag| (tag.name.value.clone(), tag.value.value.clone())).collect(),
        score: score.and_then(Score::read).unwrap_or(Score::Open),
        termination: raw.value("Termination").map(str::to_owned),
    };
    Some(Recorded { game, heading, preface: body.preface, comments })
}

/// Plays the moves up to the first that is not legal; says whether all are.
fn play(game: &mut Game, body: &Body, problems: &mut Vec<Diagnostic>) -> bool {
    for written in &body.moves {
        let (text, legal) = (&written.text, game.legal_moves());
        let found = find(game, &legal, &text.value).cloned();
        let mv = match found {
            Ok(mv) => mv,
            Err(problem) => {
                let (turn, number) = (game.setup().turn.title(), game.setup().fullmove);
                problems.push(moved(problem, text.span, false).here(format!("{turn}'s move {number}")));
                return false;
            }
        };
        if !game.play(&mv) {
            problems.push(Diagnostic::new(Code::MoveIllegal, text.span, "this move cannot be played"));
            return false;
        }
    }
    true
}

/// The legal move that a text means, in algebraic notation or by its squares.
fn find<'m>(game: &Game, legal: &'m [Move], text: &str) -> Result<&'m Move, Diagnostic> {
    const MOST: usize = 12;
    let (variant, setup) = (game.variant(), game.setup());
    let algebraic = san::Algebraic::new(variant, setup, legal);
    if let Some(mv) = algebraic.read(text) {
        return Ok(mv);
    }
    let read = movetext::read(variant, setup, legal, text);
    let is_algebraic = read.is_err() && movetext::parse(variant, text).is_none() && !legal.is_empty();
    if !is_algebraic {
        return read;
    }
    let whole = Span::new(0, 0, text.len());
    let meant = algebraic.meant(text);
    if meant.len() > 1 {
        let problem = Diagnostic::new(Code::MoveAmbiguous, whole, format!("`{}` is ambiguous", shown(text)));
        return Err(problem.help(format!("write one of {}", meant.join(" "))));
    }
    let mut near = algebraic.near(text);
    let more = near.len().saturating_sub(MOST);
    near.truncate(MOST);
    let others = if more > 0 { format!(", and {more} more") } else { String::new() };
    let problem =
        Diagnostic::new(Code::MoveIllegal, whole, format!("`{}` is not a legal move here", shown(text)));
    Err(problem.help(format!("legal here: {}{others}", near.join(" "))))
}

/// Compares what is said of the result with the rules.
fn judge(game: &Game, raw: &Raw, body: &Body, problems: &mut Vec<Diagnostic>) {
    let outcome = game.outcome();
    let by_rules = Score::of(outcome.as_ref());
    let tag = raw.tag("Result").map(|tag| &tag.value);
    let said: Vec<_> = tag.into_iter().chain(&body.result).collect();
    for said in &said {
        let place = said.span;
        let Some(score) = Score::read(&said.value) else {
            let message = format!("`{}` is not a result", shown(&said.value));
            let problem = Diagnostic::new(Code::PgnResult, place, message);
            problems.push(problem.help(format!("a result is one of {}", quoted(pgn::RESULTS))));
            continue;
        };
        if let Some(outcome) = outcome.as_ref().filter(|_| score != by_rules) {
            let reason = outcome.reason.replace('-', " ");
            let message = format!("the result is {} by the rules: {reason}", by_rules.text());
            let problem = Diagnostic::new(Code::PgnResult, place, message);
            problems.push(problem.help(format!("write {}", by_rules.text())));
        }
    }
    if let [one, other] = said.as_slice()
        && one.value != other.value
        && outcome.is_none()
    {
        let problem = Diagnostic::new(Code::PgnResult, other.span, "the tag says another result");
        problems.push(problem.label(one.span, "here").help("write the same result in both places"));
    }
    let Some(tag) = raw.tag("Termination").filter(|_| outcome.is_none()) else { return };
    let names = ends(game.variant(), &tag.value.value);
    if let Some(name) = names {
        let message = format!("the rules do not end the game here by {name}");
        let problem = Diagnostic::new(Code::PgnResult, tag.value.span, message);
        problems.push(problem.help("a game that is left unfinished has the result *"));
    }
}

/// The ending of the rules that a text names behind its colon.
fn ends<'v>(variant: &'v Variant, text: &str) -> Option<&'v str> {
    let reason = text.rsplit(": ").next()?.trim_end_matches('.').replace(' ', "-");
    variant.endings.iter().map(|ending| ending.name.as_str()).find(|name| *name == reason)
}

/// A problem of a part of the text, in its place: exactly, or at the whole part.
fn moved(problem: Diagnostic, part: Span, is_exact: bool) -> Diagnostic {
    let mut problem = problem;
    for label in &mut problem.labels {
        let Span { start, end, .. } = label.span;
        label.span = if is_exact { part.part(start as usize, end as usize) } else { part };
    }
    problem
}

/// Where the tags name rules that there are not.
fn unloaded(raw: &Raw, why: Unreadable) -> Diagnostic {
    let names: &[&str] = match why.code {
        Code::UnknownArray => &["Array"],
        Code::UnknownReading => &["Reading"],
        Code::UnknownSwitch | Code::UnknownValue => &["Switches"],
        _ => &["RuleFile", "Variant"],
    };
    let place = names.iter().find_map(|name| raw.tag(name)).or(raw.tags.first());
    let place = place.map_or(raw.body, |tag| tag.value.span);
    let problem = Diagnostic::new(why.code, place, why.message);
    why.help.into_iter().fold(problem, Diagnostic::help)
}
