"""Keys and messages of RSA Laboratories' vectors for PKCS #1, as cryptography_vectors holds them."""

import re
from collections.abc import Iterator
from pathlib import Path

import cryptography_vectors

from dsp56k.lib import RsaPrivateKey

RSA_VECTORS = Path(cryptography_vectors.__file__).parent / "asymmetric" / "RSA"
PARTS = ("Prime 1", "Prime 2", "Prime exponent 1", "Prime exponent 2", "Coefficient")
Fields = dict[str, list[bytes]]


def pkcs_examples(name: str, limit: int) -> Iterator[Fields]:
    """Keys of up to `limit` bits, each with its messages."""
    for text in re.split(r"# Example \d+: A ", (RSA_VECTORS / name).read_text(encoding="latin-1"))[1:]:
        fields: Fields = {}
        for title, body in re.findall(r"^# ([A-Z][\w ]*): *\n((?:[0-9a-f]{2}[ \n]+)+)", text, re.MULTILINE):
            fields.setdefault(title, []).append(bytes.fromhex(re.sub(r"\s", "", body)))
        if int.from_bytes(fields["Modulus"][0]).bit_length() <= limit:
            yield fields


def key_of(fields: Fields) -> RsaPrivateKey:
    """The private key of an example."""
    return RsaPrivateKey(*(int.from_bytes(fields[title][0]) for title in (*PARTS, "Public exponent")))
