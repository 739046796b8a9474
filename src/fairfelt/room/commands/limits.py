"""The limits that are posted at a table; the law looks at them before they hang."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from fairfelt import games
from fairfelt.formats.fields import Name, Seat
from fairfelt.law import AggregateLimit, LawError, Offer
from fairfelt.room.authority import Requester, known
from fairfelt.room.events.law import LimitsPosted
from fairfelt.room.law.ask_law import judge_table
from fairfelt.room.refusal import Code, Refusal, refusing
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import SETS_UP
from fairfelt.room.state.table_limits import TableLimits
from fairfelt.rules import Game, UnknownName

from .command import RoomCommand


class PostLimits(RoomCommand, frozen=True, kw_only=True, tag="post limits/1"):
    """Post other limits at a table; under a law that binds, only such as it allows."""

    table: Name
    limits: TableLimits
    seats: Seat | None = None
    """Places at the table; as many as the game allows where nothing is said."""

    def decide(self, floor: Floor, who: Requester) -> LimitsPosted:
        who.require(SETS_UP)
        table = known(floor.tables, self.table, "table")
        with refusing(Code.UNKNOWN_NAME, UnknownName):
            game = games.find(table.game, table.variant)
        event = LimitsPosted(
            table=self.table,
            limits=check_limits(self.limits, game, table.wager, table.paytable),
            seats=check_seats(self.seats, game),
        )
        verdict = judge_table(event.apply(floor), self.table)
        if verdict.stop and verdict.stop != table.law_verdict.stop:
            raise Refusal(Code.UNLAWFUL, verdict.stop)
        return structs.replace(event, verdicts={self.table: verdict})


def check_seats(seats: int | None, game: Game) -> int:
    """Places at the table: as many as the game allows, or fewer."""
    if seats is not None and seats > game.seats:
        raise Refusal(Code.BAD_FIELD, f"{game.title} has 1 to {game.seats} seats, not {seats}", "seats")
    return game.seats if seats is None else seats


def check_limits(limits: TableLimits, game: Game, wager: str, paytable: str) -> TableLimits:
    """Limits with wagers as the game names them; the progressive is paid by the paytable the table was set up with."""
    with refusing(Code.BAD_FIELD, LawError, UnknownName, field="limits"):
        hang = TableLimits(
            opening=limits.opening,
            side_bets={game.wager(name).name: bet for name, bet in limits.side_bets.items()},
            paytables={
                **{game.wager(name).name: table for name, table in limits.paytables.items()},
                game.wager(wager).name: paytable,
            },
            aggregates=tuple(
                structs.replace(limit, wagers=tuple(game.wager(name).name for name in limit.wagers))
                for limit in limits.aggregates
            ),
        )
        _check_offered(hang.aggregates, hang.offer(game, 0))
        return hang


def _check_offered(limits: Iterable[AggregateLimit], offer: Offer) -> None:
    """A payout is limited on bets that can be made here, and on no others."""
    for name in (name for limit in limits for name in limit.wagers):
        if name not in offer.wagers:
            sentence = f"the aggregate limit on {name} is for a bet that is not offered; offer it or drop the limit"
            raise Refusal(Code.BAD_FIELD, sentence, "limits.aggregates")
