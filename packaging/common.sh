# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by run.sh and test.sh: what to install, and how to say what goes on. POSIX sh.

build_packages="cmake ninja-build g++ qt6-base-dev qt6-svg-dev libqcustomplot-dev libeigen3-dev libyaml-cpp-dev \
libtomlplusplus-dev libexpected-dev libfmt-dev nlohmann-json3-dev zlib1g-dev fonts-inter fonts-nanum fonts-symbola python3-fonttools \
qt6-l10n-tools qt6-translations-l10n"
test_packages="chromium groff-base valgrind clang clang-format clang-tidy libclang-rt-dev llvm gettext poppler-utils python3-yaml"

say() { printf '== %s\n' "$*"; }

# fail STEP MESSAGE...: names the step, explains, ends.
fail() {
    step=$1
    shift
    printf '\n%s: failed: %s\n' "$(basename "$0")" "$step" >&2
    for line in "$@"; do printf '  %s\n' "$line" >&2; done
    exit 1
}

# longest_tests LOG: the ten longest of CTest's log, the longest first.
longest_tests() {
    awk '/ Testing: / { name = $3 } /^Test time = / { printf "%7.1f  %s\n", $4, name }' "$1" | sort -rn | head -n 10
}

# missing_packages NAME...: those of the names that are not installed.
missing_packages() {
    for package in "$@"; do
        case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
        installed) ;;
        *) printf '%s ' "$package" ;;
        esac
    done
}

# How to become root: nothing for root, sudo for others.
find_root() {
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
        through="as root"
    elif ! command -v sudo >/dev/null 2>&1; then
        fail "install packages" "You are not root and there is no sudo. Ask an administrator to run:" \
            "apt-get install --no-install-recommends $missing"
    elif sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; then
        as_root=sudo
        through="through sudo"
    else
        fail "install packages" "sudo refused (no password was given, or you may not use it). Ask an administrator to run:" \
            "apt-get install --no-install-recommends $missing"
    fi
}

apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=1 -o Acquire::http::Timeout=20 \
        -o Acquire::https::Timeout=20 "$@"
}

# Tells a dead network from any other trouble of apt-get.
explain_apt_failure() {
    if complaint=$(apt -o APT::Update::Error-Mode=any -qq update 2>&1); then
        fail "install packages" "apt-get could not install: $missing" "Its own messages stand above."
    fi
    fail "install packages" "apt-get cannot reach its package servers. Is the network up? It says:" \
        "$(printf '%s\n' "$complaint" | grep -m 1 -i -E 'resolv|connect|fetch' || printf '%s\n' "$complaint" | head -n 1)" \
        "Without a network, install these packages by other means and run this again: $missing"
}

# install_packages NAME...: nothing to do is quick and needs neither apt-get nor root.
install_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
        fail "install packages" "This machine has no apt-get: it is neither Debian 12 nor a relative of it." \
            "Install what these Debian packages hold, then build with CMake (CONTRIBUTING.md, \"Other systems\"):" "$*"
    fi
    missing=$(missing_packages "$@")
    if [ -z "$missing" ]; then
        say "Packages: all installed"
        return
    fi
    find_root
    say "Packages: installing $through: $missing"
    apt -qq update || explain_apt_failure
    apt -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends $missing || explain_apt_failure
    missing=$(missing_packages "$@")
    [ -z "$missing" ] || fail "install packages" "Still missing: $missing"
}

# build PRESET [TARGET]: configures once (Ninja repeats it when needed) and builds; shows every mistake, not only the first.
build() {
    if [ ! -f "build/$1/build.ninja" ]; then
        say "Configure ($1)"
        cmake --preset "$1" || fail "configure ($1)" "CMake's messages stand above."
    fi
    say "Build ($1)"
    cmake --build --preset "$1" ${2:+--target "$2"} -- -k 0 || fail "build ($1)" "The compiler's messages stand above."
}
