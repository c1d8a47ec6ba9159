//! Tests of the messages about invalid or ambiguous notations.

use super::help::{board, read, read_in, reading};
use ferz_core::base::source::{Sources, Span};
use ferz_lang::betza::{BetzaDialect, impossible_moves, read as read_at};
use ferz_syntax::messages::diagnostic::Diagnostic;

fn shown(text: &str, problems: &[Diagnostic]) -> String {
    let mut sources = Sources::default();
    sources.add("notation", text);
    let mut out = format!("{text}\n");
    for problem in problems {
        let piece_type = if problem.is_error() { "error" } else { "warning" };
        out += &format!("  {piece_type} {}: {}\n", problem.code.text(), problem.message);
        for label in &problem.labels {
            let range = label.span.range();
            out += &format!(
                "    {}..{} `{}` {}\n",
                range.start,
                range.end,
                sources.slice(label.span),
                label.text
            );
        }
        if let Some(help) = &problem.help {
            out += &format!("    help: {help}\n");
        }
    }
    out
}

#[test]
fn problems() {
    let texts = [
        "",
        " ",
        "P",
        "E",
        "wN",
        "w",
        "fm",
        "fmwfcF",
        "fW cF",
        "fm W fce F",
        "[F\u{2013}W]",
        "fmWf\u{441}F",
        "Kis03",
        "Kiso3",
        "Kil03ir04",
        "[WF]",
        "t[FR]",
        "[W-",
        "W]",
        "[W(]",
        "[F--R]",
        "[-R]",
        "[F-R-]",
        "[]",
        "F-R",
        "LJ",
        "fK",
        "sQ2",
        "nC",
        "nZ",
        "n(5,4)",
        "nR",
        "sfN",
        "vrN",
        "hF",
        "hN",
        "fU",
        "U2",
        "pW",
        "pN",
        "jN",
        "gF",
        "zB1",
        "qN",
        "zqB",
        "pgR",
        "njD",
        "mmR",
        "R{0..}",
        "R{3..2}",
        "R99",
        "R{99..}",
        "(0,0)",
        "(16,1)",
        "RX",
        "KX",
        "WXXXXX",
        "N2X",
        "xN",
        "yR",
        "[yF-R]",
        "[pR?R]",
        "(f)W",
        "((a))W",
        "(af",
        "O",
        "fO2",
        "O0",
        "mI",
        "[O-W]",
        "[aF-R]",
        "[(af)F-R]",
        "v[F?R]",
        "p[F-R]",
        "[zB-W]0",
        "m'",
        "[F'-R]",
        "taR",
        "t[F-R]",
        "N5N'",
        "Wé",
        "[W-p[F?R]]",
        "[v[F?R]-W]",
        "F?R",
        "[F R]",
        "12",
        "{2..}W",
        "fmWfceFifmnd",
        "rook",
    ];
    let mut out = String::new();
    for text in texts {
        out += &shown(text, &read(text).1);
    }
    insta::assert_snapshot!(out);
}

#[test]
fn places_are_counted_in_the_file() {
    let (_, problems) = read_at("fmP", Span::new(3, 100, 103));
    assert_eq!(problems[0].labels[0].span, Span::new(3, 102, 103));
}

#[test]
fn dialects() {
    let rays = BetzaDialect { eight_rays: true, halfway: false };
    assert_eq!(read_in("fK", rays).0.map(|r| r.automaton), Some(reading("fW").automaton));
    assert_eq!(read_in("fsK", rays).0.map(|r| r.automaton), Some(reading("fF").automaton));
    assert_eq!(read_in("vK", rays).0.map(|r| r.automaton), Some(reading("vW").automaton));
    let halfway = BetzaDialect { eight_rays: false, halfway: true };
    let (found, problems) = read_in("nZ", halfway);
    assert!(found.is_some() && !problems[0].is_error());
    assert_eq!(read_in("nC", halfway).0.map(|r| r.automaton), Some(reading("[W-N]").automaton));
    assert!(read("nZ").0.is_none());
}

#[test]
fn moves_that_no_board_allows() {
    let check = |text: &str, width, height| {
        impossible_moves(&reading(text), &board(width, height))
            .iter()
            .map(|p| p.labels[0].span.range())
            .collect::<Vec<_>>()
    };
    assert_eq!(check("WH", 3, 3), vec![1..2]);
    assert!(check("WH", 4, 1).is_empty());
    assert_eq!(check("[F-W-W-R]", 3, 4), vec![0..9]);
}
