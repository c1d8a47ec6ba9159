//! The Universal Chess Interface with its common extensions for variants, and the related protocols USI and UCCI.
//!
//! [`Uci::execute`] handles a command, and [`Uci::found`] the end of a search. The protocol was published by Stefan
//! Meyer-Kahlen in 2004; `dialect` contains the differences of the other protocols.

use super::dialect::{Flavor, ProtocolCodec};
use super::session::{ProtocolSession, TOO_SLOW};
use super::{Next, Protocol, say};
use crate::files;
use crate::think::{HASH, claim};
use ferz_bridge::Imported;
use ferz_bridge::fairy_stockfish::IniFile;
use ferz_core::base::Move;
use ferz_core::fast::engine::PerftOptions;
use ferz_core::play::game::GameHistory;
use ferz_core::play::search::{Level, Limits, POINTS};
use ferz_core::rules::{Act, Variant};
use ferz_lang::catalog::{GameRef, built_in_names};
use ferz_syntax::messages::text::cut;
use ferz_text::notation::dialect::DIALECTS;
use ferz_text::notation::fen;
use ferz_text::words::outcome;
use std::collections::BTreeMap;
use std::path::Path;

/// The maximum value of the option `Skill Level`, which means full strength. Two steps correspond to one level.
const SKILL: u8 = 20;

/// The maximum number of characters of a remark, which can repeat a text from the input.
const MAX_REMARK: usize = 4_000;

/// The state of the protocol apart from the game.
pub(super) struct Uci {
    codec: ProtocolCodec,
    /// The paths of the games in files, by name.
    files: BTreeMap<String, String>,
    /// The games of files of other programs, by section.
    imported: BTreeMap<String, Imported>,
    /// The games for which the user was already warned that the protocol cannot express all moves.
    warned: Vec<String>,
    /// True if the last `position` command was invalid. No search may start then.
    lost: bool,
    /// The moves that the engine must not play in this position.
    banned: Vec<Move>,
    /// True if castling is written with the squares of both pieces.
    free_castling: bool,
    /// The level, if the strength is limited by `Skill Level`.
    level: Option<Level>,
    /// The Elo rating, and true if `UCI_LimitStrength` is set.
    points: u16,
    is_limited: bool,
    /// The unit of UCCI times in milliseconds.
    unit: u64,
}

impl Protocol for Uci {
    fn refuse(&self, why: &str) {
        self.remark(why);
    }

    fn execute(&mut self, session: &mut ProtocolSession, line: &str) -> Next {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" | "usi" | "ucci" => self.greet(session),
            "isready" => {
                // The evaluation is made now, so that it takes no time of a search.
                session.handle.thinker.evaluation();
                say("readyok");
            }
            "ucinewgame" | "usinewgame" | "uccinewgame" => {
                self.end(session);
                session.clear_table();
            }
            "setoption" => self.set(session, rest),
            "position" => {
                self.end(session);
                self.place(session, rest);
            }
            "banmoves" => {
                let read = |text| self.read(session, text).ok();
                self.banned = rest.split_whitespace().filter_map(read).collect();
            }
            "go" => {
                self.end(session);
                self.go(session, rest);
            }
            "stop" | "gameover" => self.end(session),
            "ponderhit" => session.hit(),
            "d" => {
                say(&format!("Variant: {}", session.variant().id));
                say(&format!("Fen: {}", fen::write_with(&session.engine, session.game.setup(), None)));
            }
            "quit" | "exit" => {
                session.leave();
                self.end(session);
                if self.codec.flavor == Flavor::Ucci {
                    say("bye");
                }
                return Next::Leave;
            }
            "" | "debug" | "register" | "probe" => {}
            // The protocol requires that unknown commands do no harm.
            other => self.remark(&format!("unknown command: {other}")),
        }
        Next::Listen
    }

    fn found(&mut self, session: &mut ProtocolSession) {
        let Some(found) = session.finish() else { return };
        let (engine, setup) = (&session.engine, session.game.setup());
        let Some(best) = found.best else {
            if found.is_unlisted {
                self.remark(TOO_SLOW);
            }
            // In UCI, `mate 0` means that the side to move has lost.
            let outcome = if session.is_quick() { session.game.outcome() } else { None };
            let lost = outcome.is_some_and(|over| over.winner == Some(setup.turn.other()));
            say(if lost { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" });
            return say(self.codec.flavor.no_move());
        };
        let claims = if session.is_quick() { session.game.claims() } else { Vec::new() };
        if let Some(claims) = outcome::claimable(&claims, setup) {
            // UCI has no command to claim a draw. The other program sees the same position and can claim it.
            let wants = claim(&session.game, found.score).map_or("", |_| ", and ferz does");
            self.remark(&format!("{claims}{wants}"));
        }
        let ponder = found.ponder.and_then(|mv| self.codec.text_after(engine, setup, &best, &mv));
        let ponder = ponder.map_or_else(String::new, |text| format!(" ponder {text}"));
        say(&format!("bestmove {}{ponder}", self.codec.text(engine, setup, &best)));
    }
}

impl Uci {
    /// Creates the protocol for a program that sends this line first. Unless the user requested a game, the default
    /// game of the protocol is loaded.
    pub(super) fn new(session: &mut ProtocolSession, first: &str, requested: bool) -> Uci {
        let flavor = Flavor::of_first(first);
        if let Some(game) = flavor.game().filter(|_| !requested) {
            // The default game is built in, so loading it cannot fail.
            let _ = session.load(game);
        }
        let codec = ProtocolCodec::new(flavor, &session.engine);
        Uci {
            codec,
            files: BTreeMap::new(),
            imported: BTreeMap::new(),
            warned: Vec::new(),
            lost: false,
            banned: Vec::new(),
            free_castling: false,
            level: None,
            points: *POINTS.start(),
            is_limited: false,
            unit: 1_000,
        }
    }

    fn remark(&self, text: &str) {
        say(&self.codec.flavor.remark(&cut(text, MAX_REMARK)));
    }

    fn greet(&self, session: &ProtocolSession) {
        let flavor = self.codec.flavor;
        say(concat!("id name ferz ", env!("CARGO_PKG_VERSION")));
        say("id author the authors of ferz");
        let option = |name, kind, default: &str, others: &str| {
            say(&flavor.option(name, kind, default, others));
        };
        option("Hash", "spin", &HASH.to_string(), " min 1 max 16384");
        option("Clear Hash", "button", "", "");
        option("Threads", "spin", "1", " min 1 max 1024");
        option("MultiPV", "spin", "1", " min 1 max 500");
        option("Ponder", "check", "false", "");
        if flavor == Flavor::Uci {
            option("UCI_Chess960", "check", "false", "");
            option("Skill Level", "spin", &SKILL.to_string(), &format!(" min 0 max {SKILL}"));
            option("UCI_LimitStrength", "check", "false", "");
            let (least, most) = (POINTS.start(), POINTS.end());
            option("UCI_Elo", "spin", &least.to_string(), &format!(" min {least} max {most}"));
        }
        if flavor == Flavor::Ucci {
            option("UseMillisec", "check", "false", "");
        }
        let dialects = self.codec.dialects();
        if dialects.len() > 1 {
            option("Dialect", "combo", dialects[0], &format!(" var {}", dialects.join(" var ")));
        }
        option("VariantPath", "string", "<empty>", "");
        let names: String = built_in_names().iter().map(|name| format!(" var {name}")).collect();
        option("UCI_Variant", "combo", &session.variant().id, &names);
        say(&format!("{}ok", flavor.name().to_lowercase()));
    }

    /// Stops the running search and reports its result.
    fn end(&mut self, session: &mut ProtocolSession) {
        if session.is_searching() {
            session.stop();
            self.found(session);
        }
    }

    fn set(&mut self, session: &mut ProtocolSession, rest: &str) {
        let (name, value) = self.codec.flavor.setting(rest);
        self.end(session);
        let number = |most: usize| value.parse::<usize>().ok().filter(|number| (1..=most).contains(number));
        let wrong = || self.remark(&format!("`{value}` is not a value of {name}"));
        match name.as_str() {
            "hash" => number(16_384).map_or_else(wrong, |megabytes| session.set_hash(megabytes)),
            "threads" => number(1_024).map_or_else(wrong, |threads| session.set_threads(threads)),
            "multipv" => number(500).map_or_else(wrong, |lines| session.lines = lines),
            "skill level" => match value.parse::<u8>().ok().filter(|skill| *skill <= SKILL) {
                Some(skill) => {
                    // Two steps of skill are one level, and the highest skill means no limit.
                    self.level = Some(skill / 2 + 1).filter(|_| skill < SKILL).and_then(Level::new)
                }
                None => wrong(),
            },
            "limitstrength" => self.is_limited = value == "true",
            "elo" => match value.parse().ok().filter(|points| POINTS.contains(points)) {
                Some(points) => self.points = points,
                None => wrong(),
            },
            "clear hash" | "newgame" => session.clear_table(),
            "usemillisec" => self.unit = if value == "true" { 1 } else { 1_000 },
            "ponder" | "analysemode" | "opponent" => {}
            _ if name.ends_with("960") => {
                self.free_castling = value == "true";
                self.set_castling(session);
            }
            "variant" => {
                self.load(session, value);
                if self.free_castling {
                    self.set_castling(session);
                }
            }
            "dialect" => match self.codec.in_dialect(value, &session.engine) {
                Some(codec) => self.codec = codec,
                None => wrong(),
            },
            "variantpath" => self.add_files(session, value),
            _ => self.remark(&format!("unknown option: {name}")),
        }
    }

    /// Adds games in files, separated like the paths of an environment variable. The last one is loaded.
    fn add_files(&mut self, session: &mut ProtocolSession, value: &str) {
        let paths: Vec<_> = std::env::split_paths(value).collect();
        for path in paths.iter().filter(|path| !path.as_os_str().is_empty() && path.as_os_str() != "<empty>")
        {
            let path = path.display().to_string();
            if path.ends_with(".ini") {
                self.add_sections(session, &path);
            } else if self.load(session, &path) && GameRef::parse(&path).is_path {
                self.files.insert(session.variant().id.clone(), path);
            }
        }
        let names: Vec<&str> = self.files.keys().chain(self.imported.keys()).map(String::as_str).collect();
        self.remark(&format!("games from files: {}", names.join(" ")));
    }

    /// Adds the games in the sections of a `variants.ini`. The last one is loaded.
    fn add_sections(&mut self, session: &mut ProtocolSession, path: &str) {
        let text = match files::read(Path::new(path)) {
            Ok(text) => text,
            Err(stop) => return stop.lines().iter().for_each(|line| self.remark(line)),
        };
        let file = IniFile::read(path, &text);
        let mut last = None;
        for (at, section) in file.sections.iter().enumerate() {
            let name = &section.name.text;
            match file.import(at, false) {
                Ok(imported) => {
                    self.imported.insert(name.clone(), imported);
                    last = Some(name);
                }
                Err(refusal) => {
                    let problems = refusal.problems();
                    let why =
                        problems.first().map_or("it cannot be read", |problem| problem.message.as_str());
                    self.remark(&format!("{name}: {why}"));
                }
            }
        }
        last.map(|name| self.load(session, name));
    }

    /// Loads a game. Returns false if it cannot be loaded.
    fn load(&mut self, session: &mut ProtocolSession, name: &str) -> bool {
        // Files are registered by the id of their game. The text after the id selects the array and the reading.
        let base = name.split(['/', '@']).next().unwrap_or(name);
        let path = self.files.get(base).map(|path| path.clone() + &name[base.len()..]);
        // A name that is not the name of a game may be the name that the protocol uses for it.
        let called = || if base == name { self.codec.flavor.dialect().game_called(name) } else { None };
        let taken = match self.imported.get(name) {
            Some(imported) => session.load_imported(imported),
            None => session.load(path.as_deref().unwrap_or(name)),
        };
        let taken = taken.or_else(|stop| called().map_or(Err(stop), |called| session.load(&called)));
        if let Err(stop) = taken {
            let problems = stop.problems();
            let text = problems.first().map_or("it cannot be read", |problem| problem.message.as_str());
            self.remark(&format!("{name}: {text}"));
            return false;
        }
        self.lost = false;
        self.codec = self.codec.for_game(&session.engine);
        self.codec.set_free_castling(self.free_castling);
        self.banned.clear();
        let variant = session.variant();
        let start = fen::write(variant, &variant.start());
        let (files, ranks) = (variant.board.width, variant.board.height);
        self.remark(&format!("variant {} files {files} ranks {ranks} startpos {start}", variant.id));
        if let Some(remark) = beyond(variant, &self.codec).filter(|_| !self.warned.contains(&variant.id)) {
            self.remark(&remark);
            self.warned.push(variant.id.clone());
        }
        true
    }

    /// Loads the variant of the current game with or without free castling, if there is one.
    fn set_castling(&mut self, session: &mut ProtocolSession) {
        let twins = DIALECTS.free_castling.iter();
        let twins = twins.map(|(one, other)| if self.free_castling { (one, other) } else { (other, one) });
        let other =
            twins.filter(|(one, _)| **one == session.variant().id).map(|(_, other)| other.clone()).next();
        if let Some(other) = other {
            self.load(session, &other);
        }
        self.codec.set_free_castling(self.free_castling);
    }

    /// Handles `position startpos|fen FEN|sfen FEN [moves MOVES]`.
    fn place(&mut self, session: &mut ProtocolSession, rest: &str) {
        self.banned.clear();
        self.lost = false;
        if let Err(problem) = self.follow(session, rest) {
            self.lost = true;
            self.remark(&problem);
        } else if !session.is_quick() {
            self.remark("the moves of this position take long to list, so an answer can be late");
        }
    }

    /// Sets up the position of a command, or returns the reason why it is invalid.
    fn follow(&self, session: &mut ProtocolSession, rest: &str) -> Result<(), String> {
        // The text between `position` and `moves` may contain spaces, because a FEN has several fields.
        let is_word = |at: usize| {
            let after = rest[at..].strip_prefix("moves").and_then(|after| after.chars().next());
            rest[..at].ends_with(char::is_whitespace) && after.is_none_or(char::is_whitespace)
        };
        let split = rest.match_indices("moves").map(|(at, _)| at).find(|at| is_word(*at));
        let (position, moves) = rest.split_at(split.unwrap_or(rest.len()));
        let position = position.trim();
        let word = position.split(char::is_whitespace).next().unwrap_or_default();
        let has_text = matches!(word, "fen" | "sfen");
        if !has_text && position != "startpos" {
            let word = if self.codec.flavor == Flavor::Usi { "sfen" } else { "fen" };
            return Err(format!(
                "a position is `startpos` or `{word} FEN`, optionally followed by `moves MOVES`"
            ));
        }
        let mut start = session.variant().start();
        if has_text {
            let (read, faults) = self.codec.position(&session.engine, position)?;
            faults.iter().for_each(|fault| self.remark(fault));
            start = read;
        }
        session.game = GameHistory::new(&session.engine, start);
        // After an illegal move, the game stays at the position before it, and `lost` prevents a search.
        for text in moves.split_whitespace().skip(1) {
            let mv = match self.read(session, text) {
                Err(_) if session.go_on().is_some() => self.read(session, text)?,
                found => found?,
            };
            session.game.play(&mv);
        }
        Ok(())
    }

    /// Returns the legal move with this text.
    fn read(&self, session: &ProtocolSession, text: &str) -> Result<Move, String> {
        let legal = session.legal_moves().ok_or(TOO_SLOW)?;
        self.codec.read_among(&session.game, &legal, text)
    }

    fn go(&mut self, session: &mut ProtocolSession, rest: &str) {
        let words: Vec<&str> = rest.split_whitespace().collect();
        if self.lost {
            self.remark("no search: the last position had an error");
            return say(self.codec.flavor.no_move());
        }
        match words.as_slice() {
            ["perft", depth, ..] => return self.perft(session, depth),
            // USI's `go mate` asks for a mate in which every move gives check, which this search does not support.
            ["mate", ..] if self.codec.flavor == Flavor::Usi => return say("checkmate notimplemented"),
            _ => {}
        }
        if let Some(outcome) = session.go_on() {
            self.remark(&format!("by the rules the game is over: {}", outcome.reason.replace('-', " ")));
        }
        let pondering = words.contains(&"ponder");
        let mut limits = self.limits(session, &words);
        // A search without any limit runs until a command stops it.
        limits.infinite |= limits == Limits::default() && !pondering;
        let mut task = session.task(limits);
        let limited = if self.is_limited { Level::of_points(self.points) } else { None };
        if let Some(level) = limited.or(self.level).filter(|_| !task.limits.infinite) {
            let Limits { depth, nodes, .. } = level.limits();
            // The stricter of the two limits applies.
            let least = |own: Option<i32>| own.into_iter().chain(depth).min();
            (task.limits.depth, task.limits.nodes) =
                (least(task.limits.depth), task.limits.nodes.into_iter().chain(nodes).min());
            // The current time is the seed of the level's errors, so that games differ.
            task.blur = (level.blur, session.handle.now());
        }
        if let Some(at) = words.iter().position(|word| *word == "searchmoves") {
            // All words after `searchmoves` are moves, up to the first word that is not a legal one.
            task.only = words[at + 1..].iter().map_while(|text| self.read(session, text).ok()).collect();
        } else if !self.banned.is_empty() {
            let (banned, left): (Vec<Move>, Vec<Move>) =
                session.legal_moves().into_iter().flatten().partition(|mv| self.banned.contains(mv));
            if left.is_empty() && !banned.is_empty() {
                return say(self.codec.flavor.no_move());
            }
            task.only = left;
        }
        let (codec, engine, start) =
            (self.codec.clone(), session.engine.clone(), session.game.setup().clone());
        session.begin(task, pondering, move |info| say(&codec.line(&engine, &start, info)));
    }

    fn limits(&self, session: &ProtocolSession, words: &[&str]) -> Limits {
        let after = |name: &str| {
            // A negative time occurs after a time forfeit that is not enforced. It counts as zero.
            let at = words.iter().position(|word| *word == name)?;
            let number = words.get(at + 1)?.parse::<i64>().ok()?;
            Some(u64::try_from(number).unwrap_or(0))
        };
        let small = |name: &str| after(name).map(|number| i32::try_from(number).unwrap_or(i32::MAX).max(1));
        Limits {
            depth: small("depth"),
            nodes: after("nodes").map(|nodes| nodes.max(1)),
            movetime: after("movetime"),
            clock: self.codec.flavor.clock(session.game.setup().turn, self.unit, &after),
            mate: small("mate"),
            infinite: words.contains(&"infinite"),
        }
    }

    fn perft(&self, session: &ProtocolSession, depth: &str) {
        let Some(depth) = depth.parse().ok().filter(|depth| (1..=64).contains(depth)) else {
            return self.remark("the depth must be a number from 1 to 64");
        };
        let options = PerftOptions { threads: session.handle.threads, hash: HASH };
        let setup = session.game.setup();
        let counts = session.engine.perft_divide(&session.engine.position(setup), depth, options);
        let sum = counts.iter().fold(0_u64, |sum, (_, nodes)| sum.saturating_add(*nodes));
        let legal: Vec<Move> = counts.iter().map(|(mv, _)| mv.clone()).collect();
        for (text, (_, nodes)) in self.codec.texts(&legal, &session.engine, setup).iter().zip(&counts) {
            say(&format!("{text}: {nodes}"));
        }
        say(&format!("\nNodes searched: {sum}"));
    }
}

/// Describes the rules of the game that this protocol cannot express.
fn beyond(variant: &Variant, codec: &ProtocolCodec) -> Option<String> {
    let flavor = codec.flavor;
    let acts = variant.actions.iter().map(|action| &action.act);
    let mut odd: Vec<&str> = acts
        .filter_map(|act| match act {
            Act::Exchange { .. } => Some("`f5~a5` exchanges two pieces"),
            Act::Pass if flavor != Flavor::Uci => Some("`pass` moves no piece"),
            Act::Place { .. } | Act::Replace { .. } | Act::Pass | Act::Drop { .. } => None,
        })
        .collect();
    odd.sort_unstable();
    odd.dedup();
    let chosen = variant
        .piece_types
        .iter()
        .flat_map(|own| &own.arrivals)
        .any(|arrival| arrival.may && arrival.then.iter().any(|then| then.becomes().is_empty()));
    odd.extend(chosen.then_some("`=` and a word choose what happens on arrival"));
    odd.extend(variant.turns.is_some().then_some("each move of a longer turn is a separate move"));
    let braced = flavor == Flavor::Uci && codec.has_long_names(variant);
    odd.extend(braced.then_some("pieces with longer names are in braces"));
    (!odd.is_empty())
        .then(|| format!("{} cannot write some moves of this game; here {}", flavor.name(), odd.join(", ")))
}
