"""The floor as displays, keypads and the accounts see it."""
