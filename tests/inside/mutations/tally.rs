//! Counts the results of the mutants.

#[derive(Default)]
pub struct Tally {
    pub mutants: usize,
    /// Mutants with an error.
    pub reported: usize,
    /// Mutants with exactly one error.
    pub single: usize,
    /// Mutants with warnings or lints only.
    pub doubted: usize,
    /// Mutants without a message, although the game differs.
    pub changed: usize,
    /// Mutants that correctly have no message.
    pub harmless: usize,
    /// Mutants that incorrectly have no message.
    pub silent: usize,
    /// Mutants with messages at unrelated places only.
    pub astray: usize,
    /// Mutants with a misspelled word that have a message.
    pub misspelt: usize,
    /// Mutants with a misspelled word whose help suggests the right word first.
    pub right: usize,
    pub notes: String,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.mutants += other.mutants;
        self.reported += other.reported;
        self.single += other.single;
        self.doubted += other.doubted;
        self.changed += other.changed;
        self.harmless += other.harmless;
        self.silent += other.silent;
        self.astray += other.astray;
        self.misspelt += other.misspelt;
        self.right += other.right;
        self.notes += &other.notes;
    }

    pub fn figures(&self) -> String {
        let percent = |part: usize, all: usize| {
            let tenths = (part * 1000).checked_div(all).unwrap_or(0);
            format!("{}.{} %", tenths / 10, tenths % 10)
        };
        [
            "| what | mutants | |".to_owned(),
            "|---|---:|---:|".to_owned(),
            format!("| made | {} | |", self.mutants),
            format!(
                "| reported as errors | {} | {} of all |",
                self.reported,
                percent(self.reported, self.mutants)
            ),
            format!(
                "| with exactly one error | {} | {} of those reported |",
                self.single,
                percent(self.single, self.reported)
            ),
            format!("| reported as warnings or lints only | {} | |", self.doubted),
            format!("| a different, valid game | {} | |", self.changed),
            format!("| harmless | {} | |", self.harmless),
            format!("| reported at an unrelated place | {} | |", self.astray),
            format!("| not noticed | {} | |", self.silent),
            format!("| misspelled words reported | {} | |", self.misspelt),
            format!(
                "| with the right word suggested first | {} | {} of those |",
                self.right,
                percent(self.right, self.misspelt)
            ),
        ]
        .join("\n")
    }
}
