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

# Format the code.
format:
    cargo fmt --all

# Everything that CI checks.
ci:
    bash .ci/run

# Make a campaign of this machine worth keeping, and put its table into the README.
curate directory name:
    cargo run --release -- report {{directory}} --keep reports/{{name}} --readme README.md
