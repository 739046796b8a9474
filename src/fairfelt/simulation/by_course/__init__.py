"""Courses of play dealt by kernels: those with few positions, blackjack, and hands of seven cards that are set."""
