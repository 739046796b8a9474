"""What exact counts found for links or a transfer. It takes a while: the server counts, the room checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairfelt.formats.fields import Line, Name
from fairfelt.formats.reading import show
from fairfelt.law.links.certificate import certificate_faults
from fairfelt.room.authority import Requester, known
from fairfelt.room.events.law import LinksExamined, TransferExamined
from fairfelt.room.law.ask_law import law_today, with_review
from fairfelt.room.law.law_verdict import Said
from fairfelt.room.law.paperwork import Combination, link_rules
from fairfelt.room.refusal import Code, Refusal
from fairfelt.room.state.floor import Floor

from .command import RoomCommand


class ExamineLinks(RoomCommand, frozen=True, kw_only=True, tag="examine links/1"):
    """A certificate for all tables of a jackpot whose seal, law and games are right, or what speaks against them."""

    jackpot: Name
    combinations: tuple[Combination, ...]
    locations: tuple[Line, ...]
    findings: tuple[Said, ...]
    certificate: Mapping[str, Any] | None = None

    def decide(self, floor: Floor, who: Requester) -> LinksExamined:
        who.require_server("what a count has found")
        law = law_today(floor)
        known(floor.jackpots, self.jackpot, "jackpot")
        if self.certificate is not None:
            _verify(floor, self.certificate, set(self.combinations))
        event = LinksExamined(
            jackpot=self.jackpot,
            combinations=self.combinations,
            locations=self.locations,
            rules=link_rules(law),
            findings=self.findings,
            certificate=self.certificate,
        )
        return with_review(floor, event)


class ExamineTransfer(RoomCommand, frozen=True, kw_only=True, tag="examine transfer/1"):
    """What the odds of a jackpot and of an heir come to; it answers as long as games and rule are those counted."""

    jackpot: Name
    into: Name
    level: Name
    old: tuple[Combination, ...]
    heir: tuple[Combination, ...]
    rule: Line
    findings: tuple[Said, ...]

    def decide(self, floor: Floor, who: Requester) -> TransferExamined:
        who.require_server("what a count has found")
        law_today(floor)
        known(floor.jackpots, self.jackpot, "jackpot")
        known(floor.jackpots, self.into, "into", "jackpot")
        return TransferExamined(
            jackpot=self.jackpot,
            into=self.into,
            level=self.level,
            old=self.old,
            heir=self.heir,
            rule=self.rule,
            findings=self.findings,
        )


def _verify(floor: Floor, certificate: Mapping[str, Any], combinations: set[Combination]) -> None:
    law = law_today(floor)
    if wrong := certificate_faults(certificate):
        raise Refusal(Code.BAD_FIELD, "; ".join(wrong), "certificate")
    of, on = certificate.get("profile"), certificate.get("on")
    if (of, on) != (law.profile.name, law.on.isoformat()):
        sentence = f"the certificate is one of {show(of)} on {show(on)}; today it is {law.profile.name} on {law.on}"
        raise Refusal(Code.BAD_FIELD, sentence, "certificate")
    if {_combination(row) for row in certificate["tables"]} != combinations:
        sentence = "the certificate is about other games, wagers or paytables than those of the jackpot"
        raise Refusal(Code.BAD_FIELD, sentence, "certificate")


def _combination(row: Mapping[str, Any]) -> Combination:
    return str(row.get("fingerprint")), str(row.get("wager")).lower(), str(row.get("paytable")).lower()
