"""Helpers of the language server's tests."""
