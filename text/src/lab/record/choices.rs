//! The choices under which a game is recorded and compared: its arrays, and the values of its switches.

use crate::base::PieceTypeId;
use crate::base::source::Span;
use crate::lab::compare::Canon;
use crate::lang::{Memory, RuleFile, Selection};
use crate::rules::{RuleKind, RuleRef, Variant};
use std::sync::Arc;

/// The maximum number of choices in a record. Each is a compiled game.
const MAX: usize = 256;

/// Some switches with values that are not the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RecordedChoice(pub(super) Vec<(String, String)>);

impl RecordedChoice {
    /// Returns the heading of an entry under the choice.
    pub(super) fn heading(&self, heading: &str) -> String {
        if self.0.is_empty() { heading.to_owned() } else { format!("{heading} under {}", self.words()) }
    }

    /// Returns the values of the choice in words.
    pub(super) fn words(&self) -> String {
        let values = self.0.iter().map(|(switch, value)| format!("{switch} = {value}"));
        values.collect::<Vec<_>>().join(", ")
    }

    pub(super) fn selection(&self, array: Option<&str>) -> Selection {
        let nowhere = Span::default();
        let set = self.0.iter().map(|(switch, value)| (switch.clone(), value.clone(), nowhere));
        Selection { array: array.map(|name| (name.to_owned(), nowhere)), reading: None, set: set.collect() }
    }
}

/// The compiled games of a file: every array under the default values, and the first array under each other value.
pub(super) struct CompiledChoice {
    /// The name of the first array.
    pub(super) array: String,
    pub(super) all: Vec<(RecordedChoice, Arc<Variant>)>,
}

impl CompiledChoice {
    pub(super) fn new(game: &RuleFile) -> CompiledChoice {
        let memory = Memory::default();
        let variant = |choice: &RecordedChoice, array: Option<&str>| {
            game.variant(&choice.selection(array), &memory)
                .0
                .map(|variant| (choice.clone(), Arc::new(variant)))
        };
        let first = variant(&RecordedChoice::default(), None);
        let names: Vec<String> =
            first.iter().flat_map(|(_, own)| &own.arrays).map(|own| own.name.clone()).collect();
        let arrays = names.iter().skip(1).filter_map(|name| variant(&RecordedChoice::default(), Some(name)));
        let values = game.switches().iter().flat_map(|switch| {
            let others = switch.values.iter().filter(|value| !value.default);
            others.map(|value| RecordedChoice(vec![(switch.name.clone(), value.name.clone())]))
        });
        let values = values.filter_map(|choice| variant(&choice, None));
        let array = names.first().cloned().unwrap_or_default();
        let all = first.clone().into_iter().chain(arrays).chain(values).take(MAX).collect();
        CompiledChoice { array, all }
    }

    /// Compiles every array under the default values.
    pub(super) fn arrays(game: &RuleFile) -> Vec<Variant> {
        let memory = Memory::default();
        let choice = RecordedChoice::default();
        let variant = |array: Option<&str>| game.variant(&choice.selection(array), &memory).0;
        let first = variant(None);
        let names: Vec<String> =
            first.iter().flat_map(|own| &own.arrays).map(|own| own.name.clone()).collect();
        first.into_iter().chain(names.iter().skip(1).filter_map(|name| variant(Some(name)))).collect()
    }

    /// Returns a text that is equal for two games in which a piece has the same rules.
    pub(super) fn form(variant: &Variant, id: PieceTypeId) -> String {
        let canon = Canon(variant);
        let matters = |rule: &RuleRef| {
            let kind = rule.kind();
            rule.piece_type() == Some(id) && kind == RuleKind::Piece
                || matches!(kind, RuleKind::Admission | RuleKind::Border | RuleKind::Immunity)
        };
        let forms = variant.rules().into_iter().filter(matters).map(|rule| canon.rule(rule));
        forms.collect::<Vec<_>>().join("\n")
    }
}
