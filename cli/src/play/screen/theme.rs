//! Colors and marks for the number of colors that the terminal supports.

use ferz_core::base::Color as Side;
use ratatui_core::style::{Color, Modifier, Style};

/// The number of colors of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    None,
    Few,
    Many,
}

#[derive(Clone, Copy, Debug)]
pub struct Theme(pub Depth);

/// The marks around the piece on a square.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    pub is_dark: bool,
    /// True for a square off the grid.
    pub is_beside: bool,
    /// True on a board whose squares have two colors.
    pub is_checkered: bool,
    pub is_cursor: bool,
    pub is_chosen: bool,
    pub is_last: bool,
    pub is_target: bool,
    pub is_check: bool,
    pub is_threatened: bool,
    pub is_hint: bool,
}

impl Theme {
    /// Returns the theme for the environment, such as `NO_COLOR` and `TERM`.
    pub fn of_environment() -> Theme {
        let is = |name: &str, text: &str| std::env::var(name).is_ok_and(|value| value.contains(text));
        let depth = match () {
            () if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => Depth::None,
            () if is("TERM", "256") || is("COLORTERM", "color") || is("COLORTERM", "24bit") => Depth::Many,
            () => Depth::Few,
        };
        Theme(depth)
    }

    pub fn has_color(self) -> bool {
        self.0 == Depth::Many
    }

    /// Returns true if the terminal shows the signs of chess: if it has many colors and texts in UTF-8.
    pub fn has_signs(self) -> bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"];
        let locale = names.iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty());
        let locale = locale.unwrap_or_default().to_lowercase();
        self.has_color() && (locale.contains("utf-8") || locale.contains("utf8"))
    }

    /// Returns the style of a piece, if it differs from that of its square: black on white for White's pieces, and
    /// white on black for Black's, since no square could contrast with letters of both colors.
    pub fn piece(self, side: Option<Side>) -> Option<Style> {
        let (ground, ink) = match side {
            Some(Side::White) => (255, 16),
            Some(Side::Black) => (234, 231),
            None => (54, 231),
        };
        let style = Style::new().add_modifier(Modifier::BOLD);
        self.has_color().then(|| style.bg(Color::Indexed(ground)).fg(Color::Indexed(ink)))
    }

    pub fn square(self, side: Option<Side>, marks: Marks) -> Style {
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
                    () if marks.is_beside => 109,
                    () if marks.is_dark && marks.is_checkered => 137,
                    () if marks.is_dark => 179,
                    () => 180,
                };
                style.bg(Color::Indexed(ground)).fg(Color::Indexed(16))
            }
        }
    }

    pub fn heading(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.0 == Depth::None { style } else { style.fg(Color::Cyan) }
    }

    pub fn alarm(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.0 == Depth::None { style } else { style.fg(Color::LightRed) }
    }

    pub fn button(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
