"""The catalogue and games of one's own."""
