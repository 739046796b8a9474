"""Paytable design: pays that meet targets for edge, hits and volatility, by integer programs over exact counts."""

from .knobs import Knob, KnobSetting, count_settings, knobs_of, read_knob
from .lines import DesignError, DesignLine, Problem, Row, build_problem
from .search import Design, Found, FrontierPoint, frontier, search
from .targets import Range, Targets, TargetsError, parse_range

__all__ = [
    "Design", "DesignError", "DesignLine", "Found", "FrontierPoint", "Knob", "KnobSetting", "Problem", "Range", "Row",
    "Targets", "TargetsError", "build_problem", "count_settings", "frontier", "knobs_of", "parse_range", "read_knob",
    "search",
]  # fmt: skip
