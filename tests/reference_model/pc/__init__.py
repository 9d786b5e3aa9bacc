"""Second implementations of the PC's clocks, which share no code with it."""
