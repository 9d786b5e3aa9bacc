"""Diagnostics: what is said, of what, and how it looks."""
