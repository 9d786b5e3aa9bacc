"""What the time of routines depends on: verdicts on those of the library."""
