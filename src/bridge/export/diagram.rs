//! Writes games as pages with H. G. Muller's Interactive Diagram.
//!
//! The diagram shows a game and lets people play it. Its definition contains the board, the pieces with their moves,
//! the array, and promotions. The script that draws the diagram is on the Chess Variant Pages and is not part of the
//! file.

use super::letters;
use super::paths::{simple, straight_first};
use super::{Export, ExportSurvey, Format, from_game, rectangle};
use crate::base::{ByColor, Color, Orientation, PieceTypeId, Square, SquareSet};
use crate::notation::dialect::{Codec, Dialect};
use crate::rules::{
    Act, Action, Arrival, Binding, Consequence, Duty, Ending, First, PieceType, RuleRef, Trigger, Variant,
};
use std::collections::BTreeSet;

/// The address of the page about the diagram.
const ARTICLE: &str = "https://www.chessvariants.com/invention/interactive-diagrams";

struct DiagramWriter<'v> {
    variant: &'v Variant,
    survey: ExportSurvey<'v>,
    letters: Vec<String>,
    /// The pieces in the order of the page: first the pieces that promote, then the others, and the king last.
    order: Vec<PieceTypeId>,
    options: Vec<(String, String)>,
}

/// The promotions of a game: the pieces that promote, and the pieces that they become.
struct Promotions {
    pawns: Vec<PieceTypeId>,
    choice: Vec<PieceTypeId>,
    ranks: i32,
}

pub(super) fn write(variant: &Variant) -> Export {
    let dialect = Dialect::named("xboard").unwrap_or_else(|| Dialect::own());
    let letters = Codec::new(variant, dialect).letters;
    let mut writer = DiagramWriter {
        variant,
        survey: ExportSurvey::new(variant),
        letters,
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
        match (&ending.trigger, ending.result) {
            (Trigger::Checkmate, Result::Loss) | (Trigger::Stalemate, Result::Draw) => {}
            (Trigger::Repetition(_) | Trigger::Quiet(_) | Trigger::Perpetual { .. }, _) => {
                self.survey.leave_aside(rule, "the players decide");
            }
            (Trigger::When(_), Result::Draw) => {
                self.survey.leave_aside(rule, "a draw that the players decide")
            }
            (Trigger::When(_), Result::Win | Result::Loss)
            | (Trigger::Checkmate, Result::Win | Result::Draw)
            | (Trigger::Stalemate, Result::Win | Result::Loss) => {
                self.survey.refuse(rule, "the definition has no option for this ending");
            }
        }
    }

    /// Finds the pieces that promote on the last ranks.
    fn promotions(&mut self) -> Promotions {
        let variant = self.variant;
        let mut found = Promotions { pawns: Vec::new(), choice: Vec::new(), ranks: 0 };
        for (id, own) in variant.piece_type_ids() {
            for arrival in &own.arrivals {
                let rule = RuleRef::Arrival(id, arrival);
                let ranks = self.last_ranks(arrival);
                let then = match arrival.then.as_slice() {
                    [Consequence::Become(targets)] if is_plain(arrival) => Some(targets),
                    _ => None,
                };
                match (then, ranks) {
                    (Some(targets), Some(ranks)) if found.pawns.is_empty() => {
                        found = Promotions { pawns: vec![id], choice: targets.clone(), ranks };
                    }
                    (Some(targets), Some(ranks)) if *targets == found.choice && ranks == found.ranks => {
                        found.pawns.push(id);
                    }
                    _ => self.survey.refuse(
                        rule,
                        "all promotions are mandatory, on the same last ranks, and to the same pieces",
                    ),
                }
            }
        }
        if found.ranks > 1 {
            // On all ranks but the last, a promotion in the diagram is optional.
            if let Some(arrival) = found.pawns.first().and_then(|id| variant.piece_type(*id).arrivals.first())
            {
                let rule = RuleRef::Arrival(found.pawns[0], arrival);
                self.survey.refuse(rule, "a promotion is mandatory only on the last rank");
            }
        }
        found
    }

    /// Returns the number of last ranks that make up a zone, or `None` for any other zone.
    fn last_ranks(&self, arrival: &Arrival) -> Option<i32> {
        let board = &self.variant.board;
        let (_, low, _, height) = rectangle(self.variant);
        let last = |ranks: i32, color: Color| -> SquareSet {
            let seen = |square: Square| {
                let rank = board.cell(square).y - low + 1;
                color.pick(rank, height + 1 - rank)
            };
            board.squares().filter(|square| seen(*square) > height - ranks).collect()
        };
        (1..=height).find(|ranks| {
            Color::ALL.iter().all(|color| last(*ranks, *color) == *arrival.zone.squares.get(*color))
        })
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
            let choice: String =
                promotions.choice.iter().map(|id| self.letters[id.index()].as_str()).collect();
            self.set("promoChoice", choice);
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

    /// Writes the line of a piece.
    fn piece(&mut self, id: PieceTypeId, own: &PieceType) -> String {
        let variant = self.variant;
        let (_, _, width, height) = rectangle(variant);
        let mut moves = Vec::new();
        for one in &own.moves {
            let rule = RuleRef::Moves(id, one);
            if one.on.is_some() || one.is_limited() {
                self.survey.refuse(rule, format!("`{}` has a limit or a condition", &*one.notation));
                continue;
            }
            let found = simple(&one.automaton, (width, height), straight_first);
            match found.as_ref().and_then(letters::write_marked) {
                Some(text) => moves.push(text + &letters::castles(&one.automaton)),
                None => self.survey.refuse(rule, format!("its notation cannot express `{}`", &*one.notation)),
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

/// Returns true if an arrival has no conditions besides its zone.
fn is_plain(arrival: &Arrival) -> bool {
    *arrival == Arrival::plain(arrival.zone.clone(), arrival.then.clone(), arrival.origin)
}

/// Returns a text without the characters that HTML gives a meaning.
pub(super) fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
