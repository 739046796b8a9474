"""A browser becomes a device by keeping its key: typed in once, or in the demonstration taken by a click."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fairfelt.room import Device, DeviceKind
from fairfelt.server import RoomView, TooManyTries
from fairfelt.web.api.device_cookies import forget, from_our_pages, paired_devices, remember
from fairfelt.web.http.request import local_address, read_form

from ..page import page
from .open_floor import on_floor

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
        return _unknown(request, room)
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
    return page("floor/pair.html", status=status, sentence=sentence, paired=paired, then=then, waiting=False)


def address_of(device: Device) -> str:
    """Where a device has its page."""
    if device.kind is DeviceKind.KEYPAD:
        return f"/table/{quote(device.table, safe='')}"
    if device.kind is DeviceKind.DISPLAY:
        return f"/display/{quote(device.link, safe='')}"
    return "/manager" if device.kind is DeviceKind.CONSOLE else "/room"


def _unknown(request: Request, room: RoomView) -> Response:
    """Tell that nobody has that key; who guesses too often has to wait."""
    who = f"keys from {request.client.host if request.client else ''}"
    try:
        room.throttle.reserve(who)
    except TooManyTries as error:
        return ask_for_key(request, room, str(error), status=HTTPStatus.TOO_MANY_REQUESTS)
    return ask_for_key(request, room, UNKNOWN, status=HTTPStatus.FORBIDDEN)
