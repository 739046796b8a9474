"""The back office: it sets the room up; through the night it adjusts meters, changes terms, closes tables."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from fairfelt.jackpot import Reason

from .plan import CONFIRMING, SIGNING, SPARE, Plan
from .sender import Asks, Sender

CONSOLE = "console"
LARGEST_MICROS = 50_000_000


class Office(Sender):
    """A console with two people of accounting and a supervisor; much of what they try is refused, as it should be."""

    def __init__(self, plan: Plan, chance: Random) -> None:
        super().__init__(CONSOLE, chance)
        self.plan, self.terms = plan, plan.terms

    def wants(self) -> Asks:
        """An adjustment mostly; seldom other terms, the end of the jackpot that nobody plays for, or a closed table."""
        level = self.chance.choice(self.terms.levels).name
        signed = {"jackpot": self.terms.name, "document": "D-1", "cards": self._signatures()}
        match self.chance.randrange(24):
            case 0:
                return "change terms", {**signed, "terms": self._other_terms(), "why": "a trial"}
            case 1:
                return "retire jackpot", {**signed, "jackpot": SPARE, "into": self.terms.name, "level": level}
            case 2 | 3 | 4 as drawn:
                table = self.chance.choice(self.plan.tables)[0]
                body = {"table": table, "cards": [CONFIRMING[1]]}
                return ("open table", body) if drawn > 2 else ("close table", {**body, "reason": "a spilt drink"})
        amount = self.chance.randint(1, LARGEST_MICROS) * self.chance.choice((1, 1, 1, -1))
        reason = self.chance.choice(list(Reason)).value
        return "adjust", {**signed, "level": level, "reason": reason, "amount_micros": amount}

    def _signatures(self) -> list[str]:
        """Both people sign, or one forgets."""
        return list(SIGNING[: 1 if self.chance.randrange(10) == 0 else 2])

    def _other_terms(self) -> dict[str, object]:
        levels = tuple(replace(level, rate_ppm=self.chance.randrange(100_000)) for level in self.terms.levels)
        return replace(self.terms, levels=levels).to_dict()
