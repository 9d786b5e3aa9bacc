"""Diagnostics: their messages, their data and their rendering."""
