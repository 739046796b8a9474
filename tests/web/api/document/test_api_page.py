"""The page for whoever connects a device: its examples are run in their order, in a room that was just founded."""

from __future__ import annotations

import json
import re
import secrets
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from fairfelt.room import Role
from fairfelt.server import Controller
from fairfelt.server.cards import key_digest
from fairfelt.server.founding import Founder, found
from tests.web.api.calling import Disk, Seconds, serving, settings
from tests.web.api.document.golden import PAGE

PIN = "246813"
EMIL = Founder("emil", "Emil", "T-1", "8642", Role.TECHNICIAN)
CHANGES = {"number"}
"""Depends on what else has happened."""
BLOCK = re.compile(r"^```(sh|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Shell:
    """Understands as much of a shell as the page uses."""

    client: TestClient
    variables: dict[str, str]
    answers: list[Response] = field(default_factory=list)

    def run(self, command: str) -> None:
        """Carry a line out."""
        assignment = re.fullmatch(r"(\w+)=\$\((.*)\)", command, re.DOTALL)
        if assignment:
            self.variables[assignment[1]] = self._value(assignment[2])
        else:
            self._curl(command)

    def _value(self, command: str) -> str:
        if command.startswith("openssl rand"):
            return secrets.token_hex(32)
        if "sha256sum" in command:
            return key_digest(self.variables["KEY"])
        curl, piped, name = command.rpartition(" | jq -r .")
        if curl.startswith("echo"):
            return str(json.loads(self.variables[curl.split("$")[1].strip('"')])[name])
        if not piped:
            return self._curl(command).text
        return str(self._curl(curl).json()[name])

    def _curl(self, command: str) -> Response:
        words = [self._filled(word) for word in _words(command)]
        assert words.pop(0) == "curl"
        method, headers, body, url = "", {}, None, ""
        while words:
            word = words.pop(0)
            if word == "-H":
                name, _, value = words.pop(0).partition(": ")
                headers[name] = value
            elif word == "--json":
                body = words.pop(0)
            elif word == "-X":
                method = words.pop(0)
            elif word == "-sN":
                method = "HEAD"
            elif word != "-s":
                url = word
        if body is not None:
            headers |= {"Content-Type": "application/json"}
        answer = self.client.request(method or ("GET" if body is None else "POST"), url, headers=headers, content=body)
        self.answers.append(answer)
        return answer

    def _filled(self, word: str) -> str:
        return Template(word).substitute(self.variables)


def _words(command: str) -> list[str]:
    return shlex.split(command.replace("\\\n", " "))


def commands(block: str) -> Iterator[str]:
    """Commands of a block; quotes and backslashes carry one over several lines."""
    lines: list[str] = []
    for line in block.splitlines():
        lines.append(line)
        text = "\n".join(lines)
        if not line.endswith("\\") and text.count("'") % 2 == 0:
            yield text
            lines = []
    assert not lines


def like(shown: Any, got: Any) -> Any:
    """The answer with those numbers that depend on other things taken from the page."""
    return {**got, **{name: shown[name] for name in CHANGES & shown.keys()}}


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """A shell beside a new room."""
    controller = Controller(settings(tmp_path, Seconds(), Disk()))
    with serving(controller) as client:
        assert client.portal
        key = client.portal.call(found, controller, [Founder("elena", "Elena Example", "E-1", PIN), EMIL])
        yield Shell(client, {"ROOM": "http://testserver", "CONSOLE": key, "PIN": PIN, "SECOND_PIN": "8642"})


def test_the_examples_of_the_page_work_in_their_order(shell: Shell) -> None:
    blocks = BLOCK.findall(PAGE.read_text())
    assert len(blocks) > 12
    for kind, block in blocks:
        if kind == "json":
            shown, got = json.loads(block), shell.answers[-1].json()
            assert like(shown, got) == shown
            continue
        for command in commands(block):
            before = len(shell.answers)
            shell.run(command)
            for answer in shell.answers[before:]:
                good = answer.status_code < 300 or answer.json()["status"] in (400, 409)
                assert good, f"{command}: {answer.text}"
    refused = [answer.status_code for answer in shell.answers if answer.status_code >= 300]
    assert refused == [409, 400], "only where the page says so"
