"""Real proxies in front, with the files that are shipped: they are run where they are installed."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from httpx2 import Client, TransportError

from fairfelt.server.machine import PrivateAuthority
from tests.web.http.test_tls import say_who, served

DEPLOY = Path(__file__).parents[3] / "deploy"
PATIENCE_S = 120
FORGED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def running(program: str, *words: str, environment: dict[str, str]) -> Iterator[None]:
    with subprocess.Popen(
        [str(shutil.which(program)), *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


def told(port: int, verify: ssl.SSLContext | bool) -> str:
    """What the server says of who asks, as soon as the proxy answers."""
    until_s = time.monotonic() + PATIENCE_S
    with Client(verify=verify) as client:
        while True:
            try:
                return client.get(f"https://localhost:{port}/", headers=FORGED).text
            except TransportError:
                assert time.monotonic() < until_s, "the proxy does not answer"


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_nginx(tmp_path: Path) -> None:
    house, port = PrivateAuthority(tmp_path / "tls"), free_port()
    house.begin("Example")
    house.certify_server(["localhost"])
    with served(say_who, proxies=("127.0.0.1",)) as url:
        site = (DEPLOY / "nginx.conf").read_text().replace("listen 443", f"listen 127.0.0.1:{port}")
        site = site.replace("127.0.0.1:8000", url.removeprefix("http://")).replace(
            "/etc/fairfelt/tls", str(house.folder)
        )
        temporary = "".join(
            f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        file = tmp_path / "nginx.conf"
        file.write_text(
            f"daemon off; master_process off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;\n"
            f"events {{}} http {{ access_log off; {temporary}\n{site}}}\n"
        )
        with running("nginx", "-p", str(tmp_path), "-e", str(tmp_path / "error.log"), "-c", str(file), environment={}):
            trusted = ssl.create_default_context(cafile=str(house.own.certificate))
            assert told(port, trusted) == "https 127.0.0.1 nobody"


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_caddy(tmp_path: Path) -> None:
    port = free_port()
    with served(say_who, proxies=("127.0.0.1",)) as url:
        site = (DEPLOY / "Caddyfile").read_text()
        site = re.sub(r"(?m)^\t}\n\treverse_proxy", "\t}\n\ttls internal\n\treverse_proxy", site)
        file = tmp_path / "Caddyfile"
        file.write_text(f"{{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}}\n{site}")
        environment = {
            "HOME": str(tmp_path),
            "FAIRFELT_SITE": f"https://localhost:{port}",
            "FAIRFELT_UPSTREAM": url.removeprefix("http://"),
        }
        with running("caddy", "run", "--adapter", "caddyfile", "--config", str(file), environment=environment):
            assert told(port, verify=False) == "https 127.0.0.1 nobody"
