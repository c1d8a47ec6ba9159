//! A game of a study: who chooses its moves, and what is written down of it.

use super::acts::{Seen, Shot, Watch};
use super::record::{Record, result};
use crate::base::Color;
use crate::fast::compile::Code;
use crate::fast::track::{Step, Steps, Track};
use crate::play::evaluation::Evaluation;
use crate::play::game::{Game, Random};
use crate::play::notation::movetext;
use crate::play::playout::{Played, Player};
use crate::play::search::{Limits, Signals, Table, Thinker};
use crate::rules::Variant;

/// From how many hundredths of a pawn on a side leads.
const LEAD: i32 = 100;

/// By how many hundredths of a pawn judgments differ with the seed, so that not all games are alike.
const VARIETY: i32 = 6;

/// The memory of a search, in megabytes: little, since it is made anew for every game.
const MEMORY: usize = 1;

/// A player that looks ahead, for both sides.
pub(super) struct Mind<'a> {
    thinker: &'a Thinker,
    game: Game,
    table: Table,
    nodes: u64,
    seed: u64,
}

impl<'a> Mind<'a> {
    pub(super) fn new(thinker: &'a Thinker, game: Game, nodes: u64, seed: u64) -> Mind<'a> {
        Mind { thinker, game, table: Table::new(MEMORY), nodes, seed }
    }

    fn choose<P>(&self, steps: &Steps<P>) -> Option<usize> {
        let mut task = self.thinker.task(&self.game, Limits::nodes(self.nodes));
        task.blur = (VARIETY, self.seed);
        let signals = Signals::default();
        let found = self.thinker.search(&task, (&self.table, &signals), &|| 0, 0, &mut |_| {});
        let best = found.best?;
        steps.list.iter().position(|step| steps.mv(step) == best)
    }
}

/// Writes down what happens in a game.
pub(super) struct Observer<'a> {
    variant: &'a Variant,
    watch: &'a Watch,
    evaluation: &'a Evaluation,
    random: Random,
    mind: Option<Mind<'a>>,
    opening: u32,
    plies: u32,
    before: Option<Shot>,
    choices: u64,
    leader: Option<Color>,
    leads: u32,
    acts: Vec<u32>,
    more: Vec<i64>,
    moves: Vec<String>,
}

impl<'a> Observer<'a> {
    pub(super) fn new(variant: &'a Variant, watch: &'a Watch, evaluation: &'a Evaluation) -> Observer<'a> {
        Observer {
            variant,
            watch,
            evaluation,
            random: Random::new(0),
            mind: None,
            opening: 0,
            plies: 0,
            before: None,
            choices: 0,
            leader: None,
            leads: 0,
            acts: vec![0; watch.names.len()],
            more: vec![0; variant.piece_types.len()],
            moves: Vec::new(),
        }
    }

    pub(super) fn played_by(self, random: Random, mind: Option<Mind<'a>>, opening: u32) -> Observer<'a> {
        Observer { random, mind, opening, ..self }
    }

    /// Who leads by how the position is judged, if either does clearly.
    fn judge<T: Track>(&mut self, track: &T) {
        let own = self.evaluation.of(track);
        let leader = match own {
            _ if own >= LEAD => track.turn(),
            _ if own <= -LEAD => track.turn().other(),
            _ => return,
        };
        if self.leader.is_some_and(|before| before != leader) {
            self.leads += 1;
        }
        self.leader = Some(leader);
    }

    fn number(&mut self, after: &Shot) {
        for piece in after.pieces.iter().filter_map(|code| code.piece()) {
            let one = piece.color.pick(1, -1);
            if !self.variant.is_neutral(piece.piece_type) {
                self.more[piece.piece_type.index()] += one;
            }
        }
    }

    /// The record of the game.
    pub(super) fn record(mut self, (n, of): (u64, usize), seed: u64, played: &Played) -> Record {
        let reason = played.outcome.as_ref().map(|outcome| outcome.reason.clone());
        if let Some(number) = reason.as_deref().and_then(|reason| self.watch.ended(reason)) {
            self.acts[number] += 1;
        }
        let mut left = vec![[0, 0]; self.variant.piece_types.len()];
        let start = self.variant.start();
        let first = || start.pieces().map(|(_, piece)| Code::new(piece.color, piece.piece_type)).collect();
        let last: Vec<Code> = self.before.as_ref().map_or_else(first, |shot| shot.pieces.clone());
        for piece in last.iter().filter_map(|code| code.piece()) {
            left[piece.piece_type.index()][piece.color as usize] += 1;
        }
        Record {
            n,
            of,
            seed,
            result: result(played.outcome.as_ref()).to_owned(),
            reason,
            plies: played.plies,
            choices: self.choices,
            leads: self.leads,
            acts: self.acts,
            left,
            more: self.more,
            moves: self.moves.join(" "),
        }
    }
}

impl Player for Observer<'_> {
    fn choose<T: Track>(&mut self, track: &T, steps: &Steps<T::Position>) -> Option<usize> {
        if self.before.is_none() {
            self.before = Some(Shot::of(track));
        }
        self.choices += steps.list.len() as u64;
        let by_chance = self.plies < self.opening;
        match &self.mind {
            Some(mind) if !by_chance => mind.choose(steps),
            _ => Some(self.random.below(steps.list.len())),
        }
    }

    fn made<T: Track>(&mut self, track: &T, steps: &Steps<T::Position>, step: &Step) {
        let mv = steps.mv(step);
        let after = Shot::of(track);
        if let Some(before) = self.before.take() {
            let (acts, seen) = (&mut self.acts, Seen { before: &before, after: &after, mv: &mv });
            self.watch.seen(self.variant, &seen, |number| acts[number] += 1);
        }
        self.number(&after);
        self.judge(track);
        self.moves.push(movetext::write(self.variant, &mv));
        if let Some(mind) = &mut self.mind {
            mind.game.play(&mv);
        }
        self.before = Some(after);
        self.plies += 1;
    }
}
