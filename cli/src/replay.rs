//! `ferz replay`: steps through a recorded game.
//!
//! [`run`] loads the game and replays it by its rules. In a terminal, typed commands select the position; otherwise,
//! every position is printed. With `--json`, the game is printed as data.

use super::output::{CommandError, ExitVerdict, Output};
use super::play::Input;
use super::position;
use super::records::FoundRecords;
use clap::Args;
use ferz_core::play::game::GameHistory;
use ferz_syntax::messages::text::plural;
use ferz_text::notation::dialect::Dialect;
use ferz_text::notation::record::{self, Note, Record, Recorded};
use ferz_text::notation::san;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct ReplayArgs {
    /// A record of games (PGN)
    file: PathBuf,
    /// The number of the game in the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
}

/// The commands that can be typed while stepping.
const COMMANDS: &str =
    "Enter goes forward, `back` goes back, a number goes to that ply, `end` goes to the last, `quit` leaves.";

pub(super) fn run(args: &ReplayArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let records = FoundRecords::read(&args.file)?;
    let all = records.games.len();
    let (recorded, _) = records.pick(args.game)?;
    if output.is_json() {
        return output.json(&Record::new(&recorded, Dialect::own()));
    }
    let replay = Replay { texts: record::line(&recorded.game), recorded };
    replay.greet((args.game, all), output)?;
    match io::stdin().is_terminal() && io::stdout().is_terminal() {
        true => replay.step(output)?,
        false => replay.print(output)?,
    }
    Ok(ExitVerdict::Yes)
}

struct Replay {
    recorded: Recorded,
    texts: Vec<String>,
}

impl Replay {
    fn game(&self) -> &GameHistory {
        &self.recorded.game
    }

    fn greet(&self, (number, all): (usize, usize), output: &mut Output) -> Result<(), CommandError> {
        let tag = |name: &str| {
            let known = self.recorded.heading.tags.iter().find(|(own, _)| own == name);
            known.map(|(_, value)| value.as_str()).filter(|value| !matches!(*value, "" | "?" | "????.??.??"))
        };
        let variant = self.game().variant();
        let reference = format!("{}/{}@{}", variant.id, variant.array, variant.reading);
        writeln!(output, "{}  ({reference})", variant.title)?;
        if let (Some(white), Some(black)) = (tag("White"), tag("Black")) {
            writeln!(output, "{white} - {black}")?;
        }
        let place: Vec<&str> = ["Event", "Site", "Date"].into_iter().filter_map(tag).collect();
        if !place.is_empty() {
            output.wrapped("", &place.join(", "))?;
        }
        if all > 1 {
            writeln!(output, "Game {number} of {all}; --game N chooses another.")?;
        }
        let comments = self.recorded.preface.iter().filter_map(Note::comment);
        output.lines(comments.map(|comment| format!("  {comment}")))
    }

    /// Returns the outcome, or states that the game continues.
    fn end(&self) -> String {
        let heading = &self.recorded.heading;
        match &heading.termination {
            Some(why) => format!("{}  {why}", heading.score.text()),
            None => heading.score.text().to_owned(),
        }
    }

    /// Shows the position after a number of plies.
    fn show(&self, ply: usize, output: &mut Output) -> Result<(), CommandError> {
        let game = self.game();
        let before = |ply: usize| match ply.checked_sub(1).and_then(|last| game.plies().get(last)) {
            Some(ply) => ply.setup(),
            None => game.start(),
        };
        let last = ply.checked_sub(1).and_then(|last| game.plies().get(last));
        writeln!(output)?;
        if let Some(number) = ply.checked_sub(1) {
            writeln!(output, "{} {}", san::number(before(number)), self.texts[number])?;
            let notes = self.recorded.notes.get(number).into_iter().flatten();
            for comment in notes.filter_map(Note::comment) {
                output.wrapped("  ", comment)?;
            }
        }
        position::show(game.variant(), before(ply), last.map(|ply| &ply.mv), output)
    }

    /// Prints every position.
    fn print(&self, output: &mut Output) -> Result<(), CommandError> {
        (0..=self.texts.len()).try_for_each(|ply| self.show(ply, output))?;
        writeln!(output, "{}", self.end())
    }

    /// Shows the positions one by one, following the typed commands.
    fn step(&self, output: &mut Output) -> Result<(), CommandError> {
        let (mut input, mut ply, last) = (Input::new(), 0, self.texts.len());
        output.wrapped("", &format!("{}. {COMMANDS}", plural(last, "move")))?;
        self.show(ply, output)?;
        loop {
            let Some(line) = input.line(&format!("{ply}/{last}> "), output)? else { return Ok(()) };
            let wanted = match line.to_lowercase().as_str() {
                "" | "next" | "n" => ply + 1,
                "back" | "b" => ply.saturating_sub(1),
                "start" => 0,
                "end" => last,
                "quit" | "exit" | "q" => return Ok(()),
                other => match other.parse() {
                    Ok(number) if number <= last => number,
                    _ => {
                        output.wrapped("  ", COMMANDS)?;
                        continue;
                    }
                },
            };
            if wanted > last {
                writeln!(output, "{}", self.end())?;
                continue;
            }
            ply = wanted;
            self.show(ply, output)?;
        }
    }
}
