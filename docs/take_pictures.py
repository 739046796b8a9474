"""Takes the pictures of every page that docs/pictures.md shows: `make pictures`, or `make pictures ONLY="par play"`.

The demonstration is served in a process of its own, so that the pictures show what `make run` shows.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from docs.picture_records import read_records, record_picture, write_records
from fairfelt.room import Role
from fairfelt.twin.demo import CARDS, CONSOLE_KEY, demo_key, tables

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

DOCS = Path(__file__).parent
SIZES: dict[str, ViewportSize] = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
GAME = "three-card-poker"
FIRST, LAST = tables()[0], tables()[-1]
QUALITY = 70
PATIENCE_MS = 600_000
SETTLED_MS = 500
"""Until what the page has asked for is drawn."""
COUNTED = "!document.querySelector('[data-waiting]')"


@dataclass(frozen=True)
class Picture:
    """A page to be taken: its name, address, template and what it shows; and what is done before it is taken."""

    name: str
    path: str
    template: str
    shows: str
    prepare: Callable[[Page], None] = lambda page: None


@dataclass(frozen=True)
class Round:
    """Pictures that one visitor takes: with the key of a device, or with a card at the console."""

    title: str
    pictures: tuple[Picture, ...]
    key: str = ""
    card: str = ""


def compose(page: Page) -> None:
    """Wait for the PAR sheet of the game that is open, and look at its felt."""
    page.get_by_text("Counted exactly.").wait_for(state="attached")
    page.locator("#tab-felt").evaluate("tab => tab.click()")


def deal(page: Page) -> None:
    """Bet and deal unless that is done, and wait for the coach."""
    page.wait_for_timeout(SETTLED_MS)
    if page.locator("#deal").is_visible():
        page.locator('#spots [data-wager="Ante"]').click()
        page.get_by_role("button", name="Deal", exact=True).click()
    page.locator("#choices button.best").wait_for()


def light(page: Page) -> None:
    """Put some bets on the sensors."""
    page.get_by_text("✓ connected").wait_for()
    page.wait_for_timeout(SETTLED_MS)
    if (sign_in := page.locator("#dealer").get_by_role("button", name="Sign in")).count():
        dealer = next(card for card in CARDS if card.role is Role.DEALER)
        sign_in.click()
        page.get_by_label("Card").fill(dealer.card)
        for digit in dealer.pin:
            page.locator(f"[data-digit='{digit}']").click()
        page.locator("dialog[open]").get_by_role("button", name="Sign in", exact=True).click()
        page.locator("#dealer").get_by_text(dealer.name).wait_for()
    for seat in (1, 3, 4):
        if page.locator(f"#seat-{seat}").get_by_text("no bet").count():
            page.locator(f"#seat-{seat}").click()
    page.get_by_text("3 bets").wait_for()


def claim(page: Page) -> None:
    """Claim the hand that pays most, unless it waits already."""
    page.get_by_text("✓ connected").wait_for()
    page.wait_for_timeout(SETTLED_MS)
    claims = page.locator("#claims")
    if not claims.is_visible():
        page.locator("#actions button:not([aria-disabled=true])").first.click()
        page.locator("#seat-3").click()
        page.locator("#hands .hand:not([aria-disabled=true])").first.click()
        claims.wait_for()


def pending(page: Page) -> None:
    """Wait until the display shows the claim."""
    page.locator("#pending").wait_for()


ROUNDS = (
    Round(
        "Games and their mathematics",
        (
            Picture("start", "/", "games/start.html", "The start page"),
            Picture("games", "/games", "games/catalogue.html", "The catalogue, to be searched"),
            Picture("rules", f"/games/{GAME}", "games/rules.html", "A game's rules and main figures"),
            Picture("par", f"/games/{GAME}/par", "games/par.html", "Its PAR sheet"),
            Picture("strategy", f"/games/{GAME}/strategy", "games/strategy.html", "Its strategy"),
            Picture("plots", f"/games/{GAME}/plots", "games/plots.html", "Its plots"),
            Picture("edit", f"/games/{GAME}/edit", "games/edit.html", "The paytable editor"),
            Picture("compare", "/games/compare", "games/compare.html", "Two paytables side by side"),
            Picture(
                "studio", f"/studio?like={GAME}", "studio/studio.html", "The studio, where a game is composed", compose
            ),
            Picture(
                "verification", "/verify", "games/verification.html", "Every published figure beside the computed one"
            ),
        ),
    ),
    Round(
        "Practice",
        (
            Picture("practice", "/play", "play/lobby.html", "Every game to sit down at"),
            Picture("play", f"/play/{GAME}", "play/table.html", "The practice table with its coach", deal),
            Picture("school", f"/play/{GAME}/school", "play/school.html", "The dealer school"),
        ),
    ),
    Round(
        "The room",
        (
            Picture("room", "/room", "floor/room.html", "Every table and display"),
            Picture("pair", "/pair", "floor/pair.html", "Pairing a browser"),
        ),
    ),
    Round(
        "A keypad",
        (
            Picture("keypad", f"/table/{LAST.name}", "floor/keypad.html", "A dealer's keypad", light),
            Picture("keypad-claim", f"/table/{LAST.name}", "floor/keypad.html", "The same while a claim waits", claim),
        ),
        key=demo_key(LAST.keypad),
    ),
    Round(
        "A display while a claim waits",
        (Picture("display-claim", f"/display/{LAST.link}", "floor/display.html", "A display while it waits", pending),),
        key=demo_key(f"display {LAST.link}"),
    ),
    Round(
        "A display",
        (Picture("display", f"/display/{FIRST.link}", "floor/display.html", "The display of a link"),),
        key=demo_key(f"display {FIRST.link}"),
    ),
    Round(
        "The manager's desk",
        (
            Picture("manager", "/manager", "manager/dashboard.html", "Dashboard"),
            Picture("manager-jackpot", f"/manager/jackpots/{FIRST.link}", "manager/jackpots/jackpot.html", "A jackpot"),
            Picture(
                "manager-terms",
                f"/manager/jackpots/{FIRST.link}/terms",
                "manager/jackpots/terms.html",
                "Changing its terms, with advice",
            ),
            Picture("manager-tables", "/manager/tables", "manager/tables/tables.html", "Tables"),
            Picture("manager-people", "/manager/people", "manager/people/people.html", "People and cards"),
            Picture("manager-devices", "/manager/devices", "manager/devices.html", "Devices"),
            Picture("manager-wins", "/manager/wins", "desk/awards.html", "The win log"),
            Picture("manager-reports", "/manager/reports", "manager/paper.html", "Reports"),
            Picture("manager-law", "/manager/law", "manager/law/law.html", "The law in the room"),
            Picture("manager-funds", "/manager/funds", "manager/law/funds.html", "Funds"),
            Picture("manager-payouts", "/manager/payouts", "manager/law/payouts.html", "Payouts under way"),
            Picture("manager-log", "/manager/log", "desk/log.html", "The audit log"),
        ),
        key=CONSOLE_KEY,
        card="E-1",
    ),
    Round(
        "The regulator's view",
        (
            Picture("regulator", "/regulator", "regulator/overview.html", "What there is to see"),
            Picture("regulator-law", "/regulator/law", "regulator/record.html", "The law in force"),
            Picture(
                "regulator-approvals", "/regulator/approvals", "regulator/record.html", "Approvals and fingerprints"
            ),
            Picture(
                "regulator-parameters", "/regulator/parameters", "regulator/record.html", "Parameters and their history"
            ),
            Picture("regulator-reconciliation", "/regulator/reconciliation", "regulator/record.html", "Reconciliation"),
            Picture("regulator-verification", "/regulator/verification", "regulator/verification.html", "Verification"),
        ),
        key=CONSOLE_KEY,
        card="R-1",
    ),
)


@contextmanager
def demonstration() -> Iterator[str]:
    """The address of a demonstration room that runs beside us."""
    command = [sys.executable, "-c", "from fairfelt.cli import main; main(['serve', '--demo', '--port', '0'])"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            yield next(word for word in server.stdout.readline().split() if word.startswith("http"))
        finally:
            server.terminate()


def visit(browser: Browser, home: str, round_: Round, wanted: set[str]) -> None:
    """Take the pictures of one visitor, each at both sizes."""
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True)  # to be asked whether it still waits
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    if round_.key:
        pair(page, home, round_.key)
    if round_.card:
        sign_in(page, home, round_)
    for picture in round_.pictures:
        if not wanted or picture.name in wanted:
            take(page, home, picture)
    context.close()


def take(page: Page, home: str, picture: Picture) -> None:
    """One page at both sizes."""
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        page.goto(home + picture.path)
        page.wait_for_function(COUNTED)
        picture.prepare(page)
        page.wait_for_timeout(SETTLED_MS)
        page.screenshot(path=DOCS / "pictures" / f"{picture.name}-{size}.jpg", type="jpeg", quality=QUALITY)
    styles = page.evaluate("[...document.styleSheets].map(sheet => sheet.href).filter(href => href)")
    write_records({**read_records(), picture.name: record_picture(picture.template, styles)})
    sys.stdout.write(f"{picture.name}\n")
    sys.stdout.flush()


def pair(page: Page, home: str, key: str) -> None:
    """Make this browser a device, as soon as the demonstration is set up."""
    page.goto(f"{home}/room")
    while not page.locator(".device-list .free").count():  # the visitor's table is enrolled last
        page.wait_for_timeout(SETTLED_MS)
        page.reload()
    page.goto(f"{home}/pair")
    page.get_by_label("Device key").fill(key)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith("/pair"))


def sign_in(page: Page, home: str, round_: Round) -> None:
    """Put in a card at the desk."""
    page.goto(home + round_.pictures[0].path)
    page.get_by_role("textbox", name="Card").fill(round_.card)
    page.get_by_role("textbox", name="PIN").fill(next(card.pin for card in CARDS if card.card == round_.card))
    page.keyboard.press("Enter")
    page.wait_for_url(f"{home}{round_.pictures[0].path}")


def gallery() -> str:
    """The page that shows them all."""
    lines = ["# Every page", "", "Taken from the demonstration (`make pictures`), at a desk and on a phone.", ""]
    for round_ in ROUNDS:
        lines += [f"## {round_.title}", ""]
        for picture in round_.pictures:
            desk, phone = (f"(pictures/{picture.name}-{size}.jpg)" for size in SIZES)
            lines += [
                f"**{picture.shows}**, `{picture.path}`",
                "",
                f"![{picture.shows}]{desk} ![on a phone]{phone}",
                "",
            ]
    return "\n".join(lines)


def main() -> None:
    (DOCS / "pictures").mkdir(exist_ok=True)
    (DOCS / "pictures.md").write_text(gallery())
    wanted = set(sys.argv[1:])
    with demonstration() as home, sync_playwright() as play:
        found = next(filter(None, map(which, BROWSERS)), play.chromium.executable_path)
        browser = play.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for round_ in ROUNDS:
            if not wanted or wanted & {picture.name for picture in round_.pictures}:
                visit(browser, home, round_, wanted)
        browser.close()


if __name__ == "__main__":
    main()
