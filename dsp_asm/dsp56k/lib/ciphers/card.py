"""The opcodes of src/ciphers.asm: RC4 and MD5 as commands of the card, `image(commands="ciphers")`."""

RC4_KEY, RC4_STREAM = 0x60, 0x61
RC4_CLOCKS = 100
"""Maximum clocks of either command for a byte, and for up to 64 more."""
MD5_INIT, MD5_UPDATE, MD5_FINAL, MD5_HASH = range(0x64, 0x68)
