"""What can be done at a table: place bets, deal, choose, settle. Each is a value."""
