"""Counts one composed game in a process of its own, within limits: JSON in, JSON out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from fairfelt.web.pages.studio.limits import MOST_CPU_S, MOST_MEMORY_BYTES, SAMPLED_ROUNDS

LOWER_PRIORITY = 10


def count_par(text: str, reason: str = "") -> dict[str, Any]:
    """The PAR sheet as a part of a page, and its first figures; with a reason not to count, a bracket by sampling."""
    return _sample(text, reason) if reason else _count(text)


def _sample(text: str, reason: str) -> dict[str, Any]:
    from fairfelt.engine import estimated_par
    from fairfelt.games import read_game_text
    from fairfelt.reports.par.par_sheet import estimated_sheet
    from fairfelt.reports.sheet.html import body_html

    sampled = estimated_par(read_game_text(text), reason.rstrip("."), rounds=SAMPLED_ROUNDS)
    low, high = sampled.round.house_edge
    figures = [("House edge of the round, sampled", f"{low:.2%} to {high:.2%}")]
    return {"figures": figures, "html": str(body_html(estimated_sheet(sampled))), "warnings": [reason]}


def _count(text: str) -> dict[str, Any]:
    from fairfelt.engine import answer_of, solve
    from fairfelt.engine.answers.numbers import percent_text
    from fairfelt.games import read_game_text
    from fairfelt.reports.par.par_sheet import par_sheet
    from fairfelt.reports.sheet.html import body_html

    answer = answer_of(solve(read_game_text(text)))
    par = answer.par
    figures = [("House edge of the round", percent_text(par.headline.house_edge, 4))]
    counted = {sheet.wager: sheet for sheet in reversed(par.wagers)}
    for in_play in (counted[wager.name] for wager in par.game.optional if wager.name in counted):
        figures.append((f"{in_play.wager} {in_play.paytable}".strip(), percent_text(in_play.house_edge, 4)))
    html = str(body_html(par_sheet(par, curve=answer.curve, check=answer.check)))
    return {"figures": figures, "html": html, "warnings": []}


def count_lint(text: str, reason: str = "") -> dict[str, Any]:
    """Everything the linter finds, also what has to be counted."""
    from fairfelt.analysis.lint import lint
    from fairfelt.games import read_game_text

    return {"findings": lint([read_game_text(text)]).to_dict()["games"][0]["findings"]}


COUNTS: Mapping[str, Callable[[str, str], dict[str, Any]]] = {"par": count_par, "lint": count_lint}


def keep_to_limits() -> None:
    """So much memory and time and no more; where the system has no such limits, only the clock of who waits."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(LOWER_PRIORITY)


def main() -> None:
    """Load what counting needs, wait for the question, answer; what cannot be counted is an answer too."""
    import fairfelt.analysis.lint
    import fairfelt.reports.par.par_sheet  # noqa: F401  (loaded before the question comes)
    from fairfelt.engine import Unsolved
    from fairfelt.rules import BadDefinition

    asked = sys.stdin.read()
    if not asked:
        return
    question = json.loads(asked)
    try:
        answer = COUNTS[question["kind"]](question["text"], question["reason"])
    except (Unsolved, BadDefinition) as error:
        answer = {"unsolved": str(error)}
    except MemoryError:
        answer = {"beyond": "memory"}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    keep_to_limits()
    main()
