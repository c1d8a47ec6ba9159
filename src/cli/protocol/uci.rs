//! The Universal Chess Interface, with the additions for variants that chess programs know.

use super::desk::Desk;
use super::{Next, Protocol, say};
use crate::cli::think::HASH;
use crate::fast::engine::PerftOptions;
use crate::lang::catalog::{GameRef, built_in_names};
use crate::play::notation::{fen, movetext};
use crate::play::search::{Clock, Info, Limits, SURE, WON};
use crate::rules::{Act, Variant};
use std::collections::BTreeMap;

/// What the protocol remembers beside the game.
#[derive(Default)]
pub(super) struct Uci {
    /// Games in files, by name.
    files: BTreeMap<String, String>,
    /// The games whose moves this protocol cannot write have been spoken of.
    warned: Vec<String>,
}

impl Protocol for Uci {
    fn obey(&mut self, desk: &mut Desk, line: &str) -> Next {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" => self.greet(desk),
            "isready" => say("readyok"),
            "ucinewgame" => {
                self.end(desk);
                desk.forget();
            }
            "setoption" => self.set(desk, rest),
            "position" => {
                self.end(desk);
                place(desk, rest);
            }
            "go" => {
                self.end(desk);
                self.go(desk, rest);
            }
            "stop" => self.end(desk),
            "ponderhit" => desk.hit(),
            "d" => {
                say(&format!("Variant: {}", desk.variant().id));
                say(&format!("Fen: {}", fen::write(desk.variant(), desk.game.setup())));
            }
            "quit" | "exit" => {
                self.end(desk);
                return Next::Leave;
            }
            "" | "debug" | "register" => {}
            other => say(&format!("info string unknown command: {other}")),
        }
        Next::Listen
    }

    fn found(&mut self, desk: &mut Desk) {
        if let Some(found) = desk.finish() {
            let best = found.best.map_or_else(|| "(none)".to_owned(), |mv| desk.text(&mv));
            let ponder = found.ponder.map(|mv| format!(" ponder {}", desk.text(&mv)));
            say(&format!("bestmove {best}{}", ponder.unwrap_or_default()));
        }
    }
}

impl Uci {
    fn greet(&self, desk: &Desk) {
        say(concat!("id name ferz ", env!("CARGO_PKG_VERSION")));
        say("id author the authors of ferz");
        say(&format!("option name Hash type spin default {HASH} min 1 max 16384"));
        say("option name Clear Hash type button");
        say("option name Threads type spin default 1 min 1 max 1024");
        say("option name MultiPV type spin default 1 min 1 max 500");
        say("option name Ponder type check default false");
        say("option name VariantPath type string default <empty>");
        let names: String = built_in_names().iter().map(|name| format!(" var {name}")).collect();
        say(&format!("option name UCI_Variant type combo default {}{names}", desk.variant().id));
        say("uciok");
    }

    /// Ends a search that is going on, and says what it has found.
    fn end(&mut self, desk: &mut Desk) {
        if desk.is_searching() {
            desk.stop();
            self.found(desk);
        }
    }

    fn set(&mut self, desk: &mut Desk, rest: &str) {
        let rest = rest.trim().strip_prefix("name ").unwrap_or(rest);
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let (name, value) = (name.trim().to_lowercase(), value.trim());
        self.end(desk);
        let number = |most: usize| value.parse::<usize>().ok().filter(|number| (1..=most).contains(number));
        let wrong = || say(&format!("info string `{value}` is no value of {name}"));
        match name.as_str() {
            "hash" => number(16_384).map_or_else(wrong, |megabytes| desk.set_hash(megabytes)),
            "threads" => number(1_024).map_or_else(wrong, |threads| desk.set_threads(threads)),
            "multipv" => number(500).map_or_else(wrong, |lines| desk.lines = lines),
            "clear hash" => desk.forget(),
            "ponder" | "uci_chess960" | "uci_analysemode" | "uci_opponent" => {}
            "uci_variant" => self.take(desk, value),
            "variantpath" => self.add_files(desk, value),
            _ => say(&format!("info string unknown option: {name}")),
        }
    }

    /// Adds the games of files; several are separated as paths are. The last one is played.
    fn add_files(&mut self, desk: &mut Desk, value: &str) {
        let paths: Vec<_> = std::env::split_paths(value).collect();
        for path in paths.iter().filter(|path| !path.as_os_str().is_empty() && path.as_os_str() != "<empty>")
        {
            let path = path.display().to_string();
            self.take(desk, &path);
            if GameRef::parse(&path).is_path {
                self.files.insert(desk.variant().id.clone(), path);
            }
        }
        let names: Vec<&str> = self.files.keys().map(String::as_str).collect();
        say(&format!("info string games of files: {}", names.join(" ")));
    }

    fn take(&mut self, desk: &mut Desk, name: &str) {
        let base = name.split(['/', '@']).next().unwrap_or(name);
        let path = self.files.get(base).map(|path| path.clone() + &name[base.len()..]);
        if let Err(stop) = desk.take(path.as_deref().unwrap_or(name)) {
            let problems = stop.problems();
            let text = problems.first().map_or("it cannot be read", |problem| problem.message.as_str());
            return say(&format!("info string {name}: {text}"));
        }
        let variant = desk.variant();
        let start = fen::write(variant, &variant.start());
        let (files, ranks) = (variant.board.width, variant.board.height);
        say(&format!("info string variant {} files {files} ranks {ranks} startpos {start}", variant.id));
        if let Some(remark) = beyond(variant).filter(|_| !self.warned.contains(&variant.id)) {
            say(&format!("info string {remark}"));
            self.warned.push(variant.id.clone());
        }
    }

    fn go(&mut self, desk: &mut Desk, rest: &str) {
        let words: Vec<&str> = rest.split_whitespace().collect();
        if let ["perft", depth, ..] = words.as_slice() {
            return perft(desk, depth);
        }
        let after = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse::<i64>().ok()
        };
        let count = |name: &str| after(name).map(|number| u64::try_from(number).unwrap_or(0));
        let small = |name: &str| after(name).map(|number| i32::try_from(number).unwrap_or(i32::MAX).max(1));
        let turn = desk.game.setup().turn;
        let left = after(turn.pick("wtime", "btime")).map(|left| u64::try_from(left).unwrap_or(0).max(1));
        let clock = left.map(|left| Clock {
            left,
            more: count(turn.pick("winc", "binc")).unwrap_or(0),
            moves: count("movestogo").filter(|moves| *moves > 0),
        });
        let mut limits = Limits {
            depth: small("depth"),
            nodes: count("nodes").map(|nodes| nodes.max(1)),
            movetime: count("movetime"),
            clock,
            mate: small("mate"),
            infinite: words.contains(&"infinite"),
        };
        let pondering = words.contains(&"ponder");
        // Without any limit it thinks until it is stopped.
        limits.infinite |= limits == Limits::default() && !pondering;
        let mut task = desk.task(limits);
        if let Some(at) = words.iter().position(|word| *word == "searchmoves") {
            task.only = words[at + 1..].iter().map_while(|text| desk.read(text).ok()).collect();
        }
        let game = desk.loaded.variant.clone();
        let turn = if desk.game.legal_moves().is_empty() { None } else { Some(()) };
        if turn.is_none() {
            say("info depth 0 score cp 0");
            task.limits = Limits { depth: Some(1), infinite: task.limits.infinite, ..Limits::default() };
        }
        desk.begin(task, pondering, move |info| say(&line(&game, info)));
    }
}

/// What this protocol has no way to write.
fn beyond(variant: &Variant) -> Option<String> {
    let acts = variant.actions.iter().map(|action| &action.act);
    let mut odd: Vec<&str> = acts
        .filter_map(|act| match act {
            Act::Place { .. } | Act::Replace { .. } => Some("`f10@c6` puts a piece elsewhere"),
            Act::Exchange { .. } => Some("`f5~a5` lets two pieces change places"),
            Act::Pass => Some("`pass` moves nothing"),
            Act::Drop { .. } => None,
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
    let is_long = |own: &crate::rules::PieceType| own.token.chars().count() > 1;
    odd.extend(variant.turns.is_some().then_some("each move of a longer turn is a move of its own"));
    odd.extend(variant.piece_types.iter().any(is_long).then_some("pieces with longer names are in braces"));
    (!odd.is_empty())
        .then(|| format!("UCI has no way to write some moves of this game; here {}", odd.join(", ")))
}

/// `position startpos|fen FEN [moves MOVES]`.
fn place(desk: &mut Desk, rest: &str) {
    let (position, moves) = rest.split_once("moves").unwrap_or((rest, ""));
    let position = position.trim();
    let text = position.strip_prefix("fen").map(str::trim);
    if text.is_none() && position != "startpos" {
        return say("info string a position is `startpos` or `fen FEN`, then perhaps `moves MOVES`");
    }
    if let Err(problem) = desk.set_up(text) {
        return say(&format!("info string {problem}"));
    }
    for text in moves.split_whitespace() {
        match desk.read(text) {
            Ok(mv) => drop(desk.game.play(&mv)),
            Err(problem) => return say(&format!("info string {problem}")),
        }
    }
}

fn perft(desk: &Desk, depth: &str) {
    let Some(depth) = depth.parse().ok().filter(|depth| (1..=64).contains(depth)) else {
        return say("info string a depth is a number from 1 to 64");
    };
    let options = PerftOptions { threads: desk.mind.threads, hash: HASH };
    let counts = desk.engine.perft_divide(&desk.engine.position(desk.game.setup()), depth, options);
    let sum = counts.iter().fold(0_u64, |sum, (_, nodes)| sum.saturating_add(*nodes));
    counts.iter().for_each(|(mv, nodes)| say(&format!("{}: {nodes}", desk.text(mv))));
    say(&format!("\nNodes searched: {sum}"));
}

/// What the search has to say, as a line.
fn line(variant: &Variant, info: &Info) -> String {
    let Info { depth, deepest, rank, score, nodes, time, full, .. } = info;
    let score = match WON - score.abs() {
        plies if score.abs() < SURE => {
            let _ = plies;
            format!("cp {score}")
        }
        plies => format!("mate {}", score.signum() * ((plies + 1) / 2)),
    };
    let speed = nodes * 1_000 / (*time).max(1);
    let moves: Vec<String> = info.line.iter().map(|mv| movetext::write(variant, mv)).collect();
    format!(
        "info depth {depth} seldepth {deepest} multipv {} score {score} nodes {nodes} nps {speed} hashfull {full} time {time} pv {}",
        rank + 1,
        moves.join(" ")
    )
}
