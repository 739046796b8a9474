"""A round as a page may see it: hands with their names, bets with their edges, nothing before it is turned over."""
