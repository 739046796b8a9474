"""A card room with an office: a console that is a browser, people of every role, two tables to win something at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from argon2 import PasswordHasher
from httpx2 import Response
from msgspec import structs
from starlette.testclient import TestClient

from fairfelt.ledger import Answer
from fairfelt.room import Controls, DeviceKind, Role
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.rounds import Bet, Confirm, EndGame, PressHand, StartGame
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot
from fairfelt.server import Controller, Manifest, Settings
from fairfelt.web import application
from fairfelt.web.pages.counting import Counting
from tests.web.card_room import TERMS, enrolled, linked_table, people
from tests.web.visiting import check_three, uncounted

REVIEW = 'name="reviewed" value="yes"'
OURS = {"Sec-Fetch-Site": "same-origin"}
CONSOLE, CONSOLE_KEY = "console 1", "the key of the first console"
PINS = {
    "E-1": ("Elena", Role.EXECUTIVE, "2468"),
    "E-2": ("Emil", Role.EXECUTIVE, "1357"),
    "A-1": ("Ada", Role.ACCOUNTING, "4680"),
    "S-1": ("Sam", Role.SUPERVISOR, "3579"),
    "T-1": ("Tess", Role.TECHNICIAN, "5791"),
    "R-1": ("Rosa", Role.REGULATOR, "6802"),
    "D-1": ("Dan", Role.DEALER, "7913"),
}
TABLES = ("T1", "T2")
FURNISHES = re.compile(
    r"/manager/(links/new|funds/(entries|odds)|tables/.*(/limits|/aggregates.*|/set-up|/change))($|\?)"
)
MORNING_MICROS = 1_800_000_000_000_000
"""15 January 2027, 08:00 UTC."""


def plan(keep_pin: Callable[[str], str], currency: str = "USD") -> Iterator[RoomCommand]:
    """Everything of the room, in the order in which it can be set up."""
    yield OpenJackpot(jackpot="mega", terms=structs.replace(TERMS, currency=currency))
    yield MakeLink(link="pit", jackpot="mega", location="Spokane")
    for table in TABLES:
        yield linked_table(table, Controls.NEXUS)
        yield from enrolled(f"keypad {table}", DeviceKind.KEYPAD, table=table)
    yield from people_and_console(keep_pin)


def people_and_console(keep_pin: Callable[[str], str]) -> Iterator[RoomCommand]:
    """A room in which nothing is set up but the console and its people."""
    yield from enrolled(CONSOLE, DeviceKind.CONSOLE, CONSOLE_KEY)
    yield from people(PINS, keep_pin)


@dataclass
class Clocks:
    """Both clocks of a controller, which move when they are told to."""

    now_s: float = 1_000.0
    now_micros: int = MORNING_MICROS

    def seconds(self) -> float:
        return self.now_s

    def micros(self) -> int:
        return self.now_micros


@dataclass
class BackOffice:
    """The room behind a browser that needs no network."""

    controller: Controller
    client: TestClient
    clocks: Clocks

    def tell(self, command: RoomCommand) -> Answer:
        """Something that is done elsewhere."""
        assert self.client.portal
        answer: Answer = self.client.portal.call(self.controller.tell, command)
        assert not answer.refused, answer.body
        return answer

    def press(self, command: RoomCommand, table: str = "T1") -> None:
        """Something that is pressed at a table."""

        async def pressed() -> Answer:
            keypad = f"keypad {table}"
            number = self.controller.ledger.next_sequence(keypad)
            return await self.controller.ask(keypad, number, command)

        assert self.client.portal
        answer = self.client.portal.call(pressed)
        assert not answer.refused, answer.body

    def win(self, table: str = "T1", hand: str = "full house", seats: int = 2) -> None:
        """A whole round at a table, won at its first seat."""
        bets = tuple(Bet(seat, 5_000_000) for seat in range(1, seats + 1))
        for command in (
            StartGame(table=table, bets=bets),
            PressHand(table=table, seat=1, hand=hand),
            Confirm(table=table, cards=("E-1", "E-2")),
            EndGame(table=table),
        ):
            self.press(command, table)

    def pair(self) -> None:
        """Make the browser a console."""
        assert self.client.post("/pair", data={"key": CONSOLE_KEY}, follow_redirects=False).status_code == 303

    def sign_in(self, card: str, pin: str = "", then: str = "/manager") -> Response:
        """Put in a card at the sign-in page."""
        page = self.client.get("/desk/sign-in", params={"next": then})
        fields = {"card": card, "pin": pin or PINS[card][2], **hidden(page.text)}
        return self.client.post("/desk/sign-in", data=fields)

    def get(self, path: str) -> str:
        """A page that must be there."""
        answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[-600:])
        return answer.text

    def fill(self, path: str, **typed: str) -> dict[str, str]:
        """A form as it is drawn, with what is typed into it."""
        return {**every_field(self.get(path)), **typed}

    def send(self, path: str, **typed: str) -> Response:
        """Open a form, fill it in, send it; where it is reviewed first, sign that.

        What furnishes the room takes a second department: accounting signs it, if nobody else is named.
        """
        if FURNISHES.search(path):
            typed = {"second_card": "A-1", "second_pin": PINS["A-1"][2], **typed}
        return self.signed(path, self.client.post(path, data=self.fill(path, **typed)), **typed)

    def signed(self, path: str, answer: Response, **typed: str) -> Response:
        """What comes of an answer that may be a review: it is signed with what was typed."""
        if REVIEW not in answer.text:
            return answer
        return self.client.post(path, data={**hidden(answer.text), **typed})


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of a page; where a page has several forms they agree, but for the way out."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    return {name: unescape(value) for name, value in found}


def every_field(page: str) -> dict[str, str]:
    """What a browser would send of a page's form if nothing were typed."""
    typed = re.findall(r'<input(?! type="checkbox")[^>]*? id="[^"]+" name="([^"]+)" value="([^"]*)"', page)
    chosen = {
        name: re.findall(r'<option value="([^"]*)"( selected)?', options)
        for name, options in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', page, re.S)
    }
    picked = {
        name: unescape(next((value for value, on in each if on), each[0][0])) for name, each in chosen.items() if each
    }
    return {**{name: unescape(value) for name, value in typed}, **picked, **hidden(page)}


def changes(page: str) -> dict[str, tuple[str, str]]:
    """What a review says changes: from and to, by label."""
    rows = re.findall(r'"Setting">([^<]*)</td><td[^>]*>([^<]*)</td><td[^>]*>([^<]*)</td>', page)
    return {name: (before, after) for name, before, after in rows}


def mistake_at(page: str, name: str) -> str:
    """What is said next to a field, if the field points at it."""
    assert f'aria-describedby="{name}-mistake"' in page, f"nothing is wrong with {name}"
    found = re.search(rf'id="{name}-mistake">([^<]*)<', page)
    assert found
    return unescape(found[1])


@contextmanager
def back_office(folder: Path, *, empty: bool = False, currency: str = "USD") -> Iterator[BackOffice]:
    """A room that is there, with nobody signed in."""
    clocks = Clocks()
    settings = Settings(
        address=folder / "room.db", hasher=PasswordHasher(1, 8, 1), clock=clocks.micros, seconds=clocks.seconds,
        read_manifest=lambda: Manifest({"a.py": "1"}, {"python": "3"}),
    )  # fmt: skip
    controller = Controller(settings)
    app = application(Counting(study=uncounted, check=check_three), controller)
    with TestClient(app, headers=OURS) as client:
        office = BackOffice(controller, client, clocks)
        keep_pin = controller.pins.keep
        for command in people_and_console(keep_pin) if empty else plan(keep_pin, currency):
            office.tell(command)
        office.pair()
        yield office


@contextmanager
def signed_in(folder: Path) -> Iterator[BackOffice]:
    """A room with Elena, an executive, at its console."""
    with back_office(folder) as opened:
        opened.sign_in("E-1", then="/healthz")
        yield opened
