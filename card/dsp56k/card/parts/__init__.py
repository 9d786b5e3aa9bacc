"""What chips and board are put together from: wires, joints, a resistor, declared registers, a chip without a clock."""
