"""Pages of jackpots that rooms share."""
