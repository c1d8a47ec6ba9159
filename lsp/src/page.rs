//! The lines of a page of cases, with the game to which each belongs.
//!
//! Unlike the reader of cases, [`rows`] accepts unfinished pages, because an editor asks about them.

/// A line of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageRow<'a> {
    /// The offset of the line.
    pub(super) start: usize,
    /// The line without its end.
    pub(super) text: &'a str,
    pub(super) kind: RowKind,
    /// The reference to the game that the page has named before the end of this line.
    pub(super) game: Option<&'a str>,
}

/// The kinds of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    /// A heading with its level.
    Heading(usize),
    /// The first line of a block, with its words.
    Open,
    /// The last line of a block.
    Close,
    /// The line of a block `game` that names the game.
    GameName,
    /// A later line of a block `game`.
    GameChoice,
    /// A line of a block with a drawing.
    Drawing,
    /// A line of another block.
    Content,
    Prose,
}

/// Returns the lines of a page.
pub(super) fn rows(text: &str) -> Vec<PageRow<'_>> {
    let mut rows = Vec::new();
    // The backticks and the first word of the open block, and the games of the page and of the case.
    let mut open: Option<(&str, &str)> = None;
    let (mut of_page, mut of_case, mut is_in_case, mut is_named) = (None, None, false, false);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let whole = line.trim_end_matches(['\n', '\r']);
        let (ticks, words) = whole.split_at(whole.len() - whole.trim_start_matches('`').len());
        let kind = match open {
            Some((own, _)) if ticks == own && words.trim().is_empty() => {
                open = None;
                RowKind::Close
            }
            Some((_, "game")) if !is_named && !whole.trim().is_empty() => {
                is_named = true;
                *(if is_in_case { &mut of_case } else { &mut of_page }) = Some(whole.trim());
                RowKind::GameName
            }
            Some((_, "game")) if is_named => RowKind::GameChoice,
            Some((_, "game")) => RowKind::GameName,
            Some((_, "position" | "after")) => RowKind::Drawing,
            Some(_) => RowKind::Content,
            None if ticks.len() >= 3 => {
                open = Some((ticks, words.split_whitespace().next().unwrap_or_default()));
                is_named = false;
                RowKind::Open
            }
            None => match whole.trim_start_matches('#').strip_prefix(' ') {
                Some(name) if whole.starts_with('#') => {
                    let level = whole.len() - name.len() - 1;
                    if level > 1 {
                        (is_in_case, of_case) = (true, None);
                    }
                    RowKind::Heading(level)
                }
                _ => RowKind::Prose,
            },
        };
        rows.push(PageRow { start, text: whole, kind, game: of_case.or(of_page) });
        start += line.len();
    }
    rows
}

/// Returns the line that contains an offset.
pub(super) fn row_at(text: &str, at: usize) -> Option<PageRow<'_>> {
    let mut all = rows(text);
    // At the end of a page, a new line begins after the last line end.
    if text.is_empty() || text.ends_with('\n') {
        let (kind, game) = match all.last() {
            Some(last) => (following(last), last.game),
            None => (RowKind::Prose, None),
        };
        all.push(PageRow { start: text.len(), text: "", kind, game });
    }
    all.into_iter().rfind(|row| row.start <= at)
}

/// Returns the kind of an empty line after the last line of a page.
fn following(last: &PageRow) -> RowKind {
    match last.kind {
        RowKind::Heading(_) | RowKind::Close | RowKind::Prose => RowKind::Prose,
        RowKind::Open if last.text.trim_start_matches('`').trim() == "game" => RowKind::GameName,
        RowKind::Open | RowKind::Content => RowKind::Content,
        RowKind::GameName | RowKind::GameChoice => RowKind::GameChoice,
        RowKind::Drawing => RowKind::Drawing,
    }
}
