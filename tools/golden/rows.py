"""What the golden set holds, by kinds: what ships of each, how it is counted, and about how long that takes.

A unit is what is counted at one time: the sheet of a version, its published figures, one leak, its bets together, its
seats. It has rows by their names, and each row its figures by theirs: fractions as text, long lists by their digests.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from fairfelt import games
from fairfelt.analysis.protection.findings import (
    SHIPPED_EXACT_S,
    SHIPPED_SAMPLE_S,
    Leak,
    Question,
    UncountedLeak,
    shipped_findings,
    write_finding,
)
from fairfelt.analysis.protection.house import Result, foresee_leak, foresee_plain, fresh_leak
from fairfelt.analysis.protection.information import Information
from fairfelt.analysis.winnings.bets import WinningsError
from fairfelt.analysis.winnings.covariance import SeatsTogether, shipped_covariances, shipped_seats
from fairfelt.engine.answer_game import answer_of, check_figure
from fairfelt.engine.answers.answer import Answer
from fairfelt.engine.answers.numbers import Root
from fairfelt.engine.answers.par import WagerPar
from fairfelt.engine.answers.store import kept_answer, kept_verification
from fairfelt.engine.answers.verification import FigureCheck
from fairfelt.engine.estimate.foresight import foresee
from fairfelt.engine.solve import core_game, solve, solver_of
from fairfelt.rules import ROUND, Blackjack, BlackjackSwitch, Game, fingerprint
from fairfelt.runtime.compute.cores import usable_cores
from tools import exposed_boards, exposed_pai_gow, ship_leaks, ship_seats
from tools.covariances.__main__ import count as count_pairs
from tools.exposed_boards import boards_of
from tools.exposed_pai_gow import ExposedDealer

FOLDER = Path(__file__).parents[2] / "tests" / "golden"
HOWEVER_LONG_S = 1e6
STEPPED_SEATS_S, SEATS_S, COVARIANCES_S = 60.0, 8.0, 5.0
"""About what sampling two seats takes, step by step or not, and pairing bets once the game is solved."""
Figures = Mapping[str, Any]
Rows = dict[str, Figures]
"""By their names within a unit."""


@dataclass(frozen=True, order=True)
class Unit:
    """What is counted at one time: a sheet, the published figures of a version, one leak, the bets or seats of one."""

    kind: str
    slug: str
    variant: str = ""
    name: str = ""
    """Which one, where a version has several."""

    @property
    def game(self) -> Game:
        """The version that it is about."""
        return games.find(self.slug, self.variant)

    def __str__(self) -> str:
        return " ".join(filter(None, (self.kind, self.slug, self.variant, self.name)))


Golden = dict[Unit, Rows]


@dataclass(frozen=True)
class Kind:
    """A part of the golden set: what ships, how it is counted, and about how many seconds of a core that takes."""

    ships: Callable[[], Golden]
    count: Callable[[Unit, Executor | None], Rows]
    seconds: Callable[[Unit], float]


class Skipped(Exception):  # noqa: N818  (it is no error)
    """A unit that the engine does not count here; the sentence says why."""


# -- sheets and published figures ------------------------------------------------------------------------------------


def ship_sheets() -> Golden:
    """Every answer of the catalogue."""
    found = ((version, kept_answer(version)) for version in _versions())
    return {Unit("par", game.slug, game.variant): sheet_rows(answer) for game, answer in found if answer}


def count_sheet(unit: Unit, executor: Executor | None = None) -> Rows:
    """The same, counted."""
    return sheet_rows(answer_of(solve(unit.game, executor=executor)))


def sheet_rows(answer: Answer) -> Rows:
    """What a reader can read from a sheet; long lists by their digests."""
    par, short, round = answer.par, answer.short, answer.par.round
    rows: Rows = {
        "round": {
            "house_edge": str(round.house_edge),
            "element_of_risk": str(round.element_of_risk),
            "average_wager": str(round.average_wager),
            "variance": _text(round.variance),
            "combinations": str(round.total),
            **_endings((f"wins {net}", Fraction(count, round.total)) for net, count in round.results),
        },
        "decisions": {f"{row.street}: {row.choice}": str(row.frequency) for row in par.decisions},
        "notes": {
            "warnings": digest([par.warnings]),
            "uncounted": digest([str(missing) for missing in par.uncounted]),
            "curve": digest([[point.share, _rounded(point.values)] for point in answer.curve]),
            "shares": digest(
                [
                    [wager, row, str(share.probability), str(share.contribution)]
                    for wager, shares in sorted(answer.shares.items())
                    for row, share in sorted(shares.items())
                ]
            ),
            "small deck": f"{answer.check.deck}, {answer.check.deals}, differing: {list(answer.check.differing)}",
        },
    }
    if par.best:
        rows["best setting"] = {"house_edge": str(par.best.house_edge), "variance": _text(par.best.variance)}
    for sheet in par.wagers:
        rows[f"bet {sheet.wager}: {sheet.paytable}"] = bet_figures(sheet)
    if short:
        known = {f"{rule.strategy.name}": str(rule.house_edge) for rule in short.known}
        words = digest([[rule.street, rule.words] for rule in short.rules])
        rows["short strategy"] = {"house_edge": str(short.house_edge), "cost": str(short.cost), "words": words, **known}
    return rows


def bet_figures(sheet: WagerPar) -> Figures:
    """One bet with one paytable."""
    figures = {
        "house_edge": str(sheet.house_edge),
        "hit_frequency": str(sheet.hit_frequency),
        "variance": str(sheet.variance),
        "average_stake": str(sheet.average_stake),
        "combinations": str(sheet.total),
        "envy_per_bettor": str(sheet.envy_per_bettor) if sheet.envy else None,
        "hits_folded": str(sheet.hits_folded) if sheet.hits_folded else None,
        "edge_alone": _text(sheet.edge_alone),
        "sampling_variance": _text(sheet.sampling_variance),
    }
    endings = ((f"{row.name}, {row.pays}", row.probability) for row in sheet.outcomes)
    levels = ((f"{row.share} of {row.level}: {row.line}", row.probability) for row in sheet.levels)
    return {name: figure for name, figure in figures.items() if figure is not None} | _endings((*endings, *levels))


def _endings(found: Iterable[tuple[str, Fraction]]) -> dict[str, str]:
    """Probabilities by what they are of; two endings may go by the same words."""
    totals: dict[str, Fraction] = {}
    for name, probability in found:
        totals[name] = totals.get(name, Fraction(0)) + probability
    return {name: str(probability) for name, probability in totals.items()}


def sheet_seconds(unit: Unit) -> float:
    """About how long a sheet takes, with its check on a small deck."""
    seen = foresee(unit.game)
    return seen.seconds * usable_cores() + seen.check_seconds


def ship_figures() -> Golden:
    """Every published figure of the catalogue."""
    found: Golden = {}
    for game in games.catalogue():
        verification = kept_verification(game)
        for check in verification.figures if verification else ():
            unit = Unit("figures", check.game, check.variant)
            found.setdefault(unit, {}).update([figure_row(check, found[unit])])
    return found


def count_figures(unit: Unit, executor: Executor | None = None) -> Rows:
    """The same, counted."""
    game, rows = unit.game, Rows()
    solve(game, executor=executor)
    for published in game.published:
        rows.update([figure_row(check_figure(game, published), rows)])
    return rows


def figure_row(check: FigureCheck, others: Rows) -> tuple[str, Figures]:
    """One of them, under a name that none of the others has: two sources may print the same figure."""
    name = " ".join(filter(None, (check.wager, check.paytable, check.figure, check.detail, f"({check.published})")))
    while name in others:
        name += " again"
    exact = f"root of {check.exact.square}" if isinstance(check.exact, Root) else _text(check.exact)
    return name, {"computed": check.computed, "agrees": check.agrees, "exact": exact}


def figures_seconds(unit: Unit) -> float:
    """As long as the sheet; other paytables are solved anew."""
    game = unit.game
    solved = {(each.paytable, each.decks) for each in game.published if each.wager == ROUND} | {("", 0)}
    return len(solved) * solver_of(core_game(game)).seconds(core_game(game))


# -- leaks -----------------------------------------------------------------------------------------------------------


def ship_protection() -> Golden:
    """Every leak that ships."""
    asked = {question.key: question for question in ship_leaks.shipped_questions((0.0, 0.0))}
    found: Golden = {}
    for key, plain in shipped_findings().items():
        if key not in asked:  # asked by nobody but a user
            dealer, community, *_ = plain["information"]
            information = Information(tuple(dealer), tuple(community))
            asked[key] = Question(games.find(plain["game"]), Leak[plain["leak"]], information)
        each = asked[key]
        unit = Unit("protection", each.game.slug, each.game.variant, f"{each.leak.name.lower()}: {each.what}")
        found[unit] = {"leak": {"asked": _information(each.information), **leak_figures(plain)}}
    return found


def leak_figures(plain: Mapping[str, Any]) -> Figures:
    """What must come out again of a finding as plain data."""
    return {**{name: plain[name] for name in ship_leaks.FIGURES}, "sampled": bool(plain["interval"])}


def count_leak(unit: Unit, executor: Executor | None = None) -> Rows:
    """The same, counted; what ships as a sample is sampled within the same limits."""
    question = _question(unit)
    if boards := boards_of(question):
        found: Result = exposed_boards.count_leak(question, boards, executor)
    elif dealer := ExposedDealer.of(question):
        found = exposed_pai_gow.count_leak(question, dealer, executor)
    else:
        found = fresh_leak(question, executor)
    if isinstance(found, UncountedLeak):
        raise Skipped(found.reason)
    plain = json.loads(json.dumps(write_finding(found)))
    return {"leak": {"asked": _information(question.information), **leak_figures(plain)}}


def leak_seconds(unit: Unit) -> float:
    """About how long a leak takes, with plain play."""
    question = _question(unit)
    counter = boards_of(question) or ExposedDealer.of(question)
    seconds = counter.seconds if counter else foresee_leak(question)
    if isinstance(seconds, UncountedLeak):
        raise Skipped(seconds.reason)
    return seconds + foresee_plain(unit.game)


def _question(unit: Unit) -> Question:
    row = golden_set("protection")[unit]["leak"]
    dealer, community, ranks, hands, shoe, counted = row["asked"]
    information = Information(tuple(dealer), tuple(community), ranks, hands, tuple(shoe), counted)
    limits = SHIPPED_EXACT_S if row["sampled"] else HOWEVER_LONG_S, SHIPPED_SAMPLE_S
    return Question(unit.game, Leak[unit.name.split(":")[0].upper()], information, limits)


def _information(each: Information) -> list[Any]:
    return [list(each.dealer), list(each.community), each.sorted, each.hands, list(each.shoe), each.counted]


# -- bets and seats together -----------------------------------------------------------------------------------------


def ship_covariances() -> Golden:
    """How the bets of a player vary together."""
    known = shipped_covariances()
    return {
        Unit("covariances", game.slug, game.variant): _covariance_rows(known[fingerprint(game)])
        for game in _versions()
        if fingerprint(game) in known
    }


def count_covariances(unit: Unit, executor: Executor | None = None) -> Rows:
    """The same, counted."""
    solve(unit.game, executor=executor)
    try:
        return _covariance_rows(count_pairs(unit.game))
    except WinningsError as reason:
        raise Skipped(str(reason)) from reason


def _covariance_rows(found: Mapping[str, str]) -> Rows:
    return {pair: {"covariance": covariance} for pair, covariance in found.items()}


def covariances_seconds(unit: Unit) -> float:
    """The bets on what shows down are part of the game that is solved."""
    core = core_game(unit.game)
    return COVARIANCES_S + 2 * solver_of(core).seconds(core)


def ship_all_seats() -> Golden:
    """How seats go together, which is sampled."""
    known = shipped_seats()
    return {
        Unit("seats", game.slug, game.variant): _seat_rows(known[fingerprint(game)])
        for game in ship_seats.every_game()
        if fingerprint(game) in known
    }


def count_seats(unit: Unit, executor: Executor | None = None) -> Rows:
    """The same, sampled again."""
    return _seat_rows(ship_seats.sample(unit.game)[fingerprint(unit.game)])


def _seat_rows(found: Mapping[str, Any]) -> Rows:
    rows: Rows = {}
    for bet, (correlation, standard_error) in found["bets"].items():
        error = SeatsTogether(correlation, standard_error).error
        interval = [round(correlation - error, 6), round(correlation + error, 6)]
        rows[bet or "round"] = {
            "correlation": correlation,
            "rounds": found["rounds"],
            "interval": interval,
            "sampled": True,
        }
    return rows


def seats_seconds(unit: Unit) -> float:
    """About how long they are dealt."""
    core = core_game(unit.game)
    stepped = isinstance(unit.game.course, Blackjack | BlackjackSwitch)
    return solver_of(core).seconds(core) + (STEPPED_SEATS_S if stepped else SEATS_S)


# -- the files -------------------------------------------------------------------------------------------------------

KINDS = {
    "par": Kind(ship_sheets, count_sheet, sheet_seconds),
    "figures": Kind(ship_figures, count_figures, figures_seconds),
    "protection": Kind(ship_protection, count_leak, leak_seconds),
    "covariances": Kind(ship_covariances, count_covariances, covariances_seconds),
    "seats": Kind(ship_all_seats, count_seats, seats_seconds),
}


@cache
def golden_set(kind: str) -> Golden:
    """What was frozen of a kind."""
    found: Golden = {}
    for line in (FOLDER / f"{kind}.jsonl").read_text().splitlines():
        slug, variant, name, row, figures = json.loads(line)
        found.setdefault(Unit(kind, slug, variant, name), {})[row] = figures
    return found


def freeze(kind: str, found: Golden) -> None:
    """Write one line for each row, in order."""
    FOLDER.mkdir(exist_ok=True)
    lines = [
        json.dumps([unit.slug, unit.variant, unit.name, row, figures], ensure_ascii=False)
        for unit, rows in sorted(found.items())
        for row, figures in rows.items()
    ]
    (FOLDER / f"{kind}.jsonl").write_text("".join(f"{line}\n" for line in lines))
    golden_set.cache_clear()


def plain_rows(rows: Rows) -> Rows:
    """Rows as they are read back."""
    plain: Rows = json.loads(json.dumps(rows))
    return plain


def digest(parts: list[Any]) -> str:
    """Of plain data, with how much of it there is."""
    return f"{len(parts)}: {hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]}" if parts else "none"


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    """What is drawn, without the last digits of its floats."""
    return {name: round(value, 9) for name, value in sorted(values.items())}


def _text(figure: Fraction | None) -> str | None:
    return None if figure is None else str(figure)


def _versions() -> Iterator[Game]:
    return (version for game in games.catalogue() for version in game.variants)
