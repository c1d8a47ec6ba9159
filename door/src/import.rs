//! Games of other programs as rule files.

use super::{Error, ExportFormat};
use ferz_bridge::export::Format;
use ferz_bridge::fairy_stockfish::IniFile;
use ferz_bridge::{Imported, Omission, diagram, xboard};
use ferz_syntax::messages::diagnostic::{Code, nearest};
use serde::Serialize;
use std::collections::BTreeMap;

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
pub struct Import(Imported);

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
        let imported = sections.import(at, approximate);
        imported.map(Import).map_err(|refusal| Error::in_text(file, ini, refusal.problems()))
    }

    /// Translates the Interactive Diagram in a page. With `approximate`, parts that a rule file cannot express are left
    /// out and listed as [`omissions`](Import::omissions). `file` is the name of the page in the source of the game.
    ///
    /// ```
    /// let page = "<p class=\"idiagram\">files=4 ranks=4 pawn:P:fmWfcF::a1-d1 king:K:K::b2</p>";
    /// let game = ferz::Import::diagram("small.html", page, false)?;
    /// assert!(ferz::Loader::new().text("small.ferz", game.text()).load("small.ferz").is_ok());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the page has no diagram, or if it has parts that a rule file cannot express.
    pub fn diagram(file: &str, page: &str, approximate: bool) -> Result<Import, Error> {
        let none = "this page has no Interactive Diagram";
        Import::single(file, page, diagram::read(file, page).ok_or(none), approximate)
    }

    /// Translates the lines `setup` and `piece` that an engine sends to XBoard. With `approximate`, parts that a rule
    /// file cannot express are left out and listed as [`omissions`](Import::omissions).
    ///
    /// ```
    /// let lines = "setup (PKpk) 4x4+0_fairy k3/pppp/PPPP/K3 w - - 0 1\npiece P& fmWfcF\npiece K& K\n";
    /// let game = ferz::Import::xboard("engine.txt", lines, false)?;
    /// assert!(ferz::Loader::new().text("small.ferz", game.text()).load("small.ferz").is_ok());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no line `setup`, or if there are parts that a rule file cannot express.
    pub fn xboard(file: &str, lines: &str, approximate: bool) -> Result<Import, Error> {
        Import::single(file, lines, xboard::read(file, lines).ok_or("there is no line `setup`"), approximate)
    }

    fn single(
        file: &str,
        text: &str,
        read: Result<Imported, &str>,
        approximate: bool,
    ) -> Result<Import, Error> {
        let whole = |code, message| Error::whole(file, text, code, message);
        let read = read.map_err(|none| whole(Code::OptionUnreadable, none.to_owned()))?;
        read.accepted(approximate).map(Import).map_err(|differences| whole(Code::OptionUnsaid, differences))
    }

    /// Translates a game in a format of another program. `section` applies to `variants.ini`, as in
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
            Format::InteractiveDiagram => Import::diagram(file, text, approximate),
            Format::XBoard => Import::xboard(file, text, approximate),
        }
    }

    /// Returns the name of the game.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the text of the rule file.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns the options that are not in the game, each with the reason.
    pub fn omissions(&self) -> &[Omission] {
        &self.0.omissions
    }

    /// Returns the names and texts of the other files of the user that the rule file extends, if the text is an export
    /// of such a game.
    ///
    /// ```
    /// let texts = [("base.ferz", "variant base \"Base\" extends chess\n"), ("mine.ferz", "variant mine \"Mine\" extends base\n")];
    /// let loader = texts.into_iter().fold(ferz::Loader::new(), |loader, (name, text)| loader.text(name, text));
    /// let format = ferz::ExportFormat::named("xboard").unwrap();
    /// let lines = loader.load("mine.ferz")?.export(format, false)?;
    /// assert_eq!(ferz::Import::xboard("engine.txt", &lines, false)?.files()["base.ferz"], texts[0].1);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn files(&self) -> &BTreeMap<String, String> {
        &self.0.files
    }
}
