//! Reading pieces and their stages, first pass: names and tokens, so that every line can refer to every piece.

use super::bodies::Body;
use super::scope::{Named, Scope};
use crate::base::PieceTypeId;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Spanned;
use crate::lang::betza;
use crate::lang::merge::{MOST_PIECE_TYPES, too_many_piece_types};
use crate::lang::statement::{Cursor, Line, Read, repeats, twice};
use crate::lang::vocabulary::{Keyword, Place};
use crate::rules::{Origin, PieceType};

/// What stands after the name of a piece or a stage: `TOKEN [`moves`] [royal N]`.
struct Head<'a> {
    token: Option<Spanned<&'a str>>,
    moves: Option<Spanned<&'a str>>,
    /// The rank, and where it is given.
    royal: Option<Spanned<u8>>,
}

impl<'a> Head<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Read<Head<'a>> {
        let mut head = Head { token: None, moves: None, royal: None };
        if let Some(word) = cursor.peek_word().filter(|word| !matches!(*word, "royal" | "cite")) {
            head.token = Some(Spanned::new(word, cursor.span()));
            cursor.skip();
        }
        head.moves = cursor.betza().map(|(moves, span)| Spanned::new(moves, span));
        if head.moves.is_none()
            && let Some(text) = cursor.peek_text()
            && betza::read(text, cursor.span()).0.is_some()
        {
            let problem = Diagnostic::error("unexpected-word", cursor.span(), "moves stand in backticks");
            return Err(problem.help(format!("write `` `{text}` ``")));
        }
        let place = cursor.span();
        if cursor.eat("royal") {
            head.royal = Some(Spanned::new(rank(cursor)?, place));
        }
        cursor.cites()?;
        cursor.finish()?;
        Ok(head)
    }
}

impl Scope<'_> {
    /// The name and the tokens of a piece and its stages.
    pub(super) fn declare_piece<'l>(&mut self, line: Line<'l>, bodies: &mut Vec<Body<'l>>) -> Read<()> {
        let mut cursor = line.rest();
        let (name, span) = cursor.new_name("the name of the piece")?;
        let taken = self.pieces.get(name).map(|other| other.span);
        Scope::free(taken, format!("there are two pieces called `{name}`"), span)?;
        self.pieces.insert(name.to_string(), Named { value: Vec::new(), span });
        self.declare_piece_type(name, None, cursor, line, bodies)
    }

    /// A piece, or one stage of it; the stages in its block follow.
    fn declare_piece_type<'l>(
        &mut self,
        piece: &'l str,
        stage: Option<&str>,
        mut cursor: Cursor<'l>,
        line: Line<'l>,
        bodies: &mut Vec<Body<'l>>,
    ) -> Read<()> {
        let mut head = Head::read(&mut cursor)?;
        let base = self.pieces.get(piece).and_then(|named| named.value.first()).copied();
        let first = base.and_then(|id| self.piece_type(id));
        let mut title = match (stage, first) {
            (Some(stage), Some(first)) => format!("{} ({stage})", first.title),
            _ => piece.replace(['-', '_'], " "),
        };
        let mut royal = first.filter(|_| stage.is_some()).and_then(|first| first.royal);
        royal = head.royal.as_ref().map(|rank| rank.value).or(royal);
        let mut token = head.token.take();
        let stage_token = stage.zip(first).map(|(stage, first)| format!("{}.{stage}", first.token));
        let (mut stages, mut rest) = (Vec::new(), Vec::new());
        for inner in line.lines() {
            let cursor = &mut inner.rest();
            match inner.keyword() {
                Some(Keyword::Token | Keyword::Title | Keyword::Royal) if inner.is_poisoned() => continue,
                Some(Keyword::Token) => {
                    let (word, span) = cursor.word("a token")?;
                    if let Some(first) = token.replace(Spanned::new(word, span)) {
                        return Err(twice("token", span, first.span));
                    }
                }
                Some(Keyword::Title) => match cursor.text() {
                    Some((text, _)) => title = text.to_string(),
                    None => return Err(cursor.expected("a title in quotes")),
                },
                Some(Keyword::Royal) => {
                    if let Some(first) = head.royal.replace(Spanned::new(0, inner.span())) {
                        return Err(twice("royal", inner.span(), first.span));
                    }
                    royal = Some(rank(cursor)?);
                }
                Some(Keyword::Stage) => {
                    stages.push(inner);
                    continue;
                }
                _ => {
                    rest.push(inner);
                    continue;
                }
            }
            inner.finish(cursor.clone(), inner.word_in(Place::Piece)?)?;
        }
        let named = |line: &&Line| line.keyword() == Some(Keyword::Title);
        repeats(line.lines().filter(|line| named(&line)), Place::Piece, self.report);
        let token = match (token, stage_token) {
            (Some(token), _) => Spanned::new(token.value.to_string(), token.span),
            (None, Some(token)) => Spanned::new(token, line.span()),
            (None, None) => return Err(no_token(piece, line, &rest)),
        };
        self.check_token(&token).map_err(|problem| {
            // Where the name looks like a token, the two have changed places.
            let short = piece.starts_with(char::is_uppercase) && piece.chars().count() <= 2;
            match problem.code == "bad-token" && stage.is_none() && short {
                true => problem
                    .help(format!("the name comes first, then the token: `piece {} {piece}`", token.value)),
                false => problem,
            }
        })?;
        let id = PieceTypeId(u16::try_from(self.piece_types.len()).unwrap_or(u16::MAX));
        self.know_token(&token.value, id);
        if self.piece_types.len() >= MOST_PIECE_TYPES {
            return Err(too_many_piece_types(line.span()));
        }
        self.piece_types.push(PieceType {
            piece: piece.to_string(),
            stage: stage.map(str::to_string),
            token: token.value,
            title,
            royal,
            value: None,
            moves: Vec::new(),
            stays: None,
            arrivals: Vec::new(),
            in_hand: base,
            origin: Origin(line.span()),
        });
        if let Some(named) = self.pieces.get_mut(piece) {
            named.value.push(id);
        }
        bodies.push(Body { piece_type: id, piece, moves: head.moves, lines: rest, line });
        for inner in stages {
            if stage.is_some() {
                let message = "a stage cannot have stages of its own";
                let problem = Diagnostic::error("stage-in-stage", inner.span(), message);
                return Err(problem.help("write all stages of a piece side by side"));
            }
            let mut cursor = inner.rest();
            let (name, span) = cursor.word("the name of the stage")?;
            if self.stage(piece, name).is_some() {
                let message = format!("the piece has two stages called `{name}`");
                return Err(Diagnostic::error("duplicate-name", span, message));
            }
            self.declare_piece_type(piece, Some(name), cursor, inner, bodies)?;
        }
        Ok(())
    }

    fn check_token(&self, token: &Spanned<String>) -> Read<()> {
        let Spanned { value: token, span } = token;
        let first = token.trim_start_matches('+').chars().next();
        if !first.is_some_and(char::is_uppercase) {
            let message = format!("the token `{token}` does not begin with a capital letter");
            return Err(Diagnostic::error("bad-token", *span, message)
                .help("capitals are White's; Black's pieces are written in small letters"));
        }
        let other =
            self.tokens.get(&token.to_lowercase()).and_then(|piece| self.piece_type(piece.piece_type));
        let Some(other) = other else { return Ok(()) };
        let problem = if other.token == *token {
            let message = format!("`{token}` is already the token of the {}", other.title);
            Diagnostic::error("duplicate-token", *span, message)
        } else {
            let message = format!("`{token}` and `{}` differ only in case", other.token);
            Diagnostic::error("tokens-differ-in-case", *span, message)
        };
        Err(problem
            .label(other.origin.0, "the other piece")
            .help("Black's pieces are written in small letters, so each token must differ in more than case"))
    }
}

fn no_token(piece: &str, line: Line, rest: &[Line]) -> Diagnostic {
    // A line that begins with no known word may have been meant for the token's.
    let strange = |line: &&Line| line.first().is_some() && line.word().is_none();
    if let Some(problem) = rest.iter().find(strange).and_then(|line| line.word_in(Place::Piece).err()) {
        return problem;
    }
    Diagnostic::error("no-token", line.span(), format!("the piece `{piece}` has no token"))
        .help("write the letters it has in drawings and FENs after its name, such as `piece NAME X`")
}

/// The rank of a royal: `royal` alone is `royal 1`.
fn rank(cursor: &mut Cursor) -> Read<u8> {
    if cursor.is_done() || cursor.peek_word() == Some("cite") {
        return Ok(1);
    }
    cursor.could_be(&["cite"]);
    let (rank, span) = cursor.number("the rank among royals, 1 the highest")?;
    match u8::try_from(rank) {
        Ok(rank @ 1..) => Ok(rank),
        _ => Err(Diagnostic::error("bad-royal-rank", span, format!("`{rank}` is not a rank of a royal"))
            .help("ranks are 1 to 255, 1 the highest")),
    }
}
