# Recipes for people; .ci/run is what must pass.

# The main job: time everything, judge convergence, draw the pictures.
bench *arguments:
    cargo run --release -- bench {{arguments}}

# All tests.
test:
    cargo test --workspace --release

# What a scheme costs, from the newest campaign.
costs *arguments:
    cargo run --release --example cbas-costs -- {{arguments}}

# Format the code. The list of the libraries is a macro, and rustfmt does not see modules that a macro declares.
format:
    cargo fmt --all
    rustfmt --edition 2024 crates/cbas-bench/src/library/*.rs crates/cbas-bench/src/library/*/mod.rs

# Everything that CI checks.
ci:
    bash .ci/run

# Make a campaign of this machine worth keeping, and put its table into the README.
curate directory name:
    cargo run --release -- report {{directory}} --keep reports/{{name}} --readme README.md

# How long the analysis takes by length of the series (10^8 with CBAS_BENCH_LARGEST=100000000).
bench-analysis:
    cargo bench -p cbas-convergence --bench analysis

# How long it takes to price all schemes at 1000 numbers of signers.
bench-pricing:
    cargo bench -p cbas-schemes --bench pricing

# The analyzer beside Python's tools on 10^7 samples, in one run (needs python3; takes minutes).
peers *arguments:
    cargo build --release -p cbas-convergence --example analyze_file
    python3 -m venv target/peers
    target/peers/bin/pip install --quiet arviz==0.23.4 ruptures==1.1.10
    target/peers/bin/python crates/cbas-convergence/benches/peers/peers.py target/release/examples/analyze_file {{arguments}}

# The tables of docs/METHODOLOGY.md: what the analyzer says of streams whose mean is known (minutes on two cores).
calibrate *arguments:
    cargo run --release -p cbas-calibration -- --write docs/METHODOLOGY.md {{arguments}}

# Do all libraries compute the same? With those of the features as well.
verify *arguments:
    cargo run --release --features all-libraries -- verify {{arguments}}

# What reading a sample of a runner costs (it is never read while anything is timed).
runner-reading:
    cargo bench -p cbas-bench --bench runner

# AES without the processor's instructions, beside the engines in one campaign.
soft-aes *arguments:
    RUSTFLAGS='--cfg aes_backend="soft" --cfg polyval_backend="soft"' cargo build --release -p rust-aes-runner --target-dir target/soft
    cargo run --release -- bench --suite aes --runner target/soft/release/rust-aes-runner {{arguments}}

# What the harness adds: beside a bare loop, criterion and divan on the same calls, in turns in one process. Each layout of the
# code is a build with its functions linked in another order (minutes; `just overhead 8 12 --all` half an hour).
overhead layouts="8" rounds="12" *arguments:
    #!/usr/bin/env bash
    set -euo pipefail
    files=$(mktemp -d)
    trap 'rm -r "$files"' EXIT
    for layout in $(seq {{layouts}}); do
        shuffled="link-arg=-Wl,--shuffle-sections=.text*=$layout"
        program=$(cargo rustc --profile overhead -p cbas-bench --bench overhead --message-format json -- -C "$shuffled" |
            grep --only-matching '"executable":"[^"]*"' | tail -1 | cut -d'"' -f4)
        "$program" --bench --csv --rounds {{rounds}} {{arguments}} >"$files/$layout.csv"
    done
    "$program" --table "$files"/*.csv
