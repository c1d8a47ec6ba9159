//! Lint for draws by material that are none: the pieces that such an ending names can still win.
//!
//! [`check`] asks the engine about each `only [A] against [B]`. An answer that takes more placements than the limit allows
//! stays open, and nothing is reported.

use crate::base::source::Span;
use crate::base::{Board, Choice, Color, Piece, PieceTypeId, Setup, Square, SquareSet};
use crate::fast::engine::Engine;
use crate::fast::material::{KnownPlacements, Material, MaterialSearch, MaterialVerdict, WinningMove};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::{commas, join};
use crate::rules::{
    Amount, Condition, Consequence, Ending, Fact, Formula, PieceFilter, PieceTest, Reach, Variant,
};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The maximum number of placements for a check: three pieces on a board of 11 x 10 squares.
const MAX_PLACEMENTS: u64 = 1_400_000;

/// The maximum number of placements for a proof: four pieces on a board of 11 x 10 squares.
const MAX_PROVED: u64 = 150_000_000;

/// The draws by material that were decided.
#[derive(Default)]
pub struct DecidedDraws {
    known: RefCell<Vec<(DecidedGame, Vec<MaterialVerdict>)>>,
    effort: Effort,
}

/// The time that the search may take.
#[derive(Clone, Copy, Default, PartialEq)]
enum Effort {
    /// There is no search.
    None,
    #[default]
    Check,
    Proof,
}

/// The parts of a game on which the answers depend.
#[derive(PartialEq)]
struct DecidedGame {
    variant: Variant,
    squares: Vec<(Piece, SquareSet)>,
    lines: Vec<MaterialLine>,
}

/// One `only [A] against [B]` of an ending that draws.
#[derive(Clone, PartialEq)]
struct MaterialLine {
    /// The number of the ending.
    ending: usize,
    sides: (Vec<PieceTypeId>, Vec<PieceTypeId>),
    /// The types on squares of one color.
    shaded: Vec<PieceTypeId>,
    /// The types that are not all on squares of one color.
    apart: Vec<PieceTypeId>,
}

/// Reports endings that draw although the pieces can win.
pub(super) fn check(reach: &Reach, decided: &DecidedDraws, problems: &mut Vec<Diagnostic>) {
    let lines: Vec<MaterialLine> = reach.variant.endings.iter().enumerate().flat_map(lines_of).collect();
    if lines.is_empty() || reach.variant.setup.is_empty() || decided.effort == Effort::None {
        return;
    }
    let (variant, endings) = (reach.variant, &reach.variant.endings);
    let verdicts = decided.all_verdicts(reach, &lines);
    // An ending that never matters should be removed anyway.
    let is_idle = |ending: &Ending| {
        let mut idle = problems.iter().filter(|problem| problem.code == Code::NeverMatters);
        idle.any(|problem| problem.labels.iter().any(|label| label.span == ending.origin.0))
    };
    let mut refuted = Vec::new();
    for (number, ending) in endings.iter().enumerate().filter(|(_, ending)| !is_idle(ending)) {
        let own = || lines.iter().zip(&verdicts).filter(|(line, _)| line.ending == number);
        let wins = own().filter_map(|(line, verdict)| match verdict {
            MaterialVerdict::Refuted(win) => Some((line, win)),
            MaterialVerdict::Proven | MaterialVerdict::Open => None,
        });
        let Some((first, win)) = wins.into_iter().next() else { continue };
        let is_kept = |verdict: &MaterialVerdict| !matches!(verdict, MaterialVerdict::Refuted(_));
        let kept: Vec<&MaterialLine> =
            own().filter(|(_, verdict)| is_kept(verdict)).map(|(line, _)| line).collect();
        refuted.push(RefutedEnding { first, win, amended: AmendedEnding::new(variant, ending, &kept) });
    }
    // An heir changes all endings in a block of its own.
    let (own, inherited): (Vec<_>, Vec<_>) = refuted.into_iter().partition(|one| is_own(one.amended.ending));
    for one in own {
        let (change, help) = match &one.amended.line {
            Some(line) => (TextChange::Restate(line.as_str().into()), format!("write `{line}`")),
            None => (TextChange::Delete, format!("delete `{}`", one.amended.ending.name)),
        };
        let help = format!("{}; {help}", won(variant, &one));
        problems.push(problem(variant, &one, std::slice::from_ref(&one)).help(help).guess(change));
    }
    if let [first, ..] = inherited.as_slice() {
        let problem = problem(variant, first, &inherited);
        let amended: Vec<AmendedEnding> = inherited.iter().map(|one| one.amended.clone()).collect();
        problems.push(with_amendment(problem, &format!("{}; ", won(variant, first)), &amended));
    }
}

/// Joins the problems about inherited endings with a side that `lacks` the royal that each side has.
pub(super) fn join_kingless(
    variant: &Variant,
    found: Vec<Diagnostic>,
    lacks: &dyn Fn(&[PieceTypeId]) -> bool,
) -> Vec<Diagnostic> {
    let amended = |ending| {
        let lines = lines_of((0, ending));
        let kept: Vec<&MaterialLine> =
            lines.iter().filter(|line| !lacks(&line.sides.0) && !lacks(&line.sides.1)).collect();
        (kept.len() < lines.len()).then(|| AmendedEnding::new(variant, ending, &kept))
    };
    let inherited = variant.endings.iter().filter(|ending| !is_own(ending));
    let amended: Vec<AmendedEnding> = inherited.filter_map(amended).collect();
    let is_joined = |problem: &Diagnostic| amended.iter().any(|one| one.ending.origin.0 == problem.place());
    let (joined, mut others): (Vec<_>, Vec<_>) = found.into_iter().partition(is_joined);
    others.extend(joined.into_iter().next().map(|first| with_amendment(first, "", &amended)));
    others
}

/// An ending that draws positions that can be won.
struct RefutedEnding<'a> {
    /// The first line of the ending that is refuted, with a move that wins.
    first: &'a MaterialLine,
    win: &'a WinningMove,
    amended: AmendedEnding<'a>,
}

/// An ending of which some lines are left.
#[derive(Clone)]
struct AmendedEnding<'a> {
    ending: &'a Ending,
    /// The line that replaces the ending, or `None` if the ending is removed.
    line: Option<String>,
}

impl<'a> AmendedEnding<'a> {
    fn new(variant: &Variant, ending: &'a Ending, kept: &[&MaterialLine]) -> AmendedEnding<'a> {
        let line = || format!("{}: draw when only {}", ending.name, written(variant, kept));
        AmendedEnding { ending, line: (!kept.is_empty()).then(line) }
    }

    /// Returns the line in the block `change ending`.
    fn amendment(&self) -> String {
        self.line.clone().unwrap_or_else(|| format!("remove {}", self.ending.name))
    }
}

/// Adds the lines that amend inherited endings to the problem of the first of them.
fn with_amendment(problem: Diagnostic, reason: &str, amended: &[AmendedEnding]) -> Diagnostic {
    let first = problem.place();
    let others = amended.iter().map(|one| one.ending.origin.0).filter(|place| *place != first);
    let problem = others.fold(problem, |problem, place| problem.label(place, "and this"));
    let quoted = amended.iter().map(|one| format!("`{}`", one.amendment()));
    let lines: String = amended.iter().map(|one| format!("  {}\n", one.amendment())).collect();
    let block = TextChange::Append(format!("change ending {{\n{lines}}}").into());
    problem
        .help(format!(
            "{reason}write {}, in the block `change ending` of a file that extends the game",
            join(quoted, "and")
        ))
        .fix(Fix::of(Certainty::Guess).and(Span::default(), block))
}

/// Creates the problem of one or more endings, at the first of them.
fn problem(variant: &Variant, first: &RefutedEnding, all: &[RefutedEnding]) -> Diagnostic {
    let names = join(all.iter().map(|one| format!("`{}`", one.amended.ending.name)), "and");
    let verb = if all.len() > 1 { "draw" } else { "draws" };
    let message = format!("{names} {verb} positions that can be won: {}", written(variant, &[first.first]));
    Diagnostic::new(Code::WinnableDraw, first.amended.ending.origin.0, message)
}

/// Describes the move that wins.
fn won(variant: &Variant, one: &RefutedEnding) -> String {
    format!(
        "in `{}`, `{}` wins by `{}`",
        position(variant, &one.win.before),
        moved(variant, one.win),
        one.win.outcome.reason
    )
}

/// Returns the lines of an ending if it draws by nothing but material and the colors of squares.
fn lines_of((number, ending): (usize, &Ending)) -> Vec<MaterialLine> {
    if ending.claimed || !ending.result.is_draw() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for alternative in ending.when.alternatives() {
        let (mut pairs, mut shaded, mut apart) = (Vec::new(), Vec::new(), Vec::new());
        for part in alternative.conjuncts() {
            let is_not = matches!(part, Formula::Not(_));
            let inner = if let Formula::Not(inner) = part { inner.leaf() } else { part.leaf() };
            match inner {
                Some(Fact::Material(all)) if pairs.is_empty() && !is_not => pairs.clone_from(all),
                Some(Fact::OneShade(types)) if is_not && apart.is_empty() => apart.clone_from(types),
                Some(Fact::OneShade(types)) if !is_not => shaded.extend(types.iter().copied()),
                _ => return Vec::new(),
            }
        }
        let line =
            |sides| MaterialLine { ending: number, sides, shaded: shaded.clone(), apart: apart.clone() };
        lines.extend(pairs.into_iter().map(line));
    }
    lines
}

impl DecidedDraws {
    /// Creates a cache for searches that may take long.
    pub fn proving() -> DecidedDraws {
        DecidedDraws { effort: Effort::Proof, ..DecidedDraws::default() }
    }

    /// Creates a cache for a game that is only read, so that nothing is decided.
    pub fn undecided() -> DecidedDraws {
        DecidedDraws { effort: Effort::None, ..DecidedDraws::default() }
    }

    /// Returns true if no draws are decided.
    pub fn is_undecided(&self) -> bool {
        self.effort == Effort::None
    }

    /// Returns the verdict on each line. The inherited lines do not know the endings of the file itself.
    fn all_verdicts(&self, reach: &Reach, lines: &[MaterialLine]) -> Vec<MaterialVerdict> {
        let is_own = |line: &MaterialLine| is_own(&reach.variant.endings[line.ending]);
        let [own, inherited] = [true, false].map(|own| {
            let lines: Vec<MaterialLine> = lines.iter().filter(|line| is_own(line) == own).cloned().collect();
            if lines.is_empty() { Vec::new() } else { self.verdicts(reach, own, &lines) }
        });
        let (mut own, mut inherited) = (own.into_iter(), inherited.into_iter());
        lines.iter().filter_map(|line| if is_own(line) { own.next() } else { inherited.next() }).collect()
    }

    /// Returns the verdict on each of the own lines, or of the inherited ones.
    fn verdicts(&self, reach: &Reach, own: bool, lines: &[MaterialLine]) -> Vec<MaterialVerdict> {
        let variant = undrawn(reach, own, lines);
        let squares = reach.all().collect();
        // The array decides only where pieces count as unmoved, which matters for no piece that is left so late.
        let mut rules = variant.clone();
        (rules.setup, rules.castlings) = Default::default();
        (rules.start_hands, rules.hand_homes) = Default::default();
        let game = DecidedGame { variant: rules, squares, lines: lines.to_vec() };
        let mut known = self.known.borrow_mut();
        if let Some((_, verdicts)) = known.iter().find(|(other, _)| *other == game) {
            return verdicts.clone();
        }
        let engine = Engine::new(&variant);
        let squares = |piece: Piece| reach.of(piece);
        let placements = if self.effort == Effort::Proof { MAX_PROVED } else { MAX_PLACEMENTS };
        let placed = KnownPlacements::default();
        let verdict = |line: &MaterialLine| {
            let (engine, squares, shaded, apart) = (&engine, &squares, &line.shaded, &line.apart);
            let search = MaterialSearch { engine, squares, shaded, apart, placements, known: &placed };
            search.verdict(&Material::new(&line.sides.0, &line.sides.1))
        };
        let mut verdicts: Vec<MaterialVerdict> = lines.iter().map(verdict).collect();
        if !variant.hands || variant.captures_leave {
            refute_larger(&variant, lines, &mut verdicts);
        }
        known.push((game, verdicts.clone()));
        verdicts
    }
}

/// Refutes the undecided lines from whose pieces captures lead to those of a refuted line.
fn refute_larger(variant: &Variant, lines: &[MaterialLine], verdicts: &mut [MaterialVerdict]) {
    let is_part = |part: &[PieceTypeId], whole: &[PieceTypeId]| {
        let mut left = whole.to_vec();
        let is_there = part.iter().all(|id| {
            let at = left.iter().position(|other| other == id);
            at.map(|at| left.remove(at)).is_some()
        });
        is_there && left.iter().all(|id| variant.piece_type(*id).royal.is_none())
    };
    let leads_to = |whole: &MaterialLine, part: &MaterialLine| {
        let ((one, other), (white, black)) = (&part.sides, &whole.sides);
        is_part(one, white) && is_part(other, black) || is_part(one, black) && is_part(other, white)
    };
    for at in 0..lines.len() {
        let is_refuted = |verdict: &MaterialVerdict| matches!(verdict, MaterialVerdict::Refuted(_));
        let mut parts = lines.iter().zip(&*verdicts);
        let part = parts.find(|(part, verdict)| is_refuted(verdict) && leads_to(&lines[at], part));
        if let (MaterialVerdict::Open, Some((_, verdict))) = (&verdicts[at], part) {
            verdicts[at] = verdict.clone();
        }
    }
}

/// Returns true if the file itself declares an ending.
fn is_own(ending: &Ending) -> bool {
    ending.origin.0.file == 0
}

/// Returns the game without its draws by material, and without what does not matter for the answer. An ending that depends
/// on numbers of pieces only is left out if it was known where the draw was declared, because the draw is then an exception
/// from it.
fn undrawn(reach: &Reach, own: bool, lines: &[MaterialLine]) -> Variant {
    let mut variant = reach.variant.clone();
    let is_material = |ending: &Ending| {
        ending.result.is_draw() && ending.when.leaves().any(|fact| matches!(fact, Fact::Material(_)))
    };
    let is_known = |ending: &Ending| own || !is_own(ending);
    let is_dropped = |ending: &Ending| is_material(ending) || is_known(ending) && counts_only(&ending.when);
    variant.endings.retain(|ending| !is_dropped(ending));
    leave_out_others(&mut variant, lines);
    variant.returns = reach.returns();
    variant.notes.clear();
    (variant.id, variant.title, variant.array, variant.reading) = Default::default();
    (variant.about, variant.history, variant.provenance, variant.arrays) = Default::default();
    (variant.switches, variant.sources) = Default::default();
    variant
}

/// Takes the moves and effects of the types that cannot arise from some pieces, so that selections that differ only in
/// these have the same verdicts.
fn leave_out_others(variant: &mut Variant, lines: &[MaterialLine]) {
    if variant.hands || variant.turns.is_some() || !variant.follow_ups.is_empty() {
        return;
    }
    let mut found: BTreeSet<PieceTypeId> =
        lines.iter().flat_map(|line| line.sides.0.iter().chain(&line.sides.1)).copied().collect();
    let mut todo: Vec<PieceTypeId> = found.iter().copied().collect();
    todo.extend(variant.actions.iter().flat_map(|action| action.act.effects().becomes));
    while let Some(id) = todo.pop() {
        found.insert(id);
        let effects = variant.piece_type(id).arrivals.iter().flat_map(|arrival| &arrival.then);
        todo.extend(effects.flat_map(Consequence::becomes).filter(|other| !found.contains(other)));
    }
    let others = variant.piece_types.iter_mut().zip(0..);
    for (own, number) in others.filter(|(own, _)| own.royal.is_none() && !own.neutral) {
        if !found.iter().any(|id| id.index() == number) {
            own.moves.clear();
            own.arrivals.clear();
        }
    }
}

/// Returns true if a condition depends only on the numbers of pieces.
fn counts_only(when: &Condition) -> bool {
    when.leaves().all(|fact| match fact {
        Fact::Count(count) | Fact::Held(count) => is_plain(&count.pieces),
        Fact::Totals { one, other, is: _ } => {
            let is_plain = |amount: &Amount| match amount {
                Amount::Number(_) => true,
                Amount::Total(total) => is_plain(&total.pieces),
                Amount::Uses { .. } => false,
            };
            is_plain(one) && is_plain(other)
        }
        Fact::Material(_) => true,
        Fact::InCheck
        | Fact::EnemyInCheck
        | Fact::FirstOfTurn
        | Fact::LastOfTurn
        | Fact::RoyalsFace
        | Fact::NoOtherMove
        | Fact::Forks { .. }
        | Fact::Traps { .. }
        | Fact::Empty(_)
        | Fact::UsedUp { .. }
        | Fact::OneShade(_)
        | Fact::CanReach(_)
        | Fact::ToMove(_)
        | Fact::Turn { .. }
        | Fact::Captured(_)
        | Fact::Checkmate
        | Fact::Stalemate
        | Fact::NoMove
        | Fact::Repetition(_)
        | Fact::Perpetual { .. }
        | Fact::Quiet(_) => false,
    })
}

/// Returns true if a filter depends neither on squares nor on other pieces.
fn is_plain(pieces: &PieceFilter) -> bool {
    pieces.leaves().all(|test| match test {
        PieceTest::All | PieceTest::Own | PieceTest::Enemy | PieceTest::Royal | PieceTest::PieceTypes(_) => {
            true
        }
        PieceTest::Leader | PieceTest::In(_) | PieceTest::Related(..) => false,
    })
}

/// Writes some lines of one ending as in a rule file.
fn written(variant: &Variant, lines: &[&MaterialLine]) -> String {
    let names = |ids: &[PieceTypeId]| {
        commas(ids.iter().map(|id| variant.piece_type(*id).name()).collect::<Vec<String>>())
    };
    let pair =
        |line: &&MaterialLine| format!("[{}] against [{}]", names(&line.sides.0), names(&line.sides.1));
    let alternative = |lines: &[&MaterialLine]| {
        let pairs: Vec<String> = lines.iter().map(pair).collect();
        let color = |types: &[PieceTypeId], words: &str| match types {
            [] => String::new(),
            types => format!(" and {words}one square color for {}", names(types)),
        };
        format!("{}{}{}", pairs.join(", "), color(&lines[0].shaded, ""), color(&lines[0].apart, "not "))
    };
    let alternatives = lines
        .chunk_by(|one, other| (&one.shaded, &one.apart) == (&other.shaded, &other.apart))
        .map(alternative);
    alternatives.collect::<Vec<String>>().join(" or only ")
}

/// Writes the placement of a position and the side to move, as in a FEN.
fn position(variant: &Variant, setup: &Setup) -> String {
    let board: &Board = &variant.board;
    let token = |piece: Piece| {
        let token = &variant.piece_type(piece.piece_type).token;
        let token = if piece.color == Color::White { token.clone() } else { token.to_lowercase() };
        if token.chars().count() == 1 { token } else { format!("{{{token}}}") }
    };
    let rank = |y: i32| {
        let (mut text, mut empty) = (String::new(), 0);
        for x in board.files().filter(|x| (1..=board.width).contains(x)) {
            let square = board.at(x, y);
            match (square, square.and_then(|square| setup.piece(square))) {
                (Some(_), None) => empty += 1,
                (_, piece) => {
                    text += &run(&mut empty);
                    text += &piece.map_or_else(|| "*".to_owned(), token);
                }
            }
        }
        text + &run(&mut empty)
    };
    let ranks: Vec<String> = (1..=board.height).rev().map(rank).collect();
    let held: String = variant
        .piece_type_ids()
        .flat_map(|(piece_type, _)| Color::ALL.map(|color| Piece { color, piece_type }))
        .map(|piece| {
            let number = setup.hands.get(piece.piece_type.index()).map_or(0, |held| *held.get(piece.color));
            token(piece).repeat(number.into())
        })
        .collect();
    let held = if held.is_empty() { held } else { format!("[{held}]") };
    let outside = |square: Square| Some(format!(" {}={}", board.name(square), token(setup.piece(square)?)));
    let outside: String = board.extra().filter_map(outside).collect();
    format!("{}{held} {}{outside}", ranks.join("/"), setup.turn.letter())
}

/// Writes the number of empty squares and starts again.
fn run(empty: &mut u32) -> String {
    match std::mem::take(empty) {
        0 => String::new(),
        number => number.to_string(),
    }
}

/// Writes a move by its squares and its choice.
fn moved(variant: &Variant, win: &WinningMove) -> String {
    let name = |square: Option<Square>| square.map_or("", |square| variant.board.name(square));
    let (from, to) = (name(win.mv.from), name(win.mv.to));
    match (from.is_empty(), win.mv.choice) {
        (true, _) => format!("@{to}"),
        (false, Some(Choice::Become(id))) => {
            format!("{from}{to}{}", variant.piece_type(id).token.to_lowercase())
        }
        (false, _) => format!("{from}{to}"),
    }
}
