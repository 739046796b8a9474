"""The pages of the floor: the room with all its tables, one table's keypad, one link's display."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from http import HTTPStatus
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fairfelt import games
from fairfelt.room import Device, DeviceKind, Floor, Table
from fairfelt.room.authority import DEALS
from fairfelt.room.state.people import CONFIRMS
from fairfelt.server import Controller, RoomView
from fairfelt.web.api.device_cookies import paired_devices, renew

from ..game_query import BadQuery
from ..hints import PrintedCard, hints_of
from ..page import page
from .buttons import buttons, chips, felt_fields, pay_text
from .look import read_look
from .open_floor import on_floor
from .pairing import address_of, ask_for_key


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
        waiting=False,
    )


async def to_the_room(request: Request) -> Response:
    """Who asks for no table or display in particular finds them all in the room."""
    return RedirectResponse("/room")


def _tables_of(floor: Floor, link: str) -> list[tuple[str, Table, str]]:
    found = ((name, table) for name, table in floor.tables.items() if table.link == link and not table.retired)
    return [(name, table, games.find(table.game, table.variant).title) for name, table in found]


@on_floor
async def keypad(request: Request, controller: Controller) -> Response:
    """The keypad of a table, in a browser that has its key."""
    return _keypad(request, controller, of_game=False)


@on_floor
async def felt(request: Request, controller: Controller) -> Response:
    """The bets on the game itself and its pays from the tray, beside the keypad of a progressive."""
    return _keypad(request, controller, of_game=True)


def _keypad(request: Request, controller: Controller, *, of_game: bool) -> Response:
    name, floor = request.path_params["table"], controller.floor
    if name not in floor.tables:
        return _nowhere(request, controller, f"there is no table {name!r} in this room")
    device = _paired(paired_devices(request, controller), DeviceKind.KEYPAD, name)
    if not device:
        sentence = f"this browser is not the keypad of table {name}: pair it with that keypad's key"
        return ask_for_key(request, controller, sentence, status=HTTPStatus.FORBIDDEN)
    table = floor.tables[name]
    shown = {
        "device": device, "name": name, "table": table, "game": games.find(table.game, table.variant),
        "dealers_sign_in": floor.house_rules.dealers_sign_in, "cards": _dealing(request),
    }  # fmt: skip
    if of_game or not table.link:
        drawn = page("floor/felt.html", **shown, **felt_fields(table, shown["game"]))
        return _at(request, device, drawn)
    terms = floor.jackpot_of(table)[1].terms
    drawn = page(
        "floor/keypad.html", **shown, terms=terms, buttons=buttons(table), chips=chips(table, terms),
        hands=[(hand, pay_text(hand, terms)) for hand in table.hands],
    )  # fmt: skip
    return _at(request, device, drawn)


def _dealing(request: Request) -> list[PrintedCard]:
    """Printed cards that do something at a keypad."""
    return [card for card in hints_of(request).cards if card.role in (*DEALS, *CONFIRMS)]


@on_floor
async def display(request: Request, room: RoomView) -> Response:
    """The display of a link, in a browser that has its key."""
    name, floor = request.path_params["link"], room.floor
    if name not in floor.links:
        return _nowhere(request, room, f"there is no link {name!r} in this room")
    device = _paired(paired_devices(request, room), DeviceKind.DISPLAY, name)
    if not device:
        sentence = f"this browser is no display of link {name}: pair it with the key of one"
        return ask_for_key(request, room, sentence, status=HTTPStatus.FORBIDDEN)
    try:
        look = read_look(request, name)
    except BadQuery as error:
        return _nowhere(request, room, str(error))
    terms = floor.jackpots[floor.links[name].jackpot].terms
    titles = {table: title for table, _, title in _tables_of(floor, name)}
    drawn = page(
        "floor/display.html", device=device, name=name, terms=terms, look=look, titles=titles,
        next=_next_display(request, room, name) if look.rotate_s else "",
    )  # fmt: skip
    return _at(request, device, drawn)


def _next_display(request: Request, room: RoomView, link: str) -> str:
    """The link after that one of those this browser is a display of; nothing where there is no other."""
    paired = paired_devices(request, room).values()
    links = sorted({device.link for device in paired if device.kind is DeviceKind.DISPLAY})
    after = links[(links.index(link) + 1) % len(links)]
    query = f"?{request.url.query}" if request.url.query else ""
    return f"/display/{quote(after, safe='')}{query}" if after != link else ""


def _paired(devices: dict[str, Device], kind: DeviceKind, place: str) -> str:
    """The device of that kind and place that this browser was paired as."""
    places: Iterable[str] = (
        name for name, device in devices.items() if device.kind is kind and place in (device.table, device.link)
    )
    return next(iter(places), "")


def _at(request: Request, device: str, response: Response) -> Response:
    """The page of a device; its key is kept for as long again."""
    renew(response, request, device)
    return response


def _nowhere(request: Request, room: RoomView, sentence: str) -> Response:
    return ask_for_key(request, room, sentence, status=HTTPStatus.NOT_FOUND)
