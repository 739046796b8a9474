"""Commands that put the play of any table on record: counts, bets on the game itself, pays from the tray, sensors."""
