"""What `import fairfelt` gives, and how little it costs."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

import pytest

import fairfelt
from tests.support.heavy import first_few


def python(program: str) -> str:
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    assert (
        python("import sys, fairfelt; print([m for m in sys.modules if m.startswith('fairfelt.') or m == 'numpy'])")
        == "[]"
    )


def kind_of(name: str) -> str:
    """What a public name is."""
    return "module" if name == "games" else "function"


def test_every_public_name_is_there() -> None:
    assert set(fairfelt.__all__) <= set(dir(fairfelt))
    kinds = "inspect.ismodule(value) and 'module' or type(value).__name__"
    values = "map(fairfelt.__getattr__, fairfelt.__all__)"
    told = python(f"import fairfelt, inspect; print(*({kinds} for value in {values}))")
    assert told.split() == list(map(kind_of, fairfelt.__all__))


@pytest.mark.parametrize("name", first_few(fairfelt.__all__, 1))
def test_a_public_name_needs_no_other(name: str) -> None:
    """Each alone in a fresh Python: it imports what it needs itself."""
    assert python(f"from fairfelt import {name}; print(type({name}).__name__)") == kind_of(name)


def test_version_and_unknown_names() -> None:
    assert fairfelt.__version__ == version("fairfelt")
    with pytest.raises(
        AttributeError,
        match="fairfelt has no 'roulette'; it has compare, count_cards, design_paytable, floor, games, par",
    ):
        fairfelt.roulette  # noqa: B018
