#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh PLATEAU_FUZZ NAME [libFuzzer's options]: one reader on its seeds; run from the root of the repository. What was
# found, and what was new, is left in a folder of its own unless CORPUS names one.
set -eu
program=$1
name=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/seeds" "$work/tmp"
corpus=${CORPUS-$work/corpus}
mkdir -p "$corpus"
set -f
seeds=$(sed -n "s/^$name //p" tests/fuzz/targets.txt)
set +f
for file in $seeds; do cp "$file" "$work/seeds/$(printf '%s' "$file" | tr / _)"; done
TMPDIR=$work/tmp PLATEAU_FUZZ=$name "$program" "$@" -max_len=65536 -timeout=300 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix="${ARTIFACTS-./}" "$corpus" "$work/seeds" 2>"$work/log" || {
    tail -n 40 "$work/log" >&2
    exit 1
}
grep -E '^stat::number_of_executed_units|^Done|DONE' "$work/log" || tail -n 3 "$work/log"
