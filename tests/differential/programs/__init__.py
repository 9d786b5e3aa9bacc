"""What is executed on the emulator and on the models: instructions, programs and code drawn at random from a seed."""
