//! Colors and marks for the number of colors that the terminal supports.

use crate::base::Color as Side;
use ratatui_core::style::{Color, Modifier, Style};

/// The number of colors of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    None,
    Few,
    Many,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Theme(Depth);

/// The marks around the piece on a square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub(super) is_dark: bool,
    pub(super) is_cursor: bool,
    pub(super) is_chosen: bool,
    pub(super) is_last: bool,
    pub(super) is_target: bool,
    pub(super) is_check: bool,
    pub(super) is_threatened: bool,
    pub(super) is_hint: bool,
}

impl Theme {
    /// Returns the theme for the environment, such as `NO_COLOR` and `TERM`.
    pub(super) fn new() -> Theme {
        let is = |name: &str, text: &str| std::env::var(name).is_ok_and(|value| value.contains(text));
        let depth = match () {
            () if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => Depth::None,
            () if is("TERM", "256") || is("COLORTERM", "color") || is("COLORTERM", "24bit") => Depth::Many,
            () => Depth::Few,
        };
        Theme(depth)
    }

    pub(super) fn has_color(self) -> bool {
        self.0 == Depth::Many
    }

    pub(super) fn square(self, side: Option<Side>, marks: Marks) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match self.0 {
            Depth::None if marks.is_cursor => style.add_modifier(Modifier::REVERSED),
            Depth::None if side == Some(Side::White) => style,
            Depth::None => Style::new(),
            Depth::Few => {
                let color = match side {
                    _ if marks.is_check => Color::Red,
                    Some(Side::White) => Color::Yellow,
                    Some(Side::Black) => Color::Cyan,
                    None if marks.is_target => Color::Green,
                    None => Color::Reset,
                };
                let style = style.fg(color);
                if marks.is_cursor { style.add_modifier(Modifier::REVERSED) } else { style }
            }
            Depth::Many => {
                let ground = match () {
                    () if marks.is_cursor => 110,
                    () if marks.is_chosen => 75,
                    () if marks.is_check => 203,
                    () if marks.is_target && side.is_some() => 174,
                    () if marks.is_hint => 183,
                    () if marks.is_threatened => 215,
                    () if marks.is_last => 186,
                    () if marks.is_dark => 137,
                    () => 180,
                };
                let ink = match side {
                    Some(Side::White) => 231,
                    Some(Side::Black) => 16,
                    None => 22,
                };
                style.bg(Color::Indexed(ground)).fg(Color::Indexed(ink))
            }
        }
    }

    pub(super) fn heading(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.0 == Depth::None { style } else { style.fg(Color::Cyan) }
    }

    pub(super) fn alarm(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.0 == Depth::None { style } else { style.fg(Color::LightRed) }
    }

    pub(super) fn button(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
