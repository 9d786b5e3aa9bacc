#!/bin/bash
# Builds the emulator for AArch64 Linux and tests it by user-mode emulation: make cross-arm64.
#
# The Rust tests and the extension need a cross compiler; the Python tests need Debian's Python for arm64 and the pinned
# wheels, which are downloaded to build/cross-arm64 once. User-mode emulation shows what the code computes. It shows
# neither speed nor missing cache maintenance, because the emulator translates code again that was written.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=aarch64-unknown-linux-gnu
work=$PWD/build/cross-arm64
python_version=3.11
libraries=$work/root
packages=$work/packages-$(sha256sum requirements.lock | cut -c 1-12)
tree=$work/tree
instructions=${INSTRUCTIONS:-2000000}

step() {
    printf '\n== %s\n' "$*"
    "$@"
}

missing=()
need() {
    command -v "$1" >/dev/null || missing+=("$1 (Debian: $2)")
}
need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
need qemu-aarch64-static qemu-user-static
need dpkg-deb dpkg

# Any rustc that has the standard library of the target: rustup's, or Debian's, which is another program.
rustc=
for candidate in ${RUSTC:-rustc /usr/bin/rustc}; do
    directory=$("$candidate" --print target-libdir --target $target 2>/dev/null) || continue
    if compgen -G "$directory/libstd-*.rlib" >/dev/null; then
        rustc=$candidate
        break
    fi
done
[ -n "$rustc" ] || missing+=("a Rust standard library for $target (rustup target add $target; Debian: dpkg \
--add-architecture arm64, then rustc-web and libstd-rust-web-dev:arm64, 1.95 or later)")
if [ ${#missing[@]} -gt 0 ]; then
    printf 'error: cannot test on AArch64 without:\n' >&2
    printf '  %s\n' "${missing[@]}" >&2
    exit 1
fi

# Debian's libraries and Python, unpacked and not installed. Debian's cross libraries will not do: a program with threads
# does not end with them under qemu 7.2.
if [ ! -x "$libraries/usr/bin/python$python_version" ]; then
    mkdir -p "$work/deb"
    (cd "$work/deb" && apt-get download --quiet \
        {libc6,libgcc-s1,libstdc++6,zlib1g,libexpat1,libssl3,libffi8,libbz2-1.0,liblzma5,libsqlite3-0,libuuid1}:arm64 \
        {python,libpython}$python_version-minimal:arm64 libpython$python_version-stdlib:arm64) || {
        printf 'error: cannot download Python for arm64: apt-get has no package lists of this architecture\n' >&2
        printf 'help: dpkg --add-architecture arm64 && apt-get update, on Debian 12\n' >&2
        exit 1
    }
    for package in "$work"/deb/*.deb; do dpkg-deb -x "$package" "$libraries"; done
fi

export RUSTC=$rustc PYO3_NO_PYTHON=1
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64-static -L $libraries"
cargo_options=(--release --locked --target $target --target-dir "$work/target")
step cargo test --quiet "${cargo_options[@]}" --package dsp56k-isa --package dsp56k-core --package dsp56k-jit
step cargo build --quiet "${cargo_options[@]}" --package dsp56k-py --features pyo3/extension-module

if [ ! -d "$packages" ]; then
    platforms=(--platform=manylinux{2014,_2_17,_2_24,_2_26,_2_27,_2_28,_2_31,_2_34}_aarch64)
    rm -rf "$packages.new"
    step .venv/bin/python -m pip --disable-pip-version-check install --quiet --no-deps --require-hashes \
        --only-binary=:all: "${platforms[@]}" --python-version 3.11.7 \
        --implementation cp --abi cp311 --abi abi3 --abi none --target "$packages.new" --requirement requirements.lock
    mv "$packages.new" "$packages"
fi

# A copy of the sources without the extensions of this machine.
rm -rf "$tree"
mkdir -p "$tree"
git ls-files -z | tar --create --null --files-from - | tar --extract --directory "$tree"
cp "$work/target/$target/release/lib_core.so" "$tree/emu/dsp56k/emu/_core.abi3.so"

in_python() {
    (
        cd "$tree"
        export PYTHONPATH=$packages:emu:dsp_asm:card:host_driver:tools:tests PYTHONDONTWRITEBYTECODE=1
        qemu-aarch64-static -L "$libraries" "$libraries/usr/bin/python$python_version" "$@"
    )
}
step in_python -m dsp56k --version
step in_python -m pytest -q -p no:cacheprovider -o timeout=3600 tests/vectors tests/differential/test_generated_code.py
step in_python tests/differential/campaign.py --engines --instructions "$instructions"
printf '\nall passed\n'
