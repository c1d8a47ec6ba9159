//! Reads games from PGN and plays them by their rules.
//!
//! [`read_in`] is the entry point. For every game, it loads the rules that the tags select, reads the start position,
//! plays the moves, and compares the result with that of the rules. A problem in one game does not affect the others.
//! Moves are found by `find`, which tries algebraic notation, squares, and the dialects of other programs in turn.

use super::body::{MoveLine, Movetext, Note, RESULTS, body};
use super::pgn::{self, Raw};
use super::split;
use super::start::{beginning, impossible, takes_royal};
use super::{GameTags, Identity, Score, is_former};
use crate::base::source::Span;
use crate::base::{Choice, Move, Setup, sort_by_key};
use crate::fast::engine::Engine;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::quoted;
use crate::notation::dialect::{Codec, Dialect};
use crate::notation::{divides_number, movetext, san, shown};
use crate::play::game::{GameHistory, PlayedMove};
use crate::rules::Variant;

/// A game that was read, up to its first illegal move.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub game: GameHistory,
    pub heading: GameTags,
    /// The comments and marks before the first move.
    pub preface: Vec<Note>,
    /// The comments and marks after each move.
    pub notes: Vec<Vec<Note>>,
    /// The variations. Each comes after the line from which it departs.
    pub variations: Vec<Variation>,
}

/// A variation that was read, up to its first illegal move.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The index of the variation from which it departs, or `None` for the game itself.
    pub parent: Option<usize>,
    /// The index in the main line of the move that the variation replaces.
    pub at: usize,
    pub preface: Vec<Note>,
    pub plies: Vec<PlayedMove>,
    pub notes: Vec<Vec<Note>>,
}

/// Returns the first error among some problems with the rules of a game, or a general error.
pub fn unreadable(problems: Vec<Diagnostic>) -> Diagnostic {
    let unknown = || Diagnostic::new(Code::NoSuchFile, Span::default(), "it cannot be read");
    problems.into_iter().find(Diagnostic::is_error).unwrap_or_else(unknown)
}

/// A function that loads the rules of a game.
pub(super) type Load<'l> = dyn FnMut(&Identity) -> Result<Engine, Diagnostic> + 'l;

/// Reads the games of a text. The spans refer to the file with this number. Games whose rules or positions cannot be
/// read are omitted, and a game with an illegal move ends before that move.
pub fn read(text: &str, file: u32, load: &mut Load) -> (Vec<Recorded>, Vec<Diagnostic>) {
    read_with(text, file, RecordDefaults::default(), load)
}

/// The properties of records that their tags do not give.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordDefaults<'t> {
    /// The program that wrote the records, if known.
    pub from: Option<&'static Dialect>,
    /// The game of records without a tag for their game.
    pub game: Option<&'t str>,
}

/// Reads the games of a text.
pub fn read_with(
    text: &str,
    file: u32,
    RecordDefaults { from, game }: RecordDefaults,
    load: &mut Load,
) -> (Vec<Recorded>, Vec<Diagnostic>) {
    if is_former(text) {
        let head = Span::new(file, 0, text.lines().next().map_or(0, str::len));
        let problem =
            Diagnostic::new(Code::PgnSyntax, head, "this game was saved by an earlier version of ferz");
        return (
            Vec::new(),
            vec![
                problem.help(
                    "replay its moves with this version, and save it again; games are now saved as PGN",
                ),
            ],
        );
    }
    if let Some(format) = pgn::other_format(text) {
        let head = Span::new(file, 0, text.lines().next().map_or(0, str::len));
        let message = format!("this is a record in the format {format}, not in PGN");
        let help = "convert it to PGN with another program; the book lists the formats that ferz reads";
        return (Vec::new(), vec![Diagnostic::new(Code::PgnSyntax, head, message).help(help)]);
    }
    let (raws, mut problems) = pgn::games(text, file);
    problems.extend(split::misread(text).map(|(start, end)| {
        let place = Span::new(file, start, end);
        let message = "these letters are probably not what was written: the file is not in UTF-8";
        let help = "save it as UTF-8; of other encodings, only UTF-16 and Windows-1252 are read";
        Diagnostic::new(Code::NotUtf8, place, message).into_warning().help(help)
    }));
    if raws.is_empty() && problems.is_empty() {
        let whole = Span::new(file, 0, text.len());
        let problem = Diagnostic::new(Code::PgnSyntax, whole, "there is no game in this file");
        problems.push(problem.help("a game begins with tags such as [White \"...\"], followed by its moves"));
    }
    let mut games = Vec::new();
    let file = RecordText { text, from: from.filter(|dialect| !dialect.is_own()), game };
    games.extend(raws.iter().filter_map(|raw| one(file, raw, load, &mut problems)));
    // The problems of tags and of moves are found in separate passes, so they are sorted by place at the end.
    sort_by_key(&mut problems, Diagnostic::place);
    (games, problems)
}

/// The text of a file, and the program that wrote it, if known.
#[derive(Clone, Copy)]
pub(super) struct RecordText<'t> {
    pub(super) text: &'t str,
    pub(super) from: Option<&'static Dialect>,
    pub(super) game: Option<&'t str>,
}

/// The texts that programs write for a move that only passes the turn.
const NULL_MOVES: [&str; 5] = ["--", "Z0", "null", "0000", "@@@@"];

fn one(file: RecordText, raw: &Raw, load: &mut Load, problems: &mut Vec<Diagnostic>) -> Option<Recorded> {
    let text = file.text;
    let mut identity = Identity::of(raw, file.game);
    let file = RecordText { from: file.from.or(identity.dialect_of(raw)), ..file };
    let (engine, start) = beginning(file, raw, &mut identity, load, problems)?;
    let variant = engine.variant();
    let codec = file.from.map(|dialect| Codec::new(variant, dialect));
    let letters = codec.as_ref().map_or(&[][..], |codec| &codec.letters);
    let is_token = |token: &str| {
        variant.piece_types.iter().any(|own| own.token == token) || letters.iter().any(|own| own == token)
    };
    let (body, found) = body(text, raw.body, &is_token);
    problems.extend(found);
    let (main, others) = body.lines.split_first()?;
    let mut played = ReplayedLine::of(&engine, &start, main, codec);
    if played.end.is_err() && played.codec.is_none() {
        // Some programs write the squares of their game in another way.
        let others = Dialect::all().iter().filter(|dialect| dialect.game.as_deref() == Some(&variant.id));
        let mut others =
            others.map(|dialect| ReplayedLine::of(&engine, &start, main, Some(Codec::new(variant, dialect))));
        played = others.find(|other| other.end.is_ok()).unwrap_or(played);
    }
    let ReplayedLine { mut game, codec, end, problems: found } = played;
    problems.extend(found);
    match end {
        Ok(is_past) => {
            // If the first move captures a royal, the start position may be impossible.
            let tag = raw.tag("FEN").filter(|_| takes_royal(&game));
            let faults = tag.map_or_else(Vec::new, |tag| impossible(file, variant, tag));
            // If the players overlooked the end of the game, this has been reported, and their result stands.
            if faults.is_empty() && !is_past {
                claimed(&mut game, raw, &body);
                check_result(&game, raw, &body, problems);
            }
            problems.extend(faults);
        }
        Err(problem) => {
            // An impossible start position may be the cause.
            if let Some(tag) = raw.tag("FEN").filter(|_| game.plies().is_empty()) {
                problems.extend(impossible(file, variant, tag));
            }
            problems.push(problem);
        }
    }
    let (variations, found) = play_variations(&game, others, codec.as_ref());
    problems.extend(found);
    let heading = GameTags {
        identity,
        tags: raw.tags.iter().map(|tag| (tag.name.value.clone(), tag.value.value.clone())).collect(),
        score: Score::stated(raw, &body),
        termination: raw.value("Termination").map(str::to_owned),
    };
    let notes = notes(main, game.plies().len());
    Some(Recorded { game, heading, preface: main.preface.clone(), notes, variations })
}

/// The main line of a game, played in one dialect or in that of ferz.
pub(super) struct ReplayedLine {
    pub(super) game: GameHistory,
    codec: Option<Codec>,
    /// True if there are moves after the end of the game. The error says why a move cannot be played.
    pub(super) end: Result<bool, Diagnostic>,
    pub(super) problems: Vec<Diagnostic>,
}

impl ReplayedLine {
    pub(super) fn of(engine: &Engine, start: &Setup, line: &MoveLine, codec: Option<Codec>) -> ReplayedLine {
        let (mut game, mut problems) = (GameHistory::new(engine, start.clone()), Vec::new());
        let end = play(&mut game, line, codec.as_ref(), &mut problems);
        ReplayedLine { game, codec, end, problems }
    }
}

/// Returns the comments and marks after the played moves of a line.
pub(super) fn notes(line: &MoveLine, played: usize) -> Vec<Vec<Note>> {
    line.moves.iter().take(played).map(|mv| mv.notes.clone()).collect()
}

/// Plays the moves of a game up to the first illegal move. Moves after a draw, repetition, or quiet plies have ended
/// the game are played with one warning. Returns true if there are such moves.
///
/// # Errors
/// Returns the reason why the first illegal move cannot be played.
fn play(
    game: &mut GameHistory,
    line: &MoveLine,
    codec: Option<&Codec>,
    problems: &mut Vec<Diagnostic>,
) -> Result<bool, Diagnostic> {
    let mut is_reported = false;
    for written in &line.moves {
        let (text, mut legal) = (&written.text, game.legal_moves());
        let over = if legal.is_empty() { game.overrun() } else { None };
        let is_over = over.is_some();
        if let Some((outcome, moves)) = over {
            legal = moves;
            let reason = outcome.reason.replace('-', " ");
            let message = format!("by the rules the game was over before this move: {reason}");
            let problem =
                placed(Diagnostic::new(Code::MoveGameOver, text.span, message), text.span, game.setup());
            problems.extend((!std::mem::replace(&mut is_reported, true)).then(|| problem.into_warning()));
        }
        let found = find(game.engine(), game.setup(), &legal, (&text.value, codec)).cloned();
        let mv = found.map_err(|problem| placed(problem, text.span, game.setup()))?;
        if !(if is_over { game.play_on(&mv) } else { game.play(&mv) }) {
            return Err(Diagnostic::new(Code::MoveIllegal, text.span, "this move cannot be played"));
        }
    }
    Ok(is_reported)
}

/// Moves the problem of a move to its place in the file, and adds the side and the number of the move.
fn placed(problem: Diagnostic, span: Span, setup: &Setup) -> Diagnostic {
    moved(problem, span, false).here(format!("{}'s move {}", setup.turn.title(), setup.fullmove))
}

/// Plays the variations of a game. Each ends before its first illegal move, which is a warning.
pub(super) fn play_variations(
    game: &GameHistory,
    lines: &[MoveLine],
    codec: Option<&Codec>,
) -> (Vec<Variation>, Vec<Diagnostic>) {
    let (mut variations, mut problems) = (Vec::<Variation>::new(), Vec::new());
    for line in lines {
        let (parent, at) = line.from.unwrap_or_default();
        let parent = parent.checked_sub(1);
        let played = parent.map_or(game.plies(), |parent| &variations[parent].plies);
        let mut plies = Vec::new();
        // A line that departs from a move that was not played has no position and stays empty.
        if let Some(mut setup) = before(game, &variations, parent, at).filter(|_| at <= played.len()).cloned()
        {
            for written in &line.moves {
                let (engine, legal) = game.continued(&setup);
                let found = find(engine, &setup, &legal, (&written.text.value, codec));
                let next = found.map(|mv| (mv.clone(), engine.play(&engine.position(&setup), mv)));
                match next {
                    Ok((mv, Some(after))) => {
                        let ply = PlayedMove::new(mv, after);
                        setup = ply.setup().clone();
                        plies.push(ply);
                    }
                    Ok((_, None)) => break,
                    Err(problem) => {
                        problems.push(placed(problem, written.text.span, &setup).into_warning());
                        break;
                    }
                }
            }
        }
        let notes = notes(line, plies.len());
        variations.push(Variation { parent, at, preface: line.preface.clone(), plies, notes });
    }
    (variations, problems)
}

/// Returns the position before a move of a game or of one of its variations.
pub(super) fn before<'g>(
    game: &'g GameHistory,
    variations: &'g [Variation],
    parent: Option<usize>,
    at: usize,
) -> Option<&'g Setup> {
    let (mut parent, mut at) = (parent, at);
    loop {
        let line = parent.map(|parent| &variations[parent]);
        let plies = line.map_or(game.plies(), |line| &line.plies);
        match (at.checked_sub(1), line) {
            (Some(last), _) => return plies.get(last).map(|ply| ply.setup()),
            (None, None) => return Some(game.start()),
            (None, Some(line)) => (parent, at) = (line.parent, line.at),
        }
    }
}

/// Finds the legal move for a text, in algebraic notation or by its squares. The letters of a dialect apply if it is
/// given. A `+` after a move that gives no check stands for the only promotion of the piece.
pub fn find<'m>(
    engine: &Engine,
    setup: &Setup,
    legal: &'m [Move],
    (text, codec): (&str, Option<&Codec>),
) -> Result<&'m Move, Diagnostic> {
    let found = without_mark(engine, setup, legal, (text, codec))?;
    if !text.trim_end_matches(['!', '?']).ends_with('+') || found.choice.is_some() {
        return Ok(found);
    }
    let is_promotion = |mv: &&Move| {
        matches!(mv.choice, Some(Choice::Become(_))) && **mv == Move { choice: mv.choice, ..found.clone() }
    };
    let mut promotions = legal.iter().filter(is_promotion);
    let gives_check =
        || engine.play(&engine.position(setup), found).is_some_and(|next| engine.in_check(&next));
    match (promotions.next(), promotions.next()) {
        (Some(promotion), None) if !gives_check() => Ok(promotion),
        _ => Ok(found),
    }
}

/// Finds the legal move for a text without regard to its mark for check.
fn without_mark<'m>(
    engine: &Engine,
    setup: &Setup,
    legal: &'m [Move],
    (text, codec): (&str, Option<&Codec>),
) -> Result<&'m Move, Diagnostic> {
    let variant = engine.variant();
    if let Some(mv) = codec.and_then(|codec| in_dialect(engine, setup, legal, (text, codec))) {
        return Ok(mv);
    }
    // Most moves are found among the few moves to the squares in the text, which are cheaper to index.
    let likely: Vec<Move> = legal.iter().filter(|mv| san::can_mean(variant, mv, text)).cloned().collect();
    let found = san::Algebraic::new(variant, setup, &likely).read_named(text);
    if let Some(mv) = found.and_then(|mv| legal.iter().find(|own| *own == mv)) {
        return Ok(mv);
    }
    let algebraic = san::Algebraic::new(variant, setup, legal);
    if let Some(mv) = algebraic.read(text) {
        return Ok(mv);
    }
    let squares = |text: &str| movetext::read(variant, setup, legal, text);
    let read = squares(text).or_else(|problem| squares(san::unmarked(text)).map_err(|_| problem));
    // Dialects with other names for squares could find moves that the text does not stand for.
    let dialects = Dialect::all().iter().filter(|dialect| dialect.is_like_own() && read.is_err());
    let mut codecs = dialects.map(|dialect| Codec::new(variant, dialect));
    if let Some(mv) = codecs.find_map(|codec| in_dialect(engine, setup, legal, (text, &codec))) {
        return Ok(mv);
    }
    explained(&algebraic, text, read)
}

/// Finds the legal move for a text in algebraic notation with the letters of a dialect, or in the notation of the
/// dialect.
fn in_dialect<'m>(
    engine: &Engine,
    setup: &Setup,
    legal: &'m [Move],
    (text, codec): (&str, &Codec),
) -> Option<&'m Move> {
    let algebraic = san::Algebraic::in_dialect(engine.variant(), setup, legal, Some(codec));
    let counted = codec.counted_from_one(text);
    let squares = || codec.find(engine, setup, legal, text);
    // Some records separate the squares and write them in capitals: `H2-E2`.
    let plain = || codec.find(engine, setup, legal, &text.replace('-', "").to_ascii_lowercase());
    let is_whole = !divides_number(text, &['-']);
    algebraic.read(&counted).or_else(squares).or_else(|| is_whole.then(plain)?)
}

/// Returns the result of reading a move by its squares. If the text is in algebraic notation, the error describes the
/// mistake in that notation.
fn explained<'m>(
    algebraic: &san::Algebraic,
    text: &str,
    read: Result<&'m Move, Diagnostic>,
) -> Result<&'m Move, Diagnostic> {
    const MAX: usize = 12;
    let (variant, legal) = (algebraic.variant, algebraic.legal);
    let is_algebraic = read.is_err() && movetext::parse(variant, text).is_none() && !legal.is_empty();
    if !is_algebraic {
        return read;
    }
    let whole = Span::new(0, 0, text.len());
    if NULL_MOVES.contains(&text) {
        let problem = Diagnostic::new(
            Code::MoveIllegal,
            whole,
            format!("`{text}` is a null move, and no pass is legal here"),
        );
        return Err(problem.help("analysis uses null moves; delete it with the moves that follow"));
    }
    let candidates = algebraic.candidates(text);
    if candidates.len() > 1 {
        let problem = Diagnostic::new(Code::MoveAmbiguous, whole, format!("`{}` is ambiguous", shown(text)));
        return Err(problem.help(format!("write one of {}", candidates.join(" "))));
    }
    let mut near = algebraic.near(text);
    let more = near.len().saturating_sub(MAX);
    near.truncate(MAX);
    let others = if more > 0 { format!(", and {more} more") } else { String::new() };
    let problem =
        Diagnostic::new(Code::MoveIllegal, whole, format!("`{}` is not a legal move here", shown(text)));
    Err(problem.help(format!("legal here: {}{others}", near.join(" "))))
}

/// Ends the game by the claim that the record gives as the reason for its result.
fn claimed(game: &mut GameHistory, raw: &Raw, body: &Movetext) {
    let (score, Some(why)) = (Score::stated(raw, body), raw.value("Termination")) else { return };
    let Some(reason) = ends(game.variant(), why).map(str::to_owned) else { return };
    if game.claims().iter().any(|claim| claim.reason == reason && Score::of(Some(claim)) == score) {
        game.claim(&reason);
    }
}

/// Compares the recorded result with the result by the rules.
fn check_result(game: &GameHistory, raw: &Raw, body: &Movetext, problems: &mut Vec<Diagnostic>) {
    let outcome = game.outcome();
    let by_rules = Score::of(outcome.as_ref());
    let tag = raw.tag("Result").map(|tag| &tag.value).filter(|tag| !matches!(tag.value.as_str(), "" | "?"));
    let stated: Vec<_> = tag.into_iter().chain(&body.result).collect();
    for stated in &stated {
        let place = stated.span;
        let Some(score) = Score::read(&stated.value) else {
            let message = format!("`{}` is not a result", shown(&stated.value));
            let problem = Diagnostic::new(Code::PgnResult, place, message);
            problems.push(problem.help(format!("a result is one of {}", quoted(RESULTS))));
            continue;
        };
        if let Some(outcome) = outcome.as_ref().filter(|_| score != by_rules) {
            let reason = outcome.reason.replace('-', " ");
            let message = format!("the result is {} by the rules: {reason}", by_rules.text());
            let problem = Diagnostic::new(Code::PgnResult, place, message);
            problems.push(problem.help(format!("write {}", by_rules.text())).fix(stating(place, by_rules)));
        }
    }
    if let [one, other] = stated.as_slice()
        && Score::read(&one.value) != Score::read(&other.value)
        && outcome.is_none()
    {
        let problem = Diagnostic::new(Code::PgnResult, other.span, "the tag has a different result");
        let problem = problem.label(one.span, "here").help("write the same result in both places");
        let scores = [(other.span, &one.value), (one.span, &other.value)];
        let fixes = scores.into_iter().filter_map(|(at, text)| Some(stating(at, Score::read(text)?)));
        problems.push(fixes.fold(problem, Diagnostic::fix));
    }
    let Some(tag) = raw.tag("Termination").filter(|_| outcome.is_none()) else { return };
    let names = ends(game.variant(), &tag.value.value);
    if let Some(name) = names {
        let message = format!("the rules do not end the game here with {name}");
        let problem = Diagnostic::new(Code::PgnResult, tag.value.span, message);
        problems.push(problem.help("an unfinished game has the result *"));
    }
}

/// Returns a fix that states a result at a place, which keeps its quotation marks.
fn stating(place: Span, score: Score) -> Fix {
    Fix::of(Certainty::Guess).and(place, TextChange::Name { old: None, name: score.text().into() })
}

/// Returns the ending that a text names after its colon.
fn ends<'v>(variant: &'v Variant, text: &str) -> Option<&'v str> {
    let reason = text.rsplit(": ").next()?.trim_end_matches('.').replace(' ', "-");
    variant.endings.iter().map(|ending| ending.name.as_str()).find(|name| *name == reason)
}

/// Moves a problem of a part of the text to its place in the file: to the exact words, or to the whole part.
pub(super) fn moved(problem: Diagnostic, part: Span, is_exact: bool) -> Diagnostic {
    let mut problem = problem;
    for label in &mut problem.labels {
        let Span { start, end, .. } = label.span;
        label.span = if is_exact { part.part(start as usize, end as usize) } else { part };
    }
    problem
}

/// Reports that the tags select rules that cannot be loaded.
pub(super) fn unloaded(raw: &Raw, why: Diagnostic) -> Diagnostic {
    let tags = [
        (Code::UnknownArray, "Array"),
        (Code::UnknownReading, "Reading"),
        (Code::UnknownSwitch, "Switches"),
        (Code::UnknownValue, "Switches"),
    ];
    let tag = match tags.iter().find(|(code, _)| *code == why.code) {
        Some((_, name)) => raw.tag(name),
        None => raw.tag("RuleFile").or_else(|| raw.tag("Variant")),
    };
    let place = tag.or(raw.tags.first());
    let place = place.map_or(raw.body, |tag| tag.value.span);
    why.at(place)
}
