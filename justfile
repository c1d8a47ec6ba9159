# What CI runs.
ci:
    .ci/run

# Everything a change should pass before it is committed.
check:
    cargo fmt --check
    cargo clippy --all-targets -- -D warnings
    cargo test

# Look at changed snapshots: accept them only after reading them.
review:
    cargo insta review

# Play the flagship.
play *ARGS:
    cargo run --release -- play tamerlane {{ARGS}}

# Lay out all shipped variant files.
fmt:
    cargo fmt
    cargo run --release -- fmt variants/**/*.ferz

# The licences and advisories of what we build on.
deny:
    cargo deny check

# The compiled engine against the interpreter on very many random positions, under random switch values.
soak POSITIONS="100000" SEED="1":
    FERZ_POSITIONS={{POSITIONS}} FERZ_SEED={{SEED}} cargo test --release --test suite engine:: -- --ignored

# The engines against the naive oracle of `tests/inside/oracle`, on very many random positions.
oracle POSITIONS="100000" SEED="1":
    FERZ_POSITIONS={{POSITIONS}} FERZ_SEED={{SEED}} cargo test --release --lib oracle:: -- --ignored --nocapture

# `explain` against the moves, every pair of squares in very many random positions of every shipped game.
explained POSITIONS="10000" SEED="1":
    FERZ_POSITIONS={{POSITIONS}} FERZ_SEED={{SEED}} cargo test --release --test suite explain:: -- --ignored --nocapture

# `diff` with ten seconds and no cases to help it, for every two values of every switch of the largest game.
hunted:
    cargo test --release --test suite workshop:: -- --ignored --nocapture

# ferz, Sjaak II and cozy-chess in turn: medians and ratios.
peers ROUNDS="5":
    cargo run --release --example peers -- {{ROUNDS}}

# Wall clock and instructions of counting, totals asserted. Instructions need valgrind and gungraun-runner.
bench:
    cargo bench --bench perft
    cargo bench --bench instructions

# Instructions that unused rules cost: under three in a hundred. Needs valgrind.
cost:
    cargo test --release --test suite cost:: -- --ignored --nocapture
