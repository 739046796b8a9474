"""Reads a game from a user's file, JSON or Python, and checks that all of it can be used."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice, product
from pathlib import Path
from random import Random
from traceback import walk_tb
from types import MappingProxyType, ModuleType
from typing import Any

from fairfelt import rules
from fairfelt.rules import ROUND, BadDefinition, Cards, Game, Reading, hands, possible_facts
from fairfelt.rules.cards import SUITS, Card, Deck, card, format_cards
from fairfelt.rules.game import cards_read
from fairfelt.rules.hands import Ranking, Tells
from fairfelt.rules.json_form.read import BadGameText, Place, line_of, parse_json, read_text
from fairfelt.rules.json_form.write import is_made_of_known
from fairfelt.rules.names import Part
from fairfelt.rules.wager import verify_outcome
from fairfelt.runtime.compute.lazy_numpy import np
from fairfelt.runtime.configuration import game_folders
from fairfelt.runtime.configuration.reading import GROUP, are_games_offered

WRITTEN_AS: Mapping[str, tuple[str, ...]] = MappingProxyType({"paytables": ("pays",), "ranking": ("hand",)})
"""Words by which the short forms of the language take a field of a wager."""


def part_line(text: bytes, part: Part, near: int = 0) -> int:
    """The line of that part, or of the smallest part around it that can be told; 0 where there is none.

    The game is the `Game(…)` on line `near`, or else the one that the file calls `game`.
    """
    tree = ast.parse(text)
    names = {
        target.id: statement.value
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.lineno == near)
    game = next((call for call in calls if ast.unparse(call.func) == "Game"), names.get("game"))
    if game is None:
        return near
    found = game
    for step in part:
        inside = _inside(found, step)
        if inside is None:
            break
        found = names.get(inside.id, inside) if isinstance(inside, ast.Name) else inside
    return near if found is game else found.lineno


def _inside(node: ast.expr, step: str | int) -> ast.expr | None:
    """What is written there under a word or a number; None where that cannot be told."""
    if isinstance(step, str):
        words = (step, *WRITTEN_AS.get(step, ()))
        given = node.keywords if isinstance(node, ast.Call) else []
        return next((keyword.value for keyword in given if keyword.arg in words), None)
    each = node.elts if isinstance(node, ast.Tuple | ast.List) else []
    before = each[: step + 1]
    return before[step] if len(before) > step and not any(isinstance(one, ast.Starred) for one in before) else None


MAX_READINGS = 100
PYTHON, JSON = ENDINGS = (".py", ".json")


class BadGameFile(BadDefinition):
    """A file that holds no game that could be dealt: where, what is wrong, and what would be right."""

    def __init__(self, file: Path, sentence: str, line: int = 0) -> None:
        self.file, self.line, self.sentence = file, line, sentence
        super().__init__(f"{file}{f', line {line}' if line else ''}: {sentence}")


def read_game(file: Path) -> Game:
    """The game that a JSON file holds, or that a Python file defines as `game`."""
    if not file.is_file():
        raise BadGameFile(file, "there is no such file")
    game = _read_json(file) if file.suffix.lower() == JSON else _read_python(file)
    try:
        check_game(game)
    except BadDefinition as error:
        raise BadGameFile(file, _refusal(error), _line_of(file, error)) from error
    return game


def read_game_text(text: bytes | str) -> Game:
    """The game that JSON holds, checked as one from a file; what is wrong is said with its place."""
    game = _read_text(text)
    check_game(game)
    return game


def _read_text(text: bytes | str) -> Game:
    """The same unchecked. Each other reading is a game of its own, read and counted: no sheet has as many."""
    data, source = parse_json(text)
    if place := next(islice(_other_readings(data), MAX_READINGS, None), None):
        sentence = f"a game has {MAX_READINGS} other readings at most, in all its rulings and versions: leave some out"
        raise BadGameText(place, line_of(source, place), sentence)
    return read_text(text)


def _other_readings(data: Any, place: Place = ()) -> Iterator[Place]:
    """Where each one stands; what is no game is left to who reads it."""
    for at, ruling in _members(data, "rulings"):
        for name, _ in _members(ruling, "alternatives"):
            yield (*place, "rulings", at, "alternatives", name)
    for at, version in _members(data, "others"):
        yield from _other_readings(version, (*place, "others", at))


def _members(data: Any, name: str) -> Iterable[tuple[str | int, Any]]:
    found = data.get(name) if isinstance(data, dict) else None
    return found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()


def _read_json(file: Path) -> Game:
    try:
        return _read_text(file.read_bytes())
    except BadGameText as error:
        raise BadGameFile(file, error.sentence, error.line) from error
    except OSError as error:
        raise BadGameFile(file, f"it cannot be read: {error.strerror}") from error


def _read_python(file: Path) -> Game:
    game = getattr(_run(file), "game", None)
    if game is None:
        raise BadGameFile(file, "it defines no game; end it with game = Game(…)")
    if not isinstance(game, Game):
        raise BadGameFile(file, f"its `game` is a {type(game).__name__}, not a Game(…)")
    return game


def _refusal(error: BadDefinition) -> str:
    """With the nearest name where Python's own mistake has one."""
    cause = error.__cause__
    return _near(str(error), str(cause.name), dir(cause.obj)) if isinstance(cause, AttributeError) else str(error)


def _line_of(file: Path, error: BadDefinition) -> int:
    """The line of the part that was refused."""
    if file.suffix.lower() == JSON:
        return line_of(file.read_text(errors="replace"), error.part)
    if isinstance(error, BadSettlement):
        first = getattr(getattr(error.settle, "__code__", None), "co_firstlineno", 0)
        return _line(file, error.__cause__) if isinstance(error.__cause__, Exception) else first
    return part_line(file.read_bytes(), error.part)


def _run(file: Path) -> ModuleType:
    """Run the file as a module of its own; whatever goes wrong in it is said with its line."""
    name = f"fairfelt_game_{sha256(str(file.resolve()).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, file.resolve())
    if spec is None or spec.loader is None:
        raise BadGameFile(file, f"its name ends neither in {PYTHON} nor in {JSON}")
    module = sys.modules[name] = module_from_spec(spec)
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise BadGameFile(file, f"this is no Python: {error.msg}", error.lineno or 0) from error
    except ImportError as error:
        raise BadGameFile(file, _import_sentence(file, error), _line(file, error)) from error
    except BadDefinition as error:
        line = part_line(file.read_bytes(), error.part, _line(file, error))
        raise BadGameFile(file, _sentence(error), line) from error
    except Exception as error:
        raise BadGameFile(file, _sentence(error), _line(file, error)) from error
    finally:
        sys.dont_write_bytecode = writes
    return module


def _line(file: Path, error: Exception) -> int:
    """The last line of that file on the way to the mistake."""
    return max(
        ((depth, line) for depth, (frame, line) in enumerate(walk_tb(error.__traceback__))
         if frame.f_code.co_filename == str(file.resolve())),
        default=(0, 0),
    )[1]  # fmt: skip


def _import_sentence(file: Path, error: ImportError) -> str:
    """Which of the names that the file imports from that module is not in it."""
    import ast

    module = sys.modules.get(error.name or "")
    for statement in ast.walk(ast.parse(file.read_bytes())):
        if module and isinstance(statement, ast.ImportFrom) and statement.module == error.name:
            for name in (alias.name for alias in statement.names if not hasattr(module, alias.name)):
                known = getattr(module, "__all__", dir(module))
                return _near(f"{error.name} has no {name!r}", name, known)
    return str(error)


def _sentence(error: Exception) -> str:
    """What is wrong, and the nearest name that would be right."""
    if isinstance(error, AttributeError) and error.name:
        text = str(error) if str(error) != error.name else f"{getattr(error.obj, '__name__', 'it')} has no {error.name}"
        return _near(text, error.name, dir(error.obj))
    if isinstance(error, NameError) and error.name:
        return _near(str(error), error.name, [*hands.__all__, *rules.__all__])
    return str(error) or type(error).__name__


def _near(text: str, name: str, known: Iterable[str]) -> str:
    """With the nearest of the names there are; a constant is often only written small."""
    names = {each.lower(): each for each in known}
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.6)
    return f"{text}; did you mean {names[near[0]]}?" if near else text


@dataclass(frozen=True)
class OwnGames:
    """The games that were found, by their slugs, and a sentence for each that could not be read."""

    games: Mapping[str, Game]
    faults: tuple[str, ...]


def find_own_games(taken: Mapping[str, Game]) -> OwnGames:
    """Read them all. One that cannot be read, or has a name that is taken, leaves the others where they are."""
    found: dict[str, Game] = {}
    faults: list[str] = []
    for place, game in (*_in_folders(), *_in_packages()):
        if isinstance(game, str):
            faults.append(game)
        elif game.slug in taken or game.slug in found:
            faults.append(f"{place}: there is a game called {game.name} already; give yours another name")
        else:
            found[game.slug] = game
    return OwnGames(found, tuple(faults))


def _in_folders() -> Iterator[tuple[str, Game | str]]:
    for folder in game_folders():
        if not folder.is_dir():
            yield str(folder), f"{folder}: FAIRFELT_GAMES names it, and there is no such folder"
            continue
        for file in sorted(folder.iterdir()):
            if file.suffix in ENDINGS and not file.name.startswith("_"):
                try:
                    yield str(file), read_game(file)
                except BadGameFile as error:
                    yield str(file), str(error)


def _in_packages() -> Iterator[tuple[str, Game | str]]:
    if not are_games_offered():
        return

    for entry in entry_points(group=GROUP):
        place = f"{entry.value} (of {entry.dist.name if entry.dist else 'an installed package'})"
        try:
            game = entry.load()
        except Exception as error:  # whatever a stranger's package does, the other games are there
            yield place, f"{place}: {error or type(error).__name__}"
            continue
        yield place, game if isinstance(game, Game) else f"{place}: this is a {type(game).__name__}, not a Game(…)"


# What is asked of a game from elsewhere before it is used: figures, bets, hands and rankings fit, and settle.

PRINTED = re.compile(r"(1 in |\$)?[-+]?(\d[\d,]*)?(\.\d+)?(?<=\d)%?")
"""A figure as a sheet prints it."""


class BadSettlement(BadDefinition):
    """A settlement that fails, or answers something else than an outcome."""

    def __init__(self, sentence: str, part: Part, settle: object) -> None:
        super().__init__(sentence, part)
        self.settle = settle


def check_game(game: Game) -> None:
    """Refuse a game of which some version cannot be used."""
    for at, version in enumerate(game.variants):
        place: Part = ("others", at - 1) if at else ()
        _check_figures(version, place)
        _check_procedure(version, place)
        _check_lengths(version, place)
        _try_settlements(version, place)
        _check_rankings(version, place)


def _check_rankings(game: Game, place: Part) -> None:
    """A custom ranking values hands as its code does, and tells no more apart than it says."""
    read: dict[tuple[Ranking, int], Part] = {}
    if game.showdown and not game.course:
        cards = game.deal.count(Cards.OWN | game.showdown.shared)
        read[game.showdown.ranking, cards] = (*place, "showdown", "ranking")
    for at, wager in enumerate(game.wagers):
        for on in (wager.on, wager.against) if wager.ranking else ():
            if on and (cards := cards_read(game, wager, on)):
                assert wager.ranking
                read.setdefault((wager.ranking, cards), (*place, "wagers", at, "ranking"))
    for (ranking, cards), part in read.items():
        if not is_made_of_known(ranking):
            for fault in ranking_faults(ranking, game.deck, cards):
                raise BadDefinition(fault, part)


def _check_figures(game: Game, place: Part) -> None:
    """Every published figure is of a wager that is there."""
    names = (*(wager.name for wager in game.wagers), ROUND)
    for at, figure in enumerate(game.published):
        if figure.wager not in names:
            said = f"a published figure is of {figure.wager!r}; its wagers are {', '.join(names)}"
            raise BadDefinition(said, (*place, "published", at))
        if not PRINTED.fullmatch(figure.printed):
            said = (
                f"a figure is printed as {figure.printed!r}; write a number such as 3.60%, -0.0234, $1,200 or 1 in 216"
            )
            raise BadDefinition(said, (*place, "published", at, "printed"))


def _check_procedure(game: Game, place: Part) -> None:
    """The procedure speaks of bets that are there."""
    names = [wager.name for wager in game.wagers]
    for name in game.procedure.wagers:
        if name not in names:
            said = f"its procedure speaks of the bet {name!r}; its wagers are {', '.join(names)}"
            raise BadDefinition(said, (*place, "procedure"))


def _check_lengths(game: Game, place: Part) -> None:
    """No run or flush is paid that is longer than the hand; what else can never occur, the linter counts."""
    for at, wager in enumerate(game.wagers):
        if not wager.ranking or not wager.ranking.lines_are_lengths:
            continue
        lines = [line for table in wager.paytables for line in table.pays]
        cards, longest = cards_read(game, wager, wager.on), max(lines, default=0)
        if longest > cards:
            line = wager.ranking.lines[longest].name
            said = f"{wager.name} lists {line}, which can never occur: the hand it is paid by has {cards} cards"
            raise BadDefinition(said, (*place, "wagers", at, "paytables"))


def _try_settlements(game: Game, place: Part) -> None:
    """Ask every settlement once for all that can happen: a mistake in one is found before anything is counted."""
    showdown = game.showdown.ranking if game.showdown else None
    for at, wager in enumerate(game.wagers):
        part: Part = (*place, "wagers", at, "settle")
        for table, facts in product(wager.paytables, tuple(possible_facts(game, wager))):
            try:
                outcome = wager.settle(facts, Reading(table, wager.ranking or showdown))
            except Exception as error:
                said = f"{wager.name} cannot be settled by the paytable {table.name!r}: {_reason(error)}"
                raise BadSettlement(said, part, wager.settle) from error
            try:
                verify_outcome(wager.name, outcome)
            except ValueError as error:
                raise BadSettlement(str(error), part, wager.settle) from None


def _reason(error: Exception) -> str:
    """What went wrong, in words; a row that is missing has no words of its own."""
    if isinstance(error, KeyError):
        return f"it has no row for {str(error.args[0]).lower() if error.args else 'this'}"
    return str(error) or type(error).__name__


HANDS = 120
"""Drawn at random, the same ones each time."""
COLORS = (tuple(SUITS.index(suit) for suit in "cs"), tuple(SUITS.index(suit) for suit in "dh"))


def ranking_faults(ranking: Ranking, deck: Deck, count: int, *, hands: int = HANDS) -> Iterator[str]:
    """What is wrong with a ranking of n cards of a deck, a sentence each; at most one of each kind."""
    source = Random(f"{ranking.name} {count}")
    drawn = [tuple(source.sample(deck.cards, count)) for _ in range(hands)]
    values = [ranking.value(hand) for hand in drawn]
    yield from _line_faults(ranking, drawn, values)
    yield from _code_faults(ranking, drawn, values)
    yield from _order_faults(ranking, drawn, values, source)
    yield from _tells_faults(ranking, deck, drawn, values, source)


def _line_faults(ranking: Ranking, drawn: Sequence[tuple[Card, ...]], values: Sequence[int]) -> Iterator[str]:
    for hand, value in zip(drawn, values, strict=True):
        if not isinstance(value, int) or not 0 <= hands.line_of(value) < len(ranking.lines):
            yield (
                f"{ranking.name}: value({format_cards(hand)}) is {value!r}; it is line << 20 | key, and its lines are "
                f"0 to {len(ranking.lines) - 1}"
            )
            return


def _code_faults(ranking: Ranking, drawn: Sequence[tuple[Card, ...]], values: Sequence[int]) -> Iterator[str]:
    names = [f"card{at}" for at in range(len(drawn[0]))]
    try:
        written = ranking.emit("out", names)
        code = compile("\n".join(written.statements), ranking.name, "exec")
    except Exception as error:
        yield f"{ranking.name}: emit fails for {len(names)} cards: {error}"
        return
    for hand, value in zip(drawn, values, strict=True):
        known = {"np": np, **written.tables, **dict(zip(names, map(int, hand), strict=True))}
        try:
            with np.errstate(over="ignore"):  # as in the kernels, sums of keys go round
                exec(code, known)
            found = int(known["out"])  # type: ignore[call-overload]
        except Exception as error:
            yield f"{ranking.name}: the code of emit fails for {format_cards(hand)}: {type(error).__name__}: {error}"
            return
        if found != value:
            yield (
                f"{ranking.name}: value({format_cards(hand)}) is {value} ({ranking.describe(value)}), and the code of "
                f"emit gives {found}; both must agree for every hand"
            )
            return


def _order_faults(
    ranking: Ranking, drawn: Sequence[tuple[Card, ...]], values: Sequence[int], source: Random
) -> Iterator[str]:
    for hand, value in zip(drawn, values, strict=True):
        other = tuple(source.sample(hand, len(hand)))
        if ranking.value(other) != value:
            same = f"{format_cards(hand)} and {format_cards(other)}"
            yield f"{ranking.name}: {same} are the same cards, and differ in value"
            return


def _tells_faults(
    ranking: Ranking, deck: Deck, drawn: Sequence[tuple[Card, ...]], values: Sequence[int], source: Random
) -> Iterator[str]:
    """Cards that it says it cannot tell apart are exchanged: the value has to stay."""
    for hand, value in zip(drawn, values, strict=True):
        other = _exchanged(ranking.tells, deck, hand, source)
        if other and ranking.value(other) != value:
            yield (
                f"{ranking.name}: it says that it tells {ranking.tells.value} apart, and {format_cards(hand)} and "
                f"{format_cards(other)} differ in value; let it say {_more(ranking.tells)}"
            )
            return


def _exchanged(tells: Tells, deck: Deck, hand: tuple[Card, ...], source: Random) -> tuple[Card, ...] | None:
    suits = [SUITS.index(suit) for suit in deck.suits]
    if tells is Tells.CARDS:
        return None
    if tells is Tells.SUITS:
        moved = dict(zip(suits, source.sample(suits, len(suits)), strict=True))
        return tuple(each if each.is_joker else card(each.rank, moved[each.suit]) for each in hand)
    groups = [suits] if tells is Tells.RANKS else [[suit for suit in color if suit in suits] for color in COLORS]
    group_of = {suit: group for group in groups for suit in group}
    other = tuple(each if each.is_joker else card(each.rank, source.choice(group_of[each.suit])) for each in hand)
    return other if deck.copies > 1 or len(set(other)) == len(other) else None


def _more(tells: Tells) -> str:
    order = (Tells.RANKS, Tells.COLORS, Tells.SUITS, Tells.CARDS)
    return " or ".join(f"Tells.{each.name}" for each in order[order.index(tells) + 1 :])
