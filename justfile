# Run everything that CI runs, or some groups of it, such as `just ci texts rust`. `STRICT=1` makes skipped checks failures.
ci *GROUPS:
    .ci/run {{GROUPS}}

# Run everything that must pass before a commit.
check:
    cargo fmt --check
    cargo clippy --workspace --all-targets -- -D warnings
    cargo test

# Review changed snapshots. Accept them only after reading them.
review:
    cargo insta review

# Play Tamerlane Chess.
play *ARGS:
    cargo run --release -- play tamerlane {{ARGS}}

# Format the code and all built-in variant files.
fmt:
    cargo fmt
    cargo run --release -- fmt variants/**/*.ferz

# Check the licenses and advisories of all dependencies.
deny:
    cargo deny check

# Run the mutation study of docs/diagnostics.md, and write the mutants that miss a target to a file. The seed selects the mutations.
mutants SEED="15954519":
    FERZ_MUTANTS=target/mutants.txt FERZ_SEED={{SEED}} cargo test --test suite mutations:: -- --nocapture

# Change the code at random places, and list the changes that no test notices. Needs cargo-mutants and a few hours.
mutation WORK="target/mutation" *ARGS:
    tools/mutation/run.py {{WORK}} {{ARGS}}

# Compare the compiled engine with the interpreter in a large number of random positions, with random switch values.
soak POSITIONS="100000" SEED="1":
    FERZ_POSITIONS={{POSITIONS}} FERZ_SEED={{SEED}} cargo test --release --test suite inside::engine:: -- --ignored

# Compare the engines with the naive oracle of `tests/inside/oracle` in a large number of random positions.
oracle POSITIONS="100000" SEED="1":
    FERZ_POSITIONS={{POSITIONS}} FERZ_SEED={{SEED}} cargo test --release --test suite oracle::agree::every -- --ignored --nocapture

# Compare the engines with the naive oracle in random games, and print the smallest rule file that shows a difference.
soak-games GAMES="100000" SEED="1":
    FERZ_INVENTED={{GAMES}} FERZ_SEED={{SEED}} cargo test --release --test suite random_games::random_games_agree_at_length -- --ignored --nocapture

# Write positions, moves, and records of random games in every dialect, and read them back.
round-trips GAMES="20" INVENTED="1000" SEED="1":
    FERZ_PLAYED={{GAMES}} FERZ_INVENTED={{INVENTED}} FERZ_SEED={{SEED}} cargo test --release --test suite round_trips::at_length -- --ignored --nocapture

# Run each fuzz target for this many seconds, or executions (`just fuzz 100000x`), from the corpus in `fuzz/corpus`. Needs a nightly compiler.
fuzz SECONDS="60" *TARGETS:
    fuzz/run {{SECONDS}} {{TARGETS}}

# Compare `explain` with the legal moves for every pair of squares in a large number of random positions of every built-in game.
explained POSITIONS="10000" SEED="1":
    FERZ_POSITIONS={{POSITIONS}} FERZ_SEED={{SEED}} cargo test --release --test suite inside::explain:: -- --ignored --nocapture

# Run the study of human mistakes of docs/diagnostics.md, and write the mistakes that miss a target to a file.
slips TIMES="20" SEED="11" OUT="slips.txt":
    FERZ_SLIPS={{TIMES}} FERZ_SEED={{SEED}} FERZ_SLIPS_TO={{OUT}} cargo test --test suite slips:: -- --nocapture

# Make each kind of mistake of docs/diagnostics.md in copies of the folders of the games, and check each folder as a whole.
slips-across TIMES="3" SEED="11" OUT="slips.txt":
    FERZ_SLIPS={{TIMES}} FERZ_SEED={{SEED}} FERZ_SLIPS_TO={{OUT}} cargo test --test suite slips_across:: -- --nocapture

# Test this many fixes that editors offer for mistakes: each removes its problem, adds none, and keeps the game.
fixes NUMBER="500" SEED="44" OUT="fixes.txt":
    FERZ_FIXES={{NUMBER}} FERZ_SEED={{SEED}} FERZ_FIXES_TO={{OUT}} cargo test --test suite slips::fixes -- --nocapture

# Rename every declared name of every built-in game, and then check and test each folder. FERZ_EACH=1 does so after each name.
renames:
    cargo test --test suite lsp::renames:: -- --include-ignored --nocapture

# Change the built-in games at random. `check` and the other commands must accept the same files.
usable MUTANTS="2000" SEED="1":
    FERZ_USABLE={{MUTANTS}} FERZ_SEED={{SEED}} cargo test --release --test suite usable:: -- --nocapture

# Run `diff` for ten seconds without the positions of cases, for every pair of values of every switch of the largest game.
hunted:
    cargo test --release --test suite workshop:: -- --ignored --nocapture

# Check the spelling and grammar of the pages with Harper, which needs npm.
prose *PAGES:
    cd tools/prose && npm ci --no-audit --no-fund --silent
    node tools/prose/check.mjs {{PAGES}}

# Update the output of the program in the book. Review the changes.
pages:
    FERZ_BLESS=1 cargo test --test suite book:: -- --include-ignored

# Play random games of every built-in game, and compare the compiled engine with the interpreter in every position.
library GAMES="200" SEED="1":
    FERZ_PLAYED={{GAMES}} FERZ_SEED={{SEED}} cargo test --release --test suite many_games_of_each -- --ignored --nocapture

# Play random games of the historical games on both engines, half of them with random values of the switches, and compare the first plies with the oracle.
shelf GAMES="500" SEED="1":
    FERZ_PLAYED={{GAMES}} FERZ_SEED={{SEED}} cargo test --release --test suite inside::shelf:: -- --ignored --nocapture

# Let the computer player play every built-in game, and search the games for mates in up to four moves.
mates:
    cargo test --release --test suite every_game_follows_the_rules -- --ignored --nocapture

# Check every count in every `.perft` file.
perft:
    cargo test --release --test suite all_counts_of_the_library -- --ignored --nocapture

# Compare the legal moves with those of Fairy-Stockfish in random games. Needs the Python package pyffish.
cross *GAMES:
    cargo build --release
    python3 tools/cross.py {{GAMES}}

# Build and test the Python package in a separate environment in `target/python`. `just python -k board` runs some tests.
python *ARGS:
    bindings/python/test {{ARGS}}

# Test the Python package with a cluster of three nodes on this machine.
python-cluster:
    FERZ_CLUSTER=1 bindings/python/test -k cluster

# Compare 50 random games of each shared game with Fairy-Stockfish from Python. FERZ_CROSS_GAMES sets the number, and FERZ_CROSS_ONLY the games.
cross-python:
    FERZ_CROSS_GAMES=${FERZ_CROSS_GAMES:-50} bindings/python/test -k fairy

# Play a match against another program, such as `just match chess /usr/games/sjaakii --games 20`.
match GAME OPPONENT *ARGS:
    cargo build --release
    python3 tools/match.py {{GAME}} {{OPPONENT}} {{ARGS}}

# Tune the piece values of every built-in game that has no tuned values yet. Each game takes a few minutes. Only better values are written.
tune-library *ARGS:
    cargo build --release
    for file in $(git ls-files 'variants/*.ferz'); do \
        [ -e "${file%.ferz}.eval.toml" ] || target/release/ferz tune "$file" --number 1500 --nodes 200 --threads 1 --trial 150 {{ARGS}}; \
    done

# Print the depth that ferz reaches in a second in every game or in the given games. `--peer PROGRAM` also measures another program.
depths *ARGS:
    cargo build --release
    python3 tools/depths.py {{ARGS}}

# Let XBoard play whole games with ferz on a virtual display, such as `just xboard shatranj=sjaakii`. Needs XBoard and Xvfb.
xboard *ARGS:
    cargo build --release
    python3 tools/xboard.py {{ARGS}}

# Play 100 games of chess against Stockfish at 1800 Elo through python-chess. Needs Stockfish and the Python package chess.
engine-match *ARGS:
    cargo build --release
    python3 tools/engine_match.py {{ARGS}}

# Send `ferz engine` 1,000 random commands of UCI, and check that it answers each in time.
random-commands *ARGS:
    cargo build --release
    python3 tools/random_commands.py {{ARGS}}

# Measure perft of ferz, Sjaak II, cozy-chess, and shakmaty alternately, and print medians and ratios. The program with shakmaty has a
# package outside of the workspace, because shakmaty is published under the GPL.
peers ROUNDS="5":
    cargo run --release --package ferz-benches -- {{ROUNDS}}
    cargo run --release --manifest-path benches/shakmaty/Cargo.toml --target-dir target/shakmaty -- {{ROUNDS}}

# Play the program of the working tree against an earlier commit, until a sequential test decides which one is stronger.
strength COMMIT *ARGS:
    benches/strength/base {{COMMIT}}
    cargo run --release --manifest-path benches/strength/Cargo.toml --target-dir target/strength -- {{ARGS}}

# Measure the wall-clock time and the instructions of perft, and assert its totals. Instructions need valgrind and gungraun-runner.
bench:
    cargo bench --package ferz-benches --bench perft
    cargo bench --package ferz-benches --bench instructions

# Measure the cost of unused rules in instructions; it must be less than 3 %. Needs valgrind.
cost:
    cargo test --release --test suite cost:: -- --ignored --nocapture

# Build the library alone for WebAssembly. Needs the standard library of that target.
wasm:
    cargo build --release -p ferz-door --no-default-features --features builtin --target wasm32-unknown-unknown

# Build the module for browsers and Node, the site in web/dist, and the runtime of `ferz page`. Needs Node, npm, and the standard
# library of the target wasm32-unknown-unknown, and reports missing tools.
web:
    @command -v npm >/dev/null || { echo "missing: Node and npm (https://nodejs.org, or apt-get install nodejs npm)"; exit 1; }
    cd web && npm ci --no-audit --no-fund
    node web/scripts/build.mjs
    cd web && npm run build

# Build the whole site in target/site from the sources: the workshop, the book, the games, the problems, and the references, and check its
# links. `--quick` uses the workshop and the references that are built. Then `python3 -m http.server -d target/site` serves it.
site *ARGS:
    tools/site/all {{ARGS}}

# Pack the archive, the packages for npm, the extension, and the wheel for this system, or some of these forms, and try each in an empty
# folder. Needs a release program, `just web`, `just extension`, and `just python`.
packed *FORMS:
    tools/release/here {{FORMS}}

# Test the workshop in Chromium, at two sizes. Needs `just web`, and Chromium at /usr/bin/chromium or in CHROMIUM.
web-test *NAMES:
    node web/tests/run.mjs {{NAMES}}

# Compare the module in Node and in Chromium with the native program in this many positions, and exchange records. Needs `just web`.
web-same POSITIONS="5000":
    cargo build --release
    node bindings/web/tests/conformance.mjs
    node bindings/web/tests/records.mjs
    node web/tests/same.mjs {{POSITIONS}}

# Print the speed of the module in Node and in Chromium as a share of the native speed, which must be at least 40 %. Needs `just web`.
web-share ROUNDS="5":
    cargo build --release
    node web/tests/share.mjs {{ROUNDS}}

# Serve the site for development, with live updates. Needs the module of `just web`.
web-dev:
    cd web && npm run dev

# Write what the editors' grammars take from the table of words, and the parser. Needs Node and tree-sitter.
editors:
    FERZ_BLESS=1 cargo test --test suite words::
    node editors/generate.mjs
    cd editors/tree-sitter-ferz && tree-sitter generate --abi 14 && tree-sitter test
    node editors/tree-sitter-ferz/check.mjs

# Test the extension for VS Code without an editor, and package it.
extension:
    cargo build
    cd editors/vscode && npm ci --no-audit --no-fund && npm test && npm run package

# Edit shipped files at random through the language server, and compare it with `ferz check` after each edit.
lsp-edits NUMBER="10000" SEED="44":
    cargo build --release
    python3 tools/lsp_edits.py edits --number {{NUMBER}} --seed {{SEED}}

# Measure how fast the language server answers.
lsp-times:
    cargo build --release
    python3 tools/lsp_edits.py times
    python3 tools/lsp_edits.py renames
