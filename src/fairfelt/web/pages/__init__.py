"""Pages for people: games, meters, practice, floor, manager, regulator."""
