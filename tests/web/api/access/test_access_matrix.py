"""Every endpoint against every caller: let through exactly where the table in the documentation says so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fairfelt.room import DeviceKind, Role
from fairfelt.web.api.endpoint import Endpoint
from tests.support.heavy import IS_HEAVY_RUN
from tests.web.api.calling import Device, House, asked, company
from tests.web.api.document.golden import BY_CALL, COMPANIES, DEVICES, PAGE, Line, Roles, lines
from tools.access_table import with_table

KNOWN = {"table": "T1", "link": "pit"}
ANSWERED = {200, 400, 404}
"""What anybody may ask for is answered; a question without its numbers, or about no award, with what is wrong."""


def test_the_table_in_the_documentation_is_that_of_the_endpoints() -> None:
    page = PAGE.read_text()
    assert page == with_table(page), "run: make docs"
    assert lines().keys() == BY_CALL.keys()


def tokens(house: House, device: Device, roles: Roles) -> str:
    """Sessions of different people of these roles, opened without the trouble of cards and PINs."""
    sessions = house.controller.cards.sessions
    return ",".join(sessions.open(f"card {person}", person, device.name) for person in company(roles))


async def answers(house: House, headers: dict[str, str]) -> dict[str, int]:
    """What every endpoint answers; signing out comes last. Streams are asked for their head only."""
    found = {}
    for call, endpoint in sorted(BY_CALL.items(), key=lambda item: item[1].method == "DELETE"):
        method = "HEAD" if endpoint.media == "text/event-stream" else endpoint.method
        answer = await asked(house.client.app, method, path_of(endpoint), headers, b"{}" if endpoint.takes else b"")
        found[call] = answer.status_code
    return found


def path_of(endpoint: Endpoint) -> str:
    """An address with something in it that is there, so that only the caller matters."""
    return endpoint.path.format(**{name: KNOWN.get(name, "1") for name in endpoint.parameters})


def calls(house: House, key: str, session: str = "") -> Iterator[tuple[Line, int]]:
    """Call everything; gives the line of the table and the status."""
    headers = {"authorization": f"Bearer {key}"} if key else {}
    if session:
        headers["fairfelt-session"] = session
    expected = lines()
    return ((expected[call], status) for call, status in house.run(answers, house, headers).items())


@pytest.mark.parametrize(("key", "statuses"), [("", {401}), ("not a key of ours", {401, 429})])
def test_without_a_device_only_what_is_for_anybody(house: House, key: str, statuses: set[int]) -> None:
    for line, status in calls(house, key):
        assert status in (statuses if line.at else ANSWERED), line


@pytest.mark.parametrize("kind", DeviceKind)
def test_a_device_that_is_off_may_nothing_whoever_is_signed_in(house: House, kind: DeviceKind) -> None:
    if kind is DeviceKind.ROOM:
        house.is_hub()
    places = {
        DeviceKind.KEYPAD: {"table": "T1"},
        DeviceKind.DISPLAY: {"link": "pit"},
        DeviceKind.SIGN: {"link": "pit"},
        DeviceKind.ROOM: {"link": "to north"},
    }
    place = places.get(kind, {})
    house.enrol(house.console("eve", "ida"), "new", kind.value, switched_on=False, **place)
    device = house.devices["new"]
    for roles in ((), (Role.EXECUTIVE, Role.EXECUTIVE)):
        for line, status in calls(house, device.key, tokens(house, device, roles)):
            assert status in ({403} if line.at else ANSWERED), line


@pytest.mark.parametrize("kind", DeviceKind)
def test_every_device_with_every_company(house: House, kind: DeviceKind) -> None:
    device = house.device(DEVICES[kind])
    in_twos = IS_HEAVY_RUN or kind is DeviceKind.CONSOLE  # where else nobody needs a second person
    for roles in COMPANIES if in_twos else COMPANIES[: 1 + len(Role)]:
        for line, status in calls(house, device.key, tokens(house, device, roles)):
            told = f"{line.call} at a {kind} with {roles}: {status}"
            if line.allows(kind, roles):
                assert status not in (401, 403, 429, 500, 503), told
            elif kind in line.at and not roles:
                assert status == 401, told
            else:
                assert status == 403, told
