"""The engine against the plain-Python model: random instructions and programs, equal in state and in clocks."""
