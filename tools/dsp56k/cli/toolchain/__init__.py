"""The commands about sources and object files."""
