//! From a decided tree to the meaning of a game.

use super::amend::statements;
use super::arrays::{self, Array};
use super::boards::{BOARD_WORDS, new_name, no_block, read_board, read_region};
use super::castling::castlings;
use super::conditions::Place;
use super::cursor::{Cursor, Read};
use super::lost::Lost;
use super::notations::Notations;
use super::pieces::{Family, PIECE_WORDS, PieceRules, expand_families, threats};
use super::scope::{Named, Scope};
use super::switches::{FORKS, read_cites};
use super::turns::{TURN_WORDS, read_turn};
use crate::board::{ByColor, KindId, Man, Result as GameResult, Square};
use crate::diagnostic::{Diagnostic, nearest};
use crate::ir::{
    Admission, ArrayInfo, Binding, Border, Citation, Cites, Clock, Ending, First, Immunity, Men, Origin,
    Right, Royalty, StepClass, Trigger, Variant, Zone,
};
use crate::source::Span;
use crate::syntax::{Item, Statement};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The words that begin a statement at the top of a file.
const TOP_WORDS: [&str; 22] = [
    "variant", "about", "source", "board", "region", "group", "piece", "family", "royalty", "right", "turn",
    "entry", "immune", "arriving", "ending", "array", "first", "clock", "hands", "switch", "under", "note",
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
        _ if TURN_WORDS.contains(&word) => Some("in the block of a `turn`"),
        _ if BOARD_WORDS.contains(&word) || ENTRY_WORDS.contains(&word) || ROYALTY_WORDS.contains(&word) => {
            None
        }
        _ => None,
    }
}

/// Whether statements begin with this word, somewhere.
pub(super) fn is_known(word: &str) -> bool {
    let lists = [&TOP_WORDS[..], &PIECE_WORDS, &TURN_WORDS, &BOARD_WORDS, &ENTRY_WORDS, &ROYALTY_WORDS];
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
    hands: bool,
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
            hands: false,
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

    /// Everything that has a name: regions, pieces with their stages, families, groups, rights, sources.
    fn names(&mut self, tree: &[Statement], families: &[Family]) {
        let mut bodies = Vec::new();
        for statement in tree {
            let result = match statement.items.first().and_then(Item::word) {
                Some("region") => read_region(&mut self.scope, statement),
                Some("piece") => self.scope.declare_piece(statement, &mut bodies),
                Some("right") => self.right(statement),
                Some("source") => self.source(statement),
                _ => Ok(()),
            };
            if result.is_err() {
                self.scope.lost.declaration(statement);
            }
            self.note(result);
        }
        for Family { name, span, members } in families {
            let kinds = members
                .iter()
                .filter_map(|member| self.scope.pieces.get(member))
                .flat_map(|named| named.value.clone())
                .collect();
            self.scope.groups.insert(name.clone(), Named { value: kinds, span: *span });
            // A family is there for its members; nobody need refer to it as a whole.
            self.scope.mark_used(name);
        }
        for statement in tree {
            if statement.items.first().and_then(Item::word) == Some("group") {
                let result = self.group(statement);
                if result.is_err() {
                    self.scope.lost.declaration(statement);
                }
                self.note(result);
            }
        }
        for body in &bodies {
            self.scope.read_body(body, &mut self.rules, &mut self.problems);
        }
    }

    /// `group pawns = [a, b]`
    fn group(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.keyword("group")?;
        let (name, span) = new_name(&mut cursor, "the name of the group")?;
        cursor.symbol("=")?;
        let kinds = self.scope.kind_list(&mut cursor)?;
        cursor.finish()?;
        let clash = self.scope.groups.get(name).map(|named| named.span).or(self
            .scope
            .pieces
            .get(name)
            .map(|named| named.span));
        if let Some(other) = clash {
            return Err(Box::new(
                Diagnostic::error("duplicate-name", span, format!("`{name}` already names something"))
                    .label(other, "here"),
            ));
        }
        self.scope.groups.insert(name.to_string(), Named { value: kinds, span });
        no_block(statement)
    }

    /// `right swap once`, `right leap 3 times`
    fn right(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.keyword("right")?;
        let (name, span) = cursor.word("the name of the right")?;
        let times = if cursor.eat("once") {
            1
        } else {
            let (times, span) = cursor.number("`once`, or how often")?;
            cursor.keyword("times")?;
            match u8::try_from(times) {
                Ok(times @ 1..=9) => times,
                _ => {
                    return Err(Box::new(
                        Diagnostic::error("bad-number", span, "a right can be used from 1 to 9 times")
                            .help("write `once`, or a number from 1 to 9 and `times`"),
                    ));
                }
            }
        };
        read_cites(&mut cursor)?;
        cursor.finish()?;
        if let Some(other) = self.scope.rights.iter().find(|right| right.value == name) {
            return Err(Box::new(
                Diagnostic::error("duplicate-name", span, format!("there are two rights called `{name}`"))
                    .label(other.span, "the first"),
            ));
        }
        self.scope.rights.push(Named { value: name.to_string(), span });
        self.rights.push(Right { name: name.to_string(), times, origin: Origin(statement.span) });
        no_block(statement)
    }

    /// `source id "text"`
    fn source(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.keyword("source")?;
        let (id, span) = cursor.word("a short name for the source")?;
        let Some((text, _)) = cursor.text() else {
            return Err(cursor.expected("what the source is, in quotes"));
        };
        cursor.finish()?;
        if let Some((_, other)) = self.sources.iter().find(|(citation, _)| citation.id == id) {
            return Err(Box::new(
                Diagnostic::error("duplicate-name", span, format!("there are two sources called `{id}`"))
                    .label(*other, "the first"),
            ));
        }
        self.sources.push((Citation { id: id.to_string(), text: text.to_string() }, span));
        Ok(())
    }

    fn rules(&mut self, tree: &'a [Statement]) {
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
                    self.hands = true;
                    Cursor::of(statement).rest().get(1).map_or(Ok(()), |_| {
                        let mut cursor = Cursor::of(statement);
                        cursor.next();
                        cursor.finish()
                    })
                }
                Some("turn") => {
                    let turn = read_turn(&self.scope, statement, None, &mut self.problems);
                    turn.map(|turn| self.rules.turns.push(turn))
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

    fn about(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        while let Some((text, _)) = cursor.text() {
            self.about.push(text.to_string());
        }
        if self.about.is_empty() {
            return Err(cursor.expected("a text in quotes"));
        }
        read_cites(&mut cursor)?;
        cursor.finish()
    }

    fn royalty(&mut self, statement: &Statement) -> Read<()> {
        bare_head(statement)?;
        let mut binds = None;
        let mut facing = false;
        for line in statements(statement.block.as_ref()) {
            let mut cursor = Cursor::of(line);
            cursor.could_be(&FORKS);
            match cursor.one_of("a statement about royals", &ROYALTY_WORDS)? {
                "check" => {
                    cursor.keyword("binds")?;
                    let binding = match cursor
                        .one_of("when check binds", &["always", "never", "leader", "all", "when"])?
                    {
                        "always" => Binding::Always,
                        "never" => Binding::Never,
                        "leader" => Binding::Leader,
                        "all" => Binding::AllRoyals,
                        _ => {
                            cursor.keyword("royals")?;
                            cursor.symbol("=")?;
                            let (number, span) = cursor.number("1")?;
                            if number != 1 {
                                return Err(Box::new(
                                    Diagnostic::error("bad-number", span, "check can bind when one royal is left, not when there are others")
                                        .help("write `check binds when royals = 1`, or `always`, `never`, `leader`, `all`"),
                                ));
                            }
                            Binding::OneRoyal
                        }
                    };
                    binds = Some(binding);
                }
                _ => {
                    cursor.keyword("may")?;
                    cursor.keyword("not")?;
                    cursor.keyword("face")?;
                    facing = true;
                }
            }
            read_cites(&mut cursor)?;
            cursor.finish()?;
        }
        if let Some(other) = &self.royalty {
            return Err(Box::new(
                Diagnostic::error("said-twice", statement.span, "`royalty` is said twice")
                    .label(other.origin.0, "first here"),
            ));
        }
        self.royalty =
            Some(Royalty { binds: binds.unwrap_or(Binding::Always), facing, origin: Origin(statement.span) });
        Ok(())
    }

    /// Lines `REGION: MEN`, and `border REGION: MEN orthogonal`.
    fn entry(&mut self, statement: &Statement) -> Read<()> {
        bare_head(statement)?;
        for line in statements(statement.block.as_ref()) {
            let result = self.entry_line(line);
            self.note(result);
        }
        Ok(())
    }

    fn entry_line(&mut self, line: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(line);
        let border = cursor.eat("border");
        cursor.could_be(&FORKS);
        let zone = self.scope.zone(&mut cursor)?;
        cursor.symbol(":")?;
        let men = self.scope.men(&mut cursor)?;
        let origin = Origin(line.span);
        if border {
            let by = match cursor.one_of("how the border is crossed", &["orthogonally", "diagonally"])? {
                "orthogonally" => StepClass::Orthogonal,
                _ => StepClass::Diagonal,
            };
            self.borders.push(Border { zone, men, by, origin });
        } else {
            self.admissions.push(Admission { zone, men, origin });
        }
        read_cites(&mut cursor)?;
        cursor.finish()?;
        no_block(line)
    }

    fn ending(&mut self, statement: &Statement) -> Read<()> {
        bare_head(statement)?;
        for line in statements(statement.block.as_ref()) {
            let result = self.ending_line(line);
            self.note(result);
        }
        Ok(())
    }

    /// `NAME: win|loss|draw [when ...]`
    fn ending_line(&mut self, line: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(line);
        cursor.could_be(&FORKS);
        if !line.items.iter().any(|item| item.is_symbol(":"))
            && let Some(problem) = cursor.misspelt()
        {
            return Err(problem);
        }
        let (name, span) = cursor.word("the name of the ending")?;
        cursor.symbol(":")?;
        let result =
            match cursor.one_of("a result for the player whose turn it is", &["win", "loss", "draw"])? {
                "win" => GameResult::Win,
                "loss" => GameResult::Loss,
                _ => GameResult::Draw,
            };
        let trigger = if cursor.eat("when") {
            if cursor.eat("repeated") {
                let (times, span) = cursor.number("how often the position must have occurred")?;
                if times < 2 {
                    return Err(Box::new(
                        Diagnostic::error(
                            "bad-number",
                            span,
                            "a position is repeated when it occurs at least twice",
                        )
                        .help("write `repeated 3` for the third time"),
                    ));
                }
                Trigger::Repetition(times)
            } else if cursor.eat("quiet") {
                Trigger::Quiet(cursor.number("a number of plies")?.0)
            } else {
                Trigger::When(self.scope.condition(&mut cursor, Place::Ending)?)
            }
        } else {
            match name {
                "checkmate" => Trigger::Checkmate,
                "stalemate" => Trigger::Stalemate,
                _ => {
                    if let Some(problem) = cursor.misspelt() {
                        return Err(problem);
                    }
                    let problem = Diagnostic::error(
                        "ending-without-condition",
                        span,
                        format!("it is not said when `{name}` ends the game"),
                    );
                    return Err(Box::new(match nearest(name, ["checkmate", "stalemate"]) {
                        Some(near) => problem.help(format!("did you mean `{near}`?")),
                        None => {
                            problem.help("only `checkmate` and `stalemate` need no condition; add `when ...`")
                        }
                    }));
                }
            }
        };
        read_cites(&mut cursor)?;
        cursor.finish()?;
        if let Some(other) = self.endings.iter().find(|ending| ending.name == name) {
            return Err(Box::new(
                Diagnostic::error("duplicate-name", span, format!("the ending `{name}` is there twice"))
                    .label(other.origin.0, "first here"),
            ));
        }
        self.endings.push(Ending { name: name.to_string(), trigger, result, origin: Origin(line.span) });
        no_block(line)
    }

    /// `immune MEN to capture, exchange`
    fn immune(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        let men = self.scope.men(&mut cursor)?;
        let to = threats(&mut cursor)?;
        read_cites(&mut cursor)?;
        cursor.finish()?;
        self.rules.immunities.push(Immunity { men, to, origin: Origin(statement.span) });
        no_block(statement)
    }

    /// `arriving MEN at REGION: ...`: a trigger of every piece it may concern.
    fn arriving(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        let arrival = self.scope.arrival(&mut cursor, statement.span, None)?;
        read_cites(&mut cursor)?;
        cursor.finish()?;
        for id in (0..=u16::MAX).map(KindId).take(self.scope.kinds.len()) {
            if let Some(kind) = self.scope.kinds.get_mut(id.index())
                && may_be(&arrival.men, id, kind.royal.is_some())
            {
                kind.arrivals.push(arrival.clone());
            }
        }
        no_block(statement)
    }

    /// `first move white`
    fn first(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        cursor.keyword("move")?;
        self.first = match cursor.one_of("who moves first", &["white", "dice"])? {
            "white" => First::White,
            _ => First::Dice,
        };
        read_cites(&mut cursor)?;
        cursor.finish()?;
        no_block(statement)
    }

    /// `clock resets on MEN`
    fn clock(&mut self, statement: &Statement) -> Read<()> {
        let mut cursor = Cursor::of(statement);
        cursor.next();
        cursor.keyword("resets")?;
        cursor.keyword("on")?;
        self.clock = Some(Clock { men: self.scope.men(&mut cursor)? });
        read_cites(&mut cursor)?;
        cursor.finish()?;
        no_block(statement)
    }

    fn finish(mut self, tree: &[Statement], wanted: Option<&str>) -> Lowered {
        let setups = self.check_arrays(tree);
        let (id, title) = self.head(tree);
        let chosen = match wanted {
            Some(name) => self.arrays.iter().position(|array| array.info.name == name),
            None => Some(0),
        };
        let setup: Vec<(Square, Man)> =
            chosen.and_then(|i| setups.get(i)).cloned().flatten().unwrap_or_default();
        let arrays: Vec<ArrayInfo> = self.arrays.iter().map(|array| array.info.clone()).collect();
        let regions = self
            .scope
            .regions
            .iter()
            .map(|(name, named)| Zone { name: name.clone(), squares: named.value })
            .collect();
        let castlings = castlings(&self.scope.board, &self.scope.kinds, &setup);
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
            kinds: self.scope.kinds,
            setup,
            admissions: self.admissions,
            borders: self.borders,
            immunities: self.rules.immunities,
            royalty,
            rights: self.rights,
            turns: self.rules.turns,
            castlings,
            hands: self.hands,
            endings: self.endings,
            clock: self.clock.unwrap_or(Clock { men: Men::Kinds(Vec::new()) }),
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

    /// The men of every array, each checked whether or not it is the one in force.
    fn check_arrays(&mut self, tree: &[Statement]) -> Vec<Option<Vec<(Square, Man)>>> {
        if self.arrays.is_empty()
            && !self.scope.lost.array
            && !tree.iter().any(|s| s.items.first().and_then(Item::word) == Some("array"))
        {
            let at = tree.first().map_or(Span::default(), |statement| statement.span);
            self.problems.push(
                Diagnostic::error("no-array", at, "the game has no array: nobody would be on the board")
                    .help("draw one: `array start { 1 | R N B Q K B N R }`, a row for each rank with men"),
            );
        }
        let mut setups = Vec::new();
        for array in &self.arrays {
            let (men, problems) = arrays::place(&self.scope, &self.arrays, array);
            let whole = problems.is_empty();
            self.problems.extend(problems);
            setups.push(whole.then(|| men.into_iter().map(|(square, (man, _))| (square, man)).collect()));
        }
        setups
    }

    /// Names nobody uses.
    fn check_names(&mut self) {
        let unused =
            |named: &BTreeMap<String, Named<ByColor<crate::board::SquareSet>>>| -> Vec<(String, Span)> {
                named
                    .iter()
                    .filter(|(name, _)| !self.scope.is_used(name))
                    .map(|(name, named)| (name.clone(), named.span))
                    .collect()
            };
        let mut found = Vec::new();
        for (name, span) in unused(&self.scope.regions) {
            found.push(
                Diagnostic::warning("unused-region", span, format!("no rule uses the region `{name}`"))
                    .help("use it where it matters, or delete it"),
            );
        }
        for (name, named) in &self.scope.groups {
            if !self.scope.is_used(name) {
                found.push(
                    Diagnostic::warning(
                        "unused-group",
                        named.span,
                        format!("no rule uses the group `{name}`"),
                    )
                    .help("use it where it matters, or delete it"),
                );
            }
        }
        for right in &self.scope.rights {
            if !self.scope.is_used(&format!("right {}", right.value)) {
                found.push(
                    Diagnostic::warning(
                        "unused-right",
                        right.span,
                        format!("no turn uses the right `{}`", right.value),
                    )
                    .help("write `uses NAME` in the turn it allows"),
                );
            }
        }
        self.problems.extend(found);
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

fn unknown_statement(mut cursor: Cursor, word: &str) -> Option<Diagnostic> {
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
            cursor.could_be(&["add", "change", "remove"]);
            cursor.one_of("a statement of a variant file", &TOP_WORDS).err().map(|problem| *problem)
        }
    }
}

/// Complains about words after a block's first.
fn bare_head(statement: &Statement) -> Read<()> {
    let mut cursor = Cursor::of(statement);
    cursor.next();
    cursor.finish()
}

/// Whether a kind could be among the men meant, wherever it stands.
fn may_be(men: &Men, kind: KindId, royal: bool) -> bool {
    match men {
        Men::Kinds(kinds) => kinds.contains(&kind),
        Men::Every(all) => all.iter().all(|men| may_be(men, kind, royal)),
        Men::AnyOf(any) => any.iter().any(|men| may_be(men, kind, royal)),
        Men::Not(_) => true,
        men => royal || !men.asks_royals(),
    }
}
