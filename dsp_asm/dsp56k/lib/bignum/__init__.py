"""Big numbers on the DSP56001: arithmetic, Montgomery products, RSA and its keys (src/bignum)."""
