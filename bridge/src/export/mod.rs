//! Writes games in the formats of other programs.
//!
//! [`export`] writes a game. It visits every rule of the game and matches the kinds of rules without a wildcard, so a
//! rule that the format cannot express is always in [`Export::obstacles`]. [`paths`] splits the moves of pieces into
//! simple moves, and [`letters`] writes them.

mod diagram;
mod fairy_stockfish;
mod letters;
mod paths;
pub mod xboard;

use crate::base::source::{Source, Sources};
use crate::lang::catalog::{Catalog, GameRef, NoFiles, built_in};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{Origin, RuleRef, Variant};
use crate::warnings::MemoryFiles;
pub use fairy_stockfish::SECTION_PREFIX;
use std::sync::Arc;

/// A format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The file `variants.ini` of Fairy-Stockfish.
    FairyStockfish,
    /// A page with H. G. Muller's Interactive Diagram.
    InteractiveDiagram,
    /// The commands `setup` and `piece` of the XBoard protocol.
    XBoard,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::FairyStockfish, Format::InteractiveDiagram, Format::XBoard];

    /// Returns the name of the format on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::FairyStockfish => "fairy-stockfish",
            Format::InteractiveDiagram => "interactive-diagram",
            Format::XBoard => "xboard",
        }
    }

    /// Returns the name of the program or page that reads the format.
    pub fn title(self) -> &'static str {
        match self {
            Format::FairyStockfish => "Fairy-Stockfish",
            Format::InteractiveDiagram => "the Interactive Diagram",
            Format::XBoard => "XBoard",
        }
    }
}

/// A rule that the format cannot express.
#[derive(Clone, Debug)]
pub struct FormatObstacle {
    pub origin: Origin,
    /// The name of the rule.
    pub rule: String,
    pub reason: String,
    /// True if the other program cannot read the file even without this rule.
    pub is_fatal: bool,
}

/// A game in another format.
#[derive(Clone, Debug, Default)]
pub struct Export {
    /// The file, without the rules that are obstacles.
    pub text: String,
    /// The rules that the text leaves out although they affect the game.
    pub obstacles: Vec<FormatObstacle>,
}

impl Export {
    /// Returns true if the text can be used. With `approximate`, rules can be missing in it.
    pub fn is_usable(&self, approximate: bool) -> bool {
        self.obstacles.iter().all(|one| approximate && !one.is_fatal)
    }

    /// Returns the obstacles as problems of the rule file.
    pub fn problems(&self, format: Format) -> Vec<Diagnostic> {
        let help = |one: &FormatObstacle| match one.is_fatal {
            true => "no file for the other program is possible, not even with `--approximate`",
            false => "`--approximate` leaves the rule out",
        };
        let problem = |one: &FormatObstacle| {
            let message = format!("ferz cannot write this rule for {}: {}", format.title(), one.reason);
            Diagnostic::new(Code::NotInFormat, one.origin.0, message).here(one.rule.clone()).help(help(one))
        };
        self.obstacles.iter().map(problem).collect()
    }
}

/// The words before the name of the game in an export.
pub const FROM_GAME: &str = " from the game `";

/// Returns the words that name the game of an export, so that an import recognizes it. They are empty unless it is one
/// of ferz's own games with its usual array and reading.
fn from_game(variant: &Variant) -> String {
    let own = Catalog::new(&NoFiles).load(&GameRef::parse(&variant.id), &[]);
    let is_own = own.is_ok_and(|own| *own.variant == *variant);
    if is_own { format!("{FROM_GAME}{}`", variant.id) } else { String::new() }
}

/// The beginning of a line of a rule file in an export.
pub const RULE_LINE: &str = "#|";

/// Writes a game in a format. The rule file of a game that is not one of ferz's own is in a comment, because a format
/// does not contain everything that a rule file says.
pub fn with_rule_file(variant: &Variant, sources: &Sources, format: Format) -> Export {
    let mut export = export(variant, format);
    if !export.obstacles.is_empty() || !from_game(variant).is_empty() {
        return export;
    }
    let mut files: Vec<(&str, &str)> = sources.iter().filter_map(own_file).collect();
    let is_whole = |name: &str| game_of(name, &files).is_some_and(|own| *own == *variant);
    let Some(at) = files.iter().position(|(name, _)| is_whole(name)) else { return export };
    files.swap(0, at);
    let mut text = String::new();
    for (number, (name, own)) in files.iter().enumerate() {
        text.extend((number > 0).then(|| format!("{RULE_LINE}{FILE_MARK}{name}\n")));
        text.extend(own.lines().map(|line| format!("{RULE_LINE} {line}").trim_end().to_owned() + "\n"));
    }
    let note = "The rule file, which an import of this file returns:";
    match format {
        Format::FairyStockfish => {
            let at = export.text.find("\n[").map_or(0, |at| at + 1);
            export.text.insert_str(at, &format!("# {note}\n{text}"));
        }
        Format::InteractiveDiagram => export.text += &format!("<!-- {note}\n{}-->\n", diagram::html(&text)),
        Format::XBoard => export.text += &format!("# {note}\n{text}"),
    }
    export
}

/// The mark before the name of a further file in an export, after [`RULE_LINE`].
pub const FILE_MARK: &str = "| ";

/// Returns the name and the text of a rule file, unless it is one of ferz's own.
fn own_file(source: &Source) -> Option<(&str, &str)> {
    let name = source.name.rsplit(['/', '\\']).next()?;
    let own = built_in(name.strip_suffix(".ferz")?);
    own.is_none_or(|own| own.text != source.text).then_some((name, source.text.as_str()))
}

/// Returns the game of one of several rule files that need no others but those of ferz.
pub fn game_of(name: &str, files: &[(&str, &str)]) -> Option<Arc<Variant>> {
    Some(Catalog::new(&MemoryFiles(files)).load(&GameRef::parse(name), &[]).ok()?.variant)
}

/// Writes a game in a format.
pub fn export(variant: &Variant, format: Format) -> Export {
    match format {
        Format::FairyStockfish => fairy_stockfish::write(variant),
        Format::InteractiveDiagram => diagram::write(variant),
        Format::XBoard => xboard::write(variant),
    }
}

/// The rules of a game that a format does not express, collected during the export.
struct ExportSurvey<'v> {
    variant: &'v Variant,
    obstacles: Vec<FormatObstacle>,
    /// Rules that the other program or its users decide, such as draws by insufficient material.
    asides: Vec<String>,
}

impl<'v> ExportSurvey<'v> {
    fn new(variant: &'v Variant) -> ExportSurvey<'v> {
        ExportSurvey { variant, obstacles: Vec::new(), asides: Vec::new() }
    }

    /// Adds a rule that the format cannot express.
    fn refuse(&mut self, rule: RuleRef, reason: impl Into<String>) {
        let one = FormatObstacle {
            origin: rule.origin(self.variant),
            rule: rule.name(self.variant),
            reason: reason.into(),
            is_fatal: false,
        };
        let same = |other: &FormatObstacle| (&other.rule, &other.reason) == (&one.rule, &one.reason);
        if !self.obstacles.iter().any(same) {
            self.obstacles.push(one);
        }
    }

    /// Adds a rule without which the format has no game.
    fn prevent(&mut self, rule: RuleRef, reason: impl Into<String>) {
        self.refuse(rule, reason);
        if let Some(last) = self.obstacles.last_mut() {
            last.is_fatal = true;
        }
    }

    /// Adds a rule that the format cannot express, and that does not affect the legal moves.
    fn leave_aside(&mut self, rule: RuleRef, reason: &str) {
        let name = rule.name(self.variant);
        self.asides.push(format!("{name}: {reason}"));
    }

    /// Returns the remarks to be written into the file.
    fn remarks(&self, format: Format) -> Vec<String> {
        let title = format.title();
        let mut lines = Vec::new();
        if !self.obstacles.is_empty() {
            lines
                .push(format!("This is not the complete game. Left out, because {title} cannot express it:"));
            lines.extend(self.obstacles.iter().map(|one| format!("- {}: {}", one.rule, one.reason)));
        }
        if !self.asides.is_empty() {
            lines.push(format!("Not in this file, because {title} handles it in its own way:"));
            lines.extend(self.asides.iter().map(|one| format!("- {one}")));
        }
        lines
    }
}

/// Returns the bounds of the board: the lowest file and rank, the width, and the height.
fn rectangle(variant: &Variant) -> (i32, i32, i32, i32) {
    let board = &variant.board;
    let cells = || board.squares().map(|square| board.cell(square));
    let (left, right) = (cells().map(|cell| cell.x).min(), cells().map(|cell| cell.x).max());
    let (low, high) = (cells().map(|cell| cell.y).min(), cells().map(|cell| cell.y).max());
    let (left, low) = (left.unwrap_or(1), low.unwrap_or(1));
    (left, low, right.unwrap_or(left) - left + 1, high.unwrap_or(low) - low + 1)
}
