"""Whatever is sent, the room answers with a sentence for people: nothing raises, and Python's own words stay inside."""

import re
from typing import Any

import pytest
from msgspec import to_builtins
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.ledger.canonical import canonical
from fairfelt.ledger.machine import Command
from fairfelt.room import SERVER
from fairfelt.room.commands import COMMANDS
from tests.room.floors import LINK_PROGRESSIVE, MEGA, PEOPLE, UNIT, Pit, digest
from tests.room.law.lawful_pit import LawfulPit

PIT = LawfulPit()
PIT.start("T1")
PIT.press("press hand", "T1", seat=1, hand="royal flush")
PIT.press("confirm", "T1", cards=["card eve"])
PIT.press("end game", "T1")
PIT.do("report malfunction", equipment="keypad T1", what="dark", cards=["card eve"])
PIT.do("post house jackpot", name="Sue", table="T1", hand="7-7-7", amount_micros=1, posted=True, cards=["card eve"])
PIT.do("announce retirement", jackpot="mega", way="play off", document="D", cards=["card ann", "card bob"])
PIT.start("T2")
PIT.press("press hand", "T2", seat=1, hand="royal flush")
DEVICES = ["keypad T1", "keypad T2", "console", SERVER]
PYTHONS_WORDS = re.compile(
    r"\(\) |Error|object has|unhashable|NoneType|positional|keyword argument|not supported|iterable|subscript|"
    r"<class|not enough values|too many values|arg is an|literal for|invalid literal"
)
BY_KIND: dict[str, dict[str, Any]] = {
    "book bank entry": {"kind": "deposit"},
    "pay house jackpot": {"seats": [1]},
    "examine link": {"certificate": None},
    "post limits": {"side_bets": {LINK_PROGRESSIVE: {"least_micros": 1, "most_micros": 2}}, "aggregates": []},
    "set up table": {"table": "T9", "side_bets": {}, "aggregates": []},
}
"""Where the same field means something else."""
RIGHT: dict[str, Any] = {
    "table": "T1", "link": "pit", "jackpot": "mega", "location": "Spokane", "level": "Mega", "into": "mega",
    "game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01", "controls": "nexus", "variant": "",
    "denominations_micros": [UNIT], "device": "keypad T1", "kind": "keypad", "key_sha256": digest("x"), "enabled": True,
    "person": "sue", "name": "Sue", "role": "dealer", "card": "card sue", "secret": digest("y"), "right": True,
    "bets": {"1": UNIT}, "seat": 1, "hand": "royal flush", "folded": False, "to_jph": True, "reason": "won",
    "amount_micros": UNIT, "document": "D-1", "why": "because", "digest": digest("z"), "version": "1", "number": 1,
    "terms": MEGA, "cards": [f"card {name}" for name in PEOPLE],
    "profile": "wa-commercial", "mode": "advise", "zone": "UTC", "location_class": "card room", "day": "2023-06-15",
    "on": "2023-06-14", "condition": "controls-approved", "fingerprint": games.fingerprint_of("flushes-gone-wild"),
    "components": {"Game Manager": "6.6"}, "combinations": [["a", "b", "c"]], "findings": [["unequal", True]],
    "opening": {"least_micros": 1, "most_micros": 2}, "side_bets": {LINK_PROGRESSIVE: {"least_micros": 1}},
    "paytables": {LINK_PROGRESSIVE: "ML01"}, "aggregates": [{"wagers": ["Ante"], "table_micros": 1}], "seats": 5,
    "balance_micros": 0, "currency": "USD",
    "accounts": {"USD": {"held_micros": 1, "balance_micros": 0, "required_micros": 1, "short_micros": 1}},
    "stops": ["short"], "notices": [],
    "step": "compare-hand", "note": "two names", "equipment": "keypad", "what": "dark", "posted": True,
    "way": "play off", "to": "", "old": [["a", "b", "c"]], "heir": [["a", "b", "c"]], "rule": "WAC",
}  # fmt: skip
"""A right value for every field there is: one wrong value among them goes as deep as it can."""
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["T1", "mega", "1", "", "a/b"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
WRONG_TERMS = st.sampled_from(sorted(MEGA)).flatmap(
    lambda name: ANYTHING.map(lambda value: {**to_builtins(MEGA), name: value})
)
WRONG_LEVELS = st.sampled_from(sorted(vars(MEGA.levels[0]))).flatmap(
    lambda name: ANYTHING.map(lambda value: {**to_builtins(MEGA), "levels": [{**vars(MEGA.levels[0]), name: value}]})
)


def hold_it_against_the_rules(kind: str, device: str, body: dict[str, Any]) -> None:
    """Whatever becomes of the command: it can be written, it replays, and a refusal is a sentence."""
    decision = PIT.room.decide(PIT.floor, Command(device, 1, kind, body, 0))
    (event,) = decision.events
    canonical(decision.answer)
    canonical(event.body)
    assert PIT.room.replay(PIT.floor, event) == decision.state
    if decision.refused:
        reason = decision.answer["reason"]
        assert len(reason) > 10
        assert decision.state is PIT.floor
        assert not PYTHONS_WORDS.search(reason), reason


@settings(max_examples=250)
@given(
    st.sampled_from(sorted(COMMANDS)),
    st.sampled_from(DEVICES),
    st.dictionaries(st.sampled_from([*RIGHT]), ANYTHING, max_size=8),
)
def test_any_body_at_all(kind: str, device: str, body: dict[str, Any]) -> None:
    hold_it_against_the_rules(kind, device, body)


@pytest.mark.parametrize("kind", sorted(COMMANDS))
@settings(max_examples=60)
@given(device=st.sampled_from(DEVICES), wrong=st.dictionaries(st.sampled_from([*RIGHT]), ANYTHING, max_size=2))
def test_one_or_two_wrong_fields_among_right_ones(kind: str, device: str, wrong: dict[str, Any]) -> None:
    hold_it_against_the_rules(kind, device, {**RIGHT, **BY_KIND.get(kind, {}), **wrong})


@pytest.mark.parametrize("kind", ["open jackpot", "change terms"])
@settings(max_examples=150)
@given(terms=WRONG_TERMS | WRONG_LEVELS)
def test_wrong_terms(kind: str, terms: dict[str, Any]) -> None:
    hold_it_against_the_rules(
        kind, "console", {**RIGHT, "jackpot": "mega" if "change" in kind else "new", "terms": terms}
    )


@pytest.mark.parametrize("kind", sorted(COMMANDS))
def test_every_field_left_out_is_named_or_not_needed(kind: str) -> None:
    for name in RIGHT:
        right = {**RIGHT, **BY_KIND.get(kind, {})}
        for device in ("keypad T1", SERVER):
            hold_it_against_the_rules(kind, device, {key: value for key, value in right.items() if key != name})


@pytest.mark.parametrize(
    ("kind", "wrong", "sentence"),
    [
        ("open jackpot", {"terms": 7}, "terms is an object with names and values, not 7"),
        ("open jackpot", {"terms": {"colour": "red"}}, 'a jackpot has no "colour"; it has name, levels'),
        ("open jackpot", {"terms": {**to_builtins(MEGA), "levels": []}}, "a jackpot needs one level or more"),
        ("open jackpot", {"terms": {"name": "x", "levels": []}}, "largest_increment_micros is missing"),
        ("open jackpot", {"terms": {"name": "x", "levels": ["Mega"]}}, "a level is an object"),
        (
            "open jackpot",
            {"terms": {**to_builtins(MEGA), "freeze": "soon"}},
            "freeze is one of at claim, at confirmation",
        ),
        ("set up table", {"table": "T9", "game": "gin"}, "there is no game 'gin'"),
        ("set up table", {"table": "T9", "controls": "remote"}, 'controls is one of nexus, legacy, not "remote"'),
        ("set up table", {"table": "a\nb"}, "table is one line of 1 to 200 characters"),
        ("add person", {"person": "new", "role": "king"}, "role is one of dealer, supervisor"),
        ("add person", {"person": "new", "cards": "card ida"}, "cards is a list of at most 64"),
        ("add person", {"person": "new", "cards": [["card ida"]]}, "a card is one line"),
        ("press hand", {"seat": "1"}, 'seat is a whole number, not "1"'),
        ("adjust", {"amount_micros": True}, "amount_micros is a whole number, not true"),
        ("adjust", {"amount_micros": 10**16}, "amount_micros is at most 1,000,000,000,000,000"),
        ("switch device", {"enabled": 1}, "enabled is true or false, not 1"),
        ("set law", {"mode": "loudly"}, 'mode is one of enforce, advise, not "loudly"'),
        ("post limits", {"opening": 5}, "opening is an object"),
        ("meet condition", {"on": "soon"}, 'on is a day such as 2023-06-14, not "soon"'),
        ("pin game", {"fingerprint": "f"}, "fingerprint is a SHA-256"),
    ],
)
def test_the_sentence_says_what_would_be_right(kind: str, wrong: dict[str, Any], sentence: str) -> None:
    pit = Pit()
    pit.start()
    assert sentence in pit.refused(
        kind, "keypad T1", **{**RIGHT, "jackpot": "mega" if kind == "adjust" else "x", **wrong}
    )
