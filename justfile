# Run everything that CI runs.
ci:
    .ci/run

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

# Make all mutants of docs/diagnostics.md, and write those that miss a target to a file. Another seed makes others.
mutants SEED="15954519":
    FERZ_MUTANTS=target/mutants.txt FERZ_SEED={{SEED}} cargo test --lib mutations:: -- --nocapture

# Compare the compiled engine with the interpreter in a large number of random positions, with random switch values.
soak POSITIONS="100000" SEED="1":
    FERZ_POSITIONS={{POSITIONS}} FERZ_SEED={{SEED}} cargo test --release --lib inside::engine:: -- --ignored

# Compare the engines with the naive oracle of `tests/inside/oracle` in a large number of random positions.
oracle POSITIONS="100000" SEED="1":
    FERZ_POSITIONS={{POSITIONS}} FERZ_SEED={{SEED}} cargo test --release --lib oracle::agree::every -- --ignored --nocapture

# Let the engines and the naive oracle play games that nobody has made; what they differ in is shown as the smallest file found.
soak-games GAMES="100000" SEED="1":
    FERZ_INVENTED={{GAMES}} FERZ_SEED={{SEED}} cargo test --release --lib random_games::random_games_agree_at_length -- --ignored --nocapture

# Run all fuzz targets for so many seconds each, from the corpus in `fuzz/corpus`. Needs a nightly compiler.
fuzz SECONDS="60" *TARGETS:
    fuzz/run {{SECONDS}} {{TARGETS}}

# Compare `explain` with the legal moves: every pair of squares in a large number of random positions of every built-in game.
explained POSITIONS="10000" SEED="1":
    FERZ_POSITIONS={{POSITIONS}} FERZ_SEED={{SEED}} cargo test --release --lib inside::explain:: -- --ignored --nocapture

# Make every kind of mistake people make many times, and write down all that fall short of the aims in docs/diagnostics.md.
slips TIMES="20" SEED="11" OUT="slips.txt":
    FERZ_SLIPS={{TIMES}} FERZ_SEED={{SEED}} FERZ_SLIPS_TO={{OUT}} cargo test --lib slips:: -- --nocapture

# Change the built-in games in many ways; `check` and the other commands must agree whether each can be used.
usable MUTANTS="2000" SEED="1":
    FERZ_USABLE={{MUTANTS}} FERZ_SEED={{SEED}} cargo test --release --lib usable:: -- --nocapture

# Run `diff` for ten seconds without the help of cases, for every two values of every switch of the largest game.
hunted:
    cargo test --release --test suite workshop:: -- --ignored --nocapture

# Check the spelling and grammar of the pages with Harper, which needs npm.
prose *PAGES:
    cd tools/prose && npm ci --no-audit --no-fund --silent
    node tools/prose/check.mjs {{PAGES}}

# Update the output of the program in the pages of the book. Review the changes.
pages:
    FERZ_BLESS=1 cargo test --test suite book:: -- --include-ignored

# Play games of every game of the library at random, and compare the compiled engine with the interpreter in every position.
library GAMES="200" SEED="1":
    FERZ_PLAYED={{GAMES}} FERZ_SEED={{SEED}} cargo test --release --lib many_games_of_each -- --ignored --nocapture

# Let the computer player play a game of every game of the library, and look for every mate in up to four moves in them.
mates:
    cargo test --release --lib every_game_is_played_by_the_rules -- --ignored --nocapture

# Count every line of every `.perft` file of the library.
perft:
    cargo test --release --test suite all_counts_of_the_library -- --ignored --nocapture

# Play the library at random beside Fairy-Stockfish and compare the legal moves. Needs the Python package pyffish.
cross *GAMES:
    cargo build --release
    python3 tools/cross.py {{GAMES}}

# Build the Python package and test it, in an environment of its own in `target/python`. `just python -k board` runs some tests.
python *ARGS:
    bindings/python/test {{ARGS}}

# The same with a cluster of three nodes on this machine.
python-cluster:
    FERZ_CLUSTER=1 bindings/python/test -k cluster

# Play 50 random games of each shared game beside Fairy-Stockfish from Python; FERZ_CROSS_GAMES=2000 plays more, FERZ_CROSS_ONLY names games.
cross-python:
    FERZ_CROSS_GAMES=${FERZ_CROSS_GAMES:-50} bindings/python/test -k fairy

# Play a match of a game against another program, such as `just match chess /usr/games/sjaakii --games 20`.
match GAME OPPONENT *ARGS:
    cargo build --release
    python3 tools/match.py {{GAME}} {{OPPONENT}} {{ARGS}}

# Find worths by self-play for every game of the library that has none yet; a few minutes for each. Only better ones are written.
tune-library *ARGS:
    cargo build --release
    for file in $(git ls-files 'variants/*.ferz'); do \
        [ -e "${file%.ferz}.eval.toml" ] || target/release/ferz tune "$file" --number 1500 --nodes 200 --threads 1 --trial 150 {{ARGS}}; \
    done

# Print how deep ferz looks in a second in every game, or in these; `--peer PROGRAM` measures another program beside it.
depths *ARGS:
    cargo build --release
    python3 tools/depths.py {{ARGS}}

# Let XBoard play whole games of ferz in a window on a virtual display, such as `just xboard shatranj=sjaakii`. Needs XBoard and Xvfb.
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

# Run ferz, Sjaak II, and cozy-chess in turn, and print medians and ratios.
peers ROUNDS="5":
    cargo run --release --package ferz-benches -- {{ROUNDS}}

# Measure the wall-clock time and instructions of counting; the totals are asserted. Instructions need valgrind and gungraun-runner.
bench:
    cargo bench --package ferz-benches --bench perft
    cargo bench --package ferz-benches --bench instructions

# Measure the cost of unused rules in instructions; it must be less than 3 %. Needs valgrind.
cost:
    cargo test --release --test suite cost:: -- --ignored --nocapture

# Build the library alone for the browser. Needs the standard library of that target.
wasm:
    cargo build --release -p ferz --lib --no-default-features --features builtin --target wasm32-unknown-unknown

# Build the module for browsers and Node, the site in web/dist, and the runtime of `ferz page`. Needs Node, npm, and the standard
# library of the target wasm32-unknown-unknown; says what is missing.
web:
    @command -v npm >/dev/null || { echo "missing: Node and npm (https://nodejs.org, or apt-get install nodejs npm)"; exit 1; }
    cd web && npm ci --no-audit --no-fund
    node web/scripts/build.mjs
    cd web && npm run build

# Try the site in Chromium, at two sizes. Needs `just web`, and Chromium at /usr/bin/chromium or in CHROMIUM.
web-test *NAMES:
    node web/tests/run.mjs {{NAMES}}

# Compare the module, in Node and in Chromium, with the native program in this many positions. Needs `just web`.
web-same POSITIONS="5000":
    cargo build --release
    node web/tests/same.mjs {{POSITIONS}}

# Print what share of the native speed the module has in Node and in Chromium; it must be at least 40 %. Needs `just web`.
web-share ROUNDS="5":
    cargo build --release
    node web/tests/share.mjs {{ROUNDS}}

# Work on the site: changes show at once. Needs the module of `just web`.
web-dev:
    cd web && npm run dev
