//! A running game on a pseudo-terminal, for tests of the full screen.
//!
//! A [`Console`] runs the program and interprets its output as a screen. [`Console::until`] waits for a condition on
//! the text of the screen.

use super::help::program;
use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::sys::termios::{LocalFlags, tcgetattr};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The longest time to wait for the program.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running game on a pseudo-terminal.
pub struct Console {
    pub child: Child,
    keyboard: File,
    shown: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// All bytes that the program has written.
    pub sent: Vec<u8>,
    terminal: std::os::fd::OwnedFd,
}

impl Console {
    pub fn start(folder: &Path, size: (u16, u16), color: bool, args: &[&str]) -> Console {
        Console::start_with(folder, size, color, args, &[("LC_ALL", "C")])
    }

    pub fn start_with(
        folder: &Path,
        (columns, rows): (u16, u16),
        color: bool,
        args: &[&str],
        variables: &[(&str, &str)],
    ) -> Console {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let OpenptyResult { master, slave } = openpty(&size, None).expect("a terminal");
        let end = || Stdio::from(slave.try_clone().expect("the other end"));
        let mut command = program();
        command.args(args).current_dir(folder).env("TERM", "xterm-256color").env("XDG_STATE_HOME", folder);
        command.envs(variables.iter().copied());
        command.env_remove("COLUMNS").env_remove("NO_COLOR");
        if !color {
            command.env("NO_COLOR", "1");
        }
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("ferz runs");
        drop(command);
        let keyboard = File::from(master.try_clone().expect("a keyboard"));
        let mut output = File::from(master);
        let (sender, shown) = channel();
        std::thread::spawn(move || {
            let mut part = [0; 4096];
            // At the end of the program, reading from the pseudo-terminal fails.
            while let Ok(length @ 1..) = output.read(&mut part) {
                let _ = sender.send(part[..length].to_vec());
            }
        });
        let some = |n| std::num::NonZero::new(n).expect("a size");
        let screen = vt100::Parser::new(some(rows), some(columns), 0);
        Console { child, keyboard, shown, screen, sent: Vec::new(), terminal: slave }
    }

    pub fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the screen meets a condition, and returns its text.
    pub fn until(&mut self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            self.receive(Duration::from_millis(50));
            if is_so(&self.text()) {
                // The program can write a screen in several parts.
                while self.receive(Duration::from_millis(30)) && begun.elapsed() < PATIENCE {}
                let text = self.text();
                if is_so(&text) {
                    return text;
                }
            }
            assert!(begun.elapsed() < PATIENCE, "{what} does not come:\n{}", self.text());
        }
    }

    /// Waits at most this long for output, and applies it to the screen.
    pub fn receive(&mut self, patience: Duration) -> bool {
        let Ok(part) = self.shown.recv_timeout(patience) else { return false };
        self.screen.process(&part);
        self.sent.extend(part);
        true
    }

    pub fn until_seen(&mut self, words: &str) -> String {
        self.until(words, |text| text.contains(words))
    }

    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("pressed");
    }

    /// Types a line, and waits for these words on the screen.
    pub fn enter(&mut self, line: &str, words: &str) -> String {
        self.press(&format!("{line}\r"));
        self.until_seen(words)
    }

    pub fn mouse(&mut self, button: u8, column: usize, row: usize, is_down: bool) {
        let end = if is_down { 'M' } else { 'm' };
        self.press(&format!("\u{1b}[<{button};{};{}{end}", column + 1, row + 1));
    }

    pub fn click(&mut self, column: usize, row: usize) {
        self.mouse(0, column, row, true);
        self.mouse(0, column, row, false);
    }

    /// Clicks the last occurrence of a word on the screen.
    pub fn click_word(&mut self, word: &str) {
        let text = self.until_seen(word);
        let (row, line) =
            text.lines().enumerate().filter(|(_, line)| line.contains(word)).last().expect("shown");
        let column = line[..line.rfind(word).expect("in it")].chars().count();
        self.click(column, row);
    }

    /// Returns the position of a square on the screen, found by the names of its file and rank.
    pub fn place(&self, square: &str) -> (usize, usize) {
        let (file, rank) = square.split_at(1);
        let text = self.text();
        let lines: Vec<&str> = text.lines().collect();
        let is_rank = |line: &&str| line.split_whitespace().next() == Some(rank);
        let row = lines.iter().position(is_rank).expect("a rank");
        let is_files = |line: &&str| line.trim_start().starts_with("a ") && line.contains(" b ");
        let files = lines.iter().find(|line| is_files(line)).expect("files");
        (files.find(file).expect("a file"), row)
    }

    pub fn click_square(&mut self, square: &str) {
        let (column, row) = self.place(square);
        self.click(column, row);
    }

    /// Waits for the end of the program, and asserts that the terminal is restored. Returns the exit code.
    pub fn end(&mut self) -> Option<i32> {
        let begun = Instant::now();
        let code = loop {
            while let Ok(part) = self.shown.try_recv() {
                self.sent.extend(part);
            }
            if let Some(status) = self.child.try_wait().expect("a state") {
                break status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(20));
        };
        std::thread::sleep(Duration::from_millis(100));
        while let Ok(part) = self.shown.try_recv() {
            self.sent.extend(part);
        }
        let sent = String::from_utf8_lossy(&self.sent).into_owned();
        let (last_in, last_out) = (sent.rfind("\u{1b}[?1049h"), sent.rfind("\u{1b}[?1049l"));
        assert!(last_in.is_some() && last_in < last_out, "the old screen is back");
        assert!(sent.rfind("\u{1b}[?1000h") < sent.rfind("\u{1b}[?1000l"), "the mouse is free");
        let modes = tcgetattr(&self.terminal).expect("a terminal").local_flags;
        assert!(
            modes.contains(LocalFlags::ICANON | LocalFlags::ECHO),
            "lines are typed as before: {modes:?}"
        );
        code
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
