"""A hub and its rooms in one process, each a room of its own, and the wire between them that can fail in every way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from fairfelt.jackpot.book import HELD as PLAYERS
from fairfelt.jackpot.book import PROMISED
from fairfelt.ledger.canonical import canonical, digest, parsed
from fairfelt.ledger.chain import Head
from fairfelt.ledger.machine import Command, Event
from fairfelt.room import SERVER, Floor, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.hub.accounts import RoomAccount, RoomClaim
from fairfelt.room.hub.hub_commands import ReportRoom
from fairfelt.room.hub.hub_events import HubWord, hub_word
from fairfelt.room.hub.room import HearHub, LoseHub, OfferJackpot, has_news, report_of
from fairfelt.room.registry import read_event
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, PEOPLE, UNIT, command, first_person
from tests.room.floors import digest as digest_of

WIDE = "wide"
HELD = (*PLAYERS, PROMISED)
ROYAL, STRAIGHT_FLUSH, QUADS = "royal flush", "straight flush", "four of a kind"


class Site:
    """One server: a pure room, its log, and the answers it gave."""

    def __init__(self) -> None:
        self.room = Room()
        self.floor: Floor = self.room.initial()
        self.events: list[Event] = []
        self.heads = [Head(0, "")]
        """The chain over its events, in small."""
        self.answered: dict[str, list[Mapping[str, Any]]] = {}
        self.now_micros = 1_000

    def ask(self, asked: RoomCommand, device: str = "console") -> Mapping[str, Any]:
        """Carry a command out, or refuse it."""
        self.now_micros += 1_000
        number = len(self.answered.setdefault(device, [])) + 1
        decision = self.room.decide(self.floor, Command(device, number, asked, self.now_micros))
        self.floor = decision.state
        for event in decision.events:
            self.events.append(event)
            self.heads.append(Head(len(self.events), digest(self.heads[-1].hash + canonical(to_builtins(event.body)))))
        answer: Mapping[str, Any] = parsed(canonical(to_builtins(decision.answer)))
        self.answered[device].append(answer)
        return answer

    def do(self, kind: str, device: str = "console", /, **body: Any) -> Mapping[str, Any]:
        """Send a command that must be carried out."""
        answer = self.ask(command(kind, **body), device)
        assert answer["ok"], answer
        return answer

    def refused(self, kind: str, device: str = "console", /, **body: Any) -> str:
        """Send a command that must be refused, and say why it was."""
        answer = self.ask(command(kind, **body), device)
        assert not answer["ok"], answer
        return str(answer["reason"])

    def restart(self) -> None:
        """Begin again from nothing but the log, read from its JSON."""
        floor = self.room.initial()
        for event in self.events:
            floor = self.room.replay(floor, Event(read_event(canonical(to_builtins(event.body))), event.postings))
        assert floor == self.floor
        assert self.room.restore(self.room.save(floor)) == floor
        self.floor = floor

    def book(self, jackpot: str = WIDE) -> Mapping[str, int]:
        """The accounts of a jackpot."""
        return self.floor.jackpots[jackpot].book.balances


class Hub(Site):
    """The site whose devices are rooms."""

    def __init__(self, *rooms: str) -> None:
        super().__init__()
        self.do("open jackpot", jackpot=WIDE, terms=MEGA)
        for room in rooms:
            self.do("make link", link=f"to {room}", jackpot=WIDE, location=room.title())
            self.do("enrol device", device=room, device_kind="room", link=f"to {room}", key_sha256=digest_of(room))
            self.do("switch device", device=room, enabled=True)
        self.do("found room", SERVER, first=[first_person(name, role) for name, role in PEOPLE.items()])

    def account(self, room: str) -> RoomAccount:
        """What it knows of a room."""
        return self.floor.rooms.get(room, RoomAccount())

    def confirm_held(self) -> None:
        """Two people at the hub confirm every claim that waits for one, if nothing stands before it."""
        for room, account in self.floor.rooms.items():
            for number, claim in account.claims.items():
                if claim.held and not claim.confirmed:
                    confirmed = {"room": room, "claim": number, "amount_micros": claim.amount_micros}
                    self.ask(command("confirm room claim", **confirmed, cards=["card eve", "card sue"]))

    def word(self, room: str) -> HubWord:
        """What it says to a room now."""
        return hub_word(self.floor, room, len(self.events))

    def take(self, room: str, number: int, report: RoomCommand) -> Mapping[str, Any]:
        """A report under its number, as a ledger takes it: any other number than the next is out of order."""
        given = self.answered.setdefault(room, [])
        if number == len(given) + 1:
            return self.ask(report, room)
        return {"ok": False, "expected": len(given) + 1, "reason": "out of order"}


class SharingRoom(Site):
    """A room with two tables that play for the hub's jackpot."""

    def __init__(self, name: str, hub: Hub) -> None:
        super().__init__()
        self.name, self.hub = name, hub
        self.number = 1
        """Of its next report."""
        self.sent: dict[int, Mapping[str, int]] = {}
        """What it had counted at each event that it reported up to."""
        self.do("found room", SERVER, first=[first_person(name, role) for name, role in PEOPLE.items()])
        self.ask(OfferJackpot(word=hub.word(name)), SERVER)
        two = ["card ida", "card eve"]
        self.do("join hub", jackpot=WIDE, document="contract 1", cards=two)
        self.do("make link", link="pit", jackpot=WIDE, location=name.title(), cards=two)
        for table in ("T1", "T2"):
            self.do("set up table", table=table, link="pit", game="flushes-gone-wild", wager=LINK_PROGRESSIVE,
                    paytable="ML01", maker=MAKER, cards=two)  # fmt: skip
            key = {"device": f"keypad {table}", "device_kind": "keypad", "table": table}
            self.do("enrol device", **key, key_sha256=digest_of(table), cards=two)
            self.do("switch device", device=f"keypad {table}", enabled=True, cards=two)

    def press(self, kind: str, table: str = "T1", /, **body: Any) -> Mapping[str, Any]:
        """Press a button at a table."""
        return self.do(kind, f"keypad {table}", table=table, **body)

    def start(self, table: str = "T1", *, seats: tuple[int, ...] = (1, 2, 3), bet: int = 5 * UNIT) -> None:
        """Start a game with a bet at each of the seats."""
        self.press("start game", table, bets={str(seat): bet for seat in seats})

    def exchange(self) -> HubWord:
        """One round of the line without a fault: report what the hub does not know, and hear its word."""
        self.send()
        self.hub.confirm_held()
        return self.hear(self.hub.word(self.name))

    def send(self, *, again: bool = False) -> None:
        """Report; a number that the hub does not expect is asked for."""
        if not has_news(self.floor, WIDE):
            return
        report = self.report()
        self.sent[report.up_to] = report.counted
        for _ in range(2 if again else 1):
            answer = self.hub.take(self.name, self.number, report)
        if "expected" in answer:
            self.number = answer["expected"]
            answer = self.hub.take(self.name, self.number, self.report())
        assert answer["ok"], answer
        self.number = len(self.hub.answered[self.name]) + 1

    def report(self) -> ReportRoom:
        """What it tells its hub now."""
        known = self.hub.account(self.name).up_to
        since = self.heads[known] if known < len(self.heads) else Head(known, "")
        return report_of(self.floor, WIDE, self.heads[-1], since)

    def hear(self, word: HubWord) -> HubWord:
        """Take the hub's word, old or new."""
        self.ask(HearHub(jackpot=WIDE, word=word), SERVER)
        return word

    def lose(self, *, stops: bool = False) -> None:
        """Notice that the hub is out of reach."""
        self.ask(LoseHub(jackpot=WIDE, why="the hub does not answer", stops=stops), SERVER)

    @property
    def owed(self) -> int:
        """What is counted and not taken, as far as this room knows."""
        return self.book().get("owed", 0)


def wide_area(*names: str) -> tuple[Hub, list[SharingRoom]]:
    """A hub with its rooms, all joined."""
    hub = Hub(*names)
    return hub, [SharingRoom(name, hub) for name in names]


def check_conservation(hub: Hub, rooms: list[SharingRoom]) -> None:
    """To the millionth, whatever has happened on the wire."""
    book, accounts = hub.book(), hub.floor.rooms
    assert sum(book.values()) == 0
    taken = sum(account.taken_micros for account in accounts.values())
    assert -book.get("rooms", 0) == taken, "the hub's book has what it took from its rooms, and nothing else"
    held = sum(amount for name, amount in book.items() if name.split("/")[0] in HELD)
    assert held == -book["seeds"] + taken - book.get("paid", 0) - book.get("revenue", 0), "seeds + increments - awards"
    for room in rooms:
        if account := accounts.get(room.name):
            assert room.sent[account.up_to] == account.taken, "the hub took what the room had counted at that event"
    for room in rooms:
        mine, account = room.book(), accounts.get(room.name)
        assert sum(mine.values()) == 0
        known = room.floor.jackpots[WIDE].share
        assert known
        assert mine.get("owed", 0) == sum(known.counted.values()) - sum(known.taken.values())
        pending = sum(p.amount_micros for t in room.floor.tables.values() for p in t.prizes if p.win.level)
        won = sum(known.taken.values()) - mine.get("hub", 0) - pending
        confirmed = account.won_micros if account else 0
        open_claims = account.claims.values() if account else ()
        not_heard = sum(p.amount_micros for c in open_claims if c.confirmed for p in c.prizes if _waits(room, c))
        assert confirmed == won + not_heard, "each award is paid once at the hub and once in the room"


def _waits(room: SharingRoom, claim: RoomClaim) -> bool:
    table = room.floor.tables[claim.told.at_table]
    return table.claim_order == claim.told.claim


def settle(hub: Hub, rooms: list[SharingRoom]) -> None:
    """Everybody in touch until nobody has news: then nothing is owed."""
    for _ in range(3):
        for room in rooms:
            room.exchange()
    for room in rooms:
        assert room.owed == 0
        assert room.floor.meters(WIDE) == hub.floor.meters(WIDE)
    check_conservation(hub, rooms)
