//! Reading which men are meant: `own non-royal`, `[rook, knight] in own palace`, `royal except leader`.

use super::cursor::{Cursor, Read};
use super::scope::Scope;
use crate::rules::Men;
use crate::base::source::Span;
use crate::lang::syntax::{Item, ItemKind};

/// Words for men that need no declaration.
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
    "man",
    "men",
    "any",
];

impl Scope {
    /// Reads a description of men.
    pub(super) fn men(&self, cursor: &mut Cursor) -> Read<Men> {
        let mut all = vec![self.men_term(cursor)?];
        while cursor.eat("except") {
            all.push(Men::Not(Box::new(self.men_term(cursor)?)));
        }
        Ok(every(all))
    }

    /// Words like `own` come first, then one noun, then perhaps where the men stand.
    fn men_term(&self, cursor: &mut Cursor) -> Read<Men> {
        let mut all = Vec::new();
        let mut taken = false;
        let mut noun = false;
        while let Some(item) = cursor.peek() {
            let men = match &item.kind {
                ItemKind::List(items) if !noun => {
                    noun = true;
                    Some(self.men_list(items, item.span)?)
                }
                ItemKind::Word(word) => match word.as_str() {
                    "in" | "on" if taken => {
                        cursor.next();
                        all.push(Men::In(self.simple_zone(cursor)?));
                        noun = true;
                        continue;
                    }
                    _ if noun => {
                        cursor.could_be(&["in", "on"]);
                        break;
                    }
                    "a" | "an" | "the" | "any" | "every" | "all" => None,
                    "own" => Some(Men::Own),
                    "enemy" | "enemies" => {
                        noun = word == "enemies";
                        Some(Men::Enemy)
                    }
                    name => {
                        noun = true;
                        match name {
                            "man" | "men" => None,
                            "royal" | "royals" => Some(Men::Royal),
                            "non-royal" | "non-royals" => Some(Men::Not(Box::new(Men::Royal))),
                            "leader" | "leaders" => Some(Men::Leader),
                            name => match self.kinds_named(name) {
                                Some(kinds) => Some(Men::Kinds(kinds)),
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
            all.extend(men);
        }
        if !taken {
            let names: Vec<&str> = self.men_names().chain(BUILT_IN).collect();
            return Err(cursor.unknown("a piece, a group or a word for men", names.iter().copied()));
        }
        Ok(every(all))
    }

    /// Men that match any one of several descriptions.
    fn men_list(&self, items: &[Item], span: Span) -> Read<Men> {
        let mut inner = Cursor::new(items, span);
        let mut any = Vec::new();
        while !inner.is_done() {
            any.push(self.men(&mut inner)?);
        }
        let kinds = any.iter().map(|men| match men {
            Men::Kinds(kinds) => Some(kinds.clone()),
            _ => None,
        });
        match kinds.collect::<Option<Vec<_>>>() {
            Some(kinds) if !any.is_empty() => Ok(Men::Kinds(kinds.concat())),
            _ if any.is_empty() => Err(inner.expected("at least one description of men")),
            _ => Ok(Men::AnyOf(any)),
        }
    }

    /// Reads a list of names of pieces, stages, families or groups in brackets, or one such name.
    pub(super) fn kind_list(&self, cursor: &mut Cursor) -> Read<Vec<crate::base::KindId>> {
        let one = |cursor: &mut Cursor| {
            let kinds = cursor.peek_word().and_then(|word| self.kinds_named(word));
            match kinds {
                Some(kinds) => {
                    cursor.next();
                    Ok(kinds)
                }
                None => {
                    let names: Vec<&str> = self.men_names().collect();
                    Err(cursor.unknown("a piece or a group", names.iter().copied()))
                }
            }
        };
        match cursor.peek() {
            Some(Item { kind: ItemKind::List(items), span }) => {
                cursor.next();
                let mut inner = Cursor::new(items, *span);
                let mut kinds = Vec::new();
                while !inner.is_done() {
                    kinds.extend(one(&mut inner)?);
                }
                Ok(kinds)
            }
            _ => one(cursor),
        }
    }
}

/// All of these at once.
fn every(mut all: Vec<Men>) -> Men {
    match (all.pop(), all.is_empty()) {
        (None, _) => Men::All,
        (Some(only), true) => only,
        (Some(last), false) => {
            all.push(last);
            Men::Every(all)
        }
    }
}
