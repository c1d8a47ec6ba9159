//! The rule page of a game as data, for programs that lay it out themselves.
//!
//! [`page`] builds a [`GamePage`]. Programs get it as JSON, and [`html`] writes it as an HTML file. The names of its
//! fields are part of the JSON format.

mod html;
mod sections;

pub use html::{HEAD, Runtime, html};
pub use sections::{sections, shown};

use crate::base::{Bitboard, Color, Joins, Piece, PieceTypeId, SquareSet};
use crate::lang::catalog::{Loaded, family};
use crate::messages::text::capital;
use crate::notation::fen;
use crate::rules::{ArrayInfo, Cite, Moves, Origin, Remark, Switch, Variant, Zone};
use crate::words::drawing::{FigureName, Mark, diagram, figure_name};
use crate::words::explain::place;
use crate::words::past;
use crate::words::prose::{Explained, Prose};
use crate::words::rule_kind::SectionHeading;
use crate::words::stances::{self, ReadingAnswer, answers};
use serde::Serialize;

/// The radius of the diagrams in squares.
const RADIUS: i32 = 6;

/// The content of a game's rule page.
#[derive(Clone, Debug, Serialize)]
pub struct GamePage {
    pub name: String,
    pub title: String,
    pub family: Option<String>,
    pub about: Vec<String>,
    pub array: String,
    pub arrays: Vec<Named>,
    pub reading: String,
    pub readings: Vec<ReadingPart>,
    /// Sentences about the answers in force that the source of the reading gives.
    pub stances: Vec<String>,
    pub board: BoardPart,
    pub fen: String,
    pub pieces: Vec<PiecePart>,
    pub sections: Vec<Section>,
    pub switches: Vec<Switch>,
    pub notes: Vec<Paragraph>,
    pub history: Vec<Paragraph>,
    pub sources: Vec<Named>,
    /// The file that contains the rules.
    pub file: String,
}

/// A name with its meaning.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    pub name: String,
    pub text: String,
    pub cites: Vec<Cite>,
}

/// A reading: a set of switch values.
#[derive(Clone, Debug, Serialize)]
pub struct ReadingPart {
    pub name: String,
    pub title: String,
    pub about: String,
    pub values: Vec<(String, String)>,
    /// The answers to all questions.
    pub answers: Vec<ReadingAnswer>,
}

#[derive(Clone, Debug, Serialize)]
pub struct BoardPart {
    pub width: i32,
    pub height: i32,
    pub checkered: bool,
    /// The edges that are joined.
    pub joins: Joins,
    pub squares: Vec<SquarePart>,
    pub regions: Vec<RegionPart>,
    pub text: String,
    pub cites: Vec<Cite>,
    /// True if players have hands.
    pub hands: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct SquarePart {
    pub name: String,
    pub x: i32,
    pub y: i32,
    pub grid: bool,
}

/// A region with the names of its squares, as each side sees it.
#[derive(Clone, Debug, Serialize)]
pub struct RegionPart {
    pub name: String,
    pub other_names: Option<String>,
    pub white: Vec<String>,
    pub black: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct PiecePart {
    pub piece: String,
    pub stage: Option<String>,
    pub token: String,
    pub title: String,
    pub royal: bool,
    pub neutral: bool,
    /// The picture that shows the piece.
    pub picture: Option<FigureName>,
    pub other_names: Option<String>,
    pub ways: Vec<MoveEntry>,
    pub traits: Vec<String>,
    pub notes: Vec<String>,
    pub cites: Vec<Cite>,
    pub file: String,
    pub line: usize,
    /// The number of pieces of this type on the board at the start, for the side that has more.
    pub count: usize,
}

/// One kind of move: its notation, its description, and its marks as steps from the piece.
#[derive(Clone, Debug, Serialize)]
pub struct MoveEntry {
    pub notation: String,
    pub limits: String,
    pub text: String,
    pub marks: Vec<(i32, i32, &'static str)>,
}

/// The rules under a heading, one item each.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    #[serde(skip)]
    pub heading: SectionHeading,
    pub title: &'static str,
    pub items: Vec<String>,
}

/// A paragraph with its citations.
#[derive(Clone, Debug, Serialize)]
pub struct Paragraph {
    pub text: String,
    pub cites: Vec<Cite>,
}

/// Returns the marks of `moves` as steps from the piece.
pub fn marks(moves: &Moves) -> Vec<(i32, i32, &'static str)> {
    let name = |mark| match mark {
        Mark::Both => "both",
        Mark::Quiet => "quiet",
        Mark::Capture => "capture",
        Mark::Pass => "pass",
        Mark::Clear => "clear",
        Mark::Hurdle => "hurdle",
        Mark::Passing => "passing",
    };
    diagram::steps(moves, RADIUS).into_iter().map(|(x, y, mark)| (x, y, name(mark))).collect()
}

/// Builds the page of a game.
pub fn page(loaded: &Loaded) -> GamePage {
    let (variant, explained) = (&loaded.variant, Explained::default());
    let prose = Prose::new(variant).explaining(&explained);
    let said = |remark: &Remark| Paragraph { text: remark.text.clone(), cites: variant.cited(remark.origin) };
    let array = |one: &ArrayInfo| Named {
        name: one.name.clone(),
        text: one.title.clone(),
        cites: variant.cited(one.origin),
    };
    let source = |work: &crate::rules::Work| Named {
        name: work.id.clone(),
        text: work.described(),
        cites: Vec::new(),
    };
    let pieces = shown(variant).into_iter().map(|id| piece(loaded, &prose, id));
    let file = loaded.game.sources.iter().find(|source| source.name.ends_with(".ferz"));
    GamePage {
        name: variant.id.clone(),
        title: variant.title.clone(),
        family: family(&variant.id),
        about: variant.about.clone(),
        array: variant.array.clone(),
        arrays: variant.arrays.iter().map(array).collect(),
        reading: variant.reading.clone(),
        readings: readings(loaded),
        stances: stances::summary(variant),
        board: board(variant, &prose),
        fen: fen::write(variant, &variant.start()),
        pieces: pieces.collect(),
        sections: sections(variant, &prose),
        switches: variant.switches.clone(),
        notes: variant.notes.iter().map(said).collect(),
        history: past::paragraphs(variant).iter().map(said).collect(),
        sources: variant.sources.iter().map(source).collect(),
        file: file.map(|source| source.name.clone()).unwrap_or_default(),
    }
}

fn readings(loaded: &Loaded) -> Vec<ReadingPart> {
    let part = |one: &crate::lang::Reading| ReadingPart {
        name: one.name.clone(),
        title: one.title.clone(),
        about: one.about.clone(),
        values: one.set.iter().map(|(name, _, value, _)| (name.clone(), value.clone())).collect(),
        answers: answers(&loaded.variant, Some(one)),
    };
    loaded.game.readings.iter().map(part).collect()
}

pub fn board(variant: &Variant, prose: &Prose) -> BoardPart {
    let board = &variant.board;
    let square = |square| {
        let cell = board.cell(square);
        let grid = board.is_on_grid(square);
        SquarePart { name: cell.name.clone(), x: cell.x, y: cell.y, grid }
    };
    let names = |squares: SquareSet| squares.iter().map(|square| board.name(square).to_owned()).collect();
    let region = |zone: &Zone| RegionPart {
        name: zone.name.clone(),
        other_names: prose.names_of_region(zone),
        white: names(zone.squares.white),
        black: names(zone.squares.black),
    };
    let (text, cites) = prose.cited_board();
    BoardPart {
        width: board.width,
        height: board.height,
        checkered: board.checkered,
        joins: board.joins,
        squares: board.squares().map(square).collect(),
        regions: variant.regions.iter().map(region).collect(),
        text,
        cites,
        hands: variant.hands,
    }
}

fn piece(loaded: &Loaded, prose: &Prose, id: PieceTypeId) -> PiecePart {
    let variant = &loaded.variant;
    let own = variant.piece_type(id);
    let way = |moves: &Moves| MoveEntry {
        notation: moves.notation.to_string(),
        limits: moves.limits(),
        text: prose.moving(moves).unwrap_or_default(),
        marks: marks(moves),
    };
    let (file, line) = written(loaded, own.origin);
    let is_such = |piece: &Piece| piece.piece_type == id;
    let of = |color: Color| {
        variant.setup.iter().filter(|(_, piece)| is_such(piece) && piece.color == color).count()
    };
    PiecePart {
        piece: own.piece.clone(),
        stage: own.stage.clone(),
        token: own.token.clone(),
        title: capital(&prose.name(id)),
        royal: own.royal.is_some(),
        neutral: own.neutral,
        picture: figure_name(own),
        other_names: prose.other_names(id),
        ways: own.moves.iter().map(way).collect(),
        traits: prose.traits(id),
        notes: prose.notes(own.origin, &own.notes.0),
        cites: variant.cited(own.origin),
        file,
        line,
        count: of(Color::White).max(of(Color::Black)),
    }
}

fn written(loaded: &Loaded, origin: Origin) -> (String, usize) {
    place(&loaded.game.sources, origin).unwrap_or_default()
}
