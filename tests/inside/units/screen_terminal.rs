//! Tests of the terminal after the end of a game.

use ferz_cli::play::screen::terminal::Screen;
use nix::pty::openpty;
use nix::sys::termios::tcgetattr;
use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

#[test]
#[ignore = "for a terminal: the test below runs it there"]
fn a_screen_that_panics() {
    let _screen = Screen::open();
    panic!("on purpose");
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let terminal = openpty(None, None).expect("a terminal");
    let before = tcgetattr(&terminal.slave).expect("its state");
    let end = || Stdio::from(terminal.slave.try_clone().expect("the other end"));
    let name = "inside::units::screen_terminal::a_screen_that_panics";
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--ignored", "--exact", "--nocapture", name]);
    let mut child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("it runs");
    let mut screen = File::from(terminal.master.try_clone().expect("a screen"));
    let reader = std::thread::spawn(move || {
        let (mut shown, mut part) = (Vec::new(), [0; 4096]);
        while let Ok(length @ 1..) = screen.read(&mut part) {
            shown.extend(&part[..length]);
        }
        String::from_utf8_lossy(&shown).into_owned()
    });
    assert!(!child.wait().expect("it ends").success());
    let after = tcgetattr(&terminal.slave).expect("its state");
    assert_eq!(
        (before.local_flags, before.input_flags, before.output_flags),
        (after.local_flags, after.input_flags, after.output_flags)
    );
    // Once the other end is closed, there is nothing more to read.
    drop((command, terminal.slave));
    let shown = reader.join().expect("what was shown");
    let place = |what: &str| shown.find(what).unwrap_or_else(|| panic!("{what:?} in {shown:?}"));
    assert!(place("\u{1b}[?1049h") < place("\u{1b}[?1049l"), "the screen is left");
    assert!(place("\u{1b}[?1049l") < place("on purpose"), "the error is printed after that");
}
