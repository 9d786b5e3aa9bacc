"""Passes over the source."""
