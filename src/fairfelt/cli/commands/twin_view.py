"""The twin while it plays, in the terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from fairfelt.twin import Twin, Watch


@contextmanager
def live_view(hours: float, *, shown: bool) -> Iterator[Watch]:
    """Gives what is to be called with the twin now and then; nothing is shown where nobody watches."""
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True)
    if not shown or not console.is_interactive:
        yield lambda twin: None
        return
    began_s = time.monotonic()
    with Live(console=console, transient=True, auto_refresh=False) as live:
        yield lambda twin: live.update(_draw(twin, hours, time.monotonic() - began_s), refresh=True)


def _draw(twin: Twin, hours: float, took_s: float) -> Table:
    from rich.table import Table

    from fairfelt.law import moment
    from fairfelt.rules import format_amount

    pit, tally = twin.pit, twin.pit.tally
    now, done = moment(pit.agenda.now_micros, pit.hours.zone), 1 - pit.agenda.left_s / (hours * 3_600)
    grid = Table.grid(padding=(0, 2))
    grid.add_row("Simulated time", f"{now:%a %b %d, %Y, %I:%M:%S %p}", f"{done:.0%} of {hours:g} h")
    grid.add_row("Rounds", f"{tally.rounds:,}")
    grid.add_row("Pending jackpots", f"{tally.claims - tally.awards:,}", f"{tally.awards:,} paid")
    grid.add_row("Requests", f"{tally.requests:,}", f"{tally.requests / max(took_s, 1e-9):,.0f} per second")
    grid.add_row("Mistakes", f"{tally.mistakes.total():,}", f"{tally.refusals.total():,} refusals")
    grid.add_row("Network failures", f"{tally.drops.total():,}", f"{tally.recovered.total():,} recovered")
    for link, meters in sorted(tally.meters_micros.items()):
        amounts = ", ".join(f"{level} {format_amount(amount, '')}" for level, amount in sorted(meters.items()))
        grid.add_row("Meters", link, amounts)
    return grid
