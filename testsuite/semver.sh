#!/bin/sh
# Compares the public items of the library with those of a released version, by cargo-semver-checks: before a release, and with
# the tag of the last one unless another is given. Only the facade is under semantic versioning (CHANGELOG.md).
#
#     testsuite/semver.sh [v0.1.0]
set -eu
cd "$(dirname "$0")/.."
base=${1:-$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || true)}
if [ -z "$base" ]; then
    echo "there is no tag of a released version yet: nothing to compare with"
    exit 0
fi
if ! cargo semver-checks --version >/dev/null 2>&1; then
    echo "needs cargo-semver-checks: cargo install cargo-semver-checks --locked" >&2
    exit 1
fi
cargo semver-checks --package warpline --baseline-rev "$base"
