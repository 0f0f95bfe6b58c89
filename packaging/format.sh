#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sh packaging/format.sh          names every source file that clang-format would change; ends with 1 if there is one
# sh packaging/format.sh --fix    changes them
set -u
cd "$(dirname -- "$0")/.." || exit 1
case ${1-} in
'') mode='--dry-run -Werror --ferror-limit=1' ;;
--fix) mode=-i ;;
*)
    echo "format.sh: unknown: $1; it takes --fix or nothing" >&2
    exit 2
    ;;
esac
find core ui app tests -name '*.cpp' -o -name '*.h' | sort | xargs -P "$(nproc)" -n 40 clang-format $mode
