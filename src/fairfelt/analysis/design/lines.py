"""What a paytable should come to, and the lines of a bet with everything each could pay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from math import log2

from fairfelt.engine.exact import Root, Solution, WagerPar, solve, wager_par
from fairfelt.rules import PUSH, Basis, Game, Pay, Paytable, Wager, for_one, possible_facts, to

from .pays import PayLine

# What a paytable should come to.


_FORM = re.compile(r"(?P<low>-?\d+(?:\.\d+)?)?(?P<one>%)?\.\.(?P<high>-?\d+(?:\.\d+)?)?(?P<two>%)?")


class TargetsError(ValueError):
    """Targets that cannot be, and the sentence that says what would be right."""


@dataclass(frozen=True)
class Range:
    """From one number to another, both included; an end that is None is open."""

    low: Fraction | None = None
    high: Fraction | None = None

    def __contains__(self, number: Fraction | Root) -> bool:
        """Whether it is neither below nor above; roots, which are not negative, are compared by their squares."""
        low, high = self.low, self.high
        if isinstance(number, Root):
            number = number.square
            low = None if low is None or low <= 0 else low**2
            high = high if high is None or high < 0 else high**2
        return (low is None or number >= low) and (high is None or number <= high)

    def narrowed(self, other: Range) -> Range:
        """What lies in both."""
        lows = [end for end in (self.low, other.low) if end is not None]
        highs = [end for end in (self.high, other.high) if end is not None]
        return Range(max(lows, default=None), min(highs, default=None))

    def times(self, factor: Fraction) -> Range:
        """Both ends by a positive factor."""
        return Range(*(None if end is None else end * factor for end in (self.low, self.high)))


ANY = Range()


@dataclass(frozen=True)
class Targets:
    """What is asked of a paytable."""

    edge: Range
    """House edge of the bet; of the round where the bet is part of the game itself. Meter shares are left out."""
    hit: Range = ANY
    volatility: Range = ANY
    """Standard deviation of one unit, or of the round."""
    top: Range = ANY
    """The greatest fixed pay, to 1."""
    break_even: Range = ANY
    """The meter in wagers at which the bet has no edge."""
    whole_numbers: bool = False


def parse_range(text: str, *, what: str, percent: bool) -> Range:
    """Read "3..4%", "20%..", "..5": two numbers with dots between them, one of which may be missing."""
    found = _FORM.fullmatch(text.replace(" ", "").replace(",", ""))
    example = "3..4%" if percent else "2..5"
    if not found or (found["low"] is None and found["high"] is None):
        raise TargetsError(f"{what} {text!r} is not a range: write {example}, or leave one end open")
    is_percent = bool(found["one"] or found["two"])
    if is_percent != percent:
        sort = "a percentage" if percent else "a plain number"
        raise TargetsError(f"{what} {text!r} is not a range of {sort}: write {example}")
    low, high = (None if end is None else Fraction(end) / (100 if percent else 1) for end in found.group("low", "high"))
    if low is not None and high is not None and low > high:
        raise TargetsError(f"{what} {text!r} runs backwards: write the smaller number first, as in {example}")
    return Range(low, high)


# Pays that look like pays: the numbers that stand on paytables, and how awkward each is to read and to pay.


SMALL = tuple(range(1, 13))
STEPS = (15, 20, 25, 30, 35, 40, 50, 60, 75, 80)
"""Two digits; the hundreds and thousands above them are multiples of ten of these and of one to nine."""
LARGEST = 25_000
AWKWARD = {1: 0, 2: 0, 5: 0, 25: 1, 3: 1, 4: 1, 6: 2, 8: 2, 15: 2, 75: 3, 35: 3, 12: 3, 7: 3, 9: 3, 11: 4}
"""By the digits without the zeros at their end."""
FRACTION = 4
"""How awkward odds such as 3 to 2 are."""
SEPARATE = 4
"""What a step of awkwardness counts, beside a pay that is doubled or halved against the table in play."""
DOUBLED = 10
DROPPED = 25
"""What it counts if a line of the table in play is not paid any more, or the other way round."""


@dataclass(frozen=True)
class Option:
    """A pay that a line could have."""

    pay: Pay
    cost: int
    """How much worse it looks than the best."""
    listed: bool = True
    """Whether the line stands on the paytable at all."""

    @property
    def net(self) -> Fraction:
        """Profit for a unit."""
        return self.pay.net


def numbers(most: Fraction) -> tuple[int, ...]:
    """Whole odds that paytables use, up to the most that may be paid."""
    found = {*SMALL, *STEPS}
    power = 100
    while power <= LARGEST:
        found |= {digit * power for digit in range(1, 10)} | {step * power // 10 for step in (12, 15, 25, 35, 75)}
        power *= 10
    return tuple(sorted(number for number in found if number <= most and number <= LARGEST))


def awkwardness(pay: Pay) -> int:
    """None for 1, 2, 5, 10, 20, 50 and so on."""
    odds = pay.net + 1 if pay.basis is Basis.FOR else pay.net
    if odds.denominator != 1:
        return FRACTION
    number = odds.numerator
    while number and number % 10 == 0:
        number //= 10
    return AWKWARD.get(number, FRACTION)


def options(
    present: Pay | None, absent: Pay | None, *, basis: Basis, push: bool, whole: bool, most: Fraction
) -> tuple[Option, ...]:
    """Everything a line could pay, the least first; `absent` is what becomes of it where it is not listed."""
    pays: dict[Fraction, Pay] = {}
    make = for_one if basis is Basis.FOR else to
    for number in numbers(most + (basis is Basis.FOR)):
        pay = make(number)
        if pay.net > 0:
            pays[pay.net] = pay
    if not whole and basis is Basis.TO:
        pays[Fraction(3, 2)] = to(3, 2)
        if present and present.net > 0 and present.net <= most:
            pays[present.net] = present
    elif present and present.net > 0 and present.net.denominator == 1 and present.net <= most:
        pays[present.net] = present
    found = [Option(pay, _cost(pay, present)) for pay in pays.values()]
    if push and (absent is None or absent.net != 0):
        found.append(Option(PUSH, 0 if present and present.net == 0 else DROPPED))
    if absent is not None:
        found.append(Option(absent, DROPPED if present and present.net != absent.net else 0, listed=False))
    return tuple(sorted(found, key=lambda option: option.net))


def _cost(pay: Pay, present: Pay | None) -> int:
    if present is None or present.net <= 0:
        return SEPARATE * awkwardness(pay) + DROPPED
    return SEPARATE * awkwardness(pay) + round(DOUBLED * abs(log2(pay.net / present.net)))


def largest(pays: Iterable[Pay]) -> Fraction:
    """The greatest fixed pay."""
    return max((pay.net for pay in pays if not pay.level), default=Fraction(0))


# The lines of a bet with everything each could pay, and how the expected result depends on their pays.
#
# For one way to play, the player's expected result is linear in the pays: a constant and, for every line, a slope (the
# units that the line is paid on, on average). Best play is the greatest of these lines, so the result is convex in the
# pays and made of flat pieces; where a bet decides nothing there is one piece only.


MakeTable = Callable[[str, Mapping[int, Pay]], Paytable]
GROWTH = 2
"""The greatest pay that is tried without a target for it, by the one in play."""


class DesignError(ValueError):
    """A bet that cannot be designed, and the sentence that says why."""


@dataclass(frozen=True)
class DesignLine:
    """A line with the pays that it could have, the least first."""

    line: int
    name: str
    present: Pay
    """What it pays today, or what becomes of it where it is not listed."""
    options: tuple[Option, ...]

    @property
    def is_kept(self) -> bool:
        """Whether the user set what it pays; the share of a meter cannot be set."""
        return len(self.options) == 1 and not self.options[0].pay.level


@dataclass(frozen=True)
class Play:
    """One way to play, as a function of the pays."""

    constant: Fraction
    """The player's expected result if every line paid nothing: neither profit nor loss."""
    slopes: tuple[Fraction, ...]
    """By line: how much the result grows with its pay."""
    chances: tuple[Fraction, ...]
    """By line: how often the bet is paid by it."""
    other_hits: Fraction
    """How often the bet wins otherwise: shares of a meter."""
    other_squares: Fraction
    """What all that is not paid by these lines adds to the mean square of the result of one unit."""

    def expected(self, pays: Sequence[Fraction]) -> Fraction:
        """The player's expected result with those pays and this play."""
        return self.constant + sum((s * pay for s, pay in zip(self.slopes, pays, strict=True)), Fraction(0))


@dataclass(frozen=True, eq=False)
class Problem:
    """A bet, what its lines could pay, and what is asked of it."""

    game: Game
    wager: Wager
    lines: tuple[DesignLine, ...]
    """The best paid first."""
    targets: Targets
    decides: bool
    """Whether the best play depends on these pays."""
    make_table: MakeTable
    play: Play
    """Best play with the pays of today."""
    today: WagerPar
    shares: Fraction
    """Expected share of the meter, where the bet wins one of a single level."""

    @property
    def edge_today(self) -> Fraction:
        """The house edge with the pays of today."""
        return -self.play.expected([Fraction(0) if line.present.level else line.present.net for line in self.lines])

    @property
    def hits_in_reach(self) -> Range:
        """How often the bet may win with the lines that may be paid, by the play of today."""
        by_line = [
            (chance, [option.pay.wins for option in line.options])
            for line, chance in zip(self.lines, self.play.chances, strict=True)
        ]
        ends = (sum((chance for chance, wins in by_line if some(wins)), self.play.other_hits) for some in (all, any))
        return Range(*ends)

    @property
    def unpaid_lines(self) -> tuple[str, ...]:
        """Lines of its hand for which no pay is looked for, the best first."""
        ranking = self.wager.ranking or (self.game.showdown.ranking if self.game.showdown else None)
        listed = {line.line for line in self.lines}
        lines = reversed(tuple(enumerate(ranking.lines))) if ranking else ()
        return tuple(line.name for number, line in lines if number not in listed and line.kind_of is None)

    def pays_of(self, chosen: Sequence[int]) -> tuple[Option, ...]:
        return tuple(line.options[at] for line, at in zip(self.lines, chosen, strict=True))


def build_problem(
    game: Game,
    wager: str,
    rows: Sequence[PayLine],
    targets: Targets,
    make_table: MakeTable,
    *,
    keep: Mapping[int, Pay],
    executor: Executor | None = None,
) -> Problem:
    """Count the bet as it is, and list what every line could pay; kept lines pay what they are kept at."""
    bet = game.wager(wager)
    if not bet.paytable.pays:
        paid = ", ".join(each.name for each in game.wagers if each.paytable.pays) or "none"
        raise DesignError(f"{bet.name} of {game.title} is not paid by a table; wagers that are: {paid}")
    lines = tuple(_lines(game, bet, rows, targets, keep))
    if not any(len(line.options) > 1 for line in lines):
        raise DesignError(f"every line of {bet.name} is kept or a share of a meter: leave one free to be designed")
    if any(not line.options for line in lines):
        named = next(line.name for line in lines if not line.options)
        raise DesignError(f"no pay is left for {named!r}: raise the top award, or leave the line free")
    decides = bet.is_base and bool(game.streets)
    played = game.with_pays(bet.name, make_table("", {line.line: line.present for line in lines}))
    solution = solve(played, executor=executor)
    today = wager_par(solution, played.wager(bet.name), played.wager(bet.name).paytable)
    shares = sum((row.share * row.probability for row in today.levels), Fraction(0))
    if targets.break_even != ANY and len({row.level for row in today.levels}) != 1:
        raise TargetsError(
            f"{bet.name} wins no share of one meter, so it has no break-even meter: leave that target out"
        )
    play = play_of(solution, bet.name, [(line.line, line.present) for line in lines], decides=decides)
    return Problem(game, bet, lines, targets, decides, make_table, play, today, shares)


def _lines(
    game: Game, bet: Wager, rows: Sequence[PayLine], targets: Targets, keep: Mapping[int, Pay]
) -> list[DesignLine]:
    table, numbers = bet.paytable, [row.line for row in rows]
    fixed = [pay for pay in table.pays.values() if not pay.level]
    basis = Basis.FOR if any(pay.basis is Basis.FOR for pay in fixed) else Basis.TO
    push = any(pay.basis is Basis.PUSH for pay in fixed)
    top = targets.top.high
    most = top if top is not None else GROWTH * max(largest(fixed), largest(keep.values()))
    found = []
    for row in rows:
        present, absent = table.pays.get(row.line), absent_pay(game, bet, numbers, row.line)
        if present is None and absent is None:
            continue  # paid as another line unless it is listed
        now = present or absent
        assert now
        held = keep.get(row.line) or (present if present and present.level else None)
        choice: tuple[Option, ...] = (Option(held, 0),) if held else options(
            present, absent, basis=basis, push=push, whole=targets.whole_numbers, most=most
        )  # fmt: skip
        found.append(DesignLine(row.line, row.name, now, choice))
    return sorted(found, key=lambda line: (not line.present.level, -line.present.net, -line.line))


def absent_pay(game: Game, wager: Wager, lines: Sequence[int], line: int) -> Pay | None:
    """What becomes of the bet on a line that is not listed; None where it cannot be left out or is paid as another."""
    old, ranking = wager.paytable, game.showdown.ranking if game.showdown else None
    marks = {each: Pay(Fraction(1), f"row {each}") for each in lines}
    whole, rest = (
        replace(wager, paytables=(Paytable("", pays, names=old.names, or_more=old.or_more),))
        for pays in (marks, {each: mark for each, mark in marks.items() if each != line})
    )
    found = set()
    for facts in possible_facts(game, wager):
        if whole.outcome(facts, ranking).pay == marks[line]:
            try:
                found.add(rest.outcome(facts, ranking).pay)
            except (LookupError, ValueError):
                return None
    left = found.pop() if len(found) == 1 else None
    return None if left in marks.values() else left


def play_of(solution: Solution, wager: str, pays: Sequence[tuple[int, Pay]], *, decides: bool) -> Play:
    """How the expected result depends on the pays under the play of a solution."""
    game = solution.game
    bet = game.wager(wager)
    marks = {line: replace(pay, net=Fraction(1), words=f"row {line}") for line, pay in pays if not pay.level}
    marks |= {line: pay for line, pay in pays if pay.level}
    table = Paytable("", marks, names=bet.paytable.names, or_more=bet.paytable.or_more)
    slopes, chances = ({line: Fraction(0) for line, _ in pays} for _ in range(2))
    line_of = {pay: line for line, pay in marks.items()}
    other_hits = other_squares = Fraction(0)
    for each in game.paid_alike(wager) if decides else (bet,):
        sheet = wager_par(solution, each, table)
        for row in sheet.outcomes:
            line = line_of.get(row.pay)
            if line is not None and not row.pay.level:
                slopes[line] += row.contribution if decides else row.contribution / (sheet.average_stake or 1)
            if each.name != bet.name:
                continue
            if line is not None and not row.pay.level:
                chances[line] += row.probability
            else:
                other_hits += row.probability if row.pay.wins else 0
                other_squares += row.pay.net**2 * row.probability
    value = -(solution.round.house_edge if decides else wager_par(solution, bet, bet.paytable).house_edge)
    fixed = sum((slopes[line] * pay.net for line, pay in pays if not pay.level), Fraction(0))
    return Play(value - fixed, tuple(slopes.values()), tuple(chances.values()), other_hits, other_squares)
