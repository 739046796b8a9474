"""Compliance: the room's jurisdiction, the findings at its tables, and the documents that it requires."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from starlette.responses import Response

from fairfelt import games
from fairfelt.law import Layer, Mode, letter, paytables_of, profile, profile_names
from fairfelt.room import Floor
from fairfelt.room.commands.law import CorrectDay, SetLaw
from fairfelt.room.commands.paperwork import InstallComponents, MeetCondition, PinGame, WithdrawCondition, WithdrawPin
from fairfelt.room.law.ask_law import is_approved
from fairfelt.room.law.house import house_rules
from fairfelt.room.law.law_verdict import LawVerdict
from fairfelt.room.law.link_status import link_status
from fairfelt.rules import format_day
from fairfelt.web.api.handlers.law import FILING, TWO_DEPARTMENTS, approvals, document_file, kept_now
from fairfelt.web.api.handlers.law import law as law_state
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task, go
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.form_sheet import Choice
from fairfelt.web.desk.preview import Review
from fairfelt.web.http.request import number_in

from ..office import drawn, named, titles
from .presets import DOCUMENT, document_in, presets_played

LAW = "/manager/law"
HOURS = tuple(map(str, range(24)))
MODES = {Mode.ADVISE: "shows violations only", Mode.ENFORCE: "stops what violates a binding rule"}


async def law(desk: Desk) -> Response:
    """Jurisdiction and day, findings by table, conditions, reviewed games, links."""
    call, floor = call_of(desk), desk.floor
    return drawn(
        desk, "manager/law/law.html", titles=titles(desk.floor), title_of=games.title_of, day_of=_day_words,
        state=await law_state(call), papers=await approvals(call), floor=floor,
        files=desk.may(FILING), sets_up=desk.may(SETTING_UP), to_pin=_unpinned(floor),
        day=format_day(floor.jurisdiction.day) if floor.jurisdiction.day else "",
        kept=await kept_now(call), house=house_rules(floor), layers=Layer,
        presets=presets_played(floor), links=[(name, link_status(floor, name)) for name in floor.links],
    )  # fmt: skip


async def document(desk: Desk) -> Response:
    """A document that was attached to a filing, found to have the digest that the log names."""
    digits = desk.request.path_params["sha256"]
    content = await asyncio.to_thread(desk.controller.papers.attached, desk.floor, digits)
    if content is None:
        raise Nowhere("no document with this SHA-256 was attached to a filing")
    return document_file(digits, content)


def _day_words(day: str) -> str:
    return format_day(date.fromisoformat(day))


async def examine(desk: Desk, form: Form) -> Response:
    """Count what the tables of a link have in common, unless that was done for today’s rules."""
    _, link = named(desk, desk.floor.links, "link")
    await desk.controller.law.examine(desk.controller.ledger, link.jackpot)
    return go(LAW)


class Version(NamedTuple):
    """A game in one of its versions."""

    game: str
    variant: str


def _at_tables(floor: Floor) -> dict[str, Version]:
    """What is played at the tables, by fingerprint."""
    return {table.fingerprint: Version(table.game, table.variant) for table in floor.tables.values()}


def _unpinned(floor: Floor) -> dict[str, Version]:
    """What of it nobody has compared with its approved rules."""
    approved = {table.fingerprint for table in floor.tables.values() if is_approved(floor, table)}
    return {digits: of for digits, of in _at_tables(floor).items() if digits not in approved}


async def _judged(desk: Desk, form: Form, after: Floor) -> Review:
    """What the law would say to every table, for both to read before they sign."""
    changes = tuple(
        (f"Table {name}", _said(before.law_verdict), _said(now.law_verdict))
        for name, now in after.tables.items()
        if (before := desk.floor.tables[name]).law_verdict != now.law_verdict
    )
    stopped = [f"Table {name} stays stopped: {at.law_verdict.stop}." for name, at in after.tables.items()
               if at.law_verdict.stop and at.law_verdict == desk.floor.tables[name].law_verdict]  # fmt: skip
    off = after.jurisdiction.binds != (was := desk.floor.jurisdiction.binds) and was
    danger = f"Enforcement of {was} goes off: an alarm, and a notice on every paper of the day, say so." if off else ""
    return Review(changes, tuple(stopped) or ("Nothing else is missing at any table.",), danger)


def _said(verdict: LawVerdict) -> str:
    return f"stopped: {verdict.stop}" if verdict.stop else "; ".join(verdict.notices) or "no findings"


def _law_paper(desk: Desk) -> Paper:
    jurisdiction = desk.floor.jurisdiction
    return Paper(
        title="Set jurisdiction",
        lead="Choose the jurisdiction and whether its rules are enforced. Every table is checked again; a running "
        "round is finished under the rules it started with.",
        fields=(
            Field(name="profile", label="Jurisdiction", sort="choice", value=jurisdiction.profile,
                  choices=tuple((name, f"{name}: {profile(name).title}") for name in profile_names())),
            Field(name="mode", label="Mode", sort="choice", value=jurisdiction.mode.value,
                  choices=tuple((mode.value, f"{mode.value}: {words}") for mode, words in MODES.items())),
            Field(name="zone", label="Time zone", value=jurisdiction.zone, hint="For example: America/Los_Angeles."),
            Field(name="day_begins_hour", label="Gaming day starts at", sort="choice",
                  value=str(jurisdiction.day_begins_hour), hint="Every page, report and record uses this day.",
                  choices=tuple((hour, f"{int(hour):02}:00") for hour in HOURS)),
            Field(name="location_class", label="License class of the location", value=jurisdiction.location_class,
                  optional=True, hint="Printed on documents."),
            Field(name="location", label="Licensed location", value=jurisdiction.location, optional=True,
                  hint="As the license names it. Every link must be at this location where the rules say so."),
            Field(name="document", label="Document", hint="License or decision."),
        ),
        danger="In enforce mode, tables that violate a rule stop immediately.",
    )  # fmt: skip


async def _set_law(desk: Desk, form: Form, ask: Ask) -> Outcome:
    done = await ask(
        SetLaw,
        profile=form.one_of("profile", profile_names()),
        mode=form.one_of("mode", [mode.value for mode in Mode]),
        zone=form.text("zone"),
        day_begins_hour=number_in(form.one_of("day_begins_hour", HOURS)),
        location_class=form.text("location_class", optional=True),
        location=form.text("location", optional=True),
        document=form.text("document"),
    )
    await desk.controller.law.keep(desk.controller.ledger)
    return done


def _day_paper(desk: Desk) -> Paper:
    day = desk.floor.jurisdiction.day
    return Paper(
        title="Correct gaming day",
        lead="If the server’s clock was ahead, a gaming day began too early. Set it back to the right day; "
        "every table is checked again by the rules of that day.",
        facts=(("Gaming day", format_day(day) if day else "not started"),),
        fields=(
            Field(name="day", label="Right gaming day", sort="day"),
            Field(name="document", label="Document", hint="For example: incident report."),
        ),
        danger="Both days stay on the log. Only an earlier day can be set.",
    )


async def _correct_day(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(CorrectDay, day=form.day("day"), document=form.text("document"))


def _meet_paper(desk: Desk) -> Paper:
    here = sorted({table.game for table in desk.floor.tables.values()})
    return Paper(
        title="File condition",
        lead="Record that a condition of the approval is met.",
        fields=(
            Field(name="condition", label="Condition", sort="choice", choices=_conditions(),
                  value=desk.request.query_params.get("condition", "")),
            Field(name="game", label="Game", sort="choice",
                  choices=(("", "All games"), *((slug, games.find(slug).title) for slug in here))),
            Field(name="on", label="Date met", sort="day", value=_today(desk)),
            *DOCUMENT,
        ),
    )  # fmt: skip


def _conditions() -> tuple[Choice, ...]:
    return tuple((one.id, f"{one.id}: {one.says}") for one in letter().conditions)


def _today(desk: Desk) -> str:
    return day.isoformat() if (day := desk.floor.jurisdiction.day) else ""


async def _meet(desk: Desk, form: Form, ask: Ask) -> Outcome:
    on = form.day("on")
    return await ask(
        MeetCondition,
        condition=form.one_of("condition", [sent for sent, _ in _conditions()]),
        game=form.get("game"),
        on=on.isoformat() if on else "",
        **await document_in(desk, form),
    )


def _withdraw_paper(desk: Desk) -> Paper:
    met = desk.floor.paperwork.met
    return Paper(
        title="Withdraw condition",
        lead="Record that a condition is not met, or no longer met.",
        fields=(
            Field(name="met", label="Condition", sort="choice", choices=tuple(
                (f"{one.condition}/{one.game}", f"{one.condition}, {one.game or 'all games'} ({one.document})")
                for one in met
            ), hint="" if met else "None filed."),
            Field(name="why", label="Reason"),
        ),
        danger="In enforce mode, tables may stop immediately.",
    )  # fmt: skip


async def _withdraw(desk: Desk, form: Form, ask: Ask) -> Outcome:
    condition, _, game = form.text("met").partition("/")
    return await ask(WithdrawCondition, condition=condition, game=game, why=form.text("why"))


def _pin_paper(desk: Desk) -> Paper:
    there = _unpinned(desk.floor)
    return Paper(
        title="File game review",
        lead="Two people compared the game with its approved rules, pay by pay. It covers this fingerprint only. "
        "Check the paytables that were compared; check none if it was every one of the game.",
        fields=(
            Field(name="fingerprint", label="Game", sort="choice", choices=tuple(
                (digits, f"{games.find(*of).title} ({digits[:12]}…)") for digits, of in there.items()
            ), hint="" if there else "Every game in use is reviewed."),
            *(Field(name=name, label=f"{games.find(*there[digits]).title}: {paytable}", sort="check", optional=True)
              for name, (digits, paytable) in _comparable(there).items()),
            *DOCUMENT,
        ),
        danger="You both compared every rule and every pay.",
    )  # fmt: skip


def _comparable(there: Mapping[str, Version]) -> dict[str, tuple[str, str]]:
    """Fingerprint and paytable of everything that can be compared, by the name of its box."""
    return {
        f"compared-{digits[:12]}-{at}": (digits, paytable)
        for digits, of in there.items()
        for at, paytable in enumerate(paytables_of(games.find(*of)), 1)
    }


async def _pin(desk: Desk, form: Form, ask: Ask) -> Outcome:
    there = _at_tables(desk.floor)
    digits = form.one_of("fingerprint", there)
    form.check()
    checked = {name: which for name, which in _comparable(there).items() if form.get(name)}
    for name, (of, _) in checked.items():
        if of != digits:
            form.mistake(name, "this paytable is of another game")
    return await ask(
        PinGame, **there[digits]._asdict(), fingerprint=digits, paytables=[one for _, one in checked.values()],
        **await document_in(desk, form),
    )  # fmt: skip


def _unpin_paper(desk: Desk) -> Paper:
    digits = desk.request.path_params["fingerprint"]
    held = {one.pin.fingerprint: one for one in desk.floor.paperwork.pins}
    if digits not in held:
        raise Nowhere("no review of this fingerprint is on file")
    return Paper(
        title=f"Withdraw review of {held[digits].pin.game}",
        lead="The game then counts as not approved.",
        facts=(("Fingerprint", digits), ("Document", held[digits].document)),
        fields=(Field(name="why", label="Reason"),),
        danger="In enforce mode, tables with this game stop immediately.",
    )


async def _unpin(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(WithdrawPin, fingerprint=desk.request.path_params["fingerprint"], why=form.text("why"))


def _components_paper(desk: Desk) -> Paper:
    held = desk.floor.paperwork.installed or {}
    return Paper(
        title="Progressive system",
        lead="Component versions of the manufacturer’s system. Leave blank if Fairfelt keeps the meters.",
        button="Save",
        fields=(
            Field(name="components", label="Components and versions", optional=True,
                  value="; ".join(f"{name}: {version}" for name, version in held.items()),
                  hint="Separate with semicolons: Nexus: 1.2; Display: 3.4."),
            Field(name="second_record", label="Who keeps the meters", sort="choice",
                  value="yes" if desk.floor.paperwork.second_record else "no",
                  choices=(("no", "Fairfelt: it needs an approval of its own"),
                           ("yes", "The manufacturer’s system: this room is a second record of it"))),
            *DOCUMENT,
        ),
    )  # fmt: skip


async def _install(desk: Desk, form: Form, ask: Ask) -> Outcome:
    found: dict[str, str] = {}
    for row in filter(None, map(str.strip, form.get("components").split(";"))):
        name, colon, version = (part.strip() for part in row.partition(":"))
        if not (name and colon and version):
            form.mistake("components", f"{row!r} has no version: enter it as Nexus: 1.2")
        found[name] = version
    second = form.one_of("second_record", ("no", "yes")) == "yes"
    return await ask(InstallComponents, components=found, second_record=second, **await document_in(desk, form))


TASKS = [
    Task(path="/manager/law/set", access=TWO_DEPARTMENTS, paper=_law_paper, do=_set_law, review=_judged),
    Task(path="/manager/law/day", access=TWO_DEPARTMENTS, paper=_day_paper, do=_correct_day, review=_judged),
    Task(path="/manager/law/conditions/meet", access=TWO_DEPARTMENTS, paper=_meet_paper, do=_meet, review=_judged),
    Task(
        path="/manager/law/conditions/withdraw",
        access=TWO_DEPARTMENTS,
        paper=_withdraw_paper,
        do=_withdraw,
        review=_judged,
    ),
    Task(path="/manager/law/pins/new", access=TWO_DEPARTMENTS, paper=_pin_paper, do=_pin, review=_judged),
    Task(
        path="/manager/law/pins/{fingerprint}/withdraw",
        access=TWO_DEPARTMENTS,
        paper=_unpin_paper,
        do=_unpin,
        review=_judged,
    ),
    Task(path="/manager/law/components", access=TWO_DEPARTMENTS, paper=_components_paper, do=_install, review=_judged),
]
