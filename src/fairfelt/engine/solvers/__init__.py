"""One package per shape of game, each with a `SOLVER`; `engine/registry.py` lists them."""
