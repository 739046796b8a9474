"""The back office: it sets the room up; through the night it adjusts meters, changes terms, closes tables."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from fairfelt.jackpot import Reason
from fairfelt.law import Mode

from ..plan import CONFIRMING, DEPOSIT, EVENING, LAW, SIGNING, SPARE, Plan
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
        if self.plan.mode and self.chance.randrange(3) == 0:
            return self._by_law()
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

    def _by_law(self) -> Asks:
        """Money to the bank and from it, papers that come and go, a law that binds or does not."""
        signed = {"document": "D-1", "why": "a trial", "cards": self._signatures()}
        condition = {"condition": "controls-approved", "on": str(EVENING)}
        match self.chance.randrange(8):
            case 0:
                return "set law", {**LAW, "mode": self.chance.choice(list(Mode)).value, **signed}
            case 1:
                return "withdraw condition", {**condition, **signed}
            case 2 | 3:
                return "meet condition", {**condition, **signed}
            case 4:
                taken = self.chance.choice(("withdrawal", "seizure"))
                return "book bank entry", {**DEPOSIT, "kind": taken, **signed}
            case 5:
                ending = {"jackpot": self.terms.name, "way": "play off"}
                return self.chance.choice(("announce retirement", "begin retirement")), {**ending, **signed}
            case 6:
                table = self.chance.choice(self.plan.tables)[0]
                limits = {"opening": {"least_micros": 1, "most_micros": self.chance.randint(1, 500 * 1_000_000)}}
                return "post limits", {"table": table, **limits, "cards": [CONFIRMING[0]]}
        return "book bank entry", {**DEPOSIT, **signed}

    def _signatures(self) -> list[str]:
        """Both people sign, or one forgets."""
        return list(SIGNING[: 1 if self.chance.randrange(10) == 0 else 2])

    def _other_terms(self) -> dict[str, object]:
        levels = tuple(replace(level, rate_ppm=self.chance.randrange(100_000)) for level in self.terms.levels)
        return replace(self.terms, levels=levels).to_dict()
