"""Ciphers in plain Python, after their designers' papers: slow, and written apart from the library."""
