//! `ferz betza`: where a piece given in Betza notation can go.

use crate::base::diagnostic::Diagnostic;
use crate::base::source::{Sources, Span};
use crate::base::text::{capital, commas};
use crate::base::{Bitboard, Board, Color, Orientation, Square, SquareSet};
use crate::lang::betza::{self, Dialect, Reading};
use crate::rules::walk::{Occupancy, Walk, essential, walks};
use crate::rules::{Castle, Holds, Virgin};
use crate::words::drawing::{Drawing, Mark, hurdles, legend, svg, text, told};
use serde_json::{Value, json};
use std::path::PathBuf;

const EXAMPLES: &str = "\
A capital names the step; the letters before it say where, how and when:
  ferz betza N                                    the knight
  ferz betza fmWfcF                               a pawn: forward to move, diagonally forward to capture
  ferz betza griffon                              a piece by its name
  ferz betza '[F?R]' --board 11x11                one diagonal step, then straight outward
  ferz betza mRcpR --enemy e8 --own e6            a cannon with something to jump over
  ferz betza fmWfceFifmnD --from e2 --virgin      a pawn that has not moved
  ferz betza nN --own e6                          a lame knight and a piece that blocks it
  ferz betza qNN --svg rose.svg                   a picture for a page
  ferz betza FyafsF --json --automaton            all data, for a program

Signs in the diagram: O moves or captures, m moves only, c captures only, X must be empty on the way,
H a piece it jumps over (added unless you place pieces yourself).
Put notations with brackets in quotes, or the shell interprets the brackets.";

/// Where a piece given in Betza notation can go, as a diagram and in words.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct BetzaArgs {
    /// Betza or XBetza notation, bracket paths included, or the name of a piece
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
    /// Which of these pieces are royal
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
    /// Read ambiguous notation as XBoard does: direction letters on K and Q as single rays, nC and nZ as blocked halfway
    #[arg(long)]
    pub xboard: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Also print the automaton the notation stands for
    #[arg(long)]
    pub automaton: bool,
    /// Write the diagram to an SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// What the command prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Printout {
    /// 0: done; 1: the notation is wrong; 2: the command line is wrong.
    pub code: u8,
    /// For standard output.
    pub out: String,
    /// For standard error.
    pub err: String,
    /// Problems of the notation, for standard error.
    pub problems: Vec<Diagnostic>,
    /// The text the problems point into.
    pub sources: Sources,
}

/// Runs the command; the diagram is put into words if `plain`.
pub(crate) fn run(args: &BetzaArgs, plain: bool) -> Printout {
    let mut sources = Sources::default();
    let named = betza::by_name(&args.notation);
    let notation = named.map_or(args.notation.as_str(), |piece| piece.betza.as_str());
    let file = sources.add("notation", notation);
    let dialect = Dialect { eight_rays: args.xboard, halfway: args.xboard };
    let scene = match Scene::new(args) {
        Ok(scene) => scene,
        Err(message) => {
            return Printout { code: 2, err: format!("{message}\n"), sources, ..Printout::default() };
        }
    };
    let at = Span::new(file, 0, notation.len());
    let (reading, mut problems) = betza::read_with(notation, at, dialect);
    let Some(reading) = reading else {
        return Printout {
            code: 1,
            problems: hinted(problems, &args.notation),
            sources,
            ..Printout::default()
        };
    };
    problems.extend(betza::idle(&reading, &scene.board));
    let found = scene.walks(&reading);
    let posed = scene.with_hurdles(&reading);
    let drawing = match &posed {
        Some(posed) => posed.drawing(&reading, &posed.walks(&reading)),
        None => scene.drawing(&reading, &found),
    };
    let mut printout = Printout { problems, sources, ..Printout::default() };
    let name = betza::name_of(&reading.canonical);
    let words = words(&reading);
    let title = format!("{}: {words}", name.unwrap_or(&reading.canonical));
    if let Some(path) = &args.svg
        && let Err(error) = std::fs::write(path, svg(&drawing, &title))
    {
        return Printout { code: 2, err: format!("cannot write {}: {error}\n", path.display()), ..printout };
    }
    printout.out = if args.json {
        let data = data(args, notation, &reading, (name, &words), &scene, &found);
        serde_json::to_string_pretty(&data).unwrap_or_default() + "\n"
    } else {
        let diagram = match plain {
            true => scene.told(&drawing),
            false => format!("{}\n{}", text(&drawing), legend(&drawing)),
        };
        prose(args, &reading, (name, &words), &diagram)
    };
    printout
}

/// A word that is not a notation may be a misspelled or unknown name.
fn hinted(mut problems: Vec<Diagnostic>, word: &str) -> Vec<Diagnostic> {
    let names = betza::named().iter().flat_map(|piece| piece.names.iter().map(String::as_str));
    let near = crate::base::diagnostic::nearest(word, names).filter(|_| word.len() > 3);
    // A notation has a capital for every step.
    let is_name = word.len() > 3
        && word.chars().all(|c| c.is_alphabetic() || c == '-' || c == ' ')
        && !word.chars().skip(1).any(char::is_uppercase);
    let Some(first) = problems.first_mut().filter(|_| is_name || near.is_some()) else { return problems };
    first.help = Some(match near {
        Some(name) => format!("did you mean the piece `{name}`?"),
        None => "a notation has a capital for each type of step, as in `N`, `fmWfcF` or `[F?R]`; \
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

/// The description of the canonical form, which is the shortest.
fn words(reading: &Reading) -> String {
    let text = &reading.canonical;
    let shortest = betza::read(text, Span::new(0, 0, text.len())).0;
    betza::describe(shortest.as_ref().map_or(&reading.notation, |shortest| &shortest.notation))
}

fn prose(args: &BetzaArgs, reading: &Reading, (name, words): (Option<&str>, &str), diagram: &str) -> String {
    let mut out = reading.canonical.clone();
    if let Some(name) = name {
        out += &format!(" ({name})");
    }
    out += &format!("\n{words}\n\n{diagram}");
    if args.automaton {
        out += &format!("\n{}\n", serde_json::to_string_pretty(&reading.automaton).unwrap_or_default());
    }
    out
}

fn data(
    args: &BetzaArgs,
    notation: &str,
    reading: &Reading,
    (name, words): (Option<&str>, &str),
    scene: &Scene,
    found: &[Walk],
) -> Value {
    let quiet = scene.names(found, is_quiet);
    let captures = scene.names(found, |walk| !is_quiet(walk));
    let mut data = json!({
        "notation": notation,
        "canonical": reading.canonical,
        "quiet": quiet,
        "captures": captures,
        "name": name,
        "words": words,
    });
    if args.automaton
        && let Some(object) = data.as_object_mut()
    {
        object.insert("automaton".into(), serde_json::to_value(&reading.automaton).unwrap_or(Value::Null));
    }
    data
}

fn is_quiet(walk: &Walk) -> bool {
    walk.captures.is_empty() && walk.en_passant.is_none()
}

/// The pieces around the one in question.
#[derive(Clone, Copy)]
struct Pieces {
    own: SquareSet,
    enemy: SquareSet,
    royal: SquareSet,
    passed: SquareSet,
    virgin: bool,
}

impl Occupancy for Pieces {
    fn holds(&self, square: Square, _mover: Color) -> Holds {
        let royal = self.royal.contains(square);
        if self.own.contains(square) {
            return if royal { Holds::OWN_ROYAL } else { Holds::OWN_COMMON };
        }
        if self.enemy.contains(square) {
            return if royal { Holds::ENEMY_ROYAL } else { Holds::ENEMY_COMMON };
        }
        if self.passed.contains(square) { Holds::EMPTY.or(Holds::PASSED) } else { Holds::EMPTY }
    }

    fn is_home(&self, _from: Square, _virgin: Virgin) -> bool {
        self.virgin
    }
}

/// A board with a piece that moves.
struct Scene {
    board: Board,
    from: Square,
    color: Color,
    pieces: Pieces,
    /// Pieces added for the drawing, to be hopped over.
    hurdles: SquareSet,
}

impl Scene {
    fn new(args: &BetzaArgs) -> Result<Scene, String> {
        let size = args.board.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        let (width, height): (i32, i32) =
            size.filter(|(w, h)| (1..=16).contains(w) && (1..=16).contains(h)).ok_or_else(|| {
                format!(
                    "`{}` is not a board size: write files by ranks, at most 16x16, as in `9x9`",
                    args.board
                )
            })?;
        let board =
            Board::new(width, height, Orientation::Turned, &[], Vec::new()).map_err(|e| e.to_string())?;
        let square = |name: &String| {
            board
                .square(name)
                .ok_or_else(|| format!("the board of {width} by {height} has no square `{name}`"))
        };
        let set = |names: &[String]| names.iter().map(square).collect::<Result<SquareSet, String>>();
        let middle = board.at((width + 1) / 2, (height + 1) / 2).unwrap_or(Square(0));
        let from = args.from.as_ref().map_or(Ok(middle), square)?;
        let (own, enemy, royal, passed) =
            (set(&args.own)?, set(&args.enemy)?, set(&args.royal)?, set(&args.passed)?);
        let shared = (own & enemy).iter().next();
        if let Some(shared) = shared {
            return Err(format!("`{}` cannot hold a piece of both colors", board.name(shared)));
        }
        if let Some(lost) = (royal & !(own | enemy)).iter().next() {
            return Err(format!("`{}` is royal but holds no piece", board.name(lost)));
        }
        let color = if args.color == "black" { Color::Black } else { Color::White };
        let pieces = Pieces { own, enemy, royal, passed, virgin: args.virgin };
        Ok(Scene { board, from, color, pieces, hurdles: SquareSet::EMPTY })
    }

    /// The same with pieces to hop over, if no other pieces are given and the piece hops.
    fn with_hurdles(&self, reading: &Reading) -> Option<Scene> {
        if !(self.pieces.own | self.pieces.enemy).is_empty() {
            return None;
        }
        let found = hurdles(&self.board, &reading.automaton, self.from, self.color);
        let which = |own: bool| -> SquareSet {
            found
                .iter()
                .filter(|(_, holds)| holds.meets(Holds::OWN) == own)
                .map(|(square, _)| *square)
                .collect()
        };
        let (own, enemy) = (which(true), which(false));
        let hurdles = own | enemy;
        let pieces = Pieces { own, enemy, ..self.pieces };
        (!hurdles.is_empty()).then(|| Scene { board: self.board.clone(), pieces, hurdles, ..*self })
    }

    /// What the drawing shows, in words.
    fn told(&self, drawing: &Drawing) -> String {
        let mut lines = vec![format!("The piece is on {}.", self.board.name(self.from))];
        for (whose, squares) in [("Own", self.pieces.own), ("Enemy", self.pieces.enemy)] {
            let names: Vec<&str> = squares.iter().map(|square| self.board.name(square)).collect();
            if !names.is_empty() {
                lines.push(format!("{whose} pieces: {}", commas(&names)));
            }
        }
        lines.extend(told(drawing).iter().map(|line| capital(line)));
        lines.join("\n") + "\n"
    }

    fn walks(&self, reading: &Reading) -> Vec<Walk> {
        let mut found = walks(&self.board, &reading.automaton, self.from, self.color, &self.pieces);
        found.extend(reading.automaton.castles.iter().filter_map(|castle| self.castling(*castle)));
        found
    }

    /// Where a piece that has not moved castles to, if one of its own stands where its partner should.
    fn castling(&self, castle: Castle) -> Option<Walk> {
        let way = castle.way(&self.board, self.from, self.color).filter(|_| self.pieces.virgin)?;
        let Pieces { own, enemy, .. } = self.pieces;
        let taken = own | enemy;
        let open = own.contains(way.partner.0) && !way.empty.iter().any(|square| taken.contains(*square));
        let to = way.king.1;
        let trail = way.empty.into_iter().filter(|square| *square != to).collect();
        open.then(|| Walk { trail, ..Walk::new(self.from, to) })
    }

    fn names(&self, found: &[Walk], wanted: impl Fn(&Walk) -> bool) -> Vec<String> {
        let mut names: Vec<String> =
            found.iter().filter(|w| wanted(w)).map(|w| self.board.name(w.to).to_string()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The walks there are, and on empty squares what the piece could capture if an enemy stood there.
    fn drawing(&self, reading: &Reading, found: &[Walk]) -> Drawing<'_> {
        let Pieces { own, enemy, .. } = self.pieces;
        let (mover, other) = (self.color, self.color.other());
        let mut drawing = Drawing::new(&self.board).piece(self.from, "@", mover);
        for square in own.iter().filter(|square| *square != self.from) {
            drawing = drawing.piece(square, "o", mover);
        }
        for square in enemy.iter() {
            drawing = drawing.piece(square, "e", other);
        }
        let (quiet, mut possible): (Vec<Walk>, Vec<Walk>) = found.iter().cloned().partition(is_quiet);
        let (automaton, from) = (&reading.automaton, self.from);
        let quiet = essential(&self.board, automaton, from, self.color, &self.pieces, &quiet);
        let mut taken = own | enemy;
        taken.insert(from);
        for target in self.board.squares().filter(|square| !taken.contains(*square)) {
            let mut pieces = self.pieces;
            pieces.enemy.insert(target);
            let there = walks(&self.board, automaton, from, self.color, &pieces).into_iter();
            possible.extend(there.filter(|walk| walk.captures.contains(&target)));
        }
        // What must be empty for a quiet move must be so for a capture on the same square.
        for walk in &mut possible {
            if let Some(quiet) = quiet.iter().find(|quiet| quiet.to == walk.to) {
                walk.trail.clone_from(&quiet.trail);
            }
        }
        drawing.mark_walks(&quiet, &possible);
        drawing.marks.remove(&self.from);
        for square in self.hurdles.iter() {
            drawing.pieces.remove(&square);
            drawing.marks.insert(square, Mark::Hurdle);
        }
        for square in (own | enemy).iter() {
            if drawing.marks.get(&square) == Some(&Mark::Clear) {
                drawing.marks.remove(&square);
            }
        }
        drawing
    }
}
