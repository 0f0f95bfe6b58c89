#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, then: clang-tidy over the core, the core's tests under sanitizers, the Release build and
# every test. Headless. Ends with CTest's summary of the full run.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
. "$here/common.sh"
cd "$here/.." || exit 1

install_packages $build_packages $test_packages

say "1 of 3: clang-tidy over the core, every finding an error"
build tidy

say "2 of 3: the core's tests under the address and undefined-behaviour sanitizers"
build asan
log=build/asan/tests.log
if ctest --preset asan >"$log" 2>&1; then
    grep -E 'tests passed' "$log"
else
    cat "$log"
    fail "core tests under sanitizers" "The tests' messages stand above."
fi

say "3 of 3: Release, every test"
build release
ctest --preset release || fail "tests (release)" "The tests' messages stand above."
