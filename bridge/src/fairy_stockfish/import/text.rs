//! Writes the text of a rule file around its statements: title, remarks, source, and the options that were left out.

use crate::fairy_stockfish::ini::IniSection;
use crate::messages::text::{capital, cut, fill};
use crate::notation::dialect::DIALECTS;
use crate::{MOST_SHOWN, Omission};

/// The words between the title of an exported game and the version of ferz.
const EXPORTED: &str = ", written by ferz";

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
    fn text(&self) -> String {
        let (title, about, links) = remarks(&self.section.comment, &self.section.name.text);
        let extends = self.parent.as_ref().map_or(String::new(), |parent| format!(" extends {parent}"));
        let mut text = format!("variant {} \"{title}\"{extends}\n\n", self.name);
        // A comment can have any length.
        if !about.is_empty() {
            text.push_str(&format!("about {}\n\n", quoted(&cut(&about.join(" "), 1_000), 6)));
        }
        let address = links.first().map_or(String::new(), |link| format!("\naddress \"{link}\""));
        let others: Vec<&str> = links.iter().skip(1).take(20).map(String::as_str).collect();
        let more = match others.is_empty() {
            true => String::new(),
            false => format!("\nnote {}", quoted(&others.join(" "), 7)),
        };
        text.push_str(&format!(
            "source variants-ini {{\ntitle \"{}, section {}\"{address}{more}\n}}\n\nrules from variants-ini\n",
            cut(&clean(self.file), MOST_SHOWN),
            cut(&clean(&self.section.name.text), MOST_SHOWN),
        ));
        text
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

/// Returns a text as quoted lines.
fn quoted(text: &str, indent: usize) -> String {
    let lines = fill("", "", text.split(' ').filter(|word| !word.is_empty()), 96 - indent);
    let quoted: Vec<String> = lines.iter().map(|line| format!("\"{line}\"")).collect();
    quoted.join(&format!("\n{}", " ".repeat(indent)))
}

/// Returns the text of a rule file. The omissions are listed in comments at its end.
pub fn whole(heading: &FileHeading, statements: &[String], left: &[Omission]) -> String {
    let mut text = heading.text();
    for statement in statements {
        text.push('\n');
        text.push_str(statement);
        text.push('\n');
    }
    if !left.is_empty() {
        text.push_str("\n# Left out of the section:\n");
        for one in left {
            for line in fill("# - ", "#   ", one.remark().split_whitespace(), 98) {
                text.push_str(&format!("{line}\n"));
            }
        }
    }
    text
}
