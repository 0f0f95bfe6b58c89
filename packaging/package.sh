#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the Debian packages, a tarball that brings its libraries, and the list of what is in them (SPDX); checks all.
# Everything is put into build/package/packaging. Two runs of one commit make the same bytes.
set -eu
usage="usage: sh packaging/package.sh"
case ${1-} in
'') ;;
-h | --help)
    printf '%s\n' "$usage"
    exit 0
    ;;
*)
    printf 'package.sh: unknown argument: %s\n%s\n' "$1" "$usage" >&2
    exit 2
    ;;
esac
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/common.sh"
cd "$here/.."
package_packages="dpkg-dev lintian appstream desktop-file-utils man-db patchelf qt6-qpa-plugins"
install_packages $build_packages $package_packages

# When the sources were last changed: as the caller has it, else the last commit, else (no git) the list of changes.
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}"
LC_ALL=C.UTF-8
export SOURCE_DATE_EPOCH LC_ALL
tree=build/package
out=$tree/packaging

say "Release build for /usr"
cmake -S . -B $tree -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DPLATEAU_TESTS=OFF -DPLATEAU_BENCH=OFF -DPLATEAU_IN_TREE=OFF \
    -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_CXX_FLAGS="-ffile-prefix-map=$PWD=." -DCMAKE_EXE_LINKER_FLAGS=-pie \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON
cmake --build $tree

say "Debian packages"
rm -f $out/*.deb $out/*.tar.xz $out/*.spdx.json
(cd $tree && cpack -G DEB)
lintian --fail-on error $out/*.deb
desktop-file-validate packaging/desktop/plateau.desktop
appstreamcli validate --no-net $out/plateau.metainfo.xml
man --warnings=w -l $out/plateau.1.gz >/dev/null

say "Tarball"
sh packaging/tarball.sh $tree $out

say "What is in them"
for file in $out/*.deb $out/*.tar.xz; do
    python3 packaging/sbom.py "$file" >"$file.spdx.json"
done
(cd $out && sha256sum -- *.deb *.tar.xz *.spdx.json)
