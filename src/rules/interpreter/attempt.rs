//! Moves as they are written, tried: what they lead to, or which rules say no.
//!
//! Generation never makes a move along a blocked path; here walks go on past what is in their way, so that
//! every refusal says what that is.

use super::actions::Numbered;
use super::{Allowed, Interpreter, Known, Successor, World};
use crate::base::{Move, Outcome, PieceTypeId, Setup, Square, Verb};
use crate::rules::walk::{Obstacle, Walk};
use crate::rules::{Action, ActionRule, Duty, Moves, Refusal, Rule};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// A move as it is written, legal or not, its choices left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParsedMove {
    /// What is to be done; castling is written as any other move of a piece.
    pub verb: Verb,
    /// The square named first.
    pub from: Option<Square>,
    /// The square named last.
    pub to: Option<Square>,
}

impl ParsedMove {
    /// What is written of a move.
    pub(crate) fn of(mv: &Move) -> ParsedMove {
        let verb = if mv.verb == Verb::Castle { Verb::Go } else { mv.verb };
        ParsedMove { verb, from: mv.from, to: mv.to }
    }

    /// Whether a move is written so, its choices left out.
    pub(crate) fn is(&self, mv: &Move) -> bool {
        *self == ParsedMove::of(mv)
    }
}

/// Why a move is refused.
#[derive(Clone, Debug)]
pub(crate) struct Refused<W = Setup> {
    /// The rules that say no, the deciding one first.
    pub refusals: Vec<Refusal>,
    /// The move carried out all the same, if only what it leads to is refused.
    pub after: Option<Box<Successor<W>>>,
}

impl<W> From<Refusal> for Refused<W> {
    fn from(refusal: Refusal) -> Refused<W> {
        Refused { refusals: vec![refusal], after: None }
    }
}

/// The walks of one piece that ignore what is in their way.
type Hindered<'a> = Rc<[(&'a Moves, Walk, Vec<Obstacle>)]>;

/// What one action offers, its condition and the safety of royals aside.
struct Offer<W> {
    open: OnceCell<Allowed>,
    must: OnceCell<bool>,
    all: OnceCell<Vec<Successor<W>>>,
}

/// One position whose moves are tried: what they share is worked out when it is first asked for.
pub(crate) struct Attempts<'a, W: World = Setup> {
    rules: &'a Interpreter<'a, W>,
    world: &'a W,
    outcome: OnceCell<Option<Outcome>>,
    legal: OnceCell<Vec<Successor<W>>>,
    pieces: OnceCell<Vec<Successor<W>>>,
    offers: Vec<Offer<W>>,
    hindered: RefCell<HashMap<Square, Hindered<'a>>>,
}

impl<'a, W: World> Attempts<'a, W> {
    /// Moves of this position are to be tried.
    pub(crate) fn new(rules: &'a Interpreter<'a, W>, world: &'a W) -> Attempts<'a, W> {
        let offer = |_: &Action| Offer { open: OnceCell::new(), must: OnceCell::new(), all: OnceCell::new() };
        Attempts {
            rules,
            world,
            outcome: OnceCell::new(),
            legal: OnceCell::new(),
            pieces: OnceCell::new(),
            offers: rules.variant.actions.iter().map(offer).collect(),
            hindered: RefCell::default(),
        }
    }

    /// How the game ended, if it has.
    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.outcome.get_or_init(|| self.rules.outcome(self.world)).as_ref()
    }

    /// The legal moves and what they lead to; none in a finished game.
    pub(crate) fn legal(&self) -> &[Successor<W>] {
        self.legal.get_or_init(|| {
            self.rules.refill();
            match self.outcome() {
                Some(_) => Vec::new(),
                None => self.world.unended(self.rules).collect(),
            }
        })
    }

    /// Tries a move: all legal moves that are written so, whatever their choices.
    ///
    /// # Errors
    /// When there is none; with the rules that say no.
    pub(crate) fn attempt(&self, parsed: &ParsedMove) -> Result<Vec<&Successor<W>>, Refused<W>> {
        if self.outcome().is_some() {
            return Err(Refusal::new(Rule::Over, Default::default()).into());
        }
        if let Some(from) = parsed.from {
            let origin = self.rules.variant.royalty.origin;
            let piece = self.world.piece(from).ok_or(Refusal::at(Rule::NoPiece, Default::default(), from))?;
            let piece_type = self.rules.variant.piece_type(piece.piece_type);
            if piece.color != self.world.turn() {
                return Err(Refusal::at(Rule::NotYours, piece_type.origin, from).into());
            }
            if parsed.to == Some(from) {
                return Err(Refusal::at(Rule::SameSquare, origin, from).into());
            }
        }
        let meant: Vec<&Successor<W>> = self.legal().iter().filter(|next| parsed.is(&next.mv)).collect();
        if !meant.is_empty() {
            return Ok(meant);
        }
        self.is_bound_to(parsed)?;
        match (parsed.verb, parsed.from.zip(parsed.to)) {
            (Verb::Go | Verb::Castle, Some((from, to))) => Err(self.not_going(parsed, from, to)),
            (Verb::Exchange, Some((from, to))) => {
                let own = self.pieces().iter().any(|next| parsed.is(&next.mv));
                let refused = if own { None } else { self.no_action(parsed) };
                Err(refused.unwrap_or_else(|| self.not_going(parsed, from, to)))
            }
            _ => {
                let never =
                    || Refusal::new(self.no_such_action(parsed.verb), self.origin_at(parsed.from)).into();
                Err(self.no_action(parsed).unwrap_or_else(never))
            }
        }
    }

    /// Whether an action must be taken before anything else.
    pub(crate) fn must(&self, number: usize) -> bool {
        let Some(offer) = self.offers.get(number) else { return false };
        *offer.must.get_or_init(|| match self.rules.variant.actions.get(number).map(|action| action.duty) {
            Some(Duty::Must) => self.is_open(number).is_ok(),
            Some(Duty::MustIfCan) => self.legal().iter().any(|next| self.gives(number, &next.mv)),
            Some(Duty::May) | None => false,
        })
    }

    /// The action that gives a legal move, if one does.
    pub(crate) fn action_of(&self, mv: &Move) -> Option<&'a Action> {
        let mut actions = self.rules.variant.actions.iter().enumerate();
        actions.find(|(number, _)| self.gives(*number, mv)).map(|(_, action)| action)
    }

    fn gives(&self, number: usize, mv: &Move) -> bool {
        self.offered(number).iter().any(|next| next.mv == *mv)
    }

    /// What an action offers, its condition and the safety of royals aside.
    fn offered(&self, number: usize) -> &[Successor<W>] {
        let (Some(offer), Some(rule)) = (self.offers.get(number), self.rules.numbered().nth(number)) else {
            return &[];
        };
        offer.all.get_or_init(|| self.rules.offers(self.world, rule))
    }

    /// Whether the condition of an action holds.
    fn is_open(&self, number: usize) -> Allowed {
        let (Some(offer), Some(rule)) = (self.offers.get(number), self.rules.numbered().nth(number)) else {
            return Ok(());
        };
        *offer.open.get_or_init(|| {
            self.rules.refill();
            let stuck = rule.action.duty == Duty::May && self.rules.is_stuck(self.world);
            self.rules.is_open(self.world, rule, Known { stuck, ..Known::default() })
        })
    }

    /// The pieces' own moves, safe or not.
    fn pieces(&self) -> &[Successor<W>] {
        self.pieces.get_or_init(|| self.rules.pieces_successors(self.world))
    }

    /// Refuses what is not the action that must be taken first. An action that is for the piece explains itself.
    fn is_bound_to(&self, parsed: &ParsedMove) -> Allowed {
        for rule in self.rules.numbered().filter(|rule| self.must(rule.number)) {
            let own = self.rules.try_action(self.world, rule, parsed).is_some_and(|tried| {
                !tried.is_err_and(|refusal| matches!(refusal.rule, Rule::Action(_, ActionRule::NotFor)))
            });
            if !own && !self.offered(rule.number).iter().any(|next| parsed.is(&next.mv)) {
                return Err(rule.refuse(ActionRule::Duty, "must", None));
            }
        }
        Ok(())
    }

    /// Why no action makes a move; nothing if no action makes such moves at all.
    fn no_action(&self, parsed: &ParsedMove) -> Option<Refused<W>> {
        let mut refused: Option<Refused<W>> = None;
        for rule in self.rules.numbered() {
            let Some(tried) = self.rules.try_action(self.world, rule, parsed) else { continue };
            let this = match tried {
                Ok(next) => self.not_allowed(rule, next),
                Err(refusal) => refusal.into(),
            };
            // An action that is for the piece says more than one that is not.
            let vague = |refused: &Refused<W>| {
                let not_for = |refusal: &Refusal| {
                    matches!(refusal.rule, Rule::Action(_, ActionRule::NotFor) | Rule::NeverDropped(_))
                };
                refused.refusals.iter().any(not_for)
            };
            if refused.as_ref().is_none_or(|first| vague(first) && !vague(&this)) {
                refused = Some(this);
            }
        }
        refused
    }

    /// Why an action is refused that can be carried out.
    fn not_allowed(&self, rule: Numbered<'a>, next: Successor<W>) -> Refused<W> {
        if let Err(refusal) = self.is_open(rule.number) {
            return refusal.into();
        }
        self.rules.refill();
        let refusal = self.rules.may_stand(self.world, rule, &next).err();
        self.refused_after(refusal, next)
    }

    fn refused_after(&self, refusal: Option<Refusal>, next: Successor<W>) -> Refused<W> {
        // A move that nothing speaks against is kept back by a duty.
        let bound = || self.rules.numbered().find(|rule| self.must(rule.number));
        let duty = || bound().map(|rule| rule.refuse(ActionRule::Duty, "must", None));
        let refusal = refusal.or_else(duty);
        let refusal =
            refusal.unwrap_or_else(|| Refusal::new(Rule::NoSuchAction, self.origin_at(next.mv.from)));
        Refused { refusals: vec![refusal], after: Some(Box::new(next)) }
    }

    fn no_such_action(&self, verb: Verb) -> Rule {
        match verb {
            Verb::Drop(piece_type) if self.world.held(piece_type, self.world.turn()) == 0 => {
                Rule::NotInHand(piece_type)
            }
            Verb::Drop(piece_type) => Rule::NeverDropped(piece_type),
            _ => Rule::NoSuchAction,
        }
    }

    /// Where the type of the piece on a square is written.
    fn origin_at(&self, square: Option<Square>) -> crate::rules::Origin {
        let piece = square.and_then(|square| self.world.piece(square));
        piece.map(|piece| self.rules.variant.piece_type(piece.piece_type).origin).unwrap_or_default()
    }

    /// Why a piece does not go from one square to another.
    fn not_going(&self, parsed: &ParsedMove, from: Square, to: Square) -> Refused<W> {
        let (rules, world) = (self.rules, self.world);
        if let Some(next) = self.pieces().iter().find(|next| parsed.is(&next.mv)) {
            let refusal = rules.is_safe(&next.after, world.turn()).err();
            return self.refused_after(refusal, next.clone());
        }
        let hindered = self.hindered(from);
        let there = hindered.iter().filter(|(_, walk, _)| walk.to == to);
        let refused = |walk: &Walk| rules.carry_out(world, walk).err();
        let mut open = there.clone().filter(|(_, _, obstacles)| obstacles.is_empty());
        if let Some(refusal) = open.find_map(|(_, walk, _)| refused(walk)) {
            return refusal.into();
        }
        let castlings = rules.variant.castlings.iter().enumerate();
        let mut own = castlings.filter(|(_, rule)| rule.color == world.turn() && rule.king == (from, to));
        if let Some(refusal) = own.find_map(|(number, _)| rules.castle(world, number).err()) {
            return refusal.into();
        }
        let hampered = there.filter(|(_, _, obstacles)| !obstacles.is_empty());
        let nearest = hampered.min_by_key(|(_, _, obstacles)| (obstacles.len(), self.rank(obstacles, to)));
        if let Some((moves, _, obstacles)) = nearest {
            let refusals = obstacles.iter().map(|obstacle| self.hindering(moves, *obstacle, from, to));
            return Refused { refusals: refusals.collect(), after: None };
        }
        Refused { refusals: self.out_of_reach(from, to), after: None }
    }

    fn hindered(&self, from: Square) -> Hindered<'a> {
        let mut known = self.hindered.borrow_mut();
        Rc::clone(known.entry(from).or_insert_with(|| self.rules.hindered_walks(self.world, from).into()))
    }

    /// Which of several obstacles says most: a rule, then what stands on the target, then what stands on the way.
    fn rank(&self, obstacles: &[Obstacle], to: Square) -> usize {
        let rank = |obstacle: &Obstacle| match obstacle {
            Obstacle::Step(_) => 0,
            Obstacle::Holds(square, _) if *square == to => 1,
            Obstacle::Holds(square, _) if self.world.piece(*square).is_some() => 2,
            Obstacle::Holds(..) => 3,
            Obstacle::HasMoved => 4,
        };
        obstacles.iter().map(rank).max().unwrap_or(0)
    }

    fn hindering(&self, moves: &Moves, obstacle: Obstacle, from: Square, to: Square) -> Refusal {
        match obstacle {
            Obstacle::Step(refusal) => refusal,
            Obstacle::HasMoved => Refusal::at(Rule::HasMoved, moves.origin, from),
            Obstacle::Holds(square, needed) => {
                let rule = match self.world.piece(square) {
                    _ if square == to => Rule::BadTarget(needed),
                    Some(_) => Rule::Blocked,
                    None => Rule::NothingToUse,
                };
                Refusal::at(rule, moves.origin, square)
            }
        }
    }

    fn out_of_reach(&self, from: Square, to: Square) -> Vec<Refusal> {
        let piece_type: Option<PieceTypeId> = self.world.piece(from).map(|piece| piece.piece_type);
        let all = piece_type.map_or(&[][..], |id| &self.rules.variant.piece_type(id).moves);
        let here = self.rules.moves_of(self.world, from).filter_map(|moves| {
            let number = all.iter().position(|other| std::ptr::eq(other, moves))?;
            Some(Refusal::at(Rule::OutOfReach(number), moves.origin, to))
        });
        let refusals: Vec<Refusal> = here.collect();
        match refusals.is_empty() {
            true => vec![Refusal::at(Rule::NeverMoves, self.origin_at(Some(from)), from)],
            false => refusals,
        }
    }
}
