"""What becomes of a wager, taken by the deeds of its settlement: asked once for every combination of facts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace

from fairfelt.rules import LOSE, Facts, Game, Outcome, Pay, Paytable, Result, Wager, possible_facts


@dataclass(frozen=True)
class Settled:
    """One way a wager can end, and what each paytable pays then."""

    when: str
    pays: dict[str, Pay]
    """By the paytable's name; a table that does not know this outcome is not there."""
    line: int | None

    def envy(self, table: Paytable) -> int | None:
        """What this outcome pays every other bettor under that paytable."""
        return table.envy.amounts.get(self.line) if table.envy and self.line is not None else None

    @property
    def rank(self) -> tuple[object, ...]:
        """The best pay of any table, for putting the best outcome first."""
        return max((pay.share, pay.net) for pay in self.pays.values())


def settled(game: Game, wager: Wager) -> tuple[Settled, ...]:
    """Every outcome of a wager with all its paytables, the best first."""
    found: dict[str, Settled] = {}
    for table in wager.paytables:
        for outcome in _outcomes(game, wager, table).values():
            row = found.setdefault(outcome.name, Settled(outcome.name, {}, outcome.line))
            row.pays[table.name] = outcome.pay
    return tuple(sorted(found.values(), key=lambda row: row.rank, reverse=True))


def _outcomes(game: Game, wager: Wager, table: Paytable) -> dict[str, Outcome]:
    """The outcomes under one paytable by name; a win that loses is a margin no hand can reach."""
    found: dict[str, Outcome] = {}
    lost: dict[str, bool] = {}
    for facts, outcome in _answers(game, replace(wager, paytables=(table,))):
        if table.or_more and facts.result is Result.WIN and facts.margin > max(table.pays):
            continue
        name = outcome.name
        if table.or_more and facts.result is Result.WIN and facts.margin == max(table.pays):
            name += " or more"
        found[name] = replace(outcome, name=name)
        lost[name] = lost.get(name, True) and facts.result is Result.WIN and outcome.pay == LOSE
    return {name: outcome for name, outcome in found.items() if not lost[name]}


def _answers(game: Game, wager: Wager) -> Iterator[tuple[Facts, Outcome]]:
    ranking = game.showdown.ranking if game.showdown else None
    for facts in possible_facts(game, wager.ranking):
        yield facts, wager.outcome(facts, ranking)


_DECIDERS: tuple[tuple[str, Callable[[Facts], Hashable]], ...] = (
    ("by who wins the showdown", lambda facts: None),
    ("in the showdown and paid by the player's hand", lambda facts: facts.player),
    ("in the showdown and paid by the dealer's hand", lambda facts: facts.dealer),
    ("in the showdown and paid by the lower of the two hands", lambda facts: min(facts.player, facts.dealer)),
    ("in the showdown and paid by the higher of the two hands", lambda facts: max(facts.player, facts.dealer)),
    ("in the showdown and paid by the margin", lambda facts: facts.margin),
)


def decided_by(game: Game, wager: Wager) -> str:
    """How a wager without a ranking of its own is settled: the simplest thing that explains all its answers."""
    answers = list(_answers(game, wager))
    for words, key in _DECIDERS:
        seen: dict[Hashable, Outcome] = {}
        if all(
            seen.setdefault((facts.result, facts.copy, facts.qualified, key(facts)), outcome) == outcome
            for facts, outcome in answers
        ):
            return words
    return "in the showdown and paid by both hands"
