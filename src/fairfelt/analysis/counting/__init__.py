"""Card counting: what every card removed from a shoe is worth, the best counts, and what a counter wins by the shoe."""
