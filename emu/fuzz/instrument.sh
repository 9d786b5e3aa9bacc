#!/bin/bash
# A wrapper of rustc that leaves what cargo-fuzz adds (coverage, debug assertions) to the crates of the emulator.
#
# With coverage of Cranelift, libFuzzer would keep inputs for each new path through the register allocator, at a fraction
# of the speed. And a debug assertion of cranelift-frontend forbids what the translation does: it leaves a block
# for an exit block and continues it afterwards.
rustc=$1
shift
case " $* " in
*" --crate-name dsp56k_"* | *" --crate-name compiled_code "*) exec "$rustc" "$@" ;;
esac
arguments=()
for argument in "$@"; do
    case $argument in
    -Cpasses=sancov-module | -Cllvm-args=-sanitizer-coverage-* | -Cdebug-assertions | -Ccodegen-units=1) ;;
    *) arguments+=("$argument") ;;
    esac
done
exec "$rustc" "${arguments[@]}"
