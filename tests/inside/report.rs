//! The forms of diagnostics: drawn for a terminal of 80 columns, in sentences for a screen reader, and as data.
use ferz_core::base::source::{Sources, Span};
use ferz_syntax::messages::diagnostic::{Code, Diagnostic};
use ferz_syntax::messages::text::did_you_mean;
use ferz_syntax::syntax::parse;
use ferz_text::words::report::{Style, located, render};

const DRAWN: Style = Style { color: false, width: 80, plain: false };
const TOLD: Style = Style { plain: true, ..DRAWN };

/// Returns two files, one of which amends the other, with problems at unusual places.
fn several() -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let child = "variant small extends large\nremove region far-rnk\n";
    let parent = "variant large\nboard {\n  grid 11 x 10\n  region far-rank = rank 10\n}\n";
    let child = (sources.add("small.ferz", child), child);
    let parent = (sources.add("large.ferz", parent), parent);
    let empty = sources.add("empty.ferz", "");
    let long = format!("piece {} `K`\n", "long-".repeat(100));
    let long = (sources.add("long.ferz", long.clone()), long);
    let at = |(file, text): (u32, &str), words: &str| {
        let start = text.find(words).expect("the words");
        Span::new(file, start, start + words.len())
    };
    let problems = vec![
        Diagnostic::new(Code::UnknownSquare, at(child, "far-rnk"), "there is no region `far-rnk`")
            .here("removed here")
            .label(at(parent, "far-rank"), "the parent has this one")
            .label(at(parent, "board"), "on its board")
            .label(at(child, "large"), "this is the parent")
            .help(
                did_you_mean("far-rank")
                    .and("a region can only be removed by its own name, which the parent gives it"),
            ),
        Diagnostic::new(Code::NeverAppears, Span::new(empty, 0, 0), "a game without pieces"),
        Diagnostic::new(
            Code::UncitedRule,
            Span::new(parent.0, parent.1.len(), parent.1.len()),
            "a game without endings",
        )
        .here("the file ends here"),
        Diagnostic::new(Code::BadToken, at((long.0, &long.1), "`K`"), "moves after a name of 500 letters"),
        Diagnostic::new(
            Code::UnknownFile,
            Span::new(99, 3, 4),
            "a place in a text nobody has, \u{1b}[31mred",
        ),
        Diagnostic::new(Code::FileTooLong, Span::new(parent.0, 4, 40), "many lines").here("all of this"),
    ];
    (sources, problems)
}

#[test]
fn several_files_drawn() {
    let (sources, problems) = several();
    insta::assert_snapshot!(render(&problems, &sources, DRAWN));
}

#[test]
fn several_files_described() {
    let (sources, problems) = several();
    insta::assert_snapshot!(render(&problems, &sources, TOLD));
}

#[test]
fn narrow_and_colored() {
    let (sources, problems) = several();
    let printed = render(&problems[..1], &sources, Style { color: true, width: 44, plain: false });
    assert!(printed.contains("\u{1b}[31m"));
    let shown = printed.replace('\u{1b}', "^");
    insta::assert_snapshot!(shown);
}

#[test]
fn several_files_as_data() {
    let (sources, problems) = several();
    insta::assert_json_snapshot!(located(&problems, &sources));
}

#[test]
fn no_control_character_reaches_the_terminal() {
    const HIDDEN: &str = "\u{ad}\u{61c}\u{180e}\u{200b}\u{200d}\u{2028}\u{2029}\u{feff}\u{fff9}\u{e0041}";
    let text = format!("piece \u{1b}[2J \u{9b}x\r\"\u{202e}{HIDDEN}\"\r\n\0");
    let text = text.as_str();
    let mut sources = Sources::default();
    let tree = parse(sources.add("bad.ferz", text), text);
    let problems = tree.problems();
    assert!(!problems.is_empty());
    for style in [DRAWN, TOLD] {
        let printed = render(problems, &sources, style);
        assert!(
            !printed.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}' || HIDDEN.contains(c)),
            "{printed:?}"
        );
    }
}
