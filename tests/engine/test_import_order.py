"""Any module of the engine may be the first that a program imports."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("name", ["courses.blackjack", "courses.cross", "solvers.sweep"])
def test_a_package_can_be_imported_before_all_others(name: str) -> None:
    """The list of solvers stood in a package that the courses import, and theirs failed unless it was loaded before."""
    asked = subprocess.run([sys.executable, "-c", f"import fairfelt.engine.{name}"], capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr
