//! The values of slots with forms of their own: pieces, squares, conditions, and effects.

use super::{Fill, PhraseFill, item, say};
use crate::form::Slot;

/// A description of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceFill {
    whose: Option<&'static str>,
    noun: Fill,
    area: Option<SquareFill>,
    relation: Option<(&'static str, Box<PieceFill>)>,
    except: Vec<PieceFill>,
}

/// A set of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareFill {
    areas: Vec<PhraseFill>,
    except: Vec<PhraseFill>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionFill {
    Fact(PhraseFill),
    All(Vec<ConditionFill>),
    Any(Vec<ConditionFill>),
}

/// An effect of an arrival or another rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectFill(PhraseFill);

fn phrase(slot: Slot, fills: impl IntoIterator<Item = Fill>) -> PhraseFill {
    PhraseFill { slot, fills: fills.into_iter().collect() }
}

impl From<PhraseFill> for Fill {
    fn from(phrase: PhraseFill) -> Fill {
        Fill::Phrase(phrase)
    }
}

impl PieceFill {
    fn of(noun: Fill) -> PieceFill {
        PieceFill { whose: None, noun, area: None, relation: None, except: Vec::new() }
    }

    /// Returns all pieces.
    pub fn all() -> PieceFill {
        PieceFill::of(Fill::Say("piece"))
    }

    /// Returns the pieces with one of these names. There must be a name.
    pub fn named<N: ToString>(names: &[N]) -> PieceFill {
        let piece = |name: &N| item(Slot::Piece, name.to_string());
        match names {
            [name] => PieceFill::of(piece(name)),
            names => {
                let each = |name: &N| PieceFill::of(piece(name)).into();
                PieceFill::of(phrase(Slot::Noun, names.iter().map(each)).into())
            }
        }
    }

    pub fn own(self) -> PieceFill {
        PieceFill { whose: Some("own"), ..self }
    }

    pub fn enemy(self) -> PieceFill {
        PieceFill { whose: Some("enemy"), ..self }
    }

    /// Returns the pieces of both sides, if the word `any` makes this clearer.
    pub fn any(self) -> PieceFill {
        PieceFill { whose: Some("any"), ..self }
    }

    /// Limits the pieces to those on some squares.
    pub fn inside(self, squares: &SquareFill) -> PieceFill {
        PieceFill { area: Some(squares.clone()), ..self }
    }

    pub fn except(mut self, pieces: PieceFill) -> PieceFill {
        self.except.push(pieces);
        self
    }

    pub fn beside(self, pieces: PieceFill) -> PieceFill {
        PieceFill { relation: Some(("beside", Box::new(pieces))), ..self }
    }

    pub fn attacked_by(self, pieces: PieceFill) -> PieceFill {
        PieceFill { relation: Some(("attacked by", Box::new(pieces))), ..self }
    }

    fn filter(self) -> Fill {
        let mut fills: Vec<Fill> = Vec::new();
        fills.extend(self.whose.map(|word| phrase(Slot::Whose, [Fill::Say(word)]).into()));
        fills.push(match self.noun {
            noun @ Fill::Phrase(_) => noun,
            noun => phrase(Slot::Noun, [noun]).into(),
        });
        fills.extend(self.area.into_iter().flat_map(|area| [Fill::Say("in"), area.area()]));
        if let Some((word, pieces)) = self.relation {
            fills.push(phrase(Slot::Relation, say(word)).into());
            fills.push(pieces.filter());
        }
        phrase(Slot::Filter, fills).into()
    }
}

/// Creates the value of a slot for an event, such as `castling`.
pub fn event(word: &'static str) -> Fill {
    phrase(Slot::Events, [phrase(Slot::Event, [Fill::Say(word)]).into()]).into()
}

/// Creates the value of a slot for pieces that can be dropped. There must be a name.
pub fn held<N: ToString>(names: &[N]) -> Fill {
    phrase(Slot::Held, names.iter().map(|name| item(Slot::Piece, name.to_string()))).into()
}

impl From<PieceFill> for Fill {
    fn from(mut pieces: PieceFill) -> Fill {
        let except = std::mem::take(&mut pieces.except);
        phrase(
            Slot::Pieces,
            std::iter::once(pieces.filter()).chain(except.into_iter().map(PieceFill::filter)),
        )
        .into()
    }
}

impl SquareFill {
    fn of(fills: impl IntoIterator<Item = Fill>) -> SquareFill {
        SquareFill { areas: vec![phrase(Slot::Area, fills)], except: Vec::new() }
    }

    /// Returns all squares of the grid.
    pub fn grid() -> SquareFill {
        SquareFill::of([Fill::Say("grid")])
    }

    pub fn region(name: &str) -> SquareFill {
        SquareFill::of([item(Slot::Region, name)])
    }

    /// Returns the squares of a rank, or of the ranks from the first to the last.
    pub fn ranks(first: i32, last: i32) -> SquareFill {
        let last = (first != last).then(|| item(Slot::Number, last));
        SquareFill::of([Fill::Say("rank"), item(Slot::Number, first)].into_iter().chain(last))
    }

    /// Returns the squares of a file, or of the files from the first to the last.
    pub fn files(first: char, last: char) -> SquareFill {
        let last = (first != last).then(|| item(Slot::Letter, last));
        SquareFill::of([Fill::Say("file"), item(Slot::Letter, first)].into_iter().chain(last))
    }

    /// Returns the squares of a rectangle with these corners.
    pub fn rectangle(from: &str, to: &str) -> SquareFill {
        SquareFill::of([item(Slot::Square, from), item(Slot::Square, to)])
    }

    /// Returns a list of squares. There must be a square.
    pub fn list(names: &[String]) -> SquareFill {
        match names {
            [name] => SquareFill::of([item(Slot::Square, name)]),
            names => {
                SquareFill::of(names.iter().map(|name| phrase(Slot::Area, [item(Slot::Square, name)]).into()))
            }
        }
    }

    /// Returns the union of both sets.
    pub fn or(mut self, other: SquareFill) -> SquareFill {
        self.areas.extend(other.areas);
        self
    }

    /// Returns the set without the squares of another.
    pub fn except(self, other: SquareFill) -> SquareFill {
        SquareFill { except: other.areas, ..self }
    }

    /// Returns the set as a whole, in parentheses if it is combined.
    fn area(mut self) -> Fill {
        match self.areas.len() {
            1 if self.except.is_empty() => self.areas.remove(0).into(),
            _ => phrase(Slot::Area, [Fill::from(self)]).into(),
        }
    }
}

impl From<SquareFill> for Fill {
    fn from(squares: SquareFill) -> Fill {
        let union = |areas: Vec<PhraseFill>| phrase(Slot::Union, areas.into_iter().map(Fill::from)).into();
        let except = (!squares.except.is_empty()).then_some(squares.except);
        phrase(Slot::Squares, std::iter::once(squares.areas).chain(except).map(union)).into()
    }
}

impl ConditionFill {
    /// Returns a condition that consists of these words only, such as `in check`.
    pub fn say(words: &'static str) -> ConditionFill {
        ConditionFill::Fact(phrase(Slot::Fact, say(words)))
    }

    fn fact(fills: impl IntoIterator<Item = Fill>) -> ConditionFill {
        ConditionFill::Fact(phrase(Slot::Fact, fills))
    }

    /// Returns the condition that there are pieces. `held` counts those in hand.
    pub fn some(pieces: PieceFill, held: bool) -> ConditionFill {
        ConditionFill::fact(std::iter::once(pieces.into()).chain(in_hand(held)))
    }

    /// Returns the condition that there are no pieces. `held` counts those in hand.
    pub fn none(pieces: PieceFill, held: bool) -> ConditionFill {
        ConditionFill::fact([Fill::Say("no"), pieces.into()].into_iter().chain(in_hand(held)))
    }

    /// Returns the condition that there are at least so many pieces.
    pub fn at_least(pieces: PieceFill, number: impl ToString) -> ConditionFill {
        let total = phrase(Slot::Total, [Fill::from(pieces)]);
        ConditionFill::fact([total.into(), Fill::Say(">="), item(Slot::Number, number)])
    }

    /// Returns the condition that there are at most so many pieces. `held` counts those in hand.
    pub fn at_most(pieces: PieceFill, held: bool, number: impl ToString) -> ConditionFill {
        let total = phrase(Slot::Total, std::iter::once(Fill::from(pieces)).chain(in_hand(held)));
        ConditionFill::fact([total.into(), Fill::Say("<="), item(Slot::Number, number)])
    }

    /// Returns the comparison of two numbers of pieces on the board, by a sign such as `>`.
    pub fn compared(pieces: PieceFill, sign: &'static str, others: PieceFill) -> ConditionFill {
        let [one, other] = [pieces, others].map(|pieces| phrase(Slot::Total, [Fill::from(pieces)]).into());
        ConditionFill::fact([one, Fill::Say(sign), other])
    }

    /// Returns the condition that a right is used up. The words can be `used up` or `enemy used up`.
    pub fn used_up(words: &'static str, right: &str) -> ConditionFill {
        ConditionFill::fact(say(words).chain([item(Slot::Right, right)]))
    }

    /// Returns a condition on the course of the game, such as `repeated 3 in check`.
    pub fn numbered(word: &'static str, number: impl ToString, rest: Option<&'static str>) -> ConditionFill {
        let rest = rest.into_iter().flat_map(say);
        ConditionFill::fact([Fill::Say(word), item(Slot::Number, number)].into_iter().chain(rest))
    }

    /// Returns the condition that a move of the side to move makes a condition true.
    pub fn reachable(self) -> ConditionFill {
        ConditionFill::fact(say("some move reaches").chain([self.into_fact()]))
    }

    pub fn negated(self) -> ConditionFill {
        ConditionFill::fact([Fill::Say("not"), self.into_fact()])
    }

    /// Returns the condition as a fact, in parentheses if it is a combination.
    fn into_fact(self) -> Fill {
        match self {
            ConditionFill::Fact(fact) => fact.into(),
            ConditionFill::All(mut parts) | ConditionFill::Any(mut parts) if parts.len() == 1 => {
                parts.remove(0).into_fact()
            }
            all @ (ConditionFill::All(_) | ConditionFill::Any(_)) => {
                phrase(Slot::Fact, [Fill::from(all)]).into()
            }
        }
    }

    /// Returns the conditions of which all must be true.
    fn every(self) -> Vec<ConditionFill> {
        match self {
            ConditionFill::All(all) => all.into_iter().flat_map(ConditionFill::every).collect(),
            ConditionFill::Any(mut any) if any.len() == 1 => any.remove(0).every(),
            one @ (ConditionFill::Any(_) | ConditionFill::Fact(_)) => vec![one],
        }
    }

    /// Returns the conditions of which one must be true.
    fn alternatives(self) -> Vec<ConditionFill> {
        match self {
            ConditionFill::Any(any) => any.into_iter().flat_map(ConditionFill::alternatives).collect(),
            ConditionFill::All(mut all) if all.len() == 1 => all.remove(0).alternatives(),
            one @ (ConditionFill::All(_) | ConditionFill::Fact(_)) => vec![one],
        }
    }
}

fn in_hand(held: bool) -> impl Iterator<Item = Fill> {
    held.then(|| say("in hand")).into_iter().flatten()
}

impl From<ConditionFill> for Fill {
    fn from(condition: ConditionFill) -> Fill {
        let every = |condition: ConditionFill| {
            Fill::from(phrase(Slot::All, condition.every().into_iter().map(ConditionFill::into_fact)))
        };
        phrase(Slot::Condition, condition.alternatives().into_iter().map(every)).into()
    }
}

impl EffectFill {
    /// Returns the effect that a piece becomes another one, or one of several. There must be a name.
    pub fn becomes<N: ToString>(names: &[N]) -> EffectFill {
        let choice = (names.len() > 1).then(|| say("one of")).into_iter().flatten();
        let pieces = names.iter().map(|name| item(Slot::Piece, name.to_string()));
        EffectFill(phrase(Slot::Effect, [Fill::Say("becomes")].into_iter().chain(choice).chain(pieces)))
    }

    /// Returns the effect that a piece becomes another one, or one of several, after `may`.
    pub fn may_become<N: ToString>(names: &[N]) -> EffectFill {
        let EffectFill(PhraseFill { slot, mut fills }) = EffectFill::becomes(names);
        fills.splice(..1, [Fill::Say("become")]);
        EffectFill(PhraseFill { slot, fills })
    }

    /// Returns the effect that the pieces next to a piece leave the board.
    pub fn removes_around(pieces: PieceFill) -> EffectFill {
        EffectFill::around("removes", pieces)
    }

    /// Returns the effect that the pieces next to a piece change sides.
    pub fn converts_around(pieces: PieceFill) -> EffectFill {
        EffectFill::around("converts", pieces)
    }

    fn around(verb: &'static str, pieces: PieceFill) -> EffectFill {
        let around = phrase(Slot::Where, [Fill::Say("around")]);
        EffectFill(phrase(Slot::Effect, [Fill::Say(verb), pieces.into(), around.into()]))
    }

    /// Returns the effect on a right, by a verb such as `uses`.
    pub fn right(verb: &'static str, right: &str) -> EffectFill {
        EffectFill(phrase(Slot::Effect, [Fill::Say(verb), item(Slot::Right, right)]))
    }

    /// Adds words to the end of the effect, such as `to hand`.
    pub fn say(self, words: &'static str) -> EffectFill {
        let EffectFill(PhraseFill { slot, mut fills }) = self;
        fills.extend(say(words));
        EffectFill(PhraseFill { slot, fills })
    }
}

impl From<EffectFill> for Fill {
    fn from(effect: EffectFill) -> Fill {
        effect.0.into()
    }
}
