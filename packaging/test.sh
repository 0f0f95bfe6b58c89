#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, then checks the sources' format, builds Release and runs every test. Headless. --deep runs
# clang-tidy, every test and every reader's fuzzer under sanitizers, builds without annexes, and counts instructions. Ends with CTest's
# summary of the Release run and its ten longest tests.
set -u
usage="usage: sh packaging/test.sh [--deep]
  (nothing)   format, Release build, every test: some 15 minutes on two idle cores
  --deep      clang-tidy, every test and fuzzer under address and undefined-behaviour sanitizers, a build without
              annexes with the tests that remain, and instructions per operation too: some 50 minutes"
deep=
for argument in "$@"; do
    case $argument in
    --deep) deep=yes ;;
    -h | --help)
        printf '%s\n' "$usage"
        exit 0
        ;;
    *)
        printf 'test.sh: unknown argument: %s\n%s\n' "$argument" "$usage" >&2
        exit 2
        ;;
    esac
done
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
. "$here/common.sh"
cd "$here/.." || exit 1

install_packages $build_packages $test_packages

say "Format: clang-format"
sh packaging/format.sh || fail "format" "The files stand above; this changes them: sh packaging/format.sh --fix"

if [ "$deep" ]; then
    say "clang-tidy over core, ui and app, every finding an error"
    build tidy

    say "Every test under the address and undefined-behaviour sanitizers"
    build asan
    log=build/asan/tests.log
    if ctest --preset asan -j "$(nproc)" >"$log" 2>&1; then
        grep -E 'tests passed' "$log"
    else
        cat "$log"
        fail "tests under sanitizers" "The tests' messages stand above."
    fi
fi

if [ "$deep" ]; then
    say "The house without its annexes, and the tests that remain"
    trap 'cmake --preset release' EXIT # it is built where people start plateau
    trap 'exit 130' INT TERM
    build house
    ctest --preset house -j "$(nproc)" || fail "tests (without annexes)" "The tests' messages stand above."
    trap - EXIT INT TERM
    cmake --preset release || fail "configure (release)" "CMake's messages stand above."
fi

say "Release, every test"
build release
if [ "$deep" ]; then
    say "Instructions per operation, against those that are kept"
    python3 tests/instructions/instructions.py build/release/bin/plateau_operations ||
        fail "instructions per operation" "The operations stand above. Where the price is worth it: instructions.py --keep"
fi
status=0
ctest --preset release -j "$(nproc)" || status=$?
say "The ten longest tests, in seconds"
longest_tests build/release/Testing/Temporary/LastTest.log
[ "$status" -eq 0 ] || fail "tests (release)" "The tests' messages stand above."
