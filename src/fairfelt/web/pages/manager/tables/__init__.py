"""The manager's pages on tables: adding, changing, closing them, their limits and daily records."""
