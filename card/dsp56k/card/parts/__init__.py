"""The elements of chips and board: wires, injection points, a resistor, declared registers, a chip without a clock."""
