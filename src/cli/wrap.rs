//! Text set in lines of at most 80 columns.

/// The width of a page.
pub(super) const WIDTH: usize = 80;

/// Breaks words into lines; the first begins with `first`, every other with as many blanks.
pub(super) fn paragraph<'w>(first: &str, words: impl IntoIterator<Item = &'w str>) -> Vec<String> {
    set(first, words, WIDTH)
}

/// The same for a width of your own.
pub(super) fn set<'w>(first: &str, words: impl IntoIterator<Item = &'w str>, width: usize) -> Vec<String> {
    let indent = " ".repeat(first.chars().count());
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in words {
        let length = line.chars().count() + usize::from(!empty) + word.chars().count();
        if !empty && length > width {
            lines.push(std::mem::replace(&mut line, indent.clone()));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Breaks a text into lines; the first begins with `first`, every other with as many blanks.
pub(super) fn text(first: &str, text: &str) -> Vec<String> {
    paragraph(first, text.split_whitespace())
}
