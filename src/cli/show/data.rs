//! A game or a piece as JSON tells it.

use crate::base::PieceTypeId;
use crate::cli::position;
use crate::play::notation::fen;
use crate::rules::Variant;
use crate::words::drawing::diagram;
use crate::words::prose::Prose;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct GameData<'v> {
    name: &'v str,
    title: &'v str,
    about: &'v [String],
    array: &'v str,
    arrays: &'v [crate::rules::ArrayInfo],
    reading: &'v str,
    board: BoardData<'v>,
    fen: String,
    pieces: Vec<PieceTypeData<'v>>,
    royalty: Option<String>,
    actions: Vec<RuleData<'v>>,
    bounds: Vec<String>,
    endings: Vec<RuleData<'v>>,
    switches: &'v [crate::rules::Switch],
    sources: &'v [crate::rules::Citation],
}

#[derive(Serialize)]
struct BoardData<'v> {
    width: i32,
    height: i32,
    extra: Vec<&'v str>,
    drawing: Vec<String>,
}

#[derive(Serialize)]
struct RuleData<'v> {
    name: &'v str,
    text: String,
    cites: &'v [String],
}

/// One piece in all its stages.
#[derive(Serialize)]
pub(super) struct PieceData<'v> {
    game: &'v str,
    array: &'v str,
    reading: &'v str,
    piece: &'v str,
    stages: Vec<PieceTypeData<'v>>,
}

#[derive(Serialize)]
struct PieceTypeData<'v> {
    piece: &'v str,
    stage: Option<&'v str>,
    token: &'v str,
    title: &'v str,
    royal: Option<u8>,
    moves: Vec<MovesData<'v>>,
    text: Vec<String>,
    cites: &'v [String],
}

#[derive(Serialize)]
struct MovesData<'v> {
    on: Option<&'v str>,
    notation: &'v str,
    diagram: Vec<String>,
}

impl<'v> GameData<'v> {
    pub(super) fn new(variant: &'v Variant) -> Self {
        let prose = Prose::new(variant);
        let start = variant.start();
        let board = &variant.board;
        GameData {
            name: &variant.id,
            title: &variant.title,
            about: &variant.about,
            array: &variant.array,
            arrays: &variant.arrays,
            reading: &variant.reading,
            board: BoardData {
                width: board.width,
                height: board.height,
                extra: board.extra().map(|square| board.name(square)).collect(),
                drawing: position::board(variant, &start, None, false),
            },
            fen: fen::write(variant, &start),
            pieces: variant.piece_type_ids().map(|(id, _)| PieceTypeData::new(variant, id)).collect(),
            royalty: prose.royalty(),
            actions: variant
                .actions
                .iter()
                .map(|t| RuleData { name: &t.name, text: prose.action(t), cites: variant.cites.of(t.origin) })
                .collect(),
            bounds: prose.bounds(),
            endings: variant
                .endings
                .iter()
                .map(|e| RuleData { name: &e.name, text: prose.ending(e), cites: variant.cites.of(e.origin) })
                .collect(),
            switches: &variant.switches,
            sources: &variant.sources,
        }
    }
}

impl<'v> PieceData<'v> {
    pub(super) fn new(variant: &'v Variant, piece_types: &[PieceTypeId]) -> Self {
        PieceData {
            game: &variant.id,
            array: &variant.array,
            reading: &variant.reading,
            piece: piece_types
                .first()
                .map_or("", |piece_type| variant.piece_type(*piece_type).piece.as_str()),
            stages: piece_types.iter().map(|piece_type| PieceTypeData::new(variant, *piece_type)).collect(),
        }
    }
}

impl<'v> PieceTypeData<'v> {
    fn new(variant: &'v Variant, id: PieceTypeId) -> Self {
        let piece_type = variant.piece_type(id);
        PieceTypeData {
            piece: &piece_type.piece,
            stage: piece_type.stage.as_deref(),
            token: &piece_type.token,
            title: &piece_type.title,
            royal: piece_type.royal,
            moves: piece_type
                .moves
                .iter()
                .map(|moves| MovesData {
                    on: moves.on.as_ref().map(|zone| zone.name.as_str()),
                    notation: &moves.notation,
                    diagram: diagram::rows(&piece_type.token, moves, 6).0,
                })
                .collect(),
            text: Prose::new(variant).traits(id),
            cites: variant.cites.of(piece_type.origin),
        }
    }
}
