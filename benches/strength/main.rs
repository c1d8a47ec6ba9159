//! Tests whether a change of the search or the evaluation makes the computer player stronger.
//!
//!     benches/strength/base COMMIT
//!     cargo run --release --manifest-path benches/strength/Cargo.toml -- [GAME ...] [--nodes N] [--games N] [--seed N] [--threads N]
//!
//! The program of the working tree plays against the one in `target/base`, both inside this process, with a fixed number of nodes for
//! each move. An opening of random moves is played twice, with the colors exchanged. The sequential test compares 0 Elo with +10 Elo and
//! ends when the errors of both kinds are below 5 %, or after the last game. The output is one line for each game, and the total.

mod sequential;

use ferz::Random;
use sequential::Tally;
use std::sync::Mutex;
use std::time::Instant;

const USUAL: [&str; 6] = ["chess", "shatranj", "xiangqi", "crazyhouse", "tamerlane", "shogi"];

/// The number of random moves of an opening, and the highest evaluation with which a game begins, in hundredths of a pawn.
const OPENING: usize = 8;
const BALANCED: i32 = 150;

/// A game of more plies is a draw. A game is decided if both players agree on this evaluation for this number of plies.
const LONGEST: usize = 320;
const DECIDED: (i32, usize) = (800, 6);

/// One of the two programs. Games and moves are exchanged as text.
trait Player: Sized {
    fn new(game: &str) -> Self;
    fn begin(&mut self);
    fn legal(&self) -> Vec<String>;
    fn is_white(&self) -> bool;
    fn play(&mut self, text: &str);
    /// The best move and its evaluation for the side to move.
    fn think(&mut self, nodes: u64) -> (String, i32);
    /// The points of White, if the game is over.
    fn result(&self) -> Option<f64>;
}

macro_rules! player {
    ($name:ident, $ferz:ident) => {
        struct $name {
            rules: $ferz::Rules,
            game: $ferz::Game,
            searcher: $ferz::Searcher,
        }

        impl Player for $name {
            fn new(game: &str) -> $name {
                let rules = $ferz::Rules::load(game).expect("a built-in game");
                $name { game: rules.start(), searcher: $ferz::Searcher::new(&rules, 4), rules }
            }

            fn begin(&mut self) {
                self.game = self.rules.start();
                self.searcher = $ferz::Searcher::new(&self.rules, 4);
            }

            fn legal(&self) -> Vec<String> {
                self.game.legal_moves().map(|mv| self.game.text(mv)).collect()
            }

            fn is_white(&self) -> bool {
                self.game.turn() == $ferz::Color::White
            }

            fn play(&mut self, text: &str) {
                self.game.play_text(text).expect("a legal move");
            }

            fn think(&mut self, nodes: u64) -> (String, i32) {
                let limits = $ferz::SearchLimits { nodes: Some(nodes), ..$ferz::SearchLimits::default() };
                let found = self.searcher.search(&self.game, limits, &|| 0, &mut |_| {}).expect("a move");
                (self.game.text(found.best), found.score)
            }

            fn result(&self) -> Option<f64> {
                let claim = || self.game.claims().into_iter().next();
                let outcome = self.game.outcome().or_else(claim)?;
                Some(outcome.winner.map_or(0.5, |color| f64::from(color == $ferz::Color::White)))
            }
        }
    };
}

player!(Now, ferz);
player!(Base, base);

/// The settings of a run.
struct Settings {
    games: Vec<String>,
    nodes: u64,
    /// The greatest number of played games, over all games together.
    most: usize,
    seed: u64,
    threads: usize,
}

impl Settings {
    fn read() -> Settings {
        let mut settings = Settings { games: Vec::new(), nodes: 5_000, most: 3_000, seed: 1, threads: 2 };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse().ok()).expect("a number after an option");
            match word.as_str() {
                "--nodes" => settings.nodes = number(),
                "--games" => settings.most = number() as usize,
                "--seed" => settings.seed = number(),
                "--threads" => settings.threads = number() as usize,
                _ => settings.games.push(word),
            }
        }
        if settings.games.is_empty() {
            settings.games = USUAL.map(str::to_owned).to_vec();
        }
        settings
    }
}

/// Plays an opening twice, with the colors exchanged, and returns the points of the new program in each game.
fn pair(now: &mut Now, base: &mut Base, settings: &Settings, seed: u64) -> [f64; 2] {
    let opening = opening(now, settings, seed);
    [true, false].map(|is_white| {
        now.begin();
        base.begin();
        for text in &opening {
            now.play(text);
            base.play(text);
        }
        let is_next = now.is_white() == is_white;
        let white = game(now, base, settings, is_next);
        if is_white { white } else { 1.0 - white }
    })
}

/// Returns the moves of a random opening that is about equal.
fn opening(now: &mut Now, settings: &Settings, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    loop {
        now.begin();
        let mut opening = Vec::new();
        while opening.len() < OPENING && now.result().is_none() {
            let legal = now.legal();
            let text = &legal[random.below(legal.len())];
            now.play(text);
            opening.push(text.clone());
        }
        if now.result().is_none() && now.think(settings.nodes).1.abs() <= BALANCED {
            return opening;
        }
    }
}

/// Plays a game to its end, and returns the points of White. The new program makes the next move if `is_next`.
fn game(now: &mut Now, base: &mut Base, settings: &Settings, mut is_next: bool) -> f64 {
    let (mut decided, mut last) = (0, 0);
    for _ in 0..LONGEST {
        if let Some(result) = now.result() {
            return result;
        }
        let (text, score) = if is_next { now.think(settings.nodes) } else { base.think(settings.nodes) };
        let is_white = now.is_white();
        let score = if is_white { score } else { -score };
        decided = if score.abs() >= DECIDED.0 && score.signum() == last { decided + 1 } else { 0 };
        last = score.signum();
        if decided >= DECIDED.1 {
            return if score > 0 { 1.0 } else { 0.0 };
        }
        now.play(&text);
        base.play(&text);
        is_next = if now.is_white() == is_white { is_next } else { !is_next };
    }
    0.5
}

fn main() {
    let settings = Settings::read();
    let total = Mutex::new((0_usize, Tally::default(), vec![Tally::default(); settings.games.len()]));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..settings.threads {
            scope.spawn(|| {
                let mut players: Vec<(Now, Base)> = settings.games.iter().map(|name| (Now::new(name), Base::new(name))).collect();
                loop {
                    let number = {
                        let mut total = total.lock().expect("no thread has failed");
                        if total.1.decision().is_some() || 2 * total.0 >= settings.most {
                            return;
                        }
                        total.0 += 1;
                        total.0 - 1
                    };
                    let at = number % players.len();
                    let (now, base) = &mut players[at];
                    let seed = settings.seed << 32 | number as u64;
                    let points = pair(now, base, &settings, seed);
                    let mut total = total.lock().expect("no thread has failed");
                    total.1.add(points);
                    total.2[at].add(points);
                    if total.1.pairs() % 50 == 0 {
                        eprintln!("{:6.0} s  {}", begun.elapsed().as_secs_f64(), total.1);
                    }
                }
            });
        }
    });
    let (_, all, each) = total.into_inner().expect("no thread has failed");
    for (name, tally) in settings.games.iter().zip(each) {
        println!("{name:12} {tally}");
    }
    let decision = match all.decision() {
        Some(true) => "stronger",
        Some(false) => "not stronger",
        None => "undecided",
    };
    println!("{:12} {all}  {decision}, {} nodes, seed {}, {:.0} s", "together", settings.nodes, settings.seed, begun.elapsed().as_secs_f64());
}
