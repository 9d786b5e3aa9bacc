"""Instructions: from operands to words, and checks of adjacent instructions."""
