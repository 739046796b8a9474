"""Requests that end a jackpot: notice to the players, then play-off, transfer or gift. The house keeps none of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairfelt.jackpot import Jackpot
from fairfelt.jackpot.book import HELD
from fairfelt.law import Finding, LawError, Retirement, Stage, Way, announced

from ..authority import known, persons
from ..fields import Body, cards, one_of, text, text_or_none
from ..floor import Floor
from ..judging import law_today, lawful
from ..people import ADJUSTS
from ..refusal import Refusal
from ..table import Phase
from .request import Asked, Request


def announce_retirement(floor: Floor, device: str, asked: Body) -> Asked:
    """The notice hangs from today on."""
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    jackpot, way, to = text(asked, "jackpot"), one_of(asked, "way", Way), text_or_none(asked, "to")
    if known(floor.jackpots, jackpot, "jackpot").retired or jackpot in floor.endings:
        raise Refusal(f"the end of {jackpot} was announced before")
    if way is Way.TRANSFER:
        known(floor.jackpots, to, "jackpot")
    try:
        ending = announced(law_today(floor), jackpot, way, to=to, notice=text(asked, "document"))
    except LawError as wrong:
        raise Refusal(str(wrong)) from None
    return "retirement announced", {
        "jackpot": jackpot,
        "way": way.value,
        "to": to,
        "on": ending.announced_on.isoformat(),
        "earliest": ending.earliest.isoformat(),
        "document": ending.notice,
        "by": people,
    }


def begin_retirement(floor: Floor, device: str, asked: Body) -> Asked:
    """The notice has hung long enough."""
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    jackpot = text(asked, "jackpot")
    ending = known(floor.endings, jackpot, "announced end of")
    _verify_idle(floor, floor.jackpots[jackpot])
    today = law_today(floor).on
    try:
        ending.begun(today)
    except LawError as early:
        raise Refusal(str(early)) from None
    return "retirement begun", {"jackpot": jackpot, "on": today.isoformat(), "by": people}


def retire_jackpot(floor: Floor, device: str, asked: Body) -> Asked:
    """A transfer: all money held for players goes to the meter of another jackpot."""
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    old, heir = (known(floor.jackpots, text(asked, name), "jackpot") for name in ("jackpot", "into"))
    body = {"jackpot": asked["jackpot"], "into": asked["into"], "level": text(asked, "level")}
    if old is heir or old.retired or heir.retired:
        raise Refusal("a running jackpot is retired into another running one")
    _verify_idle(floor, old)
    if old.terms.currency != heir.terms.currency:
        raise Refusal(f"{asked['into']} is in {heir.terms.currency}, not in {old.terms.currency}")
    if asked["level"] not in (there := [level.name for level in heir.terms.levels]):
        raise Refusal(f"{asked['into']} has no level {asked['level']!r}; it has {', '.join(there)}")
    said = lawful(floor, _unannounced(floor, asked["jackpot"], asked["into"]))
    return "jackpot retired", {**body, "document": text(asked, "document"), "by": people, **_today(floor), **said}


def give_jackpot_away(floor: Floor, device: str, asked: Body) -> Asked:
    """A donation to whom the notice named."""
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    ending = _under_way(floor, asked, Way.DONATION)
    _verify_idle(floor, floor.jackpots[ending.jackpot])
    gift = {"jackpot": ending.jackpot, "to": ending.to, "amount_micros": held_micros(floor.jackpots[ending.jackpot])}
    return "jackpot given away", {**gift, "document": text(asked, "document"), "by": people, **_today(floor)}


def close_retirement(floor: Floor, device: str, asked: Body) -> Asked:
    """A play-off has come to its end: nothing is held any more."""
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    ending = _under_way(floor, asked, Way.PLAY_OFF)
    document, today = text(asked, "document"), law_today(floor).on
    try:
        ending.closed(today, held_micros(floor.jackpots[ending.jackpot]), document)
    except LawError as too_early:
        raise Refusal(str(too_early)) from None
    body = {"jackpot": ending.jackpot, "document": document, "by": people}
    return "retirement closed", {**body, "on": today.isoformat()}


def held_micros(jackpot: Jackpot) -> int:
    """All that a jackpot holds for players."""
    return sum(amount for account, amount in jackpot.book.balances.items() if account.startswith(HELD))


def _under_way(floor: Floor, asked: Body, way: Way) -> Retirement:
    ending = known(floor.endings, text(asked, "jackpot"), "announced end of")
    if ending.way is not way or ending.stage is not Stage.UNDER_WAY:
        raise Refusal(f"the end of {ending.jackpot} is a {ending.way}, {ending.stage}; this takes a {way} under way")
    return ending


def _unannounced(floor: Floor, jackpot: str, into: str) -> Iterator[Finding]:
    """A transfer without its notice, or before the notice has hung long enough."""
    law, ending = floor.regime.law, floor.endings.get(jackpot)
    rule = law.find("jackpot.removal") if law else None
    if rule is None or (ending and (ending.way, ending.to, ending.stage) == (Way.TRANSFER, into, Stage.UNDER_WAY)):
        return
    yield Finding(
        rule, f"the transfer of {jackpot} to {into} is not under way; announce it, and begin after the notice"
    )


def _today(floor: Floor) -> dict[str, Any]:
    return {"on": floor.regime.day.isoformat()} if floor.regime.day else {}


def _verify_idle(floor: Floor, jackpot: Jackpot) -> None:
    """Nobody loses a jackpot that they are playing for."""
    for name, table in floor.tables.items():
        if table.phase is not Phase.BETTING and floor.jackpot_of(table)[1] is jackpot:
            raise Refusal(f"table {name} is playing for this jackpot; end the game first")


REQUESTS: tuple[Request, ...] = (
    announce_retirement, begin_retirement, retire_jackpot, give_jackpot_away, close_retirement,
)  # fmt: skip
