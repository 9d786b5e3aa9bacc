"""Helpers of several tests: cards, PCs, programs, compilers, vectors and results."""
