//! Reading pieces and their stages.

use super::actions;
use super::amend::statements;
use super::boards::{new_name, no_block, repeats, twice};
use super::cursor::{Cursor, Read};
use super::families::{MOST_KINDS, too_many};
use super::scope::{Named, Scope};
use super::switches::{FORKS, read_cites};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{ByColor, PieceTypeId};
use crate::lang::betza;
use crate::lang::syntax::{Item, ItemKind, Statement};
use crate::rules::{Action, Automaton, Immunity, Moves, Origin, PieceFilter, PieceType, Threat, Zone};

/// The words that begin a statement in a piece or a stage.
pub(super) const PIECE_WORDS: [&str; 13] = [
    "title", "token", "moves", "royal", "value", "stays", "stands", "immune", "arriving", "stage", "action",
    "in", "note",
];

/// Complains about moves that stand without backticks where a piece's moves belong.
fn bare_moves(cursor: &Cursor) -> Option<Box<Diagnostic>> {
    let item = cursor.peek()?;
    let (ItemKind::Text(text) | ItemKind::Word(text)) = &item.kind else { return None };
    betza::read(text, item.span).0?;
    let problem = Diagnostic::error("unexpected-word", item.span, "moves stand in backticks");
    Some(Box::new(problem.help(format!("write `` `{text}` ``"))))
}

/// A piece type whose body is still to be read, when all names are known.
pub(super) struct Body<'a> {
    piece_type: PieceTypeId,
    piece: String,
    moves: Option<(&'a str, Span)>,
    lines: Vec<&'a Statement>,
    /// All of it, with its block.
    whole: Span,
}

/// What pieces contribute beside their piece types.
#[derive(Default)]
pub(super) struct PieceRules {
    pub(super) immunities: Vec<Immunity>,
    pub(super) actions: Vec<Action>,
}

impl Scope {
    /// First pass: the names and tokens of a piece and its stages.
    pub(super) fn declare_piece<'a>(
        &mut self,
        statement: &'a Statement,
        bodies: &mut Vec<Body<'a>>,
    ) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.keyword("piece")?;
        let (name, span) = new_name(&mut cursor, "the name of the piece")?;
        if let Some(other) = self.pieces.get(name) {
            return Err(Box::new(
                Diagnostic::error("duplicate-name", span, format!("there are two pieces called `{name}`"))
                    .label(other.span, "the first"),
            ));
        }
        self.pieces.insert(name.to_string(), Named { value: Vec::new(), span });
        self.declare_piece_type(name, None, cursor, statement, bodies)
    }

    /// `NAME TOKEN [`moves`] [royal N]` and a block; the stages in the block follow.
    fn declare_piece_type<'a>(
        &mut self,
        piece: &str,
        stage: Option<&str>,
        mut cursor: Cursor<'a>,
        statement: &'a Statement,
        bodies: &mut Vec<Body<'a>>,
    ) -> Read<()> {
        let lines: Vec<&Statement> = statements(statement.block.as_ref()).iter().collect();
        let origin = Origin(statement.span);
        let base = self.pieces.get(piece).and_then(|named| named.value.first()).copied();
        let mut piece_type = PieceType {
            piece: piece.to_string(),
            stage: stage.map(str::to_string),
            token: String::new(),
            title: match (stage, base.and_then(|id| self.piece_types.get(id.index()))) {
                (Some(stage), Some(base)) => format!("{} ({stage})", base.title),
                _ => title_of(piece),
            },
            royal: if stage.is_some() {
                base.and_then(|id| self.piece_types.get(id.index())?.royal)
            } else {
                None
            },
            value: None,
            moves: Vec::new(),
            stays: None,
            arrivals: Vec::new(),
            in_hand: base,
            origin,
        };
        let mut token = None;
        let (mut royal, mut title) = (None, None);
        if let Some(word) = cursor.peek_word()
            && !matches!(word, "royal" | "cite")
        {
            token = Some((word.to_string(), cursor.span()));
            cursor.next();
        }
        let moves = cursor.betza();
        if moves.is_none()
            && let Some(problem) = bare_moves(&cursor)
        {
            return Err(problem);
        }
        let place = cursor.span();
        if cursor.eat("royal") {
            royal = Some(place);
            piece_type.royal = Some(rank(&mut cursor)?);
        }
        read_cites(&mut cursor)?;
        cursor.finish()?;
        let mut stages = Vec::new();
        let mut rest = Vec::new();
        for line in lines {
            let mut cursor = Cursor::of(line);
            match cursor.peek_word() {
                Some("token") => {
                    cursor.next();
                    let (word, span) = cursor.word("a token")?;
                    if let Some((_, first)) = token.replace((word.to_string(), span)) {
                        return Err(twice("token", span, first));
                    }
                    cursor.finish()?;
                    no_block(line)?;
                }
                Some("title") => {
                    cursor.next();
                    let Some((text, _)) = cursor.text() else {
                        return Err(cursor.expected("a title in quotes"));
                    };
                    piece_type.title = text.to_string();
                    cursor.finish()?;
                    no_block(line)?;
                    if let Some(first) = title.replace(line.span) {
                        return Err(twice("title", line.span, first));
                    }
                }
                Some("royal") => {
                    if let Some(first) = royal.replace(line.span) {
                        return Err(twice("royal", line.span, first));
                    }
                    cursor.next();
                    piece_type.royal = Some(rank(&mut cursor)?);
                    read_cites(&mut cursor)?;
                    cursor.finish()?;
                    no_block(line)?;
                }
                Some("stage") => stages.push(line),
                _ => rest.push(line),
            }
        }
        let (token, token_span) = match (token, stage, base.and_then(|id| self.piece_types.get(id.index()))) {
            (Some(token), ..) => token,
            (None, Some(stage), Some(base)) => (format!("{}.{stage}", base.token), statement.span),
            _ => {
                // A line that is none may have been meant for the token's.
                let strange = |line: &&&Statement| {
                    line.items.first().and_then(Item::word).is_some_and(|word| !super::lower::is_known(word))
                };
                if let Some(line) = rest.iter().find(strange) {
                    let mut cursor = Cursor::of(line);
                    cursor.one_of("a statement about a piece", &PIECE_WORDS)?;
                }
                return Err(Box::new(
                    Diagnostic::error(
                        "no-token",
                        statement.span,
                        format!("the piece `{piece}` has no token"),
                    )
                    .help(
                        "put the letters it has in drawings and FENs after its name, such as `piece NAME X`",
                    ),
                ));
            }
        };
        self.check_token(&token, token_span).map_err(|problem| {
            // Where the name looks like a token, the two have changed places.
            let swapped = problem.code == "bad-token"
                && stage.is_none()
                && piece.starts_with(char::is_uppercase)
                && piece.chars().count() <= 2;
            if swapped {
                Box::new(
                    problem.help(format!("the name comes first, then the token: `piece {token} {piece}`")),
                )
            } else {
                problem
            }
        })?;
        let id = PieceTypeId(u16::try_from(self.piece_types.len()).unwrap_or(u16::MAX));
        self.know_token(&token, id);
        piece_type.token = token;
        if self.piece_types.len() >= MOST_KINDS {
            return Err(Box::new(too_many(statement.span)));
        }
        self.piece_types.push(piece_type);
        if let Some(named) = self.pieces.get_mut(piece) {
            named.value.push(id);
        }
        let whole = statement.block.as_ref().map_or(statement.span, |block| statement.span.to(block.span));
        bodies.push(Body { piece_type: id, piece: piece.to_string(), moves, lines: rest, whole });
        for line in stages {
            let mut cursor = Cursor::of(line);
            cursor.next();
            if stage.is_some() {
                return Err(Box::new(
                    Diagnostic::error("stage-in-stage", line.span, "a stage cannot have stages of its own")
                        .help("put all stages of a piece side by side"),
                ));
            }
            let (name, span) = cursor.word("the name of the stage")?;
            if self.stage(piece, name).is_some() {
                return Err(Box::new(Diagnostic::error(
                    "duplicate-name",
                    span,
                    format!("the piece has two stages called `{name}`"),
                )));
            }
            self.declare_piece_type(piece, Some(name), cursor, line, bodies)?;
        }
        Ok(())
    }

    fn check_token(&self, token: &str, span: Span) -> Read<()> {
        let first = token.trim_start_matches('+').chars().next();
        if !first.is_some_and(char::is_uppercase) {
            return Err(Box::new(
                Diagnostic::error(
                    "bad-token",
                    span,
                    format!("the token `{token}` does not begin with a capital letter"),
                )
                .help("capitals are White's; Black's pieces are written in small letters"),
            ));
        }
        if let Some(piece_type) = self
            .tokens
            .get(&token.to_lowercase())
            .and_then(|piece| self.piece_types.get(piece.piece_type.index()))
        {
            let clash = if piece_type.token == token { "duplicate-token" } else { "tokens-differ-in-case" };
            let text = if clash == "duplicate-token" {
                format!("`{token}` is already the token of the {}", piece_type.title)
            } else {
                format!("`{token}` and `{}` differ only in case", piece_type.token)
            };
            return Err(Box::new(
                Diagnostic::error(clash, span, text).label(piece_type.origin.0, "the other piece").help(
                    "Black's pieces are written in small letters, so each token must differ in more than case",
                ),
            ));
        }
        Ok(())
    }

    /// Second pass: the body of a piece type, when all names are known. Every line is read, whatever is wrong with others.
    pub(super) fn read_body(&mut self, body: &Body, rules: &mut PieceRules, problems: &mut Vec<Diagnostic>) {
        if let Some((notation, span)) = body.moves {
            match self.moves(notation, span, None, problems) {
                Some(moves) => {
                    self.piece_type_mut(body.piece_type, |piece_type| piece_type.moves.push(moves))
                }
                None => self
                    .piece_type_mut(body.piece_type, |piece_type| piece_type.moves.push(unread_moves(span))),
            }
        }
        repeats(
            body.lines.iter().copied(),
            &["value", "stays", "stands", "in", "action", "arriving"],
            problems,
        );
        let mut still = None;
        for line in &body.lines {
            if line.items.first().and_then(Item::word) == Some("stands") {
                still = Some(line.span);
            }
            if let Err(problem) = self.body_line(body, line, rules, problems) {
                self.lost.declaration(line);
                problems.push(*problem);
            }
        }
        let Some(piece_type) = self.piece_types.get(body.piece_type.index()) else { return };
        match (still, piece_type.moves.is_empty()) {
            (None, true)
                if !self.lost.touches(body.whole)
                    && !problems
                        .iter()
                        .any(|p| p.labels.iter().any(|label| body.whole.holds(label.span))) =>
            {
                problems.push(
                    Diagnostic::error(
                        "no-moves",
                        piece_type.origin.0,
                        format!("it is not said how the {} moves", piece_type.title),
                    )
                    .help("give its moves in backticks, or write `stands still` if it has none"),
                );
            }
            (Some(span), false) => problems.push(
                Diagnostic::error(
                    "moves-and-stands-still",
                    span,
                    format!("the {} stands still and yet has moves", piece_type.title),
                )
                .label(piece_type.origin.0, "its moves")
                .help("delete one of the two"),
            ),
            _ => {}
        }
    }

    fn piece_type_mut(&mut self, id: PieceTypeId, change: impl FnOnce(&mut PieceType)) {
        if let Some(piece_type) = self.piece_types.get_mut(id.index()) {
            change(piece_type);
        }
    }

    fn moves(
        &self,
        notation: &str,
        span: Span,
        on: Option<Zone>,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<Moves> {
        let (reading, found) = self.notations.read(notation, span, &self.board);
        problems.extend(found);
        let reading = reading?;
        if reading.automaton.imitate.is_some() {
            problems.push(
                Diagnostic::error(
                    "imitator",
                    span,
                    "a game cannot have imitators: no position tells which piece moved last",
                )
                .help("`ferz betza` understands `I`, but a FEN does not carry what it needs"),
            );
            return None;
        }
        Some(Moves { on, notation: reading.canonical, automaton: reading.automaton, origin: Origin(span) })
    }

    fn body_line(
        &mut self,
        body: &Body,
        line: &Statement,
        rules: &mut PieceRules,
        problems: &mut Vec<Diagnostic>,
    ) -> Read<()> {
        let mut cursor = Cursor::of(line);
        if matches!(cursor.peek(), Some(Item { kind: ItemKind::Betza(_), .. })) {
            no_block(line)?;
            return self.moves_line(body, cursor, problems);
        }
        if let Some(word) = cursor.peek_word()
            && !PIECE_WORDS.contains(&word)
            && let Some(place) = super::lower::belongs(word)
        {
            return Err(Box::new(
                Diagnostic::error(
                    "misplaced-statement",
                    cursor.span(),
                    format!("`{word}` does not belong in a piece"),
                )
                .help(format!("it belongs {place}")),
            ));
        }
        cursor.could_be(&FORKS);
        let word = cursor.one_of("a statement about a piece", &PIECE_WORDS)?;
        if word != "action" {
            no_block(line)?;
        }
        match word {
            "moves" => return self.moves_line(body, cursor, problems),
            "value" => {
                let (value, _) = cursor.number("a number, the piece's worth")?;
                self.piece_type_mut(body.piece_type, |piece_type| {
                    piece_type.value = i32::try_from(value).ok()
                });
            }
            "stays" => {
                if !cursor.eat("in") {
                    cursor.keyword("on")?;
                }
                let zone = self.zone(&mut cursor)?;
                self.piece_type_mut(body.piece_type, |piece_type| piece_type.stays = Some(zone));
            }
            "stands" => cursor.keyword("still")?,
            "immune" => {
                let to = threats(&mut cursor)?;
                let mut pieces = vec![PieceFilter::PieceTypes(vec![body.piece_type])];
                if cursor.eat("in") || cursor.eat("on") {
                    pieces.push(PieceFilter::In(self.zone(&mut cursor)?));
                }
                let pieces = if pieces.len() == 1 {
                    PieceFilter::PieceTypes(vec![body.piece_type])
                } else {
                    PieceFilter::Every(pieces)
                };
                rules.immunities.push(Immunity { pieces, to, origin: Origin(line.span) });
            }
            "arriving" => {
                let arrival = self.arrival(&mut cursor, line.span, Some(&body.piece))?;
                self.piece_type_mut(body.piece_type, |piece_type| piece_type.arrivals.push(arrival));
            }
            "in" => {
                cursor.keyword("hand")?;
                cursor.keyword("becomes")?;
                let held = self.one_piece_type(&mut cursor, Some(&body.piece))?;
                self.piece_type_mut(body.piece_type, |piece_type| piece_type.in_hand = Some(held));
            }
            "action" => {
                let action = actions::read_turn(self, line, Some((body.piece_type, &body.piece)), problems)?;
                rules.actions.push(action);
                return Ok(());
            }
            "note" => {
                if cursor.text().is_none() {
                    return Err(cursor.expected("a text in quotes"));
                }
            }
            _ => return Err(Cursor::of(line).expected("something else")),
        }
        read_cites(&mut cursor)?;
        cursor.finish()
    }

    /// `[moves] `notation` [on REGION | outside REGION]`
    fn moves_line(&mut self, body: &Body, mut cursor: Cursor, problems: &mut Vec<Diagnostic>) -> Read<()> {
        let Some((notation, span)) = cursor.betza() else {
            return Err(cursor.expected("moves in backticks"));
        };
        let on = if cursor.eat("on") || cursor.eat("in") {
            Some(self.zone(&mut cursor)?)
        } else if cursor.eat("outside") {
            let mut zone = self.zone(&mut cursor)?;
            let all = self.board.squares().collect::<crate::base::SquareSet>();
            zone.squares = ByColor {
                white: all.difference(zone.squares.white),
                black: all.difference(zone.squares.black),
            };
            zone.name = format!("outside {}", zone.name);
            Some(zone)
        } else {
            None
        };
        read_cites(&mut cursor)?;
        cursor.finish()?;
        let moves = self.moves(notation, span, on, problems).unwrap_or_else(|| unread_moves(span));
        self.piece_type_mut(body.piece_type, |piece_type| piece_type.moves.push(moves));
        Ok(())
    }
}

/// `capture, displacement, exchange, attack`
pub(super) fn threats(cursor: &mut Cursor) -> Read<Vec<Threat>> {
    cursor.keyword("to")?;
    let mut to = Vec::new();
    loop {
        let threat = match cursor
            .one_of("something to be immune to", &["capture", "displacement", "exchange", "attack"])?
        {
            "capture" => Threat::Capture,
            "displacement" => Threat::Displacement,
            "exchange" => Threat::Exchange,
            _ => Threat::Attack,
        };
        if !to.contains(&threat) {
            to.push(threat);
        }
        if !cursor.eat_symbol(",") && !cursor.eat("and") {
            return Ok(to);
        }
    }
}

/// Stands in for moves that could not be read, so that nobody complains about missing ones as well.
fn unread_moves(span: Span) -> Moves {
    Moves { on: None, notation: String::new(), automaton: Automaton::default(), origin: Origin(span) }
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
        _ => Err(Box::new(
            Diagnostic::error("bad-royal-rank", span, format!("`{rank}` is no rank of a royal"))
                .help("ranks are 1 to 255, 1 the highest"),
        )),
    }
}

/// `pawn-of-rook` as a reader sees it: `pawn of rook`.
fn title_of(name: &str) -> String {
    name.replace(['-', '_'], " ")
}
