"""Commands that end a jackpot: notice to the players, then play-off, transfer or gift. The house keeps none of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairfelt.jackpot import Jackpot
from fairfelt.jackpot.book import HELD
from fairfelt.law import Finding, LawError, Retirement, Stage, Way, announced
from fairfelt.room.law.ask_law import law_today, lawful, transfer_said
from fairfelt.room.law.paperwork import Transfer
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS
from fairfelt.room.state.table import Phase

from ..authority import known, persons
from ..fields import Body, cards, one_of, text, text_or_none
from ..refusal import Code, Refusal, refusing
from .command import NewEvent


def announce_retirement(floor: Floor, device: str, body: Body) -> NewEvent:
    """The notice hangs from today on."""
    people = persons(floor, cards(body), ADJUSTS, count=2)
    jackpot, way, to = text(body, "jackpot"), one_of(body, "way", Way), text_or_none(body, "to")
    if known(floor.jackpots, body, "jackpot").retired or jackpot in floor.endings:
        raise Refusal(Code.ALREADY_DONE, f"the end of {jackpot} was announced before")
    level = _level_of_heir(floor, body, "to") if way is Way.TRANSFER else ""
    with refusing(Code.UNLAWFUL, LawError):
        ending = announced(law_today(floor), jackpot, way, to=to, notice=text(body, "document"))
    said = lawful(floor, said=transfer_said(floor, (jackpot, to, level))) if level else {}
    return "retirement announced", {
        "jackpot": jackpot,
        "way": way.value,
        "to": to,
        "on": ending.announced_on.isoformat(),
        "earliest": ending.earliest.isoformat(),
        "document": ending.notice,
        "by": people,
        **({"level": level} if level else {}),
        **said,
    }


def begin_retirement(floor: Floor, device: str, body: Body) -> NewEvent:
    """The notice has hung long enough."""
    people = persons(floor, cards(body), ADJUSTS, count=2)
    ending = known(floor.endings, body, "jackpot", "announced end of")
    _verify_idle(floor, floor.jackpots[ending.jackpot])
    today = law_today(floor).on
    with refusing(Code.NOT_NOW, LawError):
        ending.begun(today)
    return "retirement begun", {"jackpot": ending.jackpot, "on": today.isoformat(), "by": people}


def retire_jackpot(floor: Floor, device: str, body: Body) -> NewEvent:
    """A transfer: all money held for players goes to the meter of another jackpot."""
    people = persons(floor, cards(body), ADJUSTS, count=2)
    jackpot, into = text(body, "jackpot"), text(body, "into")
    level = _level_of_heir(floor, body, "into")
    _verify_idle(floor, floor.jackpots[jackpot])
    transfer = jackpot, into, level
    said = lawful(floor, _unannounced(floor, transfer), said=transfer_said(floor, transfer))
    event = {"jackpot": jackpot, "into": into, "level": level, "document": text(body, "document")}
    return "jackpot retired", {**event, "by": people, **_today(floor), **said}


def give_jackpot_away(floor: Floor, device: str, body: Body) -> NewEvent:
    """A donation to whom the notice named."""
    people = persons(floor, cards(body), ADJUSTS, count=2)
    ending = _under_way(floor, body, Way.DONATION)
    _verify_idle(floor, floor.jackpots[ending.jackpot])
    gift = {"jackpot": ending.jackpot, "to": ending.to, "amount_micros": held_micros(floor.jackpots[ending.jackpot])}
    return "jackpot given away", {**gift, "document": text(body, "document"), "by": people, **_today(floor)}


def close_retirement(floor: Floor, device: str, body: Body) -> NewEvent:
    """A play-off has come to its end: nothing is held any more."""
    people = persons(floor, cards(body), ADJUSTS, count=2)
    ending = _under_way(floor, body, Way.PLAY_OFF)
    document, today = text(body, "document"), law_today(floor).on
    with refusing(Code.NOT_NOW, LawError):
        ending.closed(today, held_micros(floor.jackpots[ending.jackpot]), document)
    event = {"jackpot": ending.jackpot, "document": document, "by": people}
    return "retirement closed", {**event, "on": today.isoformat()}


def held_micros(jackpot: Jackpot) -> int:
    """All that a jackpot holds for players."""
    return sum(amount for account, amount in jackpot.book.balances.items() if account.startswith(HELD))


def _under_way(floor: Floor, body: Body, way: Way) -> Retirement:
    ending = known(floor.endings, body, "jackpot", "announced end of")
    if ending.way is not way or ending.stage is not Stage.UNDER_WAY:
        sentence = f"the end of {ending.jackpot} is a {ending.way}, {ending.stage}; this takes a {way} under way"
        raise Refusal(Code.NOT_NOW, sentence)
    return ending


def _level_of_heir(floor: Floor, body: Body, field: str) -> str:
    """The level that money of a jackpot can go to: both run, in one currency, and a field names the heir."""
    old, heir = (known(floor.jackpots, body, name, "jackpot") for name in ("jackpot", field))
    into, level = body[field], text_or_none(body, "level")
    if old is heir or old.retired or heir.retired:
        raise Refusal(Code.NOT_NOW, "a running jackpot is retired into another running one")
    if old.terms.currency != heir.terms.currency:
        raise Refusal(Code.NOT_NOW, f"{into} is in {heir.terms.currency}, not in {old.terms.currency}", field)
    if level not in (there := [one.name for one in heir.terms.levels]):
        raise Refusal(Code.UNKNOWN_NAME, f"{into} has no level {level!r}; it has {', '.join(there)}", "level")
    return level


def _unannounced(floor: Floor, transfer: Transfer) -> Iterator[Finding]:
    """A transfer without its notice, or before the notice has hung long enough."""
    jackpot, into, level = transfer
    law, ending = floor.jurisdiction.law, floor.endings.get(jackpot)
    rule = law.find("jackpot.removal") if law else None
    if rule is None or (ending and _is_under_way(ending, into, level)):
        return
    moved = f"the transfer of {jackpot} to {into}, {level},"
    yield Finding(rule, f"{moved} is not under way; announce it, and begin after the notice")


def _is_under_way(ending: Retirement, into: str, level: str) -> bool:
    """Older notices name no level of the heir."""
    begun = ending.way is Way.TRANSFER and ending.stage is Stage.UNDER_WAY
    return begun and ending.to == into and ending.level in ("", level)


def _today(floor: Floor) -> dict[str, Any]:
    return {"on": floor.jurisdiction.day.isoformat()} if floor.jurisdiction.day else {}


def _verify_idle(floor: Floor, jackpot: Jackpot) -> None:
    """Nobody loses a jackpot that they are playing for."""
    for name, table in floor.tables.items():
        if table.phase is not Phase.BETTING and floor.jackpot_of(table)[1] is jackpot:
            raise Refusal(Code.NOT_NOW, f"table {name} is playing for this jackpot; end the game first")
