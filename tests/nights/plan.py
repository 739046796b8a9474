"""The room that a night is played in: tables of any progressives, one jackpot over all of them, its people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from msgspec import structs, to_builtins

from fairfelt import games
from fairfelt.jackpot import FixedPays, Freeze, Level, SeveralWinners, Terms
from fairfelt.jackpot.meters import ProgressiveOffer, offers_of
from fairfelt.law import Mode
from fairfelt.room import Controls, Role
from fairfelt.rules import MICROS

Request = tuple[str, Mapping[str, Any]]
"""The kind and the body of a command."""
SEED_MICROS = 1_000 * MICROS
"""No fixed award at a bet of one unit is larger."""
MOST_TABLES = 3
PEOPLE = {
    "eve": Role.EXECUTIVE,
    "ida": Role.TECHNICIAN,
    "sue": Role.SUPERVISOR,
    "ann": Role.ACCOUNTING,
    "bob": Role.ACCOUNTING,
}
CONFIRMING = ("card eve", "card sue")
SIGNING = ("card ann", "card eve")
FURNISHING = ("card eve", "card ida")
"""Two departments each."""
DOCUMENT = "letter 1, 2023-06-01, sha256:dd4ed1ba54dbcd0c43a317667c86882b7e03948914d1fecbe9ccfe7e37ef8f3a"
FILED = {"document": DOCUMENT, "sha256": DOCUMENT[-64:], "secret": DOCUMENT[-64:]}
"""A document that is kept as a file."""
MONITOR = "monitor"
"""The display of the link, which says what it shows."""
LINK = "pit"
SPARE = "old"
"""A jackpot that no table feeds."""
EVENING = date(2023, 6, 14)
LAW = {"profile": "wa-commercial", "zone": "America/Los_Angeles"}
DEPOSIT = {"on": str(EVENING), "entry_kind": "deposit", "amount_micros": 50_000 * MICROS}


@dataclass(frozen=True)
class RoomPlan:
    """The jackpot and the tables of a night."""

    terms: Terms
    tables: tuple[tuple[str, ProgressiveOffer, Controls], ...]
    mode: Mode | None = None
    """Whether a law advises or binds; None for a night without one."""

    def setup_requests(self) -> list[Request]:
        """Everything the office asks for before the doors open."""
        spare = Terms(
            name=SPARE,
            levels=(Level("meter", 100 * MICROS, 0),),
            largest_increment_micros=MICROS,
            executive_from_micros=0,
        )
        requests: list[Request] = [
            *(("open jackpot", {"jackpot": terms.name, "terms": to_builtins(terms)}) for terms in (self.terms, spare)),
            ("make link", {"link": LINK, "jackpot": self.terms.name, "location": "Spokane"}),
            (
                "enrol device",
                {"device": MONITOR, "device_kind": "display", "link": LINK, "key_sha256": _digest(MONITOR)},
            ),
            ("switch device", {"device": MONITOR, "enabled": True}),
        ]
        for table, bet, controls in self.tables:
            keypad = keypad_of(table)
            requests += [
                (
                    "set up table",
                    {"table": table, "link": LINK, "controls": controls.value, "maker": "Felt & Sons", **bet._asdict()},
                ),
                (
                    "enrol device",
                    {"device": keypad, "device_kind": "keypad", "table": table, "key_sha256": _digest(keypad)},
                ),
                ("switch device", {"device": keypad, "enabled": True}),
            ]
        return requests

    def founding(self) -> Request:
        """The people of the room, whom its server is told."""
        first = [
            {
                "person": name,
                "name": name,
                "role": role.value,
                "card": f"card {name}",
                "secret": _digest(f"card {name}"),
            }
            for name, role in PEOPLE.items()
        ]
        return "found room", {"first": first}

    def law_requests(self) -> list[Request]:
        """All that the law asks for, filed on the day that has begun, and then the law itself."""
        games_here = sorted({(bet.game, bet.variant) for _, bet, _ in self.tables})
        controls = ("controls-submitted", "controls-approved", "makers-licensed")
        conditions = (*controls, "system-approved", "display-plain")
        opening = {"least_micros": MICROS, "most_micros": 10 * MICROS}
        bets = {"least_micros": 1, "most_micros": min(self.terms.largest_increment_micros, 300 * MICROS)}
        signed: dict[str, Any] = {"document": DOCUMENT, "cards": list(SIGNING)}
        return [
            *(
                (
                    "post limits",
                    {
                        "table": table,
                        "limits": {"opening": opening, "side_bets": {bet.wager: bets} if _is_side_bet(bet) else {}},
                        "cards": list(FURNISHING),
                    },
                )
                for table, bet, _ in self.tables
            ),
            *(("meet condition", {"condition": name, "on": str(EVENING), **signed, **FILED}) for name in conditions),
            *(("pin game", {**_fingerprint(*game), **signed, **FILED}) for game in games_here),
            ("book bank entry", {**DEPOSIT, **signed}),
            ("set law", {**LAW, "mode": self.mode.value if self.mode else "", **signed}),
        ]


def keypad_of(table: str) -> str:
    """What a table's keypad is enrolled as."""
    return f"keypad {table}"


def _fingerprint(game: str, variant: str) -> dict[str, str]:
    return {"game": game, "variant": variant, "fingerprint": games.fingerprint_of(game, variant)}


def _digest(text: str) -> str:
    """What the log holds of a key or a PIN."""
    return sha256(text.encode()).hexdigest()


def _is_side_bet(bet: ProgressiveOffer) -> bool:
    return bet.find_game().wager(bet.wager).is_optional


def draw_plan(chance: Random, *, tables: int = 0, mode: Mode | None = None) -> RoomPlan:
    """Some room: its games, its terms and every policy that is left to the house. A law that binds wants one game."""
    count = tables or chance.randint(1, MOST_TABLES)
    bets = [chance.choice(_bets()) for _ in range(count)]
    bets = bets[:1] * count if mode is Mode.ENFORCE else bets
    names = sorted({level for bet in bets for level in bet.levels})
    terms = Terms(
        name="mega",
        levels=tuple(_draw_level(name, chance) for name in names),
        largest_increment_micros=25 * MICROS,
        executive_from_micros=chance.choice((0, 1_000, 100_000)) * MICROS,
        payable_micros=chance.choice((1, 10_000, MICROS)),
        several_winners=chance.choice(list(SeveralWinners)),
        freeze=chance.choice(list(Freeze)),
        fixed_pays=chance.choice(list(FixedPays)),
    )
    if mode is Mode.ENFORCE:
        levels = tuple(structs.replace(level, **_as_the_sheets_say(level)) for level in terms.levels)
        terms = structs.replace(terms, fixed_pays=FixedPays.TRAY, levels=levels)
    return RoomPlan(terms, tuple((f"T{n}", bet, chance.choice(list(Controls))) for n, bet in enumerate(bets, 1)), mode)


def _as_the_sheets_say(level: Level) -> dict[str, int | None]:
    """A seed above every fixed award, a limit no lower, and a rate."""
    limit = None if level.limit_micros is None else level.limit_micros + SEED_MICROS
    rate = max(1, level.rate_ppm)
    return {"seed_micros": level.seed_micros + SEED_MICROS, "limit_micros": limit, "rate_ppm": rate}


def _draw_level(name: str, chance: Random) -> Level:
    seed = chance.randint(0, 10_000 * MICROS)
    limit = chance.choice((None, None, seed + chance.randint(0, 100 * MICROS)))
    return Level(name, seed, chance.randint(0, 170_000), chance.randint(0, 30_000), limit)


@cache
def _bets() -> tuple[ProgressiveOffer, ...]:
    return tuple(offer for game in games.catalogue() for offer in offers_of(game))
