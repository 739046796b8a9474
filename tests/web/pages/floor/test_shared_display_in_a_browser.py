"""The display of a jackpot that several rooms share: it shows the hub's meters, and says when they are not current."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from fairfelt.room import DeviceKind
from fairfelt.room.commands.set_up import MakeLink
from fairfelt.room.hub.room import HearHub, JoinHub, LoseHub, OfferJackpot
from tests.room.hub.sites import WIDE, Hub
from tests.web.card_room import enrolled, opened, paired
from tests.web.pages.floor.test_display_in_a_browser import shows

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.xdist_group("browser")
TWO = ("E-1", "A-1")
DISPLAY = "display of the shared link"


def test_it_says_that_the_hub_is_out_of_reach_and_shows_its_meters_again(tmp_path: Path, browser: Browser) -> None:
    word = Hub("north").word("north")
    link = MakeLink(link="wide", jackpot=WIDE, location="north", cards=TWO)
    devices = (structs.replace(each, cards=TWO) for each in enrolled(DISPLAY, DeviceKind.DISPLAY, link="wide"))
    joined = JoinHub(jackpot=WIDE, document="contract", cards=TWO)
    with opened(tmp_path, OfferJackpot(word=word), joined, link, *devices) as room:
        page = paired(browser, room, DISPLAY)
        shows(page, "$10,000.00")
        assert page.locator("#offline").is_hidden()
        room.tell(LoseHub(jackpot=WIDE, why="the hub does not answer"))
        shows(page, "Not current since")
        grown = {level: micros + 2_500_000 for level, micros in word.meters_micros.items()}
        room.tell(HearHub(jackpot=WIDE, word=structs.replace(word, event=word.event + 1, meters_micros=grown)))
        page.locator("#offline").wait_for(state="hidden")
        shows(page, "$10,002.50")
