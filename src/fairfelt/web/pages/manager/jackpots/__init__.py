"""The manager's pages on jackpots: terms, money, forecast, retirement."""
