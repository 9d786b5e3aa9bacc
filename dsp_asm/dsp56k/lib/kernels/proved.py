"""The kernels that are proved: a kernel that is not among them is neither written nor assembled.

`tests/proofs/prove_kernels.py` proves each kernel for all operands and records the digest of its source in proved.toml.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path

from dsp56k.isa.errors import Dsp56kError

PROVED_FILE = Path(__file__).with_name("proved.toml")


class UnprovedKernelError(Dsp56kError):
    """The proof of a kernel is not recorded; field `name`."""


@cache
def proved() -> dict[str, str]:
    """Return the digests of the proved sources, by name."""
    return {str(name): str(digest) for name, digest in tomllib.loads(PROVED_FILE.read_text(encoding="ascii")).items()}


def digest_of(source: str) -> str:
    """Return the digest of a kernel's source."""
    return hashlib.sha256(source.encode("ascii")).hexdigest()


def require_proved(name: str, source: str) -> str:
    """Return a kernel's source.

    Raises:
        UnprovedKernelError: its proof is not recorded.
    """
    if proved().get(name) != digest_of(source):
        raise UnprovedKernelError(
            f"cannot use kernel {name}: its proof is not in {PROVED_FILE.name}; "
            "prove it by tests/proofs/prove_kernels.py",
            name=name,
        )
    return source
