"""Published known-answer tests of the firmware's self-test (src/monitor/self_test.asm), and the file that has them.

`python -m dsp56k.lib.known_answers` rewrites `src/monitor/known_answers.asm`; a test compares it with the output of
this module.
"""

from __future__ import annotations

from dsp56k.lib.tables import LICENCE, SOURCES, dc_lines
from dsp56k.lib.vectors import read_vectors
from dsp56k.system.files import write_whole

(_CBC,) = read_vectors("des_cbc_encrypt")
DES_KEY, DES_IV, DES_TEXT = (_CBC.arguments[name] for name in ("key", "iv", "data"))
DES_CBC = _CBC.value
ALPHABET = b"abcdefghijklmnopqrstuvwxyz"
MD2_DIGEST, MD4_DIGEST = (
    vector.value for name in ("md2", "md4") for vector in read_vectors(name) if vector.arguments["data"] == ALPHABET
)

RSA_P = 0x33D48445C859E52340DE704BCDDA065FBB4058D740BD1D67D29E9C146C11CF61
RSA_Q = 0x335E8408866B0FD38DC7002D3F972C67389A65D5D8306566D5C4F2A5AA52628B
RSA_D = int(
    "0123c5b61ba36edb1d3679904199a89ea80c09b9122e1400c09adcf7784676d0"
    "1d23356a7d44d6bd8bd50e94bfc723fa87d8862b75177691c11d757692df8881",
    16,
)
RSA_E = 65537
RSA_SIGNATURE = int(
    "06db36cb18d3475b9c01db3c789528080279bbaeff2b7d558ed6615987c85186"
    "3f8a6c2cffbc89c3f75a18d96b127c717d54d0d8048da8a0544626d17a2a8fbe",
    16,
)
"""B. Kaliski, "Some Examples of the PKCS Standards", 1993: the 508-bit key, the signature of a request."""
RSA_BLOCK = pow(RSA_SIGNATURE, RSA_E, RSA_P * RSA_Q)
"""The signed block: the padded MD2 digest of the request. Tests compare it with that digest."""

FACTOR_DIGITS, MODULUS_DIGITS = 11, 22
"""24-bit words of the key's numbers, as RSA_LOAD_CRT and RSA_LOAD take them (docs/reference/firmware.md, section 8)."""


_KEYS = ("answer_crt_key", "answer_public_key")


def _words(number: int, count: int) -> list[int]:
    return [number >> 24 * place & 0xFFFFFF for place in range(count)]


def answer_words() -> dict[str, list[int]]:
    """Return the words by label, in address order."""
    crt = (RSA_P, RSA_Q, RSA_D % (RSA_P - 1), RSA_D % (RSA_Q - 1), pow(RSA_Q, -1, RSA_P), RSA_E)
    public = (RSA_P * RSA_Q, RSA_E, 0)
    return {
        "answer_des_key": [*DES_KEY, *DES_IV],
        "answer_des_text": list(DES_TEXT),
        "answer_des_cbc": list(DES_CBC),
        "answer_md2": list(MD2_DIGEST),
        "answer_md4": list(MD4_DIGEST),
        "answer_crt_key": [word for number in crt for word in _words(number, FACTOR_DIGITS)],
        "answer_public_key": [word for number in public for word in _words(number, MODULUS_DIGITS)],
        "answer_block": _words(RSA_BLOCK, MODULUS_DIGITS),
        "answer_signature": _words(RSA_SIGNATURE, MODULUS_DIGITS),
    }


def source() -> str:
    """Return the text of known_answers.asm."""
    lines = [
        LICENCE,
        "; Known answers of the self-test, in program memory: dsp56k/lib/known_answers.py names their sources.",
        "; Made by `python -m dsp56k.lib.known_answers`; do not edit.",
    ]
    for label, words in answer_words().items():
        if label not in _KEYS:
            lines += ["", label, *dc_lines(words)]
    return "\n".join(lines) + "\n"


def key_source() -> str:
    """Return the text of known_keys.asm: the keys without the zeros that end their last number."""
    lines = [
        LICENCE,
        "; RSA keys of the self-test, in X before those of the host: dsp56k/lib/known_answers.py.",
        "; Made by `python -m dsp56k.lib.known_answers`; do not edit.",
        "",
        "        org     x:rsa_area",
    ]
    for label in _KEYS:
        words = answer_words()[label]
        while not words[-1]:
            words.pop()
        lines += ["", label, *dc_lines(words), f"{label}_end"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    made = {"known_answers.asm": source(), "known_keys.asm": key_source()}
    write_whole({SOURCES / "monitor" / name: text.encode("ascii") for name, text in made.items()})
