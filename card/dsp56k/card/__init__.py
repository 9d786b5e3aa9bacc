"""The PC crypto-accelerator card: a board that wires chips together."""
