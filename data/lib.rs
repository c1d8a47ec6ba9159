//! The tables, pictures, and templates as texts. The packages that use a table read it.

/// The named pieces of Betza notation.
pub const PIECES: &str = include_str!("pieces.toml");
/// The formats of other programs.
pub const DIALECTS: &str = include_str!("dialects.toml");
/// The options of Fairy-Stockfish.
pub const FAIRY_STOCKFISH_OPTIONS: &str = include_str!("fairy-stockfish.toml");
/// The games of Fairy-Stockfish, as sections of a `variants.ini`.
pub const FAIRY_STOCKFISH_GAMES: &str = include_str!("fairy-stockfish.ini");
/// The boards of games that have their own; empty without the feature `pictures`.
pub const BOARDS: &str = if cfg!(feature = "pictures") { include_str!("boards.toml") } else { "" };
/// Examples of each command: sections that begin with its name in brackets.
pub const EXAMPLES: &str = include_str!("examples.txt");
/// The pieces that each picture shows; empty without the feature `picture-names`.
pub const PICTURES: &str = if cfg!(feature = "picture-names") { include_str!("pictures.toml") } else { "" };
/// The pictures as pairs of file name and text, sorted by name. Without the feature `pictures`, the texts are empty, and
/// without `picture-names`, the list is.
pub static PICTURE_FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pictures.rs"));

/// The templates of new games.
pub mod new {
    /// The rules of a game that extends no other.
    pub const FRESH: &str = include_str!("new/game.ferz");
    /// The rules of a game that extends another.
    pub const EXTENDING: &str = include_str!("new/extending.ferz");
    /// A page of cases.
    pub const CASES: &str = include_str!("new/cases.md");
    /// The files of a repository of games, by path.
    pub const PROJECT: [(&str, &str); 5] = [
        ("README.md", include_str!("new/project/README.md")),
        (".github/workflows/rules.yml", include_str!("new/project/rules.yml")),
        (".pre-commit-config.yaml", include_str!("new/project/pre-commit.yaml")),
        (".editorconfig", include_str!("new/project/editorconfig")),
        (".vscode/settings.json", include_str!("new/project/settings.json")),
    ];
}
