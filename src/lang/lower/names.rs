//! Everything that has a name.

use super::Lowering;
use super::regions::read_region;
use super::scope::{Named, Scope};
use crate::base::diagnostic::Diagnostic;
use crate::lang::merge::Family;
use crate::lang::statement::{Line, Read};
use crate::lang::vocabulary::Keyword;
use crate::rules::{Citation, Origin, Right};

impl Lowering<'_> {
    /// Everything that has a name: regions, pieces with their stages, families, groups, rights, sources.
    pub(super) fn names(&mut self, lines: &[Line], families: Vec<Family>) {
        let mut bodies = Vec::new();
        for line in lines {
            let result = match line.keyword() {
                Some(Keyword::Region) => read_region(&mut self.scope, *line),
                Some(Keyword::Piece) => self.scope.declare_piece(*line, &mut bodies),
                Some(Keyword::Right) => self.right(*line),
                Some(Keyword::Source) => self.source(*line),
                _ => continue,
            };
            let result = result.and_then(|()| self.check_end(*line));
            self.report.read(*line, result);
        }
        for Family { name, span, members } in families {
            let members = members.iter().filter_map(|member| self.scope.pieces.get(member));
            let value = members.flat_map(|named| named.value.clone()).collect();
            // A family is there for its members: rules need not refer to it as a whole.
            self.scope.mark_used(&name);
            self.scope.groups.insert(name, Named { value, span });
        }
        for line in lines.iter().filter(|line| line.keyword() == Some(Keyword::Group)) {
            let result = self.group(*line).and_then(|()| self.check_end(*line));
            self.report.read(*line, result);
        }
        for body in &bodies {
            self.scope.read_body(body, &mut self.rules);
        }
    }

    /// Complains about a block where a declaration has none.
    fn check_end(&self, line: Line) -> Read<()> {
        match line.keyword() {
            Some(Keyword::Region | Keyword::Piece) => Ok(()),
            _ => line.no_block(),
        }
    }

    /// `group pawns = [a, b]`
    fn group(&mut self, line: Line) -> Read<()> {
        let mut cursor = line.rest();
        let (name, span) = cursor.new_name("the name of the group")?;
        cursor.symbol("=")?;
        let value = self.scope.piece_type_list(&mut cursor)?;
        cursor.finish()?;
        let group = self.scope.groups.get(name).or(self.scope.pieces.get(name));
        Scope::free(
            group.map(|named| named.span),
            format!("`{name}` is already the name of something"),
            span,
        )?;
        self.scope.groups.insert(name.to_string(), Named { value, span });
        Ok(())
    }

    /// `right swap once`, `right leap 3 times`
    fn right(&mut self, line: Line) -> Read<()> {
        let mut cursor = line.rest();
        let (name, span) = cursor.word("the name of the right")?;
        let times = if cursor.eat("once") {
            1
        } else {
            let (times, span) = cursor.number("`once`, or how often")?;
            cursor.keyword("times")?;
            u8::try_from(times).ok().filter(|times| (1..=9).contains(times)).ok_or_else(|| {
                Diagnostic::error("bad-number", span, "a right can be used from 1 to 9 times")
                    .help("write `once`, or a number from 1 to 9 and `times`")
            })?
        };
        cursor.cites()?;
        cursor.finish()?;
        let other = self.scope.rights.iter().find(|right| right.value == name);
        let taken = other.map(|right| right.span);
        Scope::free(taken, format!("there are two rights called `{name}`"), span)?;
        self.scope.rights.push(Named { value: name.to_string(), span });
        self.rights.push(Right { name: name.to_string(), times, origin: Origin(line.span()) });
        Ok(())
    }

    /// `source id "text"`
    fn source(&mut self, line: Line) -> Read<()> {
        let mut cursor = line.rest();
        let (id, span) = cursor.word("a short name for the source")?;
        let Some((text, _)) = cursor.text() else {
            return Err(cursor.expected("what the source is, in quotes"));
        };
        cursor.finish()?;
        let other = self.sources.iter().find(|(citation, _)| citation.id == id);
        let taken = other.map(|(_, span)| *span);
        Scope::free(taken, format!("there are two sources called `{id}`"), span)?;
        self.sources.push((Citation { id: id.to_string(), text: text.to_string() }, span));
        Ok(())
    }

    /// Names that no rule uses.
    pub(super) fn check_names(&mut self) {
        let scope = &self.scope;
        let unused = |warning: Diagnostic, help: &str| self.report.push(warning.help(help));
        for (name, named) in scope.regions.iter().filter(|(name, _)| !scope.is_used(name)) {
            let message = format!("no rule uses the region `{name}`");
            unused(
                Diagnostic::warning("unused-region", named.span, message),
                "use it where it matters, or delete it",
            );
        }
        for (name, named) in scope.groups.iter().filter(|(name, _)| !scope.is_used(name)) {
            let message = format!("no rule uses the group `{name}`");
            unused(
                Diagnostic::warning("unused-group", named.span, message),
                "use it where it matters, or delete it",
            );
        }
        for right in &scope.rights {
            if !scope.is_used(&format!("right {}", right.value)) {
                let message = format!("no action uses the right `{}`", right.value);
                let warning = Diagnostic::warning("unused-right", right.span, message);
                unused(warning, "write `uses NAME` in the action it allows");
            }
        }
        let drops = self.rules.actions.iter().any(|action| action.act.effects().from_hand.is_some());
        if let Some(span) = self.hands.filter(|span| !drops && !self.report.touches(*span)) {
            let help = "add one, such as `action drop { drop any; to grid }`, or delete `hands`";
            unused(Diagnostic::warning("unused-hands", span, "no action drops a piece from the hand"), help);
        }
    }
}
