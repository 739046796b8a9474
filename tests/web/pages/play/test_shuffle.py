"""The shuffle is promised before the bets and kept: commitment, cut, reveal."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.rules.cards import STANDARD, parse_cards
from fairfelt.web.pages.play.practice import Shuffle
from tests.web.pages.play.seated import Learner
from tests.web.visiting import THREE

pytestmark = pytest.mark.xdist_group("web")


def test_what_is_revealed_is_what_was_promised(visit: TestClient) -> None:
    learner = Learner(visit, games.find(THREE))
    promised = learner.state["commitment"]
    learner.deal(players=2, cut=20)
    assert (learner.state["commitment"], learner.state["reveal"]) == (promised, None)
    reveal = learner.play_on()["reveal"]
    assert sha256(f"{reveal['nonce']} {reveal['order']}".encode()).hexdigest() == promised
    assert sorted(parse_cards(reveal["order"])) == list(STANDARD.cards)
    assert (reveal["cut"], reveal["kept"]) == (20, True)
    top = parse_cards(reveal["order"])[20:26]
    shown = [{card["face"] for card in seat["hands"][0]["cards"]} for seat in learner.state["seats"]]
    assert shown == [{str(card) for card in top[:3]}, {str(card) for card in top[3:]}]
    learner.say("clear")
    assert learner.state["commitment"] != promised


def test_the_server_verifies_what_it_is_shown(visit: TestClient) -> None:
    shuffle = Shuffle.fresh(STANDARD)
    shown = {"commitment": shuffle.commitment, "nonce": shuffle.nonce, "order": " ".join(map(str, shuffle.order))}
    assert visit.post("/play/verify.json", json=shown).json() == {"commitment": shuffle.commitment, "kept": True}
    other = {**shown, "order": " ".join(map(str, STANDARD.cards))}
    assert visit.post("/play/verify.json", json=other).json()["kept"] is False
    assert visit.post("/play/verify.json", json={"nonce": "1"}).json()["field"] == "commitment"


def test_a_promise_gives_nothing_away() -> None:
    order = STANDARD.cards
    assert Shuffle(order, "1" * 64).commitment != Shuffle(order, "2" * 64).commitment
    assert len({Shuffle.fresh(STANDARD).nonce for _ in range(20)}) == 20


@given(st.integers(0, 51))
def test_a_cut_moves_cards_from_the_top_to_the_bottom(at: int) -> None:
    cut = Shuffle(STANDARD.cards, "").cut_at(at)
    assert cut[0] == STANDARD.cards[at]
    assert sorted(cut) == list(STANDARD.cards)
    assert cut[-1] == STANDARD.cards[at - 1]
