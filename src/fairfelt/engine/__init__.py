"""Counting, not sampling: views, solvers, courses, simulation and kept answers. `exact` is the public face."""
