"""Seven cards set in two hands against a house way: pai gow poker."""
