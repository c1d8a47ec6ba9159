//! The readings that the files beside rule files declare, with their places.

use super::documents::{Workspace, folder};
use super::navigation::{ReadRules, read};
use super::text::LineText;
use super::{library, uri};
use ferz_lang::catalog::{READINGS, built_in};
use ferz_lang::outline::{Name, NameKind};
use ferz_lang::{Reading, read_readings};
use lsp_types::Location;
use std::sync::Arc;

/// A reading with the file that declares it.
pub(super) struct DeclaredReading {
    pub(super) reading: Reading,
    path: String,
    text: Arc<LineText>,
    is_built_in: bool,
}

impl DeclaredReading {
    pub(super) fn name(&self) -> Name {
        Name { kind: NameKind::Reading, full: self.reading.name.clone() }
    }

    pub(super) fn location(&self) -> Option<Location> {
        let uri = match self.is_built_in {
            true => library::copy(&self.path, self.text.text())?.parse().ok()?,
            false => uri::of(&self.path)?,
        };
        Some(Location::new(uri, self.text.span(self.reading.span)))
    }
}

/// Returns the readings of a game. That of a child replaces its parent's of the same name.
pub(super) fn of(workspace: &Workspace, game: &[ReadRules]) -> Vec<DeclaredReading> {
    let mut all: Vec<DeclaredReading> = Vec::new();
    for rules in game {
        let file = match rules.is_built_in {
            true => built_in(rules.stem()).and_then(|text| text.readings),
            false => {
                let path = format!("{}{READINGS}", folder(&rules.path));
                read(workspace, &path).map(|text| (path, text.body().to_owned()))
            }
        };
        let Some((path, text)) = file else { continue };
        let text = Arc::new(LineText::new(text));
        for reading in read_readings(0, text.body()).0 {
            if !all.iter().any(|other| other.reading.name == reading.name) {
                let (path, text) = (path.clone(), Arc::clone(&text));
                all.push(DeclaredReading { reading, path, text, is_built_in: rules.is_built_in });
            }
        }
    }
    all
}
