"""How to play against each hand of the dealer's that is known, in words: "double hard 9 to 11; otherwise hit"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from fairfelt.answers.strategy import ShortRule
from fairfelt.exact.solvers.blackjack.hands import all_hands
from fairfelt.exact.solvers.blackjack.play import Move
from fairfelt.exact.solvers.blackjack.settling import MONEY
from fairfelt.exact.solvers.blackjack.strategy import Plan
from fairfelt.rules.courses.blackjack.rules import ACE, TWENTY_ONE, best_total

from .hole_card import KnownPair

HARD, SOFT = range(5, TWENTY_ONE), range(13, TWENTY_ONE)
WORDS = {
    Move.SURRENDER: "surrender", Move.DOUBLE: "double", Move.FREE_DOUBLE: "double free", Move.STAND: "stand",
}  # fmt: skip
PLURALS = {1: "aces", 10: "tens"}


def hole_card_rules(pairs: Sequence[KnownPair]) -> tuple[ShortRule, ...]:
    """A rule for each total that the dealer can have, the commonest cards of it; totals of one rule together."""
    by_total: dict[tuple[bool, int], KnownPair] = {}
    for pair in pairs:  # the higher cards come last, and tens are the commonest
        total, soft = best_total(sum(pair.cards), aces=ACE in pair.cards)
        by_total[soft, total] = pair
    rows = [(total, play_words(pair.plan)) for total, pair in sorted(by_total.items())]
    return tuple(_merged(rows))


def _merged(rows: Sequence[tuple[tuple[bool, int], str]]) -> Iterator[ShortRule]:
    for (soft, words), group in groupby(rows, key=lambda row: (row[0][0], row[1])):
        totals = [total for (_, total), _ in group]
        upto = str(totals[0]) if len(totals) == 1 else f"{totals[0]} to {totals[-1]}"
        yield ShortRule(f"Dealer has {'soft' if soft else 'hard'} {upto}", words)


def play_words(plan: Plan) -> str:
    """One strategy in a sentence; what is not named is hit."""
    found = []
    for move, word in WORDS.items():
        named = [
            f"{kind} {_runs(totals)}"
            for kind, soft, every in (("hard", False, HARD), ("soft", True, SOFT))
            if (totals := [total for total in every if _usual(plan, soft=soft, total=total) is move])
        ]
        found += [f"{word} {', '.join(named)}"] if named else []
    if plan.splits:
        found.insert(0, "split " + ", ".join(PLURALS.get(card, f"{card}s") for card in sorted(plan.splits)))
    return "; ".join([*found, "otherwise hit"])


def _usual(plan: Plan, *, soft: bool, total: int) -> Move:
    """What is done with most hands of two cards that come to a total, or of three."""
    hands, moves = all_hands(), plan.moves[MONEY][0]
    for size in (2, 3):
        rows = (hands.total == total) & (hands.soft == soft) & (hands.size == size)
        if rows.any():
            return Move(Counter(moves[rows].tolist()).most_common(1)[0][0])
    return Move.HIT


def _runs(totals: Sequence[int]) -> str:
    """Numbers in a row as one: "12 to 16 and 18"."""
    runs: list[list[int]] = []
    for total in totals:
        if runs and runs[-1][-1] == total - 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return " and ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
