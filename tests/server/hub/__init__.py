"""The line between a room and its hub, with real servers."""
