"""The chips of the board, one file each: the data sheet first. None knows another; the board connects them."""
