"""Tables for spreadsheets: one row an outcome, exact fractions beside their decimals."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from fairfelt.exact import Par, as_json

from ..report import Record


def par_records(par: Par) -> list[Record]:
    """Every outcome of every wager, then every result of the round."""
    return [
        {
            "game": par.game.slug,
            "variant": par.game.variant,
            "wager": wager,
            "paytable": paytable,
            "outcome": name,
            "pays": pays,
            "combinations": combinations,
            **number("probability", probability),
            **number("contribution", contribution),
            **number("house_edge", edge),
        }
        for wager, paytable, name, pays, combinations, probability, contribution, edge in _outcomes(par)
    ]


def _outcomes(par: Par) -> Iterable[tuple[str, str, str, str, int, Fraction, Fraction, Fraction]]:
    for sheet in par.wagers:
        for row in sheet.outcomes:
            yield (
                sheet.wager, sheet.paytable, row.name, row.pays, row.combinations, row.probability, row.contribution,
                sheet.house_edge,
            )  # fmt: skip
    for net, ways in par.round.results:
        chance = Fraction(ways, par.round.total)
        yield "Round", "", f"net {net}", "", ways, chance, net * chance, par.round.house_edge


def number(name: str, value: Fraction) -> Record:
    """An exact number in two columns."""
    written = as_json(value)
    return {name: written["decimal"], f"{name}_fraction": written["fraction"]}
