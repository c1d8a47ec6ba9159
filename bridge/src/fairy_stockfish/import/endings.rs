//! Translates the endings, in the order in which Fairy-Stockfish tests them.

use super::draft::FileDraft;
use super::game::GameWriter;
use super::goals;
use super::lines::lines;
use super::rules::PAUSE;
use crate::builder::{ConditionFill, NewStatement, PieceFill, SquareFill};
use crate::export::Format;
use crate::fairy_stockfish::state::COLORS;
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;

/// The right that counts the checks to a side.
const CHECKS: &str = "checks";

/// Adds the endings, and the pieces whose moves reset the halfmove clock.
pub fn add(game: &mut GameWriter, draft: &mut FileDraft) {
    let mut endings: Vec<NewStatement> = Vec::new();
    lost_pieces(game, &mut endings);
    goals::add(game, &mut endings);
    endings.append(&mut game.castling_endings);
    checks(game, draft, &mut endings);
    lines(game, &mut endings);
    if super::rules::both_pass(game) {
        let paused = |words| ConditionFill::used_up(words, PAUSE);
        let both = ConditionFill::All(vec![paused("used up"), paused("enemy used up")]);
        endings.extend(drawn(game, "both-pass", Some(both)));
    }
    if game.state.flag("adjudicateFullBoard") {
        let squares = (game.regions.board().count() - game.start.walls.count()) as usize;
        let pieces = game.start.board.len() + game.start.hands.iter().map(Vec::len).sum::<usize>();
        match pieces < squares {
            true => game.never("adjudicateFullBoard", "there are never as many pieces as squares"),
            false => {
                let all = PieceFill::all().any().inside(&SquareFill::grid());
                endings.extend(drawn(game, "full", Some(ConditionFill::at_least(all, squares))));
            }
        }
    }
    no_moves(game, &mut endings);
    repetitions(game, &mut endings);
    clock(game, draft, &mut endings);
    draft.endings = endings;
}

/// Begins an ending with a name and a result.
pub fn ending(name: &str, result: &'static str) -> NewStatement {
    NewStatement::line_of(Keyword::Ending).item(Slot::Name, name).say(result)
}

/// Returns the result that an option names, or `None` if it names none.
pub fn result(value: &str) -> Option<&'static str> {
    ["win", "loss", "draw"].into_iter().find(|result| *result == value)
}

/// Returns a result from the view of the other player.
pub fn turned(result: &'static str) -> &'static str {
    match result {
        "win" => "loss",
        "loss" => "win",
        other => other,
    }
}

/// Returns the endings of a game that is drawn unless the program decides it by the pieces. The condition of a stalemate
/// is its name.
fn drawn(game: &GameWriter, name: &str, when: Option<ConditionFill>) -> Vec<NewStatement> {
    let plain = |result| when.clone().into_iter().fold(ending(name, result), NewStatement::with);
    match game.state.word("materialCounting") {
        "whitedrawodds" => vec![plain("white wins")],
        "blackdrawodds" => vec![plain("black wins")],
        "unweighted" => {
            let when = when.clone().unwrap_or_else(|| ConditionFill::say("stalemate"));
            vec![outnumbering(name, "win", ">", &when), outnumbering(name, "loss", "<", &when), plain("draw")]
        }
        _ => vec![plain("draw")],
    }
}

/// Returns the ending of a game that the player with more pieces wins, or with fewer pieces.
fn outnumbering(name: &str, result: &'static str, sign: &'static str, when: &ConditionFill) -> NewStatement {
    let [own, enemy] = [PieceFill::all().own(), PieceFill::all().enemy()];
    let name = format!("{name}-{}", if sign == ">" { "with-more" } else { "with-fewer" });
    let counts = ConditionFill::compared(own, sign, enemy);
    ending(&name, result).with(ConditionFill::All(vec![when.clone(), counts]))
}

/// Adds the ending for a side that has lost its pieces.
fn lost_pieces(game: &mut GameWriter, endings: &mut Vec<NewStatement>) {
    let royal = game.state.flag("extinctionPseudoRoyal");
    let Some(result) = result(game.state.word("extinctionValue")) else { return };
    if royal && !game.state.flag("blastOnCapture") {
        return;
    }
    if game.state.names_absent("extinctionPieceTypes") {
        game.cannot(
            "extinctionPieceTypes",
            "the game ends at once, because a piece without which a side loses is not in it",
        );
    }
    let kinds = game.state.kinds("extinctionPieceTypes");
    let groups: Vec<PieceFill> = match game.state.is_all("extinctionPieceTypes") {
        true => vec![PieceFill::all()],
        false => kinds.into_iter().filter_map(|kind| game.kind(kind)).collect(),
    };
    if groups.is_empty() {
        return;
    }
    let most = game.state.number("extinctionPieceCount");
    let least = game.state.number("extinctionOpponentPieceCount");
    let claim = i64::from(game.state.flag("extinctionClaim"));
    let hands = game.has_hands();
    let sides: [fn(PieceFill) -> PieceFill; 2] = [PieceFill::enemy, PieceFill::own];
    for (name, [whose, other], result, least) in [
        ("enemy-extinct", sides, turned(result), least),
        ("extinct", [sides[1], sides[0]], result, least + claim),
    ] {
        let one = |pieces: &PieceFill| {
            let few = few(whose(pieces.clone()), most, hands);
            let other = other(pieces.clone());
            match least {
                ..=0 => few,
                1 => ConditionFill::All(vec![few, ConditionFill::some(other, false)]),
                _ => ConditionFill::All(vec![few, ConditionFill::at_least(other, least)]),
            }
        };
        endings.push(ending(name, result).with(ConditionFill::Any(groups.iter().map(one).collect())));
    }
    if least + claim > 0 && hands {
        game.cannot("extinctionOpponentPieceCount", "pieces in hand count as well");
    }
}

/// Returns the condition that a side has at most this many of the pieces.
fn few(pieces: PieceFill, most: i64, hands: bool) -> ConditionFill {
    let count = |is_held: bool, most: i64| match most {
        0 => ConditionFill::none(pieces.clone(), is_held),
        _ => ConditionFill::at_most(pieces.clone(), is_held, most),
    };
    let split = |held: i64| ConditionFill::All(vec![count(false, most - held), count(true, held)]);
    match (hands, most) {
        (false, _) => count(false, most),
        (true, 0) => split(0),
        (true, _) => ConditionFill::Any((0..=most.min(8)).map(split).collect()),
    }
}

/// Adds the ending after a number of checks.
fn checks(game: &mut GameWriter, draft: &mut FileDraft, endings: &mut Vec<NewStatement>) {
    if !game.state.flag("checkCounting") || !super::royals::is_about_check(game, "checkCounting") {
        return;
    }
    let number = match game.start.checks {
        Some([white, black]) if white == black => Ok(white.max(1)),
        Some(_) => Err("the two sides need different numbers of checks to win"),
        None => Err("the number of checks is missing"),
    };
    let number = number.unwrap_or_else(|reason| {
        game.cannot("startFen", reason);
        1
    });
    let royals = game.pieces.iter().filter(|piece| super::royals::is_royal(game, piece.kind));
    let royals: Vec<&str> = royals.map(|piece| game.names.of(*piece)).collect();
    if royals.is_empty() {
        return;
    }
    let right = NewStatement::new(Keyword::Right).item(Slot::Name, CHECKS);
    let right = if number == 1 { right.say("once") } else { right.item(Slot::Number, number) };
    let fen = NewStatement::new(Keyword::Fen)
        .item(Slot::Program, Format::FairyStockfish.name())
        .say("enemy")
        .item(Slot::Right, CHECKS);
    draft.rules.push(vec![right, fen]);
    let by_itself =
        NewStatement::new(Keyword::By).with(PieceFill::named(&royals)).with(ConditionFill::say("in check"));
    draft.rules.push(vec![by_itself.say("uses").item(Slot::Right, CHECKS)]);
    endings.push(ending("last-check", "loss").with(ConditionFill::used_up("used up", CHECKS)));
}

/// Adds checkmate and stalemate.
fn no_moves(game: &mut GameWriter, endings: &mut Vec<NewStatement>) {
    let [mate, stalemate] =
        ["checkmateValue", "stalemateValue"].map(|option| result(game.state.word(option)).unwrap_or("draw"));
    let royal = game.pieces.iter().any(|piece| super::royals::is_royal(game, piece.kind));
    if royal {
        endings.push(ending("checkmate", mate));
    }
    if stalemate == "draw" {
        endings.extend(drawn(game, "stalemate", None));
    } else if game.state.flag("stalematePieceCount") {
        let when = ConditionFill::say("stalemate");
        endings.push(outnumbering("stalemate", stalemate, "<", &when));
        endings.push(outnumbering("stalemate", turned(stalemate), ">", &when));
        // With as many pieces on both sides, counting them decides nothing.
        let equal = drawn(game, "stalemate", None);
        endings.extend(equal.into_iter().next_back());
    } else {
        endings.push(ending("stalemate", stalemate));
    }
}

fn repetitions(game: &mut GameWriter, endings: &mut Vec<NewStatement>) {
    let number = game.state.number("nFoldRule");
    if number < 1 {
        return;
    }
    let number = number.max(2);
    let repeated =
        |name, result, rest| ending(name, result).with(ConditionFill::numbered("repeated", number, rest));
    if game.state.flag("perpetualCheckIllegal") {
        endings.push(repeated("perpetual-check", "win", Some("in check")));
        endings.push(repeated("endless-check", "loss", Some("giving check")));
    }
    let is_absolute = game.state.flag("nFoldValueAbsolute");
    match (result(game.state.word("nFoldValue")), is_absolute) {
        (Some("win"), true) => endings.push(repeated("repetition", "white wins", None)),
        (Some("loss"), true) => endings.push(repeated("repetition", "black wins", None)),
        (Some("draw"), _) => {
            let when = ConditionFill::numbered("repeated", number, None);
            endings.extend(drawn(game, "repetition", Some(when)));
        }
        (Some(result), _) => endings.push(repeated("repetition", result, None)),
        (None, _) => {}
    }
}

/// Adds the draw after a number of moves without progress.
fn clock(game: &mut GameWriter, draft: &mut FileDraft, endings: &mut Vec<NewStatement>) {
    let number = game.state.number("nMoveRule");
    if number < 1 {
        return;
    }
    let name = if number == 50 { "fifty-moves" } else { "quiet-moves" };
    let quiet = ConditionFill::numbered("quiet", 2 * number, None);
    endings.extend(drawn(game, name, Some(quiet)));
    let kinds = COLORS.map(|color| game.state.kinds(&format!("nMoveRuleTypes{color}")));
    let apart = |side: usize| {
        kinds[side]
            .iter()
            .any(|kind| !kinds[1 - side].contains(kind) && game.has(1 - side, *kind) && game.has(side, *kind))
    };
    if apart(0) || apart(1) {
        game.cannot("nMoveRuleTypes", "a kind of piece resets the clock for one side only");
    }
    let mut all = kinds[0].clone();
    all.extend(kinds[1].iter().copied().filter(|kind| !kinds[0].contains(kind)));
    all.retain(|kind| (0..2).any(|side| kinds[side].contains(kind) && game.has(side, *kind)));
    if let Some(pieces) = game.kinds(&all) {
        draft.clock = Some(NewStatement::new(Keyword::Clock).with(pieces));
    }
}
