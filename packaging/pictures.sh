#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws every picture of README.md and resources/help anew, from build/release: the figures of pictures.txt, and the
# window.
set -eu
cd "$(dirname -- "$0")/.."
bin=${1:-build/release/bin}
"$bin/plateau" export --list packaging/pictures.txt
PLATEAU_DRAW_PICTURES=1 QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 TZ=UTC QT_SCALE_FACTOR=1 \
    XDG_CONFIG_HOME="$(mktemp -d)" "$bin/ui_tests" tst_exporting the_picture_of_the_window_is_fresh
