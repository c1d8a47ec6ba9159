//! Moves as text, and what a person types.
//!
//! A move is never parsed on its own: what was typed is looked up among the texts of the legal moves, leniently, and
//! when it is not there the text is taken apart only to say what is wrong with it.

use super::{braced, shorthand, shown, token};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::text;
use crate::base::{Choice, Color, Move, Piece, Setup, Square, Verb, parse_square_name};
use crate::rules::Variant;

/// The text of a move.
pub(crate) fn write(variant: &Variant, mv: &Move) -> String {
    let name = |square: Option<Square>| square.map_or("", |square| variant.board.name(square));
    let lower = |piece_type| braced(&token(variant, Piece { color: Color::Black, piece_type }));
    let mut text = match mv.verb {
        Verb::Go | Verb::Castle => format!("{}{}", name(mv.from), name(mv.to)),
        Verb::Place => format!("{}@{}", name(mv.from), name(mv.to)),
        Verb::Exchange => format!("{}~{}", name(mv.from), name(mv.to)),
        Verb::Drop(piece_type) => {
            format!("{}@{}", braced(&variant.piece_type(piece_type).token), name(mv.to))
        }
        Verb::Pass => "pass".to_owned(),
    };
    match mv.choice {
        None => {}
        Some(Choice::Become(piece_type)) => text += &lower(piece_type),
        Some(Choice::End(result)) => {
            text.push('=');
            text += result.name();
        }
        Some(Choice::Exchange(square)) => {
            text.push('~');
            text += variant.board.name(square);
        }
    }
    for square in &mv.taken {
        text.push('x');
        text += variant.board.name(*square);
    }
    if let Some(square) = mv.unloaded {
        text.push('@');
        text += variant.board.name(square);
    }
    text
}

/// The texts of moves, sorted and without duplicates.
pub(crate) fn list<'m>(variant: &Variant, moves: impl IntoIterator<Item = &'m Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(|mv| write(variant, mv)).collect();
    texts.sort();
    texts.dedup();
    texts
}

/// No text of a move is longer.
const MOST_BYTES: usize = 400;

/// Finds the move that was typed among the legal ones. Case, blanks, hyphens and braces do not matter where the move is
/// clear without them. The problem points at the text as if it
/// were the only source.
///
/// # Errors
/// Why there is no such move, and what the piece can do instead.
pub(crate) fn read<'m>(
    variant: &Variant,
    setup: &Setup,
    legal: &'m [Move],
    text: &str,
) -> Result<&'m Move, Diagnostic> {
    let typed = text.trim();
    let texts: Vec<(String, &Move)> = legal.iter().map(|mv| (write(variant, mv), mv)).collect();
    if let Some((_, mv)) = texts.iter().find(|(text, _)| text == typed) {
        return Ok(mv);
    }
    if typed.len() > MOST_BYTES {
        let message = format!("`{}` is too long for a move", shown(typed));
        let problem = Diagnostic::error("move-shape", Span::new(0, 0, text.len()), message);
        let example = texts.first().map(|(text, _)| format!("a move is typed like `{text}`"));
        return Err(example.into_iter().fold(problem, Diagnostic::help));
    }
    let wish = plain(typed);
    for loose in [plain as fn(&str) -> String, looser] {
        let wish = loose(typed);
        let mut hits: Vec<&(String, &Move)> = texts.iter().filter(|(text, _)| loose(text) == wish).collect();
        hits.dedup_by_key(|(_, mv)| *mv);
        match hits.as_slice() {
            [] => {}
            [(_, mv)] => return Ok(mv),
            several => {
                let texts: Vec<&str> = several.iter().map(|(text, _)| text.as_str()).collect();
                let message = format!("`{}` is ambiguous", shown(typed));
                let problem = Diagnostic::error("move-ambiguous", Span::new(0, 0, text.len()), message);
                return Err(problem.help(format!("type one of {}", texts.join(" "))));
            }
        }
    }
    let texts = texts.iter().map(|(text, _)| text.clone()).collect();
    let meant = shorthand::meant(variant, setup, legal.iter(), typed);
    let meant = list(variant, meant);
    Err(Mistake { variant, setup, texts, meant, whole: Span::new(0, 0, text.len()) }.explain(typed, &wish))
}

/// The text of a move with all left out that may be typed otherwise: what is not equal by it is not the same move.
pub(crate) fn key(text: &str) -> String {
    looser(text)
}

/// The text without blanks and hyphens, in lower case.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_lowercase()).collect()
}

/// The same without braces around tokens and without the sign some write before a promotion.
fn looser(text: &str) -> String {
    plain(text).chars().filter(|c| !"{}=".contains(*c)).collect()
}

/// A typed move that is not there.
struct Mistake<'v> {
    variant: &'v Variant,
    setup: &'v Setup,
    /// The texts of the legal moves.
    texts: Vec<String>,
    /// Those of the moves that may be meant by a shorthand.
    meant: Vec<String>,
    whole: Span,
}

impl Mistake<'_> {
    fn explain(&self, typed: &str, wish: &str) -> Diagnostic {
        if wish.is_empty() {
            return self.error("move-empty", "the move is empty".to_owned()).help(self.example());
        }
        if self.texts.is_empty() {
            return self.error("move-game-over", "the game is over: there are no moves".to_owned());
        }
        if wish == "pass" {
            return self.error("move-no-pass", "passing is not legal here".to_owned()).help(self.example());
        }
        if let Some(problem) = self.explain_drop(wish) {
            return problem;
        }
        if !self.meant.is_empty() {
            const MOST: usize = 8;
            let message = format!("`{}` does not name the square a piece comes from", shown(typed));
            let list: Vec<&str> = self.meant.iter().take(MOST).map(String::as_str).collect();
            return self.error("move-shape", message).help(format!("type {}", list.join(" or ")));
        }
        let Some((from, rest)) = parse_square_name(wish) else {
            let message = format!("`{}` is not a move", shown(typed));
            if let Some(castlings) = self.castlings(wish) {
                let help = format!("castling is written by the squares it leads from and to: {castlings}");
                return self.error("move-shape", message).help(help);
            }
            return self.error("move-shape", message).help(self.example());
        };
        let Some(from) = self.variant.board.square(from) else { return self.no_square(from) };
        if let Some(problem) = self.explain_from(from) {
            return problem;
        }
        let target = rest.trim_start_matches(['x', '@', '~', ':', '>']);
        if target.is_empty() {
            let message = format!("`{}` does not say where to go", shown(typed));
            return self.error("move-no-target", message).help(self.moves_of(from));
        }
        let Some((to, rest)) = parse_square_name(target) else {
            let message = format!("`{}` is not a square", shown(target));
            return self.error("move-shape", message).help(self.moves_of(from));
        };
        let Some(to) = self.variant.board.square(to) else { return self.no_square(to) };
        self.explain_target(from, to, rest)
    }

    /// How this side castles, if that is what somebody means who writes it with circles.
    fn castlings(&self, wish: &str) -> Option<String> {
        if !["oo", "ooo", "00", "000"].contains(&wish) {
            return None;
        }
        let name = |square| self.variant.board.name(square);
        let own = self.variant.castlings.iter().filter(|castling| castling.color == self.setup.turn);
        let texts: Vec<String> =
            own.map(|castling| format!("`{}{}`", name(castling.king.0), name(castling.king.1))).collect();
        (!texts.is_empty()).then(|| texts.join(" or "))
    }

    fn explain_drop(&self, wish: &str) -> Option<Diagnostic> {
        let (piece, square) = wish.split_once('@')?;
        let bare = piece.trim_start_matches('{').trim_end_matches('}');
        if self.variant.board.square(bare).is_some() {
            return None;
        }
        if !self.variant.hands {
            return Some(self.error("move-no-hands", "this game has no pieces in hand".to_owned()));
        }
        let piece_types = || self.variant.piece_type_ids();
        let Some((piece_type, info)) =
            piece_types().find(|(_, piece_type)| piece_type.token.to_lowercase() == bare)
        else {
            let message = format!("this game has no piece `{}`", shown(bare));
            let tokens = piece_types().map(|(_, piece_type)| piece_type.token.as_str());
            return Some(self.error("move-unknown-token", message).suggest(bare, tokens));
        };
        let held = self.setup.hands.get(piece_type.index()).map_or(0, |held| *held.get(self.setup.turn));
        let side = self.setup.turn.title();
        if held == 0 {
            return Some(self.error("move-not-in-hand", format!("{side} has no {} in hand", info.title)));
        }
        let Some(square) = self.variant.board.square(square) else { return Some(self.no_square(square)) };
        let name = self.variant.board.name(square);
        if let Some(there) = self.setup.piece(square) {
            let message =
                format!("a piece can only be dropped on an empty square; on {name} is {}", self.whose(there));
            return Some(self.error("move-drop-occupied", message));
        }
        let start = format!("{}@", braced(&info.token));
        let message = format!("{} cannot be dropped on {name}", text::a(&info.title));
        Some(self.error("move-illegal", message).help(self.moves_that(|text| text.starts_with(&start), "it")))
    }

    fn explain_from(&self, from: Square) -> Option<Diagnostic> {
        let name = self.variant.board.name(from);
        let Some(piece) = self.setup.piece(from) else {
            return Some(self.error("move-empty-square", format!("there is no piece on {name}")));
        };
        if piece.color != self.setup.turn {
            let message =
                format!("on {name} is {}, but it is {}'s turn", self.whose(piece), self.setup.turn.title());
            return Some(self.error("move-not-yours", message));
        }
        None
    }

    fn explain_target(&self, from: Square, to: Square, rest: &str) -> Diagnostic {
        let (start, end) = (self.variant.board.name(from), self.variant.board.name(to));
        let title = self.title_on(from);
        let pair = format!("{start}{end}");
        let choices = |text: &str| {
            let tail = text.strip_prefix(&pair)?;
            (!tail.starts_with(|c: char| c.is_ascii_digit())).then_some(())
        };
        if self.texts.contains(&pair) {
            let message = format!("the {title} can go from {start} to {end}, but not written like this");
            return self.error("move-shape", message).help(format!("that move is written `{pair}`"));
        }
        if self.texts.iter().any(|text| choices(text).is_some()) {
            let message = match rest {
                "" => format!("the {title} can go from {start} to {end}, but there is a choice to make"),
                rest => format!("the {title} can go from {start} to {end}, but not with `{}`", shown(rest)),
            };
            let help = self.moves_that(|text| choices(text).is_some(), "it");
            return self.error("move-choice", message).help(help);
        }
        let message = format!("the {title} cannot go from {start} to {end}");
        self.error("move-illegal", message).help(self.moves_of(from))
    }

    fn title_on(&self, square: Square) -> &str {
        let title = |piece: Piece| self.variant.piece_type(piece.piece_type).title.as_str();
        self.setup.piece(square).map_or("piece", title)
    }

    /// The moves of the piece on a square, as a sentence.
    fn moves_of(&self, from: Square) -> String {
        let name = self.variant.board.name(from);
        let title = self.title_on(from);
        self.moves_that(
            |text| parse_square_name(text).is_some_and(|(square, _)| square == name),
            &format!("the {title} on {name}"),
        )
    }

    fn moves_that(&self, wanted: impl Fn(&str) -> bool, who: &str) -> String {
        let mut texts: Vec<&str> =
            self.texts.iter().map(String::as_str).filter(|text| wanted(text)).collect();
        texts.sort_unstable();
        texts.dedup();
        match texts.as_slice() {
            [] => format!("{who} has no legal move"),
            texts => format!("{who} can play {}", texts.join(" ")),
        }
    }

    fn no_square(&self, name: &str) -> Diagnostic {
        let board = &self.variant.board;
        let message = format!("the board has no square `{}`", shown(name));
        let last = crate::base::file_name(board.width);
        let mut help = format!("its files are a to {last} and its ranks 1 to {}", board.height);
        let extra: Vec<&str> = board.extra().map(|square| board.name(square)).collect();
        if !extra.is_empty() {
            help += &format!(", and there is {}", text::commas(&extra));
        }
        self.error("move-no-square", message).help(help)
    }

    fn example(&self) -> String {
        match self.texts.iter().min() {
            Some(text) => format!("a move is typed like `{text}`"),
            None => "a move names the square it starts from and the square it goes to".to_owned(),
        }
    }

    fn whose(&self, piece: Piece) -> String {
        format!("{}'s {}", piece.color.title(), self.variant.piece_type(piece.piece_type).title)
    }

    fn error(&self, code: &'static str, message: String) -> Diagnostic {
        Diagnostic::error(code, self.whole, message)
    }
}
