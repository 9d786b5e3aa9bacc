"""The chips of the board, one file each: the data sheet first. They do not know each other; the board connects them."""
