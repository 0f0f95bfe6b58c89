#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tarball.sh BUILD OUT: the installed tree with the libraries it needs but those of the C library and the graphics
# driver, as OUT/plateau-VERSION-x86_64.tar.xz. Unpacked anywhere, bin/plateau runs on systems with the same C library
# or a later one.
set -eu
build=$1
out=$2
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=plateau-$version-$(uname -m)
root=$out/$name
rm -rf "$root"
DESTDIR=$PWD/$root cmake --install "$build" --strip >/dev/null
mv "$root/usr/bin" "$root/usr/share" "$root"
rmdir "$root/usr"
mkdir -p "$root/lib" "$root/plugins"
plugins=$(qtpaths6 --query QT_INSTALL_PLUGINS)
for plugin in platforms/libqxcb platforms/libqoffscreen platforms/libqwayland-generic platforms/libqwayland-egl \
    wayland-shell-integration/libxdg-shell xcbglintegrations/libqxcb-glx-integration imageformats/libqsvg \
    imageformats/libqjpeg iconengines/libqsvgicon printsupport/libcupsprintersupport \
    platforminputcontexts/libibusplatforminputcontextplugin platforminputcontexts/libcomposeplatforminputcontextplugin; do
    [ -e "$plugins/$plugin.so" ] || continue
    mkdir -p "$root/plugins/${plugin%/*}"
    cp "$plugins/$plugin.so" "$root/plugins/${plugin%/*}"
done
# What every desktop has, and what must fit its driver and its C library, stays outside.
outside='^(ld-linux.*|libc|libm|libdl|libpthread|librt|libresolv|libutil|libGL.*|libEGL|libdrm.*|libgbm|libvulkan|libX11|libX11-xcb|libxcb|libwayland-.*|libfontconfig|libfreetype|libgcc_s|libstdc\+\+|libz|libexpat|libasound|libcups.*|libdbus-1|libsystemd|libudev)\.so'
find "$root/bin" "$root/plugins" -type f -exec ldd {} + 2>/dev/null | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u |
    while read -r library; do
        printf '%s' "${library##*/}" | grep -qE "$outside" || cp -L "$library" "$root/lib"
    done
for program in "$root"/bin/*; do
    patchelf --set-rpath '$ORIGIN/../lib' "$program"
done
find "$root/plugins" -name '*.so' -exec patchelf --set-rpath '$ORIGIN/../../lib' {} +
find "$root/lib" -name '*.so*' -exec patchelf --set-rpath '$ORIGIN' {} +
printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' >"$root/bin/qt.conf"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$out" -cf - "$name" |
    xz -6 -T1 >"$out/$name.tar.xz"
rm -rf "$root"
