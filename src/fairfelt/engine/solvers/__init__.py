"""One package per shape of game, each with a `SOLVER`; `engine/solve.py` lists them."""
