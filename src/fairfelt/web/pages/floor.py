"""The floor in a browser: the room, keypads, displays, their apps, and how a browser is paired as one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from http import HTTPStatus
from importlib.resources import files
from typing import Annotated, Any, Literal, NamedTuple, get_args
from urllib.parse import quote
from zlib import crc32

import msgspec
from msgspec import Meta, structs
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from fairfelt import games
from fairfelt.engine.answers.numbers import percent_text
from fairfelt.jackpot import Terms
from fairfelt.ledger import LedgerUnavailable
from fairfelt.reports.placard.dealing import compared_cards
from fairfelt.room import LABELS, Device, DeviceKind, Floor, HandButton, Press, Table
from fairfelt.room.authority import DEALS
from fairfelt.room.commands.felt import paytable_of
from fairfelt.room.state.people import CONFIRMS
from fairfelt.rules import MICROS, Game, Kind
from fairfelt.rules.cards import Card
from fairfelt.rules.hands.example_hands import line_examples
from fairfelt.runtime.formats import FieldError, convert
from fairfelt.server import Controller, RoomView, TooManyTries
from fairfelt.web.api.access import forget, from_our_pages, paired_devices, remember, renew
from fairfelt.web.http.answers import local_address, read_form
from fairfelt.web.pages.page import hints_of, on_floor, page

USUAL_MICROS = tuple(units * MICROS for units in (1, 2, 5, 10, 25, 50, 100))
"""Chips offered where a table lists no denominations; any other amount can be typed."""


class Button(NamedTuple):
    """A button of the keypad."""

    press: Press
    takes_card: bool = False
    asks_why: bool = False
    """True if a reason is written down with it."""
    to_jph: bool | None = None
    """The direction of a key that is turned."""

    @property
    def path(self) -> str:
        """Its name in the API."""
        return self.press.value if self.to_jph is None else "key"


BUTTONS = (
    Button(Press.START),
    Button(Press.KEY_ON, takes_card=True, to_jph=True),
    Button(Press.CONFIRM, takes_card=True),
    Button(Press.KEY_OFF, takes_card=True, to_jph=False),
    Button(Press.FOUL, takes_card=True, asks_why=True),
    Button(Press.VOID, takes_card=True, asks_why=True),
    Button(Press.END),
)
"""The buttons of a round, in the order in which they are pressed; the controls say which there are and their labels."""


def chips(table: Table, terms: Terms) -> tuple[int, ...]:
    """The bets that a finger can choose, in millionths."""
    offered = table.denominations_micros or USUAL_MICROS
    return tuple(chip for chip in offered if chip <= terms.largest_increment_micros)


def pay_text(hand: HandButton, terms: Terms) -> str:
    """The pay of a hand in a few words: "100% of Mega", "10% of the meter" where there is one, "50 for 1"."""
    if not hand.level:
        return f"{hand.times_wager} for 1"
    share = Fraction(hand.share)
    level = hand.level if len(terms.levels) > 1 else "the meter"
    return f"{percent_text(share, 0 if (share * 100).denominator == 1 else 2)} of {level}"


def felt_fields(table: Table, game: Game) -> dict[str, Any]:
    """Values of the page of a game's own bets: the bets that can be made, the pays, and the buttons."""
    labels, posted = LABELS[table.controls], table.limits.opening
    wagers = [
        wager
        for wager in game.wagers
        if wager.kind is not Kind.BONUS and not wager.feeds_meter
        if not (posted and wager.is_optional) or wager.name in table.limits.side_bets
    ]
    bet = {wager.name for wager in wagers}
    paid = []  # hands that each bet is paid for here, best first, and what each pays
    for wager in (each for each in game.wagers if not each.feeds_meter):
        in_play = paytable_of(table, game, wager)
        ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
        lines = [(line, pay) for line, pay in sorted(in_play.pays.items(), reverse=True) if not pay.level]
        paid.append((wager.name, [(in_play.line_name(line, ranking), pay.words) for line, pay in lines]))
    taken = (Press.REPORT, Press.PAY, *(() if table.link else (Press.FOUL, Press.VOID, Press.END)))
    return {
        "wagers": wagers,
        "paid": [(name, hands) for name, hands in paid if hands and (name in bet or not game.wager(name).is_optional)],
        "actions": [(press.value, labels[press]) for press in taken],
    }


Theme = Literal["emerald", "ruby", "sapphire", "amethyst", "midnight"]
THEMES: tuple[Theme, ...] = get_args(Theme)


class Look(msgspec.Struct, frozen=True):
    """The look of a display around its meters, as its address asks for it."""

    house: Annotated[str, Meta(max_length=40, description="a name of at most 40 letters")] = ""
    """The name of the house, before that of the jackpot."""
    theme: Theme | None = None
    art: Literal["rays", "suits", "chips", "none"] = "rays"
    rotate: Annotated[int, Meta(ge=5, le=600, description="whole seconds from 5 to 600")] | None = None
    """Seconds until the next link is shown; None for a display that stays."""


ELSEWHERE = "this form came from another site: open /pair here, and type the key there"
UNKNOWN = "no device of this room has that key: check that you typed all of it"


@on_floor
async def pair_page(request: Request, room: RoomView) -> Response:
    """Ask for a key."""
    return ask_for_key(request, room)


@on_floor
async def pair(request: Request, room: RoomView) -> Response:
    """Keep the key that was typed, and go where its device belongs."""
    if not from_our_pages(request):
        return ask_for_key(request, room, ELSEWHERE, status=HTTPStatus.FORBIDDEN)
    sent = await read_form(request.receive)
    key = sent.get("key", "").strip()
    device = room.device_with(key) if key else None
    if device is None:
        # Refuse a key that no device has; after too many guesses, make the browser wait
        who = f"keys from {request.client.host if request.client else ''}"
        try:
            room.throttle.reserve(who)
        except TooManyTries as error:
            return ask_for_key(request, room, str(error), status=HTTPStatus.TOO_MANY_REQUESTS)
        return ask_for_key(request, room, UNKNOWN, status=HTTPStatus.FORBIDDEN)
    found, then = room.floor.devices[device], local_address(sent.get("next", ""))
    address = then if then and found.kind is DeviceKind.CONSOLE else address_of(found)
    response = RedirectResponse(address, HTTPStatus.SEE_OTHER)
    remember(response, request, device, key)
    return response


@on_floor
async def unpair(request: Request, room: RoomView) -> Response:
    """Take a key out of this browser."""
    if not from_our_pages(request):
        return ask_for_key(request, room, ELSEWHERE, status=HTTPStatus.FORBIDDEN)
    response = RedirectResponse("/pair", HTTPStatus.SEE_OTHER)
    forget(response, (await read_form(request.receive)).get("device", ""))
    return response


def ask_for_key(request: Request, room: RoomView, sentence: str = "", *, status: int = 200) -> Response:
    """The page that asks for a key, with what was wrong with the last one."""
    devices = sorted(paired_devices(request, room).items())
    paired = [(name, device, address_of(device)) for name, device in devices]
    then = local_address(request.query_params.get("next", ""))
    return page("floor/pair.html", status=status, sentence=sentence, paired=paired, then=then)


def address_of(device: Device) -> str:
    """The page of a device."""
    if device.kind is DeviceKind.KEYPAD:
        return f"/table/{quote(device.table, safe='')}"
    if device.kind is DeviceKind.DISPLAY:
        return f"/display/{quote(device.link, safe='')}"
    return "/manager" if device.kind is DeviceKind.CONSOLE else "/room"


Endpoint = Callable[[Request], Awaitable[Response]]
MANIFEST = "application/manifest+json"
COLOR = "#06130d"
ICON = {"src": "/static/mark.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}


MANIFESTS = {"table": ("Table {}, keypad", "Table {}", "standalone"), "display": ("{}, display", "{}", "fullscreen")}
"""Name, short name and display mode of an app, by the first part of its address."""


def manifest(kind: str, request: Request) -> Response:
    """The keypad of a table or the display of a link as an app; it says nothing that its address does not."""
    place, (name, short_name, display) = request.path_params["place"], MANIFESTS[kind]
    start = f"/{kind}/{quote(place, safe='')}"
    fields = {
        "name": f"{name.format(place)} · Fairfelt", "short_name": short_name.format(place), "id": start,
        "start_url": start, "scope": "/", "display": display, "background_color": COLOR, "theme_color": COLOR,
        "icons": [ICON],
    }  # fmt: skip
    return JSONResponse(fields, media_type=MANIFEST)


def worker(request: Request) -> Response:
    """The service worker of their pages; at the root, since it serves two kinds of addresses."""
    source = files("fairfelt.web").joinpath("static/floor/worker.js").read_text()
    return Response(source, media_type="text/javascript")


@partial(on_floor, without=HTTPStatus.OK)  # every page leads here, also where no room is served
async def room(request: Request, controller: Controller) -> Response:
    """Every table and every display of the room; in the demonstration a click opens each."""
    floor, hints = controller.floor, hints_of(request)
    on_floor = (DeviceKind.KEYPAD, DeviceKind.DISPLAY)
    shown = [(name, device) for name, device in floor.devices.items() if device.kind in on_floor]
    return page(
        "floor/room.html",
        links=[(name, link, _tables_of(floor, name)) for name, link in floor.links.items()],
        others=_tables_of(floor, ""),
        devices={address_of(device): (name, hints.device_key(name)) for name, device in reversed(shown)},
        paired=paired_devices(request, controller),
        cards=hints.cards,
        free=hints.free_table,
        closed=floor.closed,
    )


async def to_the_room(request: Request) -> Response:
    """Redirect requests for no table or display in particular to the room."""
    return RedirectResponse("/room")


def _tables_of(floor: Floor, link: str) -> list[tuple[str, Table, str]]:
    found = ((name, table) for name, table in floor.tables.items() if table.link == link and not table.retired)
    return [(name, table, games.find(table.game, table.variant).title) for name, table in found]


def of_device(kind: DeviceKind, draw: Callable[[Request, Floor, str, str], Response]) -> Endpoint:
    """A page of a place for a browser that was paired as its device; the key is then kept for as long again."""

    @on_floor
    async def shown(request: Request, room: RoomView) -> Response:
        name, floor = request.path_params["place"], room.floor
        what, there = ("table", floor.tables) if kind is DeviceKind.KEYPAD else ("link", floor.links)
        if name not in there:
            sentence = f"there is no {what} {name!r} in this room"
            return ask_for_key(request, room, sentence, status=HTTPStatus.NOT_FOUND)
        paired = paired_devices(request, room).items()
        device = next((each for each, at in paired if at.kind is kind and name in (at.table, at.link)), "")
        if not device:
            sentence = f"this browser is no {kind} of {what} {name}: pair it with the key of one"
            return ask_for_key(request, room, sentence, status=HTTPStatus.FORBIDDEN)
        try:
            response = await asyncio.to_thread(draw, request, floor, name, device)  # examples of hands take a moment
        except FieldError as error:
            return ask_for_key(request, room, str(error), status=HTTPStatus.NOT_FOUND)
        renew(response, request, device)
        return response

    return shown


def keypad(request: Request, floor: Floor, name: str, device: str, *, of_game: bool = False) -> Response:
    """The keypad of a table; or bets on the game itself and pays from the tray, which a progressive has beside it."""
    table = floor.tables[name]
    shown: dict[str, Any] = {
        "device": device, "name": name, "table": table, "game": games.find(table.game, table.variant),
        "dealers_sign_in": floor.house_rules.dealers_sign_in,
        "cards": [card for card in hints_of(request).cards if card.role in (*DEALS, *CONFIRMS)],
    }  # fmt: skip
    if of_game or not table.link:
        return page("floor/felt.html", **shown, **felt_fields(table, shown["game"]))
    terms = floor.jackpot_of(table)[1].terms
    return page(
        "floor/keypad.html", **shown, terms=terms, buttons=BUTTONS, labels=LABELS[table.controls],
        chips=chips(table, terms), hands=[(hand, pay_text(hand, terms)) for hand in table.hands],
    )  # fmt: skip


def display(request: Request, floor: Floor, name: str, device: str) -> Response:
    """The display of a link."""
    asked = {field: text.strip() for field, text in request.query_params.items() if field in Look.__struct_fields__}
    look = convert({field: text for field, text in asked.items() if text}, Look, strict=False)
    if not look.theme:  # two links of a room differ, where no theme is named
        look = structs.replace(look, theme=THEMES[crc32(name.encode()) % len(THEMES)])
    terms = floor.jackpots[floor.links[name].jackpot].terms
    titles = {table: title for table, _, title in _tables_of(floor, name)}
    return page(
        "floor/display.html", device=device, name=name, terms=terms, look=look, titles=titles,
        winning=_winning(floor, name, terms), next=_next_display(request, name) if look.rotate else "",
    )  # fmt: skip


FIVE = 5


def _winning(floor: Floor, link: str, terms: Terms) -> list[tuple[HandButton, str, Sequence[Card]]]:
    """The hands that win a share of a meter: what each pays, and cards that make it where its game can show some."""
    found = dict[str, tuple[HandButton, str, Sequence[Card]]]()
    for table in (each for each in floor.tables.values() if each.link == link):
        game = games.find(table.game, table.variant)
        ranking = game.wager(table.wager).ranking or (game.showdown.ranking if game.showdown else None)
        most = compared_cards(game) if game.showdown else FIVE
        cards = line_examples(ranking, game.deck, most) if ranking else {}
        in_play = game.paytable(table.wager, table.paytable)
        named = {in_play.line_name(line, ranking): hand for line, hand in cards.items() if line in in_play.pays}
        for hand in (hand for hand in table.hands if hand.level):
            found.setdefault(hand.hand, (hand, pay_text(hand, terms), named.get(hand.hand, ())))
    return list(found.values())


def _next_display(request: Request, link: str) -> str:
    """The link after that one of those this browser is a display of; nothing where there is no other."""
    paired = paired_devices(request, request.app.state.controller).values()
    links = sorted({device.link for device in paired if device.kind is DeviceKind.DISPLAY})
    after = links[(links.index(link) + 1) % len(links)]
    query = f"?{request.url.query}" if request.url.query else ""
    return f"/display/{quote(after, safe='')}{query}" if after != link else ""


async def proof(request: Request) -> Response:
    """With the key of this server's room, where it runs one: a reader compares it with what is posted elsewhere."""
    room: RoomView | None = request.app.state.controller
    key = ""
    if room:
        with suppress(LedgerUnavailable):
            key = room.floor.checkpoint_key
    return page("proof.html", key=key)


ROUTES = [
    Route("/proof", proof),
    Route("/room", room),
    *(Route(nowhere, to_the_room) for nowhere in ("/table", "/keypad", "/display")),
    Route("/table/{place}", of_device(DeviceKind.KEYPAD, keypad)),
    Route("/table/{place}/bets", of_device(DeviceKind.KEYPAD, partial(keypad, of_game=True))),
    Route("/display/{place}", of_device(DeviceKind.DISPLAY, display)),
    *(Route(f"/{kind}/{{place}}/app.webmanifest", partial(manifest, kind)) for kind in MANIFESTS),
    Route("/floor-worker.js", worker),
    Route("/pair", pair_page),
    Route("/pair", pair, methods=["POST"]),
    Route("/unpair", unpair, methods=["POST"]),
]
