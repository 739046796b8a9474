"""The exported log read without the ledger's code, so that the two can be compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any


class CheckFailed(AssertionError):  # noqa: N818  (it reads as what was found)
    """Something that must not be, with the sentence that says what."""


def require(truth: object, sentence: str) -> None:
    """Go on only if it is true."""
    if not truth:
        raise CheckFailed(sentence)


@dataclass(frozen=True)
class LogEvent:
    """One event as the file has it."""

    number: int
    at_micros: int
    device: str | None
    device_sequence: int | None
    kind: str
    body: Any
    postings: Sequence[tuple[str, int]]
    answer: Any
    """With the keys body, command and refused, on the last event of a command."""


def read_log(lines: Sequence[bytes]) -> list[LogEvent]:
    """Every line after the header, once number, time and hash have been found right."""
    header = json.loads(lines[0])
    previous, found = sha256({"format": header["format"], "journal": header["journal"]}), list[LogEvent]()
    at_micros = 0
    for number, text in enumerate(lines[1:], 1):
        line = json.loads(text)
        seal = line.pop("hash")
        unsealed = text.replace(f'"hash":"{seal}",'.encode(), b"", 1)
        require(hashlib.sha256(unsealed).hexdigest() == seal, f"line {number} does not have the hash it says")
        require(line.pop("previous") == previous, f"line {number} does not follow the line before it")
        require(line["number"] == number, f"line {number} is numbered {line['number']}")
        require(line["at_micros"] >= at_micros, f"line {number} is older than the line before it")
        previous, at_micros = seal, line["at_micros"]
        found.append(LogEvent(**line))
    require((header["events"], header["head"]) == (len(found), previous), "the header promises another end")
    return found


def sha256(value: object) -> str:
    """The digest of plain data in the one way it is written."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def add_up(lines: Iterable[LogEvent]) -> Iterator[tuple[LogEvent, dict[str, int]]]:
    """Every line with what the accounts hold after it, added up from the postings alone."""
    held: dict[str, int] = {}
    for line in lines:
        for account, amount in line.postings:
            held[account] = held.get(account, 0) + amount
        yield line, held
