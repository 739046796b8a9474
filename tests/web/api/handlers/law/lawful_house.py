"""A room of 2023 under Washington's rules for card rooms, over HTTP."""

from __future__ import annotations

from typing import Any

from fairfelt import games
from fairfelt.room.commands.alarms import WatchDisplay
from tests.web.api.calling import (
    UNIT,
    Caller,
    House,
    bets,
)

LETTER = "2023-06-14"
DOCUMENT = "letter 1, 2013-01-02, sha256:dd4ed1ba54dbcd0c43a317667c86882b7e03948914d1fecbe9ccfe7e37ef8f3a"
LAW = {"profile": "wa-commercial", "mode": "enforce", "zone": "America/Los_Angeles", "document": "licence 1"}
LINK_WAGER = "Multi-Game Link Progressive"
LIMITS: dict[str, Any] = {
    "opening": {"least_micros": 5 * UNIT, "most_micros": 100 * UNIT},
    "side_bets": {LINK_WAGER: {"least_micros": UNIT, "most_micros": 25 * UNIT}},
}
SEEDS = 11_000 * UNIT
CONDITIONS = ("controls-submitted", "controls-approved", "makers-licensed", "system-approved", "display-plain")


def office(house: House) -> Caller:
    """Two departments at the console."""
    return house.console("ann", "eve")


def attached(house: House, content: bytes = b"%PDF-1.7 a letter") -> dict[str, str]:
    """A document that is kept here, as a filing names it."""
    caller = house.console("ann")
    kept = caller.client.post(
        "/api/documents", content=content, headers={**caller.headers, "Content-Type": "application/octet-stream"}
    ).json()
    return {
        "document": f"letter 1, 2013-01-02, sha256:{kept['sha256']}", "sha256": kept["sha256"],
        "secret": kept["secret"],
    }  # fmt: skip


def lawful(house: House, **law: str) -> Caller:
    """The room with its papers, its limits, enough in the bank, and the law."""
    for table in ("T1", "T2"):
        house.console("eve", "ida").do(f"/api/tables/{table}/limits", limits=LIMITS)
    house.run(house.controller.tell, WatchDisplay(device="display"))
    two = office(house)
    two.do("/api/law", **{**LAW, "mode": "advise"})
    for condition in CONDITIONS:
        two.do("/api/law/conditions", condition=condition, on=LETTER, **attached(house))
    two.do("/api/funds/entries", on=LETTER, entry_kind="deposit", amount_micros=SEEDS, document="slip 1")
    two.do("/api/law", **{**LAW, **law})
    return two


def keep(house: House) -> None:
    """What the controller does by itself at midnight, and every minute."""
    house.run(house.controller.law.keep, house.controller.ledger)


def pinned(house: House, game: str) -> None:
    office(house).do("/api/law/pins", game=game, fingerprint=games.fingerprint_of(game), **attached(house))


def small(wager: str) -> dict[str, Any]:
    """Limits of a table whose progressive takes small wagers only."""
    return {**LIMITS, "side_bets": {wager: {"least_micros": UNIT, "most_micros": 5 * UNIT}}}


def joins(house: House, game: str, wager: str = LINK_WAGER, paytable: str = "ML01") -> Any:
    table = {"table": "T3", "link": "pit", "game": game, "wager": wager, "paytable": paytable, "maker": "Felt & Sons"}
    return house.console("eve", "ida").command("/api/tables", **table, limits=small(wager))


def claimed(house: House, hand: str, bet: int = 5 * UNIT) -> None:
    keypad = house.keypad("T1", "dan", "eve", "sue")
    keypad.press("start", bets=bets(2, amount=bet))
    keypad.press("hand", seat=2, hand=hand)
    keypad.press("confirm")
    keypad.press("end")
