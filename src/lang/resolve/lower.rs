//! From a decided tree to the meaning of a game.

mod names;
mod rules;

use super::actions::{ACTION_WORDS, read_turn};
use super::arrays::{self, Array};
use super::boards::{BOARD_WORDS, bare_head, no_block, read_board, repeats};
use super::castling::castlings;
use super::cursor::{Cursor, Read};
use super::families::expand_families;
use super::lost::Lost;
use super::notations::Notations;
use super::pieces::{PIECE_WORDS, PieceRules};
use super::scope::Scope;
use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::Span;
use crate::base::{Piece, Square};
use crate::lang::syntax::{Item, Statement};
use crate::rules::{
    Admission, ArrayInfo, Binding, Border, Citation, Cites, Clock, Ending, First, Origin, PieceFilter, Right,
    Royalty, Variant, Zone,
};
use std::rc::Rc;

/// The words that begin a statement at the top of a file.
const TOP_WORDS: [&str; 22] = [
    "variant", "about", "source", "board", "region", "group", "piece", "family", "royalty", "right",
    "action", "entry", "immune", "arriving", "ending", "array", "first", "clock", "hands", "switch", "under",
    "note",
];

const ENTRY_WORDS: [&str; 1] = ["border"];
const ROYALTY_WORDS: [&str; 2] = ["check", "royals"];

/// Where a word that is out of place would belong.
pub(super) fn belongs(word: &str) -> Option<&'static str> {
    match word {
        "grid" | "cell" | "hole" | "black" => Some("in the block of `board`"),
        "check" | "royals" => Some("in the block of `royalty`"),
        "border" => Some("in the block of `entry`"),
        _ if TOP_WORDS.contains(&word) => Some("at the top of the file, outside every block"),
        _ if PIECE_WORDS.contains(&word) => Some("in the block of a piece or a stage"),
        _ if ACTION_WORDS.contains(&word) => Some("in the block of a `turn`"),
        _ if BOARD_WORDS.contains(&word) || ENTRY_WORDS.contains(&word) || ROYALTY_WORDS.contains(&word) => {
            None
        }
        _ => None,
    }
}

/// Whether statements begin with this word, somewhere.
pub(super) fn is_known(word: &str) -> bool {
    let lists = [&TOP_WORDS[..], &PIECE_WORDS, &ACTION_WORDS, &BOARD_WORDS, &ENTRY_WORDS, &ROYALTY_WORDS];
    lists.into_iter().any(|words| words.contains(&word))
}

/// A game read under one selection.
pub(super) struct Lowered {
    /// The game, unless too much was wrong to say what it is.
    pub(super) variant: Option<Variant>,
    pub(super) problems: Vec<Diagnostic>,
    /// What could not be declared.
    pub(super) lost: Lost,
}

struct Lowering<'a> {
    scope: Scope,
    problems: Vec<Diagnostic>,
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

/// Reads a decided tree, of which something may be lost already. `array` names the array in force; without one the first
/// is.
pub(super) fn lower(
    tree: Vec<Statement>,
    mut lost: Lost,
    array: Option<&str>,
    notations: &Rc<Notations>,
) -> Lowered {
    let mut problems = Vec::new();
    let (tree, families) = expand_families(tree, &mut lost, &mut problems);
    unknown_statements(&tree, &mut lost, &mut problems);
    let is_board = |statement: &&Statement| statement.items.first().and_then(Item::word) == Some("board");
    let mut boards = tree.iter().filter(is_board);
    let board = boards.next();
    if let (Some(first), Some(second)) = (board, boards.next()) {
        problems.push(
            Diagnostic::error("said-twice", second.span, "`board` is said twice")
                .label(first.span, "first here"),
        );
    }
    let Some(mut scope) = board.and_then(|statement| read_board(statement, &mut lost, &mut problems)) else {
        if board.is_none() && !lost.board {
            let at = tree.first().map_or(Span::default(), |statement| statement.span);
            problems.push(
                Diagnostic::error("no-board", at, "the game has no board")
                    .help("say how it is: `board { grid 8 x 8; black is white mirrored }`"),
            );
        }
        return Lowered { variant: None, problems, lost };
    };
    scope.notations = Rc::clone(notations);
    scope.lost = lost;
    let mut lowering = Lowering::new(scope, problems);
    lowering.names(&tree, &families);
    lowering.rules(&tree);
    lowering.finish(&tree, array)
}

impl<'a> Lowering<'a> {
    fn new(scope: Scope, problems: Vec<Diagnostic>) -> Lowering<'a> {
        Lowering {
            scope,
            problems,
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
        }
    }

    fn note(&mut self, result: Read<()>) {
        if let Err(problem) = result {
            self.problems.push(*problem);
        }
    }

    fn rules(&mut self, tree: &'a [Statement]) {
        repeats(tree, &["action", "arriving", "clock", "first", "hands"], &mut self.problems);
        for statement in tree {
            let result = match statement.items.first().and_then(Item::word) {
                Some("about") => self.about(statement),
                Some("royalty") => self.royalty(statement),
                Some("entry") => self.entry(statement),
                Some("ending") => self.ending(statement),
                Some("immune") => self.immune(statement),
                Some("arriving") => self.arriving(statement),
                Some("first") => self.first(statement),
                Some("clock") => self.clock(statement),
                Some("hands") => {
                    self.hands = Some(statement.span);
                    bare_head(statement).and_then(|()| no_block(statement))
                }
                Some("action") => {
                    let turn = read_turn(&self.scope, statement, None, &mut self.problems);
                    turn.map(|turn| self.rules.actions.push(turn))
                }
                Some("array") => arrays::read_array(&self.scope, statement).and_then(|array| {
                    if let Some(other) = self.arrays.iter().find(|other| other.info.name == array.info.name) {
                        return Err(Box::new(
                            Diagnostic::error(
                                "duplicate-name",
                                array.span,
                                format!("there are two arrays called `{}`", array.info.name),
                            )
                            .label(other.span, "the first"),
                        ));
                    }
                    self.arrays.push(array);
                    Ok(())
                }),
                _ => Ok(()),
            };
            if result.is_err() {
                self.scope.lost.declaration(statement);
            }
            self.note(result);
        }
    }

    fn finish(mut self, tree: &[Statement], wanted: Option<&str>) -> Lowered {
        let setups = self.check_arrays(tree);
        let (id, title) = self.head(tree);
        let chosen = match wanted {
            Some(name) => self.arrays.iter().position(|array| array.info.name == name),
            None => Some(0),
        };
        let setup: Vec<(Square, Piece)> =
            chosen.and_then(|i| setups.get(i)).cloned().flatten().unwrap_or_default();
        let arrays: Vec<ArrayInfo> = self.arrays.iter().map(|array| array.info.clone()).collect();
        let regions = self
            .scope
            .regions
            .iter()
            .map(|(name, named)| Zone { name: name.clone(), squares: named.value })
            .collect();
        let castlings = castlings(&self.scope.board, &self.scope.piece_types, &setup);
        self.check_names();
        let lost = std::mem::take(&mut self.scope.lost);
        let royalty = self.royalty.unwrap_or(Royalty {
            binds: Binding::Always,
            facing: false,
            origin: Origin::default(),
        });
        let variant = Variant {
            id,
            title,
            about: self.about,
            array: chosen.and_then(|i| arrays.get(i)).map(|info| info.name.clone()).unwrap_or_default(),
            arrays,
            reading: String::new(),
            switches: Vec::new(),
            sources: self.sources.into_iter().map(|(citation, _)| citation).collect(),
            cites: Cites::default(),
            board: self.scope.board,
            regions,
            piece_types: self.scope.piece_types,
            setup,
            admissions: self.admissions,
            borders: self.borders,
            immunities: self.rules.immunities,
            royalty,
            rights: self.rights,
            actions: self.rules.actions,
            castlings,
            hands: self.hands.is_some(),
            endings: self.endings,
            clock: self.clock.unwrap_or(Clock { pieces: PieceFilter::PieceTypes(Vec::new()) }),
            first: self.first,
        };
        Lowered { variant: Some(variant), problems: self.problems, lost }
    }

    /// `variant ID "Title" [extends OTHER]`
    fn head(&mut self, tree: &[Statement]) -> (String, String) {
        let mut heads =
            tree.iter().filter(|statement| statement.items.first().and_then(Item::word) == Some("variant"));
        let read = |statement: &Statement| -> Read<(String, String)> {
            let mut cursor = Cursor::of(statement);
            cursor.next();
            let (id, _) = cursor.word("the name of the game on the command line")?;
            let title = cursor.text().map_or_else(|| id.to_string(), |(text, _)| text.to_string());
            if cursor.eat("extends") {
                cursor.word("the name of the game it extends")?;
            }
            cursor.finish()?;
            no_block(statement)?;
            Ok((id.to_string(), title))
        };
        let first = heads.next();
        if let (Some(first), Some(second)) = (first, heads.next()) {
            self.problems.push(
                Diagnostic::error("said-twice", second.span, "`variant` is said twice")
                    .label(first.span, "first here"),
            );
        }
        match first.map(read) {
            Some(Ok(head)) => head,
            Some(Err(problem)) => {
                self.problems.push(*problem);
                Default::default()
            }
            None if self.scope.lost.head => Default::default(),
            None => {
                let at = tree.first().map_or(Span::default(), |statement| statement.span);
                self.problems.push(
                    Diagnostic::error("no-variant", at, "the file does not say which game it is")
                        .help("begin with `variant NAME \"Title\"`"),
                );
                Default::default()
            }
        }
    }

    /// The pieces of every array, each checked whether or not it is the one in force.
    fn check_arrays(&mut self, tree: &[Statement]) -> Vec<Option<Vec<(Square, Piece)>>> {
        if self.arrays.is_empty()
            && !self.scope.lost.array
            && !tree.iter().any(|s| s.items.first().and_then(Item::word) == Some("array"))
        {
            let at = tree.first().map_or(Span::default(), |statement| statement.span);
            self.problems.push(
                Diagnostic::error("no-array", at, "the game has no array: nobody would be on the board")
                    .help("draw one: `array start { 1 | R N B Q K B N R }`, a row for each rank with pieces"),
            );
        }
        let mut setups = Vec::new();
        for array in &self.arrays {
            let (pieces, problems) = arrays::place(&self.scope, &self.arrays, array);
            let whole = problems.is_empty();
            self.problems.extend(problems);
            setups.push(
                whole.then(|| pieces.into_iter().map(|(square, (piece, _))| (square, piece)).collect()),
            );
        }
        setups
    }
}

/// Tells the statements that are none, and notes what they would have declared.
fn unknown_statements(tree: &[Statement], lost: &mut Lost, problems: &mut Vec<Diagnostic>) {
    for statement in tree {
        let cursor = Cursor::of(statement);
        let Some(word) = cursor.peek_word() else {
            problems.push(*cursor.expected("a word that says what this is about"));
            continue;
        };
        if TOP_WORDS.contains(&word) {
            continue;
        }
        lost.declaration(statement);
        // What is like no statement at all may have been meant for a piece.
        lost.piece |= nearest(word, TOP_WORDS).is_none();
        problems.extend(unknown_statement(cursor, word));
    }
}

fn unknown_statement(cursor: Cursor, word: &str) -> Option<Diagnostic> {
    if matches!(word, "add" | "change" | "remove") {
        let message = format!("`{word}` belongs in a file that extends another game");
        return Some(
            Diagnostic::error("amending-nothing", cursor.span(), message)
                .help("say what it extends in the first line: `variant mine \"My game\" extends PARENT`"),
        );
    }
    match belongs(word) {
        Some(place) => {
            let message = format!("`{word}` does not belong at the top of a file");
            let problem = Diagnostic::error("misplaced-statement", cursor.span(), message);
            Some(problem.help(format!("it belongs {place}")))
        }
        None => {
            let words = TOP_WORDS.into_iter().chain(["add", "change", "remove"]);
            Some(*cursor.none_of("a statement of a variant file", words))
        }
    }
}
