"""The commands that time programs of the PC and the card."""
