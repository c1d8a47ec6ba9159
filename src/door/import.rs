//! Games of other programs as rule files.

use super::{Error, ExportFormat};
use crate::bridge::export::Format;
use crate::bridge::fairy_stockfish::IniFile;
use crate::bridge::{Imported, Omission, diagram, xboard};
use crate::messages::diagnostic::{Code, nearest};
use serde::Serialize;

/// A game of another program as a rule file, with the rules that are not in it.
///
/// ```
/// let ini = "[big:chess]\nmaxFile = 10\nstartFen = rnnbqkbnnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNNBQKBNNR w - - 0 1\n";
/// let game = ferz::Import::fairy_stockfish("mine.ini", ini, "big", false)?;
/// assert!(game.text().starts_with("variant big \"Big\" extends chess"));
/// let rules = ferz::Loader::new().text("big.ferz", game.text()).load("big.ferz")?;
/// assert_eq!(rules.start().legal_moves().count(), 28);
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Import {
    name: String,
    text: String,
    omissions: Vec<Omission>,
}

impl Import {
    /// Returns the names of the sections of a `variants.ini` in the order of the file.
    ///
    /// ```
    /// assert_eq!(ferz::Import::sections("[one]\nking = k\n[two:one]\n"), ["one", "two"]);
    /// ```
    pub fn sections(ini: &str) -> Vec<String> {
        IniFile::read("", ini).sections.into_iter().map(|section| section.name.text).collect()
    }

    /// Translates a section of Fairy-Stockfish's `variants.ini`. With `approximate`, rules that no rule file can
    /// express are left out and listed as [`omissions`](Import::omissions). `file` is the name of the file in messages
    /// and in the source of the game.
    ///
    /// ```
    /// let error = ferz::Import::fairy_stockfish("mine.ini", "[one:chess]\ntwoBoards = true\n", "one", false).unwrap_err();
    /// assert_eq!(error.problems()[0].code, "option-unsaid");
    /// ```
    ///
    /// # Errors
    /// If there is no such section, if it has faults, or if it has rules that no rule file can express.
    pub fn fairy_stockfish(file: &str, ini: &str, section: &str, approximate: bool) -> Result<Import, Error> {
        let sections = IniFile::read(file, ini);
        let Some(at) = sections.section(section) else {
            let names = sections.sections.iter().map(|one| one.name.text.as_str());
            let near =
                nearest(section, names).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let message = format!("the file has no section `{section}`{near}");
            return Err(Error::whole(file, ini, Code::OptionUnreadable, message));
        };
        match sections.import(at, approximate) {
            Ok(Imported { name, text, omissions }) => Ok(Import { name, text, omissions }),
            Err(refusal) => Err(Error::in_text(file, ini, refusal.problems())),
        }
    }

    /// Translates the Interactive Diagram in a page. Parts that a rule file cannot express are listed as the
    /// [`omissions`](Import::omissions). `file` is the name of the page in the source of the game.
    ///
    /// ```
    /// let page = "<p class=\"idiagram\">files=4 ranks=4 pawn:P:fmWfcF::a1-d1 king:K:K::b2</p>";
    /// let game = ferz::Import::diagram("small.html", page)?;
    /// assert!(ferz::Loader::new().text("small.ferz", game.text()).load("small.ferz").is_ok());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the page has no diagram.
    pub fn diagram(file: &str, page: &str) -> Result<Import, Error> {
        let none = || {
            Error::whole(
                file,
                page,
                Code::OptionUnreadable,
                "this page has no Interactive Diagram".to_owned(),
            )
        };
        diagram::read(file, page).map(Import::from).ok_or_else(none)
    }

    /// Translates the lines `setup` and `piece` that an engine sends to XBoard. Parts that a rule file cannot express
    /// are listed as the [`omissions`](Import::omissions).
    ///
    /// ```
    /// let lines = "setup (PKpk) 4x4+0_fairy k3/pppp/PPPP/K3 w - - 0 1\npiece P& fmWfcF\npiece K& K\n";
    /// let game = ferz::Import::xboard("engine.txt", lines)?;
    /// assert!(ferz::Loader::new().text("small.ferz", game.text()).load("small.ferz").is_ok());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no line `setup`.
    pub fn xboard(file: &str, lines: &str) -> Result<Import, Error> {
        let none =
            || Error::whole(file, lines, Code::OptionUnreadable, "there is no line `setup`".to_owned());
        xboard::read(file, lines).map(Import::from).ok_or_else(none)
    }

    /// Translates a game in a format of another program. `section` and `approximate` apply to `variants.ini`, as in
    /// [`Import::fairy_stockfish`].
    ///
    /// ```
    /// let format = ferz::ExportFormat::named("fairy-stockfish").unwrap();
    /// let game = ferz::Import::read(format, "mine.ini", "[mine:chess]\nstalemateValue = loss\n", "mine", false)?;
    /// assert_eq!(game.name(), "mine");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Import::fairy_stockfish`], [`Import::diagram`], and [`Import::xboard`].
    pub fn read(
        format: ExportFormat,
        file: &str,
        text: &str,
        section: &str,
        approximate: bool,
    ) -> Result<Import, Error> {
        match format.0 {
            Format::FairyStockfish => Import::fairy_stockfish(file, text, section, approximate),
            Format::InteractiveDiagram => Import::diagram(file, text),
            Format::XBoard => Import::xboard(file, text),
        }
    }

    /// Returns the name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text of the rule file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the options that are not in the game, each with the reason.
    pub fn omissions(&self) -> &[Omission] {
        &self.omissions
    }
}

impl From<Imported> for Import {
    fn from(Imported { name, text, omissions }: Imported) -> Import {
        Import { name, text, omissions }
    }
}
