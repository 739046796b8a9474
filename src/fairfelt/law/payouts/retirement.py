"""The end of a progressive jackpot: notice, then play-off, transfer or donation, then closed. No other way out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from fairfelt.law.core.profile import Law, LawError
from fairfelt.law.core.verdict import Finding
from fairfelt.law.links.odds import WagerOdds
from fairfelt.rules import format_day


class Way(StrEnum):
    """What becomes of the money."""

    PLAY_OFF = "play off"
    """Played for until it is won; nothing reseeds it."""
    TRANSFER = "transfer"
    DONATION = "donation"


class Stage(StrEnum):
    """How far the end has come."""

    ANNOUNCED = "announced"
    UNDER_WAY = "under way"
    CLOSED = "closed"


@dataclass(frozen=True)
class Retirement:
    """A jackpot on its way out."""

    jackpot: str
    way: Way
    to: str
    """The heir of a transfer or the body a donation goes to; empty for a play-off."""
    announced_on: date
    earliest: date
    """The first day on which it may begin."""
    notice: str
    """The document of the notice to the players."""
    stage: Stage = Stage.ANNOUNCED
    closed_on: date | None = None
    document: str = ""
    level: str = ""
    """The heir's level that a transfer goes to."""
    notices: tuple[str, ...] = ()
    """What the law had to say to it without stopping it."""

    def begun(self, on: date) -> Retirement:
        """The notice has hung long enough: the play-off, transfer or donation begins."""
        if self.stage is not Stage.ANNOUNCED:
            raise LawError(f"the end of {self.jackpot} is {self.stage} already")
        if on < self.earliest:
            raise LawError(f"the notice on {self.jackpot} stays posted until {format_day(self.earliest)}; begin then")
        return replace(self, stage=Stage.UNDER_WAY)

    def closed(self, on: date, held_micros: int, document: str) -> Retirement:
        """The retirement once nothing is held for players any more."""
        if self.stage is not Stage.UNDER_WAY:
            raise LawError(f"the end of {self.jackpot} is {self.stage}; it closes from {Stage.UNDER_WAY} only")
        if held_micros:
            raise LawError(f"{self.jackpot} still holds players' money; it closes when nothing is left")
        if not document:
            raise LawError(f"the close of {self.jackpot} needs a document")
        return replace(self, stage=Stage.CLOSED, closed_on=on, document=document)


def announced(law: Law, jackpot: str, way: Way, *, to: str = "", notice: str) -> Retirement:
    """The notice is posted on the law's day."""
    rule = law.find("jackpot.removal")
    if rule and way.value not in rule.names("ways"):
        raise LawError(f"a jackpot is not ended by {way}; {rule.cited} knows {', '.join(rule.names('ways'))}")
    if (way is Way.PLAY_OFF) != (not to):
        raise LawError("a transfer names its heir and a donation who receives it; a play-off names nobody")
    if not notice or to == jackpot:
        raise LawError("the notice to the players has a document, and no jackpot is its own heir")
    days = rule.number("notice_days") if rule else 0
    return Retirement(jackpot, way, to, law.on, law.on + timedelta(days), notice)


def check_transfer(law: Law, old: WagerOdds, heir: WagerOdds, level: str) -> Iterator[Finding]:
    """Whether players lose nothing by a transfer: the heir's level is won at least as often as any level that ends."""
    rule = law.find("jackpot.removal")
    new = sum(award.probability for award in heir.awards if award.level == level and award.share == 1)
    for award in old.awards if rule else ():
        if rule and award.share == 1 and new < award.probability:
            yield Finding(
                rule,
                f"{award.level} is won with a probability of {award.probability}, and {level} of the heir with {new} "
                "only; a transfer takes an heir whose odds are as good",
            )
