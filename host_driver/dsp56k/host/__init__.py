"""The host PC: an emulated x86 machine, its clock model, the card's driver and the measurement."""
