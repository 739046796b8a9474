"""Games from anywhere: a file, a folder, an installed package; and what is said of a file that is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.games import BadGameFile, read_game
from fairfelt.games._reading import find_own_games, part_line
from fairfelt.rules import Wager, fingerprint
from tests.games.own_game import little_ladder, spoiled
from tests.support.heavy import OF_EACH_FAMILY, chosen

TAKEN = {game.slug: game for game in games.catalogue()}

MISTAKES = {
    "a name that cannot be imported": (
        spoiled("import SOLITAIRE_RUN", "import SOLITAIRE_RUNN"),
        "line 3: fairfelt.rules.hands has no 'SOLITAIRE_RUNN'; did you mean SOLITAIRE_RUN?",
    ),
    "a name that is not there": (
        spoiled('raised("Play", even_money)', 'raised("Play", evenmoney)'),
        "line 20: name 'evenmoney' is not defined; did you mean even_money?",
    ),
    "more cards than the deck has": (
        spoiled("Packet(5, to=Cards.DEALER)", "Packet(50, to=Cards.DEALER)"),
        "a round for one player takes 55 cards, and the deck holds 52",
    ),
    "a line that the ranking has not": (
        spoiled("5: 400", "15: 400"),
        "Rungs: the paytable 'LL-01' lists line 15, and the lines of solitaire run go up to 13, 13-card run",
    ),
    "a line that cannot occur": (
        spoiled("5: 400", "6: 400"),
        "Rungs lists 6-card run, which can never occur: the hand it is paid by has 5 cards",
    ),
    "a line by a word": (spoiled("5: 400", '"five": 400'), "the paytable 'LL-01' lists 'five'; a line is a number"),
    "a pay that is none": (spoiled("5: 400", "5: 4.5"), "pays 4.5; write a whole number, or to(3, 2) for 3 to 2"),
    "a bet that is not there": (
        spoiled('bet("Play")', 'bet("Plai")'),
        "there is no wager 'Plai'; did you mean 'Play'?",
    ),
    "a bet that no street makes": (
        spoiled('FOLD, bet("Play")', "FOLD"),
        'no decision makes the bet Play: add bet("Play") to a street, or leave the wager out',
    ),
    "a ranking of other hands": (
        spoiled("hand=SOLITAIRE_RUN", "hand=__import__('fairfelt.rules.hands').rules.hands.THREE_CARD"),
        "Rungs is paid by three-card poker, which cannot read a hand of 5 cards",
    ),
    "community cards that nobody deals": (
        spoiled('bet("Play")', 'bet("Play"), community=3'),
        "its decisions turn over 3 community cards, and the deal has 0",
    ),
    "no deal": (
        spoiled("    deal=Deal(Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER)),\n", ""),
        "the dealer qualifies with Kh, more cards than the 0 that make the dealer's hand",
    ),
    "no dealer": (
        spoiled(", Packet(5, to=Cards.DEALER)", ""),
        "the dealer qualifies with Kh, more cards than the 0 that make the dealer's hand",
    ),
    "a figure of no wager": (
        spoiled('wager="Rungs"', 'wager="Rugs"'),
        "a published figure is of 'Rugs'; its wagers are Ante, Play, Rungs, Round",
    ),
    "a settlement that answers a number": (
        spoiled('raised("Play", even_money)', 'raised("Play", lambda facts, reading: 3)'),
        "line 20: the settlement of Play answers 3; it answers Outcome(name, pay)",
    ),
    "a settlement that fails": (
        spoiled('raised("Play", even_money)', 'raised("Play", lambda facts, reading: facts.rank)'),
        "line 20: Play cannot be settled by the paytable '': 'Facts' object has no attribute 'rank'",
    ),
    "no game": ("x = 1\n", "it defines no game; end it with game = Game(…)"),
    "a game that is none": ("game = 3\n", "its `game` is a int, not a Game(…)"),
    "no Python": ("def (\n", "line 1: this is no Python: invalid syntax"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_wrong_file_gets_one_sentence_with_what_would_be_right(name: str, tmp_path: Path) -> None:
    text, said = MISTAKES[name]
    file = tmp_path / "my_game.py"
    file.write_text(text)
    with pytest.raises(BadGameFile) as refused:
        read_game(file)
    assert str(refused.value).startswith(str(file))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


LINES = {
    "of a wager": (spoiled("5: 400", "15: 400"), "LL-01"),
    "of the deal": (spoiled("Packet(5, to=Cards.DEALER)", "Packet(50, to=Cards.DEALER)"), "deal="),
    "of a bet": (spoiled('FOLD, bet("Play")', "FOLD"), 'raised("Play"'),
    "of a figure": (spoiled('wager="Rungs"', 'wager="Rugs"'), 'wager="Rugs"'),
}


@pytest.mark.parametrize("name", LINES)
def test_a_wrong_part_is_told_with_its_own_line(name: str, tmp_path: Path) -> None:
    """The line was that of the whole game, or none."""
    text, word = LINES[name]
    file = tmp_path / "my_game.py"
    file.write_text(text)
    with pytest.raises(BadGameFile) as refused:
        read_game(file)
    assert word in text.splitlines()[refused.value.line - 1]


def test_a_part_by_a_name_is_told_where_that_is_written() -> None:
    text = (
        b"TABLE = Paytable('a', {})\n\ngame = Game(\n name='A',\n wagers=(\n  side_bet('B', pays=(TABLE,)),\n ),\n)\n"
    )
    assert part_line(text, ("wagers", 0, "paytables", 0)) == 1
    assert part_line(text, ("wagers", 0, "survives_fold")) == 6
    assert part_line(text, ("wagers", 7)) == 5
    assert part_line(text, ("deck",), near=3) == 3


def test_a_typing_error_in_a_line_is_told_with_whose_line_it_is(tmp_path: Path) -> None:
    """It said no more than the wrong word; from Python 3.12 on the interpreter says whose it is by itself."""
    file = tmp_path / "my_game.py"
    file.write_text("from fairfelt.rules.hands import ThreeCard\n\ngame = ThreeCard.PEAR\n")
    with pytest.raises(BadGameFile, match=r"line 3: .*ThreeCard.* has no .*PEAR.*; did you mean PAIR"):
        read_game(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadGameFile, match="there is no such file"):
        read_game(tmp_path / "none.py")


def test_a_folder_adds_its_games_and_a_broken_one_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One broken file beside the games broke every command with a traceback."""
    (tmp_path / "ladder.py").write_text(little_ladder())
    (tmp_path / "broken.py").write_text("x = 1\n")
    (tmp_path / "again.py").write_text(little_ladder().replace("Little Ladder", "Casino War"))
    (tmp_path / "_shared.py").write_text("def (\n")
    monkeypatch.setenv("FAIRFELT_GAMES", f"{tmp_path}:{tmp_path / 'nowhere'}")
    own = find_own_games(TAKEN)
    assert set(own.games) == {"little-ladder"}
    assert [fault.partition(str(tmp_path))[2] for fault in own.faults] == [
        "/again.py: there is a game called Casino War already; give yours another name",
        "/broken.py: it defines no game; end it with game = Game(…)",
        "/nowhere: FAIRFELT_GAMES names it, and there is no such folder",
    ]


def test_own_games_stand_in_the_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ladder.py").write_text(little_ladder())
    monkeypatch.setenv("FAIRFELT_GAMES", str(tmp_path))
    games.own_games.cache_clear()
    try:
        assert games.find("little ladder").name == "Little Ladder"
        assert "little-ladder" in {game.slug for game in games.catalogue()}
        assert len(games.fingerprint_of("little-ladder")) == 64
    finally:
        games.own_games.cache_clear()
        games.fingerprint_of.cache_clear()


def test_an_installed_package_offers_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ladders_of_mine.py").write_text(little_ladder())
    info = tmp_path / "ladders-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ladders\nVersion: 1.0\n")
    entries = "good = ladders_of_mine:game\nbad = ladders_of_mine:gam\nnone = ladders_of_mine:RUNGS\n"
    (info / "entry_points.txt").write_text(f"[fairfelt.games]\n{entries}")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    own = find_own_games(TAKEN)
    assert set(own.games) == {"little-ladder"}
    assert own.faults == (
        "ladders_of_mine:gam (of ladders): module 'ladders_of_mine' has no attribute 'gam'",
        "ladders_of_mine:RUNGS (of ladders): this is a Paytable, not a Game(…)",
    )


@pytest.mark.parametrize(
    "like", chosen([game.slug for game in games.catalogue()], {game.slug for game in OF_EACH_FAMILY.values()})
)
def test_a_draft_is_the_same_game_under_another_name(like: str, tmp_path: Path) -> None:
    from dataclasses import replace

    old, file = games.find(like), tmp_path / "mine.py"
    file.write_text(games.draft("Pat's Own Game", like))
    drafted = read_game(file)
    assert drafted.slug == "pats-own-game"
    for mine, theirs in zip(drafted.variants, old.variants, strict=True):
        assert (mine.published, mine.approvals, mine.rulings, mine.strategies) == ((), (), (), ())
        left = {wager.name for wager in mine.wagers}
        wagers = tuple(wager for wager in theirs.wagers if wager.name in left)
        assert all(feeds_a_meter(wager) for wager in theirs.wagers if wager.name not in left)
        plain = replace(theirs, rulings=(), strategies=(), wagers=wagers)
        assert fingerprint(replace(mine, name=theirs.name)) == fingerprint(plain)


def feeds_a_meter(wager: Wager) -> bool:
    return any(pay.level for table in wager.paytables for pay in table.pays.values())


def test_a_draft_has_nothing_of_the_other_game_alone() -> None:
    """A new game that began as Caribbean Stud said which tables an article does not print."""
    text = games.draft("Tide", "caribbean-stud")
    for word in ("Ruling", "Strategy", "progressive", "Published", "article"):
        assert word not in text


def test_a_blank_draft_is_a_whole_game(tmp_path: Path) -> None:
    file = tmp_path / "tide.py"
    file.write_text(games.draft("Pat's Own Tide"))
    game = read_game(file)
    assert (game.name, game.rulings, game.strategies) == ("Pat's Own Tide", (), ())
    assert {wager.name for wager in game.wagers} == {"Ante", "Play"}
