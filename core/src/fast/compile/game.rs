//! Compiles a whole game.
//!
//! [`Compiled::new`] is the entry point. It finds the classes first, because masks and sets refer to them, then
//! compiles the rules, and last computes the tables that need all classes. It returns `None` for a game that does not
//! fit into the tables, such as one with too many squares or piece types.

use super::builder::TableBuilder;
use super::cache::TableCache;
use super::context::{CompileContext, bits};
use super::untabled::Untabled;
use crate::base::{Bitboard, Color};
use crate::fast::tables::{
    AttackTable, Between, CodeSet, Compiled, CompiledAction, CompiledEnding, CompiledTrigger, NumberOfPieces,
    RestrictionStage, Shield, UNTABLED, ZobristKeys, mask,
};
use crate::rules::{
    Action, Castling, Condition, Duty, Event, FollowUp, Following, Force, Immunity, MoveProperty, MoveRule,
    PieceFilter, Threat, Variant,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns true if a filter that is needed as a mask depends on other pieces.
fn masks_depend_on_others(context: CompileContext<'_>) -> bool {
    let variant = context.variant;
    let admissions = variant.admissions.iter().map(|own| &own.pieces);
    let borders = variant.borders.iter().map(|own| &own.pieces);
    let captures = |own: &&Immunity| own.to.contains(&Threat::Capture);
    let immunities = variant.immunities.iter().filter(captures).map(|own| &own.pieces);
    let mut all = admissions.chain(borders).chain(immunities).chain([&variant.clock.pieces]);
    all.any(|pieces| !context.has_mask(pieces))
}

/// Returns the pieces that a filter of piece types excludes.
fn type_blockers(variant: &Variant, pieces: &PieceFilter, class_of: &[usize]) -> CodeSet {
    CodeSet::matching(variant, class_of, |piece| {
        mask::<u64>(variant, pieces, piece, false, piece.color).is_empty()
    })
}

/// Returns the squares of the file of each square.
fn files<B: Bitboard>(variant: &Variant) -> Vec<B> {
    let board = &variant.board;
    let mut files: BTreeMap<i32, B> = BTreeMap::new();
    for square in board.squares() {
        *files.entry(board.cell(square).x).or_insert(B::EMPTY) |= B::bit(square);
    }
    let mut by_square = vec![B::EMPTY; B::BITS];
    board.squares().for_each(|square| by_square[square.index()] = files[&board.cell(square).x]);
    by_square
}

/// Returns the neighbors of each square.
fn beside<B: Bitboard>(variant: &Variant) -> Vec<B> {
    let mut by_square = vec![B::EMPTY; B::BITS];
    for square in variant.board.squares() {
        by_square[square.index()] = B::of(variant.board.beside(square).collect());
    }
    by_square
}

/// Returns true if a game fits into tables of this width.
fn fits<B: Bitboard>(context: CompileContext<'_>) -> bool {
    let variant = context.variant;
    // A piece code has one byte, and sets of castlings and of actions are integers with one bit for each.
    width(variant) <= B::BITS
        && variant.piece_types.len() <= 127
        && variant.castlings.len() <= Castling::MAX
        && variant.actions.len() <= 64
        // In the tables, a neutral piece blocks both sides.
        && !variant.piece_types.iter().any(|own| own.capturable)
        // Positions of the tables do not hold the last capture.
        && variant.captures_asked.is_empty()
        && !masks_depend_on_others(context)
}

/// Returns the number of bits that the board of a game needs.
pub fn width(variant: &Variant) -> usize {
    variant.board.span()
}

impl RestrictionStage {
    fn of(variant: &Variant) -> RestrictionStage {
        // The availability of such an action depends on the permitted moves.
        let asks = |action: &Action| {
            action.duty == Duty::MustIfCan
                || action.when.as_ref().is_some_and(Condition::requires_no_other_move)
        };
        let forbids = variant.move_rules.iter().any(|rule| rule.force == Force::MayNot);
        match variant.move_rules.is_empty() {
            true => RestrictionStage::Never,
            false if forbids && variant.actions.iter().any(asks) => RestrictionStage::Throughout,
            false if variant.move_rules.iter().all(MoveRule::bans_loss) => RestrictionStage::Losses,
            false if only_must_capture(variant) => RestrictionStage::Captures,
            false => RestrictionStage::Last,
        }
    }
}

/// Returns true if the only restriction of a game is that a player who can capture must do so, and the only moves are
/// those of the pieces.
fn only_must_capture(variant: &Variant) -> bool {
    let is_duty = |rule: &MoveRule| {
        rule.force == Force::MustIfCan
            && rule.property == MoveProperty::Capture(PieceFilter::ALL)
            && rule.by.is_none()
            && rule.when.is_none()
    };
    variant.move_rules.iter().all(is_duty)
        && !variant.has_automatic_effects
        && variant.turns.is_none()
        && variant.actions.is_empty()
        && variant.follow_ups.is_empty()
        && !variant.piece_types.iter().any(|own| own.neutral)
}

/// Returns true if the interpreter must make all moves in a game with this follow-up, unless there is a table for it.
fn is_slow(rule: &FollowUp) -> bool {
    rule.leaving().is_none() || rule.shields || matches!(rule.act, Following::Leave(_))
}

/// Returns true if other rules than those on its squares can forbid a castling.
fn binds_castling(variant: &Variant) -> bool {
    !variant.admissions.is_empty()
        || variant.castlings.iter().any(|castling| castling.when.is_some())
        || variant.piece_types.iter().any(|piece_type| piece_type.stays.is_some())
}

/// Returns true if a game has no automatic effects, restrictions, or regained rights, and turns have one move.
fn is_plain(variant: &Variant) -> bool {
    !variant.has_automatic_effects
        && variant.turns.is_none()
        && variant.move_rules.is_empty()
        && !variant.rights.iter().any(|right| right.regained)
}

/// Returns the squares from which moves can have a slow-path follow-up, by color. Quick follow-ups have none.
fn followed<B: Bitboard>(variant: &Variant, quick: bool) -> [B; 2] {
    Color::ALL.map(|color| {
        let rules = variant.follow_ups.iter().filter(|_| !quick);
        rules.fold(B::EMPTY, |all, rule| all | B::of(rule.leaves(color)))
    })
}

/// Returns the numbers of pieces that all triggers require.
fn common_needs<B: Bitboard>(triggers: &[CompiledTrigger<B>]) -> Vec<NumberOfPieces> {
    let Some((first, others)) = triggers.split_first() else { return Vec::new() };
    let is_common = |need: &&NumberOfPieces| others.iter().all(|own| own.needs.contains(need));
    first.needs.iter().filter(is_common).cloned().collect()
}

impl<B: Bitboard> Compiled<B> {
    /// Compiles a game, and reuses tables from the cache. The interpreter handles the rules of the `untabled` kinds.
    /// Returns `None` if the game does not fit into the tables, so the interpreter must handle all of it.
    pub fn new(
        shared: &Arc<Variant>,
        cache: &mut TableCache<B>,
        untabled: &'static [Untabled],
    ) -> Option<Compiled<B>> {
        let variant = &**shared;
        if !fits::<B>(CompileContext { variant, class_of: &[], untabled }) {
            return None;
        }
        let mut builder = TableBuilder::new(variant, cache, untabled);
        let (classes, class_of) = builder.classes();
        let context = CompileContext { variant, class_of: &class_of, untabled };
        let actions: Vec<CompiledAction<B>> = variant.actions.iter().map(|act| context.action(act)).collect();
        let info = builder.infos((&classes, &class_of), &actions);
        let attack_tables = builder.tables();
        let (behind, triggers, endings) = (context.behind(), context.triggers(), context.endings());
        let quick = behind.is_some();
        let is_slow = |rule: &FollowUp| is_slow(rule) || !context.has(Untabled::FollowUp);
        let duty = |duty| bits(variant.actions.iter().map(|action| action.duty == duty));
        let mut compiled = Compiled {
            variant: Arc::clone(shared),
            cells: B::of(variant.board.squares().collect()),
            trigger_needs: common_needs(&triggers),
            triggers,
            harmless: context.is_harmless(
                &info,
                Shield::of(context) != Shield::None
                    || !builder.overs.is_empty()
                    || class_of.contains(&UNTABLED),
            ),
            plain: is_plain(variant) && behind.is_none() && !variant.follow_ups.iter().any(is_slow),
            turned: variant.turns.is_some(),
            put: context.put(),
            behind,
            has_slow_follow_ups: variant.follow_ups.iter().any(is_slow),
            rights: context.rights(),
            restriction_stage: RestrictionStage::of(variant),
            blast: context.blast(),
            unattackable: info.iter().any(|own| own.unattackable != [B::EMPTY; 2]),
            info,
            classes,
            special_classes: [Vec::new(), Vec::new()],
            attackers: [Vec::new(), Vec::new()],
            near: [Vec::new(), Vec::new()],
            type_blockers: builder.overs.iter().map(|over| type_blockers(variant, over, &class_of)).collect(),
            shield: Shield::of(context),
            beside: beside(variant),
            has_neutral: variant.piece_types.iter().any(|own| own.neutral),
            has_immune: !variant.immunities.is_empty() || variant.piece_types.iter().any(|own| own.neutral),
            files: files(variant),
            no_hurdles: attack_tables.iter().all(AttackTable::has_no_hurdles),
            attack_tables,
            between: Between::default(),
            binds: variant.royalty.binds,
            castling_squares: B::EMPTY,
            castlings_by: [Vec::new(), Vec::new()],
            castlings: Vec::new(),
            castling_effects: variant.has_effects_of(Event::Castling),
            castling_bound: binds_castling(variant),
            returns: B::of(variant.returns),
            en_passant_from: [(); 2].map(|()| vec![B::EMPTY; B::BITS]),
            ending_most: endings.iter().map(CompiledEnding::most).max().unwrap_or(0),
            ending_needs: CompiledEnding::all_need(&endings),
            endings,
            followed: followed(variant, quick),
            quiet: context.quiet(),
            timed: context.timed(),
            free_actions: bits(actions.iter().map(|action| action.pieces.is_none())),
            actions,
            immune: [B::EMPTY; 2],
            immune_classes: [Vec::new(), Vec::new()],
            duties: [Duty::Must, Duty::MustIfCan].map(duty),
            keys: ZobristKeys::new(1 + 2 * variant.piece_types.len(), B::BITS),
        };
        // These tables refer to the attack tables of all classes, so they are computed last.
        compiled.add_classes(&class_of);
        compiled.add_castlings();
        Some(compiled)
    }
}
