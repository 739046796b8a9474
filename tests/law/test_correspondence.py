"""Every statement of the approved rule sheets is said in a dossier, by a sentence that the definition writes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache

import pytest

from fairfelt import games
from fairfelt import law as statutes
from fairfelt.engine import exact as engine
from fairfelt.law.dossiers import approved_sheet, approved_statements, checklist
from fairfelt.reports.law.dossier import Dossier, Match, matches
from fairfelt.reports.par.lab_report import Study
from fairfelt.reports.sheet import Sheet
from fairfelt.rules import Game

SHEETS = ("straight-edge-poker", "flushes-gone-wild", "three-card-poker", "flush-rush", "solitaire-stud")
STATEMENTS = 207


def versions() -> Iterator[Game]:
    """The versions that the sheets are about; those of a later letter have no sheet here."""
    for slug in SHEETS:
        game = games.find(slug)
        yield from game.variants if any(each.variant for each in approved_sheet(slug).statements) else [game]


@cache
def written(game: Game) -> Dossier:
    found = engine.answer(game)
    study = Study(par=found.par, short=found.short, verification=engine.verification(games.find(game.slug)))
    law = statutes.profile("wa-commercial").on(date(2023, 6, 14))
    return Dossier(checklist=checklist("wa"), law=law, letter=statutes.letter(), study=study)


def found(game: Game) -> tuple[Match, ...]:
    return matches(game, parts(game))


def parts(game: Game) -> list[Sheet]:
    return [sheet for name, sheet in written(game).parts.items() if name != "correspondence"]


@pytest.mark.parametrize("game", list(versions()), ids=lambda game: game.title)
def test_every_statement_of_the_sheet_is_said(game: Game) -> None:
    missing = [
        (match.statement.number, ours)
        for match in found(game)
        for ours, section in zip(match.statement.ours, match.sections, strict=True)
        if not section
    ]
    assert not missing


def test_there_are_as_many_statements_as_were_audited() -> None:
    numbers = {match.number for game in versions() for match in approved_statements(game.slug, game.variant)}
    assert len(numbers) == STATEMENTS


def test_the_table_stands_in_the_dossier_and_names_the_section_of_each() -> None:
    table = written(games.find("flush-rush")).parts["correspondence"]
    said = dict(table.sentences)[""]
    assert said.startswith("U17 House edge: 3.75% of the Ante, 3.95% of All or Nothing. Paytables ")
    assert said.endswith(" Verification: Flush Rush")


def test_a_changed_pay_or_rule_is_no_longer_said() -> None:
    """What stands beside a statement is looked for in the text: a sheet that says otherwise is found out."""
    game = games.find("flush-rush")
    changed = [Sheet(part.title, part.subtitle, *part.sections[1:]) for part in parts(game)]
    assert not all(match.holds for match in matches(game, changed))
    other = games.find("solitaire-stud")
    wrong = [match.statement.number for match in matches(game, parts(other)) if not match.holds]
    assert {"U15", "U16", "U17"} <= set(wrong)


def test_a_game_without_a_sheet_has_no_table() -> None:
    assert "correspondence" not in written(games.find("casino-war")).parts
