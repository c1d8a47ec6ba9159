//! `ferz explain`: why a move is legal or not, or how a position stands.

use super::explain_code;
use super::game::GameArgs;
use super::output::{Output, Stop, Verdict};
use super::position::{self, OutcomeData, sentence};
use super::{picture, wrap};
use crate::base::Setup;
use crate::base::text::commas;
use crate::play::notation::fen;
use crate::rules::Variant;
use crate::words::explain::{Explainer, Reason, Verdict as Told};
use clap::Args;
use serde::Serialize;

#[derive(Args)]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The move to explain; without one, the position is
    #[arg(value_name = "MOVE")]
    mv: Option<String>,
    /// The position; the start of the game if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Serialize)]
struct MoveData<'a> {
    fen: String,
    #[serde(rename = "move")]
    mv: &'a str,
    legal: bool,
    reasons: Vec<ReasonData<'a>>,
}

#[derive(Serialize)]
struct StandingData<'a> {
    fen: String,
    turn: &'static str,
    check: bool,
    outcome: Option<OutcomeData>,
    reasons: Vec<ReasonData<'a>>,
}

#[derive(Serialize)]
struct ReasonData<'a> {
    text: &'a str,
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    cites: &'a [String],
}

fn data<'r>(reasons: &'r [Reason]) -> Vec<ReasonData<'r>> {
    let one = |reason: &'r Reason| ReasonData {
        text: &reason.text,
        file: &reason.file,
        line: reason.line,
        cites: &reason.cites,
    };
    reasons.iter().map(one).collect()
}

pub(super) fn run(args: &ExplainArgs, output: &mut Output) -> Result<Verdict, Stop> {
    if args.mv.is_none()
        && args.fen.is_none()
        && let Some(code) = args.game.code()
    {
        return explain_code::run(code, args.json, output);
    }
    let loaded = args.game.load(output)?;
    let variant = &loaded.variant;
    let setup = position::read(variant, args.fen.as_deref())?;
    let explainer = Explainer::new(variant, &loaded.game.sources);
    let Some(text) = &args.mv else {
        let study = explainer.study(&setup);
        let reasons = explainer.standing(&study);
        let (outcome, check) = (study.outcome().cloned(), study.in_check());
        if args.json {
            let fen = fen::write(variant, &setup);
            let outcome = outcome.map(OutcomeData::from);
            output.json(&StandingData {
                fen,
                turn: setup.turn.name(),
                check,
                outcome,
                reasons: data(&reasons),
            })?;
            return Ok(Verdict::Yes);
        }
        draw(variant, &setup, output)?;
        match outcome {
            Some(outcome) => output.line(sentence(&outcome))?,
            None => {
                let check = if check { ", in check" } else { "" };
                output.line(format!("{} to move{check}.", setup.turn.title()))?;
            }
        }
        lines("  ", &reasons).iter().try_for_each(|line| output.line(line))?;
        return Ok(Verdict::Yes);
    };
    let told = explainer.explain(&setup, text);
    let legal = told.verdict == Told::Legal;
    if args.json {
        let fen = fen::write(variant, &setup);
        output.json(&MoveData { fen, mv: &told.mv, legal, reasons: data(&told.reasons) })?;
    } else {
        // Why a move fails is read beside the position, if it is not the one everybody knows.
        if !legal && args.fen.is_some() {
            draw(variant, &setup, output)?;
        }
        output.line(format!("{} is {}:", told.mv, if legal { "legal" } else { "not legal" }))?;
        lines("  ", &told.reasons).iter().try_for_each(|line| output.line(line))?;
    }
    Ok(match told.verdict {
        Told::Legal => Verdict::Yes,
        Told::Illegal => Verdict::No,
        Told::NoMove => Verdict::Unclear,
    })
}

/// The position, drawn or told.
pub(super) fn draw(variant: &Variant, setup: &Setup, output: &mut Output) -> Result<(), Stop> {
    let lines = picture::scene(variant, setup, None, output.is_plain());
    lines.iter().try_for_each(|line| output.line(line))
}

/// Each reason with the line it rests on below it.
pub(super) fn lines(indent: &str, reasons: &[Reason]) -> Vec<String> {
    let mut lines = Vec::new();
    for reason in reasons {
        lines.extend(wrap::text(indent, &reason.text));
        let cites = match reason.cites.as_slice() {
            [] => String::new(),
            names => format!(" [{}]", commas(names)),
        };
        lines.push(format!("{indent}    {}:{}{cites}", reason.file, reason.line));
    }
    lines
}
