"""The opcodes of src/keys.asm: primes from the card's noise, `image(commands="keys")`."""

PRIME_BEGIN, PRIME_SEARCH = 0x60, 0x61
PRIME_BYTES = range(8, 65)
"""Permitted sizes of a prime."""
PRIME_CLOCKS = 100_000
"""Maximum clocks of either command for a byte, and for up to 64 more: a test of 64 bytes by all its bases."""
