"""The end of a jackpot: announced to the players, begun after the notice, and closed. Two people at every stage."""

from __future__ import annotations

from fairfelt.law import Retirement, Stage, Way
from fairfelt.room import Floor
from fairfelt.room.commands import RoomCommand
from fairfelt.room.commands.retirement import AnnounceRetirement, BeginRetirement, CloseRetirement, GiveJackpotAway
from fairfelt.room.law.ask_law import transfer_said
from fairfelt.room.law.paperwork import transfer_of
from fairfelt.rules import format_day
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task, nothing_besides
from fairfelt.web.desk.form_sheet import Choice
from fairfelt.web.desk.frame import path_of
from fairfelt.web.desk.preview import NONE, Review

from ..office import named

WAYS = {
    Way.PLAY_OFF: "play off: played for until it is won, and not seeded again",
    Way.TRANSFER: "transfer: all of it goes to another jackpot",
    Way.DONATION: "donation: all of it is given away",
}


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


def facts(ending: Retirement) -> tuple[tuple[str, str], ...]:
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


def heirs(desk: Desk, name: str) -> tuple[Choice, ...]:
    """Levels of other running jackpots in the same currency; a slash is in no name."""
    jackpots = desk.floor.jackpots
    currency = jackpots[name].terms.currency
    return tuple(
        (f"{other}/{level.name}", f"{other}, level {level.name}")
        for other, found in jackpots.items()
        if other != name and not found.retired and found.terms.currency == currency
        for level in found.terms.levels
    )


def counted(floor: Floor, name: str) -> tuple[tuple[str, str], ...]:
    """What the law says to each heir that the odds were counted for."""
    return tuple(
        (f"To {into}, level {level}", said.sentence)
        for jackpot, into, level in map(transfer_of, floor.paperwork.transfers)
        if jackpot == name
        for said in transfer_said(floor, (jackpot, into, level))
    )


def _announce_paper(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    return Paper(
        title=f"Schedule the retirement of {name}",
        lead="The notice to players is posted today; the rest may begin once it has been posted long enough. "
        "Before a transfer is scheduled, the odds of the receiving jackpot are compared; that may take a minute.",
        button="Schedule retirement",
        back=path_of("manager", "jackpots", name),
        facts=counted(desk.floor, name),
        fields=(
            Field(name="way", label="What becomes of the money", sort="choice",
                  choices=tuple((way.value, words) for way, words in WAYS.items())),
            Field(name="heir", label="Transfer to", sort="choice",
                  choices=(("", "no transfer"), *heirs(desk, name))),
            Field(name="to", label="Donate to", optional=True),
            Field(name="document", label="Document", hint="The notice to the players."),
        ),
        danger="Players read it from today on.",
    )  # fmt: skip


async def _announce(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    way, document = form.one_of("way", [way.value for way in Way]), form.text("document")
    heir, receiver = form.one_of("heir", ["", *(sent for sent, _ in heirs(desk, name))]), form.text("to", optional=True)
    if (way == Way.TRANSFER.value) != bool(heir):
        form.mistake("heir", "a transfer names the receiving jackpot, and nothing else does")
    if (way == Way.DONATION.value) != bool(receiver):
        form.mistake("to", "a donation names who receives it, and nothing else does")
    into, _, level = heir.partition("/")
    if heir and not form.mistakes:
        await desk.controller.law.examine_transfer(desk.controller.ledger, (name, into, level))
    to, more = into or receiver, {"level": level} if level else {}
    return await ask(AnnounceRetirement, jackpot=name, way=way, to=to, document=document, **more)


async def _announced(desk: Desk, form: Form, after: Floor) -> Review:
    """What is promised to the players: how it ends, and from when on."""
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    if name not in after.endings:
        return Review()
    ending = after.endings[name]
    to = ", level ".join(filter(None, (ending.to, ending.level)))
    words = f"{ending.way}{f' to {to}' if to else ''}, {format_day(ending.earliest)} at the earliest"
    return Review(changes=((f"Retirement of {name}", NONE, words),), notes=ending.notices)


def _ending(desk: Desk) -> tuple[str, Retirement]:
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    if name not in desk.floor.endings:
        raise Nowhere(f"the retirement of {name} is not scheduled yet")
    return name, desk.floor.endings[name]


def _step(
    part: str,
    command: type[RoomCommand],
    *,
    title: str,
    lead: str,
    button: str,
    danger: str,
    document: Field | None = None,
) -> Task:
    """A step after the announcement; its words may name the jackpot, the way it ends, and who receives the money."""

    def paper(desk: Desk) -> Paper:
        name, ending = _ending(desk)
        names = {"name": name, "way": ending.way, "to": ending.to}
        return Paper(
            title=title.format(**names), lead=lead.format(**names), button=button,
            back=path_of("manager", "jackpots", name), facts=facts(ending), danger=danger.format(**names),
            fields=(document,) if document else (),
        )  # fmt: skip

    async def do(desk: Desk, form: Form, ask: Ask) -> Outcome:
        given = {"document": form.text("document")} if document else {}
        return await ask(command, jackpot=_ending(desk)[0], **given)

    path = f"/manager/jackpots/{{jackpot}}/ending/{part}"
    return Task(path=path, access=TWO_PEOPLE, paper=paper, do=do, review=nothing_besides)


TASKS = [
    Task(path="/manager/jackpots/{jackpot}/ending", access=TWO_PEOPLE, paper=_announce_paper, do=_announce,
         review=_announced),
    _step(
        "begin", BeginRetirement, title="Begin the {way} of {name}", button="Begin",
        lead="The notice has been posted long enough, and no table is playing a round for it.",
        danger="From now on the jackpot is on its way out.",
    ),
    _step(
        "gift", GiveJackpotAway, title="Donate {name}", button="Donate",
        lead="All that it holds for players goes to {to}.", danger="{name} ends for good.",
        document=Field(name="document", label="Document", hint="The receipt."),
    ),
    _step(
        "close", CloseRetirement, title="Close {name}", button="Close it",
        lead="It was played off: nothing is held for players any more.", danger="{name} ends for good.",
        document=Field(name="document", label="Document"),
    ),
]  # fmt: skip
