"""CPU seconds until a short command has answered, beside a bare Python and one that imports numpy."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from tempfile import TemporaryDirectory

from .measure import ROUNDS, Row

MAIN = "import sys; from fairfelt.cli import main; sys.exit(main())"
COMMANDS = {"--version": "under 0.15", "--help": "under 0.15", "games": "under 0.35"}
PEERS = {"python -c pass": "pass", "python -c 'import numpy'": "import numpy"}


def rows() -> Iterator[Row]:
    """Each command beside each peer, all from byte-code that was kept by a first run."""
    with TemporaryDirectory() as kept:
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        env["PYTHONPYCACHEPREFIX"] = kept
        peers = {name: best_cpu_seconds(("-c", code), env) for name, code in PEERS.items()}
        for word, goal in COMMANDS.items():
            ours = best_cpu_seconds(("-c", MAIN, word), env)
            for name, seconds in peers.items():
                yield Row(f"fairfelt {word} against {name}", "CPU s", ours, seconds, goal)
        par = _par(env)
        for name, seconds in peers.items():
            yield Row(f"fairfelt par, dearest game, asked again, against {name}", "CPU s", par, seconds, "under 0.5")


def _par(env: Mapping[str, str]) -> float:
    """The most that any game's sheet costs the second time that it is asked for."""
    from fairfelt.games import catalogue

    asked = [("-c", MAIN, "par", game.slug) for game in catalogue()]
    return max([_cpu_seconds(words, env) for words in asked for _ in range(2)][1::2])


def best_cpu_seconds(words: Sequence[str], env: Mapping[str, str]) -> float:
    """User and system seconds of the cheapest of some runs of Python, after one that writes its byte-code."""
    return min([_cpu_seconds(words, env) for _ in range(ROUNDS + 1)][1:])


def _cpu_seconds(words: Sequence[str], env: Mapping[str, str]) -> float:
    before = _spent()
    subprocess.run([sys.executable, *words], env=env, stdout=subprocess.DEVNULL, check=True)
    return _spent() - before


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
