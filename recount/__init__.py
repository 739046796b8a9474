"""A second count of every game from its rules alone, without a line of the package: see README.md."""
