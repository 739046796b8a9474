"""How the bets of one player vary together, counted for what ships."""
