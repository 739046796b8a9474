"""Puts a PAR sheet together: every wager by every paytable, the round, the decisions, the warnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from fairfelt.engine.answers.answer import NO_SHARE, Share
from fairfelt.engine.answers.numbers import percent_text
from fairfelt.engine.answers.par import EnvyTerms, LevelRow, OutcomeRow, Par, RoundPar, Uncounted, WagerPar
from fairfelt.engine.bets.census import lines_and_folds
from fairfelt.engine.core.endings import Ending, outcome_with, own_facts, settle_ending, wager_tables
from fairfelt.engine.core.price import Progress
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.solution import Solution
from fairfelt.engine.solve import core_game, solve, solver_of
from fairfelt.rules import LOSE, PUSH, Game, Kind, Outcome, Paytable, Wager
from fairfelt.rules.settlement import FOLDED

# What a sheet must not pass over in silence: an edge for the player, pays that never occur, pays out of order.


@dataclass(frozen=True)
class Flaw:
    """One flaw, where it is, and the sentence about it."""

    text: str
    wager: str = ""
    """Empty where it is the round's."""
    paytable: str = ""
    line: str = ""


def find_flaws(game: Game, sheets: tuple[WagerPar, ...], round_: RoundPar) -> Iterable[Flaw]:
    """All warnings of a sheet, with their places."""
    yield from player_edges(game, sheets, round_)
    yield from pays_that_never_occur(game, sheets)
    yield from pays_out_of_order(game)
    yield from paying_hands_folded(sheets)


def player_edges(game: Game, sheets: tuple[WagerPar, ...], round_: RoundPar) -> Iterable[Flaw]:
    """Of the round, and of bets; a progressive returns more than it takes before its meter pays anything."""
    if round_.house_edge < 0:
        edge = percent_text(-round_.house_edge, 2)
        text = f"With best play the game favors the player by {edge} of the {game.unit}, as the sheet is read here."
        yield Flaw(text)
    for sheet in sheets:
        wager = game.wager(sheet.wager)
        if wager.is_optional and sheet.house_edge < 0:
            text = f"{_name(sheet)} favors the player by {percent_text(-sheet.house_edge, 2)} of the bet."
            yield Flaw(text, sheet.wager, sheet.paytable)


def pays_that_never_occur(game: Game, sheets: tuple[WagerPar, ...]) -> Iterable[Flaw]:
    """Lines that no deal can make, or of which another line takes all hands."""
    for sheet in sheets:
        wager = game.wager(sheet.wager)
        if wager.kind is Kind.RAISE:
            continue  # what the best play never raises with may be raised all the same
        table = next(t for t in wager.paytables if t.name == sheet.paytable)
        lines, pays = {row.line for row in sheet.outcomes}, {row.pay for row in sheet.outcomes}
        by_margin = lines == {None}
        for line, pay in sorted(table.pays.items(), reverse=True):
            occurs = pay in pays or pay == PUSH if by_margin else line in lines
            if not occurs:
                name = _line_name(wager, table, line)
                text = f"{_name(sheet)}: {name} ({pay.words}) can never occur."
                yield Flaw(text, sheet.wager, sheet.paytable, name)


def pays_out_of_order(game: Game) -> Iterable[Flaw]:
    """A better hand that pays less: a hand is paid by its best line, which is then not its best pay."""
    for wager in game.wagers:
        if wager.ranking is None:
            continue
        for table in wager.paytables:
            pays = [(line, pay) for line, pay in sorted(table.pays.items()) if not pay.level]
            for (_, worse), (line, better) in pairwise(pays):
                if better.net < worse.net and len(pays) > 2:
                    name, less = _line_name(wager, table, line), f"{better.words} against {worse.words}"
                    text = f"{wager.name} {table.name}: {name} pays less than a lower line, {less}."
                    yield Flaw(text, wager.name, table.name, name)


def paying_hands_folded(sheets: tuple[WagerPar, ...]) -> Iterable[Flaw]:
    """Best play of the game alone may fold a hand that a side bet would pay, if the bet does not outlive the fold."""
    for sheet in sheets:
        if sheet.hits_folded:
            share = percent_text(sheet.hits_folded, 2)
            text = (
                f"{_name(sheet)}: best play of the game alone folds {share} of all hands although this "
                "bet would pay them; a player with the bet does better to play some of these on."
            )
            yield Flaw(text, sheet.wager, sheet.paytable)


def _name(sheet: WagerPar) -> str:
    return f"{sheet.wager} {sheet.paytable}"


def _line_name(wager: Wager, table: Paytable, line: int) -> str:
    return table.line_name(line, wager.ranking)


BEST_SETTING_S = 120.0
"""What the count of the best setting may take of one core where a whole sheet is asked for."""


@dataclass(frozen=True)
class WeightedOutcome:
    """An outcome, the units on the wager, and how many combinations end so."""

    outcome: Outcome
    units: int
    combinations: int


def par(game: Game, *, bettors: int = 0, progress: Progress | None = None, executor: Executor | None = None) -> Par:
    """The exact PAR sheet of a game with the paytables and rulings it carries.

    Side bets are listed once for each of their paytables; one that cannot be counted is named with the reason, and the
    others are counted all the same. `bettors` is the number of other players,
    whose hands pay envy.
    """
    if progress:
        progress(0, 1, f"solving {game.title}")
    return par_of(solve(game, executor=executor), bettors=bettors, progress=progress, best_s=BEST_SETTING_S)


def par_of(
    solution: Solution, *, bettors: int = 0, progress: Progress | None = None, best_s: float = 0.0
) -> Par:  # fmt: skip
    """The same of a game that is solved already. The best setting is counted if it is kept, or takes these seconds."""
    game = solution.game
    if bettors < 0 or bettors >= game.seats:
        raise ValueError(f"other bettors at {game.title} number 0 to {game.seats - 1}, not {bettors}")
    sheets = wager_tables(game.wagers)
    found, uncounted = [], []
    for done, (wager, table) in enumerate(sheets, 1):
        if progress:
            progress(done, len(sheets) + 1, f"{wager.name} {table.name}".strip())
        try:
            found.append(wager_par(solution, wager, table, bettors))
        except Unsolved as reason:
            uncounted.append(Uncounted(wager.name, table.name, str(reason)))
    if progress:
        progress(len(sheets) + 1, len(sheets) + 1, game.title)
    wagers = tuple(found)
    best, by_house_way = solution.best_round(best_s), solution.by_house_way
    missing = [_best_is_missing(game)] if by_house_way and not best else []
    warnings = (*missing, *(flaw.text for flaw in find_flaws(game, wagers, best or solution.round)))
    return Par(game, wagers, solution.round, solution.decisions, warnings, tuple(uncounted), by_house_way, best)


def _best_is_missing(game: Game) -> str:
    minutes = max(1, round(solver_of(core_game(game)).best_seconds(game) / 60))
    return (
        "The house edge is counted for players who set by the house way; the best setting, which the house keeps less "
        f"of, is not counted yet. fairfelt strategy {game.slug} --best counts it, in about {minutes} min of one core."
    )


def wager_par(solution: Solution, wager: Wager, table: Paytable, bettors: int = 0) -> WagerPar:
    game = solution.game
    if wager.is_optional and wager.ranking:
        parts = list(_by_line(solution, wager, table))
    else:
        parts = list(_by_ending(game, wager, table, solution.endings_of(wager)))
    total = sum(part.combinations for part in parts)
    stake = Fraction(sum(part.units * part.combinations for part in parts), total)
    mean, units = _mean(parts, total, 1), stake or Fraction(1)
    envy = _envy_return(table, parts, total)
    house_edge = -mean / units - envy * bettors
    return WagerPar(
        wager=wager.name,
        kind=wager.kind.value,
        paytable=table.name,
        total=total,
        house_edge=house_edge,
        hit_frequency=Fraction(sum(p.combinations for p in parts if p.outcome.pay.wins), total),
        variance=_mean(parts, total, 2) - mean * mean,
        average_stake=stake,
        outcomes=tuple(_rows(parts, total)),
        levels=tuple(_levels(parts, total)),
        hits_folded=Fraction(sum(p.combinations for p in parts if p.outcome.folded), total),
        envy=EnvyTerms(bettors, envy) if table.envy else None,
        edge_alone=_edge_alone(parts, total) - envy * bettors if wager.alone else None,
        sampling_variance=_off(wager, table, parts, house_edge, bettors) / total / units**2,
    )


def _edge_alone(parts: Iterable[WeightedOutcome], total: int) -> Fraction:
    """The edge where every hand is paid as it is, also those that the base game folds."""
    kept = ((part.outcome.folded or part.outcome, part) for part in parts)
    return -sum((outcome.pay.net * part.units * part.combinations for outcome, part in kept), Fraction(0)) / total


def _by_line(solution: Solution, wager: Wager, table: Paytable) -> Iterable[WeightedOutcome]:
    """A bet on a hand of its own."""
    counts, folded = lines_and_folds(solution, wager)
    for line in reversed(range(len(counts))):
        outcome = outcome_with(solution.game, wager, table, own_facts(wager, line))
        if counts[line] > folded[line]:
            yield WeightedOutcome(outcome, 1, counts[line] - folded[line])
        if folded[line]:
            given_up = Outcome(f"folded with {outcome.name}", LOSE, folded=outcome) if outcome.pay.wins else FOLDED
            yield WeightedOutcome(given_up, 1, folded[line])


def _by_ending(game: Game, wager: Wager, table: Paytable, endings: Iterable[Ending]) -> Iterable[WeightedOutcome]:
    """A bet of the game itself, or on its showdown."""
    for ending in endings:
        outcome, units = settle_ending(game, wager, table, ending)
        yield WeightedOutcome(outcome, 0 if wager.kind is Kind.BONUS else units, ending.combinations)


def _result(part: WeightedOutcome) -> Fraction:
    """The net result of the units staked; a bonus pays on one unit without staking it."""
    return part.outcome.pay.net * (part.units or 1)


def _mean(parts: list[WeightedOutcome], total: int, power: int) -> Fraction:
    return sum((_result(part) ** power * part.combinations for part in parts), Fraction(0)) / total


def _off(wager: Wager, table: Paytable, parts: list[WeightedOutcome], house_edge: Fraction, bettors: int) -> Fraction:
    """The squares of how far rounds lie from the mean result of their stakes, each with the envy it pays others."""
    found = Fraction(0)
    for part in parts:
        envy = table.envy.per_unit(part.outcome.line) * bettors if table.envy else 0
        units = 1 if wager.kind is Kind.BONUS else part.units
        found += (_result(part) + envy + house_edge * units) ** 2 * part.combinations
    return found


def _rows(parts: list[WeightedOutcome], total: int) -> Iterable[OutcomeRow]:
    """Equal outcomes together, best paid first."""
    counts: Counter[tuple[Outcome, Fraction]] = Counter()
    for part in parts:
        counts[part.outcome, _result(part)] += part.combinations
    for (outcome, result), count in sorted(counts.items(), key=lambda item: _place(item[0][0])):
        probability = Fraction(count, total)
        yield OutcomeRow(outcome.name, outcome.pay, count, probability, result * probability, outcome.line)


def _place(outcome: Outcome) -> tuple[Fraction, int, int, str]:
    """Best pay first, shares of a level before all fixed pays; then the better line, then the greater margin."""
    pay = outcome.pay
    rank = pay.net + 1_000_000 * pay.share if pay.level else pay.net
    return -rank, -(outcome.line or 0), -outcome.margin, outcome.name


def _levels(parts: list[WeightedOutcome], total: int) -> Iterable[LevelRow]:
    shares: Counter[tuple[str, str, Fraction]] = Counter()
    for part in parts:
        pay = part.outcome.pay
        if pay.level:
            shares[pay.level, part.outcome.name, pay.share] += part.combinations
    for (level, name, share), count in shares.items():
        yield LevelRow(level, name, share, Fraction(count, total))


def _envy_return(table: Paytable, parts: list[WeightedOutcome], total: int) -> Fraction:
    """Expected envy from the hand of one other player, for each unit of the least bet that qualifies."""
    if not table.envy:
        return Fraction(0)
    envy = table.envy
    return sum((envy.per_unit(part.outcome.line) * part.combinations for part in parts), Fraction(0)) / total


# What each row of a paytable is worth to the player: how often it pays, and what it adds to the expected result.


def shares_of(solution: Solution, wager: Wager) -> Mapping[int, Share]:
    """By the row of the paytable in play, as far as rows can be paid at all."""
    table = wager.paytable
    marked = {line: replace(pay, words=f"row {line}") for line, pay in table.pays.items()}
    line_of = {pay: line for line, pay in marked.items()}
    numbered = Paytable(table.name, marked, names=table.names, or_more=table.or_more)
    found: dict[int, Share] = {}
    for row in wager_par(solution, wager, numbered).outcomes:
        line = line_of.get(row.pay)
        if line is not None:
            found[line] = found.get(line, NO_SHARE) + Share(row.probability, row.contribution)
    return found


def shares_by_wager(solution: Solution) -> Mapping[str, Mapping[int, Share]]:
    """The same of every wager with a paytable, by its name."""
    return {wager.name: shares_of(solution, wager) for wager in solution.game.wagers if wager.paytable.pays}
