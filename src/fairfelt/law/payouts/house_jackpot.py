"""House jackpots: a fixed prize from the house for each player with the hand; no players' money, meter or report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairfelt.law.core.profile import Law, LawError
from fairfelt.law.core.verdict import Finding
from fairfelt.rules import DOLLARS, format_amount


@dataclass(frozen=True, kw_only=True)
class HouseJackpot:
    """A posted prize."""

    name: str
    game: str
    hand: str
    amount_micros: int
    posted: bool = False
    """Whether amount and disclosures hang at the table."""
    currency: str = DOLLARS

    def __post_init__(self) -> None:
        if self.amount_micros <= 0 or not self.hand:
            raise LawError("a house jackpot has an amount above zero and a hand that wins it")

    def owed_micros(self, winners: int) -> int:
        """The posted prize to each player with the hand."""
        return self.amount_micros * winners

    @property
    def disclosures(self) -> tuple[str, ...]:
        """What the sign says."""
        return (
            f"House jackpot: {format_amount(self.amount_micros, self.currency)} to each player with {self.hand}.",
            "It is paid by the house. No players' money is in it.",
            "It may be removed without notice.",
        )


def check_house_jackpot(law: Law, jackpot: HouseJackpot) -> Iterator[Finding]:
    """Whether it may be offered as it is."""
    rule = law.find("jackpot.house")
    if rule and not jackpot.posted:
        yield Finding(rule, f"house jackpot {jackpot.name}: post the amount and the two disclosures at the table")


def check_kind(law: Law, kind: str) -> Iterator[Finding]:
    """Whether jackpots of a kind ("progressive", "house", "mystery", …) may be offered at all."""
    rule = law.find("jackpot.kinds")
    if rule and kind not in rule.names("kinds"):
        there = " or ".join(rule.names("kinds"))
        yield Finding(rule, f"a {kind} jackpot is not won by a predetermined specific hand; offer a {there} jackpot")
