//! Counts the results of the mutants.

#[derive(Default)]
pub struct Tally {
    pub mutants: usize,
    /// Reported as errors.
    pub reported: usize,
    /// With exactly one error.
    pub single: usize,
    /// With warnings or lints only.
    pub doubted: usize,
    /// Without a message, although the game differs.
    pub changed: usize,
    /// Without a message, correctly.
    pub harmless: usize,
    /// Without a message, incorrectly.
    pub silent: usize,
    /// Reported, but at an unrelated place.
    pub astray: usize,
    /// Misspelled words that were reported.
    pub misspelt: usize,
    /// With the right word suggested first.
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
