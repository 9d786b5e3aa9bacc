"""Vectors of Khufu and Khafre: the example of US patent 5,003,597, and some of the package cryptopunk
(github.com/Jither/cryptopunk, vectors/block-ciphers, commit a3ccc80), which it made with the patent's own program.
"""

HELLO = bytes.fromhex("48656c6c6f207468")
"""The first block of the patent's text, "Hello there, world!"; in both ciphers 16 rounds."""
PATENT_KHUFU = bytes.fromhex("345" + 125 * "0"), bytes.fromhex("daa19c48c60e2947")
PATENT_KHAFRE = bytes.fromhex("345" + 13 * "0"), bytes.fromhex("8662f6734e9348d7")

_DIGITS = bytes(0x11 * digit for digit in range(16))
KHUFU_KEY = bytes(range(16)) + b"\0" + bytes(range(0x11, 0x30)) + _DIGITS
PLAIN = _DIGITS[8:]
KHUFU = {
    1: "ca8008b13fdaad82",
    2: "b330b79789efec8b",
    3: "c982d038498476f6",
    4: "d17c70f522ca1f68",
    5: "17c008b0944b93eb",
    8: "8ef73db6f26dc25b",
}
"""PLAIN by the number of S boxes, with KHUFU_KEY."""
KHAFRE = {
    (1, 8): "ae9d14502f78c49a",
    (1, 16): "aa9910542b7cc09e",
    (2, 24): "52506375db5507e4",
    (3, 16): "0b4ab9f7867b9a17",
    (4, 8): "05c5662aed7b7651",
    (4, 40): "ecf8490ccf53dd0d",
    (8, 24): "562102b411ce1b07",
}
"""PLAIN by the number of S boxes and of bytes of the key, which count up from 0."""
