"""The tree in tiles, as C2SP `tlog-tiles` has them, read by the packages that Go checks its own logs with."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from fairfelt.ledger.transparency import NotProved, fold, hash_leaf, read_tile_place
from fairfelt.server.publishing import Publisher
from tests.ledger.bank import moves
from tests.ledger.desk import opened
from tests.ledger.witness.served import KEY

GO_PACKAGES = Path("/usr/share/gocode")
EVENTS = 700


def place_of(index: int, width: int) -> str:
    thousands, last = divmod(index, 1000)
    assert not thousands
    return f"{last:03}" + (f".p/{width}" if width < 256 else "")


@pytest.fixture
def tiled(tmp_path: Path) -> Path:
    """A folder with all that a log of 700 events serves."""
    with opened(str(tmp_path / "j.db")) as ledger:
        for future in [ledger.submit(command) for command in moves("k", EVENTS)]:
            future.result()
        publisher, folder = Publisher(ledger, KEY), tmp_path / "served"
        folder.mkdir()
        (folder / "checkpoint").write_bytes(publisher.checkpoint())
        for level in range(2):
            for first in range(0, size := EVENTS >> 8 * level, 256):
                place = place_of(first // 256, min(256, size - first))
                files = {f"tile/{level}/{place}": publisher.tile(level, place)}
                if not level:
                    files[f"tile/entries/{place}"] = publisher.bundle(place)
                for name, content in files.items():
                    (folder / name).parent.mkdir(parents=True, exist_ok=True)
                    (folder / name).write_bytes(content)
        for level, place in ((0, "002"), (0, "003"), (1, "000"), (0, "000.p/0"), (2, "000.p/1")):
            with pytest.raises(NotProved):
                publisher.tile(level, place)
    return folder


def test_tiles_hold_the_leaves_and_the_roots_of_tiles_below(tiled: Path) -> None:
    first, bundle = (tiled / "tile/0/000").read_bytes(), (tiled / "tile/entries/000").read_bytes()
    assert (tiled / "tile/1/000.p/2").read_bytes()[:32] == fold(first)
    assert bundle[:2] == b"\0\x20"
    assert b"".join(hash_leaf(bundle[at + 2 : at + 34]) for at in range(0, len(bundle), 34)) == first


def test_the_packages_of_go_verify_every_note_tile_entry_and_proof(tiled: Path) -> None:
    if not (shutil.which("go") and (GO_PACKAGES / "src/golang.org/x/mod/sumdb/tlog").is_dir()):
        pytest.skip("Go's own packages are not here: apt-get install golang-go golang-golang-x-mod-dev")
    where = {**os.environ, "GO111MODULE": "off", "GOPATH": str(GO_PACKAGES), "GOFLAGS": "", "GOCACHE": f"{tiled}-go"}
    check = f"{tiled}-check"
    made = ["go", "build", "-o", check, str(Path(__file__).parent / "go/check.go")]
    subprocess.run(made, env=where, capture_output=True, timeout=120, check=True)

    def checked() -> tuple[int, str]:
        asked = [check, KEY.verifier.text, str(tiled)]
        done = subprocess.run(asked, capture_output=True, text=True, timeout=120, check=False)
        return done.returncode, done.stdout or done.stderr

    assert checked() == (0, f"{EVENTS} entries of {KEY.name}\n")
    tile = tiled / "tile/0/001"
    tile.write_bytes(tile.read_bytes()[:-1] + b"x")
    code, said = checked()
    assert (code, "invalid transparency proof" in said) == (1, True)


@pytest.mark.parametrize(
    ("place", "found"),
    [("000", (0, 256)), ("067.p/8", (67, 8)), ("x001/x234/067", (1234067, 256)), ("x001/000.p/255", (1000, 255))],
)
def test_a_place_is_read(place: str, found: tuple[int, int]) -> None:
    """The long one is the example of the specification."""
    assert read_tile_place(place) == found


@pytest.mark.parametrize(
    "place", ["", "0", "67", "0067", "x000/067", "x67/001", "067.p/0", "067.p/256", "067.p/08", "1/067"]
)
def test_another_spelling_of_a_place_is_refused(place: str) -> None:
    with pytest.raises(NotProved, match="no place of a tile"):
        read_tile_place(place)
