"""fairfelt meter."""
