"""Structured logs: one JSON object to a line, on the standard error stream."""

from __future__ import annotations

import logging

import structlog

COLORED = "color_message"
"""The same sentence again, with marks for a terminal: one of the libraries adds it."""
LEVELS = ("debug", "info", "warning", "error")


def log_as_json(level: str) -> None:
    """Send everything of this level and above out as JSON, whoever logs it."""
    handler = logging.StreamHandler()
    handler.setFormatter(json_lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def json_lines() -> logging.Formatter:
    """Writes a record as one JSON object."""
    before: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _leave_out_colors,
    ]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=before,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(),
        ],
    )


def _leave_out_colors(logger: object, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    event.pop(COLORED, None)
    return event
