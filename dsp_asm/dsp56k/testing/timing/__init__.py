"""Constant-time assessments of the library's routines."""
