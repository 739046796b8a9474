"""The site that `make docs` builds: it is whole, is found by kind of reader, and asks nothing of any other place."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

TOP = Path(__file__).parents[2]
READERS = ("Mathematician", "Designer", "Dealer and player", "Card room", "Regulator", "Engineer")
LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "object": "data",
}
ELSEWHERE = re.compile(r"\s*(https?:)?//", re.IGNORECASE)
NO_SITE = "the site is not built: pip install mkdocs-material, or make setup"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once; a warning is an error."""
    if not (find_spec("mkdocs") and find_spec("material")):
        pytest.skip(NO_SITE)
    place = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(place)],
        cwd=TOP, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    return place


class Assets(HTMLParser):
    """What a page has a browser load, and whether it holds a drawing that the theme would fetch a program for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.diagrams = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and given.get("rel") not in {"canonical", "next", "prev"}:
            self.addresses.append(given.get("href") or "")
        if tag in LOADED:
            self.addresses.append(given.get(LOADED[tag]) or "")
        self.diagrams += "mermaid" in (given.get("class") or "").split()


def pages(site: Path) -> Iterator[tuple[str, Assets]]:
    for path in sorted(site.rglob("*.html")):
        yield path.name, Assets(path.read_text(encoding="utf-8"))


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    found = dict(pages(site))
    assert any("bundle" in address for address in found["index.html"].addresses), "the reader of pages sees no scripts"
    for name, assets in found.items():
        assert [address for address in assets.addresses if ELSEWHERE.match(address)] == [], name
        assert assets.diagrams == 0, f"{name} has a diagram: the theme would fetch a program to draw it"


def test_no_style_sheet_loads_anything_from_elsewhere(site: Path) -> None:
    sheets = list(site.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        loaded = re.findall(r"(?:url\(|@import)\s*[\"']?([^\"')\s]+)", sheet.read_text(encoding="utf-8"))
        assert [address for address in loaded if ELSEWHERE.match(address)] == [], sheet.name


def test_a_page_that_loads_from_elsewhere_would_be_found() -> None:
    page = '<link rel="stylesheet" href="https://fonts.example/a.css"><script src="//cdn.example/b.js"></script>'
    assert all(ELSEWHERE.match(address) for address in Assets(page).addresses)
    assert len(Assets(page).addresses) == 2


def test_every_kind_of_reader_has_a_tab(site: Path) -> None:
    start = (site / "index.html").read_text(encoding="utf-8")
    tabs = re.search(r'<nav class="md-tabs".*?</nav>', start, re.DOTALL)
    assert tabs, "the tabs are gone"
    assert [reader for reader in READERS if reader not in tabs[0]] == []


def test_files_at_the_top_are_pages_and_their_links_lead_to_pages(site: Path) -> None:
    start = (site / "index.html").read_text(encoding="utf-8")
    assert 'href="architecture.html#how-to-add-a-game"' in start
    assert 'src="pictures/play-desk.jpg"' in start
    assert 'src="pictures/display-desk.jpg"' in start
    designers = (site / "designers.html").read_text(encoding="utf-8")
    assert 'href="architecture.html#how-to-add-a-game"' in designers
    assert "from fairfelt import" in re.sub(
        r"<[^>]+>", "", (site / "notebook-2-your-own-game.html").read_text(encoding="utf-8")
    )


def test_the_readme_is_short_and_begins_with_a_picture_two_commands_and_a_result() -> None:
    lines = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120
    first_screen = "\n".join(lines[:30])
    for part in ("docs/pictures/", "make run", "make test", "House edge, per Ante", "686689/20358520"):
        assert part in first_screen


@pytest.mark.heavy
def test_the_search_works_from_a_disk(site: Path) -> None:
    browser = next((path for name in BROWSERS if (path := which(name))), None)
    if browser is None or not find_spec("playwright"):
        pytest.skip("there is no Chromium, or no playwright to drive it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = started.new_page(viewport={"width": 1280, "height": 900})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "index.html").as_uri())
        page.click(".md-search__input")
        page.keyboard.type("element of risk")
        page.wait_for_selector(".md-search-result__item a[href*='glossary.html']")
        started.close()
    assert [address for address in asked if not address.startswith(("file:", "data:"))] == []
