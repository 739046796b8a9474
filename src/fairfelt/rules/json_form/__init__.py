"""A game as JSON: known parts by their names, everything else by value. Reading it runs nothing."""
