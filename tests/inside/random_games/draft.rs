//! A draft of a game: its board, its array, and its rules as a tree of lines.
//!
//! A draft can be written as a file and loaded. Any line can be removed, which `shrink` uses to simplify a failing
//! game. A draft with amendments is a second file, which extends the first.

use crate::inside::help::Texts;
use crate::inside::random::Random;
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, GameRef};
use ferz_syntax::messages::diagnostic::Diagnostic;

/// A line and the lines of its block.
#[derive(Clone)]
pub struct Line {
    pub text: String,
    pub block: Vec<Line>,
}

/// Creates a line without a block.
pub fn line(text: impl Into<String>) -> Line {
    Line { text: text.into(), block: Vec::new() }
}

/// Creates a line with a block.
pub fn block(text: impl Into<String>, block: Vec<Line>) -> Line {
    Line { text: text.into(), block }
}

/// The files of a game.
#[derive(Clone)]
pub struct GameFiles {
    /// The texts by file name. The last one is the game.
    pub texts: Vec<(String, String)>,
    /// The array or the number of an order, with a slash before it, or an empty text.
    pub array: String,
    /// The selected switch values.
    pub chosen: Vec<(String, String)>,
}

impl GameFiles {
    /// Returns the name of the file of the game.
    pub fn name(&self) -> &str {
        self.texts.last().map_or("", |(name, _)| name)
    }

    /// Returns the text of the game itself.
    pub fn text(&self) -> &str {
        self.texts.last().map_or("", |(_, text)| text)
    }

    /// Returns all texts, separated by empty lines.
    pub fn all(&self) -> String {
        let texts: Vec<&str> = self.texts.iter().map(|(_, text)| text.as_str()).collect();
        format!("{}{:?} {}\n", texts.join("\n"), self.chosen, self.array)
    }

    /// Loads the game, or returns the places of the errors.
    fn load(&self) -> Result<Variant, Vec<usize>> {
        let files = Texts(self.texts.clone());
        let loaded = Catalog::new(&files)
            .load(&GameRef::parse(&format!("{}{}", self.name(), self.array)), &self.chosen);
        loaded
            .map(|loaded| std::sync::Arc::unwrap_or_clone(loaded.variant))
            .map_err(|failure| mistakes(&failure.problems))
    }

    /// Checks the game under all values of its switches. The error lists the places of the problems.
    fn check(&self) -> Result<(), Vec<usize>> {
        let files = Texts(self.texts.clone());
        let file = Catalog::new(&files).open_file(self.name());
        let found = file.map_or_else(Vec::new, |file| mistakes(&file.check()));
        if found.is_empty() { Ok(()) } else { Err(found) }
    }
}

#[derive(Clone)]
pub struct Draft {
    pub width: usize,
    pub height: usize,
    pub turned: bool,
    /// The edges that are joined, `files` or `ranks`, unless the board has cells off the grid.
    pub joins: Vec<&'static str>,
    /// The holes on White's side, which determine those on Black's side.
    pub holes: Vec<(usize, usize)>,
    pub cells: Vec<Line>,
    pub rules: Vec<Line>,
    /// The ranks of White, beginning with the first. Each has a token or a dot for each file.
    pub rows: Vec<Vec<String>>,
    /// The pieces of both sides on cells off the grid.
    pub beside: Vec<Line>,
    /// Further arrays.
    pub arrays: Vec<Line>,
    /// The statements of a file that extends the game.
    pub amendments: Vec<Line>,
    /// The array or the number of an order, with a slash before it, or an empty text.
    pub array: &'static str,
    /// The selected switch values.
    pub values: Vec<(String, String)>,
}

/// Returns the letter of a file, counted from 1.
pub fn file(x: usize) -> char {
    char::from(b'a' + x as u8 - 1)
}

/// Returns the places of the errors.
fn mistakes(problems: &[Diagnostic]) -> Vec<usize> {
    let errors = problems.iter().filter(|problem| problem.is_error());
    errors.map(|error| error.labels.first().map_or(0, |label| label.span.start as usize)).collect()
}

impl Draft {
    /// Returns the square of the other side that corresponds to a square.
    pub fn image(&self, (x, y): (usize, usize)) -> (usize, usize) {
        (if self.turned { self.width + 1 - x } else { x }, self.height + 1 - y)
    }

    fn is_hole(&self, square: (usize, usize)) -> bool {
        self.holes.contains(&square) || self.holes.contains(&self.image(square))
    }

    fn lines(&self) -> Vec<Line> {
        let mut board = vec![
            line(format!("grid {} x {}", self.width, self.height)),
            line(format!("black is white {}", if self.turned { "turned" } else { "mirrored" })),
        ];
        if self.cells.is_empty() {
            board.extend(self.joins.iter().map(|edges| line(format!("{edges} join"))));
        }
        for y in 1..=self.height {
            for x in (1..=self.width).filter(|x| self.is_hole((*x, y))) {
                board.push(line(format!("hole {}{y}", file(x))));
            }
        }
        board.extend(self.cells.iter().cloned());
        let row = |(y, row): (usize, &Vec<String>)| {
            let at = |(x, token): (usize, &String)| {
                if self.is_hole((x + 1, y + 1)) { "*".to_owned() } else { token.clone() }
            };
            line(format!("{} | {}", y + 1, row.iter().enumerate().map(at).collect::<Vec<_>>().join(" ")))
        };
        let mut lines = vec![line("variant found \"Found\""), block("board", board)];
        lines.extend(self.rules.iter().cloned());
        let mut array: Vec<Line> = self.rows.iter().enumerate().map(row).rev().collect();
        array.extend(self.beside.iter().cloned());
        lines.push(block("array found", array));
        lines.extend(self.arrays.iter().cloned());
        lines
    }

    /// Returns the text of the file, without the amendments.
    pub fn text(&self) -> String {
        Draft::written(&self.lines())
    }

    fn written(lines: &[Line]) -> String {
        fn write(lines: &[Line], depth: usize, text: &mut String) {
            for line in lines {
                let brace = if line.block.is_empty() { "" } else { " {" };
                *text += &format!("{}{}{brace}\n", "  ".repeat(depth), line.text);
                write(&line.block, depth + 1, text);
                if !line.block.is_empty() {
                    *text += &format!("{}}}\n", "  ".repeat(depth));
                }
            }
        }
        let mut text = String::new();
        write(lines, 0, &mut text);
        text
    }

    /// Returns the files of the game.
    pub fn files(&self) -> GameFiles {
        let mut texts = vec![("found.ferz".to_owned(), self.text())];
        if !self.amendments.is_empty() {
            let mut lines = vec![line("variant amended \"Amended\" extends found")];
            lines.extend(self.amendments.iter().cloned());
            texts.push(("amended.ferz".to_owned(), Draft::written(&lines)));
        }
        GameFiles { texts, array: self.array.to_owned(), chosen: self.chosen() }
    }

    /// Returns the selected values of the switches that exist in the draft.
    fn chosen(&self) -> Vec<(String, String)> {
        let text = self.text() + &Draft::written(&self.amendments);
        let has = |name: &str| text.contains(&format!("switch {} ", name.rsplit('.').next().unwrap_or(name)));
        self.values.iter().filter(|(name, _)| has(name)).cloned().collect()
    }

    /// Loads the game, or returns the places of the errors in the text.
    pub fn load(&self) -> Result<Variant, Vec<usize>> {
        self.files().load()
    }

    /// Selects random switch values.
    pub fn shaken(mut self, variant: Variant, random: &mut Random) -> Option<(Draft, Variant)> {
        if variant.switches.is_empty() {
            return Some((self, variant));
        }
        for switch in &variant.switches {
            let value = &switch.values[random.below(switch.values.len())];
            self.values.push((switch.name.clone(), value.name.clone()));
        }
        let variant = self.load().ok()?;
        Some((self, variant))
    }

    /// Removes every line with an error, and returns the draft if the rest is valid.
    pub fn settle(mut self) -> Option<(Draft, Variant)> {
        let amendments = std::mem::take(&mut self.amendments);
        let array = std::mem::take(&mut self.array);
        let (mut draft, mut variant) = self.without_mistakes()?;
        // Usually everything fits, and one test is enough.
        let whole = Draft { amendments: amendments.clone(), array, ..draft.clone() };
        if whole.amendments.is_empty() && array.is_empty() {
            return Some((draft, variant));
        }
        if let Ok(variant) = whole.valid() {
            return Some((whole, variant));
        }
        let mut accept = |draft: &mut Draft, changed: Draft| {
            if let Ok(other) = changed.valid() {
                (*draft, variant) = (changed, other);
            }
        };
        for amendment in amendments {
            let mut changed = draft.clone();
            changed.amendments.push(amendment);
            accept(&mut draft, changed);
        }
        let changed = Draft { array, ..draft.clone() };
        accept(&mut draft, changed);
        Some((draft, variant))
    }

    /// Loads and checks the game. The error lists the places of the problems.
    fn valid(&self) -> Result<Variant, Vec<usize>> {
        let files = self.files();
        files.load().and_then(|variant| files.check().map(|()| variant))
    }

    fn without_mistakes(mut self) -> Option<(Draft, Variant)> {
        for _ in 0..40 {
            match self.valid() {
                Ok(variant) if variant.piece_types.is_empty() => return None,
                Ok(variant) => return Some((self, variant)),
                // All lines with errors go at once, because loading and checking a game takes most of the time.
                Err(places) => {
                    let before = self.text();
                    let number = |at: usize| before[..at].matches('\n').count();
                    let mut numbers: Vec<usize> = places.into_iter().map(number).collect();
                    numbers.sort_unstable();
                    numbers.dedup();
                    let lines: Vec<&str> = numbers.iter().filter_map(|at| before.lines().nth(*at)).collect();
                    // The block of an earlier line can have contained a later one.
                    if lines.into_iter().filter(|line| self.strike_text(line)).count() == 0 {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// Removes the first line with this text.
    fn strike_text(&mut self, text: &str) -> bool {
        let text = text.trim().trim_end_matches(" {");
        (0..self.count())
            .any(|number| self.at(number).is_some_and(|at| at.text == text) && self.strike(number))
    }

    /// Returns the number of lines that can be removed.
    pub fn count(&self) -> usize {
        fn count(lines: &[Line]) -> usize {
            lines.iter().map(|line| 1 + count(&line.block)).sum()
        }
        count(&self.cells)
            + count(&self.rules)
            + self.beside.len()
            + count(&self.arrays)
            + count(&self.amendments)
    }

    /// Returns the line with this number, counting the lines in blocks.
    pub fn at(&mut self, number: usize) -> Option<&mut Line> {
        fn at<'l>(lines: &'l mut [Line], number: &mut usize) -> Option<&'l mut Line> {
            for line in lines {
                if *number == 0 {
                    return Some(line);
                }
                *number -= 1;
                if let Some(found) = at(&mut line.block, number) {
                    return Some(found);
                }
            }
            None
        }
        let mut number = number;
        [&mut self.cells, &mut self.rules, &mut self.beside, &mut self.arrays, &mut self.amendments]
            .into_iter()
            .find_map(|lines| at(lines, &mut number))
    }

    /// Removes the line with this number and its block.
    pub fn strike(&mut self, number: usize) -> bool {
        fn strike(lines: &mut Vec<Line>, number: &mut usize) -> bool {
            for place in 0..lines.len() {
                if *number == 0 {
                    lines.remove(place);
                    return true;
                }
                *number -= 1;
                if strike(&mut lines[place].block, number) {
                    return true;
                }
            }
            false
        }
        let mut number = number;
        [&mut self.cells, &mut self.rules, &mut self.beside, &mut self.arrays, &mut self.amendments]
            .into_iter()
            .any(|lines| strike(lines, &mut number))
    }
}
