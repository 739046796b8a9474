"""Every rule that binds, on every way into the room."""
