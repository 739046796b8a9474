"""The jackpots: the list, one with its money and terms, adjustments by hand, and the end of one, stage by stage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from starlette.responses import Response

from fairfelt.jackpot import AdjustmentError, Jackpot, Reason, Terms, adjustment
from fairfelt.law import Retirement, Stage, Way
from fairfelt.reports.sheet.english import capital
from fairfelt.room import Floor
from fairfelt.room.commands.accounts import Adjust, open_references
from fairfelt.room.commands.retirement import (
    AnnounceRetirement,
    BeginRetirement,
    CloseRetirement,
    GiveJackpotAway,
    RetireJackpot,
)
from fairfelt.room.law.ask_law import transfer_said
from fairfelt.room.law.paperwork import transfer_of
from fairfelt.room.live_jackpot import offers_played, tables_of
from fairfelt.rules import format_day
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE, jackpot_state
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Ask, Desk, Fact, Field, Form, Nowhere, Outcome, Paper, Task, nothing_besides
from fairfelt.web.desk.frame import path_of
from fairfelt.web.desk.task import NO_VALUE, Review, is_first
from fairfelt.web.desk.words import money, percent

from ..office import drawn, named
from .shared import is_shared
from .terms_form import describe_terms

Reference = tuple[str, Reason | None, int]
"""What an adjustment may refer to, for which reason, and its number."""
NO_REFERENCE: Reference = ("nothing", None, 0)
MEANINGS = {
    Reason.WON: "an award was backed out and is paid after all, by its win page: from the meter to winners",
    Reason.DISPLAY_MALFUNCTION: "a reported malfunction left a wrong amount, by its number: off the meter to the "
    "house, or with a minus back. Never more than recorded wagers brought since the level was last won whole",
    Reason.OVER_LIMIT: "the meter stands above its limit: from the meter to the overflow",
    Reason.NONDISPLAYED_TO_RECEIPTS: "from the reserve to the house’s receipts",
    Reason.SEED_RECOVERY: "the house takes its seed back, never players’ money: from the meter to the house’s seeds",
}
WAYS = {
    Way.PLAY_OFF: "play off: played for until it is won, and not seeded again",
    Way.TRANSFER: "transfer: all of it goes to another jackpot",
    Way.DONATION: "donation: all of it is given away",
}


class Change(NamedTuple):
    """One thing that will be otherwise."""

    what: str
    now: str
    then: str


async def jackpots(desk: Desk) -> Response:
    """All of them."""
    floor = desk.floor
    rows = [(name, jackpot_state(name, jackpot), links_of(floor, name)) for name, jackpot in floor.jackpots.items()]
    return drawn(desk, "manager/jackpots/jackpots.html", rows=rows, opens=desk.may(SETTING_UP), shared=is_shared(floor))


async def jackpot(desk: Desk) -> Response:
    """One of them."""
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    return drawn(
        desk, "manager/jackpots/jackpot.html", name=name, found=found, state=jackpot_state(name, found),
        links=links_of(desk.floor, name), tables=list(tables_of(desk.floor, name)), terms=describe_terms(found.terms),
        offers=offers_played(desk.floor, name), changes=pending_changes(found), may=desk.may(TWO_PEOPLE),
        ways_out=next_steps(desk.floor, name), ending=facts(at) if (at := desk.floor.endings.get(name)) else (),
    )  # fmt: skip


def links_of(floor: Floor, jackpot: str) -> list[str]:
    """The links that feed a jackpot."""
    return [name for name, link in floor.links.items() if link.jackpot == jackpot]


def pending_changes(jackpot: Jackpot) -> list[Change]:
    """Seeds and rates that begin with its level's next 100% award; levels stay."""
    if not jackpot.awaiting:
        return []
    now, then = (_settings(terms) for terms in (jackpot.terms, jackpot.awaiting))
    return [Change(what, now[what], then[what]) for what in now if now[what] != then[what]]


def _settings(terms: Terms) -> dict[str, str]:
    found: dict[str, str] = {}
    for level in terms.levels:
        found[f"{level.name}: seed"] = money(level.seed_micros, terms.currency)
        found[f"{level.name}: meter rate"] = f"{percent(level.rate_ppm)}%"
        found[f"{level.name}: reserve rate"] = f"{percent(level.reserve_rate_ppm)}%"
    return found


def _levels(jackpot: Jackpot) -> dict[str, str]:
    currency = jackpot.terms.currency
    return {level.name: f"{level.name}: {money(jackpot.meter(level.name), currency)}" for level in jackpot.terms.levels}


def _adjustment(desk: Desk) -> Paper:
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    references = _references(desk.floor, name, found)
    return Paper(
        title=f"Manual adjustment of {name}",
        lead="Moves money between two accounts, for one of five reasons. Nothing is edited: it is an entry of its own. "
        "An award is backed out from the win log.",
        button="Make the adjustment",
        back=path_of("manager", "jackpots", name),
        facts=[(capital(reason.value), words) for reason, words in MEANINGS.items()],
        fields=(
            Field("level", "Level", choices=_levels(found)),
            Field("reason", "Reason"),
            Field("refers_to", "Refers to", choices={sent: words for sent, (words, _, _) in references.items()},
                  hint="A win page for “won”, a malfunction for “display malfunction”; report the malfunction first.",
                  read=lambda form: references.get(form.one_of("refers_to", references), NO_REFERENCE)[2]),
            Field("amount", "Amount", unit=found.terms.currency,
                  hint="Such as 12,500.00; with a minus only for a display malfunction."),
            Field("document", "Document", hint="The number of the report, slip or letter behind it."),
        ),
        danger="Two people sign it, and only another adjustment reverses it.",
    )  # fmt: skip


async def _adjust(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Outcome:
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    _, only_for, _ = _references(desk.floor, name, found).get(form.get("refers_to"), NO_REFERENCE)
    if only_for and only_for.value != fields["reason"]:
        form.mistake("refers_to", "“won” refers to a win page, “display malfunction” to a malfunction")
    if not form.mistakes and is_first(desk, form):
        _check(form, found, fields["level"], Reason(fields["reason"]), fields["amount_micros"])
    return await ask(fields)


def _references(floor: Floor, name: str, found: Jackpot) -> dict[str, Reference]:
    """Every open win page and malfunction of a jackpot, by what a form sends."""
    shown = {"": NO_REFERENCE}
    for reason, of in ((Reason.WON, "win page"), (Reason.DISPLAY_MALFUNCTION, "malfunction")):
        for level in found.terms.levels:
            for number, left in (open_references(floor, name, level.name, reason) or {}).items():
                words = f"{of} {number}, {level.name}: {money(left, found.terms.currency)}"
                shown[f"{of} {number}"] = words, reason, number
    return shown


def _check(form: Form, found: Jackpot, level: str, reason: Reason, amount_micros: int) -> None:
    """What the reason does not allow is said at the amount."""
    try:
        adjustment(found, level, reason, amount_micros)
    except AdjustmentError as error:
        form.mistake("amount", str(error))


def next_steps(floor: Floor, jackpot: str) -> list[tuple[str, str]]:
    """What can be done next about the end of a jackpot: words, and the last part of an address."""
    ending = floor.endings.get(jackpot)
    if ending is None:
        regulated = floor.jurisdiction.law and floor.jurisdiction.law.find("jackpot.removal")
        return [("Schedule retirement", "ending"), *([] if regulated else [("Retire", "retire")])]
    if ending.stage is Stage.ANNOUNCED:
        return [(f"Begin the {ending.way}", "ending/begin")]
    done = {Way.TRANSFER: ("Transfer it now", "retire"), Way.DONATION: ("Donate it", "ending/gift")}
    return [done.get(ending.way, ("Close it", "ending/close"))] if ending.stage is Stage.UNDER_WAY else []


def facts(ending: Retirement) -> tuple[Fact, ...]:
    """How far an end has come."""
    to = ", level ".join(filter(None, (ending.to, ending.level)))
    return (
        ("How", f"{ending.way}{f' to {to}' if to else ''}"),
        ("Stage", ending.stage.value),
        ("Announced", f"{format_day(ending.announced_on)}, {ending.notice}"),
        ("Earliest date", format_day(ending.earliest)),
        *((("Closed", f"{format_day(ending.closed_on)}, {ending.document}"),) if ending.closed_on else ()),
        *(("The law says", notice) for notice in ending.notices),
    )


def heirs(desk: Desk, name: str) -> dict[str, str]:
    """Levels of other running jackpots in the same currency; a slash is in no name."""
    jackpots = desk.floor.jackpots
    currency = jackpots[name].terms.currency
    return {
        f"{other}/{level.name}": f"{other}, level {level.name}"
        for other, found in jackpots.items()
        if other != name and not found.retired and found.terms.currency == currency
        for level in found.terms.levels
    }


def counted(floor: Floor, name: str) -> tuple[Fact, ...]:
    """What the law says to each heir that the odds were counted for."""
    return tuple(
        (f"To {into}, level {level}", said.sentence)
        for jackpot, into, level in map(transfer_of, floor.paperwork.transfers)
        if jackpot == name
        for said in transfer_said(floor, (jackpot, into, level))
    )


def _retire(desk: Desk) -> Paper:
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    return Paper(
        title=f"Retire {name}",
        lead="Ends the jackpot. All it holds for players (meters, reserves, overflow) goes onto a level of another.",
        button="Retire the jackpot",
        back="/manager/jackpots",
        facts=(*_levels(found).items(), *counted(desk.floor, name)),
        fields=(
            Field("heir", "Into", sort="choice", choices=heirs(desk, name), term="into/level"),
            Field("document", "Document", hint="The approval or the notice behind it."),
        ),
        danger=f"{name} ends for good. Its tables have to be set up on another link.",
    )


async def _transfer(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Outcome:
    """What the law asks of a transfer is counted first."""
    if not form.mistakes and fields.get("level"):
        transfer = fields["jackpot"], fields["into"], fields["level"]
        await desk.controller.law.examine_transfer(desk.controller.ledger, transfer)
    return await ask(fields)


def _announce(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    return Paper(
        title=f"Schedule the retirement of {name}",
        lead="The notice to players is posted today; the rest may begin once it has been posted long enough. "
        "Before a transfer is scheduled, the odds of the receiving jackpot are compared; that may take a minute.",
        button="Schedule retirement",
        back=path_of("manager", "jackpots", name),
        facts=counted(desk.floor, name),
        fields=(
            Field("way", "What becomes of the money", choices=WAYS),
            Field("heir", "Transfer to", choices={"": "no transfer"} | heirs(desk, name)),
            Field("to", "Donate to"),
            Field("document", "Document", hint="The notice to the players."),
        ),
        danger="Players read it from today on.",
    )


async def _schedule(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Outcome:
    name, way, receiver = fields["jackpot"], fields["way"], fields["to"]
    heir = form.one_of("heir", ["", *heirs(desk, name)])
    if (way == Way.TRANSFER) != bool(heir):
        form.mistake("heir", "a transfer names the receiving jackpot, and nothing else does")
    if (way == Way.DONATION) != bool(receiver):
        form.mistake("to", "a donation names who receives it, and nothing else does")
    into, _, level = heir.partition("/")
    if heir and not form.mistakes:
        await desk.controller.law.examine_transfer(desk.controller.ledger, (name, into, level))
    return await ask({**fields, "to": into or receiver, "level": level})


async def _announced(desk: Desk, form: Form, after: Floor) -> Review:
    """What is promised to the players: how it ends, and from when on."""
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    if name not in after.endings:
        return Review()
    ending = after.endings[name]
    to = ", level ".join(filter(None, (ending.to, ending.level)))
    words = f"{ending.way}{f' to {to}' if to else ''}, {format_day(ending.earliest)} at the earliest"
    return Review(changes=((f"Retirement of {name}", NO_VALUE, words),), notes=ending.notices)


def _step(
    title: str, lead: str, button: str, danger: str, document: Field | None = None
) -> Callable[[Desk], Paper]:  # fmt: skip
    """A step after the announcement; its words may name the jackpot, the way it ends, and who receives the money."""

    def paper(desk: Desk) -> Paper:
        name, _ = named(desk, desk.floor.jackpots, "jackpot")
        if name not in desk.floor.endings:
            raise Nowhere(f"the retirement of {name} is not scheduled yet")
        ending = desk.floor.endings[name]
        names = {"name": name, "way": ending.way, "to": ending.to}
        return Paper(
            title=title.format(**names), lead=lead.format(**names), button=button,
            back=path_of("manager", "jackpots", name), facts=facts(ending), danger=danger.format(**names),
            fields=[document] if document else (),
        )  # fmt: skip

    return paper


BEGIN = _step(
    "Begin the {way} of {name}", "The notice has been posted long enough, and no table is playing a round for it.",
    "Begin", "From now on the jackpot is on its way out.",
)  # fmt: skip
GIVE = _step(
    "Donate {name}", "All that it holds for players goes to {to}.", "Donate", "{name} ends for good.",
    Field("document", "Document", hint="The receipt."),
)  # fmt: skip
CLOSE = _step(
    "Close {name}", "It was played off: nothing is held for players any more.", "Close it", "{name} ends for good.",
    Field("document", "Document"),
)  # fmt: skip

TASKS = [
    Task("/manager/jackpots/{jackpot}/adjust", Adjust, _adjustment, do=_adjust, review=nothing_besides),
    Task("/manager/jackpots/{jackpot}/retire", RetireJackpot, _retire, do=_transfer, review=nothing_besides),
    Task("/manager/jackpots/{jackpot}/ending", AnnounceRetirement, _announce, do=_schedule, review=_announced),
    Task("/manager/jackpots/{jackpot}/ending/begin", BeginRetirement, BEGIN, review=nothing_besides),
    Task("/manager/jackpots/{jackpot}/ending/gift", GiveJackpotAway, GIVE, review=nothing_besides),
    Task("/manager/jackpots/{jackpot}/ending/close", CloseRetirement, CLOSE, review=nothing_besides),
]
