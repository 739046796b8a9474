"""The sweep over the dealer's hands."""
