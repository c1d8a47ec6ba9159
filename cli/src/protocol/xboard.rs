//! The XBoard protocol 2, including its commands for games that the engine defines.
//!
//! [`XBoard::execute`] handles a command, and [`XBoard::found`] the end of a search. The protocol is specified in
//! "Chess Engine Communication Protocol" by Tim Mann and H.G. Muller. [`define`] describes a game to XBoard, and
//! `xboard_hints` answers while a user moves a piece.

use super::session::{ProtocolSession, QUICK, TOO_SLOW, legal_within};
use super::xboard_clock::TimeControl;
use super::xboard_commands::{self, FeatureAnswers, refuse};
use super::{Next, Protocol, say, xboard_hints};
use crate::think::claim;
use ferz_bridge::export::xboard::define;
use ferz_core::base::{Color, Move};
use ferz_core::play::game::GameHistory;
use ferz_core::play::search::{Info, Limits};
use ferz_core::rules::Ending;
use ferz_lang::catalog::built_in_names;
use ferz_text::notation::dialect::{Codec, DIALECTS, Dialect};
use ferz_text::notation::fen::{self, FenStyle};
use ferz_text::notation::record::Score;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

pub(super) struct XBoard {
    /// The name of the game on the command line, and its full reference.
    requested: Option<(String, String)>,
    /// The reference of the current game.
    current: String,
    /// The side that the engine plays.
    side: Option<Color>,
    pace: TimeControl,
    post: bool,
    analyzing: bool,
    /// True if the running search is for a move to play.
    moving: bool,
    /// True if pondering is on.
    hard: bool,
    /// The expected move of the opponent while the engine ponders.
    expected: Option<Move>,
    /// The move that the engine expects from its opponent.
    hint: Option<Move>,
    /// The time at which the search started.
    since: u64,
    /// The current depth of the search.
    depth: Arc<AtomicI32>,
    /// The number of root moves.
    choices: usize,
    /// The square of the piece that the user has picked up.
    lifted: Option<String>,
    /// True if the opponent is a program.
    against_program: bool,
    codec: Option<Codec>,
    warned: Vec<String>,
    answers: FeatureAnswers,
    /// The numbers of the pings that came while the engine was looking for its move. They are answered after it.
    pings: Vec<String>,
}

impl XBoard {
    pub(super) fn new(session: &ProtocolSession, requested: Option<&str>) -> XBoard {
        // The values before the first `level` are those of XBoard: 40 moves in 5 minutes.
        let pace = TimeControl { session: 40, base: 300_000, ..TimeControl::default() };
        let requested = requested.map(|reference| (session.variant().id.clone(), reference.to_owned()));
        XBoard {
            current: requested.as_ref().map_or(&DIALECTS.usual, |(_, reference)| reference).clone(),
            // A request for the usual game needs no special treatment, because XBoard starts with it.
            requested: requested.filter(|(_, reference)| *reference != DIALECTS.usual),
            side: Some(Color::Black),
            pace,
            post: false,
            analyzing: false,
            moving: false,
            hard: false,
            expected: None,
            hint: None,
            since: 0,
            depth: Arc::default(),
            choices: 0,
            lifted: None,
            against_program: false,
            codec: None,
            warned: Vec::new(),
            answers: FeatureAnswers::default(),
            pings: Vec::new(),
        }
    }
}

/// Returns true if this first line belongs to the XBoard protocol.
pub(super) fn is_first(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("xboard" | "protover" | "new" | "variant" | "feature"))
}

impl Protocol for XBoard {
    fn execute(&mut self, session: &mut ProtocolSession, line: &str) -> Next {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command, rest.trim()) {
            ("quit", _) => return Next::Leave,
            ("protover", _) => self.features(),
            ("ping", number) => {
                // The evaluation is made now, so that it takes no time of a search.
                session.handle.thinker.evaluation();
                self.pings.push(number.to_owned());
                self.pong();
            }
            ("post", _) => self.post = true,
            ("nopost", _) => self.post = false,
            // A value that is not a number is ignored. In all of these commands, the result of `map` has no meaning.
            ("memory", text) => drop(text.parse().map(|size: usize| session.set_hash(size.clamp(1, 16_384)))),
            ("cores", text) => {
                drop(text.parse().map(|cores: usize| session.set_threads(cores.clamp(1, 1_024))))
            }
            ("level" | "st" | "sd" | "nps" | "time", text) => self.pace.take(command, text),
            ("?", _) if self.moving => self.move_now(session),
            // XBoard offers a draw on behalf of the opponent. The engine accepts it only if the rules already permit a
            // claim.
            ("draw", _) if session.can_end() => say("offer draw"),
            ("computer", _) => self.against_program = true,
            ("hint", _) => self.tell_hint(session),
            (".", _) if self.analyzing && session.is_searching() => self.tell_progress(session),
            ("accepted" | "rejected", feature) => self.answers.take(command, feature),
            ("hard", _) => self.hard = true,
            ("easy", _) => self.rest(session),
            ("lift" | "put" | "hover", square) => self.by_hand(session, command, square),
            ("usermove", text) if self.is_expected(session, text) => self.hit(session),
            _ if xboard_commands::is_idle(command) => {}
            (command, rest) => self.play(session, command, rest, line),
        }
        Next::Listen
    }

    fn found(&mut self, session: &mut ProtocolSession) {
        self.make_move(session);
        self.pong();
    }
}

impl XBoard {
    /// Answers the pings, unless the engine is looking for its move.
    fn pong(&mut self) {
        if !self.moving {
            self.pings.drain(..).for_each(|number| say(&format!("pong {number}")));
        }
    }

    /// Makes the move that the search has found.
    fn make_move(&mut self, session: &mut ProtocolSession) {
        let Some(found) = session.finish() else { return };
        let moving = std::mem::take(&mut self.moving);
        let Some(mv) = found.best.filter(|_| moving) else {
            // A game that is over has no move, either.
            if moving && found.is_unlisted {
                self.give_up();
            }
            return;
        };
        // The claim ends the game instead of the move. Between programs, XBoard or cutechess ends it.
        let claims = !self.against_program && session.is_quick();
        if let Some(claimed) = Some(()).filter(|()| claims).and_then(|()| claim(&session.game, found.score)) {
            session.game.claim(&claimed.reason);
            self.side = None;
            return self.tell_end(session, true);
        }
        self.tell_move(session, &mv);
        if !session.game.play(&mv) {
            return self.give_up();
        }
        self.pace.spend(session.handle.now().saturating_sub(self.since));
        self.tell_end(session, true);
        self.hint = found.ponder;
        // The turn may not be over, because a turn can have several moves.
        self.think(session);
        self.ponder(session);
    }
}

impl XBoard {
    fn give_up(&mut self) {
        self.side = None;
        say(&format!("tellusererror {TOO_SLOW}; ferz does not play on"));
    }

    /// Handles the commands that change the game.
    fn play(&mut self, session: &mut ProtocolSession, command: &str, rest: &str, line: &str) {
        // A line that is neither a command nor a legal move changes nothing, so a running search continues.
        if !xboard_commands::changes_game(command) && self.read(session, line).is_none() {
            refuse("Error (unknown command)", line);
            return self.pong();
        }
        if self.moving && command == "usermove" && self.read(session, rest).is_none() {
            refuse("Illegal move", rest);
            return self.pong();
        }
        session.halt();
        // The command changes the position, so the results of a running search are no longer valid.
        (self.moving, self.expected, self.hint) = (false, None, None);
        match command {
            "new" => {
                let name = self.requested.as_ref().map_or(&DIALECTS.usual, |(name, _)| name).clone();
                self.begin(session, &name);
                (self.side, self.against_program, self.analyzing) = (Some(Color::Black), false, false);
                self.pace.begin();
                session.clear_table();
            }
            "variant" => self.variant(session, rest),
            "force" | "result" => self.side = None,
            // The obsolete commands `white` and `black` set the side to move. The engine then plays the other side.
            "white" => self.side = Some(Color::Black),
            "black" => self.side = Some(Color::White),
            "playother" => self.side = Some(session.game.setup().turn.other()),
            "go" => {
                self.side = Some(session.game.setup().turn);
                // A game that has ended has no move as an answer.
                if session.is_quick() {
                    self.tell_end(session, false);
                }
            }
            "setboard" => self.set_up(session, rest),
            "undo" => drop(session.game.undo()),
            "remove" => (0..2).for_each(|_| drop(session.game.undo())),
            "analyze" => (self.analyzing, self.side, self.post) = (true, None, true),
            "exit" => self.analyzing = false,
            "usermove" => self.take_move(session, rest),
            // Without `usermove`, a line that is not a command is a move.
            _ => self.take_move(session, line),
        }
        self.think(session);
        self.pong();
    }

    fn dialect() -> &'static Dialect {
        Dialect::named("xboard").unwrap_or_else(Dialect::own)
    }

    fn codec(&mut self, session: &ProtocolSession) -> &Codec {
        self.codec.get_or_insert_with(|| Codec::new(session.variant(), XBoard::dialect()))
    }

    /// Reports a move. XBoard sends a move of several parts part by part.
    fn tell_move(&mut self, session: &ProtocolSession, mv: &Move) {
        let text = self.codec(session).text(&session.engine, session.game.setup(), mv);
        let mut parts = text.iter().flat_map(|text| text.split(',')).peekable();
        while let Some(part) = parts.next() {
            say(&format!("move {part}{}", if parts.peek().is_some() { "," } else { "" }));
        }
    }

    /// Returns the legal move with this text.
    fn read(&mut self, session: &ProtocolSession, text: &str) -> Option<Move> {
        let (game, legal) = (&session.game, session.legal_moves()?);
        self.codec(session).read(game.engine(), game.setup(), &legal, text).cloned()
    }

    /// Handles an action of the user with a piece before the move is made.
    fn by_hand(&mut self, session: &ProtocolSession, command: &str, square: &str) {
        // Hints are for the user, so they are given only on the user's turn.
        if self.side == Some(session.game.setup().turn) {
            return;
        }
        let from = self.lifted.clone().unwrap_or_default();
        let codec = self.codec(session);
        let answer = match command {
            "lift" => Some(xboard_hints::lift(codec, &session.game, square, &from)),
            "hover" => xboard_hints::hover(codec, &session.game, &from, square),
            _ => xboard_hints::put(codec, &session.game, &from, square),
        };
        if command == "lift" {
            self.lifted = Some(square.to_owned());
        }
        answer.iter().for_each(|line| say(line));
    }

    fn tell_hint(&mut self, session: &ProtocolSession) {
        let hint = self.hint.clone();
        let text = hint.and_then(|mv| self.codec(session).text(&session.engine, session.game.setup(), &mv));
        text.iter().for_each(|text| say(&format!("Hint: {text}")));
    }

    /// Reports the progress of an analysis: the time in hundredths of a second, the number of positions, the depth, and
    /// the numbers of moves. The number of remaining moves is unknown.
    fn tell_progress(&self, session: &ProtocolSession) {
        let time = session.handle.now().saturating_sub(self.since) / 10;
        let (nodes, depth) = (session.handle.signals.counted(), self.depth.load(Ordering::Relaxed));
        say(&format!("stat01: {time} {nodes} {depth} 0 {}", self.choices));
    }

    /// Starts pondering: searches for the reply to the expected move while the opponent thinks.
    fn ponder(&mut self, session: &mut ProtocolSession) {
        let Some(expected) = self.hint.clone() else { return };
        let mut game = session.game.clone();
        // Pondering requires that the opponent is to move now.
        let others = self.side == Some(game.setup().turn.other());
        if !self.hard || !others || session.is_searching() || !game.play(&expected) {
            return;
        }
        // In a turn of several moves, the expected move may not end the turn of the opponent.
        if self.side == Some(game.setup().turn) {
            self.expected = Some(expected);
            self.search(session, &game, true);
        }
    }

    /// Stops pondering.
    fn rest(&mut self, session: &mut ProtocolSession) {
        self.hard = false;
        if self.expected.take().is_some() {
            session.halt();
        }
    }

    /// Returns true if the opponent has made the expected move.
    fn is_expected(&mut self, session: &ProtocolSession, text: &str) -> bool {
        self.expected.is_some() && session.is_searching() && self.read(session, text) == self.expected
    }

    fn hit(&mut self, session: &mut ProtocolSession) {
        let Some(expected) = self.expected.take() else { return };
        session.game.play(&expected);
        // The time of the engine starts to run now, and not at the start of pondering.
        (self.moving, self.since) = (true, session.handle.now());
        session.hit();
    }

    /// Starts the game with this name.
    fn begin(&mut self, session: &mut ProtocolSession, name: &str) -> bool {
        let requested =
            self.requested.as_ref().filter(|(own, _)| own == name).map(|(_, reference)| reference);
        let named = XBoard::dialect().game(name);
        let name = requested.map(String::as_str).or(named).unwrap_or(name);
        let is_loaded = self.current == name || session.load(name).is_ok();
        if is_loaded {
            (self.codec, self.current) = (None, name.to_owned());
            session.handle.thinker.evaluation();
            session.game = GameHistory::new(&session.engine, session.variant().start());
        }
        is_loaded
    }

    /// Announces the features of the engine. If the user requested a game, it comes first and replaces `normal`,
    /// because XBoard starts with the first variant in the list.
    fn features(&self) {
        say("feature done=0");
        say("feature ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 reuse=1 analyze=1 draw=0 nps=1");
        say("feature time=1 memory=1 smp=1 debug=1 playother=1 highlight=1 name=1");
        say(concat!("feature myname=\"ferz ", env!("CARGO_PKG_VERSION"), "\""));
        let theirs = &XBoard::dialect().games;
        let normal = theirs
            // XBoard has its own name for the usual game, which must be the first variant.
            .iter()
            .find(|(_, game)| **game == DIALECTS.usual)
            .map_or(&DIALECTS.usual, |(name, _)| name);
        let first = self.requested.as_ref().map_or(normal, |(name, _)| name);
        let others = built_in_names().into_iter().filter(|name| *name != DIALECTS.usual && name != first);
        let also = theirs.iter().filter(|(_, game)| **game != DIALECTS.usual).map(|(name, _)| name.clone());
        let names: Vec<String> = others.chain(also).collect();
        say(&format!("feature variants=\"{first},{}\"", names.join(",")));
        say("feature done=1");
    }

    fn variant(&mut self, session: &mut ProtocolSession, name: &str) {
        if !self.begin(session, name) {
            return refuse("Error (no such game)", &format!("variant {name}"));
        }
        // XBoard has the rules of some games built in, and other programs do not read the description of a game.
        let is_known = XBoard::dialect().known.iter().any(|known| known == name);
        if is_known || !self.answers.read_descriptions() {
            return;
        }
        let (lines, remark) = define(self.codec(session), session.variant());
        lines.iter().for_each(|line| say(line));
        if let Some(remark) = remark.filter(|_| !self.warned.iter().any(|warned| warned == name)) {
            say(&format!("telluser {remark}"));
            self.warned.push(name.to_owned());
        }
    }

    fn set_up(&mut self, session: &mut ProtocolSession, text: &str) {
        let (variant, codec) = (session.variant(), self.codec(session).clone());
        let style = FenStyle::in_dialect(variant, codec.clone());
        let read = fen::read_in(variant, text, true, Some(&style));
        let faults = read.as_ref().err().cloned().unwrap_or_default();
        // While the user edits a position, XBoard can send one that the rules do not permit, or an empty board.
        let setup = read.ok().or_else(|| codec.position(variant, text));
        match setup.filter(|setup| setup.pieces().next().is_some()) {
            Some(setup) => {
                faults.iter().for_each(|fault| say(&format!("# {}", fault.message)));
                session.game = GameHistory::new(&session.engine, setup);
            }
            None => say("tellusererror Illegal position"),
        }
    }

    fn take_move(&mut self, session: &mut ProtocolSession, text: &str) {
        let found = match self.read(session, text) {
            None if self.against_program && session.go_on().is_some() => self.read(session, text),
            found => found,
        };
        match found {
            Some(mv) => {
                session.game.play(&mv);
                self.tell_end(session, false);
            }
            None if session.legal_moves().is_none() => refuse(&format!("Error ({TOO_SLOW})"), text),
            None if session.game.outcome().is_some() => self.tell_end(session, false),
            None => refuse("Illegal move", text),
        }
    }

    /// Reports the result of a finished game. Against a program, an end by repetition or quiet plies and a win that
    /// XBoard or cutechess may not recognize are not claimed, because an engine that makes a false claim forfeits the
    /// game. Those programs end the game instead.
    fn tell_end(&self, session: &ProtocolSession, own: bool) {
        // A game whose moves take long to list has moves.
        let Some(outcome) = session.legal_moves().and_then(|_| session.game.outcome()) else { return };
        let named = |ending: &&Ending| ending.name == outcome.reason;
        let mut endings = session.variant().endings.iter().filter(named);
        let is_past = endings.clone().any(Ending::is_past);
        let is_known = endings.any(Ending::is_of_moves);
        if self.against_program && (is_past || own && outcome.winner.is_some() && !is_known) {
            return;
        }
        say(&format!("{} {{{}}}", Score::of(Some(&outcome)).text(), outcome.reason));
    }

    /// Starts a search if it is the engine's turn or if an analysis is running.
    fn think(&mut self, session: &mut ProtocolSession) {
        let turn = session.game.setup().turn;
        if self.analyzing || self.side == Some(turn) {
            if self.against_program {
                session.go_on();
            }
            let game = session.game.clone();
            self.search(session, &game, false);
        }
    }

    /// Searches a position of the game, or one that is expected while pondering.
    fn search(&mut self, session: &mut ProtocolSession, game: &GameHistory, pondering: bool) {
        let legal = legal_within(game, || QUICK);
        if legal.as_ref().is_some_and(Vec::is_empty) {
            if !pondering && game.outcome().is_none() {
                say("tellusererror there is no legal move, and the rules of this game say nothing about it");
            }
            return;
        }
        // The search itself finds moves in time.
        let legal = legal.unwrap_or_default();
        let endless = Limits { infinite: true, ..Limits::default() };
        let limits = if self.analyzing { endless } else { self.pace.limits(session) };
        let mut task = session.task_of(game, limits);
        task.lines = 1;
        let codec = self.codec(session).clone();
        let expressible = codec.expressible(&session.engine, game.setup(), &legal);
        if expressible.len() < legal.len() {
            self.warn(session, &legal, &expressible);
            if expressible.is_empty() && !self.analyzing {
                if !pondering {
                    say("resign");
                }
                return;
            }
            // Moves that XBoard cannot express are excluded from the search.
            task.only = expressible;
        }
        (self.moving, self.since) = (!self.analyzing && !pondering, session.handle.now());
        let (post, engine, start) = (self.post, session.engine.clone(), game.setup().clone());
        self.choices = if task.only.is_empty() { legal.len() } else { task.only.len() };
        self.depth = Arc::default();
        let depth = Arc::clone(&self.depth);
        let line = move |info: &Info| {
            depth.store(info.depth, Ordering::Relaxed);
            if post {
                say(&xboard_hints::thought(info, &codec.line(&engine, &start, &info.line)));
            }
        };
        session.begin(task, pondering, line);
    }

    /// Tells the user, once for each game, that the engine cannot express some moves.
    fn warn(&mut self, session: &ProtocolSession, legal: &[Move], expressible: &[Move]) {
        let name = session.variant().id.clone() + " moves";
        if self.warned.contains(&name) {
            return;
        }
        let untold: Vec<String> =
            legal.iter().filter(|mv| !expressible.contains(mv)).map(|mv| session.text(mv)).collect();
        say(&format!(
            "telluser XBoard cannot write some moves of this game, such as {}; ferz does not play them here.",
            untold.first().map_or("exchanges", String::as_str)
        ));
        self.warned.push(name);
    }

    fn move_now(&mut self, session: &mut ProtocolSession) {
        session.stop();
        self.found(session);
    }
}
