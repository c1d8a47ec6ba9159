//! Moves as text, and moves that a user types.
//!
//! A move is never parsed on its own. [`read`] looks a text up among the texts of the legal moves, and tolerates
//! differences in case and punctuation. If no move is found, [`Mistake::explain`] parses the text to describe the
//! mistake.

use super::san::UNWRITTEN;
use super::shorthand::{self, Shorthand};
use super::{added_piece, braced, divides_number, may_become, shown};
use crate::base::source::Span;
use crate::base::{
    Board, Choice, Move, Piece, PieceTypeId, Setup, Square, Then, Verb, file_name, gather, parse_square_name,
};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::{Help, a, commas};
use crate::rules::interpreter::ParsedMove;
use crate::rules::{Castling, Variant};
use std::collections::BTreeSet;

pub fn write(variant: &Variant, mv: &Move) -> String {
    let name = |square: Square| variant.board.name(square);
    let (from, to) = (mv.from.map_or("", name), mv.to.map_or("", name));
    let mark = || castling_of(variant, mv).filter(|castling| castling.named).map_or("", |_| "=castle");
    let mut text = match mv.verb {
        Verb::Castle => [from, to, mark()].concat(),
        Verb::Go => [from, to].concat(),
        Verb::Place => [from, "@", to].concat(),
        Verb::Exchange => [from, "~", to].concat(),
        Verb::Drop(piece_type) => format!("{}@{to}", braced(&variant.piece_type(piece_type).token)),
        Verb::Pass => "pass".to_owned(),
    };
    text.extend(mv.choice.map(|choice| match choice {
        Choice::Become(piece_type) => braced(&variant.piece_type(piece_type).token.to_lowercase()),
        Choice::End(result) => format!("={}", result.name()),
        Choice::Exchange(square) => format!("~{}", name(square)),
        Choice::Accept(offer) => format!("={}", offer.name()),
    }));
    text.extend(mv.taken.iter().map(|square| format!("x{}", name(*square))));
    text.extend(mv.unloaded.map(|square| format!("@{}", name(square))));
    text.extend(mv.then.iter().map(|then| match then {
        Then::Drop { piece_type, square, named } => {
            let square = if *named { name(*square) } else { "" };
            format!("/{}{square}", braced(&variant.piece_type(*piece_type).token))
        }
        Then::Put(square) => format!(",{}", name(*square)),
    }));
    text
}

/// Returns the castling that a move performs. Of castlings with the same text, it returns the first.
pub(super) fn castling_of<'v>(variant: &'v Variant, mv: &Move) -> Option<&'v Castling> {
    let is_it = |castling: &&Castling| (mv.from, mv.to) == (Some(castling.king.0), Some(castling.target()));
    variant.castlings.iter().find(is_it)
}

/// Returns the texts of moves, sorted and without duplicates.
pub fn list<'m>(variant: &Variant, moves: impl IntoIterator<Item = &'m Move>) -> Vec<String> {
    let texts: BTreeSet<String> = gather(moves.into_iter().map(|mv| write(variant, mv)));
    texts.into_iter().collect()
}

/// The maximum number of moves in a message.
const MAX_SHOWN: usize = 60;

/// The maximum length of the text of a move, in bytes.
pub(super) const MAX_BYTES: usize = 400;

/// Finds the legal move that a user typed. Letter case, spaces, hyphens, and braces are ignored if the move is
/// unambiguous without them. The span of the problem refers to the text as if it were the only source.
///
/// # Errors
/// Returns the reason why the move is not legal, and the legal moves of the piece.
pub fn read<'m>(
    variant: &Variant,
    setup: &Setup,
    legal: &'m [Move],
    text: &str,
) -> Result<&'m Move, Diagnostic> {
    let typed = text.trim();
    let texts: Vec<String> = legal.iter().map(|mv| write(variant, mv)).collect();
    let exact = texts.iter().position(|text| text == typed).map(|at| &legal[at]);
    if let Some(mv) = exact.or_else(|| onto_partner(variant, legal, typed)) {
        return Ok(mv);
    }
    let mistake = Mistake { variant, setup, legal, texts, whole: Span::new(0, 0, text.len()) };
    if typed.len() > MAX_BYTES {
        let problem = mistake.error(Code::MoveShape, format!("`{}` is too long for a move", shown(typed)));
        let example = mistake.texts.first().map(|text| format!("a move is typed like `{text}`"));
        return Err(example.into_iter().fold(problem, Diagnostic::help));
    }
    if divides_number(typed, &['-', '=', '/', ',']) {
        return Err(mistake.explain(typed));
    }
    // The stricter comparison comes first, because the looser one can be ambiguous where the stricter is not.
    for loose in [plain as fn(&str) -> String, key] {
        let wanted = loose(typed);
        let mut hits: Vec<(&String, &Move)> = mistake.texts.iter().zip(legal).collect();
        hits.retain(|(text, _)| loose(text) == wanted);
        // One move can have several texts, which do not make it ambiguous.
        hits.dedup_by_key(|(_, mv)| *mv);
        match hits.as_slice() {
            [] => {}
            [(_, mv)] => return Ok(mv),
            several => {
                let texts: Vec<&str> = several.iter().map(|(text, _)| text.as_str()).collect();
                let problem = mistake.error(Code::MoveAmbiguous, format!("`{}` is ambiguous", shown(typed)));
                return Err(problem.help(format!("type one of {}", texts.join(" "))));
            }
        }
    }
    match with_becoming(variant, setup, legal, typed) {
        Some(mv) => Ok(mv),
        None => Err(mistake.explain(typed)),
    }
}

/// Finds a move that is typed with the new type of its piece, although there is no choice: `g7h8n`.
fn with_becoming<'m>(variant: &Variant, setup: &Setup, legal: &'m [Move], typed: &str) -> Option<&'m Move> {
    let (parsed, rest) = parse(variant, typed)?;
    let token: String = rest.chars().filter(|c| !"{}=".contains(*c)).collect();
    let mut same = legal.iter().filter(|mv| (mv.from, mv.to) == (parsed.from, parsed.to));
    let mv = same.next().filter(|_| same.next().is_none() && parsed.verb == Verb::Go && !token.is_empty())?;
    let is_plain = mv.verb == Verb::Go && mv.taken.is_empty() && mv.then.is_empty();
    (is_plain && may_become(variant, setup, mv, &token)).then_some(mv)
}

/// Finds a castling that is typed as the squares of its two pieces, as some programs write it.
fn onto_partner<'m>(variant: &Variant, legal: &'m [Move], typed: &str) -> Option<&'m Move> {
    let (from, to) =
        parse_square_name(typed).and_then(|(from, rest)| Some((from, parse_square_name(rest)?)))?;
    let (to, "") = to else { return None };
    let (from, to) = (variant.board.square(from)?, variant.board.square(to)?);
    let castlings = variant.castlings.iter().filter(|one| one.squares() == (from, to));
    let is_it =
        |mv: &&Move, king_to| mv.verb == Verb::Castle && (mv.from, mv.to) == (Some(from), Some(king_to));
    let mut found = castlings.filter_map(|one| legal.iter().find(|mv| is_it(mv, one.target())));
    found.next().filter(|_| found.next().is_none())
}

/// Returns the text without spaces and hyphens, in lower case.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_lowercase()).collect()
}

/// Returns the text in a form for comparisons: without spaces, hyphens, commas, braces, and the symbols before a
/// promotion or a dropped piece. Different moves have different forms.
pub fn key(text: &str) -> String {
    plain(text).chars().filter(|c| !"{}=/,".contains(*c)).collect()
}

/// Parses a text into a move, which may be illegal, and the rest after its squares. Returns `None` if the text does
/// not name squares of the board.
pub fn parse(variant: &Variant, text: &str) -> Option<(ParsedMove, String)> {
    let text = plain(text);
    let parsed = |verb, from, to| ParsedMove { verb, from, to };
    if text == "pass" {
        return Some((parsed(Verb::Pass, None, None), String::new()));
    }
    if let Some((token, square)) = dropped(variant, &text) {
        let (square, rest) = parse_square_name(square)?;
        let (verb, to) = (Verb::Drop(with_token(variant, token)?), variant.board.square(square)?);
        return Some((parsed(verb, None, Some(to)), rest.to_owned()));
    }
    let (from, rest) = parse_square_name(&text)?;
    let (verb, rest) = match rest.chars().next()? {
        '@' => (Verb::Place, rest.get(1..)?),
        '~' => (Verb::Exchange, rest.get(1..)?),
        'x' | ':' if rest.get(1..).and_then(parse_square_name).is_some() => (Verb::Go, rest.get(1..)?),
        _ => (Verb::Go, rest),
    };
    let (to, rest) = parse_square_name(rest)?;
    let (from, to) = (variant.board.square(from)?, variant.board.square(to)?);
    Some((parsed(verb, Some(from), Some(to)), rest.to_owned()))
}

/// Returns the token of a drop without braces, and the rest of the text: the square and the form of the piece.
fn dropped<'t>(variant: &Variant, text: &'t str) -> Option<(&'t str, &'t str)> {
    let (piece, square) = text.split_once('@')?;
    let token = piece.trim_start_matches('{').trim_end_matches('}');
    variant.board.square(token).is_none().then_some((token, square))
}

fn with_token(variant: &Variant, token: &str) -> Option<PieceTypeId> {
    let mut piece_types = variant.piece_type_ids();
    piece_types.find(|(_, piece_type)| piece_type.token.to_lowercase() == token).map(|(id, _)| id)
}

/// A typed text that is not a legal move, with the position for which it was typed.
struct Mistake<'v> {
    variant: &'v Variant,
    setup: &'v Setup,
    legal: &'v [Move],
    texts: Vec<String>,
    whole: Span,
}

impl Mistake<'_> {
    fn explain(&self, typed: &str) -> Diagnostic {
        let text = plain(typed);
        if text.is_empty() {
            return self.error(Code::MoveEmpty, "the move is empty").help(self.example());
        }
        if self.texts.is_empty() {
            return self.error(Code::MoveGameOver, "the game is over: there are no moves");
        }
        if text == "pass" {
            return self.error(Code::MoveNoPass, "passing is not legal here").help(self.example());
        }
        if let Some((token, square)) = dropped(self.variant, &text) {
            return self.explain_drop(token, square);
        }
        if let Some(problem) = self.explain_shorthand(typed) {
            return problem;
        }
        let letters = |name: &str| name.bytes().take_while(u8::is_ascii_lowercase).count();
        let board = &self.variant.board;
        let most = board.squares().map(|square| letters(board.name(square))).max().unwrap_or(1);
        let parsed = parse_square_name(&text).filter(|(from, _)| letters(from) <= most);
        let Some((from, rest)) = parsed else {
            let help = self.castlings(&text).unwrap_or_else(|| self.example());
            return self.error(Code::MoveShape, format!("`{}` is not a move", shown(typed))).help(help);
        };
        let Some(from) = self.variant.board.square(from) else { return self.no_square(from) };
        match self.own_piece(from) {
            Ok(piece) => self.explain_target(typed, (from, piece), rest),
            Err(problem) => problem,
        }
    }

    /// Returns the piece of the player to move on a square.
    fn own_piece(&self, from: Square) -> Result<Piece, Diagnostic> {
        let name = self.variant.board.name(from);
        let Some(piece) = self.setup.piece(from) else {
            return Err(self.error(Code::MoveEmptySquare, format!("there is no piece on {name}")));
        };
        if self.variant.is_neutral(piece.piece_type) {
            let title = &self.variant.piece_type(piece.piece_type).title;
            let message = format!("the {title} on {name} belongs to neither side");
            return Err(self.error(Code::MoveNotYours, message));
        }
        if piece.color != self.setup.turn {
            let (whose, turn) = (self.whose(piece), self.setup.turn.title());
            let message = format!("{whose} is on {name}, but it is {turn}'s turn");
            return Err(self.error(Code::MoveNotYours, message));
        }
        Ok(piece)
    }

    /// Explains a move by the text after its first square.
    fn explain_target(&self, typed: &str, (from, piece): (Square, Piece), rest: &str) -> Diagnostic {
        let name = self.variant.board.name(from);
        let title = &self.variant.piece_type(piece.piece_type).title;
        let moves = || self.moves_that(|mv| mv.from == Some(from), &format!("the {title} on {name}"));
        let target = rest.trim_start_matches(['x', '@', '~', ':', '>']);
        if target.is_empty() {
            let message = format!("`{}` does not say where to go", shown(typed));
            return self.error(Code::MoveNoTarget, message).help(moves());
        }
        let Some((to, rest)) = parse_square_name(target) else {
            return self.error(Code::MoveShape, format!("`{}` is not a square", shown(target))).help(moves());
        };
        let Some(target) = self.variant.board.square(to) else { return self.no_square(to) };
        let turned = format!("{to}~{name}");
        if plain(typed).contains('~') && self.texts.contains(&turned) {
            let message = format!("`{}` names the two squares in the wrong order", shown(typed));
            return self.error(Code::MoveShape, message).help(format!("write `{turned}`"));
        }
        self.explain_choice(title, (from, target), rest).unwrap_or_else(|| {
            let message = format!("the {title} cannot go from {name} to {to}");
            self.error(Code::MoveIllegal, message).help(moves())
        })
    }

    /// Explains a move whose squares are those of legal moves that are written differently.
    fn explain_choice(&self, title: &str, (from, to): (Square, Square), rest: &str) -> Option<Diagnostic> {
        let (name, target) = (self.variant.board.name(from), self.variant.board.name(to));
        let pair = format!("{name}{target}");
        let can = format!("the {title} can go from {name} to {target}");
        let is_choice = |mv: &Move| {
            matches!(mv.verb, Verb::Go | Verb::Castle) && (mv.from, mv.to) == (Some(from), Some(to))
        };
        let puts_at_once = |mv: &Move| {
            let is_bare = mv.choice.is_none() && mv.taken.is_empty() && mv.unloaded.is_none();
            is_bare && matches!(mv.then.first(), Some(Then::Put(_)))
        };
        let example =
            self.moves().filter(|(_, mv)| is_choice(mv) && puts_at_once(mv)).map(|(text, _)| text).min();
        if let Some(example) = example.filter(|_| rest.is_empty()) {
            // All such moves would be a long list, so the missing part is named.
            let added = added_piece(self.variant).unwrap_or("next piece");
            let message = format!("{can}, but the square of the {added} is missing");
            let help = format!("add it after a comma, as in `{example}`");
            return Some(self.error(Code::MoveChoice, message).help(help));
        }
        if self.texts.contains(&pair) {
            let problem = self.error(Code::MoveShape, can + ", but the move is written differently");
            return Some(problem.help(Help::from(format!("write `{pair}`")).offer_name(&pair)));
        }
        if self.legal.iter().any(is_choice) {
            let message = match rest {
                "" => can + ", but there is a choice to make",
                rest => format!("{can}, but not with `{}`", shown(rest)),
            };
            return Some(self.error(Code::MoveChoice, message).help(self.choices(is_choice)));
        }
        None
    }

    /// Explains a move that names its piece or its file and its target, such as `Nf3` or `exd5`.
    fn explain_shorthand(&self, typed: &str) -> Option<Diagnostic> {
        let variant = self.variant;
        if let Some(letter) = shorthand::unknown_token(variant, typed) {
            let tokens = variant.piece_types.iter().map(|piece_type| &piece_type.token);
            let tokens: Vec<&str> =
                tokens.filter(|token| *token != UNWRITTEN).map(String::as_str).take(MAX_SHOWN).collect();
            let problem = self.error(Code::MoveUnknownToken, format!("there is no piece `{letter}`"));
            return Some(problem.help(format!("the letters are {}", tokens.join(" "))));
        }
        let short = Shorthand::parse(variant, typed)?;
        let candidates = short.moves(variant, self.setup, self.legal);
        if !candidates.is_empty() {
            const MAX: usize = 8;
            let message = format!("`{}` does not name the first square of a move", shown(typed));
            let list: Vec<String> = list(variant, candidates).into_iter().take(MAX).collect();
            return Some(self.error(Code::MoveShape, message).help(format!("type {}", list.join(" or "))));
        }
        if short.token.is_none() && short.from.is_empty() {
            return None;
        }
        let piece_type = short.piece_type(variant)?;
        let title = &variant.piece_type(piece_type).title;
        let from = if short.from.is_empty() { String::new() } else { format!(" from `{}`", short.from) };
        let message = format!("no {title}{from} can go to {}", variant.board.name(short.to));
        let of_type = |mv: &Move| {
            let piece = mv.from.and_then(|from| self.setup.piece(from));
            piece.is_some_and(|piece| piece.piece_type == piece_type)
        };
        Some(self.error(Code::MoveIllegal, message).help(self.moves_that(of_type, &a(title))))
    }

    /// Returns the castling moves of this side if the text is `O-O` or `O-O-O` in any spelling.
    fn castlings(&self, text: &str) -> Option<String> {
        let name = |square| self.variant.board.name(square);
        let own = self.variant.castlings.iter().filter(|castling| castling.color == self.setup.turn);
        let texts: Vec<String> =
            own.map(|castling| format!("`{}{}`", name(castling.king.0), name(castling.target()))).collect();
        let is_castling = ["oo", "ooo", "00", "000"].contains(&text) && !texts.is_empty();
        let texts = texts.join(" or ");
        is_castling.then(|| format!("castling is written as the squares of the king: {texts}"))
    }

    fn explain_drop(&self, token: &str, square: &str) -> Diagnostic {
        if !self.variant.hands {
            return self.error(Code::MoveNoHands, "this game has no hands");
        }
        // As in records, the piece that is not named is a pawn.
        let unwritten = UNWRITTEN.to_lowercase();
        let token = if token.is_empty() { unwritten.as_str() } else { token };
        let Some(id) = with_token(self.variant, token) else {
            let tokens = self.variant.piece_types.iter().map(|piece_type| piece_type.token.as_str());
            let message = format!("this game has no piece `{}`", shown(token));
            return self.error(Code::MoveUnknownToken, message).suggest(token, tokens);
        };
        let piece_type = self.variant.piece_type(id);
        let side = self.setup.turn;
        if self.setup.hands.get(id.index()).is_none_or(|held| *held.get(side) == 0) {
            let message = format!("{} has no {} in hand", side.title(), piece_type.title);
            return self.error(Code::MoveNotInHand, message);
        }
        let (square, form) = parse_square_name(square).unwrap_or((square, ""));
        let Some(square) = self.variant.board.square(square) else { return self.no_square(square) };
        let name = self.variant.board.name(square);
        if let Some(there) = self.setup.piece(square) {
            let whose = self.whose(there);
            let message = format!("a piece can only be dropped on an empty square, and {whose} is on {name}");
            return self.error(Code::MoveDropOccupied, message);
        }
        let is_drop = |mv: &Move| mv.verb == Verb::Drop(id);
        let is_choice = |mv: &Move| is_drop(mv) && mv.to == Some(square);
        if self.legal.iter().any(is_choice) {
            let can = format!("{} can be dropped on {name}", a(&piece_type.title));
            let message = match form {
                "" => can + ", but there is a choice to make",
                form => format!("{can}, but not with `{}`", shown(form)),
            };
            return self.error(Code::MoveChoice, message).help(self.choices(is_choice));
        }
        let message = format!("{} cannot be dropped on {name}", a(&piece_type.title));
        self.error(Code::MoveIllegal, message).help(self.moves_that(is_drop, "it"))
    }

    /// Returns the legal moves with their texts.
    fn moves(&self) -> impl Iterator<Item = (&str, &Move)> {
        self.texts.iter().map(String::as_str).zip(self.legal)
    }

    fn moves_that(&self, wanted: impl Fn(&Move) -> bool, who: &str) -> String {
        let texts: BTreeSet<&str> = gather(self.moves().filter(|(_, mv)| wanted(mv)).map(|(text, _)| text));
        match texts.is_empty() {
            true => format!("{who} has no legal move"),
            false => {
                let more = texts.len().saturating_sub(MAX_SHOWN);
                let others = if more > 0 { format!(", and {more} more") } else { String::new() };
                let texts: Vec<&str> = texts.into_iter().take(MAX_SHOWN).collect();
                format!("{who} can play {}{others}", texts.join(" "))
            }
        }
    }

    /// Names the moves that complete a move, each of which the author can choose.
    fn choices(&self, is_choice: impl Fn(&Move) -> bool) -> Help {
        let texts: BTreeSet<&str> =
            gather(self.moves().filter(|(_, mv)| is_choice(mv)).map(|(text, _)| text));
        let help = Help::from(self.moves_that(is_choice, "it"));
        texts.into_iter().take(MAX_SHOWN).fold(help, Help::offer_name)
    }

    fn no_square(&self, name: &str) -> Diagnostic {
        let help = extent(&self.variant.board);
        self.error(Code::MoveNoSquare, format!("the board has no square `{}`", shown(name))).help(help)
    }

    fn example(&self) -> String {
        match self.texts.iter().min() {
            Some(text) => format!("a move is typed like `{text}`"),
            None => "a move names its first square and its target square".to_owned(),
        }
    }

    fn whose(&self, piece: Piece) -> String {
        format!("{}'s {}", piece.color.title(), self.variant.piece_type(piece.piece_type).title)
    }

    fn error(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.whole, message)
    }
}

/// Describes the squares of a board, for a message about a square that the board does not have.
pub fn extent(board: &Board) -> String {
    let extra = commas(board.extra().map(|square| board.name(square)));
    let extra = if extra.is_empty() { extra } else { format!(", and there is {extra}") };
    format!("its files are a to {} and its ranks 1 to {}{extra}", file_name(board.width), board.height)
}
