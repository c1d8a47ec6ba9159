//! Characters that are invisible or look like other characters, with their Unicode names.

/// The letters that look like a Latin letter, each with the Latin letter and its Unicode name.
#[rustfmt::skip]
const LETTERS: [(char, char, &str); 46] = [
    ('А', 'A', "CYRILLIC CAPITAL LETTER A"), ('В', 'B', "CYRILLIC CAPITAL LETTER VE"), ('Е', 'E', "CYRILLIC CAPITAL LETTER IE"),
    ('Ѕ', 'S', "CYRILLIC CAPITAL LETTER DZE"), ('І', 'I', "CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I"), ('Ј', 'J', "CYRILLIC CAPITAL LETTER JE"),
    ('К', 'K', "CYRILLIC CAPITAL LETTER KA"), ('М', 'M', "CYRILLIC CAPITAL LETTER EM"), ('Н', 'H', "CYRILLIC CAPITAL LETTER EN"),
    ('О', 'O', "CYRILLIC CAPITAL LETTER O"), ('Р', 'P', "CYRILLIC CAPITAL LETTER ER"), ('С', 'C', "CYRILLIC CAPITAL LETTER ES"),
    ('Т', 'T', "CYRILLIC CAPITAL LETTER TE"), ('У', 'Y', "CYRILLIC CAPITAL LETTER U"), ('Х', 'X', "CYRILLIC CAPITAL LETTER HA"),
    ('а', 'a', "CYRILLIC SMALL LETTER A"), ('е', 'e', "CYRILLIC SMALL LETTER IE"), ('о', 'o', "CYRILLIC SMALL LETTER O"),
    ('р', 'p', "CYRILLIC SMALL LETTER ER"), ('с', 'c', "CYRILLIC SMALL LETTER ES"), ('у', 'y', "CYRILLIC SMALL LETTER U"),
    ('х', 'x', "CYRILLIC SMALL LETTER HA"), ('ѕ', 's', "CYRILLIC SMALL LETTER DZE"), ('і', 'i', "CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I"),
    ('ј', 'j', "CYRILLIC SMALL LETTER JE"), ('к', 'k', "CYRILLIC SMALL LETTER KA"), ('м', 'm', "CYRILLIC SMALL LETTER EM"), ('т', 't', "CYRILLIC SMALL LETTER TE"),
    ('Α', 'A', "GREEK CAPITAL LETTER ALPHA"), ('Β', 'B', "GREEK CAPITAL LETTER BETA"), ('Ε', 'E', "GREEK CAPITAL LETTER EPSILON"),
    ('Ζ', 'Z', "GREEK CAPITAL LETTER ZETA"), ('Η', 'H', "GREEK CAPITAL LETTER ETA"), ('Ι', 'I', "GREEK CAPITAL LETTER IOTA"),
    ('Κ', 'K', "GREEK CAPITAL LETTER KAPPA"), ('Μ', 'M', "GREEK CAPITAL LETTER MU"), ('Ν', 'N', "GREEK CAPITAL LETTER NU"),
    ('Ο', 'O', "GREEK CAPITAL LETTER OMICRON"), ('Ρ', 'P', "GREEK CAPITAL LETTER RHO"), ('Τ', 'T', "GREEK CAPITAL LETTER TAU"),
    ('Υ', 'Y', "GREEK CAPITAL LETTER UPSILON"), ('Χ', 'X', "GREEK CAPITAL LETTER CHI"), ('α', 'a', "GREEK SMALL LETTER ALPHA"),
    ('ι', 'i', "GREEK SMALL LETTER IOTA"), ('ν', 'v', "GREEK SMALL LETTER NU"), ('ο', 'o', "GREEK SMALL LETTER OMICRON"),
];

/// The characters that are invisible or easily confused with another character, with their Unicode names.
#[rustfmt::skip]
const SIGNS: [(char, &str); 14] = [
    ('\u{00A0}', "NO-BREAK SPACE"), ('\u{00AD}', "SOFT HYPHEN"), ('\u{200B}', "ZERO WIDTH SPACE"), ('\u{200C}', "ZERO WIDTH NON-JOINER"),
    ('\u{200D}', "ZERO WIDTH JOINER"), ('\u{2060}', "WORD JOINER"), ('\u{FEFF}', "ZERO WIDTH NO-BREAK SPACE"), ('\u{2010}', "HYPHEN"),
    ('\u{2011}', "NON-BREAKING HYPHEN"), ('\u{2012}', "FIGURE DASH"), ('\u{2013}', "EN DASH"), ('\u{2014}', "EM DASH"),
    ('\u{2212}', "MINUS SIGN"), ('\u{FF0D}', "FULLWIDTH HYPHEN-MINUS"),
];

/// Replaces every letter that looks like a Latin letter with that letter.
pub fn latin(text: &str) -> String {
    text.chars().map(|c| find(c).map_or(c, |(latin, _)| latin)).collect()
}

/// Returns a name with the signs that names can have: `-` for `_`, and the letters of ligatures.
pub fn plain_letters(name: &str) -> String {
    let letters = |c: char| ligature(c).map_or_else(|| c.to_string(), str::to_owned);
    name.chars().map(letters).collect::<String>().replace('_', "-")
}

/// Returns the letters of a ligature.
fn ligature(c: char) -> Option<&'static str> {
    const LIGATURES: [&str; 7] = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];
    LIGATURES.get(u32::from(c).checked_sub(0xFB00)? as usize).copied()
}

/// Returns true if a character is invisible inside a word.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// Returns true if a character looks like a hyphen.
pub fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2014}' | '\u{2212}' | '\u{FF0D}')
}

/// Returns a word without invisible characters and with plain hyphens.
pub fn plain_signs(word: &str) -> String {
    let visible = word.chars().filter(|c| !is_invisible(*c));
    visible.map(|c| if is_dash(c) { '-' } else { c }).collect()
}

/// Describes the first letter in a text that looks like a Latin letter.
pub fn look_alike(text: &str) -> Option<String> {
    let (c, (latin, name)) = text.chars().find_map(|c| Some((c, find(c)?)))?;
    Some(format!("U+{:04X} {name} looks like the Latin {latin}", u32::from(c)))
}

/// Returns the code point and the name of a character that is invisible or easily confused with another.
pub fn sign(c: char) -> Option<String> {
    let (_, name) = SIGNS.iter().find(|(sign, _)| *sign == c)?;
    Some(format!("U+{:04X} {name}", u32::from(c)))
}

fn find(c: char) -> Option<(char, &'static str)> {
    let is_latin = c.is_ascii();
    LETTERS.iter().find(|(letter, ..)| !is_latin && *letter == c).map(|(_, latin, name)| (*latin, *name))
}
