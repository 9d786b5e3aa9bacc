"""The built-in functions, in the groups of the later manuals."""
