//! The statements of a sketch: the board, regions, pieces, actions, and the array.

use super::{DropZone, GameSketch, Obligation, Place, SketchPiece, Symmetry, plain, square};
use crate::builder::{EffectFill, NewStatement, PieceFill, SquareFill, held};
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;
use std::collections::BTreeSet;

/// The names of the regions in which pieces promote, and must promote.
const FAR_RANK: &str = "far-rank";
const LAST_RANK: &str = "last-rank";

impl GameSketch {
    /// Returns the statements about the first move, check, and the end of the game.
    pub(super) fn course(&self) -> Vec<NewStatement> {
        let is_royal = self.pieces.iter().any(|piece| piece.royal);
        let ending =
            |name: &str, result| NewStatement::line_of(Keyword::Ending).item(Slot::Name, name).say(result);
        let mate = is_royal.then(|| ending("checkmate", "loss"));
        let stalemate = ending("stalemate", if self.stalemate_loses { "loss" } else { "draw" });
        let binds = || NewStatement::new(Keyword::Check).say("always");
        let royalty = is_royal.then(|| NewStatement::new(Keyword::Royalty).block(vec![binds()]));
        let first = self.black_begins.then(|| NewStatement::new(Keyword::First).say("black"));
        let endings = NewStatement::new(Keyword::Ending).block(mate.into_iter().chain([stalemate]).collect());
        first.into_iter().chain(royalty).chain([endings]).collect()
    }

    /// Returns an action for each zone of drops.
    pub(super) fn actions(&self, names: &[String]) -> Vec<NewStatement> {
        let forms: BTreeSet<usize> = self.pieces.iter().filter_map(|piece| piece.form).collect();
        let everywhere = DropZone { ranks: (1, self.size.1), on_file: 0 };
        let mut zones: Vec<(DropZone, Vec<&str>)> = Vec::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            let is_held = piece.hand > 0 || self.drops && !piece.royal && piece.reverts.is_none();
            if !is_held || forms.contains(&at) {
                continue;
            }
            let zone = piece.drop.unwrap_or(everywhere);
            match zones.iter_mut().find(|(own, _)| *own == zone && own.on_file == 0) {
                Some((_, dropped)) => dropped.push(&names[at]),
                None => zones.push((zone, vec![&names[at]])),
            }
        }
        let action = |(number, (zone, dropped)): (usize, &(DropZone, Vec<&str>))| {
            let name = if number == 0 { "drop".to_owned() } else { format!("drop-{}", dropped[0]) };
            NewStatement::new(Keyword::Action).item(Slot::Name, name).block(self.drop(*zone, dropped))
        };
        zones.iter().enumerate().map(action).collect()
    }

    /// Returns the lines of the action that drops some pieces.
    fn drop(
        &self,
        DropZone { ranks: (low, high), on_file }: DropZone,
        dropped: &[&str],
    ) -> Vec<NewStatement> {
        let is_everywhere = (low, high) == (1, self.size.1);
        let squares = if is_everywhere { SquareFill::grid() } else { SquareFill::ranks(low, high) };
        let mut lines = vec![
            NewStatement::new(Keyword::Drop).with(held(dropped)),
            NewStatement::new(Keyword::To).with(squares),
        ];
        if on_file > 0 {
            let line = NewStatement::new(Keyword::Not).say("on a file with");
            let line = if on_file > 1 { line.item(Slot::Number, on_file) } else { line };
            lines.push(line.with(PieceFill::named(&dropped[..1]).own()));
        }
        lines
    }

    pub(super) fn board(&self) -> NewStatement {
        let (width, height) = self.size;
        let mut lines =
            vec![NewStatement::new(Keyword::Grid).item(Slot::Number, width).item(Slot::Number, height)];
        if !self.holes.is_empty() {
            let add = |line: NewStatement, place: &Place| line.item(Slot::Square, square(*place));
            lines.push(self.holes.iter().fold(NewStatement::new(Keyword::Hole), add));
        }
        let how = if self.symmetry == Symmetry::Turn { "turned" } else { "mirrored" };
        lines.push(NewStatement::new(Keyword::Black).say(how));
        NewStatement::new(Keyword::Board).block(lines)
    }

    /// Returns the regions of tables, shuffles, and promotions.
    pub(super) fn declared(&self) -> Vec<NewStatement> {
        let region = |name: &str, squares: SquareFill| {
            NewStatement::new(Keyword::Region).item(Slot::Name, name).with(squares)
        };
        let mut all: Vec<NewStatement> =
            self.regions.iter().map(|(name, places)| region(name, listed(places))).collect();
        for (name, parity) in [("light", 1), ("dark", 0)] {
            let colored = self.colored.iter().copied().collect::<BTreeSet<Place>>().into_iter();
            let squares: Vec<Place> = colored.filter(|(x, y)| (x + y) % 2 == parity).collect();
            if !squares.is_empty() {
                all.push(region(name, listed(&squares)));
            }
        }
        let chooses = |piece: &SketchPiece| piece.promotes.is_some() && !self.choice.is_empty();
        if self.pieces.iter().any(|piece| chooses(piece) || piece.form.is_some()) {
            let high = self.size.1;
            all.push(region(FAR_RANK, SquareFill::ranks(high - self.zone + 1, high)));
            if self.pieces.iter().any(|piece| piece.promotes == Some(Obligation::MandatoryAtLast)) {
                all.push(region(LAST_RANK, SquareFill::ranks(high, high)));
            }
        }
        all
    }

    pub(super) fn piece(&self, piece: &SketchPiece, name: &str, names: &[String]) -> NewStatement {
        let mut lines = match piece.moves.is_empty() {
            true => vec![NewStatement::new(Keyword::Stands)],
            false => self.promotions(piece, name, names),
        };
        let is_form =
            |other: &SketchPiece| other.form.and_then(|form| names.get(form)).is_some_and(|own| own == name);
        let base = piece.reverts.or_else(|| self.pieces.iter().position(is_form));
        if let Some(base) = base.filter(|_| self.drops) {
            lines.push(NewStatement::new(Keyword::In).item(Slot::Piece, &names[base]));
        }
        let mut head =
            NewStatement::new(Keyword::Piece).item(Slot::Name, name).item(Slot::Token, &piece.token);
        if !piece.moves.is_empty() {
            head = head.item(Slot::Moves, &piece.moves);
        }
        if piece.royal {
            head = head.say("royal");
        }
        head.block(lines)
    }

    /// Returns the lines about the squares of a piece, and those about its promotions.
    fn promotions(&self, piece: &SketchPiece, name: &str, names: &[String]) -> Vec<NewStatement> {
        let stays = piece
            .stays
            .iter()
            .map(|region| NewStatement::new(Keyword::Stays).with(SquareFill::region(region)));
        let mut lines: Vec<NewStatement> = stays.collect();
        let arriving = |squares: SquareFill| NewStatement::new(Keyword::Arriving).with(squares);
        let (far, last) = (SquareFill::region(FAR_RANK), SquareFill::region(LAST_RANK));
        let choice: Vec<&str> =
            self.choice.iter().map(|at| names[*at].as_str()).filter(|own| *own != name).collect();
        let (becomes, may_become) = (EffectFill::becomes(&choice), EffectFill::may_become(&choice));
        match piece.promotes.filter(|_| !choice.is_empty()) {
            None => {}
            Some(Obligation::Mandatory) => lines.push(arriving(far).with(becomes)),
            Some(Obligation::Optional) => lines.push(arriving(far).say("may").with(may_become)),
            Some(Obligation::MandatoryAtLast) => {
                lines.push(arriving(far.except(last.clone())).say("may").with(may_become));
                lines.push(arriving(last).with(becomes));
            }
        }
        if let Some(form) = piece.form.and_then(|form| names.get(form)) {
            let line =
                NewStatement::new(Keyword::Arriving).say("or leaving").with(SquareFill::region(FAR_RANK));
            lines.push(line.say("may").with(EffectFill::may_become(&[form])));
        }
        let change = |(region, form): &(String, usize)| {
            arriving(SquareFill::region(region)).with(EffectFill::becomes(&[&names[*form]]))
        };
        lines.extend(piece.changes.iter().map(change));
        lines
    }

    pub(super) fn array(&self) -> NewStatement {
        let (width, height) = self.size;
        let at = |place: Place| {
            let white = self.pieces.iter().find(|piece| piece.white.contains(&place));
            let black = self.pieces.iter().find(|piece| piece.black.contains(&place));
            match (white, black) {
                _ if self.holes.contains(&place) => "*".to_owned(),
                (Some(piece), _) => piece.token.clone(),
                (None, Some(piece)) => piece.token.to_lowercase(),
                (None, None) => ".".to_owned(),
            }
        };
        let last = match self.symmetry {
            Symmetry::None => height,
            Symmetry::Mirror | Symmetry::Turn => {
                let ranks = self.pieces.iter().flat_map(|piece| &piece.white).map(|place| place.1);
                ranks.max().unwrap_or(1)
            }
        };
        let row = |rank| NewStatement::row(rank, (1..=width).map(|file| at((file, rank))).collect());
        let mut lines: Vec<NewStatement> = (1..=last).rev().map(row).collect();
        let held = self.pieces.iter().flat_map(|piece| std::iter::repeat_n(&piece.token, piece.hand.into()));
        let hand = held.fold(None, |hand: Option<NewStatement>, token| {
            Some(hand.unwrap_or_else(|| NewStatement::new(Keyword::Hand)).item(Slot::Token, token))
        });
        lines.extend(hand);
        lines.extend(self.shuffles.iter().cloned());
        NewStatement::new(Keyword::Array).item(Slot::Name, "usual").block(lines)
    }
}

/// Returns a source with a title, and the statement that all rules are from it.
pub(crate) fn cited(source: &str, title: &str) -> [Vec<NewStatement>; 2] {
    let title = NewStatement::new(Keyword::Title).item(Slot::Text, plain(title));
    let work = NewStatement::new(Keyword::Source).item(Slot::Name, source).block(vec![title]);
    [vec![work], vec![NewStatement::new(Keyword::Rules).item(Slot::Source, source)]]
}

/// Returns a list of squares.
pub(crate) fn listed(places: &[Place]) -> SquareFill {
    SquareFill::list(&places.iter().map(|place| square(*place)).collect::<Vec<_>>())
}
