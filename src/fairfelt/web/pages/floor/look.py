"""How a display looks: the house's name, colors and art, chosen in its address, one set for each link."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from starlette.requests import Request

from fairfelt.web.http.request import read_integer

from ..game_query import BadQuery

THEMES = ("emerald", "ruby", "sapphire", "amethyst", "midnight")
ARTS = ("rays", "suits", "chips", "none")
LONGEST_NAME = 40
ROTATES_S = range(5, 601)


@dataclass(frozen=True)
class Look:
    """What a display shows around its meters."""

    house: str
    """The name of the house, before that of the jackpot; nothing for none."""
    theme: str
    art: str
    rotate_s: int
    """After so many seconds the next link is shown; 0 for a display that stays."""


def read_look(request: Request, link: str) -> Look:
    """The look that an address asks for; of what it leaves out, one that a link always has."""
    asked = request.query_params
    house = asked.get("house", "").strip()
    if len(house) > LONGEST_NAME:
        raise BadQuery("house", f"the name of the house has {len(house)} letters: a display takes up to {LONGEST_NAME}")
    return Look(
        house=house,
        theme=_one_of("theme", asked.get("theme", ""), THEMES, link),
        art=_one_of("art", asked.get("art", ""), ARTS, ""),
        rotate_s=_seconds(asked.get("rotate", "")),
    )


def _one_of(field: str, asked: str, there: tuple[str, ...], link: str) -> str:
    """The one asked for; else by the link's name, so that two links of a room differ."""
    if not asked:
        return there[crc32(link.encode()) % len(there)] if link else there[0]
    if asked not in there:
        raise BadQuery(field, f"there is no {field} {asked!r}: choose {', '.join(there)}")
    return asked


def _seconds(asked: str) -> int:
    if not asked:
        return 0
    first, last = ROTATES_S[0], ROTATES_S[-1]
    if (seconds := read_integer(asked, first, last)) is None:
        raise BadQuery("rotate", f"rotate is {asked!r:.40}: give whole seconds from {first} to {last}")
    return seconds
