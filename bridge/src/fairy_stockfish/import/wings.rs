//! Translates rules about the wings to which the sides castle: castling that decides the game, and castling that the
//! opponent's excludes.

use super::castling::{SideCastling, freeing};
use super::draft::Piece;
use super::endings::ending;
use super::game::GameWriter;
use super::royals::is_royal;
use crate::builder::{ConditionFill, EffectFill, NewStatement, PieceFill, SquareFill, event};
use crate::fairy_stockfish::squares::SquareMask;
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;

/// The wings, the right one first.
const WINGS: [(bool, &str); 2] = [(true, "right-wing"), (false, "left-wing")];

/// The right that a side uses up by a castling that wins.
const CASTLED: &str = "castled";

/// Returns the conditions under which a side may castle to the right and to the left, if it may not castle to the wing to
/// which its opponent has castled.
pub fn conditions(game: &mut GameWriter, all: &[SideCastling]) -> Option<[ConditionFill; 2]> {
    let targets = WINGS.map(|(right, _)| squares(game, all, |one| one.is_right() == right, |one| one.to.0));
    if game.turned || (0..2).any(|side| !(targets[0][side] & targets[1][side]).is_empty()) {
        game.cannot("oppositeCastling", "the two wings are not the same for both sides");
        return None;
    }
    let used = |(_, squares): &(_, [SquareMask; 2])| squares.iter().any(|own| !own.is_empty());
    for ((_, name), squares) in WINGS.into_iter().zip(targets).filter(used) {
        declare(game, name);
        castling_to(game, all, (&format!("{name}-castled"), squares), name);
    }
    Some(WINGS.map(|(_, name)| ConditionFill::used_up("enemy used up", name).negated()))
}

/// Adds the rules and endings of a game that a side wins by castling to a wing, and loses if it no longer can.
pub fn wins(game: &mut GameWriter, all: &[SideCastling]) {
    let letters = game.state.word("castlingWins");
    let letters: Vec<char> = letters.chars().take_while(|letter| *letter != '-').collect();
    let is_meant = |one: &&SideCastling| {
        let letter = if one.is_right() { 'k' } else { 'q' };
        letters.contains(&if one.side == 0 { letter.to_ascii_uppercase() } else { letter })
    };
    let meant: Vec<SideCastling> = all.iter().filter(is_meant).copied().collect();
    let can = |letter: char| meant.iter().any(|one| (one.side == 1) == letter.is_ascii_lowercase());
    let decisive: Vec<char> = letters.iter().copied().filter(|letter| "KQkq".contains(*letter)).collect();
    if decisive.is_empty() {
        return;
    }
    let others: Vec<SideCastling> = all.iter().filter(|one| !is_meant(one)).copied().collect();
    let is_confused =
        |one: &SideCastling| others.iter().any(|other| (other.side, other.to.0) == (one.side, one.to.0));
    let free = freeing(game.state).is_some() || game.state.flag("oppositeCastling");
    let blast = game.state.flag("blastOnCapture");
    let reason = match () {
        () if !decisive.iter().all(|letter| can(*letter)) => "a side that cannot castle loses at once",
        () if blast => "an explosion can remove both partners of the king at once",
        () if free => "the start position alone does not say which castlings remain",
        () if game.turned || meant.iter().any(is_confused) => {
            "two castlings bring the king to the same square"
        }
        () if !meant.iter().all(|one| is_royal(game, one.king)) => "the piece that castles can be captured",
        () => "",
    };
    if !reason.is_empty() {
        return game.cannot("castlingWins", reason);
    }
    decide(game, &meant);
}

/// Adds the rules and endings for castlings that win.
fn decide(game: &mut GameWriter, meant: &[SideCastling]) {
    let twin = |one: &SideCastling| SideCastling { side: 1 - one.side, ..*one };
    let is_shared = meant.iter().all(|one| meant.contains(&twin(one)));
    let sides: &[usize] = if is_shared { &[0] } else { &[0, 1] };
    let mut lost: Vec<Vec<String>> = Vec::new();
    for side in sides {
        let own: Vec<SideCastling> = meant.iter().filter(|one| one.side == *side).copied().collect();
        let color = if is_shared { "" } else { ["white-", "black-"][*side] };
        let name = |one: &SideCastling| format!("{color}{}-castling", wing(one));
        let names: Vec<String> = own.iter().map(name).collect();
        names.iter().for_each(|name| declare(game, name));
        let both = |one: &SideCastling| if is_shared { vec![*one, twin(one)] } else { vec![*one] };
        let all: Vec<SideCastling> = own.iter().flat_map(both).collect();
        lose_with_king(game, &all, &names);
        for (one, name) in own.iter().zip(&names) {
            lose_with_partner(game, &both(one), name);
        }
        lost.push(names);
    }
    declare(game, CASTLED);
    let targets = squares(game, meant, |_| true, |one| one.to.0);
    castling_to(game, meant, ("castled-king", targets), CASTLED);
    let lost: Vec<Vec<String>> = lost.into_iter().filter(|names| !names.is_empty()).collect();
    let none_left = |words| ConditionFill::Any(lost.iter().map(|names| used_up(words, names)).collect());
    game.castling_endings = vec![
        ending("castled", "loss").with(ConditionFill::used_up("enemy used up", CASTLED)),
        ending("enemy-cannot-castle", "win").with(none_left("enemy used up")),
        ending("cannot-castle", "loss").with(none_left("used up")),
    ];
}

/// Returns the name of the wing of a castling.
fn wing(one: &SideCastling) -> &'static str {
    if one.is_right() { WINGS[0].1 } else { WINGS[1].1 }
}

/// Returns the condition that all these rights are used up.
fn used_up(words: &'static str, rights: &[String]) -> ConditionFill {
    ConditionFill::All(rights.iter().map(|name| ConditionFill::used_up(words, name)).collect())
}

/// Begins an automatic effect on the king of some castlings, and returns it with the king and its home.
fn by_king(game: &mut GameWriter, all: &[SideCastling]) -> Option<(NewStatement, PieceFill)> {
    let one = all.first()?;
    let king = PieceFill::named(&[game.names.of(Piece { kind: one.king, from: None })]);
    let home = game.regions.name("king-home", squares(game, all, |_| true, |one| one.from.0));
    let mut board = [SquareMask::NONE; 2];
    for one in all {
        board[one.side] = game.regions.board();
    }
    let board = game.regions.name(["board-of-white", "board-of-black"][one.side], board);
    let rule = NewStatement::new(Keyword::By).with(king.clone());
    let rule = if board == SquareFill::grid() { rule } else { rule.with(board) };
    Some((rule, king.own().inside(&home)))
}

/// Adds the loss of all rights when the king is not at home.
fn lose_with_king(game: &mut GameWriter, all: &[SideCastling], rights: &[String]) {
    let Some((rule, home)) = by_king(game, all) else { return };
    let gone = vec![used_up("used up", rights).negated(), ConditionFill::none(home, false)];
    let rule = rule.with(ConditionFill::All(gone));
    game.rules
        .push(rights.iter().map(|right| EffectFill::right("loses", right)).fold(rule, NewStatement::with));
}

/// Adds the loss of a right when the king is at home, but its partner is not. A piece acts only once after a move, so
/// that the two rules must not both apply.
fn lose_with_partner(game: &mut GameWriter, both: &[SideCastling], right: &str) {
    let (Some((rule, home)), Some(one)) = (by_king(game, both), both.first()) else { return };
    let partner = PieceFill::named(&[game.names.of(Piece { kind: one.other, from: None })]).own();
    let name = format!("{}-home", wing(one));
    let corner = game.regions.name(&name, squares(game, both, |_| true, |one| one.from.1));
    let gone = vec![
        ConditionFill::used_up("used up", right).negated(),
        ConditionFill::some(home, false),
        ConditionFill::none(partner.inside(&corner), false),
    ];
    game.rules.push(rule.with(ConditionFill::All(gone)).with(EffectFill::right("loses", right)));
}

fn declare(game: &mut GameWriter, right: &str) {
    game.rules.push(NewStatement::new(Keyword::Right).item(Slot::Name, right).say("once"));
}

/// Adds the use of a right by castlings that bring the king to some squares.
fn castling_to(
    game: &mut GameWriter,
    all: &[SideCastling],
    (name, squares): (&str, [SquareMask; 2]),
    right: &str,
) {
    let mut kings: Vec<_> = all.iter().map(|one| one.king).collect();
    kings.sort_unstable();
    kings.dedup();
    let Some(kings) = game.kinds(&kings) else { return };
    let rule = NewStatement::new(Keyword::Arriving).with(kings).with(event("castling"));
    let rule = rule.with(game.regions.name(name, squares));
    game.rules.push(rule.with(EffectFill::right("uses", right)));
}

/// Returns the squares on files that castlings of each side name.
fn squares(
    game: &GameWriter,
    all: &[SideCastling],
    is_such: impl Fn(&SideCastling) -> bool,
    file: impl Fn(&SideCastling) -> i32,
) -> [SquareMask; 2] {
    [0, 1].map(|side| {
        let own = all.iter().filter(|one| one.side == side && is_such(one));
        let squares = own.map(|one| SquareMask::one(file(one), one.rank));
        let all = squares.fold(SquareMask::NONE, |all, one| all | one);
        if side == 0 { all } else { game.regions.turn(all) }
    })
}
