//! Rejects positions that no game can reach, if this is certain.
//!
//! [`check`] reports pieces on squares that they can never enter, sides without royals or with too many, impossible
//! en passant squares, and a side in check that is not to move. The checks of squares depend only on what the rules
//! allow a piece to be and to do. If in doubt, they accept the piece.

use super::passed;
use super::reader::FenReader;
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Setup, Square};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::interpreter::{Interpreter, World};
use crate::rules::{
    Act, Action, Arrival, Binding, Consequence, Effect, Holds, Likely, PieceFilter, PieceType, SomePiece,
    Threat, Variant, Zone,
};

/// The codes of castlings that a position or a game does not have.
pub(super) const CASTLINGS: [Code; 3] = [Code::FenCastling, Code::FenCastlingPieces, Code::FenCastlingTwice];

/// Reports the impossible properties of a position.
pub(super) fn check(reader: &mut FenReader, placement: Span) {
    misplaced(reader);
    if reader.setup.ended.is_none() && reader.variant.royalty.binds != Binding::Never {
        royals(reader, placement);
    }
    // These checks reconstruct the last move, which requires a position without other problems. Impossible castlings
    // do not affect the square that it passed.
    let is_sound = reader.problems.is_empty();
    if reader.problems.iter().all(|problem| CASTLINGS.contains(&problem.code)) {
        passed::check(reader);
    }
    if is_sound {
        checked(reader);
    }
}

/// Reports that the side that is not to move is in check, because its last move was then illegal. The array of a game
/// may have this property.
fn checked(reader: &mut FenReader) {
    let (variant, setup) = (reader.variant, &reader.setup);
    let (rules, side) = (Interpreter::new(variant), setup.turn.other());
    // Within a turn of several moves, a player may give check and move again. An action that is allowed in check may
    // leave the player in check.
    if reader.lenient
        || variant.actions.iter().any(|action| action.unsafely)
        || !setup.progress.is_first()
        || setup.pieces().eq(reader.start.pieces())
        || !setup.is_checked(&rules, side)
    {
        return;
    }
    let royals = setup.royals(&rules, side);
    let Some(royal) = royals.iter().find(|royal| setup.is_attacked(&rules, *royal)) else { return };
    let described = |square: Square| {
        let piece = setup.piece(square).map(|piece| variant.piece_type(piece.piece_type).title.as_str());
        format!("the {} on {}", piece.unwrap_or("piece"), variant.board.name(square))
    };
    let (checked, moving) = (side.title(), setup.turn.title());
    let message = format!("{checked} is in check, but it is {moving}'s turn");
    let mut problem = Diagnostic::new(Code::FenInCheck, reader.places[royal.index()], message)
        .here(format!("{} is attacked", described(royal)))
        .help(format!(
            "{checked}'s last move cannot have left this check; correct the position or the side to move; `--lenient` accepts it for analysis"
        ));
    if let Some((from, ..)) = rules.attackers(setup, royal).next() {
        problem = problem.label(reader.places[from.index()], format!("by {}", described(from)));
    }
    reader.problems.push(problem);
}

fn misplaced(reader: &mut FenReader) {
    let variant = reader.variant;
    for (square, piece) in reader.setup.pieces() {
        // A neutral piece is stored as White's, but either player can move it or make it. A piece that changes sides stays
        // where it came on the other side.
        let is_of_both = variant.is_neutral(piece.piece_type) || variant.has_turncoats();
        let sides = Color::ALL.into_iter().filter(|side| *side == piece.color || is_of_both);
        let mut views =
            sides.map(|color| SomePiece { variant, piece: Piece { color, ..piece }, squares: None });
        let comes = |some: SomePiece| may_be_put(&some, square) || may_go(&some, square);
        if reader.start.piece(square) == Some(piece) || views.any(comes) {
            continue;
        }
        let some = SomePiece { variant, piece, squares: None };
        let piece_type = variant.piece_type(piece.piece_type);
        let (color, title, name) = (piece.color.title(), &piece_type.title, variant.board.name(square));
        let message = format!("{color}'s {title} can never stand on {name}");
        let problem = Diagnostic::new(Code::FenMisplaced, reader.places[square.index()], message);
        reader.problems.push(match &piece_type.stays {
            Some(zone) if !inside(zone, &some, square) => problem.help(format!("it stays in: {}", zone.name)),
            _ => problem.help("this cell is closed to it"),
        });
    }
}

fn royals(reader: &mut FenReader, placement: Span) {
    let variant = reader.variant;
    let is_royal = |id: &PieceTypeId| variant.piece_type(*id).royal.is_some();
    let arrivals = variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals);
    let promoted = arrivals.flat_map(|arrival| &arrival.then).flat_map(Consequence::becomes).copied();
    let are_captured = variant.royalty.binds != Binding::Always || are_lost(variant);
    let is_captured = |id: &PieceTypeId| !is_royal(id) || are_captured;
    let held =
        variant.piece_type_ids().map(|(id, _)| id).filter(|id| variant.fills_hands() && is_captured(id));
    let held = held.map(|id| variant.held(id));
    let made = variant.actions.iter().flat_map(|action| action.act.effects().becomes).copied();
    let put = variant.follow_ups.iter().flat_map(|rule| rule.adds().iter().copied());
    // If a rule can create royals, their number has no maximum.
    let more = promoted.chain(held).chain(made).chain(put).any(|id| is_royal(&id));
    let royals = variant.piece_types.iter().filter(|piece_type| piece_type.royal.is_some());
    let highest = royals.min_by_key(|piece_type| piece_type.royal);
    let name = highest.map_or("royal", |piece_type| piece_type.title.as_str());
    for color in Color::ALL {
        let own = |piece: &Piece| piece.color == color && is_royal(&piece.piece_type);
        let in_hand = |setup: &Setup| {
            let held = setup.hands.iter().zip(variant.piece_type_ids());
            let royal = held.filter(|(_, (id, _))| is_royal(id));
            royal.map(|(held, _)| usize::from(*held.get(color))).sum::<usize>()
        };
        let count = |setup: &Setup| setup.pieces().filter(|(_, piece)| own(piece)).count() + in_hand(setup);
        let (here, at_start, side) = (count(&reader.setup), count(&reader.start), color.title());
        if here == 0 && at_start > 0 && !are_lost(variant) && !is_attacked_at_start(&reader.start, variant) {
            let problem = Diagnostic::new(Code::FenNoRoyal, placement, format!("{side} has no {name}"));
            reader.problems.push(problem.help("each side needs one: without it, check has no meaning"));
        } else if here > at_start && at_start > 0 && !more {
            let message = format!("{side} has {here} royals, but can never have more than {at_start}");
            reader.problems.push(Diagnostic::new(Code::FenTooManyRoyals, placement, message));
        }
    }
}

/// Returns true if some rule can remove the last royal from the board: a change of type, a removal, a capture that is not
/// an attack, such as one en passant, a capture of several royals, an action that is allowed in check, or a turn of
/// several moves.
fn are_lost(variant: &Variant) -> bool {
    let is_royal = |id: &PieceTypeId| variant.piece_type(*id).royal.is_some();
    let some = |piece_type| {
        Color::ALL.map(|color| SomePiece { variant, piece: Piece { color, piece_type }, squares: None })
    };
    let ids = variant.piece_type_ids().map(|(id, _)| id);
    let royals: Vec<SomePiece> = ids.filter(is_royal).flat_map(some).collect();
    let means = |pieces: &PieceFilter| {
        royals.iter().any(|royal| Color::ALL.iter().any(|side| royal.might_be(pieces, *side)))
    };
    let lost_by = |then: &Consequence, own: bool| {
        let removed = then.removes().is_some_and(means);
        removed || own && (then.takes_itself_away() || !then.becomes().iter().all(is_royal))
    };
    let is_lost = |piece_type: &PieceType| {
        let mut then = piece_type.arrivals.iter().flat_map(|arrival| &arrival.then);
        let states = || piece_type.moves.iter().flat_map(|moves| &moves.automaton.states);
        let mut edges = states().flat_map(|state| &state.edges);
        // A capture en passant is not an attack.
        let passes = || states().any(|state| state.stop.is_some_and(|stop| stop.passed));
        piece_type.royal.is_some() && passes()
            || then.any(|then| lost_by(then, piece_type.royal.is_some()))
            || edges.any(|edge| edge.effect == Effect::Capture && edge.holds.meets(Holds::OWN_ROYAL))
    };
    let is_lost_by = |action: &Action| {
        if action.unsafely {
            return true;
        }
        let effects = action.act.effects();
        let changes = effects.becomes.iter().any(|id| !is_royal(id));
        effects.removing.is_some_and(means) || changes && effects.pieces.into_iter().any(means)
    };
    // A side with several royals may leave them attacked, and one move can then capture them all.
    let takes_all = || {
        let mut moves = variant.piece_types.iter().flat_map(|piece_type| &piece_type.moves);
        variant.royalty.binds == Binding::OneRoyal && moves.any(|moves| moves.automaton.captures_twice())
    };
    let mut safe = variant.immunities.iter().filter(|immunity| immunity.to.contains(&Threat::Attack));
    // With several moves in a turn, a player can attack a royal and capture it.
    let is_twice = variant.turns.as_ref().is_some_and(|turns| !turns.check_ends);
    is_twice
        || takes_all()
        || variant.piece_types.iter().any(is_lost)
        || variant.actions.iter().any(is_lost_by)
        || safe.any(|immunity| means(&immunity.pieces))
}

/// Returns true if the first move of the game can capture a royal.
fn is_attacked_at_start(start: &Setup, variant: &Variant) -> bool {
    start.is_checked(&Interpreter::new(variant), start.turn.other())
}

fn inside(zone: &Zone, some: &SomePiece, square: Square) -> bool {
    zone.squares.get(some.piece.color).contains(square)
}

/// Returns true if a piece might reach a square by its own moves.
fn may_go(some: &SomePiece, square: Square) -> bool {
    let SomePiece { variant, piece, .. } = some;
    let stays = &variant.piece_type(piece.piece_type).stays;
    let mut closed = variant.admissions.iter().filter(|admission| inside(&admission.zone, some, square));
    stays.as_ref().is_none_or(|zone| inside(zone, some, square))
        && (closed.clone().next().is_none()
            || closed.any(|admission| some.might_be(&admission.pieces, piece.color)))
}

/// Returns true if some other rule might put a piece on a square.
fn may_be_put(some: &SomePiece, square: Square) -> bool {
    let SomePiece { variant, piece, .. } = some;
    let brings = |then: &Consequence| {
        then.becomes().contains(&piece.piece_type)
            || then.exchanges().is_some_and(|pieces| some.might_be(pieces, piece.color))
    };
    // A rule for pieces that leave a zone applies on any square. If a rule moves the piece on, the rules after it apply
    // where the piece has come to.
    let moves_on = |then: &Consequence| then.sends_home_of().is_some() || then.exchanges().is_some();
    let mut arrivals = variant.piece_types.iter().flat_map(|piece_type| {
        let goes_on = piece_type.arrivals.iter().flat_map(|arrival| &arrival.then).any(moves_on);
        let there =
            move |arrival: &&Arrival| goes_on || arrival.leaving || inside(&arrival.zone, some, square);
        piece_type.arrivals.iter().filter(there)
    });
    // A piece that exchanges on arrival moves to the square of its partner.
    let changes = |id, arrival: &Arrival| {
        let is_it = id == piece.piece_type
            || arrival.then.iter().any(|then| then.becomes().contains(&piece.piece_type));
        let mut partners = arrival.then.iter().filter_map(Consequence::exchanges);
        is_it && partners.any(|partners| leaves(some, partners, square))
    };
    let mut all = variant.piece_type_ids();
    arrivals.any(|arrival| arrival.then.iter().any(brings))
        || all.any(|(id, own)| own.arrivals.iter().any(|arrival| changes(id, arrival)))
        || variant.actions.iter().any(|action| put_by(some, &action.act, square))
        || variant.follow_ups.iter().any(|rule| {
            let (piece_types, squares) = rule.brings(piece.color);
            piece_types.contains(&piece.piece_type) && squares.contains(square)
        })
}

fn put_by(some: &SomePiece, act: &Act, square: Square) -> bool {
    let (effects, piece) = (act.effects(), some.piece);
    let matches = |pieces: &PieceFilter| some.might_be(pieces, piece.color);
    let comes_there = effects.to.is_none_or(|to| to.squares(some.variant, piece.color).contains(square));
    let becomes = |itself: bool| match effects.becomes {
        [] => itself,
        forms => forms.contains(&piece.piece_type),
    };
    match effects.pieces.as_slice() {
        [] => {
            comes_there && effects.from_hand.is_some_and(|types| becomes(types.contains(&piece.piece_type)))
        }
        [pieces] => comes_there && becomes(matches(pieces)),
        [one, other, ..] => {
            matches(other) && leaves(some, one, square) || matches(one) && leaves(some, other, square)
        }
    }
}

/// Returns true if a partner for an exchange with this piece might be on a square.
fn leaves(some: &SomePiece, pieces: &PieceFilter, square: Square) -> bool {
    let SomePiece { variant, piece: Piece { color, .. }, .. } = *some;
    let fixed = || variant.immunities.iter().filter(|immunity| immunity.to.contains(&Threat::Exchange));
    variant.piece_type_ids().any(|(piece_type, _)| {
        let squares = Some([square].into_iter().collect());
        let other = SomePiece { variant, piece: Piece { color, piece_type }, squares };
        let is_fixed = fixed().any(|fixed| other.is(&fixed.pieces, color) == Likely::Yes);
        other.might_be(pieces, color) && !is_fixed
    })
}
