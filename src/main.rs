//! The program `ferz`. Its commands are in the package `ferz-cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferz::main()
}
