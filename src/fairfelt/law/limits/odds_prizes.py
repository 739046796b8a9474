"""Limits and funds for odds-based prizes: aggregate payout limits, and the second highest prize above an amount."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.law.core.profile import Law
from fairfelt.law.core.rule import Rule
from fairfelt.law.core.verdict import Finding
from fairfelt.rules import DOLLARS, Paytable, format_amount

from .offer import AggregateLimit, Offer


@dataclass(frozen=True)
class OddsPrize:
    """The most that one line of a paytable can pay at a table."""

    game: str
    wager: str
    hand: str
    odds: Fraction
    amount_micros: int


def odds_prizes(offer: Offer) -> Iterator[OddsPrize]:
    """Every odds-based prize of a table at its largest wager; shares of a meter are no such prizes."""
    game = offer.game
    for name, limits in offer.wagers.items():
        wager = game.wager(name)
        ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
        aggregate = next((a.table_micros for a in offer.aggregates if name in a.wagers), None)
        table = offer.paytable(name)
        for line, pay in table.pays.items():
            if pay.level or pay.net <= 0:
                continue
            amount = limits.most_micros * pay.net.numerator // pay.net.denominator
            paid = amount if aggregate is None else min(amount, aggregate)
            by_margin = wager.ranking is None
            hand = table.line_name(line, None if by_margin else ranking)
            yield OddsPrize(game.title, name, hand, pay.net, paid)


def highest_odds(table: Paytable) -> Fraction:
    """The highest odds "to 1" of a paytable, shares of a meter left out."""
    return max((pay.net for pay in table.pays.values() if not pay.level), default=Fraction(0))


@dataclass(frozen=True)
class OddsFunding:
    """What is to be kept for odds-based prizes, and which prizes ask for it."""

    rule: Rule
    prizes: tuple[OddsPrize, ...]
    """Those above the amount, highest first."""

    @property
    def required_micros(self) -> int:
        """The second highest; nothing while there are fewer than two."""
        return self.prizes[1].amount_micros if len(self.prizes) > 1 else 0


def odds_funding(law: Law, offers: Iterable[Offer]) -> OddsFunding | None:
    """What all tables together ask for. A prize that several tables of one game offer is one prize."""
    rule = law.find("funds.odds_prizes")
    if rule is None:
        return None
    above = rule.number("above_micros")
    prizes = {prize for offer in offers for prize in odds_prizes(offer) if prize.amount_micros > above}
    return OddsFunding(rule, tuple(sorted(prizes, key=lambda p: (-p.amount_micros, p.game, p.wager, p.hand))))


def check_odds_funds(law: Law, offers: Iterable[Offer], kept_micros: int, currency: str = DOLLARS) -> Iterator[Finding]:
    """Whether enough is kept for the prizes in one currency."""
    funding = odds_funding(law, (offer for offer in offers if offer.currency == currency))
    if funding and kept_micros < funding.required_micros:
        second = funding.prizes[1]
        what = f"{second.game}, {second.wager}, {second.hand}"
        kept, required = (format_amount(micros, currency) for micros in (kept_micros, funding.required_micros))
        second_highest = f"{required}, the second highest odds-based prize ({what})"
        yield Finding(funding.rule, f"{kept} is kept for odds-based prizes, less than {second_highest}")


def check_aggregates(law: Law, offer: Offer) -> Iterator[Finding]:
    """Every aggregate limit of a table."""
    rule = law.find("payout.aggregate")
    if rule is None:
        return
    for limit in offer.aggregates:
        yield from _approved_and_shown(rule, limit)
        for name in limit.wagers:
            yield from _high_enough(rule, offer, limit, name)


def _approved_and_shown(rule: Rule, limit: AggregateLimit) -> Iterator[Finding]:
    names = " and ".join(limit.wagers)
    if not limit.approval:
        yield Finding(rule, f"the aggregate limit on {names} needs an approval; name its document")
    if not limit.displayed:
        yield Finding(rule, f"the aggregate limit on {names} is to be displayed on the layout or a sign")
    if len(limit.wagers) > 1 and rule.flag("one_kind_only"):
        yield Finding(rule, f"one aggregate limit cannot cover {names} together; give each its own")
    if limit.player_micros is not None and not rule.flag("player_limits"):
        yield Finding(rule, f"a limit for one player is not possible on {names}; it is for all players of a deal")


def _high_enough(rule: Rule, offer: Offer, limit: AggregateLimit, name: str) -> Iterator[Finding]:
    limits, odds = offer.wagers[name], highest_odds(offer.paytable(name))
    if odds < rule.number("imposed_from_odds"):
        yield Finding(rule, f"{name} pays at most {odds} to 1; only from {rule.number('imposed_from_odds')} to 1 on "
                            "may its payout be limited")  # fmt: skip
        return
    least = limits.most_micros * min(odds, Fraction(rule.number("odds_up_to")))
    if rule.flag("least_wager_counts"):
        least = max(least, limits.least_micros * odds)
    required = -(-least.numerator // least.denominator)
    table = required * rule.number("table_times_player")
    if limit.player_micros is not None and limit.player_micros < required:
        most, least_most = (format_amount(micros, offer.currency) for micros in (limit.player_micros, required))
        yield Finding(rule, f"{name}: the limit of {most} a player is below {least_most}")
    if limit.table_micros < table:
        most, least_most = (format_amount(micros, offer.currency) for micros in (limit.table_micros, table))
        yield Finding(rule, f"{name}: the aggregate limit of {most} is below {least_most}")
