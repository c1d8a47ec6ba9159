//! Writes promotions. Fairy-Stockfish has two kinds: pawns become one of a list of pieces on arrival, and other pieces
//! take their promoted form when they enter or leave the region. Both kinds share one region.

use super::{IniWriter, is_first};
use crate::base::{Bitboard, ByColor, Color, PieceTypeId, SquareSet};
use crate::export::letters;
use crate::export::paths::EndMode;
use crate::rules::{
    Arrival, Compare, Condition, Consequence, Fact, Moves, Notation, PieceCount, PieceFilter, PieceTest,
    PieceType, RuleRef,
};

/// The promotion of a piece type.
struct Promotion {
    id: PieceTypeId,
    zone: ByColor<SquareSet>,
    /// The squares on which promotion is mandatory, or `None` if it is mandatory on all squares of the region.
    last: Option<ByColor<SquareSet>>,
    targets: Vec<PieceTypeId>,
    may: bool,
    leaving: bool,
    capturing: bool,
    regains: bool,
    /// The number of promoted pieces from which on a side may not promote to another.
    limit: Option<u32>,
    /// True if captures en passant do not promote.
    not_passing: bool,
}

impl Promotion {
    /// Returns true if the piece has one promoted form that is marked as promoted.
    fn is_form(&self, hands: bool) -> bool {
        self.targets.len() == 1 && (self.leaving || self.capturing || hands)
    }

    /// Joins an optional promotion and one that is mandatory where the piece could not move further.
    fn and(self, other: Promotion) -> Option<Promotion> {
        let is_pair = self.last.is_none()
            && self.targets == other.targets
            && self.may != other.may
            && (self.limit, self.not_passing) == (other.limit, other.not_passing);
        let (may, must) = if self.may { (&self, &other) } else { (&other, &self) };
        let zone = ByColor::from_fn(|color| *may.zone.get(color) | *must.zone.get(color));
        let (last, leaving) = (Some(must.zone), may.leaving);
        is_pair.then_some(Promotion { zone, last, may: true, leaving, ..self })
    }
}

impl IniWriter<'_> {
    pub(super) fn promotions(&mut self) {
        let variant = self.variant;
        let mut all: Vec<Promotion> = Vec::new();
        for (id, own) in variant.piece_type_ids() {
            if self.is_counted_check(own) || self.kinds[id.index()].merged.is_some() {
                continue;
            }
            match self.promotion(id, own) {
                Ok(found) => all.extend(found),
                Err((arrival, reason)) => {
                    self.survey.refuse(RuleRef::Arrival(id, &own.arrivals[arrival]), reason);
                }
            }
        }
        // Where a piece could not move further, its promotion is mandatory anyway.
        for one in &mut all {
            let is_dead = |color: &Color| *one.zone.get(*color) == self.dead_ends(one.id, *color);
            if one.is_form(variant.hands) && !one.may && !one.leaving && Color::ALL.iter().all(is_dead) {
                (one.may, one.last) = (true, Some(one.zone));
            }
        }
        self.region_of(&all);
        self.limits(&all);
        // Pieces that become different ones are promoted as in shogi.
        let pawns: Vec<&Promotion> = all.iter().filter(|one| !one.is_form(variant.hands)).collect();
        let is_single = |one: &&Promotion| one.targets.len() == 1 && !one.regains;
        let differs = Color::ALL.into_iter().any(|color| {
            let own: Vec<_> = pawns.iter().filter(|one| self.has(one.id, color)).collect();
            own.iter().any(|one| self.letters(&one.targets) != self.letters(&own[0].targets))
        });
        let turns = differs && pawns.iter().all(is_single);
        let (forms, pawns): (Vec<&Promotion>, Vec<&Promotion>) =
            all.iter().partition(|one| turns || one.is_form(variant.hands));
        self.pawns(&pawns);
        self.forms(&forms);
        for (id, own) in variant.piece_type_ids() {
            let becomes = own.in_hand.filter(|held| *held != id);
            let Some(held) = becomes else { continue };
            let from_form = forms.iter().any(|one| one.id == held && one.targets == [id]);
            if !from_form && self.kinds[id.index()].merged.is_none() {
                self.survey.refuse(RuleRef::InHand(id, held), "only promoted pieces change in hand");
            }
        }
    }

    /// Returns the promotion of a piece type, or the index of the arrival rule that is not a promotion, with the
    /// reason.
    fn promotion(
        &self,
        id: PieceTypeId,
        own: &PieceType,
    ) -> Result<Option<Promotion>, (usize, &'static str)> {
        let mut found: Option<Promotion> = None;
        for (number, arrival) in own.arrivals.iter().enumerate() {
            if self.is_blast(arrival) {
                continue;
            }
            let Arrival {
                pieces,
                zone,
                leaving,
                entering,
                by_itself,
                events,
                only_events: _,
                way,
                when,
                capturing,
                may,
                then,
                origin: _,
                event_origin: _,
            } = arrival;
            let limit = when.as_ref().map(|when| self.limit(when, then));
            let not_passing = way.as_ref().map(|way| self.is_without_passing(id, way, zone.squares));
            if *pieces != PieceFilter::ALL
                || *entering
                || *by_itself
                || !events.is_empty()
                || not_passing == Some(false)
                || limit == Some(None)
            {
                return Err((
                    number,
                    "a promotion depends only on its region and on the number of promoted pieces",
                ));
            }
            let is_any =
                |filter: &PieceFilter| matches!(filter.leaf(), Some(PieceTest::All | PieceTest::Enemy));
            if capturing.as_ref().is_some_and(|filter| !is_any(filter)) {
                return Err((number, "a promotion by capture cannot depend on the captured piece"));
            }
            let (targets, regains) = match then.as_slice() {
                [Consequence::Become(targets)] => (targets, false),
                [Consequence::Regain(targets)] => (targets, true),
                _ => return Err((number, "of the effects of an arrival, only promotions are written")),
            };
            let one = Promotion {
                id,
                zone: zone.squares,
                last: None,
                targets: targets.clone(),
                may: *may,
                leaving: *leaving,
                capturing: capturing.is_some(),
                regains,
                limit: limit.flatten(),
                not_passing: not_passing.is_some(),
            };
            let joined = if let Some(first) = found { first.and(one) } else { Some(one) };
            found = Some(joined.ok_or((number, "a piece can have only one promotion"))?);
        }
        Ok(found)
    }

    fn region_of(&mut self, all: &[Promotion]) {
        let Some(first) = all.first() else {
            self.set_squares("promotionRegion", ByColor { white: SquareSet::EMPTY, black: SquareSet::EMPTY });
            return;
        };
        // The zone of a side without such a piece does not matter, so each side takes the zone of the first piece that
        // it has.
        let zone = ByColor::from_fn(|color| {
            let mut zones = all.iter().filter(|one| self.has(one.id, color)).map(|one| *one.zone.get(color));
            zones.next().unwrap_or(*first.zone.get(color))
        });
        for one in all {
            let differs = Color::ALL
                .iter()
                .any(|color| self.has(one.id, *color) && one.zone.get(*color) != zone.get(*color));
            if differs {
                self.refuse_arrival(one.id, "all pieces promote in the same region");
            }
        }
        self.set_squares("promotionRegion", zone);
    }

    fn refuse_arrival(&mut self, id: PieceTypeId, reason: &str) {
        let own = self.variant.piece_type(id);
        if let Some(arrival) = own.arrivals.first() {
            self.survey.refuse(RuleRef::Arrival(id, arrival), reason);
        }
    }

    /// Returns true if a side can have pieces of this type.
    pub(super) fn has(&self, id: PieceTypeId, color: Color) -> bool {
        let variant = self.variant;
        let mut found: Vec<bool> = vec![false; variant.piece_types.len()];
        for (_, piece) in &variant.setup {
            // Captured pieces change sides in a game with hands.
            if piece.color == color || variant.hands {
                found[piece.piece_type.index()] = true;
            }
        }
        for (piece, _) in &variant.start_hands {
            found[piece.piece_type.index()] |= piece.color == color || variant.holds_captures();
        }
        for _ in 0..variant.piece_types.len() {
            for (own, piece_type) in variant.piece_types.iter().enumerate() {
                if found[own] {
                    let then = piece_type.arrivals.iter().flat_map(|arrival| &arrival.then);
                    for other in then.flat_map(Consequence::becomes).copied().chain(piece_type.in_hand) {
                        found[other.index()] = true;
                    }
                }
            }
        }
        found[id.index()]
    }

    fn pawns(&mut self, pawns: &[&Promotion]) {
        let usual = Color::ALL.map(|color| {
            let own: Vec<&&Promotion> = pawns.iter().filter(|one| self.has(one.id, color)).collect();
            (
                own.iter().map(|one| one.id).collect::<Vec<_>>(),
                own.first().map(|one| one.targets.clone()).unwrap_or_default(),
            )
        });
        for one in pawns {
            for (color, (_, targets)) in Color::ALL.iter().zip(&usual) {
                if self.has(one.id, *color) && self.letters(targets) != self.letters(&one.targets) {
                    self.refuse_arrival(one.id, "all pawns of a side promote to the same pieces");
                }
            }
        }
        let or_none = |letters: String| if letters.is_empty() { "-".to_owned() } else { letters };
        for (color, (types, targets)) in Color::ALL.iter().zip(&usual) {
            let (types, targets) = (or_none(self.letters(types)), or_none(self.letters(targets)));
            self.set(&format!("promotionPawnTypes{}", color.title()), types);
            self.set(&format!("promotionPieceTypes{}", color.title()), targets);
        }
        let passing = self.passing();
        self.set("enPassantTypes", or_none(passing));
        let Some(first) = pawns.first() else { return };
        if pawns.iter().any(|one| one.leaving) {
            self.refuse_arrival(first.id, "pawns promote only on arrival");
        }
        if pawns.iter().any(|one| one.may != first.may || one.regains != first.regains) {
            self.refuse_arrival(first.id, "all pawns promote in the same way");
        }
        if first.may {
            self.set("mandatoryPawnPromotion", "false");
        }
        for one in pawns {
            self.last_squares(one);
        }
        if first.regains {
            let limits: Vec<String> = first
                .targets
                .iter()
                .map(|id| {
                    let count = |color: Color| {
                        let own = self.variant.setup.iter();
                        own.filter(|(_, piece)| (piece.color, piece.piece_type) == (color, *id)).count()
                    };
                    (*id, count(Color::White), count(Color::Black))
                })
                .filter(|(_, white, black)| white == black)
                .map(|(id, number, _)| format!("{}:{number}", self.letter(id).to_ascii_lowercase()))
                .collect();
            if limits.len() != first.targets.len() || self.is_set("promotionLimit") {
                self.refuse_arrival(first.id, "both sides have the same limits on promotion");
            }
            self.set("promotionLimit", limits.join(" "));
        }
    }

    /// Returns the letters of the pieces that capture en passant.
    fn passing(&self) -> String {
        let takes = |id: &PieceTypeId| {
            let kind = &self.kinds[id.index()];
            kind.moves.iter().any(|one| one.mode == EndMode::Passing)
        };
        let ids: Vec<PieceTypeId> = self.variant.piece_type_ids().map(|(id, _)| id).filter(takes).collect();
        self.letters(&ids)
    }

    fn forms(&mut self, forms: &[&Promotion]) {
        let Some(first) = forms.first() else { return };
        let pair = |one: &&&Promotion| {
            let letter = |id: PieceTypeId| self.letter(id).to_ascii_lowercase();
            format!("{}:{}", letter(one.id), letter(one.targets[0]))
        };
        let backward = |one: &Promotion| {
            forms.iter().any(|other| other.id == one.targets[0] && other.targets == [one.id])
        };
        let everywhere = self.everywhere();
        // A piece that turns over with each move has two forms, of which the one that hands hold is the base.
        let turning = forms.iter().any(|one| backward(one));
        let forward = |one: &&&Promotion| !backward(one) || self.variant.piece_type(one.id).in_hand.is_none();
        let pairs: Vec<String> = forms.iter().filter(forward).map(|one| pair(&one)).collect();
        self.forms = forms.iter().filter(forward).map(|one| (one.targets[0], one.id)).collect();
        self.set("promotedPieceType", pairs.join(" "));
        if turning {
            self.set("pieceDemotion", "true");
            if forms.iter().any(|one| !backward(one)) {
                self.refuse_arrival(first.id, "either all promoted pieces or none turn back");
            }
        }
        if forms.iter().any(|one| one.capturing) {
            self.set("piecePromotionOnCapture", "true");
            if forms.iter().any(|one| !one.capturing) {
                self.refuse_arrival(first.id, "either all pieces or none promote only by captures");
            }
        }
        if forms.iter().any(|one| one.may && is_first(&self.kinds[one.id.index()].option)) {
            self.set("mandatoryPawnPromotion", "false");
        }
        let must = |one: &Promotion| !one.may && one.last.is_none();
        if forms.iter().any(|one| must(one)) {
            self.set("mandatoryPiecePromotion", "true");
            if let Some(other) = forms.iter().find(|one| !must(one)) {
                self.refuse_arrival(other.id, "either all promotions of pieces or none are mandatory");
            }
        }
        for one in forms {
            self.last_squares(one);
            let whole = Color::ALL.iter().all(|color| *one.zone.get(*color) == everywhere);
            if !one.leaving && !whole && self.stands_in(one) && self.leaves(one) {
                self.refuse_arrival(one.id, "pieces also promote when they leave the region");
            }
            if one.regains {
                self.refuse_arrival(one.id, "it cannot limit the number of promoted pieces");
            }
        }
    }

    /// Returns the number of pieces to which a promotion is limited by its condition, or `None` if the condition has
    /// another meaning.
    fn limit(&self, when: &Condition, then: &[Consequence]) -> Option<u32> {
        let PieceCount { pieces, is, number } = when.leaf()?.count()?;
        let [Consequence::Become(targets)] = then else { return None };
        let matched = self.matched(pieces)?;
        let is_target =
            matched.own == Some(true) && matched.zone.is_none() && matched.types.iter().eq(targets);
        let is_most = *is == Compare::AtMost || (*is == Compare::Equal && *number == 0);
        (is_target && is_most && targets.len() == 1).then_some(number.saturating_add(1))
    }

    /// Returns true if a kind of move consists of all moves of a piece that can end in a zone, except for captures en
    /// passant.
    fn is_without_passing(&self, id: PieceTypeId, way: &Notation, zone: ByColor<SquareSet>) -> bool {
        let own = self.variant.piece_type(id);
        let kind = &self.kinds[id.index()];
        let usual = kind.moves.iter().filter(|one| !one.initial && one.mode != EndMode::Passing);
        let first = Color::ALL.into_iter().any(|color| {
            let from = |moves: &&Moves| {
                moves.on.as_ref().map_or(self.variant.homes(color, id), |on| *on.squares.get(color))
            };
            let is_first = |moves: &&Moves| moves.on.is_some() || moves.notation.contains('i');
            own.moves.iter().filter(is_first).any(|moves| {
                let ends = |square| moves.automaton.ends(&self.variant.board, square, color);
                from(&moves).iter().any(|square| ends(square).meets(*zone.get(color)))
            })
        });
        !first && letters::write(&usual.copied().collect()).is_some_and(|text| text == **way)
    }

    /// Writes the largest numbers of promoted pieces, and checks that no capture en passant ends with a promotion.
    fn limits(&mut self, all: &[Promotion]) {
        let mut limits: Vec<String> = Vec::new();
        for one in all {
            let same = |other: &&Promotion| {
                other.limit != one.limit && other.targets.iter().any(|id| one.targets.contains(id))
            };
            if all.iter().find(same).is_some() {
                self.refuse_arrival(one.id, "all promotions to a piece have the same limit");
            }
            if let Some(limit) = one.limit {
                let text = format!("{}:{limit}", self.letter(one.targets[0]).to_ascii_lowercase());
                limits.extend((!limits.contains(&text)).then_some(text));
            }
            let passes = self.kinds[one.id.index()].moves.iter().any(|one| one.mode == EndMode::Passing);
            let meets = Color::ALL.into_iter().any(|color| {
                one.zone.get(color).meets(*self.passed.get(color.other())) && self.has(one.id, color)
            });
            if passes && meets != one.not_passing {
                self.refuse_arrival(one.id, "a capture en passant never promotes");
            }
        }
        if !limits.is_empty() {
            self.set("promotionLimit", limits.join(" "));
        }
    }

    /// Returns true if an unpromoted piece can stand in its promotion region.
    fn stands_in(&self, one: &Promotion) -> bool {
        let starts =
            self.variant.setup.iter().any(|(square, piece)| {
                piece.piece_type == one.id && one.zone.get(piece.color).contains(*square)
            });
        starts || one.may || one.capturing || self.variant.is_ever_held(one.id)
    }

    /// Returns true if a piece can leave its promotion region.
    fn leaves(&self, one: &Promotion) -> bool {
        let own = self.variant.piece_type(one.id);
        Color::ALL.into_iter().any(|color| {
            let zone = *one.zone.get(color);
            zone.iter().any(|square| {
                own.moves
                    .iter()
                    .any(|moves| moves.automaton.ends(&self.variant.board, square, color).meets(!zone))
            })
        })
    }

    /// Checks that promotion is mandatory on exactly the squares from which the piece could not move further.
    fn last_squares(&mut self, one: &Promotion) {
        let Some(last) = one.last else { return };
        self.immobile = true;
        let differs = Color::ALL.iter().any(|color| *last.get(*color) != self.dead_ends(one.id, *color));
        if differs && one.targets.len() == 1 {
            self.refuse_arrival(
                one.id,
                "a promotion is mandatory only on squares from which the piece could not move further",
            );
        }
    }

    /// Returns the squares from which a piece has no moves.
    pub(super) fn dead_ends(&self, id: PieceTypeId, color: Color) -> SquareSet {
        let own = self.variant.piece_type(id);
        let is_dead = |square: &crate::base::Square| {
            own.moves.iter().all(|moves| moves.automaton.ends(&self.variant.board, *square, color).is_empty())
        };
        self.variant.board.squares().filter(is_dead).collect()
    }

    /// Returns true if the only arrival rule of a piece counts the checks against it.
    pub(super) fn is_counted_check(&self, own: &PieceType) -> bool {
        let counts = |arrival: &Arrival| {
            arrival.by_itself
                && arrival.when == Some(Fact::InCheck.into())
                && matches!(arrival.then.as_slice(), [Consequence::Use(0)])
        };
        own.royal.is_some()
            && !own.arrivals.is_empty()
            && own.arrivals.iter().all(counts)
            && self.checks.is_some()
    }
}
