"""When a level is won and for how much."""
