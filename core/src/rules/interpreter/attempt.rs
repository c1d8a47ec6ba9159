//! Attempts to make moves as written. The result is either the positions after the move or the rules that make it
//! illegal.
//!
//! [`Attempts`] holds one position, and [`Attempts::attempt`] is the entry point. Here, walks continue past their
//! obstacles, so that a refusal can name all of them.

use super::actions::Numbered;
use super::{Allowed, ConditionFacts, Interpreter, Successor, World};
use crate::base::{Move, Outcome, Setup, Square, Verb};
use crate::rules::walk::{Obstacle, Walk};
use crate::rules::{Action, ActionRule, Duty, Moves, Origin, Refusal, Rule};
use std::cell::OnceCell;

/// A move as written, legal or not, without its choices. Castling has the same form as other moves of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedMove {
    pub verb: Verb,
    /// The first square in the text.
    pub from: Option<Square>,
    /// The last square in the text.
    pub to: Option<Square>,
}

impl ParsedMove {
    /// Returns true if the text of `mv` has this form, ignoring its choices.
    pub fn is(&self, mv: &Move) -> bool {
        let verb = if mv.verb == Verb::Castle { Verb::Go } else { mv.verb };
        *self == ParsedMove { verb, from: mv.from, to: mv.to }
    }
}

/// The reasons why a move is illegal.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The rules that make the move illegal, the decisive one first.
    pub refusals: Vec<Refusal>,
    /// The result of the move, if the move can be made but its result is illegal.
    pub after: Option<Box<Successor<Setup>>>,
    /// The refusals of other actions that have moves of the same form.
    pub others: Vec<Refused>,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused { refusals: vec![refusal], after: None, others: Vec::new() }
    }
}

/// The walks of one piece past obstacles, each with the obstacles that it ignores.
type Hindered<'a> = Vec<(&'a Moves, Walk, Vec<Obstacle>)>;

/// The moves of one action before its condition and the safety of royals are verified.
struct ActionMoves<'a> {
    rule: Numbered<'a>,
    open: Allowed,
    /// True if the action is mandatory.
    must: bool,
    all: Vec<Successor<Setup>>,
}

impl ActionMoves<'_> {
    fn gives(&self, mv: &Move) -> bool {
        self.all.iter().any(|next| next.mv == *mv)
    }
}

/// A position in which moves are tried, with cached results.
pub struct Attempts<'a> {
    rules: &'a Interpreter<'a>,
    world: &'a Setup,
    pub outcome: Option<Outcome>,
    /// The legal moves with their results. Empty if the game has ended.
    pub legal: Vec<Successor<Setup>>,
    /// The pieces' own moves, before the safety of royals is verified.
    pieces: Vec<Successor<Setup>>,
    offers: Vec<ActionMoves<'a>>,
    /// The walks past obstacles by start square. They are cached because they are expensive to compute.
    hindered: Vec<OnceCell<Hindered<'a>>>,
}

impl<'a> Attempts<'a> {
    pub fn new(rules: &'a Interpreter<'a>, world: &'a Setup) -> Attempts<'a> {
        let outcome = rules.outcome(world);
        let legal = if outcome.is_some() { Vec::new() } else { rules.unended_step_by_step(world).collect() };
        let legal = Successor::distinct(legal);
        let offer = |rule: Numbered<'a>| {
            // Mandatory actions are tried first, so they never depend on the absence of other moves.
            let stuck = rule.action.duty == Duty::May && rules.is_stuck(world);
            let open = rules.is_open(world, rule, ConditionFacts { stuck, ..ConditionFacts::default() });
            let mut offer = ActionMoves { rule, open, must: false, all: rules.offers(world, rule) };
            offer.must = match rule.action.duty {
                Duty::Must => open.is_ok(),
                Duty::MustIfCan => legal.iter().any(|next: &Successor<Setup>| offer.gives(&next.mv)),
                Duty::May => false,
            };
            offer
        };
        let offers = rules.numbered().map(offer).collect();
        let (pieces, hindered) =
            (rules.pieces_successors(world).collect(), vec![OnceCell::new(); world.pieces.len()]);
        Attempts { rules, world, outcome, legal, pieces, offers, hindered }
    }

    /// Returns all legal moves of this form, with any choices.
    ///
    /// # Errors
    /// If there are none, returns the rules that make the move illegal.
    pub fn attempt(&self, parsed: &ParsedMove) -> Result<Vec<&Successor<Setup>>, Refused> {
        if self.outcome.is_some() {
            return Err(Refusal::new(Rule::Over, Default::default()).into());
        }
        if let Some(from) = parsed.from {
            // These refusals hold in every game, so they have no line in a file.
            let nowhere = Origin::default();
            let piece = self.world.piece(from).ok_or(Refusal::at(Rule::NoPiece, nowhere, from))?;
            let piece_type = self.rules.variant.piece_type(piece.piece_type);
            if piece_type.neutral {
                return Err(Refusal::at(Rule::Neutral, piece_type.origin, from).into());
            }
            if piece.color != self.world.turn {
                return Err(Refusal::at(Rule::NotYours, nowhere, from).into());
            }
            // A piece can move to its own square only by an action or by a walk that returns to its start.
            let in_place = || match parsed.verb {
                Verb::Place => self.no_action(parsed).is_some(),
                Verb::Go => self.hindered(from).iter().any(|(_, walk, _)| walk.to == from),
                Verb::Castle | Verb::Exchange | Verb::Drop(_) | Verb::Pass => false,
            };
            if parsed.to == Some(from) && !in_place() {
                return Err(Refusal::at(Rule::SameSquare, nowhere, from).into());
            }
        }
        let matching: Vec<_> = self.legal.iter().filter(|next| parsed.is(&next.mv)).collect();
        if !matching.is_empty() {
            return Ok(matching);
        }
        self.is_bound_to(parsed)?;
        match (parsed.verb, parsed.from.zip(parsed.to)) {
            (Verb::Go | Verb::Castle, Some((from, to))) => Err(self.not_going(parsed, from, to)),
            (Verb::Exchange, Some((from, to))) => {
                let own = self.pieces.iter().any(|next| parsed.is(&next.mv));
                let refused = if own { None } else { self.no_action(parsed) };
                Err(refused.unwrap_or_else(|| self.not_going(parsed, from, to)))
            }
            _ => {
                let never = || Refusal::new(self.no_such_action(parsed.verb), Origin::default()).into();
                Err(self.no_action(parsed).unwrap_or_else(never))
            }
        }
    }

    pub fn duties(&self) -> impl Iterator<Item = &'a Action> + '_ {
        self.offers.iter().filter(|offer| offer.must).map(|offer| offer.rule.action)
    }

    /// Returns the action that generates a legal move, if any.
    pub fn action_of(&self, mv: &Move) -> Option<&'a Action> {
        self.offers.iter().find(|offer| offer.gives(mv)).map(|offer| offer.rule.action)
    }

    /// Refuses moves other than a mandatory action. If another action applies to the piece, its own refusal
    /// follows later.
    fn is_bound_to(&self, parsed: &ParsedMove) -> Allowed {
        for offer in self.offers.iter().filter(|offer| offer.must) {
            let own = self.rules.try_action(self.world, offer.rule, parsed).is_some_and(|tried| {
                !tried.is_err_and(|refusal| matches!(refusal.rule, Rule::Action(_, ActionRule::NotFor)))
            });
            if !own && !offer.all.iter().any(|next| parsed.is(&next.mv)) {
                return Err(offer.rule.refuse(ActionRule::Duty, "must", None));
            }
        }
        Ok(())
    }

    /// Returns the refusals of all actions for a move, or `None` if no action has moves of this form.
    fn no_action(&self, parsed: &ParsedMove) -> Option<Refused> {
        let tried = self.offers.iter().filter_map(|offer| {
            let tried = self.rules.try_action(self.world, offer.rule, parsed)?;
            let first = tried.map(|all| all.into_iter().next()).transpose()?;
            Some(first.map_or_else(Refused::from, |next| self.not_allowed(offer, next)))
        });
        // A refusal by an action that applies to the piece is more informative than one by an action that does
        // not.
        let is_vague = |refused: &Refused| {
            let not_for = |refusal: &Refusal| {
                matches!(refusal.rule, Rule::Action(_, ActionRule::NotFor) | Rule::NeverDropped(_))
            };
            refused.refusals.iter().any(not_for)
        };
        let (vague, mut plain): (Vec<Refused>, Vec<Refused>) = tried.partition(is_vague);
        if plain.is_empty() {
            return vague.into_iter().next();
        }
        let others = plain.split_off(1);
        plain.pop().map(|first| Refused { others, ..first })
    }

    /// Returns the refusal of an action whose act is possible.
    fn not_allowed(&self, offer: &ActionMoves<'a>, next: Successor<Setup>) -> Refused {
        if let Err(refusal) = offer.open {
            return refusal.into();
        }
        let refusal = self.rules.may_stand(self.world, offer.rule, &next).err();
        self.refused_after(refusal, next)
    }

    fn refused_after(&self, refusal: Option<Refusal>, next: Successor<Setup>) -> Refused {
        // A move without another refusal is illegal because of a mandatory action or a restriction.
        let bound = self.offers.iter().find(|offer| offer.must);
        let duty = bound.map(|offer| offer.rule.refuse(ActionRule::Duty, "must", None));
        let none = || Refusal::new(Rule::NoSuchAction, Origin::default());
        let kept = || self.rules.unmet_obligation(self.world, &next, &self.legal);
        Refused {
            refusals: vec![refusal.or(duty).or_else(kept).unwrap_or_else(none)],
            after: Some(Box::new(next)),
            others: Vec::new(),
        }
    }

    fn no_such_action(&self, verb: Verb) -> Rule {
        match verb {
            Verb::Drop(piece_type) if World::held(self.world, piece_type, self.world.turn) == 0 => {
                Rule::NotInHand(piece_type)
            }
            Verb::Drop(piece_type) => Rule::NeverDropped(piece_type),
            Verb::Go | Verb::Castle | Verb::Place | Verb::Exchange | Verb::Pass => Rule::NoSuchAction,
        }
    }

    fn origin_at(&self, square: Square) -> Origin {
        let piece = self.world.piece(square);
        piece.map(|piece| self.rules.variant.piece_type(piece.piece_type).origin).unwrap_or_default()
    }

    fn not_going(&self, parsed: &ParsedMove, from: Square, to: Square) -> Refused {
        let (rules, world) = (self.rules, self.world);
        // The reasons are tried in order of precision: an illegal result, an impossible capture or arrival, an
        // impossible castling, obstacles on the path, and finally no path at all.
        if let Some(next) = self.pieces.iter().find(|next| parsed.is(&next.mv)) {
            let refusal = rules.may_be_made(world, next, &rules.bans(world)).err();
            return self.refused_after(refusal, next.clone());
        }
        let hindered = self.hindered(from);
        let there = hindered.iter().filter(|(_, walk, _)| walk.to == to);
        let refused = |(moves, walk): (&Moves, &Walk)| rules.carry_out(world, Some(moves), walk).err();
        let mut open = there.clone().filter(|(_, _, obstacles)| obstacles.is_empty());
        if let Some(refusal) = open.find_map(|(moves, walk, _)| refused((moves, walk))) {
            return refusal.into();
        }
        let castlings = rules.variant.castlings.iter().enumerate();
        let mut own = castlings
            .filter(|(_, rule)| rule.color == world.turn && (rule.king.0, rule.target()) == (from, to));
        if let Some(refusal) = own.find_map(|(number, _)| rules.castle(world, number).err()) {
            return refusal.into();
        }
        let hampered = there.filter(|(_, _, obstacles)| !obstacles.is_empty());
        let nearest = hampered.min_by_key(|(_, _, obstacles)| (obstacles.len(), self.rank(obstacles, to)));
        if let Some((moves, _, obstacles)) = nearest {
            let refusals = obstacles.iter().map(|obstacle| self.hindering(moves, *obstacle, from, to));
            return Refused { refusals: refusals.collect(), after: None, others: Vec::new() };
        }
        Refused { refusals: self.out_of_reach(from, to), after: None, others: Vec::new() }
    }

    fn hindered(&self, from: Square) -> &[(&'a Moves, Walk, Vec<Obstacle>)] {
        let found = || self.rules.hindered_walks(self.world, from);
        self.hindered.get(from.index()).map_or(&[], |walks| walks.get_or_init(found))
    }

    /// Ranks a list of obstacles. The lowest rank is the most informative: first a rule, then the target square,
    /// then the squares on the path.
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
        let piece = self.world.piece(from);
        let all = piece.map_or(&[][..], |piece| &self.rules.variant.piece_type(piece.piece_type).moves);
        let here = self.rules.moves_of(self.world, from).filter_map(|moves| {
            let number = all.iter().position(|other| std::ptr::eq(other, moves))?;
            Some(Refusal::at(Rule::OutOfReach(number), moves.origin, to))
        });
        let refusals: Vec<Refusal> = here.collect();
        match refusals.is_empty() {
            true => vec![Refusal::at(Rule::NeverMoves, self.origin_at(from), from)],
            false => refusals,
        }
    }
}
