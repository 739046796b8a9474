"""A table is built once, and again if its file is not what was written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.engine.simulation import kernels

TABLE = np.arange(100, dtype=np.uint8)


class Builder:
    """Counts how often it had to build."""

    def __init__(self) -> None:
        self.built = 0

    def __call__(self) -> NDArray[np.uint8]:
        self.built += 1
        return TABLE.copy()


@pytest.fixture(autouse=True)
def _an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRFELT_CACHE", str(tmp_path))


def test_it_is_built_once_and_read_afterwards() -> None:
    build = Builder()
    for _ in range(3):
        assert (kernels.load_or_build("key", 100, build) == TABLE).all()
    assert build.built == 1


@pytest.mark.parametrize("damage", [lambda file: file[:-1], lambda file: file[:-1] + b"x", lambda file: b""])
def test_a_damaged_file_is_not_believed(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    build = Builder()
    kernels.load_or_build("key", 100, build)
    (path,) = tmp_path.glob("fairfelt_table_*")
    path.write_bytes(damage(path.read_bytes()))
    assert (kernels.load_or_build("key", 100, build) == TABLE).all()
    assert build.built == 2


def test_a_file_under_another_name_is_not_believed(tmp_path: Path) -> None:
    build = Builder()
    kernels.load_or_build("a" * 40, 100, build)
    (path,) = tmp_path.glob("fairfelt_table_*")
    path.rename(path.with_name(path.name.replace("a" * 40, "b" * 40)))
    kernels.load_or_build("b" * 40, 100, build)
    assert build.built == 2
