//! Tests that the generator can make every kind of rule, condition, filter, effect, and ending.
//!
//! Each function below matches one enum of the rules without a wildcard, so that a new kind does not compile until it has
//! a phrase here. The phrase is a text that stands in the file of a game with this kind, and a draft must contain it.

use super::invent::invent;
use crate::inside::random::Random;
use ferz_core::rules::{
    Act, After, Binding, Condition, Consequence, Displaced, Duty, EndingResult, Event, Fact, Fate, First,
    Following, Force, Formula, MoveProperty, Near, PieceFilter, PieceTest, Proof, Relation, RuleKind,
    StepClass, Threat, Within,
};
use std::collections::BTreeSet;

/// Defines the list of the phrases of an enum, with a function that covers all its kinds.
macro_rules! kinds {
    ($($list:ident $of:ty { $($kind:pat => $phrase:literal,)* })*) => {
        $(const $list: &[&str] = {
            const fn _phrase(kind: &$of) -> &'static str {
                match kind { $($kind => $phrase,)* }
            }
            &[$($phrase),*]
        };)*
        const ALL: &[(&str, &[&str])] = &[$((stringify!($list), $list)),*];
    };
}

kinds! {
    RULES RuleKind {
        RuleKind::Board => "board",
        RuleKind::Region => "region ",
        RuleKind::Array => "array second from",
        RuleKind::Hands => "hands without captures",
        RuleKind::Piece => "piece ",
        RuleKind::Royal => "royal 2",
        RuleKind::Neutral => "neutral",
        RuleKind::Points => "points 2",
        RuleKind::Moves => "moves `",
        RuleKind::Stays => "stays in",
        RuleKind::Arrival => "arriving ",
        RuleKind::InHand => "in hand becomes",
        RuleKind::Right => "right boon",
        RuleKind::Action => "action ",
        RuleKind::FollowUp => "leaving ",
        RuleKind::Castling => "isO",
        RuleKind::CastlingRule => "castling king",
        RuleKind::Admission => "entry",
        RuleKind::Border => "border ",
        RuleKind::Immunity => "immune ",
        RuleKind::MoveRule => "player m",
        RuleKind::Royalty => "royals may not face",
        RuleKind::FirstMove => "first move",
        RuleKind::Turns => "turn: ",
        RuleKind::Ending => "ending",
        RuleKind::Clock => "clock resets on",
        RuleKind::FenCount => "fen of fairy-stockfish counts enemy",
    }
    ACTS Act {
        Act::Place { .. } => "place ",
        Act::Exchange { .. } => "exchange ",
        Act::Replace { .. } => "replace ",
        Act::Drop { .. } => "drop ",
        Act::Pass => "pass\n",
    }
    DUTIES Duty {
        Duty::May => "may\n",
        Duty::MustIfCan => "must if it can",
        Duty::Must => "must\n",
    }
    FACTS Fact {
        Fact::InCheck => "when in check",
        Fact::EnemyInCheck => "enemy in check",
        Fact::FirstOfTurn => "first move of turn",
        Fact::LastOfTurn => "last move of turn",
        Fact::RoyalsFace => "royals face",
        Fact::Count(_) => ">= 2",
        Fact::Held(_) => "in hand <=",
        Fact::NoOtherMove => "no other move",
        Fact::Forks { .. } => "it forks",
        Fact::Traps { .. } => "it traps",
        Fact::Empty(_) => "empty ",
        Fact::UsedUp { .. } => "enemy used up",
        Fact::Material(_) => "only [",
        Fact::OneShade(_) => "one square color for",
        Fact::CanReach(_) => "some move reaches",
        Fact::ToMove(_) => "black to move",
        Fact::Turn { .. } => "turn >= ",
        Fact::Captured(_) => "last move captured",
        Fact::Totals { .. } => "points of ",
        Fact::Checkmate => "checkmate: loss",
        Fact::Stalemate => "when stalemate or ",
        Fact::NoMove => "no legal move",
        Fact::Repetition(_) => "when repeated 2",
        Fact::Perpetual { .. } => " giving check",
        Fact::Quiet(_) => "quiet 12",
    }
    CONDITIONS Condition {
        Formula::Leaf(_) => "when ",
        Formula::Not(_) => "not (",
        Formula::Every(_) => " and ",
        Formula::AnyOf(_) => " or ",
    }
    PROOFS Proof {
        Proof::EveryReply => "by every-reply",
        Proof::NoSafeMove => "by no-safe-move",
        Proof::NoMove => "by no-move",
        Proof::Attack => "by attack",
    }
    TESTS PieceTest {
        PieceTest::All => "any piece",
        PieceTest::Own => "own ",
        PieceTest::Enemy => "enemies",
        PieceTest::Royal => "non-royal",
        PieceTest::Leader => "leader",
        PieceTest::PieceTypes(_) => "[alder, ",
        PieceTest::In(_) => " in rank",
        PieceTest::Related(..) => " beside ",
    }
    FILTERS PieceFilter {
        Formula::Leaf(_) => "any piece",
        Formula::Not(_) => " except ",
        Formula::Every(_) => "own [",
        Formula::AnyOf(_) => "trees",
    }
    RESULTS EndingResult {
        EndingResult::Player(_) => "draw on claim when ",
        EndingResult::Wins(_) => "white wins when",
    }
    TOTALS Within {
        Within::Board => "> enemy",
        Within::Hands => "points of own piece in hand",
        Within::BoardAndHands => "on board or in hand",
    }
    AFTER After {
        After::Leaving { .. } => "for the first time",
        After::Move => "after every move",
    }
    FOLLOWING Following {
        Following::Drop(_) => "may drop",
        Following::Leave(_) => "may add",
        Following::Advance(_) => "advance ",
        Following::Put { .. } => "add ",
    }
    STEPS StepClass {
        StepClass::Orthogonal => " orthogonally",
        StepClass::Diagonal => " diagonally",
    }
    THREATS Threat {
        Threat::Capture => "to capture, ",
        Threat::Displacement => "to displacement, ",
        Threat::Exchange => ", exchange",
        Threat::Attack => ", attack",
    }
    BINDINGS Binding {
        Binding::Never => "check binds never",
        Binding::Always => "check binds always",
        Binding::OneRoyal => "check binds when royals = 1",
        Binding::Leader => "check binds leader",
        Binding::AllRoyals => "check binds all",
    }
    FORCES Force {
        Force::MustIfCan => "if it can",
        Force::MayNot => "player may not",
    }
    PROPERTIES MoveProperty {
        MoveProperty::Move => "may not move by",
        MoveProperty::Capture(_) => "must capture",
        MoveProperty::Lose(_) => "lose ",
        MoveProperty::Check => "give check",
        MoveProperty::Checkmate => "give checkmate",
        MoveProperty::Reach(_) => "may not reach",
        MoveProperty::Castle => "may not castle",
        MoveProperty::Drop(_) => "may not drop",
        MoveProperty::Pass => "may not pass",
    }
    EVENTS Event {
        Event::Castling => "also by castling",
        Event::Drop => "by [drop, put]",
        Event::Exchange => "also by exchange",
        Event::Put => "also by put",
    }
    PLACES Near {
        Near::Around => " around",
        Near::Ahead => " ahead",
        Near::Behind => " behind",
        Near::Between(..) => "between it and",
        Near::Crossing(_) => "where it crosses",
        Near::Attacked => "that it attacks",
    }
    EFFECTS Consequence {
        Consequence::Become(_) => "becomes one of",
        Consequence::Regain(_) => "that are lost",
        Consequence::Send { .. } => "goes to home of",
        Consequence::End { .. } => "win by feat",
        Consequence::Exchange(_) => "exchanges with",
        Consequence::Vanish => "vanishes",
        Consequence::Clear(..) => "removes ",
        Consequence::Itself(_) => "changes sides",
        Consequence::Others(..) => "converts ",
        Consequence::Lose(_) => "loses ",
        Consequence::Use(_) => "uses ",
        Consequence::Gain(_) => "gains ",
        Consequence::Set(..) => "sets ",
    }
    FATES Fate {
        Fate::ChangesSides => "converts ",
        Fate::InHand => "to hand",
        Fate::InOwnersHand => "to hands of owners",
        Fate::Pushed => "pushes ",
    }
    DISPLACED Displaced {
        Displaced::Nearest => "or nearest",
        Displaced::Illegal => "removing ",
    }
    FIRST First {
        First::White => "array found",
        First::Black => "first move black",
        First::Dice => "first move dice",
    }
}

/// Further words of the language: what has no enum of its own.
const WORDS: &[&str] = &[
    "files join",
    "ranks join",
    "but may be captured",
    "not through attacks",
    "where it could move",
    "stopping beside ",
    "that shields",
    "changes sides",
    "goes to hand",
    "hole ",
    "cell ",
    "family ",
    "group ",
    "stage ",
    "switch ",
    "under ",
    "shuffle ",
    "hand: ",
    "home ",
    "value ",
    "on claim",
    "by itself",
    "also by exchange",
    "from outside",
    "or leaving",
    "arriving by",
    "it attacks",
    "it attacks no",
    "through attacks",
    "capturing ",
    "even in check",
    "or when",
    "or provided",
    "extends found",
    "change piece",
    "change ending",
    "hands of owners",
    "hands for all captures",
    "change region",
    "remove ",
    "add piece",
    "not giving checkmate",
    "while enemy has a royal",
    "regained by other moves",
    "used up at first",
    "as a clock",
    "uses of enemy ",
    " to uses of ",
    " to the number of ",
    "first 2",
    "1 more each time",
    "check ends it",
];

#[test]
fn the_generator_makes_every_kind() {
    let texts = ALL.iter().flat_map(|(list, phrases)| phrases.iter().map(move |phrase| (*list, *phrase)));
    let words = WORDS.iter().map(|word| ("WORDS", *word));
    let relations = Relation::ALL.into_iter().map(|relation| ("RELATIONS", relation.words()));
    let mut missing: BTreeSet<_> = texts.chain(words).chain(relations).collect();
    for number in 1..20_000 {
        let text = invent(&mut Random((number * 0x9E37_79B9) | 1)).files().all();
        missing.retain(|(_, phrase)| !text.contains(phrase));
        if missing.is_empty() {
            return;
        }
    }
    panic!("the generator does not make {missing:?}");
}
