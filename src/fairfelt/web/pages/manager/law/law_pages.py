"""Compliance: the room's jurisdiction and day, the findings at its tables, and the house's own largest wager."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

from starlette.responses import Response

from fairfelt import games
from fairfelt.law import Layer, Mode, profile, profile_names
from fairfelt.room import Floor
from fairfelt.room.commands.law import CorrectDay, SetLaw
from fairfelt.room.commands.limits import LimitWagers
from fairfelt.room.law.house import house_rules
from fairfelt.room.law.link_status import link_status
from fairfelt.rules import format_day
from fairfelt.web.api.handlers.law import FILING, approvals, document_file, kept_now
from fairfelt.web.api.handlers.law import law as law_state
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task, go
from fairfelt.web.desk.desk import call_of
from fairfelt.web.desk.task import Review
from fairfelt.web.desk.words import money, plain

from ..office import drawn, named, titles
from .filings import LAW, judge_tables, presets_played, unpinned

MODES = {Mode.ADVISE: "shows violations only", Mode.ENFORCE: "stops what violates a binding rule"}
NO_RULE = "no house rule"


async def law(desk: Desk) -> Response:
    """Jurisdiction and day, findings by table, conditions, reviewed games, links."""
    call, floor = call_of(desk), desk.floor
    return drawn(
        desk, "manager/law/law.html", titles=titles(desk.floor), title_of=games.title_of, day_of=_day_words,
        state=await law_state(call), papers=await approvals(call), floor=floor,
        files=desk.may(FILING), sets_up=desk.may(SETTING_UP), to_pin=unpinned(floor),
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


def _law(desk: Desk) -> Paper:
    jurisdiction = desk.floor.jurisdiction
    return Paper(
        title="Set jurisdiction",
        lead="Choose the jurisdiction and whether its rules are enforced. Every table is checked again; a running "
        "round is finished under the rules it started with.",
        fields=(
            Field("profile", "Jurisdiction", value=jurisdiction.profile,
                  choices={name: f"{name}: {profile(name).title}" for name in profile_names()}),
            Field("mode", "Mode", value=jurisdiction.mode.value,
                  choices={mode: f"{mode}: {words}" for mode, words in MODES.items()}),
            Field("zone", "Time zone", value=jurisdiction.zone, hint="For example: America/Los_Angeles."),
            Field("day_begins_hour", "Gaming day starts at", value=str(jurisdiction.day_begins_hour),
                  hint="Every page, report and record uses this day.",
                  choices={str(hour): f"{hour:02}:00" for hour in range(24)}),
            Field("location_class", "License class of the location", value=jurisdiction.location_class,
                  hint="Printed on documents."),
            Field("location", "Licensed location", value=jurisdiction.location,
                  hint="As the license names it. Every link must be at this location where the rules say so."),
            Field("document", "Document", hint="License or decision."),
        ),
        danger="In enforce mode, tables that violate a rule stop immediately.",
    )  # fmt: skip


async def _set_law(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Outcome:
    done = await ask(fields)
    await desk.controller.law.keep(desk.controller.ledger)
    return done


def _day(desk: Desk) -> Paper:
    day = desk.floor.jurisdiction.day
    return Paper(
        title="Correct gaming day",
        lead="If the server’s clock was ahead, a gaming day began too early. Set it back to the right day; "
        "every table is checked again by the rules of that day.",
        facts=[("Gaming day", format_day(day) if day else "not started")],
        fields=(
            Field("day", "Right gaming day"),
            Field("document", "Document", hint="For example: incident report."),
        ),
        danger="Both days stay on the log. Only an earlier day can be set.",
    )


def _wager(desk: Desk) -> Paper:
    currency: str = desk.request.path_params["currency"]
    if currency not in desk.floor.currencies:
        raise Nowhere(f"nothing is bet in {currency!r} in this room")
    now = desk.floor.house_rules.most_wager.get(currency)
    return Paper(
        title=f"Largest wager of the house, {currency}",
        lead="A house may let less be bet than the law does, and never more: the law goes first. "
        "Every table is checked again. It holds from the next round of each table on.",
        button="Save",
        back=LAW,
        facts=[("Now", NO_RULE if now is None else money(now, currency))],
        fields=(
            Field("most", "Largest single wager", unit=currency, value=plain(now), term="largest_micros",
                  hint="Blank takes the house rule away."),
            Field("why", "Reason"),
        ),
    )  # fmt: skip


async def _limited(desk: Desk, form: Form, after: Floor) -> Review:
    """The house's largest wager before and after."""
    currency: str = desk.request.path_params["currency"]
    limits = (floor.house_rules.most_wager.get(currency) for floor in (desk.floor, after))
    was, now = (NO_RULE if most is None else money(most, currency) for most in limits)
    return Review(changes=((f"Largest wager of the house, {currency}", was, now),))


TASKS = [
    Task("/manager/law/set", SetLaw, _law, do=_set_law, review=judge_tables),
    Task("/manager/law/day", CorrectDay, _day, review=judge_tables),
    Task("/manager/law/wagers/{currency}", LimitWagers, _wager, review=_limited),
]
