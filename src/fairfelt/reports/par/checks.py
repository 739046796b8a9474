"""Verification and comparison of PAR figures, and paytables of a user's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import isfinite, lcm
from typing import TYPE_CHECKING, Any

from fairfelt import games
from fairfelt.engine.answers.numbers import as_plain
from fairfelt.engine.answers.verification import FAILED
from fairfelt.engine.bets.census import line_counts
from fairfelt.reports.placard.rules_of_play import paid_by_line, possible_outcomes
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, colophon, count, listed
from fairfelt.rules import Cards, Envy, Game, Kind, Pay, Paytable, UnknownName, Wager, parse_pay
from fairfelt.rules.hands import Ranking, TrackRanking
from fairfelt.table.randomness import JOINT_LEVEL, Battery

if TYPE_CHECKING:
    from fairfelt.analysis.lint import GameFindings, Linted
    from fairfelt.analysis.lint.check import Check
    from fairfelt.analysis.lint.check import Finding as LintFinding
    from fairfelt.engine.exact import FigureCheck, Finding, Verification
    from fairfelt.engine.simulation import SimulatedWager, Simulation


@dataclass(frozen=True)
class Origin:
    """Where the exact figures come from, in games: nobody takes what was read for what was counted."""

    read: int = 0
    """As they came with the package, or were kept by an earlier count."""
    counted: int = 0
    """Just now."""
    compared: int | None = None
    """How many kept answers were counted again; None where that was not asked for."""


def verification_sheet(verification: Verification, origin: Origin | None = None) -> Sheet:
    """Every published figure, to its printed digits; game by game, then the sum, then the findings."""
    by_game = groupby(verification.figures, key=_title)
    found = tuple(_finding(finding) for finding in verification.findings)
    return Sheet(
        title="Published figures",
        subtitle="Verification",
        sections=(
            *(Section(title, _figures(checks)) for title, checks in by_game),
            Section("Agreement", Words(_summary(verification))),
            *([Section("Findings", *found)] if found else []),
            *([Section("Read or counted", Words(_origin(origin)))] if origin else []),
        ),
    )


def _title(about: FigureCheck | Finding) -> str:
    """The title of the game; its name in short if it is not in the catalogue."""
    try:
        return games.find(about.game, about.variant).title
    except UnknownName:
        return f"{about.game} {about.variant}".strip()


def _figures(checks: Iterable[FigureCheck]) -> Table:
    return table(
        checks,
        ("Wager", lambda check: check.wager),
        ("Paytable", lambda check: check.paytable),
        ("Figure", lambda check: capital(f"{check.figure.replace('_', ' ')} {check.detail}".strip())),
        (num("Published"), lambda check: check.published),
        (num("Computed"), lambda check: check.computed),
        ("Agrees", lambda check: "yes" if check.agrees else "NO"),
    )


def _summary(verification: Verification) -> str:
    figures, failed = verification.figures, any(finding.kind in FAILED for finding in verification.findings)
    agreed = sum(check.agrees for check in figures)
    words = f"Figures that agree: {agreed:,} of {len(figures):,}." if figures else "No published figures to verify."
    missing = sum(check.exact is None for check in figures)
    words += f" Not calculated: {missing:,}." if missing else ""
    return words + " Not every game could be calculated: see the findings." if failed else words


def _origin(origin: Origin) -> str:
    if origin.compared is not None:
        again = f"Answers that come with Fairfelt or were kept before, counted again and compared: {origin.compared:,}."
        return f"Games counted just now: {origin.counted:,}. {again}"
    read = f"Games whose exact figures come with Fairfelt or were kept before: {origin.read:,}"
    return f"{read}; counted just now: {origin.counted:,}. fairfelt verify --recompute counts all of them again."


def _finding(finding: Finding) -> Notice:
    return Notice(f"{_title(finding)}: {finding.kind}", finding.text)


def simulation_sheet(simulation: Simulation) -> Sheet:
    """What was dealt, and how far from the exact mean it came out."""
    facts = Facts(
        ("Rounds", f"{simulation.rounds:,}"),
        ("Seats", str(simulation.seats)),
        ("Seed", str(simulation.seed)),
        ("Time", f"{simulation.seconds:.2f} s ({simulation.rounds / max(simulation.seconds, 1e-9):,.0f} rounds/s)"),
    )
    return Sheet(
        title=simulation.game.title,
        subtitle="Simulation",
        sections=(Section("", facts, _wagers(simulation.wagers)),),
        footnotes=(
            (
                "Mean",
                f"Net result per {simulation.game.unit} for the round, per unit of the wager otherwise.",
            ),
            ("Error", "One standard error of the simulated mean."),
            ("Agrees", "Whether the exact mean lies within three standard errors, by the exact variance."),
        ),
        colophon=colophon(simulation.game, what="Simulated"),
    )


def _wagers(wagers: tuple[SimulatedWager, ...]) -> Table:
    return table(
        wagers,
        ("Wager", lambda wager: wager.wager),
        ("Paytable", lambda wager: wager.paytable),
        (num("Mean"), lambda wager: f"{wager.mean:+.5f}"),
        (num("± Error"), lambda wager: f"{wager.standard_error:.5f}"),
        (num("95% interval"), lambda wager: f"{wager.interval[0]:+.5f} to {wager.interval[1]:+.5f}"),
        (num("Exact"), lambda wager: f"{wager.exact:+.5f}"),
        ("Agrees", lambda wager: "yes" if wager.within else "NO"),
    )


def simulation_dict(simulation: Simulation) -> dict[str, Any]:
    return {
        "game": simulation.game.slug,
        "variant": simulation.game.variant,
        **as_plain(simulation, "rounds", "seed", "seats"),
        "wagers": [_wager_dict(wager) for wager in simulation.wagers],
    }


def _wager_dict(wager: SimulatedWager) -> dict[str, Any]:
    return {
        **as_plain(wager, "wager", "paytable", "rounds", "mean"),
        "standard_error": _finite(wager.standard_error),
        "interval": [_finite(end) for end in wager.interval],
        **as_plain(wager, "exact", "within", "seat_correlation", "seat_correlation_error"),
    }


def _finite(number: float) -> float | None:
    """JSON has no infinity: too few rounds for a standard error give none."""
    return number if isfinite(number) else None


def lint_sheet(linted: Linted) -> Sheet:
    """The findings of every game, worst first, and the sum of them."""
    return Sheet(
        title="Rule sheets",
        subtitle="Findings",
        sections=(
            *(Section(found.game.title, *_found(found)) for found in linted.games),
            Section("Total", Words(f"{capital(_counts(linted))}. {_verdict(linted)}")),
        ),
    )


def _found(found: GameFindings) -> Iterable[Block]:
    """A table for each severity, the worst first."""
    if not found.findings:
        yield Words("Nothing was found.")
    for severity, findings in groupby(found.findings, key=lambda finding: finding.severity):
        rows = tuple(map(_row, findings))
        yield Words(f"{capital(count(len(rows), severity.value))}:")
        yield Table((Column("Code", whole=True), Column("Where"), Column("What was found, and what is right")), rows)


def _row(finding: LintFinding) -> tuple[str, str, str]:
    return finding.code, str(finding.place), f"{finding.text} → {finding.right}"


def _counts(linted: Linted) -> str:
    from fairfelt.analysis.lint.check import Severity

    return listed([count(linted.count(severity), severity.value) for severity in Severity])


def _verdict(linted: Linted) -> str:
    return "No sheet would be sent back." if linted.clean else "A sheet with an error would be sent back."


def checks_sheet(checks: Iterable[Check]) -> Sheet:
    """Every check with its title and what it needs."""
    rows = tuple((check.code, capital(check.title), check.stage.value) for check in checks)
    table = Table((Column("Code", whole=True), Column("What is looked for"), Column("How")), rows)
    hint = Words("fairfelt lint --explain CODE tells more of one.")
    return Sheet("Rule sheets", "Checks", (Section("", table, hint),))


def check_sheet(check: Check) -> Sheet:
    facts = Facts(("Code", check.code), ("How", check.stage.value))
    return Sheet(capital(check.title), "Check", (Section("", facts, Words(check.explanation)),))


def checks_dict(checks: Iterable[Check]) -> dict[str, Any]:
    return {"checks": [check.to_dict() for check in checks]}


def shuffle_report(found: Battery, source: str) -> Report:
    """Test by test, and whether all are within their limits."""
    rows = tuple(
        (test.what[:1].upper() + test.what[1:], f"{test.chi_square:,.1f}", f"{test.freedom:,}", f"{test.p_value:.4f}",
         "passed" if found.passes(test) else "FAILED")
        for test in found.tests
    )  # fmt: skip
    verdict = "Every test is within its limits." if found.passed else "At least one test is outside its limits."
    again = "" if found.passed else f" Fair shuffles fail one time in {round(1 / JOINT_LEVEL)}: run it again."
    figures = right("Chi-square", "Degrees of freedom", "p")
    sheet = Sheet(
        title="Tests of the shuffle",
        subtitle=f"{found.shuffles:,} shuffles of 52 cards, {source}",
        sections=(
            Section("", Words(verdict + again)),
            Section("Tests", Table((Column("Counted"), *figures, Column("Result")), rows)),
        ),
        footnotes=(
            ("p", f"How often fair shuffles are at least as far from exact odds. Limits: {found.least:.6f} and "
             f"{1 - found.least:.6f}, so that all tests together pass {1 - JOINT_LEVEL:.0%} of the time."),
        ),
    )  # fmt: skip
    plain = {
        "shuffles": found.shuffles,
        "source": source,
        "passed": found.passed,
        "least_p": found.least,
        "tests": [
            {"name": test.name, "what": test.what, "chi_square": test.chi_square, "freedom": test.freedom,
             "p": test.p_value, "passed": found.passes(test)}
            for test in found.tests
        ],
    }  # fmt: skip
    return Report(sheet, plain, "shuffle", passed=found.passed)


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
