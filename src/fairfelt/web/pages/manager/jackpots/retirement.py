"""The end of a jackpot: announced to the players, begun after the notice, and closed. Two people at every stage."""

from __future__ import annotations

from fairfelt.law import Retirement, Stage, Way
from fairfelt.reports.law.rules import day_words
from fairfelt.room import Floor
from fairfelt.room.law.ask_law import transfer_said
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task
from fairfelt.web.desk.form_sheet import Choice
from fairfelt.web.desk.frame import path_of

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
        asked = floor.jurisdiction.law and floor.jurisdiction.law.find("jackpot.removal")
        return [("Announce its end", "ending"), *([] if asked else [("Retire", "retire")])]
    if ending.stage is Stage.ANNOUNCED:
        return [(f"Begin the {ending.way}", "ending/begin")]
    done = {Way.TRANSFER: ("Transfer it now", "retire"), Way.DONATION: ("Give it away", "ending/gift")}
    return [done.get(ending.way, ("Close it", "ending/close"))] if ending.stage is Stage.UNDER_WAY else []


def facts(ending: Retirement) -> tuple[tuple[str, str], ...]:
    """How far an end has come."""
    to = ", level ".join(filter(None, (ending.to, ending.level)))
    return (
        ("Way", f"{ending.way}{f' to {to}' if to else ''}"),
        ("Stage", ending.stage.value),
        ("Announced", f"{day_words(ending.announced_on)}, {ending.notice}"),
        ("Not before", day_words(ending.earliest)),
        *((("Closed", f"{day_words(ending.closed_on)}, {ending.document}"),) if ending.closed_on else ()),
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
        (f"To {transfer[1]}, level {transfer[2]}", sentence)
        for transfer in floor.paperwork.transfers
        if transfer[0] == name
        for sentence, _ in transfer_said(floor, transfer)
    )


def _announce_paper(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    return Paper(
        title=f"Announce the end of {name}",
        lead="The notice to the players hangs from today on; the rest may begin when it has hung long enough. "
        "Before a transfer is announced it is counted whether the heir is won as often; that may take a minute.",
        button="Announce it",
        back=path_of("manager", "jackpots", name),
        facts=counted(desk.floor, name),
        fields=(
            Field(name="way", label="What becomes of the money", sort="choice",
                  choices=tuple((way.value, words) for way, words in WAYS.items())),
            Field(name="heir", label="Heir of a transfer", sort="choice",
                  choices=(("", "no transfer"), *heirs(desk, name))),
            Field(name="to", label="Receiver of a donation", optional=True),
            Field(name="document", label="Document", hint="The notice to the players."),
        ),
        danger="Players read it from today on.",
    )  # fmt: skip


async def _announce(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    way, document = form.one_of("way", [way.value for way in Way]), form.text("document")
    heir, receiver = form.one_of("heir", ["", *(sent for sent, _ in heirs(desk, name))]), form.text("to", optional=True)
    if (way == Way.TRANSFER.value) != bool(heir):
        form.mistake("heir", "a transfer names its heir, and nothing else does")
    if (way == Way.DONATION.value) != bool(receiver):
        form.mistake("to", "a donation names who receives it, and nothing else does")
    into, _, level = heir.partition("/")
    if heir and not form.mistakes:
        await desk.controller.law.examine_transfer(desk.controller.ledger, (name, into, level))
    to, more = into or receiver, {"level": level} if level else {}
    return await ask("announce retirement", jackpot=name, way=way, to=to, document=document, **more)


def _ending(desk: Desk) -> tuple[str, Retirement]:
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    if name not in desk.floor.endings:
        raise Nowhere(f"the end of {name} was not announced yet")
    return name, desk.floor.endings[name]


def _begin_paper(desk: Desk) -> Paper:
    name, ending = _ending(desk)
    return Paper(
        title=f"Begin the {ending.way} of {name}",
        lead="The notice has hung long enough, and no table is playing a round for it.",
        button="Begin",
        back=path_of("manager", "jackpots", name),
        facts=facts(ending),
        danger="From now on the jackpot is on its way out.",
    )


async def _begin(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask("begin retirement", jackpot=_ending(desk)[0])


def _gift_paper(desk: Desk) -> Paper:
    name, ending = _ending(desk)
    return Paper(
        title=f"Give {name} away",
        lead=f"All that it holds for players goes to {ending.to}.",
        button="Give it away",
        back=path_of("manager", "jackpots", name),
        facts=facts(ending),
        fields=(Field(name="document", label="Document", hint="The receipt."),),
        danger=f"{name} ends for good.",
    )


async def _give(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask("give jackpot away", jackpot=_ending(desk)[0], document=form.text("document"))


def _close_paper(desk: Desk) -> Paper:
    name, ending = _ending(desk)
    return Paper(
        title=f"Close {name}",
        lead="It was played off: nothing is held for players any more.",
        button="Close it",
        back=path_of("manager", "jackpots", name),
        facts=facts(ending),
        fields=(Field(name="document", label="Document"),),
        danger=f"{name} ends for good.",
    )


async def _close(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask("close retirement", jackpot=_ending(desk)[0], document=form.text("document"))


TASKS = [
    Task(path="/manager/jackpots/{jackpot}/ending", access=TWO_PEOPLE, paper=_announce_paper, do=_announce),
    Task(path="/manager/jackpots/{jackpot}/ending/begin", access=TWO_PEOPLE, paper=_begin_paper, do=_begin),
    Task(path="/manager/jackpots/{jackpot}/ending/gift", access=TWO_PEOPLE, paper=_gift_paper, do=_give),
    Task(path="/manager/jackpots/{jackpot}/ending/close", access=TWO_PEOPLE, paper=_close_paper, do=_close),
]
