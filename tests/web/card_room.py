"""A card room behind real pages: a link of two tables, both generations of controls, a server to stop and start."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from socket import socket
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import uvicorn
from argon2 import PasswordHasher

from fairfelt.jackpot import Level, Terms
from fairfelt.ledger import Answer
from fairfelt.ledger.store import snapshot
from fairfelt.room import Controls, DeviceKind, Role
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.room.commands.people import FirstPerson, FoundRoom
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot, SetUpTable
from fairfelt.room.event import RoomEvent
from fairfelt.room.registry import kinds_of
from fairfelt.server import Controller, Manifest, Settings
from fairfelt.server.cards import key_digest
from fairfelt.web import application, listen, url_of
from fairfelt.web.pages.counting import Counting
from tests.room.floors import MAKER
from tests.web.browsers import at_sizes, run_apart, tab
from tests.web.visiting import PATIENCE_S, check_three, uncounted

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

UNIT = 1_000_000
TABLET: ViewportSize = {"width": 1280, "height": 800}
SMALL: ViewportSize = {"width": 390, "height": 844}
TABLET_FIRST = at_sizes(tablet=TABLET, phone=SMALL)
DISPLAY = "display 1"
TABLES = {"T1": Controls.NEXUS, "T2": Controls.LEGACY}
CARDS = {
    "E-1": ("Elena", Role.EXECUTIVE, "2468"),
    "E-2": ("Emil", Role.EXECUTIVE, "1357"),
    "A-1": ("Ada", Role.ACCOUNTING, "4680"),
    "S-1": ("Sam", Role.SUPERVISOR, "3579"),
    "D-1": ("Dan", Role.DEALER, "7913"),
}
TERMS = Terms(
    name="Mega Link",
    levels=(
        Level("Mega", 10_000 * UNIT, 150_000, 20_000),
        Level("Major", 1_000 * UNIT, 80_000, 10_000, 1_004 * UNIT),
    ),
    largest_increment_micros=25 * UNIT,
    executive_from_micros=5_000 * UNIT,
)


def key_of(device: str) -> str:
    """The key of a device of this room."""
    return f"key of {device}"


class TellingServer(uvicorn.Server):
    """A server that tells when its room is open."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.open = Event()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start, and tell it."""
        await super().startup(sockets)
        self.open.set()


@dataclass
class CardRoom:
    """The room, its journal in a folder, and its server at an address that stays the same."""

    folder: Path
    url: str = ""
    controller: Controller = field(init=False)
    _loop: asyncio.AbstractEventLoop | None = None
    _server: uvicorn.Server | None = None
    _thread: Thread | None = None

    def start(self) -> None:
        """Serve it, at the same port as before."""
        listening = listen("127.0.0.1", int(self.url.rpartition(":")[2] or 0))
        self.url, self.controller = url_of(listening), Controller(self._settings())
        app = application(Counting(study=uncounted, check=check_three), self.controller)
        config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1)
        self._server = server = TellingServer(config)

        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await server.serve([listening])

        self._thread = Thread(target=asyncio.run, args=(serve(),), daemon=True)
        self._thread.start()
        assert server.open.wait(PATIENCE_S)

    def stop(self) -> None:
        """Stop the server; the journal stays."""
        if self._server and self._thread:
            self._server.should_exit = True
            self._thread.join(PATIENCE_S)
            assert not self._thread.is_alive(), "the server was told to stop, and did not"
            self._server = None

    def set_up(self, *more: RoomCommand) -> None:
        """Everything that stands in it, before anybody comes."""
        run_apart(self._set_up(more))

    async def _set_up(self, more: Iterable[RoomCommand]) -> None:
        controller = Controller(self._settings())
        await controller.start()
        for command in (*_plan(controller.pins.keep), *more):
            answer = await controller.tell(command)
            assert not answer.refused, answer.body
        await controller.stop()

    def ask(self, device: str, number: int, command: RoomCommand) -> None:
        """A command of a device that is no browser."""
        self._run(self.controller.ask(device, number, command))

    def tell(self, command: RoomCommand) -> None:
        """Something that is done in the office."""
        self._run(self.controller.tell(command))

    def _run(self, asked: Coroutine[Any, Any, Answer]) -> None:
        assert self._loop
        assert not asyncio.run_coroutine_threadsafe(asked, self._loop).result(PATIENCE_S).refused

    def events(self, *types: type[RoomEvent]) -> list[dict[str, Any]]:
        """What the log has of these, oldest first."""
        kinds = kinds_of(*types)
        with snapshot(str(self.folder / "room.db")) as taken:
            entries = [entry for entry in taken.entries(after=0, limit=100_000) if entry.kind in kinds]
        return [json.loads(entry.body) for entry in entries]

    def _settings(self) -> Settings:
        return Settings(
            address=self.folder / "room.db",
            hasher=PasswordHasher(1, 8, 1),
            read_manifest=lambda: Manifest({"a.py": "1"}, {"python": "3"}),
        )


def _plan(keep_pin: Callable[[str], str]) -> Iterator[RoomCommand]:
    yield OpenJackpot(jackpot="mega", terms=TERMS)
    yield MakeLink(link="pit", jackpot="mega", location="Spokane")
    for table, controls in TABLES.items():
        yield linked_table(table, controls)
        yield from enrolled(f"keypad {table}", DeviceKind.KEYPAD, table=table)
    yield from enrolled(DISPLAY, DeviceKind.DISPLAY, link="pit")
    yield from people(CARDS, keep_pin)


def linked_table(table: str, controls: Controls) -> SetUpTable:
    """A table of the link."""
    return SetUpTable(
        table=table, link="pit", game="flushes-gone-wild", wager="Multi-Game Link Progressive", paytable="ML01",
        controls=controls, maker=MAKER,
    )  # fmt: skip


def enrolled(name: str, kind: DeviceKind, key: str = "", *, table: str = "", link: str = "") -> Iterator[RoomCommand]:
    """A device that is switched on."""
    digest = key_digest(key or key_of(name))
    yield EnrolDevice(device=name, device_kind=kind, key_sha256=digest, table=table, link=link)
    yield SwitchDevice(device=name, enabled=True)


def people(cards: Mapping[str, tuple[str, Role, str]], keep_pin: Callable[[str], str]) -> Iterator[RoomCommand]:
    """Everybody with a card."""
    first = (FirstPerson(name.lower(), name, role, card, keep_pin(pin)) for card, (name, role, pin) in cards.items())
    yield FoundRoom(first=tuple(first))


@contextmanager
def opened(folder: Path, *more: RoomCommand) -> Iterator[CardRoom]:
    """A room that is served, and in the end is not."""
    room = CardRoom(folder)
    room.set_up(*more)
    room.start()
    try:
        yield room
    finally:
        room.stop()


def paired(browser: Browser, room: CardRoom, device: str, size: ViewportSize = TABLET, **special: bool) -> Page:
    """A browser of its own, paired as a device; `moving` or `alone` where the test needs it."""
    page = tab(browser, size, **special)
    pair(page, room, key_of(device))
    return page


def pair(page: Page, room: CardRoom, key: str) -> None:
    """Send the key as the form does, and go where it leads. That it can be typed is seen once for each kind."""
    ours = {"Origin": room.url}
    answer = page.context.request.post(f"{room.url}/pair", form={"key": key}, headers=ours, max_redirects=0)
    page.goto(room.url + answer.headers["location"])


def keypad(browser: Browser, room: CardRoom, table: str = "T1", size: ViewportSize = TABLET) -> Page:
    """The keypad of a table, ready to be pressed."""
    page = paired(browser, room, f"keypad {table}", size)
    ready(page)
    return page


def ready(page: Page) -> None:
    """Wait until the room answers."""
    page.get_by_text("✓ connected").wait_for()


def press(page: Page, *names: str) -> None:
    """Press buttons one after another; each once it is live."""
    for name in names:
        page.locator("button:not([aria-disabled=true])").get_by_text(name, exact=True).click()


def light(page: Page, *seats: int, chip: str = "$5") -> None:
    """Choose a chip and tap seats, then see that the room has it."""
    page.locator(".chips").get_by_text(chip, exact=True).click()
    for seat in seats:
        page.locator(f"#seat-{seat}").click()
    page.locator("#guide", has_text=f"{len(seats)} bet").wait_for()
    page.locator("#seats[aria-busy=false]").wait_for()


def claim(page: Page, seat: int, hand: str) -> None:
    """Choose a seat and press its hand, once the game has started."""
    page.locator("body:not([data-phase=betting])").wait_for()
    page.locator(f"#seat-{seat}[aria-disabled=false]").click()
    press(page, hand)
    page.locator("#claims").get_by_text("Pending").wait_for()


def put_in(page: Page, card: str, pin: str = "", button: str = "Confirm") -> None:
    """Put in a card and type its PIN with a finger."""
    page.get_by_label("Card").fill(card)
    for digit in pin or CARDS[card][2]:
        page.locator(f"[data-digit='{digit}']").click()
    page.locator("dialog").get_by_role("button", name=button, exact=True).click()


def put_in_second(page: Page, card: str) -> None:
    """Put in a second card, once the dialog asks for it: what it says first may mention a second person too."""
    page.locator("dialog .why").get_by_text("Second person:").wait_for()
    put_in(page, card)


def sign_in(page: Page, card: str = "D-1") -> None:
    """A dealer signs in at the keypad, which asks for it."""
    put_in(page, card, button="Sign in")
    page.locator("#dealer").get_by_text(CARDS[card][0]).wait_for()
