"""Seven cards set in two or three hands against a house way: pai gow poker."""
