//! Many games at once, for machine learning.
//!
//! [`Boards`] holds games with the same rules and plays one move in each of them, on several threads. Arrays are passed
//! to Python as bytes, and the Python module `_many` wraps them as NumPy arrays. Multi-byte numbers are in native byte
//! order.

use crate::errors::{ErrorKind, exception};
use crate::long::{MAX_THREADS, interruptible};
use crate::results::Outcome;
use crate::rules::Rules;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Applies a function to every item, on several threads. The results are in the order of the items.
pub fn shared<T: Send, R: Send>(
    things: &mut [T],
    threads: usize,
    work: impl Fn(usize, &mut T) -> R + Sync,
) -> Vec<R> {
    let threads = threads.clamp(1, MAX_THREADS);
    let size = things.len().div_ceil(threads).max(1);
    let chunk = |(number, chunk): (usize, &mut [T])| -> Vec<R> {
        let numbered = (number * size..).zip(chunk);
        numbered.map(|(place, thing)| work(place, thing)).collect()
    };
    // A single chunk needs no further thread.
    if threads < 2 || things.len() < 2 {
        return chunk((0, things));
    }
    let chunk = &chunk;
    std::thread::scope(|scope| {
        let chunks = things.chunks_mut(size).enumerate();
        let running: Vec<_> = chunks.map(|part| scope.spawn(move || chunk(part))).collect();
        let done = running
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        done.flatten().collect()
    })
}

/// A Python array of bytes.
type Bytes<'py> = Bound<'py, PyByteArray>;

/// The number of games whose results are held in full at the same time.
const PLAYED_AT_ONCE: usize = 1 << 12;

/// The results of random games, a few bytes for each.
#[derive(Default)]
struct Played {
    winners: Vec<u8>,
    lengths: Vec<u8>,
    reasons: Vec<u8>,
    /// The reasons, numbered from 1 in the order in which they were met.
    names: BTreeMap<String, u8>,
}

impl Played {
    fn add(&mut self, played: &ferz::Playout) {
        let winner = |outcome: &ferz::Outcome| match outcome.winner {
            Some(ferz::Color::White) => 1_i8,
            Some(ferz::Color::Black) => -1,
            None => 0,
        };
        let met = u8::try_from(self.names.len() + 1).unwrap_or(u8::MAX);
        let reason = played.outcome.as_ref().map(|outcome| outcome.reason.clone());
        self.winners.push(played.outcome.as_ref().map_or(0, winner) as u8);
        self.lengths.extend(played.plies.to_ne_bytes());
        self.reasons.push(reason.map_or(0, |reason| *self.names.entry(reason).or_insert(met)));
    }
}

/// Plays random games. Returns three arrays and the list of reasons. The arrays hold, for every game, the result (1 if
/// White won, -1 if Black won, 0 for a draw or a cut-off game), the number of plies, and the index of its reason in the
/// list. Index 0 means that the game was cut off.
#[pyfunction]
#[pyo3(name = "_playouts")]
pub fn playouts<'py>(
    py: Python<'py>,
    rules: &Bound<'py, Rules>,
    fen: Option<&str>,
    settings: (usize, u64, u32, usize),
) -> PyResult<(Bytes<'py>, Bytes<'py>, Bytes<'py>, Vec<String>)> {
    let (count, seed, plies, threads) = settings;
    let rules = &rules.get().rules;
    let game = match fen {
        None => rules.start(),
        Some(fen) => rules.from_fen(fen).map_err(|error| exception(py, &error, ErrorKind::Fen))?,
    };
    let mut all = Played::default();
    interruptible(py, |stop| {
        let mut numbers = 0..count as u64;
        while !stop.load(Ordering::Relaxed) {
            let seeds = numbers.by_ref().take(PLAYED_AT_ONCE).map(|number| seed.wrapping_add(number));
            let mut seeds: Vec<u64> = seeds.collect();
            if seeds.is_empty() {
                break;
            }
            let play =
                |_, seed: &mut u64| (!stop.load(Ordering::Relaxed)).then(|| game.playout(*seed, plies));
            shared(&mut seeds, threads, play).iter().flatten().for_each(|one| all.add(one));
        }
    })?;
    let Played { winners, lengths, reasons, mut names } = all;
    // The reasons are numbered in the order of their names. Index 0 is reserved for games that were cut off.
    let mut order = [0_u8; 1 << 8];
    for (number, met) in (1..).zip(names.values_mut()) {
        order[usize::from(*met)] = number;
    }
    let reasons: Vec<u8> = reasons.into_iter().map(|met| order[usize::from(met)]).collect();
    let names = std::iter::once("cut off".to_owned()).chain(names.into_keys()).collect();
    let bytes = |all: &[u8]| PyByteArray::new(py, all);
    Ok((bytes(&winners), bytes(&lengths), bytes(&reasons), names))
}

/// Returns the time in seconds that the library needs for random games on one thread. The time is the baseline for
/// measuring the overhead of Python.
#[pyfunction]
#[pyo3(name = "_time_playouts")]
pub fn time_playouts(py: Python<'_>, rules: &Bound<'_, Rules>, count: u64, seed: u64, plies: u32) -> f64 {
    let game = rules.get().rules.start();
    py.detach(|| {
        let begun = Instant::now();
        let sum: u64 =
            (0..count).map(|number| u64::from(game.playout(seed.wrapping_add(number), plies).plies)).sum();
        std::hint::black_box(sum);
        begun.elapsed().as_secs_f64()
    })
}

/// Many games with the same rules, for machine learning.
#[pyclass(module = "ferz._ferz", name = "_Boards")]
pub struct Boards {
    rules: ferz::Rules,
    games: Vec<ferz::Game>,
    threads: usize,
}

impl Boards {
    /// Returns an array with `size` bytes for each game. The bytes are zero before `fill` writes them.
    fn filled<'py>(
        &mut self,
        py: Python<'py>,
        size: usize,
        fill: impl Fn(&ferz::Game, &mut [u8]) + Sync,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (games, threads) = (&mut self.games, self.threads);
        PyByteArray::new_with(py, games.len() * size, |all: &mut [u8]| {
            py.detach(|| {
                let parts = all.chunks_mut(size.max(1));
                let mut pairs: Vec<(&ferz::Game, &mut [u8])> = games.iter().zip(parts).collect();
                shared(&mut pairs, threads, |_, (game, out)| fill(game, out));
            });
            Ok(())
        })
    }

    fn game(&self, index: usize) -> PyResult<&ferz::Game> {
        self.games.get(index).ok_or_else(|| PyIndexError::new_err("no such board"))
    }
}

#[pymethods]
impl Boards {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, Rules>,
        fens: Vec<Option<String>>,
        threads: usize,
    ) -> PyResult<Boards> {
        let rules = rules.get().rules.clone();
        let game = |fen: &Option<String>| match fen {
            None => Ok(rules.start()),
            Some(fen) => rules.from_fen(fen).map_err(|error| exception(py, &error, ErrorKind::Fen)),
        };
        let games = fens.iter().map(game).collect::<PyResult<_>>()?;
        Ok(Boards { rules, games, threads })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// The number of threads that share the work.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// Returns for every game the position at its start and its moves, for pickle.
    fn stored(&self) -> Vec<(String, Vec<String>)> {
        let moves = |game: &ferz::Game| game.history().map(|(_, text)| text).collect();
        self.games.iter().map(|game| (game.root().fen(), moves(game))).collect()
    }

    /// Plays moves in every game.
    fn play(&mut self, py: Python<'_>, moves: Vec<Vec<String>>) -> PyResult<()> {
        for (game, texts) in self.games.iter_mut().zip(&moves) {
            for text in texts {
                game.play_text(text).map_err(|error| exception(py, &error, ErrorKind::Move))?;
            }
        }
        Ok(())
    }

    fn fen(&self, index: usize) -> PyResult<String> {
        Ok(self.game(index)?.fen())
    }

    fn outcome(&self, index: usize) -> PyResult<Option<Outcome>> {
        Ok(self.game(index)?.outcome().map(Outcome::from))
    }

    /// Restarts the games with these indices.
    fn reset(&mut self, indices: Vec<usize>) -> PyResult<()> {
        for index in indices {
            let game = self.games.get_mut(index).ok_or_else(|| PyIndexError::new_err("no such board"))?;
            *game = self.rules.start();
        }
        Ok(())
    }

    /// Returns the observations of all games, concatenated. The threads write directly into the returned array.
    fn planes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let planes = self.rules.planes();
        let size = planes.names.len() * planes.height * planes.width;
        self.filled(py, size, |game, out| {
            let planes = game.planes();
            let length = planes.len().min(out.len());
            out[..length].copy_from_slice(&planes[..length]);
        })
    }

    /// Returns the legal actions of every game as a mask: one if the action is legal, zero otherwise.
    fn masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let unbounded = || PyValueError::new_err("this game has no bounded set of actions");
        let most = self.rules.actions().ok_or_else(unbounded)? as usize;
        self.filled(py, most, |game, out| {
            game.legal_actions().iter().for_each(|number| out[*number as usize] = 1);
        })
    }

    /// Returns the action numbers of the legal moves of all games, concatenated, and the number of legal moves of every
    /// game. Both arrays hold 32-bit numbers.
    fn actions<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyByteArray>, Bound<'py, PyByteArray>) {
        let (numbers, counts) = py.detach(|| {
            let numbers = shared(&mut self.games, self.threads, |_, game| game.legal_actions());
            let counts: Vec<u8> = numbers.iter().flat_map(|one| (one.len() as u32).to_ne_bytes()).collect();
            let flat: Vec<u8> = numbers.iter().flatten().flat_map(|number| number.to_ne_bytes()).collect();
            (flat, counts)
        });
        (PyByteArray::new(py, &numbers), PyByteArray::new(py, &counts))
    }

    /// Plays one action in every game. The action numbers have 32 bits; `u32::MAX` plays no move. No game changes if
    /// any action is illegal.
    fn push(&mut self, py: Python<'_>, actions: &[u8]) -> PyResult<()> {
        let numbers: Vec<u32> =
            actions.as_chunks::<4>().0.iter().map(|bytes| u32::from_ne_bytes(*bytes)).collect();
        if numbers.len() != self.games.len() {
            let (given, wanted) = (numbers.len(), self.games.len());
            return Err(PyValueError::new_err(format!("{given} actions for {wanted} boards")));
        }
        let wrong = py.detach(|| {
            let one = |place: usize, game: &mut ferz::Game| {
                let number = numbers[place];
                number == u32::MAX || game.act(number).is_some()
            };
            // All actions are checked before the first is played, so an error leaves every game unchanged.
            let legal = shared(&mut self.games, self.threads, one);
            if let Some(wrong) = legal.iter().position(|legal| !legal) {
                return Some(wrong);
            }
            shared(&mut self.games, self.threads, |place, game| {
                game.act(numbers[place]).is_none_or(|mv| game.play(mv).is_ok())
            });
            None
        });
        match wrong {
            None => Ok(()),
            Some(place) => {
                let number = numbers[place];
                Err(PyValueError::new_err(format!("the action {number} is not legal on board {place}")))
            }
        }
    }

    /// Returns the result of every game as an 8-bit number: 1 if White won, -1 if Black won, 0 for a draw, and 2 if
    /// the game is in progress.
    fn results<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let results = py.detach(|| {
            shared(&mut self.games, self.threads, |_, game| match game.outcome() {
                None => 2_i8,
                Some(outcome) => match outcome.winner {
                    Some(ferz::Color::White) => 1,
                    Some(ferz::Color::Black) => -1,
                    None => 0,
                },
            })
        });
        let bytes: Vec<u8> = results.into_iter().map(|result| result as u8).collect();
        PyByteArray::new(py, &bytes)
    }

    /// Returns the side to move in every game: 1 for White, 0 for Black.
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let white = |game: &ferz::Game| u8::from(game.turn() == ferz::Color::White);
        let bytes: Vec<u8> = self.games.iter().map(white).collect();
        PyByteArray::new(py, &bytes)
    }
}
