"""The limits that are posted at a table, read field by field; the law looks at them before they hang."""

from __future__ import annotations

from collections.abc import Iterable

from fairfelt import games
from fairfelt.law import AggregateLimit, LawError, Limits, Offer
from fairfelt.room.law.ask_law import judge_table
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import SETS_UP
from fairfelt.room.state.table_limits import TableLimits
from fairfelt.rules import Game, UnknownName

from ..authority import known, persons
from ..events import law as events
from ..fields import Body, cards, each, flag, nested, text, text_or_none, whole
from ..refusal import Code, Refusal, refusing
from .command import NewEvent


def post_limits(floor: Floor, device: str, body: Body) -> NewEvent:
    """Other limits for a table; under a law that binds, only such as it allows."""
    by = persons(floor, cards(body), SETS_UP)
    table = known(floor.tables, body, "table")
    with refusing(Code.UNKNOWN_NAME, UnknownName):
        game = games.find(table.game, table.variant)
    hang = table_limits(body, game, table.wager, table.paytable)
    event = {"table": body["table"], "posted": hang.to_dict(), "seats": seats(body, game), "by": by}
    said = judge_table(events.limits_posted(floor, event), body["table"])
    if said.stop and said.stop != table.law_verdict.stop:
        raise Refusal(Code.UNLAWFUL, said.stop)
    return "limits posted", {**event, "judged": {body["table"]: said.to_dict()}}


def seats(body: Body, game: Game) -> int:
    """Places at the table: as many as the game allows, or fewer."""
    places = game.seats if body.get("seats") is None else whole(body, "seats")
    if not 1 <= places <= game.seats:
        raise Refusal(Code.BAD_FIELD, f"{game.title} has 1 to {game.seats} seats, not {places}", "seats")
    return places


def table_limits(body: Body, game: Game, wager: str, paytable: str) -> TableLimits:
    """The limits in a command; the progressive is paid by the paytable the table was set up with."""
    bets = nested(body, "side_bets") if body.get("side_bets") is not None else {}
    tables = nested(body, "paytables") if body.get("paytables") is not None else {}
    with refusing(Code.BAD_FIELD, LawError, UnknownName):
        hang = TableLimits(
            opening=_limits(nested(body, "opening")) if body.get("opening") is not None else None,
            side_bets={game.wager(name).name: _limits(nested(bets, name)) for name in bets},
            paytables={
                **{game.wager(name).name: text(tables, name) for name in tables},
                game.wager(wager).name: paytable,
            },
            aggregates=tuple(_aggregate(game, one) for one in each(body, "aggregates", "a limit", nested)),
        )
        _check_offered(hang.aggregates, hang.offer(game, 0))
        return hang


def _limits(given: Body) -> Limits:
    return Limits(whole(given, "least_micros"), whole(given, "most_micros"))


def _check_offered(limits: Iterable[AggregateLimit], offer: Offer) -> None:
    """A payout is limited on bets that can be made here, and on no others."""
    for name in (name for limit in limits for name in limit.wagers):
        if name not in offer.wagers:
            sentence = f"the aggregate limit on {name} is for a bet that is not offered; offer it or drop the limit"
            raise Refusal(Code.BAD_FIELD, sentence, "aggregates")


def _aggregate(game: Game, given: Body) -> AggregateLimit:
    return AggregateLimit(
        wagers=tuple(game.wager(name).name for name in each(given, "wagers", "wager", text)),
        table_micros=whole(given, "table_micros"),
        player_micros=None if given.get("player_micros") is None else whole(given, "player_micros"),
        approval=text_or_none(given, "approval"),
        displayed="displayed" in given and flag(given, "displayed"),
    )
