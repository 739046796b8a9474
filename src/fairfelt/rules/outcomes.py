"""How a wager can end, and what each of its paytables pays then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from fairfelt.rules.game import Game, possible_outcomes
from fairfelt.rules.pays import LOSE, Pay, Paytable
from fairfelt.rules.settlement import Facts, Outcome, Result
from fairfelt.rules.wager import Wager


@dataclass
class SettlementRow:
    """One way a wager can end, and what each paytable pays then."""

    when: str
    line: int | None
    facts: Facts
    """The least that ends so."""
    pays: dict[str, Pay] = field(default_factory=dict)
    """By the paytable's name."""

    def envy(self, table: Paytable) -> int | None:
        """What this outcome pays every other bettor under that paytable."""
        return table.envy.amounts.get(self.line) if table.envy and self.line is not None else None

    @property
    def rank(self) -> tuple[object, ...]:
        """For putting the best outcome first: by pay, then by hand."""
        return max((pay.share, pay.net) for pay in self.pays.values()), _height(self.facts)


def settlement_rows(game: Game, wager: Wager) -> tuple[SettlementRow, ...]:
    """Every outcome of a wager with all its paytables, the best first."""
    found: dict[str, SettlementRow] = {}
    ranking = game.showdown.ranking if game.showdown else None
    for table in wager.paytables:
        for facts, outcome in _reachable(game, wager, table):
            row = found.setdefault(outcome.name, SettlementRow(outcome.name, outcome.line, facts))
            row.facts = min(row.facts, facts, key=_height)
    for row in found.values():
        row.pays = {table.name: _with(wager, table).outcome(row.facts, ranking).pay for table in wager.paytables}
    return tuple(sorted(found.values(), key=lambda row: row.rank, reverse=True))


def _height(facts: Facts) -> tuple[int, ...]:
    return facts.result, abs(facts.margin), facts.player


def _reachable(game: Game, wager: Wager, table: Paytable) -> Iterator[tuple[Facts, Outcome]]:
    """Outcomes under one paytable, without margins that no hand can reach: a name under which every win loses."""
    found = list(possible_outcomes(game, _with(wager, table)))
    if game.course:
        yield from found
        return
    possible = {outcome.name for facts, outcome in found if not _loses_a_win(facts, outcome)}
    for facts, outcome in found:
        beyond = facts.margin - max(table.pays) if table.or_more and facts.result is Result.WIN else -1
        if outcome.name in possible and beyond <= 0:
            yield facts, replace(outcome, name=f"{outcome.name} or more") if beyond == 0 else outcome


def _loses_a_win(facts: Facts, outcome: Outcome) -> bool:
    return facts.result is Result.WIN and not facts.copy and outcome.pay == LOSE


def _with(wager: Wager, table: Paytable) -> Wager:
    return replace(wager, paytables=(table,))
