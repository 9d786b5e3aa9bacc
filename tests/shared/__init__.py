"""What several tests use: cards, PCs, programs, compilers, vectors and results to test with."""
