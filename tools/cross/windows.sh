#!/bin/bash
# Builds the emulator for Windows x86-64 and runs its Rust tests under Wine: make cross-windows.
#
# They compare compiled code with the interpreter on the corpus of the fuzz target. The extension is built, but no Python
# loads it: Debian has none for Windows.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=x86_64-pc-windows-gnu
work=$PWD/build/cross-windows

step() {
    printf '\n== %s\n' "$*"
    "$@"
}

missing=()
need() {
    command -v "$1" >/dev/null || missing+=("$1 (Debian: $2)")
}
need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
need wine wine

# A rustc that has the standard library of the target, or the sources from which Cargo builds it.
rustc=
standard=()
for candidate in ${RUSTC:-rustc /usr/bin/rustc}; do
    directory=$("$candidate" --print target-libdir --target $target 2>/dev/null) || continue
    if compgen -G "$directory/libstd-*.rlib" >/dev/null; then
        rustc=$candidate
        break
    elif [ -f "$("$candidate" --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock" ]; then
        rustc=$candidate
        standard=(-Zbuild-std=std,panic_unwind,test)
        export RUSTC_BOOTSTRAP=1
        break
    fi
done
[ -n "$rustc" ] || missing+=("a Rust standard library for $target or its sources (rustup target add $target; \
Debian: rustc-web and rust-web-src, 1.95 or later)")
if [ ${#missing[@]} -gt 0 ]; then
    printf 'error: cannot test on Windows without:\n' >&2
    printf '  %s\n' "${missing[@]}" >&2
    exit 1
fi

# Wine 8 has no ProcessPrng, from which Rust seeds its hash tables.
mkdir -p "$work/wine"
cat >"$work/wine/random.c" <<'C'
int __stdcall SystemFunction036(void *bytes, unsigned long length);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *bytes, unsigned long long length)
{
    return SystemFunction036(bytes, (unsigned long)length);
}
C
x86_64-w64-mingw32-gcc -shared -o "$work/wine/bcryptprimitives.dll" "$work/wine/random.c" -ladvapi32
export WINEPREFIX=$work/wine/prefix WINEPATH=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="bcryptprimitives=n;mscoree=;mshtml="

export RUSTC=$rustc PYO3_NO_PYTHON=1
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine
cargo_options=("${standard[@]}" --release --target $target --target-dir "$work/target")
step cargo test --quiet "${cargo_options[@]}" --package dsp56k-isa --package dsp56k-core --package dsp56k-jit
step cargo build --quiet "${cargo_options[@]}" --package dsp56k-py --features pyo3/extension-module
printf '\nall passed\n'
