//! Computes the properties of each piece.
//!
//! [`TableBuilder::infos`] creates a [`PieceInfo`] for each piece code. [`Compiled::arrives`] then finds the origin
//! squares from which a move can have an effect on arrival, so the moves from all others skip the check.

use super::builder::TableBuilder;
use super::context::bits;
use super::untabled::Untabled;
use crate::base::{Bitboard, Board, Color, Piece, PieceTypeId, Square, sort};
use crate::fast::tables::{
    Arrives, AttackTable, Becoming, Class, Compiled, CompiledAction, CompiledArrival, PieceCode, PieceInfo,
    UNTABLED,
};
use crate::rules::{Arrival, Automaton, Consequence, Effect, Moves, PieceFilter, Step, Threat};

impl<B: Bitboard> TableBuilder<'_, B> {
    /// Returns the properties of every piece, by code.
    pub(super) fn infos(
        &self,
        classes: (&[Class<B>], &[usize]),
        actions: &[CompiledAction<B>],
    ) -> Vec<PieceInfo<B>> {
        let pieces = self.variant.piece_type_ids().flat_map(|(piece_type, _)| {
            Color::ALL.map(|color| self.info(Piece { color, piece_type }, classes, actions))
        });
        std::iter::once(PieceInfo::default()).chain(pieces).collect()
    }

    fn info(
        &self,
        piece: Piece,
        (classes, class_of): (&[Class<B>], &[usize]),
        actions: &[CompiledAction<B>],
    ) -> PieceInfo<B> {
        let rules = self.variant.piece_type(piece.piece_type);
        let class = class_of[piece.piece_type.index()];
        let states = || rules.moves.iter().flat_map(|moves| &moves.automaton.states);
        let acts = |action: &CompiledAction<B>| {
            let code = PieceCode::new(piece.color, piece.piece_type);
            action.pieces.as_ref().is_some_and(|pieces| pieces[piece.color as usize].is_possible(code))
        };
        let (passes_from, passes_to) =
            classes.get(class).map_or((B::EMPTY, B::EMPTY), |class| self.passes(class, piece.color));
        PieceInfo {
            class: class as u8,
            royal: rules.royal.is_some(),
            rank: rules.royal.unwrap_or(u8::MAX),
            lends: class == UNTABLED
                && states().flat_map(|state| &state.edges).any(|edge| edge.effect == Effect::Induce),
            actions: bits(actions.iter().map(acts)),
            strikes: if class == UNTABLED { self.strikes(piece) } else { Vec::new() },
            is_near_sighted: rules.moves.iter().all(Moves::is_near_sighted),
            homes: B::of(self.variant.homes(piece.color, piece.piece_type)),
            hand_homes: B::of(
                self.variant.hand_homes.iter().filter(|own| own.1 == piece).map(|own| own.0).collect(),
            ),
            passes_from,
            passes_to,
            depends_on_path: rules.arrivals.iter().any(|arrival| arrival.way.is_some()),
            arrivals: self.arrivals(piece),
            unattackable: self.immune(piece, Threat::Attack),
            resets: [false, true].map(|leads| self.mask(&self.variant.clock.pieces, piece, leads)),
        }
    }

    /// Returns all squares that the paths of a piece can reach if nothing blocks them, by origin square. If there are
    /// too many paths to follow, every square counts as reachable.
    fn strikes(&self, piece: Piece) -> Vec<B> {
        let board = &self.variant.board;
        let mut left = MAX_STEPS / self.variant.piece_types.len().max(1);
        let moves = &self.variant.piece_type(piece.piece_type).moves;
        let mut strikes = vec![B::EMPTY; board.span()];
        for from in board.squares() {
            let all = moves.iter().map(|moves| {
                reached(board, &moves.automaton, (piece.color, from), &mut left).unwrap_or(B::ALL)
            });
            strikes[from.index()] = all.fold(B::EMPTY, |set, reached| set | reached);
        }
        strikes
    }

    /// Returns the origins and the targets of the moves that may leave a piece open to en passant capture.
    fn passes(&self, class: &Class<B>, color: Color) -> (B, B) {
        let rows = self.variant.board.squares().flat_map(|from| {
            class.moves[color as usize].map(|table| (B::bit(from), self.numbered(table).row(from).passing))
        });
        rows.filter(|(_, to)| !to.is_empty())
            .fold((B::EMPTY, B::EMPTY), |all, row| (all.0 | row.0, all.1 | row.1))
    }

    fn arrivals(&self, piece: Piece) -> Vec<CompiledArrival<B>> {
        let (context, arrivals) = (self.context(), &self.variant.piece_type(piece.piece_type).arrivals);
        // Returns the squares on which the arrival has an effect.
        let zone = |arrival: &Arrival| -> B {
            if arrival.by_itself && !context.has(Untabled::Trigger) {
                return B::ALL;
            }
            let matched = match context.has_mask(&arrival.pieces) {
                true => [false, true].map(|leads| self.mask(&arrival.pieces, piece, leads)),
                false => [B::ALL; 2],
            };
            (matched[0] | matched[1]) & B::of(*arrival.zone.squares.get(piece.color))
        };
        let matters = |arrival: &&Arrival| {
            (arrival.leaving || !zone(arrival).is_empty())
                && !arrival.only_events
                && !context.is_tally(piece.piece_type, arrival)
        };
        // Two effects on the same arrival can interact, so only a single one is packed.
        let alone = arrivals.iter().filter(|arrival| !arrival.by_itself && matters(arrival)).count() == 1;
        let has_effects = |id: &PieceTypeId| self.variant.piece_type(*id).has_automatic_effects();
        // An automatic change can make this move equal to another move. Verification detects the duplicate.
        let changes = |id: &PieceTypeId| {
            let own = self.variant.piece_type(*id).arrivals.iter().filter(|own| own.by_itself);
            own.flat_map(|own| &own.then).any(|then| !then.becomes().is_empty())
        };
        let is_royal = |id: PieceTypeId| self.variant.piece_type(id).royal.is_some();
        let arrival = |arrival: &Arrival| CompiledArrival {
            zone: if arrival.leaving { B::of(*arrival.zone.squares.get(piece.color)) } else { zone(arrival) },
            leaving: arrival.leaving,
            by_itself: arrival.by_itself,
            capturing: arrival.capturing.is_some(),
            becomes: match arrival.then.as_slice() {
                [Consequence::Become(all)]
                    if context.has(Untabled::Effect)
                        && arrival.pieces == PieceFilter::ALL
                        && alone
                        && !arrival.by_itself
                        && arrival.when.is_none()
                        && arrival.capturing.is_none()
                        && arrival.way.is_none()
                        && !arrival.entering
                        && !all.iter().chain([&piece.piece_type]).any(changes) =>
                {
                    Some(Becoming {
                        // Choosing the current type is the same as declining the change.
                        piece_types: distinct(
                            all.iter().filter(|to| !arrival.may || **to != piece.piece_type),
                        ),
                        chosen: arrival.may || all.len() > 1,
                        stays: arrival.may,
                        has_triggers: all.iter().any(has_effects),
                        royal: all.iter().any(|to| is_royal(*to) || is_royal(piece.piece_type)),
                    })
                }
                _ => None,
            },
        };
        arrivals.iter().filter(matters).map(arrival).collect()
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Returns the squares from which pieces of a class can reach a square on which an arrival affects one of these
    /// piece types. Automatic effects count only if `all` is true.
    pub(super) fn arrives(
        &self,
        class: &Class<B>,
        color: Color,
        (piece_types, all): (&[PieceTypeId], bool),
    ) -> Arrives<B> {
        let own = piece_types.iter().flat_map(|id| &self.info(PieceCode::new(color, *id)).arrivals);
        let own: Vec<&CompiledArrival<B>> = own.filter(|own| all || !own.by_itself).collect();
        let quietly: Vec<&CompiledArrival<B>> = own.iter().copied().filter(|own| !own.capturing).collect();
        Arrives {
            from: self.leading_to(class, color, &own),
            quietly_from: self.leading_to(class, color, &quietly),
        }
    }

    /// Returns the squares from which pieces of a class can reach a square on which one of these arrivals has an
    /// effect.
    fn leading_to(&self, class: &Class<B>, color: Color, arrivals: &[&CompiledArrival<B>]) -> B {
        let (mut arrives_at, mut arrives_from) = (B::EMPTY, B::EMPTY);
        for arrival in arrivals {
            arrives_at |= arrival.zone;
            if arrival.leaving {
                arrives_from |= arrival.zone;
            }
        }
        if arrives_at.is_empty() {
            return arrives_from;
        }
        let limited = class.limited.iter().flat_map(|limited| limited.tables[color as usize]);
        let others = limited.chain(class.royal_captures[color as usize]);
        let tables = class.tables(color as usize).chain(others).map(|table| &self.attack_tables[table]);
        let tables: Vec<&AttackTable<B>> = tables.collect();
        let gets_there = |from: &Square| tables.iter().any(|t| t.targets_from(*from).meets(arrives_at));
        arrives_from | B::of(self.cells.iter().filter(gets_there).collect())
    }
}

/// The maximum number of steps followed to find the squares on which untabled pieces of one color can ever capture.
const MAX_STEPS: usize = 2_000_000;

/// Returns the squares that an automaton can reach from a square, regardless of the pieces on the board. Returns
/// `None` if the remaining steps do not suffice.
fn reached<B: Bitboard>(
    board: &Board,
    automaton: &Automaton,
    (color, from): (Color, Square),
    left: &mut usize,
) -> Option<B> {
    let mut by_state = vec![B::EMPTY; automaton.states.len()];
    let mut open: Vec<(u16, Square)> = automaton.entries.iter().map(|entry| (entry.state, from)).collect();
    let mut reached = B::EMPTY;
    while let Some((state, at)) = open.pop() {
        let Some(edges) = automaton.states.get(usize::from(state)).map(|state| &state.edges) else {
            continue;
        };
        // The budget bounds the time on large boards and for large automata.
        *left = left.checked_sub(edges.len())?;
        for edge in edges {
            let vector = |(dx, dy): (i8, i8)| (dx.into(), dy.into());
            let next: B = match edge.step {
                Step::Anywhere => B::of(board.squares().collect()),
                Step::By(dx, dy) => board.step(at, vector((dx, dy)), color).map_or(B::EMPTY, B::bit),
                Step::Around(dx, dy) => {
                    board.step_wrapped(at, vector((dx, dy)), color).map_or(B::EMPTY, B::bit)
                }
            };
            reached |= next;
            let Some(known) = by_state.get_mut(usize::from(edge.to)) else { continue };
            open.extend((next & !*known).iter().map(|to| (edge.to, to)));
            *known |= next;
        }
    }
    Some(reached)
}

fn distinct<'t>(piece_types: impl Iterator<Item = &'t PieceTypeId>) -> Vec<u8> {
    let mut piece_types: Vec<u8> = piece_types.map(|piece_type| piece_type.0 as u8).collect();
    sort(&mut piece_types);
    piece_types.dedup();
    piece_types
}
