//! Lowering of piece filters, such as `own non-royal`, `[rook, knight] in own palace`, or `royal except leader`.
//!
//! [`Scope::pieces`] reads a filter for pieces on the board, and [`Scope::piece_type_list`] reads a list of
//! names.

use super::scope::Scope;
use super::used::Use;
use crate::base::PieceTypeId;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{PieceFilter, PieceTest, Relation, Within};
use crate::statement::{Cursor, Read};
use crate::vocabulary::{self, Keyword};
use std::collections::{BTreeMap, BTreeSet};

impl Scope<'_> {
    /// Reads a filter for pieces on the board.
    pub(super) fn pieces(&self, cursor: &mut Cursor) -> Read<PieceFilter> {
        let pieces = self.pieces_anywhere(cursor)?;
        let span = cursor.span();
        if !cursor.eat("in hand") {
            return Ok(pieces);
        }
        let message = "this rule applies to pieces on the board";
        let problem = Diagnostic::new(Code::PiecesInHand, span, message);
        Err(problem.help("only a condition can count pieces in hand, as in `when own piece in hand`"))
    }

    /// Reads a filter for pieces that are counted, and the places where they are.
    pub(super) fn pieces_counted(&self, cursor: &mut Cursor) -> Read<(PieceFilter, Within)> {
        let start = cursor.span();
        let pieces = self.pieces_anywhere(cursor)?;
        let span = start.to(cursor.span());
        let within = match cursor.eat("on board or in hand") {
            true => Within::BoardAndHands,
            false if cursor.eat("in hand") => Within::Hands,
            false => return Ok((pieces, Within::Board)),
        };
        // These tests refer to the board.
        let stands = |test: &PieceTest| {
            *test == PieceTest::Leader || test.zone().is_some() || test.related().is_some()
        };
        if pieces.leaves().any(stands) {
            let message = "a piece in hand is on no square and is not the leader of its side";
            let problem = Diagnostic::new(Code::PiecesInHand, span, message);
            return Err(problem.help("name only the pieces and their side, as in `own royal in hand`"));
        }
        Ok((pieces, within))
    }

    /// Reads a filter without the words `in hand`.
    fn pieces_anywhere(&self, cursor: &mut Cursor) -> Read<PieceFilter> {
        let mut all = vec![self.pieces_term(cursor)?];
        while cursor.eat("except") {
            all.push(self.pieces_term(cursor)?.negated());
        }
        Ok(every(all))
    }

    /// Reads a filter without `except`. Words like `own` come first, then one noun, and then an optional place or
    /// relation.
    fn pieces_term(&self, cursor: &mut Cursor) -> Read<PieceFilter> {
        let mut all = Vec::new();
        let mut taken = false;
        let mut noun = false;
        while !cursor.is_done() {
            if !noun && let Some(inner) = cursor.list() {
                all.push(self.pieces_list(inner)?);
                (noun, taken) = (true, true);
                continue;
            }
            let Some(word) = cursor.peek_word() else { break };
            if let (Some(side), "around" | "ahead" | "behind" | "between" | "where") = (all.last(), word)
                && !noun
            {
                let own = if *side == PieceTest::Own.into() { "own pieces" } else { "enemies" };
                let message = format!("expected the pieces before `{word}`");
                let problem = Diagnostic::new(Code::MissingWords, cursor.span(), message);
                return Err(problem.help(format!("write `{own} {word}`")));
            }
            let is_held = |words| cursor.clone().eat(words);
            if taken && (is_held("in hand") || is_held("on board or in hand")) {
                break;
            }
            if taken && matches!(word, "in" | "on") {
                cursor.skip();
                all.push(PieceTest::In(self.simple_zone(cursor)?).into());
                noun = true;
                continue;
            }
            if taken && let Some(relation) = relation(cursor) {
                self.note_use(Use::Relation);
                all.push(PieceTest::Related(relation, Box::new(self.pieces_term(cursor)?)).into());
                return Ok(every(all));
            }
            if noun {
                cursor.could_be(["in", "on"].into_iter().chain(relation_words()));
                break;
            }
            let joint = matches!(word, "a" | "an" | "the" | "any" | "every" | "all");
            // Only these words can precede the noun.
            noun = !joint && !matches!(word, "own" | "enemy");
            let pieces: Option<PieceFilter> = match word {
                _ if joint || matches!(word, "piece" | "pieces") => None,
                "own" => Some(PieceTest::Own.into()),
                "enemy" | "enemies" => Some(PieceTest::Enemy.into()),
                "royal" | "royals" => Some(PieceFilter::ROYAL),
                "non-royal" | "non-royals" => Some(PieceFilter::ROYAL.negated()),
                "leader" | "leaders" => Some(PieceTest::Leader.into()),
                name => match self.piece_types_named(name) {
                    Some(piece_types) => Some(PieceFilter::of_types(piece_types)),
                    None => {
                        cursor.could_be(vocabulary::PIECE_WORDS);
                        if taken && vocabulary::find(name).is_none() && !vocabulary::is_reserved(name) {
                            cursor.could_be(["in"].into_iter().chain(relation_words()).chain(["except"]));
                            return Err(self.unknown_pieces(cursor));
                        }
                        break;
                    }
                },
            };
            cursor.skip();
            taken = true;
            all.extend(pieces);
        }
        if !taken {
            return Err(self.unknown_pieces(cursor));
        }
        Ok(every(all))
    }

    fn unknown_pieces(&self, cursor: &Cursor) -> Diagnostic {
        let names = self.names_of_pieces().chain(vocabulary::PIECE_WORDS);
        self.by_other_name(
            Keyword::Piece,
            cursor,
            cursor.unknown("a piece, a group, or a word for pieces", names).lacks_piece(),
        )
    }

    /// Reads a list of filters, at least one of which a piece must match.
    fn pieces_list(&self, inner: Cursor) -> Read<PieceFilter> {
        let any = self.set(inner.clone(), |inner| self.pieces(inner))?;
        let piece_types = any.iter().map(|pieces| pieces.leaf().and_then(PieceTest::piece_types));
        match piece_types.collect::<Option<Vec<_>>>() {
            _ if any.is_empty() => Err(inner.expected("at least one description of pieces")),
            // If all alternatives are piece types, a single list is simpler and faster.
            Some(piece_types) => Ok(PieceFilter::of_types(each_once(piece_types.concat()))),
            None => Ok(PieceFilter::AnyOf(any)),
        }
    }

    /// Reads the items of a list in which repetitions have no effect. Repetitions are reported.
    pub(super) fn set<T>(&self, mut inner: Cursor, read: impl Fn(&mut Cursor) -> Read<T>) -> Read<Vec<T>> {
        let (mut all, mut seen) = (Vec::new(), BTreeMap::new());
        while !inner.is_done() {
            let start = inner.clone();
            if let Some(problem) = inner.missing_comma(!all.is_empty()) {
                self.report.push(problem);
            }
            all.push(read(&mut inner)?);
            self.once(&start, &inner, &mut seen);
        }
        Ok(all)
    }

    /// Reports the entry between two cursors if the list already has one with the same words.
    pub(super) fn once(&self, start: &Cursor, after: &Cursor, seen: &mut BTreeMap<String, Span>) {
        self.once_as(after.taken_since(start).0, start, after, seen);
    }

    /// Reports the entry between two cursors if the list already has one with the same meaning.
    pub(super) fn once_as<K: Ord>(
        &self,
        meaning: K,
        start: &Cursor,
        after: &Cursor,
        seen: &mut BTreeMap<K, Span>,
    ) {
        let (text, last) = after.taken_since(start);
        let place = last.map_or(start.span(), |last| start.span().to(last));
        let message = format!("`{text}` is already in this list");
        if let Some(first) = seen.insert(meaning, place) {
            let problem = Diagnostic::new(Code::SaidTwice, place, message).label(first, "first here");
            self.report.push(problem.into_warning().help("delete one of the two, or correct it"));
        }
    }

    /// Reads a list of names as a set of piece types, in the order of their first occurrence.
    pub(super) fn piece_type_set(&self, cursor: &mut Cursor) -> Read<Vec<PieceTypeId>> {
        let Some(inner) = cursor.list() else { return self.piece_types_of_name(cursor).map(each_once) };
        let all = self.set(inner, |inner| self.piece_types_of_name(inner))?;
        Ok(each_once(all.concat()))
    }

    /// Reads a filter for a rule that attacks depend on. Such a filter cannot depend on attacks.
    pub(super) fn settled_pieces(&self, cursor: &mut Cursor) -> Read<PieceFilter> {
        let start = cursor.clone();
        let pieces = self.pieces(cursor)?;
        if !pieces.depends_on_attacks() {
            return Ok(pieces);
        }
        let (words, last) = cursor.taken_since(&start);
        let message = format!("`{words}` depends on attacks, but attacks depend on this rule");
        let problem = Diagnostic::new(
            Code::AsksAttacks,
            last.map_or(start.span(), |last| start.span().to(last)),
            message,
        );
        Err(problem.help("describe the pieces by their type and their squares"))
    }

    /// Reads a list of names in brackets, or a single name. The names are of pieces, stages, families, or groups.
    pub(super) fn piece_type_list(&self, cursor: &mut Cursor) -> Read<Vec<PieceTypeId>> {
        let Some(mut inner) = cursor.list() else { return self.piece_types_of_name(cursor) };
        let mut piece_types = Vec::new();
        while !inner.is_done() {
            if let Some(problem) = inner.missing_comma(!piece_types.is_empty()) {
                self.report.push(problem);
            }
            piece_types.extend(self.piece_types_of_name(&mut inner)?);
        }
        Ok(piece_types)
    }

    fn piece_types_of_name(&self, cursor: &mut Cursor) -> Read<Vec<PieceTypeId>> {
        match cursor.peek_word().and_then(|word| self.piece_types_named(word)) {
            Some(piece_types) => {
                cursor.skip();
                Ok(piece_types)
            }
            None => {
                let problem = cursor.unknown("a piece or a group", self.names_of_pieces()).lacks_piece();
                Err(self.not_yet(cursor, Keyword::Group, self.by_other_name(Keyword::Piece, cursor, problem)))
            }
        }
    }
}

fn each_once(mut piece_types: Vec<PieceTypeId>) -> Vec<PieceTypeId> {
    let mut seen = BTreeSet::new();
    piece_types.retain(|piece_type| seen.insert(*piece_type));
    piece_types
}

/// Returns the filter for the pieces that match all of these.
fn every(all: Vec<PieceFilter>) -> PieceFilter {
    if all.is_empty() { PieceFilter::ALL } else { PieceFilter::every(all) }
}

/// Iterates over the words that begin relations.
fn relation_words() -> impl Iterator<Item = &'static str> {
    Relation::ALL.into_iter().filter_map(|relation| relation.words().split(' ').next())
}

/// Reads the words of a relation.
fn relation(cursor: &mut Cursor) -> Option<Relation> {
    Relation::ALL.into_iter().find(|relation| cursor.eat(relation.words()))
}
