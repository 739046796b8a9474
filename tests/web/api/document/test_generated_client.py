"""The OpenAPI document is one that generators take: a client made from it plays a round."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest

from fairfelt.web import api
from fairfelt.web.api.endpoints import document
from tests.web.card_room import key_of, opened


def test_no_schema_holds_what_generators_stumble_over() -> None:
    """Postings were tuples with `items: false`, and no client could be generated."""

    def parts(part: object) -> list[dict[str, object]]:
        inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        return [*([part] if isinstance(part, dict) else []), *(found for one in inner for found in parts(one))]

    for part in parts(document(api.ENDPOINTS)):
        assert "prefixItems" not in part
        assert not isinstance(part.get("items"), bool)


@pytest.mark.heavy
def test_a_generated_client_plays_a_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generator = pytest.importorskip("openapi_python_client")
    config_module = importlib.import_module("openapi_python_client.config")
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(document(api.ENDPOINTS)))
    chosen = config_module.Config.from_sources(
        config_file=config_module.ConfigFile(post_hooks=[]), meta_type=config_module.MetaType.NONE,
        document_source=file, file_encoding="utf-8", overwrite=True, output_path=tmp_path / "room_client",
    )  # fmt: skip
    errors = generator.generate(config=chosen)
    assert [error for error in errors if error.level.name == "ERROR"] == []
    monkeypatch.syspath_prepend(str(tmp_path))
    client_module = importlib.import_module("room_client")
    models = importlib.import_module("room_client.models")
    calls = {
        name: importlib.import_module(f"room_client.api.default.{name}")
        for name in ("this_device", "start_game", "end_game")
    }
    try:
        with opened(tmp_path) as room:
            keypad = client_module.AuthenticatedClient(base_url=room.url, token=key_of("keypad T1"))
            number = calls["this_device"].sync(client=keypad).next_sequence
            bets = [models.Bet(seat=1, amount_micros=5_000_000)]
            started = calls["start_game"].sync("T1", client=keypad, body=models.StartGame(sequence=number, bets=bets))
            assert started.state.phase == "playing"
            ended = calls["end_game"].sync("T1", client=keypad, body=models.EndGame(sequence=number + 1))
            assert ended.state.phase == "betting"
    finally:
        for name in [name for name in sys.modules if name.startswith("room_client")]:
            del sys.modules[name]
