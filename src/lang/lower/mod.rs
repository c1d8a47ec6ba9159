//! From the statements of one game, its switches decided, to its meaning.

mod actions;
mod arrays;
mod arrivals;
mod board;
mod bodies;
mod castling;
mod conditions;
mod names;
mod notations;
mod piece_filter;
mod pieces;
mod regions;
mod rules;
mod scope;
mod zones;

pub(super) use notations::Notations;

use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::Span;
use crate::base::{Piece, Square};
use crate::lang::merge::Family;
use crate::lang::statement::{Line, Read, Report, repeats};
use crate::lang::vocabulary::{self, Keyword, Place};
use crate::rules::{
    Admission, ArrayInfo, Binding, Border, Citation, Cites, Clock, Ending, First, Origin, PieceFilter, Right,
    Royalty, Variant, Zone,
};
use arrays::Array;
use bodies::PieceRules;
use scope::Scope;
use std::rc::Rc;

struct Lowering<'a> {
    report: &'a Report,
    scope: Scope<'a>,
    rules: PieceRules,
    royalty: Option<Royalty>,
    admissions: Vec<Admission>,
    borders: Vec<Border>,
    rights: Vec<Right>,
    endings: Vec<Ending>,
    clock: Option<Clock>,
    first: First,
    hands: Option<Span>,
    about: Vec<String>,
    sources: Vec<(Citation, Span)>,
    arrays: Vec<Array<'a>>,
}

/// A game with all its arrays.
#[derive(Clone)]
pub(super) struct Lowered {
    /// The game without the pieces of an array.
    pub(super) variant: Variant,
    /// What the pieces of each array are, where they could be read.
    setups: Vec<Option<Vec<(Square, Piece)>>>,
}

impl Lowered {
    /// The names of the arrays.
    pub(super) fn arrays(&self) -> impl Iterator<Item = &str> {
        self.variant.arrays.iter().map(|info| info.name.as_str())
    }

    /// The game with the pieces of an array; without a name, of the first.
    pub(super) fn with_array(mut self, wanted: Option<&str>) -> Variant {
        let at = wanted.map_or(Some(0), |name| self.arrays().position(|array| array == name));
        let info = at.and_then(|at| self.variant.arrays.get(at));
        self.variant.array = info.map(|info| info.name.clone()).unwrap_or_default();
        let setup = at.and_then(|at| self.setups.get_mut(at)).and_then(Option::take);
        self.variant.setup = setup.unwrap_or_default();
        let Variant { board, piece_types, setup, .. } = &self.variant;
        self.variant.castlings = castling::castlings(board, piece_types, setup);
        self.variant
    }
}

/// Reads the statements of a game, unless too much is wrong to say what it is.
pub(super) fn lower(
    lines: &[Line],
    families: Vec<Family>,
    notations: &Rc<Notations>,
    report: &Report,
) -> Option<Lowered> {
    repeats(lines.iter().copied(), Place::Top, report);
    let board = lines.iter().find(|line| line.keyword() == Some(Keyword::Board));
    let Some(board) = board else {
        if !report.poison().board {
            missing(
                lines,
                report,
                Diagnostic::error("no-board", start(lines), "the game has no board")
                    .help("describe it: `board { grid 8 x 8; black is white mirrored }`"),
            );
        }
        return None;
    };
    let scope = board::read_board(*board, notations, report)?;
    let mut lowering = Lowering {
        report,
        scope,
        rules: PieceRules::default(),
        royalty: None,
        admissions: Vec::new(),
        borders: Vec::new(),
        rights: Vec::new(),
        endings: Vec::new(),
        clock: None,
        first: First::White,
        hands: None,
        about: Vec::new(),
        sources: Vec::new(),
        arrays: Vec::new(),
    };
    lowering.names(lines, families);
    lowering.rules(lines);
    Some(lowering.finish(lines))
}

/// Where a game begins, for what it lacks.
fn start(lines: &[Line]) -> Span {
    lines.first().map_or(Span::default(), |line| line.span())
}

/// Says that something is missing in the whole game, unless the beginning of it could not be read.
fn missing(lines: &[Line], report: &Report, problem: Diagnostic) {
    if !lines.first().is_some_and(|line| line.is_poisoned() || report.touches(line.span())) {
        report.push(problem);
    }
}

/// Reads the words at the top of a file, and says which are none.
pub(super) fn check_words(lines: &[Line], report: &Report) {
    for line in lines {
        report.read(*line, line.word_in(Place::Top).map(|_| ()));
        if line.word().is_none()
            && line.first().is_some_and(|word| nearest(word, vocabulary::of(Place::Top)).is_none())
        {
            // What is like no statement at all may have been meant for a piece.
            report.poison().piece = true;
        }
    }
}

/// Reads the head of a game whose parent is missing, so that no more can be said.
pub(super) fn check_head(lines: &[Line], report: &Report) {
    check_words(lines, report);
    if lines.iter().any(|line| line.keyword() == Some(Keyword::Variant)) {
        read_head(lines, report);
    }
}

/// `variant ID "Title" [extends OTHER]`
fn read_head(lines: &[Line], report: &Report) -> (String, String) {
    let Some(line) = lines.iter().find(|line| line.keyword() == Some(Keyword::Variant)) else {
        if !report.poison().head {
            missing(
                lines,
                report,
                Diagnostic::error("no-variant", start(lines), "the file does not name its game")
                    .help("begin with `variant NAME \"Title\"`"),
            );
        }
        return Default::default();
    };
    let read = || {
        let mut cursor = line.rest();
        let (id, _) = cursor.word("the name of the game on the command line")?;
        let title = cursor.text().map_or_else(|| id.to_string(), |(text, _)| text.to_string());
        if cursor.eat("extends") {
            cursor.word("the name of the game it extends")?;
        }
        cursor.finish()?;
        line.no_block()?;
        Ok((id.to_string(), title))
    };
    report.read(*line, read()).unwrap_or_default()
}

impl<'a> Lowering<'a> {
    fn rules(&mut self, lines: &[Line<'a>]) {
        for line in lines {
            let Some(word) = line.word() else { continue };
            let result = match word.keyword {
                Keyword::Royalty | Keyword::Entry | Keyword::Ending => {
                    line.rest().finish().map(|()| self.block(*line, word.keyword))
                }
                Keyword::Action => {
                    self.scope.action(*line, None).map(|action| self.rules.actions.push(action))
                }
                Keyword::Array => self.array(*line),
                _ => self.rule(*line, word),
            };
            self.report.read(*line, result);
        }
    }

    fn array(&mut self, line: Line<'a>) -> Read<()> {
        let array = arrays::read_array(&self.scope, line)?;
        let other = self.arrays.iter().find(|other| other.info.name == array.info.name);
        let message = format!("there are two arrays called `{}`", array.info.name);
        Scope::free(other.map(|other| other.span), message, array.span)?;
        self.arrays.push(array);
        Ok(())
    }

    fn finish(mut self, lines: &[Line]) -> Lowered {
        let setups = self.setups(lines);
        let (id, title) = read_head(lines, self.report);
        let arrays: Vec<ArrayInfo> = self.arrays.iter().map(|array| array.info.clone()).collect();
        self.check_names();
        let regions = self.scope.regions.into_iter();
        let nobody = PieceFilter::PieceTypes(Vec::new());
        let variant = Variant {
            id,
            title,
            about: self.about,
            array: String::new(),
            arrays,
            reading: String::new(),
            switches: Vec::new(),
            sources: self.sources.into_iter().map(|(citation, _)| citation).collect(),
            cites: Cites::default(),
            regions: regions.map(|(name, named)| Zone { name, squares: named.value }).collect(),
            castlings: Vec::new(),
            board: self.scope.board,
            piece_types: self.scope.piece_types,
            setup: Vec::new(),
            admissions: self.admissions,
            borders: self.borders,
            immunities: self.rules.immunities,
            royalty: self.royalty.unwrap_or(Royalty {
                binds: Binding::Always,
                facing: false,
                origin: Origin::default(),
            }),
            rights: self.rights,
            actions: self.rules.actions,
            hands: self.hands.is_some(),
            endings: self.endings,
            clock: self.clock.unwrap_or(Clock { pieces: nobody }),
            first: self.first,
        };
        Lowered { variant, setups }
    }

    /// The pieces of every array, each checked whether or not it is the one in force.
    fn setups(&self, lines: &[Line]) -> Vec<Option<Vec<(Square, Piece)>>> {
        let drawn = lines.iter().any(|line| line.keyword() == Some(Keyword::Array));
        if !drawn && !self.report.poison().array {
            missing(
                lines,
                self.report,
                Diagnostic::error("no-array", start(lines), "the game has no array")
                    .help("draw one: `array start { 1 | R N B Q K B N R }`, a row for each rank with pieces"),
            );
        }
        let place = |array| {
            let placed = arrays::place(&self.scope, &self.arrays, array)?;
            Some(placed.into_iter().map(|(square, (piece, _))| (square, piece)).collect())
        };
        self.arrays.iter().map(place).collect()
    }
}
