"""What becomes of a wager, taken by the deeds of its settlement: asked once for every combination of facts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace

from fairfelt.rules import LOSE, Facts, Game, Outcome, Pay, Paytable, Result, Wager, possible_facts
from fairfelt.rules.courses.cross import OnCross
from fairfelt.rules.settlement import UNQUALIFIED, innermost


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
    for table in wager.paytables:
        for facts, outcome in _reachable(game, wager, table):
            row = found.setdefault(outcome.name, SettlementRow(outcome.name, outcome.line, facts))
            row.facts = min(row.facts, facts, key=_height)
    for row in found.values():
        row.pays = {table.name: _answer(game, _with(wager, table), row.facts).pay for table in wager.paytables}
    return tuple(sorted(found.values(), key=lambda row: row.rank, reverse=True))


def _height(facts: Facts) -> tuple[int, ...]:
    return facts.result, abs(facts.margin), facts.player


def paid_by_line(game: Game, wager: Wager) -> bool:
    """Whether the wager's paytable lists lines of a ranking; otherwise it lists margins of victory."""
    return any(outcome.line is not None for _, outcome in possible_outcomes(game, wager))


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


def possible_outcomes(game: Game, wager: Wager) -> Iterator[tuple[Facts, Outcome]]:
    """What becomes of a wager by every combination of facts it can be asked about."""
    for facts in possible_facts(game, wager):
        yield facts, _answer(game, wager, facts)


def _answer(game: Game, wager: Wager, facts: Facts) -> Outcome:
    return wager.outcome(facts, game.showdown.ranking if game.showdown else None)


def _with(wager: Wager, table: Paytable) -> Wager:
    return replace(wager, paytables=(table,))


_DECIDERS: tuple[tuple[str, Callable[[Facts], Hashable]], ...] = (
    ("by who wins the showdown", lambda facts: None),
    ("in the showdown and paid by the player's hand", lambda facts: facts.player),
    ("in the showdown and paid by the dealer's hand", lambda facts: facts.dealer),
    ("in the showdown and paid by the lower of the two hands", lambda facts: min(facts.player, facts.dealer)),
    ("in the showdown and paid by the higher of the two hands", lambda facts: max(facts.player, facts.dealer)),
    ("in the showdown and paid by the margin of victory", lambda facts: facts.margin),
)


def settlement_words(game: Game, wager: Wager) -> str:
    """How a wager without a ranking of its own is settled: the simplest thing that explains all its answers."""
    if game.course:
        settle = innermost(wager.settle)
        return f"by the player's hand, {settle.hand.value}" if isinstance(settle, OnCross) else "by how the round goes"
    found = list(possible_outcomes(game, wager))
    for words, key in _DECIDERS:
        seen: dict[Hashable, Outcome] = {}
        if all(
            seen.setdefault((facts.result, facts.copy, facts.qualified, key(facts)), outcome) == outcome
            for facts, outcome in found
        ):
            return words
    return "in the showdown and paid by both hands"


def unqualified_words(game: Game, wager: Wager) -> str:
    """What becomes of a wager if the dealer does not qualify, where no outcome of that name says it."""
    if game.course or not (game.showdown and game.showdown.qualify):
        return ""
    found = dict(possible_outcomes(game, wager))
    without = {facts: outcome for facts, outcome in found.items() if not facts.qualified}
    if all(
        outcome == found[replace(facts, qualified=True)] or outcome.name == UNQUALIFIED
        for facts, outcome in without.items()
    ):
        return ""
    won = {facts.player: each.pay for facts, each in found.items() if facts.qualified and facts.result is Result.WIN}
    if all(outcome.pay == won.get(facts.player, outcome.pay) for facts, outcome in without.items()):
        return " If the dealer does not qualify, it is paid as if the player's hand had won."
    return " If the dealer does not qualify, other rules hold."
