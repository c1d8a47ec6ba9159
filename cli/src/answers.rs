//! `ferz readings`: shows the answers of each reading to the questions of a game, and the stance of its source on each.

use super::game;
use super::output::{CommandError, ExitVerdict, Output};
use clap::Args;
use ferz_core::rules::{Switch, Variant};
use ferz_lang::Reading;
use ferz_text::words::stances::{ReadingAnswer, Stance, answers};
use serde::Serialize;

#[derive(Args)]
pub(super) struct AnswersArgs {
    /// The game: a built-in name, or the path of a .ferz file
    #[arg(value_name = "GAME")]
    game: String,
    /// Show only the questions that two readings answer differently
    #[arg(long)]
    differing: bool,
}

/// The answers to one question.
#[derive(Serialize)]
struct QuestionData {
    switch: String,
    question: String,
    answers: Vec<QuestionAnswer>,
}

/// The answer of a reading.
#[derive(Serialize)]
struct QuestionAnswer {
    reading: String,
    value: String,
    text: String,
    /// The stance of the source that the reading follows, if it follows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    stance: Option<Stance>,
}

pub(super) fn run(args: &AnswersArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let reference = game::whole(&args.game);
    game::check_file(&reference)?;
    let whole = game::load(&reference, &[], None)?;
    let readings: Vec<Option<&Reading>> =
        std::iter::once(None).chain(whole.game.readings.iter().map(Some)).collect();
    let mut questions = questions(&whole.variant, &readings);
    if args.differing {
        questions.retain(|one| one.answers.windows(2).any(|pair| pair[0].value != pair[1].value));
    }
    if output.is_json() {
        output.json(&questions)?;
        return Ok(ExitVerdict::Yes);
    }
    if questions.is_empty() {
        writeln!(output, "{} has no such questions", args.game)?;
        return Ok(ExitVerdict::Yes);
    }
    table(&questions, output)?;
    Ok(ExitVerdict::Yes)
}

fn questions(variant: &Variant, readings: &[Option<&Reading>]) -> Vec<QuestionData> {
    let question = |switch: &Switch| QuestionData {
        switch: switch.name.clone(),
        question: switch.question.clone(),
        answers: Vec::new(),
    };
    let mut all: Vec<QuestionData> = variant.switches.iter().map(question).collect();
    for reading in readings {
        let answers = answers(variant, *reading).into_iter();
        for ((one, switch), ReadingAnswer { value, stance, .. }) in
            all.iter_mut().zip(&variant.switches).zip(answers)
        {
            let reading = reading.map_or_else(|| "default".to_owned(), |reading| reading.name.clone());
            let text = switch.value(&value).map(|value| value.text.clone()).unwrap_or_default();
            one.answers.push(QuestionAnswer { reading, value, text, stance });
        }
    }
    all
}

/// Writes the questions as the rows of a table, with a column for each reading.
fn table(questions: &[QuestionData], output: &mut Output) -> Result<(), CommandError> {
    let cell = |answer: &QuestionAnswer| {
        let sign = answer.stance.map_or("", Stance::sign);
        format!("{sign}{}", answer.value)
    };
    let names: Vec<String> =
        questions.iter().take(1).flat_map(|one| &one.answers).map(|answer| answer.reading.clone()).collect();
    let mut rows = vec![std::iter::once(String::new()).chain(names.iter().cloned()).collect::<Vec<_>>()];
    rows.extend(
        questions
            .iter()
            .map(|one| std::iter::once(one.switch.clone()).chain(one.answers.iter().map(cell)).collect()),
    );
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..=names.len()).map(width).collect();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(text, width)| format!("{text:<width$}"));
        writeln!(output, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    let is_marked = questions.iter().flat_map(|one| &one.answers).any(|answer| answer.stance.is_some());
    if is_marked {
        let legend = "= the source that gives the reading its name gives this answer, ? it gives none, ! it gives \
                      another";
        writeln!(output)?;
        output.wrapped("", legend)?;
    }
    Ok(())
}
