"""Paytables of a user's own: which lines a bet could pay, by their names, and a table of other pays that settles it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from fairfelt.engine.bets.census import line_counts
from fairfelt.rules import Cards, Envy, Game, Kind, Pay, Paytable, UnknownName, Wager, parse_pay
from fairfelt.rules.game import possible_outcomes
from fairfelt.rules.hands import Ranking, TrackRanking

MOST_ODDS = 100_000
"""Pays beyond it would be larger than the solvers' whole numbers allow for."""


MOST_PARTS = 1_000


WHAT_IF = "what if"
"""What a changed table is called unless it has a name."""


MARK = "marked"


class BadPay(ValueError):  # noqa: N818  (it reads as what happened)
    """A pay or a line that cannot be, and the sentence that says what would be right."""

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__(f"{place} {sentence}")
        self.sentence = sentence


@dataclass(frozen=True)
class PayLine:
    """A row that a wager's paytable has or could have."""

    line: int
    name: str
    needed: bool
    """True if the settlement needs a pay for it."""


@lru_cache(maxsize=512)
def pay_lines(game: Game, name: str) -> tuple[PayLine, ...]:
    """Every row that a wager could pay, the best first: found by paying each differently and settling all facts."""
    wager = game.wager(name)
    ranking, names = _ranking(game, wager), _names(game, wager)
    reachable = _reachable(game, wager, ranking)
    listed = [line for line in sorted(names, reverse=True) if line in wager.paytable.pays or reachable(line)]
    return tuple(PayLine(line, names[line], _is_needed(game, wager, line, names)) for line in listed)


def line_names(game: Game, wager: Wager) -> dict[str, int]:
    """What the lines of a wager's table can be called, in small letters."""
    table, ranking = wager.paytable, _ranking(game, wager)
    names = {name.lower(): line for line, name in _names(game, wager).items()}
    if not ranking:
        margins = {f"win by {line}": line for line in _candidates(game, wager)}
        return names | margins | {str(line): line for line in _candidates(game, wager)}
    names |= {line.name.lower(): number for number, line in enumerate(ranking.lines)}
    names |= {text.lower(): number for number, text in table.names.items()}
    return names | ({str(number): number for number in names.values()} if ranking.lines_are_lengths else {})


def own_table(game: Game, wager: Wager, name: str, listed: Mapping[str, Any]) -> Paytable:
    """A paytable from names of lines and pays in words, with what still applies of the one in play."""
    names = line_names(game, wager)
    pays: dict[int, Pay] = {}
    for key, text in listed.items():
        line = _line(wager, key, names)
        if line in pays:
            raise BadPay(f"[{wager.name}]", f"lists {key!r} twice, once by another name")
        pays[line] = read_pay(text, place=f"[{wager.name}] {key!r}:")
    return with_pays(game, wager, name, pays)


def with_pays(game: Game, wager: Wager, name: str, pays: Mapping[int, Pay]) -> Paytable:
    """The table in play with those pays instead: its names, envy and or-more are kept where they still apply."""
    old = wager.paytable
    if not pays:
        raise BadPay(f"[{wager.name}]", "needs at least one line that pays")
    parts = lcm(*(pay.net.denominator for pay in pays.values()))
    if parts > MOST_PARTS:
        raise BadPay(f"[{wager.name}]", f"mixes odds down to 1/{parts:,} of a unit: keep to parts of {MOST_PARTS:,}")
    if wager.kind is Kind.BONUS and any(pay.net < 0 for pay in pays.values()):
        raise BadPay(f"[{wager.name}]", "has no stake of its own to lose: let a line pay a profit, or leave it out")
    names = {line: text for line, text in old.names.items() if line in pays}
    table = Paytable(name, pays, names=names, envy=_kept_envy(old.envy, pays), or_more=old.or_more)
    if not _settles(game, wager, table):
        missing = [line.name for line in pay_lines(game, wager.name) if line.needed and line.line not in pays]
        raise BadPay(f"[{wager.name}]", f"has to say what {missing[0]!r} pays: write 'lose' if it loses")
    return table


def read_pay(text: object, *, place: str) -> Pay:
    """A pay in words, within what can be counted."""
    try:
        pay = parse_pay(text)  # type: ignore[arg-type]
    except ValueError as error:
        raise BadPay(place, str(error)) from error
    if pay.net > MOST_ODDS or pay.share > 1:
        raise BadPay(place, f"{text!r} is too much: pay at most {MOST_ODDS:,} to 1, or 100% of a level")
    return pay


def pays_text(tables: Mapping[str, Paytable], game: Game) -> str:
    """A file for --pays that puts these tables on their wagers."""
    return "\n".join(
        line for name, table in tables.items() for line in _section(game, replace(game.wager(name), paytables=(table,)))
    )


def _section(game: Game, wager: Wager) -> Iterator[str]:
    names = _names(game, wager)
    yield f"[{json.dumps(wager.name)}]"
    yield f"name = {json.dumps(wager.paytable.name, ensure_ascii=False)}"
    yield "[" + json.dumps(wager.name) + ".pays]"
    for line, pay in wager.paytable.pays.items():
        yield f"{json.dumps(names[line], ensure_ascii=False)} = {json.dumps(pay.words, ensure_ascii=False)}"
    yield ""


def _ranking(game: Game, wager: Wager) -> Ranking | None:
    """The ranking whose lines the table lists, if it lists any."""
    if wager.ranking or not game.showdown:
        return wager.ranking
    return game.showdown.ranking if paid_by_line(game, wager) else None


def paid_by_line(game: Game, wager: Wager) -> bool:
    """True if the wager's paytable lists lines of a ranking; otherwise it lists margins of victory."""
    return any(outcome.line is not None for _, outcome in possible_outcomes(game, wager))


def _candidates(game: Game, wager: Wager) -> range:
    ranking = _ranking(game, wager)
    highest = max((line for table in wager.paytables for line in table.pays), default=-1)
    return range(max(len(ranking.lines) if ranking else 0, highest + 1))


def _names(game: Game, wager: Wager) -> dict[int, str]:
    """The lines that a settlement can pay by, and what the table calls them."""
    try:
        return _marked(game, wager, _candidates(game, wager))
    except ValueError:  # a settlement that reads the only line of its table
        return _marked(game, wager, wager.paytable.pays)


def _marked(game: Game, wager: Wager, lines: Iterable[int]) -> dict[int, str]:
    ranking, old = _ranking(game, wager), wager.paytable
    marked = {line: Pay(Fraction(line), str(line), MARK) for line in lines}
    table = Paytable("", marked, names=old.names, or_more=old.or_more)
    found: dict[int, str] = {}
    for _, outcome in possible_outcomes(game, replace(wager, paytables=(table,))):
        if outcome.pay.level == MARK:
            line = int(outcome.pay.net)
            listed = line in old.names or (ranking is not None and line < len(ranking.lines))
            found.setdefault(line, old.line_name(line, ranking) if listed else outcome.name)
    return found


def _is_needed(game: Game, wager: Wager, line: int, names: Mapping[int, str]) -> bool:
    old, others = wager.paytable, {other: 0 for other in names if other != line}
    return not _settles(game, wager, Paytable("", others, names=old.names, or_more=old.or_more))


def _settles(game: Game, wager: Wager, table: Paytable) -> bool:
    """True if that table has every line that the settlement looks up."""
    try:
        for _ in possible_outcomes(game, replace(wager, paytables=(table,))):
            pass
    except (LookupError, ValueError):
        return False
    return True


def _reachable(game: Game, wager: Wager, ranking: Ranking | None) -> Callable[[int], bool]:
    """A test of a line: True if some hand makes it. Runs and flushes have lines for more cards than are dealt."""
    if not isinstance(ranking, TrackRanking):
        return lambda line: True
    cards = game.deal.count(wager.on if wager.ranking else Cards.OWN | Cards.COMMUNITY)
    counts = line_counts(ranking, game.deck, cards)
    return lambda line: counts[line] > 0


def _line(wager: Wager, key: str, names: Mapping[str, int]) -> int:
    name = key.lower().strip()
    if name not in names:
        raise UnknownName(f"line in the table of {wager.name}", key, tuple(names))
    return names[name]


def _kept_envy(envy: Envy | None, pays: Mapping[int, Pay]) -> Envy | None:
    amounts = {line: amount for line, amount in envy.amounts.items() if line in pays} if envy else {}
    return replace(envy, amounts=amounts) if envy and amounts else None
