//! Lowering of texts for readers: notes, history, and other names of pieces and regions.
//!
//! Other names also help with errors: [`Scope::by_other_name`] suggests the name of a piece or a region that is known
//! by the word in question. [`Scope::check_other_names`] and [`Scope::check_titles`] warn about redundant and ambiguous names.

use super::form_values::FormValues;
use super::scope::Scope;
use super::statement_cache::Clause;
use crate::base::source::{Span, Spanned};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Fix, TextChange};
use crate::messages::text::{did_you_mean, plain_name};
use crate::rules::{Origin, OtherName, PieceType, Provenance, Remark};
use crate::statement::{Cursor, Line, Read};
use crate::vocabulary::{Keyword, Place};

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

/// Reads the names after `also`: those of a piece in its block, and those of a region, which is named first, elsewhere.
pub(super) fn also(cursor: &mut Cursor, place: Place) -> Read<Clause> {
    if place == Place::Piece {
        return Ok(Clause::Also(other_names(cursor, "piece")?));
    }
    let (region, span) = cursor.word("the name of a region")?;
    let names = other_names(cursor, "region")?;
    Ok(Clause::RegionNames(Spanned::new(region.to_owned(), span), names))
}

/// Reads `"scout", "lookout" [in "English"]` after `also`, or after the name of a region. `of` says what has the names.
pub(super) fn other_names(cursor: &mut Cursor, of: &str) -> Read<Vec<OtherName>> {
    let mut names = cursor.entries(|cursor| {
        let (text, span) = cursor.text().ok_or_else(|| unquoted(cursor, of))?;
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if plain_name(&name).is_empty() {
            let problem =
                Diagnostic::new(Code::UnexpectedWord, span, format!("expected another name of the {of}"));
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
fn unquoted(cursor: &Cursor, of: &str) -> Diagnostic {
    let problem = cursor.expected(&format!("another name of the {of}, in quotes"));
    match cursor.peek_word() {
        Some(word) if word != "in" => {
            let name = format!("\"{word}\"");
            problem.help(format!("write `also {name}`")).fix(Fix::certain(cursor.span(), name))
        }
        _ => problem,
    }
}

impl Scope<'_> {
    /// Records the other names that a line gives to a piece or a region.
    pub(super) fn know_other_names(&mut self, kind: Keyword, own: &str, line: Line) {
        let mut cursor = line.rest();
        if kind == Keyword::Region {
            cursor.skip();
        }
        for other in other_names(&mut cursor, "piece").unwrap_or_default() {
            self.other_names.entry((kind, plain_name(&other.name))).or_insert_with(|| own.to_owned());
        }
    }

    /// Adds a suggestion to a problem about an unknown name, if it is another name of a piece or a region.
    pub(super) fn by_other_name(&self, kind: Keyword, cursor: &Cursor, problem: Diagnostic) -> Diagnostic {
        let own = cursor.peek_word().and_then(|word| self.other_names.get(&(kind, plain_name(word))));
        let Some(own) = own.filter(|_| problem.missing().is_some()) else { return problem };
        problem.here(format!("another name of `{own}`")).help(did_you_mean(own))
    }

    /// Gives other names to a region.
    pub(super) fn name_region(&mut self, region: Spanned<String>, names: Vec<OtherName>) -> Read<()> {
        let Spanned { value: region, span } = region;
        if !self.regions.contains_key(&region) {
            let problem = Diagnostic::new(Code::UnknownWord, span, format!("`{region}` is not a region"));
            let names = self.regions.keys().map(String::as_str);
            return Err(problem.misses(&region).suggest(&region, names));
        }
        self.game.region_names.0.extend(names.into_iter().map(|name| (region.clone(), name)));
        Ok(())
    }

    /// Warns about other names that are redundant or that belong to another piece or region.
    pub(super) fn check_other_names(&self) {
        let named = self.name_holders();
        for (number, own) in named.iter().enumerate() {
            for (at, (other, plain)) in own.also.iter().enumerate() {
                // The same name in two languages is not redundant.
                let is_same = |(first, known): &&(&OtherName, String)| {
                    known == plain && first.language == other.language
                };
                let earlier = own.also[..at].iter().find(is_same).map(|(first, _)| first.origin.0);
                if own.names.contains(plain) || earlier.is_some() {
                    self.report.push(idle(own, other, earlier));
                } else if let Some((first, place)) = elsewhere(&named, number, (other, plain)) {
                    self.report.push(taken(own, other, first, place));
                }
            }
        }
    }

    /// Returns all pieces and regions with their names.
    fn name_holders(&self) -> Vec<NameHolder<'_>> {
        let pieces = self.game.piece_types.iter().map(NameHolder::piece);
        pieces.chain(self.regions.keys().map(|region| self.holder_of_region(region))).collect()
    }

    fn holder_of_region<'s>(&'s self, region: &'s String) -> NameHolder<'s> {
        let also = self.game.region_names.0.iter().filter(|(name, _)| name == region);
        NameHolder {
            declared: (Keyword::Region, region),
            title: region,
            token: None,
            place: self.declared.get(&("region", region.clone())).copied().unwrap_or_default(),
            names: vec![plain_name(region)],
            also: also.map(|(_, other)| (other, plain_name(&other.name))).collect(),
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
}

/// A piece or a region with its names.
struct NameHolder<'g> {
    /// The kind of the statement that declares it, and the name there. The stages of a piece have the same one.
    declared: (Keyword, &'g str),
    title: &'g str,
    token: Option<&'g str>,
    place: Span,
    /// The names in the file, in normalized form: those of the piece and the stage, and the title.
    names: Vec<String>,
    /// The other names, each also in normalized form.
    also: Vec<(&'g OtherName, String)>,
}

impl NameHolder<'_> {
    fn piece(piece: &PieceType) -> NameHolder<'_> {
        let names = [Some(&piece.piece), Some(&piece.title), piece.stage.as_ref()];
        NameHolder {
            declared: (Keyword::Piece, &piece.piece),
            title: &piece.title,
            token: Some(&piece.token),
            place: piece.origin.0,
            names: names.into_iter().flatten().map(|name| plain_name(name)).collect(),
            also: piece.also.0.iter().map(|other| (other, plain_name(&other.name))).collect(),
        }
    }
}

/// Returns another piece or region that has the name, with the place of this name. If two share another name, the first
/// one counts.
fn elsewhere<'n, 'g>(
    named: &'n [NameHolder<'g>],
    number: usize,
    (name, plain): (&OtherName, &String),
) -> Option<(&'n NameHolder<'g>, Span)> {
    let own = named[number].declared;
    named.iter().enumerate().filter(|(_, one)| one.declared != own).find_map(|(theirs, one)| {
        // The name of a stage is not a name of the piece.
        let is_called = one.names.iter().take(2).any(|known| known == plain);
        if is_called || one.token == Some(name.name.as_str()) {
            return Some((one, one.place));
        }
        let (same, _) = one.also.iter().find(|(_, other)| theirs < number && other == plain)?;
        Some((one, same.origin.0))
    })
}

/// The help for a name that all pieces of a family get.
const OF_FAMILY: &str =
    "every piece of the family gets this name: write `{X}` in it, with the letter of the family";

/// The name and the title of a piece in normalized form.
struct Names {
    piece: String,
    title: String,
}

impl Names {
    fn of(piece: &PieceType) -> Names {
        Names { piece: plain_name(&piece.piece), title: plain_name(&piece.title) }
    }

    /// Returns true if this is the piece's name or title in the file.
    fn is_called(&self, plain: &str) -> bool {
        self.piece == plain || self.title == plain
    }
}

fn idle(own: &NameHolder, other: &OtherName, first: Option<Span>) -> Diagnostic {
    let message = format!("the {} is already called `{}`", own.title, other.name);
    let problem = Diagnostic::new(Code::SameName, other.origin.0, message);
    problem
        .label(first.unwrap_or(own.place), "here")
        .help("delete it: it is not a new name")
        .certain(TextChange::DeleteEntry)
}

fn taken(own: &NameHolder, other: &OtherName, theirs: &NameHolder, first: Span) -> Diagnostic {
    let message = format!("`{}` names both the {} and the {}", other.name, theirs.title, own.title);
    let problem = Diagnostic::new(Code::DuplicateName, other.origin.0, message);
    if first == other.origin.0 {
        return problem.help(OF_FAMILY);
    }
    let both = |keyword| own.declared.0 == keyword && theirs.declared.0 == keyword;
    let what = match (both(Keyword::Piece), both(Keyword::Region)) {
        (true, _) => "one piece",
        (false, true) => "one region",
        (false, false) => "one piece or region",
    };
    problem
        .label(first, "the first")
        .help(format!("a name must belong to {what}: delete it here, or make it more specific"))
}
