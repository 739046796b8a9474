"""Keys that a browser keeps: a cookie for each device it was paired as, which no script can read.

A stream in a browser carries no headers, so its key comes as a cookie. Browsers send cookies along with whatever any
page asks for: what comes with one is taken from our own pages only.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import quote, unquote, urlsplit

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.room import Device
from fairfelt.server import RoomView

from .problem import forbidden

PREFIX = "fairfelt-key-"
NAMED = "fairfelt-device"
"""The header that says which of a browser's devices is asking."""
KEPT_S = 400 * 24 * 3600
"""As long as browsers keep a cookie at most; every look at a device's page begins it anew."""
_ONLY_LOOK = ("GET", "HEAD")


def kept_key(request: Request, room: RoomView) -> str:
    """The key of the device that this browser was paired as; empty if it was not."""
    key = _chosen(request, room)
    if key and not from_our_pages(request):
        raise forbidden("this was sent from a page of another site; a paired browser listens to this room's pages only")
    return key


def from_our_pages(request: Request) -> bool:
    """Whether a page of ours asks, by what the browser says of that; no page can change what it says."""
    only_look = request.method in _ONLY_LOOK
    if site := request.headers.get("sec-fetch-site"):
        return site == "same-origin" or (site == "none" and only_look)
    if origin := request.headers.get("origin"):
        return urlsplit(origin).netloc.lower() == request.headers.get("host", "").lower()
    return only_look


def paired_devices(request: Request, room: RoomView) -> dict[str, Device]:
    """The devices this browser was paired as, by name."""
    devices = room.floor.devices
    found = map(room.device_with, _kept(request.cookies).values())
    return {name: devices[name] for name in found if name}


def remember(response: Response, request: Request, device: str, key: str) -> None:
    """Pair the browser: keep the key of a device in it."""
    response.set_cookie(
        _cookie(device), quote(key, safe=""), max_age=KEPT_S, path="/", httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip


def renew(response: Response, request: Request, device: str) -> None:
    """Keep a key that the browser has for as long again."""
    if key := _kept(request.cookies).get(_cookie(device)):
        remember(response, request, device, key)


def forget(response: Response, device: str) -> None:
    """Take the key of a device out of the browser."""
    response.delete_cookie(_cookie(device), path="/", httponly=True, samesite="strict")


def _chosen(request: Request, room: RoomView) -> str:
    """The key of the device that is named, or else of the one that belongs where the request goes."""
    kept = _kept(request.cookies)
    if not kept:
        return ""
    if named := request.headers.get(NAMED):
        return kept.get(_cookie(unquote(named)), "")
    keys = list(kept.values())
    return next((key for key in keys if _belongs(key, request.path_params, room)), keys[0])


def _belongs(key: str, path: Mapping[str, str], room: RoomView) -> bool:
    name, floor = room.device_with(key), room.floor
    if name is None:
        return False
    device = floor.devices[name]
    link = floor.tables[device.table].link if device.table else device.link
    return path in ({"table": device.table}, {"link": link})


def _kept(cookies: Mapping[str, str]) -> dict[str, str]:
    return {name: unquote(value) for name, value in cookies.items() if name.startswith(PREFIX) and value}


def _cookie(device: str) -> str:
    """Its name: devices may be called anything, cookies may not."""
    return PREFIX + sha256(device.encode()).hexdigest()[:16]
