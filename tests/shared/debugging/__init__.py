"""Helpers of the debugger's tests."""
