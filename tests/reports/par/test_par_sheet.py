"""The PAR sheet shows the same numbers on screen, page and paper."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from fairfelt.cli import main
from fairfelt.engine.answers.par import OutcomeRow
from fairfelt.reports.par.par_sheet import par_dict, par_sheet
from fairfelt.reports.par.plot_sheet import NotebookPar
from fairfelt.reports.plots import merge_ends
from fairfelt.reports.sheet import Notice, Plot, Sheet, Table
from fairfelt.reports.sheet.html import as_html
from fairfelt.reports.sheet.pdf import as_pdf
from fairfelt.reports.sheet.text import as_text
from fairfelt.rules import EVEN, LOSE, fingerprint
from tests.reports.by_hand import CURVE, PAR
from tests.reports.pages import Page, pdf_text, text_of

EXPECTED = (
    "3.7037%", "1/27",                # house edge of the round
    "1.3889%", "1/72",                # element of risk
    "2.666667", "1.732051",           # average wager, standard deviation
    "1,000,000", "+0.48000000",       # combinations and contribution of the raise
    "-0.02000000", "0.989747",        # its total and standard deviation
    "49.9994%", "249997/500000",      # the progressive with six others
    "50.0000%",                       # and alone
    "499,994,000.00",                 # its break-even meter
    "1 in 1,000,000,000",
    "37.5000%",                       # how often the raise is best
    "Element of risk",
)  # fmt: skip


def plots(sheet: Sheet) -> list[Plot]:
    return [block for section in sheet.sections for block in section.blocks if isinstance(block, Plot)]


@pytest.mark.parametrize("expected", EXPECTED)
def test_figures_are_on_the_text(expected: str) -> None:
    assert expected in text_of(as_text(par_sheet(PAR)))


def test_figures_are_on_the_page_and_in_the_pdf() -> None:
    page, paper = Page(as_html(par_sheet(PAR))).text, pdf_text(as_pdf(par_sheet(PAR)))
    assert [text for text in EXPECTED if text not in page] == []
    assert [text for text in EXPECTED if text not in paper] == []


def test_every_form_names_game_variant_and_fingerprint() -> None:
    sheet = par_sheet(PAR)
    for words in (text_of(as_text(sheet)), Page(as_html(sheet)).text, pdf_text(as_pdf(sheet))):
        assert "Everything & <More> V9" in words
        assert fingerprint(PAR.game) in words


def test_warnings_and_changes_stand_in_boxes() -> None:
    sheet = par_sheet(PAR, changes=("Ruling x is read as y.",))
    boxes = [block for block in sheet.sections[0].blocks if isinstance(block, Notice)]
    assert [box.items for box in boxes] == [("Ruling x is read as y.",), PAR.warnings]
    assert "! The player has an edge on <Ladder> & more." in text_of(as_text(sheet))


def test_the_page_is_well_formed_and_needs_nothing_from_outside() -> None:
    page = Page(as_html(par_sheet(PAR, curve=CURVE)))
    assert page.links == []
    assert {"svg", "table", "aside", "style"} <= page.seen
    assert "The player has an edge on <Ladder> & more." in page.text


def test_a_par_shows_itself_in_terminals_and_notebooks() -> None:
    shown = NotebookPar(**vars(PAR))
    assert "3.7037%" in text_of(shown)
    frame = shown._repr_html_()
    assert Page(frame).seen == {"iframe"}
    assert "&lt;h1&gt;Everything &amp;amp; &amp;lt;More&amp;gt; V9&lt;/h1&gt;" in frame


def test_a_pdf_of_the_same_sheet_is_the_same_to_the_byte() -> None:
    assert as_pdf(par_sheet(PAR)) == as_pdf(par_sheet(PAR))


def test_there_is_a_curve_only_where_one_is_given() -> None:
    titles = [plot.title for plot in plots(par_sheet(PAR))]
    assert "Value of each choice" not in titles
    drawn = {plot.title: plot.draw() for plot in plots(par_sheet(PAR, curve=CURVE))}
    svg = drawn["Value of each choice"]
    assert "hands, from the weakest to the strongest" in svg
    assert "expected result (Antes)" in svg
    assert "stroke-dasharray" in svg


def test_axes_have_titles_with_units() -> None:
    drawn = [plot.draw() for plot in plots(par_sheet(PAR))]
    assert "net result (Antes)" in drawn[0]
    assert "probability" in drawn[0]
    assert all("contribution (units)" in svg for svg in drawn[1:])


def test_envy_lists_the_edge_for_every_number_of_other_players() -> None:
    """The sheets pay it for another player's hand; ours said "bettors", as if a hand without the bet paid none."""
    words = str(par_sheet(PAR).sections[-1].blocks)
    assert "hands of other players, whether they made this bet or not" in words
    tables = [block for block in par_sheet(PAR).sections[-1].blocks if isinstance(block, Table)]
    assert [row[:2] for row in tables[-1].rows] == [(str(n), f"{50 - n / 10**4:.4f}%") for n in range(9)]


def test_rare_ends_of_the_results_are_folded_inwards() -> None:
    results = [(Fraction(n), Fraction(weight, 100)) for n, weight in ((-3, 1), (-1, 50), (1, 40), (5, 6), (50, 3))]
    assert merge_ends(results, 3) == [
        (Fraction(-1), Fraction(51, 100), " or less"),
        (Fraction(1), Fraction(40, 100), ""),
        (Fraction(5), Fraction(9, 100), " or more"),
    ]
    assert sum(chance for _, chance, _ in merge_ends(results, 2)) == 1


def test_json_has_the_skewness_of_the_sheet() -> None:
    """It stood on the sheet, and not in its JSON."""
    mean = sum(net * ways for net, ways in PAR.round.results) / Fraction(PAR.round.total)
    square, cube = (
        sum((net - mean) ** power * ways for net, ways in PAR.round.results) / Fraction(PAR.round.total)
        for power in (2, 3)
    )
    plain = par_dict(PAR)
    assert plain["round"]["skewness"] == pytest.approx(float(cube) / float(square) ** 1.5)
    assert all("skewness" in wager for wager in plain["wagers"])
    assert {name: value for name, value in plain.items() if name not in ("round", "wagers")} == {
        name: value for name, value in PAR.to_dict().items() if name not in ("round", "wagers")
    }


def test_the_edge_is_also_given_of_all_opening_bets_where_there_are_several() -> None:
    """Ante and Blind are both compulsory: 1/27 of the Ante is 1/54 of what every player has to bet."""
    assert len(PAR.game.openings) == 2
    words = text_of(as_text(par_sheet(PAR)), 200)
    assert "House edge, per unit of the 2 opening bets" in words
    assert "1/54" in words


def test_outcomes_of_one_name_and_pay_are_told_apart_by_their_stakes() -> None:
    sheet = PAR.wagers[0]
    one, two, lost = (
        OutcomeRow("wins", EVEN, 1, Fraction(1, 4), Fraction(1, 4)),
        OutcomeRow("wins", EVEN, 1, Fraction(1, 4), Fraction(5, 8)),
        OutcomeRow("loses", LOSE, 2, Fraction(1, 2), Fraction(-1, 2)),
    )
    assert [row.stake for row in (one, two, lost)] == [1, Fraction(5, 2), 1]
    changed = replace(PAR, wagers=(replace(sheet, outcomes=(one, two, lost)), *PAR.wagers[1:]))
    words = text_of(as_text(par_sheet(changed)), 200)
    assert "Wins, 1.00 staked" in words
    assert "Wins, 2.50 staked" in words
    assert "Loses, 1.00 staked" not in words
    assert par_dict(changed)["wagers"][0]["outcomes"][1]["stake"]["fraction"] == "5/2"


SHIPPED = ("three-card-poker", "flush-rush", "solitaire-stud", "caribbean-stud", "casino-war")


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_fraction_of_a_shipped_sheet_adds_up_exactly(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As a laboratory adds it up from the JSON: combinations, probabilities and the edge of each bet."""
    assert main(["par", slug, "--json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert sheet["imprint"]["commit"] and sheet["imprint"]["software"], "versioned"
    for bet in sheet["wagers"]:
        rows = bet["outcomes"]
        whole, parts = bet["combinations"], [row["combinations"] for row in rows]
        assert sum(parts) == whole, (slug, bet["wager"], bet["paytable"])
        assert [Fraction(row["probability"]["fraction"]) for row in rows] == [Fraction(part, whole) for part in parts]
        won = sum(Fraction(row["contribution"]["fraction"]) for row in rows)
        stake = Fraction(bet["average_stake"]["fraction"]) or 1  # a bonus is paid on another bet
        assert -won == Fraction(bet["house_edge"]["fraction"]) * stake


def test_a_sheet_is_the_same_to_the_byte_in_any_process_zone_language_and_folder(tmp_path: Path) -> None:
    made = []
    for seed, zone, language in (("0", "UTC", "C.UTF-8"), ("7", "Asia/Tokyo", "es_US.UTF-8")):
        folder = tmp_path / seed
        folder.mkdir()
        home = {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": language}
        write = "[main(['par', 'casino-war', '-o', f'sheet.{sort}']) for sort in ('json', 'pdf')]"
        asked = [sys.executable, "-c", f"from fairfelt.cli import main; {write}"]
        subprocess.run(asked, cwd=folder, env={**os.environ, **home}, check=True, capture_output=True)
        made.append([(folder / paper).read_bytes() for paper in ("sheet.json", "sheet.pdf")])
    assert made[0] == made[1]
