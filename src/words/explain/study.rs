//! One position under study: what its explanations share, each part worked out when it is first asked for.

use crate::base::{Move, Outcome, Setup, Square, SquareSet};
use crate::play::notation::movetext;
use crate::rules::interpreter::{Leave, Prospect, Rules};
use crate::rules::walk::Walk;
use crate::rules::{Action, Moves};
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::wish::Wish;

/// A position whose moves are explained. Explaining many moves of one study costs little more than explaining one.
pub struct Study<'a> {
    rules: &'a Rules<'a>,
    pub(super) setup: &'a Setup,
    outcome: OnceCell<Option<Outcome>>,
    check: OnceCell<bool>,
    legal: OnceCell<Vec<Prospect>>,
    moves: OnceCell<Vec<Move>>,
    texts: OnceCell<HashSet<String>>,
    prospects: OnceCell<Vec<Prospect>>,
    actions: Vec<Offer>,
    ways: RefCell<Ways<'a>>,
}

/// The ways of the pieces on squares that leave some things aside.
type Ways<'a> = HashMap<(Square, Leave), Rc<[Way<'a>]>>;

/// What a action offers in the position.
#[derive(Default)]
struct Offer {
    open: OnceCell<bool>,
    prospects: OnceCell<Vec<Prospect>>,
    legal: OnceCell<bool>,
}

/// One way a piece can go, and the rule that gives it.
pub(super) struct Way<'a> {
    pub(super) moves: &'a Moves,
    pub(super) walk: Walk,
}

impl<'a> Study<'a> {
    pub(super) fn new(rules: &'a Rules<'a>, setup: &'a Setup) -> Study<'a> {
        Study {
            rules,
            setup,
            outcome: OnceCell::new(),
            check: OnceCell::new(),
            legal: OnceCell::new(),
            moves: OnceCell::new(),
            texts: OnceCell::new(),
            prospects: OnceCell::new(),
            actions: rules.variant().actions.iter().map(|_| Offer::default()).collect(),
            ways: RefCell::new(HashMap::new()),
        }
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.get_or_init(|| self.rules.outcome(self.setup)).as_ref()
    }

    /// Whether the side to move is bound by check and attacked.
    pub fn in_check(&self) -> bool {
        *self.check.get_or_init(|| self.rules.in_check(self.setup))
    }

    /// The legal moves, sorted; none in a finished game.
    pub fn moves(&self) -> &[Move] {
        self.moves.get_or_init(|| {
            let mut moves: Vec<Move> = self.legal().iter().map(|prospect| prospect.mv.clone()).collect();
            moves.sort();
            moves.dedup();
            moves
        })
    }

    /// The legal moves and what they lead to; none in a finished game.
    pub(super) fn legal(&self) -> &[Prospect] {
        self.legal.get_or_init(|| match self.outcome() {
            Some(_) => Vec::new(),
            None => self.rules.legal_prospects(self.setup),
        })
    }

    /// Whether some legal move can be meant by a text, however leniently it is read.
    pub(super) fn can_mean(&self, text: &str) -> bool {
        let variant = self.rules.variant();
        let key = |mv: &Move| movetext::key(&movetext::write(variant, mv));
        let texts = self.texts.get_or_init(|| self.moves().iter().map(key).collect());
        texts.contains(&movetext::key(text))
    }

    /// The pieces' own moves, safe or not.
    pub(super) fn prospects(&self) -> &[Prospect] {
        self.prospects.get_or_init(|| self.rules.prospects(self.setup))
    }

    /// The actions, each with its number.
    pub(super) fn actions(&self) -> impl Iterator<Item = (usize, &'a Action)> + use<'a> {
        self.rules.variant().actions.iter().enumerate()
    }

    /// Whether the conditions for a action hold.
    pub(super) fn is_open(&self, turn: usize) -> bool {
        let (Some(offer), Some(rule)) = (self.actions.get(turn), self.rules.variant().actions.get(turn))
        else {
            return false;
        };
        *offer.open.get_or_init(|| self.rules.open(self.setup, rule))
    }

    /// What a action offers, its conditions and the safety of royals aside.
    pub(super) fn offered(&self, turn: usize) -> &[Prospect] {
        let (Some(offer), Some(rule)) = (self.actions.get(turn), self.rules.variant().actions.get(turn))
        else {
            return &[];
        };
        offer.prospects.get_or_init(|| self.rules.turn_prospects(self.setup, rule))
    }

    /// Whether a action gives this move.
    pub(super) fn offers(&self, turn: usize, mv: &Move) -> bool {
        let rule = self.rules.variant().actions.get(turn);
        rule.is_some_and(|rule| Wish::of(mv).is_turn(rule))
            && self.offered(turn).iter().any(|prospect| prospect.mv == *mv)
    }

    /// Whether a action gives some legal move.
    pub(super) fn is_had(&self, turn: usize) -> bool {
        let Some(offer) = self.actions.get(turn) else { return false };
        *offer.legal.get_or_init(|| self.moves().iter().any(|mv| self.offers(turn, mv)))
    }

    /// The ways of the piece on `from` that leave some things aside.
    pub(super) fn ways(&self, from: Square, leave: Leave) -> Rc<[Way<'a>]> {
        if let Some(known) = self.ways.borrow().get(&(from, leave)) {
            return Rc::clone(known);
        }
        let piece = self.setup.piece(from);
        let all = piece.map_or(&[][..], |piece| &self.rules.variant().piece_type(piece.piece_type).moves);
        let ways = |moves: &'a Moves| {
            let walks = self.rules.walks_of(self.setup, from, moves, leave).into_iter();
            walks.map(move |walk| Way { moves, walk })
        };
        let found: Rc<[Way<'a>]> = all.iter().flat_map(ways).collect();
        self.ways.borrow_mut().insert((from, leave), Rc::clone(&found));
        found
    }

    /// The ways to which nothing is an obstacle: no piece, no empty square, and where asked no border either.
    pub(super) fn free_ways(&self, from: Square, borders: bool) -> Rc<[Way<'a>]> {
        let mut squares: SquareSet = self.rules.variant().board.squares().collect();
        squares.remove(from);
        self.ways(from, Leave { squares, borders })
    }
}
