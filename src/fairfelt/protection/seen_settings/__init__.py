"""The dealer's cards seen where seven cards are set into hands: every hand the dealer can have, counted by class."""
