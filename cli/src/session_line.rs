//! A line of a session with an engine: `position startpos moves e2e4`, or a FEN or SFEN with the moves played from it.

use ferz_core::base::Setup;
use ferz_core::base::source::Span;
use ferz_core::fast::engine::Engine;
use ferz_core::rules::Variant;
use ferz_syntax::messages::diagnostic::{Code, Diagnostic};
use ferz_text::notation::dialect::{Codec, Dialect};

/// The word for the start position.
const START: &str = "startpos";

/// The word before the moves.
const MOVES: &str = "moves";

/// A position and the moves played from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SessionLine<'t> {
    /// The text of the position, or `None` for the start position.
    pub position: Option<&'t str>,
    /// The moves with spaces between them. They are the end of the line.
    pub moves: &'t str,
    /// The number of bytes before the moves.
    before: usize,
}

impl<'t> SessionLine<'t> {
    /// Returns the parts of a line. Returns `None` for other lines, such as plain FENs.
    pub(super) fn of(text: &'t str) -> Option<SessionLine<'t>> {
        let line = text.trim();
        let line = line.strip_prefix("position ").map_or(line, str::trim_start);
        let (position, moves) = match line.split_once(" moves ") {
            Some((position, moves)) => (position.trim(), moves.trim()),
            None => (line.strip_suffix(MOVES).map_or(line, str::trim_end), ""),
        };
        let is_start = position == START;
        let is_session = is_start || !moves.is_empty() && position.contains('/');
        let before = if moves.is_empty() { 0 } else { moves.as_ptr() as usize - text.as_ptr() as usize };
        is_session.then_some(SessionLine { position: (!is_start).then_some(position), moves, before })
    }

    /// Plays the moves from a position. The program that wrote them is `from`, or the first whose texts all moves are.
    ///
    /// # Errors
    /// If a move is not legal. The place of the problem is that of the move in the line.
    pub(super) fn play(
        &self,
        variant: &Variant,
        start: &Setup,
        from: Option<&'static Dialect>,
    ) -> Result<Setup, Diagnostic> {
        let engine = Engine::new(variant);
        let dialects: Vec<&'static Dialect> = match from {
            Some(dialect) => vec![dialect],
            None => Dialect::all().iter().collect(),
        };
        let mut farthest: Option<Diagnostic> = None;
        for dialect in dialects {
            match self.played(&engine, start, dialect) {
                Ok(setup) => return Ok(setup),
                Err(problem) => {
                    let is_farther =
                        farthest.as_ref().is_none_or(|known| known.place().start < problem.place().start);
                    farthest = if is_farther { Some(problem) } else { farthest };
                }
            }
        }
        Err(farthest.unwrap_or_else(|| Diagnostic::new(Code::MoveIllegal, Span::default(), "no moves")))
    }

    fn played(&self, engine: &Engine, start: &Setup, dialect: &'static Dialect) -> Result<Setup, Diagnostic> {
        let codec = Codec::new(engine.variant(), dialect);
        let mut position = engine.position(start);
        for word in self.moves.split_whitespace() {
            let (legal, setup) = (engine.legal_moves(&position), engine.setup(&position));
            let mv = codec.find(engine, &setup, &legal, word);
            let Some(next) = mv.and_then(|mv| engine.play(&position, mv)) else {
                let at = self.before + word.as_ptr() as usize - self.moves.as_ptr() as usize;
                let message = format!("`{word}` is not a legal move here");
                return Err(Diagnostic::new(Code::MoveIllegal, Span::new(0, at, word.len()), message));
            };
            position = next;
        }
        Ok(engine.setup(&position))
    }
}
