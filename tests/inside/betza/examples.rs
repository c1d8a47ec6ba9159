//! Tests every example of the specification on a board.
//!
//! The tests follow the order of the specification. Most tests use [`goes`], which asserts the squares that a notation
//! reaches.

use super::help::{ask, reading};

/// Asserts the squares that a notation reaches from e5 on an empty 9x9 board.
#[track_caller]
fn goes(text: &str, squares: &str) {
    assert_eq!(ask(text).all(), squares, "{text}");
}

#[track_caller]
fn same(one: &str, other: &str) {
    assert_eq!(reading(one).automaton, reading(other).automaton, "{one} = {other}");
}

#[track_caller]
fn differ(one: &str, other: &str) {
    assert_ne!(reading(one).automaton, reading(other).automaton, "{one} and {other}");
}

#[test]
fn atoms() {
    goes("W", "d5 e4 e6 f5");
    goes("F", "d4 d6 f4 f6");
    goes("D", "c5 e3 e7 g5");
    goes("N", "c4 c6 d3 d7 f3 f7 g4 g6");
    goes("A", "c3 c7 g3 g7");
    goes("H", "b5 e2 e8 h5");
    goes("C", "b4 b6 d2 d8 f2 f8 h4 h6");
    goes("Z", "b3 b7 c2 c8 g2 g8 h3 h7");
    goes("G", "b2 b8 h2 h8");
    goes("K", "d4 d5 d6 e4 e6 f4 f5 f6");
    same("R", "W0");
    same("B", "F0");
    same("Q", "RB");
    same("K", "WF");
    same("WW", "R");
    same("KK", "Q");
    same("RR", "R");
    same("WWW", "WWW1");
    same("W4", "R4");
    same("B2", "F2");
    same("K2", "W2F2");
    same("NN", "N0");
    same("L", "C");
    same("J", "Z");
    same("(2,1)", "N");
    same("(4,1)", "FX");
    same("(1,4)", "FX");
    for (suffixed, leap) in [
        ("WX", "(4,0)"),
        ("DX", "(5,0)"),
        ("NX", "(5,1)"),
        ("AX", "(5,2)"),
        ("HX", "(6,0)"),
        ("CX", "(6,1)"),
        ("ZX", "(6,2)"),
        ("GX", "(6,3)"),
        ("DY", "(4,2)"),
        ("NY", "(4,3)"),
        ("AY", "(4,4)"),
        ("CY", "(5,3)"),
        ("ZY", "(5,4)"),
        // Cases beyond the table: each letter doubled.
        ("WXX", "(7,0)"),
        ("FXX", "(7,1)"),
        ("NXX", "(8,1)"),
        ("FY", "(3,3)"),
        ("WY", "(3,2)"),
        ("GY", "(5,5)"),
        ("GYX", "(8,5)"),
    ] {
        same(suffixed, leap);
    }
}

#[test]
fn ranges() {
    goes("R2", "c5 d5 e3 e4 e6 e7 f5 g5");
    goes("fR{2..}", "e7 e8 e9");
    goes("fR{2..3}", "e7 e8");
    same("yafF", "[F-B]");
    same("mafyafF", "[F-F-B]");
    same("[F-B]", "B{2..}");
    same("[F-F-B]", "B{3..}");
    differ("jB", "[F-B]");
    assert_eq!(ask("fR").enemy("e7").all(), "e6 e7");
    assert_eq!(ask("fDD").enemy("e6 e8").all(), "e7 e9");
    assert_eq!(ask("fnDD").enemy("e8").all(), "e7");
    assert_eq!(ask("W12").on(16, 1).from("a1").all().split(' ').count(), 12);
}

#[test]
fn directions() {
    goes("fW", "e6");
    goes("lW", "d5");
    goes("frW", "e6 f5");
    goes("fsW", "d5 e6 f5");
    goes("frlW", "d5 e6 f5");
    goes("sfW", "d5 e6 f5");
    goes("fF", "d6 f6");
    goes("flF", "d6");
    goes("brF", "f4");
    goes("rbF", "f4");
    goes("sF", "d4 d6 f4 f6");
    goes("vF", "d4 d6 f4 f6");
    goes("ffF", "d6 f6");
    goes("fsF", "d6 f6");
    goes("frblF", "d4 f6");
    goes("fN", "d7 f7");
    goes("ffN", "d7 f7");
    goes("rN", "g4 g6");
    goes("vN", "d3 d7 f3 f7");
    goes("sN", "c4 c6 g4 g6");
    goes("frN", "g6");
    goes("flN", "c6");
    goes("brN", "g4");
    goes("blN", "c4");
    goes("rfN", "f7");
    goes("lfN", "d7");
    goes("rbN", "f3");
    goes("lbN", "d3");
    goes("fsN", "c6 g6");
    goes("bsN", "c4 g4");
    goes("lvN", "d3 d7");
    goes("rvN", "f3 f7");
    goes("fhN", "c6 d7 f7 g6");
    goes("bhN", "c4 d3 f3 g4");
    goes("lhN", "c4 c6 d3 d7");
    goes("rhN", "f3 f7 g4 g6");
    goes("hrN", "c6 d3 f7 g4");
    goes("hlN", "c4 d7 f3 g6");
    goes("fbN", "d3 d7 f3 f7");
    goes("lrN", "c4 c6 g4 g6");
    goes("frlN", "c4 c6 g6");
    goes("frlbK", "d4 d5 e4 e6 f5 f6");
    goes("fK", "d6 e6 f6");
    goes("fsK", "d5 d6 e6 f5 f6");
    goes("vK", "d4 d6 e4 e6 f4 f6");
    assert_eq!(ask("fW").black().all(), "e4");
    assert_eq!(ask("lW").black().all(), "f5");
    assert_eq!(ask("hrN").black().all(), ask("hrN").all());
}

#[test]
fn modes() {
    assert_eq!(ask("mR").enemy("e7").all(), "a5 b5 c5 d5 e1 e2 e3 e4 e6 f5 g5 h5 i5");
    assert_eq!(ask("cR").enemy("e7").all(), "e7");
    assert_eq!(ask("fmWfcF").enemy("d6 e6").all(), "d6");
    assert_eq!(ask("fmWfcF").enemy("d6").all(), "d6 e6");
    same("mfW", "fmW");
    same("mfWcfF", "fmWfcF");
    assert_eq!(ask("ifmnD").all(), "");
    assert_eq!(ask("ifmnD").home().all(), "e7");
    assert_eq!(ask("ifmnD").home().own("e6").all(), "");
    let walk = ask("ifmnD").home().walks().remove(0);
    assert_eq!(walk.passed.len(), 1);
    assert!(ask("fmD").walks()[0].passed.is_empty());
    assert_eq!(ask("fceF").passed("d6").all(), "d6");
    assert_eq!(ask("fceF").passed("d6").enemy("f6").all(), "d6 f6");
    assert_eq!(ask("feF").passed("d6").enemy("f6").all(), "d6");
    assert!(ask("fceF").passed("d6").walks()[0].en_passant.is_some());
}

#[test]
fn lame_and_jumping() {
    assert_eq!(ask("nD").own("e6").all(), "c5 e3 g5");
    assert_eq!(ask("nH").own("e7").all(), "b5 e2 h5");
    assert_eq!(ask("nA").own("f6").all(), "c3 c7 g3");
    assert_eq!(ask("nG").own("g7").all(), "b2 b8 h2");
    assert_eq!(ask("nN").own("e6").all(), "c4 c6 d3 f3 g4 g6");
    assert_eq!(ask("fnNN").own("e8").all(), "c9 d7 f7 g9");
    assert_eq!(ask("fnNN").own("d8").all(), "d7 f7 g9");
    assert_eq!(ask("jD").own("e6").all(), "e7");
    assert_eq!(ask("jH").own("e6 e7 d5").all(), "e8");
    assert_eq!(ask("fjR").own("e6").all(), "e7 e8 e9");
    assert_eq!(ask("fjR").all(), "e7 e8 e9");
    assert_eq!(ask("fjjR").own("e6 e7").all(), "e8 e9");
    assert_eq!(ask("fpR").own("e6").all(), "e7 e8 e9");
    assert_eq!(ask("fpR").own("e7").enemy("e9").all(), "e8 e9");
    assert_eq!(ask("fpR3").own("e7").all(), "e8");
    assert_eq!(ask("fgR3").own("e6").all(), "e7");
    assert_eq!(ask("fgR3").own("e7").all(), "e8");
    assert_eq!(ask("fgR3").own("e8").all(), "");
    assert_eq!(ask("fmRfcpR").own("e7").enemy("e9").all(), "e6 e9");
    assert_eq!(ask("pA").enemy("f6").all(), "g7");
    same("pafR", "pR");
    same("gafR", "gR");
    same("pafB", "pB");
}

#[test]
fn crooked_and_circular() {
    assert_eq!(ask("zB").on(5, 5).from("a1").all(), "a3 a5 b2 b4 c1 d2 e1");
    goes("qN2", "a5 b2 b8 c4 c6 d3 d7 e1 e9 f3 f7 g4 g6 h2 h8 i5");
    let rose = ask("qNN").on(13, 13).from("g7");
    assert!(!rose.all().contains("g7"));
    same("(az)N", "zNN");
    same("(az)F", "zB");
    same("(af)W", "R");
}

#[test]
fn brackets() {
    same("[F?R]", "FyafsF");
    same("[F-R]", "yafsF");
    same("[W?B]", "WyafsW");
    same("[W-B]", "yafsW");
    same("[F-W-W-R]", "mafsmafyafF");
    same("[F-W-R]", "mafsyafF");
    same("[W-F]", "mafsW");
    same("nN", "mafsW");
    same("[F-W]", "mafsF");
    same("[W-F-F]", "mafsmafW");
    same("t[FR]", "[F?R]");
    goes("[W-F-F]", "b3 b7 c2 c8 g2 g8 h3 h7");
    same("[R?sR]", "RmasR");
    same("[B?sB]", "BmasB");

    assert_eq!(ask("[W-F]2").own("e6 d5 e4").all(), "g4 g6 i3 i7");
    same("[W-F]0", "nNN");
    same("[W-F]3", "nN3");
    same("[cF-mF]", "cafmF");
    goes("[F-R{3..}]", "a4 a6 d1 d9 f1 f9 i4 i6");
}

#[track_caller]
fn prints(text: &str, canonical: &str) {
    assert_eq!(&*reading(text).canonical, canonical, "{text}");
}

#[test]
fn canonical_forms() {
    for text in [
        "W",
        "fmWfceFifmnD",
        "KisO2",
        "mRcpR",
        "[F-B]",
        "[F-W-W-R]",
        "[F-W-R]",
        "[F?R]",
        "[W?B]",
        "[F-R]",
        "fsN",
        "hrN",
        "nA",
        "NN",
        "zB",
        "qNN",
        "jB",
        "gQ",
        "K",
        "Q",
        "BN",
        "RN",
        "cpR",
        "fBbR",
        "[R?sR]",
        "v[F?R]",
        "[vW?B]",
        "U",
        "fI",
        "ifmnnD",
        "m[F?R]",
        "(5,5)",
        "WX",
        "W'",
        "[W-F]0",
        "[W-F-F]",
        "[F-W]",
        "iiO",
    ] {
        if text != "[W-F]0" && text != "iiO" && text != "ifmnnD" {
            prints(text, text);
        }
    }
    prints("FyafsF", "[F?R]");
    prints("yafsF", "[F-R]");
    prints("WyafsW", "[W?B]");
    prints("mfW", "fmW");
    prints("WF", "K");
    prints("RB", "Q");
    prints("W4", "R4");
    prints("F2", "B2");
    prints("R1", "W");
    prints("K2", "Q2");
    prints("mcR", "R");
    prints("fK", "fWfF");
    prints("mafsmafyafF", "[F-W-W-R]");
    prints("mafsW", "nN");
    prints("[W-F]", "nN");
    prints("[F-F]", "nA");
    prints("mafsF", "[F-W]");
    prints("mafsmafW", "[W-F-F]");
    prints("RmasR", "[R?sR]");
    prints("yafF", "[F-B]");
    prints("cabK", "[cK-bK]");
    prints("fcafmF", "[fcF-mF]");
    prints("(af)W", "R");
    prints("(az)N", "zNN");
    prints("(az)F", "zB");
    prints("O2", "isO2");
    prints("lO3", "ilO3");
}

#[test]
fn chains() {
    // Section 2 of the specification: useful patterns.
    goes("mafsW", "c4 c6 d3 d7 f3 f7 g4 g6");
    assert_eq!(ask("mafsW").own("e6").all(), "c4 c6 d3 f3 g4 g6");
    assert_eq!(ask("mafsF").own("f6").all(), "c4 c6 d3 d7 f3 g4");
    assert_eq!(ask("mafsWmafsF").own("e6 f6").all(), "c4 c6 d3 d7 f3 g4 g6");
    goes("mafsmafW", "b3 b7 c2 c8 g2 g8 h3 h7");
    goes("yafF", "a1 a9 b2 b8 c3 c7 g3 g7 h2 h8 i1 i9");
    goes("mafsmafyafF", "a4 a6 d1 d9 f1 f9 i4 i6");
    goes("mafsyafF", "a4 a6 b4 b6 d1 d2 d8 d9 f1 f2 f8 f9 h4 h6 i4 i6");
    goes("mpafmpafmpafsW", "a4 a6 d1 d9 f1 f9 i4 i6");
    assert_eq!(ask("mpafmpafmpafsW").own("e6 e7 e8").all(), "a4 a6 d1 d9 f1 f9 i4 i6");
    assert_eq!(ask("fcafmF").enemy("d6 f6").own("g7").all(), "c7");
    assert_eq!(ask("fcafmF").enemy("d6").walks()[0].captures.len(), 1);
    same("afafsKafsafzfK", "[K-K-fsK][K-fsK-fzfK]");
    goes("afafsKafsafzfK", "b3 b4 b6 b7 c2 c8 d2 d8 f2 f8 g2 g8 h3 h4 h6 h7");
    // The continuations of a chain by one letter: forward, diagonal, sideways, and back.
    goes("fafW", "e7");
    goes("fafrW", "f7");
    goes("farW", "f6");
    goes("fabrW", "f5");
    goes("fablW", "d5");
    goes("falW", "d6");
    goes("fabW", "e5");
    // Moving out and back is one null move, regardless of the number of paths, and not a ride around the board.
    for pass in ["[mK-bK]", "mabK", "[R-bR3]", "[mW-W-bW2]", "[U-U]"] {
        assert_eq!(ask(pass).walks().iter().filter(|walk| walk.is_pass()).count(), 1, "{pass}");
    }
    goes("[mK-bK]", "e5");
    assert_eq!(ask("[mK-bK]").own("d4 d5 d6 e4 e6 f4 f5 f6").all(), "");
    assert_eq!(ask("[mK-bK]").own("d4 d5 d6 e4 e6 f4 f5").enemy("f6").all(), "");
    goes("oR", "a5 b5 c5 d5 e1 e2 e3 e4 e6 e7 e8 e9 f5 g5 h5 i5");
    assert!(ask("i[mK-bK]").home().walks().iter().all(|walk| walk.passed.is_empty()));
    goes("faffrrW", "e7 f6");
    goes("faW", "d6 e7 f6");
    goes("frafD", "e9 i5");
    goes("frafrD", "g9 i3");
    // Mirror images: `z` turns to the opposite side, `q` to the same side.
    goes("fasazW", "d7 f7");
    goes("fasaqW", "d5 f5");
    goes("fafsafqW", "c7 g7");
}

#[test]
fn state_and_effects() {
    // Igui: capture and return.
    let walks = ask("cabK").enemy("e6 f5").walks();
    assert!(walks.len() == 2 && walks.iter().all(|w| w.to == w.actor && w.captures.len() == 1));
    // The double capture of the lion.
    assert!(ask("caK").enemy("e6 e7").walks().iter().any(|w| w.captures.len() == 2));
    // Own pieces, royals, and moves that do not give check.
    assert_eq!(ask("dW").own("e6").all(), "e6");
    assert_eq!(ask("kR").enemy("e7 c5").royal("e7").all(), "e7");
    assert_eq!(ask("ckR").enemy("e7 c5").royal("e7").captures(), "c5");
    assert_eq!(ask("tR").enemy("e7 c5").royal("e7").captures(), "c5");
    assert_eq!(ask("tpafR").enemy("e7").own("c5").all(), "a5 b5");
    // A swap: the captured piece reappears at the origin of the leg.
    let swap = ask("udQ").own("e7").walks().remove(0);
    assert_eq!(swap.unload, Some(swap.actor));
    assert_eq!(swap.captures, [swap.to]);
    assert_eq!(ask("ucR").enemy("e7 f5").walks().len(), 2);
    // Over a friend and back: the friend is captured last and reappears at the origin of the second leg. The enemy is
    // captured for good.
    let over = ask("[dD-bucW]").own("e7").enemy("e6 g5").walks();
    assert_eq!(over.len(), 1);
    let e = |rank: u16| ferz_core::base::Square((rank - 1) * 9 + 4);
    assert_eq!((over[0].to, over[0].captures.clone(), over[0].unload), (e(6), vec![e(6), e(7)], Some(e(7))));
    // A piece that lends its moves to a friend.
    let lent = ask("mNxaN").own("f7").walks();
    assert!(lent.iter().any(|w| w.actor == ferz_core::base::Square(59)));
    // A cylinder.
    assert_eq!(ask("srmoR").on(5, 5).from("c3").quiet(), "a3 b3 d3 e3");
    assert_eq!(ask("rmoR").on(5, 5).from("c3").own("e3").quiet(), "d3");
    assert_eq!(ask("frmoB").on(5, 5).from("d1").quiet(), "a3 b4 c5 e2");
    // Legs of equal length (`i`), the range `ii`, and the universal leaper `U`.
    goes("fafriR", "f7 g9");
    assert_eq!(ask("iifD").home().all(), "e7");
    assert_eq!(ask("U").on(3, 3).from("a1").all(), "a2 a3 b1 b2 b3 c1 c2 c3");
    // The automaton holds castling and imitation.
    let castles = reading("KisO2").automaton.castles;
    assert_eq!(
        castles.iter().map(|c| (c.side, c.steps, c.inset)).collect::<Vec<_>>(),
        [(-1, 2, 0), (1, 2, 0)]
    );
    assert_eq!(reading("isjO3").automaton.castles[0].inset, 1);
    assert!(reading("I").automaton.imitate.is_some());
    assert_ne!(reading("I").automaton, reading("fI").automaton);
    assert!(reading("N'").automaton.states.iter().any(|s| s.stop.is_some_and(|stop| stop.exempt)));
    // En passant rights of a lame path, and of a longer first move.
    assert_eq!(ask("fnafmW").walks()[0].passed.len(), 1);
    assert_eq!(ask("ifmnR3").home().walks().iter().map(|w| w.passed.len()).max(), Some(2));
}

#[test]
fn outer_directions() {
    goes("v[F?R]", "d1 d2 d3 d4 d6 d7 d8 d9 f1 f2 f3 f4 f6 f7 f8 f9");
    goes("[vW?B]", "b1 b9 c2 c8 d3 d7 e4 e6 f3 f7 g2 g8 h1 h9");
    assert_eq!(ask("m[F?R]").enemy("f6").captures(), "");
    assert_eq!(ask("c[F-R]").enemy("f8").all(), "f8");
    // No choice of letters could make this less ambiguous.
    prints("v[W?B]", "v[W?B]");
}

#[test]
fn a_zero_before_a_number_asks_for_exactly_so_many_steps() {
    goes("W03", "b5 e2 e8 h5");
    prints("W03", "R{3..3}");
    goes("W3", "b5 c5 d5 e2 e3 e4 e6 e7 e8 f5 g5 h5");
    goes("N00", "a3 a7 c1 c4 c6 c9 d3 d7 f3 f7 g1 g4 g6 g9 i3 i7");
}
