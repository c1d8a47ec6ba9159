//! Synonyms for the words of the language, from everyday speech and from other rule books.

/// The words of the language, each with its synonyms.
const SAME: [(&str, &[&str]); 43] = [
    ("rank", &["row", "line", "rows", "ranks"]),
    ("file", &["column", "columns", "col", "files"]),
    ("win", &["wins", "victory", "won"]),
    ("loss", &["lose", "loses", "lost", "defeat"]),
    ("draw", &["tie", "draws", "remis"]),
    ("becomes", &["promote", "promotes", "promotion", "transforms", "turns-into"]),
    (
        "arriving",
        &[
            "reaching", "reaches", "entering", "enters", "landing", "upon", "on", "arrive", "arrives",
            "arrival",
        ],
    ),
    ("region", &["zone", "area", "place"]),
    ("array", &["setup", "position", "start", "layout", "diagram"]),
    ("piece", &["unit", "man", "figure", "pieces", "type"]),
    ("variant", &["game"]),
    ("switch", &["option", "setting", "choice"]),
    ("source", &["reference", "book", "work", "cite", "cites"]),
    ("author", &["authors", "writer", "editor"]),
    ("year", &["date", "published"]),
    ("address", &["url", "link", "website"]),
    ("about", &["description", "summary", "comment"]),
    ("grid", &["size", "dimensions"]),
    ("turned", &["rotate", "half-turn"]),
    ("mirrored", &["reflected", "flipped", "mirror"]),
    ("repeated", &["repetition", "repetitions", "repeats"]),
    ("when", &["if", "whenever"]),
    ("except", &["unless", "without", "but"]),
    ("ending", &["goal", "result", "end", "objective"]),
    ("hands", &["hand", "pocket", "reserve"]),
    ("token", &["symbol", "letter", "char"]),
    ("title", &["name", "caption"]),
    ("also", &["aka", "alias", "aliases", "synonym", "synonyms", "called", "names"]),
    ("history", &["origin", "background", "historical"]),
    ("uncheckered", &["monochrome", "one-color", "unicolored"]),
    ("moves", &["movement", "move", "betza"]),
    ("immune", &["protected", "safe", "invulnerable"]),
    ("capture", &["captures", "taking", "captured"]),
    ("enemy", &["opponent", "opposing", "foe", "their"]),
    ("own", &["my", "friendly", "allied"]),
    ("exchange", &["swap", "swaps", "exchanges"]),
    ("may", &["can", "allowed", "optional"]),
    ("castling", &["castle", "castles", "castlings"]),
    ("passed", &["ep", "en-passant", "enpassant"]),
    ("remove", &["delete", "del", "omit", "erase", "without", "no", "exclude", "discard", "cut"]),
    ("change", &["override", "modify", "redefine", "update", "alter", "rename", "edit", "amend", "replaces"]),
    ("must", &["has-to", "forced", "mandatory"]),
    ("to", &["on", "onto", "into"]),
];

/// Returns the words of the language that `word` is a synonym for.
pub(super) fn meant(word: &str) -> impl Iterator<Item = &'static str> {
    SAME.iter().filter(move |(_, others)| others.contains(&word)).map(|(ours, _)| *ours)
}
