//! Inherited regions that were the edge of the board of the other game.

use super::{Heir, amending};
use crate::base::source::Span;
use crate::base::{Bitboard, Board, Cell, Color, Square, SquareSet, file_name};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::join;
use crate::rules::{Mention, RuleRef, Variant, Zone};
use std::collections::{BTreeMap, BTreeSet};

/// An inherited region, or the squares that an inherited rule names, at the former edge of the board.
struct FormerEdge {
    name: String,
    declared: Span,
    was: String,
    is: String,
    /// The lines that move it to the edge of the new board, or `None` if these are not known.
    lines: Option<String>,
}

impl Heir<'_> {
    /// Reports regions that were the last ranks or files of a smaller board.
    pub(super) fn edges(&self, game: &Variant, old: &Board) -> Option<Diagnostic> {
        let place = game.line("board").0;
        let edges = if self.is_own(place) { self.former_edges(game, old) } else { Vec::new() };
        let [first, others @ ..] = edges.as_slice() else { return None };
        let names = distinct(edges.iter().map(|edge| format!("`{}`", edge.name)));
        let message = match names.as_slice() {
            [name] => format!("{name} was the edge of the board, and is not the edge of this one"),
            _ => format!("{} were edges of the board, and are not edges of this one", join(&names, "and")),
        };
        let is_region = |edge: &FormerEdge| edge.lines.as_ref().is_some_and(|lines| !lines.contains('\n'));
        let help = match edges.iter().all(is_region) {
            true => {
                let lines = edges.iter().filter_map(|edge| edge.lines.as_ref());
                format!("write {}", join(lines.map(|line| format!("`{line}`")), "and"))
            }
            false => {
                let all =
                    distinct(edges.iter().map(|edge| format!("`{}` instead of `{}`", edge.is, edge.name)));
                format!("change the inherited rules, with {}", join(all, "and"))
            }
        };
        let label = |problem: Diagnostic, edge: &FormerEdge| {
            problem.label(edge.declared, format!("this is {}", edge.was))
        };
        let problem = Diagnostic::new(Code::OutdatedRule, place, message);
        let problem = others.iter().fold(label(problem, first), label).help(help);
        let lines: Option<Vec<&str>> = edges.iter().map(|edge| edge.lines.as_deref()).collect();
        let at = Span { end: place.start, ..place };
        let fix =
            |lines: Vec<&str>| Fix::of(Certainty::Guess).and(at, TextChange::Append(lines.join("\n").into()));
        Some(lines.map(fix).into_iter().fold(problem, Diagnostic::fix))
    }

    /// Returns what was the edge of the board and is none now, in the order of the declarations.
    fn former_edges(&self, game: &Variant, old: &Board) -> Vec<FormerEdge> {
        let regions: Vec<(&Zone, Span)> =
            game.regions.iter().zip(game.region_places.0.iter().copied()).collect();
        let mut edges: BTreeMap<(Span, String), FormerEdge> = BTreeMap::new();
        let mut add = |zone: &Zone, declared: Span, lines: &dyn Fn(&str, &str) -> Option<String>| {
            if self.is_own(declared) || declared.end == 0 {
                return;
            }
            let Some((was, is)) = moved_edge(zone, old, &game.board) else { return };
            let (lines, name) = (lines(&zone.name, &is), zone.name.clone());
            let edge = FormerEdge { name: name.clone(), declared, was, is, lines };
            edges.entry((declared, name)).or_insert(edge);
        };
        let used = game.rules().into_iter().filter(|rule| !matches!(rule, RuleRef::Region(..)));
        for rule in used {
            let origin = rule.origin(game).0;
            for part in rule.parts() {
                part.filler.mentions(&mut |mention| {
                    let Mention::Zone(zone) = mention else { return };
                    let mut named = regions.iter().filter(|(region, _)| names(zone, region)).peekable();
                    if named.peek().is_none() {
                        add(zone, origin, &|was, is| self.amended(game, &rule, (was, is)));
                    }
                    // A zone that is made of regions moves with them.
                    for (region, declared) in named {
                        let sides = sides(region, &game.board);
                        add(region, *declared, &|name, is| {
                            Some(format!("change region {name}{} = {is}", sides?))
                        });
                    }
                });
            }
        }
        edges.into_values().collect()
    }

    /// Returns the lines that amend an inherited rule of a piece or an ending with another zone.
    fn amended(&self, game: &Variant, rule: &RuleRef, (was, is): (&str, &str)) -> Option<String> {
        let origin = rule.origin(game);
        let text = (self.written)(origin.0).filter(|text| text.matches(was).count() == 1)?;
        let new = text.replace(was, is);
        match rule {
            RuleRef::Arrival(..) => {
                let keys = (self.around)(origin.0)?.keys;
                let head = text.split_once(':')?.0.trim_end();
                Some(amending(&keys, format!("remove {head}\nadd {new}")))
            }
            RuleRef::Ending(_) => Some(format!("change ending {{\n  {new}\n}}")),
            RuleRef::Board(_)
            | RuleRef::Region(..)
            | RuleRef::Array(_)
            | RuleRef::Hands
            | RuleRef::Piece(..)
            | RuleRef::Royal(..)
            | RuleRef::Neutral(_)
            | RuleRef::Points(..)
            | RuleRef::Moves(..)
            | RuleRef::Stays(..)
            | RuleRef::InHand(..)
            | RuleRef::Right(..)
            | RuleRef::Action(_)
            | RuleRef::FollowUp(_)
            | RuleRef::Castling(_)
            | RuleRef::CastlingRule(_)
            | RuleRef::Admission(_)
            | RuleRef::Border(_)
            | RuleRef::Immunity(_)
            | RuleRef::MoveRule(_)
            | RuleRef::Royalty(_)
            | RuleRef::FirstMove(_)
            | RuleRef::Turns(_)
            | RuleRef::Clock(_)
            | RuleRef::FenCount(_) => None,
        }
    }
}

/// Returns texts in their order, each once.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    texts.filter(|text| seen.insert(text.clone())).collect()
}

/// Returns the words after the name of a region that say whose squares it names, or `None` if each side has its own.
fn sides(region: &Zone, board: &Board) -> Option<&'static str> {
    let [white, black] = Color::ALL.map(|color| *region.squares.get(color));
    match board.relative(white, Color::Black) == black {
        true => Some(""),
        false => (white == black).then_some(" for both"),
    }
}

/// Returns true if a zone is a region or is made of it and others.
fn names(zone: &Zone, region: &Zone) -> bool {
    let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    zone.name.split(|c| !is_in_name(c)).any(|word| word == region.name)
}

/// Returns the ranks or files of a region that ended at the edge of the old board, and where they are on the new one.
fn moved_edge(zone: &Zone, old: &Board, new: &Board) -> Option<(String, String)> {
    let rank = |cell: &Cell| cell.y;
    let file = |cell: &Cell| cell.x;
    let name = |y: i32| y.to_string();
    let letter = |x: i32| file_name(x);
    let ranks = lines(zone, new, (&rank, &file), [(old.height, new.height), (old.width, new.width)]);
    let files = lines(zone, new, (&file, &rank), [(old.width, new.width), (old.height, new.height)]);
    let of = |(first, last): (i32, i32), name: &dyn Fn(i32) -> String| match first == last {
        true => name(last),
        false => format!("{}..{}", name(first), name(last)),
    };
    match (ranks, files) {
        (Some((was, is)), _) => Some((format!("rank {}", of(was, &name)), format!("rank {}", of(is, &name)))),
        (None, Some((was, is))) => {
            Some((format!("file {}", of(was, &letter)), format!("file {}", of(is, &letter))))
        }
        (None, None) => None,
    }
}

type Coordinate<'a> = &'a dyn Fn(&Cell) -> i32;

/// Returns the first and the last line of a region that consists of the last lines of the old board, and the same lines of
/// the new one.
fn lines(
    zone: &Zone,
    board: &Board,
    (along, across): (Coordinate, Coordinate),
    [(old, new), (old_width, _)]: [(i32, i32); 2],
) -> Option<((i32, i32), (i32, i32))> {
    let squares: SquareSet = *zone.squares.get(Color::White);
    let at = |square: Square| board.cell(square);
    let first = squares.iter().map(|square| along(at(square))).min()?;
    let last = squares.iter().map(|square| along(at(square))).max()?;
    if last != old || new <= old || first == 1 {
        return None;
    }
    let inside = |square: &Square| (first..=last).contains(&along(at(*square)));
    let all = board.grid().iter().filter(inside).count();
    let former = board.grid().iter().filter(inside).filter(|square| across(at(*square)) <= old_width).count();
    let number = squares.count() as usize;
    (number == all || number == former).then(|| ((first, last), (first + new - old, new)))
}
