"""The golden night of a hub and its rooms: one of them stands on the same journal, so both sides are on it."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from fairfelt.jackpot import PPM
from fairfelt.ledger.chain import Head
from fairfelt.ledger.store import snapshot
from fairfelt.room.hub.accounts import PROTOCOL, RoomAccount
from fairfelt.room.hub.hub_events import hub_word
from fairfelt.room.hub.room import report_of
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, UNIT, digest, fields_of
from tests.room.journals.pit import EVE, GoldenPit

ROYAL, STRAIGHT_FLUSH, QUADS = "royal flush", "straight flush", "four of a kind"
SUE, IDA = ["card sue"], ["card ida"]
TWO, OFFICE = [*IDA, *EVE], ["card ann", "card bob"]
WIDE, FAR = "wide", "far"
"""One jackpot: as the hub calls it, and as the room does."""
RATES = {"meter/Mega": 150_000, "reserve/Mega": 20_000, "meter/Major": 80_000, "reserve/Major": 10_000}


def hub_and_rooms(pit: GoldenPit) -> None:
    """A room joins, plays, claims, is cut off and comes back; another claims before it; money goes between them."""
    pit.do("open jackpot", jackpot=WIDE, terms=MEGA, cards=TWO)
    for room in ("north", "south"):
        pit.do("make link", link=f"to {room}", jackpot=WIDE, location=room, cards=TWO)
        key = {"device": room, "device_kind": "room", "link": f"to {room}", "key_sha256": digest(room)}
        pit.do("enrol device", **key, cards=TWO)
        pit.do("switch device", device=room, enabled=True, cards=IDA)
    pit.refused("join hub", jackpot=FAR, document="contract 7", cards=TWO)
    pit.serves("offer jackpot", word=_word(pit))
    pit.do("join hub", jackpot=FAR, stops_after_s=3_600, document="contract 7", cards=TWO)
    pit.do("make link", link="far pit", jackpot=FAR, location="north", cards=TWO)
    pit.do("set up table", table="T8", link="far pit", game="flushes-gone-wild", wager=LINK_PROGRESSIVE,
           paytable="ML01", maker=MAKER, cards=TWO)  # fmt: skip
    pit.do("enrol device", device="keypad T8", device_kind="keypad", table="T8", key_sha256="8" * 64, cards=TWO)
    pit.do("switch device", device="keypad T8", enabled=True, cards=IDA)
    pit.start("T8")
    _exchange(pit)
    pit.press("void round", "T8", why="a card was exposed", cards=SUE)
    _exchange(pit)
    _claim_in_order(pit)
    pit.press("end game", "T8")
    pit.serves("lose hub", jackpot=FAR, why="the hub does not answer")
    pit.serves("lose hub", jackpot=FAR, why="the hub has not answered for an hour", stops=True)
    pit.refused("start game", "keypad T8", table="T8")
    _exchange(pit)
    pit.start("T8")
    pit.do("record remittance", room="north", amount_micros=-UNIT, document="wire 1", cards=OFFICE)
    _restored(pit)


def _claim_in_order(pit: GoldenPit) -> None:
    """South claims first; north waits, and is paid when south has taken its claim back."""
    pit.start("T8")
    pit.press("press hand", "T8", seat=1, hand=ROYAL)
    pit.press("press hand", "T8", seat=2, hand=QUADS)
    pit.do("limit room", room="south", limits={"tables": 4, "seats": 6}, why="a small room", cards=OFFICE)
    claim = {"claim": 4, "at_table": "T1", "game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01"}
    win = {"seat": 3, "hand": ROYAL, "level": "Mega", "share": "1"}
    pit.do("report room", "south", **_south(pit, 20), claims=[{**claim, "wins": [win]}])
    _exchange(pit)
    pit.press("confirm", "T8", cards=[*EVE, "card sue"])
    _exchange(pit)
    pit.do("report room", "south", **_south(pit, 22))
    assert not pit.ask("report room", "south", **_south(pit, 21))["ok"]
    _exchange(pit)
    pit.press("confirm", "T8", cards=[*EVE, "card sue"])
    _exchange(pit)
    (number, held), *_ = pit.floor.rooms["north"].claims.items()
    amount = {"room": "north", "claim": number, "amount_micros": held.amount_micros}
    pit.do("confirm room claim", **amount, cards=[*EVE, "card sue"])
    _exchange(pit)


def _restored(pit: GoldenPit) -> None:
    """South comes back on an older copy of its journal: refused, then accepted."""
    older = {**_south(pit, 15, wagers=1), "since_hash": ""}
    assert not pit.ask("report room", "south", **older)["ok"]
    pit.do("accept room", room="south", document="incident 7", cards=OFFICE)
    pit.do("report room", "south", **older)
    pit.do("report room", "south", **_south(pit, 17))


def _south(pit: GoldenPit, up_to: int, wagers: int = 2) -> dict[str, Any]:
    """What the room south says, which has no journal here."""
    known, micros = pit.floor.rooms.get("south", RoomAccount()), wagers * 5 * UNIT
    return {
        "protocol": PROTOCOL, "up_to": up_to, "hash": digest(f"south {up_to}"), "since": known.up_to,
        "since_hash": known.hash, "counted": {account: micros * rate // PPM for account, rate in RATES.items()},
        "wagers": wagers, "wagered_micros": micros,
    }  # fmt: skip


def _exchange(pit: GoldenPit) -> None:
    """The room reports, and hears the hub."""
    known = pit.floor.rooms.get("north", RoomAccount()).up_to
    with snapshot(pit.place) as taken:
        since = Head(known, taken.hash_at(known) or "") if known else Head(0, "")
    report = report_of(pit.floor, FAR, pit.engine.committed.head, since)
    pit.do("report room", "north", **fields_of(report))
    pit.serves("hear hub", jackpot=FAR, word=_word(pit))


def _word(pit: GoldenPit) -> Any:
    return to_builtins(hub_word(pit.floor, "north", pit.engine.committed.head.number))
