//! Lowering of pieces and their stages.
//!
//! The names and tokens of all pieces are declared first ([`Scope::declare_piece`]), so that every line can refer
//! to every piece. Then [`Scope::body`] lowers the lines of each block.

use super::conditions::Moment;
use super::remarks::note;
use super::scope::Scope;
use super::statement_cache::Clause;
use crate::base::source::Spanned;
use crate::base::{ByColor, PieceTypeId, SquareSet};
use crate::betza;
use crate::merge::{MAX_PIECE_TYPES, too_many_piece_types};
use crate::messages::diagnostic::{Code, Diagnostic, Topic};
use crate::messages::fix::TextChange;
use crate::messages::text::{capital, quoted};
use crate::rules::{Automaton, Moves, Notation, Origin, PieceType, Remark, Zone};
use crate::statement::{Cursor, Line, Read, repeats, split_name, twice};
use crate::vocabulary::{self, Keyword, Place};

/// A declared piece type whose block has not been lowered yet.
pub(super) struct PieceBody<'a> {
    id: PieceTypeId,
    piece: &'a str,
    /// The lines to lower: the moves in the head of the statement, followed by lines of the block.
    lines: Vec<Line<'a>>,
    /// The complete statement.
    line: Line<'a>,
}

/// The head of a piece or stage after its name: ``TOKEN [`moves`] [royal N]``.
struct PieceHead<'a> {
    token: Option<Spanned<String>>,
    /// The moves, in the form of a separate line.
    moves: Option<Line<'a>>,
    /// The rank among royals with its place.
    royal: Option<Spanned<u8>>,
    /// The title, which only a line of the block can set.
    title: Option<Remark>,
}

impl<'a> PieceHead<'a> {
    /// Reads a line of the block that belongs to the head.
    fn add(&mut self, line: Line<'a>) -> Read<()> {
        let mut cursor = line.rest();
        match line.keyword() {
            _ if line.poisoned => return Ok(()),
            Some(Keyword::Token) => {
                let (word, span) = cursor.word("a token")?;
                if let Some(first) = self.token.replace(Spanned::new(word.to_string(), span)) {
                    return Err(twice("token", span, first.span));
                }
            }
            Some(Keyword::Title) => {
                self.title = Some(note(&mut cursor)?);
            }
            _ => {
                let royal = Spanned::new(rank(&mut cursor)?, line.span);
                if let Some(first) = self.royal.replace(royal) {
                    return Err(twice("royal", line.span, first.span));
                }
            }
        }
        line.finish(cursor, line.word_in(Place::Piece)?)
    }

    fn read(cursor: &mut Cursor<'a>, poisoned: bool) -> Read<PieceHead<'a>> {
        let mut head = PieceHead { token: None, moves: None, royal: None, title: None };
        if let Some(word) = cursor.peek_word().filter(|word| !matches!(*word, "royal" | "cite")) {
            head.token = Some(Spanned::new(word.to_string(), cursor.span()));
            cursor.skip();
        }
        let moves = cursor.betza().map(std::slice::from_ref);
        head.moves = moves.map(|items| Line::bare(items, items[0].span, poisoned));
        let place = cursor.span();
        if moves.is_none()
            && !cursor.has_marks()
            && let Some(problem) = cursor.bare_moves()
        {
            return Err(problem);
        }
        if cursor.eat("royal") {
            head.royal = Some(Spanned::new(rank(cursor)?, place));
        }
        cursor.marks()?;
        cursor.finish()?;
        Ok(head)
    }
}

impl<'a> Scope<'a> {
    /// Declares the name and the tokens of a piece and of its stages.
    pub(super) fn declare_piece(&mut self, line: Line<'a>, bodies: &mut Vec<PieceBody<'a>>) -> Read<()> {
        let mut cursor = line.rest();
        let (name, span) = cursor.new_name("the name of the piece")?;
        if let [_, one, two, token, ..] = line.items
            && !matches!(token.word(), None | Some("royal" | "cite"))
            && let Some(problem) = split_name(one, two)
        {
            return Err(problem);
        }
        self.declare("piece", name, span)?;
        self.pieces.insert(name.to_string(), Vec::new());
        self.declare_piece_type(name, None, cursor, line, bodies)
    }

    /// Declares a piece or one of its stages. The stages in its block follow.
    fn declare_piece_type(
        &mut self,
        piece: &'a str,
        stage: Option<&str>,
        mut cursor: Cursor<'a>,
        line: Line<'a>,
        bodies: &mut Vec<PieceBody<'a>>,
    ) -> Read<()> {
        let mut head = PieceHead::read(&mut cursor, line.poisoned)?;
        let base = self.pieces.get(piece).and_then(|stages| stages.first()).copied();
        let first = base.and_then(|id| self.piece_type(id)).zip(stage);
        let spaced = || piece.replace(['-', '_'], " ");
        let title = first.map_or_else(spaced, |(first, stage)| format!("{} ({stage})", first.title));
        let inherited = first.and_then(|(first, _)| first.royal);
        let stage_token = first.map(|(first, stage)| format!("{}.{stage}", first.token));
        let (mut stages, mut rest) = (Vec::new(), Vec::from_iter(head.moves));
        for inner in line.lines() {
            match inner.keyword() {
                Some(Keyword::Token | Keyword::Title | Keyword::Royal) => head.add(inner)?,
                Some(Keyword::Stage) => stages.push(inner),
                Some(Keyword::Also) => {
                    self.know_other_names(Keyword::Piece, piece, inner);
                    rest.push(inner);
                }
                _ => rest.push(inner),
            }
        }
        repeats(line.lines().filter(|own| own.keyword() == Some(Keyword::Title)), Place::Piece, self.report);
        let token = head.token.or(stage_token.map(|token| Spanned::new(token, line.span)));
        let token = token.ok_or_else(|| no_token(piece, line, &rest))?;
        // If the name of a piece looks like a token, the two were probably exchanged.
        let short = piece.starts_with(char::is_uppercase) && piece.chars().count() <= 2;
        let exchanged = format!("the name comes first, then the token: `piece {} {piece}`", token.value);
        self.check_token(&token).map_err(|problem| match problem.code {
            Code::BadToken if stage.is_none() && short => problem.help(exchanged),
            _ => problem,
        })?;
        let lines = head_lines(head.royal.as_ref(), head.title.as_ref());
        let id = PieceTypeId(u16::try_from(self.game.piece_types.len()).unwrap_or(u16::MAX));
        self.know_token(&token.value, id);
        if self.game.piece_types.len() >= MAX_PIECE_TYPES {
            return Err(too_many_piece_types(line.span));
        }
        self.game.piece_types.push(PieceType {
            piece: piece.to_string(),
            stage: stage.map(str::to_string),
            token: token.value,
            title: head.title.map_or(title, |title| title.text),
            also: Origin::default(),
            notes: Origin::default(),
            royal: head.royal.as_ref().map(|rank| rank.value).or(inherited),
            neutral: false,
            capturable: false,
            points: 0,
            value: None,
            tuned: None,
            moves: Vec::new(),
            stays: None,
            arrivals: Vec::new(),
            // By default, a captured stage enters the hand as the first stage of its piece.
            in_hand: base,
            written: Vec::new(),
            origin: Origin(line.span),
            lines: Origin(lines),
        });
        self.pieces.entry(piece.to_string()).or_default().push(id);
        // All other lines become sentences with citations of their own.
        let moves = |line: &Line| line.begins_with_moves() || line.keyword() == Some(Keyword::Moves);
        self.note_parts(Origin(line.span), line.lines().filter(moves).map(|line| line.span));
        bodies.push(PieceBody { id, piece, lines: rest, line });
        for inner in stages {
            match self.declare_stage(piece, stage, inner, bodies) {
                // The syntax error of the line has been reported.
                Err(problem) if inner.poisoned => drop(self.report.read::<()>(inner, Err(problem))),
                declared => declared?,
            }
        }
        Ok(())
    }

    /// Declares a stage. A stage inside the block of another stage is an error.
    fn declare_stage(
        &mut self,
        piece: &'a str,
        outer: Option<&str>,
        line: Line<'a>,
        bodies: &mut Vec<PieceBody<'a>>,
    ) -> Read<()> {
        if outer.is_some() {
            let message = "a stage cannot have stages of its own";
            let problem = Diagnostic::new(Code::StageInStage, line.span, message);
            return Err(problem.help("write all stages in the block of the piece"));
        }
        let mut cursor = line.rest();
        let (name, span) = cursor.word("the name of the stage")?;
        if self.stage(piece, name).is_some() {
            let message = format!("the piece has two stages called `{name}`");
            return Err(Diagnostic::new(Code::DuplicateName, span, message));
        }
        self.declare_piece_type(piece, Some(name), cursor, line, bodies)
    }

    fn check_token(&self, token: &Spanned<String>) -> Read<()> {
        let Spanned { value: token, span } = token;
        if !token.trim_start_matches('+').starts_with(char::is_uppercase) {
            let message = format!("the token `{token}` does not begin with a capital letter");
            let is_line = vocabulary::of(Place::Piece).any(|word| word == token);
            let problem = Diagnostic::new(Code::BadToken, *span, message);
            return Err(match is_line {
                true => problem.help(format!(
                    "a line with `{token}` belongs in the block of the piece: write `{{ {token} ... }}`"
                )),
                false => problem
                    .help("capital letters are White's pieces; lowercase letters are Black's")
                    .guess(TextChange::Write(capital(token).into())),
            });
        }
        let other = self.tokens.get(&token.to_lowercase());
        let Some(other) = other.and_then(|piece| self.piece_type(piece.piece_type)) else { return Ok(()) };
        let (code, message) = match other.token == *token {
            true => (Code::DuplicateToken, format!("`{token}` is already the token of the {}", other.title)),
            false => {
                (Code::TokensDifferInCase, format!("`{token}` and `{}` differ only in case", other.token))
            }
        };
        Err(Diagnostic::new(code, *span, message)
            .about(Topic::Taken(token.as_str().into()))
            .label(other.origin.0, "the other piece")
            .help("Black's pieces are written in lowercase, so tokens must differ in more than case"))
    }

    /// Lowers the block of a piece type. An error in one line does not affect the others.
    pub(super) fn body(&mut self, body: &PieceBody) {
        let before = self.report.len();
        repeats(body.lines.iter().copied(), Place::Piece, self.report);
        for line in &body.lines {
            self.line(*line, Place::Piece, Some((body.id, body.piece)));
        }
        self.check_ways(body);
        let still = body.lines.iter().rfind(|line| line.keyword() == Some(Keyword::Stands));
        let Some(PieceType { title, moves, origin, royal, neutral, .. }) = self.piece_type(body.id) else {
            return;
        };
        let neutral = body.lines.iter().rfind(|line| *neutral && line.keyword() == Some(Keyword::Neutral));
        match (still, moves.is_empty()) {
            (_, stands) if neutral.is_some() && (!stands || royal.is_some()) => {
                let why = if stands { "royal" } else { "has moves" };
                let message = format!("the {title} is neutral, but {why}");
                let line = neutral.copied().unwrap_or(body.line);
                let problem = Diagnostic::new(Code::NeutralPiece, line.span, message);
                let help = "a neutral piece has no moves and is not royal; a rule such as `after every move` puts it on a square";
                self.report.push_about(line, problem.label(origin.0, "the piece").help(help));
            }
            (None, true)
                if neutral.is_none()
                    && !self.report.touches(body.line.whole())
                    && self.report.len() == before =>
            {
                let problem = Diagnostic::new(Code::NoMoves, origin.0, format!("the {title} has no moves"));
                let help = "give its moves in backticks, or write `stands still` if it has none";
                self.report.push_about(body.line, problem.help(help));
            }
            (Some(line), false) => {
                let message = format!("the {title} stands still, but has moves");
                let problem = Diagnostic::new(Code::MovesAndStandsStill, line.span, message);
                let problem = problem.label(origin.0, "its moves").help("delete one of the two");
                let problem = problem.guess(TextChange::Delete);
                self.report.push_about(*line, problem);
            }
            _ => {}
        }
    }

    /// Reports arrival rules for kinds of moves that the piece does not have.
    fn check_ways(&self, body: &PieceBody) {
        let Some(PieceType { title, moves, arrivals, .. }) = self.piece_type(body.id) else { return };
        // The shortest form of a notation is expensive, so it is compared only if a rule needs it.
        let is_plain = arrivals.iter().all(|arrival| arrival.way.is_none());
        // A line of moves with an error may be the missing one.
        let is_broken = |moves: &Moves| moves.notation.written().is_empty();
        if is_plain || self.report.touches(body.line.whole()) || moves.iter().any(is_broken) {
            return;
        }
        for arrival in arrivals {
            let has = |way: &&Notation| moves.iter().any(|moves| moves.notation == **way);
            let Some(way) = arrival.way.as_ref().filter(|way| !has(way)) else { continue };
            let ways: Vec<&str> = moves.iter().map(|moves| &*moves.notation).collect();
            let message = format!("the {title} has no line of moves `{way}`");
            let problem = Diagnostic::new(Code::NoSuchWay, arrival.origin.0, message);
            let help = match ways.is_empty() {
                true => "add such a line of moves".to_owned(),
                false => format!("its lines of moves are {}", quoted(&ways)),
            };
            let problem = problem.help(help);
            let problem = ways.iter().fold(problem, |problem, own| problem.guess_word(&way.to_string(), own));
            self.report.push_about(body.line, problem);
        }
    }

    /// Reads ``[moves] `notation` [on REGION | outside REGION]`` and further limits. A notation with errors
    /// becomes empty moves, so that the piece does not seem to lack moves.
    pub(super) fn moves(&self, line: Line, mut cursor: Cursor) -> Read<Clause> {
        let (text, span) = cursor.notation()?;
        let on = if cursor.eat("on") || cursor.eat("in") {
            Some(self.zone(&mut cursor)?)
        } else if cursor.eat("outside") {
            let Zone { name, squares } = self.zone(&mut cursor)?;
            let all = self.game.board.squares().collect::<SquareSet>();
            let squares = ByColor::from_fn(|color| all & !*squares.get(color));
            Some(Zone { name: format!("outside {name}"), squares })
        } else {
            None
        };
        let to = if cursor.eat("to") { Some(self.zone(&mut cursor)?) } else { None };
        let over = if cursor.eat("over") { Some(self.settled_pieces(&mut cursor)?) } else { None };
        let capturing = if cursor.eat("capturing") { Some(self.settled_pieces(&mut cursor)?) } else { None };
        let stops =
            if cursor.eat("stopping beside") { Some(self.settled_pieces(&mut cursor)?) } else { None };
        let safely = cursor.eat("not through attacks");
        let when = cursor.eat("when").then(|| self.condition(&mut cursor, Moment::ByItself)).transpose()?;
        let provided =
            cursor.eat("provided").then(|| self.condition(&mut cursor, Moment::After)).transpose()?;
        line.finish_line(cursor)?;
        let (meaning, mut problems) = betza::read(text, span);
        problems
            .extend(meaning.iter().flat_map(|meaning| betza::impossible_moves(meaning, &self.game.board)));
        problems.into_iter().for_each(|problem| self.report.push_about(line, problem));
        let (mut notation, mut automaton) = (Notation::from(String::new()), Automaton::default());
        if let Some(meaning) = meaning {
            if meaning.automaton.imitate.is_none() {
                (notation, automaton) = (meaning.canonical, meaning.automaton);
                if self.game.board.joins.is_any() {
                    automaton.run_around();
                }
                if to.is_some() && !automaton.castles.is_empty() {
                    let message = "castling cannot have `to`";
                    let help = "write castling on a separate line, without `to`";
                    self.report
                        .push_about(line, Diagnostic::new(Code::BetzaCastling, span, message).help(help));
                }
            } else {
                let message = "a game cannot have imitators: a position does not say which piece moved last";
                let help = "`ferz betza` understands `I`, but a FEN does not record the last move";
                self.report.push_about(line, Diagnostic::new(Code::Imitator, span, message).help(help));
            }
        }
        let origin = Origin(span);
        let moves =
            Moves { on, to, over, capturing, stops, safely, when, provided, notation, automaton, origin };
        Ok(Clause::Moves(Box::new(moves)))
    }
}

/// Returns the places of lines in a block that belong to the head, by their first words.
fn head_lines(royal: Option<&Spanned<u8>>, title: Option<&Remark>) -> Vec<(&'static str, Origin)> {
    let royal = royal.map(|rank| ("royal", Origin(rank.span)));
    royal.into_iter().chain(title.map(|title| ("title", title.origin))).collect()
}

fn no_token(piece: &str, line: Line, rest: &[Line]) -> Diagnostic {
    // A line with an unknown first word may have been meant to give the token.
    let strange = |line: &&Line| line.first().is_some() && line.word().is_none();
    if let Some(problem) = rest.iter().find(strange).and_then(|line| line.word_in(Place::Piece).err()) {
        return problem;
    }
    Diagnostic::new(Code::NoToken, line.span, format!("the piece `{piece}` has no token"))
        .help("write the letters for drawings and FENs after its name, such as `piece NAME X`")
}

/// Reads the rank of a royal. `royal` alone means rank 1.
fn rank(cursor: &mut Cursor) -> Read<u8> {
    // A list here was probably meant as marks, which `Cursor::finish` reports.
    if cursor.is_done() || cursor.has_marks() || cursor.clone().list().is_some() {
        return Ok(1);
    }
    let (rank, span) = cursor.number("the rank among royals, 1 the highest")?;
    match u8::try_from(rank) {
        Ok(rank @ 1..) => Ok(rank),
        _ => Err(Diagnostic::new(Code::BadRoyalRank, span, format!("`{rank}` is not a rank of a royal"))
            .help("write a number from 1 to 255; 1 is the highest rank")),
    }
}
