//! Shows the evaluation weights of a game: piece values, and the value of each square for a piece.

use ferz_core::base::{PieceTypeId, Result, Square};
use ferz_core::play::evaluation::{Evaluation, PieceValues};
use ferz_core::play::search::SearchAssumptions;
use ferz_core::rules::Variant;
use ferz_text::words::page::shown;
use serde_json::{Value, json};

/// Describes the evaluation of a whole game, or of some piece types on each square.
pub(super) fn page(variant: &Variant, pieces: Option<&[PieceTypeId]>) -> Vec<String> {
    let evaluation = Evaluation::new(variant);
    match pieces {
        None => game(variant, &evaluation),
        Some(pieces) => pieces.iter().flat_map(|id| squares(variant, &evaluation, *id)).collect(),
    }
}

pub(super) fn data(variant: &Variant, pieces: Option<&[PieceTypeId]>) -> Value {
    let evaluation = Evaluation::new(variant);
    let wanted = |id: &PieceTypeId| pieces.is_none_or(|pieces| pieces.contains(id));
    let ids = variant.piece_type_ids().map(|(id, _)| id).filter(wanted);
    let piece = |id: PieceTypeId| {
        let PieceValues { opening, ending, held, mobility, given, tuned, .. } =
            &evaluation.piece_values[id.index()];
        let name = |square: Square| variant.board.name(square).to_owned();
        let of = |square: Square| json!(evaluation.piece_values[id.index()].squares[square.index()]);
        let squares: serde_json::Map<String, Value> =
            variant.board.squares().map(|square| (name(square), of(square))).collect();
        json!({
            "piece": title(variant, id), "opening": opening, "ending": ending, "in_hand": held,
            "mobility": mobility, "given": given, "tuned": tuned, "squares": squares,
        })
    };
    let mut data = json!(evaluation);
    data["worths"] = ids.map(piece).collect();
    data
}

fn title(variant: &Variant, id: PieceTypeId) -> String {
    let own = variant.piece_type(id);
    own.stage.as_ref().map_or_else(|| own.title.clone(), |stage| format!("{} ({stage})", own.title))
}

fn game(variant: &Variant, evaluation: &Evaluation) -> Vec<String> {
    let shown = shown(variant);
    let width = shown.iter().map(|id| title(variant, *id).chars().count()).max().unwrap_or(0).max(5);
    let mut lines = vec![
        "Piece values, on a scale on which a piece that leaps to five squares has the value 300, and mobility on a half-empty board:".to_owned(),
        format!("{:width$}  opening  ending  in hand  squares", "piece"),
    ];
    for id in shown {
        let PieceValues { opening, ending, held, mobility, given, tuned, .. } =
            &evaluation.piece_values[id.index()];
        let held = if variant.is_ever_held(id) { held.to_string() } else { "-".to_owned() };
        let given = match (given, tuned) {
            (true, _) => "  as the file says",
            (_, true) => "  tuned by self-play",
            _ => "",
        };
        let name = title(variant, id);
        lines.push(format!("{name:width$}  {opening:>7}  {ending:>6}  {held:>7}  {mobility:>7.2}{given}"));
    }
    for goal in &evaluation.goals {
        let names: Vec<String> = goal.piece_types.iter().map(|id| title(variant, *id)).collect();
        let result = match goal.result {
            Result::Win => "wins",
            Result::Loss => "loses",
            Result::Draw => "draws",
        };
        lines.push(format!("In {} {result}: {}.", goal.name, names.join(", ")));
    }
    for (right, value) in variant.rights.iter().zip(&evaluation.rights) {
        lines.push(format!("Right `{}`, with no, one, two, or more uses left: {value:?}.", right.name));
    }
    let SearchAssumptions { null, exchange, forced, .. } = SearchAssumptions::new(variant);
    let says = |is: bool, yes: &str, no: &str| if is { yes } else { no }.to_owned();
    lines.push(says(
        evaluation.inverted,
        "Pieces count against their owner.",
        "Pieces count for their owner.",
    ));
    lines.push(says(null, "Null-move pruning is on.", "Null-move pruning is off."));
    lines.push(says(exchange, "Static exchange evaluation is on.", "Static exchange evaluation is off."));
    lines.extend(forced.then(|| "The quiescence search follows compulsory captures.".to_owned()));
    lines
}

/// Returns the values of the squares for a piece, from White's view.
fn squares(variant: &Variant, evaluation: &Evaluation, id: PieceTypeId) -> Vec<String> {
    let value = &evaluation.piece_values[id.index()];
    let mut lines = vec![format!(
        "{}: {} in the opening, {} in the ending",
        title(variant, id),
        value.opening,
        value.ending
    )];
    for (phase, name) in ["opening", "ending"].into_iter().enumerate() {
        lines.push(format!("Square values in the {name}:"));
        for y in (1..=variant.board.height).rev() {
            let cell = |x: i32| match variant.board.at(x, y) {
                Some(square) => format!("{:>5}", value.squares[square.index()][phase]),
                None => "     ".to_owned(),
            };
            lines.push(format!("{y:>3} {}", (1..=variant.board.width).map(cell).collect::<String>()));
        }
        let extra = variant
            .board
            .extra()
            .map(|square| format!("{} {}", variant.board.name(square), value.squares[square.index()][phase]));
        let extra: Vec<String> = extra.collect();
        if !extra.is_empty() {
            lines.push(format!("    {}", extra.join(", ")));
        }
    }
    lines
}
