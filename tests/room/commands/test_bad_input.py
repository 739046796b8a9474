"""Whatever is sent gives a command or a sentence, and whatever is a command is decided: nothing raises.

Python's own words stay inside.
"""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs, to_builtins

from fairfelt import games
from fairfelt.ledger.canonical import canonical
from fairfelt.ledger.machine import Command
from fairfelt.room import SERVER
from fairfelt.room.command import RoomCommand
from fairfelt.room.registry import COMMANDS, read_command
from fairfelt.runtime.formats import FieldError
from tests.room.floors import LINK_PROGRESSIVE, MEGA, PEOPLE, UNIT, Pit, digest, first_person
from tests.room.law.lawful_pit import LIMITS, LawfulPit
from tests.support.heavy import IS_HEAVY_RUN, chosen, examples

PIT = LawfulPit()
PIT.start("T1")
PIT.press("press hand", "T1", seat=1, hand="royal flush")
PIT.press("confirm", "T1", cards=["card eve", "card sue"])
PIT.press("end game", "T1")
PIT.do("report malfunction", equipment="keypad T1", what="dark", cards=["card eve"])
PRIZE = {"name": "Sue", "table": "T1", "hand": "7-7-7", "amount_micros": 1, "posted": True}
PIT.do("post house jackpot", **PRIZE, cards=["card eve", "card ida"])
PIT.do("announce retirement", jackpot="mega", way="play off", document="D", cards=["card ann", "card bob"])
PIT.start("T2")
PIT.press("press hand", "T2", seat=1, hand="royal flush")
PIT.serves("raise alarm", alarm="backup missing", about="", says="the last backup is old")
PIT.serves("doubt clock", why="the clock jumped")
DEVICES = ["keypad T1", "keypad T2", "console", SERVER]
PYTHONS_WORDS = re.compile(
    r"\(\) |Error|object has|unhashable|NoneType|positional|keyword argument|not supported|iterable|subscript|"
    r"<class|not enough values|too many values|arg is an|literal for|invalid literal|[Ee]xpected |matching regex|, got "
)
BY_TAG: dict[str, dict[str, Any]] = {
    "set up table/1": {"table": "T9"},
    "pay house jackpot/1": {"seats": [1]},
    "quarantine sensors/1": {"seats": [1]},
    "restore sensors/1": {"seats": [1]},
    "examine links/1": {"certificate": None},
    "adjust/1": {"reason": "won", "refers_to": 1},
    "offer merchandise/1": {"hand": "full house"},
    "suspend play/1": {"name": "pit"},
    "report bets/1": {"bets": [{"seat": 1, "wager": "Ante", "amount_micros": UNIT}]},
    "resume play/1": {"name": "pit"},
    "report room/1": {"counted": {"meter/Mega": 1}, "folded_hands": ["qualify"]},
    "lose hub/1": {"stops": True},
    "limit room/1": {"limits": {"tables": 30}},
}
"""Where the same field means something else."""
CLAIM = {
    "claim": 1, "at_table": "T1", "game": "flushes-gone-wild", "paytable": "ML01", "asked": False,
    "wins": [{"seat": 1, "hand": "royal flush", "level": "Mega", "share": "1"}],
}  # fmt: skip
RIGHT: dict[str, Any] = {
    "table": "T1", "link": "pit", "jackpot": "mega", "location": "Spokane", "level": "Mega", "into": "mega",
    "game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01", "controls": "nexus", "variant": "",
    "denominations_micros": [UNIT], "device": "keypad T1", "device_kind": "keypad", "jackpot_kind": "progressive",
    "entry_kind": "deposit", "key_sha256": digest("x"), "key": "room+1+a key", "enabled": True, "person": "sue",
    "name": "Sue", "role": "dealer", "card": "card sue", "secret": digest("y"), "right": True,
    "bets": [{"seat": 1, "amount_micros": UNIT}], "seat": 1,
    "pays": [{"seat": 1, "wager": "Ante", "hand": "flush"}], "hand": "royal flush", "folded": False, "to_jph": True,
    "give_back": True, "off_by_micros": UNIT, "folded_hands": "qualify",
    "despite_earlier": False, "dealers_sign_in": True, "reason": "a fire", "amount_micros": UNIT,
    "document": "letter 1, 2013-01-02, Washington State Gambling Commission",
    "why": "because", "digest": digest("z"), "version": "1", "number": 1, "terms": to_builtins(MEGA),
    "cards": [f"card {name}" for name in PEOPLE], "profile": "wa-commercial", "mode": "advise", "zone": "UTC",
    "day_begins_hour": 6,
    "location_class": "card room", "day": "2023-06-15", "on": "2023-06-14", "condition": "controls-approved",
    "fingerprint": games.fingerprint_of("flushes-gone-wild"), "components": {"Game Manager": "6.6"},
    "second_record": True, "paytables": ["Blind/1"],
    "combinations": [["a", "b", "c", "d"]], "locations": ["Spokane"],
    "levels": [{"name": name, "seed_micros": UNIT, "rate_ppm": 1} for name in ("Mega", "Major")],
    "findings": [{"sentence": "unequal", "layer": "law", "binds": True}],
    "maker": "Felt & Sons", "makers": ["Felt & Sons", "Brass Works"], "largest_micros": 300 * UNIT,
    "handle_micros": None, "side_handles": {}, "item": "a radio", "value_micros": 50_000 * UNIT,
    "from_reserve_micros": 0,
    "rights_owner_approval": "letter 3", "controls_approval": "letter 12", "invoice": "invoice 7", "win_page": 1,
    "limits": LIMITS, "seats": 5, "skills": [{"skill": "dealing", "right": 1, "asked": 2, "seconds": 9}],
    "balance_micros": 0, "currency": "USD", "clock_micros": 1,
    "accounts": {"USD": {"held_micros": 1, "balance_micros": 0, "required_micros": 1, "short_micros": 1}},
    "stops": ["short"], "notices": [], "step": "compare-hand", "note": "two names", "equipment": "keypad",
    "what": "dark", "posted": True, "way": "play off", "to": "",
    "old": [["a", "b", "c", "d"]], "heir": [["a", "b", "c", "d"]],
    "paper": "placard", "title": "A placard", "sha256": "a" * 64, "checkpoint_size": 1, "checkpoint_root": "b" * 64,
    "rule": "WAC", "place": "pit 2", "rules": {"supervisor_from_micros": 1}, "scope": "link",
    "counted": "drop", "rounds": None, "alarm": "display late", "about": "keypad T1", "says": "it is late",
    "state": "synchronized", "source": "chrony", "hour": 4, "keep": 7, "file": "a.backup", "events": 1,
    "lost": ["card sue"], "spots": [{"table": "T1", "column": 3, "row": 2}], "certificate": {"kind": "a menu"},
    "protocol": 2, "hash": "c" * 64, "since": 0, "since_hash": "", "voided_wagers": 0, "voided_micros": 0, "claim": 1,
    "up_to": 1, "wagers": 1, "wagered_micros": UNIT, "room": "north", "stops_after_s": 60, "claims": [CLAIM],
    "word": {
        "event": 1, "room": "north", "jackpot": "mega", "terms": to_builtins(MEGA), "up_to": 0, "taken": {},
        "meters_micros": {"Mega": UNIT, "Major": UNIT}, "claims": [],
    },
    "first": [first_person("new", "executive"), first_person("newer", "technician")],
}  # fmt: skip
"""A right value for every field there is: one wrong value among them goes as deep as it can."""
TAGS = {str(command.__struct_config__.tag): command for command in COMMANDS}
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(["T1", "mega", "1", "", "a/b", "heir", "card dan", "2023-06-20"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def right_body(tag: str) -> dict[str, Any]:
    """The command with every field it has."""
    names = [field.name for field in structs.fields(TAGS[tag])]
    return {"kind": tag, **{name: {**RIGHT, **BY_TAG.get(tag, {})}[name] for name in names}}


def hold_against_the_rules(text: str, device: str) -> str:
    """Whatever was sent: a sentence, or a command that can be decided, written and replayed."""
    try:
        command = read_command(text)
    except FieldError as error:
        assert len(str(error)) > 10, error
        assert not PYTHONS_WORDS.search(str(error)), error
        return str(error)
    return hold_a_decision(command, device)


def hold_a_decision(command: RoomCommand, device: str) -> str:
    assert read_command(canonical(command)) == command
    decision = PIT.room.decide(PIT.floor, Command(device, 1, command, 0))
    canonical(decision.answer)
    floor = PIT.floor
    for event in decision.events:
        assert PIT.room.read_event(canonical(event.body)) == event.body
        floor = PIT.room.replay(floor, event)
    assert floor == decision.state
    if not decision.refused:
        return ""
    assert decision.state is PIT.floor
    reason = str(decision.answer["reason"])
    assert len(reason) > 10
    assert not PYTHONS_WORDS.search(reason), reason
    return reason


@settings(max_examples=examples(30, 300))
@given(ANYTHING, st.sampled_from(DEVICES))
def test_any_json_at_all(sent: object, device: str) -> None:
    assert hold_against_the_rules(json.dumps(sent), device)


@given(st.text(max_size=40) | st.sampled_from(["{", "[" * 5_000, '{"kind":"end game/1","table":"T1"', "\x00", "1e999"]))
def test_any_text_at_all(text: str) -> None:
    assert hold_against_the_rules(text, "console")


@settings(max_examples=examples(30, 1_000))
@given(
    st.sampled_from([*TAGS]), st.sampled_from(DEVICES), st.dictionaries(st.sampled_from([*RIGHT]), ANYTHING, max_size=8)
)
def test_any_body_at_all(tag: str, device: str, body: dict[str, Any]) -> None:
    hold_against_the_rules(json.dumps({"kind": tag, **body}), device)


@pytest.mark.parametrize("tag", chosen(TAGS, [*TAGS][::4]))
@settings(max_examples=examples(6, 60))
@given(device=st.sampled_from(DEVICES), wrong=st.lists(ANYTHING, min_size=2, max_size=2), data=st.data())
def test_one_or_two_wrong_fields_among_right_ones(
    tag: str, device: str, wrong: list[object], data: st.DataObject
) -> None:
    right = right_body(tag)
    names = data.draw(st.lists(st.sampled_from([*right]), max_size=2))
    hold_against_the_rules(json.dumps({**right, **dict(zip(names, wrong, strict=False))}), device)


@pytest.mark.parametrize("tag", TAGS)
def test_a_right_command_is_decided_and_every_field_left_out_is_named_or_not_needed(tag: str) -> None:
    """From every device; what is missing is found before anybody asks who sent it."""
    right = right_body(tag)
    for device in DEVICES:
        hold_a_decision(read_command(json.dumps(right)), device)
    needed = {field.name for field in structs.fields(TAGS[tag]) if field.required}
    for device in DEVICES if IS_HEAVY_RUN else [SERVER]:
        for name in right.keys() - {"kind"}:
            said = hold_against_the_rules(json.dumps({key: right[key] for key in right if key != name}), device)
            assert (said == f"{name} is missing") == (name in needed), said


@pytest.mark.parametrize("kind", ["open jackpot", "change terms"])
@settings(max_examples=examples(20, 150))
@given(name=st.sampled_from(sorted(RIGHT["terms"])), level=st.sampled_from(["", "name", "rate_ppm"]), value=ANYTHING)
def test_wrong_terms(kind: str, name: str, level: str, value: object) -> None:
    terms = dict(RIGHT["terms"])
    if level:
        terms["levels"] = [{**terms["levels"][0], level: value}]
    else:
        terms[name] = value
    right = {**right_body(f"{kind}/1"), "jackpot": "mega" if "change" in kind else "new"}
    hold_against_the_rules(json.dumps({**right, "terms": terms}), "console")


TERMS = to_builtins(MEGA)


@pytest.mark.parametrize(
    ("kind", "wrong", "sentence"),
    [
        ("dance", {}, 'there is no kind "dance/1"; there is'),
        ("open jackpot", {"terms": 7}, "terms is an object with names and values, not 7"),
        (
            "open jackpot",
            {"terms": {**TERMS, "colour": "red"}},
            'there is no field "colour" here; there is name, levels',
        ),
        ("open jackpot", {"terms": {**TERMS, "levels": []}}, "terms.levels is a list of 1 to 20 levels"),
        ("open jackpot", {"terms": {"name": "x", "levels": TERMS["levels"]}}, "largest_increment_micros is missing"),
        ("open jackpot", {"terms": {**TERMS, "levels": ["Mega"]}}, "terms.levels[0] is an object"),
        ("open jackpot", {"terms": {**TERMS, "levels": TERMS["levels"] * 2}}, "each with a name of its own"),
        ("open jackpot", {"terms": {**TERMS, "freeze": "soon"}}, "terms.freeze is one of at confirmation, at claim"),
        ("set up table", {"table": "T9", "game": "gin"}, "there is no game 'gin'"),
        ("set up table", {"table": "T9", "controls": "remote"}, 'controls is one of nexus, legacy, not "remote"'),
        ("set up table", {"table": "a\nb"}, "table is a name of 1 to 80 characters without a slash"),
        ("add person", {"person": "new", "role": "king"}, "role is one of dealer, supervisor"),
        ("add person", {"person": "new", "cards": "card ida"}, "cards is a list of at most 8 cards"),
        ("add person", {"person": "new", "cards": [["card ida"]]}, "cards[0] is a name"),
        ("press hand", {"seat": "1"}, 'seat is the number of a seat, from 1 to 20, not "1"'),
        ("adjust", {"amount_micros": True}, "amount_micros is a whole number of millionths, not true"),
        ("adjust", {"amount_micros": 10**16}, "amount_micros is a whole number of millionths"),
        ("switch device", {"enabled": 1}, "enabled is true or false, not 1"),
        ("set law", {"mode": "loudly"}, 'mode is one of enforce, advise, not "loudly"'),
        ("post limits", {"limits": {"opening": 5}}, "limits.opening is an object"),
        ("meet condition", {"on": "soon"}, 'on is a day such as 2023-06-14, not "soon"'),
        ("pin game", {"fingerprint": "f"}, "fingerprint is a SHA-256"),
        ("end game", {"colour": "red"}, 'there is no field "colour" here; there is'),
    ],
)
def test_the_sentence_says_what_would_be_right(kind: str, wrong: dict[str, Any], sentence: str) -> None:
    pit = Pit()
    pit.start()
    right = right_body(f"{kind}/1") if f"{kind}/1" in TAGS else {}
    right.pop("kind", None)
    asked = {**right, "jackpot": "x"} if kind == "open jackpot" else right
    assert sentence in pit.refused(kind, "keypad T1", **{**asked, **wrong})
