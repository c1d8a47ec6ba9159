//! Canonical forms of rules: two rules are the same if they have the same form.
//!
//! A form contains names of pieces, rights, and squares instead of numbers, and neither places nor texts for readers.
//! Lists whose order has no meaning are sorted, formulas are flattened, and kinds of moves with equal limits are united
//! into one automaton, so that the form does not depend on the notation. Forms are compared and never shown.
//!
//! [`Canon::rule`] is the entry point. `rules` destructures every struct without `..`, so that no part of a rule can be
//! forgotten.

mod rules;

use crate::base::{PieceTypeId, SquareSet, sort_by_key};
use crate::rules::{
    Amount, CaptureTest, Condition, Fact, Formula, PieceCount, PieceFilter, PieceTest, RuleKind, Total,
    Variant, Zone,
};
use std::collections::BTreeSet;

/// The canonical forms of the rules of one game.
#[derive(Clone, Copy)]
pub struct Canon<'v>(pub &'v Variant);

/// A formula in its canonical form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    Leaf(String),
    /// A piece of one of these types.
    Types(BTreeSet<String>),
    Not(Box<Term>),
    Every(BTreeSet<Term>),
    AnyOf(BTreeSet<Term>),
}

impl Term {
    fn of<L>(formula: &Formula<L>, leaf: &dyn Fn(&L) -> Term) -> Term {
        match formula {
            Formula::Leaf(own) => leaf(own),
            Formula::Not(inner) => Term::of(inner, leaf).negated(),
            Formula::Every(all) => Term::every(all.iter().map(|one| Term::of(one, leaf))),
            Formula::AnyOf(any) => Term::any_of(any.iter().map(|one| Term::of(one, leaf))),
        }
    }

    fn negated(self) -> Term {
        if let Term::Not(inner) = self { *inner } else { Term::Not(Box::new(self)) }
    }

    fn every(all: impl Iterator<Item = Term>) -> Term {
        let parts = |term| if let Term::Every(inner) = term { inner } else { BTreeSet::from([term]) };
        let all: BTreeSet<Term> = all.flat_map(parts).collect();
        Term::only(&all).unwrap_or(Term::Every(all))
    }

    fn any_of(any: impl Iterator<Item = Term>) -> Term {
        let parts = |term| if let Term::AnyOf(inner) = term { inner } else { BTreeSet::from([term]) };
        let (mut types, mut all) = (BTreeSet::new(), BTreeSet::new());
        for term in any.flat_map(parts) {
            match term {
                Term::Types(own) => types.extend(own),
                other @ (Term::Leaf(_) | Term::Not(_) | Term::Every(_) | Term::AnyOf(_)) => {
                    all.insert(other);
                }
            }
        }
        all.extend((!types.is_empty()).then_some(Term::Types(types)));
        Term::only(&all).unwrap_or(Term::AnyOf(all))
    }

    fn only(all: &BTreeSet<Term>) -> Option<Term> {
        all.first().filter(|_| all.len() == 1).cloned()
    }
}

impl<'v> Canon<'v> {
    /// Returns the forms of all rules of the game, in an order that depends on that of the file only where it counts.
    pub fn game(self) -> Vec<(RuleKind, String)> {
        let mut all: Vec<(RuleKind, String)> =
            self.0.rules().into_iter().map(|rule| (rule.kind(), self.rule(rule))).collect();
        let is_ordered = |kind| matches!(kind, RuleKind::Ending | RuleKind::MoveRule | RuleKind::FollowUp);
        sort_by_key(&mut all, |(kind, form)| (*kind, (!is_ordered(*kind)).then(|| form.clone())));
        all
    }

    fn type_name(self, id: PieceTypeId) -> String {
        self.0.piece_types.get(id.index()).map_or_else(String::new, |own| own.name())
    }

    fn type_names(self, ids: &[PieceTypeId]) -> BTreeSet<String> {
        ids.iter().map(|id| self.type_name(*id)).collect()
    }

    fn right_name(self, right: usize) -> &'v str {
        self.0.rights.get(right).map_or("", |right| &right.name)
    }

    /// Returns the names of squares. The whole board has a name of its own, because most zones cover it.
    fn squares(self, squares: SquareSet) -> String {
        let board = &self.0.board;
        if board.squares().all(|square| squares.contains(square)) {
            return "board".to_owned();
        }
        let names =
            board.squares().filter(|square| squares.contains(*square)).map(|square| board.name(square));
        let names: BTreeSet<&str> = names.collect();
        names.into_iter().collect::<Vec<_>>().join(" ")
    }

    fn zone(self, zone: &Zone) -> String {
        let Zone { name: _, squares } = zone;
        format!("{} / {}", self.squares(squares.white), self.squares(squares.black))
    }

    fn filter(self, filter: &PieceFilter) -> String {
        format!("{:?}", Term::of(filter, &|test| self.test(test)))
    }

    /// Returns the form of a filter that is applied to pieces of one type only.
    fn filter_of(self, own: &str, filter: &PieceFilter) -> String {
        let test = |test: &PieceTest| match test.piece_types() {
            Some(ids) if self.type_names(ids).contains(own) => Term::Every(BTreeSet::new()),
            Some(_) | None => self.test(test),
        };
        format!("{:?}", Term::of(filter, &test))
    }

    fn test(self, test: &PieceTest) -> Term {
        match test {
            // A conjunction of nothing is always true.
            PieceTest::All => Term::Every(BTreeSet::new()),
            PieceTest::PieceTypes(ids) => Term::Types(self.type_names(ids)),
            PieceTest::In(zone) => Term::Leaf(format!("in {}", self.zone(zone))),
            PieceTest::Related(relation, pieces) => {
                Term::Leaf(format!("{relation:?} {}", self.filter(pieces)))
            }
            PieceTest::Own | PieceTest::Enemy | PieceTest::Royal | PieceTest::Leader => {
                Term::Leaf(format!("{test:?}"))
            }
        }
    }

    fn condition(self, condition: &Condition) -> String {
        format!("{:?}", Term::of(condition, &|fact| Term::Leaf(self.fact(fact))))
    }

    fn count(self, count: &PieceCount) -> String {
        let PieceCount { pieces, is, number } = count;
        format!("{} {is:?} {number}", self.filter(pieces))
    }

    fn total(self, total: &Total) -> String {
        let Total { pieces, within, points } = total;
        format!("{} {within:?} {points}", self.filter(pieces))
    }

    pub(super) fn amount(self, amount: &Amount) -> String {
        match amount {
            Amount::Number(number) => number.to_string(),
            Amount::Total(total) => self.total(total),
            Amount::Uses { right, enemy } => format!("uses {enemy} {}", self.right_name(*right)),
        }
    }

    fn fact(self, fact: &Fact) -> String {
        match fact {
            Fact::InCheck | Fact::EnemyInCheck | Fact::FirstOfTurn | Fact::LastOfTurn | Fact::RoyalsFace => {
                format!("{fact:?}")
            }
            Fact::NoOtherMove => format!("{fact:?}"),
            Fact::Count(count) => format!("count {}", self.count(count)),
            Fact::Held(count) => format!("held {}", self.count(count)),
            Fact::Forks { number, pieces } => format!("forks {number} {}", self.filter(pieces)),
            Fact::Traps { pieces, proof } => format!("traps {proof:?} {}", self.filter(pieces)),
            Fact::Empty(zone) => format!("empty {}", self.zone(zone)),
            Fact::UsedUp { right, enemy } => format!("used up {enemy} {}", self.right_name(*right)),
            Fact::Material(pairs) => {
                let sorted = |ids: &[PieceTypeId]| {
                    // The lists are multisets.
                    let mut names: Vec<String> = ids.iter().map(|id| self.type_name(*id)).collect();
                    names.sort_unstable();
                    names
                };
                let pair = |(one, other): &(Vec<PieceTypeId>, Vec<PieceTypeId>)| {
                    let (one, other) = (sorted(one), sorted(other));
                    if one <= other { (one, other) } else { (other, one) }
                };
                format!("material {:?}", pairs.iter().map(pair).collect::<BTreeSet<_>>())
            }
            Fact::OneShade(ids) => format!("one shade {:?}", self.type_names(ids)),
            Fact::CanReach(inner) => format!("can reach {}", self.condition(inner)),
            Fact::Captured(test) => {
                let CaptureTest { pieces, by } = &**test;
                format!("captured {} by {:?}", self.filter(pieces), by.as_ref().map(|by| self.filter(by)))
            }
            Fact::Totals { one, is, other } => {
                format!("total {} {is:?} {}", self.amount(one), self.amount(other))
            }
            Fact::ToMove(_) | Fact::Turn { is: _, number: _ } | Fact::Checkmate | Fact::Stalemate => {
                format!("{fact:?}")
            }
            Fact::NoMove | Fact::Repetition(_) | Fact::Perpetual { times: _, giving: _ } | Fact::Quiet(_) => {
                format!("{fact:?}")
            }
        }
    }
}
