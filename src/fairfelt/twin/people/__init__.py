"""Who plays and works in the twin: dealers, players, staff, office."""
