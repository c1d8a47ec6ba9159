//! Edits a rule file through the language server. After each edit, its problems must be those of `ferz check`, and its
//! text that of the editor.
#![no_main]

mod shell;

use libfuzzer_sys::fuzz_target;
use shell::{ferz, file};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};

const START: &str = "variant mine \"Mine\"\nboard { grid 4 x 4; black is white mirrored }\npiece king K `K` royal\n\
                     piece rook R `R` { switch far \"Far?\" { yes* \"yes; invented\"; no \"no; invented\" } }\n\
                     ending { checkmate: loss; stalemate: draw }\narray start { 1 | R K . R }\n";

/// A server in another thread, with both ends of its pipes.
struct Client {
    input: PipeWriter,
    output: BufReader<PipeReader>,
}

impl Client {
    fn send(&mut self, body: &str) {
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it listens");
    }

    /// Returns the next message that contains a text.
    fn find(&mut self, wanted: &str) -> String {
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                assert!(self.output.read_line(&mut line).expect("a line") > 0, "the server has ended");
                match line.trim().split_once(": ") {
                    Some((_, value)) => length = value.parse().expect("a length"),
                    None => break,
                }
            }
            let mut body = vec![0; length];
            self.output.read_exact(&mut body).expect("a message");
            let body = String::from_utf8(body).expect("text");
            if body.contains(wanted) {
                return body;
            }
        }
    }
}

/// Writes a text as a JSON string.
fn quoted(text: &str) -> String {
    let part = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04x}", c as u32),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(part).collect::<String>())
}

/// Returns the codes of problems in JSON.
fn codes(json: &str) -> Vec<String> {
    let parts = json.split("\"code\":").skip(1);
    parts
        .filter_map(|part| Some(part.trim_start().strip_prefix('"')?.split('"').next()?.to_owned()))
        .collect()
}

/// Returns the position of an offset.
fn position(text: &str, at: usize) -> String {
    let bytes = text.as_bytes();
    let ends = |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let ends: Vec<usize> = (0..at).filter(ends).collect();
    let start = ends.last().map_or(0, |end| end + 1);
    let units: usize = text[start..at].chars().map(char::len_utf16).sum();
    format!("{{\"line\":{},\"character\":{units}}}", ends.len())
}

// Each line is an edit: a character for its place, one for the length of the replaced text, and the new text.
fuzz_target!(|edits: &str| {
    let path = file("edited.ferz", START);
    let (input, output) = (pipe().expect("a pipe"), pipe().expect("a pipe"));
    rustix::stdio::dup2_stdin(&input.0).expect("standard input");
    rustix::stdio::dup2_stdout(&output.1).expect("standard output");
    drop((input.0, output.1));
    let mut client = Client { input: input.1, output: BufReader::new(output.0) };
    let server = std::thread::spawn(|| ferz(&["lsp"]));
    let uri = format!("file://{path}");
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
    client.send(&format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{{"uri":"{uri}","languageId":"ferz","version":1,"text":{}}}}}}}"#,
        quoted(START)
    ));
    let mut text = START.to_owned();
    let mut shown = Vec::new();
    for (number, edit) in edits.lines().take(20).enumerate() {
        let mut letters = edit.chars();
        let (place, length) = (letters.next().unwrap_or_default(), letters.next().unwrap_or_default());
        let start = text.floor_char_boundary(place as usize * 3 % (text.len() + 1));
        let end = text.floor_char_boundary((start + length as usize % 16).min(text.len()));
        // A place between the two characters of a line end is none.
        let split = |at: usize| at - usize::from(text[..at].ends_with('\r') && text[at..].starts_with('\n'));
        let (start, end) = (split(start), split(end));
        let range = format!("{{\"start\":{},\"end\":{}}}", position(&text, start), position(&text, end));
        let new = letters.as_str().replace('~', "\n");
        text.replace_range(start..end, &new);
        let version = number + 2;
        client.send(&format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{uri}","version":{version}}},"contentChanges":[{{"range":{range},"text":{}}}]}}}}"#,
            quoted(&new)
        ));
        for method in [
            "hover",
            "completion",
            "codeAction",
            "documentHighlight",
            "definition",
            "rename",
            "codeLens",
            "formatting",
            "foldingRange",
            "inlayHint",
            "linkedEditingRange",
            "semanticTokens/full",
        ] {
            client.send(&format!(
                r#"{{"jsonrpc":"2.0","id":"{method}","method":"textDocument/{method}","params":{{"textDocument":{{"uri":"{uri}"}},"position":{},"range":{range},"context":{{"diagnostics":[]}},"newName":"x","options":{{"tabSize":2,"insertSpaces":true}}}}}}"#,
                position(&text, start)
            ));
        }
        shown = codes(&client.find(&format!("\"version\":{version}")));
        client.send(&format!(
            r#"{{"jsonrpc":"2.0","id":"text","method":"ferz/text","params":{{"textDocument":{{"uri":"{uri}"}}}}}}"#
        ));
        let answer: serde_json::Value = serde_json::from_str(&client.find("\"id\":\"text\"")).expect("JSON");
        assert_eq!(answer["result"], *text, "the server has another text");
    }
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown","params":null}"#);
    // Standard output remains open, so the answer is the end of the output.
    client.find("\"id\":2");
    client.send(r#"{"jsonrpc":"2.0","method":"exit","params":null}"#);
    drop(client.input);
    server.join().expect("the server does not panic");
    // The thread that reads the input holds the lock until the input ends. It must not read that of the next run.
    drop(std::io::stdin().lock());
    if text != START {
        fs::write(&path, &text).expect("a file");
        let json = file("checked.json", "");
        let output = File::create(&json).expect("a file");
        rustix::stdio::dup2_stdout(&output).expect("standard output");
        ferz(&["check", "--json", &path]);
        let expected = codes(&fs::read_to_string(&json).expect("a file"));
        assert_eq!(shown, expected, "{text}");
    }
});
