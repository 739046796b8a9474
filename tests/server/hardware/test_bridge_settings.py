"""The file of a bridge holds keys: what is wrong with it is told exactly, and without them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairfelt.runtime.formats import FieldError
from fairfelt.server.hardware.room_api import read_bridge_settings

KEY = "a key of sixteen and more"


def written(folder: Path, devices: str, mode: int = 0o600) -> Path:
    file = folder / "bridge.toml"
    file.write_text(f'room = "https://room.example"\n[broker]\nhost = "broker.example"\n{devices}\n')
    file.chmod(mode)
    return file


@pytest.mark.parametrize(
    ("devices", "sentence"),
    [
        ('[devices.t1]\nkey = "hidden"', "devices.t1.key is the key of an enrolled device, 16 to 200 characters"),
        (f'[devices.t1]\nkey = "{KEY}"\n[devices.t2]\nkye = "hidden"', 'there is no field "kye" here; there is key'),
        (f'[devices.t1]\nkey = "{KEY}"\n[devices.t2]', "devices.t2.key is missing"),
        ('[devices]\nt1 = "hidden"', "devices.t1 is an object with names and values"),
        (
            f'[devices."table 1"]\nkey = "{KEY}"',
            'a name in devices is letters, digits, - and _, 40 at most, as in its topics, not "table 1"',
        ),
        ("[devices]", "devices is at least one device"),
    ],
)
def test_a_wrong_device_is_named_and_its_key_is_not_shown(devices: str, sentence: str, tmp_path: Path) -> None:
    """A key that was too short was printed, and called a list without devices."""
    with pytest.raises(FieldError) as told:
        read_bridge_settings(written(tmp_path, devices))
    assert str(told.value) == sentence
    assert "hidden" not in str(told.value)
    assert KEY not in str(told.value)


def test_a_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    devices = f'[devices.t1]\nkey = "{KEY}"'
    assert list(read_bridge_settings(written(tmp_path, devices)).devices) == ["t1"]
    with pytest.raises(FieldError, match="others may read it: chmod 600"):
        read_bridge_settings(written(tmp_path, devices, 0o640))
