"""Second implementations of the card's chips, which share no code with them."""
