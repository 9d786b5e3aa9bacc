"""Prove every Montgomery kernel for all operands, and record the digests of their sources.

    tests/proofs/prove_kernels.py

A kernel without a recorded proof is neither written nor assembled. Run this after a change of the generator, and after
`python -m dsp56k.lib.kernels.searched` if the searches have changed. It takes about a minute and a half.
"""

import argparse
import sys
from pathlib import Path

from dsp56k.lib.kernels.program import kernel_name, unproved_program, unproved_source
from dsp56k.lib.kernels.proved import PROVED_FILE, digest_of
from dsp56k.lib.kernels.searched import RECORDED
from dsp56k.system.files import write_whole

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from proofs.kernels import KernelProof, prove_kernel


def write_line(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """Prove all kernels; record none if one is not proved."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    digests: dict[str, str] = {}
    refused = 0
    for digits in RECORDED:
        for square in (True, False):
            name, source = kernel_name(digits, square=square), unproved_source(digits, square=square)
            proof = prove_kernel(unproved_program(source, digits, square=square), digits, square=square)
            kind = "square" if square else "product"
            if isinstance(proof, KernelProof):
                digests[name] = digest_of(source)
                write_line(f"{digits} digits, {kind}: at most {proof.ratio:.5f} N, {proof.seconds:.1f} s")
            else:
                refused += 1
                write_line(f"{digits} digits, {kind}: {proof}")
    if not refused:
        head = "# Digests of proved kernels (proved.py). Made by tests/proofs/prove_kernels.py; do not edit.\n"
        lines = [f'"{name}" = "{digest}"\n' for name, digest in digests.items()]
        write_whole({PROVED_FILE: "".join([head, *lines]).encode("ascii")})
    return int(refused > 0)


if __name__ == "__main__":
    sys.exit(main())
