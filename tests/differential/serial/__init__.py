"""SSI, SCI and the ports on the emulator and on the model: cases, actions at the pins, and what must be equal."""
