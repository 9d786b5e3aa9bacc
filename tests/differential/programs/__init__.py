"""Inputs for the emulator and the models: instructions, programs and code drawn at random from a seed."""
