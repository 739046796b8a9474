"""fairfelt config, doctor and manifest: the machine that runs a room."""
