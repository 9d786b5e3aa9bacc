"""Instructions: from operands to words, and what may not stand beside what."""
