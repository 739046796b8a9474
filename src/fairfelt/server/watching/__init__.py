"""The server's watch over displays, keypads, clock and backups. It raises alarms and clears them."""
