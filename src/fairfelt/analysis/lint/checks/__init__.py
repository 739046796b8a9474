"""All checks in the order of their cost: what is read off, what is counted, what is counted for every reading."""

from __future__ import annotations

from ..check import Check, Stage
from ..readings import bets, bettors, lines, rulings, runs, showdown
from . import edges, envy, margins, outcomes, pays, printed, table

_FILES = (bets, bettors, edges, envy, lines, margins, outcomes, pays, printed, rulings, runs, showdown, table)

CHECKS: tuple[Check, ...] = tuple(
    sorted(
        (check for file in _FILES for check in vars(file).values() if isinstance(check, Check)),
        key=lambda check: ([*Stage].index(check.stage), check.code),
    )
)
