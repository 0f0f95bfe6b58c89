#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# long.sh [SECONDS]: each reader for that long (default 600), with coverage and sanitizers; what was new is kept in
# build/fuzz/corpus, what was found in build/fuzz/found. Prints executions and findings of each.
set -eu
seconds=${1-600}
cd "$(dirname "$0")/../.."
cmake --preset fuzz >/dev/null
cmake --build build/fuzz --target plateau_fuzz
mkdir -p build/fuzz/found
grep -v '^#' tests/fuzz/targets.txt | while read -r name _; do
    mkdir -p "build/fuzz/corpus/$name"
    printf '%s: ' "$name"
    CORPUS=build/fuzz/corpus/$name ARTIFACTS=build/fuzz/found/$name- \
        sh tests/fuzz/run.sh build/fuzz/bin/plateau_fuzz "$name" -max_total_time="$seconds" </dev/null | tr '\n' ' ' || true
    printf '\n'
done
