//! Writes games as the commands `setup` and `piece` of the XBoard protocol.
//!
//! An engine sends these lines to XBoard to define the board, the start position, and the moves of the pieces. The
//! protocol cannot express the other rules. [`define`] writes the lines, also for `ferz engine`.

use super::letters;
use super::paths::{simple, straight_first};
use super::{Export, ExportSurvey, Format, from_game, rectangle};
use crate::base::{Color, Piece, PieceTypeId, SquareSet};
use crate::messages::text::commas;
use crate::notation::dialect::{Codec, Dialect};
use crate::rules::{Act, Action, First, Moves, PieceType, RuleRef, Variant, Zone};

pub(super) fn write(variant: &Variant) -> Export {
    let Some(dialect) = Dialect::named(Format::XBoard.name()) else { return Export::default() };
    let codec = Codec::new(variant, dialect);
    let mut survey = ExportSurvey::new(variant);
    for rule in variant.rules() {
        visit(&mut survey, rule);
    }
    for (id, own) in variant.piece_type_ids() {
        if is_plain(codec.letter(id)) && ways(&codec, variant, own).is_none() {
            let rule = own.moves.first().map_or(RuleRef::Piece(id, own), |moves| RuleRef::Moves(id, moves));
            survey.refuse(rule, "its notation cannot express these moves, or they have a limit");
        }
    }
    let (title, version, from) = (&variant.title, env!("CARGO_PKG_VERSION"), from_game(variant));
    let mut text = format!("# {title}, written by ferz {version}{from}.\n");
    text += "# The engine decides on checks, promotions, and the end of the game.\n";
    for line in survey.remarks(Format::XBoard) {
        text += &format!("# {line}\n");
    }
    for line in define(&codec, variant).0 {
        text += &format!("{line}\n");
    }
    Export { text, obstacles: survey.obstacles }
}

fn visit(survey: &mut ExportSurvey, rule: RuleRef) {
    match rule {
        RuleRef::Board(board) if board.joins.is_any() => {
            survey.refuse(rule, "the edges of a board are not joined");
        }
        RuleRef::Board(_)
        | RuleRef::Region(..)
        | RuleRef::Array(_)
        | RuleRef::Hands
        | RuleRef::Piece(..)
        | RuleRef::Moves(..)
        | RuleRef::Castling(_)
        | RuleRef::InHand(..)
        | RuleRef::FirstMove(First::White | First::Black | First::Dice)
        | RuleRef::FenCount(_) => {}
        // The engine decides on these.
        RuleRef::Royal(..)
        | RuleRef::Royalty(_)
        | RuleRef::Arrival(..)
        | RuleRef::Ending(_)
        | RuleRef::Clock(_)
        | RuleRef::Action(Action { act: Act::Drop { .. }, .. }) => {}
        RuleRef::Action(_) | RuleRef::FollowUp(_) => {
            survey.refuse(rule, "the only moves are moves and drops of pieces")
        }
        RuleRef::Neutral(_) => survey.refuse(rule, "every piece belongs to a side"),
        RuleRef::Points(..) => {}
        RuleRef::Stays(..) | RuleRef::Admission(_) | RuleRef::Border(_) => {
            survey.refuse(rule, "a piece has no region");
        }
        RuleRef::Right(..) | RuleRef::CastlingRule(_) | RuleRef::Immunity(_) | RuleRef::MoveRule(_) => {
            survey.refuse(rule, "the protocol cannot express it");
        }
        RuleRef::Turns(_) => survey.refuse(rule, "a turn is a single move"),
    }
}

/// The letters of the first pieces in XBoard's table.
const USUAL: [&str; 5] = ["P", "N", "B", "R", "Q"];

/// The number of unpromoted pieces in XBoard's table.
const PLAIN: usize = 11;

/// Returns the lines that define a game for XBoard, and a warning to the user about parts that XBoard cannot express.
pub fn define(codec: &Codec, variant: &Variant) -> (Vec<String>, Option<String>) {
    let held = (0..).map(PieceTypeId).zip(&codec.letters);
    let hand = held.filter(|(id, letter)| is_plain(letter) && is_in_hand(variant, *id)).count();
    let parent = if variant.hands { &codec.dialect.parent_with_hands } else { &codec.dialect.parent };
    let table = table(codec, variant);
    let start = codec.fen(variant, &variant.start());
    let (width, height, black) = (codec.width, codec.height, table.to_lowercase());
    let mut lines = vec![format!("setup ({table}{black}) {width}x{height}+{hand}_{parent} {start}")];
    let mut untold = Vec::new();
    for (letter, own) in codec.letters.iter().zip(&variant.piece_types).filter(|(letter, _)| is_plain(letter))
    {
        match ways(codec, variant, own) {
            Some(ways) if ways.is_empty() => {}
            Some(ways) => lines.push(format!("piece {letter}& {ways}")),
            None => untold.push(own.title.as_str()),
        }
    }
    let mut remarks = Vec::new();
    if !untold.is_empty() {
        remarks.push(format!("XBoard cannot describe the moves of these pieces: {}.", commas(&untold)));
    }
    if variant.turns.is_some() {
        remarks.push("XBoard does not support turns of several moves.".to_owned());
    }
    let advice = "Switch off `Test Legality` in its options, so that it accepts the moves that ferz accepts.";
    let remark = (!remarks.is_empty()).then(|| format!("{} {advice}", remarks.join(" ")));
    (lines, remark)
}

/// Returns true if a hand can contain a piece. A royal piece is never captured into a hand.
fn is_in_hand(variant: &Variant, id: PieceTypeId) -> bool {
    variant.is_ever_held(id) && variant.piece_type(id).royal.is_none()
}

/// Returns false if a letter belongs to a promoted piece.
fn is_plain(letter: &str) -> bool {
    !letter.starts_with('+') && !letter.ends_with('~')
}

/// Returns the pieces in the order of XBoard's table, with the king last.
fn table(codec: &Codec, variant: &Variant) -> String {
    let royal = variant.piece_types.iter().position(|own| own.royal == Some(1));
    let royal = royal.or_else(|| codec.letters.iter().position(|letter| letter == "K"));
    let king = royal.and_then(|at| codec.letters.get(at)).map_or(".", String::as_str);
    let has = |name: &str| name != king && codec.letters.iter().any(|letter| letter == name);
    let mut places: Vec<&str> = USUAL.iter().map(|name| if has(name) { *name } else { "." }).collect();
    let others = || {
        let all = (0..).map(PieceTypeId).zip(codec.letters.iter().map(String::as_str));
        all.filter(|(_, letter)| is_plain(letter) && !USUAL.contains(letter) && *letter != king)
    };
    // Pieces that a hand can contain come first, because the table has few places for them.
    places.extend(others().filter(|(id, _)| is_in_hand(variant, *id)).map(|(_, letter)| letter));
    places.extend(others().filter(|(id, _)| !is_in_hand(variant, *id)).map(|(_, letter)| letter));
    let promoted = |base: &str| codec.letters.iter().any(|letter| letter.strip_prefix('+') == Some(base));
    if places.len() <= PLAIN && places.iter().any(|base| promoted(base)) {
        places.resize(PLAIN, ".");
        let marks: Vec<&str> = places.iter().map(|base| if promoted(base) { "+" } else { "." }).collect();
        places.extend(marks);
    }
    places.concat() + king
}

/// Returns true if a zone has exactly the squares on which the pieces of this type start, and if XBoard accepts any
/// piece of the type on these squares as an unmoved one. It does so on all ranks but the first and the last.
pub(super) fn is_home(variant: &Variant, own: &PieceType, zone: &Zone) -> bool {
    let (_, low, _, height) = rectangle(variant);
    Color::ALL.iter().all(|color| {
        let is_own =
            |piece: &Piece| piece.color == *color && std::ptr::eq(variant.piece_type(piece.piece_type), own);
        let starts = variant.setup.iter().filter(|(_, piece)| is_own(piece)).map(|(square, _)| *square);
        let mut ranks = starts.clone().map(|square| variant.board.cell(square).y - low);
        starts.collect::<SquareSet>() == *zone.squares.get(*color)
            && ranks.all(|rank| rank > 0 && rank < height - 1)
    })
}

/// Returns a single move as one of unmoved pieces. XBoard needs no second `n` for captures en passant.
pub(super) fn initial(text: &str) -> Option<String> {
    let is_single = text.chars().filter(char::is_ascii_uppercase).count() == 1;
    let is_plain = is_single && text.chars().all(|letter| letter.is_ascii_alphanumeric() && letter != 'i');
    is_plain.then(|| format!("i{}", text.replace("nn", "n")))
}

/// Returns the moves of a piece in XBoard's notation, or `None` if the notation cannot express them.
fn ways(codec: &Codec, variant: &Variant, own: &PieceType) -> Option<String> {
    let (_, _, width, height) = rectangle(variant);
    let limited = own.moves.iter().any(Moves::is_limited);
    let way = |moves: &Moves| {
        let text = &*moves.notation;
        if let Some(zone) = &moves.on {
            return is_home(variant, own, zone).then(|| initial(text))?;
        }
        if let Some(way) = codec.dialect.ways.get(text) {
            return Some(way.clone());
        }
        if text.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Some(text.to_owned());
        }
        let found = simple(&moves.automaton, (width, height), straight_first)?;
        Some(letters::write_marked(&found)? + &letters::castles(&moves.automaton))
    };
    let all: Option<Vec<String>> = own.moves.iter().map(way).collect();
    all.filter(|_| !limited).map(|all| all.concat())
}
