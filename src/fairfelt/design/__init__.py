"""Paytable design: pays that meet targets for edge, hits and volatility, by integer programs over exact counts."""

from .frontier import FrontierPoint, frontier
from .lines import DesignError, DesignLine, Problem, Row, build_problem
from .search import Design, Found, search
from .targets import Range, Targets, TargetsError, parse_range

__all__ = [
    "Design", "DesignError", "DesignLine", "Found", "FrontierPoint", "Problem", "Range", "Row", "Targets",
    "TargetsError", "build_problem", "frontier", "parse_range", "search",
]  # fmt: skip
