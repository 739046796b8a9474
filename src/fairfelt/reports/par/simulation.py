"""Simulated results beside the exact ones."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from fairfelt.reports.sheet.figures import colophon
from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, right

if TYPE_CHECKING:
    from fairfelt.simulation import SimulatedWager, Simulation


def simulation_sheet(simulation: Simulation) -> Sheet:
    """What was dealt, and how far from the exact mean it came out."""
    facts = Facts(
        (
            ("Rounds", f"{simulation.rounds:,}"),
            ("Seats", str(simulation.seats)),
            ("Seed", str(simulation.seed)),
            ("Time", f"{simulation.seconds:.2f} s ({simulation.rounds / max(simulation.seconds, 1e-9):,.0f} rounds/s)"),
        )
    )
    return Sheet(
        title=simulation.game.title,
        subtitle="Simulation",
        sections=(Section("", (facts, _wagers(simulation.wagers))),),
        footnotes=(
            (
                "Mean",
                f"Net result per {simulation.game.unit} for the round, per unit of the wager otherwise.",
            ),
            ("Error", "One standard error of the simulated mean."),
            ("Agrees", "Whether the exact mean lies within three standard errors, by the exact variance."),
        ),
        colophon=colophon(simulation.game, what="Simulated"),
    )


def _wagers(wagers: tuple[SimulatedWager, ...]) -> Table:
    numbers = right("Mean", "± Error", "95% interval", "Exact")
    return Table(
        (Column("Wager"), Column("Paytable"), *numbers, Column("Agrees")),
        tuple(
            (
                wager.wager,
                wager.paytable,
                f"{wager.mean:+.5f}",
                f"{wager.standard_error:.5f}",
                f"{wager.interval[0]:+.5f} to {wager.interval[1]:+.5f}",
                f"{wager.exact:+.5f}",
                "yes" if wager.within else "NO",
            )
            for wager in wagers
        ),
    )


def simulation_dict(simulation: Simulation) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {
        "game": simulation.game.slug,
        "variant": simulation.game.variant,
        "rounds": simulation.rounds,
        "seed": simulation.seed,
        "seats": simulation.seats,
        "wagers": [_wager_dict(wager) for wager in simulation.wagers],
    }


def _wager_dict(wager: SimulatedWager) -> dict[str, Any]:
    return {
        "wager": wager.wager,
        "paytable": wager.paytable,
        "rounds": wager.rounds,
        "mean": wager.mean,
        "standard_error": _finite(wager.standard_error),
        "interval": [_finite(end) for end in wager.interval],
        "exact": wager.exact,
        "within": wager.within,
        "seat_correlation": wager.seat_correlation,
    }


def _finite(number: float) -> float | None:
    """JSON has no infinity: too few rounds for a standard error give none."""
    return number if isfinite(number) else None
