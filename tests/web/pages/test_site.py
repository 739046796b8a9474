"""The catalogue as a folder of pages: opened as files in a browser, with pays changed and priced there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairfelt import games
from fairfelt.cli.commands import sheets
from fairfelt.cli.io.errors import BadInput
from fairfelt.engine.answers.numbers import percent_text
from fairfelt.engine.answers.store import kept_answer
from fairfelt.reports.site import page_name, priced_wagers
from fairfelt.rules import Game
from tests.support.heavy import IS_HEAVY_RUN
from tests.support.running import run
from tests.web.browsers import DESK, PHONE, fits

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.xdist_group("browser")
FEW = ("three-card-poker", "commission-baccarat", "blackjack-switch", "fortune-asia-poker")
LARGEST = 150_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All games where minutes do not matter, otherwise some of every kind."""
    folder = tmp_path_factory.mktemp("site") / "public"
    ran = run("site", str(folder), *(() if IS_HEAVY_RUN else FEW))
    assert ran.code == 0 and str(folder / "index.html") in ran.out
    return folder


@pytest.fixture(scope="module")
def page(one_browser: Browser) -> Iterator[Page]:
    with one_browser.new_context() as context:
        yield context.new_page()


def shown_games() -> list[Game]:
    chosen = games.catalogue() if IS_HEAVY_RUN else map(games.find, FEW)
    return [version for game in chosen for version in game.variants]


def test_a_page_is_light_asks_nobody_and_has_its_figures_beside_it(site: Path) -> None:
    listed = json.loads((site / "games.json").read_bytes())["games"]
    assert [(each["game"], each["variant"]) for each in listed] == [(g.slug, g.variant) for g in shown_games()]
    for each in listed:
        text = (site / each["page"]).read_text("utf-8")
        assert len(text.encode()) <= LARGEST, each["page"]
        assert set(re.findall(r"https?://[^\s\"'<)]+", text)) <= {"http://www.w3.org/2000/svg"}
        data = json.loads((site / each["data"]).read_bytes())
        assert data["fingerprint"] == each["fingerprint"] and each["fingerprint"] in text
        assert data["headline"]["house_edge"] == each["house_edge"]


def test_every_page_fits_and_prices_its_bets_as_the_sheet_does(site: Path, page: Page) -> None:
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.on("console", lambda said: broken.append(said.text) if said.type == "error" else None)
    for game in shown_games():
        answer = kept_answer(game)
        assert answer
        page.goto((site / f"{page_name(game)}.html").as_uri())
        page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
        for size in (PHONE, DESK):
            page.set_viewport_size(size)
            assert fits(page), (game.title, size)
        said = [words for section in page.locator("#bets section").all() for words in prices(section)]
        edges = [percent_text(sheet.house_edge) for sheet in priced_wagers(answer.par)]
        assert len(said) == len(edges), game.title
        for (result, exact), edge in zip(said, edges, strict=True):
            assert result.startswith(f"House edge {edge},") and exact.endswith(f"before changes {edge}"), game.title
    assert broken == []


def prices(section: Locator) -> Iterator[tuple[str, str]]:
    """What is said of a wager with each of its paytables."""
    select = section.locator("select")
    for at in range(max(1, section.locator("option").count())):
        if select.count():
            select.select_option(index=at)
        yield section.locator("output").text_content() or "", section.locator(".exact").text_content() or ""


def test_a_changed_pay_is_priced_exactly_and_undone(site: Path, page: Page) -> None:
    answer = kept_answer(games.find("three-card-poker"))
    assert answer
    sheet = answer.par.wager("Pair Plus")
    row = next(row for row in sheet.outcomes if row.name == "flush")
    edge = sheet.house_edge - (Fraction(7, 2) - row.pay.net) * row.probability
    page.goto(f"{(site / 'three-card-poker.html').as_uri()}#pays")
    bet = page.locator("#bets section", has=page.get_by_role("heading", name="Pair Plus", exact=True))
    field, before = bet.get_by_label("Pair Plus: flush pays"), bet.locator("output").inner_text()
    field.fill("7 to 2")
    assert f"House edge {percent_text(edge)}," in bet.locator("output").inner_text()
    assert f"Exact: {edge.numerator}/{edge.denominator};" in bet.locator(".exact").inner_text()
    field.fill("4 for 1")
    assert f"House edge {percent_text(edge + row.probability / 2)}," in bet.locator("output").inner_text()
    for wrong in ("", "7 to 0", "3 for 2", "-1", "many"):
        field.fill(wrong)
        assert bet.get_by_role("alert").inner_text() == (
            f"“{wrong}” is not a pay: write 40, 3 to 2, 300 for 1, push or loses"
        )
        assert field.get_attribute("aria-invalid") == "true"
    bet.get_by_role("button", name="Undo all changes").click()
    assert bet.locator("output").inner_text() == before and bet.get_by_role("alert").inner_text() == ""


def test_a_game_is_found_by_its_name_or_a_wager(site: Path, page: Page) -> None:
    page.goto((site / "index.html").as_uri())
    page.get_by_label("Find a game").fill("pair PLUS")
    assert "Three Card Poker" in page.locator("#games tbody tr:visible").first.inner_text()
    assert page.get_by_role("status").inner_text().endswith(f"of {len(shown_games())} games")
    page.get_by_label("Find a game").fill("zzz")
    assert page.locator("#games tbody tr:visible").count() == 0
    assert page.get_by_role("status").inner_text() == "No game has these words in its name or its wagers."


def test_a_site_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk left pages without a list, and the next run refused the folder as one of other things."""
    written: list[Path] = []

    def write(file: Path, content: bytes) -> None:
        if len(written) == 3:
            raise BadInput(f"{file} cannot be written: No space left on device")
        written.append(file)
        file.write_bytes(content)

    monkeypatch.setattr(sheets, "write_whole", write)
    new, empty = tmp_path / "new", tmp_path / "empty"
    empty.mkdir()
    for folder in (new, empty):
        written.clear()
        ran = run("site", str(folder), "red-dog", "red-dog")
        assert ran.code == 2 and ran.err.endswith("cannot be written: No space left on device\n")
    assert not new.exists() and (empty / "games.json").exists()
    monkeypatch.undo()
    assert run("site", str(empty), "red-dog").code == 0
    assert len(json.loads((empty / "games.json").read_bytes())["games"]) == 1


def test_a_site_replaces_a_site_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "public"
    assert run("site", str(folder), "red-dog", "casino-war").code == 0
    assert run("site", str(folder), "red-dog").code == 0
    assert {file.name for file in folder.iterdir()} == {
        "index.html", "games.json", "site.css", "site.js", "red-dog.html", "red-dog.json"
    }  # fmt: skip
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("dear")
    for place, why in {
        other: f"{other} holds files that are no site of Fairfelt: name a new or empty folder",
        other / "letter.txt": f"{other / 'letter.txt'} is a file: name a folder to write pages to",
        tmp_path / "a" / "b": f"there is no folder {tmp_path / 'a'} to make b in: make it first",
    }.items():
        ran = run("site", str(place), "red-dog")
        assert ran.code == 2 and ran.err == f"fairfelt: {why}\n"
    assert [file.name for file in other.iterdir()] == ["letter.txt"]
