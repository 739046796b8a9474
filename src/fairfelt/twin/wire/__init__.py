"""How the twin talks to the server, and what goes wrong on the way."""
