#!/bin/sh
# SPDX-License-Identifier: MIT
# Build three other emulators with the drivers of this directory: tools/peers/build.sh FOLDER
# It takes about seven minutes of one core; git, a C++ compiler, CMake and cargo are needed. GIT is a server, or a
# directory of repositories (default https://github.com).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
: >"$out/commits"

# Check out a commit of a repository, and write its line of the record.
checkout() { # name repository commit [pathspec]
    [ -d "$out/$1/.git" ] || git clone --quiet --no-checkout "${GIT:-https://github.com}/$2" "$out/$1"
    git -C "$out/$1" checkout --quiet "$3" -- . "${4:-.}"
    echo "$2 $3" >>"$out/commits"
}

checkout hatari-source hatari/hatari e77819f7
checkout mborgerson-source mborgerson/dsp56300 db904a0
checkout asmjit-source dsp56300/dsp56300 6f34d945 ':!source/wxWidgets'
checkout asmjit-source/source/asmjit asmjit/asmjit 3577608

falcon=$out/hatari-source/src/falcon
mkdir -p "$out/hatari-build"
echo '#define ENABLE_TRACING 1' >"$out/hatari-build/config.h"
gcc -O3 -DHAVE_CONFIG_H -I"$out/hatari-build" -I"$falcon" -I"$falcon/../includes" -I"$falcon/../debug" \
    -I"$falcon/../cpu" "$here/hatari.c" "$falcon/dsp_core.c" "$falcon/dsp_cpu.c" "$falcon/dsp_disasm.c" -lm -o "$out/hatari"

crate=$out/mborgerson-build
mkdir -p "$crate/src"
cp "$here/mborgerson.rs" "$crate/src/main.rs"
cp "$out/mborgerson-source/Cargo.lock" "$crate/Cargo.lock"
cat >"$crate/Cargo.toml" <<EOF
[package]
name = "mborgerson"
version = "0.0.0"
edition = "2024"

[dependencies]
dsp56300-emu = { path = "$out/mborgerson-source/crates/emu", default-features = false }

[workspace]
EOF
(cd "$crate" && cargo build --release --ignore-rust-version)
cp "$crate/target/release/mborgerson" "$out/mborgerson"

sources=$out/asmjit-source/source
cmake -S "$out/asmjit-source" -B "$out/asmjit-build" -DCMAKE_BUILD_TYPE=Release
cmake --build "$out/asmjit-build" --target dsp56kEmu
g++ -O3 -std=c++17 -DASMJIT_STATIC -DDSP56300_DEBUGGER=0 -I"$sources" -I"$sources/asmjit/src" "$here/asmjit.cpp" \
    $(for name in dsp56kEmu dsp56kBase asmjit vtuneSdk; do find "$out/asmjit-build" -name "lib$name.a"; done) \
    -lpthread -ldl -lrt -o "$out/asmjit"
