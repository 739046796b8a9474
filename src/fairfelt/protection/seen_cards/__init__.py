"""The dealer's cards seen at games with one decision, counted for every hand: one form of the game a file."""
