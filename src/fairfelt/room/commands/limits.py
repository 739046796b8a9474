"""The limits that are posted at a table; the law looks at them before they hang."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import structs

from fairfelt import games
from fairfelt.law import AggregateLimit, LawError, Offer, by_wager
from fairfelt.room.authority import Requester, known
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.law import LimitsPosted, WagersLimited
from fairfelt.room.law.ask_law import permit
from fairfelt.room.refusal import Code, Refusal, refusing
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import TableLimits
from fairfelt.room.state.people import ADJUSTS, SETS_UP
from fairfelt.rules import Game, UnknownName, Wager
from fairfelt.runtime.formats import Currency, Line, Name, Seat, Stake


class PostLimits(RoomCommand, frozen=True, kw_only=True, tag="post limits/1"):
    """Post other limits at a table, from its next round on; under a law that binds, only such as it allows."""

    table: Name
    limits: TableLimits
    seats: Seat | None = None
    """Number of seats at the table; defaults to the game's maximum."""

    def decide(self, floor: Floor, who: Requester) -> LimitsPosted:
        who.require_departments(SETS_UP)
        table = known(floor.tables, self.table, "table")
        with refusing(Code.UNKNOWN_NAME, UnknownName):
            game = games.find(table.game, table.variant)
        event = LimitsPosted(
            table=self.table,
            limits=check_limits(self.limits, game, {table.wager: table.paytable} if table.link else {}),
            seats=check_seats(self.seats, game),
        )
        return permit(floor, event)


class LimitWagers(RoomCommand, frozen=True, kw_only=True, tag="limit wagers/1"):
    """Set the house's own largest single wager in a currency, by two people; with no amount it is taken away.

    It holds from the next round of each table on.
    """

    currency: Currency
    largest_micros: Stake | None = None
    why: Line

    def decide(self, floor: Floor, who: Requester) -> WagersLimited:
        who.require_departments(ADJUSTS)
        if floor.house_rules.most_wager.get(self.currency) == self.largest_micros:
            raise Refusal(Code.ALREADY_DONE, "the house rules say so already")
        return permit(floor, WagersLimited(currency=self.currency, largest_micros=self.largest_micros, why=self.why))


def check_seats(seats: int | None, game: Game) -> int:
    """Places at the table: as many as the game allows, or fewer."""
    if seats is not None and seats > game.seats:
        raise Refusal(Code.BAD_FIELD, f"{game.title} has 1 to {game.seats} seats, not {seats}", "seats")
    return game.seats if seats is None else seats


def check_limits(limits: TableLimits, game: Game, progressive: Mapping[str, str]) -> TableLimits:
    """Limits with wagers as the game names them, and the paytable of each bet that can be made.

    The progressive of the table is paid by the paytable it was set up with; a table without one offers none.
    """
    with refusing(Code.BAD_FIELD, LawError, UnknownName, field="limits"):
        won = by_wager(game, progressive)
        side_bets = by_wager(game, limits.side_bets)
        _check_progressives(game, side_bets, won)
        openings = by_wager(game, limits.openings)
        if limits.opening:
            openings = {name: limits.opening for name in won if not game.wager(name).is_optional} | openings
        hang = structs.replace(
            limits,
            openings=openings,
            side_bets=side_bets,
            paytables=_in_play(game, {*side_bets, *won}, {**by_wager(game, limits.paytables), **won}),
            aggregates=tuple(
                structs.replace(limit, wagers=tuple(game.wager(name).name for name in limit.wagers))
                for limit in limits.aggregates
            ),
        )
        _check_offered(hang.aggregates, hang.offer(game, 0))
        return hang


def _check_progressives(game: Game, side_bets: Collection[str], won: Collection[str]) -> None:
    """A bet for a meter is offered where the table feeds that meter, and nowhere else."""
    for name in side_bets:
        if game.wager(name).feeds_meter and name not in won:
            sentence = f"{name} is a progressive that this table has no link for; set the table up with it first"
            raise Refusal(Code.BAD_FIELD, sentence, "limits.side_bets")


def _in_play(game: Game, offered: Collection[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """The paytable of every bet that can be made here: the one that was chosen, or else the game's first."""
    named = {name: game.paytable(name, table).name for name, table in chosen.items()}
    bets = (wager for wager in game.wagers if wager.paytables and (wager.name in offered or not wager.is_optional))
    found = {bet.name: _paid_by(game, bet, named) for bet in bets}
    return {name: table for name, table in found.items() if table}


def _paid_by(game: Game, bet: Wager, named: Mapping[str, str]) -> str:
    alike = [each.name for each in game.paid_alike(bet.name)]
    tables = {named[name] for name in alike if name in named}
    if len(tables) > 1:
        sentence = f"{' and '.join(alike)} are paid by one paytable, not by {' and '.join(sorted(tables))}"
        raise Refusal(Code.BAD_FIELD, sentence, "limits.paytables")
    return next(iter(tables), bet.paytable.name)


def _check_offered(limits: Sequence[AggregateLimit], offer: Offer) -> None:
    """A payout is limited on bets that can be made here, and on no others; on the same bets by one limit."""
    for limit in limits:
        if sum(sorted(each.wagers) == sorted(limit.wagers) for each in limits) > 1:
            sentence = f"{' and '.join(limit.wagers)} has more than one aggregate limit: give it one"
            raise Refusal(Code.BAD_FIELD, sentence, "limits.aggregates")
    for name in (name for limit in limits for name in limit.wagers):
        if name not in offer.wagers:
            sentence = f"the aggregate limit on {name} is for a bet that is not offered; offer it or drop the limit"
            raise Refusal(Code.BAD_FIELD, sentence, "limits.aggregates")
