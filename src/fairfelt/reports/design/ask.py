"""From what a person asks of a paytable to the problem that is searched: lines by their names, pays in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor

from fairfelt.design import Problem, Row, Targets, build_problem
from fairfelt.reports.par.own_pays import line_names, pay_lines, read_pay, with_pays
from fairfelt.rules import Game, Pay, Paytable, UnknownName


def design_problem(
    game: Game,
    wager: str,
    targets: Targets,
    *,
    keep: Mapping[str, str] | None = None,
    may_pay: Sequence[str] = (),
    executor: Executor | None = None,
) -> Problem:
    """The problem of one bet: kept lines pay what they are kept at, further lines may be paid."""
    bet = game.wager(wager)
    kept: dict[int, Pay] = {}
    for name, text in (keep or {}).items():
        kept[find_line(game, wager, name)] = read_pay(text, place=f"{name}:")
    lines = {*bet.paytable.pays, *kept, *(find_line(game, wager, name) for name in may_pay)}
    rows = [Row(each.line, each.name) for each in pay_lines(game, bet.name) if each.line in lines]

    def make_table(name: str, pays: Mapping[int, Pay]) -> Paytable:
        return with_pays(game, bet, name, pays)

    return build_problem(game, wager, rows, targets, make_table, keep=kept, executor=executor)


def find_line(game: Game, wager: str, name: str) -> int:
    """The number of a line by any of its names."""
    names = line_names(game, game.wager(wager))
    if name.lower().strip() not in names:
        raise UnknownName(f"line of {game.wager(wager).name}", name, tuple(names))
    return names[name.lower().strip()]
