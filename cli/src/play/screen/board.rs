//! Draws the board on the screen, with the marks of its squares.
//!
//! [`draw`] is the entry point. It registers the area of every square for the mouse. Marks are characters around the
//! token as well as colors, so that they are visible without color.

use super::layout::Layout;
use super::painter::Painter;
use super::state::{Hit, Mode, ScreenState};
use super::theme::Marks;
use crate::play::tokens::TokenLabels;
use ferz_core::base::{Square, file_name};
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

/// Draws the board with all marks.
pub(super) fn draw(
    painter: &mut Painter,
    state: &mut ScreenState,
    (columns, rows): &(Vec<i32>, Vec<i32>),
    layout: &Layout,
    tokens: &TokenLabels,
) {
    let (width, height) = layout.cell;
    let board = &state.variant().board;
    let mut hits = Vec::new();
    let marks = Marked::of(state);
    let place = |index: usize, size: u16| u16::try_from(index).unwrap_or(u16::MAX).saturating_mul(size);
    for (row, y) in rows.iter().enumerate() {
        let top = layout.board.y.saturating_add(place(row, height));
        if board.ranks().contains(y) {
            let margin = usize::from(layout.board.x).saturating_sub(1);
            let label = format!("{y:>margin$} ");
            painter.put(Rect::new(0, top + (height - 1) / 2, layout.board.x, 1), &label, Style::new());
        }
        for (column, x) in columns.iter().enumerate() {
            let left = layout.board.x.saturating_add(place(column, width));
            let area = Rect::new(left, top, width, height).intersection(layout.board);
            let Some(square) = board.at(*x, *y) else { continue };
            let is_dark = (x + y) % 2 == 0;
            let own = Marks { is_dark, is_checkered: board.checkered, ..marks.on(square, state) };
            draw_square(painter, state, (square, own), (area, layout.cell), tokens);
            hits.push((area, Hit::Square(square)));
        }
    }
    for (column, x) in columns.iter().enumerate().filter(|(_, x)| board.files().contains(x)) {
        let left = layout.board.x.saturating_add(place(column, width));
        let area = Rect::new(left, layout.board.bottom(), width, 1);
        let size = usize::from(width);
        painter.put(area, &format!("{:^size$}", file_name(*x)), Style::new());
    }
    state.hits.extend(hits);
}

/// Draws a square with its piece and its marks in an area, which is smaller than a cell at the edge of the screen.
fn draw_square(
    painter: &mut Painter,
    state: &ScreenState,
    (square, marks): (Square, Marks),
    (area, (width, height)): (Rect, (u16, u16)),
    tokens: &TokenLabels,
) {
    let (variant, board) = (state.variant(), &state.variant().board);
    let setup = if let Mode::Edit(edit) = &state.mode { &edit.setup } else { state.game().setup() };
    let piece = setup.piece(square);
    let own = Marks { is_beside: !board.is_on_grid(square), ..marks };
    let side = piece.filter(|piece| !variant.is_neutral(piece.piece_type)).map(|piece| piece.color);
    let style = state.theme.square(side, own);
    painter.fill(area, style);
    if own.is_beside && height > 1 {
        let name = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        painter.put(name, board.name(square), style);
    }
    let empty = if state.theme.has_color() { " " } else { "." };
    let token = match piece {
        Some(piece) => tokens.of(piece),
        None if own.is_target => "*",
        None if own.is_beside && height == 1 => board.name(square),
        None => empty,
    };
    let label = SquareText::new(token, usize::from(width), own, piece.is_some(), state.theme.has_color());
    let middle = Rect { y: area.y + (height - 1) / 2, height: 1, ..area };
    if area.height > (height - 1) / 2 {
        painter.put(middle, &label.text, style);
        if let Some(style) = piece.and_then(|_| state.theme.piece(side)) {
            let left = middle.x.saturating_add(label.begin);
            let width = middle.right().saturating_sub(left);
            painter.put(Rect { x: left, width, ..middle }, &label.token, style);
        }
    }
}

/// The text on the middle row of a square: a token, with the marks of the square on both sides.
struct SquareText {
    text: String,
    /// The token as a piece shows it, with a space on both sides if there is room.
    token: String,
    /// The column of the square in which the token begins.
    begin: u16,
}

impl SquareText {
    fn new(token: &str, width: usize, marks: Marks, is_piece: bool, has_color: bool) -> SquareText {
        let (left, right) = match () {
            () if marks.is_cursor => ('>', '<'),
            () if marks.is_chosen => ('(', ')'),
            () if marks.is_target && is_piece => ('x', ' '),
            () if marks.is_check => (' ', '!'),
            () if marks.is_threatened => ('?', ' '),
            () if marks.is_hint => ('=', ' '),
            () if marks.is_last && !has_color => ('[', ']'),
            () => (' ', ' '),
        };
        let token: String = token.chars().take(width.saturating_sub(2)).collect();
        let length = token.chars().count();
        // A piece with a color of its own is wider than its token.
        let pad = if is_piece && has_color && length + 4 <= width { " " } else { "" };
        let token = format!("{pad}{token}{pad}");
        let before = width.saturating_sub(length + 2 * pad.len() + 2) / 2;
        let text = format!("{:before$}{left}{token}{right}", "");
        SquareText {
            text: format!("{text:<width$}"),
            token,
            begin: u16::try_from(before + 1).unwrap_or(u16::MAX),
        }
    }
}

/// The marked squares.
struct Marked {
    last: Vec<Square>,
    targets: Vec<Square>,
    chosen: Vec<Square>,
    checked: Vec<Square>,
    threatened: Vec<Square>,
    hint: Vec<Square>,
}

impl Marked {
    fn of(state: &ScreenState) -> Marked {
        let ends = |mv: &ferz_core::base::Move| mv.from.into_iter().chain(mv.to).collect::<Vec<_>>();
        let is_play = !matches!(state.mode, Mode::Edit(_));
        let start = state.pick.start.and_then(super::pick::MoveStart::square);
        Marked {
            last: state
                .game()
                .plies()
                .last()
                .filter(|_| is_play)
                .map(|ply| ends(&ply.mv))
                .unwrap_or_default(),
            targets: state.targets().into_iter().collect(),
            chosen: start.into_iter().chain(state.pick.path.iter().copied()).collect(),
            checked: if is_play { state.checked.iter().copied().collect() } else { Vec::new() },
            threatened: state.threatened().into_iter().collect(),
            hint: state.hint.as_ref().map(ends).unwrap_or_default(),
        }
    }

    /// Returns the marks of a square.
    fn on(&self, square: Square, state: &ScreenState) -> Marks {
        let is = |squares: &[Square]| squares.contains(&square);
        Marks {
            is_cursor: state.cursor == square,
            is_last: is(&self.last),
            is_target: is(&self.targets),
            is_chosen: is(&self.chosen),
            is_check: is(&self.checked),
            is_threatened: is(&self.threatened),
            is_hint: is(&self.hint),
            ..Marks::default()
        }
    }
}
