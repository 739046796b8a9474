"""Sheets to take away, by the ending of the address: page, PDF, JSON, plain text."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from io import StringIO
from typing import Any

from rich.console import Console
from starlette.requests import Request
from starlette.responses import Response

from fairfelt import games
from fairfelt.reports import (
    Sheet,
    as_html,
    as_pdf,
    as_text,
    catalogue_dict,
    catalogue_sheet,
    par_sheet,
    placard,
    placard_dict,
    strategy_dict,
    strategy_sheet,
    verification_sheet,
)
from fairfelt.rules import UnknownName

from .asked import asked_of, game_of, plainly
from .counting import Counting, Job, T
from .study import together

PAPER_WIDTH = 100
FORMS = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "txt": "text/plain; charset=utf-8",
}
