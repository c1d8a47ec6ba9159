//! The rule page of a game, its source texts, and the vocabulary of the language, as data for serialization.
//!
//! [`Rules::page`] returns the page of one game, and [`Rules::cards`] lists all built-in games for a library.
//! [`Language`] serves editors: it lists the words for highlighting and completion.

use super::{Betza, Error, Game, Rules};
use ferz_core::base::gather;
use ferz_core::base::sort_by;
use ferz_core::rules::Moves;
use ferz_lang::catalog::{Catalog, GameRef, Loaded, NoFiles, built_in, built_in_names, family};
use ferz_lang::{betza, vocabulary};
use ferz_text::words::drawing::{FigureName, figure_name};
use ferz_text::words::page::{self, BoardPart, GamePage, marks};
use ferz_text::words::past;
use ferz_text::words::prose::Prose;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rule page of a game: the board, the pieces with the marks of their diagrams, the rules in words, the switches,
/// the readings, and the sources. It serializes to JSON.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct RulePage(GamePage);

/// A library entry of a built-in game: its name, title, family, board, initial pieces, arrays, and readings. It
/// serializes to JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Card {
    name: String,
    title: String,
    family: String,
    about: String,
    /// The region, the century, and the ancestors of the game, if its file states them.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<CardOrigin>,
    /// The game that it extends.
    #[serde(skip_serializing_if = "Option::is_none")]
    extends: Option<String>,
    board: BoardPart,
    /// The square, token, and color of each piece.
    pieces: Vec<(String, String, &'static str)>,
    /// The pictures of the pieces on the board, by token.
    pictures: BTreeMap<String, FigureName>,
    arrays: Vec<String>,
    readings: Vec<String>,
    switches: usize,
}

#[derive(Clone, Debug, Serialize)]
struct CardOrigin {
    region: String,
    year: Option<u32>,
    century: Option<String>,
    from: Vec<String>,
}

/// A word of the language with its form and the places where it is allowed. It serializes to JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Word {
    text: &'static str,
    form: &'static str,
    section: &'static str,
    places: Vec<&'static str>,
}

/// The words of the language, for highlighting and completion. It serializes to JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Language {
    words: Vec<Word>,
    inner: Vec<&'static str>,
}

/// A piece with its names and its notation. It serializes to JSON.
#[derive(Clone, Debug, Serialize)]
pub struct NamedPiece {
    names: &'static [String],
    notation: &'static str,
    from: &'static str,
}

impl Rules {
    /// Builds the rule page as data.
    ///
    /// ```
    /// let page = ferz::Rules::load("chess")?.page();
    /// let data = serde_json::to_value(&page).unwrap();
    /// assert_eq!(data["board"]["width"], 8);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn page(&self) -> RulePage {
        RulePage(page::page(&self.loaded()))
    }

    pub(super) fn loaded(&self) -> Loaded {
        let (variant, game) = (Arc::new(self.variant().clone()), self.inner.game.clone());
        Loaded::new(variant, game, Vec::new())
    }

    /// Returns the source texts of the rules as pairs of name and text. The file of the game is the first.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// assert!(rules.texts()[0].0.ends_with("chess.ferz"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn texts(&self) -> Vec<(&str, &str)> {
        let all = self.inner.game.sources.iter();
        let files = all.filter(|source| source.name.ends_with(".ferz") || source.name.ends_with(".toml"));
        files.map(|source| (source.name.as_str(), source.text.as_str())).collect()
    }

    /// Returns the library entries of all built-in games, sorted by family and name.
    ///
    /// ```
    /// let cards = serde_json::to_value(ferz::Rules::cards()).unwrap();
    /// assert!(cards.as_array().is_some_and(|cards| cards.iter().any(|card| card["name"] == "chess")));
    /// ```
    pub fn cards() -> Vec<Card> {
        let catalog = Catalog::new(&NoFiles);
        let load = |name: &String| catalog.load(&GameRef::parse(name), &[]).ok();
        let mut cards: Vec<Card> = built_in_names().iter().filter_map(load).map(|one| card(&one)).collect();
        sort_by(&mut cards, |a, b| (&a.family, &a.name).cmp(&(&b.family, &b.name)));
        cards
    }

    /// Returns the source text of a built-in game, or `None` if there is no game with this name.
    ///
    /// ```
    /// assert!(ferz::Rules::source("chess").is_some_and(|text| text.contains("variant chess")));
    /// ```
    pub fn source(name: &str) -> Option<String> {
        built_in(name).map(|text| text.text)
    }
}

fn card(loaded: &Loaded) -> Card {
    let variant = &loaded.variant;
    let piece = |(square, piece): &(ferz_core::base::Square, ferz_core::base::Piece)| {
        let own = variant.piece_type(piece.piece_type);
        let color = match piece.color {
            _ if own.neutral => "neutral",
            ferz_core::base::Color::White => "white",
            ferz_core::base::Color::Black => "black",
        };
        (variant.board.name(*square).to_owned(), own.token.clone(), color)
    };
    let picture = |(_, piece): &(ferz_core::base::Square, ferz_core::base::Piece)| {
        let own = variant.piece_type(piece.piece_type);
        Some((own.token.clone(), figure_name(own)?))
    };
    let readings = loaded.game.readings.iter().map(|one| one.name.clone());
    Card {
        name: variant.id.clone(),
        title: variant.title.clone(),
        family: family(&variant.id).unwrap_or_default(),
        origin: variant.provenance.as_ref().map(|one| CardOrigin {
            region: one.region.clone(),
            year: one.year,
            century: one.century().map(past::century),
            from: one.from.clone(),
        }),
        extends: loaded.game.parent().map(str::to_owned),
        about: variant.about.first().cloned().unwrap_or_default(),
        board: page::board(variant, &Prose::new(variant)),
        pieces: variant.setup.iter().map(piece).collect(),
        pictures: gather(variant.setup.iter().filter_map(picture)),
        arrays: variant.arrays.iter().map(|array| array.name.clone()).collect(),
        readings: readings.filter(|name| name != "default").collect(),
        switches: variant.switches.len(),
    }
}

impl Language {
    /// Collects all words of the language.
    ///
    /// ```
    /// let words = serde_json::to_value(ferz::Language::new()).unwrap();
    /// assert!(words["words"].as_array().is_some_and(|words| words.iter().any(|word| word["text"] == "royal")));
    /// ```
    pub fn new() -> Language {
        let word = |word: &vocabulary::WordEntry| Word {
            text: word.text,
            form: word.form,
            section: word.section,
            places: word.places.iter().map(|place| place.words().1).collect(),
        };
        Language { words: vocabulary::WORDS.iter().map(word).collect(), inner: vocabulary::all_inner() }
    }
}

impl Default for Language {
    fn default() -> Language {
        Language::new()
    }
}

impl Betza {
    /// Returns the squares that a piece with these moves can reach. Each is an offset in files and ranks with a mark:
    /// `both`, `quiet`, `capture`, `pass`, `clear`, `hurdle`, or `passing`.
    ///
    /// ```
    /// let wazir: ferz::Betza = "W".parse()?;
    /// assert!(wazir.marks().contains(&(0, 1, "both")));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn marks(&self) -> Vec<(i32, i32, &'static str)> {
        marks(&self.moves())
    }

    /// The moves of a piece with this notation, anywhere and always.
    #[doc(hidden)]
    pub fn moves(&self) -> Moves {
        Moves {
            on: None,
            to: None,
            over: None,
            capturing: None,
            stops: None,
            safely: false,
            when: None,
            provided: None,
            notation: self.0.canonical.clone(),
            automaton: self.0.automaton.clone(),
            origin: ferz_core::rules::Origin::default(),
        }
    }

    /// Returns the usual name of the piece with these moves, or `None` if it has no name.
    ///
    /// ```
    /// assert_eq!("N".parse::<ferz::Betza>()?.name(), Some("knight"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn name(&self) -> Option<&'static str> {
        betza::name_of(&self.0.canonical)
    }

    /// Returns all pieces that have a name.
    ///
    /// ```
    /// assert!(!ferz::Betza::named().is_empty());
    /// ```
    pub fn named() -> Vec<NamedPiece> {
        let piece = |piece: &'static betza::PieceEntry| NamedPiece {
            names: &piece.names,
            notation: &piece.betza,
            from: &piece.from,
        };
        betza::named().iter().map(piece).collect()
    }
}

impl Error {
    /// Returns the page about a problem code in Markdown: its meaning and the fix. Returns `None` if there is no such
    /// code.
    ///
    /// ```
    /// assert!(ferz::Error::page("unknown-word").is_some());
    /// ```
    pub fn page(code: &str) -> Option<&'static str> {
        ferz_errors::page(code)
    }
}

impl Game {
    pub(super) fn explainer(&self) -> ferz_text::words::explain::Explainer<'_> {
        ferz_text::words::explain::Explainer::new(self.rules.variant(), &self.rules.inner.game.sources)
    }
}
