//! Reads the syntax of `variants.ini`: sections, their parents, options, and comments. The options are not interpreted.
//!
//! [`read`] returns every section with the positions of its parts. Like Fairy-Stockfish it accepts every text. Lines
//! without `=`, which Fairy-Stockfish ignores, are kept so that they can be reported.

use crate::base::source::Span;

/// A part of the text with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IniWord {
    pub text: String,
    pub span: Span,
}

/// A line `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IniEntry {
    pub key: IniWord,
    pub value: IniWord,
}

/// A section `[name:parent]` with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IniSection {
    pub name: IniWord,
    pub parent: Option<IniWord>,
    /// The lines of the comment directly above the section or directly below its name, without comment characters.
    pub comment: Vec<String>,
    pub entries: Vec<IniEntry>,
    /// The lines that are neither options nor comments.
    pub unread: Vec<IniWord>,
}

impl IniEntry {
    /// Returns the words behind the value that look like a comment. The program has no such comments, and reads them as a
    /// part of the value.
    pub fn comment(&self) -> Option<&str> {
        let text = &self.value.text;
        let (at, _) = text.match_indices(['#', ';']).find(|(at, _)| text[..*at].ends_with([' ', '\t']))?;
        Some(&text[at..])
    }
}

impl IniSection {
    /// Returns the last line with this key. It overrides the lines before it.
    pub fn entry(&self, key: &str) -> Option<&IniEntry> {
        self.entries.iter().rev().find(|entry| entry.key.text == key)
    }
}

/// Returns the sections of a text.
pub fn read(text: &str) -> Vec<IniSection> {
    let mut sections: Vec<IniSection> = Vec::new();
    let mut comment: Vec<String> = Vec::new();
    let mut at = 0;
    // Comments directly below the name also describe the game.
    let mut heading = false;
    for whole in text.split_inclusive('\n') {
        let line = IniLine { text: whole.trim_end_matches(['\n', '\r']), at };
        at += whole.len();
        if let Some(section) = line.section() {
            sections.push(IniSection { comment: std::mem::take(&mut comment), ..section });
            heading = true;
            continue;
        }
        if let Some(words) = line.comment() {
            match sections.last_mut().filter(|_| heading) {
                Some(section) => section.comment.push(words),
                None => comment.push(words),
            }
            continue;
        }
        if line.text.trim().is_empty() {
            comment.clear();
            continue;
        }
        comment.clear();
        heading = false;
        let Some(section) = sections.last_mut() else { continue };
        match line.entry() {
            Some(entry) => section.entries.push(entry),
            None => section.unread.push(line.word(line.text)),
        }
    }
    sections
}

/// A line of the text and its offset.
#[derive(Clone, Copy)]
struct IniLine<'t> {
    text: &'t str,
    at: usize,
}

impl IniLine<'_> {
    /// Returns a part of the line without the surrounding whitespace.
    fn word(self, part: &str) -> IniWord {
        let part = part.trim();
        let start = self.at + (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        IniWord { text: part.to_owned(), span: Span::new(0, start, start + part.len()) }
    }

    fn section(self) -> Option<IniSection> {
        let inner = self.text.strip_prefix('[')?;
        let inner = inner.split(']').next().unwrap_or(inner);
        let (name, parent) = match inner.split_once(':') {
            Some((name, parent)) => (name, Some(parent)),
            None => (inner, None),
        };
        let parent = parent.map(|parent| self.word(parent)).filter(|parent| !parent.text.is_empty());
        Some(IniSection { name: self.word(name), parent, comment: vec![], entries: vec![], unread: vec![] })
    }

    fn comment(self) -> Option<String> {
        let text = self.text.trim_start();
        let words = text.strip_prefix('#').or_else(|| text.strip_prefix(';'))?;
        Some(words.trim_start_matches(['#', ';']).trim().to_owned())
    }

    fn entry(self) -> Option<IniEntry> {
        let (key, value) = self.text.split_once('=')?;
        (!key.trim().is_empty()).then(|| IniEntry { key: self.word(key), value: self.word(value) })
    }
}
