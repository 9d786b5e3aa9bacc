"""Machine, which loads a program, and calls of its functions with arguments, results and clocks."""
