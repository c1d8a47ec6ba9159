//! Reading which pieces are meant: `own non-royal`, `[rook, knight] in own palace`, `royal except leader`.

use super::cursor::{Cursor, Read};
use super::scope::Scope;
use crate::base::source::Span;
use crate::lang::syntax::{Item, ItemKind};
use crate::rules::PieceFilter;

/// Words for pieces that need no declaration.
pub(super) const BUILT_IN: [&str; 12] = [
    "own",
    "enemy",
    "enemies",
    "royal",
    "royals",
    "non-royal",
    "non-royals",
    "leader",
    "leaders",
    "piece",
    "pieces",
    "any",
];

impl Scope {
    /// Reads a description of pieces.
    pub(super) fn pieces(&self, cursor: &mut Cursor) -> Read<PieceFilter> {
        let mut all = vec![self.pieces_term(cursor)?];
        while cursor.eat("except") {
            all.push(PieceFilter::Not(Box::new(self.pieces_term(cursor)?)));
        }
        Ok(every(all))
    }

    /// Words like `own` come first, then one noun, then perhaps where the pieces stand.
    fn pieces_term(&self, cursor: &mut Cursor) -> Read<PieceFilter> {
        let mut all = Vec::new();
        let mut taken = false;
        let mut noun = false;
        while let Some(item) = cursor.peek() {
            let pieces = match &item.kind {
                ItemKind::List(items) if !noun => {
                    noun = true;
                    Some(self.pieces_list(items, item.span)?)
                }
                ItemKind::Word(word) => match word.as_str() {
                    "in" | "on" if taken => {
                        cursor.next();
                        all.push(PieceFilter::In(self.simple_zone(cursor)?));
                        noun = true;
                        continue;
                    }
                    _ if noun => {
                        cursor.could_be(&["in", "on"]);
                        break;
                    }
                    "a" | "an" | "the" | "any" | "every" | "all" => None,
                    "own" => Some(PieceFilter::Own),
                    "enemy" | "enemies" => {
                        noun = word == "enemies";
                        Some(PieceFilter::Enemy)
                    }
                    name => {
                        noun = true;
                        match name {
                            "piece" | "pieces" => None,
                            "royal" | "royals" => Some(PieceFilter::Royal),
                            "non-royal" | "non-royals" => {
                                Some(PieceFilter::Not(Box::new(PieceFilter::Royal)))
                            }
                            "leader" | "leaders" => Some(PieceFilter::Leader),
                            name => match self.kinds_named(name) {
                                Some(piece_types) => Some(PieceFilter::PieceTypes(piece_types)),
                                None => {
                                    cursor.could_be(&BUILT_IN);
                                    break;
                                }
                            },
                        }
                    }
                },
                _ => break,
            };
            cursor.next();
            taken = true;
            all.extend(pieces);
        }
        if !taken {
            let names: Vec<&str> = self.pieces_names().chain(BUILT_IN).collect();
            return Err(cursor.unknown("a piece, a group or a word for pieces", names.iter().copied()));
        }
        Ok(every(all))
    }

    /// Pieces that match any one of several descriptions.
    fn pieces_list(&self, items: &[Item], span: Span) -> Read<PieceFilter> {
        let mut inner = Cursor::new(items, span);
        let mut any = Vec::new();
        while !inner.is_done() {
            any.push(self.pieces(&mut inner)?);
        }
        let piece_types = any.iter().map(|pieces| match pieces {
            PieceFilter::PieceTypes(piece_types) => Some(piece_types.clone()),
            _ => None,
        });
        match piece_types.collect::<Option<Vec<_>>>() {
            Some(piece_types) if !any.is_empty() => Ok(PieceFilter::PieceTypes(piece_types.concat())),
            _ if any.is_empty() => Err(inner.expected("at least one description of pieces")),
            _ => Ok(PieceFilter::AnyOf(any)),
        }
    }

    /// Reads a list of names of pieces, stages, families or groups in brackets, or one such name.
    pub(super) fn piece_type_list(&self, cursor: &mut Cursor) -> Read<Vec<crate::base::PieceTypeId>> {
        let one = |cursor: &mut Cursor| {
            let piece_types = cursor.peek_word().and_then(|word| self.kinds_named(word));
            match piece_types {
                Some(piece_types) => {
                    cursor.next();
                    Ok(piece_types)
                }
                None => {
                    let names: Vec<&str> = self.pieces_names().collect();
                    Err(cursor.unknown("a piece or a group", names.iter().copied()))
                }
            }
        };
        match cursor.peek() {
            Some(Item { kind: ItemKind::List(items), span }) => {
                cursor.next();
                let mut inner = Cursor::new(items, *span);
                let mut piece_types = Vec::new();
                while !inner.is_done() {
                    piece_types.extend(one(&mut inner)?);
                }
                Ok(piece_types)
            }
            _ => one(cursor),
        }
    }
}

/// All of these at once.
fn every(mut all: Vec<PieceFilter>) -> PieceFilter {
    match (all.pop(), all.is_empty()) {
        (None, _) => PieceFilter::All,
        (Some(only), true) => only,
        (Some(last), false) => {
            all.push(last);
            PieceFilter::Every(all)
        }
    }
}
