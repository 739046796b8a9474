"""Envy and shares of a meter: who gets them, on which hands, from whom."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from fairfelt.rules import Published, Wager

from ..check import Stage, check
from ..finding import Finding, error, note, question
from ..subject import Subject, place_of

EDGES = ("house_edge", "player_return", "expected_value")
"""Figures that say how much the house keeps."""


@check("FF113", "envy for a hand that does not win", Stage.SHEET)
def envy_lines(subject: Subject) -> Iterable[Finding]:
    """Envy goes with a line of the paytable. A line that is not listed pays none, and a better hand should not be
    envied less."""
    for wager, table in subject.tables:
        amounts = sorted(table.envy.amounts.items()) if table.envy else []
        for line, amount in amounts:
            if line not in table.pays:
                text = f"Envy of {amount:,} goes with a hand that {wager.name} {table.name} does not pay."
                yield error(place_of(wager, table, line), text, right="List the hand, or take the envy off.")
        for (_, worse), (line, better) in pairwise(amounts):
            if better < worse:
                text = f"This hand brings envy of {better:,}, a lower one {worse:,}."
                yield error(place_of(wager, table, line), text, right="Let the better hand bring as much or more.")


@check("FF114", "envy where the dealer's hand decides", Stage.SHEET)
def envy_of_the_dealer(subject: Subject) -> Iterable[Finding]:
    """Nobody is to win envy from the dealer's hand. A bet that is settled by both hands cannot keep to that as it
    stands: each win is the dealer's hand as well, and one hand of the dealer's can make several players win at once."""
    for wager, table in subject.tables:
        if table.envy and (wager.ranking is None or wager.against):
            text = (
                f"{wager.name} {table.name} is won by the player's and the dealer's hand together, and brings envy. "
                "One hand of the dealer's can make several players win in the same round."
            )
            right = "Say whether each of them brings the others envy, and whether a winner gets it from the next one."
            yield question(place_of(wager, table), text, right=right)


@check("FF115", "shares of a level", Stage.SHEET)
def shares(subject: Subject) -> Iterable[Finding]:
    """No hand can take more than all of a meter. A level that no hand takes whole is never reseeded."""
    for wager, table in subject.tables:
        for line, pay in table.pays.items():
            if pay.share > 1:
                text = f"{pay.words} is more than there is."
                yield error(place_of(wager, table, line), text, right="Pay 100% or less.")
        for level in sorted({pay.level for pay in table.pays.values() if pay.level}):
            most = max(pay.share for pay in table.pays.values() if pay.level == level)
            if most < 1:
                text = f"No hand takes the whole {level}: the most is {most * 100}%."
                yield note(place_of(wager, table), text, right="Say when the level is reseeded.")


@check("FF311", "who is paid first from a meter", Stage.SHEET)
def order_of_shares(subject: Subject) -> Iterable[Finding]:
    """Two shares of one level won in one round come to different amounts by the order in which they are paid. The
    sheet has to name the order, and whether the level is reseeded in between."""
    for wager in subject.game.wagers:
        for shares_won, levels in _by_shares(wager).items():
            text = _order_text(" or ".join(sorted(levels)), max(shares_won), min(shares_won))
            yield question(place_of(wager), text, right="Name the order of payment, and when a level is reseeded.")


def _by_shares(wager: Wager) -> dict[frozenset[Fraction], set[str]]:
    """Levels by the shares of them that one table pays."""
    found: dict[frozenset[Fraction], set[str]] = {}
    for table in wager.paytables:
        for level in {pay.level for pay in table.pays.values() if pay.level}:
            won = frozenset(pay.share for pay in table.pays.values() if pay.level == level)
            found.setdefault(won, set()).add(level)
    return found


def _order_text(level: str, most: Fraction, least: Fraction) -> str:
    if most == least:
        return (
            f"Two players win {most * 100}% of the {level} in one round: the second gets his share of what is left, "
            "or of the new seed, or they divide it."
        )
    return (
        f"One player wins {most * 100}% of the {level} and another {least * 100}% in one round: paid after the larger "
        f"share, the smaller is {least * 100}% of what is left or of the new seed; paid before it, {least * 100}% of "
        "the whole."
    )


@check("FF309", "by whose bet envy is multiplied", Stage.SHEET)
def envy_multiplier(subject: Subject) -> Iterable[Finding]:
    """Where envy is “multiplied by the wager amount”, two bets are on the table: that of the player with the hand and
    that of the one who gets the envy. With equal bets no figure tells them apart, so the words have to."""
    for wager in subject.game.wagers:
        amounts = [max(t.envy.amounts.values()) for t in wager.paytables if t.envy and t.envy.times_wager]
        if amounts:
            most = max(amounts)
            text = (
                f"Envy of {most:,} is multiplied by the wager, and it is not said whose. A player with a bet of 1 gets "
                f"{most:,} or {5 * most:,} from a neighbor who bet 5; read here: {most:,}, by his own bet."
            )
            yield question(place_of(wager), text, right="Say by whose wager the envy is multiplied.")


@check("FF116", "no figure printed", Stage.SHEET)
def figures_missing(subject: Subject) -> Iterable[Finding]:
    """A sheet should print the house edge of every wager and paytable it offers, so that it can be verified; a figure
    from elsewhere does not show that the designer's table is the one that was meant."""
    for wager in subject.game.optional:
        printed = [p for p in subject.game.published if p.wager == wager.name and p.figure in EDGES]
        missing = [table.name for table in wager.paytables if not any(_is_of(p, table.name) for p in printed)]
        sources = sorted({p.source for p in printed if p.source != Published.source})
        if missing:
            text = f"No house edge is printed for paytable {', '.join(missing)}."
            yield note(place_of(wager), text, right="Print it, with the assumptions it rests on.")
        if sources and all(p.source != Published.source for p in printed):
            text = f"All figures come from elsewhere ({'; '.join(sources)}), none from the rule sheet."
            yield note(place_of(wager), text, right="Attach the paytables to the sheet, with their figures.")


def _is_of(published: Published, table: str) -> bool:
    return published.paytable in ("", table)
