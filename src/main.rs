//! The command line of ferz.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferz::main()
}
