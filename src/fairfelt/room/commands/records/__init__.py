"""Commands that put the play of any table on record: counts, bets on the game itself, and pays from the tray."""
