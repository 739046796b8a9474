"""The studio over HTTP: any game of known parts opens in it and comes out as it was; mistakes have places."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.games import read_game_text
from fairfelt.rules import fingerprint
from fairfelt.rules.json_form.write import is_data
from fairfelt.web.pages.studio import BLANK, Drafts, look, read_draft
from tests.games.test_json_files import WRONG, places
from tests.support.heavy import chosen

OF_KNOWN_PARTS = [game.slug for game in games.catalogue() if is_data(game)]
ONE_OF_EACH_SHAPE = {
    "bet-the-bust", "classic-blackjack", "criss-cross-poker", "flush-rush", "fortune-asia-poker", "let-it-ride",
    "three-card-poker", "trilux-bonus", "ultimate-texas-holdem",
}  # fmt: skip
"""The language brings every game back in every run, in tests of its own; here it goes through the pages."""
Json = dict[str, Any]


def opened(visit: TestClient, slug: str) -> Json:
    data: Json = visit.get(f"/studio/begin/{slug}.json").json()
    return data


def looked(visit: TestClient, game: Json, version: int = 0) -> Json:
    seen: Json = visit.post("/studio/look.json", json={"game": game, "version": version}).json()
    return seen


@pytest.mark.parametrize("slug", chosen(OF_KNOWN_PARTS, ONE_OF_EACH_SHAPE))
def test_a_game_of_ours_opens_and_comes_out_the_same(slug: str, visit: TestClient) -> None:
    game = games.find(slug)
    data = opened(visit, slug)
    for at, version in enumerate(game.variants):
        seen = looked(visit, data, at)
        assert seen["fingerprint"] == fingerprint(version)
        assert not seen["claims"]
    back = read_game_text(visit.post("/studio/file.json", json={"game": data}).json()["text"])
    assert [fingerprint(each) for each in back.variants] == [fingerprint(each) for each in game.variants]


def test_a_blank_game_is_a_game(visit: TestClient) -> None:
    seen = looked(visit, opened(visit, "blank"))
    assert "How to play" in seen["placard"]
    assert visit.get(f"/studio/drafts/{seen['draft']}/felt.svg").text.startswith("<svg")
    assert seen["rows"][0]["lines"][:2] == ["AKQ suited", "straight flush"]
    assert "Studio" in visit.get("/studio").text


def test_a_visitor_has_no_thousands_of_readings_counted(visit: TestClient) -> None:
    """47 kB of other readings took 24 seconds."""
    game = json.loads(json.dumps(BLANK))
    same = {"reading": "the same", "changes": {"summary": game["summary"]}}
    game["rulings"] = [
        {
            "name": "r",
            "question": "q",
            "reading": "r",
            "because": "b",
            "alternatives": {f"a{at}": same for at in range(101)},
        }
    ]
    fault = looked(visit, game)["fault"]
    assert fault["sentence"].startswith("a game has 100 other readings at most")
    assert fault["place"] == ["rulings", 0, "alternatives", "a100"]
    del game["rulings"][0]["alternatives"]["a100"]
    assert "fault" not in looked(visit, game)


def test_a_mistake_has_the_place_of_its_field(visit: TestClient) -> None:
    game = json.loads(json.dumps(BLANK))
    game["wagers"][1]["settle"]["pay"] = "many"
    fault = looked(visit, game)["fault"]
    assert fault["place"] == ["wagers", 1, "settle", "pay"]
    assert fault["sentence"].startswith("'many' is not a pay: write 40")
    game = json.loads(json.dumps(BLANK))
    game["deal"]["packets"][0]["size"] = 60
    assert looked(visit, game)["fault"] == {
        "place": ["deal"], "path": "deal", "version": 0,
        "sentence": "a round for one player takes 63 cards, and the deck holds 52",
    }  # fmt: skip


def test_a_mistake_in_another_version_says_in_which(visit: TestClient) -> None:
    data = opened(visit, "free-bet-blackjack")
    data["others"][0]["wagers"][0]["kind"] = "none"
    fault = looked(visit, data)["fault"]
    assert (fault["version"], fault["place"]) == (1, ["wagers", 0, "kind"])


def test_figures_and_numbers_of_another_game_are_noticed(visit: TestClient) -> None:
    """A changed game went on saying on its placard that it was approved."""
    data = opened(visit, "let-it-ride")
    data["wagers"][0]["paytables"][0]["pays"]["royal flush"] = "3 to 1"
    assert looked(visit, data)["claims"]
    del data["approvals"], data["published"]
    assert not looked(visit, data)["claims"]


def test_a_draft_is_played(visit: TestClient) -> None:
    draft = looked(visit, opened(visit, "blank"))["draft"]
    assert "My game" in visit.get(f"/play/draft/{draft}").text
    table = visit.get(f"/play/draft/{draft}/table.json").json()
    assert table["coach"]["state"] == "none"
    bets = {"version": table["version"], "players": 2, "cut": 0, "bets": {"Ante": "10"}}
    dealt = visit.post(f"/play/draft/{draft}/deal.json", json=bets).json()
    assert [choice["name"] for choice in dealt["choices"]] == ["fold", "Play"]
    move = {"version": dealt["version"], "choice": "Play"}
    assert visit.post(f"/play/draft/{draft}/choose.json", json=move).json()["phase"] == "settled"


def test_a_draft_that_is_gone_says_so(visit: TestClient) -> None:
    answer = visit.get("/play/draft/abc/table.json")
    assert answer.status_code == 404
    assert "open it in the studio again" in answer.json()["detail"]


def test_the_oldest_drafts_are_given_up() -> None:
    drafts = Drafts(most=2)
    names = [drafts.keep(read_draft({**BLANK, "name": name})).name for name in ("One", "Two", "Three")]
    assert len(drafts.items()) == 2
    assert drafts.named(names[2]).game.name == "Three"
    with pytest.raises(LookupError):
        drafts.named(names[0])


@pytest.mark.parametrize(
    ("address", "fields", "status"),
    [
        ("/studio/look.json", [], 400),
        ("/studio/look.json", {"game": BLANK, "version": "x"}, 400),
        ("/studio/count.json", {"kind": "all", "draft": "x"}, 400),
        ("/studio/count.json", {"kind": "par", "draft": "x"}, 404),
    ],
)
def test_what_cannot_be_asked_is_refused(visit: TestClient, address: str, fields: Any, status: int) -> None:
    answer = visit.post(address, json=fields)
    assert answer.status_code == status
    assert answer.json()["detail"]


def test_a_game_with_python_of_its_own_is_not_opened(visit: TestClient) -> None:
    answer = visit.get("/studio/begin/casino-war.json")
    assert answer.status_code == 404
    assert "the settlement of Ante is first_card" in answer.json()["detail"]


def test_words_stay_words(visit: TestClient) -> None:
    """Whatever is typed stays text in the file that is saved."""
    nasty = 'x""" + str(__import__("os").getcwd()) + """ \\" {0}'
    game = {**BLANK, "name": nasty, "summary": nasty, "headlines": [nasty]}
    back = read_game_text(visit.post("/studio/file.json", json={"game": game}).json()["text"])
    assert (back.name, back.summary, back.headlines) == (nasty, nasty, (nasty,))


def test_every_draft_can_be_looked_at() -> None:
    """Games with values gone or changed have sheets, or a fault with a sentence; never a failure of ours."""
    rng, seen = random.Random(16), 0
    for _ in range(60):
        data = json.loads(json.dumps(BLANK))
        where, key = rng.choice(list(places(data)))
        if rng.random() < 0.5 and isinstance(where, dict):
            del where[key]
        else:
            where[key] = rng.choice(WRONG)
        answer = look(Drafts(), data, 0)
        seen += "placard" in answer
        assert "placard" in answer or answer["fault"]["sentence"]
    assert seen
