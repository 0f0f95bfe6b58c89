#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sh packaging/tidy.sh BUILD: clang-tidy over the sources that BUILD/compile_commands.json names, as many at once as there
# are processors. Prints findings only; each is an error. Ends with 1 if there are any.
set -u
build=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd) || exit 1
files=$(sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "$build/compile_commands.json" | grep -E "^$here/(core|ui|app)/|/Unity/" | sort -u)
[ -n "$files" ] || { echo "tidy.sh: $build/compile_commands.json names no source" >&2; exit 1; }
printf '%s\n' "$files" | xargs -P "$(nproc)" -n 2 clang-tidy --quiet --warnings-as-errors='*' -p "$build" 2>"$build/tidy.log"
status=$?
grep -E -v '^[0-9]+ warnings? (generated|treated)|^$' "$build/tidy.log" >&2
[ "$status" -eq 0 ]
