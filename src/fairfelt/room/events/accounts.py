"""Events of the accounts: adjustments, changes of terms, rules on whose card a pay takes, prints."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.jackpot import Reason, Terms, adjusted, changed
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.pay_rules import PayRules

from .event import GatedEvent, RoomEvent


class Adjusted(RoomEvent, frozen=True, kw_only=True, tag="adjusted/1"):
    """Two people moved money by hand."""

    jackpot: str
    level: str
    reason: Reason
    amount_micros: int
    document: str
    notices: tuple[str, ...] = ()
    refers_to: int = 0
    """The win page or the malfunction that it is for; 0 where the reason needs none, and in older journals."""

    def apply(self, floor: Floor) -> Floor:
        jackpot = floor.jackpots[self.jackpot]
        after = adjusted(jackpot, self.level, self.reason, self.amount_micros)
        return self._noted(floor).having("jackpots", self.jackpot, after)

    def _noted(self, floor: Floor) -> Floor:
        """Note what was moved on the award or malfunction it refers to."""
        number, moved = self.refers_to, self.amount_micros
        if number and self.reason is Reason.WON:
            award = floor.given[number]
            return floor.having("given", number, replace(award, by_hand_micros=award.by_hand_micros + moved))
        if number and self.reason is Reason.DISPLAY_MALFUNCTION:
            found = floor.malfunctions[number]
            return floor.having("malfunctions", number, replace(found, corrected_micros=found.corrected_micros + moved))
        if self.reason is Reason.SEED_RECOVERY:
            seeded = [number for number, award in floor.given.items() if award.seeded(self.jackpot, self.level)]
            if seeded:
                award = floor.given[max(seeded)]
                award = replace(award, recovered_micros=award.recovered_micros + moved)
                return floor.having("given", max(seeded), award)
        return floor


class TermsChanged(GatedEvent, frozen=True, kw_only=True, tag="terms changed/1"):
    """A jackpot has other terms, at once or level by level with each one's next 100% award."""

    jackpot: str
    terms: Terms
    why: str

    def apply(self, floor: Floor) -> Floor:
        other = changed(floor.jackpots[self.jackpot], self.terms)
        return floor.having("jackpots", self.jackpot, other).with_verdicts(self.verdicts)


class PayRulesSet(RoomEvent, frozen=True, kw_only=True, tag="pay rules set/1"):
    """Two people set whose card a pay requires, by its amount."""

    currency: str
    rules: PayRules
    why: str

    def apply(self, floor: Floor) -> Floor:
        held = floor.house_rules
        return replace(floor, house_rules=replace(held, pay_rules={**held.pay_rules, self.currency: self.rules}))


class WinPagePrinted(RoomEvent, frozen=True, kw_only=True, tag="win page printed/1"):
    """A copy of a win page; the second is a reprint."""

    told = ("number", "copy")
    number: int
    copy: int

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, prints=floor.prints.with_copy(self.number, self.copy))
