"""The twin while it plays, in the terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from fairfelt.twin import Look, Twin


@contextmanager
def live_view(hours: float, *, shown: bool) -> Iterator[Look]:
    """Gives what is to be called with the twin now and then; nothing is shown where nobody watches."""
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True)
    if not shown or not console.is_interactive:
        yield _silent
        return
    began_s = time.monotonic()
    with Live(console=console, transient=True, auto_refresh=False) as live:
        yield lambda twin: live.update(_drawn(twin, hours, time.monotonic() - began_s), refresh=True)


def _silent(twin: Twin) -> None:
    """Nobody is watching."""


def _drawn(twin: Twin, hours: float, took_s: float) -> Table:
    from rich.table import Table

    from fairfelt.law import moment, time_zone
    from fairfelt.rules import format_amount

    seen, agenda = twin.seen, twin.agenda
    now = moment(agenda.clock.now_micros, time_zone(twin.zone))
    grid = Table.grid(padding=(0, 2))
    grid.add_row(
        "Simulated", f"{now:%a %d %b %Y %H:%M:%S}", f"{1 - agenda.left_s / (hours * 3_600):.0%} of {hours:g} h"
    )
    grid.add_row("Rounds", f"{seen.rounds:,}", f"{seen.claims:,} claims, {seen.awards:,} awards")
    grid.add_row("Requests", f"{seen.requests:,}", f"{seen.requests / max(took_s, 1e-9):,.0f} a second")
    grid.add_row("Mistakes", f"{seen.mistakes.total():,}", f"{seen.refusals.total():,} refusals")
    grid.add_row("Drops", f"{seen.drops.total():,}", f"{seen.recovered.total():,} recovered")
    for link, meters in sorted(seen.meters_micros.items()):
        told = ", ".join(f"{level} {format_amount(amount, '')}" for level, amount in sorted(meters.items()))
        grid.add_row("Meters", link, told)
    return grid
