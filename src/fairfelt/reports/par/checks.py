"""Verification and comparison of PAR figures, and paytables of a user's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING, Any

from fairfelt import games
from fairfelt.engine.answers.numbers import as_plain
from fairfelt.engine.answers.verification import FAILED
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Section, Sheet, Steps, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, colophon, count, footnotes, listed
from fairfelt.rules import UnknownName
from fairfelt.table.randomness import JOINT_LEVEL, Battery

if TYPE_CHECKING:
    from fairfelt.analysis.lint import GameFindings, LintResult
    from fairfelt.analysis.lint.check import Check
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
    found = tuple(Notice(f"{_title(each)}: {each.kind}", each.text) for each in verification.findings)
    return Sheet(
        "Published figures",
        "Verification",
        *(Section(title, _figures(checks)) for title, checks in by_game),
        Section("Agreement", Words(_summary(verification))),
        Section("Findings", *found) if found else None,
        Section("Read or counted", Words(_origin(origin))) if origin else None,
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


def simulation_sheet(simulation: Simulation) -> Sheet:
    """What was dealt, and how far from the exact mean it came out."""
    facts = Facts(
        ("Rounds", f"{simulation.rounds:,}"),
        ("Seats", str(simulation.seats)),
        ("Seed", str(simulation.seed)),
        ("Time", f"{simulation.seconds:.2f} s ({simulation.rounds / max(simulation.seconds, 1e-9):,.0f} rounds/s)"),
    )
    return Sheet(
        simulation.game.title,
        "Simulation",
        Section("", facts, _wagers(simulation.wagers)),
        footnotes=footnotes("simulation", unit=simulation.game.unit),
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


SENT_BACK = {True: "No sheet would be sent back.", False: "A sheet with an error would be sent back."}


def lint_sheet(linted: LintResult) -> Sheet:
    """The findings of every game, worst first, and the sum of them."""
    return Sheet(
        "Rule sheets",
        "Findings",
        *(Section(found.game.title, *_found(found)) for found in linted.games),
        Section("Total", Words(f"{capital(_counts(linted))}. {SENT_BACK[linted.clean]}")),
    )


def _found(found: GameFindings) -> Iterable[Block]:
    """A table for each severity, the worst first."""
    if not found.findings:
        yield Words("Nothing was found.")
    for severity, findings in groupby(found.findings, key=lambda finding: finding.severity):
        rows = tuple((each.code, str(each.place), f"{each.text} → {each.right}") for each in findings)
        yield Words(f"{capital(count(len(rows), severity.value))}:")
        yield Table((Column("Code", whole=True), Column("Where"), Column("What was found, and what is right")), rows)


def _counts(linted: LintResult) -> str:
    from fairfelt.analysis.lint.check import Severity

    return listed([count(linted.count(severity), severity.value) for severity in Severity])


def checks_sheet(checks: Iterable[Check]) -> Sheet:
    """Every check with its title and what it needs."""
    rows = tuple((check.code, capital(check.title), check.stage.value) for check in checks)
    table = Table((Column("Code", whole=True), Column("What is looked for"), Column("How")), rows)
    hint = Words("fairfelt lint --explain CODE tells more of one.")
    return Sheet("Rule sheets", "Checks", Section("", table, hint))


def check_sheet(check: Check) -> Sheet:
    facts = Facts(("Code", check.code), ("How", check.stage.value))
    return Sheet(capital(check.title), "Check", Section("", facts, Words(check.explanation)))


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
        "Tests of the shuffle",
        f"{found.shuffles:,} shuffles of 52 cards, {source}",
        Section("", Words(verdict + again)),
        Section("Tests", Table((Column("Counted"), *figures, Column("Result")), rows)),
        footnotes=footnotes("shuffle", least=found.least, most=1 - found.least, together=1 - JOINT_LEVEL),
    )
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


LIVE = (
    "No card of a live table comes from software. Cards are dealt from the dealer's shuffler or shoe; the room's "
    "server, keypads and displays are told of hands that won, and have no function that draws or orders cards.",
    "The room's server draws random numbers for tokens, codes and keys alone, from the operating system's generator.",
)
PRACTICE = (
    "Practice in the browser and the dealer school deal cards of their own: no money can be bet there.",
    "A deck is shuffled by Fisher and Yates: every place takes one of the cards that are not placed yet, by a number "
    "without bias from the operating system's generator (Python's SystemRandom, which reads os.urandom).",
    "Every round is dealt from a deck that was shuffled whole. Nothing of an earlier round, and no bet, enters it.",
    "A shuffle from a seed, which can be dealt again, is used for examples and tests and by no practice table.",
)


def randomness_statement() -> Report:
    """Where software draws cards, how, and what tests it."""
    again = (
        "fairfelt rng test --shuffles 100000: chi-square, serial, runs, permutation, gap and spectral tests, each "
        "against exact odds; the exit code is 1 if one is outside its limits.",
        "fairfelt rng raw --shuffles 100000 -o FILE: the shuffles themselves, for tests of a laboratory's own.",
    )
    parts = {"Live tables": LIVE, "Practice": PRACTICE, "Tests that anyone can repeat": again}
    sheet = Sheet("Random numbers", "Statement", *(Section(title, Steps(*said)) for title, said in parts.items()))
    return Report(sheet, {title: list(said) for title, said in parts.items()}, "random-numbers", repeatable=True)
