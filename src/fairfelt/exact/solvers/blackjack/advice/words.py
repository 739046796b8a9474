"""Basic strategy in words, a line for each total: "stand against 4 to 6, otherwise hit"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fairfelt.rules.courses.blackjack.hand import FREE_SPLIT
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE, BlackjackRules

from ..play import Move
from ..settling import FREE, MONEY
from .basic_strategy import BasicStrategy, Line
from .choices import MOVE_NAMES, SPLIT

UPS = (*range(2, TEN + 1), ACE)
LINES = (*((False, total) for total in range(5, TWENTY_ONE)), *((True, total) for total in range(13, TWENTY_ONE)))
"""Totals of two cards: hard ones, then soft ones."""

StrategyLine = tuple[str, str]
"""What one holds, and what to do with it."""


def basic_words(rules: BlackjackRules, basic: BasicStrategy) -> tuple[StrategyLine, ...]:
    """The whole table; lines with the same words together, and free hands only where they are played otherwise."""
    money = _words_by_total(basic.moves[MONEY])
    found = [*_pairs(rules, basic), *_merged(money)]
    if FREE in basic.moves:
        free = _words_by_total(basic.moves[FREE])
        others = {line: words for line, words in free.items() if words != money[line]}
        found += [(f"{name}, on a free hand", words) for name, words in _merged(others)]
    return tuple(found)


def _words_by_total(moves: Mapping[int, Mapping[Line, Move]]) -> dict[tuple[bool, int], str]:
    return {line: _against({up: _action(moves[up], line) for up in UPS if up in moves}) for line in LINES}


def _action(lines: Mapping[Line, Move], line: tuple[bool, int]) -> str:
    """The move with two cards, and with more of them if it is another one."""
    two = MOVE_NAMES[lines[*line, False]]
    more = MOVE_NAMES[lines[*line, True]] if (*line, True) in lines else two
    return two if two == more else f"{two} (with more than two cards {more})"


def _against(actions: Mapping[int, str]) -> str:
    """The commonest action last and without its up cards."""
    by_number = [action for action, _ in Counter(actions.values()).most_common()]
    usual, rare = by_number[0], by_number[1:]
    said = [f"{action} against {_up_cards_text([up for up in actions if actions[up] == action])}" for action in rare]
    return "; ".join([*said, f"otherwise {usual}"]) if said else usual


def _up_cards_text(ups: Sequence[int]) -> str:
    """Up cards as they are read: "2 to 6", "9, 10 and ace"."""
    names = ["ace" if up == ACE else str(up) for up in ups]
    places = [UPS.index(up) for up in ups]
    if len(ups) > 2 and places == list(range(places[0], places[0] + len(ups))):
        return f"{names[0]} to {names[-1]}"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _merged(lines: Mapping[tuple[bool, int], str]) -> Iterator[StrategyLine]:
    """Neighboring totals with the same words as one."""
    runs: list[list[tuple[bool, int]]] = []
    for line, words in lines.items():
        last = runs[-1][-1] if runs else None
        if last and last == (line[0], line[1] - 1) and lines[last] == words:
            runs[-1].append(line)
        else:
            runs.append([line])
    for run in runs:
        (soft, first), (_, final) = run[0], run[-1]
        totals = str(first) if first == final else f"{first} to {final}"
        yield f"{'Soft' if soft else 'Hard'} {totals}", lines[run[0]]


def _pairs(rules: BlackjackRules, basic: BasicStrategy) -> Iterator[StrategyLine]:
    """Against which up cards each pair is split."""
    for card in range(ACE, TEN + 1):
        ups = [up for up in UPS if up in basic.strategy and card in basic.strategy[up].splits]
        name = FREE_SPLIT.name if rules.splits_free(card) else SPLIT
        if ups:
            always = len(ups) == len(basic.strategy)
            yield (
                f"Pair of {'aces' if card == ACE else f'{card}s'}",
                name if always else f"{name} against {_up_cards_text(ups)}",
            )
