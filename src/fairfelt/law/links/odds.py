"""How likely each award of a progressive is, counted exactly: what a link has to have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from fairfelt.engine.answers.par import WagerPar
from fairfelt.engine.moments import kept_sheet
from fairfelt.law.core.profile import Law
from fairfelt.law.core.verdict import Finding
from fairfelt.law.limits.offer import Offer
from fairfelt.rules import Cards, Facts, Game, Paytable, Wager
from fairfelt.runtime.compute.compile import NoNumba


@dataclass(frozen=True)
class AwardOdds:
    """A share of a level, or a fixed pay: the hands that win it, and in how many of all combinations."""

    level: str
    share: Fraction
    hands: tuple[str, ...]
    combinations: int
    total: int

    @property
    def probability(self) -> Fraction:
        """The probability of winning it with one wager."""
        return Fraction(self.combinations, self.total)

    @property
    def name(self) -> str:
        """ "100% of Mega", or the hand of a fixed pay."""
        return f"{self.share * 100}% of {self.level}" if self.level else self.hands[0]


@dataclass(frozen=True)
class WagerOdds:
    """Every award of a progressive wager, and what was counted."""

    game: Game
    wager: Wager
    paytable: Paytable
    cards: int
    """How many cards a hand is made of."""
    by_hands: bool
    """Whether hands alone were counted; otherwise whole rounds, as folding can lose the bet."""
    awards: tuple[AwardOdds, ...]
    fixed: tuple[AwardOdds, ...] = ()
    """The fixed pays beside them, line by line."""

    @property
    def ranking(self) -> str:
        """The name of the ranking by which a hand wins."""
        ranking = self.wager.ranking or (self.game.showdown.ranking if self.game.showdown else None)
        return ranking.name if ranking else ""

    @property
    def all_hands(self) -> int:
        """The number of hands with that many cards."""
        return comb(len(self.game.deck), self.cards)


def award_odds(
    game: Game, wager: str, paytable: str = "", *, folded_hands_qualify: bool | None = None, again: bool = False
) -> WagerOdds:
    """Count a progressive wager with one of its paytables, or with the one in play.

    Where folded hands do not qualify, only hands count that the best strategy of the game plays. A link may decide
    that for its tables; None is the sheet's rule. What was counted before by the same code is taken, unless it is to
    be counted again: a server that cannot count knows the odds of every sheet that ships.
    """
    if folded_hands_qualify not in (None, game.wager(wager).survives_fold):
        game = game.with_wager(wager, survives_fold=folded_hands_qualify)
    bet = game.wager(wager)
    table = game.paytable(wager, paytable) if paytable else bet.paytable
    by_hands = is_counted_by_hands(bet)
    sheet = None if again else kept_sheet(game, bet, table)
    if sheet is None and not by_hands:
        sheet = _counted(game, bet, table)
    rows = tuple(_by_hands(game, bet, table) if sheet is None else _of_sheet(sheet))
    shares, fixed = ([row for row in rows if bool(row.level) is of_meter] for of_meter in (True, False))
    return WagerOdds(game, bet, table, game.deal.count(bet.on), by_hands, _together(shares), tuple(fixed))


def is_counted_by_hands(wager: Wager) -> bool:
    """Whether its hand alone decides a bet: then a moment is enough to count it, and no game has to be solved."""
    return bool(wager.ranking and wager.survives_fold and not wager.against and Cards.DEALER not in wager.on)


def check_offered_odds(law: Law, offer: Offer) -> Iterator[Finding]:
    """Check the odds of every progressive that a table offers, as far as hands alone decide it.

    Odds that this server cannot count are reported as such: a room's day begins all the same.
    """
    rule = law.find("award.odds")
    for name in offer.progressives if rule else ():
        if not is_counted_by_hands(offer.game.wager(name)):
            continue
        try:
            yield from check_award_odds(law, award_odds(offer.game, name, offer.paytable(name).name))
        except NoNumba as error:
            assert rule
            yield Finding(rule, f"{offer.game.title}, {name}: the odds of its awards are not known here: {error}")


def check_award_odds(law: Law, counted: WagerOdds) -> Iterator[Finding]:
    """Awards that are rarer than a standard lets pass without a display of the odds, which the finding has."""
    rule = law.find("award.odds")
    for award in (*counted.awards, *counted.fixed) if rule else ():
        if rule and award.probability * rule.number("one_in") < 1:
            odds = f"one in {round(1 / award.probability):,}" if award.combinations else "no hand wins it"
            rarer = f"is rarer than one in {rule.number('one_in'):,}: its odds are to be displayed ({odds})"
            yield Finding(rule, f"{counted.game.title}, {counted.wager.name}: {award.name} {rarer}")


def _by_hands(game: Game, wager: Wager, table: Paytable) -> Iterator[AwardOdds]:
    """A bet that outlives a fold depends on its hand alone: no game has to be solved for it."""
    from fairfelt.engine.bets.census import line_counts

    assert wager.ranking
    counts = line_counts(wager.ranking, game.deck, game.deal.count(wager.on))
    settling = replace(wager, paytables=(table,))
    for line, count in reversed(list(enumerate(counts))):
        outcome = settling.outcome(Facts(player=line))
        if outcome.pay.level or outcome.pay.net > 0:
            yield AwardOdds(outcome.pay.level, outcome.pay.share, (outcome.name,), count, sum(counts))


def _of_sheet(sheet: WagerPar) -> Iterator[AwardOdds]:
    for row in sheet.levels:
        yield AwardOdds(row.level, row.share, (row.line,), int(row.probability * sheet.total), sheet.total)
    for outcome in sheet.outcomes:
        if outcome.pay.net > 0 and not outcome.pay.level:
            yield AwardOdds("", Fraction(0), (outcome.name,), outcome.combinations, sheet.total)


def _counted(game: Game, wager: Wager, table: Paytable) -> WagerPar:
    from fairfelt.engine import solve, wager_par

    return wager_par(solve(game), wager, table)


def _together(rows: Iterable[AwardOdds]) -> tuple[AwardOdds, ...]:
    """Hands that win the same share of the same level are one award."""
    found: dict[tuple[str, Fraction], AwardOdds] = {}
    for row in rows:
        seen = found.get((row.level, row.share))
        found[row.level, row.share] = row if seen is None else replace(
            seen, hands=(*seen.hands, *row.hands), combinations=seen.combinations + row.combinations
        )  # fmt: skip
    return tuple(found.values())
