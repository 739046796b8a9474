"""The bets of a game: when they are made, what they are paid by, whether they outlive a fold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from fairfelt.rules.deal import Cards
from fairfelt.rules.hands import Ranking
from fairfelt.rules.settlement import NO_PAYS, Facts, Outcome, Reading, Settle, by_line, extra_by_line

from .pays import Pay, Paytable


class Kind(Enum):
    """When and why a bet is on the table."""

    OPENING = "opening"
    """Compulsory before the deal; the first one is the unit of the game."""
    RAISE = "raise"
    """Made at a decision."""
    BONUS = "bonus"
    """No bet of its own: an extra pay on the first opening bet."""
    SIDE = "side bet"
    """Optional before the deal."""
    PROGRESSIVE = "progressive"
    """Optional before the deal, and feeds a meter."""


class Opens(Enum):
    """What a player bets to take part."""

    ALL = "all"
    """Every opening bet, all equal."""
    ONE = "one"
    """One of the opening bets."""


@dataclass(frozen=True, kw_only=True)
class Wager:
    """One betting circle on the layout."""

    name: str
    kind: Kind
    settle: Settle
    paytables: tuple[Paytable, ...] = (NO_PAYS,)
    """The first is in play unless another is chosen."""
    ranking: Ranking | None = None
    """The hand that the wager is paid by; nothing if it is paid by the showdown."""
    on: Cards = Cards.OWN
    """The cards that ranking reads."""
    against: Cards | None = None
    """The cards that it reads besides, as another hand, for a settlement that asks for both lines."""
    first: int = 0
    """Number of first cards of each hand that are read; 0 for all of them."""
    survives_fold: bool = False
    alone: bool = False
    """Whether a player may make it without the opening bets; such a player has nothing to decide."""

    def __post_init__(self) -> None:
        if self.kind is not Kind.BONUS or not self.ranking:
            return
        for table in self.paytables:
            reading = Reading(table, self.ranking)
            outcomes = [self.settle(Facts(player=line), reading) for line in range(len(self.ranking.lines))]
            for pay in (*table.pays.values(), *(outcome.pay for outcome in outcomes)):
                verify_bonus(self.name, pay)

    @property
    def paytable(self) -> Paytable:
        """The paytable in play."""
        return self.paytables[0]

    @property
    def is_optional(self) -> bool:
        """Side bets and progressives may be left out."""
        return self.kind in (Kind.SIDE, Kind.PROGRESSIVE)

    @property
    def feeds_meter(self) -> bool:
        """Whether it is bet on a sensor for a progressive; in a game of one bet that may be the opening bet itself."""
        if self.kind is Kind.OPENING:
            return any(pay.level for table in self.paytables for pay in table.pays.values())
        return self.kind is Kind.PROGRESSIVE

    @property
    def is_base(self) -> bool:
        """Part of the game itself, and so of the round's house edge."""
        return not self.is_optional

    def outcome(self, facts: Facts, ranking: Ranking | None = None) -> Outcome:
        """Settle it; `ranking` is the showdown's, for a wager that has none of its own."""
        return self.outcome_by(self.paytable, facts, ranking)

    def outcome_by(self, table: Paytable, facts: Facts, ranking: Ranking | None = None) -> Outcome:
        """Settle it by another of its paytables."""
        outcome = self.settle(facts, Reading(table, self.ranking or ranking))
        verify_outcome(self.name, outcome)
        return outcome


def verify_outcome(name: str, outcome: object) -> None:
    """Refuse what is no answer of a settlement, such as a plain number."""
    if not isinstance(outcome, Outcome) or not isinstance(outcome.pay, Pay):
        raise ValueError(f"the settlement of {name} answers {outcome!r}; it answers Outcome(name, pay)")


def verify_bonus(name: str, pay: Pay) -> None:
    """Refuse a pay by which a bonus would take a stake that nobody made."""
    if pay.net < 0:
        raise ValueError(
            f"{name}: a bonus has no stake of its own, so that no line {pay.sentence}; "
            "let it pay a profit, or leave the line out"
        )


def opening(
    name: str,
    settle: Settle,
    *,
    pays: tuple[Paytable, ...] = (NO_PAYS,),
    hand: Ranking | None = None,
    on: Cards = Cards.OWN,
) -> Wager:
    """A bet every player makes before the deal; all opening bets are equal."""
    return Wager(name=name, kind=Kind.OPENING, settle=settle, paytables=pays, ranking=hand, on=on)


def raised(
    name: str,
    settle: Settle,
    *,
    pays: tuple[Paytable, ...] = (NO_PAYS,),
    hand: Ranking | None = None,
    on: Cards = Cards.OWN,
) -> Wager:
    """A bet made at a decision."""
    return replace(opening(name, settle, pays=pays, hand=hand, on=on), kind=Kind.RAISE)


def bonus(name: str, *, hand: Ranking, pays: tuple[Paytable, ...], on: Cards = Cards.OWN) -> Wager:
    """An extra pay on the Ante for a hand that is not folded."""
    return Wager(name=name, kind=Kind.BONUS, settle=extra_by_line, paytables=pays, ranking=hand, on=on)


def side_bet(
    name: str,
    *,
    pays: tuple[Paytable, ...],
    hand: Ranking | None = None,
    on: Cards = Cards.OWN,
    against: Cards | None = None,
    first: int = 0,
    settle: Settle = by_line,
    survives_fold: bool,
    alone: bool = False,
) -> Wager:
    """An optional bet, by a hand of its own or (without one) by the showdown; it may be one that stands alone."""
    return Wager(
        name=name, kind=Kind.SIDE, settle=settle, paytables=pays, ranking=hand, on=on, against=against, first=first,
        survives_fold=survives_fold, alone=alone,
    )  # fmt: skip


def progressive(
    name: str,
    *,
    pays: tuple[Paytable, ...],
    hand: Ranking | None = None,
    on: Cards = Cards.OWN,
    settle: Settle = by_line,
    survives_fold: bool,
) -> Wager:
    """An optional bet that feeds a progressive meter and can win it."""
    plain = side_bet(name, pays=pays, hand=hand, on=on, settle=settle, survives_fold=survives_fold)
    return replace(plain, kind=Kind.PROGRESSIVE)
