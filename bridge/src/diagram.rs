//! Reads games from pages with H. G. Muller's Interactive Diagram.
//!
//! The definition is in an element of the class `idiagram`: options such as `files=10`, and one line for each piece,
//! `name:id:moves:image:squares:hand`. [`read`] finds it in a page.

use super::Imported;
use super::export::Format;
use super::own::{self, Restored};
use super::sketch::{GameSketch, MAX, Obligation, Place, SketchPiece, Symmetry, place, square};
use super::tables;
use crate::lang::betza::by_name;
use std::collections::BTreeSet;

/// The options that control the appearance and the operation of the diagram, and have no effect on the game.
const APPEARANCE: &str = "graphicsDir graphicsType squareSize whitePrefix blackPrefix lightShade darkShade rimColor \
    coordColor startShade useMarkers borders borderWidth firstRank satellite enableAI newClick \
    showAI legend graphicsCSS coordinates hiliteShade lastShade boardShade theme level \
    holdingsColor font view flip style id class align sheet setup useArrow arrowColor infoBox \
    darkHole";

/// Returns true if a text contains the class name of a diagram.
pub fn is_page(text: &str) -> bool {
    text.contains("idiagram")
}

/// The maximum number of elements of the class that are examined.
const MAX_DIAGRAMS: usize = 20;

/// The most pieces of a game.
pub(super) const MAX_PIECES: usize = 300;

/// The most bytes of a tag. The limit bounds the time for a text with many signs `<`.
const LONGEST_TAG: usize = 200;

/// Reads the first definition in a page that has a piece, or a bare definition. Returns `None` if there is none.
pub fn read(name: &str, page: &str) -> Option<Imported> {
    let definition = |page: &str| definitions(page).iter().flat_map(|text| words(text)).collect();
    let restored = own::restored(file_name(name), page, Format::InteractiveDiagram, definition);
    if let Restored::Game(game) = restored {
        return Some(game);
    }
    let mut all = definitions(page).into_iter();
    let mut game = all.find_map(|text| sketch(name, page, &text))?;
    let others = all.filter(|text| sketch(name, page, text).is_some()).count();
    if others > 0 {
        game.leave("diagram", "", format!("the page has {others} more, which are not read"), false);
    }
    if matches!(restored, Restored::Changed) {
        game.leave(own::COMMENT, "", own::CHANGED, false);
    }
    Some(game.rule_file())
}

/// Reads a definition. Returns `None` if it has no piece.
fn sketch(name: &str, page: &str, text: &str) -> Option<GameSketch> {
    let words = words(text);
    let title = title(page).unwrap_or_else(|| stem(name));
    let mut sketch = GameSketch {
        title,
        source: file_name(name).to_owned(),
        size: (8, 8),
        symmetry: Symmetry::Mirror,
        zone: 1,
        ..GameSketch::default()
    };
    let mut options = Options::default();
    for word in words {
        match word.split_once('=') {
            Some((key, value)) if !key.contains(':') => options.take(&mut sketch, key.trim(), value.trim()),
            _ => piece(&mut sketch, &word),
        }
    }
    if sketch.pieces.is_empty() {
        return None;
    }
    options.apply(&mut sketch);
    Some(sketch)
}

/// The options that refer to pieces. They are applied after all pieces have been read.
#[derive(Default)]
struct Options {
    most: Option<usize>,
    offset: usize,
    choice: Option<String>,
    royal: Vec<String>,
    symmetry: Option<Symmetry>,
    /// The tables of pieces, by piece.
    morphs: Vec<(usize, String)>,
    shuffle: Option<String>,
}

impl Options {
    fn take(&mut self, sketch: &mut GameSketch, key: &str, value: &str) {
        let number = value.parse::<i32>().ok().filter(|number| (0..=MAX).contains(number));
        match (key, number) {
            ("files", Some(files @ 1..)) => sketch.size.0 = files,
            ("ranks", Some(ranks @ 1..)) => sketch.size.1 = ranks,
            ("promoZone", Some(zone)) => sketch.zone = zone,
            ("maxPromote", Some(most)) => self.most = usize::try_from(most).ok(),
            ("promoOffset", Some(offset)) => self.offset = usize::try_from(offset).unwrap_or(0),
            ("promoChoice", _) => self.choice = Some(value.to_owned()),
            ("royal", _) => self.royal.extend(value.split(',').map(str::to_owned)),
            // Below zero, captured pieces change sides. Above, they are only shown.
            ("holdingsType", _) if value.starts_with('-') => sketch.drops = true,
            ("holdingsType", Some(_)) => {
                sketch.leave(key, value, "a place for captured pieces beside the board", false);
            }
            ("symmetry", _) => match value {
                "mirror" => self.symmetry = Some(Symmetry::Mirror),
                "rotate" => self.symmetry = Some(Symmetry::Turn),
                "none" => self.symmetry = Some(Symmetry::None),
                _ => sketch.leave(key, value, "this symmetry is unknown", true),
            },
            _ if APPEARANCE.split(' ').any(|own| own == key)
                || key.ends_with("Shade")
                || key.ends_with("Color") => {}
            ("stalemate", _) if value == "draw" => {}
            ("stalemate", _) if value == "win" => {
                sketch.stalemate_loses = true;
                sketch.leave(key, value, "read as a win for the player who gives it", false);
            }
            ("shuffle", _) => self.shuffle = Some(value.to_owned()),
            // It belongs to the piece above it.
            ("morph", _) => self.morphs.push((sketch.pieces.len().wrapping_sub(1), value.to_owned())),
            _ => sketch.leave(key, value, "ferz does not read this option", true),
        }
    }

    fn apply(mut self, sketch: &mut GameSketch) {
        let by_id = |sketch: &GameSketch, id: &str| -> Option<usize> {
            let number = id.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let number = number.filter(|at| *at < sketch.pieces.len());
            number.or_else(|| sketch.pieces.iter().position(|piece| piece.token.eq_ignore_ascii_case(id)))
        };
        // Published diagrams whose last piece is the king leave the option out, and others do not.
        if self.royal.is_empty() {
            self.royal.push(sketch.pieces.len().to_string());
            let name = sketch.pieces.last().map(|piece| piece.name.clone()).unwrap_or_default();
            sketch.leave("royal", "", format!("absent: the last piece, `{name}`, is royal"), false);
        }
        for id in &self.royal {
            match by_id(sketch, id) {
                Some(at) => sketch.pieces[at].royal = true,
                None => sketch.leave("royal", id, "there is no such piece", true),
            }
        }
        self.place(sketch);
        for at in 0..sketch.pieces.len() {
            let (name, hand) = (sketch.pieces[at].name.clone(), sketch.pieces[at].hand);
            if hand > 0 && !sketch.drops {
                sketch.pieces[at].hand = 0;
                sketch.leave(&name, &hand.to_string(), "pieces beside the board", true);
            }
        }
        self.promotions(sketch, &by_id);
        for (at, table) in &self.morphs {
            tables::morph(sketch, *at, table);
        }
        if let Some(shuffle) = &self.shuffle {
            tables::shuffle(sketch, shuffle);
        }
    }

    fn promotions(&mut self, sketch: &mut GameSketch, by_id: &dyn Fn(&GameSketch, &str) -> Option<usize>) {
        let most = self.most.unwrap_or(1).min(sketch.pieces.len());
        if sketch.zone == 0 || most == 0 {
            return;
        }
        if self.offset > 0 {
            let reason = "read as: a piece may become the one that many lines below it when it enters or leaves the zone";
            sketch.leave("promoOffset", &self.offset.to_string(), reason, false);
            for at in 0..most {
                let form = at + self.offset;
                if form < sketch.pieces.len() {
                    sketch.pieces[at].form = Some(form);
                }
            }
            return;
        }
        let Some(choice) = self.choice.take() else {
            let others = |at: &usize| *at >= most && !sketch.pieces[*at].royal;
            sketch.choice = (0..sketch.pieces.len()).filter(others).collect();
            let reason = "absent: pawns promote to any other piece except the king";
            sketch.leave("promoChoice", "", reason, false);
            return (0..most).for_each(|at| sketch.pieces[at].promotes = Some(Obligation::Mandatory));
        };
        let mut promotions = vec![Obligation::Mandatory; most];
        let (mut mark, mut last) = (None, ' ');
        for letter in choice.chars() {
            if letter.is_ascii_digit() {
                let reason = "a limit on the number of choices of this piece";
                sketch.leave("promoChoice", &format!("{last}{letter}"), reason, true);
                continue;
            }
            last = letter;
            let Some(at) = by_id(sketch, &letter.to_string()).filter(|_| letter.is_ascii_alphabetic()) else {
                mark = Some(letter);
                continue;
            };
            // A piece that can choose itself need not promote, and with `!` only before the last rank.
            match (mark.take(), promotions.get_mut(at)) {
                (None, Some(own)) => *own = Obligation::Optional,
                (Some('!'), Some(own)) if sketch.zone > 1 => *own = Obligation::MandatoryAtLast,
                (Some('!'), Some(_)) | (None, None) => {}
                (Some(mark), _) => {
                    let value = format!("{mark}{letter}");
                    sketch.leave("promoChoice", &value, "a condition on the choice of this piece", true);
                }
            }
            sketch.choice.push(at);
        }
        for (piece, promotion) in sketch.pieces.iter_mut().zip(promotions) {
            piece.promotes = Some(promotion);
        }
    }

    /// Determines the relation of Black's start position to White's.
    fn place(&self, sketch: &mut GameSketch) {
        let (width, height) = sketch.size;
        let inside = |place: &Place| (1..=width).contains(&place.0) && (1..=height).contains(&place.1);
        let mut outside = Vec::new();
        for piece in &mut sketch.pieces {
            for places in [&mut piece.white, &mut piece.black] {
                let all = std::mem::take(places);
                let (kept, lost): (Vec<Place>, Vec<Place>) = all.into_iter().partition(inside);
                *places = kept;
                outside.extend(lost.into_iter().map(|place| (piece.name.clone(), square(place))));
            }
        }
        for (name, place) in outside {
            sketch.leave(&name, &place, "this is not a square of the board", true);
        }
        let explicit = sketch.pieces.iter().any(|piece| !piece.black.is_empty());
        if !explicit {
            sketch.symmetry = self.symmetry.unwrap_or(Symmetry::Mirror);
            return;
        }
        let found = [Symmetry::Mirror, Symmetry::Turn].into_iter().find(|symmetry| sketch.is_even(*symmetry));
        sketch.symmetry = found.unwrap_or(Symmetry::None);
    }
}

/// Reads the line of a piece.
fn piece(sketch: &mut GameSketch, line: &str) {
    let mut fields = line.split(':');
    let (Some(name), id, moves, _image, squares) =
        (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return;
    };
    let name = name.trim();
    let (white, black) =
        squares.unwrap_or_default().split_once(",,").unwrap_or((squares.unwrap_or_default(), ""));
    let (white, black) = (places(sketch, name, white), places(sketch, name, black));
    if name.eq_ignore_ascii_case("hole") {
        return sketch.holes.extend(white.into_iter().chain(black));
    }
    if sketch.pieces.len() >= MAX_PIECES {
        return sketch.leave(name, "", format!("there are {MAX_PIECES} pieces above it"), true);
    }
    let hand = fields.next().and_then(|field| field.trim().parse().ok()).unwrap_or(0);
    let letter = name.chars().next().unwrap_or('X').to_ascii_uppercase().to_string();
    let id = id.map(str::trim).filter(|id| !id.is_empty()).map_or(letter, str::to_owned);
    // The diagram reads `L` and `J` as Betza did.
    let moves = moves.map(str::trim).filter(|moves| !moves.is_empty());
    let moves = moves.map(|moves| moves.replace('L', "C").replace('J', "Z"));
    let moves = moves.or_else(|| usual(name)).unwrap_or_else(|| {
        sketch.leave(name, "", "the page gives no moves for this piece", true);
        String::new()
    });
    let token = token(sketch, &id);
    sketch.pieces.push(SketchPiece {
        name: name.to_owned(),
        token,
        moves,
        white,
        black,
        hand,
        ..SketchPiece::default()
    });
}

/// Returns a token that no other piece has.
fn token(sketch: &GameSketch, id: &str) -> String {
    let plain: String = id.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut letters = plain.chars();
    let first = letters.next().filter(char::is_ascii_alphabetic).unwrap_or('X').to_ascii_uppercase();
    let base = format!("{first}{}", letters.as_str().to_ascii_lowercase());
    let is_free = |token: &String| !sketch.pieces.iter().any(|piece| piece.token == *token);
    let numbered = (2..).map(|number: u32| format!("{base}{number}"));
    std::iter::once(base.clone()).chain(numbered).find(is_free).unwrap_or(base)
}

/// Reads a list of squares and ranges, such as `a2-j2,c3`. A range extends along a rank or file.
fn places(sketch: &mut GameSketch, name: &str, text: &str) -> Vec<Place> {
    let mut found = Vec::new();
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let (one, other) = word.split_once('-').unwrap_or((word, word));
        match (place(one), place(other)) {
            (Some(one), Some(other)) if one.0 == other.0 || one.1 == other.1 => {
                for x in one.0.min(other.0)..=one.0.max(other.0) {
                    found.extend((one.1.min(other.1)..=one.1.max(other.1)).map(|y| (x, y)));
                }
            }
            _ => sketch.leave(name, word, "this is not a square", true),
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|place| seen.insert(*place));
    found
}

/// Returns the moves of a named piece whose line gives no moves.
fn usual(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    // In a game, pawns and kings have more than their plain moves, which are all that the table of pieces contains.
    let known = by_name(&name);
    let game = match known.first()?.betza.as_str() {
        "K" => "KisO2",
        notation if notation.starts_with("fmWfc") => "fmWfceFifmnD",
        notation => notation,
    };
    Some(game.to_owned())
}

/// Returns the texts of the elements of the class, or a text that is a bare definition.
fn definitions(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in page.match_indices('<') {
        let tag = &page[at..];
        let head = &tag.as_bytes()[..tag.len().min(LONGEST_TAG)];
        let end = head.iter().position(|letter| *letter == b'>');
        let Some(end) = end.filter(|end| tag[..*end].contains("idiagram")) else { continue };
        let inner = &tag[end + 1..];
        found.push(plain(&inner[..inner.find("</").unwrap_or(inner.len())]));
        if found.len() == MAX_DIAGRAMS {
            break;
        }
    }
    // A bare definition begins with an option.
    if !page.contains('<') && (page.contains("files=") || page.contains("ranks=")) {
        found.push(page.to_owned());
    }
    found
}

/// Removes the tags, and decodes the common entities.
fn plain(text: &str) -> String {
    let mut result = String::new();
    let mut inside = false;
    for letter in text.chars() {
        match letter {
            '<' => inside = true,
            '>' if inside => {
                inside = false;
                result.push('\n');
            }
            _ if inside => {}
            other => result.push(other),
        }
    }
    decoded(&result)
}

/// Decodes the common entities.
pub(super) fn decoded(text: &str) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("&amp;", "&")]
        .into_iter()
        .fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}

/// Splits the definition into options and pieces. A line can hold several of them, and the name of a piece can contain
/// spaces.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut open = String::new();
        for word in line.split_whitespace() {
            open = if open.is_empty() { word.to_owned() } else { format!("{open} {word}") };
            if word.contains([':', '=']) {
                words.push(std::mem::take(&mut open));
            }
        }
    }
    words
}

/// Returns the title of a page.
fn title(page: &str) -> Option<String> {
    let lower = page.to_ascii_lowercase();
    let at = lower.find("<title>")? + "<title>".len();
    let text = plain(&page[at..at + lower[at..].find("</title>")?]);
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns the name of a file without its folders.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Returns the name of a file without its ending.
pub(super) fn stem(name: &str) -> String {
    let file = file_name(name);
    file.split('.').next().unwrap_or(file).to_owned()
}
