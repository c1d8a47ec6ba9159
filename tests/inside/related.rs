//! Tests the relation between problems: each problem that is not reported follows from one that is.

use super::help::{Texts, each, root};
use ferz_core::base::source::Sources;
use ferz_lang::catalog::{Catalog, Files};
use ferz_lang::{Cause, Related, RuleFile};
use ferz_syntax::messages::diagnostic::Diagnostic;
use std::fs;
use std::path::{Path, PathBuf};

/// The files beside a fixture.
struct Beside(PathBuf);

impl Files for Beside {
    fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.0.join(path)).ok()
    }
}

fn open(path: &Path) -> RuleFile {
    let folder = Beside(path.parent().expect("a folder").to_owned());
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    Catalog::new(&folder).open_file(&name).expect("the fixture is there")
}

/// Returns true if the chain of causes of a problem ends at a reported problem.
fn is_rooted(game: &RuleFile, all: &[Related], related: &Related, reported: &[Diagnostic]) -> bool {
    match &related.cause {
        None => true,
        Some(Cause::Parent(problem)) => reported.contains(problem),
        Some(Cause::Allowed(_)) => true,
        Some(Cause::Node(place)) => {
            let name = |file: u32| game.sources.get(file).map(|source| source.name.clone());
            let is_there = |one: &&Related| {
                let mut places = one.problem.labels.iter().map(|label| name(label.span.file));
                one.problem.is_error()
                    && !matches!(one.cause, Some(Cause::Node(_)))
                    && place.is_none_or(|own| places.any(|file| file == name(own.file)))
            };
            all.iter().filter(is_there).any(|one| is_rooted(game, all, one, reported))
        }
        Some(Cause::Problem(problem)) => {
            let mut causes = all.iter().filter(|other| other.problem == **problem);
            causes.any(|cause| is_rooted(game, all, cause, reported))
        }
    }
}

/// Asserts that the causes of all dropped problems of a game are reported, and returns their number.
fn dropped(game: &RuleFile, what: &str) -> usize {
    let all = game.related();
    let reported = [game.check(), game.notes().to_vec()].concat();
    assert_eq!(all.is_empty(), reported.is_empty(), "{what}: a file with a problem reports one");
    let left: Vec<&Related> = all.iter().filter(|one| one.cause.is_some()).collect();
    for related in &left {
        assert!(is_rooted(game, &all, related, &reported), "{what}: {related:#?}\n{reported:#?}");
    }
    left.len()
}

#[test]
fn what_is_not_reported_follows_from_a_reported_problem() {
    let mut number = 0;
    each(&["check/err"], |path| {
        if path.extension().is_some_and(|ending| ending == "ferz") {
            number += dropped(&open(path), &path.display().to_string());
        }
    });
    assert!(number > 15, "only {number} problems were dropped");
}

/// A mistake in a parent is reported in the file of the parent, by the check of each game that it affects.
#[test]
fn a_mistake_in_a_parent_is_reported_there() {
    let chess = fs::read_to_string(root().join("variants/chess/chess.ferz")).expect("chess");
    let child = "variant mine \"Mine\" extends old\n";
    let grandchild = "variant third \"Third\" extends mine\n";
    for (old, new, heirs) in [
        ("region far-rank", "region far-rnk", "change region far-rank = rank 7\n"),
        ("region far-rank", "region far-rnk", "player may not capture when own pawn in far-rank >= 2\n"),
        ("piece queen", "piece quen", "change piece queen { value 9 }\n"),
        ("piece queen", "piece quen", "immune queen to capture\n"),
        ("stalemate: draw", "stalemate draw", ""),
    ] {
        let files = Texts(vec![
            ("old.ferz".into(), chess.replacen(old, new, 1)),
            ("mine.ferz".into(), format!("{child}{heirs}")),
            ("third.ferz".into(), grandchild.to_owned()),
        ]);
        let of = |name: &str| {
            let game = Catalog::new(&files).open_file(name).expect("there");
            dropped(&game, new);
            let place = |problem: &Diagnostic| {
                let at = problem.place();
                let file = game.sources.get(at.file).expect("a file").name.clone();
                (file, game.sources.line_column(at).0, problem.message.clone())
            };
            game.check().iter().map(place).collect::<Vec<_>>()
        };
        let parent = of("old.ferz");
        assert_eq!(parent.len(), 1, "{parent:?}");
        assert_eq!(of("mine.ferz"), parent, "{new} {heirs}");
        assert_eq!(of("third.ferz"), parent, "{new} {heirs}");
    }
}

/// A child reports its own mistakes, even if its parent has others.
#[test]
fn mistakes_of_parent_and_child_are_told_apart() {
    let chess = fs::read_to_string(root().join("variants/chess/chess.ferz")).expect("chess");
    let files = Texts(vec![
        ("old.ferz".into(), chess.replacen("region far-rank", "region far-rnk", 1)),
        ("mine.ferz".into(), "variant mine \"Mine\" extends old\nimmune quen to capture\n".into()),
    ]);
    let game = Catalog::new(&files).open_file("mine.ferz").expect("there");
    let mut missing: Vec<String> =
        game.check().iter().filter_map(Diagnostic::missing).map(str::to_owned).collect();
    missing.sort();
    assert_eq!(missing, ["far-rank", "quen"], "{:#?}", game.check());
    let text = ferz_lang::Text { name: "empty.ferz".into(), ..ferz_lang::Text::default() };
    assert!(!RuleFile::open(&text, &Catalog::new(&files), Sources::default()).check().is_empty());
}

/// Games that extend each other are not checked forever.
#[test]
fn a_circle_of_games_is_one_message() {
    let game =
        |name: &str, parent: &str| format!("variant {name} \"A\" extends {parent}\nimmune quen to capture\n");
    let files = Texts(vec![
        ("one.ferz".into(), game("one", "two")),
        ("two.ferz".into(), game("two", "three")),
        ("three.ferz".into(), game("three", "one")),
    ]);
    let game = Catalog::new(&files).open_file("one.ferz").expect("there");
    assert_eq!(
        game.check().iter().map(|problem| problem.code.text()).collect::<Vec<_>>(),
        ["inheritance-cycle"]
    );
}
