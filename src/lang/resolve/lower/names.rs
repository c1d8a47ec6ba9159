//! Everything that has a name.

use super::Lowering;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{ByColor, SquareSet};
use crate::lang::resolve::boards::{new_name, no_block, read_region};
use crate::lang::resolve::cursor::{Cursor, Read};
use crate::lang::resolve::families::Family;
use crate::lang::resolve::scope::Named;
use crate::lang::resolve::switches::read_cites;
use crate::lang::syntax::{Item, Statement};
use crate::rules::{Action, Citation, Origin, Right};
use std::collections::BTreeMap;

impl Lowering<'_> {
    /// Everything that has a name: regions, pieces with their stages, families, groups, rights, sources.
    pub(super) fn names(&mut self, tree: &[Statement], families: &[Family]) {
        let mut bodies = Vec::new();
        for statement in tree {
            let result = match statement.items.first().and_then(Item::word) {
                Some("region") => read_region(&mut self.scope, statement),
                Some("piece") => self.scope.declare_piece(statement, &mut bodies),
                Some("right") => self.right(statement),
                Some("source") => self.source(statement),
                _ => Ok(()),
            };
            if result.is_err() {
                self.scope.lost.declaration(statement);
            }
            self.note(result);
        }
        for Family { name, span, members } in families {
            let piece_types = members
                .iter()
                .filter_map(|member| self.scope.pieces.get(member))
                .flat_map(|named| named.value.clone())
                .collect();
            self.scope.groups.insert(name.clone(), Named { value: piece_types, span: *span });
            // A family is there for its members; nobody need refer to it as a whole.
            self.scope.mark_used(name);
        }
        for statement in tree {
            if statement.items.first().and_then(Item::word) == Some("group") {
                let result = self.group(statement);
                if result.is_err() {
                    self.scope.lost.declaration(statement);
                }
                self.note(result);
            }
        }
        for body in &bodies {
            self.scope.read_body(body, &mut self.rules, &mut self.problems);
        }
    }

    /// `group pawns = [a, b]`
    fn group(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.keyword("group")?;
        let (name, span) = new_name(&mut cursor, "the name of the group")?;
        cursor.symbol("=")?;
        let piece_types = self.scope.piece_type_list(&mut cursor)?;
        cursor.finish()?;
        let clash = self.scope.groups.get(name).map(|named| named.span).or(self
            .scope
            .pieces
            .get(name)
            .map(|named| named.span));
        if let Some(other) = clash {
            return Err(Box::new(
                Diagnostic::error("duplicate-name", span, format!("`{name}` already names something"))
                    .label(other, "here"),
            ));
        }
        self.scope.groups.insert(name.to_string(), Named { value: piece_types, span });
        no_block(statement)
    }

    /// `right swap once`, `right leap 3 times`
    fn right(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.keyword("right")?;
        let (name, span) = cursor.word("the name of the right")?;
        let times = if cursor.eat("once") {
            1
        } else {
            let (times, span) = cursor.number("`once`, or how often")?;
            cursor.keyword("times")?;
            match u8::try_from(times) {
                Ok(times @ 1..=9) => times,
                _ => {
                    return Err(Box::new(
                        Diagnostic::error("bad-number", span, "a right can be used from 1 to 9 times")
                            .help("write `once`, or a number from 1 to 9 and `times`"),
                    ));
                }
            }
        };
        read_cites(&mut cursor)?;
        cursor.finish()?;
        if let Some(other) = self.scope.rights.iter().find(|right| right.value == name) {
            return Err(Box::new(
                Diagnostic::error("duplicate-name", span, format!("there are two rights called `{name}`"))
                    .label(other.span, "the first"),
            ));
        }
        self.scope.rights.push(Named { value: name.to_string(), span });
        self.rights.push(Right { name: name.to_string(), times, origin: Origin(statement.span) });
        no_block(statement)
    }

    /// `source id "text"`
    fn source(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.keyword("source")?;
        let (id, span) = cursor.word("a short name for the source")?;
        let Some((text, _)) = cursor.text() else {
            return Err(cursor.expected("what the source is, in quotes"));
        };
        cursor.finish()?;
        if let Some((_, other)) = self.sources.iter().find(|(citation, _)| citation.id == id) {
            return Err(Box::new(
                Diagnostic::error("duplicate-name", span, format!("there are two sources called `{id}`"))
                    .label(*other, "the first"),
            ));
        }
        self.sources.push((Citation { id: id.to_string(), text: text.to_string() }, span));
        no_block(statement)
    }

    /// Names nobody uses.
    pub(super) fn check_names(&mut self) {
        let unused = |named: &BTreeMap<String, Named<ByColor<SquareSet>>>| -> Vec<(String, Span)> {
            named
                .iter()
                .filter(|(name, _)| !self.scope.is_used(name))
                .map(|(name, named)| (name.clone(), named.span))
                .collect()
        };
        let mut found = Vec::new();
        for (name, span) in unused(&self.scope.regions) {
            found.push(
                Diagnostic::warning("unused-region", span, format!("no rule uses the region `{name}`"))
                    .help("use it where it matters, or delete it"),
            );
        }
        for (name, named) in &self.scope.groups {
            if !self.scope.is_used(name) {
                found.push(
                    Diagnostic::warning(
                        "unused-group",
                        named.span,
                        format!("no rule uses the group `{name}`"),
                    )
                    .help("use it where it matters, or delete it"),
                );
            }
        }
        for right in &self.scope.rights {
            if !self.scope.is_used(&format!("right {}", right.value)) {
                found.push(
                    Diagnostic::warning(
                        "unused-right",
                        right.span,
                        format!("no turn uses the right `{}`", right.value),
                    )
                    .help("write `uses NAME` in the turn it allows"),
                );
            }
        }
        let drops = |action: &Action| action.act.effects().from_hand.is_some();
        if let Some(span) =
            self.hands.filter(|span| !self.rules.actions.iter().any(drops) && !self.scope.lost.touches(*span))
        {
            found.push(
                Diagnostic::warning("unused-hands", span, "no turn brings a piece back from the hand")
                    .help("add one, such as `action drop { drop any; to grid }`, or delete `hands`"),
            );
        }
        self.problems.extend(found);
    }
}
