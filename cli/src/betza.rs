//! `ferz betza`: shows the squares that a piece can reach, given its Betza notation, as a diagram and in words.
//!
//! [`answer`] is the entry point. It builds a board with the given pieces (a [`Scene`]), and walks the automaton of the
//! notation on it. A name with several meanings gets one answer for each.

use super::output::{CommandError, ExitVerdict, Output};
use super::picture::PictureArgs;
use ferz_core::base::source::{Sources, Span};
use ferz_core::base::{Board, Color, Orientation, Square};
use ferz_core::rules::walk::{Imagined, Occupancy, Walk, essential, walks};
use ferz_core::rules::{Castle, Holds};
use ferz_lang::betza::{self, BetzaDialect, BetzaReading};
use ferz_syntax::messages::diagnostic::{Diagnostic, nearest};
use ferz_syntax::messages::text::{capital, commas, join};
use ferz_text::words::drawing::{Drawing, Mark, descriptions, hurdles, legend, svg, text};
use ferz_text::words::report::located;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The arguments of `ferz betza`.
#[derive(Debug, clap::Args)]
pub struct BetzaArgs {
    /// Betza or XBetza notation, with or without bracket paths, or the name of a piece
    pub notation: String,
    /// The board, as files by ranks
    #[arg(long, value_name = "WxH", default_value = "9x9")]
    pub board: String,
    /// The square of the piece [default: the middle]
    #[arg(long, value_name = "SQUARE")]
    pub from: Option<String>,
    /// Squares with pieces of its own color
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub own: Vec<String>,
    /// Squares with enemy pieces
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub enemy: Vec<String>,
    /// The squares of those pieces that are royal
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub royal: Vec<String>,
    /// Squares on which an enemy can be captured en passant
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub passed: Vec<String>,
    /// The color of the piece
    #[arg(long, value_name = "COLOR", default_value = "white", value_parser = ["white", "black"])]
    pub color: String,
    /// The piece has not moved yet
    #[arg(long)]
    pub virgin: bool,
    /// Read ambiguous notation as XBoard does: direction letters on K and Q as single rays, nC and nZ as blocked
    /// halfway
    #[arg(long)]
    pub xboard: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Also print the automaton of the notation
    #[arg(long)]
    pub automaton: bool,
    #[command(flatten)]
    pub picture: PictureArgs,
}

/// The result of the command.
#[derive(Debug)]
pub struct BetzaAnswer {
    /// The text for standard output, or `None` if the notation has an error.
    pub text: Option<String>,
    /// The SVG picture, if the user requested one.
    pub svg: Option<String>,
    /// The problems of the notation.
    pub problems: Vec<Diagnostic>,
    /// The texts that the problems refer to.
    pub sources: Sources,
}

pub(super) fn run(args: &BetzaArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let BetzaAnswer { text, svg, problems, sources } =
        answer(args, output.is_plain()).map_err(CommandError::message)?;
    if text.is_none() {
        output.refusal(&located(&problems, &sources))?;
    }
    output.problems(&sources, &problems)?;
    svg.map_or(Ok(()), |svg| args.picture.write(&svg))?;
    write!(output, "{}", text.as_deref().unwrap_or_default())?;
    Ok(ExitVerdict::from_bool(text.is_some()))
}

/// Returns the result of the command, or an error about the command line. With `plain`, the diagram is described in
/// words.
pub fn answer(args: &BetzaArgs, plain: bool) -> Result<BetzaAnswer, String> {
    let scene = Scene::new(args)?;
    let named = betza::by_name(&args.notation);
    let notation = named.first().map_or(args.notation.as_str(), |piece| piece.betza.as_str());
    let (sources, mut problems) = (Sources::of("notation", notation), Vec::new());
    let Some(reading) = read(args, notation, &scene, &mut problems) else {
        return Ok(BetzaAnswer {
            text: None,
            svg: None,
            problems: hinted(problems, &args.notation),
            sources,
        });
    };
    let picture = args.picture.is_wanted().then(|| {
        let (shown, hurdles) = scene.with_hurdles(&reading);
        let name = betza::name_of(&reading.canonical).unwrap_or(&reading.canonical);
        svg(&shown.drawing(&reading, &hurdles), &format!("{name}: {}", words(&reading)))
    });
    let others = named.iter().skip(1).map(|piece| piece.betza.as_str());
    let others = others.filter_map(|other| Some((other, read(args, other, &scene, &mut Vec::new())?)));
    let others: Vec<(&str, BetzaReading)> = others.collect();
    let text = if args.json {
        let mut data = scene.data(args, notation, &reading);
        if !others.is_empty() {
            let all = others.iter().map(|(other, reading)| scene.data(args, other, reading));
            data["also"] = all.collect();
        }
        pretty(&data)
    } else {
        let all = std::iter::once(&reading).chain(others.iter().map(|(_, reading)| reading));
        let mut texts: Vec<String> = all.map(|reading| scene.page(args, reading, plain)).collect();
        if texts.len() > 1 {
            let from = named.iter().map(|piece| piece.from.as_str());
            let drawn = if picture.is_some() { "; the picture shows the first" } else { "" };
            let meanings = join(from, "and");
            texts.insert(0, format!("`{}` has several meanings ({meanings}){drawn}.\n", args.notation));
        }
        texts.join("\n")
    };
    Ok(BetzaAnswer { text: Some(text), svg: picture, problems, sources })
}

/// Parses a notation, and collects its problems.
fn read(
    args: &BetzaArgs,
    notation: &str,
    scene: &Scene,
    problems: &mut Vec<Diagnostic>,
) -> Option<BetzaReading> {
    let at = Span::new(0, 0, notation.len());
    let dialect = BetzaDialect { eight_rays: args.xboard, halfway: args.xboard };
    let (reading, found) = betza::read_with(notation, at, dialect);
    problems.extend(found);
    problems.extend(reading.iter().flat_map(|reading| betza::impossible_moves(reading, &scene.board)));
    reading
}

fn pretty(data: &Value) -> String {
    format!("{data:#}\n")
}

/// Adds suggestions to the problems of a word that may be a misspelled or unknown name instead of a notation.
fn hinted(mut problems: Vec<Diagnostic>, word: &str) -> Vec<Diagnostic> {
    let names = betza::named().iter().flat_map(|piece| piece.names.iter().map(String::as_str));
    let near = nearest(word, names).filter(|_| word.len() > 3);
    // A notation has a capital letter for every step, so a long word in lower case is most likely a name.
    let is_name = word.len() > 3
        && word.chars().all(|c| c.is_alphabetic() || c == '-' || c == ' ')
        && !word.chars().skip(1).any(char::is_uppercase);
    let Some(first) = problems.first_mut().filter(|_| is_name || near.is_some()) else { return problems };
    first.help = Some(match near {
        Some(name) => format!("did you mean the piece `{name}`?"),
        None => "a notation has a capital for each type of step, as in `N`, `fmWfcF`, or `[F?R]`; \
                 see `ferz betza --help`"
            .to_owned(),
    });
    if is_name {
        first.message = format!("`{word}` is neither the name of a piece nor a notation");
        first.labels.truncate(1);
    }
    problems.truncate(1);
    problems
}

/// Describes a notation in its canonical form, which is the shortest.
fn words(reading: &BetzaReading) -> String {
    let text = &reading.canonical;
    let shortest = betza::read(text, Span::new(0, 0, text.len())).0;
    betza::describe(shortest.as_ref().map_or(&reading.notation, |shortest| &shortest.notation))
}

fn is_quiet(walk: &Walk) -> bool {
    walk.captures.is_empty() && walk.en_passant.is_none()
}

/// A board with the moving piece and other pieces.
#[derive(Clone)]
struct Scene {
    board: Board,
    from: Square,
    color: Color,
    holds: SquareContents,
    virgin: bool,
}

/// The contents of the occupied squares.
type SquareContents = BTreeMap<Square, Holds>;

/// Returns the occupancy of a board with these pieces for the automaton.
fn posed(pieces: &SquareContents, virgin: bool) -> impl Occupancy {
    Imagined { is_home: virgin, holds: |square| pieces.get(&square).copied().unwrap_or(Holds::EMPTY) }
}

impl Scene {
    fn new(args: &BetzaArgs) -> Result<Scene, String> {
        let size = args.board.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        let is_sound = |(w, h): &(i32, i32)| (1..=16).contains(w) && (1..=16).contains(h);
        let Some((width, height)) = size.filter(is_sound) else {
            let why = "is not a board size: write files by ranks, at most 16x16, as in `9x9`";
            return Err(format!("`{}` {why}", args.board));
        };
        let board = Board::new(width, height, Orientation::Turned, &[], Vec::new());
        let board = board.map_err(|error| error.to_string())?;
        let missing = |name: &String| format!("the board of {width} by {height} has no square `{name}`");
        let square = |name: &String| board.square(name).ok_or_else(|| missing(name));
        let all = |names: &[String]| names.iter().map(square).collect::<Result<Vec<Square>, String>>();
        let middle = board.at((width + 1) / 2, (height + 1) / 2).unwrap_or(Square(0));
        let from = args.from.as_ref().map_or(Ok(middle), square)?;
        let (own, enemy, royal, passed) =
            (all(&args.own)?, all(&args.enemy)?, all(&args.royal)?, all(&args.passed)?);
        if let Some(shared) = own.iter().filter(|square| enemy.contains(square)).min() {
            return Err(format!("`{}` cannot hold a piece of both colors", board.name(*shared)));
        }
        let is_empty = |square: &&Square| !own.contains(square) && !enemy.contains(square);
        if let Some(lost) = royal.iter().filter(is_empty).min() {
            return Err(format!("`{}` is royal but holds no piece", board.name(*lost)));
        }
        let gone = Holds::EMPTY.or(Holds::PASSED);
        let mut holds = BTreeMap::new();
        for (squares, common, royals) in [
            (passed, gone, gone),
            (own, Holds::OWN_COMMON, Holds::OWN_ROYAL),
            (enemy, Holds::ENEMY_COMMON, Holds::ENEMY_ROYAL),
        ] {
            let which = |square| if royal.contains(square) { royals } else { common };
            holds.extend(squares.iter().map(|square| (*square, which(square))));
        }
        let color = if args.color == "black" { Color::Black } else { Color::White };
        Ok(Scene { board, from, color, holds, virgin: args.virgin })
    }

    /// Returns a notation and its moves as JSON.
    fn data(&self, args: &BetzaArgs, notation: &str, reading: &BetzaReading) -> Value {
        let found = self.walks(reading);
        let mut data = json!({
            "notation": notation,
            "canonical": reading.canonical,
            "quiet": self.names(&found, is_quiet),
            "captures": self.names(&found, |walk| !is_quiet(walk)),
            "name": betza::name_of(&reading.canonical),
            "words": words(reading),
        });
        if args.automaton {
            data["automaton"] = json!(reading.automaton);
        }
        data
    }

    /// Returns the text output for a notation: its shortest form, its description, and a diagram.
    fn page(&self, args: &BetzaArgs, reading: &BetzaReading, plain: bool) -> String {
        let (shown, hurdles) = self.with_hurdles(reading);
        let drawing = shown.drawing(reading, &hurdles);
        let name = betza::name_of(&reading.canonical).map_or(String::new(), |name| format!(" ({name})"));
        let diagram = match plain {
            true => shown.described(&drawing),
            false => format!("{}\n{}", text(&drawing), legend(&drawing)),
        };
        let mut out = format!("{}{name}\n{}\n\n{diagram}", reading.canonical, words(reading));
        if args.automaton {
            out += &format!("\n{}", pretty(&json!(reading.automaton)));
        }
        out
    }

    /// Returns the squares of these pieces, without the mover.
    fn pieces(&self, which: Holds) -> impl Iterator<Item = Square> {
        self.holds.iter().filter(move |(_, holds)| holds.meets(which)).map(|(square, _)| *square)
    }

    /// Returns the scene with hurdles to hop over, if the piece hops and the user gave no other pieces.
    fn with_hurdles(&self, reading: &BetzaReading) -> (Scene, SquareContents) {
        let mut scene = self.clone();
        let hurdles = match self.pieces(Holds::PIECE).next() {
            Some(_) => SquareContents::new(),
            None => hurdles(&self.board, &reading.automaton, self.from, self.color),
        };
        scene.holds.extend(&hurdles);
        (scene, hurdles)
    }

    /// Describes a drawing in words.
    fn described(&self, drawing: &Drawing) -> String {
        let mut lines = vec![format!("The piece is on {}.", self.board.name(self.from))];
        for (whose, which) in [("Own", Holds::OWN), ("Enemy", Holds::ENEMY)] {
            let names = commas(self.pieces(which).map(|square| self.board.name(square)));
            if !names.is_empty() {
                lines.push(format!("{whose} pieces: {names}"));
            }
        }
        lines.extend(descriptions(drawing).iter().map(|line| capital(line)));
        lines.join("\n") + "\n"
    }

    fn walks(&self, reading: &BetzaReading) -> Vec<Walk> {
        let mut found =
            walks(&self.board, &reading.automaton, self.from, self.color, &posed(&self.holds, self.virgin));
        found.extend(reading.automaton.castles.iter().filter_map(|castle| self.castling(*castle)));
        found
    }

    /// Returns the walk of a castling by an unmoved piece, if one of its own pieces is on the partner's square.
    fn castling(&self, castle: Castle) -> Option<Walk> {
        let way = castle.way(&self.board, self.from, self.color).filter(|_| self.virgin)?;
        let has_partner = self.pieces(Holds::OWN).any(|square| square == way.partner.0);
        let is_open = !self.pieces(Holds::PIECE).any(|square| way.empty.contains(&square));
        let to = way.king.1;
        let trail = way.empty.into_iter().filter(|square| *square != to).collect();
        (has_partner && is_open).then(|| Walk { trail, ..Walk::new(self.from, to) })
    }

    fn names(&self, found: &[Walk], wanted: impl Fn(&Walk) -> bool) -> Vec<&str> {
        let mut names: Vec<&str> =
            found.iter().filter(|walk| wanted(walk)).map(|walk| self.board.name(walk.to)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Draws the possible walks, and the captures that the piece could make on empty squares.
    fn drawing(&self, reading: &BetzaReading, hurdles: &SquareContents) -> Drawing<'_> {
        let (board, automaton, from, mover) = (&self.board, &reading.automaton, self.from, self.color);
        let mut drawing = Drawing::new(board).piece(from, "@", mover);
        for (token, which, color) in [("o", Holds::OWN, mover), ("e", Holds::ENEMY, mover.other())] {
            for square in self.pieces(which).filter(|square| *square != from && !hurdles.contains_key(square))
            {
                drawing = drawing.piece(square, token, color);
            }
        }
        let (quiet, mut possible): (Vec<Walk>, Vec<Walk>) =
            self.walks(reading).into_iter().partition(is_quiet);
        let quiet = essential(board, automaton, from, mover, &posed(&self.holds, self.virgin), &quiet);
        let taken: Vec<Square> = self.pieces(Holds::PIECE).chain([from]).collect();
        for target in board.squares().filter(|square| !taken.contains(square)) {
            let mut pieces = self.holds.clone();
            pieces.insert(target, Holds::ENEMY_COMMON);
            let there = walks(board, automaton, from, mover, &posed(&pieces, self.virgin)).into_iter();
            possible.extend(there.filter(|walk| walk.captures.contains(&target)));
        }
        // A capture on an empty square has the same path as a quiet move there, so it requires the same empty squares.
        for walk in &mut possible {
            if let Some(quiet) = quiet.iter().find(|quiet| quiet.to == walk.to) {
                walk.trail.clone_from(&quiet.trail);
            }
        }
        drawing.mark_walks(&quiet, &possible);
        drawing.clear_start(from);
        drawing.marks.retain(|square, mark| *mark != Mark::Clear || !taken.contains(square));
        drawing.marks.extend(hurdles.keys().map(|square| (*square, Mark::Hurdle)));
        drawing
    }
}
