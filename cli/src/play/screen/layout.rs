//! Computes the layout of the panels for a screen of any size.
//!
//! [`Wanted`] describes the content, and [`Layout`] is the result. The size of a square is the largest one with which
//! board and panels fit; if none does, the board is clipped.

use ratatui_core::layout::Rect;

/// The minimum width of panels beside the board, in columns.
pub const SIDE: u16 = 24;
/// The minimum height of panels below the board, in rows.
pub const BELOW: u16 = 3;
/// The rows for the title, the names of the files, the status, the input line, and the buttons.
const REST: u16 = 5;

/// The content that a layout must accommodate.
pub struct Wanted {
    /// The numbers of columns and rows of the board, including cells off the grid.
    pub columns: u16,
    pub rows: u16,
    /// The width of the rank numbers, in columns.
    pub margin: u16,
    /// The length of the longest token, in characters.
    pub token: u16,
    /// True if squares are filled with color, so that they can be taller than one line.
    pub is_filled: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The width and the height of a square, in columns and rows.
    pub cell: (u16, u16),
    /// The area of the squares, without the names of files and ranks.
    pub board: Rect,
    /// The area of the panels.
    pub panels: Rect,
    pub title: Rect,
    pub status: Rect,
    pub line: Rect,
    pub buttons: Rect,
    /// True if the whole board is visible.
    pub fits: bool,
}

impl Layout {
    pub fn new(area: Rect, wanted: &Wanted) -> Layout {
        let size = |(width, height): (u16, u16)| {
            (wanted.margin + wanted.columns.saturating_mul(width), wanted.rows.saturating_mul(height))
        };
        let free = area.height.saturating_sub(REST);
        let beside = |cell: &(u16, u16)| {
            let (width, height) = size(*cell);
            width + 1 + SIDE <= area.width && height <= free
        };
        // Panels below the board leave no room for squares taller than one row.
        let below = |cell: &(u16, u16)| {
            let (width, height) = size(*cell);
            cell.1 == 1 && width <= area.width && height + BELOW <= free
        };
        let tight = |cell: &(u16, u16)| size(*cell).0 <= area.width && size(*cell).1 <= free;
        let cells = cells(wanted);
        let side = cells.iter().find(|cell| beside(cell));
        let cell = side.or_else(|| cells.iter().find(|cell| below(cell)));
        // If the panels fit neither beside nor below the board, the smallest square with which the board itself fits is
        // used.
        let found = cell.or_else(|| cells.iter().rev().find(|cell| tight(cell))).copied();
        let cell = found.unwrap_or((3, 1));
        let (width, height) = size(cell);
        let (right, bottom) = (area.right(), area.bottom());
        let height = height.min(free);
        let board = Rect::new(wanted.margin, 1, width.min(area.width).saturating_sub(wanted.margin), height);
        let end = bottom.saturating_sub(3);
        let panels = match side {
            Some(_) => Rect::new(width + 1, 1, right.saturating_sub(width + 1), end.saturating_sub(1)),
            None => Rect::new(0, board.bottom() + 1, right, end.saturating_sub(board.bottom() + 1)),
        };
        let row = |up: u16| Rect::new(0, bottom.saturating_sub(up), right, 1);
        let title = Rect::new(0, 0, right, 1);
        Layout {
            cell,
            board,
            panels,
            title,
            status: row(3),
            line: row(2),
            buttons: row(1),
            fits: found.is_some(),
        }
    }

    /// Returns the number of characters of a token that fit on a square between its marks.
    pub fn room(&self) -> usize {
        usize::from(self.cell.0.saturating_sub(2))
    }
}

/// Returns the possible sizes of a square, the best first.
fn cells(wanted: &Wanted) -> Vec<(u16, u16)> {
    let widest = (wanted.token + 2).clamp(4, 8);
    let high = [
        (11, 5),
        (9, 4),
        (7.max(widest), 3),
        (6.max(widest), 3),
        (5.max(widest), 2),
        (4.max(widest), 2),
        (4, 2),
    ];
    let flat = (3..=widest).rev().map(|width| (width, 1));
    high.into_iter().filter(|_| wanted.is_filled).chain(flat).collect()
}
