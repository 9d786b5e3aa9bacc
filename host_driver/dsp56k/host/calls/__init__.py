"""Machine, which takes a program, and the calls of its functions: what goes in, what comes out, what it took."""
