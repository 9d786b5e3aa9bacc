"""The ISA bus, and the board on it that every PC has: the interval timer."""
