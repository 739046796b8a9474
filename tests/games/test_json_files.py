"""A game in a JSON file: read as data, refused in one sentence with file, line and place, and never a traceback."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fairfelt import games
from fairfelt.games import BadGameFile, read_game, read_game_text
from fairfelt.games._reading import find_own_games
from fairfelt.rules import BadDefinition, fingerprint
from fairfelt.rules.json_form.read import game_text, line_of, write_json
from tests.support.heavy import first_few

SOLITAIRE = "solitaire-stud"
Spoil = Callable[[dict[str, Any]], object]


def data_of(slug: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(game_text(games.find(slug)))
    return data


def _set(data: Any, *way: Any) -> None:
    *steps, last, value = way
    for step in steps:
        data = data[step]
    data[last] = value


def _readings(counts: list[int], *, versions: int = 0) -> Spoil:
    """So many other readings in each ruling, and the whole in so many more versions."""

    def spoil(data: dict[str, Any]) -> None:
        same = {"reading": "the same", "changes": {"summary": data["summary"]}}
        data["rulings"] = [
            {
                "question": f"q{at}",
                "reading": "r",
                "because": "b",
                "alternatives": {f"a{n}": same for n in range(count)},
            }
            for at, count in enumerate(counts)
        ]
        version = {name: value for name, value in data.items() if name not in ("format", "others")}
        data["others"] = [{**version, "name": f"{data['name']} {at}"} for at in range(versions)]

    return spoil


MISTAKES: dict[str, tuple[Spoil, str, str]] = {
    "another format": (lambda d: _set(d, "format", "fairfelt-game/7"), "", "the format is 'fairfelt-game/1', not"),
    "a field that is not there": (
        lambda d: _set(d, "wager", []), "", "wager: there is no field 'wager'; did you mean 'wagers'?",
    ),
    "a field that is missing": (lambda d: d.pop("summary"), "line 1", "summary is missing here"),
    "a ranking with a typo": (
        lambda d: _set(d, "showdown", "ranking", "solitare_run"), "",
        "showdown.ranking: there is no part 'solitare_run'; did you mean 'solitaire_run'?",
    ),
    "a settlement with a typo": (
        lambda d: _set(d, "wagers", 1, "settle", "by_margins"), "",
        "wagers[1].settle: there is no part 'by_margins'; did you mean 'by_margin'?",
    ),
    "a settlement of which something is to be said": (
        lambda d: _set(d, "wagers", 1, "settle", "even_money_from"), "",
        "wagers[1].settle: even_money_from needs something said of it: write an object with its kind",
    ),
    "a pay that is none": (
        lambda d: _set(d, "wagers", 1, "paytables", 0, "pays", "3", "many"), "",
        "wagers[1].paytables[0].pays.3: 'many' is not a pay",
    ),
    "more readings than a sheet has": (
        _readings([60, 41]), "", "rulings[1].alternatives.a40: a game has 100 other readings at most",
    ),
    "more readings than a sheet has, in its versions": (
        _readings([50], versions=2), "", "others[1].rulings[0].alternatives.a0: a game has 100 other readings at most",
    ),
    "2,000 readings": (_readings([400] * 5), "", "a game has 100 other readings at most"),
    "text for a number": (
        lambda d: _set(d, "deal", "packets", 0, "size", "7"), "",
        'deal.packets[0].size: this is a whole number, not "7"',
    ),
    "more cards than the deck has": (
        lambda d: _set(d, "deal", "packets", 0, "size", 50), "", "deal: Solitaire Stud: a round for one player takes",
    ),
    "a shoe as large as a house": (
        lambda d: _set(d, "deck", {"copies": 999}), "", "deck: Solitaire Stud: a shoe of 51948 cards",
    ),
    "a number as large as a house": (
        lambda d: _set(d, "deck", {"copies": 10**30}), "", "this is a whole number from 0 to 1,000",
    ),
    "a suit that is none": (lambda d: _set(d, "deck", {"suits": "cdx"}), "", "deck: 'x' is no suit"),
    "a bet of no size": (
        lambda d: _set(d, "streets", 0, "choices", 1, "times", 0), "",
        "streets[0].choices[1]: Solitaire Stud: the choice Play 2x of Seven cards bets nothing",
    ),
    "a bet that no street makes": (
        lambda d: d["streets"][0]["choices"].pop(), "", 'wagers[2]: Solitaire Stud: no decision makes the bet Play',
    ),
    "a figure of no wager": (
        lambda d: _set(d, "published", 0, "wager", "Rugs"), "", "a published figure is of 'Rugs'",
    ),
    "a line break in a name": (lambda d: _set(d, "name", "Two\nlines"), "", "name: this text has up to 4000 letters"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_wrong_file_gets_one_sentence_with_place_and_what_would_be_right(name: str, tmp_path: Path) -> None:
    spoil, line, said = MISTAKES[name]
    data = data_of(SOLITAIRE)
    spoil(data)
    file = tmp_path / "my_game.json"
    file.write_text(write_json(data))
    with pytest.raises(BadGameFile) as refused:
        read_game(file)
    text = str(refused.value)
    assert text.startswith(f"{file}, line ")
    assert line in text
    assert said in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "line 1: this is no JSON: Expecting value, at column 1"),
        (b'{\n "name": 1\n "wagers": 2}', "line 3: this is no JSON"),
        (b"[" * 100_000, "this is nested more deeply than any game"),
        (b"\xff\xfe", "this is no text in UTF-8"),
        (b'{"name": 1, "name": 2}', "'name' stands twice in one object"),
        (b"[NaN]", "NaN is no number of JSON"),
        (b"[" + b"1" * 10_000 + b"]", "xceeds the limit"),
        (b" " * 1_000_001, "this is longer than 1,000,000 bytes"),
        (b"3", "this is an object with names and values, not 3"),
    ],
)
def test_what_is_no_json_is_refused_in_one_sentence(text: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "my_game.json"
    file.write_bytes(text)
    with pytest.raises(BadGameFile) as refused:
        read_game(file)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_line_is_that_of_the_value() -> None:
    text = '{\n "a": {"x": [1, "}]", {"b": 1}]},\n "c\\"": [\n  {},\n  2\n ]\n}'
    assert line_of(text, ()) == 1
    assert line_of(text, ("a", "x", 2, "b")) == 2
    assert line_of(text, ('c"', 1)) == 5
    assert line_of(text, ('c"', 7, "z")) == 3
    assert line_of(text, ("none",)) == 1


WRONG: tuple[Any, ...] = (
    None, True, 0, 1, 7, 52, -1, 999, 10**40, 1.5, "", "x", "Ante", "poker", "by_line", "3 to 2", "7c 7d", "own",
    "\x00", "\ud800", [], {}, [[]], [None], {"kind": "war"}, {"kind": "refinement"}, {"x": 1}, "baccarat", "refinement",
)  # fmt: skip


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        yield data, key
        if isinstance(value, dict | list):
            yield from places(value)


@pytest.mark.parametrize("slug", [SOLITAIRE, "three-card-poker", "free-bet-blackjack", "flushes-gone-wild"])
@pytest.mark.parametrize("tries", first_few([25, 300], 1))
def test_no_wrong_file_gives_a_traceback(slug: str, tries: int) -> None:
    """One or two values of a real game are gone, doubled or something else: it is a game or refused in a sentence."""
    rng, refused = random.Random(slug), 0
    for _ in range(tries):
        data = data_of(slug)
        data.pop("others", None)
        for _ in range(rng.choice((1, 1, 2))):
            where, key = rng.choice(list(places(data)))
            if rng.random() < 0.2:
                del where[key]
            elif rng.random() < 0.2 and isinstance(where, list):
                where.append(where[key])
            else:
                where[key] = rng.choice(WRONG)
        try:
            fingerprint(read_game_text(json.dumps(data)))
        except BadDefinition as error:
            assert str(error).strip()
            assert "\n" not in str(error)
            refused += 1
    assert refused > tries // 2


def test_reading_runs_nothing(tmp_path: Path) -> None:
    """A name is looked up among the known parts; it is never imported or called."""
    data = data_of(SOLITAIRE)
    data["wagers"][0]["settle"] = "__import__('os').system"
    with pytest.raises(BadDefinition, match="there is no part"):
        read_game_text(json.dumps(data))


def test_a_folder_adds_its_games_that_are_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = data_of(SOLITAIRE)
    (tmp_path / "mine.json").write_text(write_json({**data, "name": "Mine"}))
    (tmp_path / "broken.json").write_text("{}")
    monkeypatch.setenv("FAIRFELT_GAMES", str(tmp_path))
    own = find_own_games({})
    assert set(own.games) == {"mine"}
    assert own.faults == (f"{tmp_path}/broken.json, line 1: format: the format is 'fairfelt-game/1', not null",)
