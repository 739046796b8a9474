"""Where a room looks for its hub."""

from __future__ import annotations

import pytest

from fairfelt.controller.hub import HubClient


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("hub.example", "is not the address of a hub"),
        ("ftp://hub.example", "is not the address of a hub"),
        ("http://hub.example", "would send the room's key in the clear"),
    ],
)
def test_an_address_that_is_none_or_not_safe_is_refused(url: str, sentence: str) -> None:
    """A key once went to any address in the clear."""
    with pytest.raises(ValueError, match=sentence):
        HubClient(url, "key")


@pytest.mark.parametrize("url", ["https://hub.example", "http://127.0.0.1:8000", "http://localhost:8000"])
def test_others_are_taken(url: str) -> None:
    HubClient(url, "key").close()
