//! Puts the board and actions into words. Each is one text, although every line of its block can have citations of its
//! own.
//!
//! [`Prose::board`] and [`Prose::action`] leave the citations out. [`Prose::cited_board`] and [`Prose::cited_action`]
//! place them after the words of each line if they differ, so that no source is credited with the words of another.

use super::{Prose, a};
use crate::base::Orientation;
use crate::messages::text::{join, times};
use crate::rules::{Act, Action, Cite, Condition, Duty, Formula, Origin, Target};

impl<'v> Prose<'v> {
    /// Describes the shape of the board in sentences.
    pub fn board(&self) -> String {
        self.board_noted(&|_, _| String::new())
    }

    /// Describes the shape of the board, with the citations of its lines. If all lines have the same, these are
    /// returned separately.
    pub fn cited_board(&self) -> (String, Vec<Cite>) {
        let origin = self.variant.line("board");
        if !self.variant.is_cited_in_parts(origin) {
            return (self.board(), self.variant.cited(origin));
        }
        let lines = &self.variant.lines.0;
        let note = |word: &str, nth: usize| {
            let line = lines.iter().filter(|(first, _)| *first == word).nth(nth);
            line.map_or_else(String::new, |(_, origin)| self.note(*origin))
        };
        (self.board_noted(&note), Vec::new())
    }

    /// Describes the board. `note` returns the citations of the `nth` line that begins with a word.
    fn board_noted(&self, note: &dyn Fn(&str, usize) -> String) -> String {
        let board = &self.variant.board;
        let view = match board.orientation {
            Orientation::Turned => "Black's side is the same, rotated by half a turn",
            Orientation::Mirrored => "Black's side is the same, mirrored",
        };
        let mut text = format!("{} files and {} ranks{}", board.width, board.height, note("grid", 0));
        if !board.checkered {
            text += &format!(", all squares of one color{}", note("uncheckered", 0));
        }
        text += &format!(". {view}{}.", note("black", 0));
        let joins = [(board.joins.files, "files", "file"), (board.joins.ranks, "ranks", "rank")];
        for (_, word, line) in joins.into_iter().filter(|(joined, ..)| *joined) {
            text += &format!(" The first and the last {line} are neighbors{}.", note(word, 0));
        }
        for (nth, cell) in board.extra().map(|square| board.cell(square)).enumerate() {
            let (name, x, y) = (&cell.name, cell.x, cell.y);
            text += &format!(" {name} is off the grid, at file {x}, rank {y}{}.", note("cell", nth));
        }
        text
    }

    /// Describes an action in one sentence.
    pub fn action(&self, action: &Action) -> String {
        Clauses { prose: *self, action, noted: false }.sentence()
    }

    /// Describes an action in one sentence with the citations of its lines. If all lines have the same, these are
    /// returned separately.
    pub fn cited_action(&self, action: &Action) -> (String, Vec<Cite>) {
        let noted = self.variant.is_cited_in_parts(action.origin);
        let cites = if noted { Vec::new() } else { self.variant.cited(action.origin) };
        (Clauses { prose: *self, action, noted }.sentence(), cites)
    }
}

/// The clauses of the sentence about an action.
struct Clauses<'p, 'v> {
    prose: Prose<'v>,
    action: &'p Action,
    /// True if each clause ends with the citations of its line.
    noted: bool,
}

impl Clauses<'_, '_> {
    /// Returns the citations of a statement.
    fn note(&self, origin: Origin) -> String {
        if self.noted { self.prose.note(origin) } else { String::new() }
    }

    /// Returns the citations of the line that begins with these words.
    fn line(&self, words: &str) -> String {
        let line = self.action.lines.0.iter().find(|(first, _)| first == words);
        line.map_or_else(String::new, |(_, origin)| self.note(*origin))
    }

    /// Returns the citations of the action itself and of the line that names its pieces.
    fn head(&self, word: &str) -> String {
        let (head, line) = (self.note(self.action.origin), self.line(word));
        if head == line { head } else { head + &line }
    }

    fn sentence(&self) -> String {
        let Action { act, when, provided, right, unsafely, duty, .. } = self.action;
        let must = match duty {
            Duty::May => format!("A player may{}", self.line("may")),
            Duty::MustIfCan => format!("A player who can must{}", self.line("must")),
            Duty::Must => format!("A player must{}", self.line("must")),
        };
        let mut text = format!("{must} {}", self.act(act));
        let right = right.and_then(|index| self.prose.variant.rights.get(index));
        let often = if right.is_some_and(|right| right.regained) { "in a row" } else { "per game" };
        text.extend(right.map(|right| {
            let note = self.note(right.origin);
            match right.times {
                1 => format!(", once {often}{note}"),
                n => format!(", up to {} {often}{note}", times(n)),
            }
        }));
        if *unsafely {
            text += &format!(", even if this leaves royals attacked{}", self.line("even"));
        }
        text.extend(when.as_ref().map(|when| format!(", when {}", self.condition("when", when))));
        let provided = provided.as_ref();
        text.extend(
            provided.map(|provided| format!(", provided that {}", self.condition("provided", provided))),
        );
        text + "."
    }

    /// Describes a condition, each alternative with the citations of its line.
    fn condition(&self, word: &str, condition: &Condition) -> String {
        let lines: Vec<Origin> =
            self.action.lines.0.iter().filter(|(first, _)| first == word).map(|(_, line)| *line).collect();
        if let Formula::AnyOf(any) = condition
            && self.noted
            && any.len() == lines.len()
        {
            let one = |(one, line): (&Condition, &Origin)| self.prose.condition(one) + &self.note(*line);
            return any.iter().zip(&lines).map(one).collect::<Vec<String>>().join(" or ");
        }
        self.prose.condition(condition) + &self.line(word)
    }

    fn act(&self, act: &Act) -> String {
        let prose = &self.prose;
        match act {
            Act::Place { pieces, to, removing, becomes } => {
                let target = match to {
                    Target::Zone(zone) => format!("on any square of {}", prose.place(zone)),
                    Target::HomeOf(piece_type) => {
                        format!("on a home square of the {}", prose.noun(*piece_type))
                    }
                };
                let removing = removing.as_ref().map(|pieces| {
                    let pieces = prose.a_piece(pieces);
                    format!(" or holds {pieces}, which is removed{}", self.line("removing"))
                });
                let becomes = becomes.map(|piece_type| {
                    format!("; it becomes {}{}", a(&prose.noun(piece_type)), self.line("becomes"))
                });
                let (or, becomes) = (removing.unwrap_or_default(), becomes.unwrap_or_default());
                let (pieces, head, to) = (prose.a_piece(pieces), self.head("place"), self.line("to"));
                format!("place {pieces}{head} {target}{to} that is empty{or}{becomes}")
            }
            Act::Exchange { pieces, with, except_to } => {
                let except = except_to.iter().map(|(pieces, zone)| {
                    let pieces = prose.a_piece(pieces);
                    format!(
                        " (but not if this puts {pieces} on {}{})",
                        self.prose.place(zone),
                        self.line("not bringing")
                    )
                });
                let (except, note) = (except.collect::<String>(), self.line("exchange"));
                let (pieces, with) = (prose.a_piece(pieces), prose.a_piece(with));
                format!("exchange {pieces}{} with {with}{note}{except}", self.note(self.action.origin))
            }
            Act::Replace { pieces, by } => {
                let (pieces, by) = (prose.a_piece(pieces), a(&prose.noun(*by)));
                format!("replace {pieces} by {by} where it stands{}", self.head("replace"))
            }
            Act::Drop { .. } => self.drop(act),
            Act::Pass => format!("pass{}", self.head("pass")),
        }
    }

    fn drop(&self, act: &Act) -> String {
        let Act::Drop { piece_types, to, not_with, not_with_number, not_mating, becomes } = act else {
            return String::new();
        };
        let prose = &self.prose;
        let which = a(&prose.names(piece_types, "or"));
        let form = match becomes.as_slice() {
            [] => String::new(),
            forms => {
                let forms = a(&join(forms.iter().map(|id| prose.noun(*id)), "or"));
                format!(" as {forms}{}", self.line("becomes"))
            }
        };
        let (head, zone, note) = (self.head("drop"), self.prose.place(to), self.line("to"));
        let mut text = format!("drop {which} from hand{head}{form} on an empty square of {zone}{note}");
        text.extend(not_with.as_ref().map(|pieces| {
            let pieces = match not_with_number {
                1 => prose.a_piece(pieces),
                number => format!("{number} {}", prose.many_pieces(pieces)),
            };
            format!(", not on a file with {pieces}{}", self.line("not on"))
        }));
        if *not_mating {
            text += &format!(", but not to give checkmate{}", self.line("not giving"));
        }
        text
    }
}
