"""The commands for sources and object files."""
