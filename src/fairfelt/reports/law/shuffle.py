"""What the battery of statistical tests found in shuffles."""

from __future__ import annotations

from fairfelt.reports.sheet.sheet import Column, Section, Sheet, Table, Words, right
from fairfelt.table.randomness import JOINT_LEVEL, Battery

from ..report import Report


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
            Section("", (Words(verdict + again),)),
            Section("Tests", (Table((Column("Counted"), *figures, Column("Result")), rows),)),
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
