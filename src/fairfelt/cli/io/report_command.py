"""`@report`: a command that returns a report gets --format, --output and --json, and prints what it returns."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairfelt.cli.kept_output import keep_output

from .options import Format, FormatOption, Json, Output
from .output import destination

if TYPE_CHECKING:
    from fairfelt.reports.report import Report

NOT_PASSED = 1
_ADDED = {"format": (FormatOption, None), "output": (Output, None), "json": (Json, False)}


def report(command: Callable[..., Report]) -> Callable[..., int]:
    """Add the options to a command; a destination that cannot be written is refused before the work begins."""

    @wraps(command)
    def printed(
        *arguments: Any, format: Format | None = None, output: Path | None = None, json: bool = False, **options: Any
    ) -> int:
        place = destination(format, json=json, output=output)
        answer = command(*arguments, **options)
        said = place.deliver(answer)
        if said is not None and answer.repeatable and answer.passed:
            keep_output(said)
        return 0 if answer.passed else NOT_PASSED

    taken = inspect.signature(command)
    own = [each.replace(annotation=_resolved(command, each.annotation)) for each in taken.parameters.values()]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in _ADDED.items()
    ]
    printed.__signature__ = taken.replace(parameters=[*own, *added], return_annotation=int)  # type: ignore[attr-defined]
    printed.__annotations__ = {each.name: each.annotation for each in (*own, *added)}
    del printed.__wrapped__  # its signature has no options
    return printed


def _resolved(command: Callable[..., Any], annotation: Any) -> Any:
    return eval(annotation, command.__globals__) if isinstance(annotation, str) else annotation
