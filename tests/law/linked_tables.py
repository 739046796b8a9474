"""Tables for links: the five-card progressive that games share, and others that do not fit it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from fairfelt import games
from fairfelt.games._shared import link_progressive
from fairfelt.law import Law, LinkedTable, LinkExamined, ProposedLink, examine
from fairfelt.rules import Cards, Game
from tests.law.law_days import LETTER, commercial

LINK = "Multi-Game Link Progressive"
WILD = games.find("flushes-gone-wild")
STUD = games.find("caribbean-stud")


def with_link(game: Game, on: Cards = Cards.OWN) -> Game:
    """A game with the bet that lets it join the link."""
    return replace(game, wagers=(*game.wagers, link_progressive(on=on)))


STUD_ON_THE_LINK = with_link(STUD)
SEVEN_CARDS = with_link(games.find("ultimate-texas-holdem"), on=Cards.OWN | Cards.COMMUNITY)
"""The same bet on the best five of seven cards: a royal flush is 21 times as likely."""


def table(
    name: str, game: Game, *, wager: str = LINK, paytable: str = "ML01", location: str = "Lacey", maker: str = "",
    other_jackpots: tuple[str, ...] = (), meter: bool = True,
) -> LinkedTable:  # fmt: skip
    """A table on a link."""
    return LinkedTable(
        table=name, game=game, wager=wager, paytable=paytable, location=location, maker=maker,
        other_jackpots=other_jackpots, meter=meter,
    )  # fmt: skip


def examined(*tables: LinkedTable, on: date = LETTER, law: Law | None = None, test_report: str = "") -> LinkExamined:
    """A link before the law."""
    return examine(law or commercial(on), ProposedLink(jackpot="Mega", tables=tables, test_report=test_report))
