//! The state of the screen: the game, the selection, the prompt, and the message.
//!
//! [`ScreenState`] is the main type. Input calls its methods, which change the game; [`ScreenState::refresh`] then
//! updates all derived data, such as the legal moves. [`ScreenState::tick`] runs between inputs for the computer player
//! and the clocks.

use super::clocks::Clocks;
use super::pick::{MoveStart, Pick, Picked, starts};
use super::theme::Theme;
use super::thinking::{SearchPurpose, Thinking};
use crate::play::edit::PositionEditor;
use crate::play::ongoing::OngoingGame;
use crate::play::saved::SavedGame;
use crate::play::strength::{Opponent, Player};
use crate::play::{choices, refusal};
use crate::think::claim;
use ferz_core::base::{Color, Move, Outcome, Piece, PieceTypeId, Square};
use ferz_core::play::game::{GameHistory, Random};
use ferz_core::play::search::Info;
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
use ferz_text::notation::{added_piece, record};
use ratatui_core::layout::Rect;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The meaning of a place on the screen for a mouse click.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Hit {
    Square(Square),
    Hand(PieceTypeId),
    /// An item of the open list.
    Item(usize),
    Answer(bool),
    /// A word that the player could type as well.
    Word(String),
}

/// A question to the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Prompt {
    Leave,
    Resign,
    /// The offer of a draw to the other side.
    Draw,
    Resume,
    /// A new game in place of this one.
    New,
}

/// A list of moves to choose from by name.
pub(super) struct Menu {
    pub(super) title: String,
    pub(super) moves: Vec<Move>,
    pub(super) names: Vec<String>,
    pub(super) at: usize,
}

pub(super) enum Mode {
    Play,
    Menu(Menu),
    Ask(Prompt),
    /// The help, scrolled to this line.
    Help(usize),
    /// A text over the board, scrolled to the line `from`.
    Text {
        title: String,
        lines: Vec<String>,
        from: usize,
    },
    Edit(PositionEditor),
}

pub(super) struct ScreenState {
    pub(super) ongoing: OngoingGame,
    pub(super) opponent: Opponent,
    pub(super) random: Random,
    pub(super) theme: Theme,
    /// True if pieces are shown by the signs of chess where possible, and not by letters.
    pub(super) has_signs: bool,
    pub(super) mode: Mode,
    pub(super) pick: Pick,
    pub(super) cursor: Square,
    pub(super) flipped: bool,
    pub(super) shows_threats: bool,
    pub(super) hint: Option<Move>,
    /// The text typed so far.
    pub(super) line: String,
    pub(super) message: Vec<String>,
    /// The number of scrolled lines of the message.
    pub(super) scroll: usize,
    pub(super) thinking: Option<Thinking>,
    pub(super) info: Option<Info>,
    pub(super) clocks: Clocks,
    pub(super) kept: Option<SavedGame>,
    /// The legal moves. The list is empty on the turn of a computer player.
    pub(super) legal: Vec<Move>,
    /// The moves played, in algebraic notation.
    pub(super) texts: Vec<String>,
    /// The moves played as they are shown: in algebraic notation, or in the style of the player.
    pub(super) shown: Vec<String>,
    /// The pieces that each of the moves played has removed.
    pub(super) captured: Vec<Vec<Piece>>,
    /// The maximum number of plies.
    pub(super) limit: usize,
    /// The outcome if the game has ended, and the royal pieces in check. Both are stored because they are expensive to
    /// compute.
    pub(super) outcome: Option<Outcome>,
    pub(super) checked: BTreeSet<Square>,
    pub(super) hits: Vec<(Rect, Hit)>,
    pub(super) is_over: bool,
    pub(super) wants_suspension: bool,
}

impl Mode {
    /// Returns the first visible line of a text over the board.
    pub(super) fn top_line(&mut self) -> Option<&mut usize> {
        match self {
            Mode::Help(from) | Mode::Text { from, .. } => Some(from),
            Mode::Play | Mode::Menu(_) | Mode::Ask(_) | Mode::Edit(_) => None,
        }
    }
}

impl ScreenState {
    pub(super) fn variant(&self) -> &Variant {
        &self.ongoing.rules.variant
    }

    pub(super) fn game(&self) -> &GameHistory {
        &self.ongoing.game
    }

    pub(super) fn turn(&self) -> Color {
        self.game().setup().turn
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.say_all(vec![text.into()]);
    }

    pub(super) fn say_all(&mut self, lines: Vec<String>) {
        (self.message, self.scroll) = (lines, 0);
    }

    /// Returns true if the game continues.
    pub(super) fn is_running(&self) -> bool {
        self.outcome.is_none() && self.game().plies().len() < self.limit
    }

    /// Says why a person cannot move.
    pub(super) fn whose_turn(&self) -> &'static str {
        if self.is_running() { "it is the computer's turn" } else { "the game is over" }
    }

    /// Returns true if it is a person's turn in a game that continues.
    pub(super) fn is_mine(&self) -> bool {
        self.is_running() && self.ongoing.is_human(self.turn())
    }

    /// Updates all data that depends on the game.
    pub(super) fn refresh(&mut self, moved: bool) {
        self.pick = Pick::default();
        self.hint = None;
        self.outcome = self.ongoing.outcome();
        self.checked = self.royals_in_check();
        self.legal = if self.is_mine() { self.ongoing.legal_moves() } else { Vec::new() };
        let plies = self.game().plies().len();
        self.texts.truncate(plies);
        self.shown.truncate(plies);
        self.captured.truncate(plies);
        for number in self.texts.len()..plies {
            // Only new moves get a text, because algebraic notation needs the legal moves of the position.
            let game = self.game();
            let before = number.checked_sub(1).map_or(game.start(), |last| game.plies()[last].setup());
            let text = record::algebraic(game.engine(), before, &game.plies()[number]);
            let mv = &game.plies()[number].mv;
            let styled = self.ongoing.styled(before, mv);
            let changes = Interpreter::new(self.variant()).changes(before, mv);
            let lost = changes.iter().flatten().filter_map(|change| change.lost());
            let captured = lost.filter(|(square, _)| Some(*square) != mv.from).map(|(_, piece)| piece);
            self.captured.push(captured.collect());
            self.shown.push(styled.unwrap_or_else(|| text.clone()));
            self.texts.push(text);
        }
        let turn = self.is_running().then(|| self.turn());
        self.clocks.turn(turn, moved);
        if let Some(kept) = &self.kept {
            kept.keep(&self.ongoing, &self.texts, self.outcome.is_some());
        }
        if self.outcome.is_some() {
            // The line below the board shows the outcome, and the message its reason.
            let mut lines = refusal::ending(&self.ongoing);
            lines.push("Undo takes back a move; Quit leaves.".to_owned());
            self.say_all(lines);
        }
    }

    /// Plays a move of the side to move.
    pub(super) fn make(&mut self, mv: &Move) {
        self.message.clear();
        if !self.ongoing.make(mv) {
            self.say("that move cannot be played");
        }
        self.mode = Mode::Play;
        self.refresh(true);
    }

    /// Returns the squares that can be selected next.
    pub(super) fn targets(&self) -> BTreeSet<Square> {
        self.pick.targets(self.variant(), &self.legal)
    }

    /// Selects a square as the start or the continuation of a move.
    pub(super) fn choose(&mut self, square: Square) {
        self.cursor = square;
        if !self.is_mine() {
            return self.say(self.whose_turn());
        }
        if self.pick.start == Some(MoveStart::Square(square))
            // A second click on the selected piece lists its special moves, unless a move leads back to its own square.
            && self.pick.path.is_empty()
            && !self.targets().contains(&square)
        {
            return self.offer_special();
        }
        if self.pick.start.is_none() {
            return self.begin(square);
        }
        let rules = Rc::clone(&self.ongoing.rules);
        // `choose` borrows the moves while it changes the selection, so they are moved out and put back below.
        let legal = std::mem::take(&mut self.legal);
        let (moves, is_more) = match self.pick.choose(square, &rules.variant, &legal) {
            Picked::Move(mv) => (vec![mv.clone()], false),
            Picked::Several(moves) => (moves.into_iter().cloned().collect(), false),
            picked => (Vec::new(), matches!(picked, Picked::More)),
        };
        self.legal = legal;
        match moves.as_slice() {
            [] if is_more => self.say(self.next_square()),
            [] => self.not_there(square),
            [mv] => self.make(mv),
            _ => self.open_menu("Which move?", moves),
        }
    }

    /// Asks for the next square of the selected move, and names the piece that the move puts there.
    fn next_square(&self) -> String {
        let moves = self.pick.moves(self.variant(), &self.legal);
        let title = added_piece(self.variant()).filter(|_| moves.iter().all(|mv| !mv.then.is_empty()));
        title.map_or_else(
            || "choose the next square of this move".to_owned(),
            |title| format!("choose the square of the {title}"),
        )
    }

    fn begin(&mut self, square: Square) {
        if starts(self.variant(), &self.legal).contains(&MoveStart::Square(square)) {
            self.pick = Pick::from(MoveStart::Square(square));
            self.message.clear();
        } else {
            let lines = refusal::square(&self.ongoing, square);
            self.say_all(lines);
        }
    }

    /// Explains why the selected piece cannot go to a square, or selects the piece on that square.
    fn not_there(&mut self, square: Square) {
        let is_start = starts(self.variant(), &self.legal).contains(&MoveStart::Square(square));
        // As in other programs, a click on another piece selects that piece.
        if is_start && self.pick.path.is_empty() {
            self.pick = Pick::from(MoveStart::Square(square));
            self.message.clear();
            return;
        }
        let name = |square| self.variant().board.name(square);
        let text = match self.pick.start {
            Some(MoveStart::Square(from)) if self.pick.path.is_empty() => {
                format!("{}{}", name(from), name(square))
            }
            Some(MoveStart::Hand(id)) if self.pick.path.is_empty() => {
                let token = ferz_text::notation::braced(&self.variant().piece_type(id).token);
                format!("{token}@{}", name(square))
            }
            _ => return self.say("this move does not continue there; Esc cancels"),
        };
        let lines = refusal::mv(&self.ongoing, &self.legal, &text);
        self.say_all(lines);
    }

    /// Selects a piece in hand.
    pub(super) fn choose_hand(&mut self, piece_type: PieceTypeId) {
        let start = MoveStart::Hand(piece_type);
        if self.is_mine() && starts(self.variant(), &self.legal).contains(&start) {
            self.pick = Pick::from(start);
            self.say("choose a square for the drop");
        } else {
            self.say("it cannot be dropped now");
        }
    }

    /// Lists the actions that are not moves or captures, of the selected piece or of all pieces.
    pub(super) fn offer_special(&mut self) {
        let own = self.pick.moves(self.variant(), &self.legal);
        let all: Vec<&Move> = if self.pick.start.is_some() { own } else { self.legal.iter().collect() };
        let special: Vec<Move> = all.into_iter().filter(|mv| choices::is_special(mv)).cloned().collect();
        if special.is_empty() {
            let whose = if self.pick.start.is_some() { "this piece has" } else { "there are" };
            self.pick = Pick::default();
            return self.say(format!("{whose} no special moves here"));
        }
        self.open_menu("Special moves", special);
    }

    fn open_menu(&mut self, title: &str, moves: Vec<Move>) {
        let names = moves.iter().map(|mv| choices::name(&self.ongoing, mv)).collect();
        self.mode = Mode::Menu(Menu { title: title.to_owned(), moves, names, at: 0 });
    }

    /// Plays the move of an item of the list.
    pub(super) fn choose_item(&mut self, at: usize) {
        let Mode::Menu(menu) = &self.mode else { return };
        if let Some(mv) = menu.moves.get(at).cloned() {
            self.make(&mv);
        }
    }

    pub(super) fn cancel(&mut self) {
        if matches!(self.mode, Mode::Edit(_)) {
            // The clocks continue to run.
            self.mode = Mode::Play;
            self.refresh(false);
        }
        if !matches!(self.mode, Mode::Ask(Prompt::Resume)) {
            self.mode = Mode::Play;
        }
        self.pick = Pick::default();
        self.line.clear();
    }

    /// Returns the squares to mark as attacked.
    pub(super) fn threatened(&self) -> BTreeSet<Square> {
        if !self.shows_threats {
            return BTreeSet::new();
        }
        self.ongoing.threatened()
    }

    /// Returns the royal pieces of the side to move, if it is in check.
    fn royals_in_check(&self) -> BTreeSet<Square> {
        let setup = self.game().setup();
        if !self.game().in_check() {
            return BTreeSet::new();
        }
        let is_royal = |(_, piece): &(Square, ferz_core::base::Piece)| {
            piece.color == setup.turn && self.variant().piece_type(piece.piece_type).royal.is_some()
        };
        setup.pieces().filter(is_royal).map(|(square, _)| square).collect()
    }

    /// Lets a computer player move, handles the result of its search, and tests the clocks.
    pub(super) fn tick(&mut self) {
        if let Some(thinking) = &self.thinking {
            // The score of a hint is that of the other side.
            if let Some(info) = thinking.news().filter(|_| thinking.purpose == SearchPurpose::Move) {
                self.info = Some(info);
            }
            // The computer player does not move while a question or a list is open.
            if thinking.is_done() && matches!(self.mode, Mode::Play) {
                self.handle_result();
            }
        }
        let is_waiting = matches!(self.mode, Mode::Ask(_) | Mode::Edit(_));
        if self.is_running() && !is_waiting {
            let turn = self.turn();
            // The rules of `ferz play` have no claim for insufficient material, so the other side always wins on time.
            if self.clocks.left(turn) == Some(0) {
                self.ongoing.end(Some(turn.other()), "time");
                self.thinking = None;
                return self.refresh(false);
            }
            if !self.ongoing.is_human(turn) && self.thinking.is_none() {
                self.let_move(turn);
            }
        }
    }

    fn let_move(&mut self, turn: Color) {
        let moves = self.ongoing.legal_moves();
        let mv = match self.ongoing.players.get(turn) {
            Player::Engine => {
                // The clock on the screen is authoritative, because it also runs between two searches.
                self.clocks.left(turn).into_iter().for_each(|left| self.opponent.set_clock(turn, left));
                let job = self.opponent.next_search(self.game());
                self.thinking = Thinking::begin(job, SearchPurpose::Move);
                None
            }
            _ => self.random.pick(&moves).cloned(),
        };
        if let Some(mv) = mv {
            self.make(&mv);
        }
    }

    /// Handles the result of a finished search.
    fn handle_result(&mut self) {
        let Some(mut thinking) = self.thinking.take() else { return };
        match (thinking.finish(), thinking.purpose) {
            (Some(mv), SearchPurpose::Move) => {
                let who = self.turn().title();
                let score = self.info.as_ref().map_or(0, |info| info.score);
                // A computer player that can claim the end does so instead of playing its move.
                if let Some(claimed) = claim(self.game(), score) {
                    self.ongoing.game.claim(&claimed.reason);
                    return self.refresh(false);
                }
                self.make(&mv);
                let text = self.shown.last().cloned().unwrap_or_default();
                if self.is_running() {
                    self.say(format!("{who} plays {text}"));
                }
            }
            (Some(mv), SearchPurpose::Hint) => {
                let name = choices::name(&self.ongoing, &mv);
                self.say(format!("Hint: {name}"));
                self.hint = Some(mv);
            }
            (None, _) => self.say("no move was found"),
        }
    }
}
