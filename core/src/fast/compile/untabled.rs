//! The kinds of rules that can be left to the interpreter, and a check that compilation considers every field of a
//! rule.

use crate::rules::{
    Action, Admission, Arrival, Automaton, Border, Castling, ClockRule, Edge, Ending, FollowUp, Immunity,
    MoveRule, Moves, PieceType, Right, Royalty, StartState, State, Stop, Turns, Variant,
};

/// A kind of rule that has no tables, so the interpreter evaluates it.
///
/// Games are compiled with tables for all kinds. Tests leave out some kinds to verify that tables affect only the
/// speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untabled {
    Ending,
    Condition,
    Filter,
    Trigger,
    Effect,
    Action,
    FollowUp,
    Piece,
}

/// Names every field of the rules. A new field does not compile until it is listed here. Before you list it, ensure
/// that the compiler of tables handles the field or leaves the rule to the interpreter.
macro_rules! every_field {
    ($($rule:ident { $($field:ident)* })*) => {
        $(const _: fn(&$rule) = |$rule { $($field: _),* }| ();)*
    };
}

every_field! {
    Variant {
        id title about notes history provenance array arrays reading switches sources cites board regions
        region_places region_names piece_types has_automatic_effects depends_on_neighbors setup returns admissions borders
        immunities
        move_rules follow_ups royalty rights actions castling_rules castlings fen_counts hands
        captures_leave captures_to start_hands hand_homes endings clock first turns turns_counted captures_asked keeps_royal lines parts
    }
    PieceType {
        piece stage token title written also notes royal neutral capturable points value tuned moves stays arrivals
        in_hand origin lines
    }
    Moves { on to over capturing stops safely when provided notation automaton origin }
    Arrival { pieces zone leaving entering by_itself events only_events way when capturing may then origin event_origin }
    Action { name act when provided right unsafely duty origin lines notes }
    FollowUp { after when may act shields origin }
    MoveRule { force property by when origin }
    Ending { name when result claimed origin }
    Castling { letter color pieces king partner empty safe when named placed origin }
    Admission { zone pieces origin }
    Border { zone pieces by origin }
    Immunity { pieces to origin }
    Royalty { binds facing mutual origin }
    Right { name times used_up clock regained origin }
    Turns { moves first more check_ends origin }
    ClockRule { pieces }
    Automaton { entries states castles imitate }
    State { stop edges }
    Edge { step holds effect unload to }
    StartState { state virgin }
    Stop { passed exempt ride }
}
