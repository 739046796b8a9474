"""fairfelt new and fairfelt export: games of one's own as files."""
