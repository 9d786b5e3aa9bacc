"""Expressions: from text to values (ASM chapter 3)."""
