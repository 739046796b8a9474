"""Two games or paytables side by side: figures and outcomes, what a table wins with each, jackpots, leaks."""
