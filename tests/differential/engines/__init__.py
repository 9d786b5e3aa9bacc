"""The interpreter and generated code, compared with each other."""
