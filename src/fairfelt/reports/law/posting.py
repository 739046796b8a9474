"""The placard that hangs at a table: limits, jackpots, restrictions, envy, aggregate limits, the way of disputes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairfelt.jackpot import FixedPays, SeveralWinners, Terms
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.figures import colophon
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Section, Sheet, Steps, Table, Words, right
from fairfelt.rules import Game, Paytable, Wager, format_amount

from .rules import day_words

if TYPE_CHECKING:
    from fairfelt.law import HouseJackpot, Law, Offer

DISPUTES = (
    "Tell the dealer before the next hand is dealt; the cards stay where they are.",
    "The floor supervisor hears both sides, looks at the recording and decides.",
    "Whoever does not agree may ask for the decision in writing and turn to the regulator.",
)
ORDERS = {
    SeveralWinners.IN_ORDER: "Several winners in one round are paid one after the other, the player farthest on the "
    "dealer's right first; each share is taken of what is left, and a level won whole starts again before the next.",
    SeveralWinners.EQUAL_SPLIT: "Several winners of one level in one round share it equally.",
    SeveralWinners.EACH_IN_FULL: "Several winners of one level in one round are each paid in full.",
}


@dataclass(frozen=True, kw_only=True)
class PostedProgressive:
    """The progressive of a table, as it stands."""

    wager: str
    paytable: str
    terms: Terms
    meters_micros: Mapping[str, int] = field(default_factory=dict)
    """What each level shows; left out where a display shows it."""
    linked: bool = False


@dataclass(frozen=True, kw_only=True)
class TablePosting:
    """All that a table's placard is made of."""

    law: Law
    table: str
    offer: Offer
    progressive: PostedProgressive | None = None
    house_jackpots: tuple[HouseJackpot, ...] = ()
    disputes: tuple[str, ...] = DISPUTES


def posting_sheet(posting: TablePosting) -> Sheet:
    """The placard of one table; the rules of play are a sheet of their own."""
    offer, rule = posting.offer, posting.law.find("posting.table")
    progressive = posting.progressive
    asked = f" It is asked for by {rule.cited}." if rule else ""
    return Sheet(
        title=f"Table {posting.table}: {offer.game.title}",
        subtitle=f"Posted on {day_words(posting.law.on)}",
        sections=(
            Section("Limits", tuple(_limits(posting))),
            *(_progressive_sections(offer.game, progressive) if progressive else ()),
            *([Section("House jackpots", tuple(_house(posting)))] if posting.house_jackpots else []),
            *([Section("Aggregate payout limits", (_aggregates(offer),))] if offer.aggregates else []),
            Section("Disputes", (Steps(posting.disputes),)),
        ),
        colophon=colophon(offer.game, what="Written") + asked,
    )


def _limits(posting: TablePosting) -> Iterator[Block]:
    offer, games = posting.offer, posting.law.find("games.per_hand")
    rows = tuple(
        (name, *(format_amount(micros, offer.currency) for micros in (limits.least_micros, limits.most_micros)))
        for name, limits in offer.wagers.items()
    )
    yield Table((Column("Bet"), *right("Least", "Most")), rows)
    yield Facts((("Places", str(offer.places)),))
    if games:
        small = format_amount(games.number("small_wager_micros"))
        yield Words(
            f"With one hand a player may play {games.number('most_games')} separate games at most, "
            f"{games.number('most_above_small')} of them for more than {small}. The game itself is one, each side bet "
            "and each progressive is one more."
        )


def _progressive_sections(game: Game, posted: PostedProgressive) -> Iterator[Section]:
    wager, table = game.wager(posted.wager), game.paytable(posted.wager, posted.paytable)
    yield Section("Jackpots", tuple(_jackpots(game, wager, table, posted)))
    yield Section("Who wins, and what it takes", (Steps(tuple(_restrictions(wager, table, posted))),))
    yield Section("Where the bet goes", (_contribution(posted.terms),))


def _jackpots(game: Game, wager: Wager, table: Paytable, posted: PostedProgressive) -> Iterator[Block]:
    ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
    hands = tuple(
        (capital(table.line_name(line, ranking)), capital(pay.words), _envy(table, line))
        for line, pay in sorted(table.pays.items(), reverse=True)
    )
    yield Table((Column("Hand"), Column("Pays"), *right("Envy")), hands)
    currency = posted.terms.currency
    levels = tuple(
        (
            level.name,
            format_amount(posted.meters_micros[level.name], currency)
            if level.name in posted.meters_micros
            else "display",
            format_amount(level.seed_micros, currency),
            "none" if level.limit_micros is None else format_amount(level.limit_micros, currency),
        )
        for level in posted.terms.levels
    )
    yield Table((Column("Level"), *right("Stands at", "Starts again with", "Limit")), levels)


def _envy(table: Paytable, line: int) -> str:
    amount = table.envy.amounts.get(line, 0) if table.envy else 0
    return f"{amount:,}" if amount else ""


def _restrictions(wager: Wager, table: Paytable, posted: PostedProgressive) -> Iterator[str]:
    yield f"Only a player who has made the bet {wager.name} before the deal can win."
    yield "A folded hand still qualifies." if wager.survives_fold else "A folded hand does not qualify."
    yield f"The amount of a prize is fixed {posted.terms.freeze.value}."
    yield ORDERS[posted.terms.several_winners]
    if posted.linked:
        yield "The jackpot is shared with other tables of this location; what is won there leaves the meter here too."
    if table.envy:
        size = "times the receiver's own bet" if table.envy.times_wager else "whatever the size of the bet"
        yield (
            f"Envy is paid to every other player at this table with the bet, {size}: not for one's own hand, "
            "not for the dealer's, not for hands at other tables. Several envies add up."
        )
    if posted.terms.fixed_pays is FixedPays.METER:
        yield "Fixed pays come off the first meter as far as it goes."


def _contribution(terms: Terms) -> Table:
    rows = []
    for level in terms.levels:
        rows.append((f"To the meter {level.name}", percent(level.rate_ppm)))
        if level.reserve_rate_ppm:
            rows.append((f"To the reserve that {level.name} starts again with", percent(level.reserve_rate_ppm)))
    return Table((Column("Of each bet"), *right("Share")), tuple(rows))


def percent(rate_ppm: int) -> str:
    """Parts per million as a percentage with all its digits: "12.5%"."""
    whole, part = divmod(rate_ppm, 10_000)
    return f"{whole}.{part:04}".rstrip("0").rstrip(".") + "%"


def _house(posting: TablePosting) -> Iterator[Block]:
    for jackpot in posting.house_jackpots:
        yield Steps(jackpot.disclosures)


def _aggregates(offer: Offer) -> Table:
    rows = tuple(
        (" and ".join(limit.wagers), format_amount(limit.table_micros, offer.currency)) for limit in offer.aggregates
    )
    return Table((Column("On"), *right("Most paid to all players of one deal")), rows)
