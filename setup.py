"""Writes the commit that a package is built from into it; everything else stands in pyproject.toml."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

VERSION = run_path(str(Path(__file__).parent / "src" / "fairfelt" / "version.py"))


def write_commit(package: Path) -> None:
    """The same commit makes the same file."""
    (package / VERSION["COMMIT_FILE"]).write_text(f"{VERSION['commit']()}\n")


class BuildWithCommit(build_py):
    """A wheel that knows its commit."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            write_commit(Path(self.build_lib, "fairfelt"))


class PackWithCommit(sdist):
    """A source package that knows its commit: there is no repository around it any more."""

    def make_release_tree(self, base_dir: str, files: Any) -> None:
        super().make_release_tree(base_dir, files)
        write_commit(Path(base_dir, "src", "fairfelt"))


setup(cmdclass={"build_py": BuildWithCommit, "sdist": PackWithCommit})
