"""The law of the room over HTTP, by subject."""
