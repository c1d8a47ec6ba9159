//! Lowering of texts for readers: notes, history, and other names of pieces.
//!
//! Other names also help with errors: [`Scope::by_other_name`] suggests the name of a piece that is known by the
//! word in question. [`Scope::check_other_names`] and [`Scope::check_titles`] warn about redundant and ambiguous names.

use super::form_values::FormValues;
use super::scope::Scope;
use crate::base::PieceTypeId;
use crate::base::source::{Span, Spanned};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Fix, TextChange};
use crate::messages::text::{did_you_mean, plain_name};
use crate::rules::{Origin, OtherName, PieceType, Provenance, Remark};
use crate::statement::{Cursor, Line, Read};

/// Reads `"Text"`.
pub(super) fn note(cursor: &mut Cursor) -> Read<Remark> {
    let (text, span) = cursor.quoted("a text in quotes")?;
    Ok(Remark { text: text.to_string(), origin: Origin(span) })
}

/// Reads one or more texts.
pub(super) fn texts(cursor: &mut Cursor) -> Read<Vec<Remark>> {
    let mut texts = vec![note(cursor)?];
    while cursor.clone().text().is_some() {
        texts.push(note(cursor)?);
    }
    Ok(texts)
}

/// Reads the paragraphs after `about`.
pub(super) fn about(cursor: &mut Cursor) -> Read<Vec<String>> {
    Ok(texts(cursor)?.into_iter().map(|remark| remark.text).collect())
}

/// The last year that an origin can have.
const LAST_YEAR: u32 = 2_100;

/// Lowers where a game comes from.
pub(super) fn provenance(mut values: FormValues, origin: Origin) -> Read<Provenance> {
    let region = values.value::<&str>(0)?.to_owned();
    let year = values.find::<u32>(0);
    if let Some(Spanned { value, span }) = year.as_ref().filter(|year| !(1..=LAST_YEAR).contains(&year.value))
    {
        let message = format!("{value} is not a year from 1 to {LAST_YEAR}");
        return Err(Diagnostic::new(Code::BadNumber, *span, message).help("leave out an unknown year"));
    }
    let from = std::iter::from_fn(|| values.optional::<&str>(1)).map(str::to_owned).collect();
    Ok(Provenance { region, year: year.map(|year| year.value), is_about: values.says("about"), from, origin })
}

/// Reads `"scout", "lookout" [in "English"]` after `also`.
pub(super) fn other_names(cursor: &mut Cursor) -> Read<Vec<OtherName>> {
    let mut names = cursor.entries(|cursor| {
        let (text, span) = cursor.text().ok_or_else(|| unquoted(cursor))?;
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if plain_name(&name).is_empty() {
            let problem = Diagnostic::new(Code::UnexpectedWord, span, "expected another name of the piece");
            return Err(problem.here("found an empty text"));
        }
        Ok(OtherName { name, language: None, origin: Origin(span) })
    })?;
    if cursor.eat("in") {
        let language = cursor.quoted("a language in quotes")?.0;
        names.iter_mut().for_each(|name| name.language = Some(language.to_string()));
        let place = cursor.span();
        if cursor.eat_symbol(",") {
            let problem = Diagnostic::new(Code::LeftoverWords, place, "a line has names in one language");
            let help = "write the names after this comma on a separate line, which begins with `also`";
            return Err(problem.here("the language comes after the names").help(help));
        }
    }
    Ok(names)
}

/// Creates the diagnostic for another name that has no quotes.
fn unquoted(cursor: &Cursor) -> Diagnostic {
    let problem = cursor.expected("another name of the piece, in quotes");
    match cursor.peek_word() {
        Some(word) if word != "in" => {
            let name = format!("\"{word}\"");
            problem.help(format!("write `also {name}`")).fix(Fix::certain(cursor.span(), name))
        }
        _ => problem,
    }
}

impl Scope<'_> {
    /// Records the other names that a line gives to a piece.
    pub(super) fn know_other_names(&mut self, piece: &str, line: Line) {
        for other in other_names(&mut line.rest()).unwrap_or_default() {
            self.other_names.entry(plain_name(&other.name)).or_insert_with(|| piece.to_owned());
        }
    }

    /// Adds a suggestion to a problem about an unknown name, if it is another name of a piece.
    pub(super) fn by_other_name(&self, cursor: &Cursor, problem: Diagnostic) -> Diagnostic {
        let piece = cursor.peek_word().and_then(|word| self.other_names.get(&plain_name(word)));
        let Some(piece) = piece.filter(|_| problem.missing().is_some()) else { return problem };
        problem.here(format!("another name of `{piece}`")).help(did_you_mean(piece))
    }

    /// Warns about other names that are redundant or that belong to another piece.
    pub(super) fn check_other_names(&self) {
        let names: Vec<Names> = self.game.piece_types.iter().map(Names::of).collect();
        for (id, own) in self.game.piece_type_ids() {
            for (at, other) in own.also.0.iter().enumerate() {
                let plain = &names[id.index()].also[at];
                // The same name in two languages is not redundant.
                let is_same = |first: &usize| {
                    names[id.index()].also[*first] == *plain && own.also.0[*first].language == other.language
                };
                let earlier = (0..at).find(is_same).map(|first| own.also.0[first].origin.0);
                let stage = own.stage.iter().any(|stage| plain_name(stage) == *plain);
                if stage || names[id.index()].is_called(plain) || earlier.is_some() {
                    self.report.push(idle(own, other, earlier));
                } else if let Some((piece, first)) = self.elsewhere(id, other, plain, &names) {
                    self.report.push(taken(own, other, piece, first));
                }
            }
        }
    }

    /// Warns about titles that are the title or the name of another piece.
    pub(super) fn check_titles(&self) {
        let types = &self.game.piece_types;
        let names: Vec<Names> = types.iter().map(Names::of).collect();
        let has_title = |piece: &PieceType| piece.lines.0.iter().any(|(word, _)| *word == "title");
        for (own, number) in types.iter().zip(0..).filter(|(own, _)| has_title(own)) {
            // Of two equal titles, the second is reported.
            let is_other = |(other, piece): &(usize, &PieceType)| {
                piece.piece != own.piece
                    && names[*other].is_called(&names[number].title)
                    && (*other < number || !has_title(piece))
            };
            let Some((_, other)) = types.iter().enumerate().find(is_other) else { continue };
            let (place, first) = (own.line("title").0, other.line("title").0);
            let message = format!("`{}` is also the title or name of another piece", own.title);
            let problem = Diagnostic::new(Code::SameName, place, message);
            self.report.push(match first == place {
                true => problem.help(OF_FAMILY),
                false => problem.label(first, "the other piece").help("give each piece a title of its own"),
            });
        }
    }

    /// Returns another piece that has the name, with the place of this name. If two pieces share another name,
    /// the first one counts.
    fn elsewhere(
        &self,
        id: PieceTypeId,
        name: &OtherName,
        plain: &str,
        names: &[Names],
    ) -> Option<(&PieceType, Span)> {
        let own = &self.game.piece_types[id.index()].piece;
        self.game.piece_type_ids().filter(|(_, piece)| piece.piece != *own).find_map(|(theirs, piece)| {
            let known = &names[theirs.index()];
            if known.is_called(plain) || piece.token == name.name {
                return Some((piece, piece.origin.0));
            }
            let same = known.also.iter().position(|other| theirs < id && other == plain)?;
            Some((piece, piece.also.0[same].origin.0))
        })
    }
}

/// The help for a name that all pieces of a family get.
const OF_FAMILY: &str =
    "every piece of the family gets this name: write `{X}` in it, with the letter of the family";

/// The names of a piece in normalized form.
struct Names {
    piece: String,
    title: String,
    also: Vec<String>,
}

impl Names {
    fn of(piece: &PieceType) -> Names {
        Names {
            piece: plain_name(&piece.piece),
            title: plain_name(&piece.title),
            also: piece.also.0.iter().map(|other| plain_name(&other.name)).collect(),
        }
    }

    /// Returns true if this is the piece's name or title in the file.
    fn is_called(&self, plain: &str) -> bool {
        self.piece == plain || self.title == plain
    }
}

fn idle(piece: &PieceType, other: &OtherName, first: Option<Span>) -> Diagnostic {
    let message = format!("the {} is already called `{}`", piece.title, other.name);
    let problem = Diagnostic::new(Code::SameName, other.origin.0, message);
    problem
        .label(first.unwrap_or(piece.origin.0), "here")
        .help("delete it: it is not a new name")
        .certain(TextChange::DeleteEntry)
}

fn taken(own: &PieceType, other: &OtherName, piece: &PieceType, first: Span) -> Diagnostic {
    let message = format!("`{}` names both the {} and the {}", other.name, piece.title, own.title);
    let problem = Diagnostic::new(Code::DuplicateName, other.origin.0, message);
    if first == other.origin.0 {
        return problem.help(OF_FAMILY);
    }
    problem
        .label(first, "the first")
        .help("a name must belong to one piece: delete it here, or make it more specific")
}
