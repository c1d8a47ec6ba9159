//! A draft of a game: its board, its array, and its rules as a tree of lines.
//!
//! A draft can be written as a file and loaded. Any line can be removed, which `shrink` uses to simplify a failing
//! game.

use crate::inside::help::Texts;
use crate::inside::random::Random;
use ferz::base::diagnostic::Diagnostic;
use ferz::lang::catalog::{Catalog, GameRef};
use ferz::rules::Variant;

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

#[derive(Clone)]
pub struct Draft {
    pub width: usize,
    pub height: usize,
    pub turned: bool,
    /// The holes on White's side, which determine those on Black's side.
    pub holes: Vec<(usize, usize)>,
    pub cells: Vec<Line>,
    pub rules: Vec<Line>,
    /// The ranks of White, beginning with the first. Each has a token or a dot for each file.
    pub rows: Vec<Vec<String>>,
    /// The pieces of both sides on cells off the grid.
    pub beside: Vec<Line>,
    /// The selected switch values.
    pub values: Vec<(String, String)>,
}

/// Returns the letter of a file, counted from 1.
pub fn file(x: usize) -> char {
    char::from(b'a' + x as u8 - 1)
}

fn first_mistake(problems: &[Diagnostic]) -> Option<usize> {
    let mistake = problems.iter().find(|problem| problem.is_error())?;
    Some(mistake.labels.first().map_or(0, |label| label.span.start as usize))
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
        lines
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
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
        write(&self.lines(), 0, &mut text);
        text
    }

    /// Returns the selected values of the switches that exist in the draft.
    pub fn chosen(&self) -> Vec<(String, String)> {
        let text = self.text();
        let has = |name: &str| text.contains(&format!("switch {} ", name.rsplit('.').next().unwrap_or(name)));
        self.values.iter().filter(|(name, _)| has(name)).cloned().collect()
    }

    /// Loads the game, or returns the place of the first error in the text.
    pub fn load(&self) -> Result<Variant, usize> {
        let files = Texts(vec![("found.ferz".into(), self.text())]);
        let loaded = Catalog::new(&files).load(&GameRef::parse("found.ferz"), &self.chosen());
        loaded
            .map(|loaded| std::sync::Arc::unwrap_or_clone(loaded.variant))
            .map_err(|failure| first_mistake(&failure.problems).unwrap_or(0))
    }

    /// Checks the game under all values of its switches. The error is the place of the first problem.
    fn checked(&self) -> Result<(), usize> {
        let files = Texts(vec![("found.ferz".into(), self.text())]);
        let file = Catalog::new(&files).open_file("found.ferz");
        let mistake = file.and_then(|file| first_mistake(&file.check()));
        mistake.map_or(Ok(()), Err)
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
        for _ in 0..40 {
            match self.load().and_then(|variant| self.checked().map(|()| variant)) {
                Ok(variant) if variant.piece_types.is_empty() => return None,
                Ok(variant) => return Some((self, variant)),
                Err(at) => {
                    let before = self.text();
                    let number = before[..at].matches('\n').count();
                    if !self.strike_text(before.lines().nth(number)?) {
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
        count(&self.cells) + count(&self.rules) + self.beside.len()
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
        [&mut self.cells, &mut self.rules, &mut self.beside]
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
        [&mut self.cells, &mut self.rules, &mut self.beside]
            .into_iter()
            .any(|lines| strike(lines, &mut number))
    }
}
