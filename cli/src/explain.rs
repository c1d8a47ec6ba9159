//! `ferz explain`: explains why a move is legal or illegal, describes a position or a square, or prints the page about
//! a problem code.

use super::output::{CommandError, ExitVerdict, Output};
use super::position::{self, PositionArgs};
use super::wrap;
use clap::Args;
use ferz_core::base::Setup;
use ferz_core::rules::Variant;
use ferz_syntax::messages::text::{cited, did_you_mean};
use ferz_text::words::explain::{Explainer, Reason, Verdict};
use ferz_text::words::outcome;
use serde_json::json;

#[derive(Args)]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The move or the square to explain; without it, explain the position, or the code of a message given as GAME
    #[arg(value_name = "MOVE")]
    mv: Option<String>,
}

pub(super) fn run(args: &ExplainArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let asks_for_code = args.mv.is_none() && args.position.fen.is_none();
    if let Some(code) = args.position.game.code().filter(|_| asks_for_code) {
        return page(code, output.is_json(), output);
    }
    if let Some(near) = args.position.game.nearly_code().filter(|_| asks_for_code) {
        let message = format!("no game and no message has the name `{}`", args.position.game.name());
        return Err(CommandError::message(message).help(did_you_mean(near).text));
    }
    let (loaded, setup) = args.position.load(output)?;
    let variant = &loaded.variant;
    let explainer = Explainer::new(variant, &loaded.game.sources).with_squares();
    if explainer.is_crowded(&setup) {
        let message = "this position has too many moves to explain one";
        return Err(CommandError::message(message).help("use `--fen` to set up a position with fewer pieces"));
    }
    let Some(text) = &args.mv else { return whole(args, (variant, &setup), &explainer, output) };
    let fen = args.position.write(variant, &setup)?;
    if let Some((head, reasons)) = explainer.square(&setup, text) {
        if output.is_json() {
            return output.json(&json!({ "fen": fen, "square": text.trim(), "reasons": reasons }));
        }
        writeln!(output, "{head}:")?;
        output.lines(lines("  ", &reasons))?;
        return Ok(ExitVerdict::Yes);
    }
    let study = explainer.study(&setup);
    let explained = explainer.explain_in(&study, text);
    let (mv, reasons, legal) = (&explained.mv, &explained.reasons, explained.is_legal());
    if output.is_json() {
        let after = study.after(variant, mv).map(|after| args.position.write(variant, after)).transpose()?;
        let data = json!({ "fen": fen, "move": mv, "legal": legal, "reasons": reasons, "after": after });
        output.json(&data)?;
    } else {
        // A reader knows the start position, but not any other position, so it is drawn.
        if !legal && args.position.fen.is_some() {
            position::show(variant, &setup, None, output)?;
        }
        // A text that is no move is neither legal nor illegal.
        let is_move = explained.verdict != Verdict::NoMove;
        if is_move {
            writeln!(output, "{mv} is {}:", if legal { "legal" } else { "not legal" })?;
        }
        output.lines(lines(if is_move { "  " } else { "" }, reasons))?;
    }
    Ok(match explained.verdict {
        Verdict::Legal => ExitVerdict::Yes,
        Verdict::Illegal => ExitVerdict::No,
        Verdict::NoMove => ExitVerdict::Unclear,
    })
}

/// Explains a position as a whole.
fn whole(
    args: &ExplainArgs,
    (variant, setup): (&Variant, &Setup),
    explainer: &Explainer,
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    let (fen, turn) = (args.position.write(variant, setup)?, setup.turn);
    let study = explainer.study(setup);
    let reasons = explainer.standing(&study);
    let (outcome, check) = (study.outcome(), study.in_check());
    if output.is_json() {
        return output.json(
            &json!({ "fen": fen, "turn": turn, "check": check, "outcome": outcome, "reasons": reasons }),
        );
    }
    position::show(variant, setup, None, output)?;
    writeln!(output, "{}", outcome::standing(outcome, setup, check))?;
    output.lines(lines("  ", &reasons))?;
    Ok(ExitVerdict::Yes)
}

/// Lists reasons, each followed by the line of the rules that it is based on.
pub(super) fn lines(indent: &str, reasons: &[Reason]) -> Vec<String> {
    let mut lines = Vec::new();
    for reason in reasons {
        lines.extend(wrap::text(indent, &reason.text));
        let Some(place) = reason.place() else { continue };
        let (place, cites) = (format!("{indent}    {place}"), cited(&reason.cites));
        if place.chars().count() + cites.chars().count() <= wrap::width() {
            lines.push(place + &cites);
        } else {
            lines.push(place);
            lines.extend(wrap::text(&format!("{indent}    "), &cites));
        }
    }
    lines
}

/// Prints the page about a problem code. As JSON, its first paragraph is the summary.
fn page(code: &str, json: bool, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let page = ferz_errors::page(code).unwrap_or_default();
    if !json {
        write!(output, "{page}")?;
        return Ok(ExitVerdict::Yes);
    }
    let lines = page.lines().skip(1).skip_while(|line| line.trim().is_empty());
    let summary: Vec<&str> = lines.take_while(|line| !line.trim().is_empty()).collect();
    output.json(&json!({ "code": code, "summary": summary.join(" "), "page": page }))
}
