"""What exact counts found for a link or a transfer. They take a while, so the server counts; the room checks."""

from __future__ import annotations

from typing import Any

from fairfelt.law.links.certificate import certificate_faults
from fairfelt.room.law.ask_law import law_today, with_review
from fairfelt.room.law.paperwork import link_rules
from fairfelt.room.state.floor import Floor

from ..authority import known, server_only
from ..events import law as events
from ..fields import Body, listed, nested, shown, text
from ..refusal import Code, Refusal
from .command import NewEvent

TEXTS, FINDING = (str, str, str), (str, bool)
"""A game, wager and paytable; a sentence and whether its rule binds."""


def examine_link(floor: Floor, device: str, body: Body) -> NewEvent:
    """A certificate whose seal, law and games are right, or the findings that speak against the link."""
    server_only(device, "what a count has found")
    law = law_today(floor)
    known(floor.links, body, "link")
    combinations = [_row(one, TEXTS) for one in listed(body, "combinations")]
    certificate = nested(body, "certificate") if body.get("certificate") is not None else None
    if certificate is not None:
        _verify(floor, certificate, {tuple(one) for one in combinations})
    event = {
        "link": body["link"],
        "combinations": combinations,
        "rules": list(link_rules(law)),
        "findings": [_row(one, FINDING) for one in listed(body, "findings")],
        "certificate": certificate,
    }
    return "link examined", with_review(floor, events.link_examined, event)


def examine_transfer(floor: Floor, device: str, body: Body) -> NewEvent:
    """What the odds of a jackpot and of an heir come to; it answers as long as games and rule are those counted."""
    server_only(device, "what a count has found")
    law_today(floor)
    for name in ("jackpot", "into"):
        known(floor.jackpots, body, name, "jackpot")
    return "transfer examined", {
        "jackpot": body["jackpot"],
        "into": body["into"],
        "level": text(body, "level"),
        "old": [_row(one, TEXTS) for one in listed(body, "old")],
        "heir": [_row(one, TEXTS) for one in listed(body, "heir")],
        "rule": text(body, "rule"),
        "findings": [_row(one, FINDING) for one in listed(body, "findings")],
    }


def _row(value: Any, kinds: tuple[type, ...]) -> list[Any]:
    """A value of each of these kinds."""
    if not isinstance(value, list | tuple) or tuple(map(type, value)) != kinds:
        raise Refusal(Code.BAD_FIELD, f"a row of {len(kinds)} was expected, not {shown(value)}")
    return list(value)


def _verify(floor: Floor, certificate: Body, combinations: set[tuple[str, ...]]) -> None:
    law = law_today(floor)
    if wrong := certificate_faults(certificate):
        raise Refusal(Code.BAD_FIELD, "; ".join(wrong), "certificate")
    of, on = certificate.get("profile"), certificate.get("on")
    if (of, on) != (law.profile.name, law.on.isoformat()):
        sentence = f"the certificate is one of {shown(of)} on {shown(on)}; today it is {law.profile.name} on {law.on}"
        raise Refusal(Code.BAD_FIELD, sentence, "certificate")
    if {_combination(row) for row in certificate["tables"]} != combinations:
        sentence = "the certificate is about other games, wagers or paytables than those of the link"
        raise Refusal(Code.BAD_FIELD, sentence, "certificate")


def _combination(row: Body) -> tuple[str, ...]:
    return (str(row.get("fingerprint")), str(row.get("wager")).lower(), str(row.get("paytable")).lower())
