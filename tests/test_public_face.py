"""What `import fairfelt` gives, and how little it costs."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

import pytest

import fairfelt


def python(program: str) -> str:
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    assert (
        python("import sys, fairfelt; print([m for m in sys.modules if m.startswith('fairfelt.') or m == 'numpy'])")
        == "[]"
    )


@pytest.mark.parametrize("name", fairfelt.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert name in dir(fairfelt)
    assert python(f"from fairfelt import {name}; print(type({name}).__name__)") == (
        "module" if name == "games" else "function"
    )


def test_version_and_unknown_names() -> None:
    assert fairfelt.__version__ == version("fairfelt")
    with pytest.raises(AttributeError, match="fairfelt has no 'roulette'; it has compare, games, par"):
        fairfelt.roulette  # noqa: B018
