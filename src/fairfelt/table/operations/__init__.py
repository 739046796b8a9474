"""What can be done at a table: place bets, deal, choose, settle, and take back what went wrong. Each is a value."""
