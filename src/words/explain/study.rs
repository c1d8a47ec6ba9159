//! One position under study: what its explanations share, each part worked out when it is first asked for.

use crate::base::{Move, Outcome, Setup};
use crate::play::notation::movetext;
use crate::rules::interpreter::{Attempts, Interpreter};
use std::cell::OnceCell;
use std::collections::HashSet;

/// A position whose moves are explained. Explaining many moves of one study costs little more than explaining one.
pub(crate) struct Study<'a> {
    rules: &'a Interpreter<'a>,
    pub(super) setup: &'a Setup,
    pub(super) attempts: Attempts<'a>,
    check: OnceCell<bool>,
    moves: OnceCell<Vec<Move>>,
    texts: OnceCell<HashSet<String>>,
}

impl<'a> Study<'a> {
    pub(super) fn new(rules: &'a Interpreter<'a>, setup: &'a Setup) -> Study<'a> {
        Study {
            rules,
            setup,
            attempts: Attempts::new(rules, setup),
            check: OnceCell::new(),
            moves: OnceCell::new(),
            texts: OnceCell::new(),
        }
    }

    /// How the game ended, if it has.
    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.attempts.outcome.as_ref()
    }

    /// Whether the side to move is bound by check and attacked.
    pub(crate) fn in_check(&self) -> bool {
        *self.check.get_or_init(|| self.rules.in_check(self.setup))
    }

    /// The legal moves, sorted; none in a finished game.
    pub(crate) fn moves(&self) -> &[Move] {
        self.moves.get_or_init(|| {
            let mut moves: Vec<Move> = self.attempts.legal.iter().map(|next| next.mv.clone()).collect();
            moves.sort_by_cached_key(|mv| mv.order(&self.rules.variant().board));
            moves.dedup();
            moves
        })
    }

    /// Whether some legal move can be meant by a text, however leniently it is read.
    pub(super) fn can_mean(&self, text: &str) -> bool {
        let variant = self.rules.variant();
        let key = |mv: &Move| movetext::key(&movetext::write(variant, mv));
        let texts = self.texts.get_or_init(|| self.moves().iter().map(key).collect());
        texts.contains(&movetext::key(text))
    }
}
