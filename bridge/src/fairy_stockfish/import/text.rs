//! Writes the text of a rule file around its statements: title, remarks, source, and the options that were left out.

use crate::builder::{self, NewStatement, paragraph};
use crate::fairy_stockfish::ini::IniSection;
use crate::form::Slot;
use crate::lang::vocabulary::Keyword;
use crate::messages::text::{capital, cut, fill};
use crate::notation::dialect::DIALECTS;
use crate::{MOST_SHOWN, Omission};

/// The words between the title of an exported game and the version of ferz.
const EXPORTED: &str = ", written by ferz";

/// The source that an imported file cites.
const SOURCE: &str = "variants-ini";

/// The most characters of a line.
const WIDTH: usize = 96;

/// The lines above the rules.
pub struct FileHeading<'s> {
    pub section: &'s IniSection,
    /// The name of the game.
    pub name: String,
    /// The name of the file with the section.
    pub file: &'s str,
    /// The game that it extends.
    pub parent: Option<String>,
}

impl FileHeading<'_> {
    fn statements(&self) -> Vec<Vec<NewStatement>> {
        let (title, about, links) = remarks(&self.section.comment, &self.section.name.text);
        let head = NewStatement::new(Keyword::Variant).item(Slot::Name, &self.name).item(Slot::Text, title);
        let head = self.parent.iter().fold(head, |head, parent| head.item(Slot::Game, parent));
        // A comment can have any length.
        let about =
            (!about.is_empty()).then(|| paragraph(&cut(&about.join(" "), 1_000), WIDTH - "about ".len()));
        let about = about.map(|about| NewStatement::new(Keyword::About).with(about));
        let [file, section] = [self.file, &self.section.name.text].map(|text| cut(&clean(text), MOST_SHOWN));
        let mut source =
            vec![NewStatement::new(Keyword::Title).item(Slot::Text, format!("{file}, section {section}"))];
        source.extend(links.first().map(|link| NewStatement::new(Keyword::Address).item(Slot::Text, link)));
        let others: Vec<&str> = links.iter().skip(1).take(20).map(String::as_str).collect();
        if !others.is_empty() {
            let others = paragraph(&others.join(" "), WIDTH - "  note ".len());
            source.push(NewStatement::new(Keyword::Note).with(others));
        }
        let source = NewStatement::new(Keyword::Source).item(Slot::Name, SOURCE).block(source);
        let rules = NewStatement::new(Keyword::Rules).item(Slot::Source, SOURCE);
        vec![vec![head], Vec::from_iter(about), vec![source], vec![rules]]
    }
}

/// Returns a text without the characters that end a quoted text.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c == '"' || c == '`' || c == '\\' { '\'' } else { c })
        .filter(|c| !c.is_control())
        .collect()
}

/// Splits a comment into a title, sentences, and URLs.
fn remarks(comment: &[String], name: &str) -> (String, Vec<String>, Vec<String>) {
    let plain = |text: &str| {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let (mut about, mut links, mut title) = (Vec::new(), Vec::new(), None);
    for line in comment.iter().map(|line| clean(line)).filter(|line| !line.is_empty()) {
        // The rest of the comment describes the export and not the game.
        if let Some((game, _)) = line.split_once(EXPORTED) {
            title = title.or_else(|| Some(game.to_owned()));
            break;
        }
        let is_link = |word: &&str| {
            word.len() < MOST_SHOWN && (word.starts_with("http://") || word.starts_with("https://"))
        };
        links.extend(
            line.split_whitespace()
                .filter(is_link)
                .map(|link| link.trim_end_matches([',', '.', ';', ')']).to_owned()),
        );
        let words: Vec<&str> = line.split_whitespace().filter(|word| !is_link(word)).collect();
        let line = words.join(" ");
        let short = line.trim_end_matches(['.', ':']).to_owned();
        let (said, own, usual) = (plain(&short), plain(name), DIALECTS.usual.as_str());
        let (said, own) = (said.trim_end_matches(usual), own.trim_end_matches(usual));
        let alike = said == own || (own.len() > 3 && said.starts_with(own) && short.split(' ').count() <= 4);
        if title.is_none() && alike && about.is_empty() {
            title = Some(short.split(' ').map(capital).collect::<Vec<_>>().join(" "));
        } else if line.chars().filter(|c| c.is_alphabetic()).count() > 2 {
            about.push(sentence(&line));
        }
    }
    let title =
        title.unwrap_or_else(|| name.split(['-', '_', ' ']).map(capital).collect::<Vec<_>>().join(" "));
    (cut(&clean(&title), MOST_SHOWN), about, links)
}

/// Returns a line as a sentence, with a final period unless it continues.
fn sentence(line: &str) -> String {
    let line = capital(line.trim());
    if line.ends_with(['.', '!', '?', ':', ',', ';']) { line } else { format!("{line}.") }
}

/// Returns the text of a rule file. The omissions are listed in comments at its end.
pub fn whole(heading: &FileHeading, statements: &[Vec<NewStatement>], left: &[Omission]) -> String {
    let lines = |one: &Omission| fill("# - ", "#   ", one.remark().split_whitespace(), 98);
    let begin = (!left.is_empty()).then(|| "# Left out of the section:".to_owned());
    let comments: Vec<String> = begin.into_iter().chain(left.iter().flat_map(lines)).collect();
    builder::file(&[heading.statements(), statements.to_vec()].concat(), &comments)
}
