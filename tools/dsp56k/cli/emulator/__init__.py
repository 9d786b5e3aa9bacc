"""The commands that run a program on the emulator."""
