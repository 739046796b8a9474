"""How prizes are paid, and how a jackpot ends."""
