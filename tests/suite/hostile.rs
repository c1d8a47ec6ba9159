//! Tests that every command answers for hostile files, without a panic, a flood of messages, or a long delay.
//!
//! The files contain arbitrary bytes, huge games, or games that extend each other in a circle. Each command must end
//! within [`LONG`] and print little.

use super::help::{ferz_in as ferz, folder};
use std::time::{Duration, Instant};

/// The time limit. It is generous because tests are built without full optimization and run in parallel.
const LONG: Duration = Duration::from_secs(60);
/// The approximate size of a large input, in bytes.
const FLOOD: usize = 300_000;
const HEAD: &str = "variant x \"X\"\nboard {\n  grid 8 x 8\n  black is white mirrored\n}\npiece king K `K` royal\npiece rook R `R`\n";
const TAIL: &str = "royalty { check binds always }\nending {\n  checkmate: loss\n  stalemate: draw\n}\narray a {\n  1 | R . . . K . . R\n}\n";

/// Writes one line for each number, up to [`FLOOD`] bytes.
fn lines(line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < FLOOD {
        text += &line(number);
        text.push('\n');
        number += 1;
    }
    text
}

/// Every command that reads a file gives a short answer for these bytes.
#[test]
fn bytes_that_are_not_text() {
    let folder = folder("hostile-bytes");
    let sound = format!("{HEAD}{TAIL}");
    let utf16: Vec<u8> = sound.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let half = [sound.as_bytes(), b"note \"\xff\xfe\"\n"].concat();
    let marked = [b"\xef\xbb\xbf", sound.as_bytes()].concat();
    let files: [(&str, Vec<u8>, i32); 6] = [
        ("utf16", utf16, 1),
        ("half", half, 1),
        ("marked", marked, 0),
        ("zeros", vec![0; FLOOD], 1),
        ("bytes", (0..FLOOD).map(|n| u8::try_from(n % 256).unwrap_or_default()).collect(), 1),
        ("endless", vec![b'a'; 5_000_000], 2),
    ];
    for (name, bytes, expected) in files {
        for ending in ["ferz", "toml", "md", "snapshot"] {
            std::fs::write(folder.join(format!("{name}.{ending}")), &bytes).expect("written");
        }
        let game = format!("{name}.ferz");
        let checked = ferz(&folder, &["check", &game]);
        assert_eq!(
            checked.status.code(),
            Some(expected),
            "{name}: {}",
            String::from_utf8_lossy(&checked.stderr)
        );
        for args in [
            &["check", "--json", &format!("{name}.toml")][..],
            &["check", "--sarif", &format!("{name}.md")],
            &["fmt", "--check", &game],
            &["show", &game],
            &["test", &format!("{name}.md")],
            &["test", &game],
        ] {
            let begun = Instant::now();
            let output = ferz(&folder, args);
            assert!(matches!(output.status.code(), Some(0..=2)), "{args:?}: {output:?}");
            assert!(output.stdout.len() + output.stderr.len() < 200_000, "{args:?}");
            assert!(begun.elapsed() < LONG, "{args:?}");
        }
    }
}

/// A file in another encoding gives one message, whatever the order of its bytes.
#[test]
fn bytes_of_another_encoding() {
    let folder = folder("hostile-encoding");
    let sound = format!("{HEAD}{TAIL}");
    let wide: Vec<Vec<u8>> = vec![
        sound.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        sound.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        sound.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect(),
        sound.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect(),
        std::iter::once('\u{feff}').chain(sound.chars()).flat_map(|c| u32::from(c).to_le_bytes()).collect(),
    ];
    for bytes in wide {
        std::fs::write(folder.join("wide.ferz"), &bytes).expect("written");
        let checked = ferz(&folder, &["check", "wide.ferz"]);
        let text =
            String::from_utf8_lossy(&checked.stderr).into_owned() + &String::from_utf8_lossy(&checked.stdout);
        assert_eq!(text.matches("not-utf8").count(), 1, "{text}");
        assert!(text.contains("1 error"), "{text}");
    }
}

/// A folder without files is not a successful check.
#[test]
fn an_empty_folder() {
    let folder = folder("hostile-empty");
    let checked = ferz(&folder, &["check", "."]);
    assert_eq!(checked.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&checked.stderr).contains("no file to check"), "{checked:?}");
}

/// An invalid record with headings as long as the whole file.
#[test]
fn an_invalid_record() {
    let folder = folder("hostile-record");
    let named = (0..30_000).map(|n| format!("p{n}")).collect::<Vec<_>>().join(", ");
    let rows: String = (0..20_000).map(|n| format!("   {n} | 1\n")).collect();
    std::fs::write(folder.join("x.ferz"), format!("{HEAD}{TAIL}")).expect("written");
    for (what, record) in [
        ("a long heading", format!("{}\n{}", "x".repeat(200_000), " y\n".repeat(30_000))),
        ("headings", lines(|n| format!("heading {n}\n same"))),
        ("names", format!("empty board: {}\n{}", named, rows)),
        ("readings", format!("empty board: king\n  under {named}\n{rows}  under {named}\n{rows}")),
        ("bodies", lines(|n| format!("empty board: a{n}\n   1 | {n}"))),
        ("nothing", String::new()),
    ] {
        std::fs::write(folder.join("x.snapshot"), record).expect("written");
        let begun = Instant::now();
        let output = ferz(&folder, &["test", "x.ferz"]);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{what}: {told:.300}");
        assert!(told.contains("x.snapshot differs from the current rules"), "{what}: {told:.300}");
        assert!(begun.elapsed() < LONG, "{what}");
    }
}

/// Games with too many moves to list. Commands that need no moves answer, and the others stop in time with a message.
#[test]
fn games_that_are_too_wide() {
    let folder = folder("hostile-wide");
    let row = format!("{}K {}", "A ".repeat(5), "A ".repeat(4));
    let head =
        "variant x \"X\"\nboard {\n grid 10 x 10\n black is white mirrored\n}\npiece king K `K` royal\n";
    let rows: String = (1..=4).rev().map(|y| format!(" {y} | {row}\n")).collect();
    let tail = "royalty { check binds all }\nending {\n checkmate: loss\n stalemate: draw\n}\narray a {\n";
    let text = format!("{head}piece actor A `[cU-cU-cU]`\n{tail}{rows}}}\n");
    std::fs::write(folder.join("x.ferz"), text).expect("written");
    for args in [&["check", "x.ferz"][..], &["show", "x.ferz"]] {
        let begun = Instant::now();
        assert_eq!(ferz(&folder, args).status.code(), Some(0), "{args:?}");
        assert!(begun.elapsed() < LONG, "{args:?}");
    }
    let wide = head.replace("10 x 10", "16 x 16") + "piece actor A `[U-U-U-U]`\n" + tail;
    std::fs::write(folder.join("wide.ferz"), wide + " 1 | A A A A A A A A K A A A A A A A\n}\n")
        .expect("written");
    for args in [
        &["moves", "x.ferz"][..],
        &["perft", "x.ferz", "--depth", "1"],
        &["page", "wide.ferz", "-o", "p.html"],
    ] {
        let begun = Instant::now();
        let output = ferz(&folder, &[args, &["--patience", "1"]].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let gave_up = output.status.code() == Some(2) && told.contains("gave up after 1 second");
        assert!(gave_up && begun.elapsed() < LONG, "{args:?}: {told}");
    }
    assert!(!folder.join("p.html").exists(), "no part of a page is left");
}

#[test]
fn cyclic_games_and_folders() {
    let folder = folder("hostile-circles");
    for (name, parent) in [("a", "b"), ("b", "c"), ("c", "a"), ("self", "self")] {
        let text = format!("variant {name} \"X\" extends {parent}\n");
        std::fs::write(folder.join(format!("{name}.ferz")), text).expect("written");
    }
    for number in 0..40 {
        let text = format!("variant chain{number} \"X\" extends chain{}\n", number + 1);
        std::fs::write(folder.join(format!("chain{number}.ferz")), text).expect("written");
    }
    for (name, code) in
        [("a", "inheritance-cycle"), ("self", "inheritance-cycle"), ("chain0", "inheritance-too-deep")]
    {
        let output = ferz(&folder, &["check", &format!("{name}.ferz")]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(told.matches("inheritance-").count(), 1, "{name}: {told}");
        assert!(told.starts_with(&format!("{code}\n")), "{name}: {told}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(".", folder.join("again")).expect("a link");
        std::os::unix::fs::symlink("loop.ferz", folder.join("loop.ferz")).expect("a link");
        let output = ferz(&folder, &["check", "."]);
        assert_eq!(output.status.code(), Some(2), "a link to itself cannot be read");
        let output = ferz(&folder, &["test", "."]);
        assert!(matches!(output.status.code(), Some(0..=2)), "{output:?}");
    }
}

/// Short texts that define large games. Each of them once used gigabytes of memory.
#[test]
#[cfg(unix)]
fn short_texts_that_define_large_games() {
    let folder = folder("hostile-growth");
    let list = |number| (0..number).map(|n| format!("p{n}")).collect::<Vec<_>>().join(", ");
    let pieces: String = (0..900).map(|n| format!("piece p{n} P{n} `W`\n")).collect();
    let each = |number: usize, line: &dyn Fn(usize) -> String| (0..number).map(line).collect::<String>();
    let group = |n: usize| format!("group g{} = [g{n}, g{n}]\n", n + 1);
    let region = |n: usize| format!("region r{} = r{n} or [r{n} r{n}]\n", n + 1);
    let arrival = |n: usize| format!("arriving big at a{}: exchanges with big\n", n % 8 + 1);
    let drop = |n: usize| format!("action a{n} {{ drop [big, big]; to rank 3 }}\n");
    let named = format!("{pieces}group big = [{}]\n", list(900));
    let family = format!("family f X for [{}] {{\n  token F{{x}}\n  moves `W`\n", list(900));
    let texts = [
        (0, format!("group g0 = [rook]\n{}immune g60 to attack\n", each(60, &group))),
        (0, format!("region r0 = rank 1\n{}immune rook in r60 to attack\n", each(60, &region))),
        (1, format!("{pieces}{family}{}}}\n", each(4000, &arrival).replace("big", "X"))),
        (1, format!("{named}{}", each(3000, &arrival))),
        (0, format!("hands\n{named}{}", each(500, &drop))),
    ];
    for (expected, text) in texts {
        std::fs::write(folder.join("x.ferz"), format!("{HEAD}{text}{TAIL}")).expect("written");
        let begun = Instant::now();
        let program = env!("CARGO_BIN_EXE_ferz");
        let output = std::process::Command::new("sh")
            .args(["-c", &format!("ulimit -v 1000000; '{program}' check x.ferz")])
            .current_dir(&folder)
            .output()
            .expect("a shell");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(expected), "{text:.60}: {told:.300}");
        assert_eq!(told.matches("game-too-large\n").count(), expected as usize, "{text:.60}: {told:.300}");
        assert!(begun.elapsed() < LONG, "{text:.60}");
    }
}

/// Records with very many moves, variations, or tags: eight times the length takes about eight times as long.
#[test]
fn records_that_go_on_and_on() {
    let folder = folder("hostile-records");
    let shuffle = |count: usize| -> String {
        (1..=count).map(|n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8\n", 2 * n - 1, 2 * n)).collect()
    };
    let moves = |count| format!("[Result \"*\"]\n\n{}*\n", shuffle(count));
    let variations = |count| format!("[Result \"*\"]\n\n1. e4\n{} e5 *\n", "(1. d4)\n".repeat(count));
    let brackets = |count| format!("{}\n\n1. e4 *\n", "[a]".repeat(count));
    let tags = |count| format!("{}\n\n1. e4 *\n", "[A \"a\"]".repeat(count));
    let time = |command: &str, record: String| {
        std::fs::write(folder.join("long.pgn"), record).expect("written");
        let begun = Instant::now();
        let output = ferz(&folder, &[command, "long.pgn"]);
        assert_eq!(output.status.code(), Some(0), "{command}");
        begun.elapsed()
    };
    let records: [(&dyn Fn(usize) -> String, usize); 4] =
        [(&moves, 10_000), (&variations, 80_000), (&brackets, 400_000), (&tags, 400_000)];
    for (number, (record, count)) in records.into_iter().enumerate() {
        for command in ["check", "convert"] {
            let (short, long) = (time(command, record(count / 8)), time(command, record(count)));
            // Other tests run at the same time, so the factor is generous.
            assert!(long < short * 24 + Duration::from_secs(10), "{command} {number}: {short:?} {long:?}");
        }
    }
}
