"""Every sentence of a placard and of a dealer's guide comes from a field: change one, and a sentence changes with it.

The walk is generic: every field of every part of every game of the catalogue is changed to something else that the
language allows. What is read out of the sheets is compared without the fingerprint that they carry; the fingerprint is
compared by itself. A field that prints nowhere, or decides nothing, stands in a list with its reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from dataclasses import field as dataclass_field
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import pytest

from fairfelt import games
from fairfelt.reports.placard.dealing import dealing_guide
from fairfelt.reports.placard.placard import placard
from fairfelt.rules import Game, Pay, fingerprint, fingerprints
from fairfelt.rules.hands import Ranking
from fairfelt.rules.json_form.write import SPECIAL_PAYS, read_pay
from tests.support.heavy import examples

pytestmark = pytest.mark.xdist_group("golden placard")
"""All look at the same changes, which one worker makes."""
Field = tuple[str, str]
"""The class of a part, and its field."""
Path = tuple[Any, ...]

PUBLISHED = "wager figure printed paytable paytable_of bettors hand choice strategy outcome beside decks source cut"
NAMES_A_BET = "names a bet: another name is refused where it decides, and renaming the bet itself changes both"
OF_A_STRATEGY = "is printed with the strategy and decides nothing at the table"
OF_A_METER = "is what a house decides for itself, and is printed in its terms"
NEVER_SET = (
    "is empty in every game of the catalogue, and no other text is ranks: see tests/engine/courses/test_exchange.py"
)
OF_THE_SHEET = "is compared with the count, and decides nothing at the table"

NO_SENTENCE: dict[Field, str] = {
    **{("Published", name): OF_THE_SHEET for name in PUBLISHED.split()},
    **{("Preset", name): OF_A_METER for name in ("levels", "printed", "fixed_pays", "only_lower")},
    **{("PresetLevel", name): OF_A_METER for name in ("seed_micros", "rate_ppm")},
    **{("Bonus", name): "is printed as the bonus' own name" for name in ("below_21", "least_cards", "suits")},
    ("BlackjackRules", "natural"): "is printed with the bet that is paid it",
    ("Choice", "bet"): NAMES_A_BET,
    ("Choice", "takes_back"): NAMES_A_BET,
    ("Street", "unless_bet"): NAMES_A_BET,
    ("OnDouble", "hand"): "is printed as the number in the name of the bet",
    ("Pay", "share"): "is printed in the words that are made with it",
    ("FromHandOn", "least"): OF_A_STRATEGY,
    ("Game", "strategies"): OF_A_STRATEGY,
    ("Strategy", "name"): OF_A_STRATEGY,
    ("Strategy", "words"): OF_A_STRATEGY,
    ("Game", "published"): OF_THE_SHEET,
    ("Exchange", "discards"): NEVER_SET,
}
"""Why a field prints nowhere on a placard or a dealer's guide."""
SAYS_WHAT_OTHERS_DECIDE = "says for people what other fields decide"
ABOUT_THE_SHEET = "is about the sheet, not about what is paid"
PROCEDURE = "is what a dealer does; nothing that is paid depends on it"
NO_FINGERPRINT: dict[Field, str] = {
    **{("Published", name): OF_THE_SHEET for name in PUBLISHED.split()},
    **{("Preset", name): OF_A_METER for name in ("levels", "printed", "fixed_pays", "only_lower")},
    **{("PresetLevel", name): OF_A_METER for name in ("seed_micros", "rate_ppm")},
    **{("Ruling", name): ABOUT_THE_SHEET for name in ("alternatives", "because", "confirmed", "one_of", "question")},
    **{("Game", name): ABOUT_THE_SHEET for name in ("approvals", "headlines", "summary")},
    **{("Procedure", name): PROCEDURE for name in ("irregularities", "keeps_run_only", "lammers", "tucks")},
    **{("Procedure", name): PROCEDURE for name in ("prohibits_bets_between_players", "recommended_micros")},
    **{("Irregularity", name): PROCEDURE for name in ("remedy", "words")},
    **{("Shuffler", name): PROCEDURE for name in ("button", "ejects_rest", "maker", "program")},
    **{("Tuck", name): PROCEDURE for name in ("only_if_it_wins", "under")},
    ("Alternative", "reading"): ABOUT_THE_SHEET,
    ("Pay", "words"): SAYS_WHAT_OTHERS_DECIDE,
    ("Paytable", "names"): SAYS_WHAT_OTHERS_DECIDE,
    ("Qualify", "words"): SAYS_WHAT_OTHERS_DECIDE,
    ("Choice", "bet"): NAMES_A_BET,
    ("Choice", "takes_back"): NAMES_A_BET,
    ("Street", "unless_bet"): NAMES_A_BET,
    ("FromHandOn", "least"): OF_A_STRATEGY,
    ("Game", "strategies"): OF_A_STRATEGY,
    ("Strategy", "name"): OF_A_STRATEGY,
    ("Strategy", "words"): OF_A_STRATEGY,
    ("Game", "published"): OF_THE_SHEET,
    ("Exchange", "discards"): NEVER_SET,
    ("Game", "decks"): "a game dealt from another number of decks has a fingerprint of its own",
}
"""Why a field is no part of the fingerprint."""


@dataclass
class Seen:
    """Where a field was changed, and whether a sentence and the fingerprint changed with it anywhere."""

    tried: list[tuple[str, Path]] = dataclass_field(default_factory=list)
    sentence: bool = False
    fingerprint: bool = False


def change(game: Game, path: Path, value: Any, seen: Seen) -> Game | None:
    """The game with another value there that the language allows; None where it allows none.

    What was seen to change with the field before is not made once more.
    """
    for other in others(value):
        try:
            changed: Game = put(game, path, other)
            seen.fingerprint = seen.fingerprint or fingerprint(changed) != fingerprint(game)
            seen.sentence = seen.sentence or printed(changed) != printed(game)
        except (ValueError, LookupError, TypeError, AssertionError, AttributeError, NotImplementedError):
            continue
        return changed
    return None


def places(value: Any, path: Path) -> Iterator[tuple[Path, Field, Any, bool]]:
    """All fields below a value: where they are, what they hold, and whether that is another than the default."""
    if is_dataclass(value) and not isinstance(value, type | Ranking):
        for each in fields(value):
            if isinstance(value, Game) and (each.name == "others" or (each.name == "streets" and value.course)):
                continue  # versions are games of their own, and the streets of a course are not the game's to say
            inner = getattr(value, each.name)
            yield (*path, each.name), (type(value).__name__, each.name), inner, bool(inner) and inner != each.default
            yield from places(inner, (*path, each.name))
    elif isinstance(value, tuple):
        for at, inner in enumerate(value):
            yield from places(inner, (*path, at))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from places(inner, (*path, key))


def others(value: Any) -> Iterator[Any]:
    """Other values of the same kind."""
    match value:
        case bool():
            yield not value
        case Enum():
            yield from (member for member in type(value) if member != value)
        case int():
            yield from (value + 1, value - 1, value + 2)
        case str():
            yield from (f"{value} otherwise", "otherwise", value[:-1], value[1:], value[1:] + value[:1])
        case Fraction():
            yield from (value + 1, value + Fraction(1, 20))
        case Pay():
            yield from (Pay(value.net + 1, f"{value.net + 1} to 1"),)
        case tuple() if value:
            yield from (value[:-1], value[1:])
        case Mapping() if value:
            yield dict(list(value.items())[:-1])


def put(value: Any, path: Path, other: Any) -> Any:
    """The same with another value at that place, made anew as far as it is changed."""
    if not path:
        return other
    first, *rest = path
    if is_dataclass(value):
        made = object.__new__(type(value))
        for each in fields(value):
            inner = getattr(value, each.name)
            object.__setattr__(made, each.name, put(inner, tuple(rest), other) if each.name == first else inner)
        if hasattr(made, "__post_init__"):
            made.__post_init__()
        return made
    if isinstance(value, tuple):
        return tuple(put(inner, tuple(rest), other) if at == first else inner for at, inner in enumerate(value))
    return {key: put(inner, tuple(rest), other) if key == first else inner for key, inner in value.items()}


@lru_cache(maxsize=4)
def printed(game: Game) -> str:
    """All that the placard and the dealer's guide say; the colophon with the fingerprint is left out."""
    return repr([(sheet.title, sheet.sections) for sheet in (placard(game), dealing_guide(game))])


@cache
def found() -> Mapping[Field, Seen]:
    """Every field of the catalogue: changed in one place after the other until a sentence and the fingerprint change.

    Places where something other than the default is said come first. Few rounds are dealt to tell courses apart: their
    rules stand in the fingerprint beside them.
    """
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(fingerprints, "SHOES", 4)
        try:
            return _found()
        finally:
            fingerprints.course_data.cache_clear()
            fingerprint.cache_clear()


def _found() -> Mapping[Field, Seen]:
    fingerprints.course_data.cache_clear()
    fingerprint.cache_clear()
    seen: dict[Field, Seen] = defaultdict(Seen)
    most = examples(12, 300)
    for said in (True, False):
        for game in games.catalogue():
            tried: set[tuple[Field, Any]] = set()
            for path, field, value, is_said in places(game, ()):
                of, part = seen[field], (field, path[0])
                if is_said is not said or part in tried or len(of.tried) >= most or (of.sentence and of.fingerprint):
                    continue
                if change(game, path, value, of):
                    tried.add(part)
                    of.tried.append((game.slug, path))
    return {field: each for field, each in seen.items() if each.tried}


def test_a_sentence_changes_with_every_field() -> None:
    silent = {field for field, seen in found().items() if not seen.sentence}
    assert silent - NO_SENTENCE.keys() == set()


def test_the_fingerprint_changes_with_every_field() -> None:
    same = {field for field, seen in found().items() if not seen.fingerprint}
    assert same - NO_FINGERPRINT.keys() == set()


@pytest.mark.parametrize("game", games.catalogue(), ids=lambda game: game.slug)
def test_every_pay_is_what_its_words_say(game: Game) -> None:
    """The words are what is printed, the net is what is paid."""
    for table in (table for wager in game.wagers for table in wager.paytables):
        for pay in table.pays.values():
            assert pay in SPECIAL_PAYS.values() or read_pay(pay.words) == pay


def test_the_lists_of_fields_that_print_or_decide_nothing_are_true() -> None:
    """A field that was taken up by a sentence or by the fingerprint leaves its list."""
    assert {field for field in NO_SENTENCE if field in found() and found()[field].sentence} == set()
    assert {field for field in NO_FINGERPRINT if field in found() and found()[field].fingerprint} == set()
    assert {field for field in {*NO_SENTENCE, *NO_FINGERPRINT} if field not in found()} == set()
