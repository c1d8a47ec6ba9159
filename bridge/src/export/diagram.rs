//! Writes games as pages with H. G. Muller's Interactive Diagram.
//!
//! The diagram shows a game and lets people play it. Its definition contains the board, the pieces with their moves,
//! the array, and promotions. The script that draws the diagram is on the Chess Variant Pages and is not part of the
//! file.

use super::super::sketch::{Obligation, translated};
use super::letters;
use super::paths::{simple, straight_first};
use super::xboard::{initial, is_home};
use super::{Export, ExportSurvey, Format, from_game, rectangle};
use crate::base::{ByColor, Color, Orientation, PieceTypeId, Square, SquareSet};
use crate::notation::dialect::{Codec, Dialect};
use crate::rules::{
    Act, Action, Arrival, Binding, Consequence, Duty, Ending, Fact, First, Moves, PieceType, RuleRef, Variant,
};
use std::collections::{BTreeMap, BTreeSet};

/// The address of the page about the diagram.
const ARTICLE: &str = "https://www.chessvariants.com/invention/interactive-diagrams";

struct DiagramWriter<'v> {
    variant: &'v Variant,
    survey: ExportSurvey<'v>,
    letters: Vec<String>,
    /// The notation of moves that ferz writes in brackets.
    ways: &'v BTreeMap<String, String>,
    /// The pieces in the order of the page: first the pieces that promote, then the others, and the king last.
    order: Vec<PieceTypeId>,
    options: Vec<(String, String)>,
}

/// The promotions of a game: the pieces that promote, and the pieces that they become.
struct Promotions {
    pawns: Vec<PieceTypeId>,
    choice: Vec<PieceTypeId>,
    ranks: i32,
    how: Obligation,
}

pub(super) fn write(variant: &Variant) -> Export {
    let dialect = Dialect::named("xboard").unwrap_or_else(|| Dialect::own());
    let letters = Codec::new(variant, dialect).letters;
    let mut writer = DiagramWriter {
        variant,
        survey: ExportSurvey::new(variant),
        letters,
        ways: &dialect.ways,
        order: Vec::new(),
        options: Vec::new(),
    };
    let (_, _, width, height) = rectangle(variant);
    writer.set("files", width.to_string());
    writer.set("ranks", height.to_string());
    let promotions = writer.promotions();
    writer.promote(&promotions);
    for rule in variant.rules() {
        writer.rule(rule);
    }
    writer.page()
}

impl DiagramWriter<'_> {
    fn set(&mut self, option: &str, value: impl Into<String>) {
        self.options.push((option.to_owned(), value.into()));
    }

    fn rule(&mut self, rule: RuleRef) {
        match rule {
            RuleRef::Board(board) if board.joins.is_any() => {
                self.survey.refuse(rule, "the edges of a board are not joined");
            }
            RuleRef::Board(_) | RuleRef::Region(..) | RuleRef::Array(_) | RuleRef::Piece(..) => {}
            RuleRef::Arrival(..) | RuleRef::Castling(_) => {}
            RuleRef::Royal(..) | RuleRef::Moves(..) | RuleRef::FirstMove(First::White | First::Dice) => {}
            RuleRef::FirstMove(First::Black) => self.survey.refuse(rule, "White moves first"),
            RuleRef::Hands => {
                self.survey.refuse(rule, "the definition does not determine which pieces can be dropped")
            }
            RuleRef::Action(action) => self.action(rule, action),
            RuleRef::Ending(ending) => self.ending(rule, ending),
            RuleRef::Royalty(royalty) => {
                if royalty.binds != Binding::Always || royalty.facing || royalty.mutual {
                    self.survey
                        .refuse(rule, "a royal piece cannot be left attacked, and kings can face each other");
                }
            }
            RuleRef::Clock(_) | RuleRef::FenCount(_) => {}
            RuleRef::Neutral(_) => self.survey.refuse(rule, "every piece belongs to a side"),
            RuleRef::Points(..) => {}
            RuleRef::Stays(..) | RuleRef::Admission(_) | RuleRef::Border(_) => {
                self.survey.refuse(rule, "the definition has no regions for pieces");
            }
            RuleRef::InHand(..) | RuleRef::Right(..) | RuleRef::FollowUp(_) | RuleRef::CastlingRule(_) => {
                self.survey.refuse(rule, "the definition has no option for it");
            }
            RuleRef::Immunity(_) | RuleRef::MoveRule(_) => {
                self.survey.refuse(rule, "the definition has no restrictions on moves");
            }
            RuleRef::Turns(_) => self.survey.refuse(rule, "a turn is a single move"),
        }
    }

    fn action(&mut self, rule: RuleRef, action: &Action) {
        let Action { name: _, act, when, provided, right, unsafely, duty, origin: _, lines: _, notes: _ } =
            action;
        let is_plain =
            when.is_none() && provided.is_none() && right.is_none() && !unsafely && *duty == Duty::May;
        match act {
            Act::Drop {
                piece_types: _,
                to,
                not_with: None,
                not_with_number: _,
                not_mating: false,
                becomes,
            } if is_plain && becomes.is_empty() && self.is_everywhere(to.squares) => {}
            Act::Drop { .. } => self.survey.refuse(rule, "pieces can be dropped on any empty square"),
            Act::Place { .. } | Act::Exchange { .. } | Act::Replace { .. } | Act::Pass => {
                self.survey.refuse(rule, "the only moves are those of the pieces");
            }
        }
    }

    fn is_everywhere(&self, zone: ByColor<SquareSet>) -> bool {
        let all: SquareSet = self.variant.board.squares().collect();
        Color::ALL.iter().all(|color| *zone.get(*color) == all)
    }

    fn ending(&mut self, rule: RuleRef, ending: &Ending) {
        use crate::base::Result;
        let usual = [(Fact::Checkmate, Result::Loss), (Fact::Stalemate, Result::Draw)];
        if usual.iter().any(|(fact, result)| ending.is(fact, *result)) {
            return;
        }
        if ending.is(&Fact::Stalemate, Result::Loss) {
            self.set("stalemate", "win");
        } else if ending.fact().is_some_and(Fact::is_past) {
            self.survey.leave_aside(rule, "the players decide");
        } else if ending.condition().is_some() && ending.result.is_draw() {
            self.survey.leave_aside(rule, "a draw that the players decide");
        } else {
            self.survey.refuse(rule, "the definition has no option for this ending");
        }
    }

    /// Finds the pieces that promote on the last ranks.
    fn promotions(&mut self) -> Promotions {
        let variant = self.variant;
        let mut found =
            Promotions { pawns: Vec::new(), choice: Vec::new(), ranks: 0, how: Obligation::Mandatory };
        for (id, own) in variant.piece_type_ids().filter(|(_, own)| !own.arrivals.is_empty()) {
            match self.promotion(&own.arrivals) {
                Some((choice, ranks, how)) if found.pawns.is_empty() => {
                    found = Promotions { pawns: vec![id], choice, ranks, how };
                }
                // A piece that can choose itself could also choose the other one.
                Some((choice, ranks, Obligation::Mandatory))
                    if (&choice, ranks, Obligation::Mandatory) == (&found.choice, found.ranks, found.how) =>
                {
                    found.pawns.push(id);
                }
                _ => {
                    let reason =
                        "all promotions are alike, and lead to the same pieces on the same last ranks";
                    own.arrivals.iter().for_each(|one| self.survey.refuse(RuleRef::Arrival(id, one), reason));
                }
            }
        }
        found
    }

    /// Returns the choice, the number of last ranks, and the obligation of a promotion that the diagram knows.
    fn promotion(&self, arrivals: &[Arrival]) -> Option<(Vec<PieceTypeId>, i32, Obligation)> {
        let targets = |arrival: &Arrival| match arrival.then.as_slice() {
            [Consequence::Become(targets)] if is_plain(arrival) => Some(targets.clone()),
            _ => None,
        };
        let all: Option<Vec<_>> = arrivals.iter().map(targets).collect();
        let choice = all.filter(|all| all.windows(2).all(|pair| pair[0] == pair[1]))?.first()?.clone();
        let zone = |color: Color| arrivals.iter().map(|one| *one.zone.squares.get(color)).collect::<Vec<_>>();
        let ranks = self
            .last_ranks(|color| zone(color).into_iter().fold(SquareSet::default(), |all, one| all | one))?;
        let how = match arrivals {
            [one] if one.may => Obligation::Optional,
            [_] => Obligation::Mandatory,
            [optional, last] | [last, optional] if optional.may && !last.may => {
                self.last_ranks(|color| *last.zone.squares.get(color)).filter(|ranks| *ranks == 1)?;
                Obligation::MandatoryAtLast
            }
            _ => return None,
        };
        Some((choice, ranks, how))
    }

    /// Returns the number of last ranks that make up a zone, or `None` for any other zone.
    fn last_ranks(&self, zone: impl Fn(Color) -> SquareSet) -> Option<i32> {
        let board = &self.variant.board;
        let (_, low, _, height) = rectangle(self.variant);
        let last = |ranks: i32, color: Color| -> SquareSet {
            let seen = |square: Square| {
                let rank = board.cell(square).y - low + 1;
                color.pick(rank, height + 1 - rank)
            };
            board.squares().filter(|square| seen(*square) > height - ranks).collect()
        };
        (1..=height).find(|ranks| Color::ALL.iter().all(|color| last(*ranks, *color) == zone(*color)))
    }

    /// Sorts the pieces, and writes the options about promotion.
    fn promote(&mut self, promotions: &Promotions) {
        let variant = self.variant;
        let royal = |id: &PieceTypeId| variant.piece_type(*id).royal.is_some();
        let all = || variant.piece_type_ids().map(|(id, _)| id);
        self.order.clone_from(&promotions.pawns);
        self.order.extend(all().filter(|id| !promotions.pawns.contains(id) && !royal(id)));
        self.order.extend(all().filter(|id| !promotions.pawns.contains(id) && royal(id)));
        if promotions.pawns.is_empty() {
            self.set("promoZone", "0");
        } else {
            self.set("promoZone", promotions.ranks.to_string());
            self.set("maxPromote", promotions.pawns.len().to_string());
            // A piece that can choose itself need not promote, and with `!` only before the last rank.
            let (mark, own) = match promotions.how {
                Obligation::Mandatory => ("", None),
                Obligation::Optional => ("", promotions.pawns.first()),
                Obligation::MandatoryAtLast => ("!", promotions.pawns.first()),
            };
            let choice =
                own.into_iter().chain(&promotions.choice).map(|id| self.letters[id.index()].as_str());
            self.set("promoChoice", mark.to_owned() + &choice.collect::<String>());
        }
        let royals: Vec<String> =
            self.order.iter().filter(|id| royal(id)).map(|id| self.letters[id.index()].clone()).collect();
        if royals.is_empty() {
            let rule = RuleRef::Royalty(&variant.royalty);
            self.survey.refuse(rule, "every game has a royal piece");
        }
        for royal in royals {
            self.set("royal", royal);
        }
        let symmetry = match variant.board.orientation {
            Orientation::Turned => "rotate",
            Orientation::Mirrored => "mirror",
        };
        self.set("symmetry", symmetry);
    }

    /// Writes the page.
    fn page(mut self) -> Export {
        let variant = self.variant;
        let lines: Vec<String> =
            self.order.clone().into_iter().map(|id| self.piece(id, variant.piece_type(id))).collect();
        let (left, low, width, height) = rectangle(variant);
        let board = &variant.board;
        let holes: Vec<String> = (low..low + height)
            .flat_map(|y| (left..left + width).map(move |x| (x, y)))
            .filter(|(x, y)| board.at(*x, *y).is_none())
            .map(|(x, y)| self.square(x, y))
            .collect();
        let title = html(&variant.title);
        let mut text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n"
        );
        let (version, from) = (env!("CARGO_PKG_VERSION"), from_game(variant));
        text += &format!("<!-- Interactive Diagram, written by ferz {version}{from}. -->\n");
        for line in self.survey.remarks(Format::InteractiveDiagram) {
            text += &format!("<!-- {} -->\n", html(&line).replace("--", "-"));
        }
        text += "<!-- The script that shows the diagram is by H. G. Muller. Add its line here, as described on the page: -->\n";
        text += &format!("<!-- {ARTICLE} -->\n");
        text += &format!("</head>\n<body>\n<h1>{title}</h1>\n<div class=\"idiagram\">\n");
        for (option, value) in &self.options {
            text += &format!("{option}={value}\n");
        }
        for line in lines {
            text += &format!("{}\n", html(&line));
        }
        if !holes.is_empty() {
            text += &format!("hole::::{}\n", holes.join(","));
        }
        text += "</div>\n</body>\n</html>\n";
        Export { text, obstacles: self.survey.obstacles }
    }

    fn square(&self, x: i32, y: i32) -> String {
        let (left, low, ..) = rectangle(self.variant);
        format!("{}{}", crate::base::file_name(x - left + 1), y - low + 1)
    }

    /// Returns moves in the notation of the diagram.
    fn text(&self, moves: &Moves) -> Option<String> {
        let own = self.ways.get(&*moves.notation).map_or(&*moves.notation, String::as_str);
        let is_plain = own.chars().all(|letter| letter.is_ascii_alphanumeric());
        if is_plain && translated(own).is_some_and(|text| text == own) {
            return Some(own.to_owned());
        }
        let (_, _, width, height) = rectangle(self.variant);
        let found = simple(&moves.automaton, (width, height), straight_first)?;
        Some(letters::write_marked(&found)? + &letters::castles(&moves.automaton))
    }

    /// Writes the line of a piece.
    fn piece(&mut self, id: PieceTypeId, own: &PieceType) -> String {
        let variant = self.variant;
        let (_, _, width, height) = rectangle(variant);
        let mut moves = Vec::new();
        // A piece that never goes back stands on its first square only before its first move.
        let advances = |one: &Moves| {
            let found = simple(&one.automaton, (width, height), straight_first);
            found.is_some_and(|found| found.iter().all(|simple| simple.vector.1 > 0))
        };
        for one in &own.moves {
            let rule = RuleRef::Moves(id, one);
            let text = match &one.on {
                _ if one.is_limited() => None,
                Some(zone) if is_home(variant, own, zone) && own.moves.iter().all(advances) => {
                    initial(&one.notation)
                }
                Some(_) => None,
                None => {
                    let Some(text) = self.text(one) else {
                        let reason = format!("its notation cannot express `{}`", &*one.notation);
                        self.survey.refuse(rule, reason);
                        continue;
                    };
                    Some(text)
                }
            };
            match text {
                Some(text) => moves.push(text),
                None => {
                    self.survey.refuse(rule, format!("`{}` has a limit or a condition", &*one.notation));
                }
            }
        }
        let places = |color: Color| -> String {
            let own =
                variant.setup.iter().filter(|(_, piece)| piece.color == color && piece.piece_type == id);
            let cells: BTreeSet<(i32, i32)> =
                own.map(|(square, _)| variant.board.cell(*square)).map(|cell| (cell.y, cell.x)).collect();
            cells.iter().map(|(y, x)| self.square(*x, *y)).collect::<Vec<_>>().join(",")
        };
        let (white, black) = (places(Color::White), places(Color::Black));
        let squares = if black.is_empty() { white } else { format!("{white},,{black}") };
        let letter = self.letters[id.index()].trim_matches(['+', '~']);
        let name = own.title.replace([':', '='], " ").replace(' ', "_");
        let hand =
            variant.start_hands.iter().find(|(piece, _)| piece.piece_type == id).map(|(_, number)| *number);
        let hand = hand.map_or_else(String::new, |number| format!(":{number}"));
        format!("{name}:{letter}:{}::{squares}{hand}", moves.concat())
    }
}

/// Returns true if an arrival has no conditions besides its zone and the choice of the player.
fn is_plain(arrival: &Arrival) -> bool {
    let plain = Arrival::plain(arrival.zone.clone(), arrival.then.clone(), arrival.origin);
    *arrival == Arrival { may: arrival.may, ..plain }
}

/// Returns a text without the characters that HTML gives a meaning.
pub(super) fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
