//! Lowering: from the statements of one game, with its switches decided, to its rules.
//!
//! [`lower`] is the entry point. It first declares all names, so that the order of statements does not matter,
//! and then lowers the rules. [`Scope`] is the state of the process, and each submodule extends it with the
//! statements of one topic. The result, [`Lowered`], has all arrays of the game.

mod actions;
mod array_rows;
mod arrays;
mod arrivals;
mod board;
mod castling;
mod conditions;
mod fen;
mod follow_up;
mod form_values;
mod piece_filter;
mod pieces;
mod regions;
mod remarks;
mod rows;
mod rules;
mod scope;
mod shuffle;
mod start;
mod statement_cache;
mod statements;
mod turns;
mod used;
mod works;
mod zones;

pub(super) use statement_cache::StatementCache;

use crate::base::source::Span;
use crate::base::{Piece, Square};
use crate::merge::Family;
use crate::messages::diagnostic::{Code, Diagnostic, Parts, Topic, nearest};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::delete;
use crate::rules::{Castling, Fate, Origin, Variant, Zone};
use crate::statement::{Line, Report, repeats};
use crate::vocabulary::{self, BlockKind, Keyword, Place};
use remarks::note;
use scope::Scope;
use start::Start;
use std::sync::Arc;
use used::Use;

/// A game with all its arrays.
#[derive(Clone)]
pub(super) struct Lowered {
    /// The game without the pieces of an array.
    pub(super) variant: Variant,
    /// The start position of each array, or `None` if the array has errors.
    setups: Vec<Option<Arc<Start>>>,
}

impl Lowered {
    /// Iterates over the names of the arrays.
    pub(super) fn arrays(&self) -> impl Iterator<Item = &str> {
        self.variant.arrays.iter().map(|info| info.name.as_str())
    }

    /// Returns the game with the pieces of an array. The default is the first array.
    pub(super) fn with_array(mut self, wanted: Option<&str>) -> Variant {
        let number = wanted.and_then(|name| self.variant.order(name));
        let at = match (wanted, number) {
            (_, Some((at, _))) => Some(at),
            (None, None) => Some(0),
            (Some(name), None) => self.arrays().position(|array| array == name),
        };
        let info = at.and_then(|at| self.variant.arrays.get(at));
        self.variant.array = match (wanted, number) {
            (Some(name), Some(_)) => name.to_owned(),
            _ => info.map(|info| info.name.clone()).unwrap_or_default(),
        };
        let setup = at.and_then(|at| self.setups.get_mut(at)).and_then(Option::take);
        let mut start = setup.map(Arc::unwrap_or_clone).unwrap_or_default();
        if let (Some((_, number)), Some(shuffle)) = (number, start.shuffle.clone()) {
            start = shuffle.arranged(&self.variant, start, number).unwrap_or_default();
            start.castlings = castling::castlings(&self.variant, &start.all_homes());
        }
        let Start { setup, hands, homes, castlings, .. } = start;
        self.variant.castlings = castlings;
        (self.variant.setup, self.variant.start_hands, self.variant.hand_homes) = (setup, hands, homes);
        castling::leave_out_immune(&mut self.variant);
        self.variant
    }
}

/// Lowers the statements of a game. Returns `None` if there is no usable board.
pub(super) fn lower(
    lines: &[Line],
    families: Vec<Family>,
    memory: &StatementCache,
    report: &Report,
) -> Option<Lowered> {
    repeats(lines.iter().copied(), Place::Top, report);
    let Some(board) = with(lines, Keyword::Board) else {
        let problem = Diagnostic::new(Code::NoBoard, start(lines), "the game has no board");
        report.push(problem.help("add one: `board { grid 8 x 8; black is white mirrored }`"));
        return None;
    };
    let mut scope = board::read_board(board, memory, report)?;
    scope.game.lines.0.push(("board", Origin(board.span)));
    scope.note_parts(Origin(board.span), board.lines().map(|line| line.span));
    let words = board.lines().filter_map(|line| Some((line.word()?.text, Origin(line.span))));
    scope.game.lines.0.extend(words);
    scope.names(lines, families);
    scope.rules(lines);
    Some(scope.finish(lines))
}

/// Returns the first line with this keyword.
fn with<'a>(lines: &[Line<'a>], keyword: Keyword) -> Option<Line<'a>> {
    lines.iter().copied().find(|line| line.keyword() == Some(keyword))
}

/// Returns the place at which a missing part of a game is reported.
fn start(lines: &[Line]) -> Span {
    lines.first().map_or(Span::default(), |line| line.span)
}

/// Checks the first words of all top-level lines, some of which come from switches.
pub(super) fn check_words(lines: &[Line], is_switched: impl Fn(&Line) -> bool, report: &Report) {
    for line in lines {
        let result = match line.amends() && is_switched(line) {
            true => Err(amends_too_late(*line)),
            false => line.word_in(Place::Top),
        };
        report.read(*line, result);
        let like_none = |word| nearest(word, vocabulary::of(Place::Top)).is_none();
        // If the word resembles no top-level keyword, the line may have been meant for a piece.
        if line.word().is_none() && line.first().is_some_and(like_none) {
            report.nodes().doubts(Parts::PIECE);
        }
    }
}

/// Creates the diagnostic for an amendment inside a switch. Switches are decided after the files are merged.
fn amends_too_late(line: Line) -> Diagnostic {
    let message = format!("`{}` cannot depend on a switch", line.first().unwrap_or_default());
    Diagnostic::new(Code::AmendingInASwitch, line.cursor().span(), message)
        .help("remove the disputed statement at the top of the file, and write the switch in its place")
}

/// Reads the name and title of the game. Errors in this line are reported elsewhere.
fn read_head(lines: &[Line], report: &Report) -> (String, String) {
    let Some(line) = with(lines, Keyword::Variant) else {
        let problem = Diagnostic::new(Code::NoVariant, start(lines), "the file does not name its game");
        report.push(problem.help("begin with `variant NAME \"Title\"`"));
        return Default::default();
    };
    let Ok((id, title)) = line.read_head() else { return Default::default() };
    let mut cursor = line.rest();
    cursor.skip();
    if cursor.clone().text().is_some() {
        report.read(line, note(&mut cursor));
    }
    (id, title)
}

impl<'a> Scope<'a> {
    /// Declares everything that has a name: regions, pieces with their stages, families, groups, rights, and
    /// sources.
    fn names(&mut self, lines: &[Line<'a>], families: Vec<Family>) {
        let mut bodies = Vec::new();
        self.look_ahead(lines);
        for line in lines {
            match line.keyword() {
                Some(Keyword::Region | Keyword::Right | Keyword::Source) => {
                    self.line(*line, Place::Top, None)
                }
                Some(Keyword::Piece) => {
                    let result = self.declare_piece(*line, &mut bodies);
                    self.report.read(*line, result);
                }
                _ => {}
            }
        }
        for Family { name, span, members } in families {
            let members = members.iter().filter_map(|member| self.pieces.get(member));
            let piece_types = members.flatten().copied().collect();
            // The members of a family use its moves, so the family need not occur in a rule.
            self.use_name(&name);
            self.declared.insert(("group", name.clone()), span);
            self.groups.insert(name, piece_types);
        }
        for line in lines.iter().filter(|line| line.keyword() == Some(Keyword::Group)) {
            self.line(*line, Place::Top, None);
        }
        bodies.iter().for_each(|body| self.body(body));
    }

    /// Lowers all other statements.
    fn rules(&mut self, lines: &[Line<'a>]) {
        use Keyword::{
            About, Action, After, Also, Array, Arriving, By, Capturing, Clock, Fen, First, Hands, History,
            Immune, Leaving, Note, Origin, Player, Turn,
        };
        // Hands and arrays come first, because they determine the pieces that can be dropped.
        let is_first = |line: &&Line| matches!(line.keyword(), Some(Array | Hands));
        let (first, then): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(is_first);
        for line in first.into_iter().chain(then) {
            let Some(word) = line.word() else { continue };
            match (word.keyword, word.block) {
                (_, BlockKind::Of(place @ (Place::Royalty | Place::Entry | Place::Ending))) => {
                    let head = self.report.read(*line, line.finish_head(line.rest()));
                    if head.is_some() {
                        self.block(*line, place);
                    }
                }
                (Array, _) => {
                    let result = self.array(*line);
                    self.report.read(*line, result);
                }
                (
                    About
                    | Action
                    | After
                    | Also
                    | Arriving
                    | By
                    | Capturing
                    | Keyword::Castling
                    | Clock
                    | Fen
                    | First
                    | Hands
                    | History
                    | Immune
                    | Leaving
                    | Note
                    | Origin
                    | Player
                    | Turn,
                    _,
                ) => {
                    self.line(*line, Place::Top, None);
                }
                _ => {}
            }
        }
    }

    /// Lowers the lines in the block of a statement.
    fn block(&mut self, line: Line, place: Place) {
        if place == Place::Royalty {
            repeats(line.lines(), place, self.report);
            let origin = &mut self.game.royalty.origin;
            if origin.0 == Span::default() {
                *origin = Origin(line.span);
            }
            let origin = *origin;
            self.note_parts(origin, line.lines().map(|line| line.span));
        }
        line.lines().for_each(|line| self.line(line, place, None));
    }

    fn finish(self, lines: &[Line]) -> Lowered {
        if with(lines, Keyword::Array).is_none() {
            let problem = Diagnostic::new(Code::NoArray, start(lines), "the game has no array");
            let help =
                "draw one: `array start { 1 | R N B Q K B N R }`, with a row for each rank that has pieces";
            self.report.push(problem.help(help));
        }
        self.check_rows();
        let mut setups: Vec<_> = self.arrays.iter().map(|array| self.place(array)).collect();
        for (array, setup) in self.arrays.iter().zip(&mut setups) {
            let Some(setup) = setup else { continue };
            setup.castlings = castling::castlings(&self.game, &setup.all_homes());
            let count = setup.castlings.len();
            if count > Castling::MAX {
                let most = Castling::MAX;
                let message =
                    format!("this array has {count} castling moves, but at most {most} are supported");
                let problem = Diagnostic::new(Code::GameTooLarge, array.info.origin.0, message);
                self.report.push(
                    problem.help("reduce the number of pieces that castle, or of their castling moves"),
                );
            }
        }
        self.check_arrays(&setups);
        let (id, title) = read_head(lines, self.report);
        self.check_names();
        self.check_hands();
        self.check_turns();
        self.check_other_names();
        self.check_titles();
        let place = |name: &String| self.declared.get(&("region", name.clone())).copied().unwrap_or_default();
        let region_places = Origin(self.regions.keys().map(place).collect());
        let depends_on_neighbors = self.uses(&Use::Relation);
        let regions = self.regions.into_iter().map(|(name, squares)| Zone { name, squares }).collect();
        let arrays = self.arrays.into_iter().map(|array| array.info).collect();
        let has_automatic_effects = self.game.piece_types.iter().any(|own| own.has_automatic_effects());
        let hands = self.hands.is_some();
        let mut variant = Variant {
            id,
            title,
            arrays,
            regions,
            region_places,
            hands,
            has_automatic_effects,
            depends_on_neighbors,
            ..self.game
        };
        variant.turns_counted = variant.first_uncounted_turn();
        variant.captures_asked = variant.captures_in_rules();
        variant.keeps_royal = variant.must_keep_royal();
        let setups = setups.into_iter().map(|setup| setup.map(Arc::new)).collect();
        Lowered { variant, setups }
    }

    /// Warns about two arrays with the same pieces on the same squares.
    fn check_arrays(&self, setups: &[Option<Start>]) {
        for (at, (array, setup)) in self.arrays.iter().zip(setups).enumerate() {
            let same = setups[..at].iter().position(|other| other.is_some() && other == setup);
            if let Some(first) = same.map(|first| &self.arrays[first]) {
                let message = format!("the arrays `{}` and `{}` are equal", first.info.name, array.info.name);
                let problem = Diagnostic::new(Code::EqualArrays, array.info.origin.0, message);
                let problem = problem.label(first.info.origin.0, "the other array");
                self.report.push(problem.help("correct one of the two, or delete it"));
            }
        }
    }

    /// Warns about names that no rule uses.
    fn check_names(&self) {
        for ((what, name), span) in &self.declared {
            let unused = |code, span, message: String, help| {
                self.report.push(
                    Diagnostic::new(code, span, message)
                        .help(help)
                        .about(Topic::Idle(Box::new((*what, name.clone())))),
                );
            };
            let message = format!("no rule uses the {what} `{name}`");
            let help = "use it in a rule, or delete it";
            let is_used = self.uses(&Use::Name(name.clone()));
            match *what {
                "region" if !is_used => unused(Code::UnusedRegion, *span, message, help),
                "group" if !is_used => unused(Code::UnusedGroup, *span, message, help),
                "right" if !self.uses(&Use::Right(name.clone())) => {
                    let message = format!("no rule uses the right `{name}`");
                    let help = "write `uses NAME` in an action or an effect that needs it";
                    unused(Code::UnusedRight, *span, message, help);
                }
                _ => {}
            }
        }
    }

    /// Warns about hands that no piece enters or leaves, and reports pieces in hand in a game without hands.
    fn check_hands(&self) {
        if self.hands.is_none() {
            self.arrays
                .iter()
                .filter_map(|array| self.needless_hand(array))
                .for_each(|one| self.report.push(one));
            for rule in self.game.piece_types.iter().flat_map(|own| &own.arrivals) {
                if rule.then.iter().any(|then| then.fate().is_some_and(Fate::is_hand)) {
                    let message = "this puts pieces in a hand, but the game has no hands";
                    let problem = Diagnostic::new(Code::NoHands, rule.origin.0, message).help(HANDS_HELP);
                    self.report.push(with_hands(problem));
                }
            }
        }
        let drops = self.game.actions.iter().any(|action| action.act.effects().from_hand.is_some())
            || self.game.follow_ups.iter().any(|rule| !rule.dropped().is_empty());
        let Some(span) = self.hands.filter(|span| !self.report.touches(*span)) else { return };
        if !drops {
            let add = "add one, such as `action drop { drop any; to grid }`";
            let message = "no action drops a piece from the hand";
            let problem = Diagnostic::new(Code::UnusedHands, span, message).doubting(Parts::HANDS);
            // A line of a parent is removed at the end of the own file.
            let removal = TextChange::Append("remove hands".into());
            let fix = || Fix::of(Certainty::Guess).and(Span::default(), removal);
            self.report.push(match span.file {
                0 => problem.help(delete(format!("{add}, or delete this line"))),
                _ => problem.help(format!("{add}, or write `remove hands`")).fix(fix()),
            });
        } else if self.game.captures_leave && !self.game.has_hand_effects() && self.in_hand.is_empty() {
            let message = "captured pieces leave the game, and no array puts a piece in a hand";
            let problem = Diagnostic::new(Code::UnusedHands, span, message).doubting(Parts::HANDS);
            self.report
                .push(problem.help("add a line such as `hand: N P` to an array, or write `hands` alone"));
        }
    }

    /// Returns the problem with the lines of an array about pieces in hand, in a game without hands.
    fn needless_hand(&self, array: &start::Array) -> Option<Diagnostic> {
        let hand = array.hand.iter().map(|(span, _)| (*span, "remove hand".to_owned()));
        let home = |(span, square, _): &(Span, Square, Piece)| {
            (*span, format!("remove home {}", self.game.board.name(*square)))
        };
        let lines: Vec<(Span, String)> = hand.chain(array.homes.iter().map(home)).collect();
        let [(span, _), others @ ..] = lines.as_slice() else { return None };
        let is_empty = others.is_empty() && array.hand.iter().all(|(_, held)| held.is_empty());
        let message = match is_empty {
            true => "the game has no hands, so that this line says nothing",
            false => "this puts pieces in hand, but the game has no hands",
        };
        let problem = Diagnostic::new(Code::NoHands, *span, message);
        let problem = others.iter().fold(problem, |problem, (span, _)| problem.label(*span, "and this"));
        Some(match (is_empty, span.file) {
            (true, 0) => problem.help(delete("delete this line")),
            (false, 0) => with_hands(problem.help(HANDS_HELP)),
            // The lines of a parent are removed at the end of the own file.
            _ => {
                let removed: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
                let line = format!("change array {} {{ {} }}", array.info.name, removed.join("; "));
                let change = TextChange::Append(line.clone().into());
                let fix = Fix::of(Certainty::Guess).and(Span::default(), change);
                problem.help(format!("write `{line}`, or keep the hands")).fix(fix)
            }
        })
    }
}

/// The help for pieces in hand in a game without hands.
const HANDS_HELP: &str = "add a line `hands`, or `hands without captures` if captured pieces leave the game";

/// Adds the two statements that give a game hands to a problem.
fn with_hands(problem: Diagnostic) -> Diagnostic {
    let lines = ["hands", "hands without captures"];
    lines.into_iter().fold(problem, |problem, line| problem.guess(TextChange::Append(line.into())))
}
