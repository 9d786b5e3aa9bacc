"""The products of a pass: symbols, location counters, words."""
