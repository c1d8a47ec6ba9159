//! Texts over the board: the moves to choose from, the help, and the page of a piece.

use super::painter::Painter;
use super::state::{Hit, Mode, ScreenState};
use crate::play::help;
use crate::play::tokens::TokenLabels;
use ferz_syntax::messages::text::{fill, hang};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};

pub(super) fn draw(painter: &mut Painter, state: &mut ScreenState, area: Rect, tokens: &TokenLabels) {
    match &state.mode {
        Mode::Menu(_) => menu(painter, state, area),
        Mode::Help(_) => {
            let width = usize::from(area.width.saturating_sub(2));
            let lines = help_lines(state, width, tokens);
            page(painter, state, area, ("Help", &lines));
        }
        Mode::Text { title, lines, .. } => {
            let lines: Vec<(bool, String)> = lines.iter().map(|line| (false, line.clone())).collect();
            let title = title.clone();
            page(painter, state, area, (&title, &lines));
        }
        _ => {}
    }
}

/// Draws a frame around an area of the screen, and returns the area inside it.
fn frame(painter: &mut Painter, area: Rect, title: &str, style: Style) -> Rect {
    painter.fill(area, Style::new());
    let width = usize::from(area.width).saturating_sub(2);
    let line = format!("+{:-<width$}+", format!(" {title} "));
    painter.put(area, &line, style);
    painter.put(
        Rect { y: area.bottom().saturating_sub(1), height: 1, ..area },
        &format!("+{:-<width$}+", ""),
        style,
    );
    for y in area.y + 1..area.bottom().saturating_sub(1) {
        painter.put(Rect::new(area.x, y, 1, 1), "|", style);
        painter.put(Rect::new(area.right().saturating_sub(1), y, 1, 1), "|", style);
    }
    Rect::new(area.x + 1, area.y + 1, area.width.saturating_sub(2), area.height.saturating_sub(2))
}

fn menu(painter: &mut Painter, state: &mut ScreenState, area: Rect) {
    let Mode::Menu(menu) = &state.mode else { return };
    let longest = menu.names.iter().map(|name| name.chars().count() + 4).max().unwrap_or(0);
    let width = u16::try_from(longest.max(menu.title.len() + 4) + 2).unwrap_or(u16::MAX).min(area.width);
    let rows = u16::try_from(menu.names.len()).unwrap_or(u16::MAX).saturating_add(2);
    let height = rows.min(area.height.saturating_sub(3));
    let (x, y) = ((area.width - width) / 2, (area.height.saturating_sub(height + 2)) / 2);
    let inner = frame(painter, Rect::new(x, y, width, height), &menu.title, state.theme.heading());
    let room = usize::from(inner.height).max(1);
    // Scrolls so that the selected item is visible.
    let from = (menu.at + 1).saturating_sub(room);
    let mut hits = Vec::new();
    for (row, (number, name)) in (inner.y..inner.bottom()).zip(menu.names.iter().enumerate().skip(from)) {
        let place = Rect::new(inner.x, row, inner.width, 1);
        let style = if number == menu.at { state.theme.button() } else { Style::new() };
        let sign = if number == menu.at { ">" } else { " " };
        let key = if number < 9 { format!("{} ", number + 1) } else { "  ".to_owned() };
        painter.put(place, &format!("{sign}{key}{name}"), style);
        hits.push((place, Hit::Item(number)));
    }
    // While a list is open, only the list can be clicked.
    state.hits.retain(|(_, hit)| matches!(hit, Hit::Word(_)));
    state.hits.extend(hits);
}

/// Returns the lines of the help, and true for each line of a heading.
fn help_lines(state: &ScreenState, width: usize, tokens: &TokenLabels) -> Vec<(bool, String)> {
    let lines = help::lines(state.variant(), tokens).into_iter().flat_map(|(what, text)| {
        let is_heading = what.is_empty();
        let lines = match is_heading {
            true => [vec![String::new()], fill("", "  ", text.split_whitespace(), width)].concat(),
            false => hang(&format!("{what:<16}  "), text.split_whitespace(), width),
        };
        lines.into_iter().map(move |line| (is_heading, line))
    });
    lines.collect()
}

/// Draws lines over the whole screen. A line is a heading if its flag is true.
fn page(
    painter: &mut Painter,
    state: &mut ScreenState,
    area: Rect,
    (title, lines): (&str, &[(bool, String)]),
) {
    let box_area = Rect { height: area.height.saturating_sub(1), ..area };
    let mut inner = frame(painter, box_area, title, state.theme.heading());
    // The page of a piece can be as wide as the screen, and then the frame has no sides.
    if lines.iter().any(|(_, line)| line.chars().count() > inner.width.into()) {
        inner = Rect { x: area.x, width: area.width, ..inner };
        painter.fill(inner, Style::new());
    }
    let most = lines.len().saturating_sub(inner.height.into());
    let Some(from) = state.mode.top_line() else { return };
    *from = (*from).min(most);
    let from = *from;
    for (row, (is_heading, line)) in (inner.y..inner.bottom()).zip(lines.iter().skip(from)) {
        let style = if *is_heading { state.theme.heading() } else { Style::new() };
        painter.put(Rect::new(inner.x, row, inner.width, 1), line, style);
    }
    if from < most {
        let more =
            Rect::new(area.x + 2, box_area.bottom().saturating_sub(1), area.width.saturating_sub(4), 1);
        painter.put(more, " Down, PageDown: more ", Style::new().add_modifier(Modifier::BOLD));
    }
    state.hits.retain(|(_, hit)| matches!(hit, Hit::Word(_)));
}
