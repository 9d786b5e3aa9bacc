#!/bin/sh
# Checks what the build needs before it starts; prints the Python to use, or one sentence that says what to install.
# Usage: tools/prerequisites.sh   ($PYTHON overrides the search)
set -u

refuse() {
    printf 'error: %s\n' "$1" >&2
    exit 1
}

find_python() {
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    return 1
}

python=$(find_python) || refuse "no Python 3.11 or newer found: install python3 (>= 3.11), or name one with PYTHON=/path/to/python3."
"$python" -c 'import venv, ensurepip' 2>/dev/null ||
    refuse "$python cannot make virtual environments: install its venv module (Debian and Ubuntu: python3-venv)."

version=$(cargo --version 2>/dev/null | sed -n 's/^cargo \([0-9]*\.[0-9]*\).*/\1/p')
[ -n "$version" ] || refuse "cargo not found: install Rust 1.95 or newer (https://rustup.rs)."
major=${version%%.*}
minor=${version#*.}
if [ "$major" -lt 1 ] || { [ "$major" -eq 1 ] && [ "$minor" -lt 95 ]; }; then
    refuse "cargo $version is too old: install Rust 1.95 or newer (rustup update stable)."
fi

command -v cc >/dev/null 2>&1 || refuse "no C compiler (cc) found, which Rust links with: install gcc or clang."

printf '%s\n' "$python"
