"""A sheet described once, drawn as text, HTML, PDF and CSV."""
