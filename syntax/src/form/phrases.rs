//! The forms of the slots that hold several items: pieces, squares, conditions, and effects.

use super::Slot;

/// The forms of slots. A slot has one of its forms.
#[rustfmt::skip]
pub const PHRASES: [(Slot, &[&str]); 21] = [
    (Slot::Pieces, &["FILTER [(except FILTER) ...]"]),
    (Slot::Held, &[
        "(any | all) [piece | pieces | royal | royals | non-royal | non-royals]",
        "royal", "royals", "non-royal", "non-royals", "PIECE", "[PIECE, ...]",
    ]),
    (Slot::Filter, &["[WHOSE ...] [NOUN] [((in | on) AREA) ...] [RELATION FILTER]"]),
    (Slot::Whose, &["own", "enemy", "any", "every", "all", "a", "an", "the"]),
    (Slot::Noun, &[
        "piece", "pieces", "royal", "royals", "non-royal", "non-royals", "leader", "leaders", "enemies",
        "PIECE", "[PIECES, ...]",
    ]),
    (Slot::Relation, &["beside", "attacking", "attacked by"]),
    (Slot::Squares, &["UNION [except UNION]"]),
    (Slot::Union, &["AREA [(or AREA) ...]"]),
    (Slot::Area, &[
        "grid", "board", "rank NUMBER [..NUMBER]", "file LETTER [..LETTER]", "SQUARE [..SQUARE]",
        "[the] [own | enemy | either | any] REGION", "[AREA, ...]", "[the] (SQUARES)",
    ]),
    (Slot::Condition, &["ALL [(or ALL) ...]"]),
    (Slot::All, &["FACT [(and FACT) ...]"]),
    (Slot::Fact, &[
        "in check", "enemy in check", "first move of turn", "last move of turn", "royals face", "no other move",
        "white to move", "black to move", "last move captured PIECES [by PIECES]",
        "turn (= | >= | <= | > | <) NUMBER",
        "PIECES [in hand | on board or in hand]", "no PIECES [in hand | on board or in hand]",
        "TOTAL (= | >= | <= | > | <) (NUMBER | TOTAL)",
        "empty AREA", "used up RIGHT", "enemy used up RIGHT",
        "only (PIECES against PIECES), ...", "one square color for PIECES", "some move reaches FACT",
        "it forks NUMBER PIECES", "it attacks [no] PIECES", "it traps PIECES [by READING]",
        "checkmate", "stalemate", "no legal move", "repeated NUMBER [in check | giving check]", "quiet NUMBER",
        "not FACT", "(CONDITION)",
    ]),
    (Slot::Total, &["[points of] PIECES [in hand | on board or in hand]", "uses of [own | enemy] RIGHT"]),
    (Slot::Reading, &["every-reply", "no-safe-move", "no-move", "attack"]),
    (Slot::Property, &["capture [PIECES]", "castle", "drop [PIECES]", "pass", "give check", "give checkmate", "lose PIECES", "move", "reach CONDITION"]),
    (Slot::Threat, &["capture", "displacement", "exchange", "attack"]),
    (Slot::Event, &["castling", "drop", "exchange", "put"]),
    (Slot::Events, &["EVENT", "[EVENT, ...]"]),
    (Slot::Result, &["win", "loss", "draw", "white wins", "black wins"]),
    (Slot::Effect, &[
        "(becomes | become) (PIECE | one of [PIECE, ...] [that are lost])",
        "(goes | go) to (hand | home of PIECE [removing PIECES] [or nearest])", "win by NAME", "loss by NAME", "draw by NAME",
        "(exchanges | exchange) with PIECES", "(vanishes | vanish)", "(loses | lose) RIGHT", "(uses | use) RIGHT",
        "(gains | gain) RIGHT", "(sets | set) RIGHT to (NUMBER | [the number of] TOTAL)",
        "(removes | remove) PIECES WHERE [to hand | to hands of owners]",
        "(converts | convert) PIECES WHERE", "(changes | change) sides", "(pushes | push) PIECES WHERE",
    ]),
    (Slot::Where, &[
        "around", "ahead", "behind", "between it and PIECES [orthogonally | diagonally]", 
        "where it crosses PIECES", "that it attacks",
    ]),
];
