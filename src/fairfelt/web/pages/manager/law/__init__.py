"""The manager's pages on law: limits, paperwork, funds, payouts."""
