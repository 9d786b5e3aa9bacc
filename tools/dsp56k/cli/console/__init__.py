"""The ends of a command: its streams, its files, its options, its exit code."""
