"""The peripherals of the chip as the board around it sees them: host interface, SSI, SCI, ports."""
