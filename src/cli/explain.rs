//! `ferz explain`: why a move is legal or not, or the state of a position.

use super::output::{Output, Stop, Verdict};
use super::position::{self, PositionArgs};
use super::{explain_code, wrap};
use crate::base::text::commas;
use crate::base::{Color, Outcome};
use crate::play::notation::fen;
use crate::words::explain::{Explainer, Reason, Verdict as Explained};
use crate::words::outcome;
use clap::Args;
use serde::Serialize;

#[derive(Args)]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The move to explain; without one, the position is explained
    #[arg(value_name = "MOVE")]
    mv: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
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
struct PositionData<'a> {
    fen: String,
    turn: Color,
    check: bool,
    outcome: Option<&'a Outcome>,
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

impl<'r> ReasonData<'r> {
    fn all(reasons: &'r [Reason]) -> Vec<ReasonData<'r>> {
        let one = |reason: &'r Reason| ReasonData {
            text: &reason.text,
            file: &reason.file,
            line: reason.line,
            cites: &reason.cites,
        };
        reasons.iter().map(one).collect()
    }
}

pub(super) fn run(args: &ExplainArgs, output: &mut Output) -> Result<Verdict, Stop> {
    if args.mv.is_none()
        && args.position.fen.is_none()
        && let Some(code) = args.position.game.code()
    {
        return explain_code::run(code, args.json, output);
    }
    let (loaded, setup) = args.position.load(output)?;
    let variant = &loaded.variant;
    let explainer = Explainer::new(variant, &loaded.game.sources);
    let fen = fen::write(variant, &setup);
    let Some(text) = &args.mv else {
        let study = explainer.study(&setup);
        let reasons = explainer.standing(&study);
        let (outcome, check) = (study.outcome(), study.in_check());
        if args.json {
            let reasons = ReasonData::all(&reasons);
            output.json(&PositionData { fen, turn: setup.turn, check, outcome, reasons })?;
            return Ok(Verdict::Yes);
        }
        position::show(variant, &setup, None, output)?;
        output.line(match outcome {
            Some(outcome) => outcome::sentence(outcome),
            None => outcome::to_move(setup.turn, check) + ".",
        })?;
        output.lines(lines("  ", &reasons))?;
        return Ok(Verdict::Yes);
    };
    let explained = explainer.explain(&setup, text);
    let legal = explained.verdict == Explained::Legal;
    if args.json {
        let reasons = ReasonData::all(&explained.reasons);
        output.json(&MoveData { fen, mv: &explained.mv, legal, reasons })?;
    } else {
        // A reader knows the start of the game, but not any other position.
        if !legal && args.position.fen.is_some() {
            position::show(variant, &setup, None, output)?;
        }
        output.line(format!("{} is {}:", explained.mv, if legal { "legal" } else { "not legal" }))?;
        output.lines(lines("  ", &explained.reasons))?;
    }
    Ok(match explained.verdict {
        Explained::Legal => Verdict::Yes,
        Explained::Illegal => Verdict::No,
        Explained::NoMove => Verdict::Unclear,
    })
}

/// Each reason with the line of the rules below it.
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
