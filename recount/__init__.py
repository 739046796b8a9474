"""A second count of every game, written from the rules alone.

It shares no line of code with the package that it checks: it reads a game as JSON, evaluates hands by its own
functions, deals every deal in plain Python and takes the best choice at every decision. `python -m recount --help`.
"""
