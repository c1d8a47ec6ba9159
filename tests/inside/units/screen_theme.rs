//! Tests of the colors of the screen.

use ferz_cli::play::screen::theme::{Depth, Marks, Theme};
use ferz_core::base::Color as Side;
use ratatui_core::style::{Color, Style};

/// The luminance of a color of the palette of 256 colors, from 0 to 1, as WCAG 2 defines it.
fn luminance(color: Option<Color>) -> f64 {
    // Any other color has no contrast with itself, which fails the test.
    let Some(Color::Indexed(index @ 16..)) = color else { return 0.0 };
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    let parts = match index {
        16..232 => [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map(level),
        _ => [8 + 10 * (index - 232); 3],
    };
    let linear = parts.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(style: Style) -> f64 {
    let (a, b) = (luminance(style.fg), luminance(style.bg));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn texts_on_the_board_have_enough_contrast() {
    let theme = Theme(Depth::Many);
    for side in [Some(Side::White), Some(Side::Black), None] {
        let style = theme.piece(side).unwrap_or_default();
        assert!(contrast(style) >= 4.5, "{side:?}: {:.1}", contrast(style));
        for bits in 0_u16..1 << 10 {
            let is = |bit: u16| bits & (1 << bit) != 0;
            let marks = Marks {
                is_dark: is(0),
                is_beside: is(1),
                is_checkered: is(2),
                is_cursor: is(3),
                is_chosen: is(4),
                is_last: is(5),
                is_target: is(6),
                is_check: is(7),
                is_threatened: is(8),
                is_hint: is(9),
            };
            let style = theme.square(side, marks);
            assert!(contrast(style) >= 4.5, "{side:?} {marks:?}: {:.1}", contrast(style));
        }
    }
}
