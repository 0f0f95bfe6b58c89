#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds Release, opens the window. Arguments go to plateau:
#   sh packaging/run.sh
#   sh packaging/run.sh estimate fernandez-weak-scaling --set gpus=2k
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
start=$(pwd)
. "$here/common.sh"
cd "$here/.." || exit 1

# Standard output belongs to plateau's answer.
{
    install_packages $build_packages
    build release plateau
} >&2 || exit 1

plateau=$(pwd)/build/release/bin/plateau
cd "$start" || exit 1
"$plateau" "$@"
status=$?
if [ "$status" -gt 128 ]; then
    fail "run plateau" "It ended with signal $((status - 128))." \
        "If the lines above speak of a display: sit at a desktop, connect with 'ssh -X', use" \
        "'xvfb-run sh packaging/run.sh', or make pictures without any display: plateau export --help"
fi
exit "$status"
