"""https: certificates of the house's own, devices that show theirs, renewal without a restart, proxies in front."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.hazmat.primitives.serialization.pkcs12 import load_key_and_certificates
from httpx2 import Client, ConnectError, ReadError, RemoteProtocolError
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

from fairfelt.cli import main
from fairfelt.room import Floor
from fairfelt.runtime.configuration.settings import Limits
from fairfelt.runtime.configuration.settings import Tls as TlsSettings
from fairfelt.server import RoomView, Settings
from fairfelt.server.machine import BadCertificate, PrivateAuthority, expiry_of, why_expiring
from fairfelt.web import application, listen, url_of
from fairfelt.web.api.access import Asking, _device
from fairfelt.web.http.answers import Problem
from fairfelt.web.http.server import CERTIFICATE, Tls, configured
from fairfelt.web.pages.counting import Counting
from tests.web.card_room import TellingServer
from tests.web.visiting import closing, uncounted

PATIENCE_S = 120


@contextmanager
def served(
    app: ASGIApp, *, tls: Tls | None = None, proxies: tuple[str, ...] = (), limits: Limits | None = None
) -> Iterator[str]:
    """An application at an address of its own, as `fairfelt serve` serves it."""
    listening = listen("127.0.0.1", 0)
    config = configured(app, tls=tls, proxies=proxies, limits=limits)
    config.lifespan = "off"
    server = TellingServer(config)
    thread = Thread(target=lambda: asyncio.run(server.serve([listening])))
    thread.start()
    assert server.open.wait(PATIENCE_S)
    try:
        yield url_of(listening, secured=tls is not None)
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)


async def say_who(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the scheme, the address and the certificate of who asks."""
    if scope["type"] == "lifespan":
        return
    body = " ".join((scope["scheme"], scope["client"][0], scope["extensions"].get(CERTIFICATE, "nobody"))).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def house(tmp_path: Path) -> PrivateAuthority:
    made = PrivateAuthority(tmp_path / "tls")
    made.begin("Example Card Room")
    made.certify_server(["127.0.0.1", "room.example"])
    return made


def files_of(house: PrivateAuthority, **more: Any) -> TlsSettings:
    return TlsSettings(certificate_file=house.server.certificate, key_file=house.server.key, **more)


def trusting(house: PrivateAuthority, device: str = "") -> ssl.SSLContext:
    """A browser in which the authority is installed, and perhaps a device's certificate."""
    context = ssl.create_default_context(cafile=str(house.own.certificate))
    if device:
        sealed = house.certify_device(device, "password").read_bytes()
        key, certificate, _ = load_key_and_certificates(sealed, b"password")
        assert key and certificate
        pair = house.folder / "installed.pem"
        plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        pair.write_bytes(plain + certificate.public_bytes(Encoding.PEM))
        context.load_cert_chain(pair)
    return context


def test_a_browser_that_trusts_the_authority_and_one_that_does_not(house: PrivateAuthority) -> None:
    with served(say_who, tls=Tls(files_of(house))) as url:
        assert url.startswith("https://")
        with Client(verify=trusting(house)) as client:
            assert client.get(url).text == "https 127.0.0.1 nobody"
        with Client() as stranger, pytest.raises(ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
            stranger.get(url)


def test_a_device_that_must_show_its_certificate(house: PrivateAuthority) -> None:
    tls = Tls(files_of(house, client_authority_file=house.own.certificate, client_certificates="required"))
    with served(say_who, tls=tls) as url:
        with Client(verify=trusting(house, "keypad T1")) as client:
            assert client.get(url).text == "https 127.0.0.1 keypad T1"
        with Client(verify=trusting(house)) as client, pytest.raises((ConnectError, ReadError, RemoteProtocolError)):
            client.get(url)


def test_a_certificate_that_was_withdrawn_is_refused_without_a_restart(house: PrivateAuthority) -> None:
    shown: dict[str, Any] = {"client_authority_file": house.own.certificate, "client_certificates": "required"}
    tls = Tls(files_of(house, **shown, client_revocations_file=house.withdrawn))
    old, other = trusting(house, "keypad T1"), trusting(house, "keypad T2")
    with served(say_who, tls=tls) as url:
        assert ask(url, old) == "https 127.0.0.1 keypad T1"
        new = trusting(house, "keypad T1")
        assert [one.device for one in house.withdraw("keypad T1")] == ["keypad T1"]
        assert tls.renew()
        for context, device in ((old, ""), (new, "keypad T1"), (other, "keypad T2")):
            assert ask(url, context) == (device and f"https 127.0.0.1 {device}")
        assert not house.withdraw("keypad T1"), "the newest stays"
        assert len(house.withdraw("keypad T1", lost=True)) == 1
        assert tls.renew(), "in the same second as the list before it"
        assert [ask(url, context) for context in (old, new)] == ["", ""]
        assert ask(url, other) == "https 127.0.0.1 keypad T2"
    assert [(one.device, one.withdrawn) for one in house.issued()] == [
        ("keypad T1", True), ("keypad T1", True), ("keypad T2", False),
    ]  # fmt: skip
    assert expiry_of(house.withdrawn) == expiry_of(house.own.certificate)
    with pytest.raises(BadCertificate, match="no certificate was signed here for 'keypad T3'"):
        house.withdraw("keypad T3")


def ask(url: str, context: ssl.SSLContext) -> str:
    """What a browser is answered; nothing where it is not let in."""
    with suppress(ConnectError, ReadError, RemoteProtocolError), Client(verify=context) as client:
        return client.get(url).text
    return ""


def test_a_renewed_certificate_is_shown_without_a_restart(house: PrivateAuthority) -> None:
    tls = Tls(files_of(house))
    with served(say_who, tls=tls) as url:
        host, port = "127.0.0.1", int(url.rpartition(":")[2])
        before = ssl.get_server_certificate((host, port))
        assert not tls.renew()
        house.certify_server(["127.0.0.1"])
        assert tls.renew()
        assert ssl.get_server_certificate((host, port)) != before
        house.server.certificate.write_text("nonsense")
        assert not tls.renew(), "what is no certificate is not taken"
        assert ssl.get_server_certificate((host, port)) != before


def test_keys_are_readable_by_nobody_else_and_an_authority_is_made_once(house: PrivateAuthority) -> None:
    device = house.certify_device("keypad T1/2", "password")
    assert device.parent.parent == house.folder
    assert [file.stat().st_mode & 0o777 for file in (house.own.key, house.server.key, device)] == [0o600] * 3
    with pytest.raises(BadCertificate, match="an authority is made once"):
        house.begin("Another")
    with pytest.raises(BadCertificate, match="no name of a machine"):
        house.certify_server(["ræum"])


def test_a_certificate_that_ends_soon_is_told(house: PrivateAuthority) -> None:
    assert expiry_of(house.server.certificate) - datetime.now(UTC) > timedelta(days=390)
    assert why_expiring(house.server.certificate) == ""
    house.certify_server(["127.0.0.1"], now=datetime.now(UTC) - timedelta(days=390))
    assert "ends on" in why_expiring(house.server.certificate)
    assert "cannot be read" in why_expiring(house.folder / "nowhere.pem")


@pytest.mark.parametrize(("proxies", "told"), [((), "http 127.0.0.1"), (("127.0.0.1",), "https 203.0.113.9")])
def test_only_a_proxy_that_is_named_says_who_asks(proxies: tuple[str, ...], told: str) -> None:
    """No proxy was ever believed, so that cookies behind one were never Secure."""
    with served(say_who, proxies=proxies) as url, Client() as client:
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        assert client.get(url, headers=headers).text == f"{told} nobody"


@pytest.mark.parametrize(
    ("client", "proxies", "status"),
    [
        ("192.0.2.2", ("203.0.113.9",), 403), ("203.0.113.9", ("203.0.113.9",), 200),
        ("::ffff:203.0.113.9", ("203.0.113.0/24",), 200),
        ("127.0.0.1", ("203.0.113.9",), 200), ("::ffff:192.0.2.2", ("203.0.113.0/24",), 403), ("192.0.2.2", (), 200),
    ],
)  # fmt: skip
def test_behind_a_named_proxy_nobody_else_is_answered_over_plain_http(
    client: str, proxies: tuple[str, ...], status: int
) -> None:
    """Naming any proxy let a server listen to everybody, under an enforced law as well."""
    served_app = configured(say_who, proxies=proxies).loaded_app
    answer = TestClient(served_app, client=(client, 5000)).get("/", headers={"X-Forwarded-For": "127.0.0.1"})
    assert answer.status_code == status, answer.text


def test_answers_over_tls_say_so_and_redirects_name_no_host() -> None:
    """A redirect for a slash led wherever the Host of the request said."""
    with closing(Counting(study=uncounted)) as counting:
        app = application(counting)
        for scheme, expected in (("http", None), ("https", "max-age=31536000")):
            client = TestClient(app, base_url=f"{scheme}://evil.example", follow_redirects=False)
            answer = client.get("/studio/")
            assert (answer.status_code, answer.headers["location"]) == (307, "/studio")
            assert answer.headers.get("strict-transport-security") == expected
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"


class OneDevice:
    """As much of a room as knows one key."""

    settings = Settings(address="room.db")

    def __init__(self) -> None:
        self.heard: dict[str, float] = {}

    def device_with(self, key: str, floor: Floor) -> str | None:
        return "keypad T1" if key == "its key" else None


def test_a_certificate_of_one_device_goes_with_no_other_key() -> None:
    room = cast(RoomView, OneDevice())
    assert _device(room, Floor(), Asking("its key", (), "", {}, certificate="keypad T1")) == "keypad T1"
    with pytest.raises(Problem, match="has the certificate of keypad T2, and the key of another device"):
        _device(room, Floor(), Asking("its key", (), "", {}, certificate="keypad T2"))


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRFELT_CONFIG", "")
    folder = tmp_path / "tls"
    assert main(["certificates", "server", str(folder), "room.example"]) == 2
    assert "there is no authority" in capsys.readouterr().err
    assert main(["certificates", "authority", str(folder), "--house", "Example"]) == 0
    assert main(["certificates", "server", str(folder), "room.example", "10.0.0.5"]) == 0
    assert main(["certificates", "device", str(folder), "keypad T1"]) == 0
    assert "Its password is" in capsys.readouterr().out
    assert main(["certificates", "withdraw", str(folder), "keypad T1"]) == 0
    assert "--lost takes that too" in capsys.readouterr().out
    assert main(["certificates", "withdraw", str(folder), "keypad T1", "--lost"]) == 0
    assert "is good no more" in capsys.readouterr().out
    assert main(["certificates", "list", str(folder)]) == 0
    assert capsys.readouterr().out.endswith(", withdrawn\n")
    assert main(["certificates", "withdraw", str(folder), "keypad T9"]) == 2
    assert "fairfelt certificates list has all" in capsys.readouterr().err
    settings = tmp_path / "fairfelt.toml"
    settings.write_text('[tls]\ncertificate_file = "tls/authority.pem"\nkey_file = "tls/server.key"\n')
    assert main(["serve", "--config", str(settings), "--port", "0"]) == 2
    assert "are no certificate and its key" in capsys.readouterr().err
