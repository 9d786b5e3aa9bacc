"""Source: from files to statements."""
