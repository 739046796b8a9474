"""One package per shape of game, each with `fits` and `solve`."""
