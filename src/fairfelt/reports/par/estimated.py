"""The sheet of a game whose round was sampled, because counting it costs more than anybody agreed to."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.exact import EstimatedPar
from fairfelt.reports.sheet.figures import colophon
from fairfelt.reports.sheet.sheet import Block, Notice, Section, Sheet, Table, Words, right

from .par_sheet import identity
from .wager import wager_section


def estimated_sheet(par: EstimatedPar) -> Sheet:
    """What is known of it: a bracket around the round's edge, and every bet that no decision changes."""
    return Sheet(
        title=par.game.title,
        subtitle="Estimated PAR sheet",
        sections=(
            Section("", (identity(par.game), *_notices(par))),
            Section("The round", tuple(_round(par))),
            *(wager_section(sheet, par.game) for sheet in par.wagers),
        ),
        colophon=colophon(par.game, what="The round sampled, side bets calculated,"),
    )


def _notices(par: EstimatedPar) -> Iterator[Block]:
    yield Notice("The round is estimated", (f"Not calculated: {par.reason}.",))
    if par.uncounted:
        yield Notice("Not calculated", tuple(map(str, par.uncounted)))


def _round(par: EstimatedPar) -> Iterator[Block]:
    found, (low, high) = par.round, par.round.house_edge
    yield Table(
        right("Bound", "House edge", "Standard error"),
        (
            ("At most, by a policy", f"{-found.policy:.3%}", f"{found.policy_error:.3%}"),
            ("At least, seeing cards early", f"{-found.relaxed:.3%}", f"{found.relaxed_error:.3%}"),
        ),
    )
    yield Words(
        f"With 99% certainty for each end, the house edge under best play lies between {low:.2%} and {high:.2%} of the "
        f"{par.game.unit}: {found.rounds:,} rounds were sampled."
    )
