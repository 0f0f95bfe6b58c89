#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws every picture of README.md and resources/help anew, from build/release: the figures of pictures.txt, the window,
# and the moving picture of the window, which needs ImageMagick.
set -eu
cd "$(dirname -- "$0")/.."
bin=${1:-build/release/bin}
"$bin/plateau" export --list packaging/pictures.txt
frames=$(mktemp -d)
trap 'rm -r "$frames"' EXIT
draw() {
    PLATEAU_DRAW_PICTURES=$frames QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 TZ=UTC QT_SCALE_FACTOR=1 \
        XDG_CONFIG_HOME="$frames/config" "$bin/ui_tests" "$@"
}
draw tst_exporting the_picture_of_the_window_is_fresh
draw tst_moving_picture it_is_fresh
# Each frame is called ORDER-HUNDREDTHS.png.
set --
for frame in "$frames"/*.png; do
    time=${frame##*-}
    set -- "$@" -delay "${time%.png}" "$frame"
done
convert "$@" -loop 0 +dither -colors 48 +map -layers Optimize resources/help/moving.gif
