//! Tests of the layout of the screen.

use ferz_cli::play::screen::layout::{BELOW, Layout, SIDE, Wanted};
use ratatui_core::layout::Rect;

#[test]
fn boards_fit_the_usual_screens() {
    let wanted = |columns, rows, token| Wanted { columns, rows, margin: 3, token, is_filled: true };
    for (width, height) in [(80, 24), (120, 40), (60, 20)] {
        for (columns, rows, token) in [(8, 8, 1), (13, 10, 4), (12, 8, 2), (9, 10, 1), (10, 10, 1), (6, 6, 1)]
        {
            let layout = Layout::new(Rect::new(0, 0, width, height), &wanted(columns, rows, token));
            assert!(layout.fits, "{columns} x {rows} on {width} x {height}");
            assert!(layout.board.width == columns * layout.cell.0, "{layout:?}");
            assert!(layout.board.bottom() < layout.status.y && layout.panels.bottom() <= layout.status.y);
            assert!(layout.panels.height >= BELOW && layout.panels.width >= SIDE, "{layout:?}");
        }
    }
    assert!(!Layout::new(Rect::new(0, 0, 20, 10), &wanted(13, 10, 4)).fits);
    for (width, height) in [(0, 0), (1, 1), (5, 3), (200, 4)] {
        Layout::new(Rect::new(0, 0, width, height), &wanted(8, 8, 1));
    }
}
