"""Reads a game from a Python file of one's own. Such a file is code: only who runs the program names one."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import get_close_matches
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import ModuleType

from fairfelt import hands, rules
from fairfelt.rules import ROUND, BadDefinition, Game, Outcome, Pay, possible_facts
from fairfelt.rules.definition import cards_read

ENDING = ".py"


class BadGameFile(BadDefinition):
    """A file that holds no game that could be dealt: where, what is wrong, and what would be right."""

    def __init__(self, file: Path, sentence: str, line: int = 0) -> None:
        self.file, self.line, self.sentence = file, line, sentence
        super().__init__(f"{file}{f', line {line}' if line else ''}: {sentence}")


def read_game(file: Path) -> Game:
    """The game that a Python file defines as `game`."""
    if not file.is_file():
        raise BadGameFile(file, "there is no such file")
    module = _run(file)
    game = getattr(module, "game", None)
    if game is None:
        raise BadGameFile(file, "it defines no game; end it with game = Game(…)")
    if not isinstance(game, Game):
        raise BadGameFile(file, f"its `game` is a {type(game).__name__}, not a Game(…)")
    for version in game.variants:
        _check_figures(file, version)
        _check_lengths(file, version)
        _try_settlements(file, version)
    return game


def _run(file: Path) -> ModuleType:
    """Run the file as a module of its own; whatever goes wrong in it is said with its line."""
    name = f"fairfelt_game_{sha256(str(file.resolve()).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, file.resolve())
    if spec is None or spec.loader is None:
        raise BadGameFile(file, f"it is no Python file: its name ends in {ENDING}")
    module = sys.modules[name] = module_from_spec(spec)
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise BadGameFile(file, f"this is no Python: {error.msg}", error.lineno or 0) from error
    except ImportError as error:
        raise BadGameFile(file, _import_sentence(file, error), _line(file, error)) from error
    except Exception as error:
        raise BadGameFile(file, _sentence(error), _line(file, error)) from error
    finally:
        sys.dont_write_bytecode = writes
    return module


def _check_figures(file: Path, game: Game) -> None:
    """Every published figure is of a wager that is there."""
    names = (*(wager.name for wager in game.wagers), ROUND)
    for figure in game.published:
        if figure.wager not in names:
            raise BadGameFile(file, f"a published figure is of {figure.wager!r}; its wagers are {', '.join(names)}")


def _check_lengths(file: Path, game: Game) -> None:
    """No run or flush is paid that is longer than the hand; what else can never occur, the linter counts."""
    for wager in (wager for wager in game.wagers if wager.ranking and wager.ranking.lines_are_lengths):
        assert wager.ranking
        cards, longest = cards_read(game, wager, wager.on), max(line for t in wager.paytables for line in t.pays)
        if longest > cards:
            line = wager.ranking.lines[longest].name
            said = f"{wager.name} lists {line}, which can never occur: the hand it is paid by has {cards} cards"
            raise BadGameFile(file, said)


def _try_settlements(file: Path, game: Game) -> None:
    """Ask every settlement once for all that can happen: a mistake in one is found before anything is counted."""
    showdown = game.showdown.ranking if game.showdown else None
    for wager in game.wagers:
        for facts in possible_facts(game, wager):
            try:
                outcome = wager.outcome(facts, showdown)
            except Exception as error:
                raise BadGameFile(
                    file, f"{wager.name} cannot be settled: {_sentence(error)}", _line(file, error)
                ) from error
            if not isinstance(outcome, Outcome) or not isinstance(outcome.pay, Pay):
                line = getattr(getattr(wager.settle, "__code__", None), "co_firstlineno", 0)
                said = f"the settlement of {wager.name} answers {outcome!r}; it answers Outcome(name, pay)"
                raise BadGameFile(file, said, line)


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
        return _near(str(error), error.name, dir(error.obj))
    if isinstance(error, NameError) and error.name:
        return _near(str(error), error.name, [*hands.__all__, *rules.__all__])
    return str(error) or type(error).__name__


def _near(text: str, name: str, known: Iterable[str]) -> str:
    """With the nearest of the names there are; a constant is often only written small."""
    names = {each.lower(): each for each in known}
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.6)
    return f"{text}; did you mean {names[near[0]]}?" if near else text
