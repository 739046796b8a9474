"""The law of the room: which one, what it says to every table, and the papers that it asks for."""

from __future__ import annotations

import msgspec

from fairfelt import games
from fairfelt.law import DISCLAIMER, Letter, letter, profile
from fairfelt.room import Floor, Table
from fairfelt.room.state.people import ADJUSTS, SETS_UP
from fairfelt.rules import UnknownName
from fairfelt.web.api.types.answers import Done, done
from fairfelt.web.api.types.bodies import Aggregate, BetLimits, TableLimits
from fairfelt.web.api.types.law_answers import (
    Approvals,
    ConditionState,
    JudgedTable,
    LawRule,
    LawState,
    MetState,
    PinState,
)
from fairfelt.web.api.types.law_bodies import Components, ConditionGone, ConditionMet, NewGamePin, NewLaw, PinGone

from ..access import ANYBODY_SIGNED_IN, Access, person
from ..call import Call
from ..endpoint import Endpoint, Handler

FILING = person(*ADJUSTS)
TWO_PEOPLE = person(*ADJUSTS, people=2)


async def law(call: Call) -> LawState:
    """The profile, its mode and day, the rules in force, and what they say to every table."""
    floor, jurisdiction = call.floor, call.floor.jurisdiction
    rules = jurisdiction.law.rules if jurisdiction.law else ()
    return LawState(
        profile=jurisdiction.profile,
        title=profile(jurisdiction.profile).title,
        mode=jurisdiction.mode,
        zone=jurisdiction.zone,
        location_class=jurisdiction.location_class,
        day=jurisdiction.day.isoformat() if jurisdiction.day else None,
        rules=[msgspec.convert(_only(rule.to_dict(), LawRule), LawRule) for rule in rules],
        tables=[_table(floor, name, table) for name, table in floor.tables.items()],
        disclaimer=DISCLAIMER,
    )


async def approvals(call: Call) -> Approvals:
    """The letter and its conditions, which of them are met, and which games were compared with their sheets."""
    held, filed, on = letter(), call.floor.paperwork, call.floor.jurisdiction.law
    rule = on.find("approval.conditions") if on else None
    return Approvals(
        letter=held.id,
        title=held.title,
        office=held.office,
        dated=held.dated.isoformat(),
        games=len(held.games),
        conditions=[
            ConditionState(
                condition=one.id,
                says=one.says,
                needs=one.document,
                asked=bool(rule and one.id in rule.names("conditions")),
                met=[
                    MetState(on=met.on.isoformat(), document=met.document, game=met.game)
                    for met in filed.met
                    if met.condition == one.id
                ],
            )
            for one in held.conditions
        ],
        pins=_pins(held, call.floor),
        components=dict(filed.installed or {}),
    )


async def set_law(call: Call) -> Done:
    """Choose the jurisdiction and whether it binds; every table is looked at again."""
    answer = await call.command("set law", **call.fields)
    await call.controller.law.keep(call.controller.ledger)
    return done(answer)


async def meet_condition(call: Call) -> Done:
    """Record a condition of the approval as met, with its day and document."""
    return done(await call.command("meet condition", **call.fields))


async def withdraw_condition(call: Call) -> Done:
    """Record that a condition is met no longer."""
    return done(await call.command("withdraw condition", **call.fields))


async def pin_game(call: Call) -> Done:
    """Record that a game was compared with its approved rules; the approval holds for that fingerprint."""
    return done(await call.command("pin game", **call.fields))


async def withdraw_pin(call: Call) -> Done:
    """Take such a comparison back."""
    return done(await call.command("withdraw pin", **call.fields))


async def install_components(call: Call) -> Done:
    """Record the versions of the maker's progressive system."""
    return done(await call.command("install components", **call.fields))


async def post_limits(call: Call) -> Done:
    """Post other limits at a table; under a law that binds, only such as it allows."""
    return done(await call.command("post limits", table=call.path["table"], **call.fields))


def _table(floor: Floor, name: str, table: Table) -> JudgedTable:
    posted = table.limits
    return JudgedTable(
        table=name,
        game=table.game,
        variant=table.variant,
        fingerprint=table.fingerprint,
        approved=table.fingerprint in {pin.fingerprint for pin in floor.paperwork.papers.letter.pins},
        notices=list(table.law_verdict.notices),
        stop=table.law_verdict.stop,
        currency=floor.currency_of(table),
        opening=msgspec.convert(posted.opening, BetLimits, from_attributes=True) if posted.opening else None,
        side_bets=msgspec.convert(dict(posted.side_bets), dict[str, BetLimits], from_attributes=True),
        aggregates=msgspec.convert(list(posted.aggregates), list[Aggregate], from_attributes=True),
    )


def _pins(held: Letter, floor: Floor) -> list[PinState]:
    found = [*((pin, "") for pin in held.pins), *((one.pin, one.document) for one in floor.paperwork.pins)]
    return [
        PinState(
            game=pin.game,
            variant=pin.variant,
            fingerprint=pin.fingerprint,
            document=document,
            here=_fingerprint(pin.game, pin.variant) == pin.fingerprint,
        )
        for pin, document in found
    ]


def _fingerprint(game: str, variant: str) -> str:
    try:
        return games.fingerprint_of(game, variant)
    except UnknownName:
        return ""


def _only(fields: dict[str, object], kind: type[msgspec.Struct]) -> dict[str, object]:
    return {name: fields[name] for name in kind.__struct_fields__}


def _post(path: str, handler: Handler, takes: type[msgspec.Struct], access: Access) -> Endpoint:
    return Endpoint(
        method="POST", path=f"/api/{path}", handler=handler, access=access, takes=takes, gives=Done, command=True
    )


ENDPOINTS = [
    Endpoint(method="GET", path="/api/law", handler=law, access=ANYBODY_SIGNED_IN, gives=LawState),
    Endpoint(method="GET", path="/api/law/approvals", handler=approvals, access=ANYBODY_SIGNED_IN, gives=Approvals),
    _post("law", set_law, NewLaw, TWO_PEOPLE),
    _post("law/conditions", meet_condition, ConditionMet, FILING),
    _post("law/conditions/withdrawal", withdraw_condition, ConditionGone, FILING),
    _post("law/pins", pin_game, NewGamePin, TWO_PEOPLE),
    _post("law/pins/withdrawal", withdraw_pin, PinGone, TWO_PEOPLE),
    _post("law/components", install_components, Components, TWO_PEOPLE),
    _post("tables/{table}/limits", post_limits, TableLimits, person(*SETS_UP)),
]
