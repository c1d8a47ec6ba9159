//! `ferz convert`: writes records and positions in another format.
//!
//! The first bytes of the input decide whether it is a file of games or of positions. Both are converted one by one, so
//! that files of any length need little memory. An input that cannot be read is reported, and the others are still
//! written. With `--json`, all of them are collected in one object.

use super::files::FileLines;
use super::game;
use super::output::{CommandError, ExitVerdict, Output};
use super::records::RuleCache;
use super::session_line::SessionLine;
use clap::Args;
use ferz_core::base::Setup;
use ferz_core::base::source::Sources;
use ferz_core::rules::Variant;
use ferz_lang::catalog::GameRef;
use ferz_syntax::messages::diagnostic::{Diagnostic, nearest};
use ferz_syntax::messages::text::quoted;
use ferz_text::notation::dialect::{DIALECTS, Dialect};
use ferz_text::notation::fen::{self, FenStyle};
use ferz_text::notation::record::{self, Chunk, Record, RecordDefaults, Splitter};
use ferz_text::words::report::located;
use serde_json::json;
use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;

/// The beginning of a comment in a file of positions.
const COMMENT: char = '#';

/// The name of the format for positions without counts of moves.
const EPD: &str = "epd";

/// The name of ferz's own format.
const OWN: &str = "ferz";

#[derive(Args)]
pub(super) struct ConvertArgs {
    /// A file of games (PGN) or of positions (FEN or EPD, one on each line); `-` reads standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// The game of the positions, and of records without a tag for their game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The program that wrote the input [default: recognized from the input]
    #[arg(long, value_name = "PROGRAM")]
    from: Option<String>,
    /// The program whose format to write, or `epd` for positions without move counts
    #[arg(long, value_name = "PROGRAM", default_value = "ferz")]
    to: String,
}

pub(super) fn run(args: &ConvertArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let mut lines = FileLines::open(&args.file)?;
    let (mut head, mut first) = (Vec::new(), String::new());
    // The first line that is neither blank nor a comment decides the format. The lines read so far are processed first.
    while first.trim().is_empty() || first.starts_with(COMMENT) {
        let line = lines.next_line()?;
        if line.is_empty() {
            break;
        }
        head.extend_from_slice(line);
        first = record::decoded(line);
    }
    let is_record = record::begins_games(&first) && SessionLine::of(&first).is_none();
    if is_record { games(args, lines, &head, output) } else { positions(args, lines, head, output) }
}

/// Writes the readable games one after another, and reports the problems of the others.
fn games(
    args: &ConvertArgs,
    mut lines: FileLines,
    head: &[u8],
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    let (from, to) = (args.from.as_deref().map(dialect).transpose()?, dialect(&args.to)?);
    let (name, mut cache) = (args.file.display().to_string(), RuleCache::of(&args.file));
    let (mut splitter, mut verdict) = (Splitter::default(), ExitVerdict::Yes);
    let (mut data, mut reported) = (Vec::new(), Vec::new());
    for line in head.split_inclusive(|byte| *byte == b'\n') {
        splitter.line(line);
    }
    lines.games(splitter, &mut |Chunk { text, lines, bytes }| {
        let defaults = RecordDefaults { from, game: args.game.as_deref() };
        let (games, problems) = record::read_with(&text, 0, defaults, &mut |identity| cache.engine(identity));
        for recorded in &games {
            match output.is_json() {
                true => data.push(Record::new(recorded, to)),
                false => write!(output, "{}", record::rewrite(recorded, to))?,
            }
        }
        if problems.iter().any(Diagnostic::is_error) {
            verdict = ExitVerdict::No;
        }
        if problems.is_empty() {
            return Ok(());
        }
        // The offsets of the chunk in its file are kept, so that problems name the right lines of the file.
        let mut sources = Sources::default();
        sources.add_part(&name, text, (lines, bytes));
        if output.is_json() {
            reported.extend(located(&problems, &sources));
        }
        output.problems(&sources, &problems)
    })?;
    if output.is_json() {
        output.json(&json!({ "games": data, "problems": reported }))?;
    }
    Ok(verdict)
}

/// Writes the readable positions one after another, and reports the problems of the others.
fn positions(
    args: &ConvertArgs,
    mut lines: FileLines,
    head: Vec<u8>,
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    let variant = rules(args)?;
    let usual = Converter::of(args, &variant)?;
    // The rules with free castling are loaded when a position needs them.
    let free: OnceCell<Option<Arc<Variant>>> = OnceCell::new();
    // The number of lines and bytes before the current line, for the places of problems.
    let (mut verdict, mut at) = (ExitVerdict::Yes, (0, 0));
    let (mut data, mut reported) = (Vec::new(), Vec::new());
    let mut line = head;
    while !line.is_empty() {
        for bytes in line.split_inclusive(|byte| *byte == b'\n') {
            let text = record::decoded(bytes);
            let text = text.trim_end();
            let (mut written, mut problems) = usual.anew(text);
            let name =
                if problems.is_empty() { None } else { fen::free_castling(&variant, usual.position(text)) };
            let load = |name| game::load(&GameRef::parse(name), &[], None).ok().map(|free| free.variant);
            if let Some(free) = name.and_then(|name| free.get_or_init(|| load(name)).as_ref())
                && fen::knows_castlings(free, usual.position(text))
            {
                (written, problems) = Converter::of(args, free)?.anew(text);
            }
            match written {
                Some(written) if output.is_json() => data.push(written),
                Some(written) => writeln!(output, "{written}")?,
                None => {}
            }
            if !problems.is_empty() {
                let mut sources = Sources::default();
                sources.add_part(args.file.display().to_string(), text, at);
                if output.is_json() {
                    reported.extend(located(&problems, &sources));
                }
                output.problems(&sources, &problems)?;
            }
            if problems.iter().any(Diagnostic::is_error) {
                verdict = ExitVerdict::No;
            }
            at = (at.0 + 1, at.1 + bytes.len());
        }
        line = lines.next_line()?.to_vec();
    }
    if output.is_json() {
        output.json(&json!({ "positions": data, "problems": reported }))?;
    }
    Ok(verdict)
}

/// A converter of the positions of one game.
struct Converter<'a> {
    variant: &'a Variant,
    /// The program that wrote the positions, if known, and its style.
    program: Option<&'a str>,
    from: Option<FenStyle<'a>>,
    to: FenStyle<'a>,
    /// True if the counts of moves are left out.
    is_epd: bool,
}

impl<'a> Converter<'a> {
    fn of(args: &'a ConvertArgs, variant: &'a Variant) -> Result<Converter<'a>, CommandError> {
        let program = args.from.as_deref();
        let from = program.map(|program| style(variant, program)).transpose()?;
        // EPD is a FEN without the counts of moves, in the letters of its program.
        let is_epd = args.to == EPD;
        let to = style(variant, if is_epd { program.unwrap_or(OWN) } else { &args.to })?;
        Ok(Converter { variant, program, from, to, is_epd })
    }

    /// Returns the part of a line that is a position.
    fn position<'t>(&self, line: &'t str) -> &'t str {
        SessionLine::of(line).and_then(|session| session.position).unwrap_or(line)
    }

    /// Converts a line with a position, or with a position and moves. Returns `None` for a blank line and for one with
    /// errors. EPD operations and comments stay unchanged. The second value contains the problems of the line.
    fn anew(&self, line: &str) -> (Option<String>, Vec<Diagnostic>) {
        if line.starts_with(COMMENT) {
            return (Some(line.to_owned()), Vec::new());
        }
        let position = fen::position_in(line);
        if position.is_empty() && line.trim().is_empty() {
            return (None, Vec::new());
        }
        let session = SessionLine::of(line);
        // Positions in check out of turn can be converted as well.
        let read = |text: &str| match &self.from {
            Some(style) => fen::read_in(self.variant, text, true, Some(style)),
            None => fen::read_as(self.variant, text, true),
        };
        let start = match session {
            Some(SessionLine { position: None, .. }) => Ok((self.variant.start(), Vec::new())),
            _ => fen::read_repaired(self.position(line), read),
        };
        let (setup, mut problems) = match start {
            Ok(start) => start,
            Err(problems) => return (None, problems),
        };
        if let Some(session) = session {
            let end = session.play(self.variant, &setup, self.program.and_then(Dialect::named));
            let written = end.map(|setup| self.write(&setup, true));
            return match written {
                Ok(written) => (Some(written), problems),
                Err(problem) => {
                    problems.push(problem);
                    (None, problems)
                }
            };
        }
        let start = position.as_ptr() as usize - line.as_ptr() as usize;
        let operations = line[start + position.len()..].trim_end();
        let counts = operations.is_empty() || fen::counts_moves(position);
        (Some(self.write(&setup, counts) + operations), problems)
    }

    fn write(&self, setup: &Setup, counts: bool) -> String {
        match counts && !self.is_epd {
            true => fen::write_in(self.variant, setup, Some(&self.to)),
            false => fen::write_epd(self.variant, setup, Some(&self.to)),
        }
    }
}

/// Returns the rules of the positions: the game on the command line, or the default game of the program that wrote
/// them.
fn rules(args: &ConvertArgs) -> Result<Arc<Variant>, CommandError> {
    let programs = args.from.iter().chain([&args.to]);
    let own = programs.filter_map(|program| Dialect::named(program)?.game.as_deref()).next();
    let reference = GameRef::parse(args.game.as_deref().or(own).unwrap_or(&DIALECTS.usual));
    game::check_file(&reference)?;
    Ok(game::load(&reference, &[], None)?.variant)
}

/// Returns the dialect of a program for records.
fn dialect(program: &str) -> Result<&'static Dialect, CommandError> {
    let names = || Dialect::all().iter().map(|dialect| dialect.name.as_str());
    Dialect::named(program).ok_or_else(|| {
        let stop = CommandError::message(format!("there are no records in the style of `{program}`"));
        match nearest(program, names()) {
            Some(near) => stop.help(format!("did you mean `{near}`?")),
            None => stop.help(format!("the styles are {}", quoted(names()))),
        }
    })
}

/// Returns the style of a program for positions.
fn style<'v>(variant: &'v Variant, program: &str) -> Result<FenStyle<'v>, CommandError> {
    FenStyle::of(variant, program).ok_or_else(|| {
        let stop = CommandError::message(format!("this game has no positions in the style of `{program}`"));
        stop.help(format!("it has FENs of {}", quoted(FenStyle::programs(variant))))
    })
}
